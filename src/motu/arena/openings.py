"""Openings: what is on the board before the players are asked, the same in both games of a pair (floor: arena).

A forced opening takes the pie rule's place, so games with one are played without it.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

from motu.boards import CustomBoard
from motu.errors import EngineError, MotuError
from motu.games import Game, State, dice, load_game
from motu.games.record import Record
from motu.games.record_files import read_text

MAX_RANDOM_PLIES = 1000
"""Longest random opening."""

_TRIES = 200

Key = tuple[bytes, int]
Moves = tuple[str, ...]


class OpeningBook:
    """The openings of a match by the number of the pair."""

    def __init__(self, text: str, game: Game, seed: int) -> None:
        """Read what is wanted.

        Args:
            text: "none"; "all" (every first move once, images in a mirror left out); "random:K" (K random plies, no
                position twice while there are others); or the name of a file with an opening a line.
            game: What is played.
            seed: Decides the order, and the random plies.

        Raises:
            EngineError: "engine/openings" for a text, a file or a move that is none.
        """
        self.text = text.strip()
        self._seed = seed
        self._plies = _random_plies(self.text)
        self._game = game if self.text == "none" else without_swap(game)
        self._seen: set[Key] = set()
        self._drawn: list[Moves] = []
        self._list: list[Moves] = []
        if self.text != "none" and not self._plies:
            found = _first_moves(self._game) if self.text == "all" else _read_file(self.text, self._game)
            self._list = [moves for moves in found if self._is_new(moves)]
            random.Random(f"{seed} openings").shuffle(self._list)

    @property
    def spec(self) -> str:
        """What is played after an opening."""
        return self._game.spec

    @property
    def board(self) -> CustomBoard | None:
        """The data of a custom board that the spec names; None where it names none."""
        return self._game.rules.custom

    @property
    def fingerprint(self) -> str:
        """A text that tells this book from others: what was wanted, or 16 digits of what a file holds."""
        if self.text in ("none", "all") or self._plies:
            return self.text
        lines = sorted(" ".join(moves) for moves in self._list)
        return "sha256:" + hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]

    def __len__(self) -> int:
        """Return how many openings there are before the first one comes again; 0 where nobody knows."""
        return 1 if self.text == "none" else len(self._list)

    def opening(self, pair: int) -> Moves:
        """Return the opening of a pair, counted from 0."""
        if self.text == "none":
            return ()
        if not self._plies:
            return self._list[pair % len(self._list)]
        while len(self._drawn) <= pair:
            self._drawn.append(self._draw(len(self._drawn)))
        return self._drawn[pair]

    def _draw(self, pair: int) -> Moves:
        """Return random plies that lead to a position which no earlier pair had, if one is found soon."""
        moves: Moves = ()
        for attempt in range(_TRIES):
            drawn = _random_moves(self._game, self._plies, random.Random(f"{self._seed} opening {pair} {attempt}"))
            if drawn is None:
                continue
            moves = drawn
            if self._is_new(moves):
                return moves
        if not moves:
            raise _error(f"{self._plies} random plies end the game {self._game.spec}", self.text)
        return moves

    def _is_new(self, moves: Moves) -> bool:
        key = position_key(self._game.new_initial_state().play_all(moves))
        if key in self._seen:
            return False
        self._seen.add(key)
        return True


def opening_of(record: Record) -> int:
    """Return how many turns of a game were its match's opening, which nobody chose; 0 for games of no match."""
    label = record.extra.get("arena")
    turns = label.get("opening") if isinstance(label, Mapping) else None
    return turns if isinstance(turns, int) and turns > 0 else 0


def without_swap(game: Game) -> Game:
    """Return the same game without the pie rule."""
    return load_game(game.rules.with_swap(False)) if game.rules.swap else game


def position_key(state: State) -> Key:
    """Return what positions have in common that are images of each other, colours kept."""
    stones = state.stones()
    images = []
    for symmetry in state.game.symmetries:
        if symmetry.swaps_colours:
            continue
        image = bytearray(len(stones))
        for cell, target in enumerate(symmetry.cells):
            image[target] = stones[cell]
        images.append(bytes(image))
    return min(images), state.to_move()


def _random_plies(text: str) -> int:
    """Return K of "random:K", 0 for other texts."""
    kind, _, number = text.partition(":")
    if kind != "random":
        return 0
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= MAX_RANDOM_PLIES):
        raise _error(f"random openings are random:K with K plies from 1 to {MAX_RANDOM_PLIES}, not '{text}'", text)
    return int(number)


def _first_moves(game: Game) -> Iterator[Moves]:
    """Yield every first turn that changes the board and doesn't end the game, rolls in full."""
    start = game.new_initial_state()
    for action in start.legal_actions():
        state = start.clone()
        state.apply_action(action)
        faces = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else [None]
        for face in faces:
            after = state.clone()
            if face is not None:
                after.apply_action(face)
            if not after.is_terminal() and after.stones() != start.stones():
                yield tuple(after.moves())


def _random_moves(game: Game, plies: int, source: random.Random) -> Moves | None:
    """Return so many random plies, or None where the game is over after them."""
    state = game.new_initial_state()
    while not state.is_terminal() and (state.ply() < plies or state.is_chance_node()):
        if state.is_chance_node():
            state.apply_action(dice.draw(state.chance_outcomes(), source))
        else:
            state.apply_action(source.choice(state.legal_actions()))
    return None if state.is_terminal() else tuple(state.moves())


def _read_file(name: str, game: Game) -> Iterator[Moves]:
    """Yield a file's openings: moves with blanks or commas between them, `#` begins a remark."""
    if not Path(name).is_file():
        raise _error(f"openings are all, none, random:K or a file, not '{name}'", name, ("all", "none", "random:K"))
    found = False
    for number, line in enumerate(read_text(name).splitlines(), start=1):
        moves = line.partition("#")[0].replace(",", " ").split()
        if moves:
            found = True
            yield _checked(moves, game, f"'{name}', line {number}")
    if not found:
        raise _error(f"'{name}' holds no opening", name)


def _checked(moves: list[str], game: Game, where: str) -> Moves:
    try:
        state = game.new_initial_state().play_all(moves)
    except MotuError as error:
        raise _error(f"{where}: {error.message}", " ".join(moves)) from error
    if state.is_terminal() or state.is_chance_node():
        what = "the game is over" if state.is_terminal() else "a roll is missing"
        raise _error(f"{where}: {what} after {' '.join(moves)}", " ".join(moves))
    return tuple(state.moves())


def _error(message: str, text: str, legal: tuple[str, ...] = ()) -> EngineError:
    return EngineError(message, slug="engine/openings", text=text, legal=legal)
