"""Games of one's own over time: one process in which they are played, searched, copied, dropped and raise, all mixed.

Whoever looks for faults of memory runs these under the sanitizers, as `.ci/run` does (`scripts/sanitized`).
"""

from __future__ import annotations

import copy
import gc
import pickle
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import motu
from motu.errors import ActionRangeError, EngineError, GameOverError, IllegalMoveError
from own_tic import OwnTic

STEPS = 250
KEPT = 6
"""So many states, trees and batches there are at a time; the oldest goes when another comes."""


@dataclass(frozen=True)
class Nim:
    """Who takes the last match wins; some of its heaps go off when they are touched."""

    heaps: tuple[int, ...] = (3, 2, 2)
    player: int = 0
    mine: int = -1
    """Positions raise once so many matches are left."""

    def current_player(self) -> int:
        return self.player if any(self.heaps) else motu.TERMINAL

    def legal_actions(self) -> list[int]:
        return [4 * place + count for place, heap in enumerate(self.heaps) for count in range(1, heap + 1)]

    def after(self, action: int) -> Nim:
        place, taken = divmod(action, 4)
        heaps = (*self.heaps[:place], self.heaps[place] - taken, *self.heaps[place + 1 :])
        if sum(heaps) == self.mine:
            raise ZeroDivisionError("a mine")
        return Nim(heaps, 1 - self.player, self.mine)

    def result(self) -> float:
        return 1 if self.player == 1 else -1

    def observation(self, person: int) -> Any:
        return np.full((1, 1, len(self.heaps)), person) + np.array(self.heaps)


STARTS: tuple[OwnTic | Nim, ...] = (
    OwnTic(), OwnTic().after(4), OwnTic().after(0).after(8), Nim(), Nim((1, 1)), Nim((3, 3, 1)),
    Nim(mine=3), Nim(mine=1),
)  # fmt: skip
"""First positions; the last two are of games that raise."""
PLAYERS = ("random", "uct:60", "mcts:60", "mcts:60,threads=3", "expectimax:depth=2")


def game_of(start: OwnTic | Nim) -> motu.Game:
    """Make a game, or find the one that somebody holds."""
    if isinstance(start, OwnTic):
        return motu.own_game(start, 9, observation_shape=(2, 3, 3))
    return motu.own_game(start, 4 * len(start.heaps), observation_shape=(1, 1, len(start.heaps)))


@dataclass(eq=False)
class Followed:
    """A state, and what it has to be: every position on its way, and the actions between them."""

    state: motu.State
    positions: list[Any]
    actions: list[int] = field(default_factory=list)

    @property
    def here(self) -> Any:
        return self.positions[-1]

    def twin(self, state: motu.State) -> Followed:
        return Followed(state, list(self.positions), list(self.actions))

    def check(self) -> None:
        is_over = self.here.current_player() == motu.TERMINAL
        assert self.state.position == self.here  # type: ignore[attr-defined]
        assert self.state.history() == [(action, False) for action in self.actions]
        assert self.state.current_player() == self.here.current_player()
        assert self.state.legal_actions() == ([] if is_over else sorted(self.here.legal_actions()))
        assert self.state.is_terminal() == is_over


def judge(planes: Any) -> tuple[Any, None]:
    """Judge by the sum of what is seen."""
    return np.tanh(planes.sum(axis=(1, 2, 3))), None


