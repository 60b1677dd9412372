"""Data from outside: what fits is converted, and the first thing that does not is named, with what would be right."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

import motu
from motu.wire import Fault, as_json, fault_of, find_fault, read_data, read_json

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Code = Annotated[str, msgspec.Meta(min_length=1)]


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of something."""

    width: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    light: Share = 0.5


class Chair(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Something that is told as a list."""

    name: str
    legs: Annotated[int, msgspec.Meta(ge=3)] = 4


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Something with every kind of field."""

    name: Annotated[str, msgspec.Meta(max_length=5)]
    is_open: bool = False
    door: Literal["left", "right"] = "left"
    height: Annotated[float, msgspec.Meta(gt=0, le=4.5)] = 1.0
    floors: Annotated[int, msgspec.Meta(ge=0)] | None = None
    guests: tuple[str, ...] = ()
    visits: Annotated[tuple[int, ...], msgspec.Meta(description="a list of years")] = ()
    weeks: Annotated[tuple[int, ...], msgspec.Meta(description="a list of weeks")] | None = None
    room: Room = Room()
    prices: dict[str, Annotated[float, msgspec.Meta(gt=0)]] = {}
    attic: Room | None = None
    cellars: Annotated[tuple[Room, ...], msgspec.Meta(max_length=2)] = ()
    chairs: tuple[Chair, Chair] | None = None
    pin: Annotated[str, msgspec.Meta(min_length=4, max_length=4)] = "0000"
    codes: Annotated[list[Code], msgspec.Meta(min_length=1, max_length=2)] | None = None


class Light(msgspec.Struct, tag="light", forbid_unknown_fields=True):
    """Something to switch."""

    on: bool


class Blind(msgspec.Struct, tag="blind", forbid_unknown_fields=True):
    """Something to lower."""

    height: Share


Switch: Any = Light | Blind


@dataclass(frozen=True)
class Shed:
    """A dataclass, made by hand."""

    width: Annotated[int, msgspec.Meta(ge=1)]
    light: Share = 0.5


def sentence(data: object) -> str:
    def refuse(fault: Fault) -> Exception:
        return LookupError(fault.sentence())

    with pytest.raises(LookupError) as refused:
        read_data(data, House, refuse)
    return str(refused.value)


def test_what_fits_is_converted() -> None:
    data = {"name": "a", "isOpen": True, "height": 2, "floors": None, "guests": ["b"], "room": {"width": 3}}
    house = read_data(data, House, lambda fault: pytest.fail(str(fault)))
    assert house == House("a", is_open=True, height=2.0, guests=("b",), room=Room(3))
    assert isinstance(house.height, float)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name": 5}, "name is a text of at most 5 characters, not 5"),
        ({"name": "abcdef"}, "name is a text of at most 5 characters, not 'abcdef'"),
        ({"isOpen": 1}, "isOpen is true or false, not 1"),
        ({"door": "back"}, "door is 'left' or 'right', not 'back'"),
        ({"height": 0}, "height is a number above 0 and at most 4.5, not 0"),
        ({"height": float("nan")}, "height is a number above 0 and at most 4.5, not nan"),
        ({"height": True}, "height is a number above 0 and at most 4.5, not True"),
        ({"floors": -1}, "floors is a whole number from 0 on, not -1"),
        ({"floors": 2.0}, "floors is a whole number from 0 on, not 2.0"),
        ({"guests": "ann"}, "guests is a list of texts, not 'ann'"),
        ({"guests": ["ann", 2]}, "guests[1] is a text, not 2"),
        ({"visits": ["x"]}, "visits is a list of years, not ['x']"),
        ({"weeks": ["x"]}, "weeks is a list of weeks, not ['x']"),
        ({"room": 3}, "room is an object, not 3"),
        ({"room": {"width": 10}}, "room.width is a whole number from 1 to 9, not 10"),
        ({"room": {"light": 2}}, "room.light is a number from 0 to 1, not 2"),
        ({"room": {"bed": 1}}, "there is no 'bed'; right are width, light"),
        ({"prices": {"a": 1, "b": "much"}}, "prices.b is a number above 0, not 'much'"),
        ({"is_open": True}, "there is no 'is_open'; right are name, isOpen, door, height, floors, guests, visits"),
        ({"attic": {"width": 0}}, "attic.width is a whole number from 1 to 9, not 0"),
        ({"attic": 3}, "attic is an object, not 3"),
        ({"cellars": [{}, {"light": 2}]}, "cellars[1].light is a number from 0 to 1, not 2"),
        ({"cellars": [{}, {}, {}]}, "cellars is a list of at most 2 entries, not [{}, {}, {}]"),
        ({"chairs": [["a"]]}, "chairs is a list of 2 entries, not [['a']]"),
        ({"chairs": [["a"], ["b", 2]]}, "chairs[1].legs is a whole number from 3 on, not 2"),
        ({"pin": "1"}, "pin is a text of 4 characters, not '1'"),
        ({"codes": []}, "codes is a list of 1 to 2 texts, not []"),
        ({"codes": ["a", ""]}, "codes[1] is a text that is not empty, not ''"),
        ({"x" * 5000: 1}, f"there is no '{'x' * 57}...'; right are name"),
    ],
)
def test_the_first_fault_is_named(changes: dict[str, Any], told: str) -> None:
    assert sentence({"name": "a"} | changes).startswith(told)


def test_what_is_missing_and_what_is_no_object_at_all() -> None:
    assert sentence({}) == "name is missing; right is a text of at most 5 characters"
    assert sentence([]) == "this is an object, not []"


