"""The opening book: what each first stone is worth on the boards played most, from long searches (floor: search).

Under the pie rule the second player may take the first stone over, so the book begins with one that is worth next to
nothing to either side, and takes over those that are worth more. `book.toml` beside this file holds the values;
docs/findings/maps.md shows them, and `docs/make_book.py` writes the file.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

from motu.errors import EngineError
from motu.games import Game, State, load_game
from motu.search.player import Choice

Book = Literal["auto", "off"]
"""Whether a search asks the book where it has no other settings than usual, or never."""

EVEN = 0.03
"""How much more than the evenest may a stone be worth to begin with, in expected results of [-1, 1]: games differ."""
SWAP = "swap"


@dataclass(frozen=True, slots=True)
class FirstStones:
    """What is known of the first stones of one game."""

    values: Mapping[int, float]
    """Of each first action what whoever plays it has to expect, in [-1, 1], if it is not taken over."""
    visits: int
    """Of the search of each stone."""

    def choose(self, state: State, chance: random.Random) -> Choice | None:
        """Return a first stone or the swap, where one of them is due.

        Args:
            state: A position of the game; the first stone is chosen at its start, the swap after the first stone.
            chance: Draws one of the first stones that are about as even as can be.
        """
        if not state.moves():
            return self._begin(chance)
        value = self._offered(state)
        if value is None or value <= 0:
            return None
        swap = next(action for action in state.legal_actions() if state.action_to_string(action) == SWAP)
        return Choice(swap, value, self.visits)

    def refuses(self, state: State) -> bool:
        """Return whether there is a stone to take over that is not worth it."""
        value = self._offered(state)
        return value is not None and value <= 0

    def _begin(self, chance: random.Random) -> Choice:
        most = min(abs(value) for value in self.values.values()) + EVEN
        action = chance.choice([action for action, value in sorted(self.values.items()) if abs(value) <= most])
        return Choice(action, -abs(self.values[action]), self.visits)

    def _offered(self, state: State) -> float | None:
        """Return what the stone is worth that may be taken over now, if there is one."""
        if not state.swap_is_legal():
            return None
        ((action, _),) = state.history()
        return self.values[action]


def book_of(state: State) -> FirstStones | None:
    """Return the book of a position's game, if there is one and it has to do with the position.

    It has until the first stone has been taken over or left; not where a position was set up, without the pie rule.
    """
    num_actions = len(state.history())
    if num_actions > 1 or (num_actions == 1 and not state.swap_is_legal()):
        return None
    book = _unfolded_for(state.game.spec) if state.game.spec in load_book() else None
    if book is None or num_actions == 1:
        return book
    return book if state == state.game.new_initial_state() else None


@cache
def _unfolded_for(spec: str) -> FirstStones:
    # By its spec: a game that somebody has made is not to be kept here.
    return _unfolded(load_game(spec), load_book()[spec])


@dataclass(frozen=True, slots=True)
class BookEntry:
    """What the file says of a game."""

    visits: int
    first: Mapping[str, float]
    """The value of one of the first stones that are the same by symmetry, by its name."""


def _unfolded(game: Game, entry: BookEntry) -> FirstStones:
    state = game.new_initial_state()
    numbers = {state.action_to_string(action): action for action in state.legal_actions()}
    kept = [each for each in game.symmetries if not each.swaps_colours]
    values = {
        each.actions[numbers[name]]: value for name, value in entry.first.items() if name in numbers for each in kept
    }
    if values.keys() != set(numbers.values()) or entry.first.keys() - numbers.keys():
        raise _error(f"the opening book of {game.spec} has {len(values)} first stones; right are all {len(numbers)}")
    return FirstStones(values, entry.visits)


@cache
def load_book() -> Mapping[str, BookEntry]:
    """Return the book that comes with the package, by the game's spec."""
    return parse_book((resources.files("motu.search") / "book.toml").read_text(encoding="utf-8"))


def parse_book(text: str) -> dict[str, BookEntry]:
    """Read a book: by the spec of each game `visits` and `first`, a table from moves to values.

    Raises:
        EngineError: "engine/book" with the game, what was read and what would be right.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _error(f"the opening book is no TOML: {error}") from None
    return {spec: _read_entry(spec, entry) for spec, entry in table.items()}


def _read_entry(spec: str, entry: Any) -> BookEntry:
    if not isinstance(entry, dict) or entry.keys() != {"visits", "first"}:
        raise _error(f"the opening book of {spec} needs 'visits' and 'first', and nothing else")
    visits, first = entry["visits"], entry["first"]
    if type(visits) is not int or visits <= 0:
        raise _error(f"the visits in the opening book of {spec} are a whole number above 0, not {visits!r}")
    if not isinstance(first, dict) or not all(
        type(each) in (int, float) and -1 <= each <= 1 for each in first.values()
    ):
        raise _error(f"the first stones in the opening book of {spec} have values from -1 to 1, unlike {first!r:.200}")
    return BookEntry(visits, first)


def write_book(entries: Mapping[str, BookEntry]) -> str:
    """Return the text that `parse_book` reads."""
    lines = ["# Made by docs/make_book.py from the study `maps`: what whoever places a first stone has to expect."]
    for spec, entry in sorted(entries.items()):
        stones = ", ".join(f"{name} = {value:.3f}" for name, value in entry.first.items())
        lines += ["", f'["{spec}"]', f"visits = {entry.visits}", f"first = {{ {stones} }}"]
    return "\n".join(lines) + "\n"


def read_book_choice(text: str) -> Book:
    """Return whether a word asks for the book.

    Raises:
        ValueError: For another word.
    """
    words: dict[str, Book] = {"auto": "auto", "off": "off"}
    if text not in words:
        raise ValueError(f"book is one of {', '.join(words)}, not '{text}'")
    return words[text]


def _error(message: str) -> EngineError:
    return EngineError(message, slug="engine/book")
