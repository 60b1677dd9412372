"""What the handlers work with; made when the server starts, ended when it stops (floor: server)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa

from motu.errors import MotuError
from motu.explorer.openings import OpeningExplorer
from motu.server.accounts.account import UserAccount
from motu.server.accounts.accounts import Accounts
from motu.server.accounts.devices import Devices
from motu.server.accounts.lasting import LastingConnections
from motu.server.accounts.nameless import Nameless
from motu.server.accounts.own import OwnThings, make_own_things
from motu.server.accounts.sessions import Sessions
from motu.server.accounts.shown import ShownNames, tell_of_changes
from motu.server.audience import Broadcaster
from motu.server.blocks.blocks import Blocks
from motu.server.bus.choice import make_bus
from motu.server.bus.exchange import Exchange
from motu.server.bus.onlookers import Onlookers
from motu.server.bus.seam import Bus
from motu.server.challenge import Challenge
from motu.server.challenges import Challenges, Tell
from motu.server.chat.chat import Chat
from motu.server.clocks import Clocks
from motu.server.correspondence.post import Correspondence
from motu.server.database import NAME, file_url
from motu.server.engines import COMMAND, Engines
from motu.server.events import Event, ServerError
from motu.server.guests import Guests
from motu.server.house_clock import HouseClock
from motu.server.housekeeping import Housekeeping
from motu.server.jobs.choice import make_machines, make_reviews, make_turns
from motu.server.jobs.seam import Jobs, ReviewMaker, Role
from motu.server.lobby.hall import LOBBY, Hall
from motu.server.lobby.pairing import Pairings
from motu.server.mail.mail_settings import MailSettings
from motu.server.mail.office import MailOffice
from motu.server.messages import ChallengeNews, Notice, update
from motu.server.moderation.order import HouseOrder
from motu.server.next_games import NextGames
from motu.server.notices.caretaker import Caretaker
from motu.server.notices.desk import Notices
from motu.server.observability.watch import NOT_WATCHED, WatchSettings
from motu.server.passkeys.nonces import Nonces
from motu.server.passkeys.passkeys import Passkeys
from motu.server.programs.bots import Bots
from motu.server.programs.streams import Streams
from motu.server.programs.tokens import Tokens
from motu.server.push.desk import PushDesk, contact_of
from motu.server.puzzle_book import OwnPuzzles, PuzzleBook
from motu.server.puzzle_desk import PuzzleDesk
from motu.server.rates.addresses import Network
from motu.server.rates.rates import Rates
from motu.server.ratings.ratings import HouseRatings
from motu.server.reviews import Reviews
from motu.server.rooms import Room, Rooms
from motu.server.rungs.rungs import Rungs, end_on_ladder
from motu.server.slow_lane import FairExecutor
from motu.server.store import Store, in_turn
from motu.server.studies import Studies
from motu.server.tournaments.ends import end_in_tournament
from motu.server.tournaments.tournament import Tournament
from motu.server.tournaments.tournaments import Tournaments, topic_of_tournament
from motu.server.tournaments.views import TournamentNews
from motu.server.wall_time import WallTime

ANALYSIS_SHARE_SECONDS = 10.0
"""An analysis goes on for so long at least; for longer where nobody else waits for an engine."""
_log = logging.getLogger("motu.server")


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
    bus: str | None = None
    """Over which server processes tell each other what happens; None for the database itself."""
    watch: WatchSettings = NOT_WATCHED
    """What the operator sees of it."""
    mail: MailSettings | None = None
    """How mail is sent; None for not at all."""
    proxies: tuple[Network, ...] = ()
    """Addresses of proxies that say for whom they ask, besides those of this machine."""
    role: Role = "alone"
    """Whether the machine's moves and reviews are made here."""
    reviews: int = 1
    """Reviews that a worker makes at a time."""
    collection: Path | None = None
    """Where `motu export` has put the games that the opening explorer knows; None for no explorer."""
    is_everywhere: bool = False
    """Whether it listens at all addresses of this machine."""
    drain_seconds: float = 0.0
    """How long a server that is to stop goes on, and says that it isn't ready, so that nobody new is sent to it."""

    @property
    def url(self) -> sa.URL:
        """Where the games are."""
        return file_url(self.data / NAME) if self.database is None else self.database


