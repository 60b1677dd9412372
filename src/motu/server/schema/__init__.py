"""The tables (floor: server). The one description of them; migrations bring older databases up to it."""

from __future__ import annotations

from motu.server.schema.base import metadata
from motu.server.schema.games import (
    blocks,
    chat_lines,
    dice_tallies,
    events,
    featured_games,
    games,
    machine_turns,
    plans,
    vacations,
)
from motu.server.schema.house import processes, rates, reviews, server_secrets
from motu.server.schema.learning import (
    own_puzzles,
    puzzle_people,
    puzzle_ratings,
    puzzle_streaks,
    puzzle_tries,
    studies,
)
from motu.server.schema.meeting import (
    challenges,
    pairings,
    rung_games,
    rungs,
    tournament_entrants,
    tournament_games,
    tournaments,
)
from motu.server.schema.order import audit_entries, examined_games, reports, sanctions
from motu.server.schema.people import (
    accounts,
    departures,
    passkeys,
    rating_changes,
    ratings,
    reliabilities,
    sessions,
    tokens,
    used_nonces,
)
from motu.server.schema.telling import looks, mail_addresses, mails, notice_choices, notices, push_messages, push_places

__all__ = [
    "accounts",
    "audit_entries",
    "blocks",
    "challenges",
    "chat_lines",
    "departures",
    "dice_tallies",
    "events",
    "examined_games",
    "featured_games",
    "games",
    "looks",
    "machine_turns",
    "mail_addresses",
    "mails",
    "metadata",
    "notice_choices",
    "notices",
    "own_puzzles",
    "pairings",
    "passkeys",
    "plans",
    "processes",
    "push_messages",
    "push_places",
    "puzzle_people",
    "puzzle_ratings",
    "puzzle_streaks",
    "puzzle_tries",
    "rates",
    "rating_changes",
    "ratings",
    "reliabilities",
    "reports",
    "reviews",
    "rung_games",
    "rungs",
    "sanctions",
    "server_secrets",
    "sessions",
    "studies",
    "tokens",
    "tournament_entrants",
    "tournament_games",
    "tournaments",
    "used_nonces",
    "vacations",
]
