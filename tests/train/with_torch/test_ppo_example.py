"""The example of an agent that learns by PPO: it learns, and what its parts say."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import motu

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.train
EXAMPLE = Path(__file__).parents[3] / "examples" / "ppo.py"


@pytest.fixture(scope="module")
def ppo() -> ModuleType:
    specification = importlib.util.spec_from_file_location("ppo", EXAMPLE)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["ppo"] = module  # where its dataclass looks for its types
    specification.loader.exec_module(module)
    return module


def test_it_learns_a_small_board(ppo: ModuleType) -> None:
    how = ppo.Settings(
        game="hex(size=3,swap=false)", opponent="random", iterations=20, num_envs=64, minibatch=512, width=64
    )
    agent = ppo.train(how)
    share, error, games = ppo.score(agent, how)
    assert share > 0.7
    assert 0 <= error < 0.2
    assert games > 10


def test_white_is_shown_blacks_board(ppo: ModuleType) -> None:
    """A position and its mirror image, with the colours exchanged, have mirrored policies and equal values."""
    torch.manual_seed(1)
    game = motu.load_game("hex(size=4,swap=false)")
    agent = ppo.Agent(game, 32)
    mirror = next(each for each in game.symmetries if each.swaps_colours)
    state = game.new_state({"b1": "black", "c3": "white", "d2": "black"}, "black")
    stones = {
        game.board.names[mirror.cells[game.board.index(name)]]: colour
        for name, colour in {"b1": "white", "c3": "black", "d2": "white"}.items()
    }
    image = game.new_state(stones, "white")
    found = []
    for position in (state, image):
        seen = torch.from_numpy(np.rint(255 * position.observation()))[None]
        policy, value = agent(seen, torch.from_numpy(position.legal_mask())[None])
        found.append((policy.probs[0].detach().numpy(), float(value.detach())))
    np.testing.assert_allclose(found[1][0][list(mirror.actions)], found[0][0], rtol=1e-4)
    assert found[0][1] == pytest.approx(found[1][1], abs=1e-5)


def test_values_count_for_who_is_to_act(ppo: ModuleType) -> None:
    """A game of two actions, of which the second wins: the loser's action was as bad as the winner's was good."""
    games = motu.VectorEnv("hex(size=3)", 1, seed=1)
    rollout = ppo.Rollout(games, 2)
    rollout.rewards[1] = 1.0
    rollout.signs[0] = -1.0
    found = rollout.advantages(torch.tensor([5.0]), 1.0)
    assert found.flatten().tolist() == [-1.0, 1.0]
