"""Virtual connections in Atoll, Hex included: who is connected whatever the opponent does (floor: eval).

A *full* connection holds though the opponent moves first, a *semi* connection when its owner begins with its key; both
within their carrier, a set of empty cells (H-search; Anshelevich, "A hierarchical approach to computer Hex", 2002).
Whatever is said is certain: a verdict is the result under best play. Much is left unsaid: verdicts are often open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from motu import _core
from motu.boards import Board
from motu.errors import EngineError
from motu.games import AtollRules, State

__all__ = ["ColourConnections", "Connection", "Connections", "Effort", "WinningConnection", "analyze_connections"]

Effort = Literal["quick", "standard", "thorough"]
"""How many connections are looked at: about 1, 3 and 15 ms on standard boards."""

Verdict = Literal["win", "loss", "open"]


@dataclass(frozen=True, slots=True)
class Connection:
    """A virtual connection of two groups, of a group and an empty cell, or of two empty cells."""

    ends: tuple[str, str]
    """A cell's name, or "island 3"; a group is called by its first island, without one by its first stone. An empty
    cell among the ends counts as the owner's."""
    key: int | None
    """The cell that the owner begins with; None when the connection is full."""
    carrier: tuple[int, ...]
    """The empty cells needed, ascending; the key among them, the ends not."""

    @property
    def is_full(self) -> bool:
        """Whether it holds though the opponent moves first."""
        return self.key is None


@dataclass(frozen=True, slots=True)
class WinningConnection:
    """A connection of enough islands to win the game."""

    key: int | None
    """The cell that the owner begins with; None when the connection is full."""
    carrier: tuple[int, ...]
    """The empty cells needed, ascending; the key among them."""

    @property
    def is_full(self) -> bool:
        """Whether it wins though the opponent moves first."""
        return self.key is None


@dataclass(frozen=True, slots=True)
class ColourConnections:
    """What one colour has."""

    winning: tuple[WinningConnection, ...]
    """Those that win the game: semi ones, the smallest carrier first, then a full one if there is any."""
    connections: tuple[Connection, ...]
    """All that were found; smallest carriers first for each two ends."""
    is_finished: bool
    """False when the work was cut short and more might have been found with the same effort."""


@dataclass(frozen=True, slots=True)
class Connections:
    """What virtual connections say about a position. Verdicts are those of the person to act."""

    verdict: Verdict
    """"win", "loss", or "open" when the connections found do not decide. Always open while a swap may follow."""
    action: int | None
    """An action that wins, a cell or the swap, when the verdict is "win"."""
    carrier: tuple[int, ...]
    """The empty cells within which the winner's stones win, ascending; empty while open."""
    must_play: tuple[int, ...]
    """The cells outside of which placing a stone loses, ascending. All empty cells when the opponent threatens nothing
    that was found, none when every stone loses. A swap, where legal, is another matter."""
    colours: tuple[ColourConnections, ColourConnections]
    """[colour] black's and white's."""


def analyze_connections(state: State, effort: Effort = "standard", *, list_all: bool = True) -> Connections:
    """Find virtual connections of both colours and what they say about who wins.

    Args:
        state: A position of Atoll or Hex; it stays as it is.
        effort: How many connections are looked at.
        list_all: Whether to fill `ColourConnections.connections`, which may be thousands.

    Raises:
        EngineError: "engine/no-connections" for another game, "engine/unknown-effort".
        GameOverError: When nothing is left to connect.
    """
    if not isinstance(state.game.rules, AtollRules):
        raise EngineError(
            f"virtual connections belong to Atoll and Hex, not to {state.game.name}",
            slug="engine/no-connections",
            text=state.game.name,
            legal=("atoll", "hex"),
        )
    if effort not in get_args(Effort):
        raise EngineError(
            f"an effort is {', '.join(get_args(Effort))}, not {effort!r}",
            slug="engine/unknown-effort",
            text=str(effort),
            legal=get_args(Effort),
        )
    native = _core.analyze_connections(state, effort, list_all)
    return Connections(
        verdict=_verdict(native.verdict),
        action=native.action if native.action >= 0 else None,
        carrier=tuple(native.carrier),
        must_play=tuple(native.must_play),
        colours=(_read_colour(native, 0, state.game.board), _read_colour(native, 1, state.game.board)),
    )


def _verdict(text: str) -> Verdict:
    return "win" if text == "win" else "loss" if text == "loss" else "open"


def _read_colour(native: _core.ConnectionAnalysis, colour: int, board: Board) -> ColourConnections:
    return ColourConnections(
        winning=tuple(WinningConnection(_key(link.key), tuple(link.carrier)) for link in native.winning(colour)),
        connections=tuple(
            Connection(
                (_end_name(link.ends[0], board), _end_name(link.ends[1], board)), _key(link.key), tuple(link.carrier)
            )
            for link in native.connections(colour)
        ),
        is_finished=native.is_finished(colour),
    )


def _key(cell: int) -> int | None:
    return cell if cell >= 0 else None


def _end_name(vertex: int, board: Board) -> str:
    return board.names[vertex] if vertex < board.num_cells else f"island {vertex - board.num_cells}"
