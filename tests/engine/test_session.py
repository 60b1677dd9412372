from __future__ import annotations

import threading
import time

import pytest

from motu import load_game
from motu.engine.clocked_player import ClockedPlayer
from motu.engine.session import Session
from motu.errors import EngineError, IllegalMoveError
from motu.games import State
from motu.games.record_parts import Result
from motu.search.limits import Clock, Limits
from motu.search.player import Choice, Stopped
from motu.search.players import RandomPlayer


def session(spec: str = "hex(size=4)", player: str = "uct:50") -> Session:
    return Session(load_game(spec), player, seed=3)


def test_a_generated_move_is_legal_and_played() -> None:
    game = session()
    move = game.generate(0)
    assert game.state.moves() == [move]


def test_a_suggested_move_is_not_played_and_always_the_same() -> None:
    game = session()
    before = game.state.hash()
    assert len({game.suggest(0) for _ in range(5)}) == 1
    assert game.state.hash() == before


def test_moves_out_of_turn_set_the_position_up() -> None:
    game = session()
    for colour, move in ((1, "a1"), (1, "a2"), (0, "b1"), (0, "b2")):
        game.play(colour, move)
    assert dict(game.state.named_stones()) == {"a1": "white", "a2": "white", "b1": "black", "b2": "black"}
    for left in (3, 2, 1, 0):
        game.undo()
        assert len(game.state.named_stones()) == left
    assert game.legal_moves(0) == load_game("hex(size=4)").new_initial_state().legal_moves()


def test_a_refused_move_out_of_turn_leaves_the_turn() -> None:
    game = session()
    game.play(0, "a1")
    with pytest.raises(IllegalMoveError):
        game.play(0, "a1")
    assert (game.state.to_move(), game.state.moves()) == (1, ["a1"])


@pytest.mark.parametrize("spec", ["atomorph(size=5)", "atmalof"])
def test_other_games_are_played_in_turn(spec: str) -> None:
    with pytest.raises(EngineError) as refused:
        session(spec).generate(1)
    assert refused.value.slug == "engine/colour"


def test_a_printed_game_says_who_gave_up() -> None:
    game = session()
    game.play(0, "a1")
    game.play(1, "resign")
    assert game.record().result == Result(0, "resign")
    game.undo()
    assert game.record().result == Result(None, "unfinished")


def test_resignation_is_taken_back_by_undo() -> None:
    game = session()
    game.play(0, "a1")
    game.play(1, "resign")
    assert game.generate(1) == "resign"
    game.undo()
    assert game.generate(1) != "resign"


def test_nothing_is_played_after_a_resignation_until_it_is_taken_back() -> None:
    game = session("junior")
    game.play(0, "r1")
    game.play(1, "resign")
    game.play(0, "resign")  # of a game that is over: nothing changes
    for move in (lambda: game.play(0, "b2"), lambda: game.roll(3), game.roll):
        with pytest.raises(IllegalMoveError, match="has resigned; undo takes that back"):
            move()
    assert game.record().result == Result(0, "resign")
    game.undo()
    game.roll(3)
    assert game.record().result == Result(None, "unfinished")


def test_who_has_lost_on_the_board_cannot_be_made_the_winner() -> None:
    game = session("hex(size=2,swap=false)")
    for colour, move in ((0, "a1"), (1, "b1"), (0, "a2")):
        game.play(colour, move)
    game.play(0, "resign")
    assert game.record().result == Result(0, "connected")


@pytest.mark.parametrize(
    "player",
    [
        "uct:3600s",
        "mcts:3600s",
        "mcts:1000000000",
        "uct:1000000000",
        "expectimax:3600s",
        "expectimax:depth=40",
        "mcts:3600s,threads=2,evaluator=uniform",
    ],
)
def test_the_clock_shortens_searches_and_runs(player: str) -> None:
    game = session("nauru", player)
    game.set_time(0.6)
    game.generate(0)
    assert 0 < game.clocks[0].seconds < 0.6
    assert game.clocks[1].seconds == 0.6


