"""The number that stands for every search's decisions."""

import pytest

from motu.games import load_game
from motu.search.configuration import evaluator_names
from motu.testing.signature import SPECS, parts, searches, signature, solutions

SMALL = ("hex(size=4,swap=false)", "atomorph(size=4,contested=never,swap=false)", "atmalof(rows=3,cols=3,line=3)")


@pytest.mark.parametrize("spec", SMALL)
def test_searches_decide_the_same_twice(spec: str) -> None:
    assert list(searches(spec)) == list(searches(spec))


@pytest.mark.parametrize("spec", SMALL)
def test_another_seed_makes_another_number(spec: str) -> None:
    assert signature(searches(spec, seed=1)) != signature(searches(spec, seed=2))


@pytest.mark.parametrize("spec", SMALL)
def test_every_evaluator_of_the_game_has_a_part(spec: str) -> None:
    names = " ".join(part.name for part in searches(spec))
    assert all(f"evaluator={name}" in names for name in evaluator_names(load_game(spec)))


def test_solvers_say_the_same_twice() -> None:
    found = list(solutions())
    assert found == list(solutions())
    assert {load_game(part.name.split()[0]).name for part in found} == {"atoll", "atomorph", "atmalof"}


def test_one_decision_more_makes_another_number() -> None:
    first, *others = searches(SMALL[0])
    assert signature([first, *others]) != signature(others)


def test_all_three_games_are_played() -> None:
    assert {load_game(spec).name for spec in SPECS} == {"atoll", "atomorph", "atmalof"}


@pytest.mark.slow
def test_the_whole_number_is_the_same_twice() -> None:
    assert signature(parts()) == signature(parts())
