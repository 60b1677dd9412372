"""A puzzle: a position, what is asked, and the only moves that are right (floor: puzzles).

docs/puzzles.md describes the format. Reading never trusts: the moves are replayed by the rules, and whatever does not
fit the position is refused.
"""

from __future__ import annotations

import hashlib
import random
import reprlib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from motu.errors import MotuError, PuzzleError
from motu.games import Game, State, load_game, registry
from motu.games.line import Move, Spec
from motu.wire import read_data

__all__ = [
    "DIFFICULTIES",
    "FORMAT",
    "GAMES",
    "Puzzle",
    "find_puzzle",
    "position_key",
    "puzzle_id",
    "read_file",
    "read_puzzles",
    "shipped_puzzles",
    "write_puzzles",
]

FORMAT: Literal[1] = 1
"""The format of the lines that this version writes, and the only one that it reads."""
DIFFICULTIES = (1, 5)
"""The easiest and the hardest."""
_SHIPPED = resources.files("motu.puzzles") / "shipped"
GAMES = tuple(name for name in registry.GAMES if (_SHIPPED / f"{name}.jsonl").is_file())
"""The games that have puzzles, in the order in which they are listed."""
MAX_BYTES = 16 * 1024 * 1024
"""The largest file of puzzles that is read, in bytes."""
MAX_MOVES = 4096
"""That lead to a position."""
NUM_HINTS = 4
"""Moves that a hint names; one of them is right."""

Equity = Annotated[float, msgspec.Meta(ge=-1, le=1)]


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A puzzle as it stands in a file; `checked` says whether it fits its position."""

    format: Literal[1]
    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,64}$", description="up to 64 of a-z, 0-9 and -")]
    """The game's name and the beginning of a hash of the position, images under symmetry having the same."""
    spec: Spec
    moves: Annotated[tuple[Move, ...], msgspec.Meta(max_length=MAX_MOVES)]
    """From the beginning of the game to the position; announcements with their rolls."""
    goal: Literal["win", "best"]
    """"win": find the move that wins. "best": find the move with the highest equity."""
    difficulty: Annotated[int, msgspec.Meta(ge=DIFFICULTIES[0], le=DIFFICULTIES[1])]
    solution: Annotated[tuple[Move, ...], msgspec.Meta(min_length=1)]
    """All moves that are right."""
    turns: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Turns of the winner up to the win with best play of both, the first one included; 0 where that is not known."""
    equities: dict[str, tuple[Equity, Equity]] = {}
    """With the goal "best", for each legal move: at least and at most what it is worth to the person to act."""
    themes: tuple[Annotated[str, msgspec.Meta(pattern="^[a-z-]{1,32}$")], ...] = ()
    """What kind of move solves it, as `motu.puzzles.themes` tells; those of other programs are left alone."""

    @property
    def game(self) -> str:
        """The game's own name, as in GAMES."""
        return _game(self.spec).name

    def position(self) -> State:
        """Return the position, replayed by the rules.

        Raises:
            PuzzleError: "puzzle/position" when the spec names no game, or a move is none or not legal.
        """
        try:
            return _game(self.spec).new_initial_state().play_all(self.moves)
        except MotuError as error:
            raise PuzzleError(
                f"puzzle {self.id}: its moves lead to no position: {error.message}",
                slug="puzzle/position",
                text=error.text,
                legal=error.legal,
            ) from error

    def hint(self) -> tuple[str, ...]:
        """Return a few moves, one of which is right, in the order of the actions; the same each time."""
        legal = self.position().legal_moves()
        wrong = [move for move in legal if move not in self.solution]
        chosen = {self.solution[0], *random.Random(self.id).sample(wrong, min(len(wrong), NUM_HINTS - 1))}
        return tuple(move for move in legal if move in chosen)

    def checked(self) -> Puzzle:
        """Return this puzzle when it fits its position.

        Raises:
            PuzzleError: "puzzle/position", "puzzle/solution" or "puzzle/equities", with what would be right.
        """
        state = self.position()
        if state.is_terminal() or state.is_chance_node():
            raise self._fault("position", "its moves end where nobody can choose a move")
        legal = state.legal_moves()
        strangers = [move for move in self.solution if move not in legal]
        if strangers or len(set(self.solution)) != len(self.solution):
            raise self._fault("solution", "each move of the solution is legal, and stands there once", strangers, legal)
        if len(self.solution) == len(legal):
            raise self._fault("solution", "there is nothing to find where every move is right")
        self._check_equities(legal)
        return self

    def _check_equities(self, legal: list[str]) -> None:
        if self.goal == "win":
            if self.equities:
                raise self._fault("equities", "only puzzles with the goal best have equities")
            return
        if self.turns:
            raise self._fault("equities", "with dice nobody knows how many turns a win takes; leave out turns")
        if sorted(self.equities) != sorted(legal):
            raise self._fault("equities", "with the goal best each legal move has its equity, and no other", (), legal)
        if any(lower > upper for lower, upper in self.equities.values()):
            raise self._fault("equities", "an equity is [at least, at most], in this order")
        least = min(self.equities[move][0] for move in self.solution)
        if any(upper >= least for move, (_, upper) in self.equities.items() if move not in self.solution):
            raise self._fault("equities", "the moves of the solution are worth more than all others")

    def _fault(self, field: str, right: str, read: Iterable[str] = (), legal: Iterable[str] = ()) -> PuzzleError:
        text = " ".join(read)
        found = f", read {text}" if text else ""
        return PuzzleError(f"puzzle {self.id}: {right}{found}", slug=f"puzzle/{field}", text=text, legal=legal)


