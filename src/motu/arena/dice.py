"""Duplicate dice: both games of a pair read the same faces, so that luck cancels out (floor: arena)."""

from __future__ import annotations

import random

from motu.games import State


class PairDice:
    """Dice whose face depends on a seed, the turn's number and the person who rolls, on nothing else.

    A face is read off one number between 0 and 1, so that also dice with different numbers of faces roll alike: high
    in one game of the pair is high in the other.
    """

    def __init__(self, seed: str) -> None:
        """Take the dice of one pair of games."""
        self._seed = seed

    def roll(self, state: State) -> int:
        """Return the outcome for a position that awaits a roll."""
        person = state.to_move() ^ state.is_swapped()
        height = random.Random(f"{self._seed} turn {state.ply()} person {person}").random()
        outcomes = state.chance_outcomes()
        for outcome, probability in outcomes:
            height -= probability
            if height < 0:
                return outcome
        return outcomes[-1][0]
