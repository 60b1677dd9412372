"""What decides how motu plays beside a player's text and its seed: code, evaluator, tables, machine (floor: search).

Values for whatever is to be played again: matches, reviews, analyses. Fingerprints are the first 16 digits of SHA-256.
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

from motu import _core
from motu.eval.lines import read_weights
from motu.eval.nets import Net
from motu.eval.nets.choice import processor
from motu.eval.nets.runtime import version_of
from motu.games import Game
from motu.search.configuration import SearchSettings, best_static_evaluator, resolve
from motu.search.levels import level_number, levels_for
from motu.search.limits import Limits
from motu.search.net_evaluators import is_lines_file
from motu.search.player_texts import read_options
from motu.search.players import make_player
from motu.solve.solvers import table_of
from motu.version import VERSION

_DECISIVE = ("boards", "games", "eval", "solve", "search", "arena")
"""Floors whose code has a part in what is played."""

_SUFFIXES = (".py", ".toml")

_READ_WHOLE = 1 << 26
"""Files up to this many bytes are hashed whole; of larger ones, which only tables are, length, beginning and end."""

_DISTRIBUTION = "motu-core"
"""The package that brings the native module."""

_PACKAGES = ("numpy", "onnxruntime", "openvino")
"""What nets are run by, and what their input is made with."""


@dataclass(frozen=True, slots=True)
class Build:
    """Which motu it is."""

    version: str
    code: str
    """Fingerprint of the Python code that has a part in what is played."""
    core: str
    """Fingerprint of the native module."""
    is_core_of_version: bool | None = None
    """Whether the native module is the one that was built and installed with this version; None where motu runs from
    somewhere else than it was installed to, and nobody can tell."""

    def __str__(self) -> str:
        """Return a few words for people."""
        return f"motu {self.version} (code {self.code}, core {self.core})"


@dataclass(frozen=True, slots=True)
class Judge:
    """What judges positions: what an evaluator's text stands for in a game, on this machine."""

    evaluator: str = ""
    """"net", "lines", "rollout" …; empty where nothing judges."""
    net: str = ""
    """The net's own name, or that of the file of weights."""
    file: str = ""
    """Fingerprint of the file that runs: the one in eight bits where that does."""
    runtime: str = ""
    """What runs the net, and its version."""
    precision: str = ""
    """What the net is computed in."""

    def __str__(self) -> str:
        """Return a few words for people."""
        if not self.file:
            return self.evaluator or "nothing"
        return " ".join(each for each in (self.net, self.file, self.runtime, self.precision) if each)

    def to_json(self) -> dict[str, str]:
        """Return what is known as JSON data."""
        return {key: value for key, value in asdict(self).items() if value}


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What there is to know of one of motu's own players before it plays."""

    judge: Judge = field(default_factory=Judge)
    solved: str = "off"
    """Which tables of solved positions it asks: "auto", "open" or "off"."""
    threads: int = 1
    is_counted: bool = True
    """Whether something else than time ends each of its searches."""
    seconds: float = 0.0
    """The longest that it thinks about a move; 0 for no such bound."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What decides no game that is limited by visits, but says why one that is limited by time went as it did."""

    processor: str
    """Its name, and what it can do that matters to nets."""
    cores: int
    """That this process may use."""
    system: str
    python: str
    packages: Mapping[str, str]
    """Name to version, of those that are installed."""


# ------------------------------------------------------------------------------------------------------------ the code


@cache
def build() -> Build:
    """Return which motu this process runs; looked up once."""
    core = Path(_core.__file__)
    return Build(VERSION, code_in(Path(__file__).parents[1]), fingerprint(core.read_bytes()), is_as_installed(core))


def is_as_installed(file: Path) -> bool | None:
    """Return whether a file of motu's holds what was installed; None where the installation does not list it."""
    try:
        listed = metadata.files(_DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return None
    for each in listed:
        if each.hash is not None and each.name == file.name and Path(str(each.locate())).resolve() == file.resolve():
            digest = hashlib.new(each.hash.mode, file.read_bytes()).digest()
            return base64.urlsafe_b64encode(digest).decode().rstrip("=") == each.hash.value
    return None


def code_in(package: Path) -> str:
    """Return the fingerprint of the code in motu's folder that has a part in what is played; nets are told apart."""
    files = (file for floor in _DECISIVE for file in (package / floor).rglob("*") if file.suffix in _SUFFIXES)
    told = ((str(file.relative_to(package)).encode(), file.read_bytes()) for file in sorted(files))
    return _digest(part for parts in told for part in parts)


def this_machine() -> Machine:
    """Return what this process runs on."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    versions = {package: _version(package) for package in _PACKAGES}
    return Machine(
        processor(),
        cores,
        f"{platform.system()} {platform.release()} {platform.machine()}",
        platform.python_version(),
        {package: version for package, version in versions.items() if version},
    )


def _version(package: str) -> str:
    """Return an installed package's version, an empty text where it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def fingerprint(data: bytes) -> str:
    """Return the first 16 digits of a SHA-256."""
    return hashlib.sha256(data).hexdigest()[:16]


def _digest(parts: Iterable[bytes]) -> str:
    """Return the fingerprint of parts, each told from the next."""
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "big"))
        found.update(part)
    return found.hexdigest()[:16]