@dataclass(slots=True)
class Services:
    """Everything that lives as long as the server."""

    store: Store
    rooms: Rooms
    exchange: Exchange
    """What the processes of the house tell each other."""
    housekeeping: Housekeeping
    challenges: Challenges
    pairings: Pairings
    hall: Hall
    next_games: NextGames
    """Of series."""
    chat: Chat
    blocks: Blocks
    clocks: Clocks
    correspondence: Correspondence
    notices: Notices
    caretaker: Caretaker
    """Of the notices."""
    mail: MailOffice
    push: PushDesk
    studies: Studies
    puzzle_book: PuzzleBook
    own_puzzles: OwnPuzzles
    engines: Engines
    """For the levels' moves."""
    analysts: Engines
    """For analysis."""
    machines: Jobs
    guests: Guests
    accounts: Accounts
    sessions: Sessions
    devices: Devices
    """Browsers in which somebody has logged in before."""
    passkeys: Passkeys
    names: ShownNames
    rates: Rates
    """How often anybody does what is counted."""
    lasting: LastingConnections
    own: OwnThings
    """What people do with all that is theirs."""
    tokens: Tokens
    bots: Bots
    streams: Streams
    tournaments: Tournaments
    rungs: Rungs
    order: HouseOrder
    ratings: HouseRatings
    audience: Broadcaster
    slow_lane: FairExecutor
    """For boards, long lists of positions, records."""
    film_lane: FairExecutor
    """For animated pictures, which take long; other pictures do not wait for them."""
    version: str
    reviews: ReviewMaker = field(default_factory=Reviews)
    puzzles: PuzzleDesk = field(default_factory=PuzzleDesk)
    collection: OpeningExplorer | None = None
    """What the opening explorer knows."""
    is_stopping: bool = False
    """Whether no more should be sent here."""


