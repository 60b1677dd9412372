"""What the pages are told of a position beyond its stones: the winning chain's lines, rows that nearly win."""

from __future__ import annotations

import math
import random
import re
from xml.etree import ElementTree as ET

import pytest

import motu
from motu.drawing.reef import reef_of
from motu.server import positions
from motu.server.events import ServerError
from motu.server.messages import Positions
from motu.server.positions import positions_of
from motu.server.views import DIGITS, Place, PositionView, board_view


def position(spec: str, moves: str = "", setup: dict[str, object] | None = None) -> PositionView:
    [found] = positions_of(Positions(spec=spec, moves=tuple(moves.split()), setup=setup))
    return found


@pytest.mark.parametrize("spec", ["hex(size=3,swap=false)", "atomorph(size=3,swap=false)"])
def test_a_chain_runs_from_side_to_side(spec: str) -> None:
    assert position(spec, "b1 a1 b2 a2").chain_lines == ()
    found = position(spec, "b1 a1 b2 a2 b3")
    board = board_view(motu.load_game(spec))
    assert found.chain
    cells = {board.centres[cell] for cell in found.chain}
    ends = {place for line in found.chain_lines for place in line}
    assert cells < ends, "the lines touch every stone of the chain"
    assert len([line for line in found.chain_lines if len(set(line) - cells) == 1]) == 2
    assert _is_one_piece(found.chain_lines)


def test_a_chain_runs_through_the_island_that_it_needs() -> None:
    moves = "d2 c4 d3 d5 e5 e6 f6 f7 g8 g7 a3 b3 a2 b2 a1 g6 f4 g5 g4 e3 e4"
    found = position("gan", moves)
    reef = reef_of(motu.load_game("gan").board)
    islands = {Place(round(x, DIGITS), round(y, DIGITS)): stone.islands for stone in reef for x, y in [stone.place]}
    met = [islands[place] for line in found.chain_lines for place in line if place in islands]
    assert {number for numbers in met if len(numbers) == 1 for number in numbers} == {3, 5, 7}
    assert any(one in islands and other in islands for one, other in found.chain_lines), "along the island's stones"
    assert _is_one_piece(found.chain_lines)


def test_a_line_of_pieces_is_drawn_between_the_pieces() -> None:
    rows = {"red": ["r1c1", "r1c2", "r1c3", "r1c4"], "blue": ["r3c1", "r4c1", "r6c6", "r6c5"]}
    found = position("atmalof", "r1=5", {"stones": rows, "to_move": "red"})
    assert len(found.chain) == 5
    lengths = [math.dist((one.x, one.y), (other.x, other.y)) for one, other in found.chain_lines]
    assert lengths == pytest.approx([0.12] * 4)


def test_rows_that_lack_one_or_two_glow() -> None:
    rows = {"red": ["r1c1", "r2c2", "r3c3", "r6c1", "r6c2"], "blue": ["r4c1", "r4c2", "r4c3", "r4c4", "r5c5"]}
    found = position("atmalof", "", {"stones": rows, "to_move": "red"})
    names = motu.load_game("atmalof").board.names
    assert {tuple(names[cell] for cell in row) for row in found.rows} == {
        ("r1c1", "r2c2", "r3c3"),
        ("r4c1", "r4c2", "r4c3", "r4c4"),
    }
    assert position("hex(size=3)", "a1 b2").rows == ()


@pytest.mark.parametrize("swap", [True, False])
@pytest.mark.parametrize(
    ("spec", "moves"),
    [
        ("hex(size=3{swap})", ""),
        ("hex(size=3{swap})", "b2"),
        ("atomorph(size=4,return_stone=true{swap})", "b2 b3 c3 c2 b1"),
        ("atomorph(size=5{swap})", "c3 b2 c2 b3"),
        ("atmalof", ""),
        ("atmalof", "r4=6 c2=1 r1=3 r2=2"),
    ],
)
def test_every_legal_move_is_shown_once_and_nothing_else(spec: str, moves: str, swap: bool) -> None:
    game = motu.load_game(spec.format(swap="" if swap else ",swap=false"))
    found, names = position(game.spec, moves), game.board.names
    shown = [
        *(["swap"] if found.can_swap else []),
        *(names[cell] for cell in found.place),
        *(f"x{names[cell]}" for cell in found.flip),
        *(f"@{names[cell]}" for cell in found.put_back),
        *(f"{names[start]}-{names[end]}" for start, end in found.steps),
        *(each.line for each in found.announce),
    ]
    assert sorted(shown) == sorted(game.new_initial_state().play_all(moves.split()).legal_moves())


