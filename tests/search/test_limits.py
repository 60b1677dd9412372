"""Bounds of searches and solvers are checked where they are made."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import pytest

import motu
from motu.errors import EngineError, SolveError
from motu.search.configuration import SearchSettings
from motu.search.limits import Clock, Limits
from motu.solve import SolveLimits, make_solver

NO_NUMBERS = (None, "7", math.nan, math.inf, -math.inf, -1, 10**400, [1])


@pytest.mark.parametrize("value", [*NO_NUMBERS, 7.5])
@pytest.mark.parametrize("bound", ["visits", "nodes", "depth"])
def test_visits_nodes_and_plies_are_whole_numbers(bound: str, value: Any) -> None:
    with pytest.raises(EngineError, match=f"a search's {bound} are a whole number from 0 to ") as refused:
        Limits(**{bound: value})
    assert refused.value.slug == "engine/limits"


@pytest.mark.parametrize("value", NO_NUMBERS)
def test_seconds_are_numbers(value: Any) -> None:
    with pytest.raises(EngineError, match="a search's seconds are a number from 0 on, not ") as refused:
        Limits(seconds=value)
    assert refused.value.slug == "engine/limits"


def test_a_clock_is_one() -> None:
    with pytest.raises(TypeError, match=r"a search's clock is a Clock, as in Clock\(remaining=60\), not 5"):
        Limits(clock=5)  # type: ignore[arg-type]


@pytest.mark.parametrize("told", [(-1.0,), (math.nan,), ("x",), (1.0, -5.0), (1.0, None), (1.0, 0.0, 0), (1, 0, 2.5)])
def test_a_clock_has_time_and_moves(told: Any) -> None:
    with pytest.raises(EngineError, match="a clock's ") as refused:
        Clock(*told)
    assert refused.value.slug == "engine/limits"


FLOATS = [field.name for field in dataclasses.fields(SearchSettings) if isinstance(field.default, float)]
WHOLE = [field.name for field in dataclasses.fields(SearchSettings) if isinstance(field.default, int)]


@pytest.mark.parametrize("value", NO_NUMBERS)
@pytest.mark.parametrize("name", [*FLOATS, *WHOLE])
def test_settings_are_numbers_that_a_search_can_use(name: str, value: Any) -> None:
    with pytest.raises(EngineError, match="a search") as refused:
        motu.SearchTree(motu.load_game("hex(size=3)").new_initial_state(), "rollout", **{name: value})
    assert refused.value.slug == "engine/options"


@pytest.mark.parametrize("name", WHOLE)
def test_settings_that_count_are_whole(name: str) -> None:
    told: dict[str, Any] = {name: 1.5}
    with pytest.raises(EngineError, match="is a whole number"):
        motu.SearchTree(motu.load_game("hex(size=3)").new_initial_state(), "rollout", **told)


@pytest.mark.parametrize(
    "told",
    [
        *({"seconds": value} for value in NO_NUMBERS if value is not None),
        *({"nodes": value} for value in (*NO_NUMBERS, 2.5) if value is not None),
        *({"threads": value} for value in (*NO_NUMBERS, 0, 1.5, 10**6)),
        *({"memory_bytes": value} for value in (*NO_NUMBERS, 1e9)),
    ],
)
def test_a_solvers_limits_are_the_same_for_all_games(told: dict[str, Any]) -> None:
    with pytest.raises(SolveError, match="a solver's ") as refused:
        SolveLimits(**told)
    assert refused.value.slug == "solve/limits"


def test_a_solver_may_be_told_to_look_at_nothing() -> None:
    state = motu.load_game("atomorph(size=5)").new_initial_state()
    assert not make_solver(state.game).solve(state, SolveLimits(nodes=0, seconds=0)).is_exact