class World:
    """What there is at a time, and the steps that are taken with it."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.states: list[Followed] = []
        self.trees: list[tuple[motu.SearchTree, Followed]] = []
        self.batches: list[motu.VectorEnv] = []
        self.players = [motu.make_player(text, seed) for text in PLAYERS]
        self.begin()

    def keep(self, kept: list[Any], new: Any) -> None:
        kept.append(new)
        del kept[:-KEPT]

    def any_state(self) -> Followed:
        return self.rng.choice(self.states)

    def begin(self) -> None:
        start = self.rng.choice(STARTS)
        self.keep(self.states, Followed(game_of(start).new_initial_state(), [start]))

    def play(self) -> None:
        one = self.any_state()
        for _ in range(self.rng.randrange(1, 4)):
            if one.state.is_terminal():
                return
            action = self.rng.choice(one.state.legal_actions())
            try:
                one.state.apply_action(action)
            except ZeroDivisionError:
                assert getattr(one.here, "mine", -1) > 0
                return
            one.positions.append(one.here.after(action))
            one.actions.append(action)

    def refuse(self) -> None:
        one = self.any_state()
        with pytest.raises(ActionRangeError):
            one.state.apply_action(one.state.game.num_actions)
        for action in set(range(one.state.game.num_actions)) - set(one.state.legal_actions()):
            with pytest.raises((IllegalMoveError, GameOverError)):
                one.state.apply_action(action)

    def undo(self) -> None:
        one = self.any_state()
        if one.actions:
            one.state.undo()
            one.positions.pop()
            one.actions.pop()

    def copy(self) -> None:
        one = self.any_state()
        ways: tuple[Callable[[motu.State], motu.State], ...] = (
            lambda state: state.clone(), copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state)),
        )  # fmt: skip
        made = self.rng.choice(ways)(one.state)
        assert made == one.state
        assert hash(made) == hash(one.state)
        assert made.game is one.state.game
        self.keep(self.states, one.twin(made))

    def drop(self) -> None:
        kept: list[Any] = self.rng.choice([self.states, self.states, self.trees, self.batches])
        if kept:
            kept.pop(self.rng.randrange(len(kept)))
            gc.collect()
        if not self.states:
            self.begin()

    def plant(self) -> None:
        one = self.any_state()
        if one.state.is_terminal():
            return
        evaluator: Any = self.rng.choice(["rollout", "uniform", judge])
        tree = motu.SearchTree(
            one.state, evaluator, seed=7, threads=self.rng.randrange(1, 4), has_priors=evaluator is not judge
        )
        self.keep(self.trees, (tree, one.twin(one.state.clone())))

    def search(self) -> None:
        if not self.trees:
            return
        tree, root = self.rng.choice(self.trees)
        try:
            found = tree.search(motu.Limits(visits=self.rng.randrange(1, 400)))
        except ZeroDivisionError:
            assert getattr(root.here, "mine", -1) > 0
        else:
            assert {move.action for move in found.moves} <= set(root.state.legal_actions())
        root.twin(tree.state).check()

    def advance(self) -> None:
        if not self.trees:
            return
        place = self.rng.randrange(len(self.trees))
        tree, root = self.trees[place]
        target = self.any_state()
        if target.state.is_terminal():
            return
        if target.state.game == root.state.game:
            tree.advance_to(target.state)
        else:
            with pytest.raises(EngineError, match="this search tree is for"):
                tree.advance_to(target.state)
            target = root
        self.trees[place] = tree, target.twin(target.state.clone())
        target.twin(tree.state).check()

    def choose(self) -> None:
        one = self.any_state()
        if one.state.is_terminal():
            return
        try:
            choice = self.rng.choice(self.players).choose(one.state)
        except ZeroDivisionError:
            assert getattr(one.here, "mine", -1) > 0
        else:
            assert one.state.is_legal(choice.action)

    def count(self) -> None:
        one = self.any_state()
        if getattr(one.here, "mine", -1) < 0:
            here = one.here
            over = here.current_player() == motu.TERMINAL
            assert motu.perft(one.state, 1) == (0 if over else len(here.legal_actions()))
            assert sum(motu.playouts(one.state, 30, seed=1).wins) <= 30

    def step_many(self) -> None:
        """Batches are of motu's own games, and say so; those that there are go on beside."""
        with pytest.raises(TypeError, match="games of one's own"):
            motu.VectorEnv(self.any_state().state.game, 4)
        if len(self.batches) < 2:
            self.batches.append(motu.VectorEnv(self.rng.choice(["hex(size=3)", "junior"]), 8, seed=1, threads=2))
        batch = self.rng.choice(self.batches)
        for _ in range(5):
            rewards, _terminated, _truncated = batch.step(batch.sample())
            assert set(np.unique(rewards)) <= {-1.0, 0.0, 1.0}
        state = batch.state(0)
        assert state.is_legal(self.players[2].choose(state).action)

    def search_at_once(self) -> None:
        """Trees are searched by threads of Python that alone hold them, while their games are played on and dropped."""
        one = self.any_state()
        if one.state.is_terminal():
            return
        failed: list[BaseException] = []

        def search(tree: motu.SearchTree) -> None:
            try:
                tree.search(motu.Limits(visits=200))
                pickle.loads(pickle.dumps(tree.state))
            except BaseException as error:  # noqa: BLE001 - looked at below
                failed.append(error)

        threads = [
            threading.Thread(target=search, args=(motu.SearchTree(one.state, "rollout", seed=seed, threads=2),))
            for seed in range(3)
        ]
        for thread in threads:
            thread.start()
        self.play()
        self.states.remove(one)
        self.begin()
        has_mine = getattr(one.positions[0], "mine", -1) > 0
        del one
        self.copy()
        gc.collect()
        for thread in threads:
            thread.join()
        assert all(has_mine and isinstance(error, ZeroDivisionError) for error in failed), failed

    def check(self) -> None:
        for one in self.states:
            one.check()
        for tree, root in self.trees:
            root.twin(tree.state).check()


OFTEN = {"begin": 3, "play": 6, "plant": 2, "search": 3, "advance": 2, "choose": 2}
"""Steps that are taken so many times as often as others."""
OTHERS = ("refuse", "undo", "copy", "drop", "count", "step_many", "search_at_once")
NAMES = [*(name for name, times in OFTEN.items() for _ in range(times)), *OTHERS]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_with_them_they_are_what_they_have_to_be(seed: int) -> None:
    world = World(seed)
    for _ in range(STEPS):
        getattr(world, world.rng.choice(NAMES))()
        world.check()


def test_what_one_process_has_pickled_another_plays_on() -> None:
    """There nobody holds the game, and it goes again when the state does."""
    state = game_of(Nim((3, 2, 1))).new_initial_state()
    state.apply_action(1)
    program = (
        "import gc, pickle, sys, motu\n"
        "state = pickle.load(sys.stdin.buffer)\n"
        "assert motu.SearchTree(state, 'rollout').search(motu.Limits(visits=2000)).proof == 'win'\n"
        "state.apply_action(motu.make_player('uct:500', 1).choose(state).action)\n"
        "sys.stdout.buffer.write(pickle.dumps(state)); del state; gc.collect()\n"
    )
    tests, here = str(Path(__file__).parents[1]), str(Path(__file__).parent)
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {[tests, here]!r}\n{program}"],
        input=pickle.dumps(state),
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    again = pickle.loads(done.stdout)
    assert again.game is state.game
    assert again.history()[:1] == state.history()
