"""Games side by side are the games that states play one by one."""

import pickle
import threading
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import motu
from motu.errors import ActionRangeError, BatchError, IllegalMoveError, MotuError

SPECS = (
    "gan", "hex(size=5)", "hex(size=4,swap=false)", "kiritimati", "atomorph(size=5)",
    "atomorph(size=5,return_stone=true,corners=false)", "atmalof", "kvinigu(rows=4,cols=4)",
)  # fmt: skip


def check_rows(games: motu.VectorEnv) -> None:
    """Every row says what the position says."""
    assert games.observations is not None
    assert games.masks is not None
    for index in range(games.num_envs):
        state = games.state(index)
        assert games.players[index] == state.current_player()
        np.testing.assert_array_equal(games.masks[index], state.legal_mask())
        expected = state.observation()
        if games.observations.dtype == np.uint8:
            expected = np.floor(255 * expected + 0.5).astype(np.uint8)  # halves go up
        np.testing.assert_array_equal(games.observations[index], expected)


@pytest.mark.parametrize("seen", ["uint8", "float32"])
@pytest.mark.parametrize("spec", SPECS)
def test_rows_say_what_positions_say(spec: str, seen: Any) -> None:
    games = motu.VectorEnv(spec, 5, seed=3, observations=seen, max_actions=60)
    for _ in range(80):
        check_rows(games)
        games.step(games.sample())


