"""OpenSpiel's own checks, and its algorithms on our games."""

import copy
import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation

import motu
from motu.adapters import openspiel
from motu.boards import CustomBoard
from motu.errors import MotuError
from own_tic import OwnTic, own_tic

SPECS = ("gan", "hex(size=4)", "atomorph(size=4)", "atomorph(size=5,return_stone=true,swap=false)", "junior", "atmalof")
WRITTEN = ("gan", "hex[size:4]", "atomorph[size:4;swap:false]", "kvinigu")


@pytest.mark.parametrize("spec", SPECS)
def test_it_is_what_openspiel_takes_for_a_game(spec: str) -> None:
    pyspiel.random_sim_test(openspiel.load_game(spec), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("spec", WRITTEN)
def test_openspiels_own_loader_finds_it_and_its_text_is_read_again(spec: str) -> None:
    game = pyspiel.load_game(f"motu(spec={spec})")
    again = pyspiel.load_game(str(game))
    assert again.game == game.game
    assert again.num_distinct_actions() == game.game.num_actions


def test_games_are_told_apart_by_their_dice() -> None:
    assert openspiel.load_game("gan").get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    dice = openspiel.load_game("atmalof")
    assert dice.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    state = dice.new_initial_state()
    state.apply_action(state.string_to_action("r1"))
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1.0)


def test_what_our_state_says_openspiels_says_as_well() -> None:
    state = openspiel.load_game("hex(size=3)").new_initial_state()
    for move in ("b2", "swap", "a1", "b1", "a3", "b3"):
        assert state.current_player() == state.ours.current_player()
        assert state.legal_actions() == state.ours.legal_actions()
        assert state.legal_actions_mask() == state.ours.legal_mask().astype(int).tolist()
        state.apply_action(state.string_to_action(move))
    assert state.is_terminal()
    assert state.returns() == [-1.0, 1.0]
    assert state.history_str() == "4, 9, 0, 1, 6, 7"


@pytest.mark.parametrize("spec", SPECS)
def test_both_persons_observe_from_their_side(spec: str) -> None:
    game = openspiel.load_game(spec)
    observer = make_observation(game)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    for person in (0, 1):
        observer.set_from(state, person)
        np.testing.assert_array_equal(observer.dict["observation"], state.ours.observation(person))


def test_its_search_plays_our_games() -> None:
    game = openspiel.load_game("hex(size=3,swap=false)")
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 200, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sorted(state.returns()) == [-1.0, 1.0]


def test_positions_are_cloned_and_pickled() -> None:
    game = openspiel.load_game("atmalof")
    state = game.new_initial_state()
    state.apply_action(0)
    copy = state.clone()
    copy.apply_action(0)
    assert state.is_chance_node()
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, copy))
    assert again.ours == copy.ours
    assert pickle.loads(pickle.dumps(copy)).ours == copy.ours


def test_a_game_that_is_none_is_refused_in_our_words() -> None:
    with pytest.raises(MotuError, match="chess"):
        openspiel.load_game("chess")
    with pytest.raises(TypeError):
        openspiel.load_game(5)  # type: ignore[arg-type]


CUSTOM = CustomBoard.from_json(
    {"cells": ["a1", "a2", "b1", "b2", "b3", "c2", "c3"], "junctions": ["a2", "c3", "c2", "a1"], "name": "ŝ (1)"}
)


@pytest.mark.parametrize("file", ["board.json", "o [1]; (2):=.json", "C:/boards/ŝ.json"])
def test_a_board_of_ones_own_comes_along(file: str) -> None:
    ours = motu.load_game(motu.AtollRules(custom=CUSTOM, file=file, swap=False))
    game = openspiel.load_game(ours)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    for again in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert again.game == ours
        assert (again.game.rules.file, again.game.rules.custom) == (file, CUSTOM)
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for other in (read, state.clone(), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert other.ours == state.ours
        assert other.ours.moves() == state.ours.moves()
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("board", ["x", "eJx", "!!!", "eJyrVkrLzEnNS1ayUlDKKs7PU9JRUErKTyxKAQsVFyXXAgDZOgtA"])
def test_what_follows_a_spec_and_is_no_board_is_refused(board: str) -> None:
    with pytest.raises(MotuError, match="board"):
        openspiel.OpenSpielGame({"spec": f"atoll[file:board.json]@{board}"})


def test_a_game_of_ones_own_is_played() -> None:
    game = openspiel.load_game(own_tic())
    assert (str(game), game.num_distinct_actions(), game.observation_tensor_shape()) == ("motu(spec=tic)", 9, [2, 3, 3])
    state = game.new_initial_state()
    for move in ("r2c2", "r1c1", "r2c1", "r1c2"):
        state.apply_action(state.string_to_action(move))
    other = state.clone()
    other.apply_action(other.string_to_action("r2c3"))
    assert (other.returns(), state.is_terminal()) == ([1.0, -1.0], False)
    for again in (pickle.loads(pickle.dumps(other)), copy.deepcopy(other)):
        assert (again.ours, again.history()) == (other.ours, other.history())
    assert pickle.loads(pickle.dumps(game)).game == game.game
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 100, mcts.RandomRolloutEvaluator(1, random), random_state=random, solve=True)
    assert state.action_to_string(bot.step(state)) == "r2c3"


def test_a_game_of_ones_own_says_how_long_it_may_go_on() -> None:
    with pytest.raises(ValueError, match=r"max_actions, or max_game_length of motu.own_game, has to be told"):
        openspiel.load_game(motu.own_game(OwnTic(), 9))
