"""Which columns hold a person's id, and what becomes of their rows (floor: server).

A test walks the tables: whoever adds a column for the id of a person says here what is done with it when a guest's
things are taken along to an account, when the account is deleted, and when its owner wants to see all that is his.
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
    notice_choices,
    notices,
    own_puzzles,
    pairings,
    puzzle_people,
    puzzle_streaks,
    puzzle_tries,
    rating_changes,
    ratings,
    sanctions,
    sessions,
    studies,
    tokens,
    vacations,
)

Taking = Literal["moves", "joins", "goes", "never", "own"]
"""A guest logs in: his rows get the account's id; those that the account has already, by the rest of their key, go; all
of them go; only accounts have such rows; `motu.server.accounts.taking` knows better."""
Leaving = Literal["goes", "stays", "own"]
"""An account is deleted: its rows go; they stay, and the id is nobody's; `motu.server.accounts.departures` knows
better."""


@dataclass(frozen=True, slots=True)
class Belonging:
    """A column that holds somebody's id."""

    column: sa.Column[Any]
    taking: Taking
    leaving: Leaving
    file: str = ""
    """In an export, the file with its rows; empty where they tell nothing of him, or stand in another one."""
    hidden: frozenset[str] = frozenset()
    """Columns that nobody is shown."""

    @property
    def table(self) -> sa.Table:
        """Where it stands."""
        return self.column.table


_TOKEN = frozenset({"id", "token"})
BELONGINGS = (
    Belonging(games.c.owner, "moves", "own", "games"),
    Belonging(games.c.person0, "own", "stays", "games"),
    Belonging(games.c.person1, "own", "stays", "games"),
    Belonging(challenges.c.maker, "own", "goes", "challenges"),
    Belonging(challenges.c.taken_by, "own", "stays"),
    Belonging(challenges.c.asked, "never", "goes"),
    Belonging(pairings.c.guest, "goes", "goes"),
    Belonging(vacations.c.person, "own", "goes", "vacation"),
    Belonging(studies.c.owner, "moves", "goes", "studies"),
    Belonging(puzzle_people.c.person, "own", "goes", "puzzle-ratings"),
    Belonging(puzzle_tries.c.person, "own", "goes", "puzzle-tries"),
    Belonging(puzzle_streaks.c.person, "own", "goes", "puzzle-streak"),
    Belonging(own_puzzles.c.person, "joins", "goes", "own-puzzles"),
    Belonging(accounts.c.id, "never", "own", "account", frozenset({"password", "skeleton"})),
    Belonging(accounts.c.owner, "never", "own", "bots", frozenset({"password", "skeleton"})),
    Belonging(sessions.c.account, "never", "goes", "sessions", _TOKEN),
    Belonging(tokens.c.account, "never", "goes", "tokens", _TOKEN),
    Belonging(ratings.c.account, "never", "goes", "ratings"),
    Belonging(rating_changes.c.account, "never", "goes", "rated-games"),
    Belonging(rating_changes.c.opponent, "never", "stays"),
    Belonging(dice_tallies.c.who, "own", "goes", "sealed-dice"),
    Belonging(chat_lines.c.person, "moves", "goes", "chat"),
    Belonging(blocks.c.person, "own", "goes", "blocks", frozenset({"id"})),
    Belonging(blocks.c.other, "own", "goes"),
    Belonging(notices.c.person, "moves", "goes", "notices"),
    Belonging(notice_choices.c.person, "joins", "goes", "notice-choice"),
    Belonging(sanctions.c.account, "never", "stays", "sanctions"),
    Belonging(audit_entries.c.who, "never", "stays"),
    Belonging(audit_entries.c.whom, "never", "stays"),
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
