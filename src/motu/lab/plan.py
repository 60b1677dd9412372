"""Which games a study consists of: cases, each a match of the arena's (floor: lab)."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from motu.arena.entrants import Entrant, parse_entrants
from motu.arena.manifest import Contender, LineUp, Manifest, line_up_of, manifest_of
from motu.arena.openings import without_swap
from motu.arena.referee import Fixture
from motu.arena.schedule import MatchSettings, Schedule, Slot
from motu.arena.seats import try_out
from motu.boards import load_custom_board
from motu.errors import MotuError, StudyError
from motu.games import Game, load_game
from motu.games.record import Record
from motu.lab.study_file import MAX_CASES, GridFile, StudyFile, Value
from motu.numbers import as_float, shown
from motu.search.manifest import facts_of

_LARGEST_SCALE = 1000

SWAP_MAP = "swap_map"
"""The measure whose games are one search each, after each opening move."""


@dataclass(frozen=True, slots=True)
class Case:
    """A game and two players: a match."""

    key: str
    """16 digits of what decides its games."""
    schedule: Schedule = field(hash=False, compare=False)
    game: Game = field(hash=False, compare=False)
    """As the grid names it, so with the pie rule where a map of it is made."""
    is_map: bool = False

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """The two players."""
        return self.schedule.settings.entrants

    @property
    def is_paired(self) -> bool:
        """Whether the two games of a pair depend on each other: by their dice or by their opening."""
        return self.game.type.has_dice or self.schedule.book.text != "none"

    def slots(self, games: int) -> Iterator[Slot]:
        """Yield the places of the first games; of a map, of the searches of all openings, one after the other."""
        if self.is_map:
            return (Slot(number, 0, 1) for number in range(games))
        return self.schedule.slots(games)

    def is_within(self, slot: Slot, games: int) -> bool:
        """Return whether a slot is one of those."""
        return slot.pair < games if self.is_map else self.schedule.is_within(slot, games)


@dataclass(frozen=True, slots=True)
class GridCase:
    """A case as a grid sees it."""

    case: Case
    varied: Mapping[str, Value]
    """What of the spec the grid goes through."""
    games: int
    """How many of its first games belong to the grid."""

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays: one name where somebody plays himself."""
        one, other = self.case.entrants
        return (one.name,) if one.text == other.text else (one.name, other.name)


@dataclass(frozen=True, slots=True)
class Grid:
    """What a grid's file says, and its cases."""

    file: GridFile
    cases: tuple[GridCase, ...]


