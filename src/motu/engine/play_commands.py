"""The text commands that play: GTP's own, and those for dice and for motu's other games (floor: engine)."""

from __future__ import annotations

from collections.abc import Sequence

from motu.drawing.text import draw_text
from motu.engine.registry import Command, read_colour, read_int, read_seconds, syntax_error
from motu.engine.session import Session
from motu.errors import EngineError

MAX_SIDE = 999
"""The largest number that is read as a side of a board; the rules know better what makes one."""
COLOUR_WORDS = ("Black", "White")


def set_board_size(session: Session, arguments: Sequence[str]) -> str:
    """Begin the same game on another size."""
    sides = [read_int(text, 1, MAX_SIDE) for text in arguments]
    session.resize(sides[0], sides[-1])
    return ""


def clear_board(session: Session, _: Sequence[str]) -> str:
    """Begin anew."""
    session.clear()
    return ""


def play(session: Session, arguments: Sequence[str]) -> str:
    """Play a move."""
    session.play(read_colour(arguments[0]), arguments[1])
    return ""


def play_game(session: Session, arguments: Sequence[str]) -> str:
    """Begin anew and play moves in turn; all of them or none."""
    kept = session.snapshot()
    try:
        session.clear()
        for move in arguments:
            session.play(session.state.to_move(), move)
    except Exception:
        session.restore(kept)
        raise
    return ""


def generate_move(session: Session, arguments: Sequence[str]) -> str:
    """Choose a move and play it."""
    return session.generate(read_colour(arguments[0]))


def suggest_move(session: Session, arguments: Sequence[str]) -> str:
    """Choose a move."""
    return session.suggest(read_colour(arguments[0]))


def undo(session: Session, _: Sequence[str]) -> str:
    """Take back."""
    session.undo()
    return ""


def show_board(session: Session, _: Sequence[str]) -> str:
    """Draw the board, without the empty lines that would end the answer."""
    lines = draw_text(session.state, ascii_only=True).splitlines()
    return "\n" + "\n".join(line.rstrip() for line in lines if line.strip())


def list_legal_moves(session: Session, arguments: Sequence[str]) -> str:
    """List what can be played."""
    colour = read_colour(arguments[0]) if arguments else session.state.to_move()
    return " ".join(session.legal_moves(colour))


def tell_score(session: Session, _: Sequence[str]) -> str:
    """Say who has won, with B for the first colour and W for the second."""
    if session.resigned is not None:
        return f"{COLOUR_WORDS[1 - session.resigned][0]}+R"
    outcome = session.state.outcome()
    if outcome is None:
        return "cannot score"
    if outcome.winner is None:
        return "0"
    return f"{COLOUR_WORDS[outcome.winner ^ session.state.is_swapped()][0]}+"


def set_time(session: Session, arguments: Sequence[str]) -> str:
    """Set both clocks."""
    main, period = read_seconds(arguments[0]), read_seconds(arguments[1])
    session.set_time(main, period, read_int(arguments[2], 0, 9999))
    return ""


def time_left(session: Session, arguments: Sequence[str]) -> str:
    """Say what is left, as HTP has it, or set it, as GTP has it."""
    if not arguments:
        return ", ".join(f"{COLOUR_WORDS[colour]}: {_time_left(session, colour)}" for colour in (0, 1))
    colour = read_colour(arguments[0])
    if len(arguments) == 1:
        return _time_left(session, colour)
    stones = read_int(arguments[2], 0, 9999) if len(arguments) > 2 else 0
    session.set_time_left(colour, read_seconds(arguments[1]), stones)
    return ""


def _time_left(session: Session, colour: int) -> str:
    clock = session.clocks[colour]
    return f"{clock.seconds:g}" if clock.is_limited else "unlimited"


def announce(session: Session, arguments: Sequence[str]) -> str:
    """Play an announcement."""
    colour, line = read_colour(arguments[0]), arguments[1]
    if session.game.max_chance_outcomes == 0:
        raise EngineError(f"{session.game.name} has no dice", slug="engine/no-dice")
    if "=" in line or "-" in line:
        raise syntax_error("a row as r4 or a column as c2 is announced", line)
    session.play(colour, line)
    return ""


def roll(session: Session, arguments: Sequence[str]) -> str:
    """Roll the die."""
    return str(session.roll(read_int(arguments[0], 1, MAX_SIDE) if arguments else None))


def tell_or_set_spec(session: Session, arguments: Sequence[str]) -> str:
    """Say or set what is played."""
    if arguments:
        session.set_game(" ".join(arguments))
        return ""
    return session.game.spec


def tell_moves(session: Session, _: Sequence[str]) -> str:
    """List the moves so far."""
    return " ".join(session.state.moves())


def tell_turn(session: Session, _: Sequence[str]) -> str:
    """Say what is awaited."""
    state = session.state
    if state.is_terminal() or session.resigned is not None:
        return "over"
    if state.is_chance_node():
        return f"roll {state.announced()}"
    return session.game.colour_names[state.to_move()]


PLAY_COMMANDS = (
    Command("boardsize", "WIDTH [HEIGHT]", "begin the same game on a board of this size", set_board_size),
    Command("clear_board", "", "begin the same game anew, clocks included", clear_board),
    Command("play", "COLOUR MOVE", "play a move for a colour", play),
    Command("play-game", "[MOVES...]", "begin anew and play these moves in turn, all of them or none", play_game),
    Command("genmove", "COLOUR", "choose a move, play it and answer it; resign when the game is over", generate_move),
    Command("reg_genmove", "COLOUR", "choose a move and answer it without playing it", suggest_move),
    Command("undo", "", "take back the last command that changed the position", undo),
    Command("showboard", "", "draw the board", show_board),
    Command("all_legal_moves", "[COLOUR]", "list the legal moves", list_legal_moves),
    Command("final_score", "", "say who has won: B+, W+, 0 for a draw, B+R or W+R by resignation", tell_score),
    Command("time_settings", "MAIN PERIOD STONES", "set the clocks: seconds, seconds of a period, its moves", set_time),
    Command("time_left", "[COLOUR] [SECONDS] [STONES]", "say what is left on the clocks, or set it", time_left),
    Command("announce", "COLOUR LINE", "announce a row or a column in a game with dice", announce),
    Command("roll", "[FACE]", "roll the die that is awaited, or say what it shows", roll),
    Command("motu-spec", "[SPEC...]", "say what is played as a spec, or begin a game of that spec", tell_or_set_spec),
    Command("motu-moves", "", "list the moves so far in the game's notation", tell_moves),
    Command("motu-turn", "", "say whose turn it is, roll and the line when a roll is awaited, or over", tell_turn),
)
