"""What a server is made of: its services, made, joined and opened in this order (floor: server)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from motu.errors import MotuError
from motu.explorer.openings import OpeningExplorer
from motu.server.accounts.accounts import Accounts
from motu.server.accounts.devices import Devices
from motu.server.accounts.nameless import Nameless
from motu.server.accounts.own import make_own_things
from motu.server.accounts.sessions import Sessions
from motu.server.accounts.shown import ShownNames
from motu.server.audience import Broadcaster
from motu.server.blocks.blocks import Blocks
from motu.server.bus.choice import make_bus
from motu.server.bus.exchange import Exchange
from motu.server.bus.onlookers import Onlookers
from motu.server.bus.seam import Bus
from motu.server.chat.chat import Chat
from motu.server.clocks import Clocks
from motu.server.correspondence.post import Correspondence
from motu.server.engines import Engines
from motu.server.events import Event
from motu.server.guests import Guests
from motu.server.house_clock import HouseClock
from motu.server.housekeeping import Housekeeping
from motu.server.jobs.choice import make_machines, make_reviews, make_turns
from motu.server.jobs.seam import Role
from motu.server.listeners import heard_by_all
from motu.server.mail.office import MailOffice
from motu.server.messages import Notice, update
from motu.server.moderation.order import HouseOrder
from motu.server.next_games import NextGames
from motu.server.notices.caretaker import Caretaker
from motu.server.notices.desk import Notices
from motu.server.passkeys.nonces import Nonces
from motu.server.programs.bots import Bots
from motu.server.programs.streams import Streams
from motu.server.programs.tokens import Tokens
from motu.server.push.desk import PushDesk, contact_of
from motu.server.puzzle_book import OwnPuzzles, PuzzleBook
from motu.server.ratings.ratings import HouseRatings
from motu.server.renewals import Renewals
from motu.server.rooms import Room, Rooms
from motu.server.rungs.rungs import end_on_ladder
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from motu.server.slow_lane import FairExecutor
from motu.server.stopping import stop_services
from motu.server.store import Store
from motu.server.studies import Studies
from motu.server.tournaments.ends import end_in_tournament
from motu.server.wall_time import WallTime
from motu.server.wiring import (
    account_changed,
    lasting_connections,
    let_begin,
    meeting_places,
    news_of,
    passkeys_of,
    rungs_of,
    tell_others,
    tournaments_of,
)

ANALYSIS_SHARE_SECONDS = 10.0
"""An analysis goes on for so long at least; for longer where nobody else waits for an engine."""


async def start_services(settings: ServerSettings, bus: Bus | None = None) -> Services:
    """Open the database and prepare the rest; the bus is the one that the settings name, if not given.

    Where that fails, nothing is left that is open, or goes on: neither threads, nor tasks, nor engines.
    """
    store = Store(settings.url)
    try:
        services = await _made(settings, store, bus)
    except BaseException:
        store.close()
        raise
    try:
        await _open(services, settings.role)
    except BaseException:
        await stop_services(services)
        raise
    return services


async def _made(settings: ServerSettings, store: Store, bus: Bus | None) -> Services:
    """Make what a server is made of, and join it; nothing of it goes on by itself yet."""
    wall = WallTime()
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

    def send_update(room: Room, happened: Sequence[Event], keep: int) -> None:
        tell_others(streams, meeting[2], room, happened)
        if audience.is_there(room.row.id):
            audience.send(room.row.id, update(room, tuple(happened), keep))

    def tell(game_id: str, error: MotuError) -> None:
        exchange.tell(game_id, Notice(error.slug, error.message))

    slow_lane, film_lane, reviews = FairExecutor(), FairExecutor("motu-films"), make_reviews(settings.role, store, wall)
    names = ShownNames(accounts)
    notices = Notices(store, exchange, audience, onlookers, names)
    go_on = heard_by_all(
        lambda room, happened, _: exchange.happened(room.row.id, happened),
        send_update,
        lambda room, *_: machines.wake(room),
        lambda room, happened, _: correspondence.hear(room, happened),
        lambda room, happened, _: tournaments.hear(room, happened),
        lambda room, happened, _: notices.hear(room, happened),
    )
    rooms = Rooms(
        store,
        go_on,
        slow_lane,
        wall,
        (turns.along, notices.along, exchange.along, end_in_tournament, end_on_ladder),
        heard_by_all(send_update, lambda room, *_: machines.follow(room)),
        on_begun=notices.begun,
        house=house,
    )
    machines = make_machines(rooms, engines, turns, tell, audience.topics, settings.role)
    correspondence = Correspondence(store, rooms)
    people, programs, devices = (
        (Guests(await store.secret("guests")), accounts, Sessions(store)),
        (Tokens(store), Bots(store, accounts)),
        Devices(await store.secret("devices")),
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
        devices,
        Renewals(people[0], people[2], devices),
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


async def _open(services: Services, role: Role) -> None:
    """Let all begin that goes on by itself."""
    await services.accounts.open()
    await services.exchange.open(services.rooms, services.challenges.tell_again, services.notices.compare)
    # One after the other, and not where a worker runs, which is no server: clocks that it kept running would run while
    # nobody can move.
    parts: tuple[Openable, ...] = (
        services.clocks,
        services.next_games,
        services.correspondence,
        services.caretaker,
        services.mail,
        services.push,
        services.housekeeping,
        services.tournaments,
        services.lasting,
        services.order,
        services.own.departures,
    )
    for each in () if role == "worker" else parts:
        await each.open()
    services.machines.open()


class Openable(Protocol):
    """What goes on by itself as soon as it is opened."""

    async def open(self) -> None:
        """Begin."""
