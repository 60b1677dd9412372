"""A study's results as files: games and figures as Parquet, the report as pages (floor: lab)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from motu.explorer.parquet import write_parquet
from motu.lab.study import StudyStanding
from motu.lab.tables import StudyTable

GAME_COLUMNS = {
    "case": "VARCHAR",
    "spec": "VARCHAR",
    "pair": "INTEGER",
    "player0": "VARCHAR",
    "player1": "VARCHAR",
    "winner": "INTEGER",
    "score": "DOUBLE",
    "reason": "VARCHAR",
    "plies": "INTEGER",
    "swapped": "BOOLEAN",
    "moves": "VARCHAR[]",
    "choices": "INTEGER[]",
    "value_plies": "INTEGER[]",
    "values": "DOUBLE[]",
    "note": "VARCHAR",
}
"""Of games.parquet; docs/lab.md says what they mean."""

FIGURE_COLUMNS = {
    "grid": "VARCHAR",
    "measure": "VARCHAR",
    "case": "JSON",
    "figure": "VARCHAR",
    "value": "DOUBLE",
    "low": "DOUBLE",
    "high": "DOUBLE",
    "method": "VARCHAR",
    "count": "BIGINT",
}
"""Of figures.parquet."""


def write_results(standing: StudyStanding, tables: Sequence[StudyTable], folder: Path) -> None:
    """Write games.parquet and figures.parquet.

    Raises:
        CollectionError: "collection/duckdb" without DuckDB, "collection/write".
    """
    write_parquet(folder / "games.parquet", _games(standing), GAME_COLUMNS)
    write_parquet(folder / "figures.parquet", _figures(tables), FIGURE_COLUMNS)


def _games(standing: StudyStanding) -> Iterator[dict[str, Any]]:
    for key, trials in standing.trials().items():
        case, wanted = standing.plan.cases[key]
        for each in trials:
            if not case.is_within(each.slot, wanted):
                continue
            yield {
                "case": key,
                "spec": case.schedule.book.spec,
                "pair": each.slot.pair,
                "player0": case.entrants[each.slot.first].name,
                "player1": case.entrants[each.slot.second].name,
                "winner": each.winner,
                "score": each.score,
                "reason": each.reason,
                "plies": each.plies,
                "swapped": each.is_swapped,
                "moves": each.moves,
                "choices": each.choices,
                "value_plies": [ply for ply, _ in each.values],
                "values": [value for _, value in each.values],
                "note": each.note or None,
            }


def _figures(tables: Sequence[StudyTable]) -> Iterator[dict[str, Any]]:
    for table in tables:
        for row in table.to_json()["rows"]:
            for name, figure in row["figures"].items():
                yield {"grid": table.grid, "measure": table.measure, "case": row["case"], "figure": name, **figure}
