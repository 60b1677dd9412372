"""Which tables hold something of a person, and what becomes of it (floor: server).

One register decides: what is done with a guest's rows when he logs in, what becomes of an account's when it is deleted,
and which of them its owner is shown when he wants to have all that is his. A test goes through the schema: whoever adds
a table, or a column for somebody's id, says here what is done with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa

from motu.server.schema import (
    accounts,
    audit_entries,
    blocks,
    challenges,
    chat_lines,
    departures,
    dice_tallies,
    games,
    looks,
    mail_addresses,
    mails,
    notice_choices,
    notices,
    own_puzzles,
    pairings,
    passkeys,
    push_places,
    puzzle_people,
    puzzle_streaks,
    puzzle_tries,
    rating_changes,
    ratings,
    reliabilities,
    reports,
    rung_games,
    rungs,
    sanctions,
    sessions,
    studies,
    tokens,
    tournament_entrants,
    tournament_games,
    tournaments,
    vacations,
)

Taking = Literal["moves", "joins", "goes", "never", "own"]
"""A guest logs in: his rows get the account's id; those that the account has already, by the rest of their key, go; all
of them go; only accounts have such rows; `motu.server.accounts.taking` knows better."""
Leaving = Literal["goes", "stays", "own"]
"""An account is deleted: its rows go; they stay, since others depend on them, and the id in them is nobody's;
`motu.server.accounts.leaving` knows better."""


@dataclass(frozen=True, slots=True)
class Belonging:
    """A column that holds somebody's id."""

    column: sa.Column[Any]
    taking: Taking
    leaving: Leaving
    file: str = ""
    """The file of an export that has the rows; empty where they tell nothing of him, or another column leads there."""
    hidden: frozenset[str] = frozenset()
    """Columns that nobody is ever told."""

    @property
    def table(self) -> sa.Table:
        """Where it stands."""
        return self.column.table


_KEY = frozenset({"id", "token"})
BELONGINGS = (
    Belonging(games.c.owner, "moves", "own", "games"),
    Belonging(games.c.person0, "own", "own", "games"),
    Belonging(games.c.person1, "own", "own", "games"),
    Belonging(challenges.c.maker, "own", "own", "challenges"),
    Belonging(challenges.c.taken_by, "own", "stays", "challenges-taken"),
    Belonging(challenges.c.asked, "never", "own"),
    Belonging(pairings.c.guest, "goes", "goes", "pairing"),
    Belonging(vacations.c.person, "own", "goes", "vacation"),
    Belonging(studies.c.owner, "moves", "goes", "studies"),
    Belonging(puzzle_people.c.person, "own", "goes", "puzzle-ratings"),
    Belonging(puzzle_tries.c.person, "own", "goes", "puzzle-tries"),
    Belonging(puzzle_streaks.c.person, "own", "goes", "puzzle-streak"),
    Belonging(own_puzzles.c.person, "joins", "goes", "own-puzzles"),
    Belonging(accounts.c.id, "never", "own", "account", frozenset({"password", "skeleton", "owner"})),
    Belonging(accounts.c.owner, "never", "own", "bots", frozenset({"id", "password", "skeleton"})),
    Belonging(departures.c.account, "never", "own"),
    Belonging(sessions.c.account, "never", "goes", "sessions", _KEY),
    Belonging(tokens.c.account, "never", "goes", "tokens", _KEY),
    Belonging(passkeys.c.account, "never", "goes", "passkeys", frozenset({"id", "hash", "credential", "public_key"})),
    Belonging(ratings.c.account, "never", "goes", "ratings"),
    Belonging(rating_changes.c.account, "never", "stays", "rated-games"),
    Belonging(rating_changes.c.opponent, "never", "stays"),
    Belonging(reliabilities.c.person, "own", "goes", "reliability"),
    Belonging(dice_tallies.c.who, "own", "goes", "sealed-dice"),
    Belonging(chat_lines.c.person, "moves", "own", "chat"),
    Belonging(blocks.c.person, "own", "goes", "blocks", frozenset({"id"})),
    Belonging(blocks.c.other, "own", "goes"),
    Belonging(notices.c.person, "moves", "goes", "notices"),
    Belonging(notice_choices.c.person, "joins", "goes", "notice-choice"),
    Belonging(mail_addresses.c.person, "never", "goes", "mail", frozenset({"mail_key"})),
    Belonging(mails.c.person, "never", "goes", "mails", frozenset({"id", "mail_key", "what"})),
    Belonging(looks.c.person, "goes", "goes", "last-seen"),
    Belonging(push_places.c.person, "goes", "goes", "browsers-for-messages", frozenset({"id", "session"})),
    Belonging(reports.c.reporter, "own", "goes", "reports"),
    Belonging(reports.c.whom, "own", "goes"),
    Belonging(tournaments.c.maker, "never", "stays", "tournaments"),
    Belonging(tournament_entrants.c.person, "never", "own", "tournament-entries"),
    Belonging(tournament_games.c.person0, "never", "stays"),
    Belonging(tournament_games.c.person1, "never", "stays"),
    Belonging(rungs.c.person, "never", "own", "ladders"),
    Belonging(rung_games.c.challenger, "never", "stays"),
    Belonging(rung_games.c.defender, "never", "stays"),
    Belonging(sanctions.c.account, "never", "goes", "sanctions"),
    Belonging(audit_entries.c.who, "never", "stays"),
    Belonging(audit_entries.c.whom, "never", "own"),
)
NO_PERSONS = frozenset({"pairing.wish", "account.name", "server_secret.name"})
"""Columns of the same type that hold something else."""
NOBODYS = frozenset(
    {
        "puzzle_rating",
        "process",
        "server_secret",
        "machine_turn",
        "rate",
        "review",
        "used_nonce",
        "push_message",
        "featured_game",
    }
)
"""Tables with nothing of anybody's."""
OF_GAMES = frozenset({"examined_game", "game_event", "plan"})
"""Tables with what belongs to a game, and through it to who plays: `motu.server.accounts.leaving` and `export` know."""


def undecided(metadata: sa.MetaData) -> Iterator[str]:
    """Yield the tables of which nothing is said here, and the columns that hold somebody's id, by type or name."""
    known = {f"{each.table.name}.{each.column.name}" for each in BELONGINGS} | NO_PERSONS
    tables = {each.table.name for each in BELONGINGS} | NOBODYS | OF_GAMES
    for table in metadata.sorted_tables:
        if table.name not in tables:
            yield table.name
        for column in table.columns:
            is_id = isinstance(column.type, sa.String) and column.type.length == _ID_LENGTH
            is_called_so = isinstance(column.type, sa.String) and column.name in _PERSON_WORDS
            if (is_id or is_called_so) and f"{table.name}.{column.name}" not in known:
                yield f"{table.name}.{column.name}"


_ID_LENGTH = 32
"""Columns for people's ids are so long, by custom."""
_WORDS = (
    "owner person person0 person1 guest account maker taker opponent player who whom author sender reader to_whom "
    "blocked blocker reporter reported moderator watcher member"
)
_PERSON_WORDS = frozenset(_WORDS.split())
