"""PettingZoo's own checks, and what its environments say of games."""

import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import motu
from motu.adapters import pettingzoo
from motu.errors import ActionRangeError, MotuError

SPECS = ("gan", "hex(size=5)", "atomorph(size=5)", "atomorph(size=5,corners=false)", "junior", "atmalof(rows=4,cols=4)")


def play_on(environment: Any, moves: list[str]) -> None:
    for move in moves:
        environment.step(environment.unwrapped.state_of_game.string_to_action(move))


@pytest.mark.filterwarnings("ignore:.*:UserWarning")  # what it thinks of spaces that are no pictures
@pytest.mark.parametrize("spec", SPECS)
def test_it_is_what_pettingzoo_takes_for_an_environment(spec: str) -> None:
    api_test(pettingzoo.env(spec), num_cycles=200)
    api_test(pettingzoo.raw_env(spec), num_cycles=200)


@pytest.mark.filterwarnings("ignore:.*:UserWarning")
@pytest.mark.parametrize("spec", SPECS)
def test_equal_seeds_play_equal_games(spec: str) -> None:
    seed_test(lambda: pettingzoo.env(spec), num_cycles=100)


def test_the_rewards_of_a_game_go_to_persons_not_colours() -> None:
    environment = pettingzoo.env("hex(size=3)")
    environment.reset(seed=1)
    play_on(environment, ["b2", "swap", "a1", "b1", "a3", "b3"])
    assert environment.terminations == {"player_0": True, "player_1": True}
    assert environment.unwrapped.state_of_game.returns() == [-1.0, 1.0]
    assert environment.rewards == {"player_0": -1.0, "player_1": 1.0}


def test_who_waits_sees_the_board_from_his_side_and_may_do_nothing() -> None:
    environment = pettingzoo.raw_env("hex(size=3,swap=false)")
    environment.reset()
    play_on(environment, ["b2"])
    waits, acts = environment.observe("player_0"), environment.observe("player_1")
    assert waits["action_mask"].sum() == 0
    assert acts["action_mask"].sum() == 8
    np.testing.assert_array_equal(waits["observation"][1], acts["observation"][2])
    assert waits["observation"][1].sum() == 1


def test_an_illegal_action_loses_in_the_wrapped_environment_and_is_refused_in_the_raw_one() -> None:
    raw = pettingzoo.raw_env("hex(size=3,swap=false)")
    raw.reset()
    raw.step(0)
    with pytest.raises(MotuError, match="a1 is occupied"):
        raw.step(0)
    assert raw.agent_selection == "player_1"
    wrapped = pettingzoo.env("hex(size=3,swap=false)")
    wrapped.reset()
    wrapped.step(0)
    wrapped.step(0)
    assert wrapped.rewards == {"player_0": 0, "player_1": -1}
    assert all(wrapped.terminations.values())


def test_a_game_without_end_is_truncated_and_nobody_has_won() -> None:
    environment = pettingzoo.raw_env("atmalof", max_actions=3)
    environment.reset(seed=1)
    play_on(environment, ["r1", "r2", "r3"])
    assert all(environment.truncations.values())
    assert not any(environment.terminations.values())
    assert not any(environment.rewards.values())


def test_games_with_a_longest_length_are_never_truncated() -> None:
    environment = pettingzoo.raw_env("hex(size=4)")
    random = np.random.default_rng(1)
    for _ in range(50):
        environment.reset()
        while environment.agents and not any(environment.terminations.values()):
            assert not any(environment.truncations.values())
            mask = environment.observe(environment.agent_selection)["action_mask"]
            environment.step(int(random.choice(np.flatnonzero(mask))))


def test_an_environment_pickles_and_takes_a_game_as_well_as_its_spec() -> None:
    made = pickle.loads(pickle.dumps(pettingzoo.raw_env(motu.load_game("gan"))))
    assert made.game == motu.load_game("gan")
    made.reset(seed=2)


def test_pictures_and_texts() -> None:
    drawn = pettingzoo.raw_env("hex(size=3)", render_mode="rgb_array")
    drawn.reset()
    picture: Any = drawn.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert len(np.unique(picture)) > 2
    told = pettingzoo.raw_env("hex(size=3)", render_mode="ansi")
    told.reset()
    assert told.render() == str(told.state_of_game)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"max_actions": 0}, "from 1 to 1073741824, not 0"),
        ({"render_mode": "loud"}, "ansi, human, rgb_array or None, not 'loud'"),
    ],
)
def test_what_makes_no_environment_is_said(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pettingzoo.raw_env("hex(size=3)", **arguments)


@pytest.mark.filterwarnings("ignore:.*:UserWarning")
def test_dense_actions_are_the_same_game_without_what_can_never_be_played() -> None:
    api_test(pettingzoo.env("atmalof(rows=4,cols=4)", dense=True), num_cycles=200)
    environment = pickle.loads(pickle.dumps(pettingzoo.raw_env("atmalof(rows=4,cols=4)", dense=True)))
    actions = environment.game.dense_actions
    environment.reset(seed=2)
    for agent in environment.agent_iter(60):
        observation, _, termination, truncation, _ = environment.last()
        state = environment.state_of_game
        legal = [] if termination or truncation else state.legal_actions()
        assert environment.action_space(agent).n == len(actions) < environment.game.num_actions
        assert [actions[number] for number in np.flatnonzero(observation["action_mask"])] == legal
        environment.step(None if not legal else int(np.flatnonzero(observation["action_mask"])[-1]))
        if legal:
            assert legal[-1] in [action for action, is_roll in state.history() if not is_roll]
    environment.reset(seed=2)
    with pytest.raises(ValueError, match=f"0 to {len(actions) - 1}"):
        environment.step(None)


@pytest.mark.parametrize("action", [1.5, 1.0, np.float32(1), "1", [1], np.array([1, 2])])
def test_an_action_is_a_whole_number(action: Any) -> None:
    env = pettingzoo.raw_env("hex(size=3)")
    env.reset(seed=1)
    with pytest.raises(TypeError, match="an action is a whole number from 0 to 9, not "):
        env.step(action)
    assert env.state_of_game.moves() == []


@pytest.mark.parametrize("action", [-1, -7, 10, np.int64(2**40), 2**63, 10**30])
@pytest.mark.parametrize("dense", [False, True])
def test_an_action_out_of_range_is_named(action: Any, dense: bool) -> None:
    env = pettingzoo.raw_env("hex(size=3)", dense=dense)
    env.reset(seed=1)
    with pytest.raises(ActionRangeError, match=f"no action {action}: actions here are 0 to 9"):
        env.step(action)
