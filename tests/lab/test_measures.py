"""What measures say of games that are known, or that can only go one way."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from lab.studying import finish, grid, plan_of, table_of
from motu.arena.ratings import wilson
from motu.arena.schedule import Slot
from motu.lab.intervals import RESAMPLES, blocks_of, difference, mean, share
from motu.lab.measures import MEASURES
from motu.lab.measures.course import decided_after, deepest, lead_changes
from motu.lab.measures.strength import LUCK
from motu.lab.studied import StudiedGame
from motu.lab.tables import FigureRow, figure_text

GAME = StudiedGame(Slot(0, 0, 1), (), 0, "connected", 10, False, (5, 4), ())


def course(*values: float, winner: int = 0) -> StudiedGame:
    """A game whose players thought so of person 0's chances, ply by ply."""
    return replace(GAME, winner=winner, plies=len(values), values=tuple(enumerate(values)))


# ------------------------------------------------------------------------------------------------------------ intervals


def test_independent_shares_have_wilsons_interval() -> None:
    found = share([[1.0], [0.5], [0.0], [1.0]])
    assert (found.value, found.low, found.high, found.method) == (0.625, *wilson(2.5, 4), "wilson")


def test_pairs_are_drawn_as_pairs() -> None:
    """Two games that always go the same way are one game: the interval must be as wide as that of half as many."""
    pairs = [[float(number % 2)] * 2 for number in range(50)]
    singles = [[float(number % 2)] for number in range(50)]
    paired, single = share(pairs), mean(singles)
    assert paired.method == "bootstrap"
    assert (paired.low, paired.high) == (single.low, single.high)


def test_all_alike_proves_little() -> None:
    found = share([[1.0, 1.0]] * 10)
    assert (found.value, found.low, found.method) == (1.0, wilson(10, 10)[0], "wilson")


def test_a_bootstrap_covers_as_often_as_it_says() -> None:
    source = np.random.default_rng(1)
    hits = 0
    for _ in range(200):
        found = mean([[each] for each in source.normal(3.0, 2.0, 60)])
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 3.0 <= found.high
    assert 180 <= hits <= 199  # 95 % of 200, give or take


def test_a_difference_of_nothing_holds_zero_and_a_large_one_does_not() -> None:
    one = [[float(each)] for each in range(20)]
    same, other = difference(one, one), difference(one, [[each[0] + 30] for each in one])
    assert same.low is not None
    assert same.high is not None
    assert same.low < 0 < same.high
    assert other.value == 30
    assert other.low is not None
    assert other.low > 20


def test_equal_values_make_equal_intervals() -> None:
    values = [[1.0], [2.0], [5.0]]
    assert mean(values) == mean(values)
    assert RESAMPLES == 2_000


def test_nothing_has_no_estimate() -> None:
    assert [each.value for each in (share([]), mean([]), difference([], [[1.0]]))] == [None] * 3


def test_values_are_gathered_by_what_joins_them() -> None:
    assert blocks_of([(1, 2.0), (1, 3.0), (2, 4.0)]) == [[2.0, 3.0], [4.0]]


# --------------------------------------------------------------------------------------------------------------- course


def test_a_game_is_decided_when_the_winner_is_sure_for_good() -> None:
    assert decided_after(course(0.0, 0.9, 0.1, 0.85, 0.95)) == 3 / 5
    assert decided_after(course(0.0, -0.9, -0.95, winner=1)) == 1 / 3
    assert decided_after(course(0.0, 0.2, 0.3)) == 1.0
    assert decided_after(GAME) is None


def test_the_winner_was_behind_as_far_as_his_worst_moment() -> None:
    assert deepest(course(0.3, -0.6, 0.2, 1.0)) == 0.6
    assert deepest(course(0.3, -0.6, winner=1)) == 0.3
    assert deepest(course(0.3, 0.6)) == 0.0
    assert deepest(replace(course(0.3), winner=None)) is None


def test_the_lead_changes_when_the_other_one_leads_and_not_in_between() -> None:
    assert lead_changes(course(0.5, -0.05, 0.5, -0.5, -0.05, 0.2)) == 2
    assert lead_changes(course(0.05, -0.05)) == 0
    assert lead_changes(GAME) is None
    assert lead_changes(replace(course(0.5, -0.5), winner=None, reason="unfinished")) is None


# ----------------------------------------------------------------------------------------------------------------- luck


def luck_row(pairs: list[tuple[float, float]]) -> FigureRow:
    """The row for the results of who began in both games of pairs."""
    trials = []
    for number, pair in enumerate(pairs):
        for first, points in enumerate(pair):
            winner = None if points == 0.5 else 1 - int(points)
            trials.append(replace(GAME, slot=Slot(number, first, 1 - first), winner=winner))
    [planned] = plan_of(grid("luck", "junior", "uct:5 random", 10_000, more="pairing = 'all'")).grids
    [row] = LUCK.table(planned, {planned.cases[0].case.key: sorted(trials, key=lambda each: each.slot)}).rows
    return row


def luck_of(pairs: list[tuple[float, float]]) -> dict[str, float]:
    """The parts."""
    return {name: each.value for name, each in luck_row(pairs).figures.items() if each.value is not None}


