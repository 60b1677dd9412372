"""What the analysis engine is asked, read from JSON and checked (floor: engine)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from motu.errors import EngineError, MotuError
from motu.games import Game, State
from motu.games.record import Record
from motu.games.record_parts import Setup
from motu.search.limits import Limits
from motu.search.net_evaluators import names_file
from motu.search.players import make_player

MAX_VISITS = 10**9
MAX_SECONDS = 86_400.0
DEFAULT_VISITS = 10_000
"""Visits of an analysis that sets no limit."""
MAX_DEPTH = 10_000
MAX_MOVES = 100_000
MAX_PRIORITY = 10**9
ACTIONS = ("terminate", "terminate_all", "query_version", "clear_cache")

LoadGame = Callable[[str], Game]


@dataclass(frozen=True, slots=True)
class Query:
    """A request to analyse turns of a game."""

    id: str
    """What its answers carry."""
    start: State
    """The position from which the moves start; not to be changed."""
    moves: tuple[str, ...]
    """The moves, all of them legal."""
    turns: tuple[int, ...]
    """Which positions to analyse, ascending: 0 is the beginning."""
    limits: Limits
    """When each search ends; what is asked of a player besides its own limits."""
    priority: int = 0
    """Higher ones are searched first."""
    report_every: float | None = None
    """Seconds between partial results; None for none."""
    first_report_after: float = 0.0
    """Seconds before the first of them; 0 for as soon as there is one."""
    seed: int = 0
    """Makes searches by visits repeatable."""
    max_moves: int = 0
    """At most so many moves are answered; 0 for all that were tried."""
    player: str = ""
    """Whose move is asked for, as for `make_player`; empty: an analysis is."""
    game_id: str = ""
    """The game whose player is kept for its next move; empty: none is."""
    includes_engine: bool = False
    """Whether the answer with a player's move says what it was made with."""

    def position(self, turn: int) -> State:
        """Return the position after so many moves."""
        # Positions kept ready would take memory by the square of a game's length.
        return self.start.clone().play_all(self.moves[:turn])


@dataclass(frozen=True, slots=True)
class Action:
    """A request about the engine or its queries."""

    id: str
    """What its answer carries."""
    name: str
    """One of `ACTIONS`."""
    request: Mapping[str, Any]
    """As it came: most answers repeat it."""
    query_id: str = ""
    """Which query `terminate` means."""
    turns: frozenset[int] | None = None
    """Which of its turns; None for all."""


class RequestError(EngineError):
    """A request that cannot be answered, with the field that is at fault and the request's id, where there is one."""

    def __init__(self, message: str, field: str, slug: str = "engine/request") -> None:
        """Keep the field."""
        super().__init__(message, slug=slug, position=field)
        self.field = field


def parse_object(line: bytes) -> dict[str, Any]:
    """Return the JSON object in a line.

    Raises:
        EngineError: "engine/json".
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EngineError(f"not JSON: {error}", slug="engine/json") from None
    if not isinstance(data, dict):
        raise EngineError("a request is a JSON object", slug="engine/json")
    return data


def read_request(data: Mapping[str, Any], load_game: LoadGame, *, net_files: bool = False) -> Query | Action:
    """Check a request and build what it asks for.

    Args:
        data: The JSON object.
        load_game: Makes the game of a spec.
        net_files: Whether players may name files of nets.

    Raises:
        RequestError: With the field at fault.
    """
    name = _text(data, "id")
    if "action" in data:
        return _action(name, data)
    moves = _moves(data)
    turns = _turns(data, "analyzeTurns", len(moves))
    player = _player(data, net_files=net_files)
    return Query(
        id=name,
        start=_start(data, moves, load_game),
        moves=tuple(moves),
        turns=tuple(sorted(turns or {len(moves)})),
        limits=_limits(data, 0 if player else DEFAULT_VISITS),
        priority=_int(data, "priority", -MAX_PRIORITY, MAX_PRIORITY) or 0,
        report_every=_seconds(data, "reportDuringSearchEvery"),
        first_report_after=_seconds(data, "firstReportDuringSearchAfter") or 0.0,
        seed=_int(data, "seed", 0, 2**63 - 1) or 0,
        max_moves=_int(data, "maxMoves", 1, MAX_MOVES) or 0,
        player=player,
        game_id=_text(data, "gameId") if "gameId" in data else "",
        includes_engine=_bool(data, "includeEngine"),
    )


QUERY_FIELDS = frozenset(
    {
        "id",
        "spec",
        "moves",
        "analyzeTurns",
        "maxVisits",
        "maxTime",
        "priority",
        "maxDepth",
        "maxNodes",
        "reportDuringSearchEvery",
        "firstReportDuringSearchAfter",
        "seed",
        "maxMoves",
        "setup",
        "board",
        "player",
        "gameId",
        "includeEngine",
    }
)
"""All that a query may hold."""


def unknown_fields(data: Mapping[str, Any]) -> list[str]:
    """Return the fields of a query that nothing reads."""
    return [] if "action" in data else sorted(set(data) - QUERY_FIELDS)


def _action(name: str, data: Mapping[str, Any]) -> Action:
    action = _text(data, "action")
    if action not in ACTIONS:
        raise RequestError(f"unknown action '{action[:60]}': there are {', '.join(ACTIONS)}", "action")
    turns = _turns(data, "turnNumbers", None)
    if action != "terminate":
        return Action(name, action, data, turns=turns)
    return Action(name, action, data, _text(data, "terminateId"), turns)


def _start(data: Mapping[str, Any], moves: list[str], load_game: LoadGame) -> State:
    """Return the position that the game starts from; the moves are legal from there."""
    start = _set_up(data, load_game)
    state = start.clone()
    for number, move in enumerate(moves, 1):
        try:
            state.play(move)
        except MotuError as error:
            raise RequestError(f"move {number}: {error.message}", "moves", error.slug) from error
    return start


def _set_up(data: Mapping[str, Any], load_game: LoadGame) -> State:
    """Return the game's own beginning, or the position that was set up by hand, on the board that came along."""
    spec = _text(data, "spec")
    setup, board = data.get("setup"), data.get("board")
    field = "spec"
    try:
        game = load_game(spec) if board is None else Record(spec=spec, board=_object(data, "board")).game()
        if setup is None:
            return game.new_initial_state()
        field = "setup"
        return game.new_state(*Setup.from_json(setup, "setup", game.colour_names).arguments())
    except MotuError as error:
        if isinstance(error, RequestError):
            raise
        raise RequestError(error.message, field, error.slug) from error


