"""Games with variations: through records and SGF and back, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from motu.boards.marks import GLYPHS, MARK_COLOURS, MARK_KINDS, MAX_MARKS, DrawnMark, arranged
from motu.errors import RecordError
from motu.games import formats
from motu.games.formats.sgf_syntax import parse
from motu.games.record import Record
from motu.games.record_parts import RecordPlayer, Result, Setup
from motu.games.record_tree import MAX_NODES, RecordTree, TreeNode, children_of, main_line
from motu.games.state import State

SPECS = (
    "hex(size=4)",
    "atoll(size=5)",
    "atomorph(size=4)",
    "atomorph(size=3,return_stone=true)",
    "atmalof(rows=3,cols=3,extra_rows=1,extra_cols=1,line=4)",
)


def node(move: str, parent: int, comment: str = "", glyph: str = "", *marks: str) -> TreeNode:
    return TreeNode(move, parent, comment, glyph, marks)


def grow(spec: str, *nodes: TreeNode, **about: Any) -> RecordTree:
    return RecordTree.grown(Record(spec=spec, **about), nodes)


def lines(tree: RecordTree) -> list[str]:
    """Every line to its end with what is said and drawn, in the order of the tree."""
    children, found = children_of(tree.nodes), list[str]()

    def follow(number: int, line: str) -> None:
        if not children[number]:
            found.append(line.strip())
        for child in children[number]:
            each = tree.nodes[child - 1]
            drawn = f"[{', '.join(each.marks)}]" if each.marks else ""
            said = f"{{{each.comment}}}" if each.comment else ""
            follow(child, f"{line} {each.move}{each.glyph}{drawn}{said}")

    follow(0, "")
    return found


def random_tree(spec: str, seed: int) -> RecordTree:
    """A tree with some thirty moves at random places, some with comments."""
    dice = random.Random(seed)
    record = Record(spec=spec)
    nodes: list[TreeNode] = []
    for step in range(30):
        parent = dice.randint(max(0, len(nodes) - 4), len(nodes))
        state = _state_at(record.start(), nodes, parent)
        known = {each.move for each in nodes if each.parent == parent}
        moves = [] if state.is_terminal() else [move for move in _full_moves(state) if move not in known]
        if moves:
            comment = f"]\\{step}\nsecond: line" if dice.random() < 0.4 else ""
            glyph = dice.choice(GLYPHS) if dice.random() < 0.3 else ""
            nodes.append(TreeNode(dice.choice(moves), parent, comment, glyph, _random_marks(dice, state)))
    return RecordTree.grown(record, nodes, _random_marks(dice, record.start()))


def _random_marks(dice: random.Random, state: State) -> tuple[str, ...]:
    if dice.random() < 0.6:
        return ()
    board = state.game.board
    drawn = []
    for kind in dice.choices(MARK_KINDS, k=4):
        found = dice.sample(board.names, 2 if kind == "arrow" else 1)
        text = dice.choice([":", "]", "\\", "A:]", "12"]) if kind == "label" else ""
        drawn.append(DrawnMark(kind, tuple(found), dice.choice(MARK_COLOURS), text))
    return arranged(drawn, board)


def _state_at(state: State, nodes: Sequence[TreeNode], number: int) -> State:
    moves = []
    while number:
        moves.append(nodes[number - 1].move)
        number = nodes[number - 1].parent
    return state.play_all(moves[::-1])


def _full_moves(state: State) -> list[str]:
    if state.game.name != "atmalof":
        return list(state.legal_moves())
    return [move if "-" in move else f"{move}={face}" for move in state.legal_moves() for face in (1, 2)]


# --- there and back ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", formats.TREE_FORMATS)
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seed", range(4))
def test_every_tree_comes_back(spec: str, name: str, seed: int) -> None:
    tree = random_tree(spec, seed)
    assert len(lines(tree)) > 2
    text = formats.write_trees(tree, name)
    [back] = formats.read_trees(text)
    assert lines(back) == lines(tree)
    assert (back.record, back.marks) == (tree.record, tree.marks)
    assert formats.write_trees(back, name) == text


@pytest.mark.parametrize("name", formats.TREE_FORMATS)
def test_what_is_known_of_a_game_comes_along(name: str) -> None:
    tree = grow(
        "hex(size=5)",
        node("c3", 0, "centre"),
        node("swap", 1),
        node("b2", 1, "no swap"),
        node("d2", 2),
        node("e5", 4),
        node("a1", 0),
        moves=("c3", "swap", "d2", "e5"),
        players=(RecordPlayer("Ana", rating=1700), RecordPlayer("Ivo")),
        setup=None,
        result=Result(1, "resign"),
        times=(1, 2, 3, 4),
        comment="A game.\nIn two lines.",
        event="Cup",
        extra={"sgf": {"2": {"BL": ["30"]}}},
    )
    [back] = formats.read_trees(formats.write_trees([tree], name))
    assert (back.record, lines(back)) == (tree.record, lines(tree))
    assert back.record.result == Result(1, "resign")
    assert lines(back) == ["c3{centre} swap d2 e5", "c3{centre} b2{no swap}", "a1"]


@pytest.mark.parametrize("name", formats.TREE_FORMATS)
def test_a_set_up_position_begins_a_tree(name: str) -> None:
    setup = Setup((("b2",), ("c3", "a1")), 1, 1)
    tree = grow("atomorph(size=4)", node("d4", 0), node("c1", 0), node("d4", 2), setup=setup)
    [back] = formats.read_trees(formats.write_trees(tree, name))
    assert back == tree


def test_the_other_formats_have_the_main_line_alone() -> None:
    [tree] = formats.read_trees("https://hexworld.org/board/#5c1,c3b2")
    assert lines(tree) == ["c3 b2"]
    with pytest.raises(RecordError, match="jsonl or sgf") as caught:
        formats.write_trees(tree, "hexworld")
    assert caught.value.slug == "record/format"


def test_a_long_game_is_no_deeper_than_a_short_one() -> None:
    moves = ["r1=1", "r1=1", *["r1c1-r1c2", "r2=1", "r1c2-r1c1", "r1=1"] * 300]
    record = Record(spec="atmalof")
    state = record.start()
    played = [move for move in moves if _try(state, move)]
    tree = RecordTree.grown(record, [node(move, parent) for parent, move in enumerate(played)])
    assert len(tree.nodes) > 600
    for name in formats.TREE_FORMATS:
        assert formats.read_trees(formats.write_trees(tree, name)) == [tree]


def _try(state: State, move: str) -> bool:
    try:
        state.play(move)
    except ValueError:
        return False
    return True


# --- announcements and rolls ------------------------------------------------------------------------------------------


def test_announcements_and_rolls_are_one_move() -> None:
    tree = grow(
        "atmalof",
        node("R4", 0, "which?"),
        node("=6", 1, "six"),
        node("=5", 1),
        node("c2", 2),
        node("c2", 3),
        node("=1", 5),
    )
    assert lines(tree) == ["r4=6{which?\nsix} c2", "r4=5 c2=1"]
    assert tree.record.moves == ("r4=6", "c2")


def test_a_glyph_is_the_announcements_and_marks_are_drawn_once() -> None:
    tree = grow(
        "atmalof",
        node("r4", 0, "", "!?", "circle r4c1"),
        node("=6", 1, "", "", "cross r4c6"),
        node("=5", 1, "", "", "arrow r4c5 r3c5 blue"),
    )
    assert lines(tree) == ["r4=6!?[circle r4c1, cross r4c6]", "r4=5!?[arrow r4c5 r3c5 blue]"]


# --- glyphs and marks -------------------------------------------------------------------------------------------------


def test_glyphs_and_marks_stand_beside_the_comments_of_a_record() -> None:
    tree = RecordTree.grown(
        Record(spec="hex(size=4)"),
        [node("c3", 0, "", "!"), node("b2", 1, "", "", "label b2 A red", "CIRCLE c3".lower()), node("a1", 1, "", "??")],
        ["arrow a1 b2"],
    )
    extra = tree.to_record().extra
    assert extra["glyphs"] == {"1": "!"}
    assert extra["marks"] == {"0": ["arrow a1 b2"], "2": ["circle c3", "label b2 A red"]}
    assert extra["variations"] == [{"of": 0, "after": 1, "moves": ["a1"], "glyphs": {"2": "??"}}]
    assert RecordTree.from_record(tree.to_record()) == tree


@pytest.mark.parametrize(
    ("extra", "says"),
    [
        ({"glyphs": 5}, "glyphs: expected an object"),
        ({"glyphs": {"x": "!"}}, "numbers of moves"),
        ({"glyphs": {"1": "!!!"}}, r"glyphs.1: expected one of !! ! !\? \?! \? \?\?, read"),
        ({"glyphs": {"1": []}}, "glyphs.1: expected one of"),
        ({"marks": []}, "marks: expected an object"),
        ({"marks": {"1": "circle a1"}}, "marks.1: expected a list of at most 200 marks"),
        ({"marks": {"1": [5]}}, r"marks.1\[0\]: expected a text"),
        ({"marks": {"1": ["x" * 81]}}, r"marks.1\[0\]: expected at most 80 characters"),
        ({"marks": {"1": ["spiral a1"]}}, r"nodes\[0\].marks: 'spiral a1' is no mark"),
        ({"marks": {"0": ["circle z9"]}}, "marks: no cell 'z9' on this board"),
        ({"marks": {"1": ["circle a1"] * (MAX_MARKS + 1)}}, "at most 200 marks"),
        ({"variations": [{"of": 0, "after": 0, "moves": ["a1"], "marks": {"1": ["x"]}}]}, "'x' is no mark"),
    ],
)
def test_glyphs_and_marks_that_are_none_are_refused(extra: Any, says: str) -> None:
    record = Record(spec="hex(size=4)", moves=("c3", "d4"), extra=extra)
    with pytest.raises(RecordError, match=says):
        RecordTree.from_record(record)


def test_a_glyph_that_is_none_is_refused() -> None:
    with pytest.raises(RecordError, match=r"nodes\[0\].glyph: expected one of"):
        grow("hex(size=4)", node("a1", 0, "", "great"))


# --- SGF of others ----------------------------------------------------------------------------------------------------

HEX5 = "(;FF[4]GM[11]SZ[5]"


def read_one(text: str) -> RecordTree:
    [tree] = formats.read_trees(text)
    return tree


def test_variations_of_other_programs() -> None:
    tree = read_one(
        HEX5 + "AP[X:1]C[root](;C[before];B[C3]C[a];W[b2]C[one](;B[d4]TR[d4];;C[later])(;B[a1]LB[a1:1]))(;B[e5]))"
    )
    assert lines(tree) == ["c3{a} b2{one} d4[triangle d4]{later}", "c3{a} b2{one} a1[label a1 1]", "e5"]
    assert tree.record.comment == "root\nbefore"
    assert tree.record.moves == ("c3", "b2", "d4")


def test_a_swap_of_pieces_turns_only_its_own_variation() -> None:
    tree = read_one(HEX5 + ";B[c2](;W[swap-pieces];B[d5];W[c3])(;W[d5];B[c3])(;W[swap-sides];W[e4]))")
    assert lines(tree) == ["c2 swap e4 c3", "c2 d5 c3", "c2 swap e4"]


def test_an_end_in_a_variation_is_a_remark() -> None:
    tree = read_one(HEX5 + ";B[c3](;W[b2])(;W[resign]))")
    assert lines(tree) == ["c3{W: resign} b2"]
    assert tree.record.result == Result()


def test_a_move_in_the_root_is_a_move() -> None:
    assert lines(read_one("(;FF[4]GM[11]SZ[5]B[c3](;W[b2])(;W[d4]))")) == ["c3 b2", "c3 d4"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEX5 + ";B[c3](;W[b2])(;W[c3]))", r"line 1, W\[c3\]: illegal move 'c3'"),
        (HEX5 + ";B[c3]\n(;W[b2])\n(;B[a1]))", r"line 3, B\[a1\]: it is W's turn"),
        (HEX5 + ";B[c3](;W[b2])(;AB[a1]))", "AB sets up a position in mid-game"),
        (HEX5 + ";B[c3](;W[b2])(;W[resign];B[a1]))", "which ends the game"),
        (HEX5 + ";B[c3](;W[b2])(;W[a1]B[a2]))", "which of them is the move"),
        (HEX5 + ";B[c3](;W[b2])(;W[z99]))", "z99"),
        (HEX5 + ";B[c3](;W[b2]", "the end of the text"),
        (HEX5 + ";B[c3](;W[b2)", "no closing ']'"),
        (HEX5 + ";B[c3](;W[b2])(;W[pass]))", "pass"),
    ],
)
def test_what_is_wrong_in_a_variation_is_said(text: str, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        formats.read_trees(text)


def test_variations_do_not_disturb_the_main_line() -> None:
    text = HEX5 + ";B[c3](;W[b2])(;W[d4];B[a1]))"
    assert formats.read(text)[0].moves == read_one(text).record.moves
    written = formats.write_trees(read_one(text), "sgf")
    assert formats.read(written)[0].moves == ("c3", "b2")
    assert len(parse(written)[0].nodes) == 5


def test_a_record_with_variations_survives_sgf_without_them() -> None:
    tree = random_tree("hex(size=4)", 9)
    [record] = formats.read(formats.write(tree.to_record(), "sgf"))
    assert lines(RecordTree.from_record(record)) == lines(tree)


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variations", "says"),
    [
        ({}, "a list of lines"),
        ([5], r"variations\[0\]: expected an object"),
        ([{"of": 0, "after": 0}], '"moves" is missing'),
        ([{"of": 1, "after": 0, "moves": ["a1"]}], r"variations\[0\].of"),
        ([{"of": 0, "after": 3, "moves": ["a1"]}], "at most 2, where that line ends"),
        ([{"of": 0, "after": -1, "moves": ["a1"]}], r"variations\[0\].after"),
        ([{"of": 0, "after": 1, "moves": ["c3"]}], "illegal move 'c3'"),
        ([{"of": 0, "after": 1, "moves": ["b2"], "colour": 1}], "only of, after, moves, comments, glyphs, marks"),
        ([{"of": 0, "after": 1, "moves": ["b2"], "comments": {"x": "y"}}], "numbers of moves"),
        ([{"of": 0, "after": 1, "moves": ["b2"], "comments": {"2": 5}}], "expected a text"),
    ],
)
def test_variations_that_are_none_are_refused(variations: Any, says: str) -> None:
    record = Record(spec="hex(size=4)", moves=("c3", "d4"), extra={"variations": variations})
    with pytest.raises(RecordError, match=says):
        RecordTree.from_record(record)


def test_parents_stand_before_their_children() -> None:
    with pytest.raises(RecordError, match=r"nodes\[0\].parent"):
        grow("hex(size=4)", node("a1", 1))


def test_a_roll_needs_its_announcement() -> None:
    with pytest.raises(RecordError, match=r"nodes\[0\]") as caught:
        grow("atmalof", node("=3", 0))
    assert caught.value.slug == "record/move"


def test_too_many_moves_are_refused() -> None:
    with pytest.raises(RecordError, match="at most 20,000"):
        grow("hex(size=4)", *[node("a1", 0)] * (MAX_NODES + 1))


def test_the_result_gives_way_to_another_main_line() -> None:
    record = Record(spec="hex(size=4)", moves=("a1",), result=Result(0, "resign"), times=(5,))
    assert RecordTree.grown(record, [node("a1", 0)]).record.result == Result(0, "resign")
    other = RecordTree.grown(record, [node("b1", 0), node("a1", 0)]).record
    assert (other.result, other.times, main_line([node("b1", 0), node("a1", 0)])) == (Result(), None, [1])
