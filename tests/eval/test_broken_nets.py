"""Nets whose files can be read, but whose answers are no values and logits: refused in one sentence, wherever asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import motu
from cli.running import refusal
from motu.errors import NetError
from motu.eval.nets import Net, open_net
from motu.eval.nets.choice import CHOICE, measure
from motu.eval.nets.net_file import read_info
from motu.eval.nets.runtime import Floats, Kind, Model, SoundRuntime, open_runtime
from motu.search.configuration import SearchSettings
from motu.search.limits import Limits
from motu.search.mcts import SearchTree

TINY = Path(__file__).parents[1] / "nets" / "tiny.onnx"
GAME = "hex(size=4)"


def with_nan(at: int = 60_000) -> bytes:
    """The net of the tests with 64 of its weights overwritten."""
    data = bytearray(TINY.read_bytes())
    data[at : at + 256] = np.full(64, np.nan, np.float32).tobytes()
    return bytes(data)


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    file = tmp_path / "broken.onnx"
    file.write_bytes(with_nan())
    return file


class FixedRuntime:
    """Answers what it was told to."""

    kind: Kind = "onnxruntime"
    precision = "float32"
    metadata: Mapping[str, str] = {}

    def __init__(self, value: float, logit: float) -> None:
        self._value, self._logit = value, logit

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        batch = len(planes)
        return np.full(batch, self._value, np.float32), np.full((batch, 9), self._logit, np.float32)


PLANES = np.zeros((2, 3, 3, 3), np.float32)


@pytest.mark.parametrize(
    ("value", "logit", "words"),
    [
        (np.nan, 0, "its values are numbers from -1 to 1, and it answers nan"),
        (np.inf, 0, "its values are numbers from -1 to 1, and it answers inf"),
        (-1.5, 0, "its values are numbers from -1 to 1, and it answers -1.5"),
        (0, np.nan, "its logits are finite numbers, and it answers nan"),
        (0, -np.inf, "its logits are finite numbers, and it answers -inf"),
    ],
)
def test_answers_that_are_none_are_refused(value: float, logit: float, words: str) -> None:
    with pytest.raises(NetError, match=f"^the net 'x.onnx' is broken: {words}$") as refused:
        SoundRuntime(FixedRuntime(value, logit), "x.onnx").run(PLANES)
    assert (refused.value.slug, refused.value.text) == ("net/answer", "x.onnx")


@pytest.mark.parametrize("value", [-1.01, -1.0, 0.25, 1.0, 1.004])
def test_what_rounding_adds_to_a_value_is_taken_away(value: float) -> None:
    values, _ = SoundRuntime(FixedRuntime(value, 1e30), "x.onnx").run(PLANES)
    assert values == pytest.approx(max(-1, min(1, value)))


def test_what_cannot_be_run_is_said() -> None:
    with pytest.raises(NetError, match=r"^the net '.*tiny.onnx' cannot be run: ") as refused:
        open_runtime(Model(TINY.read_bytes(), str(TINY)), "onnxruntime").run(np.zeros((1, 1, 3, 3), np.float32))
    assert refused.value.slug == "net/answer"


def test_a_judgement_is_refused(broken: Path) -> None:
    net = Net.load(broken, "onnxruntime")
    with pytest.raises(NetError, match=r"^the net '.*broken.onnx' is broken: its values"):
        net.judge([motu.load_game(GAME).new_initial_state()])


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_ends_with_what_is_wrong_with_its_net(broken: Path, threads: int) -> None:
    net = Net.load(broken, "onnxruntime")
    tree = SearchTree(motu.load_game(GAME).new_initial_state(), net, SearchSettings(threads=threads))
    with pytest.raises(NetError, match=r"broken.onnx' is broken") as refused:
        tree.search(Limits(visits=50))
    assert refused.value.slug == "net/answer"


@pytest.mark.parametrize("answer", [np.zeros(2), np.zeros(2, np.int64), [0.0, 0.0], None])
def test_answers_that_are_no_numbers_of_this_kind_are_refused(answer: object) -> None:
    class OddRuntime(FixedRuntime):
        def run(self, planes: Floats) -> tuple[Floats, Floats]:
            return answer, super().run(planes)[1]  # type: ignore[return-value]

    with pytest.raises(NetError, match=r"^the net 'x.onnx' is broken: its values are float32, and it answers \w+$"):
        SoundRuntime(OddRuntime(0, 0), "x.onnx").run(PLANES)


def test_the_command_line_names_the_net(broken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, "onnxruntime")
    told = refusal("analyze", GAME, "--visits", "20", "--evaluator", f"net:{broken}")
    assert told == f"the net '{broken}' is broken: its values are numbers from -1 to 1, and it answers nan"


def test_a_net_that_the_usual_runtime_finds_broken_is_not_measured() -> None:
    model = Model(with_nan(), "broken.onnx")
    usual = open_runtime(model, "onnxruntime")
    with pytest.raises(NetError, match=r"broken.onnx' is broken"):
        measure(lambda kind: usual, read_info(usual.metadata, "broken.onnx"), ("onnxruntime", "openvino"))


def test_a_file_whose_own_words_are_no_text_is_no_net(tmp_path: Path) -> None:
    file = tmp_path / "garbled.onnx"
    data = bytearray(TINY.read_bytes())
    data[-400:-300] = b"\xc0" * 100
    file.write_bytes(data)
    with pytest.raises(NetError, match=r"garbled.onnx' is no net"):
        open_net(str(file))


class Misshapen(FixedRuntime):
    """Answers with too few logits, or values for too few positions."""

    def __init__(self, num_values: int, num_logits: int) -> None:
        super().__init__(0.0, 0.0)
        self._sizes = num_values, num_logits

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        num_values, num_logits = self._sizes
        return np.zeros(num_values, np.float32), np.zeros((len(planes), num_logits), np.float32)


@pytest.mark.parametrize(("num_values", "num_logits"), [(1, 16), (2, 9)])
def test_answers_of_another_size_are_refused(num_values: int, num_logits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    net = Net.load(TINY, "onnxruntime")
    monkeypatch.setattr(net, "_runtime", Misshapen(num_values, num_logits))
    state = motu.load_game("hex(size=4,swap=false)").new_initial_state()
    right = r"right are \[4\] and \[4, 16\]$"
    with pytest.raises(NetError, match=rf"tiny.onnx' is broken: it answers 4 positions .*; {right}") as refused:
        net.judge([state])
    assert refused.value.slug == "net/answer"
    with pytest.raises(NetError) as refused:
        SearchTree(state, net, SearchSettings()).search(Limits(visits=20))
    assert refused.value.slug == "net/answer"
