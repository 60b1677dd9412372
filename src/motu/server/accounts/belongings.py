"""Which columns hold a person's id, and what becomes of their rows (floor: server).

A test walks the tables: whoever adds a column for the id of a person says here what is done with it when a guest's
things are taken along to an account.
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
    dice_tallies,
    games,
    looks,
    mail_addresses,
    mails,
    notice_choices,
    notices,
    own_puzzles,
    pairings,
    puzzle_people,
    puzzle_streaks,
    puzzle_tries,
    rating_changes,
    ratings,
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


@dataclass(frozen=True, slots=True)
class Belonging:
    """A column that holds somebody's id."""

    column: sa.Column[Any]
    taking: Taking

    @property
    def table(self) -> sa.Table:
        """Where it stands."""
        return self.column.table


BELONGINGS = (
    Belonging(games.c.owner, "moves"),
    Belonging(games.c.person0, "own"),
    Belonging(games.c.person1, "own"),
    Belonging(challenges.c.maker, "own"),
    Belonging(challenges.c.taken_by, "own"),
    Belonging(challenges.c.asked, "never"),
    Belonging(pairings.c.guest, "goes"),
    Belonging(vacations.c.person, "own"),
    Belonging(studies.c.owner, "moves"),
    Belonging(puzzle_people.c.person, "own"),
    Belonging(puzzle_tries.c.person, "own"),
    Belonging(puzzle_streaks.c.person, "own"),
    Belonging(own_puzzles.c.person, "joins"),
    Belonging(accounts.c.id, "never"),
    Belonging(accounts.c.owner, "never"),
    Belonging(sessions.c.account, "never"),
    Belonging(tokens.c.account, "never"),
    Belonging(ratings.c.account, "never"),
    Belonging(rating_changes.c.account, "never"),
    Belonging(rating_changes.c.opponent, "never"),
    Belonging(dice_tallies.c.who, "own"),
    Belonging(chat_lines.c.person, "moves"),
    Belonging(blocks.c.person, "own"),
    Belonging(blocks.c.other, "own"),
    Belonging(notices.c.person, "moves"),
    Belonging(notice_choices.c.person, "joins"),
    Belonging(mail_addresses.c.person, "never"),
    Belonging(mails.c.person, "never"),
    Belonging(looks.c.person, "never"),
    Belonging(reports.c.reporter, "own"),
    Belonging(reports.c.whom, "own"),
    Belonging(tournaments.c.maker, "never"),
    Belonging(tournament_entrants.c.person, "never"),
    Belonging(tournament_games.c.person0, "never"),
    Belonging(tournament_games.c.person1, "never"),
    Belonging(rungs.c.person, "never"),
    Belonging(rung_games.c.challenger, "never"),
    Belonging(rung_games.c.defender, "never"),
    Belonging(sanctions.c.account, "never"),
    Belonging(audit_entries.c.who, "never"),
    Belonging(audit_entries.c.whom, "never"),
)
NO_PERSONS = frozenset({"pairing.wish", "account.name", "server_secret.name"})
"""Columns of the same type that hold something else."""


def undecided(metadata: sa.MetaData) -> Iterator[str]:
    """Yield the columns that hold a person's id, by their type or their name, and of which nothing is said here."""
    known = {f"{each.table.name}.{each.column.name}" for each in BELONGINGS} | NO_PERSONS
    for table in metadata.sorted_tables:
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
