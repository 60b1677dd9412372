"""How strong motu plays: the experiments of docs/strength.md, one command each.

    python benchmarks/strength.py hex-openspiel --seconds 1 --games 200 --jobs 2
    python benchmarks/strength.py nauru-uct

Games go into a file of records as they end; the same command goes on where it stopped. At the end a row of the table
in docs/strength.md is printed. `hex-openspiel` needs OpenSpiel in this Python, or in the one that `--openspiel-python`
names.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from motu.arena.match import MatchStanding
from motu.arena.ratings import strength_of
from motu.arena.report import elo_text, match_json, match_lines
from motu.cli.application import exit_code_of
from motu.cli.match import played, settings_of

OPENSPIEL = Path(__file__).with_name("openspiel_gtp.py")


@dataclass(frozen=True, slots=True)
class Experiment:
    """One player against another at equal time."""

    game: str
    openings: str
    goal: float
    """The score that motu is to reach."""
    opponent: str
    """A kind of player that takes `:3s`, or "openspiel"."""


EXPERIMENTS = {
    "hex-openspiel": Experiment("hex", "all", 0.95, "openspiel"),
    "nauru-uct": Experiment("nauru", "all", 0.85, "uct"),
    "atomorph9-uct": Experiment("atomorph(size=9)", "all", 0.85, "uct"),
    "atmalof-uct": Experiment("atmalof", "random:2", 0.70, "uct"),
}


def opponent_of(experiment: Experiment, options: argparse.Namespace) -> str:
    """Return the opponent's text for the arena."""
    if experiment.opponent != "openspiel":
        return f"{experiment.opponent}:{options.seconds:g}s"
    python = options.openspiel_python
    if subprocess.run([python, "-c", "import pyspiel"], capture_output=True, check=False).returncode != 0:
        raise SystemExit(
            f"skipped: {python} has no OpenSpiel; pip install 'motu[bench]', or name a Python that has it with"
            " --openspiel-python"
        )
    command = [python, str(OPENSPIEL), "--seconds", f"{options.seconds:g}"]
    return f"OpenSpiel MCTSBot {options.seconds:g} s=gtp:{shlex.join(command)}"


def play_experiment(name: str, options: argparse.Namespace) -> None:
    """Play one player against the other, and print what came of it."""
    experiment = EXPERIMENTS[name]
    players = (f"{options.player}:{options.seconds:g}s", opponent_of(experiment, options))
    path = options.out or Path(f"strength-{name}-{options.seconds:g}s.jsonl")
    settings = settings_of(players, experiment.game, experiment.openings, options.seed, 0, 300.0, 0.0)
    standing = played(settings, options.games, options.jobs, str(path))
    print("\n".join(match_lines(standing)))
    if experiment.opponent == "openspiel":
        check = [options.openspiel_python, str(OPENSPIEL), "--check", str(path)]
        print(subprocess.run(check, check=True, capture_output=True, text=True).stdout.strip())
    print(json.dumps(match_json(standing)) if options.json else row(name, experiment, standing))


def row(name: str, experiment: Experiment, standing: MatchStanding) -> str:
    """Return the experiment's row of the table."""
    data = match_json(standing)
    one, other = data["players"]
    strength = strength_of(standing.tally.pairs)
    if strength is None:
        return "no pair of games has come to an end"
    low, high = strength.interval
    elo = [elo_text(each) for each in (strength.elo, *strength.elo_interval)]
    times = " and ".join(f"{seconds:.2f}" for seconds in data["seconds_a_move"])
    cells = [
        f"`{name}`",
        f"{one} against {other}",
        f"`{experiment.game}`, openings {experiment.openings}",
        f"{data['games']} ({data['unfinished']} unfinished, {sum(data['forfeits'])} forfeited)",
        times,
        f"**{strength.score:.1%}** ({low:.1%} to {high:.1%})",
        f"{elo[0]} ({' to '.join(elo[1:])})",
        f"≥ {experiment.goal:.0%}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Read the options and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=[*EXPERIMENTS])
    parser.add_argument("--seconds", type=float, default=1.0, help="wall time of a move, for both; 1 if not given")
    parser.add_argument("--games", type=int, default=200, help="games; 200 if not given")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time; 1 if not given, at most one a core")
    parser.add_argument("--player", default="mcts", help="ours: a player that takes seconds; mcts if not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="the file of records")
    parser.add_argument("--json", action="store_true", help="the figures as JSON in place of the row")
    parser.add_argument("--openspiel-python", default=sys.executable, metavar="PYTHON")
    options = parser.parse_args()
    play_experiment(options.name, options)


if __name__ == "__main__":
    sys.exit(exit_code_of(main))
