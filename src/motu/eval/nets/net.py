"""A net that judges positions (floor: eval)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from motu import _core
from motu.errors import GameOverError, NetError, Unpicklable
from motu.eval.nets.choice import Opened, open_fastest, rate_of
from motu.eval.nets.encoding import Bits, Encoding, unpack
from motu.eval.nets.motu_runtime import MotuRuntime
from motu.eval.nets.net_file import NetInfo, read_info
from motu.eval.nets.runtime import Kind, Model, Runtime, is_int8, open_runtime
from motu.files import read_file
from motu.games import Game, State, load_game
from motu.games.kinds import expect_game, expect_state

Floats = npt.NDArray[np.float32]
MAX_NET_BYTES = 1 << 29
"""Most bytes of a net's file."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a net says of a position without any search."""

    value: float
    """Expected result for the person to act, in [-1, 1]. Where a swap is possible, as if it were not."""
    policy: dict[int, float]
    """Legal action -> its share, which sum to 1; a swap has none. At a roll, face -> its probability."""

    @property
    def best(self) -> int:
        """The action with the largest share."""
        return max(self.policy, key=lambda action: self.policy[action])


class Net(Unpicklable):
    """A net read from a file; immutable, and used by several threads at once."""

    _instead = "Net.load(path) reads it again in another process"

    def __init__(self, model: bytes, where: str, kind: Kind | None = None, *, int8: bytes | None = None) -> None:
        """Open a net.

        Args:
            model: The file's bytes.
            where: Its name, for messages.
            kind: What is to run it; the fastest on this processor unless told.
            int8: The same net in eight bits, a file's bytes, which runs instead where that is the fastest.

        Raises:
            NetError: "net/file" for what is no net of motu, or another one in eight bits, "net/runtime" where nothing
                runs it.
        """
        self.where = where
        files = Model(model, where, int8)
        opened = open_fastest(files) if kind is None else Opened(open_runtime(files, kind), None)
        self._runtime, self._rate = opened.runtime, opened.rate
        used = int8 if is_int8(self._runtime.kind) and int8 is not None else model
        self.fingerprint = hashlib.sha256(used).hexdigest()[:16]
        """16 digits that tell the bytes of the file that runs from others."""
        self.info: NetInfo = _info_of(self._runtime, files)
        own = self._runtime.native if isinstance(self._runtime, MotuRuntime) else None
        # The native side holds what answers it, and this object holds the native side: a method of it would be a cycle
        # that no collector sees.
        answers = partial(_answer, self._runtime, self.info.game, where)
        self.native: _core.NativeEvaluatorSource = own or _core.NativeNet(answers)
        """The net as native searches use it."""

    @classmethod
    def load(cls, path: str | Path, kind: Kind | None = None) -> Net:
        """Read a net from a file; NAME.int8.onnx beside NAME.onnx is the same net in eight bits.

        Raises:
            NetError: As the constructor, and "net/missing" where a file cannot be read.
        """
        model = read_model(Path(path))
        return cls(model.exact, model.where, kind, int8=model.int8)

    @property
    def kind(self) -> Kind:
        """What runs it."""
        return self._runtime.kind

    @property
    def precision(self) -> str:
        """What it is computed in, as `Runtime.precision`."""
        return self._runtime.precision

    @property
    def rate(self) -> float:
        """Evaluations a second here: one core, a search's batches, a 9 × 9 grid.

        Where nobody has looked yet on this machine it takes half a second.

        Raises:
            NetError: "net/answer" where what it answers is no answer.
        """
        if self._rate is None:
            self._rate = rate_of(self._runtime, self.info)
        return self._rate

    def is_as_fast_as(self, rate: float) -> bool:
        """Return whether it makes so many evaluations a second; nothing is measured where any number is enough."""
        return rate == 0 or self.rate >= rate

    def check_game(self, game: Game) -> None:
        """Refuse a game that the net is not for.

        Raises:
            NetError: "net/game".
        """
        if expect_game(game).name != self.info.game or _encoding(game).planes != self.info.planes:
            seen = " as another motu saw it" if game.name == self.info.game else ""
            raise NetError(
                f"the net '{self.where}' is for {self.info.game}{seen}, not for {game.spec}",
                slug="net/game",
                text=game.spec,
                legal=(self.info.game,),
            )

    def judge(self, states: Sequence[State]) -> list[Judgement]:
        """Judge positions of one game, all at once, each by the mean over its views (of the logits for the policy).

        Args:
            states: None of them over. Of a roll that is awaited its faces are judged: the value is the
                mean over them, for who rolls.

        Raises:
            NetError: "net/game" for a game that the net is not for, "net/other-game" for positions of several games.
            GameOverError: Where one of them is over.
        """
        if not states:
            return []
        game = expect_state(states[0]).game
        for state in states:
            if expect_state(state).game != game:
                raise NetError(
                    f"a net judges positions of one game at a time, not of {game.spec} and {state.game.spec}",
                    slug="net/other-game",
                    text=state.game.spec,
                    legal=(game.spec,),
                )
        self.check_game(game)
        if any(state.is_terminal() for state in states):
            raise GameOverError("a game that is over has nothing to judge")
        decisions = [each for state in states for each in _decisions(state)]
        found = iter(self._judge_decisions(decisions, _encoding(game)) if decisions else ())
        return [_mean(state, found) if state.is_chance_node() else next(found) for state in states]

    def answer(self, bits: Bits, rows: int, columns: int) -> tuple[Floats, Floats]:
        """Run the net as it is, in one view.

        Args:
            bits: uint8 [batch, planes, bytes], as `Encoding.encode` returns each position.
            rows: Of the grid.
            columns: Of the grid.

        Returns:
            Values [batch] for who moves, and logits [batch, policy size].

        Raises:
            NetError: "net/answer" where that is not what the net answers.
        """
        return _answer(self._runtime, self.info.game, self.where, bits, rows, columns)

    def _judge_decisions(self, states: Sequence[State], encoding: Encoding) -> list[Judgement]:
        views = range(encoding.num_views)
        bits = np.stack([encoding.encode(state, view) for state in states for view in views])
        values, logits = self.answer(bits, encoding.rows, encoding.columns)
        shape = len(states), len(views), -1
        return [
            Judgement(float(own.mean()), _policy(state, policies, encoding))
            for state, own, policies in zip(states, values.reshape(shape), logits.reshape(shape), strict=True)
        ]


