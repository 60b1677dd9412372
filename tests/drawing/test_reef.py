"""Where the island stones and the coordinates lie."""

import math
from collections import Counter
from itertools import pairwise

import pytest

import motu
from drawing.gallery import BAY, random_boards
from motu import Board
from motu.drawing.coordinates import CLEARANCE, coordinates_of
from motu.drawing.reef import ReefStone, reef_of

SPECS = (
    "gan",
    "nauru",
    "tokelau",
    "kiritimati",
    "atoll(size=9)",
    "atoll(size=11,islands=16)",
    "hex(size=11)",
    "hex(size=9x11)",
    "atoll(board=rhombus,size=9,islands=16)",
    "atoll-12",
    "atoll-24",
    "atoll(board=triangle,size=10,islands=12)",
)

each_board = pytest.mark.parametrize("spec", SPECS)


def board_of(spec: str) -> Board:
    return motu.load_game(spec).board


def away(one: tuple[float, float], other: tuple[float, float]) -> float:
    return math.hypot(one[0] - other[0], one[1] - other[1])


def own_stones(board: Board, reef: tuple[ReefStone, ...]) -> list[int]:
    return [sum(stone.islands == (island.index,) for stone in reef) for island in board.islands]


def test_published_board_has_the_rule_sheets_36_island_stones() -> None:
    board = board_of("nauru")
    reef = reef_of(board)
    # Clockwise from the left half of the top: top, right, bottom, left.
    assert own_stones(board, reef) == [5, 5, 4, 4, 5, 5, 4, 4]
    colours = Counter(board.islands[stone.islands[0]].colour for stone in reef if len(stone.islands) == 1)
    assert colours == {0: 18, 1: 18}


def test_hex_board_has_four_equal_islands() -> None:
    board = board_of("hex(size=11)")
    assert own_stones(board, reef_of(board)) == [11, 11, 11, 11]


@each_board
def test_reef_is_one_closed_ring_just_off_the_board(spec: str) -> None:
    board = board_of(spec)
    reef = reef_of(board)
    centres = [tuple(centre) for centre in board.centres.tolist()]
    for stone, following in pairwise([*reef, reef[0]]):
        assert away(stone.place, following.place) == pytest.approx(1.0)
        assert min(away(stone.place, centre) for centre in centres) == pytest.approx(1.0)
    assert len({(round(x, 3), round(y, 3)) for x, y in (stone.place for stone in reef)}) == len(reef)


@each_board
def test_every_rim_cell_touches_a_stone_of_each_of_its_islands(spec: str) -> None:
    board = board_of(spec)
    reef = reef_of(board)
    for island in board.islands:
        for cell in island.cells:
            assert any(island.index in stone.islands and cell in stone.cells for stone in reef), board.names[cell]


@each_board
def test_a_stone_touches_only_rim_cells_of_its_islands(spec: str) -> None:
    board = board_of(spec)
    for stone in reef_of(board):
        for cell in stone.cells:
            assert any(cell in board.islands[index].cells for index in stone.islands)


@pytest.mark.parametrize("spec", [spec for spec in SPECS if "triangle" not in spec])
def test_opposite_islands_have_equally_many_stones(spec: str) -> None:
    board = board_of(spec)
    counts = own_stones(board, reef_of(board))
    half = len(counts) // 2
    assert counts[:half] == counts[half:]


@each_board
def test_stones_between_islands_lie_at_junctions(spec: str) -> None:
    board = board_of(spec)
    for stone in reef_of(board):
        if len(stone.islands) > 1:
            before, after = stone.islands
            assert after == (before + 1) % len(board.islands)
            assert board.islands[after].cells[0] in stone.cells


def test_a_bay_is_filled_once() -> None:
    board = motu.load_game("atoll(file=bay.json)", BAY).board
    reef = reef_of(board)
    places = {(round(x, 3), round(y, 3)) for x, y in (stone.place for stone in reef)}
    assert len(places) == len(reef)
    in_the_bay = [stone for stone in reef if any(board.names[cell] == "b5" for cell in stone.cells)]
    assert in_the_bay


@each_board
def test_every_line_has_its_name_clear_of_stones_and_of_other_names(spec: str) -> None:
    board = board_of(spec)
    labels = coordinates_of(board)
    columns = [label for label in labels if label.is_column]
    rows = [label for label in labels if not label.is_column]
    assert [label.index for label in columns] == list(range(board.width))
    assert [label.text for label in rows] == [str(row + 1) for row in range(board.height)]
    obstacles = [tuple(centre) for centre in board.centres.tolist()] + [stone.place for stone in reef_of(board)]
    for number, label in enumerate(labels):
        assert min(away(label.place, other) for other in obstacles) > CLEARANCE - 0.01, label.text
        assert all(away(label.place, other.place) > 0.6 for other in labels[:number]), label.text


def test_column_names_of_a_square_stand_on_one_line() -> None:
    heights = {round(label.place[1], 6) for label in coordinates_of(board_of("nauru")) if label.is_column}
    assert len(heights) == 1


def test_boards_without_islands_have_no_reef() -> None:
    assert reef_of(board_of("atmalof")) == ()
    assert reef_of(board_of("atomorph")) == ()


def test_reef_of_random_boards_fits_their_islands() -> None:
    for board in random_boards(150):
        reef = reef_of(board)
        assert len({(round(x, 3), round(y, 3)) for x, y in (stone.place for stone in reef)}) == len(reef)
        for stone in reef:
            for cell in stone.cells:
                assert any(cell in board.islands[index].cells for index in stone.islands)
        for island in board.islands:
            for cell in island.cells:
                assert any(island.index in stone.islands and cell in stone.cells for stone in reef)


def test_names_on_random_boards_are_clear_of_the_board() -> None:
    for board in random_boards(150):
        obstacles = [tuple(centre) for centre in board.centres.tolist()] + [stone.place for stone in reef_of(board)]
        for label in coordinates_of(board):
            assert min(away(label.place, other) for other in obstacles) > CLEARANCE - 0.01
            assert (label.text in {name.rstrip("0123456789") for name in board.names}) == label.is_column
