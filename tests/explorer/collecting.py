"""Games that the tests of collections are made of."""

from __future__ import annotations

from dataclasses import replace

from motu import Record, load_game
from motu.explorer.collection import CollectedGame
from motu.games.record_parts import Result

HEX = "hex(size=3)"


def game_of(moves: str, winner: int | None = 0, started: str | None = None, spec: str = HEX) -> CollectedGame:
    """A game that somebody has resigned, or that is unfinished with winner None."""
    state = load_game(spec).new_initial_state().play_all(moves.split())
    result = Result() if winner is None else Result(winner, "resign")
    record = Record.from_state(state, players=("Ann", "Bo"), result=None if state.is_terminal() else result)
    return CollectedGame(replace(record, started=started), "test.jsonl", 1)


GAMES = [
    game_of("a1 b2", 0, "2026-01-02"),
    game_of("c3 b2", 0, "2026-02-02"),  # the same, turned round
    game_of("a1 swap", 1),
    game_of("b2 swap a1", 1, "2025-01-01"),
    game_of("b2 swap c3", 0, "2024-01-01"),
    game_of("a2", None),
]
