"""What a search knows: of its root, of each move there, of each face of a roll (floor: search).

Values and bounds are expected results from -1 to 1, a sure loss and a sure win, for the person who is to act at the
root. A roll belongs to somebody, too: where one is awaited they are for who rolls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from motu import _core
from motu.games import State
from motu.games.state import person_to_act

Proof = Literal["win", "loss", "draw", "exact"]


@dataclass(frozen=True, slots=True)
class FaceAnalysis:
    """A face of the roll after an announcement; all outcomes that lose the turn are one."""

    outcome: int
    """The first outcome that leads there."""
    probability: float
    """The probability of all outcomes that lead there together."""
    visits: int
    value: float
    """Expected result for who announced, and so rolls, in [-1, 1]."""


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """What is known about a move, or where a roll is awaited about an outcome.

    Values and bounds are for the person to act at the root, before this move: there for who rolls.
    """

    action: int
    move: str
    """Its text."""
    visits: int
    value: float
    """Expected result in [-1, 1]; meaningless without visits."""
    prior: float
    """The evaluator's prior, or a face's probability; 0 where there is none."""
    lower: float
    """The value is proved to be at least this."""
    upper: float
    """The value is proved to be at most this."""
    variation: tuple[str, ...]
    """This move and the ones expected after it, up to the next roll."""
    faces: tuple[FaceAnalysis, ...] = ()
    """After an announcement."""
    plies: int = 0
    """Where a win or a loss is proved: turns to the end by that proof, this one included; 0 where that is not known."""
    is_pruned: bool = False
    """Proved to be no better than the best of the others, and tried no more."""

    @property
    def proof(self) -> Proof | None:
        """What is proved: "win", "loss", "draw", another "exact" value, or nothing yet."""
        return _proof(self.lower, self.upper)

    @property
    def win_rate(self) -> float:
        """The value in [0, 1]."""
        return (self.value + 1) / 2


@dataclass(frozen=True, slots=True)
class NetOpinion:
    """What the net that a search uses says of the root by itself; its policy is in the moves' priors."""

    name: str
    value: float | None
    """For the person to act; where a swap is possible, the better side's. None before the first move where a swap may
    follow: a net knows nothing of the pie rule, and would tell what the move is worth to whoever keeps it."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search knows about its root.

    Value and bounds are for the person to act there; where a roll is awaited, for who rolls.
    """

    moves: tuple[MoveAnalysis, ...]
    """Best first: quickest wins, open ones (the choice, then by visits), slowest losses, pruned ones. Where a roll is
    awaited its outcomes, in their order."""
    visits: int
    """Visits of the root, those of a reused tree included."""
    simulations: int
    """Simulations of this search alone."""
    nodes: int
    """Positions in the tree, those that no simulation tried included."""
    seconds: float
    value: float
    """Expected result in [-1, 1], the mean of all simulations."""
    lower: float
    """The value is proved to be at least this."""
    upper: float
    """The value is proved to be at most this."""
    memory: int = 0
    """Bytes that the tree takes."""
    net: NetOpinion | None = None
    """Where a net is used and somebody is to move."""

    @property
    def best(self) -> MoveAnalysis:
        """The move to play; where a roll is awaited nothing but its first outcome."""
        return self.moves[0]

    @property
    def proof(self) -> Proof | None:
        """What is proved about the position, as for a move."""
        return _proof(self.lower, self.upper)


def read_analysis(state: State, found: _core.SearchResult, net: NetOpinion | None) -> Analysis:
    """Return what the core found at a position, from the side of who is to act or to roll.

    The core tells decisions from the side of who is to act, but rolls from person 0's.
    """
    sign = -1 if state.is_chance_node() and person_to_act(state) == 1 else 1
    lower, upper = _bounds(found.lower, found.upper, sign)
    return Analysis(
        tuple(_read_move(state, move, sign) for move in found.moves),
        found.visits,
        found.simulations,
        found.nodes,
        found.seconds,
        sign * found.value,
        lower,
        upper,
        found.bytes,
        net,
    )


def _read_move(state: State, move: _core.RootMove, sign: int) -> MoveAnalysis:
    lower, upper = _bounds(move.lower, move.upper, sign)
    faces = tuple(FaceAnalysis(face.outcome, face.probability, face.visits, face.value) for face in move.faces)
    return MoveAnalysis(
        move.action,
        state.action_to_string(move.action),
        move.visits,
        sign * move.value,
        move.prior,
        lower,
        upper,
        _texts(state, move.variation),
        faces,
        move.plies,
        move.is_pruned,
    )


def _bounds(lower: float, upper: float, sign: int) -> tuple[float, float]:
    """Return bounds as they are, or as the other person sees them."""
    return (lower, upper) if sign > 0 else (-upper, -lower)


def _texts(state: State, variation: list[int]) -> tuple[str, ...]:
    """Return a variation's texts; only its first action may be an outcome."""
    first = state.action_to_string(variation[0])
    if state.is_chance_node() and len(variation) > 1:
        state = state.clone()
        state.apply_action(variation[0])
    return (first, *(state.action_to_string(action) for action in variation[1:]))


def _proof(lower: float, upper: float) -> Proof | None:
    if lower >= 1:
        return "win"
    if upper <= -1:
        return "loss"
    if lower < upper:
        return None
    return "draw" if lower == 0 else "exact"
