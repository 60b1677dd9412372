"""What a study asks, as a TOML file says it: grids of games, who plays them, and measures (floor: lab)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from motu.errors import RecordError, StudyError
from motu.games.record_files import read_text
from motu.wire import Fault, read_data

Value = str | int | bool
Name = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", description="a name of small letters, digits and -")]
Pairing = Literal["self", "neighbours", "all"]

MAX_GAMES = 1_000_000
MAX_CASES = 2_000
"""Combinations of games and players that one grid may have."""


class GridFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Games of one kind, and what is asked of them."""

    name: Name
    """What `--only` calls it."""
    game: str | tuple[str, ...]
    """Specs; one of their keys may vary."""
    players: Annotated[tuple[str, ...], Meta(min_length=1)]
    """Texts as for a match."""
    games: Annotated[int, Meta(ge=1, le=MAX_GAMES)]
    """Of each two players at each game; searches of each opening for the swap map."""
    measures: Annotated[tuple[str, ...], Meta(min_length=1)]
    """What is asked, by the names of the measures."""
    vary: dict[str, tuple[Value, ...]] = {}
    """Keys of the spec and the values that they go through, in every combination."""
    pairing: Pairing = "self"
    """Who meets whom: each itself, its neighbour in the list, or everybody."""
    openings: str = "none"
    """As for a match."""
    plies: Annotated[int, Meta(ge=0)] = 0
    """After so many a game is broken off; 0 for the game's own."""
    title: str = ""
    """The question in a few words."""
    about: str = ""
    """What stands above its tables in the report."""

    def specs(self) -> list[tuple[str, dict[str, Value]]]:
        """Return every game's spec, and what varies in it."""
        games = (self.game,) if isinstance(self.game, str) else self.game
        found = []
        for game in games:
            for values in product(*self.vary.values()):
                told = dict(zip(self.vary, values, strict=True))
                shown: dict[str, Value] = {"game": game} if len(games) > 1 else {}
                found.append((_with(game, told), {**shown, **told}))
        return found


class StudyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A study."""

    title: str
    grid: Annotated[tuple[GridFile, ...], Meta(min_length=1)]
    about: str = ""
    """The question, and what the answer means."""
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 1


def read_study(name: str) -> tuple[str, StudyFile]:
    """Read a study: a file, or one of those that come with motu.

    Returns:
        Its name and what it asks.

    Raises:
        StudyError: "study/file" for a file that is none, "study/field" with the place for what it should not hold.
    """
    path = Path(name).expanduser()
    if "/" not in name and not path.suffix and name in ready_studies():
        return name, parse_study((files("motu.lab") / "studies" / f"{name}.toml").read_text("utf-8"), name)
    if not path.is_file():
        ready = ", ".join(ready_studies())
        raise StudyError(f"there is no file '{name}'; ready studies are {ready}", slug="study/file", text=name)
    try:
        return path.stem, parse_study(read_text(path), name)
    except RecordError as error:
        raise StudyError(error.message, slug="study/file", text=name) from error


def parse_study(text: str, name: str = "the study") -> StudyFile:
    """Return what a TOML text asks.

    Raises:
        StudyError: "study/file" for what is no TOML, "study/field" with the place.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StudyError(f"'{name}' is no TOML: {error}", slug="study/file", text=name) from error

    def refuse(fault: Fault) -> StudyError:
        return StudyError(f"'{name}': {fault.sentence()}", slug="study/field", text=name, legal=fault.legal)

    study = read_data(data, StudyFile, refuse)
    names = [grid.name for grid in study.grid]
    if twice := next((each for each in names if names.count(each) > 1), ""):
        raise StudyError(f"'{name}' has two grids called {twice}", slug="study/field", text=twice)
    return study


def ready_studies() -> list[str]:
    """Return the names of the studies that come with motu."""
    folder = files("motu.lab") / "studies"
    return sorted(each.name.removesuffix(".toml") for each in folder.iterdir() if each.name.endswith(".toml"))


def _with(spec: str, told: dict[str, Value]) -> str:
    """Return a spec with further keys."""
    texts = [f"{key}={_text(value)}" for key, value in told.items()]
    if not texts:
        return spec
    head, found, rest = spec.rstrip().partition("(")
    inside = [rest.removesuffix(")")] if found and rest != ")" else []
    return f"{head}({','.join([*inside, *texts])})"


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
