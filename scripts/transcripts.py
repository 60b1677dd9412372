"""Run some two hundred sessions of motu and keep what it says: `python scripts/transcripts.py OUT`.

Sessions of `motu gtp` and `motu engine --json` and commands of the command line, over all games, at fixed seeds and
fixed bounds, each a process of its own in an empty folder and with an empty home. What depends on the hour or the
machine is taken out. Prints `N sessions, sha256 …`: the same figure as long as nothing answers differently. Compare two
folders with `diff -r`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

PATIENCE_S = 300
WORKERS = os.cpu_count() or 1

GAMES = {
    "hex4": "hex(size=4)",
    "hex5": "hex(size=5,swap=false)",
    "gan": "gan",
    "hexagon": "atoll(board=hexagon,size=4,islands=12)",
    "triangle": "atoll(board=triangle,size=6,islands=12,swap=false)",
    "flips3": "atomorph(size=3)",
    "flips4": "atomorph(size=4,contested=never)",
    "flips5": "atomorph(size=5,corners=false)",
    "return": "atomorph(size=5,return_stone=true,swap=false)",
    "junior": "junior",
    "both": "atmalof(rows=4,cols=4,line=4,tiebreak=both)",
    "tiny": "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)",
}
"""Boards that no net plays on: a net's last digits depend on the processor, and which one plays on the speed."""

PLAYERS = {
    "random": "random",
    "uct": "uct:800",
    "rollout": "mcts:300,evaluator=rollout",
    "uniform": "mcts:300,evaluator=uniform",
    "best": "mcts:200",
    "gumbel": "mcts:32,gumbel=8",
    "expectimax": "expectimax:2000",
    "depth": "expectimax:depth=2,evaluator=uniform",
}

