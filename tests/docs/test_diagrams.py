"""Every diagram of the rules pages is a true position that shows what its page says of it."""

from typing import Any

import pytest

import motu
from docs.diagrams import DIAGRAMS, DOCS, board_colour, found, fours, landing_squares, names, set_up

KEYS = {"name", "spec", "moves", "stones", "to_move", "marks", "weak", "flags", "then", "expects", "under"}
BY_NAME = {diagram["name"]: diagram for diagram in DIAGRAMS}

each_diagram = pytest.mark.parametrize("diagram", DIAGRAMS, ids=list(BY_NAME))


def test_names_are_unique() -> None:
    assert len(BY_NAME) == len(DIAGRAMS)


@each_diagram
def test_entry_says_what_to_draw_and_what_it_shows(diagram: dict[str, Any]) -> None:
    assert diagram.keys() <= KEYS
    assert ("moves" in diagram) != ("stones" in diagram)
    assert "terminal" in diagram["expects"]
    assert (DOCS / "images" / f"{diagram['name']}.svg").is_file(), "draw it with docs/make_images.py"


@each_diagram
def test_position_shows_what_the_page_claims(diagram: dict[str, Any]) -> None:
    state = set_up(diagram, diagram["spec"])
    for fact, expected in diagram["expects"].items():
        assert found(state, fact, expected) == expected, fact


@each_diagram
def test_position_under_other_rules(diagram: dict[str, Any]) -> None:
    for spec, facts in diagram.get("under", {}).items():
        state = set_up(diagram, spec)
        for fact, expected in facts.items():
            assert found(state, fact, expected) == expected, (spec, fact)


@each_diagram
def test_played_game_ends_with_its_last_move(diagram: dict[str, Any]) -> None:
    state = set_up(diagram, diagram["spec"])
    if "moves" not in diagram or not state.is_terminal():
        return
    state.undo()
    assert not state.is_terminal()


@each_diagram
def test_what_may_follow_is_legal(diagram: dict[str, Any]) -> None:
    state = set_up(diagram, diagram["spec"])
    assert not (state.is_terminal() and diagram.get("then"))
    state.play_all(diagram.get("then", []))


@each_diagram
def test_marks_stand_on_cells(diagram: dict[str, Any]) -> None:
    board = motu.load_game(diagram["spec"]).board
    for cell in diagram.get("marks", {}):
        assert board.index(cell) >= 0


def test_numbers_on_atoll_boards_name_the_islands_that_the_cells_touch() -> None:
    for name in ("atoll-start", "atoll-win", "atoll-third-island", "atoll-12-islands"):
        board = motu.load_game(BY_NAME[name]["spec"]).board
        for cell, mark in BY_NAME[name]["marks"].items():
            assert board.index(cell) in board.islands[int(mark)].cells, (name, cell)


def test_twelve_island_win_has_no_opposite_pair_and_fails_without_its_last_stone() -> None:
    diagram = BY_NAME["atoll-12-islands"]
    joined = diagram["expects"]["joined"]
    assert all(island + 6 not in joined for island in joined)
    before = set_up({**diagram, "moves": diagram["moves"][:-1]}, diagram["spec"])
    assert not before.is_terminal()


def test_eight_weak_stones_have_eight_different_trios() -> None:
    state = set_up(BY_NAME["atomorph-weak"], "atomorph")
    board, stones = state.game.board, state.stones()
    black = {board.coordinates[cell] for cell, stone in enumerate(stones) if stone == 0}
    trios = set()
    for cell in state.weak():
        x, y = board.coordinates[cell]
        trios.add(frozenset((u - x, v - y) for u, v in black if max(abs(u - x), abs(v - y)) == 1))
    assert len(trios) == 8
    assert {len(trio) for trio in trios} == {3}


def test_numbers_on_the_tiebreak_board_are_the_fours() -> None:
    diagram = BY_NAME["atmalof-tiebreak"]
    state = set_up(diagram, diagram["spec"])
    for colour in (0, 1):
        numbered: dict[str, list[str]] = {}
        for square, mark in diagram["marks"].items():
            if state.stones()[state.game.board.index(square)] == colour:
                numbered.setdefault(mark, []).append(square)
        assert sorted(map(sorted, numbered.values())) == sorted(fours(state, colour))


def test_marked_corner_is_out_of_reach_of_every_announcement() -> None:
    (corner,) = BY_NAME["atmalof-corner"]["marks"]
    start = motu.load_game("atmalof").new_initial_state()
    reached = set()
    for line in start.legal_moves():
        announced = start.clone()
        announced.play(line)
        reached |= set(landing_squares(announced))
    assert reached == set(start.game.board.names) - {corner}


def test_marked_squares_of_the_move_diagram_are_where_the_piece_may_go() -> None:
    diagram = BY_NAME["atmalof-move"]
    assert sorted(diagram["marks"]) == diagram["expects"]["steps"]["r4c4"]


def test_winning_chain_of_the_third_island_has_two_parts() -> None:
    diagram = BY_NAME["atoll-third-island"]
    state = set_up(diagram, diagram["spec"])
    black = board_colour(state, "black")
    part = {cell for cell in map(state.game.board.index, ("a1", "a2", "a3")) if state.stones()[cell] == black}
    outside = {other for cell in part for other in state.game.board.neighbours[cell]} - part
    assert names(state, sorted(part)) == ["a1", "a2", "a3"]
    assert all(state.stones()[cell] != black for cell in outside)
