"""The lab's commands as a surface: studies, exports and explorers, with right files and damaged ones.

A step is a command line with its files, all of which follow from a number: it does what it says, the same when it is
asked again, or it is refused in one line.
"""

from __future__ import annotations

import json
import logging
import random
import shutil
import traceback
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cli.running import run
from fuzz.hunt import Log, Step
from fuzz.material import MOVES, NUMBERS, check, damaged, garbage, no_json
from fuzz.on_files import game, write_games
from motu.games import formats
from motu.lab.measures import MEASURES

STEPS = 6
"""Commands to one child."""
WELL, REFUSED = 0, 2
GAMES = (
    "hex(size=2)",
    "hex(size=3)",
    "hex(size=3,swap=false)",
    "hex",
    "gan",
    "atomorph(size=3)",
    "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)",
)
PLAYERS = ("random", "uct:3", "mcts:3,evaluator=rollout", "expectimax:depth=1", "level:1")
LINES = (
    "vary = {{ size = [{number}, 3] }}",
    "vary = {{ swap = [true, false], size = [2] }}",
    "vary = {{ {text} = [{number}] }}",
    'pairing = "all"',
    'pairing = "neighbours"',
    'pairing = "{text}"',
    'openings = "all"',
    'openings = "{text}"',
    "plies = {number}",
    "plies = 2",
    'title = "{text}"',
    'about = "{text}"',
    "{text} = {number}",
)
"""What may stand in a grid beside what has to."""


def grid(rng: random.Random, name: str) -> str:
    """Return a grid, most often a right one."""
    players = [rng.choice(PLAYERS if rng.random() < 0.95 else ("?", "mcts:")) for _ in range(rng.choice((1, 1, 2, 3)))]
    measures = rng.sample([*MEASURES], rng.choice((1, 1, 2, 4)))
    right = [
        f'name = "{name}"',
        f"game = {json.dumps(rng.choice(GAMES[:3] if rng.random() < 0.6 else GAMES))}",
        f"players = {json.dumps(players)}",
        f"games = {rng.choice((1, 1, 2, 3))}",
        f"measures = {json.dumps(measures)}",
    ]
    more = [
        line.format(number=rng.choice((2, 3, *NUMBERS[:6])), text=rng.choice(("x", "size", "ŝ", "a b")))
        for line in rng.sample(LINES, rng.choice((0, 0, 1, 1, 2)))
    ]
    lines = [*right, *more]
    if rng.random() < 0.1:
        del lines[rng.randrange(len(lines))]
    return "\n".join(["[[grid]]", *lines])


def study_file(rng: random.Random) -> bytes:
    """Return a study as a file, right or damaged."""
    names = ["one", "two"][: rng.choice((1, 1, 2))]
    text = "\n".join(['title = "Fuzz"', f"seed = {rng.choice((1, 1, *NUMBERS))}", *(grid(rng, name) for name in names)])
    return damaged(text.encode(), rng) if rng.random() < 0.2 else text.encode()


def ask(*words: str) -> Any | None:
    """Run a command; return what it says as JSON, or None where it refuses."""
    done = run(*words, "--json")
    if done.exit_code == REFUSED:
        check(done.stdout == "", f"a refusal that says {done.stdout!r}")
        check(done.stderr.startswith("motu: ") and done.stderr.count("\n") == 1, f"a refusal: {done.stderr!r}")
        return None
    if done.exit_code != WELL:
        told = "".join(traceback.format_exception(done.exception)) if done.exception else ""
        raise AssertionError(f"motu {' '.join(words)} leaves with {done.exit_code}: {done.stderr}{told}")
    return json.loads(done.stdout, parse_constant=no_json)


