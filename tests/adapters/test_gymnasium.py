"""Gymnasium's own checks, and games from one person's side."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from motu.adapters.gymnasium import OpponentEnv
from motu.errors import MotuError
from motu.games import PRESETS
from motu.search.players import make_player

SPECS = ("gan", "hex(size=5)", "atomorph(size=5)", "junior", "atmalof(rows=4,cols=4)")


def play_out(environment: Any, seed: int) -> tuple[list[int], float]:
    """Play legal actions at random; return them and the result."""
    random = np.random.default_rng(seed)
    _, info = environment.reset(seed=seed)
    played: list[int] = []
    while True:
        played.append(int(random.choice(np.flatnonzero(info["action_mask"]))))
        _, reward, is_over, is_truncated, info = environment.step(played[-1])
        if is_over or is_truncated:
            return played, reward


@pytest.mark.parametrize("seat", ["first", "second", "either"])
@pytest.mark.parametrize("spec", SPECS)
def test_it_is_what_gymnasium_takes_for_an_environment(spec: str, seat: Any) -> None:
    check_env(gymnasium.make("motu/Atoll-v0", game=spec, seat=seat).unwrapped)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_it_can_be_looked_at(mode: str) -> None:
    environment = gymnasium.make("motu/Hex-v0", game="hex(size=3)", render_mode=mode)
    environment.reset(seed=1)
    assert len(environment.render()) > 0
    environment.close()


def test_every_name_that_a_spec_may_begin_with_is_registered() -> None:
    for name in PRESETS:
        environment = gymnasium.make(f"motu/{name.capitalize()}-v0")
        observation, info = environment.reset(seed=1)
        assert environment.observation_space.contains(observation)
        assert info["action_mask"].any()


@pytest.mark.parametrize("spec", SPECS)
def test_equal_seeds_play_equal_games(spec: str) -> None:
    games = [play_out(OpponentEnv(spec, opponent, "either"), 7) for opponent in ("uct:20", "uct:20", "random")]
    assert games[0] == games[1]


def test_results_are_those_of_the_person_from_either_seat() -> None:
    for seat in ("first", "second", "either"):
        environment = OpponentEnv("hex(size=4)", seat=seat)
        for seed in range(20):
            _, reward = play_out(environment, seed)
            outcome = environment.state.outcome()
            assert outcome is not None
            assert reward == (1.0 if outcome.winner == environment.person else -1.0)


def test_a_coin_seats_the_person_on_both_sides() -> None:
    environment = OpponentEnv("hex(size=3)", seat="either")
    environment.reset(seed=1)
    persons = set()
    for _ in range(40):
        environment.reset()
        persons.add(environment.person)
        assert environment.state.current_player() == environment.person
    assert persons == {0, 1}


def test_an_illegal_action_loses_and_changes_nothing() -> None:
    environment = OpponentEnv("hex(size=3,swap=false)")
    environment.reset(seed=1)
    environment.step(4)
    before = environment.state.clone()
    _, reward, is_over, is_truncated, info = environment.step(4)
    assert (reward, is_over, is_truncated, info["illegal"]) == (-1.0, True, False, True)
    assert environment.state == before


def test_masks_are_those_of_the_position() -> None:
    environment = OpponentEnv("atmalof")
    _, info = environment.reset(seed=3)
    np.testing.assert_array_equal(environment.action_masks(), environment.state.legal_mask())
    np.testing.assert_array_equal(info["action_mask"], environment.state.legal_mask())


def test_a_game_without_end_is_truncated() -> None:
    environment = OpponentEnv("atmalof", max_actions=4)
    environment.reset(seed=1)
    assert environment.step(0)[3] is False
    assert environment.step(0)[2:4] == (False, True)


def test_a_player_of_ones_own_is_the_opponent() -> None:
    environment = OpponentEnv("hex(size=4)", make_player("level:3", seed=2))
    played, _ = play_out(environment, 1)
    assert played


def test_environments_run_side_by_side() -> None:
    vector = gymnasium.make_vec("motu/Hex-v0", num_envs=4, vectorization_mode="sync", game="hex(size=4)")
    observations, infos = vector.reset(seed=1)
    assert observations.shape == (4, 9, 4, 4)
    for _ in range(30):
        actions = [int(np.flatnonzero(mask)[0]) if mask.any() else 0 for mask in infos["action_mask"]]
        observations, rewards, over, truncated, infos = vector.step(np.array(actions))
        assert set(rewards) <= {-1.0, 0.0, 1.0}
        assert not truncated.any()
        assert over.shape == (4,)
    vector.close()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seat": "third"}, "first, second or either, not 'third'"),
        ({"render_mode": "loud"}, "ansi, rgb_array or None, not 'loud'"),
        ({"max_actions": -1}, "from 1 to 1073741824, not -1"),
        ({"opponent": "nobody"}, "unknown player 'nobody'"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_what_makes_no_environment_is_said(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, MotuError), match=message):
        OpponentEnv(**arguments)


def test_dense_actions_are_the_same_game_without_what_can_never_be_played() -> None:
    own, dense = (OpponentEnv("atmalof(rows=4,cols=4)", opponent="random", dense=dense) for dense in (False, True))
    check_env(gymnasium.make("motu/Atmalof-v0", game="atmalof(rows=4,cols=4)", dense=True).unwrapped)
    actions = np.array(own.game.dense_actions)
    assert dense.action_space.n == len(actions) < own.action_space.n
    random = np.random.default_rng(3)
    _, own_info = own.reset(seed=5)
    _, dense_info = dense.reset(seed=5)
    for _ in range(30):
        np.testing.assert_array_equal(own_info["action_mask"][actions], dense_info["action_mask"])
        assert dense.action_masks().sum() == own.action_masks().sum()
        number = int(random.choice(np.flatnonzero(dense_info["action_mask"])))
        seen, *result, own_info = own.step(int(actions[number]))
        shown, *told, dense_info = dense.step(number)
        np.testing.assert_array_equal(seen, shown)
        assert result == told
        if result[1]:
            break
    dense.reset(seed=5)
    _, reward, is_over, _, info = dense.step(len(actions))
    assert (reward, is_over, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize("action", [1.5, 1.0, "1", [1], None])
def test_an_action_is_a_whole_number(action: Any) -> None:
    env = OpponentEnv("hex(size=3)")
    env.reset(seed=1)
    with pytest.raises(TypeError, match="an action is a whole number from 0 to 9, not "):
        env.step(action)
    assert env.state.moves() == []


@pytest.mark.parametrize("opponent", [5, None, ["random"], object()])
def test_an_opponent_is_a_player(opponent: Any) -> None:
    with pytest.raises(TypeError, match="an opponent is a player, or a text that names one as 'mcts:100', not "):
        OpponentEnv("hex(size=3)", opponent)