class StudyPlan:
    """A study with all its games; an agenda for a journal."""

    def __init__(self, name: str, file: StudyFile, *, scale: float = 1.0, only: str = "") -> None:
        """Plan.

        Args:
            name: What it is called.
            file: What it asks.
            scale: How many times as many games are played as the file says, above 0 and at most 1000; always the first
                ones, so that more can be played later.
            only: The name of the only grid that is wanted; all of them where it is empty.

        Raises:
            StudyError: "study/grid" for a grid that there is not, "study/measure" for measures that make no sense,
                "study/game" for a game, a player or openings that are none, with the reason, "study/scale" for a scale
                that is none.
        """
        times = as_float(scale)
        if times is None or not 0 < times <= _LARGEST_SCALE:
            raise StudyError(
                f"scale is a number above 0 and at most {_LARGEST_SCALE}, not {shown(scale)}",
                slug="study/scale",
                text=shown(scale),
            )
        self.name, self.file, self.scale, self.only = name, file, scale, only
        self.cases: dict[str, tuple[Case, int]] = {}
        """By their keys, in the order of the file, with the number of games that any grid wants."""
        names = [grid.name for grid in file.grid]
        if only and only not in names:
            right = ", ".join(names)
            raise StudyError(f"there is no grid '{only}'; right are {right}", slug="study/grid", text=only, legal=names)
        every = tuple(self._grid(each) for each in file.grid)
        self.grids = tuple(grid for grid in every if only in ("", grid.file.name))
        for each in (each for grid in self.grids for each in grid.cases):
            self.cases[each.case.key] = each.case, max(each.games, self.cases.get(each.case.key, (each.case, 0))[1])
        known = {each.case.key: each.case for grid in every for each in grid.cases}
        self._known = {_as_text(case.schedule.fingerprint()): case for case in known.values()}

    @property
    def wanted(self) -> int:
        """Games in all."""
        return sum(games for _, games in self.cases.values())

    def slots(self) -> Iterator[tuple[str, Slot]]:
        """Yield the places of all games, case by case."""
        for key, (case, games) in self.cases.items():
            yield from ((key, slot) for slot in case.slots(games))

    def fixture(self, place: tuple[str, Slot], manifest: Manifest) -> Fixture:
        """Return what is to be played in a place."""
        case, _ = self.cases[place[0]]
        planned = case.schedule.appointment(place[1], manifest)
        line_up = None if planned.line_up is None else _of_game(manifest.line_up, case)
        return replace(planned, keeps_values=True, line_up=line_up)

    def manifest(self) -> Manifest:
        """Find out what the study would be played with now.

        Raises:
            MotuError: For a player whose net or weights cannot be used.
        """
        found = [(case, _line_up(case)) for case, _ in self.cases.values()]
        players = (replace(each, name=_told(each.name, case)) for case, line_up in found for each in line_up.players)
        line_up = LineUp(found[0][1].build, tuple(dict.fromkeys(players)))
        return manifest_of(line_up, {"study": self.name, "seed": self.file.seed})

    # --- for a journal ------------------------------------------------------------------------------------------------

    def mismatch(self, match: Mapping[str, Any]) -> str:
        """Return why a game belongs to another study; nothing where it belongs to this one."""
        if _as_text(match) in self._known:
            return ""
        return f"it is of {match.get('spec')} with {match.get('entrants')}, which the study '{self.name}' has not"

    def slot_of(self, record: Record) -> tuple[str, Slot]:
        """Return where a record belongs: the key of its case, and its place there."""
        case = self._known[_as_text(record.extra["arena"]["match"])]
        return case.key, case.schedule.slot_of(record)

    # --- making it ----------------------------------------------------------------------------------------------------

    def _grid(self, file: GridFile) -> Grid:
        if SWAP_MAP in file.measures and len(file.measures) > 1:
            raise StudyError(
                f"grid {file.name}: {SWAP_MAP} asks for searches, not for games, and stands alone", slug="study/measure"
            )
        made = []
        for spec, varied in file.specs():
            for players in _pairings(file):
                case, games = self._case(file, spec, players)
                made.append(GridCase(case, varied, games))
        if len(made) > MAX_CASES:
            raise StudyError(f"grid {file.name} has more than {MAX_CASES:,} cases", slug="study/grid")
        return Grid(file, tuple(made))

    def _case(self, file: GridFile, spec: str, players: tuple[str, str]) -> tuple[Case, int]:
        is_map = SWAP_MAP in file.measures
        try:
            game = load_game(spec, load_custom_board)
            _check_pie_rule(game, is_map)
            settings = MatchSettings(
                without_swap(game) if is_map else game,
                parse_entrants(players),
                "all" if is_map else file.openings,
                self.file.seed,
                2 if is_map else file.plies,
            )
            _check_no_tables(settings.entrants, game)
            schedule = Schedule(settings)
        except StudyError:
            raise
        except MotuError as error:
            raise StudyError(f"grid {file.name}: {error.message}", slug="study/game", text=spec) from error
        key = hashlib.sha256(_as_text(schedule.fingerprint()).encode()).hexdigest()[:16]
        all_games = file.games * (len(schedule.book) if is_map else 1)
        games = max(1 if is_map else 2, math.ceil(self.scale * all_games))
        case = Case(key, schedule, game, is_map)
        return case, games


def _pairings(file: GridFile) -> Iterator[tuple[str, str]]:
    texts = file.players
    if file.pairing == "self":
        yield from ((text, text) for text in texts)
        return
    if len(texts) < 2:
        raise StudyError(f"grid {file.name}: pairing {file.pairing} needs two players", slug="study/game")
    for one in range(len(texts)):
        last = one + 2 if file.pairing == "neighbours" else len(texts)
        yield from ((texts[one], texts[other]) for other in range(one + 1, min(last, len(texts))))


def _check_pie_rule(game: Game, is_map: bool) -> None:
    if is_map and not game.rules.swap:
        raise StudyError(f"{game.spec} has no pie rule to make a map of", slug="study/measure", text=game.spec)


def _check_no_tables(entrants: tuple[Entrant, ...], game: Game) -> None:
    """Refuse players whose games would depend on what lies in somebody's data folder."""
    for each in entrants:
        if not each.command and facts_of(each.text, game).solved == "auto":
            message = f"{each.text} asks what this user has solved; a study asks what everybody has"
            raise StudyError(message, slug="study/game", text=each.text)


def _line_up(case: Case) -> LineUp:
    """Find out what a case would be played with; external programs are started for that once."""
    game = case.schedule.settings.game
    programs = {each.name: try_out(each, game) for each in case.entrants if each.command}
    return line_up_of(game, case.entrants, programs)


def _told(name: str, case: Case) -> str:
    """Return what the manifest calls a player: what he is depends on the game."""
    return f"{name} at {case.schedule.settings.game.spec}"


def _of_game(line_up: LineUp, case: Case) -> LineUp:
    """Return the part of a study's line-up that a case's two players must be, under their own names."""
    players: list[Contender] = []
    for entrant in case.entrants:
        known = next(each for each in line_up.players if each.name == _told(entrant.name, case))
        players.append(replace(known, name=entrant.name))
    return LineUp(line_up.build, tuple(players))


def _as_text(data: Mapping[str, Any]) -> str:
    return json.dumps(data, sort_keys=True)
