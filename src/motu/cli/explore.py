"""`motu explore`: what was played in a position, in any collection of games (floor: cli)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import BadInputError
from motu.cli.output import write, write_json
from motu.cli.progress import ProgressBar
from motu.numbers import counted

if TYPE_CHECKING:
    from motu import State
    from motu.explorer.openings import Explored, OpeningExplorer

NAME = "explore"
SUMMARY = "What was played in a position, and with what success."
EXAMPLES = """\b
Examples:
  motu explore games.jsonl
  motu explore collection d4 --game 'hex(size=7)'
  motu explore games.sgf c2 swap --json"""


def run(
    collection: Annotated[
        str, typer.Argument(metavar="COLLECTION", help="What motu export wrote, or a file of games.")
    ],
    moves: Annotated[list[str] | None, typer.Argument(metavar="MOVES", help="The position.")] = None,
    game: Annotated[
        str, typer.Option("--game", metavar="SPEC", help="Which game; the one that is played most if not given.")
    ] = "",
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Tell the moves that were played in a position: how often, with what success, and when last.

    Positions that are images of each other count as one.
    """
    from motu.cli.positions import position_after

    with ProgressBar("reading games") as progress:
        explorer = progress.run(lambda: opened(collection))
    with explorer:
        state = position_after(game or _most_played(explorer, collection), moves or [])
        found = explorer.explore(state)
    if json:
        write_json(as_json(state, found))
    else:
        _tell(state, found)


def opened(collection: str) -> OpeningExplorer:
    """Return the explorer of a folder that motu export wrote, or of a file of games."""
    from motu.cli.export import collected
    from motu.explorer.openings import OpeningExplorer

    path = Path(collection).expanduser()
    return OpeningExplorer(path) if path.is_dir() else OpeningExplorer.of(collected([collection]))


def as_json(state: State, found: Explored) -> dict[str, object]:
    """Return what is known of a position as JSON data."""
    return {
        "spec": state.game.spec,
        "moves": state.moves(),
        "games": found.games,
        "played": [
            {
                "move": each.move,
                "images": list(each.images),
                "games": each.games,
                "wins": each.wins,
                "draws": each.draws,
                "losses": each.losses,
                "score": None if each.score is None else round(each.score, 4),
                "last": each.last,
            }
            for each in found.moves
        ],
    }


def _most_played(explorer: OpeningExplorer, collection: str) -> str:
    specs = explorer.specs()
    if not specs:
        raise BadInputError(f"'{collection}' holds no moves", text=collection)
    return specs[0][0]


def _tell(state: State, found: Explored) -> None:
    from motu.cli.tables import Column, write_table

    after = " ".join(state.moves())
    write(f"{state.game.spec}{f' after {after}' if after else ''}: {counted(found.games, 'game')}")
    if not found.moves:
        return
    titles: Sequence[str] = ("move", "games", "", "scores", "won", "drawn", "lost", "last played", "the same as")
    columns = [Column(title, title not in ("move", "last played", "the same as")) for title in titles]
    write_table(
        columns,
        [
            [
                each.move,
                f"{each.games:,}",
                f"{each.games / found.games:.1%}",
                "" if each.score is None else f"{each.score:.1%}",
                f"{each.wins:,}",
                f"{each.draws:,}",
                f"{each.losses:,}",
                (each.last or "")[:10],
                " ".join(each.images[1:]),
            ]
            for each in found.moves
        ],
    )
