"""Whole numbers of any kind are taken wherever one is wanted, and what is none is refused in a sentence."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import motu
from motu import Record
from motu.errors import MotuError
from motu.numbers import as_float, as_whole, expect_seed, outward, shown
from motu.search.expectimax import ExpectimaxSearch
from motu.search.limits import Clock, Limits
from motu.solve import SolveLimits
from own_tic import OwnTic

HEX = "hex(size=3,swap=false)"


class Three:
    """Counts as 3, as numbers of other libraries do."""

    def __index__(self) -> int:
        return 3


KINDS = (np.int64, np.uint8, np.int16, np.array)
NO_SEEDS = (-1, 2**64, 10**200, 1.0, np.float64(3), "a", "3", b"3", [3], np.array([3, 4]), Fraction(3))


@dataclass(frozen=True)
class Way:
    """A call with a whole number, and what is seen of its answer."""

    call: Callable[[Any], object]
    number: int = 3


def know_nothing(planes: Any) -> tuple[Any, Any]:
    return np.zeros(len(planes)), np.zeros((len(planes), 9))


def hexagon() -> motu.State:
    return motu.load_game(HEX).new_initial_state()


def seen_of(games: motu.VectorEnv) -> list[int]:
    return [int(each) for each in games.sample()]


def first_of(**told: Any) -> int:
    return len(next(motu.self_play(HEX, know_nothing, **{"boards": 2, "visits": 2, "seed": 1, **told})))


def record_of(time: Any) -> Record:
    return replace(Record.from_state(hexagon().play_all(["a1"])), times=(time,))


WAYS = {
    "perft's depth": Way(lambda n: motu.perft(hexagon(), n)),
    "games of playouts": Way(lambda n: motu.playouts(hexagon(), n, seed=1).wins),
    "the seed of playouts": Way(lambda n: motu.playouts(hexagon(), 50, seed=n).wins),
    "the plies of playouts": Way(lambda n: motu.playouts(hexagon(), 5, seed=1, max_plies=n).unfinished),
    "games at once": Way(lambda n: motu.VectorEnv(HEX, n, seed=1).players.shape),
    "the seed of games at once": Way(lambda n: seen_of(motu.VectorEnv(HEX, 9, seed=n))),
    "threads of games at once": Way(lambda n: seen_of(motu.VectorEnv(HEX, 9, seed=1, threads=n))),
    "the most actions of games at once": Way(lambda n: seen_of(motu.VectorEnv(HEX, 9, seed=1, max_actions=n))),
    "boards of self-play": Way(lambda n: first_of(boards=n)),
    "visits of self-play": Way(lambda n: first_of(visits=n)),
    "the seed of self-play": Way(lambda n: first_of(seed=n)),
    "threads of self-play": Way(lambda n: first_of(threads=n)),
    "actions of a game of one's own": Way(lambda n: motu.own_game(OwnTic(), n).num_actions, 9),
    "the length of a game of one's own": Way(lambda n: motu.own_game(OwnTic(), 9, max_game_length=n).max_game_length),
    "planes of a game of one's own": Way(
        lambda n: motu.own_game(OwnTic(), 9, observation_shape=(n, 3, n)).observation_shape
    ),
    "a board's size": Way(lambda n: motu.load_game(motu.AtomorphRules(size=n)).spec),
    "Hex's size": Way(lambda n: motu.load_game(motu.AtollRules(board="rhombus", size=n, islands=4)).spec),
    "a rhombus's sides": Way(lambda n: motu.load_game(motu.AtollRules(board="rhombus", size=(n, 4), islands=4)).spec),
    "islands": Way(lambda n: motu.load_game(motu.AtollRules(islands=n)).spec, 8),
    "rows": Way(lambda n: motu.load_game(motu.AtmalofRules(rows=n)).spec, 6),
    "a colour": Way(lambda n: motu.load_game(HEX).new_state({"a1": n}, "white").stones(), 0),
    "whose turn it is": Way(lambda n: motu.load_game(HEX).new_state({"a1": 0}, n).to_move(), 1),
    "flags": Way(lambda n: motu.load_game("atomorph(size=3)").new_state({"a1": 0}, 0, n).ban(), 1),
    "an action": Way(lambda n: _applied(n).moves()),
    "a record's times": Way(lambda n: record_of(n).to_json()),
    "visits": Way(lambda n: Limits(visits=n)),
    "seconds": Way(lambda n: Limits(seconds=n)),
    "moves on a clock": Way(lambda n: Clock(5, 1, n)),
    "threads of a search": Way(lambda n: motu.SearchTree(hexagon(), "rollout", threads=n).state, 1),
    "the memory of a depth-first search": Way(
        lambda n: _lines_search(n).search(motu.load_game("atmalof").new_initial_state(), Limits(nodes=50)).value
    ),
    "threads of a solver": Way(lambda n: SolveLimits(threads=n)),
    "nodes of a solver": Way(lambda n: SolveLimits(nodes=n)),
    "the memory of a solver": Way(lambda n: SolveLimits(memory_bytes=n)),
    **{
        f"the seed of {text}": Way(lambda n, text=text: motu.make_player(text, seed=n).choose(hexagon()).action)  # type: ignore[misc]
        for text in ("random", "mcts:20,evaluator=rollout", "uct:20", "expectimax:20", "level:1")
    },
}


def _lines_search(entries: Any) -> ExpectimaxSearch:
    return ExpectimaxSearch(motu.load_game("atmalof"), table_entries=entries)


def _applied(action: Any) -> motu.State:
    state = hexagon()
    state.apply_action(action)
    return state


@pytest.mark.parametrize("way", WAYS)
def test_whole_numbers_of_any_kind_are_taken(way: str) -> None:
    call, number = WAYS[way].call, WAYS[way].number
    right = call(number)
    for kind in KINDS:
        assert call(kind(number)) == right
    if number == 3:
        assert call(Three()) == right


@pytest.mark.parametrize("way", [way for way in WAYS if way not in ("seconds", "an action")])
def test_what_is_no_whole_number_is_refused(way: str) -> None:
    for wrong in (1.5, 3.0, "x", b"3", [3], None):
        if wrong is None and "number" not in way:
            continue
        with pytest.raises((ValueError, TypeError, MotuError)) as refused:
            WAYS[way].call(wrong)
        assert "incompatible function arguments" not in str(refused.value)


@pytest.mark.parametrize("seed", NO_SEEDS)
@pytest.mark.parametrize("text", ["random", "mcts:20", "uct:20", "expectimax:20", "level:1", "nonsense"])
def test_a_player_says_what_seeds_there_are(text: str, seed: Any) -> None:
    with pytest.raises(ValueError, match=r"^seed is a whole number from 0 to 18446744073709551615, not "):
        motu.make_player(text, seed=seed)


def test_seeds_are_numbers_or_left_to_the_system() -> None:
    assert (expect_seed(None), expect_seed(np.uint64(2**64 - 1)), expect_seed(Three())) == (None, 2**64 - 1, 3)


def test_a_number_is_shown_by_its_digits() -> None:
    shows = [shown(each) for each in (np.int64(-1), True, 1.5, "a", "a" * 200)]
    assert shows == ["-1", "True", "1.5", "'a'", "'" + "a" * 99 + "…"]


def test_numbers_are_told_from_what_is_none() -> None:
    assert [as_whole(each) for each in (5, np.int8(5), True, 5.0, "5", None)] == [5, 5, 1, None, None, None]
    assert [as_float(each) for each in (5, np.float32(0.5), Fraction(1, 4), "5", None)] == [5, 0.5, 0.25, None, None]
    assert [as_float(each) for each in (float("nan"), float("inf"), 10**400)] == [None, None, None]


def test_every_public_call_with_a_seed_refuses_what_is_none() -> None:
    seeded = {name for name in motu.__all__ if _has_seed(getattr(motu, name))}
    assert seeded == {"VectorEnv", "make_player", "playouts", "self_play"}


def _has_seed(value: object) -> bool:
    try:
        return callable(value) and "seed" in inspect.signature(value).parameters
    except (TypeError, ValueError):
        return False


def test_proved_bounds_are_rounded_outward() -> None:
    assert outward(0.290190, 0.290445, 4) == (0.2901, 0.2905)
    assert outward(-0.290445, -0.290190, 4) == (-0.2905, -0.2901)
    assert outward(0.29, 0.57, 2) == (0.29, 0.57)
    assert outward(-1.0, 1.0, 4) == (-1.0, 1.0)
    assert outward(1 / 3, 1 / 3, 4) == (0.3333, 0.3334)
    assert str(outward(0.0, -0.00001, 4)) == "(0.0, 0.0)"
    assert outward(0.5, math.nextafter(0.5, 1.0), 4) == (0.5, 0.5001)
