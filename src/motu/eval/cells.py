"""Atoll and Hex by their cells: which ones matter, and what circuits and distances say (floor: eval).

Cells are numbered as in `Board`, so a cell's number is the action that takes it. Colours are 0 (black) and 1 (white).
All functions look at the position as it stands: the pie rule is not heeded.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from motu import _core
from motu.games import State

__all__ = [
    "Circuits",
    "InferiorCells",
    "InferiorMove",
    "TwoDistances",
    "inferior_cells",
    "resistance",
    "two_distance",
]


@dataclass(frozen=True, slots=True)
class InferiorMove:
    """A move that need not be looked at."""

    cell: int
    reason: int
    """The cell that makes it so: the enemy's answer that kills it, or the move that is at least as good."""


@dataclass(frozen=True, slots=True)
class InferiorCells:
    """Empty cells that need no thought. Each is in exactly one of the lists, ascending."""

    dead: tuple[int, ...]
    """Whoever gets them, it changes nothing."""
    captured: tuple[tuple[int, ...], tuple[int, ...]]
    """As good as black's; as good as white's."""
    vulnerable: tuple[InferiorMove, ...]
    """Moves of the mover that an answer makes worthless."""
    dominated: tuple[InferiorMove, ...]
    """Moves of the mover that another is at least as good as."""
    candidates: tuple[int, ...]
    """The rest: if the mover can win, one of these wins. Empty when there is a winner."""
    winner: int | None
    """The colour that wins, where these rules alone show it; the lists then hold what was found until that was clear,
    and other cells may be in none."""


@dataclass(frozen=True, slots=True)
class Circuits:
    """The position as two electrical circuits, after dead and captured cells have been filled in."""

    value: float
    """For the person to act, in [-1, 1]; -1 and 1 exactly when the fill-in shows the winner."""
    conductances: tuple[float, float]
    """Black's and white's, in units of one cell's conductance; 0 for who can't win, infinite for who can't lose."""
    flow: npt.NDArray[np.float64] = field(repr=False, compare=False)
    """[num_cells] the mean of both colours' flows, in [0, 1]: where connections and cuts meet."""
    flows: npt.NDArray[np.float64] = field(repr=False, compare=False)
    """[2, num_cells] the share of each colour's current that goes through a cell, in [0, 1]."""


@dataclass(frozen=True, slots=True)
class TwoDistances:
    """How far connections are when the enemy may always deny the best way."""

    potential: tuple[int | None, int | None]
    """The least number of stones that black, white needs by this measure; None when there is no such way."""
    mobility: tuple[int, int]
    """How many cells have that potential."""
    potentials: npt.NDArray[np.int32] = field(repr=False, compare=False)
    """[2, num_cells] the least number of stones of a connection through the cell; -1 where there is none."""
    distances: npt.NDArray[np.int32] = field(repr=False, compare=False)
    """[num_islands, num_cells] from cells to islands, for the island's colour; -1 where there is none, and for islands
    that no longer matter."""


def inferior_cells(state: State) -> InferiorCells:
    """Find dead and captured cells, and moves that the person to act need not look at.

    After Henderson and Hayward ("Captured-reversible moves and star-decomposition domination in Hex", 2013) and van
    Rijswijck ("Set colouring games", 2006), restated for any board and any number of islands; the proofs are in
    cpp/motu/atoll/inferior.hpp.

    Args:
        state: A position of Atoll or Hex that is not over. A swap, where legal, is not judged.

    Raises:
        EngineError: "engine/evaluator-game" for another game, "engine/no-move" at the end of a game.
    """
    native = _core.inferior_cells(state)
    return InferiorCells(
        dead=tuple(native.dead),
        captured=(tuple(native.captured(white=False)), tuple(native.captured(white=True))),
        vulnerable=tuple(InferiorMove(*pair) for pair in native.vulnerable),
        dominated=tuple(InferiorMove(*pair) for pair in native.dominated),
        candidates=tuple(native.candidates),
        winner=native.winner if native.winner < 2 else None,
    )


def resistance(state: State) -> Circuits:
    """Evaluate a position by the resistance of both colours' circuits (Anshelevich, 2002).

    With several ways to win, the minimal winning sets of islands count as resistances in parallel; see
    cpp/motu/atoll/resistance.hpp. The same value and flow guide searches as the evaluator "resistance"; where several
    ways to win share a cell, its flow may come out above 1 there, and is 1 here.

    Args:
        state: A position of Atoll or Hex that is not over.

    Raises:
        EngineError: "engine/evaluator-game" for another game, "engine/no-move" at the end of a game.
    """
    value, black, white, native = _core.evaluate_circuits(state)
    # Ways to win that share cells are counted as if they did not, so currents may add up to more than all of it.
    flows = np.clip(native[:2], 0.0, 1.0)
    return Circuits(value, (black, white), flow=flows.mean(axis=0), flows=flows)


def two_distance(state: State) -> TwoDistances:
    """Measure a position by Queenbee's two-distance (van Rijswijck, 2002).

    Args:
        state: A position of Atoll or Hex that is not over.

    Raises:
        EngineError: "engine/evaluator-game" for another game, "engine/no-move" at the end of a game.
    """
    black, white, black_mobility, white_mobility, potentials, distances = _core.measure_two_distances(state)
    return TwoDistances(
        potential=(black if black >= 0 else None, white if white >= 0 else None),
        mobility=(black_mobility, white_mobility),
        potentials=potentials,
        distances=distances,
    )
