"""What a record says of its dice is checked against its moves, and every change of it is noticed."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from motu.errors import RecordError
from motu.games import dice, load_game
from motu.games.dice_proof import check_rolls
from motu.games.record import UNFINISHED, Record

SECRET = "0123456789abcdef" * 4
SEEDS = ["ann", "bob"]


def played(spec: str = "junior", seeds: list[str] = SEEDS, opening: str = "") -> Record:
    """A game whose rolls follow from the secret, but for those of the opening."""
    state = load_game(spec).new_initial_state().play_all(opening.split())
    begin, chance, die = state.ply(), random.Random(4), dice.SecretDice(SECRET, seeds)
    while not state.is_terminal():
        state.apply_action(die.roll(state) if state.is_chance_node() else chance.choice(state.legal_actions()))
    told = {"commitment": dice.commitment(SECRET), "seeds": seeds, "secret": SECRET} | (
        {"from": begin} if begin else {}
    )
    return replace(state.record(), extra={"dice": told})


def with_dice(record: Record, **changes: Any) -> Record:
    return replace(record, extra={"dice": record.extra["dice"] | changes})


@pytest.mark.parametrize("spec", ["junior", "atmalof"])
@pytest.mark.parametrize("seeds", [[], ["ann"], SEEDS], ids=["no seed", "one", "two"])
def test_rolls_that_follow_from_the_secret_are_right(spec: str, seeds: list[str]) -> None:
    record = played(spec, seeds)
    rolls = check_rolls(Record.from_json(record.to_json()))
    assert all(roll.is_right for roll in rolls)
    assert [f"{roll.line}={roll.face}" for roll in rolls] == [move for move in record.moves if "=" in move]


def test_rolls_of_the_opening_were_nobodys() -> None:
    record = played(opening="r4=1 c2=1")
    assert all(roll.is_right and roll.turn >= 2 for roll in check_rolls(record))
    told = dict(record.extra["dice"])
    del told["from"]
    assert not all(roll.is_right for roll in check_rolls(replace(record, extra={"dice": told})))


def test_every_roll_that_is_changed_is_named() -> None:
    record = played()
    rolled = [number for number, move in enumerate(record.moves) if "=" in move]
    noticed = 0
    for number in rolled:
        line, _, face = record.moves[number].partition("=")
        moves = (*record.moves[:number], f"{line}={1 if face != '1' else 2}")
        other = replace(record, moves=moves, result=UNFINISHED)
        try:
            rolls = check_rolls(other)
        except RecordError:
            continue  # the game ends with the other face; the result says so
        assert [roll.is_right for roll in rolls] == [True] * (len(rolls) - 1) + [False]
        assert (rolls[-1].turn, rolls[-1].line, rolls[-1].right) == (number, line, int(face))
        noticed += 1
    assert noticed > 5


@pytest.mark.parametrize(
    "changes",
    [{"seeds": ["ann", "eve"]}, {"seeds": ["bob", "ann"]}, {"seeds": ["ann"]}, {"seeds": []}],
    ids=["another seed", "another order", "one less", "none"],
)
def test_other_seeds_have_other_rolls(changes: dict[str, Any]) -> None:
    assert not all(roll.is_right for roll in check_rolls(with_dice(played(), **changes)))


@pytest.mark.parametrize(
    ("changes", "slug", "said"),
    [
        ({"secret": None}, "record/secret", "has not been told yet"),
        ({"secret": SECRET[::-1]}, "record/secret", "is not the one that was promised"),
        ({"commitment": SECRET}, "record/secret", "is not the one that was promised"),
        ({"commitment": 7}, "record/dice", "dice.commitment: it is 64 hexadecimal digits in lower case, not 7"),
        ({"secret": "00"}, "record/dice", "dice.secret: it is 64 hexadecimal digits in lower case, not '00'"),
        ({"seeds": "ann"}, "record/dice", "dice.seeds: it is a list of at most 2 texts, not 'ann'"),
        ({"seeds": ["a", "b", "c"]}, "record/dice", "dice.seeds: it is a list of at most 2 texts"),
        ({"seeds": ["a b"]}, "record/dice", "dice.seeds: it is texts of 1 to 64 letters and digits"),
        ({"seeds": [3]}, "record/dice", "dice.seeds: it is texts of 1 to 64 letters and digits"),
        ({"from": -1}, "record/dice", "dice.from: it is the ply of the first roll, from 0, not -1"),
        ({"from": True}, "record/dice", "dice.from: it is the ply of the first roll, from 0, not True"),
    ],
)
def test_what_is_wrong_is_told(changes: dict[str, Any], slug: str, said: str) -> None:
    with pytest.raises(RecordError) as raised:
        check_rolls(with_dice(played(), **changes))
    assert raised.value.slug == slug
    assert said in raised.value.message


@pytest.mark.parametrize("extra", [{}, {"dice": []}, {"dice": "x" * 1000}])
def test_records_without_a_word_of_their_dice_are_not_proved(extra: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as raised:
        check_rolls(replace(played(), extra=extra))
    assert raised.value.slug == ("record/dice" if extra else "record/no-dice")
    assert len(raised.value.message) < 250
