"""`motu export`: games and their positions as Parquet (floor: cli)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import BadInputError
from motu.cli.output import write, write_json
from motu.cli.progress import ProgressBar
from motu.numbers import counted

if TYPE_CHECKING:
    from motu.explorer.collection import CollectedGame

NAME = "export"
SUMMARY = "Games and their positions as Parquet."
EXAMPLES = """\b
Examples:
  motu export games.jsonl --out collection
  motu export *.sgf --out collection --games-only"""

FilesArgument = Annotated[list[str], typer.Argument(metavar="FILE", help="Records in any format that motu reads.")]


def run(
    files: FilesArgument,
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="Where games.parquet and positions.parquet go.")],
    games_only: Annotated[bool, typer.Option("--games-only", help="Write no positions.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Write what was done as one JSON object.")] = False,
) -> None:
    """Write games as Parquet, for DuckDB, pandas, Polars, R and the like, and for motu explore.

    Every game is played through the rules on the way.
    """
    from motu.explorer.collection import export

    folder = Path(out).expanduser()
    with ProgressBar("exporting") as progress:
        found = progress.run(lambda: list(collected(files)))
        games, positions = progress.run(lambda: export(found, folder, has_positions=not games_only))
    if json:
        write_json({"games": games, "positions": positions, "folder": str(folder)})
    else:
        write(f"{counted(games, 'game')} and {counted(positions, 'position')} in {folder}")


def collected(files: list[str]) -> Iterator[CollectedGame]:
    """Yield the games of files.

    Raises:
        BadInputError: Where there are none.
    """
    from motu.explorer.collection import CollectedGame
    from motu.games import formats

    count = 0
    for name in files:
        for number, record in enumerate(formats.read(Path(name).expanduser()), start=1):
            count += 1
            yield CollectedGame(record, name, number)
    if not count:
        raise BadInputError("there is no game in these files", text=" ".join(files))
