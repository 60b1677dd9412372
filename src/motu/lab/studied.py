"""One game as the measures see it: how it went, and what its own players made of it (floor: lab)."""

from __future__ import annotations

from dataclasses import dataclass

from motu.arena.schedule import Slot
from motu.games.record import Record


@dataclass(frozen=True, slots=True)
class StudiedGame:
    """A game that a study has played, or a search of an opening."""

    slot: Slot
    moves: tuple[str, ...]
    winner: int | None
    """Person 0 began."""
    reason: str
    """As in the record; "unfinished" for a game that was broken off."""
    plies: int
    """Turns, rolls not counted."""
    is_swapped: bool
    """Whether the second person took the pie rule's offer."""
    choices: tuple[int, ...]
    """How many legal actions there were at each decision."""
    values: tuple[tuple[int, float], ...]
    """The ply and person 0's expectation in [-1, 1] there, as whoever moved saw it."""
    note: str = ""
    """What happened off the board."""

    @staticmethod
    def of(place: tuple[str, Slot], record: Record) -> StudiedGame:
        """Return what a record tells."""
        label = record.extra["arena"]
        told = label.get("values") or [None] * len(record.moves)
        state = record.start()
        choices, values = [], []
        for move, value in zip(record.moves, told, strict=True):
            choices.append(len(state.legal_actions()))
            if value is not None:
                values.append((state.ply(), float(value)))
            state.play(move)
        return StudiedGame(
            place[1],
            record.moves,
            record.result.winner,
            record.result.reason,
            state.ply(),
            state.is_swapped(),
            tuple(choices),
            tuple(values),
            str(label.get("note", "")),
        )

    @property
    def is_finished(self) -> bool:
        """Whether the game came to an end."""
        return self.reason != "unfinished"

    @property
    def score(self) -> float | None:
        """Points of who began: 1, 0.5, 0; None for a game that was broken off."""
        if not self.is_finished:
            return None
        return 0.5 if self.winner is None else 1.0 - self.winner

    def score_of(self, entrant: int) -> float | None:
        """Return the points of one of the two players."""
        if self.score is None:
            return None
        return self.score if entrant == self.slot.first else 1.0 - self.score

    @property
    def winners_values(self) -> tuple[tuple[int, float], ...]:
        """The plies and what the winner had to expect there; nothing where nobody won or nobody said anything."""
        if self.winner is None:
            return ()
        sign = -1.0 if self.winner else 1.0
        return tuple((ply, sign * value) for ply, value in self.values)
