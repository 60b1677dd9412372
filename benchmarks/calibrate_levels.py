"""Measures the playing levels: every level against the one below it, and what to change where they don't fit.

    python benchmarks/calibrate_levels.py atmalof --games 200 --jobs 2
    python benchmarks/calibrate_levels.py nauru --levels 8-10 --games 60 --out nauru-top.jsonl

Each pair of games is played with seats swapped (and, in Atmalof, with equal dice), from the empty board, so that the
levels also use the pie rule themselves. For each pair a row of the table in docs/levels.md is printed as soon as its
games are over. The levels are those of `src/motu/search/levels.toml`: edit that file, measure again, and let
`--write-elo` put the ratings that follow into it. With `--out` the same command goes on where it stopped; after a
change of the levels begin a new file.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from itertools import pairwise
from pathlib import Path

import motu
from motu.arena.ratings import elo_of, strength_of
from motu.arena.results import Tally
from motu.cli.application import exit_code_of
from motu.cli.match import played, settings_of
from motu.search.levels import NUM_LEVELS, Level, levels_for

TABLE = Path(__file__).parents[1] / "src" / "motu" / "search" / "levels.toml"
FITS = (0.58, 0.70)
"""Scores against the level below that are near enough to the target."""
ELO_A_DOUBLING = 90.0
"""What twice the simulations are worth, about: for the advice only."""


def measure(options: argparse.Namespace, upper: Level, lower: Level) -> float:
    """Play one level against the one below it, print the row, and return the score."""
    players = (f"level:{upper.number}", f"level:{lower.number}")
    out = "" if options.out is None else f"{options.out.with_suffix('')}-{upper.number}{options.out.suffix}"
    settings = settings_of(players, options.game, options.openings, options.seed, 0, 300.0, 0.0)
    tally = played(settings, options.games, options.jobs, out).tally
    strength = strength_of(tally.pairs)
    if strength is None:
        raise SystemExit("no pair of games has come to an end")
    print(row(upper, lower, tally), advice(upper, strength.score, options.target), flush=True)
    return strength.score


def row(upper: Level, lower: Level, tally: Tally) -> str:
    """Return a row of the table of docs/levels.md."""
    strength = strength_of(tally.pairs)
    assert strength is not None
    low, high = strength.interval
    seconds = tally.seconds_a_move(tally.one)
    cells = [
        f"{upper.number} – {lower.number}",
        str(len(tally.games)),
        f"{strength.score:.1%}",
        f"{low:.0%} to {high:.0%}",
        f"{strength.elo:+.0f}",
        "" if seconds is None else f"{1000 * seconds:.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def advice(upper: Level, score: float, target: float) -> str:
    """Return what to change, empty where the score fits."""
    if FITS[0] <= score <= FITS[1]:
        return ""
    if upper.visits == 0:
        return f"<- {'weaken' if score > target else 'strengthen'}: temperature, naivety"
    missing = max(-300.0, min(300.0, elo_of(target) - elo_of(score)))
    return f"<- try visits = {max(1, round(upper.visits * 2 ** (missing / ELO_A_DOUBLING)))}"


def write_elo(game: str, scores: dict[int, float]) -> None:
    """Put the sums of the measured differences into the table of levels; pairs that were not played keep theirs."""
    ratings = [level.elo for level in levels_for(motu.load_game(game).rules)]
    gaps = [after - before for before, after in pairwise(ratings)]
    for number, score in scores.items():
        gaps[number - 2] = max(1, round(elo_of(min(0.99, max(0.01, score)))))
    new = iter([0, *(sum(gaps[: index + 1]) for index in range(len(gaps)))])
    name = motu.load_game(game).name
    before, section, after = re.split(rf"(?ms)(^\[{name}\]$.*?^\]$)", TABLE.read_text(encoding="utf-8"))
    section = re.sub(r"\belo = \d+", lambda _: f"elo = {next(new)}", section)
    TABLE.write_text(before + section + after, encoding="utf-8")


def level_range(text: str) -> tuple[int, int]:
    """Read "8-10"."""
    first, last = (int(each) for each in text.split("-"))
    if not 1 <= first < last <= NUM_LEVELS:
        raise ValueError(text)
    return first, last


def main() -> None:
    """Read the options and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a spec; atoll, atomorph and atmalof are what the levels are measured on")
    parser.add_argument("--levels", type=level_range, default=(1, NUM_LEVELS), metavar="A-B", help="all if not given")
    parser.add_argument("--games", type=int, default=100, help="games of each pair; 100 if not given")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time; 1 if not given, at most one a core")
    parser.add_argument("--openings", default="none", help="as in motu match; none if not given")
    parser.add_argument("--target", type=float, default=0.64, help="the score to aim at; 0.64 if not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="the files of records: FILE-2.jsonl for level 2 against level 1, ...")
    parser.add_argument("--write-elo", action="store_true", help="put the ratings into levels.toml")
    options = parser.parse_args()
    levels = levels_for(motu.load_game(options.game).rules)
    first, last = options.levels
    print("| levels | games | score | 95 % | Elo | ms a move |\n|---|---|---|---|---|---|", flush=True)
    scores = {number: measure(options, levels[number - 1], levels[number - 2]) for number in range(first + 1, last + 1)}
    total = sum(elo_of(score) if 0 < score < 1 else math.nan for score in scores.values())
    print(f"\nlevel {last} is {total:.0f} Elo above level {first}")
    if options.write_elo:
        write_elo(options.game, scores)


if __name__ == "__main__":
    sys.exit(exit_code_of(main))
