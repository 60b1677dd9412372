"""The sentences of a game in the terminal, made of positions; nothing is written here (floor: cli)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motu.cli.playing.hints import cells_line, is_flip, landing_faces, odds_of, square_of
from motu.cli.playing.match import HUMAN

if TYPE_CHECKING:
    from motu import Game, State
    from motu.boards import Board
    from motu.cli.playing.match import Match

_SWAP = "swap              only as the second player's first turn: take over the other colour (pie rule)"

_COMMANDS = (
    "hint              the legal moves; in Atmalof with the faces that land",
    "hint best         what the computer would play here, and what it expects",
    "undo              take back to your last decision",
    "board, moves      show the board, or the moves so far",
    "save FILE         write the game to FILE, now and after every further move",
    "resign            give up",
    "quit              leave; Ctrl-D does the same",
)


def aim_line(state: State) -> str:
    """Return what wins, in one sentence or two."""
    return f"Aim: {state.game.rules.aim(state.game.board)}"


def help_lines(state: State) -> list[str]:
    """Return what can be typed in this game."""
    moves = _moves_of(state.game)
    if state.game.rules.swap:
        moves.append(_SWAP)
    return [
        aim_line(state),
        "Moves:",
        *(f"  {line}" for line in moves),
        "Commands:",
        *(f"  {line}" for line in _COMMANDS),
    ]


def _moves_of(game: Game) -> list[str]:
    """Return a line for each kind of move, with cells of this board."""
    kinds = game.rules.kinds_of_moves(game.board, _middle(game.board))
    return [f"{move:<17} {meaning}" for move, meaning in kinds]


def _middle(board: Board) -> int:
    """Return the cell that is nearest to the board's centre."""
    return int(((board.centres - board.centres.mean(axis=0)) ** 2).sum(axis=1).round(6).argmin())


def opening_lines(match: Match, *, own_dice: bool) -> list[str]:
    """Return what is said before the first board."""
    state = match.state
    lines = [state.game.spec, seats_line(match)]
    if HUMAN in match.seats:
        lines.append(aim_line(state))
        cells = cells_line(state.game.board)
        lines += [cells] if cells is not None else []
        lines.append("Type a move, or help for all that can be typed; Tab completes, quit leaves.")
        if own_dice:
            lines.append("Your own dice: type announcements with what the die shows, as in r4=6, or you will be asked.")
    if match.has_humans and not state.history() and state.game.rules.swap:
        first, second = state.game.colour_names
        lines.append(f"Pie rule: after {first}'s first stone, {second} may swap colours instead of playing.")
    return lines


def seats_line(match: Match) -> str:
    """Return who holds which colour."""
    state = match.state
    seats = {state.colour(person): _seat_name(match, person) for person in (0, 1)}
    return "   ".join(f"{colour}: {seats[colour]}" for colour in state.game.colour_names)


def _seat_name(match: Match, person: int) -> str:
    seat = match.seats[person]
    if seat != HUMAN:
        return seat
    return "you" if match.seats[1 - person] != HUMAN else f"human ({'first' if person == 0 else 'second'} player)"


def situation_lines(state: State) -> list[str]:
    """Return what whoever is to act should know beyond the board."""
    colour, other = _colours(state)
    lines = []
    if state.swap_is_legal():
        lines.append(
            f"Pie rule: type swap to take over {other}, stone and all; your opponent then plays on as {colour}."
            " Or place a stone to remain what you are."
        )
    if state.game.type.has_flips:
        if state.to_return():
            lines.append("Your flipped stone comes back first: type @ and an empty point, as in @c7.")
        if state.ban() and state.contested():
            lines.append("The last turn flipped a contested stone: no contested stone (!) can be flipped now.")
    most = state.game.rules.pieces
    if most is not None and not state.is_chance_node():
        pieces = state.pieces()
        counts = (f"{name} {count}" for name, count in zip(state.game.colour_names, pieces, strict=True))
        lines.append(f"On the board, of {most} pieces each: {', '.join(counts)}")
    return lines


def _colours(state: State) -> tuple[str, str]:
    names = state.game.colour_names
    return names[state.to_move()], names[1 - state.to_move()]


def announcement_sentence(state: State, line: str) -> str:
    """Return what is said when a line is announced, before the die is rolled."""
    return f"{_colours(state)[0]} announces {_line_name(line)}: {odds_of(state, line)}"


def _line_name(line: str) -> str:
    return f"{'row' if line[0] == 'r' else 'column'} {line[1:]}"


def swap_sentence(match: Match) -> str:
    """Return who holds what, right after somebody has swapped."""
    state = match.state
    swapper = _seat_name(match, 1)
    verb = "take" if swapper == "you" else "takes"
    return f"swap: {swapper} {verb} over {state.colour(1)}; {seats_line(match)}"


def move_sentence(before: State, move: str) -> str:
    """Return what a move does, as in "white plays h4".

    Args:
        before: The position before it.
        move: Its text, an announcement with its roll; not a swap.
    """
    colour, other = _colours(before)
    if "=" in move:
        line, _, face = move.partition("=")
        square = square_of(line, int(face))
        landed = int(face) in landing_faces(before, line)
        what = f"a {colour} piece on {square}" if landed else f"{square} is occupied, the turn is lost"
        return f"the die shows {face}: {what}"
    if is_flip(before, move):
        return f"{colour} flips {other}'s stone on {move[1:]}"
    if move[0] == "@":
        return f"{colour} puts a stone back on {move[1:]}"
    return f"{colour} plays {move}"


def skip_sentence(before: State, after: State, move: str) -> str | None:
    """Return who was passed over by a move, if somebody was."""
    if after.is_terminal() or move == "swap" or move[0] == "@" or before.to_move() != after.to_move():
        return None
    return f"{_colours(after)[1]} has no legal turn and is passed over"


def result_sentence(match: Match) -> str:
    """Return how the game ended, as in "black (you) wins: white resigned"."""
    state = match.state
    result = match.result()
    if result.winner is None:
        return f"a draw: {_draw_reason(state, result.reason)}"
    colour, loser = state.colour(result.winner), state.colour(1 - result.winner)
    reason = _win_reason(state, result.reason, colour, loser)
    return f"{colour} ({_seat_name(match, result.winner)}) wins: {reason}"


def _win_reason(state: State, reason: str, colour: str, loser: str) -> str:
    if reason == "resign":
        return f"{loser} resigned"
    if reason == "connected":
        what = "islands" if len(state.game.board.islands) > 4 else "sides"
        return f"a chain connects {colour}'s {what} ({len(state.winning_cells())} stones, marked on the board)"
    if reason == "line":
        line = state.game.rules.line
        least = "" if len(state.winning_cells()) == line else "at least "
        return f"{least}{line} in a row ({_cells(state)})"
    first, second = sorted(state.short_lines(), reverse=True)
    length = state.game.rules.line - 1
    return f"all pieces are on the board, and {colour} has {first} lines of {length}, {loser} {second}"


def _draw_reason(state: State, reason: str) -> str:
    if reason == "stuck":
        return "the board is full and no stone can be flipped"
    if reason == "tiebreak":
        length = state.game.rules.line - 1
        return f"all pieces are on the board, and both have {state.short_lines()[0]} lines of {length}"
    return reason


def _cells(state: State) -> str:
    return " ".join(state.game.board.names[cell] for cell in state.winning_cells())
