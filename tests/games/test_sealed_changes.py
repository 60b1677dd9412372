"""A record with sealed dice in which anything is changed is no longer proved, but for what docs/dice.md leaves out."""

from __future__ import annotations

import copy
import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cli.running import run
from games.sealing import number, sealed_record
from motu.errors import MotuError
from motu.games.dice_proof import check_rolls
from motu.games.record import Record

Place = tuple[str | int, ...]
NOTHING = object()
SMALL = "atmalof(rows=4,cols=4,line=4)"
KINDS = [{}, {"seals": 2}, {"has_chains": False}]
LEFT_OUT = {
    "players": [{"name": "Ann", "kind": "human"}, {"name": "Bob", "kind": "human"}],
    "times": None,
    "started": "2026-11-25",
    "event": "Cup",
    "annotator": "Eve",
    "comment": "a good game",
}
"""What nobody has sealed, with what may be written there."""


@dataclass(frozen=True)
class Change:
    """A record, as JSON, in which one thing is no longer what it was."""

    name: str
    told: dict[str, Any]

    def is_noticed(self) -> bool:
        try:
            return not all(roll.is_right for roll in check_rolls(Record.from_json(self.told)))
        except MotuError:
            return True


@cache
def told_of(kind: int) -> str:
    return json.dumps(sealed_record(SMALL, **KINDS[kind]).to_json())  # type: ignore[arg-type]


def places(told: Any, place: Place = ()) -> Iterator[Place]:
    """Yield every place in a record, that of the whole left out."""
    if place:
        yield place
    inner = told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ()
    for key, value in inner:
        yield from places(value, (*place, key))


def others(value: Any) -> Iterator[Any]:
    """Yield what else may stand there."""
    yield NOTHING
    yield None
    match value:
        case list():
            yield from (value[::-1], value[1:], value[:-1], [*value, *value[-1:]], [])
        case str():
            yield from (number("another"), "x", "")
        case int():
            yield from (value + 1, value - 1)


def changes(told: dict[str, Any]) -> Iterator[Change]:
    for place in places(told):
        for other in others(at(told, place)):
            changed = copy.deepcopy(told)
            whole = at(changed, place[:-1])
            if other is NOTHING:
                del whole[place[-1]]
            else:
                whole[place[-1]] = other
            if changed != told and place[0] not in LEFT_OUT:
                yield Change(f"{place}: {str(other)[:40]}", changed)


def at(told: Any, place: Place) -> Any:
    for key in place:
        told = told[key]
    return told


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_whatever_is_changed_left_out_doubled_or_moved_is_noticed(kind: int) -> None:
    found = list(changes(json.loads(told_of(kind))))
    assert len(found) > 250
    assert [change.name for change in found if not change.is_noticed()] == []


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_announcements_in_another_order_are_noticed_unless_by_luck_the_same_faces_follow(kind: int) -> None:
    told = json.loads(told_of(kind))
    moves = told["moves"]
    rolls = [place for place, move in enumerate(moves) if "=" in move]
    tried = noticed = 0
    for first, second in itertools.combinations(rolls, 2):
        other = list(moves)
        other[first], other[second] = other[second], other[first]
        if other != moves:
            tried += 1
            noticed += Change("", told | {"moves": other}).is_noticed()
    assert tried > 20
    assert noticed > 0.85 * tried  # of four faces one follows by luck, and two must


def test_the_command_notices_them(tmp_path: Path) -> None:
    path, told = tmp_path / "changed.jsonl", json.loads(told_of(0))
    readable = [change.told for change in changes(told) if is_readable(change.told)]
    path.write_text("".join(json.dumps(each) + "\n" for each in [told, *readable]), "utf-8")
    result = run("verify-dice", str(path), "--json")
    assert result.exit_code == 2
    assert re.findall(r'"proved": (\w+)', result.stdout) == ["true", *["false"] * len(readable)]
    assert len(readable) > 150


def is_readable(told: dict[str, Any]) -> bool:
    try:
        Record.from_json(told)
    except MotuError:
        return False
    return True


def test_what_nobody_has_sealed_is_named_in_the_manual() -> None:
    record = Record.from_json(json.loads(told_of(0)))
    for name, value in LEFT_OUT.items():
        other = json.loads(told_of(0)) | {name: [1] * len(record.moves) if value is None else value}
        assert not Change(name, other).is_noticed()
    manual = (Path(__file__).parents[2] / "docs" / "dice.md").read_text("utf-8")
    section = manual.split("## What is not proved")[1].split("\n## ")[0]
    assert [name for name in (*LEFT_OUT, "spec", "moves", "result") if f"`{name}`" not in section] == []


def test_moves_that_no_roll_names_are_not_proved() -> None:
    """The two have seen them on their boards; the game's rules are all that holds them."""
    record = sealed_record(SMALL)
    others = [replace(record, moves=moves) for moves in other_moves(record)]
    unnoticed = [other for other in others if is_readable(told(other)) and not Change("", told(other)).is_noticed()]
    assert unnoticed
    assert len(unnoticed) < len(others)


def told(record: Record) -> dict[str, Any]:
    return dict(json.loads(json.dumps(record.to_json())))


def other_moves(record: Record) -> Iterator[tuple[str, ...]]:
    """Yield the record's moves with another step of a piece in the place of one."""
    for place, move in enumerate(record.moves):
        state = record.start().play_all(record.moves[:place])
        for action in [] if "=" in move else state.legal_actions():
            text = state.action_to_string(action)
            if text != move and "-" in text:
                yield (*record.moves[:place], text, *record.moves[place + 1 :])


def test_a_game_of_sealed_dice_begins_with_an_empty_board() -> None:
    told = json.loads(told_of(2)) | {"setup": {"stones": [["r1c1"], []], "to_move": 0}, "moves": []}
    told["result"] = {"winner": None, "reason": "unfinished"}
    assert Change("", told).is_noticed()
