"""Tables for people: in colours on a terminal, in plain text elsewhere (floor: cli)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from motu.cli.output import can_write, has_colours, is_terminal
from motu.numbers import outward

PLAIN_WIDTH = 120
"""Columns of tables that are not written to a terminal."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    title: str
    is_number: bool = True
    """Whether its texts end below each other; they begin there otherwise, and may be broken or cut."""


def bounds_texts(lower: float, upper: float, digits: int = 4) -> tuple[str, str]:
    """Return what is proved as texts that claim no more; an exact value, whose bounds are one, goes to the nearest."""
    least, most = (lower, upper) if lower == upper else outward(lower, upper, digits)
    return f"{least:+.{digits}f}", f"{most:+.{digits}f}"


def write_table(columns: Sequence[Column], rows: Sequence[Sequence[str]], strong: Sequence[int] = ()) -> None:
    """Write a table to stdout; columns without a text are left out.

    Args:
        columns: What stands in them.
        rows: A text for each column.
        strong: The rows to be printed bold where there are colours.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    kept = [index for index in range(len(columns)) if any(row[index] for row in rows)]
    table = Table(box=box.SIMPLE_HEAD if can_write("\u2500") else box.ASCII, pad_edge=False, show_edge=False)
    for index in kept:
        column = columns[index]
        side: Literal["left", "right"] = "right" if column.is_number else "left"
        table.add_column(column.title, justify=side, no_wrap=column.is_number, overflow="fold")
    for number, row in enumerate(rows):
        style = "bold" if number in strong else ""
        table.add_row(*(Text(row[index], style=style) for index in kept))
    width = None if is_terminal(sys.stdout) else PLAIN_WIDTH
    console = Console(file=sys.stdout, width=width, highlight=False, emoji=False, no_color=not has_colours(sys.stdout))
    with console.capture() as captured:
        console.print(table)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()), flush=True)
