"""motu runs nets itself: as ONNX Runtime does, with the same numbers whatever the processor has."""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from motu import _core
from motu.errors import NetError
from motu.eval.nets import Encoding, Net
from motu.eval.nets.encoding import Bits, unpack
from motu.eval.nets.motu_runtime import Floats, MotuRuntime
from motu.eval.nets.onnxruntime_runtime import OnnxRuntime
from motu.games import State, load_game
from motu.search.limits import Limits
from motu.search.mcts import SearchSettings, SearchTree

FOLDER = Path(__file__).parents[1] / "nets"
TINY = (FOLDER / "tiny.onnx").read_bytes()
SHIPPED = Path(__file__).parents[2] / "src/motu/eval/nets"
LINES = (FOLDER / "atmalof.onnx").read_bytes()
KERNELS = tuple(_core.net_kernels())
KERNELS_OF_8_BITS = tuple(_core.net_kernels(bits=8))
SAME = {"avx2-8": "plain-7", "plain-7": "plain-7", "dotprod": "plain-signed", "plain-signed": "plain-signed"}
"""Kernels of 8 bits -> plain arithmetic with the same numbers, where it is not "plain-8"."""
GAMES = (
    ("atoll-medium", "hex(size=11)"),
    ("atoll-medium", "nauru"),
    ("atoll-medium", "atoll(board=hexagon,size=5,islands=12)"),
    ("atoll-small", "tokelau"),
    ("atomorph-small", "atomorph"),
    ("atomorph-small", "atomorph(size=5,return_stone=true)"),
)


def positions(spec: str, count: int, seed: int = 1) -> tuple[Bits, Encoding]:
    """Return random positions of a game as bits, each in a view drawn at random."""
    encoding, source = Encoding(load_game(spec)), Random(seed)
    found: list[Bits] = []
    while len(found) < count:
        state = _random_state(load_game(spec).new_initial_state(), source)
        if not state.is_terminal():
            found.append(encoding.encode(state, source.randrange(encoding.num_views)))
    return np.stack(found), encoding


def _random_state(state: State, source: Random) -> State:
    for _ in range(source.randrange(state.game.board.num_cells)):
        state.apply_action(source.choice(state.legal_actions()))
        if state.is_terminal():
            break
    return state


def divergence(right: Floats, other: Floats, on_board: npt.NDArray[np.bool_]) -> float:
    """Return by how many nats policies [batch, policy size] diverge from the right ones on average."""

    def logs(logits: Floats) -> Floats:
        within = np.where(on_board, logits, np.float32(-1e9))
        return within - np.logaddexp.reduce(within, axis=1, keepdims=True)

    of_right, of_other = logs(right), logs(other)
    return float(np.where(on_board, np.exp(of_right) * (of_right - of_other), 0).sum(axis=1).mean())


@pytest.mark.parametrize(("name", "spec"), GAMES)
def test_it_answers_as_onnx_runtime_does(name: str, spec: str) -> None:
    model = (SHIPPED / f"{name}.onnx").read_bytes()
    bits, encoding = positions(spec, 60)
    planes = unpack(bits, encoding.rows, encoding.columns)
    values, logits = MotuRuntime(model, name).run(planes)
    right, right_logits = OnnxRuntime(model, name).run(planes)
    on_board = np.tile(planes[:, 0].reshape(len(planes), -1) > 0, encoding.policy_planes)
    assert np.abs(values - right).mean() < 0.0005
    assert np.abs(values - right).max() < 0.005
    assert np.abs(logits - right_logits)[on_board].mean() < 0.01
    assert np.abs(logits - right_logits)[on_board].max() < 0.1
    assert not logits[~on_board].any()


@pytest.mark.parametrize("kernels", KERNELS)
def test_all_processors_get_the_same_numbers(kernels: str) -> None:
    bits, encoding = positions("atoll(board=hexagon,size=5,islands=12)", 7)
    values, logits = _core.NativeConvNet(TINY, kernels).run(bits, encoding.rows, encoding.columns)
    plain, plain_logits = _core.NativeConvNet(TINY, "plain").run(bits, encoding.rows, encoding.columns)
    assert values.tolist() == plain.tolist()
    assert logits.tolist() == plain_logits.tolist()


