"""Themes: what kind of move solves a puzzle, as far as that is certain (floor: puzzles). docs/puzzles.md lists them.

Each is a fact about the board, or the solver's own word; nothing here is a matter of taste. The games are told apart by
what they have: hexagons with islands, flips, dice.
"""

from __future__ import annotations

from collections.abc import Iterator

from motu.games import State
from motu.puzzles.truth import PuzzleSolver
from motu.search.tactics import threats

__all__ = ["THEMES", "themes_of"]

THEMES = (
    "threat",
    "double-threat",
    "shared",
    "bridge",
    "link",
    "afar",
    "flip",
    "quiet",
    "corner",
    "bait",
    "roll",
    "luck",
    "step",
)
"""All themes, in the order in which they are told."""
BRIDGE = 2
"""Empty cells between the two ends of a bridge: whoever loses one takes the other."""
CORNER = 2
"""Neighbours of a corner of Atomorph's board."""


def themes_of(state: State, action: int, truth: PuzzleSolver) -> tuple[str, ...]:
    """Return the themes of a move that solves a puzzle.

    Args:
        state: The puzzle's position.
        action: The right move.
        truth: Who is asked for what only a proof can tell.
    """
    if state.game.type.has_dice:
        found = set(_of_dice(state, action))
    elif state.game.type.has_flips:
        found = set(_of_flips(state, action))
    else:
        found = set(_of_connections(state, action, truth))
    return tuple(theme for theme in THEMES if theme in found)


def _after(state: State, action: int) -> State:
    after = state.clone()
    after.apply_action(action)
    return after


def _of_threats(after: State) -> Iterator[str]:
    """Yield what the move threatens: wins at once, were it the same person's turn again."""
    count = len(threats(after))
    if count:
        yield "threat"
    if count > 1:
        yield "double-threat"


def _of_connections(state: State, action: int, truth: PuzzleSolver) -> Iterator[str]:
    yield from _of_threats(_after(state, action))
    board, stones, own = state.game.board, state.stones(), state.to_move()
    cell = board.index(state.action_to_string(action))
    around = board.neighbours[cell]
    if all(stones[each] > 1 for each in around):
        yield "afar"
    if len({_group(state, each) for each in around if stones[each] == own}) > 1:
        yield "link"
    if any(_is_bridge(state, cell, other) for other, stone in enumerate(stones) if stone == own):
        yield "bridge"
    if _is_wanted_by_both(state, action, truth):
        yield "shared"


def _is_bridge(state: State, cell: int, other: int) -> bool:
    """Return whether two cells that do not touch have two neighbours in common, both empty."""
    neighbours, stones = state.game.board.neighbours, state.stones()
    if other == cell or other in neighbours[cell]:
        return False
    between = set(neighbours[cell]) & set(neighbours[other])
    return len(between) == BRIDGE and all(stones[each] > 1 for each in between)


def _group(state: State, cell: int) -> int:
    """Return the lowest cell of the stones that hang together with a cell's."""
    neighbours, stones = state.game.board.neighbours, state.stones()
    seen, waiting = {cell}, [cell]
    while waiting:
        fresh = [each for each in neighbours[waiting.pop()] if stones[each] == stones[cell] and each not in seen]
        seen.update(fresh)
        waiting += fresh
    return min(seen)


def _is_wanted_by_both(state: State, action: int, truth: PuzzleSolver) -> bool:
    """Return whether the opponent, were it their turn, would win there as well, and nowhere else."""
    names = state.game.board.names
    stones = {name: stone for name, stone in zip(names, state.stones(), strict=True) if stone < 2}
    passed = state.game.new_state(stones, 1 - state.to_move())
    return not passed.is_terminal() and truth.winning(passed, 2) == [action]


def _of_flips(state: State, action: int) -> Iterator[str]:
    after = _after(state, action)
    found = list(_of_threats(after))
    yield from found
    text = state.action_to_string(action)
    if text.startswith("x"):
        yield "flip"
    elif not found:
        yield "quiet"
    board = state.game.board
    cell = board.index(text.lstrip("x@"))
    if len(board.neighbours[cell]) == CORNER:
        yield "corner"
    if cell in after.weak():
        yield "bait"


def _of_dice(state: State, action: int) -> Iterator[str]:
    after = _after(state, action)
    if not after.is_chance_node():
        yield "step"
        return
    yield "roll"
    person = state.current_player()
    ends = (_after(after, outcome) for outcome, _ in after.chance_outcomes())
    if any(end.is_terminal() and end.returns()[person] > 0 for end in ends):
        yield "luck"
