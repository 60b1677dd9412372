"""A tournament as it stands, and what is done now (floor: server): worked out here, and written all at once.

Invariant: whatever is worked out follows from what is kept and the time alone, so that it may be worked out again by
any process, before or after any other; nothing of it is in memory between two looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from motu.server.house_players import is_house
from motu.server.tournaments.tournament import Outcome, Tournament, TournamentEntrant, TournamentGame

BREAK_MS = 20_000
"""Between two rounds of a live tournament."""


@dataclass(slots=True)
class TournamentCourse:
    """A tournament in the hands of whoever looks after it."""

    tournament: Tournament
    entrants: dict[str, TournamentEntrant]
    games: list[TournamentGame]
    now_ms: int
    changed: set[int] = field(default_factory=set)
    """Numbers of games that are new, or not what they were."""
    is_over: bool = False
    elsewhere: frozenset[str] = frozenset()
    """Who plays a live game of another tournament."""
    apart: frozenset[tuple[str, str]] = frozenset()
    """Who has blocked whom, each pair both ways: they are not let play each other, but in a knock-out they are."""

    # --- what it says

    @property
    def is_live(self) -> bool:
        """Whether those who play are to sit there and wait."""
        return self.tournament.terms.is_live

    @property
    def unsettled(self) -> list[TournamentGame]:
        """Games that are not decided."""
        return [each for each in self.games if each.outcome is None]

    @property
    def takes_part(self) -> bool:
        """Whether somebody can join just now: before it begins, and an arena as long as it goes on."""
        tournament = self.tournament
        return tournament.state == "open" or (tournament.state == "running" and tournament.terms.system == "arena")

    @property
    def playing(self) -> list[str]:
        """Who has joined and not left."""
        return [person for person in self.entrants if not self.is_out(person)]

    @property
    def is_full(self) -> bool:
        """Whether as many play as may."""
        return len(self.playing) >= self.tournament.terms.most

    @property
    def can_begin(self) -> bool:
        """Whether enough have joined: two, of whom the machine's levels alone are nobody's tournament."""
        return len(self.playing) > 1 and not all(map(is_house, self.playing))

    def of(self, person: str) -> list[TournamentGame]:
        """Return somebody's games."""
        return [each for each in self.games if person in each.persons]

    def is_out(self, person: str) -> bool:
        """Return whether somebody plays no more."""
        return self.entrants[person].withdrawn_ms is not None

    def seeded(self) -> list[str]:
        """Return who is in it, the highest seed first; who came later comes later."""
        last = len(self.entrants)
        known = self.entrants.values()
        in_order = sorted(known, key=lambda each: (last if each.seed is None else each.seed, each.joined_ms))
        return [each.person for each in in_order]

    def better(self, *persons: str) -> str:
        """Return the highest seed among these."""
        return min(persons, key=self.seeded().index)

    def seated(self, one: str, other: str) -> tuple[str, str]:
        """Return who of two begins: who has begun less often than played second, else the lower seed."""

        def balance(person: str) -> int:
            return sum(1 if each.person0 == person else -1 for each in self.of(person) if each.person1 is not None)

        if balance(one) != balance(other):
            return (one, other) if balance(one) < balance(other) else (other, one)
        higher = self.better(one, other)
        return (other, higher) if higher == one else (one, higher)

    def next_begin_ms(self) -> int | None:
        """Return when the next game begins that has not begun."""
        waits = [each.begins_ms for each in self.unsettled if each.game is None and each.begins_ms is not None]
        return min(waits, default=None)

    # --- what is done

    def plan(self, round_: int, tie: int, persons: tuple[str, str | None], begins_ms: int | None) -> TournamentGame:
        """Let two play each other."""
        made = TournamentGame(len(self.games), round_, tie, *persons, begins_ms)
        self.games.append(made)
        self.changed.add(made.number)
        return made

    def set_begin(self, game: TournamentGame, begins_ms: int) -> None:
        """Say when a game begins."""
        game.begins_ms = begins_ms
        self.changed.add(game.number)

    def settle(self, game: TournamentGame, scores: tuple[float, float], outcome: Outcome) -> None:
        """Decide a game."""
        game.score0, game.score1 = scores
        game.outcome, game.ended_ms = outcome, game.ended_ms or self.now_ms
        self.changed.add(game.number)

    def withdraw(self, person: str) -> None:
        """Let somebody play no more."""
        self.entrants[person] = replace(self.entrants[person], withdrawn_ms=self.now_ms)

    def withdraw_missing(self) -> None:
        """Let those play no more who have not come to two games in a row.

        A game in which the other one has not come is none of them: whether he waited there himself nobody knows.
        """
        for person, entrant in self.entrants.items():
            ended = [each for each in self.of(person) if each.ended_ms is not None and each.outcome == "played"]
            ended = [each for each in ended if (each.begins_ms or 0) >= entrant.joined_ms]
            ended = [each for each in ended if each.has_missed(person) or not each.missed]
            latest = sorted(ended, key=lambda each: (each.ended_ms or 0, each.number))[-2:]
            if not self.is_out(person) and len(latest) == 2 and all(each.has_missed(person) for each in latest):
                self.withdraw(person)


def scores_of_forfeit(game: TournamentGame, out: Sequence[str]) -> tuple[float, float]:
    """Return what both have from a game to which some don't come."""
    return 0.0 if game.person0 in out else 1.0, 0.0 if game.person1 in out else 1.0