@pytest.mark.parametrize("spec", ["hex(size=4)", "atomorph(size=3)", "atmalof(rows=3,cols=3,line=3,pieces=4)"])
def test_nobody_loses_a_whole_game_on_time(spec: str) -> None:
    game = session(spec, "mcts:3600s")
    game.set_time(4.0)
    while not game.state.is_terminal():
        if game.state.is_chance_node():
            game.roll()
            continue
        colour = game.state.to_move()
        game.generate(colour)
        assert game.clocks[colour].seconds > 0


def test_a_limit_of_the_players_own_holds_beside_the_clock() -> None:
    game = session("nauru", "mcts:50")
    game.set_time(3600)
    begin = time.monotonic()
    game.generate(0)
    assert time.monotonic() - begin < 60  # a thirtieth of the time would be two minutes


def test_the_strongest_player_plays_unless_another_is_named() -> None:
    assert Session(load_game("hex")).player == "mcts"


class Slow(RandomPlayer):
    """Takes its time, whatever anybody says."""

    moves = 0

    def choose(self, state: State, limits: Limits | None = None, is_stopped: Stopped | None = None) -> Choice:
        self.moves += 1
        time.sleep(0.05)
        return super().choose(state, limits, is_stopped)


def test_a_player_that_knows_no_time_is_replaced_when_there_is_none() -> None:
    slow = Slow(1)
    thinker = ClockedPlayer(slow, 1)
    state = load_game("gan").new_initial_state()
    plenty, little = Clock(60), Clock(0.5)
    thinker.choose(state, plenty)
    choice = thinker.choose(state, little)
    assert slow.moves == 1
    assert choice.visits > 0
    assert choice.action in state.legal_actions()
    thinker.choose(state, plenty)
    assert slow.moves == 2


class Stuck(RandomPlayer):
    """Never comes to a decision while the test lasts."""

    def __init__(self) -> None:
        super().__init__(1)
        self.moves = 0
        self.may_end = threading.Event()

    def choose(self, state: State, limits: Limits | None = None, is_stopped: Stopped | None = None) -> Choice:
        self.moves += 1
        self.may_end.wait(60)
        return super().choose(state, limits, is_stopped)


def test_nobody_waits_for_a_player_until_the_time_is_over() -> None:
    game, stuck = session("gan"), Stuck()
    game.set_time(6.0)
    game._thinker.player = stuck
    try:
        for _ in range(3):
            colour = game.state.to_move()
            game.generate(colour)
            assert game.clocks[colour].seconds > 0
        assert stuck.moves == 1
    finally:
        stuck.may_end.set()


def test_an_error_of_a_player_comes_out() -> None:
    class Broken(RandomPlayer):
        def choose(self, state: State, limits: Limits | None = None, is_stopped: Stopped | None = None) -> Choice:
            raise EngineError("no net", text=state.game.spec)

    thinker = ClockedPlayer(Broken(1), 1)
    with pytest.raises(EngineError, match="no net"):
        thinker.choose(load_game("gan").new_initial_state(), Clock(60))


def test_dice_show_every_face_and_a_seed_repeats_them() -> None:
    def faces(seed: int) -> list[int]:
        game = Session(load_game("atmalof"), "random", seed)
        rolled = []
        for _ in range(60):
            game.play(0, "r7")
            rolled.append(game.roll())
            game.undo()
            game.undo()
        return rolled

    assert set(faces(1)) == {1, 2, 3, 4, 5, 6}
    assert faces(1) == faces(1)
    assert faces(1) != faces(2)


def test_hex_is_told_apart_by_its_board() -> None:
    assert session("hex(size=3x5)").is_hex
    assert not session("atoll(board=rhombus,size=8,islands=8)").is_hex
    assert not session("gan").is_hex


@pytest.mark.parametrize(
    ("spec", "width", "height", "expected"),
    [
        ("hex", 4, 6, "atoll(board=rhombus,size=4x6,islands=4,swap=true)"),
        ("hex(swap=false)", 5, 5, "atoll(board=rhombus,size=5,islands=4,swap=false)"),
        ("atoll", 7, 7, "atoll(board=square,size=7,islands=8,swap=true)"),
        (
            "atomorph(contested=never)",
            6,
            6,
            "atomorph(size=6,contested=never,corners=true,return_stone=false,swap=true)",
        ),
    ],
)
def test_sizes(spec: str, width: int, height: int, expected: str) -> None:
    game = session(spec)
    game.resize(width, height)
    assert game.game.spec == expected
