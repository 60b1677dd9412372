"""The tables of tournaments (floor: server): what is read of one, and all that a look at it has changed, written."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from motu.server.blocks.blocks import apart_from
from motu.server.moderation.sanctions import shut_out
from motu.server.schema import accounts, games, tournament_entrants, tournament_games, tournaments
from motu.server.tournaments.coming import due_after
from motu.server.tournaments.course import TournamentCourse
from motu.server.tournaments.tournament import (
    Tournament,
    TournamentEntrant,
    TournamentGame,
    tournament_as_row,
    tournament_in_row,
)

_ENTRANT = [tournament_entrants.c[name] for name in TournamentEntrant.__slots__]
_GAME = [tournament_games.c[name] for name in TournamentGame.__slots__]


def locked(connection: sa.Connection, tournament_id: str) -> Tournament | None:
    """Return a tournament, which nobody else changes until the transaction is at its end."""
    query = sa.select(tournaments).where(tournaments.c.id == tournament_id).with_for_update()
    row = connection.execute(query).one_or_none()
    return None if row is None else tournament_in_row(row)


def read_tournament(connection: sa.Connection, tournament_id: str) -> Tournament | None:
    """Return a tournament."""
    row = connection.execute(sa.select(tournaments).where(tournaments.c.id == tournament_id)).one_or_none()
    return None if row is None else tournament_in_row(row)


def read_course(connection: sa.Connection, tournament: Tournament, now_ms: int) -> TournamentCourse:
    """Return a tournament with those who are in it, in the order in which they came, and its games."""
    played = sa.select(*_GAME).where(tournament_games.c.tournament == tournament.id)
    found = [TournamentGame(*row) for row in connection.execute(played.order_by(tournament_games.c.number))]
    return TournamentCourse(tournament, read_entrants(connection, tournament), found, now_ms)


def read_entrants(connection: sa.Connection, tournament: Tournament) -> dict[str, TournamentEntrant]:
    """Return who is in a tournament, or was, in the order in which they came."""
    query = sa.select(*_ENTRANT).where(tournament_entrants.c.tournament == tournament.id)
    in_order = query.order_by(tournament_entrants.c.joined_ms, tournament_entrants.c.person)
    known = [TournamentEntrant(*row) for row in connection.execute(in_order)]
    return {each.person: each for each in known}


def gone_among(connection: sa.Connection, persons: list[str], now_ms: int, *, is_live: bool) -> set[str]:
    """Return who of these has an account no more, or is suspended: from a tournament by correspondence, for long."""
    good = accounts.c.is_closed == sa.false(), accounts.c.id.not_in(shut_out(now_ms, for_long=not is_live))
    query = sa.select(accounts.c.id).where(accounts.c.id.in_(persons), *good)
    return set(persons) - set(connection.execute(query).scalars())


def apart_among(connection: sa.Connection, persons: list[str]) -> frozenset[tuple[str, str]]:
    """Return who of these has blocked whom, each pair both ways."""
    known = set(persons)
    return frozenset(each for each in apart_from(connection, persons) if known.issuperset(each))


def playing_elsewhere(connection: sa.Connection, tournament_id: str, persons: list[str]) -> frozenset[str]:
    """Return who of these plays a live game of another tournament."""
    of_tournaments = sa.join(games, tournament_games, games.c.id == tournament_games.c.game)
    live = games.c.is_over == sa.false(), games.c.speed.is_not(None), games.c.speed != "correspondence"
    found = set[str]()
    for seat in (games.c.person0, games.c.person1):
        query = sa.select(seat).select_from(of_tournaments).where(seat.in_(persons), *live)
        found.update(connection.execute(query.where(tournament_games.c.tournament != tournament_id)).scalars())
    return frozenset(found)


def write_tournament(connection: sa.Connection, changed: Tournament) -> None:
    """Keep how a tournament stands."""
    values = {name: value for name, value in tournament_as_row(changed).items() if name not in ("id", "what")}
    connection.execute(tournaments.update().where(tournaments.c.id == changed.id).values(values))


def write_course(connection: sa.Connection, before: TournamentCourse, after: TournamentCourse) -> None:
    """Keep what has changed of those who are in a tournament, and of its games."""
    tournament_id, known = after.tournament.id, len(before.games)
    for person, entrant in after.entrants.items():
        if entrant != before.entrants.get(person):
            which = tournament_entrants.c.tournament == tournament_id, tournament_entrants.c.person == person
            connection.execute(tournament_entrants.update().where(*which).values(_entrant_values(entrant)))
    for number in sorted(after.changed):
        values = {name: getattr(after.games[number], name) for name in TournamentGame.__slots__ if name != "game"}
        if number >= known:
            connection.execute(tournament_games.insert().values(tournament=tournament_id, **values))
        else:
            which = tournament_games.c.tournament == tournament_id, tournament_games.c.number == number
            connection.execute(tournament_games.update().where(*which).values(values))


def _entrant_values(entrant: TournamentEntrant) -> dict[str, Any]:
    return {name: getattr(entrant, name) for name in TournamentEntrant.__slots__ if name != "person"}


def add_entrant(connection: sa.Connection, tournament_id: str, entrant: TournamentEntrant) -> None:
    """Let somebody be in a tournament."""
    values = {"tournament": tournament_id, "person": entrant.person, **_entrant_values(entrant)}
    connection.execute(tournament_entrants.insert().values(values))


def remove_entrant(connection: sa.Connection, tournament_id: str, person: str) -> None:
    """Let somebody be in a tournament no more that has not begun."""
    which = tournament_entrants.c.tournament == tournament_id, tournament_entrants.c.person == person
    connection.execute(tournament_entrants.delete().where(*which))


def claim_game(connection: sa.Connection, tournament_id: str, number: int, game_id: str) -> bool:
    """Note which game a pair plays; return whether nobody else was quicker, and nothing is decided."""
    waits = tournament_games.c.game.is_(None), tournament_games.c.outcome.is_(None)
    which = tournament_games.c.tournament == tournament_id, tournament_games.c.number == number, *waits
    return connection.execute(tournament_games.update().where(*which).values(game=game_id)).rowcount == 1


def begin_anew(connection: sa.Connection, now_ms: int) -> None:
    """Let a pair play once more whose game is no more, in tournaments that go on: those would else wait for ever."""
    is_lost = ~sa.exists().where(games.c.id == tournament_games.c.game)
    waits = tournament_games.c.game.is_not(None), tournament_games.c.outcome.is_(None), is_lost
    wait = sa.select(tournament_games.c.tournament).where(*waits)
    going = sa.select(tournaments.c.id).where(tournaments.c.state == "running", tournaments.c.id.in_(wait))
    for tournament_id in connection.execute(going.order_by(tournaments.c.id)).scalars().all():
        # The tournament's row comes first, as at the end of a game.
        look = tournaments.update().where(tournaments.c.id == tournament_id, tournaments.c.state == "running")
        if connection.execute(look.values(due_ms=now_ms)).rowcount == 1:
            which = tournament_games.c.tournament == tournament_id, *waits
            connection.execute(tournament_games.update().where(*which).values(game=None))


def note_end(
    connection: sa.Connection, tournament_id: str, game_id: str, scores: tuple[float, float], missed: int, at_ms: int
) -> None:
    """Keep how a game has ended, in a tournament that goes on, and let somebody look at it."""
    goes_on = tournaments.c.id == tournament_id, tournaments.c.state == "running"
    in_time = sa.or_(tournaments.c.ends_ms.is_(None), tournaments.c.ends_ms >= at_ms)
    # The tournament's row comes first: whoever looks at it has it locked, and waits for nothing of a game's.
    change = tournaments.update().where(*goes_on, in_time).values(due_ms=due_after(at_ms))
    if connection.execute(change).rowcount == 1:
        which = tournament_games.c.game == game_id, tournament_games.c.outcome.is_(None)
        values = {"score0": scores[0], "score1": scores[1], "outcome": "played", "missed": missed, "ended_ms": at_ms}
        connection.execute(tournament_games.update().where(*which).values(values))


def still_played(connection: sa.Connection, course: TournamentCourse) -> list[tuple[str, str]]:
    """Return games that go on though they are decided, and who of those who have withdrawn is to give up."""
    decided = {each.game: each for each in course.games if each.game is not None and each.outcome is not None}
    if not decided:
        return []
    query = sa.select(games.c.id).where(games.c.id.in_(decided), games.c.is_over == sa.false())
    found = []
    for game_id in connection.execute(query).scalars():
        out = [person for person in decided[game_id].persons if course.is_out(person)]
        found += [(game_id, out[0])] if out else []
    return found
