"""Results of games, and what they add up to between two entrants (floor: arena)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from motu.arena.openings import opening_of
from motu.arena.repeats import Repeats
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
    line: tuple[int, int] | None = None
    """What tells its opening and its moves from others in this process; None where nobody noted them."""

    @staticmethod
    def of(slot: Slot, record: Record) -> PlayedGame:
        """Return what a record says."""
        result = record.result
        score = None if result.reason == "unfinished" else 0.5 if result.winner is None else 1.0 - result.winner
        label = record.extra.get("arena", {})
        opening = opening_of(record)
        seconds, moves = _times(record, opening)
        line = hash(record.moves[:opening]), hash(record.moves)
        return PlayedGame(slot, score, result.reason, str(label.get("note", "")), seconds, moves, line)

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
    _repeats: Repeats = field(default_factory=Repeats)
    _leading: int = 0
    _leading_counts: list[int] = field(default_factory=lambda: [0] * KINDS)
    _leading_repeated: list[int] = field(default_factory=lambda: [0] * KINDS)
    """Those of them that repeat other pairs."""

    def add(self, played: PlayedGame) -> None:
        """Count a game."""
        self.games[played.slot] = played
        self._note_line(played.slot.pair)
        while self._is_complete(self._leading):
            if (kind := self._kind(self._leading)) is not None:
                self._leading_counts[kind] += 1
                self._leading_repeated[kind] += self._leading in self._repeats.pairs
            self._leading += 1

    def _note_line(self, pair: int) -> None:
        if self._kind(pair) is None:
            return
        one, other = (game.line for game in self._both(pair))
        if one is not None and other is not None:
            self._repeats.add(pair, one[0], (one[1], other[1]))

    @property
    def repeated(self) -> int:
        """Games that repeat others move by move: they are among the games that were won or lost, but in no pair."""
        return 2 * len(self._repeats.pairs)

    @property
    def told(self) -> list[PlayedGame]:
        """The games that tell something, in the order in which they ended: all but those that repeat others."""
        return [game for slot, game in self.games.items() if slot.pair not in self._repeats.pairs]

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
        """How many pairs gave `one` 0, ½, 1, 1½, 2 points.

        Those with a game that did not end, and those that repeat others, are left out.
        """
        counts = [0] * KINDS
        for number in {slot.pair for slot in self.games} - self._repeats.pairs:
            if (kind := self._kind(number)) is not None:
                counts[kind] += 1
        return tuple(counts)

    @property
    def leading_pairs(self) -> tuple[int, ...]:
        """The same of the pairs before the first one that is not complete: what a sequential test may look at."""
        repeated = self._leading_repeated if self._repeats.pairs else [0] * KINDS
        return tuple(all_of - told for all_of, told in zip(self._leading_counts, repeated, strict=True))

    def _is_complete(self, pair: int) -> bool:
        return Slot(pair, self.one, self.other) in self.games and Slot(pair, self.other, self.one) in self.games

    def _kind(self, pair: int) -> int | None:
        """Return how many half points a pair gave `one`, None where a game is missing or did not end."""
        if not self._is_complete(pair):
            return None
        points = [score for game in self._both(pair) if (score := game.score_of(self.one)) is not None]
        return round(2 * sum(points)) if len(points) == 2 else None

    def _both(self, pair: int) -> tuple[PlayedGame, PlayedGame]:
        return self.games[Slot(pair, self.one, self.other)], self.games[Slot(pair, self.other, self.one)]

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
