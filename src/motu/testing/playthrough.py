"""Golden playthroughs: one game written down so fully that hardly a change of the rules goes unseen (floor: testing).

A playthrough is a text. Its header says what the game says of itself; then each position of one random game stands with
who acts, its hash, a checksum of its observation, how many actions are legal with a checksum of all and a sample, often
the board, and the move made. `write_playthrough` makes one, the same for the same game and seed; `check_playthrough`
plays the moves of one again and compares line by line, so that a text stays good whatever random numbers made it.

On purpose the board is drawn here and not by `motu.drawing`: how pictures look may change, how games are played must
not.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from math import ceil
from random import Random

from motu.boards import CustomBoard
from motu.errors import MotuError
from motu.games import RULES_VERSION, Game, State, load_game
from motu.testing.choice import draw_action

TITLE = "motu playthrough, format 1"
MOST_ACTIONS = 240
"""Longer games are left unfinished."""
SAMPLE = 6
"""How many of the legal actions are written out."""
DRAWN_CELLS = 40
"""Boards with more cells are drawn at every second position, with more than twice as many at every third, and so on."""
STONES = "xo."
"""The first colour, the second, and no stone."""


class PlaythroughError(AssertionError):
    """A playthrough that the game does not play any more; the message says where."""


def write_playthrough(game: Game, seed: int) -> str:
    """Play a random game and write it down; the same for the same game and seed."""
    random = Random(f"{game.spec} {seed}")

    def choose(state: State) -> str | None:
        if len(state.history()) >= MOST_ACTIONS:
            return None
        return state.action_to_string(draw_action(state, random))

    return "".join(f"{line}\n" for line in _lines(game, seed, choose))


def check_playthrough(text: str) -> None:
    """Play a playthrough again and compare every line.

    Raises:
        PlaythroughError: At the first line that is not as it was, with both.
    """
    expected = text.splitlines()
    fields = dict(line.partition(": ")[::2] for line in expected[1 : expected.index("") if "" in expected else 0])
    if expected[:1] != [TITLE] or not {"spec", "seed"} <= fields.keys() or not fields["seed"].isdigit():
        raise PlaythroughError(f"line 1: a playthrough begins with '{TITLE}' and a header with spec and seed")
    moves = iter([line.removeprefix("move ") for line in expected if line.startswith("move ")])
    game = _game_of(fields)
    lines = _lines(game, int(fields["seed"]), lambda _: next(moves, None))
    for number, (then, now) in enumerate(zip_longest(expected, _until_refused(lines)), start=1):
        if then != now:
            was, is_now = ("the end" if line is None else f"'{line}'" for line in (then, now))
            raise PlaythroughError(f"{game.spec}, line {number}: it was {was}, and is {is_now}")


def _game_of(fields: dict[str, str]) -> Game:
    try:
        board = CustomBoard.from_json(json.loads(fields["board"])) if "board" in fields else None
        return load_game(fields["spec"], board)
    except (MotuError, ValueError) as error:
        raise PlaythroughError(f"the game of the header cannot be made any more: {error}") from error


def _until_refused(lines: Iterable[str]) -> Iterator[str]:
    """Pass lines on; where a move is refused by now, the refusal takes the place of what follows."""
    try:
        yield from lines
    except MotuError as error:
        yield f"refused: {error}"


# --- the text ---------------------------------------------------------------------------------------------------------


def _lines(game: Game, seed: int, choose: Callable[[State], str | None]) -> Iterator[str]:
    """Yield the lines of a game in which `choose` names the moves, None to stop."""
    yield from _header(game, seed)
    state = game.new_initial_state()
    step = ceil(game.board.num_cells / DRAWN_CELLS)
    while True:
        over = state.is_terminal()
        move = None if over else choose(state)
        yield ""
        yield _position_line(state)
        if over or move is None or (len(state.history()) % step == 0 and not state.is_chance_node()):
            yield from _draw(state)
        if over:
            yield from _end(state)
            return
        if move is None:
            yield "unfinished"
            return
        yield f"move {move}"
        state.play(move)


def _header(game: Game, seed: int) -> Iterator[str]:
    board = game.board
    planes, rows, columns = game.observation_shape
    swapping = sum(symmetry.swaps_colours for symmetry in game.symmetries)
    yield TITLE
    yield f"spec: {game.spec}"
    if game.rules.custom is not None:
        yield f"board: {json.dumps(game.rules.custom.to_json())}"
    yield f"seed: {seed}"
    yield f"rules version: {RULES_VERSION}"
    yield f"colours: {', '.join(game.colour_names)}"
    yield f"actions: {game.num_actions}, chance outcomes: {game.max_chance_outcomes}"
    yield f"observation: {planes} x {rows} x {columns}: {', '.join(game.observation_planes)}"
    yield f"symmetries: {len(game.symmetries)}, {swapping} of them exchange colours"
    yield f"cells: {board.num_cells}, {_digest(board.names)}: {' '.join(_sample(board.names))}"
    for island in board.islands:
        names = " ".join(board.names[cell] for cell in island.cells)
        yield f"island {island.index}, {game.colour_names[island.colour]}: {names}"


def _position_line(state: State) -> str:
    observation = zlib.crc32(state.observation().tobytes())
    return (
        f"{len(state.history())}: ply {state.ply()}, {_actor(state)}; hash {state.hash():016x}; "
        f"observation {observation:08x}; {_legal(state)}"
    )


def _actor(state: State) -> str:
    colour = state.game.colour_names[state.to_move()]
    if state.is_terminal():
        return "over"
    if state.is_chance_node():
        return f"roll for {colour}"
    return f"{colour}, person {state.current_player()}"


def _legal(state: State) -> str:
    moves = state.legal_moves()
    if not moves:
        return "nothing legal"
    if state.is_chance_node():
        moves = [f"{move} {share:.6f}" for move, (_, share) in zip(moves, state.chance_outcomes(), strict=True)]
    numbered = [f"{action} {move}" for action, move in zip(state.legal_actions(), moves, strict=True)]
    return f"{len(moves)} legal, {_digest(numbered)}: {', '.join(_sample(moves))}"


def _draw(state: State) -> Iterator[str]:
    """Draw the stones, row by row as rows are seen."""
    board = state.game.board
    stones = {place: STONES[stone] for place, stone in zip(board.coordinates, state.stones(), strict=True)}
    rows = range(board.height) if board.rows_count_down else reversed(range(board.height))
    for row in rows:
        yield "  " + "".join(stones.get((column, row), " ") for column in range(board.width)).rstrip()


def _end(state: State) -> Iterator[str]:
    outcome = state.outcome()
    if outcome is None:
        return
    who = "nobody" if outcome.winner is None else f"{state.colour(outcome.winner)}, person {outcome.winner}"
    cells = " ".join(state.game.board.names[cell] for cell in sorted(state.winning_cells()))
    yield f"winner: {who}; {outcome.reason}"
    yield f"winning cells: {cells or 'none'}"
    yield f"returns: {' '.join(f'{value:g}' for value in state.returns())}"


def _sample(texts: Iterable[str]) -> list[str]:
    """Return the first, the last, and some evenly between."""
    items = list(texts)
    if len(items) <= SAMPLE:
        return items
    return [items[i * (len(items) - 1) // (SAMPLE - 1)] for i in range(SAMPLE)]


def _digest(texts: Iterable[str]) -> str:
    return format(zlib.crc32("\n".join(texts).encode()), "08x")