async def start_services(settings: ServerSettings, bus: Bus | None = None) -> Services:
    """Open the database and prepare the rest; the bus is the one that the settings name, if not given."""
    store, wall = Store(settings.url), WallTime()
    # Engines of their own for moves: an analysis that goes on for half a minute must not keep a game waiting.
    engines, analysts = (
        Engines(settings.engines, settings.engine_command, "for moves"),
        Engines(settings.engines, settings.engine_command, "for analysis", ANALYSIS_SHARE_SECONDS),
    )
    audience, house = Broadcaster(), HouseClock(store, wall)
    bus, onlookers = bus or await make_bus(settings.url, settings.bus, store), Onlookers(audience, wall)
    exchange, turns, accounts = (
        Exchange(bus, store, audience, onlookers, house.process),
        make_turns(settings.role, store, wall, house.process),
        Accounts(store),
    )

    def go_on(room: Room, happened: Sequence[Event], keep: int) -> None:
        exchange.happened(room.row.id, happened)
        send_update(room, happened, keep)
        machines.wake(room)
        correspondence.hear(room, happened)
        tournaments.hear(room, happened)
        notices.hear(room, happened)

    def follow(room: Room, happened: Sequence[Event], keep: int) -> None:
        send_update(room, happened, keep)
        machines.follow(room)

    def send_update(room: Room, happened: Sequence[Event], keep: int) -> None:
        tell_others(streams, meeting[2], room, happened)
        if audience.is_there(room.row.id):
            audience.send(room.row.id, update(room, tuple(happened), keep))

    def tell(game_id: str, error: MotuError) -> None:
        exchange.tell(game_id, Notice(error.slug, error.message))

    slow_lane, film_lane, reviews = FairExecutor(), FairExecutor("motu-films"), make_reviews(settings.role, store, wall)
    names = ShownNames(accounts)
    notices = Notices(store, exchange, audience, onlookers, names)
    rooms = Rooms(
        store,
        go_on,
        slow_lane,
        wall,
        (turns.along, notices.along, exchange.along, end_in_tournament, end_on_ladder),
        follow,
        on_begun=notices.begun,
        house=house,
    )
    machines = make_machines(rooms, engines, turns, tell, audience.topics, settings.role)
    correspondence = Correspondence(store, rooms)
    await accounts.open()
    people, programs = (
        (Guests(await store.secret("guests")), accounts, Sessions(store)),
        (Tokens(store), Bots(store, accounts)),
    )
    meeting = meeting_places(
        store,
        rooms,
        names,
        lambda found: streams.told(found, news_of(found)),
        audience,
        onlookers,
        exchange=exchange,
        notices=notices,
    )
    own, streams, tournaments = (
        make_own_things(store, rooms, exchange, accounts, meeting[0]),
        Streams(store, rooms, meeting[0], names, audience, exchange),
        tournaments_of(store, rooms, accounts, exchange, lambda room: let_begin(streams, machines, room)),
    )
    lasting = lasting_connections(exchange, accounts, people[2], programs[0], Nameless(store))
    housekeeping, next_games, caretaker, mail, push, clocks, chat, order = (
        Housekeeping(store, exchange.deleted),
        NextGames(store, rooms, onlookers),
        Caretaker(notices),
        MailOffice(store, settings.mail, accounts, people[2], names),
        PushDesk(store, names, contact_of(settings.mail, settings.hosts)),
        Clocks(store, rooms, house, machines.wake, is_shared=bus.is_shared),
        Chat(store, rooms, accounts, audience, exchange),
        HouseOrder(store, rooms, lambda account: account_changed(accounts, streams, account), reviews),
    )
    await exchange.open(rooms, meeting[0].tell_again, notices.compare)
    await open_all(
        *(settings.role, clocks, next_games, correspondence),
        *(caretaker, mail, push, housekeeping, tournaments, lasting, order, own.departures),
    )
    machines.open()
    games = (
        store,
        rooms,
        exchange,
        housekeeping,
        *meeting,
        next_games,
        chat,
        Blocks(store),
        clocks,
        correspondence,
        notices,
        caretaker,
        mail,
        push,
    )
    kept, asked = (Studies(store), PuzzleBook(store), OwnPuzzles(store)), (engines, analysts, machines)
    lanes, told, seen = (
        (slow_lane, film_lane),
        (streams, tournaments),
        (
            order,
            HouseRatings(store, accounts),
        ),
    )
    return Services(
        *games,
        *kept,
        *asked,
        *people,
        Devices(await store.secret("devices")),
        passkeys_of(store, accounts, Nonces(await store.secret("passkeys")), notices, mail),
        names,
        accounts.rates,
        lasting,
        own,
        *programs,
        *told,
        rungs_of(store, rooms, streams),
        *seen,
        audience,
        *lanes,
        settings.version,
        reviews,
        collection=None if settings.collection is None else OpeningExplorer(settings.collection),
    )


def passkeys_of(store: Store, accounts: Accounts, nonces: Nonces, notices: Notices, mail: MailOffice) -> Passkeys:
    """Return all passkeys; whose account is given another one is told so, in the pages and by mail."""
    passkeys = Passkeys(store, accounts, nonces)

    def added(account: UserAccount) -> None:
        notices.ring(account.id)
        if mail.sender is not None:
            mail.sender.stir()

    passkeys.along = lambda account, key: in_turn(notices.has_key(account.id, key), mail.has_key(account))
    passkeys.on_added = added
    return passkeys


class Openable(Protocol):
    """What goes on by itself as soon as it is opened."""

    async def open(self) -> None:
        """Begin."""


async def open_all(role: Role, *parts: Openable) -> None:
    """Let these begin, one after the other.

    Not where a worker runs, which is no server: clocks that it kept running would run while nobody can move.
    """
    for each in () if role == "worker" else parts:
        await each.open()


