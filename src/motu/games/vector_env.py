"""Many games at once, stepped by the native core, for agents that learn by playing them (floor: games)."""

from __future__ import annotations

import math
import secrets
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motu import _core
from motu.errors import ActionRangeError, Unpicklable
from motu.games.game import Game, load_game
from motu.games.kinds import expect_game
from motu.games.state import State
from motu.numbers import expect_number, expect_seed

_MOST_GAMES = 1 << 20
_MOST_ACTIONS = 1 << 30
_MOST_THREADS = 256
_MOST_WRITTEN = (1 << 63) - 1
Seen = Literal["uint8", "float32", "bits"]


class Tensor(Protocol):
    """Memory of another framework on this processor, by the exchange protocol DLPack."""

    def __dlpack__(self, **arguments: Any) -> Any:
        """Hand the memory over."""

    def __dlpack_device__(self) -> tuple[Any, Any]:
        """Return where it is."""


class VectorEnv(Unpicklable):
    """Games of one kind side by side; each call of `step` plays an action in every one of them.

    Dice are rolled inside. All arrays are written anew by each call and stay the same objects: copy what is to be kept,
    or hand over buffers of your own, NumPy arrays or CPU tensors, which are written to without a copy.

    Where a game is over, a new one begins in its place within the same step: the reward, `terminated` and `truncated`
    are those of the game that ended, the observation, the mask and the person to act are the new one's. With
    `restarts=False` it stays as it ended until `reset` is asked for it.

    One call at a time; the interpreter's lock is released meanwhile.

    >>> import motu
    >>> games = motu.VectorEnv("hex(size=5)", 8, seed=1)
    >>> games.observations.shape, games.masks.shape
    ((8, 9, 5, 5), (8, 26))
    >>> rewards, terminated, truncated = games.step(games.sample())
    >>> bool(terminated.any()), games.players.tolist()
    (False, [1, 1, 1, 1, 1, 1, 1, 1])
    """

    _instead = "VectorEnv(game, num_envs, seed=…) makes an equal one in another process"

    def __init__(  # noqa: PLR0913 - the one door: what is told of a batch is told here
        self,
        game: str | Game,
        num_envs: int,
        *,
        seed: int | None = None,
        threads: int = 1,
        max_actions: int | None = None,
        restarts: bool = True,
        observations: Seen | ArrayLike | Tensor | None = "uint8",
        masks: bool | ArrayLike | Tensor = True,
        dense: bool = False,
    ) -> None:
        """Begin all games.

        Args:
            game: A game, or the spec of one.
            num_envs: How many, 1 to 2**20.
            seed: 0 to 2**64-1, of dice and of `sample`; one drawn from the system unless told. Equal seeds and actions
                play equal games, whatever the number of threads.
            threads: How many share the work. In a child of the process that made this it is one, to the same results.
            max_actions: Of both persons together, after which a game is truncated; never unless told. Atmalof may go on
                for ever.
            restarts: Whether a new game begins where one is over.
            observations: "uint8" for 255 times the planes of `State.observation()` (0 and 255; shares are rounded),
                "float32" for the planes as they are, "bits" for a bit each, None for none, or a buffer: of one of the
                first two types and of shape [num_envs, planes, rows, columns], or of uint8 and of shape [num_envs,
                bytes] for bits. `numpy.unpackbits(observations, axis=1, count=planes * rows * columns)` has the bits in
                the order of the planes; of a share that is everywhere (Atmalof's pieces) so many cells are set from the
                first on.
            masks: Whether legal actions are marked, or a buffer of uint8 or bool, [num_envs, num_actions].
            dense: Whether actions are places in `game.dense_actions`, in `step`, `sample` and `masks`, so that none of
                them is one that can never be played; else they are the game's own.

        Raises:
            BatchError: "batch/threads" where the system starts fewer threads.
            ValueError: For numbers out of range, and for buffers of another size.
            TypeError: For buffers of another type, or in another order than C's, for tensors where NumPy is older than
                2.2, and for a game of one's own.
        """
        self.game = load_game(game) if isinstance(game, str) else expect_game(game)
        """The game that is played."""
        if self.game.type.is_own:
            raise TypeError("VectorEnv steps games natively, which games of one's own in Python are not")
        self.num_actions = len(self.game.dense_actions) if dense else self.game.num_actions
        """Actions are 0..num_actions-1."""
        self.num_envs = num_envs = expect_number("num_envs", num_envs, 1, _MOST_GAMES)
        shape = self.game.observation_shape
        packed = -(-math.prod(shape) // 8)
        self.observations: NDArray[Any] | None = _buffer(observations, (num_envs, *shape), (num_envs, packed))
        """What who is to act sees in each game; `State.observation` in 255ths, as it is or in bits."""
        self.masks: NDArray[Any] | None = _buffer(masks, (num_envs, self.num_actions))
        """1 for each legal action, in each game."""
        self.players: NDArray[np.int8] = np.zeros(num_envs, np.int8)
        """The person to act in each game, or TERMINAL where it is over."""
        self.rewards: NDArray[np.float32] = np.zeros((num_envs, 2), np.float32)
        """What the last action brought persons 0 and 1: the result where it ended the game, else 0."""
        self.terminated: NDArray[np.bool_] = np.zeros(num_envs, np.bool_)
        """Where the last action ended the game."""
        self.truncated: NDArray[np.bool_] = np.zeros(num_envs, np.bool_)
        """Where the game was broken off after it."""
        seen = self.observations
        is_bits = seen is not None and seen.ndim == 2
        is_bytes = seen is not None and seen.dtype == np.uint8
        if seen is not None and is_bits and not is_bytes:
            raise TypeError(f"bits are kept in uint8, not {seen.dtype}")
        if not is_bytes and seen is not None and seen.dtype != np.float32:
            raise TypeError(f"observations are uint8 or float32, not {seen.dtype}")
        if self.masks is not None and self.masks.dtype.itemsize != 1:
            raise TypeError(f"masks are uint8 or bool, not {self.masks.dtype}")
        self._native = _core.NativeBatch(
            self.game.native,
            num_envs,
            0 if max_actions is None else expect_number("max_actions", max_actions, 1, _MOST_ACTIONS),
            expect_number("threads", threads, 1, _MOST_THREADS),
            restarts,
            dense,
            secrets.randbits(64) if (seed := expect_seed(seed)) is None else seed,
            None if self.masks is None else self.masks.view(np.uint8),
            seen if is_bytes and not is_bits else None,
            None if is_bytes else seen,
            seen if is_bits else None,
            self.players,
            self.rewards,
            self.terminated.view(np.uint8),
            self.truncated.view(np.uint8),
        )

    def reset(self, which: ArrayLike | None = None, *, seed: int | None = None) -> None:
        """Begin games anew, and forget the last action's results.

        Args:
            which: True for each game that is to begin anew, [num_envs]; all unless told.
            seed: Of everything drawn from now on; it goes on unless told. Only for all games together.
        """
        if which is None:
            self._native.reset(expect_seed(seed))
        elif seed is not None:
            raise ValueError("a seed is for all games together: leave out which of them begin anew")
        else:
            self._native.reset_some(np.ascontiguousarray(which, np.bool_).view(np.uint8))

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]:
        """Play an action in every game; where one is over without a restart, it is of no account.

        Args:
            actions: Whole numbers, [num_envs].

        Returns:
            `rewards` [num_envs, 2], `terminated` and `truncated` [num_envs]: the arrays that the next call overwrites.

        Raises:
            IllegalMoveError, ActionRangeError: For the first action that is refused, with the number of its game;
                nothing has been played then.
            BatchError: For another number of actions than games.
        """
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, one a game, not {chosen.dtype} of shape {chosen.shape}")
        for index in np.flatnonzero(chosen > _MOST_WRITTEN):  # they would become others in 64 bits with a sign
            number = int(chosen.flat[index])
            raise ActionRangeError(
                f"game {index} of the batch: no action {number}: actions here are 0 to {self.num_actions - 1}",
                text=str(number),
            )
        self._native.step(np.ascontiguousarray(chosen, np.int64))
        return self.rewards, self.terminated, self.truncated

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game, each as likely as any other; 0 where the game is over."""
        drawn = np.empty(self.num_envs, np.int64)
        self._native.sample(drawn)
        return drawn

    def state(self, index: int) -> State:
        """Return a copy of a game's position, with all that was played.

        Raises:
            BoardError: "board/out-of-range" where there is no such game.
        """
        return State(self.game, self._native.copy_of(index))


def _buffer(wanted: Any, shape: tuple[int, ...], packed: tuple[int, int] | None = None) -> NDArray[Any] | None:
    """Return an array to write to: a new one by the name of its type, or one that was handed over."""
    if wanted is None or wanted is False:
        return None
    if wanted is True:
        return np.zeros(shape, np.bool_)
    if isinstance(wanted, str):
        if wanted == "bits" and packed is not None:
            return np.zeros(packed, np.uint8)
        if wanted not in ("uint8", "float32"):
            raise ValueError(f"observations are uint8, float32, bits, a buffer or None, not {wanted!r:.100}")
        return np.zeros(shape, wanted)
    given = _shared(wanted)
    if not given.flags.c_contiguous or not given.flags.writeable:
        raise TypeError("a buffer is an array in C's order that can be written to")
    if given.shape not in (shape, packed):
        right = shape if packed is None else f"{shape}, or {packed} for bits"
        raise ValueError(f"this buffer's shape is {right}, not {given.shape}")
    return given


def _shared(buffer: Any) -> NDArray[Any]:
    """Return an array that shares the memory of another one, or of a tensor."""
    if hasattr(buffer, "__array__"):
        return np.asarray(buffer)
    if hasattr(buffer, "__dlpack__"):
        shared = np.from_dlpack(buffer)
        if not shared.flags.writeable and not _writes_to_tensors():
            raise TypeError(f"to write to tensors takes NumPy 2.2 or later; this is {np.__version__}: give an array")
        return shared
    raise TypeError(f"a buffer is an array or a tensor, not {buffer!r:.100}")


def _writes_to_tensors() -> bool:
    """Return whether this NumPy can: until 2.2 whatever came by DLPack could only be read."""
    return np.from_dlpack(np.zeros(1)).flags.writeable