LOOKS = ("showboard", "motu-moves", "motu-turn", "all_legal_moves", "final_score", "board_id", "motu-spec", "time_left")
WRONGS = (
    "play black zz99", "play b", "boardsize 0", "make_tea", "undo undo", "announce red r1", "roll", "param_motu tea",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Session:
    """A process to run."""

    name: str
    """The name of its file."""
    arguments: tuple[str, ...]
    stdin: str = ""
    files: tuple[tuple[str, str], ...] = ()
    """Names and texts of files in the folder where it runs."""


def colours(spec: str) -> tuple[str, str]:
    """Return what GTP calls the two sides."""
    return ("red", "blue") if spec.startswith(("atmalof", "junior")) else ("black", "white")


def gtp_script(spec: str, seed: int) -> str:
    """Return a conversation: moves by the program, looks at the position, steps back, mistakes."""
    rng = random.Random(f"{spec} {seed}")
    lines = ["name", "protocol_version", "list_commands", "known_command genmove", "hexgui-analyze_commands"]
    for turn in range(20):
        lines += next_turn(spec, lines, turn)
        if rng.random() < 0.5:
            lines.append(rng.choice(LOOKS))
        if rng.random() < 0.2:
            lines.append(rng.choice(WRONGS))
        if rng.random() < 0.15:
            lines.append("undo")
    lines += ["param_game", "showboard", "motu-moves", "printsgf", "clear_board", "showboard", "help", "quit"]
    return "".join(f"{number} {line}\n" for number, line in enumerate(lines, start=1))


def next_turn(spec: str, lines: list[str], turn: int) -> list[str]:
    """Return the commands of a turn; where dice decide how long a turn is, one colour of the two is refused."""
    if colours(spec)[0] == "red":
        return [f"genmove {('red', 'blue')[turn % 2]}", "roll"]
    moved = sum(line.startswith("genmove") for line in lines) - lines.count("undo")
    return [f"genmove {('black', 'white')[moved % 2]}"]


def gtp_sessions() -> Iterator[Session]:
    """Each kind of player at each game, and the scripts in regression/."""
    for seed, (game, spec) in enumerate(GAMES.items(), start=1):
        for player, text in PLAYERS.items():
            arguments = ("gtp", spec, "--player", text, "--seed", str(seed))
            yield Session(f"gtp-{game}-{player}", arguments, gtp_script(spec, seed))
    for script in sorted((Path(__file__).parents[1] / "regression").glob("*.tst")):
        arguments = ("gtp", "--seed", "1", "--player", "uct:4000")
        yield Session(f"gtp-script-{script.stem}", arguments, script.read_text("utf-8"))
    for game in ("hex4", "flips3", "tiny"):
        looks = "motu-values\nmotu-visits\nmotu-pv\n" if game != "tiny" else "play-game r1=1 c2=3\nshowboard\n"
        yield Session(f"gtp-{game}-values", ("gtp", GAMES[game], "--player", "uct:100", "--seed", "3"), looks)


def json_sessions() -> Iterator[Session]:
    """Analyses, moves of each kind of player, actions and mistakes, one search at a time."""
    for game, spec in GAMES.items():
        yield json_session(f"json-{game}-analyses", analyses(spec))
        yield json_session(f"json-{game}-moves", move_queries(spec))
    yield json_session("json-actions", ACTIONS)
    yield json_session("json-mistakes", MISTAKES)


def json_session(name: str, queries: list[object]) -> Session:
    """Return a session of the engine that answers in order."""
    return Session(name, ("engine", "--json", "--threads", "1"), "".join(f"{json.dumps(each)}\n" for each in queries))


def first_moves(spec: str) -> list[str]:
    """Return a few moves that are legal at the beginning, the notation of a roll included."""
    if colours(spec)[0] == "red":
        return ["r1=1", "c2=3"]
    return ["b2", "a1", "c3"] if "return" not in spec else []


def analyses(spec: str) -> list[object]:
    """Return queries for analyses."""
    moves = first_moves(spec)
    return [
        {"id": "a", "spec": spec, "maxVisits": 300, "seed": 4},
        {"id": "b", "spec": spec, "moves": moves, "maxVisits": 200, "analyzeTurns": list(range(len(moves) + 1))},
        {"id": "c", "spec": spec, "moves": moves[:1], "maxVisits": 150, "maxMoves": 2, "maxDepth": 3, "seed": 9},
        {"id": "d", "spec": spec, "maxNodes": 400, "priority": 3},
    ]


def move_queries(spec: str) -> list[object]:
    """Return queries for moves, each player twice."""
    moves = first_moves(spec)
    return [
        {"id": f"{player} {len(line)}", "spec": spec, "moves": line, "player": text, "seed": 5}
        for player, text in PLAYERS.items()
        for line in ([], moves)
    ]


ACTIONS: list[object] = [
    {"id": "v", "action": "query_version"},
    {"id": "t", "action": "terminate", "terminateId": "none"},
    {"id": "u", "action": "terminate_all"},
    {"id": "c", "action": "clear_cache"},
    {"id": "w", "action": "tea"},
]
MISTAKES: list[object] = [
    [],
    {"spec": "hex(size=4)"},
    {"id": 5, "spec": "hex(size=4)"},
    {"id": "a", "spec": "hex(size=1)"},
    {"id": "b", "spec": "chess"},
    {"id": "c", "spec": "hex(size=4)", "moves": ["a1", "a1"]},
    {"id": "d", "spec": "hex(size=4)", "moves": ["z9"]},
    {"id": "e", "spec": "hex(size=4)", "maxVisits": 0},
    {"id": "f", "spec": "hex(size=4)", "player": "grandmaster"},
    {"id": "g", "spec": "hex(size=4)", "board": 5},
    {"id": "h", "spec": "hex(size=4)", "setup": {"stones": {}}},
    {"id": "i", "spec": "hex(size=4)", "analyzeTurns": [7]},
    {"id": "j", "spec": "hex(size=2,swap=false)", "moves": ["a1", "b1", "a2"], "player": "random"},
    {"id": "k", "spec": "hex(size=4)", "tea": True},
]

RECORD = (
    '{"motu": 1, "spec": "atoll(board=rhombus,size=4,islands=4,swap=false)", "rules_version": 1, '
    '"players": [{"name": "", "kind": "human"}, {"name": "", "kind": "human"}], '
    '"moves": ["b2", "c2", "b3", "a4", "b1", "a1", "b4"], "result": {"winner": 0, "reason": "connected"}}\n'
)


def command_sessions() -> Iterator[Session]:
    """The command line."""
    for game, spec in GAMES.items():
        for name, arguments in of_game(spec).items():
            yield Session(f"cli-{game}-{name}", arguments)
        play = ("play", spec, "--first", "human", "--second", "mcts:100", "--seed", "2", "--ascii")
        yield Session(f"cli-{game}-play", play, "hint\nhelp\nb2\nzz\nundo\nmoves\nboard\nresign\nquit\n")
    for name, arguments in ONCE.items():
        yield Session(f"cli-{name}", arguments, files=(("game.jsonl", RECORD),))


def of_game(spec: str) -> dict[str, tuple[str, ...]]:
    """Return commands about one game."""
    moves = first_moves(spec)
    return {
        "show": ("show", spec, *moves, "--json"),
        "board": ("show", spec, *moves),
        "svg": ("show", spec, *moves, "--svg", "-"),
        "perft": ("perft", spec, "2", "--divide"),
        "analyze": ("analyze", spec, *moves, "--visits", "200", "--seed", "2"),
        "review": ("review", spec, *moves, "--visits", "60", "--seed", "2", "--threads", "1", "--json"),
        "self": ("play", spec, "--first", "uct:200", "--second", "mcts:60", "--seed", "3", "--ascii"),
        "match": ("match", "uct:100", "random", "--game", spec, "--games", "4", "--seed", "2", "--json"),
    }


ONCE = {
    "games": ("games",),
    "games-json": ("games", "--json"),
    "puzzles": ("puzzles",),
    "puzzles-atomorph": ("puzzles", "--game", "atomorph", "--json"),
    "puzzles-make": ("puzzles", "--make", "hex(size=4)", "--count", "2", "--seed", "1"),
    "solve-hex": ("solve", "hex(size=4,swap=false)", "--threads", "1", "--no-keep"),
    "solve-openings": ("solve", "hex(size=4)", "--openings", "--no-keep", "--threads", "1"),
    "solve-check": ("solve", "hex(size=4,swap=false)", "a3", "--check", "--no-keep", "--threads", "1", "--json"),
    "solve-flips": ("solve", "atomorph(size=3)", "--threads", "1"),
    "solve-lines": ("solve", GAMES["tiny"], "--threads", "1", "--json"),
    "convert-sgf": ("convert", "game.jsonl", "-", "--to", "sgf"),
    "convert-fragment": ("convert", "game.jsonl", "-", "--to", "fragment"),
    "convert-hexworld": ("convert", "game.jsonl", "-", "--to", "hexworld"),
    "show-record": ("show", "game.jsonl", "--ply", "3"),
    "review-record": ("review", "game.jsonl", "--visits", "60", "--threads", "1"),
    "ladder": ("ladder", "random", "uct:50", "uct:100", "--game", "hex(size=4)", "--games", "4", "--json"),
    "wrong-game": ("show", "chess"),
    "wrong-move": ("show", "hex", "zz99"),
    "wrong-option": ("show", "hex", "--tea"),
    "wrong-player": ("play", "hex", "--first", "grandmaster", "--second", "random"),
    "help": ("--help",),
}

VARIABLE = (
    (re.compile(r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"), "DATE"),
    (re.compile(r'("\w*(?:[sS]econds|[tT]ime)\w*": ?)-?[\d.e+-]+'), r"\1TIME"),
    (re.compile(r"\b\d[\d,.]* ?(?:seconds?|s|ms|minutes?|MB|GB|kB)\b(?: CPU time)?"), "TIME"),
    (re.compile(r"[\d,.]+ (?:positions|nodes|visits|games|playouts)(?: a second|/s)"), "SPEED"),
    (re.compile(r'("\w*(?:[sS]econds|[tT]ime)\w*": ?)\[[^\]]*\]'), r"\1TIMES"),
    (re.compile(r"\b0\.\d+\.\d+\b"), "VERSION"),
    (re.compile(r'("(?:code|core)": ?")[0-9a-f]{16}"'), r'\1HASH"'),  # of a manifest
    (re.compile(r"^(=\d+) \d+\.\d\d*$", re.MULTILINE), r"\1 TIME"),  # cputime
)
"""What depends on the hour, the machine or the version, and what is written in its place."""


def run(session: Session) -> str:
    """Run a session and return its transcript."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        work = Path(folder) / "work"
        home.mkdir()
        work.mkdir()
        for name, text in session.files:
            (work / name).write_text(text, "utf-8")
        process = subprocess.run(
            [sys.executable, "-m", "motu", *session.arguments],
            input=session.stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=work,
            env=environment(home),
            timeout=PATIENCE_S,
            check=False,
        )
        said = f"{process.stdout}\n--- stderr\n{process.stderr}\n--- left with {process.returncode}\n"
        said = said.replace(folder, "FOLDER").replace(sys.executable, "PYTHON")
    for pattern, instead in VARIABLE:
        said = pattern.sub(instead, said)
    return f"motu {' '.join(session.arguments)}\n{session.stdin}\n--- stdout\n{said}"


def environment(home: Path) -> dict[str, str]:
    """Return an environment in which nothing of this user or terminal counts."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "PYTHONPATH", "VIRTUAL_ENV", "LANG")}
    folders = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("DATA", "CONFIG", "CACHE", "STATE")}
    return kept | folders | {"HOME": str(home), "COLUMNS": "100", "PYTHONUTF8": "1", "NO_COLOR": "1", "TERM": "dumb"}


def sessions() -> list[Session]:
    """Return all sessions."""
    return [*gtp_sessions(), *json_sessions(), *command_sessions()]


def main() -> None:
    """Run them all, two or more side by side."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path, help="the folder for the transcripts, one file a session")
    parser.add_argument("--only", default="", help="sessions whose names contain this text")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    chosen = [session for session in sessions() if arguments.only in session.name]
    total = hashlib.sha256()
    with ThreadPoolExecutor(WORKERS) as pool:
        for session, said in zip(chosen, pool.map(run, chosen), strict=True):
            (arguments.out / f"{session.name}.txt").write_text(said, "utf-8")
            total.update(f"{session.name}\n{said}".encode())
    print(f"{len(chosen)} sessions, sha256 {total.hexdigest()}")


if __name__ == "__main__":
    main()
