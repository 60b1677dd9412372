"""What people change of a tournament, in the transaction that has its row (floor: server).

Each returns how the tournament stands then; `motu.server.tournaments.tournaments` says what they raise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sqlalchemy as sa

from motu.games import load_game
from motu.server.accounts.account import UserAccount
from motu.server.events import ServerError
from motu.server.house_games import refuse_toy
from motu.server.house_players import is_house
from motu.server.ratings.counting import rating_now
from motu.server.schema import tournaments
from motu.server.tournaments import book
from motu.server.tournaments.coming import due_after
from motu.server.tournaments.course import TournamentCourse
from motu.server.tournaments.limits import refuse_more_entered
from motu.server.tournaments.tournament import Tournament, TournamentEntrant


def enter(connection: sa.Connection, course: TournamentCourse, account: UserAccount) -> Tournament:
    """Let somebody join, or come back to an arena."""
    tournament, terms, now = course.tournament, course.tournament.terms, course.now_ms
    known = course.entrants.get(account.id)
    if account.kind != "person" and not terms.allows_bots:
        raise ServerError("this tournament is for people alone", slug="tournament/bots")
    if not course.takes_part:
        raise ServerError("this tournament can be joined no more", slug="tournament/state")
    if known is not None and known.withdrawn_ms is None:
        return tournament
    if course.is_full:
        raise ServerError(f"this tournament is full: it is for {terms.most} players", slug="tournament/full")
    if known is not None:
        back = replace(known, joined_ms=now, withdrawn_ms=None)
        after = replace(course, entrants={**course.entrants, account.id: back})
        book.write_course(connection, course, after)
        return tournament
    if account.kind != "house":
        refuse_more_entered(connection, account.id)
    rating, _ = rating_now(connection, account.id, terms.game, terms.speed, now)
    book.add_entrant(connection, tournament.id, TournamentEntrant(account.id, now, rating=rating.value))
    if tournament.state == "open" and terms.begins_full and len(course.playing) + 1 == terms.most:
        return replace(tournament, starts_ms=now, due_ms=now)
    return tournament


def leave(connection: sa.Connection, course: TournamentCourse, account: UserAccount) -> Tournament:
    """Let somebody be out: before it begins as if he had never joined."""
    return _take_out(connection, course, account.id)


def _take_out(connection: sa.Connection, course: TournamentCourse, person: str) -> Tournament:
    tournament = course.tournament
    if tournament.state == "open":
        book.remove_entrant(connection, tournament.id, person)
        return tournament
    if tournament.state != "running":
        raise ServerError("this tournament is over", slug="tournament/state")
    after = replace(course, entrants={**course.entrants})
    after.withdraw(person)
    book.write_course(connection, course, after)
    due = sa.select(due_after(course.now_ms)).where(tournaments.c.id == tournament.id)
    return replace(tournament, due_ms=connection.execute(due).scalar_one())


def set_levels(
    connection: sa.Connection, course: TournamentCourse, _maker: UserAccount, levels: Sequence[UserAccount]
) -> Tournament:
    """Let these play of the machine's accounts; those leave first who are not wanted, so that there is room."""
    if not course.tournament.terms.allows_bots:
        raise ServerError("this tournament is for people alone", slug="tournament/bots")
    if not course.takes_part:
        raise ServerError("nobody joins this tournament any more", slug="tournament/state")
    wanted, tournament = {each.id for each in levels}, course.tournament
    if wanted and tournament.terms.rated:
        refuse_toy(load_game(tournament.terms.spec), tournament.terms.clock)
    for person in [each for each in course.entrants if is_house(each) and not course.is_out(each)]:
        if person not in wanted:
            tournament = _take_out(connection, course, person)
    for each in levels:
        now = replace(course, tournament=tournament, entrants=book.read_entrants(connection, tournament))
        tournament = enter(connection, now, each)
    return tournament


def begin_now(_connection: sa.Connection, course: TournamentCourse, _account: UserAccount) -> Tournament:
    """Let a tournament begin now."""
    if course.tournament.state != "open":
        raise ServerError("this tournament has begun already, or never will", slug="tournament/state")
    if not course.can_begin:
        told = "a tournament begins with two players at least, and not with the machine's levels alone"
        raise ServerError(told, slug="tournament/state")
    return replace(course.tournament, starts_ms=course.now_ms, due_ms=course.now_ms)


def cancel(_connection: sa.Connection, course: TournamentCourse, _account: UserAccount) -> Tournament:
    """Let a tournament that has not begun come to nothing."""
    if course.tournament.state == "cancelled":
        return course.tournament
    if course.tournament.state != "open":
        raise ServerError("this tournament has begun: let it be played", slug="tournament/state")
    return replace(course.tournament, state="cancelled", over_ms=course.now_ms, due_ms=None)
