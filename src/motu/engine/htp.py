"""The commands of HTP, the Hex dialect of GTP, beside those that play: files, parameters, analysis (floor: engine).

HTP is what HexGui and the programs of the Benzene family speak. Its source of truth is their behaviour: a swap leaves
the stones where they are and the same colour moves next, `genmove` answers `resign` when the game is over, every answer
has a blank behind `=`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from motu.engine.position_search import faces_alike, search_position
from motu.engine.registry import Command, read_bool, read_colour, read_int, read_seconds, syntax_error
from motu.engine.session import Session
from motu.errors import EngineError, MotuError
from motu.games import State, formats
from motu.games.record_files import save_text
from motu.search.limits import Limits
from motu.search.mcts import Analysis, MoveAnalysis

ANALYSIS_S = 5.0
"""Seconds of such a search at most; under a clock, the share of a move at most."""
ANALYSIS_VISITS = 10_000
"""Visits of the searches behind the analysis commands."""

ANALYZE_COMMANDS = """\
param/Game Parameters/param_game
param/Player Parameters/param_motu
plist/All Legal Moves/all_legal_moves %c
varc/Reg GenMove/reg_genmove %c
pspairs/Values of Moves/motu-values %c
pspairs/Visits of Moves/motu-visits %c
varc/Principal Variation/motu-pv %c
string/ShowBoard/showboard
string/BoardID/board_id
string/Final Score/final_score
string/Moves/motu-moves"""


def list_analyze_commands(_: Session, __: Sequence[str]) -> str:
    """List the commands that a front end offers in a menu: type, label and command."""
    return ANALYZE_COMMANDS


def identify_board(session: Session, _: Sequence[str]) -> str:
    """Return the position's key."""
    return f"{session.state.hash():016x}"


def load_game_file(session: Session, arguments: Sequence[str]) -> str:
    """Begin with the game in a file."""
    moves = read_int(arguments[1], 0, 1_000_000) if len(arguments) > 1 else None
    path = Path(arguments[0])
    try:
        records = formats.read(path)
        if not records:
            raise EngineError(f"cannot load file: '{path}' holds no game", slug="engine/file", text=str(path))
        session.load(records[0], moves)
    except MotuError as error:
        if isinstance(error, EngineError):
            raise
        raise EngineError(f"cannot load file: {error.message}", slug="engine/file", text=str(path)) from error
    return ""


def print_game(session: Session, arguments: Sequence[str]) -> str:
    """Answer the game as SGF, or write it to a file."""
    text = formats.write(session.record(), "sgf")
    if not arguments:
        return "\n".join(line for line in text.splitlines() if line.strip())
    try:
        save_text(Path(arguments[0]), text)
    except MotuError as error:
        raise EngineError(f"cannot save file: {error.message}", slug="engine/file", text=arguments[0]) from error
    return ""


def set_seed(session: Session, arguments: Sequence[str]) -> str:
    """Make the player and the dice repeatable."""
    session.set_seed(read_int(arguments[0], 0, 2**63 - 1))
    return ""


def tell_or_set_game_parameters(session: Session, arguments: Sequence[str]) -> str:
    """List the game's parameters, or set one."""
    if not arguments:
        return (
            f"\n[bool] allow_swap {int(session.swap_is_allowed)}"
            f"\n[bool] on_little_golem {int(session.on_little_golem)}"
            f"\n[string] game_time {session.game_time:g}"
        )
    setters: dict[str, Callable[[str], None]] = {
        "allow_swap": lambda value: session.allow_swap(read_bool(value)),
        "on_little_golem": lambda value: setattr(session, "on_little_golem", read_bool(value)),
        "game_time": lambda value: session.set_game_time(read_seconds(value)),
    }
    return _set(setters, arguments)


def tell_or_set_player_parameters(session: Session, arguments: Sequence[str]) -> str:
    """List the player's parameters, or set one."""
    if not arguments:
        seed = "none" if session.seed is None else str(session.seed)
        return f"\n[string] player {session.player}\n[string] seed {seed}"
    setters: dict[str, Callable[[str], None]] = {
        "player": session.set_player,
        "seed": lambda value: session.set_seed(None if value.lower() == "none" else read_int(value, 0, 2**63 - 1)),
    }
    return _set(setters, arguments)


