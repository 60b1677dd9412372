from __future__ import annotations

import pytest

from motu import load_game
from motu.engine.session import Session, bounded
from motu.errors import EngineError, IllegalMoveError
from motu.search.players import RandomPlayer, make_player


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


def test_resignation_is_taken_back_by_undo() -> None:
    game = session()
    game.play(0, "a1")
    game.play(1, "resign")
    assert game.generate(1) == "resign"
    game.undo()
    assert game.generate(1) != "resign"


def test_the_clock_shortens_searches_and_runs() -> None:
    game = session(player="uct:3600s")
    game.set_time(0.6)
    game.generate(0)
    assert game.clocks[0].seconds < 0.6
    assert game.clocks[1].seconds == 0.6


@pytest.mark.parametrize(
    ("player", "seconds", "name"),
    [("uct:3s", 1.5, "uct:1.5s"), ("uct:3s", 9.0, "uct:3s"), ("uct:500", 1.0, "uct:500"), ("random", 1.0, "random")],
)
def test_bounded_players(player: str, seconds: float, name: str) -> None:
    assert bounded(make_player(player), seconds, None).name == name


def test_a_player_that_needs_no_time_is_left_alone() -> None:
    player = RandomPlayer(1)
    assert bounded(player, 1.0, None) is player


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
