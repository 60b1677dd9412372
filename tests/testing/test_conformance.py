"""The conformance walk: every variant passes it, and it sees enough to be worth passing."""

from __future__ import annotations

from random import Random

import pytest

import motu
from motu.testing import Report, Variant, check_game, variants
from motu.testing.choice import draw_action, kind_of
from motu.testing.registry import variant

SHORT_WALK = 100
LONG_WALK = 3_000
TELLING = {
    "gan": {"connected"},
    "atomorph small": {"connected"},
    "atomorph smallest": {"connected"},
    "atmalof few pieces": {"line", "tiebreak", "draw"},
    "atmalof tiebreak=both": {"line"},
    "atoll cay": {"connected"},
}
"""Small games, and the ends that a walk of moderate length has to meet."""


@pytest.mark.parametrize("each", variants(), ids=lambda each: each.name)
def test_every_variant_keeps_the_contract(each: Variant) -> None:
    assert check_game(each.load(), seed=1, plies=SHORT_WALK).actions == SHORT_WALK


@pytest.mark.slow
@pytest.mark.parametrize("each", variants(), ids=lambda each: each.name)
def test_every_variant_keeps_the_contract_at_length(each: Variant) -> None:
    game = each.load()
    report = check_game(game, seed=2, plies=LONG_WALK)
    check_seen(game, report)
    assert report.ends


@pytest.mark.parametrize("name", TELLING)
def test_a_walk_sees_ends_swaps_rolls_transpositions_and_all_symmetries(name: str) -> None:
    game = variant(name).load()
    report = check_game(game, seed=3, plies=500)
    check_seen(game, report)
    assert {reason for reason, count in report.ends.items() if count} >= TELLING[name]


def check_seen(game: motu.Game, report: Report) -> None:
    assert report.games > 0
    assert report.transpositions > 10
    assert bool(report.rolls) == bool(game.max_chance_outcomes)
    if report.games > 8:
        assert set(report.images) == set(range(len(game.symmetries)))
        assert bool(report.swaps) == getattr(game.rules, "swap", False)


def test_the_same_seed_walks_the_same_way() -> None:
    game = motu.load_game("junior")
    assert check_game(game, 5, 60) == check_game(game, 5, 60)
    assert check_game(game, 5, 60) != check_game(game, 6, 60)


def test_kinds_of_moves_are_told_apart() -> None:
    kinds = [kind_of(text) for text in ("h4", "swap", "xc7", "@c7", "r4c6-r5c6", "=3")]
    assert len(set(kinds)) == len(kinds)
    assert kind_of("r4") == kind_of("c12") == kind_of("a1")


def test_rare_kinds_are_drawn_as_often_as_frequent_ones() -> None:
    state = motu.load_game("hex").new_initial_state().play_all(["a2"])
    swap = state.string_to_action("swap")
    random = Random(1)
    drawn = [draw_action(state, random) == swap for _ in range(400)]
    assert 140 < sum(drawn) < 260
