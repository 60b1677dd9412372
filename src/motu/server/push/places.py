"""Browsers in which somebody is told of things while no page is open (floor: server).

Invariant: a browser is one person's at a time, whoever has asked last there; and whoever is logged out is told nothing
any more.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric import ec

from motu.server.events import ServerError
from motu.server.notices.outbox import note_seen
from motu.server.postgres import insert_into
from motu.server.push.network import HTTPS
from motu.server.schema import accounts, push_messages, push_places, sessions

MAX_ENDPOINT = 1000
MAX_KEY = 88
"""Characters of a key."""
MOST_PLACES = 10
"""Browsers of one person; the one that was told first gives way."""
MOST_FAILURES = 10
"""After so many messages that failed one after the other a browser is told nothing any more."""
_ID_LENGTH = 22
_POINT_BYTES, _AUTH_BYTES = 65, 16


@dataclass(frozen=True, slots=True)
class PushPlace:
    """Where messages for a browser go, and by which keys they are encrypted."""

    id: str
    person: str
    session: str | None
    """By which he is logged in there; None for a guest."""
    endpoint: str
    p256dh: str
    auth: str
    browser: str
    """A word about it: "Firefox, Linux"."""
    language: str
    created_ms: int


COLUMNS = tuple(push_places.c[name] for name in PushPlace.__slots__)


def place_id(endpoint: str) -> str:
    """Return by which id the browser of an endpoint is known; its pages work out the same."""
    hashed = hashlib.sha256(endpoint.encode()).digest()
    return base64.urlsafe_b64encode(hashed).decode()[:_ID_LENGTH]


def check_endpoint(endpoint: str) -> str:
    """Check that a text may be the address of a push service, as far as can be seen by it.

    Raises:
        ServerError: "push/place".
    """
    try:
        where = urlsplit(endpoint)
        port = where.port
    except ValueError:
        raise bad_place() from None
    is_clean = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and len(endpoint) <= MAX_ENDPOINT
    is_plain = where.username is None and where.password is None and not where.fragment and port in (None, HTTPS)
    host = where.hostname or ""
    is_name = "." in host.strip(".") and ":" not in host and not host.rstrip(".").rpartition(".")[2].isdigit()
    if not (is_clean and is_plain and is_name and where.scheme == "https"):
        raise bad_place()
    return endpoint


def check_keys(p256dh: str, auth: str) -> tuple[str, str]:
    """Check that these are a browser's keys; return them as they are kept.

    Raises:
        ServerError: "push/place".
    """
    try:
        point, secret = decoded(p256dh), decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error):
        raise bad_place() from None
    if len(point) != _POINT_BYTES or len(secret) != _AUTH_BYTES:
        raise bad_place()
    return encoded(point), encoded(secret)


def bad_place() -> ServerError:
    """Return why nothing can be sent there."""
    return ServerError("this is no browser's address for messages", slug="push/place")


def decoded(text: str) -> bytes:
    """Return what is meant by letters that may stand in an address."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def encoded(content: bytes) -> str:
    """Return bytes in letters that may stand in an address."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def keep_place(connection: sa.Connection, place: PushPlace) -> None:
    """Tell somebody of things in a browser from now on, and nobody else there."""
    fresh: dict[str, Any] = {name: getattr(place, name) for name in PushPlace.__slots__}
    fresh |= {"failures": 0, "hour_ms": 0, "num_told": 0}
    own = push_places.c.id == place.id, push_places.c.person != place.person
    for each in connection.execute(sa.select(push_places.c.id).where(*own)).scalars().all():
        remove_place(connection, each)
    again = {name: value for name, value in fresh.items() if name not in ("id", "created_ms", "hour_ms", "num_told")}
    new = insert_into(connection, push_places).values(fresh)
    connection.execute(new.on_conflict_do_update(index_elements=["id"], set_=again))
    kept = sa.select(push_places.c.id).where(push_places.c.person == place.person)
    ids = kept.order_by(push_places.c.created_ms.desc(), push_places.c.id).offset(MOST_PLACES)
    for each in connection.execute(ids).scalars().all():
        remove_place(connection, each)
    note_seen(connection, place.person, place.created_ms)


def remove_place(connection: sa.Connection, place: str, *whose: sa.ColumnElement[bool]) -> bool:
    """Tell nobody of anything in a browser any more; return whether somebody was."""
    if connection.execute(push_places.delete().where(push_places.c.id == place, *whose)).rowcount != 1:
        return False
    connection.execute(push_messages.delete().where(push_messages.c.place == place))
    return True


def note_refused(connection: sa.Connection, place: str) -> None:
    """Note that a message could not be brought to a browser; after many of them none is sent there any more."""
    change = push_places.update().where(push_places.c.id == place)
    connection.execute(change.values(failures=push_places.c.failures + 1))
    remove_place(connection, place, push_places.c.failures >= MOST_FAILURES)


def is_alive(now: int) -> sa.ColumnElement[bool]:
    """Return what holds of a browser where whoever asked for it is still there: as a guest, or logged in."""
    columns = push_places.c
    open_ones = sessions.c.id == columns.session, sessions.c.account == columns.person, sessions.c.expires_ms > now
    is_guest = sa.and_(columns.session.is_(None), ~sa.exists().where(accounts.c.id == columns.person))
    return sa.or_(is_guest, sa.exists().where(*open_ones))


def places_of(connection: sa.Connection, person: str, now: int) -> list[PushPlace]:
    """Return the browsers in which somebody is told of things, the first one first."""
    query = sa.select(*COLUMNS).where(push_places.c.person == person, is_alive(now))
    return [PushPlace(*row) for row in connection.execute(query.order_by(push_places.c.created_ms, push_places.c.id))]


def forget_dead(connection: sa.Connection, now: int) -> None:
    """Forget the browsers in which nobody is logged in any more."""
    for each in connection.execute(sa.select(push_places.c.id).where(~is_alive(now))).scalars().all():
        remove_place(connection, each)
