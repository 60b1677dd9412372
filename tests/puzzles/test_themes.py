"""Themes: each is true of a position made for it, and of no other kind of move."""

from __future__ import annotations

import pytest

from motu.games import Game, State, load_game
from motu.puzzles.themes import THEMES, themes_of
from motu.puzzles.truth import PuzzleSolver

HEX = load_game("hex(size=5,swap=false)")
SMALL = load_game("hex(size=3,swap=false)")
POINTS = load_game("atomorph(size=5,swap=false)")
LINES = load_game("atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)")


def themes(state: State, move: str) -> set[str]:
    found = themes_of(state, state.string_to_action(move), PuzzleSolver(state.game))
    assert list(found) == sorted(found, key=THEMES.index)
    return set(found)


def placed(game: Game, own: str = "", other: str = "") -> State:
    """Return a position with stones of whoever is to move, the first colour, and of the other."""
    return game.new_state({**dict.fromkeys(own.split(), 0), **dict.fromkeys(other.split(), 1)}, 0)


@pytest.mark.parametrize(
    ("own", "other", "move", "is_bridge"),
    [
        ("c3", "", "d1", True),
        ("c3", "c2", "d1", False),  # one of the two cells between is taken
        ("c3", "d2", "d1", False),
        ("c3", "", "c2", False),  # they touch
        ("c3", "", "e1", False),  # too far away
        ("", "c3", "d1", False),  # the other one's stone
    ],
)
def test_a_bridge_has_two_empty_cells_between_its_ends(own: str, other: str, move: str, is_bridge: bool) -> None:
    assert ("bridge" in themes(placed(HEX, own, other), move)) == is_bridge


def test_a_link_joins_groups_that_were_apart() -> None:
    assert "link" in themes(placed(HEX, "c2 c4", "a1 e5"), "c3")
    assert "link" not in themes(placed(HEX, "c2 b2 b3 b4 c4", "a1 e5"), "c3")  # they hang together already
    assert "link" not in themes(placed(HEX, "c2", "c4"), "c3")


def test_from_afar_no_stone_is_touched() -> None:
    assert "afar" in themes(placed(HEX, "a1", "e5"), "c3")
    assert "afar" not in themes(placed(HEX, "a1", "c4"), "c3")


def test_threats_are_wins_at_once_with_another_move() -> None:
    threat = {"threat", "double-threat"}
    assert not themes(placed(HEX, "c1 c2", "e5 a5"), "c3") & threat
    assert themes(placed(HEX, "c1 c2 c3", "b5 e5"), "c4") & threat == {"threat"}
    assert themes(placed(HEX, "c1 c2 c3", "e5 a5"), "c4") & threat == threat


def test_the_one_point_for_both_sides_wins_for_both_and_nothing_else_does() -> None:
    assert "shared" in themes(placed(SMALL, "a1 a2", "c1 b2"), "a3")
    assert "shared" not in themes(placed(SMALL, "b3", "b1"), "c1")  # the opponent wins elsewhere as well


def test_corners_and_flips_are_seen() -> None:
    state = POINTS.new_initial_state()
    assert {"corner", "quiet"} <= themes(state, "a1")
    assert "corner" not in themes(state, "c3")
    flips = first_flip()
    move = next(move for move in flips.legal_moves() if move.startswith("x"))
    found = themes(flips, move)
    assert "flip" in found
    assert "quiet" not in found


def first_flip() -> State:
    """Return a position in which a stone can be flipped."""
    state = POINTS.new_initial_state()
    while not any(move.startswith("x") for move in state.legal_moves()):
        state.apply_action(state.legal_actions()[0])
    return state


def test_a_bait_can_be_flipped_at_once() -> None:
    state = placed(POINTS, "", "a2 b1")
    assert "bait" in themes(state, "a1")
    assert "xa1" in state.clone().play_all(["a1"]).legal_moves()
    assert "bait" not in themes(state, "c3")


def test_announcements_are_rolls_and_steps_are_steps() -> None:
    state = LINES.new_initial_state()
    roll = next(move for move in state.legal_moves() if "-" not in move)
    assert themes(state, roll) == {"roll"}
    lucky = LINES.new_state({"r1c1": 0, "r1c2": 0, "r3c1": 1, "r3c3": 1}, 0)
    assert themes(lucky, "r1") == {"roll", "luck"}
    steps = [move for move in lucky.legal_moves() if "-" in move]
    assert all(themes(lucky, move) == {"step"} for move in steps)
