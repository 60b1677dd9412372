"""Services that hear of each other: who is told of what the others do (floor: server)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from motu.server.accounts.account import UserAccount
from motu.server.accounts.accounts import Accounts
from motu.server.accounts.lasting import LastingConnections
from motu.server.accounts.nameless import Nameless
from motu.server.accounts.sessions import Sessions
from motu.server.accounts.shown import ShownNames, tell_of_changes
from motu.server.audience import Broadcaster
from motu.server.bus.exchange import Exchange
from motu.server.bus.onlookers import Onlookers
from motu.server.challenge import Challenge
from motu.server.challenges import Challenges, Tell
from motu.server.events import Event
from motu.server.jobs.seam import Jobs
from motu.server.lobby.hall import LOBBY, Hall
from motu.server.lobby.pairing import Pairings
from motu.server.mail.office import MailOffice
from motu.server.messages import ChallengeNews
from motu.server.notices.desk import Notices
from motu.server.passkeys.nonces import Nonces
from motu.server.passkeys.passkeys import Passkeys
from motu.server.programs.streams import Streams
from motu.server.programs.tokens import Tokens
from motu.server.rooms import Room, Rooms
from motu.server.rungs.rungs import Rungs
from motu.server.store import Store, in_turn
from motu.server.tournaments.tournament import Tournament
from motu.server.tournaments.tournaments import Tournaments, topic_of_tournament
from motu.server.tournaments.views import TournamentNews


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
