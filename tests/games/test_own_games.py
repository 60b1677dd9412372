"""Games of one's own in Python: the rules are the object's, everything round them is what motu's own games have."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import sys
import threading
import weakref
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

import motu
from motu.adapters import episodes
from motu.drawing.text import draw_text
from motu.errors import (
    ActionRangeError,
    DrawingError,
    EngineError,
    GameOverError,
    IllegalMoveError,
    InvalidMoveError,
    MotuError,
    PositionError,
)
from motu.testing.contract import try_refusals
from own_tic import OwnTic, own_tic

LENGTHS = [9, 72, 504, 3024, 15120, 54720, 148176]


def played(*moves: str) -> motu.State:
    return own_tic().new_initial_state().play_all(moves)


@dataclass(frozen=True)
class Faulty(OwnTic):
    """Goes wrong once so many stones stand."""

    stones: int = 4
    how: str = "raise"

    def after(self, action: int) -> OwnTic:
        if sum(cell != 2 for cell in self.cells) >= self.stones and self.how == "raise":
            raise ZeroDivisionError(f"no way on from {self.cells}")
        return replace(self, cells=super().after(action).cells)

    def legal_actions(self) -> Any:
        if sum(cell != 2 for cell in self.cells) < self.stones:
            return super().legal_actions()
        return {"none": [], "far": [9], "below": [-1], "text": ["a"], "number": 5}.get(
            self.how, super().legal_actions()
        )


# --- the rules


def test_a_game_is_played_to_its_end() -> None:
    state = played("r2c2", "r1c2", "r1c1", "r2c1")
    assert state.legal_moves() == ["r1c3", "r2c3", "r3c1", "r3c2", "r3c3"]
    assert (state.current_player(), state.ply(), state.is_terminal()) == (0, 4, False)
    state.play("R3C3")
    assert (state.current_player(), state.returns(), state.legal_actions()) == (motu.TERMINAL, [1.0, -1.0], [])
    assert state.outcome() == motu.Outcome(0, "ended")
    assert state.moves() == ["r2c2", "r1c2", "r1c1", "r2c1", "r3c3"]
    assert str(state) == "XO·\nOX·\n··X"
    state.undo()
    assert state == played("r2c2", "r1c2", "r1c1", "r2c1")
    assert state.outcome() is None


def test_a_position_that_raises_leaves_nothing_of_a_list_of_moves() -> None:
    state = motu.own_game(Faulty(stones=3), 9).new_initial_state().play_all(["r1c1"])
    with pytest.raises(ZeroDivisionError):
        state.play_all(["r1c2", "r1c3", "r2c1"])
    assert state.moves() == ["r1c1"]


class Reticent(OwnTic):
    """Has names for the moves of its board alone."""

    def after(self, action: int) -> OwnTic:
        return Reticent(super().after(action).cells)

    def move_text(self, action: int) -> str:
        return ("a", "b", "c", "d", "e", "f", "g", "h", "i")[action]


def test_a_position_need_not_name_what_is_never_legal() -> None:
    state = motu.own_game(Reticent(), 12).new_initial_state()
    state.play("a")
    with pytest.raises(IllegalMoveError, match="legal here: b, c"):
        state.play("a")
    with pytest.raises(InvalidMoveError, match="none of the legal moves; legal here: b, c"):
        state.play("j")
    assert state.moves() == ["a"]


class Interrupted(OwnTic):
    """Ctrl-C is pressed while it is asked for the name of what is not legal."""

    def move_text(self, action: int) -> str:
        if action not in self.legal_actions():
            raise KeyboardInterrupt
        return super().move_text(action)


def test_ctrl_c_is_heard_while_names_are_looked_for() -> None:
    state = motu.own_game(Interrupted(OwnTic().after(0).cells), 9).new_initial_state()
    with pytest.raises(KeyboardInterrupt):
        state.play("r1c1")


@pytest.mark.parametrize("first", [OwnTic(), OwnTic().after(4), OwnTic().after(0).after(8)])
def test_refusals_are_those_of_all_games(first: OwnTic) -> None:
    try_refusals(motu.own_game(first, 9).new_initial_state(), random.Random(1))


def test_it_counts_as_many_lines_of_play_as_there_are() -> None:
    assert [motu.perft(own_tic().new_initial_state(), depth) for depth in range(1, 6)] == LENGTHS[:5]


def test_what_is_refused_changes_nothing_and_says_what_is_legal() -> None:
    state = played("r1c1")
    before = state.clone()
    with pytest.raises(IllegalMoveError, match="the position does not allow it; legal here: r1c2"):
        state.apply_action(0)
    with pytest.raises(ActionRangeError, match="actions here are 0 to 8"):
        state.apply_action(9)
    with pytest.raises(MotuError, match="none of the legal moves"):
        state.play("r4c4")
    with pytest.raises(IllegalMoveError, match="the position does not allow it; legal here: r1c2"):
        state.play("R1C1")
    with pytest.raises(GameOverError):
        played("r1c1", "r2c1", "r1c2", "r2c2", "r1c3").play("r3c3")
    assert state == before
    assert state.history() == before.history()


def test_positions_are_equal_by_what_they_are() -> None:
    one, two = played("r1c1", "r2c2", "r3c3"), played("r3c3", "r2c2", "r1c1")
    assert one == two
    assert one.hash() == two.hash()
    assert len({one, two, played("r1c1")}) == 2
    assert one != motu.load_game("gan").new_initial_state()


def test_equal_beginnings_are_one_game_while_somebody_holds_it() -> None:
    game = own_tic()
    assert own_tic() is game
    assert motu.own_game(OwnTic(), 9, name="another") != game
    assert motu.own_game(OwnTic().after(4), 9) != game
    with pytest.raises(PositionError, match="another game"):
        game.new_state({}, 0)
    with pytest.raises(PositionError, match="no records"):
        game.new_initial_state().record()


def test_states_and_games_are_copied_and_pickled() -> None:
    state = played("r2c2", "r1c1")
    for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state
        assert twin.moves() == state.moves()
        twin.play("r3c3")
        assert twin != state
    assert pickle.loads(pickle.dumps(state.game)) is state.game


def test_observations_are_the_positions_own() -> None:
    state = played("r2c2", "r1c1")
    assert state.observation().tolist() == OwnTic().after(4).after(0).observation(0).tolist()
    assert state.observation(1).tolist() == OwnTic().after(4).after(0).observation(1).tolist()
    assert motu.own_game(OwnTic(), 9).new_initial_state().observation().size == 0
    small = motu.own_game(OwnTic(), 9, observation_shape=(1, 3, 3)).new_initial_state()
    with pytest.raises(ValueError, match="has 9 numbers, not 18"):
        small.observation()


# --- searches


@pytest.mark.parametrize("player", ["mcts:2000", "uct:2000", "expectimax:depth=9", "mcts:400,threads=3"])
def test_players_find_the_win_and_the_only_defence(player: str) -> None:
    winning, saving = played("r2c2", "r1c2", "r1c1", "r2c1"), played("r1c1", "r2c2", "r1c2")
    found = [state.action_to_string(motu.make_player(player, 1).choose(state).action) for state in (winning, saving)]
    assert found == ["r3c3", "r1c3"]


def test_a_tree_proves_a_draw_and_follows_the_game() -> None:
    state = played("r1c1", "r2c2", "r1c2")
    tree = motu.SearchTree(state, "uniform", seed=3)
    analysis = tree.search(motu.Limits(visits=20_000))
    assert (analysis.proof, analysis.best.move) == ("draw", "r1c3")
    tree.advance(analysis.best.action)
    assert tree.state.moves()[-1] == "r1c3"
    assert tree.analysis().proof == "draw"
    assert tree.advance_to(played("r3c3")) is False


def test_a_search_is_repeated_by_its_seed() -> None:
    first, second = (motu.SearchTree(played("r2c2"), "rollout", seed=5).search(motu.Limits(visits=300)) for _ in "12")
    assert [(each.move, each.visits, each.value) for each in first.moves] == [
        (each.move, each.visits, each.value) for each in second.moves
    ]
    counts = [motu.playouts(played(), 200, seed=4) for _ in "12"]
    assert (counts[0].wins, counts[0].draws) == (counts[1].wins, counts[1].draws)


def test_an_evaluator_of_ones_own_sees_them() -> None:
    seen: list[Any] = []

    def judge(planes: Any) -> tuple[Any, Any]:
        seen.append(planes.copy())
        return np.tanh(planes[:, 0].sum(axis=(1, 2)) - planes[:, 1].sum(axis=(1, 2))), np.ones((len(planes), 9))

    analysis = motu.SearchTree(played("r2c2", "r1c2", "r1c1", "r2c1"), judge, batch=4).search(motu.Limits(visits=400))
    assert analysis.best.move == "r3c3"
    assert seen[0][0].tolist() == OwnTic().after(4).after(1).after(0).after(3).observation(0).tolist()


def test_a_random_game_is_the_same_for_the_object_and_for_the_state() -> None:
    source = random.Random(1)
    for _ in range(200):
        state, position = own_tic().new_initial_state(), OwnTic()
        while not state.is_terminal():
            assert state.legal_actions() == position.legal_actions()
            assert state.legal_mask().nonzero()[0].tolist() == position.legal_actions()
            action = source.choice(position.legal_actions())
            state.apply_action(action)
            position = position.after(action)
            assert state.position == position  # type: ignore[attr-defined]
        assert state.returns() == [position.result(), -position.result()]


# --- what goes wrong


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("evaluator", ["rollout", "uniform"])
def test_what_a_position_raises_comes_out_of_the_search_whole(evaluator: str, threads: int) -> None:
    state = motu.own_game(Faulty(), 9).new_initial_state()
    tree = motu.SearchTree(state, evaluator, threads=threads)
    for _ in range(3):  # and the tree can be asked again
        with pytest.raises(ZeroDivisionError, match="no way on from") as caught:
            tree.search(motu.Limits(visits=5000))
        assert caught.traceback[-1].name == "after"
    assert tree.state.history() == []
    assert state == motu.own_game(Faulty(), 9).new_initial_state()


@pytest.mark.parametrize(
    "call",
    [
        lambda state: motu.playouts(state, 10, seed=1),
        lambda state: motu.perft(state, 6),
        lambda state: motu.make_player("uct:200", 1).choose(state),
        lambda state: motu.make_player("expectimax:depth=6", 1).choose(state),
        lambda state: [state.apply_action(action) for action in range(5)],
    ],
)
def test_what_a_position_raises_comes_out_of_every_call(call: Any) -> None:
    state = motu.own_game(Faulty(), 9).new_initial_state()
    with pytest.raises(ZeroDivisionError):
        call(state)
    assert len(state.history()) in (0, 4)
    assert len(state.moves()) == state.ply()


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        ("none", ValueError, "has a legal action"),
        ("far", ValueError, "0 to 8, not 9"),
        ("below", ValueError, "0 to 8, not -1"),
        ("text", TypeError, "actions are whole numbers, not 'a'"),
        ("number", TypeError, "not iterable"),
    ],
)
def test_answers_that_are_none_are_refused(how: str, error: type[Exception], message: str) -> None:
    state = motu.own_game(Faulty(how=how), 9).new_initial_state()
    for action in range(3):
        state.apply_action(action)
    with pytest.raises(error, match=message):
        state.apply_action(4)
    assert state.history() == [(0, False), (1, False), (2, False)]
    with pytest.raises(error, match=message):
        motu.own_game(Faulty(how=how, stones=0), 9)


def test_a_first_position_has_to_be_one() -> None:
    @dataclass(frozen=True)
    class Odd(OwnTic):
        player_: Any = 2
        won: Any = 0

        def current_player(self) -> Any:
            return self.player_

        def result(self) -> Any:
            return self.won

    with pytest.raises(ValueError, match=r"0, 1 or TERMINAL \(-4\), not 2"):
        motu.own_game(Odd(), 9)
    with pytest.raises(TypeError, match="players are whole numbers, not None"):
        motu.own_game(Odd(player_=None), 9)
    for won in (0.5, None, 2):
        with pytest.raises(ValueError, match=r"result\(\) is 1, 0 or -1"):
            motu.own_game(Odd(player_=motu.TERMINAL, won=won), 9)
    with pytest.raises(TypeError, match="unhashable"):
        motu.own_game(OwnTic([2] * 9), 9)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="current_player"):
        motu.own_game(object(), 9)  # type: ignore[arg-type]
    for wrong in ({"num_actions": 0}, {"num_actions": 9, "observation_shape": (1, 2)}):
        with pytest.raises(ValueError, match=r"num_actions|observation_shape"):
            motu.own_game(OwnTic(), **wrong)
    over = motu.own_game(Odd(player_=motu.TERMINAL), 9).new_initial_state()
    with pytest.raises(EngineError, match="the game is over"):
        motu.SearchTree(over)


def test_its_colours_are_first_and_second() -> None:
    assert own_tic().colour_names == ("first", "second")
    assert [played("r1c1").colour(person) for person in (0, 1)] == ["first", "second"]


def test_what_needs_more_than_rules_says_so() -> None:
    for draw in (motu.draw_svg, draw_text):
        with pytest.raises(DrawingError, match="no board of this game is known, so there is no picture of it"):
            draw(played("r1c1"))
    with pytest.raises(TypeError, match="games of one's own"):
        motu.VectorEnv(own_tic(), 2)
    with pytest.raises(MotuError):
        motu.make_solver(own_tic())
    with pytest.raises(ValueError, match="max_actions"):
        episodes.action_limit(motu.own_game(OwnTic(), 9), None)


# --- who owns what


def test_nothing_is_kept_when_the_last_who_holds_it_goes() -> None:
    @dataclass(frozen=True, eq=False)
    class Watched(OwnTic):
        def after(self, action: int) -> Watched:
            return Watched(super().after(action).cells)

    start = Watched()
    gone = weakref.ref(start)
    tree = motu.SearchTree(motu.own_game(start, 9).new_initial_state(), "rollout")
    player = motu.make_player("mcts:100", 1)
    player.choose(tree.state)
    del start
    gc.collect()
    assert tree.search(motu.Limits(visits=500)).visits >= 500  # the tree alone holds game and positions
    assert gone() is not None
    del tree, player
    gc.collect()
    assert gone() is None


def test_a_player_goes_from_game_to_game() -> None:
    player = motu.make_player("mcts:200", 1)
    others = [own_tic(), motu.load_game("hex(size=4)"), motu.own_game(OwnTic().after(4), 9), motu.load_game("junior")]
    for game in [*others, *reversed(others)]:
        state = game.new_initial_state()
        assert state.is_legal(player.choose(state).action)


def test_threads_search_at_once_and_others_play_on() -> None:
    state, found, failed = own_tic().new_initial_state(), [], []

    def search(seed: int) -> None:
        try:
            found.append(
                motu.SearchTree(state, "rollout", seed=seed, threads=2).search(motu.Limits(visits=1500)).visits
            )
        except BaseException as error:  # noqa: BLE001 - any is a failure of this test
            failed.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=search, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            twin = state.clone()
            while not twin.is_terminal():
                twin.apply_action(random.choice(twin.legal_actions()))
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert failed == []
    assert all(visits >= 1500 for visits in found)
    assert len(found) == 4