@pytest.mark.parametrize("kernels", KERNELS_OF_8_BITS)
def test_all_processors_get_the_same_numbers_of_blocks_in_8_bits(kernels: str) -> None:
    bits, encoding = positions("atoll(board=hexagon,size=5,islands=12)", 7)
    values, logits = _core.NativeConvNet(TINY, of_blocks=kernels).run(bits, encoding.rows, encoding.columns)
    same = SAME.get(kernels, "plain-8")
    plain, plain_logits = _core.NativeConvNet(TINY, "plain", same).run(bits, encoding.rows, encoding.columns)
    exact, _ = _core.NativeConvNet(TINY).run(bits, encoding.rows, encoding.columns)
    assert values.tolist() == plain.tolist()
    assert logits.tolist() == plain_logits.tolist()
    assert values.tolist() != exact.tolist()


@pytest.mark.parametrize("kernels", [each for each in KERNELS_OF_8_BITS if not each.startswith("plain")])
@pytest.mark.parametrize(("name", "spec"), GAMES)
def test_blocks_in_8_bits_hardly_change_an_answer(name: str, spec: str, kernels: str) -> None:
    model = (SHIPPED / f"{name}.onnx").read_bytes()
    bits, encoding = positions(spec, 256)  # a few undecided ones among them have the largest errors by far
    planes = unpack(bits, encoding.rows, encoding.columns)
    values, logits = _core.NativeConvNet(model, of_blocks=kernels).run(bits, encoding.rows, encoding.columns)
    right, right_logits = OnnxRuntime(model, name).run(planes)
    on_board = np.tile(planes[:, 0].reshape(len(planes), -1) > 0, encoding.policy_planes)
    errors = np.abs(values - right)
    assert errors.mean() < 0.01
    assert abs((values - right).mean()) < 0.006  # they are of either sign
    assert np.quantile(errors, 0.99) < 0.12
    assert divergence(right_logits, logits, on_board) < 0.002
    assert not logits[~on_board].any()


@pytest.mark.skipif(KERNELS_OF_8_BITS[0].startswith("plain"), reason="this processor has no loops of 8 bits")
def test_the_runtime_of_8_bits_is_that_of_the_fastest_loops() -> None:
    net = MotuRuntime(TINY, "tiny", "int8")
    assert (net.kind, net.precision) == ("motu-int8", "int8, int16")
    bits, encoding = positions("hex(size=5)", 5)
    values, _ = net.run(unpack(bits, encoding.rows, encoding.columns))
    fastest = _core.NativeConvNet(TINY, of_blocks=KERNELS_OF_8_BITS[0])
    assert values.tolist() == fastest.run(bits, encoding.rows, encoding.columns)[0].tolist()


@pytest.mark.parametrize("of_blocks", [None, ""])
def test_a_position_is_judged_alike_alone_and_among_others(of_blocks: str | None) -> None:
    net = _core.NativeConvNet(TINY, of_blocks=of_blocks)
    bits, encoding = positions("hex(size=7)", 11)
    together, logits = net.run(bits, encoding.rows, encoding.columns)
    for index, each in enumerate(bits):
        value, policy = net.run(each[None], encoding.rows, encoding.columns)
        assert value[0] == together[index]
        assert (policy[0] == logits[index]).all()


def test_boards_of_different_sizes_in_turn_are_judged_as_they_were() -> None:
    net = _core.NativeConvNet(TINY)
    asked = [positions(spec, 3) for spec in ("hex(size=11)", "hex(size=3)", "nauru", "hex(size=7)")]
    first = [net.run(bits, encoding.rows, encoding.columns) for bits, encoding in asked]
    for (values, logits), (bits, encoding) in zip(reversed(first), reversed(asked), strict=True):
        again, policies = net.run(bits, encoding.rows, encoding.columns)
        assert again.tolist() == values.tolist()
        assert policies.tolist() == logits.tolist()


