"""Games that were lost, looked at on a Ray cluster: a game for each of its processors (floor: lab; extra: cluster)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from motu.arena.manifest import other_manifest
from motu.arena.openings import opening_of
from motu.engine.blunders import Blunder, Searches, find_blunder
from motu.errors import EngineError
from motu.games import Game
from motu.games.record import Record
from motu.lab.cluster import call_on_cluster
from motu.search.manifest import engine_json

Engine = Mapping[str, Any]
"""What searches are made with, as of `engine_json`."""


@dataclass(frozen=True, slots=True)
class BlunderTask:
    """A lost game, how it is to be searched, and with what."""

    record: Record
    searches: Searches
    every: bool
    engines: tuple[Engine, Engine]


def blunders_on_cluster(
    address: str, records: Sequence[Record], searches: Searches, *, every: bool = False
) -> Iterator[tuple[int, Blunder | None] | None]:
    """Find the moves that lost games, as `find_blunder` does, on the machines of a cluster.

    Args:
        address: As for `motu.lab.cluster.RayPool`.
        records: Games with a winner.
        searches: How to search.
        every: As for `find_blunder`.

    Yields:
        A record's place and its blunder, as they are found; in between now and then None.

    Raises:
        EngineError: "engine/cluster" without a cluster; "engine/options" for an evaluator that has no name;
            "engine/other-manifest" where a machine has another motu, net or tables than this one, which would find
            other moves; what searches raise.
    """
    engines: dict[Game, tuple[Engine, Engine]] = {}
    games = []
    for record in records:
        game = record.replay().game
        if game not in engines:
            engines[game] = engines_of(game, searches)
        games.append(BlunderTask(record, searches, every, engines[game]))
    yield from call_on_cluster(address, run_task, games)


def run_task(task: BlunderTask) -> Blunder | None:
    """Find the move that lost a game, if this machine's motu is the one that is asked for.

    Raises:
        EngineError: "engine/other-manifest" where it is not; what searches raise.
    """
    state = task.record.replay()
    differences = [
        f"{key}: {wanted.get(key)} wanted, {here.get(key)} there"
        for wanted, here in zip(task.engines, engines_of(state.game, task.searches), strict=True)
        for key in sorted({*wanted, *here})
        if wanted.get(key) != here.get(key)
    ]
    if differences:
        raise other_manifest("other searches would be made", list(dict.fromkeys(differences)))
    winner = task.record.result.winner
    if winner is None:
        return None
    return find_blunder(state, winner, task.searches, opening=opening_of(task.record), every=task.every)


def engines_of(game: Game, searches: Searches) -> tuple[Engine, Engine]:
    """Return what deep and short searches of a game are made with on this machine."""
    if not isinstance(searches.evaluator, str):
        message = (
            f"a cluster's machines find evaluators by their names, not {type(searches.evaluator).__name__} objects"
        )
        raise EngineError(message, slug="engine/options")
    deep = engine_json(game, searches.deep, searches.seed, threads=searches.threads)
    return deep, engine_json(game, searches.short, searches.seed, searches.evaluator)