@pytest.mark.parametrize("spec", SPECS)
def test_bits_are_those_of_the_planes(spec: str) -> None:
    bits = motu.VectorEnv(spec, 5, seed=3, observations="bits", max_actions=60)
    planes = motu.VectorEnv(spec, 5, seed=3, observations="uint8", max_actions=60)
    assert bits.observations is not None
    assert planes.observations is not None
    count, cells = int(np.prod(planes.observations.shape[1:])), int(np.prod(planes.observations.shape[2:]))
    assert bits.observations.shape == (5, -(-count // 8))
    for _ in range(80):
        found = np.unpackbits(bits.observations, axis=1, count=count).reshape(5, -1, cells)
        expected = planes.observations.reshape(5, -1, cells)
        is_share = (expected % 255 != 0).any(axis=2)
        np.testing.assert_array_equal(found[~is_share], expected[~is_share] == 255)
        shares = np.flatnonzero(is_share.any(axis=0))
        for game, plane in np.argwhere(is_share):  # as many cells as make the share, from the first on
            held = found[game, plane].astype(int)
            assert (np.diff(held) <= 0).all()
            assert abs(held.sum() - int(expected[game, plane, 0]) * cells / 255) <= 1
        assert set(shares) <= {6, 7}
        assert not np.unpackbits(bits.observations, axis=1)[:, count:].any()
        bits.step(bits.sample())
        planes.step(planes.sample())


def test_shares_of_pieces_can_be_told_apart_in_bits() -> None:
    games = motu.VectorEnv("atmalof", 1, seed=1, observations="bits", restarts=False, masks=False)
    told: dict[int, bytes] = {}
    assert games.observations is not None
    while games.players[0] >= 0:
        state = games.state(0)
        own = np.unpackbits(games.observations, axis=1, count=9 * 49).reshape(9, 49)[6]
        pieces = state.pieces()[state.to_move()]
        assert told.setdefault(pieces, own.tobytes()) == own.tobytes()
        games.step(games.sample())
    assert len(told) > 5
    assert len(set(told.values())) == len(told)


def test_a_buffer_for_bits_is_known_by_its_shape() -> None:
    seen = np.full((4, 11), 255, np.uint8)
    games = motu.VectorEnv("hex(size=3)", 4, observations=seen, masks=False)
    assert games.observations is seen
    assert np.unpackbits(seen, axis=1, count=81).reshape(4, 9, 9)[:, 0].all()
    with pytest.raises(ValueError, match=r"or \(4, 11\) for bits, not \(4, 12\)"):
        motu.VectorEnv("hex(size=3)", 4, observations=np.zeros((4, 12), np.uint8))
    with pytest.raises(TypeError, match="bits are kept in uint8"):
        motu.VectorEnv("hex(size=3)", 4, observations=np.zeros((4, 11), np.float32))


@pytest.mark.parametrize("spec", SPECS)
def test_dense_actions_are_the_same_games(spec: str) -> None:
    own = motu.VectorEnv(spec, 6, seed=3, max_actions=60)
    dense = motu.VectorEnv(spec, 6, seed=3, max_actions=60, dense=True)
    actions = np.array(own.game.dense_actions)
    assert dense.num_actions == len(actions)
    assert own.num_actions == own.game.num_actions
    assert own.masks is not None
    assert dense.masks is not None
    for _ in range(150):
        np.testing.assert_array_equal(own.masks[:, actions], dense.masks)
        assert own.masks.sum() == dense.masks.sum()
        drawn, places = own.sample(), dense.sample()
        np.testing.assert_array_equal(actions[places], drawn)
        own.step(drawn)
        dense.step(places)
    with pytest.raises(ActionRangeError, match="dense actions here are 0 to"):
        dense.step([len(actions), 0, 0, 0, 0, 0])


@pytest.mark.parametrize("spec", SPECS)
def test_results_are_those_of_the_games(spec: str) -> None:
    games = motu.VectorEnv(spec, 6, seed=4, restarts=False, max_actions=300)
    states = [games.state(index) for index in range(6)]
    while (going := games.players >= 0).any():
        actions = games.sample()
        rewards, terminated, truncated = games.step(actions)
        for index in np.flatnonzero(going):
            states[index] = games.state(int(index))
            assert terminated[index] == states[index].is_terminal()
            assert rewards[index].tolist() == states[index].returns()
            assert truncated[index] == (not terminated[index] and len(played(states[index])) == 300)
        assert not rewards[~going].any()
        assert not (terminated | truncated)[~going].any()


def played(state: motu.State) -> list[int]:
    return [action for action, is_roll in state.history() if not is_roll]


def test_a_new_game_begins_where_one_is_over() -> None:
    games = motu.VectorEnv("hex(size=3)", 50, seed=1)
    ended = 0
    for _ in range(40):
        rewards, terminated, truncated = games.step(games.sample())
        for index in np.flatnonzero(terminated):
            assert games.state(int(index)).history() == []
            assert sorted(rewards[index].tolist()) == [-1.0, 1.0]
        assert not rewards[~terminated].any()
        assert not truncated.any()
        ended += int(terminated.sum())
        check_rows(games)
    assert ended > 100


def test_the_number_of_threads_changes_nothing() -> None:
    batches = [motu.VectorEnv("atmalof", 37, seed=9, threads=threads, max_actions=40) for threads in (1, 2, 5)]
    for _ in range(100):
        drawn = [games.sample() for games in batches]
        results = [games.step(actions) for games, actions in zip(batches, drawn, strict=True)]
        for other in (1, 2):
            np.testing.assert_array_equal(drawn[0], drawn[other])
            for mine, theirs in zip(results[0], results[other], strict=True):
                np.testing.assert_array_equal(mine, theirs)
            np.testing.assert_array_equal(batches[0].observations, batches[other].observations)


def test_equal_seeds_play_equal_games_also_after_a_reset() -> None:
    first, second = (motu.VectorEnv("atmalof", 4, seed=seed) for seed in (5, 6))
    assert first.sample().tolist() != second.sample().tolist() or first.sample().tolist() != second.sample().tolist()
    seen = []
    for games in (first, second):
        games.reset(seed=8)
        for _ in range(10):
            games.step(games.sample())
        seen.append([games.state(index).moves() for index in range(4)])
    assert seen[0] == seen[1]


def test_games_begin_anew_one_by_one() -> None:
    games = motu.VectorEnv("hex(size=3)", 3, seed=1, restarts=False)
    for _ in range(10):
        games.step(games.sample())
    assert games.players.tolist() == [motu.TERMINAL] * 3
    assert games.masks is not None
    assert not games.masks.any()
    assert games.sample().tolist() == [0, 0, 0]
    games.reset([False, True, False])
    assert games.players.tolist() == [motu.TERMINAL, 0, motu.TERMINAL]
    check_rows_of_one = games.state(1)
    assert check_rows_of_one.history() == []
    games.step([99, 4, -1])  # where a game is over, what is said is of no account
    assert games.state(1).moves() == ["b2"]
    games.reset()
    check_rows(games)


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([0, 0], IllegalMoveError, "game 1 of the batch: .*a1 is occupied"),
        ([9, 0], ActionRangeError, "game 0 of the batch: no action 9"),
        ([3, -1], ActionRangeError, "game 1 of the batch: no action -1"),
        ([3, 2**62], ActionRangeError, "game 1 of the batch"),
        ([3], BatchError, "there are 2 games, and so as many actions, not 1"),
        ([0.5, 1.0], TypeError, "whole numbers"),
    ],
)
def test_a_refused_action_is_told_and_nothing_is_played(actions: list[Any], error: Any, message: str) -> None:
    games = motu.VectorEnv("hex(size=3,swap=false)", 2, seed=1)
    games.step([4, 0])
    before = [games.state(index).moves() for index in range(2)]
    with pytest.raises(error, match=message):
        games.step(actions)
    assert [games.state(index).moves() for index in range(2)] == before


@pytest.mark.parametrize("kind", [np.uint8, np.float32])
def test_buffers_of_ones_own_are_written_to(kind: Any) -> None:
    seen = np.full((4, 9, 3, 3), 7, kind)
    masks = np.zeros((4, 10), np.uint8)
    games = motu.VectorEnv("hex(size=3)", 4, observations=seen, masks=masks)
    assert games.observations is seen
    assert masks.sum() == 36
    games.step([0, 1, 2, 3])
    assert masks.sum() == 36  # eight cells and the swap
    del games
    assert seen.max() in (1.0, 255)


