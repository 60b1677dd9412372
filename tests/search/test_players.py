"""Players: they only play legal moves, keep to their limits, repeat under a seed, and see a win in one."""

import time

import pytest

import motu
from motu.errors import EngineError
from motu.search.players import Player, RandomPlayer, UctPlayer, make_player

SPECS = ["gan", "hex(size=5)", "atomorph(size=4,return_stone=true)", "junior", "kvinigu"]


def play_a_game(spec: str, player: Player, plies: int = 60) -> list[str]:
    state = motu.load_game(spec).new_initial_state()
    while not state.is_terminal() and state.ply() < plies:
        if state.is_chance_node():
            state.apply_action(len(state.moves()) % len(state.chance_outcomes()))
            continue
        before = state.hash(), state.history()
        action = player.choose(state).action
        assert (state.hash(), state.history()) == before
        state.apply_action(action)
    return state.moves()


@pytest.mark.parametrize("spec", SPECS)
def test_equal_seeds_play_equal_games(spec: str) -> None:
    for text in ("random", "uct:50"):
        assert play_a_game(spec, make_player(text, seed=3)) == play_a_game(spec, make_player(text, seed=3))


def test_uct_sees_a_win_in_one() -> None:
    state = motu.load_game("hex(size=4,swap=false)").new_initial_state()
    state.play_all(["b1", "a1", "b2", "a2", "b3", "a3"])
    choice = UctPlayer(simulations=2000, seconds=0, seed=1).choose(state)
    state.apply_action(choice.action)
    assert state.outcome() == motu.Outcome(0, "connected")
    assert choice.value is not None
    assert choice.value > 0.9


def test_uct_stops_a_win_in_one() -> None:
    stones = {"b1": "black", "b2": "black", "b3": "black", "a4": "white", "d1": "white"}
    state = motu.load_game("hex(size=4)").new_state(stones, to_move="white")
    choice = UctPlayer(simulations=5000, seconds=0, seed=1).choose(state)
    assert state.action_to_string(choice.action) == "b4"


def test_uct_keeps_to_its_time() -> None:
    state = motu.load_game("atoll").new_initial_state()
    begin = time.monotonic()
    assert UctPlayer(seconds=0.2).choose(state).simulations > 0
    assert time.monotonic() - begin < 5  # a loaded machine may be late; a search without end would be later


@pytest.mark.parametrize("player", [RandomPlayer(1), UctPlayer(simulations=10, seconds=0)])
def test_no_player_moves_where_there_is_no_move(player: Player) -> None:
    state = motu.load_game("atmalof").new_initial_state()
    state.play("r1")
    with pytest.raises(EngineError) as caught:
        player.choose(state)
    assert caught.value.slug == "engine/no-move"


@pytest.mark.parametrize("text", ["random", "uct:1s", "uct:0.5s", "uct:5000"])
def test_a_name_makes_an_equal_player(text: str) -> None:
    assert make_player(text).name == text


@pytest.mark.parametrize(
    "text", ["", "puct", "mcts:0", "mcts:x", "uct:", "uct:-1", "uct:0s", "uct:nans", "uct:infs", "random:3", "uct:1e9s"]
)
def test_unknown_players_are_refused_with_the_known_ones(text: str) -> None:
    if text == "uct:":
        assert make_player(text).name == "uct:1s"
        return
    with pytest.raises(EngineError, match="random, uct, uct:3s"):
        make_player(text)
