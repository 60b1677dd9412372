"""Programs play with others as bots alone (floor: server): whoever plays a bot knows it.

A token of a person's own is good for much, but not for playing in his place: it begins no game with others, nor any
that is rated, and at one it looks on, gives up and clears away.
"""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection

from motu.server.accounts.account import UserAccount
from motu.server.events import ServerError
from motu.server.seats import Act, is_remote
from motu.server.store import GameRow

OPEN: frozenset[Act] = frozenset({"look", "resign", "reveal", "remove"})
"""What isn't playing."""


def refuse_undeclared(connection: ASGIConnection[Any, Any, Any, Any], row: GameRow, act: Act) -> None:
    """Check that a program plays with others in a bot's name.

    Raises:
        ServerError: "token/person".
    """
    if act not in OPEN and is_remote(row):
        refuse_in_place_of_person(connection)


def refuse_in_place_of_person(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Check that no program asks in a person's name for a game that it couldn't play in it.

    Raises:
        ServerError: "token/person".
    """
    account: UserAccount | None = connection.state.account
    if connection.state.is_program and account is not None and account.kind == "person":
        told = "with others a program plays as a bot, and they know it: make a bot, and a token for it"
        raise ServerError(told, slug="token/person")
