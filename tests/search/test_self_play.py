"""Self-play with a net of one's own: what is yielded are positions of games by the rules."""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

import numpy as np
import pytest

import motu
from motu.errors import NetError
from motu.eval.nets import Encoding

SPEC = "hex(size=4,swap=false)"


def know_nothing(planes: Any) -> tuple[Any, Any]:
    return np.zeros(len(planes)), np.zeros((len(planes), planes[0, 0].size))


def turned_to_the_least(planes: Any) -> bytes:
    """The same for all views of a position on a rhombus."""
    mirrored = planes.transpose(0, 2, 1)
    found: bytes = min(each.tobytes() for each in (planes, mirrored, planes[:, ::-1, ::-1], mirrored[:, ::-1, ::-1]))
    return found


def first(number: int, **options: Any) -> list[motu.SelfPlayed]:
    options = {"boards": 16, "visits": 6, "seed": 2, **options}
    steps = motu.self_play(SPEC, options.pop("judge", know_nothing), **options)
    return [played for played in islice(steps, number) if len(played)]


def test_what_is_yielded_are_positions_that_the_net_has_seen_and_how_they_ended() -> None:
    shown: set[bytes] = set()

    def judge(planes: Any) -> tuple[Any, Any]:
        shown.update(turned_to_the_least(each.astype(np.uint8)) for each in planes)
        return know_nothing(planes)

    found = first(400, judge=judge)
    assert len(found) > 10
    encoding = Encoding(motu.load_game(SPEC))
    for played in found:
        count = len(played)
        assert played.planes.shape == (count, len(encoding.planes), 4, 4)
        assert played.policy.shape == (count, 1, 4, 4)
        assert {turned_to_the_least(each) for each in played.planes} <= shown
        assert set(np.unique(played.results)) <= {-1, 1}
        assert np.abs(played.values).max() <= 1
        np.testing.assert_allclose(played.policy[played.is_full].sum(axis=(1, 2, 3)), 1, atol=1e-3)
        own, enemy = played.planes[:, 1], played.planes[:, 2]
        assert not (played.policy[:, 0][(own | enemy) == 1] > 0).any()  # nothing is played where a stone stands
        last = played.plies == 1
        assert (played.results[last] == 1).all()  # whoever moves last has won
    assert found[-1].games > 16
    assert 0 < found[-1].evaluations <= 16 * 400


def test_equal_seeds_and_answers_play_equal_games_with_any_number_of_threads() -> None:
    one, two, other = first(150), first(150, threads=2), first(150, seed=3)
    for mine, theirs in zip(one, two, strict=True):
        np.testing.assert_array_equal(mine.planes, theirs.planes)
        np.testing.assert_array_equal(mine.results, theirs.results)
    assert [len(each) for each in one] != [len(each) for each in other]


def test_a_better_net_is_asked_in_the_same_games() -> None:
    """The value of a net that knows who has more stones near the middle shows in what the search expected."""
    bold = first(100, judge=lambda planes: (np.full(len(planes), 0.5), know_nothing(planes)[1]))
    assert max(float(played.values.max()) for played in bold) > 0.4


def test_a_net_of_motu_plays_with_itself() -> None:
    spec = "hex(size=5,swap=false)"
    net = motu.find_net(motu.load_game(spec))
    steps = motu.self_play(spec, net, boards=4, visits=4, seed=1)
    assert sum(len(played) for played in islice(steps, 200)) > 0
    with pytest.raises(NetError, match="is for atoll"):
        motu.self_play("atomorph(swap=false)", net)


@pytest.mark.parametrize(
    ("judge", "message"),
    [
        (lambda planes: (np.zeros(3), np.zeros((len(planes), 16))), "answers 16 positions with values"),
        (lambda planes: (np.zeros(len(planes)), np.zeros((len(planes), 17))), r"logits \[16, 16\], not"),
        (lambda planes: (np.full(len(planes), 2.0), np.zeros((len(planes), 16))), r"lie in \[-1, 1\]"),
        (lambda planes: (np.zeros(len(planes)), np.full((len(planes), 16), np.nan)), "are numbers"),
    ],
)
def test_answers_that_are_none_are_refused(judge: Any, message: str) -> None:
    with pytest.raises(NetError, match=message):
        first(1, judge=judge)


def test_what_a_net_raises_comes_out_and_the_games_can_be_dropped() -> None:
    def fail(planes: Any) -> Any:
        raise KeyError("no such net")

    steps = motu.self_play(SPEC, fail, boards=8)
    with pytest.raises(KeyError, match="no such net"):
        next(steps)
    with pytest.raises(StopIteration):
        next(steps)


def test_what_makes_no_self_play_is_refused_at_once() -> None:
    with pytest.raises(NetError, match="pie rule"):
        motu.self_play("hex(size=4)", know_nothing)
    with pytest.raises(TypeError, match="no option 'visit'"):
        motu.self_play(SPEC, know_nothing, visit=3)
    with pytest.raises(TypeError, match="no option '__class__'"):
        motu.self_play(SPEC, know_nothing, __class__=3)
    for wrong in ({"visits": 0}, {"boards": 0}, {"threads": 0}, {"seed": -1}):
        with pytest.raises(ValueError, match="is a whole number from"):
            motu.self_play(SPEC, know_nothing, **wrong)


@pytest.mark.parametrize("share", [2.0, -0.1, math.nan, math.inf, "1", None])
@pytest.mark.parametrize("name", ["full_share", "opening_share", "decided_share", "scattered_share"])
def test_a_share_is_a_number_from_0_to_1(name: str, share: Any) -> None:
    with pytest.raises(ValueError, match=f"{name} is a share from 0 to 1, not "):
        motu.self_play(SPEC, know_nothing, **{name: share})


@pytest.mark.parametrize(
    "told", [{"fast_visits": 1.5}, {"considered": -1}, {"proof_nodes": None}, {"value_scale": "x"}]
)
def test_options_are_numbers(told: Any) -> None:
    with pytest.raises(ValueError, match=r"is a (whole )?number"):
        motu.self_play(SPEC, know_nothing, **told)