def test_a_fault_says_for_programs_what_it_is() -> None:
    found: list[Fault] = []

    def refuse(fault: Fault) -> Exception:
        found.append(fault)
        return LookupError()

    for data in ({"name": "a", "room": {"bed": 1}}, {"name": "a", "room": {"width": 0}}):
        with pytest.raises(LookupError):
            read_data(data, House, refuse)
    assert (found[0].path, found[0].unknown, found[0].legal) == ("room", "bed", ("width", "light"))
    assert (found[1].path, found[1].value, found[1].unknown) == ("room.width", 0, "")
    assert found[1].sentence(lambda value: f"<{value}>").endswith("not <0>")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({}, "type is missing; right is 'light' or 'blind'"),
        ({"type": "door"}, "type is 'light' or 'blind', not 'door'"),
        ({"type": ["light"]}, "type is 'light' or 'blind', not ['light']"),
        ({"type": "light"}, "on is missing; right is true or false"),
        ({"type": "blind", "height": 2}, "height is a number from 0 to 1, not 2"),
        ({"type": "light", "on": True, "dim": 1}, "there is no 'dim'; right are type, on"),
        ([], "this is an object, not []"),
    ],
)
def test_the_tag_says_what_is_read(data: object, told: str) -> None:
    fault = find_fault(data, Switch)
    assert fault is not None
    assert fault.sentence() == told


def test_what_may_stand_somewhere_is_said_for_programs() -> None:
    door, tag = find_fault({"name": "a", "door": "back"}, House), find_fault({}, Switch)
    assert door is not None
    assert tag is not None
    assert (door.legal, tag.legal) == (("left", "right"), ("light", "blind"))


def test_what_fits_has_no_fault() -> None:
    assert find_fault({"type": "light", "on": True}, Switch) is None
    assert find_fault({"name": "a", "chairs": [["a"], ["b", 3]], "attic": None}, House) is None


def test_in_an_address_a_text_may_say_a_number() -> None:
    assert find_fault("3", int, "after", strict=False) is None
    assert find_fault("3", int, "after") == Fault("after", "a whole number", "3")
    assert find_fault("x", int | None, "after", strict=False) == Fault("after", "a whole number", "x")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", "the body is missing; right is JSON"),
        (" ", "the body is missing; right is JSON"),
        ('{"name": ', """the body is JSON, not "{\\"name\\": " at its end"""),
        ('{"name": NaN}', 'the body is JSON, not "NaN}" at byte 9'),
        ('{"ĉ": x}', 'the body is JSON, not "x}" at byte 7'),
        (b'{"name": "\xff"}', "the body is JSON in UTF-8, not "),
        (b"\xef\xbb\xbf{}", 'the body is JSON, not "\\ufeff{}" at byte 0'),
        ('{"name": "\\ud800"}', "the body is JSON without halves of characters, not "),
        ('{"name": "\ud800"}', "the body is JSON in UTF-8, not "),
        ('{"name": 1e999}', "the body is JSON with numbers below 1e308, not "),
        (b"[" * 100_000, "the body is JSON in which lists and objects are nested a few deep, not "),
        ("[1]", "the body is an object, not [1]"),
        ('{"name": null}', "name is a text of at most 5 characters, not null"),
        ('{"name": true}', "name is a text of at most 5 characters, not true"),
    ],
)
def test_texts_that_are_no_json(text: str | bytes, told: str) -> None:
    def refuse(fault: Fault) -> Exception:
        return LookupError(fault.sentence(as_json, "the body"))

    with pytest.raises(LookupError) as refused:
        read_json(text, House, refuse)
    assert str(refused.value).startswith(told)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"name": "Ann", "a\ud800": 1}, r"there is no 'a\ud800'; right are name"),
        ({"name": "Ann", "prices": {"\ud800": -7}}, r"prices.\ud800 is"),
    ],
)
def test_keys_with_halves_of_characters_are_named(data: dict[str, Any], told: str) -> None:
    fault = find_fault(data, House)
    assert fault is not None
    assert fault.sentence().encode().decode().startswith(told)


def test_json_is_read() -> None:
    house = read_json(b'{"name": "a", "attic": {}}', House, lambda fault: pytest.fail(str(fault)))
    assert house == House("a", attic=Room())


def test_values_made_by_hand_are_checked_alike() -> None:
    assert fault_of(Shed(1)) is None
    assert fault_of(Shed(1, 1)) is None
    assert fault_of(Shed(0)) == Fault("width", "a whole number from 1 on", 0)
    assert fault_of(Room(light=-1)) == Fault("light", "a number from 0 to 1", -1)


FIRST_CONVERSIONS = """
import sys, threading
from typing import Annotated
import msgspec
from motu.wire import convert

sys.setswitchinterval(1e-6)
for turn in range(200):
    share = Annotated[int, msgspec.Meta(ge=0, le=9)] | None
    kind = msgspec.defstruct(f"Kind{turn}", [(f"field{index}", share, None) for index in range(40)])
    barrier = threading.Barrier(4)

    def work():
        barrier.wait()
        assert convert({"field39": 1}, kind).field39 == 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_may_meet_a_type_together() -> None:
    """msgspec by itself ends the process here."""
    command = [sys.executable, "-c", FIRST_CONVERSIONS]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr[-500:]


def test_nobody_else_converts() -> None:
    sources = Path(motu.__file__).parent
    asking = [path.relative_to(sources) for path in sources.rglob("*.py") if "msgspec.convert(" in path.read_text()]
    assert list(map(str, asking)) == ["wire.py"]