def test_several_threads_ask_one_net() -> None:
    net = _core.NativeConvNet(TINY)
    asked = [positions(spec, 6) for spec in ("hex(size=9)", "hex(size=5)", "nauru")]
    right = [net.run(bits, encoding.rows, encoding.columns)[1].tolist() for bits, encoding in asked]
    wrong: set[int] = set()

    def ask(index: int) -> None:
        bits, encoding = asked[index]
        answers = [net.run(bits, encoding.rows, encoding.columns)[1].tolist() for _ in range(10)]
        if answers != [right[index]] * 10:
            wrong.add(index)

    threads = [threading.Thread(target=ask, args=(index % 3,)) for index in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_search_asks_it_and_repeats() -> None:
    net = Net(TINY, "tiny", "motu")
    assert (net.kind, net.precision) == ("motu", "int16")
    state = load_game("hex(size=5)").new_initial_state()
    first, again = (SearchTree(state, net, SearchSettings(batch=batch)).search(Limits(visits=200)) for batch in (1, 1))
    assert [move.visits for move in first.moves] == [move.visits for move in again.moves]
    other = SearchTree(state, Net(TINY, "tiny", "onnxruntime")).search(Limits(visits=200))
    assert first.value == pytest.approx(other.value, abs=0.05)


def test_a_net_for_another_game_is_refused_by_the_search() -> None:
    native = _core.NativeConvNet((SHIPPED / "atomorph-small.onnx").read_bytes())
    with pytest.raises(NetError, match="other planes"):
        _core.NativeTree(load_game("hex(size=5)").new_initial_state(), native, True, _core.SearchOptions(), False)


def test_nets_that_pool_lines_are_refused() -> None:
    with pytest.raises(NetError, match=r"'atmalof.onnx': motu's own runtime") as error:
        MotuRuntime(LINES, "atmalof.onnx")
    assert error.value.slug == "net/runtime"
    assert Net(LINES, "atmalof.onnx").kind != "motu"


@pytest.mark.parametrize("file", [b"", b"\x00", b"no net", TINY[:100], TINY[: len(TINY) // 2], TINY[:-1] + b"\xff" * 3])
def test_what_is_no_net_is_refused(file: bytes) -> None:
    with pytest.raises(NetError, match="'x': ") as error:
        MotuRuntime(file, "x")
    assert error.value.slug in ("net/file", "net/runtime")


def test_damaged_files_are_refused_or_answer_with_numbers() -> None:
    source = Random(1)
    bits, encoding = positions("hex(size=3)", 2)
    for _ in range(300):
        damaged = bytearray(TINY)
        for _ in range(source.randrange(1, 4)):
            damaged[source.randrange(min(len(damaged), 6000))] ^= 1 << source.randrange(8)
        try:
            values, logits = _core.NativeConvNet(bytes(damaged)).run(bits, encoding.rows, encoding.columns)
        except (NetError, ValueError):
            continue
        assert (np.abs(values) <= 1).all()
        assert np.isfinite(logits).all()


def test_weights_that_are_no_numbers_are_refused() -> None:
    weights = np.frombuffer(TINY, np.uint8).copy()
    broken = 0
    for offset in range(len(TINY) // 2, len(TINY) // 2 + 40):  # within some layer's weights
        damaged = weights.copy()
        damaged[offset : offset + 4] = np.frombuffer(np.float32(np.nan).tobytes(), np.uint8)
        try:
            MotuRuntime(damaged.tobytes(), "x")
        except NetError as error:
            broken += error.slug == "net/file" and "finite" in str(error)
    assert broken


def test_planes_of_another_size_are_refused() -> None:
    net = _core.NativeConvNet(TINY)
    bits, encoding = positions("hex(size=5)", 2)
    for rows, columns in ((5, 7), (0, 5), (-1, 5), (5, 10**6)):
        with pytest.raises(ValueError, match="planes are uint8"):
            net.run(bits, rows, columns)
    with pytest.raises(ValueError, match="planes are uint8"):
        net.run(bits[:, :-1].copy(), encoding.rows, encoding.columns)
    values, logits = net.run(bits[:0], encoding.rows, encoding.columns)
    assert values.shape == (0,)
    assert logits.shape[0] == 0


def test_kernels_that_the_processor_lacks_are_refused() -> None:
    for kernels, of_blocks in (("abacus", None), ("", "abacus"), ("plain-8", None), ("", "plain")):
        with pytest.raises(NetError, match=f"no kernels '{kernels or of_blocks}'"):
            _core.NativeConvNet(TINY, kernels, of_blocks)
    with pytest.raises(ValueError, match="16 bits or, their blocks, in 8"):
        _core.net_kernels(bits=4)
