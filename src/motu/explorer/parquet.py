"""Rows written as Parquet by DuckDB, which brings readers for everything and needs nothing else (floor: explorer)."""

from __future__ import annotations

import json
import secrets
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from motu.errors import CollectionError, one_line
from motu.extras import explain
from motu.files import real_file

Schema = Mapping[str, str]
"""Column to DuckDB's type."""
Row = Mapping[str, Any]


def duckdb() -> ModuleType:
    """Return DuckDB's module.

    Raises:
        CollectionError: "collection/duckdb" where it is not installed.
    """
    try:
        import duckdb as found  # noqa: PLC0415 - comes with an extra
    except ModuleNotFoundError as error:
        message = explain(error, "a collection of games") or str(error)
        raise CollectionError(message, slug="collection/duckdb") from error
    module: ModuleType = found
    return module


def quoted(text: str | Path) -> str:
    """Return a text as SQL writes it."""
    return "'" + str(text).replace("'", "''") + "'"


def rows_in(file: Path, schema: Schema) -> str:
    """Return SQL for the rows of a file of JSON lines."""
    columns = ", ".join(f'"{name}": {quoted(kind)}' for name, kind in schema.items())
    return f"read_json({quoted(file)}, format = 'newline_delimited', columns = {{{columns}}})"


def write_lines(file: Path, rows: Iterable[Row]) -> int:
    """Write rows as JSON lines; returns how many."""
    count = 0
    with file.open("w", encoding="utf-8") as lines:
        for row in rows:
            lines.write(json.dumps(row, ensure_ascii=True, allow_nan=False) + "\n")
            count += 1
    return count


def write_parquet(path: Path, rows: Iterable[Row], schema: Schema, *, order: str = "") -> int:
    """Write rows as Parquet, in one step: nobody finds half a file. Returns how many rows there were.

    Args:
        path: The file; what stood there before is replaced, and of a link what it leads to.
        rows: Column to value; what is missing becomes NULL.
        schema: Every column and its type, in their order.
        order: Columns by which rows are sorted; as they come unless told.

    Raises:
        CollectionError: "collection/duckdb" without DuckDB, "collection/write" where the file cannot be written.
    """
    engine = duckdb()
    path = real_file(path)
    part = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with tempfile.TemporaryDirectory(prefix="motu-") as folder:
            lines = Path(folder) / "rows.jsonl"
            count = write_lines(lines, rows)
            with engine.connect() as connection:
                # One thread keeps the rows in their order, so that equal rows make equal files.
                connection.execute("SET threads = 1")
                found = connection.sql(f"FROM {rows_in(lines, schema)}")
                (found.order(order) if order else found).write_parquet(str(part), compression="zstd")
        part.replace(path)
    except (OSError, engine.Error) as error:
        part.unlink(missing_ok=True)
        message = f"cannot write '{path}': {one_line(error)}"
        raise CollectionError(message, slug="collection/write", text=str(path)) from error
    return count
