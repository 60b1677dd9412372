"""All about telling people of things while no page is open (floor: server)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.utils import parseaddr

import sqlalchemy as sa

from motu.server.accounts.shown import ShownNames
from motu.server.events import ServerError
from motu.server.mail.mail_settings import MailSettings
from motu.server.pages import built_texts
from motu.server.push.places import PushPlace, check_endpoint, check_keys, keep_place, place_id, places_of, remove_place
from motu.server.push.sealing import PushSealer
from motu.server.push.sender import PushSender
from motu.server.schema import push_places
from motu.server.store import Store
from motu.server.wall_time import now_ms

NOBODY = "mailto:motu@localhost"


@dataclass(frozen=True, slots=True)
class PlaceAsked:
    """What a browser tells of itself, to be told of things."""

    endpoint: str
    p256dh: str
    auth: str
    browser: str
    """A word about it."""
    language: str
    before: str | None = None
    """The endpoint whose place this one takes."""


class PushDesk:
    """The browsers of people, and who sends them messages."""

    def __init__(self, store: Store, names: ShownNames, contact: str, clock: Callable[[], int] = now_ms) -> None:
        """Keep browsers in a store; `contact` is whom a push service may write to."""
        self.store, self._names, self._contact, self._clock = store, names, contact, clock
        self._make("0")

    def _make(self, secret: str) -> None:
        self.sealer = PushSealer(secret, self._contact)
        self.sender = PushSender(self.store, self._names, built_texts, self.sealer, clock=self.now_ms)

    def now_ms(self) -> int:
        """Return the time of day, in milliseconds."""
        return self._clock()

    async def open(self) -> None:
        """Begin to send."""
        self._make(await self.store.secret("push"))
        await self.sender.open()

    async def close(self) -> None:
        """Send nothing more."""
        await self.sender.close()

    async def of(self, person: str) -> list[PushPlace]:
        """Return the browsers in which somebody is told of things."""
        now = self.now_ms()
        return await self.store.read(lambda connection: places_of(connection, person, now))

    async def keep(self, person: str, session: str | None, asked: PlaceAsked) -> PushPlace:
        """Tell somebody of things in a browser from now on.

        Raises:
            ServerError: "push/place".
        """
        endpoint, keys = check_endpoint(asked.endpoint), check_keys(asked.p256dh, asked.auth)
        about = place_id(endpoint), person, session, endpoint, *keys
        place = PushPlace(*about, asked.browser[:80], asked.language, self.now_ms())
        await self.store.write(lambda connection: _keep(connection, place, asked.before))
        return place

    async def remove(self, person: str, place: str) -> None:
        """Tell somebody of nothing in a browser any more."""
        own = push_places.c.person == person
        await self.store.write(lambda connection: remove_place(connection, place, own))


def _keep(connection: sa.Connection, place: PushPlace, before: str | None) -> None:
    own = push_places.c.person == place.person
    if before is not None and not remove_place(connection, place_id(before), own):
        raise ServerError("nothing is sent to that browser any more", slug="push/place")
    keep_place(connection, place)


def contact_of(mail: MailSettings | None, names: Sequence[str]) -> str:
    """Return whom a push service may write to about a house: whoever sends its mails, else its site."""
    if mail is not None:
        return f"mailto:{parseaddr(mail.sender)[1]}"
    return f"https://{names[0]}" if names else NOBODY
