"""Results of games, and what they add up to between two entrants (floor: arena)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from motu.arena.openings import opening_of
from motu.arena.schedule import Slot
from motu.games.record import Record

KINDS = 5
"""A pair's score in half points, 0 to 4."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game that has been played."""

    slot: Slot
    score: float | None
    """Points of who began: 1, 0.5, 0; None for a game that was broken off."""
    reason: str
    """As in the record."""
    note: str = ""
    """What happened off the board."""
    seconds: tuple[float, float] = (0.0, 0.0)
    """Thinking time of who began and of the other."""
    moves: tuple[int, int] = (0, 0)
    """Decisions of who began and of the other, the opening's left out."""

    @staticmethod
    def of(slot: Slot, record: Record) -> PlayedGame:
        """Return what a record says."""
        result = record.result
        score = None if result.reason == "unfinished" else 0.5 if result.winner is None else 1.0 - result.winner
        label = record.extra.get("arena", {})
        seconds, moves = _times(record, opening_of(record))
        return PlayedGame(slot, score, result.reason, str(label.get("note", "")), seconds, moves)

    def score_of(self, entrant: int) -> float | None:
        """Return the points of an entrant who took part."""
        if self.score is None:
            return None
        return self.score if entrant == self.slot.first else 1.0 - self.score


def _times(record: Record, opening: int) -> tuple[tuple[float, float], tuple[int, int]]:
    """Return thinking times in seconds and numbers of decisions, by person."""
    seconds, moves = [0.0, 0.0], [0, 0]
    state = record.start()
    for index, (move, milliseconds) in enumerate(zip(record.moves, record.times or (), strict=False)):
        person = state.current_player()
        if index >= opening:
            seconds[person] += milliseconds / 1000
            moves[person] += 1
        state.play(move)
    return (seconds[0], seconds[1]), (moves[0], moves[1])


@dataclass(slots=True)
class Tally:
    """All games between two entrants, from the point of view of the first named."""

    one: int
    other: int
    games: dict[Slot, PlayedGame] = field(default_factory=dict)
    _leading: int = 0
    _leading_counts: list[int] = field(default_factory=lambda: [0] * KINDS)

    def add(self, played: PlayedGame) -> None:
        """Count a game."""
        self.games[played.slot] = played
        while self._is_complete(self._leading):
            if (kind := self._kind(self._leading)) is not None:
                self._leading_counts[kind] += 1
            self._leading += 1

    @property
    def finished(self) -> list[float]:
        """Points of `one` in every game that came to an end."""
        return [score for game in self.games.values() if (score := game.score_of(self.one)) is not None]

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        """Games that `one` has won, drawn, lost."""
        points = self.finished
        return points.count(1.0), points.count(0.5), points.count(0.0)

    @property
    def unfinished(self) -> int:
        """Games that were broken off."""
        return len(self.games) - len(self.finished)

    @property
    def pairs(self) -> tuple[int, ...]:
        """How many pairs gave `one` 0, ½, 1, 1½, 2 points; pairs with a game that did not end are left out."""
        counts = [0] * KINDS
        for number in {slot.pair for slot in self.games}:
            if (kind := self._kind(number)) is not None:
                counts[kind] += 1
        return tuple(counts)

    @property
    def leading_pairs(self) -> tuple[int, ...]:
        """The same of the pairs before the first one that is not complete: what a sequential test may look at."""
        return tuple(self._leading_counts)

    def _is_complete(self, pair: int) -> bool:
        return Slot(pair, self.one, self.other) in self.games and Slot(pair, self.other, self.one) in self.games

    def _kind(self, pair: int) -> int | None:
        """Return how many half points a pair gave `one`, None where a game is missing or did not end."""
        if not self._is_complete(pair):
            return None
        games = (self.games[Slot(pair, self.one, self.other)], self.games[Slot(pair, self.other, self.one)])
        points = [score for game in games if (score := game.score_of(self.one)) is not None]
        return round(2 * sum(points)) if len(points) == len(games) else None

    def forfeits(self, entrant: int) -> int:
        """Return how many games an entrant has lost off the board without resigning."""
        return sum(
            1 for game in self.games.values() if game.reason in ("forfeit", "time") and game.score_of(entrant) == 0.0
        )

    def seconds_a_move(self, entrant: int) -> float | None:
        """Return an entrant's mean thinking time, None before its first move."""
        seats = [(game, int(game.slot.first != entrant)) for game in self.games.values()]
        moves = sum(game.moves[seat] for game, seat in seats)
        return sum(game.seconds[seat] for game, seat in seats) / moves if moves else None

    @property
    def first_mover(self) -> tuple[float, int]:
        """Points of those who began, and of how many games."""
        scores = [game.score for game in self.games.values() if game.score is not None]
        return sum(scores), len(scores)

    @property
    def notes(self) -> list[str]:
        """How games were lost off the board, in the order of the schedule."""
        return [
            f"game {_name(slot)}: {game.note}"
            for slot, game in sorted(self.games.items())
            if game.note and game.score is not None
        ]


def tallies(pairings: Iterable[tuple[int, int]]) -> Mapping[tuple[int, int], Tally]:
    """Return an empty tally for every pairing."""
    return {pairing: Tally(*pairing) for pairing in pairings}


def _name(slot: Slot) -> str:
    return f"{slot.pair + 1}{'a' if slot.first < slot.second else 'b'}"
