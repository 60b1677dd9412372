"""One look at a tournament: it begins, goes on, comes to its end, by what is kept and the time (floor: server).

Invariant: a look has the tournament's row, and writes all that it comes to at once. What it can't do itself, to begin
games and to give them up, it says.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import sqlalchemy as sa

from motu.server.ratings.counting import rating_now
from motu.server.tournaments import book, systems
from motu.server.tournaments.course import TournamentCourse
from motu.server.tournaments.tournament import GOES_ON, Tournament, TournamentGame

AGAIN_MS = 5_000
"""When it is looked again whether games that should have begun or ended have."""


@dataclass(slots=True)
class TournamentLook:
    """What a look at a tournament has come to."""

    has_changed: bool = False
    """Whether those who look on are to be told."""
    tournament: Tournament | None = None
    """How it stands now; None where nothing was due."""
    to_begin: list[TournamentGame] = field(default_factory=list)
    """Games that are to begin now."""
    to_give_up: list[tuple[str, str]] = field(default_factory=list)
    """Games that go on though they are decided, and who of each is to give up."""


def look_at(connection: sa.Connection, tournament_id: str, now_ms: int) -> TournamentLook:
    """Work out what is to be done in a tournament, if that is due, and write it, in a transaction."""
    found = book.locked(connection, tournament_id)
    if found is None or found.state not in GOES_ON or found.due_ms is None or found.due_ms > now_ms:
        return TournamentLook()
    before = book.read_course(connection, found, now_ms)
    course = TournamentCourse(found, {**before.entrants}, [replace(each) for each in before.games], now_ms)
    persons = list(course.entrants)
    for person in book.gone_among(connection, persons, now_ms, is_live=course.is_live):
        if not course.is_out(person):
            course.withdraw(person)
    if found.terms.system != "knock-out":
        course.apart = book.apart_among(connection, persons)
    if found.terms.system == "arena":
        course.elsewhere = book.playing_elsewhere(connection, tournament_id, persons)
    if found.state == "running":
        systems.go_on(course)
    elif found.starts_ms <= now_ms:
        _start(connection, course)
    begins = [each for each in course.unsettled if each.game is None and each.begins_ms is not None]
    look = TournamentLook(to_begin=[each for each in begins if (each.begins_ms or 0) <= now_ms])
    look.to_give_up = book.still_played(connection, course)
    look.tournament = _as_it_stands(course, look)
    is_new = course.entrants != before.entrants or look.tournament.state != found.state
    look.has_changed = is_new or bool(course.changed)
    book.write_course(connection, before, course)
    book.write_tournament(connection, look.tournament)
    return look


def _start(connection: sa.Connection, course: TournamentCourse) -> None:
    """Give everybody his seed, the highest rating first, and begin; where there are too few, nothing comes of it."""
    terms, now = course.tournament.terms, course.now_ms
    for person in [each for each in course.entrants if course.is_out(each)]:
        book.remove_entrant(connection, course.tournament.id, person)
        del course.entrants[person]
    if not course.can_begin:
        course.tournament = replace(course.tournament, state="cancelled", over_ms=now)
        return
    rated = {each: rating_now(connection, each, terms.game, terms.speed, now)[0].value for each in course.entrants}
    in_order = sorted(course.entrants, key=lambda each: (-rated[each], course.entrants[each].joined_ms, each))
    for seed, person in enumerate(in_order):
        course.entrants[person] = replace(course.entrants[person], seed=seed, rating=rated[person])
    ends = now + terms.minutes * 60_000 if terms.system == "arena" else None
    course.tournament = replace(course.tournament, state="running", begun_ms=now, ends_ms=ends)
    systems.begin(course)


def _as_it_stands(course: TournamentCourse, look: TournamentLook) -> Tournament:
    """Return a tournament with its state, and when it is to be looked at again."""
    now, tournament = course.now_ms, course.tournament
    if tournament.state == "open":
        return replace(tournament, due_ms=tournament.starts_ms)
    if course.is_over or tournament.state == "cancelled":
        return replace(tournament, state="over" if course.is_over else "cancelled", over_ms=now, due_ms=None)
    waits = [course.next_begin_ms()] if not look.to_begin else []
    if look.to_begin or look.to_give_up:
        waits.append(now + AGAIN_MS)
    if tournament.terms.system == "arena":
        waits.append(min(tournament.ends_ms or now, now + systems.PAIRING_MS))
    return replace(tournament, due_ms=min((each for each in waits if each is not None), default=None))