def _object(data: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    value = data.get(field)
    if not isinstance(value, dict):
        raise RequestError(f"{field} is an object, not {_shown(value)}", field)
    return value


def _player(data: Mapping[str, Any], *, net_files: bool) -> str:
    """Return whose move is asked for; there is such a player."""
    if "player" not in data:
        return ""
    text = _text(data, "player")
    if not net_files and names_file(text):
        raise RequestError(
            f"the player {_shown(text)} names a file of this machine, which is read only with --net-files",
            "player",
            "engine/net-file",
        )
    try:
        make_player(text)
    except MotuError as error:
        raise RequestError(error.message, "player", error.slug) from error
    return text


def _moves(data: Mapping[str, Any]) -> list[str]:
    moves = data.get("moves", [])
    if isinstance(moves, str):
        moves = moves.split()
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves) or len(moves) > MAX_MOVES:
        raise RequestError(f"moves is a list of at most {MAX_MOVES:,} moves, or a text of moves", "moves")
    # JSON can hold halves of characters, which no text has; as question marks they are refused like any other move.
    return [move.encode("utf-8", "replace").decode() for move in moves]


def _turns(data: Mapping[str, Any], field: str, last: int | None) -> frozenset[int] | None:
    turns = data.get(field)
    if turns is None:
        return None
    if not isinstance(turns, list) or not turns or not all(_is_int(turn, 0, MAX_MOVES) for turn in turns):
        raise RequestError(f"{field} is a list of turns, 0 for the beginning", field)
    if last is not None and max(turns) > last:
        raise RequestError(f"{field} has turn {max(turns)}, but the game has {last} moves", field)
    return frozenset(turns)


def _limits(data: Mapping[str, Any], usual_visits: int) -> Limits:
    visits = _int(data, "maxVisits", 1, MAX_VISITS) or 0
    nodes = _int(data, "maxNodes", 1, MAX_VISITS) or 0
    seconds = _seconds(data, "maxTime") or 0.0
    if not (visits or nodes or seconds):
        visits = usual_visits
    return Limits(visits, nodes, seconds, _int(data, "maxDepth", 1, MAX_DEPTH) or 0)


def _text(data: Mapping[str, Any], field: str) -> str:
    value = data.get(field)
    if not isinstance(value, str) or not value:
        raise RequestError(f"{field} is a text, not {_shown(value)}", field)
    return value if field == "id" else value.encode("utf-8", "replace").decode()


def _int(data: Mapping[str, Any], field: str, least: int, most: int) -> int | None:
    value = data.get(field)
    if value is not None and not _is_int(value, least, most):
        raise RequestError(f"{field} is a whole number from {least} to {most}, not {_shown(value)}", field)
    return value


def _is_int(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _bool(data: Mapping[str, Any], field: str) -> bool:
    value = data.get(field, False)
    if not isinstance(value, bool):
        raise RequestError(f"{field} is true or false, not {_shown(value)}", field)
    return value


def _seconds(data: Mapping[str, Any], field: str) -> float | None:
    value = data.get(field)
    if value is None:
        return None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 < value <= MAX_SECONDS:
        raise RequestError(f"{field} is a number of seconds above 0, not {_shown(value)}", field)
    return float(value)


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 60 else text[:57] + "..."