def _answer(runtime: Runtime, game: str, where: str, bits: Bits, rows: int, columns: int) -> tuple[Floats, Floats]:
    """Run a net, and refuse answers that are not one value and one policy a position."""
    values, logits = runtime.run(unpack(bits, rows, columns))
    batch, policy_size = len(bits), _policy_planes(game) * rows * columns
    if values.shape != (batch,) or logits.shape != (batch, policy_size):
        raise NetError(
            f"the net '{where}' is broken: it answers {batch} positions with values {list(values.shape)} and "
            f"logits {list(logits.shape)}; right are [{batch}] and [{batch}, {policy_size}]",
            slug="net/answer",
            text=where,
        )
    return values, logits


def _info_of(runtime: Runtime, files: Model) -> NetInfo:
    """Return what the net's exact file says, once it is sure that the one in eight bits is of the same net."""
    found = read_info(runtime.metadata, files.where)
    if not is_int8(runtime.kind):
        return found
    info = read_info(open_runtime(files, files.kinds()[0]).metadata, files.where)
    if replace(found, precision=info.precision) != info:
        raise NetError(
            f"beside '{files.where}' lies another net in eight bits: motu nets quantise FILE OUT makes it anew",
            slug="net/file",
            text=files.where,
        )
    return info


def int8_file(path: Path) -> Path:
    """Return where a net lies in eight bits, if it does."""
    return path.with_suffix(".int8.onnx")


def read_model(path: Path) -> Model:
    """Read a net's file, and the one in eight bits where it lies beside it.

    Raises:
        NetError: "net/missing" where a file cannot be read.
    """
    if not path.name:  # "." or "/", say
        raise NetError(f"'{path}' names no file of a net", slug="net/missing", text=str(path))
    beside = int8_file(path.expanduser())
    return Model(_read(path.expanduser()), str(path), _read(beside) if beside.is_file() else None)


def _read(file: Path) -> bytes:
    try:
        return read_file(file, MAX_NET_BYTES)
    except OSError as error:
        raise NetError(f"cannot read the net '{file}': {error.strerror}", slug="net/missing", text=str(file)) from error


@cache
def _policy_planes(game: str) -> int:
    """Return how many planes a policy has: as many on every board of a game, by its name."""
    return Encoding(load_game(game)).policy_planes


@lru_cache(maxsize=64)
def _encoding(game: Game) -> Encoding:
    return Encoding(game)


def _faces(roll: State) -> Iterator[tuple[State, float]]:
    """Yield what each face of a roll leads to, and its probability."""
    for face, probability in roll.chance_outcomes():
        after = roll.clone()
        after.apply_action(face)
        yield after, probability


def _decisions(state: State) -> list[State]:
    """Return what a net is to be asked about in a position's stead: itself, or after a roll what is not over."""
    if not state.is_chance_node():
        return [state]
    return [after for after, _ in _faces(state) if not after.is_terminal()]


def _mean(roll: State, judgements: Iterator[Judgement]) -> Judgement:
    """Return a roll's judgement, given those of its `_decisions`."""
    value = 0.0
    for after, probability in _faces(roll):
        outcome = after.outcome()
        if outcome is None:
            found = next(judgements).value
            value += probability * (found if after.to_move() == roll.to_move() else -found)
        elif outcome.winner is not None:
            value += probability * (1 if outcome.winner == roll.to_move() else -1)
    return Judgement(value, dict(roll.chance_outcomes()))


def _policy(state: State, logits: Floats, encoding: Encoding) -> dict[int, float]:
    """Return what the policies of all views have in common, given their logits [views, policy size]."""
    actions = [action for action in state.legal_actions() if encoding.points()[action] >= 0]
    places = [[encoding.points(view)[action] for action in actions] for view in range(encoding.num_views)]
    legal = np.take_along_axis(logits, np.array(places), axis=1).mean(axis=0)
    shares = np.exp(legal - legal.max())
    return dict(zip(actions, (shares / shares.sum()).tolist(), strict=True))
