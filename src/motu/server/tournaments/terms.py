"""What a tournament may be like (floor: server): checked before it is made."""

from __future__ import annotations

from typing import Annotated

import msgspec

from motu.games.line import Spec
from motu.server.events import ClockSettings, Created, Participant, ServerError
from motu.server.new_games import check_playable
from motu.server.seat_terms import LEVELS, check_seats
from motu.server.speeds import DAY_MS, speed_of
from motu.server.tournaments.tournament import System, TournamentTerms

MOST_PLAYERS: dict[System, int] = {"round-robin": 16, "knock-out": 64, "arena": 100}
LEAST_PLAYERS = 2
LEAST_MINUTES, MOST_MINUTES = 10, 180
"""How long an arena may last."""
MOST_BANK_MS = 14 * DAY_MS
"""Of a correspondence clock, so that no game is forgotten before its time is up."""
MOST_AHEAD_MS = 60 * DAY_MS
"""So far ahead a tournament may begin."""
MAX_NAME = 60


class NewTournament(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament to be made."""

    name: Annotated[str, msgspec.Meta(max_length=MAX_NAME)]
    system: System
    spec: Spec
    clock: ClockSettings
    most: int
    """So many may join."""
    starts_in_ms: Annotated[int, msgspec.Meta(ge=0, le=MOST_AHEAD_MS)]
    """How long from now it begins at the latest."""
    rated: bool = True
    cycles: int = 1
    """Round robin: how often each plays each, once or twice."""
    minutes: int = 0
    """Arena: how long it lasts."""
    allows_bots: bool = False
    begins_full: bool = False
    """Whether it begins as soon as so many have joined; an arena doesn't."""


class LevelsWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Which of the machine's levels are to play in a tournament."""

    levels: Annotated[list[Annotated[int, msgspec.Meta(ge=LEVELS[0], le=LEVELS[-1])]], msgspec.Meta(max_length=10)]
    strongest: bool = False


def terms_of(wanted: NewTournament) -> TournamentTerms:
    """Return what is agreed about a tournament.

    Raises:
        MotuError: When it can't be played that way; "tournament/terms", "server/clock".
    """
    created = Created(wanted.spec, (Participant(), Participant()), clock=wanted.clock)
    check_seats(created)
    game = check_playable(created).game
    speed, name = speed_of(wanted.clock, game), " ".join(wanted.name.split())
    _check(wanted, name, is_live=speed != "correspondence")
    return TournamentTerms(
        name,
        wanted.system,
        game.spec,
        wanted.clock,
        game.name,
        speed,
        wanted.most,
        wanted.rated,
        wanted.cycles,
        wanted.minutes,
        wanted.allows_bots,
        wanted.begins_full and wanted.system != "arena",
    )


def _check(wanted: NewTournament, name: str, *, is_live: bool) -> None:
    system, clock = wanted.system, wanted.clock
    if not (name and name.isprintable()):
        raise _wrong(f"a tournament's name has from 1 to {MAX_NAME} characters, all of them printable")
    if not LEAST_PLAYERS <= wanted.most <= MOST_PLAYERS[system]:
        raise _wrong(f"a {system} has from {LEAST_PLAYERS} to {MOST_PLAYERS[system]} players, not {wanted.most}")
    if system == "arena" and not (LEAST_MINUTES <= wanted.minutes <= MOST_MINUTES and is_live):
        raise _wrong(f"an arena lasts from {LEAST_MINUTES} to {MOST_MINUTES} minutes, and is played live")
    if system != "arena" and wanted.minutes:
        raise _wrong(f"only an arena has minutes; a {system} lasts as long as its games")
    if wanted.cycles not in ((1, 2) if system == "round-robin" else (1,)):
        raise _wrong("each plays each once, or in a round robin twice")
    if clock.kind == "correspondence" and max(clock.initial_ms, clock.increment_ms, clock.most_ms) > MOST_BANK_MS:
        raise _wrong(f"in a tournament nobody has more than {MOST_BANK_MS // DAY_MS} days at a time")


def _wrong(told: str) -> ServerError:
    return ServerError(told, slug="tournament/terms")
