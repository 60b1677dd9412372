"""What only some games have to say about a position."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import motu
from motu.errors import ActionRangeError, BoardError, PositionError

TINY = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4)"


@pytest.mark.parametrize(
    ("stones", "short_lines", "pieces"),
    [
        ({}, (0, 0), (0, 0)),
        ({"r1c1": 0, "r1c2": 0, "r2c3": 1, "r3c3": 1}, (1, 1), (2, 2)),
        ({"r1c1": 0, "r1c2": 0, "r2c2": 0, "r3c3": 1}, (3, 0), (3, 1)),
    ],
)
def test_lines_of_one_less_than_wins_are_counted(
    stones: dict[str, int], short_lines: tuple[int, int], pieces: tuple[int, int]
) -> None:
    state = motu.load_game(TINY).new_state(stones, 0)
    assert (state.short_lines(), state.pieces()) == (short_lines, pieces)


def test_the_line_whose_roll_is_awaited_has_its_name() -> None:
    state = motu.load_game("kvinigu").new_initial_state()
    assert state.announced() is None
    for move, line in (("r7", "r7"), ("c1", "c1")):
        state.apply_action(state.string_to_action(move))
        assert state.announced() == line
        state.undo()


def test_copies_go_their_own_way() -> None:
    state = motu.load_game("hex(size=3)").new_initial_state().play_all(["b2"])
    for other in (copy.copy(state), copy.deepcopy(state), state.clone()):
        other.play("a1")
        assert (other.moves(), state.moves()) == (["b2", "a1"], ["b2"])
        assert other.game is state.game


def test_there_are_two_persons() -> None:
    state = motu.load_game("hex(size=3)").new_initial_state().play_all(["b2", "swap"])
    assert [state.colour(person) for person in (0, 1)] == ["white", "black"]
    for nobody in (-1, 2):
        with pytest.raises(ValueError, match="persons are 0 and 1"):
            state.colour(nobody)


def test_a_game_says_how_to_load_it() -> None:
    game = motu.load_game("nauru(swap=false)")
    assert repr(game) == "load_game('atoll(board=square,size=11,islands=8,swap=false)')"
    assert eval(repr(game), {"load_game": motu.load_game}).spec == game.spec


@pytest.mark.parametrize(
    ("spec", "never"),
    [
        ("hex(size=5)", 0),
        ("gan", 0),
        ("atomorph(size=5)", 0),
        ("atomorph(size=5,corners=false)", 4),
        ("atomorph(size=4,corners=false,return_stone=true,swap=false)", 4),
        ("atmalof", 80),
        ("atmalof(rows=3,cols=4,extra_rows=0,extra_cols=1,line=3,pieces=6)", 44),
    ],
)
def test_dense_actions_are_those_that_can_be_legal(spec: str, never: int) -> None:
    game = motu.load_game(spec)
    assert game.num_actions - len(game.dense_actions) == never
    assert list(game.dense_actions) == sorted(set(game.dense_actions))
    assert all(game.dense_places[action] == place for place, action in enumerate(game.dense_actions))
    seen: set[int] = set()
    random = Random(1)
    for _ in range(3000):
        state = game.new_initial_state()
        while not state.is_terminal() and state.ply() < 60:
            if not state.is_chance_node():
                seen.update(state.legal_actions())
            state.apply_action(random.choice(state.legal_actions()))
        if len(seen) == len(game.dense_actions):
            break
    assert seen == set(game.dense_actions)


@pytest.mark.parametrize("last", [None, 5, b"d4", "nonsense"])
def test_what_is_no_move_leaves_nothing_of_a_list_of_moves(last: object) -> None:
    state = motu.load_game("gan").new_initial_state().play_all(["d4"])
    with pytest.raises((TypeError, motu.MotuError)):
        state.play_all(["c3", last])  # type: ignore[list-item]
    assert state.moves() == ["d4"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, GeneratorExit])
def test_moves_that_break_off_leave_nothing_of_themselves(error: type[BaseException]) -> None:
    def moves() -> Iterator[str]:
        yield "c3"
        raise error

    state = motu.load_game("gan").new_initial_state()
    with pytest.raises(error):
        state.play_all(moves())
    assert state.moves() == []


@pytest.mark.parametrize("name", [1, None, b"a1", ("a", 1), 1.5, "x" * 100_000])
def test_a_cell_is_named_by_a_text(name: Any) -> None:
    game = motu.load_game("hex(size=3)")
    with pytest.raises(BoardError, match=r"^no cell .* on this board: its 9 cells run from a1 to c3$") as refused:
        game.board.index(name)
    assert refused.value.slug == "board/cell"
    assert len(refused.value.message) < 200
    with pytest.raises(BoardError, match="no cell"):
        game.new_state({name: 0}, 1)


@pytest.mark.parametrize("stones", [{"A1": 0, "a1": 1}, {"b2": "white", " B2 ": "white"}])
def test_a_cell_is_named_once_when_a_position_is_set_up(stones: dict[str, Any]) -> None:
    with pytest.raises(PositionError, match="are one cell: name it once"):
        motu.load_game("hex(size=3)").new_state(stones, 1)


@pytest.mark.parametrize("flags", ["1", None, 1.0, -1, 4, [1]])
def test_flags_are_a_number_of_few(flags: Any) -> None:
    with pytest.raises(PositionError, match="flags are a number from 0 to 3, not "):
        motu.load_game("atomorph(size=3)").new_state({"a1": 0}, 1, flags)


@pytest.mark.parametrize("colour", [2, -1, "red", None, 1.0, "0"])
def test_a_colour_is_one_of_two(colour: Any) -> None:
    with pytest.raises(PositionError, match="a colour is 'black' or 'white', not "):
        motu.load_game("hex(size=3)").new_state({"a1": colour}, 1)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**30, 2**31, -1, np.uint64(2**64 - 1)])
def test_a_number_that_is_no_action_is_named_as_it_was_given(number: Any) -> None:
    state = motu.load_game("hex(size=3)").new_initial_state()
    for refuse in (state.apply_action, state.action_to_string):
        with pytest.raises(ActionRangeError, match=f"^no action {int(number)}: actions here are 0 to 9$") as refused:
            refuse(number)
        assert refused.value.text == str(int(number))
    assert not state.is_legal(number)


@pytest.mark.parametrize("person", [2, -1, 2**31, 2**63, 10**30, np.uint64(2**64 - 1)])
def test_who_is_nobody_sees_nothing(person: Any) -> None:
    with pytest.raises(ValueError, match=f"persons are 0 and 1, not {int(person)}$"):
        motu.load_game("hex(size=3)").new_initial_state().observation(person)


@pytest.mark.parametrize("line", ["R4", " r4 ", "C2", "c2"])
def test_a_line_that_is_asked_for_is_read_case_blind(line: str) -> None:
    state = motu.load_game("atmalof").new_initial_state()
    assert state.landing(line) == state.landing(line.strip().lower())


def test_counts_of_playouts_are_values() -> None:
    state = motu.load_game("hex(size=3)").new_initial_state()
    counts, again, others = (motu.playouts(state, 50, seed=seed) for seed in (1, 1, 2))
    assert counts == again == pickle.loads(pickle.dumps(counts)) == copy.deepcopy(counts)
    assert len({counts, again}) == 1
    assert counts != others
    assert counts != (counts.wins, 0, 0, counts.plies)
    assert repr(counts) == f"PlayoutCounts(wins={counts.wins}, draws=0, unfinished=0, plies={counts.plies})"