@lru_cache(maxsize=64)
def _game(spec: str) -> Game:
    return load_game(spec)


# --- files


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    """Read puzzles, one JSON object a line, and check each by the rules; lines of blanks are ignored.

    Raises:
        PuzzleError: "puzzle/line" for a line that is no puzzle of this format, "puzzle/twice" for an id that stands
            twice, and those of `Puzzle.checked`; each with the number of the line.
    """
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        puzzle = _read_line(line, f"line {number}")
        if puzzle.id in found:
            raise PuzzleError(
                f"line {number}: the puzzle {puzzle.id} stands here a second time", slug="puzzle/twice", text=puzzle.id
            )
        found[puzzle.id] = puzzle
    return tuple(found.values())


def _read_line(line: str, where: str) -> Puzzle:
    right = f"right is an object with format {FORMAT} as docs/puzzles.md describes it"
    try:
        data = msgspec.json.decode(line)
        return read_data(data, Puzzle, lambda fault: ValueError(fault.sentence(reprlib.repr))).checked()
    except PuzzleError as error:
        raise PuzzleError(
            f"{where}: {error.message}", slug=error.slug, text=error.text, position=where, legal=error.legal
        ) from error
    except (ValueError, RecursionError) as error:
        raise PuzzleError(f"{where}: {error}; {right}", slug="puzzle/line", position=where) from None


def read_file(path: Path) -> tuple[Puzzle, ...]:
    """Read a file of puzzles.

    Raises:
        PuzzleError: "puzzle/file" for a file that cannot be read, is no UTF-8 or too large; as `read_puzzles`.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)  # a device has no size that could be looked at before
        if len(data) > MAX_BYTES:
            raise PuzzleError(f'"{path}" is larger than the {MAX_BYTES:,} bytes that are read', slug="puzzle/file")
        text = data.decode()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise PuzzleError(f'cannot read "{path}": {why}', slug="puzzle/file", text=str(path)) from error
    try:
        return read_puzzles(text)
    except PuzzleError as error:
        raise PuzzleError(
            f'"{path}", {error.message}', slug=error.slug, text=error.text, position=error.position, legal=error.legal
        ) from error


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Return puzzles as `read_puzzles` reads them."""
    return "".join(msgspec.json.encode(puzzle).decode() + "\n" for puzzle in puzzles)


@lru_cache(maxsize=1)
def shipped_puzzles() -> Mapping[str, Puzzle]:
    """Return the puzzles that come with motu by their ids: by game, the easiest first."""
    found = [puzzle for game in GAMES for puzzle in read_puzzles((_SHIPPED / f"{game}.jsonl").read_text("utf-8"))]
    found.sort(key=lambda puzzle: (GAMES.index(puzzle.game), puzzle.difficulty))
    return {puzzle.id: puzzle for puzzle in found}


def find_puzzle(name: str, puzzles: Mapping[str, Puzzle] | None = None) -> Puzzle:
    """Return a puzzle by its id.

    Args:
        name: The id, read case-blind.
        puzzles: Where to look; among those that come with motu unless told.

    Raises:
        PuzzleError: "puzzle/unknown".
    """
    known = shipped_puzzles() if puzzles is None else puzzles
    puzzle = known.get(name.strip().lower())
    if puzzle is None:
        raise PuzzleError(
            f"there is no puzzle '{name[:64]}'; motu puzzles lists them", slug="puzzle/unknown", text=name[:64]
        )
    return puzzle


# --- what a puzzle is called


def position_key(state: State) -> str:
    """Return a text that all images of a position under the symmetries of its game have, and no other position."""
    return min(_images(state))


def _images(state: State) -> Iterator[str]:
    stones, to_move = state.stones(), state.to_move()
    marks = f"{int(state.ban())}{int(state.to_return())}" if state.game.type.has_flips else ""
    for symmetry in state.game.symmetries:
        turned = int(symmetry.swaps_colours)
        image = ["."] * len(stones)
        for cell, stone in enumerate(stones):
            if stone < 2:
                image[symmetry.cells[cell]] = str(stone ^ turned)
        yield f"{state.game.spec} {''.join(image)} {to_move ^ turned} {marks}"


def puzzle_id(state: State) -> str:
    """Return what a puzzle of a position is called."""
    return f"{state.game.name}-{hashlib.sha256(position_key(state).encode()).hexdigest()[:6]}"
