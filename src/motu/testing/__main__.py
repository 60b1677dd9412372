"""Write what tests compare with, and walk through games by hand (floor: testing).

- `python -m motu.testing playthroughs FOLDER` writes the golden playthroughs that FOLDER lacks,
- `python -m motu.testing playthroughs FOLDER NAME …` writes these anew, after a change that was meant,
- `python -m motu.testing walk SPEC` checks everything along random games (`--seed`, `--plies`),
- `python -m motu.testing variants` lists the names.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from motu.boards import load_custom_board
from motu.errors import MotuError
from motu.games import load_game
from motu.testing.conformance import check_game
from motu.testing.contract import ConformanceError
from motu.testing.playthrough import write_playthrough
from motu.testing.registry import Variant, variant, variants

SEED = 3
"""The seed of the golden games: all kinds of ends are among them."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command.

    Returns:
        0; 1 where a walk found something wrong; 2 for what cannot be read.
    """
    options = _parser().parse_args(arguments)
    try:
        if options.command == "playthroughs":
            _write_playthroughs(options.folder, options.variants)
        elif options.command == "walk":
            _say(str(check_game(load_game(options.spec, load_custom_board), options.seed, options.plies)))
        else:
            _say("\n".join(f"{each.name:40} {each.spec}" for each in variants()))
    except ConformanceError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except MotuError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m motu.testing", description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    playthroughs = commands.add_parser("playthroughs", help="write golden playthroughs")
    playthroughs.add_argument("folder", type=Path)
    playthroughs.add_argument("variants", nargs="*", type=variant, metavar="NAME")
    walk = commands.add_parser("walk", help="check everything along random games")
    walk.add_argument("spec")
    walk.add_argument("--seed", type=int, default=0)
    walk.add_argument("--plies", type=int, default=1000)
    commands.add_parser("variants", help="list the names")
    return parser


def _write_playthroughs(folder: Path, chosen: list[Variant]) -> None:
    """Write the chosen ones, or where none is chosen those that are missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in chosen or variants():
        path = folder / each.file_name
        if chosen or not path.exists():
            path.write_text(write_playthrough(each.load(), SEED), encoding="utf-8")
            _say(f"written: {path}")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main())
