"""Players: they only play legal moves, keep to their limits, repeat under a seed, and see a win in one."""

import itertools
import time
from typing import Any

import pytest

import motu
from motu.errors import EngineError
from motu.search.expectimax import ExpectimaxSearch
from motu.search.level_player import LevelPlayer
from motu.search.limits import Clock, Limits
from motu.search.mcts import SearchTree
from motu.search.players import ExpectimaxPlayer, MctsPlayer, Player, RandomPlayer, UctPlayer, make_player

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
    for text in ("random", "uct:50", "expectimax:depth=1", "expectimax:300"):
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


def test_expectimax_sees_a_win_and_a_loss() -> None:
    stones = {"b1": "black", "b2": "black", "b3": "black", "a4": "white", "d1": "white"}
    game = motu.load_game("hex(size=4)")
    for to_move in ("white", "black"):
        choice = make_player("expectimax:depth=2,evaluator=uniform").choose(game.new_state(stones, to_move=to_move))
        assert game.board.names[choice.action] == "b4"
        assert choice.value == (1 if to_move == "black" else 0)


def test_expectimax_keeps_to_its_time() -> None:
    begin = time.monotonic()
    assert make_player("expectimax:0.1s").choose(motu.load_game("atmalof").new_initial_state()).simulations > 0
    assert time.monotonic() - begin < 5


def test_a_player_needs_a_bound() -> None:
    for make in (MctsPlayer, ExpectimaxPlayer):
        with pytest.raises(EngineError) as caught:
            make(Limits())
        assert caught.value.slug == "engine/limits"
    with pytest.raises(EngineError, match="visits, nodes or seconds"):
        make_player("mcts:depth=3")


def test_uct_keeps_to_its_time() -> None:
    state = motu.load_game("atoll").new_initial_state()
    begin = time.monotonic()
    assert UctPlayer(seconds=0.2).choose(state).simulations > 0
    assert time.monotonic() - begin < 5  # a loaded machine may be late; a search without end would be later


ENDLESS = ("mcts:3000s", "mcts:900000000,evaluator=uniform,threads=2", "uct:3000s", "expectimax:depth=50")
LEVELS = tuple(f"level:{number}" for number in range(1, 11))


@pytest.mark.parametrize("spec", ["hex", "atomorph", "atmalof"])
@pytest.mark.parametrize("text", ["random", *ENDLESS, *LEVELS])
def test_a_player_that_is_stopped_chooses_by_what_it_knows(spec: str, text: str) -> None:
    state = motu.load_game(spec).new_initial_state()
    asked: list[None] = []

    def is_stopped() -> bool:
        asked.append(None)
        return True

    choice = make_player(text, seed=1).choose(state, is_stopped=is_stopped)
    assert choice.action in state.legal_actions()
    assert choice.value is None or -1 <= choice.value <= 1
    assert state.ply() == 0
    assert asked or text not in ENDLESS


@pytest.mark.parametrize("text", ["mcts:200", "uct:200", "expectimax:500", "level:1", "level:3", "level:5"])
def test_a_player_that_nobody_stops_chooses_as_ever(text: str) -> None:
    state = motu.load_game("hex(size=5)").new_initial_state()
    assert make_player(text, seed=1).choose(state, is_stopped=lambda: False) == make_player(text, seed=1).choose(state)


def test_a_weak_level_that_is_stopped_compares_what_it_has_looked_into() -> None:
    state = motu.load_game("hex(size=7,swap=false)").new_initial_state()
    moments = range(1, 12)
    choices = []
    for moment in moments:
        counted = itertools.count(1)
        choices.append(make_player("level:3", seed=1).choose(state, is_stopped=lambda: next(counted) >= moment))  # noqa: B023
    simulations = [choice.simulations for choice in choices]
    assert simulations[0] == 0
    assert choices[0].value is None
    assert simulations == sorted(simulations)
    assert simulations[-1] > 0
    assert all((choice.visits > 0) == (choice.value is not None) for choice in choices)


@pytest.mark.parametrize("player", [RandomPlayer(1), UctPlayer(simulations=10, seconds=0)])
def test_no_player_moves_where_there_is_no_move(player: Player) -> None:
    state = motu.load_game("atmalof").new_initial_state()
    state.play("r1")
    with pytest.raises(EngineError) as caught:
        player.choose(state)
    assert caught.value.slug == "engine/no-move"


NAMES = [
    "random",
    "uct:1s",
    "uct:0.5s",
    "uct:5000",
    "mcts:1s",
    "mcts:5000",
    "mcts:0.25s,9000,nodes=100000,depth=7,evaluator=uniform,threads=2,c_puct=1.5",
    "expectimax:2s",
    "expectimax:50000",
    "expectimax:3s,depth=3,evaluator=rollout",
]


@pytest.mark.parametrize("text", NAMES)
def test_a_name_makes_an_equal_player(text: str) -> None:
    assert make_player(text).name == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "puct",
        "mcts:0",
        "mcts:x",
        "uct:",
        "mcts:",
        "random:",
        "uct:-1",
        "uct:0s",
        "uct:nans",
        "uct:infs",
        "random:3",
        "uct:1e9s",
        "uct:depth=3",
        "uct:threads=2",
        "mcts:1s,1s",
        "mcts:threads=two",
        "mcts:seed=3",
        "mcts:,",
        "expectimax:c_puct=1",
        "expectimax:depth=0",
        "mcts:1s,evaluators=rollout",
        "uct:1s,",
    ],
)
def test_unknown_players_are_refused_with_the_known_ones(text: str) -> None:
    with pytest.raises(EngineError, match="random, uct, uct:3s"):
        make_player(text)