def study(rng: random.Random) -> None:
    """Ask a study, go on with what it has kept, and go on once more with files that were damaged meanwhile."""
    Path("study.toml").write_bytes(study_file(rng))
    words = ["study", "study.toml"]
    words += ["--only", rng.choice(("one", "two", "?"))] if rng.random() < 0.2 else []
    words += ["--scale", rng.choice(("0.5", "0.0001", "1", "2"))] if rng.random() < 0.3 else []
    words += ["--seed", str(rng.choice(NUMBERS))] if rng.random() < 0.2 else []
    if rng.random() < 0.4:
        ask(*words)
        return
    shutil.rmtree("kept", ignore_errors=True)
    first = ask(*words, "--out", "kept")
    if first is None:
        return
    check(first["games"] == first["wanted"], f"{first['games']} of {first['wanted']} games")
    again = ask(*words, "--out", "kept")
    check(again == first, f"another answer when it was asked again: {first} and {again}")
    check(Path("kept", "report.html").is_file(), "no report")
    found = rng.choice(sorted(each for each in Path("kept").iterdir() if each.is_file()))
    found.write_bytes(damaged(found.read_bytes(), rng))
    ask(*words, "--out", "kept")


def games_file(rng: random.Random) -> str:
    """Write a file of games, right or damaged; return its name."""
    name = rng.choice([*formats.FORMATS])
    path = Path(f"games{formats.FORMATS[name].suffixes[0]}")
    write_games(name)(path)
    if rng.random() < 0.3:
        path.write_bytes(damaged(path.read_bytes(), rng))
    return str(path)


def position(rng: random.Random) -> list[str]:
    """Return some moves, and perhaps a game, as the command takes them."""
    words = [rng.choice(MOVES) for _ in range(rng.choice((0, 0, 1, 2, 3)))]
    words = [*game(rng.randrange(4)).moves()[: rng.randrange(4)]] if rng.random() < 0.5 else words
    words += [garbage(rng, 6)] if rng.random() < 0.1 else []
    words = [each for each in words if not each.startswith("-")]
    return [*words, "--game", rng.choice((*GAMES, "?", "hex(size=5)"))] if rng.random() < 0.4 else words


def export(rng: random.Random) -> None:
    """Export games, and explore what was written: the same as what is found in the file itself."""
    file = games_file(rng)
    shutil.rmtree("collection", ignore_errors=True)
    words = ["export", file, *([games_file(rng)] if rng.random() < 0.2 else []), "--out", "collection"]
    has_positions = rng.random() < 0.8
    told = ask(*words, *([] if has_positions else ["--games-only"]))
    if told is None:
        return
    check((told["positions"] > 0) <= has_positions, f"positions that nobody wants: {told}")
    where = position(rng)
    found = ask("explore", "collection", *where)
    if has_positions and len(words) == 4:
        check(found == ask("explore", file, *where), f"a collection says something else than its file: {found}")
    damage = rng.choice(sorted(Path("collection").iterdir()))
    damage.write_bytes(damaged(damage.read_bytes(), rng))
    ask("explore", "collection", *where)


def explore(rng: random.Random) -> None:
    """Explore a file of games."""
    found = ask("explore", games_file(rng), *position(rng))
    for each in () if found is None else found["played"]:
        check(each["wins"] + each["draws"] + each["losses"] <= each["games"], each)
        check(each["score"] is None or 0 <= each["score"] <= 1, each)


COMMANDS: dict[str, Callable[[random.Random], None]] = {"study": study, "export": export, "explore": explore}


class Lab:
    """The surface."""

    patience = 60.0

    def __init__(self, without: frozenset[str]) -> None:
        self._names = [name for name in COMMANDS if name not in without]

    def explore(self, number: int, log: Log) -> None:
        """Take some steps."""
        rng = random.Random(number)
        for _ in range(STEPS):
            log.begin()
            self._take([rng.choice(self._names), rng.randrange(2**32)], log)

    def replay(self, steps: Sequence[Step], log: Log) -> None:
        """Take steps again."""
        for step in steps:
            self._take(step, log)

    def _take(self, step: Step, log: Log) -> None:
        log.step(step)
        name, number = step
        logging.getLogger("motu").setLevel(logging.CRITICAL)
        warnings.simplefilter("ignore")
        try:
            COMMANDS[name](random.Random(number))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
            log.fault(f"{type(error).__name__} in {name}: {error}\n{step}\n{traceback.format_exc()}")


def surface(without: frozenset[str]) -> Lab:
    """Make the surface with all its commands."""
    return Lab(without)
