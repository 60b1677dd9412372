"""Asking somebody to play by his name (floor: server).

Who is asked is not pestered: of one who asks him one challenge waits at a time, and after a no there is an hour of
peace. Nobody is told why somebody can't be asked: he doesn't want to be, has blocked whoever asks, is suspended, or is
asked by too many.
"""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.accounts.account import UserAccount
from motu.server.blocks.blocks import are_apart
from motu.server.events import ServerError
from motu.server.moderation.sanctions import shut_out
from motu.server.schema import accounts, challenges

PEACE_MS = 3_600_000
"""So long nobody asks again who was told no."""


def check_asking(asker: UserAccount | None, asked: UserAccount | None, name: str) -> UserAccount:
    """Return who is asked to play, where he may be asked at all.

    Args:
        asker: The account of whoever asks; None for a guest, who may ask bots alone.
        asked: The account that was found by the name.
        name: By which he was asked for.

    Raises:
        ServerError: "server/no-person", "account/none", "server/own-name".
    """
    if asked is None or asked.is_closed or asked.kind == "house":
        told = f"there is nobody called '{name[:40]}' whom you could ask"
        raise ServerError(told, slug="server/no-person", text=name[:40])
    if asked.kind == "person" and asker is None:
        told = "who asks somebody by name has a name himself: claim one or log in, or send a link"
        raise ServerError(told, slug="account/none")
    if asker is not None and asker.id == asked.id:
        raise ServerError("this is your own name: ask somebody else", slug="server/own-name")
    return asked


def not_now(name: str) -> ServerError:
    """Say that somebody can't be asked, and not why."""
    return ServerError(f"'{name}' can't be asked to play just now", slug="server/not-asked", text=name)


def refuse_shut_out(connection: sa.Connection, asked: str, name: str, now: int) -> None:
    """Check that nobody is asked who can't answer: he is suspended, or of a bot, who answers for it.

    Raises:
        ServerError: "server/not-asked".
    """
    query = shut_out(now, for_long=False).where(accounts.c.id == asked)
    if connection.execute(query).first() is not None:
        raise not_now(name)


def refuse_unasked(connection: sa.Connection, maker: str, asked: str, name: str, now: int) -> None:
    """Check that a person may be asked by another one, in the transaction that asks him.

    Raises:
        ServerError: "server/not-asked", "server/asked-already".
    """
    wants = sa.select(accounts.c.is_asked).where(accounts.c.id == asked)
    if connection.execute(wants).scalar_one_or_none() is False:
        raise not_now(name)
    if are_apart(connection, maker, asked):
        raise not_now(name)
    of_his = challenges.c.maker == maker, challenges.c.asked == asked
    nobodys = (challenges.c[each].is_(None) for each in ("taken_by", "cancelled_ms", "declined_ms"))
    waits = sa.and_(*nobodys, challenges.c.expires_ms > now)
    was_declined = challenges.c.declined_ms > now - PEACE_MS
    query = sa.select(challenges.c.id).where(*of_his, sa.or_(waits, was_declined)).limit(1)
    if connection.execute(query).first() is not None:
        told = f"you have asked '{name}' already: wait for the answer, or after a no for an hour"
        raise ServerError(told, slug="server/asked-already", text=name)