def _set(setters: dict[str, Callable[[str], None]], arguments: Sequence[str]) -> str:
    if len(arguments) != 2:
        raise syntax_error("nothing or a parameter and its value is right", " ".join(arguments))
    name, value = arguments
    if name not in setters:
        raise EngineError(
            f"unknown parameter '{name}': there are {', '.join(setters)}",
            slug="engine/unknown-parameter",
            text=name,
            legal=setters,
        )
    setters[name](value)
    return ""


def tell_values(session: Session, arguments: Sequence[str]) -> str:
    """List moves, or the faces of an awaited roll and their mean, with the expected result for the mover."""
    position, found = _searched(session, arguments)
    if position.is_chance_node():
        pairs = [(face, move.value) for move, faces in _faces(position, found) for face in faces]
        return _listed(
            [*((f"={face}", f"{value:.3f}") for face, value in sorted(pairs)), ("mean", f"{found.value:.3f}")]
        )
    return _listed((session.written(move.move), f"{move.value:.3f}") for move in _tried(found))


def tell_visits(session: Session, arguments: Sequence[str]) -> str:
    """List moves, or the faces of an awaited roll, with how often they were tried."""
    position, found = _searched(session, arguments)
    if position.is_chance_node():
        pairs = [(face, move.visits) for move, faces in _faces(position, found) for face in faces]
        return _listed((f"={face}", str(visits)) for face, visits in sorted(pairs))
    return _listed((session.written(move.move), str(move.visits)) for move in _tried(found))


def tell_variation(session: Session, arguments: Sequence[str]) -> str:
    """List the moves that are expected from here on, up to the next roll; none where a roll is awaited."""
    position, found = _searched(session, arguments)
    if position.is_chance_node():
        return ""
    return " ".join(session.written(move) for move in found.best.variation)


def _searched(session: Session, arguments: Sequence[str]) -> tuple[State, Analysis]:
    colour = read_colour(arguments[0]) if arguments else session.state.to_move()
    position = session.position_for(colour)
    clock = session.clocks[position.to_move()].for_search()
    seconds = ANALYSIS_S if clock is None else min(ANALYSIS_S, clock.seconds_for_move)
    limits = Limits(visits=ANALYSIS_VISITS, seconds=seconds)
    return position, search_position(position, limits, seed=session.seed or 0)


def _faces(position: State, found: Analysis) -> list[tuple[MoveAnalysis, list[int]]]:
    """Return what is known about a roll: each analysis with the numbers on the die that it holds for."""
    alike = faces_alike(position)
    return [(move, [outcome + 1 for outcome in alike[move.action]]) for move in found.moves]


def _tried(found: Analysis) -> list[MoveAnalysis]:
    """Return the moves that something is known about."""
    return [move for move in found.moves if move.visits or move.proof]


def _listed(pairs: Iterable[tuple[str, str]]) -> str:
    return " ".join(f"{name} {figure}" for name, figure in pairs)


HTP_COMMANDS = (
    Command("hexgui-analyze_commands", "", "list the commands for a front end's menu", list_analyze_commands),
    Command("board_id", "", "answer 16 digits that equal positions share", identify_board),
    Command("loadsgf", "FILE [MOVES]", "begin with the game in a file, up to so many moves", load_game_file),
    Command("printsgf", "[FILE]", "answer the game as SGF, or write it to a file", print_game),
    Command("set_random_seed", "SEED", "make the player and the dice repeatable from here on", set_seed),
    Command("param_game", "[NAME] [VALUE]", "list the game's parameters, or set one", tell_or_set_game_parameters),
    Command("param_motu", "[NAME] [VALUE]", "list the player's parameters, or set one", tell_or_set_player_parameters),
    Command("motu-values", "[COLOUR]", "list moves with the expected result for that colour, -1 to 1", tell_values),
    Command("motu-pv", "[COLOUR]", "list the moves expected from here on, up to the next roll", tell_variation),
    Command("motu-visits", "[COLOUR]", "list moves with how many simulations tried them", tell_visits),
)
