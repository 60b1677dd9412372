"""What happens in a game, as it is kept for ever (floor: server).

A game is its events: the first says what is played and by whom, every later one changes it. Nothing is ever altered or
removed; whoever holds the events up to a number can ask for those after it and has the game again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from motu.errors import MotuError
from motu.games.dice import MAX_SEEDS
from motu.games.line import Line, Moves

MAX_NAME = 40
"""Most characters of a player's name."""


class ServerError(MotuError, ValueError):
    """A request that this server refuses."""

    default_slug = "server/refused"


class Participant(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who plays: a person, the machine at a level, or the strongest that the machine can do."""

    kind: Literal["person", "level", "strongest"] = "person"
    level: int = 0
    """1..10 for the machine at a level; 0 otherwise."""
    seconds: float = 0.0
    """What the strongest takes for a move; 0 otherwise."""
    name: str = ""
    """As it is to be shown; empty for whoever sits at this screen."""
    is_bot: bool = False
    """Whether somebody's program plays, at another screen."""
    is_gone: bool = False
    """Whether this was somebody whose account has been deleted; only in what is shown."""


ClockKind = Literal["fischer", "byo-yomi", "delay", "correspondence"]
"""How a clock counts: `motu.server.time_controls` says what each means."""


class ClockSettings(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Time for all moves of a player, and what there is for every single one; milliseconds."""

    initial_ms: int
    increment_ms: int = 0
    """Of every move: what it adds (fischer, correspondence), what is free of charge (delay), how long a period is."""
    kind: ClockKind = "fischer"
    periods: int = 0
    """Byo-yomi: how many there are."""
    most_ms: int = 0
    """Correspondence: what a player may have at most; 0: as much as he saves up."""
    has_vacation: bool = True
    """Correspondence: whether it stands while a player is on vacation."""


class Beginning(Line, frozen=True, kw_only=True):
    """What is on the board when a game begins, and what is agreed about it."""

    moves: Moves = msgspec.field(default=(), name="opening")
    clock: ClockSettings | None = None
    series: str = ""
    """The game that this one follows, colours exchanged."""


class SealedTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the dice of two people at different screens are sealed: `motu.server.sealed`."""

    scheme: str
    game: str
    """The game's id, which everything is bound to."""
    wait_ms: int
    """So long the game waits for whoever is to seal or open next."""
    links: int = 0
    """How many links the chain has that each seals; 0: rolls need none."""


class SeriesScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a series of games stands: `motu.server.series`."""

    best_of: int = 0
    """How many games decide it; 0: the two go on as long as they like."""
    games: int = 0
    """How many have had a result."""
    points: tuple[float, float] = (0.0, 0.0)
    """Of person 0 and person 1 of this game; a draw is half a point for each."""


class TournamentRef(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tournament that a game belongs to."""

    id: str
    name: str
    round: int = 0
    """1, 2, … of its rounds; 0 where there are none."""


class Created(Beginning, frozen=True, tag="created", omit_defaults=True):
    """The first event: what is played."""

    spec: str
    """In its canonical form, which may be longer than what was sent."""
    seats: tuple[Participant, Participant]
    """Person 0, who begins, and person 1."""
    score: SeriesScore | None = None
    """How the series stood before this game; None for a game of its own."""
    rated: bool = False
    """Whether the result counts for the ratings of the two, who have names."""
    dice: str = ""
    """SHA-256 of the secret that the rolls follow from (games with dice), in hexadecimal digits."""
    sealed: SealedTerms | None = None
    """Where the two who play have a hand in the dice."""
    grace_ms: int = 0
    """So long each of two people at different screens has for his first move, or the game is called off; his clock
    stands meanwhile. 0: clocks run from the beginning, and nothing is called off."""
    tournament: TournamentRef | None = None
    """Where it is played in one; then nothing is taken back or called off by agreement."""


class Seeded(msgspec.Struct, frozen=True, tag="seeded", omit_defaults=True):
    """A player's share in the dice, before the first roll."""

    seed: str
    person: int | None = None
    """Whose, in a game of two people at different screens; None otherwise."""


class Moved(msgspec.Struct, frozen=True, tag="moved", omit_defaults=True):
    """A move, or the announcement of a line."""

    move: str
    spent_ms: int = 0
    """The time of the turn up to now, in milliseconds: what earlier parts of it have taken is in it."""
    engine: Mapping[str, Any] | None = None
    """What a machine's move was made with; None where that is the same as for its move before, and for people."""
    goes_on: bool = False
    """Whether the turn goes on, with another move of the same person, and is paid for only then. False in logs of older
    versions, where each of its moves was paid for as a turn."""


class Rolled(msgspec.Struct, frozen=True, tag="rolled"):
    """A die, after an announcement."""

    face: int


class TakenBack(msgspec.Struct, frozen=True, tag="taken_back", omit_defaults=True):
    """The game goes on from an earlier position."""

    keep: int
    """How many moves and rolls since the beginning stay."""
    spent_ms: int | None = None
    """With a clock: the milliseconds of the turn that ends this way, which stay used like those of the moves that go.
    None without one, and in logs of older versions, where the time came back."""


class Resigned(msgspec.Struct, frozen=True, tag="resigned", omit_defaults=True):
    """A person gives up."""

    person: int
    spent_ms: int | None = None
    """With a clock: the milliseconds of the turn that ends this way, whoever's it was. None without one, and in logs of
    older versions, which leave both clocks as they were when it began."""


class Flagged(msgspec.Struct, frozen=True, tag="flagged"):
    """A person's time is up."""

    person: int


class CalledOff(msgspec.Struct, frozen=True, tag="called_off", omit_defaults=True):
    """A person has not made his first move in time, or plays no more: there was no game."""

    person: int
    spent_ms: int | None = None
    """As of `Resigned`, where he plays no more."""


class Paused(msgspec.Struct, frozen=True, tag="paused"):
    """Nobody's time has passed: the server was stopped, or the time of day has jumped; the turn goes on from here."""

    spent_ms: int
    """The time this turn has taken so far, in milliseconds."""


class OnVacation(msgspec.Struct, frozen=True, tag="on_vacation"):
    """A person's clock stands from now on while he is on vacation, or runs again; the turn goes on from here."""

    person: int
    is_on: bool
    spent_ms: int
    """The time this turn has taken so far, in milliseconds."""


class Revealed(msgspec.Struct, frozen=True, tag="revealed"):
    """After the end: the secret of the dice, for anybody to check the rolls with."""

    secret: str


class Committed(msgspec.Struct, frozen=True, tag="committed", omit_defaults=True):
    """A person has sealed a share in the dice, and perhaps a chain."""

    person: int
    commitment: str
    chain: str = ""


class ShareOpened(msgspec.Struct, frozen=True, tag="opened"):
    """A person has opened that share."""

    person: int
    opening: str


class Linked(msgspec.Struct, frozen=True, tag="linked", omit_defaults=True):
    """A person has told the next link of that chain, for the other one's roll."""

    person: int
    link: str
    spent_ms: int = 0
    """With a clock: the milliseconds that this took, which are his own."""


class Unsealed(msgspec.Struct, frozen=True, tag="unsealed", omit_defaults=True):
    """The dice are to be sealed anew; an announcement that has no roll yet goes."""

    keep: int
    """How many moves and rolls stay."""
    spent_ms: int = 0
    """With a clock: the milliseconds of the turn so far, which stay used."""


class Dropped(msgspec.Struct, frozen=True, tag="dropped"):
    """The game is called off, since somebody has not sealed or opened in time."""

    persons: tuple[int, ...]


OfferKind = Literal["take_back", "draw", "cancel", "rematch", "seal"]
"""What one of two people may ask of the other."""


class Offered(msgspec.Struct, frozen=True, tag="offered", omit_defaults=True):
    """A person asks the other one for something; the next move withdraws it."""

    person: int
    kind: OfferKind
    keep: int | None = None
    """A take-back: how many moves and rolls would stay."""


class Answered(msgspec.Struct, frozen=True, tag="answered", omit_defaults=True):
    """What was offered is accepted or declined; whoever has offered it withdraws it."""

    person: int
    """Who answers, or withdraws."""
    is_accepted: bool
    game: str = ""
    """The game that follows, where a rematch was accepted."""
    spent_ms: int | None = None
    """As of `Resigned`, where the game ends this way."""


SealHappening = Committed | ShareOpened | Linked | Unsealed | Dropped
"""What happens to dice that are sealed."""
Happening = (
    Created
    | Seeded
    | Moved
    | Rolled
    | TakenBack
    | Resigned
    | Flagged
    | CalledOff
    | Paused
    | OnVacation
    | Revealed
    | Offered
    | Answered
    | SealHappening
)
"""Anything that can happen in a game."""
ASIDE = Seeded | Offered | Answered
"""What happens beside the turn: its time goes on."""
MAX_ASIDE = MAX_SEEDS + 2 * 2 * 4
"""So much of it there may be in a turn: seeds, and each of two people asks for each of four things once and is
answered (a rematch is offered after the end)."""


class Event(msgspec.Struct, frozen=True):
    """Something that has happened."""

    seq: int
    """0, 1, 2, … within its game."""
    at_ms: int
    """When, in milliseconds since 1970 (UTC)."""
    what: Happening


_HAPPENINGS: msgspec.json.Decoder[Happening] = msgspec.json.Decoder(Happening)


def encode_happening(what: Happening) -> bytes:
    """Return a happening as it is kept."""
    return msgspec.json.encode(what)


def decode_happening(data: bytes | str) -> Happening:
    """Return a happening that was kept.

    Raises:
        ServerError: "server/log" for data that no version of this server has written.
    """
    try:
        return _HAPPENINGS.decode(data)
    except msgspec.MsgspecError as error:
        raise ServerError(f"a game's log holds what is no event: {error}", slug="server/log") from error
