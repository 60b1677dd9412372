"""What holds for all positions of a small Atomorph board: counts, the longest win, stones that hurt (floor: solve)."""

from __future__ import annotations

from dataclasses import dataclass

from motu import _core
from motu.games import State
from motu.solve.flip_solver import FlipSolver
from motu.solve.solution import SolveLimits

__all__ = ["ExtraStone", "FlipFacts", "Harm", "flip_facts"]


@dataclass(frozen=True, slots=True)
class Harm:
    """A position in which one stone more makes things worse for the stone's owner."""

    state: State
    """Without the stone."""
    cell: int
    """Where the stone is added; whose turn it is does not change."""
    before: float
    """The value for the person to act, without the stone."""
    after: float
    """With it."""


@dataclass(frozen=True, slots=True)
class ExtraStone:
    """Whether a stone more can hurt its owner: all positions, all their empty points."""

    tried: int
    """Pairs of a position and a point; a stone that wins or ends the turn is none. Images count once."""
    hurts: int
    smallest: Harm | None
    """With the fewest stones, set up by hand."""
    smallest_reachable: Harm | None
    """The same where both positions can arise in games from the empty board."""


@dataclass(frozen=True, slots=True)
class FlipFacts:
    """What holds for all positions of a small board together.

    Positions are counted up to the symmetries that keep the colours' edges and up to the exchange of colours.
    """

    won: int
    """By the person to act."""
    drawn: int
    lost: int
    reachable: int
    """In games from the empty board."""
    longest: int
    """Turns of the longest win, from any position."""
    longest_state: State
    longest_reachable: int
    """The same from positions that can arise in a game."""
    longest_reachable_state: State
    mover_stone: ExtraStone
    """A stone more of the colour to move."""
    other_stone: ExtraStone
    """A stone more of the other colour."""


def flip_facts(solver: FlipSolver, limits: SolveLimits | None = None) -> FlipFacts:
    """Go through the whole table of a solver: seconds to a minute.

    Args:
        solver: For 3×3 or 4×4 points.
        limits: For making the table.

    Raises:
        SolveError: As `FlipSolver.table`.
    """
    table = solver.table(limits)
    native = table.facts(None)
    assert native is not None  # noqa: S101  (nobody stops it)
    longest, reachable = table.longest(native), table.longest_reachable(native)
    assert longest is not None  # noqa: S101  (somebody wins, on the empty board if not elsewhere)
    assert reachable is not None  # noqa: S101
    lost, drawn, won = native.results
    return FlipFacts(
        won=won,
        drawn=drawn,
        lost=lost,
        reachable=native.reachable,
        longest=longest[0],
        longest_state=_state(solver, longest[1]),
        longest_reachable=reachable[0],
        longest_reachable_state=_state(solver, reachable[1]),
        mover_stone=_extra(solver, table, native.extra(is_movers=True)),
        other_stone=_extra(solver, table, native.extra(is_movers=False)),
    )


def _extra(solver: FlipSolver, table: _core.NativeFlipSolver, native: _core.NativeExtraStone) -> ExtraStone:
    return ExtraStone(
        native.tried,
        native.hurts,
        _harm(solver, table.smallest(native)),
        _harm(solver, table.smallest_reachable(native)),
    )


def _harm(solver: FlipSolver, native: tuple[tuple[list[int], int, int], int, int, int] | None) -> Harm | None:
    if native is None:
        return None
    place, cell, before, after = native
    return Harm(_state(solver, place), cell, float(before), float(after))


def _state(solver: FlipSolver, place: tuple[list[int], int, int]) -> State:
    stones, to_move, flags = place
    names = solver.game.board.names
    placed: dict[str, str | int] = {name: colour for name, colour in zip(names, stones, strict=True) if colour < 2}
    return solver.game.new_state(placed, to_move, flags)
