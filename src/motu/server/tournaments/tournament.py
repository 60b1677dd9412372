"""What is known of a tournament (floor: server): what was agreed, who is in it, and its games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from motu.server.events import ClockSettings
from motu.server.speeds import Speed

System = Literal["round-robin", "knock-out", "arena"]
TournamentState = Literal["open", "running", "over", "cancelled"]
GOES_ON: tuple[TournamentState, ...] = ("open", "running")
"""How a tournament stands that is not over."""
Outcome = Literal["played", "forfeit", "void", "bye"]
"""How a game was decided: on the board or by its clock; since somebody was not there to play it; not at all, and it
counts for nobody; since there was nobody to play."""


class TournamentTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is agreed by whoever joins."""

    name: str
    system: System
    spec: str
    clock: ClockSettings
    game: str
    """What is played, without its rules."""
    speed: Speed
    most: int
    """So many may join."""
    rated: bool = True
    cycles: int = 1
    """Round robin: how often each plays each."""
    minutes: int = 0
    """Arena: how long it lasts."""
    allows_bots: bool = False
    begins_full: bool = False
    """Whether it begins as soon as so many have joined."""

    @property
    def is_live(self) -> bool:
        """Whether those who play are to sit there and wait."""
        return self.speed != "correspondence"


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament."""

    id: str
    maker: str
    terms: TournamentTerms
    state: TournamentState
    created_ms: int
    starts_ms: int
    """When it begins, unless it has begun before."""
    begun_ms: int | None = None
    ends_ms: int | None = None
    """Arena: when nobody is paired any more, and no result counts."""
    over_ms: int | None = None
    due_ms: int | None = None
    """When somebody must see what is to be done; None: when a game ends."""


@dataclass(frozen=True, slots=True)
class TournamentEntrant:
    """Somebody who has joined."""

    person: str
    joined_ms: int
    """In an arena, when he came last."""
    withdrawn_ms: int | None = None
    seed: int | None = None
    """0 is the highest; None before it begins, and for who comes later."""
    rating: float = 1500.0
    """When it began."""


@dataclass(slots=True)
class TournamentGame:
    """A game that is to be played, or was."""

    number: int
    """0, 1, 2, … within its tournament."""
    round: int
    tie: int
    """Knock-out: which of its round."""
    person0: str
    person1: str | None
    """None: there is nobody to play."""
    begins_ms: int | None
    """Not before; None: nobody knows yet."""
    game: str | None = None
    score0: float | None = None
    score1: float | None = None
    outcome: Outcome | None = None
    missed: int = 0
    """Who has not come to play: 1 for person 0 and 2 for person 1, added up."""
    ended_ms: int | None = None

    @property
    def persons(self) -> tuple[str, ...]:
        """Who plays."""
        return (self.person0,) if self.person1 is None else (self.person0, self.person1)

    def seat(self, person: str) -> int:
        """Return where somebody sits who plays it."""
        return 0 if person == self.person0 else 1

    def other(self, person: str) -> str | None:
        """Return whom somebody plays."""
        return self.person1 if person == self.person0 else self.person0

    def score(self, person: str) -> float:
        """Return what somebody has from it."""
        return (self.score0 if person == self.person0 else self.score1) or 0.0

    def has_missed(self, person: str) -> bool:
        """Return whether somebody has not come to play."""
        return bool(self.missed & (1 << self.seat(person)))

    @property
    def counts(self) -> bool:
        """Whether it is decided, and counts."""
        return self.outcome in ("played", "forfeit")


_TERMS: msgspec.json.Decoder[TournamentTerms] = msgspec.json.Decoder(TournamentTerms)


def tournament_as_row(made: Tournament) -> dict[str, Any]:
    """Return a tournament as its columns."""
    known = {name: getattr(made, name) for name in Tournament.__slots__ if name != "terms"}
    return known | {"what": msgspec.json.encode(made.terms)}


def tournament_in_row(row: Any) -> Tournament:
    """Return the tournament in a row."""
    values = dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's public name begins with an underscore
    return Tournament(terms=_TERMS.decode(values.pop("what")), **values)
