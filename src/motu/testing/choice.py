"""Random play that sees everything a game has (floor: testing)."""

from __future__ import annotations

import re
from random import Random

from motu.games import State, dice

_LETTERS = re.compile(r"[a-z]+")
_DIGITS = re.compile(r"[0-9]+")


def draw_action(state: State, random: Random) -> int:
    """Draw an outcome of chance by its probability, or else a kind of move and then a move of that kind.

    Where few moves of a kind are among many of another - swaps, flips, announcements - uniform play would hardly ever
    choose one. Not at the end of a game.
    """
    if state.is_chance_node():
        return dice.draw(state.chance_outcomes(), random)
    kinds: dict[str, list[int]] = {}
    for action, text in zip(state.legal_actions(), state.legal_moves(), strict=True):
        kinds.setdefault(kind_of(text), []).append(action)
    return random.choice(kinds[random.choice(list(kinds))])


def kind_of(text: str) -> str:
    """Return how a move is written: numbers, and words of a length, are alike.

    >>> kind_of("h4") == kind_of("a11")
    True
    >>> kind_of("h4") == kind_of("xh4")
    False
    """
    return _LETTERS.sub(lambda word: "a" * len(word[0]), _DIGITS.sub("0", text))
