"""What a record says of dice that three have sealed is checked, and every change of it is named."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from games.sealing import number, sealed_record
from motu.errors import RecordError
from motu.games import sealed_dice
from motu.games.dice_proof import check_rolls, words_of_receipt
from motu.games.record import UNFINISHED, Record

OTHER = number("something else")


def changed(record: Record, path: tuple[str | int, ...], value: Any) -> Record:
    """Return the record with another value somewhere in its dice."""
    told = copy.deepcopy(dict(record.extra["dice"]))
    inner: Any = told
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return replace(record, extra={"dice": told})


def leaves(told: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return where all texts of a record's dice stand."""
    if isinstance(told, dict):
        return [found for key, value in told.items() for found in leaves(value, (*path, key))]
    if isinstance(told, list):
        return [found for key, value in enumerate(told) for found in leaves(value, (*path, key))]
    return [path]


def name_of(path: tuple[str | int, ...]) -> str:
    return "dice" + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)


def complaint(record: Record, receipt: str | None = None) -> RecordError:
    with pytest.raises(RecordError) as raised:
        check_rolls(record, receipt)
    return raised.value


@pytest.mark.parametrize("spec", ["junior", "atmalof"])
@pytest.mark.parametrize(("has_chains", "seals"), [(False, 1), (True, 1), (True, 3)])
def test_rolls_that_follow_from_what_was_sealed_are_right(spec: str, has_chains: bool, seals: int) -> None:
    record = sealed_record(spec, has_chains=has_chains, seals=seals)
    rolls = check_rolls(Record.from_json(record.to_json()), words_of_receipt(record))
    assert all(roll.is_right for roll in rolls)
    assert [f"{roll.line}={roll.face}" for roll in rolls] == [move for move in record.moves if "=" in move]
    assert len(rolls) > 6 * (seals - 1)


@pytest.mark.parametrize(("has_chains", "seals"), [(False, 1), (True, 1), (True, 2)])
def test_every_field_that_is_changed_is_named(has_chains: bool, seals: int) -> None:
    record = sealed_record(has_chains=has_chains, seals=seals)
    paths = leaves(record.extra["dice"])
    assert len(paths) > (20 if has_chains else 8)
    for path in paths:
        other = "motu-dice-3" if path == ("scheme",) else "another" if path == ("game",) else OTHER
        assert complaint(changed(record, path, other)).position == name_of(path)


def test_every_face_that_is_changed_is_named() -> None:
    record, noticed = sealed_record(), 0
    for at, move in enumerate(record.moves):
        line, _, face = move.partition("=")
        if not face:
            continue
        moves = (*record.moves[:at], f"{line}={1 if face != '1' else 2}")
        other = replace(record, moves=moves, result=UNFINISHED)
        try:
            rolls = check_rolls(cut(other, sum("=" in each for each in moves)))
        except RecordError:
            continue  # the game ends with the other face; the result says so
        wrong = next(roll for roll in rolls if not roll.is_right)
        assert (wrong.turn, wrong.line, wrong.face, wrong.right) == (at, line, int(moves[-1][-1]), int(face))
        assert wrong is rolls[-1]
        noticed += 1
    assert noticed > 5


def cut(record: Record, rolls: int) -> Record:
    """Return the record with the links of its first rolls alone."""
    told = record.extra["dice"]["seals"][0]["links"]
    state, used = record.start(), [0, 0]
    for action, is_roll in record.replay().history():
        if is_roll and rolls:
            used[1 - state.to_move()] += 1
        state.apply_action(action)
    return changed(record, ("seals", 0, "links"), [links[:number] for links, number in zip(told, used, strict=True)])


def test_a_receipt_is_of_one_game() -> None:
    record, other = sealed_record(), sealed_record(secret=OTHER)
    digits, words = record.extra["dice"]["receipt"], words_of_receipt(record)
    assert words == sealed_dice.words_of(digits)
    for receipt in (digits, words, f"  {words} ".upper()):
        assert check_rolls(record, receipt)
        assert complaint(other, receipt).slug == "record/receipt"


def test_who_seals_anew_afterwards_has_another_receipt() -> None:
    """Whoever makes up all shares later makes up a record that fits together, but not the words of that day."""
    words = words_of_receipt(sealed_record())
    made_up = sealed_record(seals=2)
    assert check_rolls(made_up)
    assert complaint(made_up, words).slug == "record/receipt"


@pytest.mark.parametrize(
    ("path", "value", "name"),
    [
        (("seals",), "x", "dice.seals"),
        (("seals", 0), 3, "dice.seals[0]"),
        (("seals", 0, "commitments"), [OTHER], "dice.seals[0].commitments"),
        (("seals", 0, "openings"), [OTHER, 3], "dice.seals[0].openings[1]"),
        (("seals", 0, "links"), None, "dice.seals[0].links"),
        (("seals", 0, "links", 1), [OTHER] * 513, "dice.seals[0].links[1]"),
        (("game",), "a b", "dice.game"),
        (("game",), "x" * 23, "dice.game"),
        (("receipt",), None, "dice.receipt"),
        (("from",), -1, "dice.from"),
        (("from",), True, "dice.from"),
        (("from",), 4, "dice.from"),
        (("secret",), "00", "dice.secret"),
    ],
)
def test_what_is_no_such_field_is_named(path: tuple[str | int, ...], value: Any, name: str) -> None:
    error = complaint(changed(sealed_record(), path, value))
    assert (error.slug, error.position) == ("record/dice", name)
    assert len(error.message) < 250


def test_without_the_houses_secret_nothing_is_proved() -> None:
    error = complaint(changed(sealed_record(), ("secret",), None))
    assert error.slug == "record/secret"
    assert "unproved" in error.message


def test_more_rolls_than_were_sealed_are_noticed_and_so_are_fewer() -> None:
    record = sealed_record()
    links = record.extra["dice"]["seals"][0]["links"]
    assert "a roll more" in complaint(changed(record, ("seals", 0, "links"), [links[0][:-1], links[1]])).message
    none = changed(changed(record, ("seals",), []), ("receipt",), empty(record))
    assert "a roll more" in complaint(none).message
    early = replace(record, moves=record.moves[:4], result=UNFINISHED)
    assert "more of them than rolls" in complaint(early).message


def test_a_game_that_ended_before_its_dice_were_opened_has_no_roll() -> None:
    record = sealed_record(until=0)
    assert check_rolls(record) == []
    assert check_rolls(changed(record, ("seals", 0, "openings"), None)) == []
    assert check_rolls(changed(changed(record, ("seals",), []), ("receipt",), empty(record))) == []


def empty(record: Record) -> str:
    told = record.extra["dice"]
    return sealed_dice.receipt_of(told["game"], told["commitment"], [])


def test_dice_of_the_older_scheme_have_no_receipt() -> None:
    record = replace(sealed_record(until=0), extra={"dice": {"commitment": OTHER}})
    assert complaint(record, "bani bani bani bani bani bani").slug == "record/receipt"
    assert words_of_receipt(record) is None
