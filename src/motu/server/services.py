"""What the handlers work with; made when the server starts, ended when it stops (floor: server)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sa

from motu.errors import MotuError
from motu.server.accounts.accounts import Accounts
from motu.server.accounts.sessions import Sessions
from motu.server.audience import Broadcaster
from motu.server.challenges import Challenge, Challenges
from motu.server.clocks import Clocks
from motu.server.database import NAME, file_url
from motu.server.engines import COMMAND, Engines
from motu.server.events import Event
from motu.server.guests import Guests
from motu.server.house_clock import HouseClock
from motu.server.machines import Machines
from motu.server.messages import ChallengeNews, Notice, update
from motu.server.programs.bots import Bots
from motu.server.programs.tokens import Tokens
from motu.server.puzzle_book import OwnPuzzles, PuzzleBook
from motu.server.puzzle_desk import PuzzleDesk
from motu.server.reviews import Reviews
from motu.server.rooms import Room, Rooms
from motu.server.slow_lane import FairExecutor
from motu.server.store import Store
from motu.server.studies import Studies
from motu.server.wall_time import now_ms

KEPT_MS = 30 * 24 * 3_600_000
"""So long a removed game can be brought back, and one without a move is kept; then a start deletes it."""
ANALYSIS_SHARE_SECONDS = 10.0
"""An analysis goes on for so long at least; for longer where nobody else waits for an engine."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How to serve."""

    data: Path
    """The folder of the database, where `database` names no other."""
    version: str = ""
    hosts: tuple[str, ...] = ()
    """Names by which the server may be called besides those of this machine."""
    engines: int | None = None
    """Engine processes for moves, and as many for analysis; None for as many as there are cores but one."""
    engine_command: tuple[str, ...] = COMMAND
    """How an engine is started."""
    database: sa.URL | None = None
    """Where the games are; None for a file in the folder."""

    @property
    def url(self) -> sa.URL:
        """Where the games are."""
        return file_url(self.data / NAME) if self.database is None else self.database


@dataclass(slots=True)
class Services:
    """Everything that lives as long as the server."""

    store: Store
    rooms: Rooms
    challenges: Challenges
    clocks: Clocks
    studies: Studies
    puzzle_book: PuzzleBook
    own_puzzles: OwnPuzzles
    engines: Engines
    """For the levels' moves."""
    analysts: Engines
    """For analysis."""
    machines: Machines
    guests: Guests
    accounts: Accounts
    sessions: Sessions
    tokens: Tokens
    bots: Bots
    audience: Broadcaster
    slow_lane: FairExecutor
    """For boards, long lists of positions, records."""
    film_lane: FairExecutor
    """For animated pictures, which take long; other pictures do not wait for them."""
    version: str
    reviews: Reviews = field(default_factory=Reviews)
    puzzles: PuzzleDesk = field(default_factory=PuzzleDesk)


async def start_services(settings: ServerSettings) -> Services:
    """Open the database and prepare the rest."""
    store = Store(settings.url)
    await store.sweep(now_ms() - KEPT_MS)
    # Engines of their own for moves: an analysis that goes on for half a minute must not keep a game waiting.
    engines = Engines(settings.engines, settings.engine_command, "for moves")
    analysts = Engines(settings.engines, settings.engine_command, "for analysis", ANALYSIS_SHARE_SECONDS)
    audience = Broadcaster()

    def go_on(room: Room, happened: Sequence[Event], keep: int) -> None:
        if audience.is_there(room.row.id):
            audience.send(room.row.id, update(room, tuple(happened), keep))
        machines.wake(room)

    def tell(room: Room, error: MotuError) -> None:
        audience.send(room.row.id, Notice(error.slug, error.message))

    def tell_taken(found: Challenge) -> None:
        audience.send(found.id, ChallengeNews(found.state, found.game))

    slow_lane, film_lane = FairExecutor(), FairExecutor("motu-films")
    rooms = Rooms(store, go_on, slow_lane)
    machines = Machines(rooms, engines, tell, audience.is_there)
    guests = Guests(await store.secret("guests"))
    accounts = Accounts(store)
    await accounts.open()
    people = guests, accounts, Sessions(store), Tokens(store), Bots(store, accounts)
    challenges = Challenges(store, rooms, tell_taken)
    clocks = Clocks(store, rooms, HouseClock(store, rooms.wall), machines.wake)
    await clocks.open()
    kept = store, rooms, challenges, clocks, Studies(store), PuzzleBook(store), OwnPuzzles(store)
    return Services(*kept, engines, analysts, machines, *people, audience, slow_lane, film_lane, settings.version)


def send_waiting_away(services: Services) -> None:
    """Refuse what waits, and what still comes, with "server/stopping"; searches of games go on until they are ended."""
    services.slow_lane.close()
    services.film_lane.close()
    services.puzzles.close()
    services.analysts.refuse()
    services.reviews.refuse()


async def stop_services(services: Services) -> None:
    """End searches, close sockets, write what waits."""
    await services.machines.close()
    await services.clocks.close()
    services.audience.close()
    await services.engines.close()
    await services.analysts.close()
    services.slow_lane.close()
    services.film_lane.close()
    services.puzzles.close()
    services.accounts.close()
    services.store.close()
