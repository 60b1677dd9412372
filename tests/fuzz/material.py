"""What all fuzzers draw from: games, players, texts that mean nothing, and ways to damage what means something."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

import motu
from motu.testing.registry import Variant, variants

T = TypeVar("T")

SMALL = ("hex(size=2)", "hex(size=3)", "hex(size=4x3)", "hex(size=5)", "hex(size=5,swap=false)", "hex(size=7)")
"""Boards on which games end soon and the same searches meet again."""


@cache
def games() -> tuple[Variant, ...]:
    """Every variant there is to test, then small boards."""
    return (*variants(), *(Variant(spec, spec) for spec in SMALL))


SPECS = tuple(
    dict.fromkeys(
        (
            *motu.PRESETS,
            *SMALL,
            "atoll(size=5)",
            "atoll(board=hexagon,size=3,islands=12)",
            "atomorph(size=3)",
            "atomorph(size=4,return_stone=true)",
            "atomorph(size=5)",
            "atmalof(rows=3,cols=3,extra_rows=1,extra_cols=1,line=3)",
            "atmalof(rows=5,cols=4)",
        )
    )
)
"""Games that a text alone names."""

PLAYERS = (
    "random",
    "uct:10",
    "uct:0.01s",
    "mcts:20",
    "mcts:0.02s",
    "mcts:30,threads=2",
    "mcts:20,batch=4,gumbel=4",
    "mcts:nodes=60",
    "mcts:40,advise_visits=1",
    "mcts:20,max_memory=1,solved=off",
    *(f"mcts:15,evaluator={name}" for name in ("rollout", "uniform", "resistance", "flips", "lines", "net")),
    "expectimax:depth=1",
    "expectimax:200",
    "expectimax:100,evaluator=rollout",
    "expectimax:100,evaluator=resistance",
    "level:1",
    "level:4",
    "level:8",
)
"""Players of every kind that answer soon."""

NO_PLAYERS = ("", "?", "mcts:", "mcts:-1", "mcts:0", "level:11", "uct:1e999s", "expectimax:visits", "uct:evaluator=x")

NUMBERS = (-(2**70), -(2**31), -1, 0, 1, 2, 5, 11, 64, 1000, 2**31 - 1, 2**32, 2**63, 10**30)

MOVES = (
    "a1", "b2", "c3", "d4", "swap", "swap-pieces", "resign", "pass", "xc3", "@b2", "r1", "c2", "r1=1", "=3",
    "r1c1-r1c2",
)  # fmt: skip

_ALPHABET = 'abcz019 ="(),;:[]{}\\/.-_#%@*\n\r\t\x00é€🎲'


def garbage(random: random.Random, most: int = 40) -> str:
    """Return a text of no meaning."""
    return "".join(random.choice(_ALPHABET) for _ in range(random.randint(0, most)))


def damaged(data: bytes, random: random.Random, times: int = 1) -> bytes:
    """Cut, flip, double, fill or exchange parts of what was right."""
    for _ in range(times):
        begin = random.randrange(len(data) + 1)
        end = min(len(data), begin + random.choice((1, 1, 2, 8, 64, 4096)))
        piece = data[begin:end]
        match random.randrange(8):
            case 0:
                data = data[:begin]
            case 1:
                data = data[:begin] + data[end:]
            case 2:
                data = data[:end] + piece + data[end:]
            case 3:
                data = data[:begin] + bytes(byte ^ 1 << random.randrange(8) for byte in piece[:1]) + data[begin + 1 :]
            case 4:
                data = data[:begin] + random.randbytes(len(piece)) + data[end:]
            case 5:
                data = data[:begin] + garbage(random).encode() + data[begin:]
            case 6:
                data = data[:begin] + bytes([random.choice((0, 255))]) * len(piece) + data[end:]
            case _:
                data = data[:begin] + str(random.choice(NUMBERS)).encode() + data[end:]
    return data


def invent(inventions: Sequence[tuple[int, Callable[[random.Random], T]]], random: random.Random) -> T:
    """Invent something in one of several ways, each as often as its number says beside the others'."""
    [way] = random.choices([way for _, way in inventions], [weight for weight, _ in inventions])
    return way(random)


def pick(things: Sequence[T], number: int) -> T:
    """Return one of some things by any number."""
    return things[number % len(things)]


def play_at_random(state: motu.State, actions: int, random: random.Random) -> None:
    """Apply so many legal actions, or fewer where the game ends."""
    for _ in range(actions):
        if state.is_terminal():
            return
        state.apply_action(random.choice(state.legal_actions()))


def check(truth: Any, message: object) -> None:
    """Raise where an answer is wrong."""
    if not truth:
        raise AssertionError(message)


def no_json(word: str) -> None:
    """Refuse NaN and Infinity, which Python's reader takes and JSON has not."""
    raise AssertionError(f"{word} is no JSON")
