"""What holds in Atomorph though stones are flipped: safe stones and connections, threats, distances (floor: eval).

What can be flipped is not connected. Safe stones are never flipped whatever is played, and links join groups of them
by pairs of empty points: when the enemy takes one, the owner takes the other. `atomorph/connections.hpp` has the
proofs. Points are cells as everywhere (a1 is 0), actions are those of the game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from motu import _core
from motu.errors import EngineError
from motu.games import AtomorphRules, State
from motu.games.kinds import expect_state

__all__ = ["FlipAnalysis", "FlipSide", "SafeGroup", "SafeLink", "flip_analysis"]

Edge = Literal["low", "high"]
"""Black's bottom or white's left edge; black's top or white's right edge."""

_EDGES: dict[int, Edge] = {-1: "low", -2: "high"}


@dataclass(frozen=True, slots=True)
class SafeGroup:
    """Safe stones that are orthogonally connected."""

    stones: tuple[int, ...]
    """Ascending."""
    edges: tuple[Edge, ...]
    """The owner's edges that it stands on."""


@dataclass(frozen=True, slots=True)
class SafeLink:
    """A connection that nobody can break: either of two empty points makes it, and the owner gets one."""

    ends: tuple[int | Edge, int | Edge]
    """Each the number of a group in `FlipSide.groups`, or an edge."""
    points: tuple[int, int]
    """Each is the answer to the other."""
    carrier: tuple[int, ...]
    """The empty points that the proof needs, ascending, `points` among them; they are whole pairs."""


@dataclass(frozen=True, slots=True)
class FlipSide:
    """What one colour has. Points are ascending."""

    weak: tuple[int, ...]
    """Its stones that are weak."""
    contested: tuple[int, ...]
    """Those of them that are contested."""
    flippable: tuple[int, ...]
    """Its stones that the enemy may flip when it is next to move, ban and variant counted."""
    safe: tuple[int, ...]
    """Stones that are never flipped while the owner keeps `pairs`; without pairs, whatever the owner does."""
    groups: tuple[SafeGroup, ...]
    """The safe stones by connection."""
    links: tuple[SafeLink, ...]
    """Connections between groups and edges. All hold at once: who answers within pairs keeps them all."""
    pairs: tuple[tuple[int, int], ...]
    """Two empty points each: where the enemy takes one, take the other. With `return_stone` an owner who keeps pairs
    must not flip while the board has an empty point, since the enemy would get two stones in one turn."""
    is_won: bool
    """Whether groups and links join both edges: a won game for the owner, whoever is to move."""
    distance: float
    """Turns that the owner would need, alone, to join its edges; infinite where safe enemy stones bar every way."""
    distances: tuple[float, ...]
    """For each point the same for ways over that point."""


@dataclass(frozen=True, slots=True)
class FlipAnalysis:
    """What is known about a position without a tree. All but the distances is proved."""

    black: FlipSide
    white: FlipSide
    wins: tuple[int, ...]
    """Actions by which the mover wins at once."""
    threats: tuple[int, ...]
    """Points on which the opponent could win by its next action if the mover changed nothing."""
    answers: tuple[int, ...]
    """Legal actions after which the opponent does not win by its next action; every other one loses. A stone put back
    (`return_stone`) is always among them: the mover has another action to come, and what that does is not looked at."""
    forced_win: int | None
    """An action that begins a win by threats alone, or None: none was found. Its absence proves nothing."""


def flip_analysis(state: State, *, depth: int = 3, max_nodes: int = 20_000) -> FlipAnalysis:
    """Say what holds in a position of Atomorph, in any variant.

    Args:
        state: Any position; at the end of a game the mover's fields are empty.
        depth: Own actions that a win by threats may take: 0 looks for none, 1 for wins at once.
        max_nodes: Positions that may be looked at for it.

    Returns:
        What is proved, and distances.

    Raises:
        EngineError: "engine/no-flips" for another game, "engine/limits" for a depth or a number of nodes below 0.
    """
    if not isinstance(expect_state(state).game.rules, AtomorphRules):
        raise EngineError(
            f"safe stones, links and threats of flips belong to Atomorph, not to {state.game.name}",
            slug="engine/no-flips",
            text=state.game.name,
            legal=("atomorph",),
        )
    if depth < 0 or max_nodes < 0:
        text = f"depth={depth}, max_nodes={max_nodes}"
        raise EngineError(
            f"a win by threats is looked for with a depth and a number of nodes from 0 on, not with {text}",
            slug="engine/limits",
            text=text,
        )
    native = _core.analyze_flips(state, min(depth, state.game.board.num_cells), min(max_nodes, 2**62))
    return FlipAnalysis(
        black=_side(native.sides[0]),
        white=_side(native.sides[1]),
        wins=tuple(native.wins),
        threats=tuple(native.threats),
        answers=tuple(native.answers),
        forced_win=native.forced_win if native.forced_win >= 0 else None,
    )


def _side(native: _core.NativeFlipSide) -> FlipSide:
    return FlipSide(
        weak=tuple(native.weak),
        contested=tuple(native.contested),
        flippable=tuple(native.exposed),
        safe=tuple(native.safe),
        groups=tuple(_group(group) for group in native.groups),
        links=tuple(_link(link) for link in native.links),
        pairs=tuple((first, second) for first, second in native.pairs),
        is_won=native.is_won,
        distance=_turns(native.between_edges),
        distances=tuple(_turns(quarters) for quarters in native.through),
    )


def _group(native: _core.NativeSafeGroup) -> SafeGroup:
    names: tuple[Edge, Edge] = ("low", "high")
    return SafeGroup(tuple(native.stones), tuple(name for name, on in zip(names, native.edges, strict=True) if on))


def _link(native: _core.NativeSafeLink) -> SafeLink:
    first, second = (_EDGES.get(end, end) for end in native.ends)
    one, other = native.points
    return SafeLink((first, second), (one, other), tuple(native.carrier))


def _turns(quarters: int) -> float:
    return quarters / _core.FLIP_TURN if quarters < _core.FLIP_UNREACHABLE else math.inf
