"""Who may do what about a tournament (floor: server)."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from motu.server.accounts.account import UserAccount
from motu.server.events import ServerError
from motu.server.tournaments.course import TournamentCourse

TournamentAct = Literal["look", "make", "enter", "leave", "begin", "cancel", "levels"]


class TournamentRole(StrEnum):
    """What somebody is to a tournament; one may be several things."""

    MAKER = "maker"
    ENTRANT = "entrant"
    """Who has joined, and plays on."""
    PERSON = "person"
    """A person with a name."""
    BOT = "bot"
    GUEST = "guest"


MAY: dict[TournamentAct, frozenset[TournamentRole]] = {
    "look": frozenset(TournamentRole),
    "make": frozenset({TournamentRole.PERSON}),
    "enter": frozenset({TournamentRole.PERSON, TournamentRole.BOT}),
    "leave": frozenset({TournamentRole.ENTRANT}),
    "begin": frozenset({TournamentRole.MAKER}),
    "cancel": frozenset({TournamentRole.MAKER}),
    "levels": frozenset({TournamentRole.MAKER}),
}
"""Who may do what; how the tournament stands comes on top."""


def roles_of(account: UserAccount | None, course: TournamentCourse | None = None) -> frozenset[TournamentRole]:
    """Return what somebody is to a tournament, or to one that is not there yet."""
    if account is None:
        return frozenset({TournamentRole.GUEST})
    roles = {TournamentRole.PERSON if account.kind == "person" else TournamentRole.BOT}
    if course is not None and course.tournament.maker == account.id:
        roles.add(TournamentRole.MAKER)
    if course is not None and account.id in course.entrants and not course.is_out(account.id):
        roles.add(TournamentRole.ENTRANT)
    return frozenset(roles)


def check_act(act: TournamentAct, account: UserAccount | None, course: TournamentCourse | None = None) -> UserAccount:
    """Return whoever asks, if he may do something about a tournament.

    Raises:
        ServerError: "account/none", "account/bot", "tournament/not-yours".
    """
    roles = roles_of(account, course)
    if account is not None and MAY[act] & roles:
        return account
    if account is None:
        told = "tournaments are for people with names: take one or log in; anybody may look on"
        raise ServerError(told, slug="account/none")
    if act == "make":
        raise ServerError("a person makes a tournament; a bot may join one", slug="account/bot")
    told = "you are not in this tournament" if act == "leave" else "this is for whoever has made the tournament"
    raise ServerError(told, slug="tournament/not-yours")
