"""Who keeps order, and who may do what to whom (floor: server)."""

from __future__ import annotations

from typing import Literal

from motu.server.accounts.account import AccountRole, UserAccount
from motu.server.events import ServerError

Duty = Literal[
    "dismiss", "warn", "mute", "unmute", "void", "suspend", "restore", "role", "rename", "password", "log", "examine"
]
"""What is done by those who keep order."""

RANKS: dict[AccountRole, int] = {"none": 0, "moderator": 1, "admin": 2}
"""Nobody does anything to somebody of his own rank or a higher one."""
_BOTH: frozenset[AccountRole] = frozenset({"moderator", "admin"})
_ADMINS: frozenset[AccountRole] = frozenset({"admin"})
MAY: dict[Duty, frozenset[AccountRole]] = {
    "dismiss": _BOTH,
    "warn": _BOTH,
    "mute": _BOTH,
    "unmute": _BOTH,
    "void": _BOTH,
    "suspend": _BOTH,
    "restore": _BOTH,
    "examine": _BOTH,
    "role": _ADMINS,
    "rename": _ADMINS,
    "password": _ADMINS,
    "log": _ADMINS,
}
"""Whose duty is what. Whoever has the database's key does all of it on the command line."""


def check_duty(account: UserAccount | None, duty: Duty) -> UserAccount:
    """Return whoever asks if he may do something at all.

    Raises:
        ServerError: "moderation/not-yours".
    """
    if account is None or account.kind != "person" or account.role not in MAY[duty]:
        whose = "administrators" if MAY[duty] == _ADMINS else "moderators"
        raise ServerError(f"this is for {whose}", slug="moderation/not-yours")
    return account


def check_below(by: UserAccount | None, whom: UserAccount) -> None:
    """Check that somebody may do something to this person; None is the command line, which may do anything to all.

    Raises:
        ServerError: "moderation/not-yours".
    """
    if whom.kind == "house":
        raise ServerError(f"'{whom.name}' is the machine: nothing can be done to it", slug="moderation/not-yours")
    if by is None:
        return
    if by.id == whom.id:
        raise ServerError("nobody decides about himself; ask somebody else", slug="moderation/not-yours")
    if RANKS[whom.role] >= RANKS[by.role]:
        raise ServerError(
            f"{whom.name} keeps order, too: that is for those of a higher rank", slug="moderation/not-yours"
        )
