"""What both browsers do for the dice of a game by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from games.sealing import Sealer
from motu.server.events import ClockSettings, Committed, Created, Event, Linked, Participant, ShareOpened
from motu.server.rooms import Room, Rooms
from motu.server.sealed.tally import SealTally, tally_of
from motu.server.store import Store
from server.two_people import Visitor

PERSONS = ("ann", "bob")
SEATS = (Participant(name="Ann"), Participant(name="Bob"))
LIVE = ClockSettings(60_000, 1_000)
SPEC = "atmalof(rows=4,cols=4,line=4)"


async def begun(rooms: Rooms, spec: str = SPEC, clock: ClockSettings | None = LIVE) -> Room:
    """Begin a game of two people at different screens."""

    def claim(_game: str) -> Any:
        return lambda _connection: None

    return await rooms.create_between(Created(spec, SEATS, clock=clock), PERSONS, "bob", claim)


async def sealed(rooms: Rooms, spec: str = SPEC, clock: ClockSettings | None = LIVE) -> Room:
    """Begin one, and let both browsers seal its dice."""
    room = await begun(rooms, spec, clock)
    for person in (0, 1):
        await seal(rooms, room, person)
    for person in (0, 1):
        await open_share(rooms, room, person)
    return room


def sealer(room: Room, person: int) -> Sealer:
    """Return what a person has made up for the sealing that is going on."""
    seals = room.log.seals
    assert seals is not None
    return Sealer(room.row.id, person, str(len(seals.sealings)))


async def seal(rooms: Rooms, room: Room, person: int) -> list[Event]:
    """Let a browser seal."""
    own, seals = sealer(room, person), room.log.seals
    assert seals is not None
    return await rooms.seal(room, Committed(person, own.commitment, own.chain[0] if seals.terms.links else ""))


async def open_share(rooms: Rooms, room: Room, person: int) -> list[Event]:
    """Let a browser open."""
    return await rooms.seal(room, ShareOpened(person, sealer(room, person).opening))


async def answer(rooms: Rooms, room: Room) -> list[Event]:
    """Let the browser that owes a link tell it."""
    return await rooms.seal(room, Linked(room.log.teller, next_link(room)))


def next_link(room: Room) -> str:
    """Return the link that is owed."""
    seals, person = room.log.seals, room.log.teller
    assert seals is not None
    return sealer(room, person).chain[len(seals.now.links[person]) + 1]


async def play(rooms: Rooms, room: Room, moves: int = 10_000) -> None:
    """Play on, announcing lines by turns, as long as the game goes on or for so many moves."""
    for _ in range(moves):
        if room.log.is_over:
            return
        legal = room.log.state.legal_actions()
        action = legal[(7 * len(room.log.steps)) % len(legal)]
        await rooms.move(room, room.log.state.action_to_string(action))
        if room.log.awaits_link:
            await answer(rooms, room)


@dataclass
class Browser:
    """One person's browser, which does its part over HTTP."""

    who: Visitor
    person: int
    game: str
    name: str = "1"
    """What makes its shares differ from those of another one."""

    @property
    def own(self) -> Sealer:
        return Sealer(self.game, self.person, self.name)

    @property
    def dice(self) -> Any:
        return self.who.well("GET", f"/api/games/{self.game}")["dice"]

    def seal(self) -> Any:
        chain = self.own.chain[0] if self.dice["links"] else ""
        return self.tell("seal", commitment=self.own.commitment, chain=chain)

    def open(self) -> Any:
        return self.tell("open", opening=self.own.opening)

    def link(self) -> Any:
        chain = self.own.chain
        return self.tell("link", link=chain[chain.index(self.dice["told"][self.person]) + 1])

    def tell(self, what: str, **body: str) -> Any:
        return self.who.well("POST", f"/api/games/{self.game}/dice/{what}", body)

    def refused(self, what: str, **body: str) -> str:
        return self.who.refused("POST", f"/api/games/{self.game}/dice/{what}", body)


def tally(store: Store, who: str) -> SealTally:
    """Return somebody's counts, at once."""

    def read(connection: sa.Connection) -> SealTally:
        return tally_of(connection, who)

    with store._engine.connect() as connection:
        return read(connection)
