"""Dice, all that motu rolls: for GTP, in the terminal, in matches, on the server, in random play (floor: games).

A die is asked with the position that awaits a roll and returns an outcome, each as likely as its probability says.
What repeats differs, because those who roll want different things of a seed:

- `SerialDice`: the n-th roll is always the same; what is taken back and rolled again shows another face.
- `TurnDice`: a turn always has the same roll, whatever was taken back or resumed in between.
- `PairDice`: the same, and both games of a pair read the same faces, person by person.
- `SecretDice`: nobody can steer it, and everybody can check it afterwards. docs/http.md has the formula.

Every game on the server has a secret. Its hash is published when the game begins, the secret when it is over. Players
mix seeds of their own in before the first roll, so that a server which chooses its secret chooses no face. A roll
follows from all these, the turn and the announced line: taking an announcement back and making it again brings the same
face. Other lines bring other faces, which is why nothing is taken back over a roll where two people play.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from motu.games.state import State, person_to_act

if TYPE_CHECKING:
    import numpy as np

SECRET_BYTES = 32
MAX_SEED = 64
"""Most characters of a player's seed."""
MAX_SEEDS = 2
"""Seeds of one game: one of each player's."""


class Dice(Protocol):
    """What is rolled in a game."""

    def roll(self, state: State) -> int:
        """Return an outcome for a position that awaits a roll; the face it shows is one more."""


class SerialDice:
    """Dice whose rolls follow one another; without a seed from the operating system's secret numbers."""

    def __init__(self, seed: int | None = None) -> None:
        """Take the dice; None makes them unpredictable."""
        self._random = secrets.SystemRandom() if seed is None else random.Random(f"{seed} dice")

    def roll(self, state: State) -> int:
        """Return the next outcome."""
        return draw(state.chance_outcomes(), self._random)


class TurnDice:
    """Dice whose roll of a turn is always the same; without a seed they are as `SerialDice`."""

    def __init__(self, seed: int | None = None) -> None:
        """Take the dice; None makes them unpredictable."""
        self._seed = seed

    def roll(self, state: State) -> int:
        """Return the turn's outcome."""
        return self.draw(state.chance_outcomes(), state.ply())

    def draw(self, outcomes: Sequence[tuple[int, float]], ply: int) -> int:
        """Return one of the outcomes with their probabilities for a turn."""
        source = secrets.SystemRandom() if self._seed is None else random.Random(f"{self._seed} die {ply}")
        return draw(outcomes, source)


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
        person = person_to_act(state)
        height = random.Random(f"{self._seed} turn {state.ply()} person {person}").random()
        outcomes = state.chance_outcomes()
        for outcome, probability in outcomes:
            height -= probability
            if height < 0:
                return outcome
        return outcomes[-1][0]


class SecretDice:
    """Dice whose rolls follow from a secret, from the players' seeds, the turn and the announced line."""

    def __init__(self, secret: str, seeds: Sequence[str] = ()) -> None:
        """Take the dice of one game."""
        self._key = key_of(secret, seeds)

    def roll(self, state: State) -> int:
        """Return the outcome for a position that awaits a roll."""
        return roll(self._key, state.ply(), state.announced() or "", len(state.chance_outcomes())) - 1


def new_secret() -> str:
    """Return a fresh secret as hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """Return what is published of a secret before the game: its SHA-256, in hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def key_of(secret: str, seeds: Sequence[str] = ()) -> bytes:
    """Return the key of a game's rolls: the secret, or HMAC-SHA-256 of the seeds, a line each, under it."""
    key = bytes.fromhex(secret)
    return hmac.digest(key, "\n".join(seeds).encode(), "sha256") if seeds else key


def roll(key: bytes, turn: int, line: str, faces: int) -> int:
    """Return the face, 1..faces, of a turn's roll for a line; all faces equally likely.

    HMAC-SHA-256 of "turn:line:attempt" under the key, its first eight bytes as a number; a number from the last,
    incomplete run of faces is thrown away and the next attempt taken.

    Args:
        key: As from `key_of`.
        turn: The ply of the announcement.
        line: Such as "r4".
        faces: How many the die has.
    """
    limit = 2**64 - 2**64 % faces
    attempt = 0
    while True:
        digest = hmac.digest(key, f"{turn}:{line}:{attempt}".encode(), "sha256")
        number = int.from_bytes(digest[:8], "big")
        if number < limit:
            return number % faces + 1
        attempt += 1


def draw(outcomes: Sequence[tuple[int, float]], source: random.Random | np.random.Generator) -> int:
    """Return one of the outcomes with their probabilities, drawn by the random numbers of whoever asks."""
    values, weights = zip(*outcomes, strict=True)
    if isinstance(source, random.Random):
        return int(source.choices(values, weights)[0])
    import numpy as np  # noqa: PLC0415 - it is there already: the source is one of its own

    odds = np.array(weights)
    return int(values[int(source.choice(len(values), p=odds / odds.sum()))])
