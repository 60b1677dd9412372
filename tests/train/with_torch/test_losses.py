"""What a net is to learn, from what self-play hands out."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

import motu
from motu.eval.nets import Encoding
from motu.eval.nets.encoding import unpack
from motu.train.config import LearningSettings
from motu.train.losses import losses_of, targets_of, unpack_bits
from motu.train.network import Answers

pytestmark = pytest.mark.train

CPU = torch.device("cpu")


def samples() -> dict[str, np.ndarray]:
    """One position of 2 × 2 Hex after a stone on a1: own are nobody's, the opponent's is point 0."""
    encoding = Encoding(motu.load_game("hex(size=2,swap=false)"))
    state = encoding.game.new_initial_state()
    state.play("a1")
    return {
        "planes": encoding.encode(state)[None],
        "policy": np.array([[0, 65535, 0, 0]], np.uint16),
        "is_full": np.array([1], np.uint8),
        "result": np.array([-1], np.int8),
        "value": np.array([0.5], np.float32),
        "plies": np.array([2], np.uint16),
        "owners": np.array([[[0b0010], [0b0101]]], np.uint8),
    }


def test_bits_become_planes_as_in_play() -> None:
    bits = np.random.default_rng(1).integers(0, 256, (3, 5, 8), dtype=np.uint8)
    assert np.array_equal(unpack_bits(torch.from_numpy(bits), 7, 9).numpy(), unpack(bits, 7, 9))


def test_targets_are_from_the_movers_side() -> None:
    encoding = Encoding(motu.load_game("hex(size=2,swap=false)"))
    targets = targets_of(samples(), encoding, LearningSettings(value_mix=0.25), CPU)
    assert targets.policy.tolist() == [[0, 1, 0, 0]]
    assert targets.is_learnt.tolist() == [[True] * 4]
    assert targets.won.tolist() == pytest.approx([(1 + 0.25 * 0.5 - 0.75) / 2])
    assert targets.owners.tolist() == [[[0, 1], [0, 0.5]]]
    assert targets.plies.tolist() == [0.5]
    assert targets.margin.tolist() == [0]
    assert targets.is_finished.tolist() == [1]


def test_right_answers_lose_little_and_wrong_ones_much() -> None:
    encoding = Encoding(motu.load_game("hex(size=2,swap=false)"))
    targets = targets_of(samples(), encoding, LearningSettings(value_mix=0.0), CPU)
    owners = (targets.owners - 0.5) * 40
    policy = torch.tensor([[0.0, 30.0, 0.0, 0.0]])
    right = Answers(policy, torch.tensor([-20.0]), owners, torch.tensor([0.5]), torch.zeros(1))
    for name, loss in losses_of(right, targets).items():
        assert float(loss) < (0.2 if name == "owners" else 1e-3), name
    even = Answers(torch.zeros(1, 4), torch.zeros(1), torch.zeros(1, 2, 2), torch.zeros(1), torch.zeros(1))
    losses = losses_of(even, targets)
    assert float(losses["policy"]) == pytest.approx(math.log(4), abs=1e-4)
    assert float(losses["value"]) == pytest.approx(math.log(2), abs=1e-4)


def test_policies_of_quick_searches_are_not_learnt() -> None:
    encoding = Encoding(motu.load_game("hex(size=2,swap=false)"))
    quick = samples() | {"is_full": np.array([0], np.uint8)}
    targets = targets_of(quick, encoding, LearningSettings(), CPU)
    even = Answers(torch.zeros(1, 4), torch.zeros(1), torch.zeros(1, 2, 2), torch.zeros(1), torch.zeros(1))
    assert float(losses_of(even, targets)["policy"]) == 0


def dice(**fields: np.ndarray) -> dict[str, np.ndarray]:
    """What a game with dice knows besides, of the same position."""
    own: dict[str, np.ndarray] = {
        "is_finished": np.array([1], np.uint8),
        "equity": np.array([-0.25], np.float32),
        "margin": np.array([-4], np.int8),
    }
    return samples() | own | fields


def test_with_dice_the_result_without_luck_is_learnt() -> None:
    encoding = Encoding(motu.load_game("hex(size=2,swap=false)"))
    targets = targets_of(dice(), encoding, LearningSettings(value_mix=0.25), CPU)
    assert targets.won.tolist() == pytest.approx([(1 + 0.25 * 0.5 - 0.75 * 0.25) / 2])
    assert targets.margin.tolist() == pytest.approx([math.tanh(-1)])
    lucky = dice(equity=np.array([2.0], np.float32))
    assert targets_of(lucky, encoding, LearningSettings(value_mix=0.0), CPU).won.tolist() == [1.5]


def test_of_a_game_that_was_broken_off_the_end_is_not_learnt() -> None:
    encoding = Encoding(motu.load_game("hex(size=2,swap=false)"))
    even = Answers(torch.zeros(1, 4), torch.zeros(1), torch.zeros(1, 2, 2), torch.zeros(1), torch.zeros(1))
    unfinished = targets_of(dice(is_finished=np.array([0], np.uint8)), encoding, LearningSettings(), CPU)
    losses = losses_of(even, unfinished)
    assert {name for name, loss in losses.items() if float(loss) == 0} == {"owners", "plies", "margin"}
    losses = losses_of(even, targets_of(dice(), encoding, LearningSettings(), CPU))
    assert all(float(loss) > 0 for loss in losses.values())


def test_of_atmalof_legal_actions_alone_are_learnt() -> None:
    encoding = Encoding(motu.load_game("atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3)"))
    state = encoding.game.new_initial_state()
    points = [encoding.points()[action] for action in state.legal_actions()]
    policy = np.zeros((1, 90), np.uint16)
    policy[0, points] = [65530, 1, 1, 1, 1, 1]
    own: dict[str, np.ndarray] = {
        "planes": encoding.encode(state)[None],
        "policy": policy,
        "owners": np.zeros((1, 2, 2), np.uint8),
    }
    targets = targets_of(dice(**own), encoding, LearningSettings(), CPU)
    assert targets.is_learnt[0].nonzero().flatten().tolist() == sorted(points)
    logits = torch.full((1, 90), 50.0)
    logits[0, points] = 0
    answers = Answers(logits, torch.zeros(1), torch.zeros(1, 3, 3), torch.zeros(1), torch.zeros(1))
    assert float(losses_of(answers, targets)["policy"]) == pytest.approx(math.log(6), abs=2e-3)