@pytest.mark.parametrize(
    "text",
    ["mcts:10,batch=99999999999999999999", "mcts:10,threads=2147483648", "mcts:10,c_puct=nan", "mcts:10,c_puct=inf"],
)
def test_numbers_that_no_setting_has_room_for_are_refused(text: str) -> None:
    with pytest.raises(EngineError) as refused:
        make_player(text)
    assert refused.value.slug == "engine/unknown-player"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mcts:5,threads=0", "a search's threads is a whole number from 1 to 256, not 0"),
        ("mcts:5,threads=999", "a search's threads is a whole number from 1 to 256, not 999"),
        ("mcts:5,batch=0", "a search's batch is a whole number from 1 to 4096, not 0"),
        ("mcts:5,batch=4097", "a search's batch is a whole number from 1 to 4096, not 4097"),
        ("mcts:5,gumbel=-1", "a search's gumbel is a whole number from 0 to 2147483647, not -1"),
        ("mcts:5,lcb=-0.5", "a search's lcb is a number from 0 to 2147483647, not -0.5"),
        ("mcts:5s,gumbel=4", "gumbel plans its visits: it needs a bound on them"),
        ("mcts:5,evaluator=", "no game has an evaluator '': there are auto, rollout, "),
        ("mcts:5,evaluator=oracle", "no game has an evaluator 'oracle'"),
        ("mcts:5,evaluator=net:", "no game has an evaluator 'net:'"),
        ("mcts:5,evaluator=lines:", "no game has an evaluator 'lines:'"),
        ("expectimax:5,evaluator=", "no game has an evaluator ''"),
        ("expectimax:5,evaluator=net", "no game has an evaluator 'net'"),
    ],
)
def test_options_out_of_range_are_refused_where_they_are_read(text: str, told: str) -> None:
    with pytest.raises(EngineError) as refused:
        make_player(text)
    assert refused.value.message.startswith(f"unknown player '{text}': {told}")
    assert refused.value.slug == "engine/unknown-player"


@pytest.mark.parametrize(
    "evaluator", ["auto", "rollout", "uniform", "resistance", "flips", "lines", "net", "net:a.onnx"]
)
def test_evaluators_of_any_game_are_taken(evaluator: str) -> None:
    assert make_player(f"mcts:5,evaluator={evaluator}").name.startswith("mcts:5")


def test_limits_that_are_asked_hold_beside_the_players_own() -> None:
    own = Limits(visits=100, seconds=2.0)
    assert own.within(None) == own
    assert own.within(Limits(visits=300, nodes=50, seconds=1.0)) == Limits(100, 50, 1.0)
    assert Limits(depth=3).within(Limits(visits=7, depth=5)) == Limits(visits=7, depth=3)
    early, late = Clock(1.0), Clock(60.0)
    assert Limits(clock=early).within(Limits(seconds=1.0)).clock == early
    assert Limits(clock=early).within(Limits(clock=late)).clock == late


@pytest.mark.parametrize("text", ["mcts:100000", "uct:100000", "expectimax:depth=20"])
def test_a_player_that_heeds_limits_keeps_to_those_that_are_asked(text: str) -> None:
    state, player = motu.load_game("hex(size=5)").new_initial_state(), make_player(text, seed=1)
    assert player.heeds_limits
    begin = time.monotonic()
    assert player.choose(state, Limits(seconds=0.05)).action in state.legal_actions()
    assert time.monotonic() - begin < 20  # the player's own limits would take longer


def test_fewer_visits_can_be_asked_of_a_search() -> None:
    state = motu.load_game("hex(size=5,swap=false)").new_initial_state()
    for text in ("mcts:5000", "uct:5000"):
        assert make_player(text, seed=1).choose(state, Limits(visits=50)).simulations <= 50
    assert make_player("mcts:5000", seed=1).choose(state, Limits(visits=9000)).simulations <= 5000


@pytest.mark.parametrize("text", ["random", "level:1", "level:10"])
def test_a_player_that_heeds_no_limits_says_so_and_chooses_as_ever(text: str) -> None:
    state = motu.load_game("hex(size=4)").new_initial_state()
    one, other = make_player(text, seed=1), make_player(text, seed=1)
    assert not one.heeds_limits
    assert one.choose(state, Limits(visits=1)).action == other.choose(state).action


@pytest.mark.parametrize("wrong", [5, "1s", object(), {"visits": 5}])
def test_what_are_no_limits_is_refused(wrong: Any) -> None:
    state = motu.load_game("hex(size=4)").new_initial_state()
    for search in (
        SearchTree(state).search,
        lambda limits: ExpectimaxSearch(state.game).search(state, limits),
        lambda limits: make_player("mcts:5").choose(state, limits),
        lambda limits: make_player("uct:5").choose(state, limits),
        lambda limits: make_player("expectimax:5").choose(state, limits),
    ):
        with pytest.raises(TypeError, match="bounded by Limits"):
            search(wrong)


@pytest.mark.parametrize(("spec", "level"), [("hex(size=5)", 7), ("atomorph(size=5)", 7), ("junior", 8)])
def test_a_level_keeps_to_the_position_that_it_was_shown(spec: str, level: int) -> None:
    state = motu.load_game(spec).new_initial_state()
    shown = state.clone()

    def play_on_meanwhile() -> bool:
        state.apply_action(state.legal_actions()[0])  # as another thread would
        return state.is_terminal() or state.is_chance_node()

    assert LevelPlayer(level, seed=1).choose(state, is_stopped=play_on_meanwhile).action in shown.legal_actions()
    assert state.history() != shown.history()