# --------------------------------------------------------------------------------------------------------- the players


def judge_of(game: Game, evaluator: str = "auto") -> Judge:
    """Return what an evaluator's text stands for in a game; a net is opened.

    Raises:
        NetError: For a net that is asked for and is not there, or is not for this game.
        EngineError: "engine/weights" for a file without weights of a line net.
    """
    if is_lines_file(evaluator):
        file = evaluator.partition(":")[2]
        return Judge("lines", Path(file).name, fingerprint(read_weights(file)))
    used = resolve(game, evaluator)
    if isinstance(used, Net):
        runtime = f"{used.kind} {version_of(used.kind)}"
        return Judge("net", used.info.name, used.fingerprint, runtime, used.precision)
    return Judge(str(used))


def facts_of(text: str, game: Game) -> PlayerFacts:
    """Return what is known of the player that a text for `make_player` names.

    Raises:
        EngineError: "engine/unknown-player".
        NetError: As `judge_of`.
    """
    kind, _, options = make_player(text).name.partition(":")
    if kind == "random":
        return PlayerFacts()
    if kind == "level":
        return _facts_of_level(options, game)
    settings: dict[str, type] = {key: type(value) for key, value in asdict(SearchSettings()).items()}
    choices: dict[str, type] = {"evaluator": str, "solved": str, **settings}
    limits, chosen = read_options(options, "nodes" if kind == "expectimax" else "visits", choices)
    evaluator = str(chosen.get("evaluator", "auto"))
    if kind == "expectimax" and evaluator == "auto":
        evaluator = best_static_evaluator(game.rules)
    return PlayerFacts(
        Judge("rollout") if kind == "uct" else judge_of(game, evaluator),
        str(chosen.get("solved", "auto")) if kind == "mcts" else "off",
        int(chosen.get("threads", 1)),
        bool(limits.visits or limits.nodes or (kind == "expectimax" and limits.depth)),
        limits.seconds,
    )


def _facts_of_level(number: str, game: Game) -> PlayerFacts:
    level = levels_for(game.rules)[level_number(number) - 1]
    if level.considers == 1:  # it follows its eye and searches nothing
        return PlayerFacts()
    return PlayerFacts(Judge(level.evaluator), threads=level.threads, seconds=float(level.seconds))


# ---------------------------------------------------------------------------------------------------------- the tables


def tables_for(game: Game) -> dict[str, str]:
    """Return the tables of solved positions that searches may ask of a game: name to fingerprint."""
    path = table_of(game)
    try:
        found = None if path is None else path.stat()
    except OSError:
        found = None
    if path is None or found is None:
        return {}
    return {path.name: _table_fingerprint(path, found.st_size, found.st_mtime_ns, found.st_ino)}


@lru_cache(maxsize=64)
def _table_fingerprint(path: Path, size: int, _changed: int, _number: int) -> str:
    with path.open("rb") as file:
        if size <= _READ_WHOLE:
            return fingerprint(file.read())
        begin = file.read(_READ_WHOLE // 2)
        file.seek(-_READ_WHOLE // 2, os.SEEK_END)
        return _digest([str(size).encode(), begin, file.read()])


def player_json(text: str, game: Game) -> dict[str, Any]:
    """Return what a player's text stands for in a game, as JSON data.

    Args:
        text: For `make_player`.
        game: What is played.

    Raises:
        MotuError: As `facts_of`.
    """
    facts = facts_of(text, game)
    tables = {} if facts.solved == "off" else tables_for(game)
    return {**asdict(build()), **facts.judge.to_json(), "tables": tables, "threads": facts.threads}


def engine_json(game: Game, limits: Limits, seed: int, evaluator: str = "auto", threads: int = 1) -> dict[str, Any]:
    """Return what an analysis or a review was made with, as JSON data: a search that asks all tables there are.

    Args:
        game: What was played.
        limits: Of each search.
        seed: Likewise.
        evaluator: What was asked for.
        threads: Of each search.

    Raises:
        MotuError: As `judge_of`.
    """
    bounds = {"visits": limits.visits, "seconds": limits.seconds}
    asked = {key: value for key, value in bounds.items() if value} | {"seed": seed, "threads": threads}
    return {**asdict(build()), **judge_of(game, evaluator).to_json(), "tables": tables_for(game), **asked}