def test_the_dice_alone_decide_where_both_games_of_a_pair_go_to_the_same_seat() -> None:
    found = luck_of([(1.0, 1.0), (0.0, 0.0)] * 200)
    assert found["dice"] == pytest.approx(1.0)
    assert found["skill"] == found["rest"] == pytest.approx(0.0)


def test_skill_alone_decides_where_one_player_wins_from_both_seats() -> None:
    found = luck_of([(1.0, 0.0)] * 100)
    assert (found["skill"], found["dice"], found["stronger"]) == pytest.approx((1.0, 0.0, 1.0))


def test_pairs_that_are_all_alike_prove_no_more_than_so_many_games() -> None:
    figures = luck_row([(1.0, 0.0)] * 10).figures
    assert (figures["first"].low, figures["first"].high) == pytest.approx(wilson(5, 10))
    assert (figures["stronger"].low, figures["stronger"].high) == pytest.approx(wilson(10, 10))
    assert {figures[part].low for part in ("skill", "dice", "rest")} == {None}


def test_what_is_neither_is_the_rest() -> None:
    found = luck_of([(1.0, 1.0), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0)] * 200)
    assert found["rest"] == pytest.approx(1.0, abs=0.02)
    assert found["first"] == 0.5


def test_the_parts_add_up() -> None:
    source = np.random.default_rng(3)
    found = luck_of([(float(source.integers(0, 2)), float(source.integers(0, 2))) for _ in range(80)])
    assert math.isclose(found["skill"] + found["dice"] + found["rest"], 1.0)


# ------------------------------------------------------------------------------------------------------- whole measures


def test_who_begins_at_hex_two_wins() -> None:
    table = table_of("first_player", "hex(size=2,swap=false)", "uct:200", 10)
    [row] = table.rows
    assert row.figures["score"].value == 1.0
    assert "swapped" not in row.figures


def test_lengths_and_choices_are_those_of_the_games() -> None:
    standing = finish(plan_of(grid("length branching", "hex(size=3,swap=false)", "random", 20)))
    length, branching = standing.tables()
    [trials] = standing.trials().values()
    plies = [each.plies for each in trials]
    [row] = length.rows
    assert row.figures["plies"].value == pytest.approx(sum(plies) / 20)
    assert row.figures["most"].value == max(plies)
    assert branching.rows[0].figures["first"].value == 9
    assert trials[0].choices == tuple(range(9, 9 - len(trials[0].moves), -1))


def test_a_map_says_what_is_proved_of_hex_three() -> None:
    table = table_of("swap_map", "hex(size=3)", "mcts:3000,evaluator=rollout", 1)
    [row], [picture] = table.rows, table.pictures
    assert row.figures["cells"].value == 9
    assert row.figures["best"].value == pytest.approx(1.0, abs=0.05)
    assert "b2" in picture.circles
    assert set(picture.heat) == set(range(9))
    assert picture.heat[0] == picture.heat[8]


def test_a_map_has_no_intervals_where_there_is_no_chance_in_its_searches() -> None:
    """Searches that are all alike would be so however wrong they are, and say nothing of which cells are open."""
    alike = table_of("swap_map", "hex(size=4)", "mcts:30,evaluator=uniform", 2)
    [row] = alike.rows
    assert (row.figures["fair"].low, row.figures["fair"].high) == (None, None)
    assert "open" not in row.figures
    drawn = table_of("swap_map", "hex(size=5)", "mcts:30,evaluator=rollout", 2)
    [row] = drawn.rows
    assert row.figures["fair"].low is not None
    assert row.figures["open"].value is not None


def test_a_difference_of_shares_is_a_share_and_written_in_points() -> None:
    table = table_of("compare", "hex(size=3)", "random", 40, more="vary = { swap = [false, true] }")
    [row] = table.rows
    score = row.figures["score"]
    assert score.value is not None
    assert -1 <= score.value <= 1
    [column] = (each for each in table.columns if each.key == "score")
    assert figure_text(score, column.kind).startswith(f"{100 * score.value:+.1f} [")


def test_a_variant_that_is_none_changes_nothing_that_can_be_seen() -> None:
    table = table_of("compare", "hex(size=3)", "uct:20", 40, more="vary = { swap = [true, false] }")
    [row] = table.rows
    assert row.labels["swap"] is False
    plies = row.figures["plies"]
    assert plies.low is not None
    assert plies.high is not None
    assert plies.low < 0.8
    assert plies.high > -0.8


def test_more_visits_are_worth_elo() -> None:
    table = table_of("thinking_time", "hex(size=4)", "uct:2 uct:400", 20, more="pairing = 'neighbours'")
    [row] = table.rows
    assert row.labels["players"] == "uct:2 – uct:400"
    low = row.figures["elo"].low
    assert low is not None
    assert low > 0


def test_who_always_wins_is_infinitely_stronger_and_still_makes_json() -> None:
    table = table_of("thinking_time", "hex(size=3)", "random uct:400", 4, more="pairing = 'all'\nopenings = 'none'")
    elo = table.rows[0].figures["elo"].value
    figures = table.to_json()["rows"][0]["figures"]["elo"]
    assert elo is not None
    assert math.isfinite(elo) == (figures["value"] is not None)


def test_every_measure_says_how_its_intervals_are_made() -> None:
    for each in MEASURES.values():
        assert "95 %" in each.about
        assert each.columns