class Tensor:
    """Memory of another framework, known by the exchange protocol DLPack alone."""

    def __init__(self, array: NDArray[Any]) -> None:
        self._array = array

    def __dlpack__(self, **arguments: Any) -> Any:
        return self._array.__dlpack__(**arguments)

    def __dlpack_device__(self) -> tuple[Any, Any]:
        return self._array.__dlpack_device__()


WRITES_TO_TENSORS = np.lib.NumpyVersion(np.__version__) >= "2.2.0"


def test_an_older_numpy_that_cannot_write_to_tensors_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(tensor: Tensor) -> NDArray[Any]:
        array = np.asarray(tensor._array)
        array.flags.writeable = False
        return array

    monkeypatch.setattr(
        np, "from_dlpack", lambda given: read_only(given if isinstance(given, Tensor) else Tensor(given))
    )
    with pytest.raises(TypeError, match=r"to write to tensors takes NumPy 2\.2 or later; this is \d"):
        motu.VectorEnv("hex(size=3)", 3, masks=Tensor(np.zeros((3, 10), np.uint8)))


@pytest.mark.skipif(not WRITES_TO_TENSORS, reason="NumPy before 2.2 only reads them")
@pytest.mark.parametrize("kind", [np.uint8, np.float32])
def test_tensors_of_another_framework_are_written_to(kind: Any) -> None:
    seen, masks = np.zeros((3, 9, 3, 3), kind), np.zeros((3, 10), np.uint8)
    games = motu.VectorEnv("hex(size=3)", 3, observations=Tensor(seen), masks=Tensor(masks))
    games.step([0, 1, 2])
    assert masks.sum() == 27
    np.testing.assert_array_equal(seen, games.observations)
    assert np.count_nonzero(seen[:, 2]) == 3


def test_what_is_not_wanted_is_not_there() -> None:
    games = motu.VectorEnv("gan", 2, observations=None, masks=False)
    assert games.observations is None
    assert games.masks is None
    games.step(games.sample())


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"num_envs": 0}, ValueError),
        ({"num_envs": 2**21}, ValueError),
        ({"num_envs": "many"}, ValueError),
        ({"threads": 0}, ValueError),
        ({"threads": 1000}, ValueError),
        ({"max_actions": 0}, ValueError),
        ({"seed": -1}, ValueError),
        ({"seed": 2**64}, ValueError),
        ({"observations": "int64"}, ValueError),
        ({"observations": np.zeros((2, 9, 3, 3))}, TypeError),
        ({"observations": np.zeros((3, 9, 3, 3), np.uint8)}, ValueError),
        ({"observations": np.zeros((3, 3, 9, 2), np.uint8).T}, TypeError),
        ({"observations": [[1]]}, TypeError),
        ({"masks": np.zeros((2, 10), np.float32)}, TypeError),
        ({"game": "chess"}, MotuError),
        ({"game": 5}, TypeError),
    ],
)
def test_what_makes_no_batch_is_said(arguments: dict[str, Any], error: Any) -> None:
    wanted: dict[str, Any] = {"game": "hex(size=3)", "num_envs": 2, **arguments}
    with pytest.raises(error):
        motu.VectorEnv(**wanted)


def test_read_only_buffers_are_refused() -> None:
    frozen = np.zeros((2, 9, 3, 3), np.uint8)
    frozen.flags.writeable = False
    with pytest.raises(TypeError, match="can be written to"):
        motu.VectorEnv("hex(size=3)", 2, observations=frozen)


def test_a_batch_is_not_pickled_and_says_so() -> None:
    with pytest.raises(TypeError, match="is not pickled or copied"):
        pickle.dumps(motu.VectorEnv("gan", 1))


def test_there_is_no_game_beyond_the_last() -> None:
    games = motu.VectorEnv("gan", 2)
    for index in (-1, 2):
        with pytest.raises(MotuError):
            games.state(index)


def test_two_threads_are_never_at_work_on_the_same_games() -> None:
    games = motu.VectorEnv("hex(size=11)", 3000, seed=1)
    refused: list[str] = []

    def run() -> None:
        for _ in range(30):
            try:
                games.reset()
            except MotuError as error:
                refused.append(error.slug)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(refused) <= {"engine/busy"}
    check = motu.VectorEnv("hex(size=11)", 1)
    np.testing.assert_array_equal(games.masks[2999], check.masks[0])  # type: ignore[index]


def test_batches_come_and_go() -> None:
    for round_ in range(60):
        games = motu.VectorEnv("atmalof", 20, threads=3, seed=round_)
        for _ in range(5):
            games.step(games.sample())


@pytest.mark.parametrize("dtype", [np.uint64, np.int64, np.uint8])
def test_a_number_that_is_no_action_is_named_with_its_game(dtype: Any) -> None:
    games = motu.VectorEnv("hex(size=3)", 2, seed=1)
    number = np.iinfo(dtype).max
    with pytest.raises(ActionRangeError, match=f"no action {number}: actions here are 0 to 9"):
        games.step(np.array([0, number], dtype))
    assert games.state(0).moves() == []
