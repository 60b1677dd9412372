"""The exact equities that nets of Atmalof are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

import motu
from motu.errors import SolveError
from motu.eval.nets import Net
from motu.eval.nets.net import Judgement
from motu.train.equities import Equities
from motu.train.truth import SolvedSet, truth_of

SPEC = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=2)"


@pytest.fixture(scope="module")
def equities() -> Equities:
    return Equities(motu.load_game(SPEC), 40, 3)


class Oracle:
    """Says of each position what it was told to."""

    def __init__(self, equities: Equities, sign: float) -> None:
        self._known = {each.state.hash(): each for each in equities.positions}
        self._sign = sign

    def judge(self, states: Sequence[motu.State]) -> list[Judgement]:
        found = [self._known[state.hash()] for state in states]
        return [
            Judgement(self._sign * each.equity, {action: self._sign * value for action, value in each.actions.items()})
            for each in found
        ]


def test_the_first_position_is_worth_what_the_table_says(equities: Equities) -> None:
    first = equities.positions[0]
    assert first.state.ply() == 0
    assert first.equity == pytest.approx(0.7777, abs=2e-4)
    best = max(first.actions, key=lambda action: first.actions[action])
    assert first.state.action_to_string(best) in ("r2", "c2")


def test_positions_are_decisions_and_differ(equities: Equities) -> None:
    assert len(equities.positions) == 41
    assert len({each.state.hash() for each in equities.positions}) == 41
    for each in equities.positions:
        assert not each.state.is_chance_node()
        assert sorted(each.actions) == each.state.legal_actions()
        assert max(each.actions.values()) == pytest.approx(each.equity, abs=1e-3)


def test_who_knows_all_is_always_right(equities: Equities) -> None:
    found = equities.compare(cast(Net, Oracle(equities, 1.0)))
    assert found.mean_error == 0
    assert found.mean_loss == 0
    assert 0 < found.choices <= found.positions == 41
    assert found.choices_right == found.choices
    assert found.to_json()["positions"] == 41


def test_who_says_the_contrary_is_wrong(equities: Equities) -> None:
    found = equities.compare(cast(Net, Oracle(equities, -1.0)))
    mean = sum(2 * abs(each.equity) for each in equities.positions) / len(equities.positions)
    assert found.mean_error == pytest.approx(mean)
    assert found.choices_right == 0
    assert found.mean_loss > 0.1


def test_the_same_seed_draws_the_same_positions(equities: Equities) -> None:
    again = Equities(motu.load_game(SPEC), 40, 3)
    assert [each.state.hash() for each in again.positions] == [each.state.hash() for each in equities.positions]
    other = Equities(motu.load_game(SPEC), 40, 4)
    assert [each.state.hash() for each in other.positions] != [each.state.hash() for each in equities.positions]


def test_dice_decide_what_is_compared() -> None:
    assert isinstance(truth_of(motu.load_game(SPEC), 1, 1), Equities)
    assert isinstance(truth_of(motu.load_game("hex(size=2,swap=false)"), 1, 1), SolvedSet)


def test_a_board_that_is_too_large_is_refused() -> None:
    with pytest.raises(SolveError):
        truth_of(motu.load_game("atmalof"), 1, 1)
