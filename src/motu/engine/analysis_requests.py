"""What the analysis engine is asked, read from JSON and checked (floor: engine)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from motu.errors import EngineError, MotuError
from motu.games import Game, State
from motu.games.line import Line
from motu.search.limits import Limits
from motu.search.net_evaluators import names_file
from motu.search.players import make_player
from motu.wire import Fault, read_data

MAX_VISITS = 10**9
MAX_SECONDS = 86_400.0
DEFAULT_VISITS = 10_000
"""Visits of an analysis that sets no limit."""
MAX_DEPTH = 10_000
MAX_MOVES = 100_000
MAX_PRIORITY = 10**9
ACTIONS = ("terminate", "terminate_all", "query_version", "clear_cache")

LoadGame = Callable[[str], Game]

_SECONDS = f"a number of seconds above 0, at most {MAX_SECONDS:,.0f}, which is a day"
Text = Annotated[str, msgspec.Meta(min_length=1)]
Count = Annotated[int, msgspec.Meta(ge=1, le=MAX_VISITS)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=MAX_SECONDS, description=_SECONDS)]
Turns = Annotated[
    tuple[Annotated[int, msgspec.Meta(ge=0, le=MAX_MOVES)], ...],
    msgspec.Meta(min_length=1, description="a list of turns, 0 for the beginning"),
]
_MOVES = f"a list of at most {MAX_MOVES:,} moves, or a text of moves"


class Question(Line, frozen=True, kw_only=True, rename="camel"):
    """The fields of a query, as docs/protocol.md describes them; null stands for what is not there."""

    id: Text
    spec: Text
    moves: Annotated[tuple[str, ...], msgspec.Meta(max_length=MAX_MOVES, description=_MOVES)] = ()
    setup: Any = None
    analyze_turns: Turns | None = None
    max_visits: Count | None = None
    max_nodes: Count | None = None
    max_time: Seconds | None = None
    max_depth: Annotated[int, msgspec.Meta(ge=1, le=MAX_DEPTH)] | None = None
    priority: Annotated[int, msgspec.Meta(ge=-MAX_PRIORITY, le=MAX_PRIORITY)] | None = None
    report_during_search_every: Seconds | None = None
    first_report_during_search_after: Seconds | None = None
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] | None = None
    max_moves: Annotated[int, msgspec.Meta(ge=1, le=MAX_MOVES)] | None = None
    player: Text = ""
    """Whose move is asked for, as for `make_player`; empty: an analysis is."""
    game_id: Text = ""
    """The game whose player is kept for its next move; empty: none is."""
    include_engine: bool = False

    @property
    def turns(self) -> tuple[int, ...]:
        """Which positions to analyse, ascending: 0 is the beginning; the last unless told."""
        return tuple(sorted(set(self.analyze_turns or (len(self.moves),))))

    @property
    def limits(self) -> Limits:
        """When each search ends; what is asked of a player besides its own limits."""
        visits, nodes, seconds = self.max_visits or 0, self.max_nodes or 0, self.max_time or 0.0
        if not (visits or nodes or seconds or self.player):
            visits = DEFAULT_VISITS
        return Limits(visits, nodes, seconds, self.max_depth or 0)


QUERY_FIELDS = frozenset(field.encode_name for field in msgspec.structs.fields(Question))
"""All that a query may hold."""


@dataclass(frozen=True, slots=True)
class Query:
    """A request to analyse turns of a game."""

    asked: Question
    """What came; the moves are legal, and there is such a player."""
    start: State
    """The position from which the moves start; not to be changed."""

    @property
    def id(self) -> str:
        """What its answers carry."""
        return self.asked.id

    def position(self, turn: int) -> State:
        """Return the position after so many moves."""
        # Positions kept ready would take memory by the square of a game's length.
        return self.start.clone().play_all(self.asked.moves[:turn])


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """A request about the engine or its queries."""

    id: Text
    """What its answer carries."""
    name: Text = msgspec.field(name="action")
    """One of `ACTIONS`."""
    turns: Turns | None = msgspec.field(default=None, name="turnNumbers")
    """Which turns of the query that `terminate` means; None for all."""


class Termination(Action, frozen=True, kw_only=True):
    """A request to end a query."""

    query_id: Text = msgspec.field(name="terminateId")


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
    data = {name: value if name == "id" else _whole(value) for name, value in data.items()}
    if "action" in data:
        return _action(data)
    if isinstance(data.get("moves"), str):
        data["moves"] = data["moves"].split()
    asked = read_data(data, Question, _refusal)
    last = len(asked.moves)
    if asked.turns[-1] > last:
        raise RequestError(f"analyzeTurns has turn {asked.turns[-1]}, but the game has {last} moves", "analyzeTurns")
    if asked.player:
        _check_player(asked.player, net_files=net_files)
    return Query(asked, _start(asked, load_game))


def unknown_fields(data: Mapping[str, Any]) -> list[str]:
    """Return the fields of a query that nothing reads."""
    return [] if "action" in data else sorted(set(data) - QUERY_FIELDS)


def _action(data: Mapping[str, Any]) -> Action:
    action = read_data(data, Termination if data["action"] == "terminate" else Action, _refusal)
    if action.name not in ACTIONS:
        raise RequestError(f"unknown action '{action.name[:60]}': there are {', '.join(ACTIONS)}", "action")
    return action


def _start(asked: Question, load_game: LoadGame) -> State:
    """Return the position that the game starts from; the moves are legal from there."""
    start = _set_up(asked, load_game)
    state = start.clone()
    for number, move in enumerate(asked.moves, 1):
        try:
            state.play(move)
        except MotuError as error:
            raise RequestError(f"move {number}: {error.message}", "moves", error.slug) from error
    return start


def _set_up(asked: Question, load_game: LoadGame) -> State:
    """Return the game's own beginning, or the position that was set up by hand, on the board that came along."""
    field = "spec"
    try:
        game = load_game(asked.spec) if asked.board is None else asked.game()
        field = "setup"
        setup = asked.setup_in(game)
        return game.new_initial_state() if setup is None else game.new_state(*setup.arguments())
    except MotuError as error:
        raise RequestError(error.message, field, error.slug) from error


def _check_player(text: str, *, net_files: bool) -> None:
    """Check that there is such a player, and that it may be asked for."""
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


def _refusal(fault: Fault) -> RequestError:
    return RequestError(fault.sentence(_shown), fault.path)


def _whole(value: object) -> object:
    """Return a text, or a list of texts, without halves of characters, which JSON can hold and no text has."""
    if isinstance(value, list):
        return [_whole(each) if isinstance(each, str) else each for each in value]
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 60 else text[:57] + "..."
