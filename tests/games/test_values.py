"""Games and states as values: they pickle whole, compare by what they are, and equal ones share a native game."""

import copy
import gc
import json
import pickle
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given

import motu
from motu.boards import CustomBoard, load_custom_board
from motu.errors import BoardError, PositionError, SpecError
from motu.games.registry import PRESETS
from own_tic import OwnTic
from positions import positions

JUNCTIONS = ("a3", "c5", "e5", "c1")
CELLS = tuple(
    f"{column}{row}" for row, columns in enumerate(("abc", "abcd", "abcde", "bcde", "cde"), 1) for column in columns
)
BOARD = CustomBoard(CELLS, JUNCTIONS)


def custom_game(folder: Path, name: str = "board.json") -> motu.Game:
    path = folder / name
    path.write_text(json.dumps(BOARD.to_json()), encoding="utf-8")
    return motu.load_game(f'atoll(file="{path}")', load_custom_board)


def every_game(folder: Path) -> list[motu.Game]:
    specs = [*PRESETS, "hex(size=5)", "hex(size=5,swap=false)", "hex(size=6)", "atomorph(size=5,return_stone=true)"]
    return [*(motu.load_game(spec) for spec in specs), custom_game(folder)]


def again(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


def test_equal_rules_are_equal_games_with_one_native_game() -> None:
    one, two = motu.load_game("gan"), motu.Game(motu.load_game("atoll(size=7)").rules)
    assert one == two
    assert one is not two
    assert hash(one) == hash(two)
    assert one.native is two.native


def test_different_games_are_unequal(tmp_path: Path) -> None:
    games = every_game(tmp_path)
    assert len(set(games)) == len({game.spec for game in games})
    assert motu.load_game("gan") != "gan"


def test_games_pickle_and_copy_with_their_boards(tmp_path: Path) -> None:
    for game in every_game(tmp_path):
        (tmp_path / "board.json").unlink(missing_ok=True)  # a pickle needs no file
        for other in (again(game), copy.copy(game), copy.deepcopy(game)):
            assert isinstance(other, motu.Game)
            assert other == game
            assert other.spec == game.spec
            assert other.board.names == game.board.names
    assert motu.load_game("gan") is motu.load_game("gan")


def test_the_text_of_every_game_makes_it_again(tmp_path: Path) -> None:
    for game in every_game(tmp_path):
        assert motu.load_game(game.spec, load_custom_board) == game


def test_a_custom_board_is_made_again_without_its_file_or_says_why_not(tmp_path: Path) -> None:
    game = custom_game(tmp_path)
    (tmp_path / "board.json").unlink()
    assert isinstance(game.rules, motu.AtollRules)
    assert motu.load_game(game.spec, game.rules.custom) == game
    for reader in (None, load_custom_board):
        with pytest.raises(BoardError, match=r"board\.json"):
            motu.load_game(game.spec, reader)


def test_a_board_is_known_by_its_cells_not_by_its_file(tmp_path: Path) -> None:
    assert custom_game(tmp_path, "one.json") == custom_game(tmp_path, "two.json")
    changed = CustomBoard(CELLS, JUNCTIONS, first="white")
    (tmp_path / "one.json").write_text(json.dumps(changed.to_json()), encoding="utf-8")
    other = motu.load_game(f'atoll(file="{tmp_path / "one.json"}")', load_custom_board)
    assert other != custom_game(tmp_path, "two.json")


@pytest.mark.parametrize("wrong", [None, 5, b"gan", ["gan"], object()])
def test_what_is_no_game_is_refused(wrong: object) -> None:
    with pytest.raises(SpecError, match="a game is a text such as"):
        motu.load_game(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a state is made of a game"):
        motu.State(wrong)  # type: ignore[arg-type]


@given(positions())
def test_states_pickle_and_copy_whole(state: motu.State) -> None:
    for other in (again(state), copy.copy(state), copy.deepcopy(state)):
        assert isinstance(other, motu.State)
        assert other == state
        assert hash(other) == hash(state)
        assert other.history() == state.history()
        assert other.game == state.game
        assert other.legal_actions() == state.legal_actions()
        assert str(other) == str(state)


@given(positions(), positions())
def test_states_are_equal_when_their_positions_are(one: motu.State, two: motu.State) -> None:
    same = (
        one.game == two.game
        and one.stones() == two.stones()
        and (one.to_move(), one.is_chance_node(), one.is_terminal(), one.is_swapped())
        == (two.to_move(), two.is_chance_node(), two.is_terminal(), two.is_swapped())
        and one.legal_moves() == two.legal_moves()
        and one.hash() == two.hash()
    )
    assert (one == two) == same
    assert (one.hash() == two.hash()) or one != two


def test_transpositions_are_equal_and_histories_are_not() -> None:
    game = motu.load_game("hex(size=5,swap=false)")
    one = game.new_initial_state().play_all(["a1", "b2", "c3"])
    two = game.new_initial_state().play_all(["c3", "b2", "a1"])
    assert one == two
    assert {one: 1}[two] == 1
    assert one.history() != two.history()


def test_the_right_to_swap_is_part_of_a_position() -> None:
    game = motu.load_game("hex(size=5)")
    assert game.new_state({}, to_move="black") != game.new_initial_state()
    begun = game.new_initial_state().play_all(["a1"])
    assert game.new_state({"a1": "black"}, to_move="white") != begun
    assert begun.clone().play_all(["swap"]) != begun


def test_set_up_positions_pickle_with_what_was_played(tmp_path: Path) -> None:
    hexes = motu.load_game("hex(size=4)").new_state({"a1": "black", "b2": "white"}, to_move="white")
    flips = motu.load_game("atomorph(size=4,return_stone=true)").new_state({"a1": "black"}, to_move="white", flags=2)
    pieces = motu.load_game("junior").new_state({"r1c1": "red"}, to_move="blue")
    custom = custom_game(tmp_path).new_state({"b2": "white"}, to_move="black")
    for state in (hexes, flips, pieces, custom):
        for _ in range(3):
            state.apply_action(state.legal_actions()[-1])
        other = again(state)
        assert isinstance(other, motu.State)
        assert other == state
        assert other.record().to_json() == state.record().to_json()
        while other.history():
            other.undo()
            state.undo()
        assert other == state


def test_hashes_tell_boards_apart() -> None:
    firsts = [motu.load_game(spec).new_initial_state().hash() for spec in PRESETS if spec != "nauru"]
    assert len(set(firsts)) == len(firsts)


def test_a_state_of_another_game_is_no_source() -> None:
    with pytest.raises(PositionError, match="Atoll on 361 cells with 4 islands") as refusal:
        motu.State(motu.load_game("hex(size=19)"), motu.load_game("gan").new_initial_state())
    assert refusal.value.slug == "position/other-game"


@pytest.mark.parametrize("stones", [None, ["a1"], "a1", 5])
def test_stones_that_are_no_mapping_are_refused(stones: object) -> None:
    with pytest.raises(PositionError, match="stones are named by cell"):
        motu.load_game("gan").new_state(stones, to_move="black")  # type: ignore[arg-type]


def test_games_end_with_their_last_state() -> None:
    state = motu.load_game("hex(size=13,swap=false)").new_initial_state()
    gc.collect()
    assert state.game == motu.load_game("hex(size=13,swap=false)")
    assert state.legal_actions()[-1] == 168


def own_game_of(number: int) -> motu.Game:
    return motu.own_game(OwnTic(), 9, name=f"tic {number}")


def atoll_of(number: int) -> motu.Game:
    return motu.load_game(f"hex(size=5x{number + 3})")


@pytest.mark.parametrize("make", [atoll_of, own_game_of])
def test_threads_that_make_equal_games_at_once_have_one(make: Callable[[int], motu.Game]) -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            for number in range(15):
                together = threading.Barrier(4)

                def made(number: int = number, together: threading.Barrier = together) -> motu.Game:
                    together.wait()
                    return make(number)

                games = [task.result() for task in [pool.submit(made) for _ in range(4)]]
                assert len({id(game) for game in games}) == 1
    finally:
        sys.setswitchinterval(interval)