def meeting_places(
    store: Store,
    rooms: Rooms,
    names: ShownNames,
    tell_house: Tell,
    audience: Broadcaster,
    onlookers: Onlookers,
    *,
    exchange: Exchange,
    notices: Notices,
) -> tuple[Challenges, Pairings, Hall]:
    """Return where people find each other; what is open to all is seen in the lobby at once."""

    def tell(found: Challenge) -> None:
        if found.state != "waiting" or found.asked is not None:
            tell_house(found)
        if found.asked is not None:
            notices.ring(found.asked)
            if found.state == "declined":
                notices.ring(found.maker)
        if found.is_open or found.asked is not None:
            hall.stir()

    challenges = Challenges(
        store, rooms, tell, lambda found: audience.send(found.id, news_of(found)), along=notices.challenged
    )
    pairings = Pairings(store, rooms)
    hall = Hall(store, challenges, pairings, names, audience, onlookers, on_visited=lambda: exchange.looked(LOBBY))
    return challenges, pairings, hall


def lasting_connections(
    exchange: Exchange, accounts: Accounts, sessions: Sessions, tokens: Tokens, nameless: Nameless
) -> LastingConnections:
    """Return the connections that last; as soon as a key changes, all processes look which of theirs it has opened."""
    lasting = LastingConnections(sessions, tokens, nameless)

    def look_again(account: str) -> Coroutine[Any, Any, None]:
        sessions.forget()
        tokens.forget()
        return lasting.look(account)

    tell_of_changes(exchange, accounts, look_again)
    sessions.on_ended = tokens.on_ended = accounts.forget
    return lasting


def account_changed(accounts: Accounts, streams: Streams, account: str) -> None:
    """Read an account again, in all processes."""
    accounts.forget(account)
    streams.end(account)


def tournaments_of(
    store: Store, rooms: Rooms, accounts: Accounts, exchange: Exchange, on_begun: Callable[[Room], None]
) -> Tournaments:
    """Return all tournaments; who looks at one is told when it is no longer what it was."""

    def tell(found: Tournament) -> None:
        exchange.tell(topic_of_tournament(found.id), TournamentNews(found.state))

    return Tournaments(store, rooms, accounts, tell, on_begun)


def let_begin(streams: Streams, machines: Jobs, room: Room) -> None:
    """Tell those who play of a game that the house has begun, and have the machine think where it is its turn."""
    streams.tell_players(room, room.row.id)
    machines.wake(room)


def tell_others(streams: Streams, hall: Hall, room: Room, happened: Sequence[Event]) -> None:
    """Tell those who listen elsewhere than at the board what has happened in a game."""
    streams.hear(room, happened)
    hall.hear(room.row.id)


def rungs_of(store: Store, rooms: Rooms, streams: Streams) -> Rungs:
    """Return the ladders; whoever plays for a place is told of the game."""
    return Rungs(store, rooms, lambda room: streams.tell_players(room, room.row.id))


def news_of(found: Challenge) -> ChallengeNews:
    """Return how a challenge stands, as those are told who wait for it."""
    return ChallengeNews(found.state, found.game)


def leave(services: Services) -> None:
    """Say that nobody new should be sent here."""
    services.is_stopping = True


def send_waiting_away(services: Services) -> None:
    """Refuse what waits, and what still comes, with "server/stopping"; searches of games go on until they are ended."""
    leave(services)
    services.streams.close()
    services.slow_lane.close()
    services.film_lane.close()
    services.puzzles.close()
    services.analysts.refuse()
    services.reviews.refuse()


async def stop_services(services: Services) -> None:
    """End searches, close sockets, write what waits; what can't be written any more keeps nothing else from ending."""
    parts: Sequence[Any] = (
        services.hall,
        services.tournaments,
        services.chat,
        services.machines,
        services.correspondence,
        services.order,
        services.caretaker,
        services.mail,
        services.push,
        services.housekeeping,
        services.lasting,
        services.own.departures,
        services.next_games,
        services.clocks,
        services.audience,
        services.engines,
        services.analysts,
        services.slow_lane,
        services.film_lane,
        services.puzzles,
        services.exchange,
        services.accounts,
        services.store,
    )
    for part in parts:
        try:
            ending = part.close()
            if ending is not None:
                await ending
        except ServerError as error:
            _log.warning("what was still to be kept at the end is lost: %s", error)