def test_stones_that_may_be_flipped_or_put_back_are_told_apart() -> None:
    """White's attack on b2 comes in several steps: the flip, and then the stone that waits."""
    state = motu.load_game("atomorph(size=4,return_stone=true,swap=false)").new_initial_state()
    seen: set[str] = set()
    chance = random.Random(2)
    for _ in range(60):
        if state.is_terminal():
            break
        found = position(state.game.spec, " ".join(state.moves()))
        legal = state.legal_moves()
        names = state.game.board.names
        assert {f"x{names[cell]}" for cell in found.flip} == {move for move in legal if move[0] == "x"}
        assert {f"@{names[cell]}" for cell in found.put_back} == {move for move in legal if move[0] == "@"}
        seen |= {move[0] for move in legal}
        state.play(chance.choice([move for move in legal if move[0] in "x@"] or legal))
    assert {"x", "@"} <= seen


@pytest.mark.parametrize(("spec", "columns", "rows"), [("hex(size=4x3)", "abcd", "123"), ("atmalof", "", "")])
def test_boards_of_squares_have_headers_and_the_others_labels(spec: str, columns: str, rows: str) -> None:
    labels = board_view(motu.load_game(spec)).labels
    assert {label.text for label in labels if label.is_column} == set(columns)
    assert {label.text for label in labels if not label.is_column} == set(rows)


def test_so_many_cells_are_shown_at_once_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "MAX_SHOWN", 3 * 25)
    assert len(positions_of(Positions(spec="hex(size=5)", moves=("a1", "b2"), all=True))) == 3
    with pytest.raises(ServerError, match="at most 3 positions") as caught:
        positions_of(Positions(spec="hex(size=5)", moves=("a1", "b2", "c3"), all=True))
    assert caught.value.slug == "server/too-much"


def _is_one_piece(lines: tuple[tuple[object, object], ...]) -> bool:
    reached, left = {lines[0][0]}, list(lines)
    while near := [line for line in left if set(line) & reached]:
        reached.update(*near)
        left = [line for line in left if line not in near]
    return not left


@pytest.mark.parametrize("spec", ["gan", "hex(size=4)", "atoll-12", "atomorph(size=5)", "atmalof"])
def test_a_board_comes_with_all_that_lies_under_its_stones(spec: str) -> None:
    game = motu.load_game(spec)
    board = board_view(game)
    ground = ET.fromstring(f"<g>{board.ground}</g>")
    ids = [part.attrib["id"] for part in ground.iter() if "id" in part.attrib]
    assert len(set(ids)) == len(ids)
    assert all(name.startswith("ground-") for name in ids), "so that a page can put its own in place"
    for shape in board.stone_shapes:
        asked = re.findall(r"url\(#([^)]*)\)", shape)
        assert asked
        assert set(asked) <= set(ids)
    assert all(bool(lip) == game.type.has_flips for lip in board.lips)
    assert "#" not in re.sub(r"(url\(|href=\")#ground-", "", board.ground), "colours are the style sheet's"
    box = board.box
    assert all(box.left < place.x < box.right and box.top < place.y < box.bottom for place in board.centres)
    assert all(box.left < label.place.x < box.right and box.top < label.place.y < box.bottom for label in board.labels)


def test_islands_that_face_each_other_have_one_sign() -> None:
    signs = [island.emblem for island in board_view(motu.load_game("atoll")).islands]
    assert signs == ["sun", "fish", "shell", "star"] * 2
