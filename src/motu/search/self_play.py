"""Self-play with a net of one's own, in any framework: the games are native, the net is a callable (floor: search).

`motu train` plays in the same way, with judges and processes of its own (motu.train.self_play).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from motu import _core
from motu.errors import NetError
from motu.eval.nets import Encoding, Net
from motu.eval.nets.encoding import unpack
from motu.games import Game, load_game
from motu.games.kinds import expect_game
from motu.numbers import as_float, expect_number, expect_seed, shown

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

PlaneJudge = Callable[[Floats], tuple[Any, Any]]
"""Planes float32 [batch, planes, rows, columns] to (values [batch] for who moves, in [-1, 1], and logits [batch, policy
planes, rows, columns], flat or not)."""

_MOST = (1 << 31) - 1
_POLICY_UNIT = 65535


@dataclass(frozen=True, slots=True)
class SelfPlayed:
    """Positions of finished games, each in one of the board's symmetries: what a net learns from."""

    planes: Bytes
    """uint8 [n, planes, rows, columns] of 0 and 1, as `Encoding` names them."""
    policy: Floats
    """[n, policy planes, rows, columns], the search's shares; they are to be learned where `is_full`."""
    is_full: npt.NDArray[np.bool_]
    """[n] whether the turn was searched with full effort."""
    results: npt.NDArray[np.int8]
    """[n] how the game ended for who moved: 1, 0 or -1."""
    values: Floats
    """[n] what the search expected for who moved, in [-1, 1]."""
    plies: npt.NDArray[np.uint16]
    """[n] turns to the end of the game."""
    games: int
    """How many games have ended since the beginning."""
    evaluations: int
    """How many positions the net has judged since the beginning."""

    def __len__(self) -> int:
        """Return how many positions there are."""
        return len(self.results)


def self_play(
    game: str | Game,
    judge: PlaneJudge | Net,
    *,
    boards: int = 64,
    visits: int = 32,
    seed: int | None = None,
    threads: int = 1,
    **options: float,
) -> Iterator[SelfPlayed]:
    """Play many games at once with a net on both sides, and yield what they teach, for ever.

    The games go on natively while the net works; moves are found by a few visits of a search whose policy is learned
    (Gumbel). Each step judges a leaf in every game; what is yielded are the positions of games that have ended in it,
    mostly none. The net may learn between two steps.

    Args:
        game: A game without the pie rule, or the spec of one.
        judge: The net: any callable on arrays, or one that `motu.find_net` has opened.
        boards: Games side by side: the size of a batch.
        visits: Of a search with full effort.
        seed: 0 to 2**64-1; one drawn from the system unless told. Equal seeds and answers play equal games.
        threads: That move games on.
        options: Others by the names that a training file has under `[self_play]` (docs/nets.md), as in `full_share`.

    Yields:
        The positions of each step, none where no game has ended.

    Raises:
        NetError: "net/self-play" for a game with the pie rule and for options that make no self-play, "net/game" for a
            game without nets, "net/answer" for answers of another size or that are no numbers, "net/threads" where the
            system starts fewer threads, "net/process" in a child of the process that began it.
        ValueError: For numbers out of range, shares (`…_share`) outside [0, 1] among them.
        TypeError: For an option that there is not.

    >>> import motu, numpy
    >>> def know_nothing(planes):
    ...     return numpy.zeros(len(planes)), numpy.zeros((len(planes), planes[0, 0].size))
    >>> learned = 0
    >>> for played in motu.self_play("hex(size=4,swap=false)", know_nothing, boards=32, visits=8, seed=1):
    ...     learned += len(played)
    ...     if learned >= 100:
    ...         break
    >>> played.planes.shape[1:], played.policy.shape[1:]
    ((11, 4, 4), (1, 4, 4))
    """
    played = load_game(game) if isinstance(game, str) else expect_game(game)
    encoding = Encoding(played)
    if isinstance(judge, Net):
        judge.check_game(played)
    settings = _core.SelfPlayOptions()
    settings.visits = expect_number("visits", visits, 1, _MOST)
    settings.seed = secrets.randbits(64) if (seed := expect_seed(seed)) is None else seed
    for name, value in options.items():
        if name.startswith("_") or not hasattr(settings, name):
            raise TypeError(f"self-play has no option {name!r:.100}")
        setattr(settings, name, _option(name, value, getattr(settings, name)))
    boards = expect_number("boards", boards, 1, 1 << 16)
    native = _core.NativeSelfPlay([played.native], [1.0], boards, settings, expect_number("threads", threads, 1, 256))
    return _steps(native, encoding, judge)


def _option(name: str, value: object, usual: float) -> int | float:
    """Return an option's value: a whole number where it usually is one, a share from 0 to 1, or any number.

    Raises:
        ValueError: For anything else.
    """
    if isinstance(usual, int):
        return expect_number(name, value, 0, _MOST)
    number = as_float(value)
    if number is None or (name.endswith("_share") and not 0 <= number <= 1):
        right = "a share from 0 to 1" if name.endswith("_share") else "a number"
        raise ValueError(f"{name} is {right}, not {shown(value)}")
    return number


def _steps(native: _core.NativeSelfPlay, encoding: Encoding, judge: PlaneJudge | Net) -> Iterator[SelfPlayed]:
    while True:
        group, bits = native.next_batch()
        found = _read(native, group, encoding)
        values, logits = _ask(judge, bits, encoding)
        native.submit(group, values, logits)
        yield found


def _ask(judge: PlaneJudge | Net, bits: Bytes, encoding: Encoding) -> tuple[Floats, Floats]:
    """Return what a net says of a batch: values [batch] and logits [batch, policy size]."""
    if isinstance(judge, Net):
        return judge.answer(bits, encoding.rows, encoding.columns)
    values, logits = judge(unpack(bits, encoding.rows, encoding.columns))
    found = np.asarray(values, np.float32).reshape(-1), np.asarray(logits, np.float32).reshape(len(bits), -1)
    size = encoding.policy_planes * encoding.num_points
    if found[0].shape != (len(bits),) or found[1].shape != (len(bits), size):
        raise NetError(
            f"a net answers {len(bits)} positions with values [{len(bits)}] and logits [{len(bits)}, {size}], not "
            f"{list(found[0].shape)} and {list(found[1].shape)}",
            slug="net/answer",
        )
    if not all(np.isfinite(each).all() for each in found) or np.abs(found[0]).max(initial=0) > 1:
        raise NetError("a net's values lie in [-1, 1], and its logits are numbers", slug="net/answer")
    return np.ascontiguousarray(found[0]), np.ascontiguousarray(found[1])


def _read(native: _core.NativeSelfPlay, group: int, encoding: Encoding) -> SelfPlayed:
    arrays, counts = native.take_samples(group), native.counts(group)
    shape = encoding.rows, encoding.columns
    planes = np.unpackbits(arrays["planes"], axis=2, count=encoding.num_points, bitorder="little")
    return SelfPlayed(
        planes.reshape(-1, len(encoding.planes), *shape),
        (arrays["policy"].astype(np.float32) / np.float32(_POLICY_UNIT)).reshape(-1, encoding.policy_planes, *shape),
        arrays["is_full"].astype(np.bool_),
        arrays["result"],
        arrays["value"],
        arrays["plies"],
        counts.games,
        counts.evaluations,
    )
