"""A game of a tournament that counts no longer (floor: server).

In a round robin and in an arena it is as if it had not been played. In a knock-out it is played again, as long as
nothing has come of it; a tie of the next round that has been drawn stays as it is, for others play there.
"""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.schema import tournament_games, tournaments
from motu.server.tournaments import book
from motu.server.tournaments.tournament import TournamentGame

_NOTHING, _AGAIN = (0.0, 0.0), (0.5, 0.5)


def void_in_tournament(connection: sa.Connection, game_id: str, now_ms: int) -> tuple[str, tuple[str, str]] | None:
    """Let a game count no longer in its tournament.

    Returns:
        The tournament's id and who has played, person 0 first; None for a game of none, and for one whose result has
        led on already or doesn't count.
    """
    where = sa.select(tournament_games.c.tournament).where(tournament_games.c.game == game_id)
    tournament_id = connection.execute(where).scalar_one_or_none()
    found = None if tournament_id is None else book.locked(connection, tournament_id)
    if found is None:
        return None
    course = book.read_course(connection, found, now_ms)
    game = next(each for each in course.games if each.game == game_id)
    if not game.counts or game.person1 is None:
        return None
    is_bracket = found.terms.system == "knock-out"
    if is_bracket and (found.state != "running" or _has_led_on(course.games, game)):
        return None
    scores = _AGAIN if is_bracket else _NOTHING
    which = tournament_games.c.tournament == found.id, tournament_games.c.number == game.number
    values = {"outcome": "void", "score0": scores[0], "score1": scores[1], "missed": 0}
    connection.execute(tournament_games.update().where(*which).values(values))
    if found.state == "running":
        connection.execute(tournaments.update().where(tournaments.c.id == found.id).values(due_ms=now_ms))
    return found.id, (game.person0, game.person1)


def _has_led_on(played: list[TournamentGame], game: TournamentGame) -> bool:
    """Return whether somebody plays on who has come from a tie, or another game of the tie has followed."""
    same, later = (game.round, game.tie), (game.round + 1, game.tie // 2)
    places = [(each.round, each.tie) for each in played if each.number > game.number]
    return same in places or later in places
