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
    assert targets.won.tolist() == pytest.approx([(1 + 0.25 * 0.5 - 0.75) / 2])
    assert targets.owners.tolist() == [[[0, 1], [0, 0.5]]]
    assert targets.plies.tolist() == [0.5]


def test_right_answers_lose_little_and_wrong_ones_much() -> None:
    encoding = Encoding(motu.load_game("hex(size=2,swap=false)"))
    targets = targets_of(samples(), encoding, LearningSettings(value_mix=0.0), CPU)
    owners = (targets.owners - 0.5) * 40
    right = Answers(torch.tensor([[0.0, 30.0, 0.0, 0.0]]), torch.tensor([-20.0]), owners, torch.tensor([0.5]))
    for name, loss in losses_of(right, targets).items():
        assert float(loss) < (0.2 if name == "owners" else 1e-3), name
    even = Answers(torch.zeros(1, 4), torch.zeros(1), torch.zeros(1, 2, 2), torch.zeros(1))
    losses = losses_of(even, targets)
    assert float(losses["policy"]) == pytest.approx(math.log(4), abs=1e-4)
    assert float(losses["value"]) == pytest.approx(math.log(2), abs=1e-4)


def test_policies_of_quick_searches_are_not_learnt() -> None:
    encoding = Encoding(motu.load_game("hex(size=2,swap=false)"))
    quick = samples() | {"is_full": np.array([0], np.uint8)}
    targets = targets_of(quick, encoding, LearningSettings(), CPU)
    even = Answers(torch.zeros(1, 4), torch.zeros(1), torch.zeros(1, 2, 2), torch.zeros(1))
    assert float(losses_of(even, targets)["policy"]) == 0
