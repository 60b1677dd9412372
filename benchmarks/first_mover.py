"""What beginning is worth in Atmalof: the line net that comes with motu against itself, looking one turn ahead.

Prints a row of docs/findings/README.md: games, what who begins scores with its 95 % interval, wins, draws, losses, and
games that were cut off after 400 turns and count half a point each.

    python benchmarks/first_mover.py atmalof junior --games 240000 --jobs 2
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import motu
from motu.eval.lines import MatchScore, line_file_for, line_files, play_itself

PART = 5_000
"""Games of one seed."""
_Z95 = 1.96


@dataclass(frozen=True, slots=True)
class Beginner:
    """The results of who begins."""

    wins: int
    draws: int
    losses: int
    unfinished: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses + self.unfinished

    @property
    def score(self) -> float:
        """In 0..1."""
        return (self.wins + (self.draws + self.unfinished) / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score; games are independent."""
        square = (self.wins + (self.draws + self.unfinished) / 4) / self.games
        half = _Z95 * math.sqrt((square - self.score**2) / (self.games - 1))
        return self.score - half, self.score + half

    def row(self, spec: str) -> str:
        """A row of a table."""
        low, high = (f"{100 * each:.2f}" for each in self.interval)
        counts = " | ".join(f"{each:,}" for each in (self.games, self.wins, self.draws, self.losses, self.unfinished))
        return f"| `{spec}` | **{100 * self.score:.2f} %** ({low} to {high}) | {counts} |"


def play_part(spec: str, seed: int, games: int) -> MatchScore:
    """Play the games of one seed."""
    game = motu.load_game(spec)
    name = line_file_for(game)
    if name is None:
        raise SystemExit(f"{spec} has no line net; only Atmalof has")
    return play_itself(game, line_files()[name], games, seed)


def total(parts: Sequence[MatchScore]) -> Beginner:
    """Add results up."""
    return Beginner(
        sum(each.wins for each in parts),
        sum(each.draws for each in parts),
        sum(each.losses for each in parts),
        sum(each.unfinished for each in parts),
    )


def main() -> None:
    """Play, and print a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("specs", nargs="+", metavar="SPEC")
    parser.add_argument("--games", type=int, default=240_000, metavar="N")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the first part; each has the next one")
    arguments = parser.parse_args()
    sizes = [min(PART, arguments.games - begin) for begin in range(0, arguments.games, PART)]
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for spec in arguments.specs:
            seeds = range(arguments.seed, arguments.seed + len(sizes))
            print(total(list(pool.map(play_part, [spec] * len(sizes), seeds, sizes))).row(spec), flush=True)


if __name__ == "__main__":
    main()
