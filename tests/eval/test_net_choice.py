"""What runs nets is measured once, remembered, and can be asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from motu.errors import NetError
from motu.eval.nets import Net, choice
from motu.eval.nets.choice import CHOICE, asked_kind, key_of, measure, open_fastest, rate_of
from motu.eval.nets.net_file import NetInfo
from motu.eval.nets.runtime import KINDS, Floats, Kind, Model, Runtime, open_runtime

TINY = Path(__file__).parents[1] / "nets" / "tiny.onnx"
INFO = NetInfo("n", "atoll", "hex", ("board", "own", "other"), 2, 3, 1)
ALL: tuple[Kind, ...] = ("onnxruntime", "openvino", "openvino-float32")
ONE = Model(b"", "x")
BOTH = Model(b"", "x", b"in eight bits")


class FakeTime:
    """A clock that only fake runtimes move on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class FakeRuntime:
    """Takes a time of its own for every call, and for every position; the first takes a hundred times as long."""

    kind: Kind = "onnxruntime"
    precision = "float32"
    metadata: Mapping[str, str] = {"motu": INFO.to_json()}

    def __init__(self, time: FakeTime, seconds: float, each: float) -> None:
        self._time, self._seconds, self._each, self.calls = time, seconds, each, 0

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        batch = len(planes)
        assert planes.shape[1] == 3
        assert planes[:, 0].all()
        self._time.now += (self._seconds + batch * self._each) * (1 if self.calls else 100)
        self.calls += 1
        return np.zeros(batch, np.float32), np.zeros((batch, 81), np.float32)


def opener(
    time: FakeTime, seconds: Mapping[Kind, float], each: Mapping[Kind, float] = MappingProxyType({})
) -> Callable[[Kind], Runtime]:
    def open_kind(kind: Kind) -> Runtime:
        if kind not in seconds:
            raise NetError("it cannot be opened", slug="net/runtime", text=kind)
        return FakeRuntime(time, seconds[kind], each.get(kind, 0.0))

    return open_kind


def fastest_of(answer: dict[str, float]) -> str:
    return max(answer, key=answer.__getitem__)


def installed_are(monkeypatch: pytest.MonkeyPatch, kinds: tuple[Kind, ...]) -> None:
    monkeypatch.setattr("motu.eval.nets.runtime.installed_kinds", lambda: kinds)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that is empty, a process that remembers nothing, and OpenVINO, as it seems."""
    file = tmp_path / "motu" / "net-runtimes.json"
    monkeypatch.delenv(CHOICE, raising=False)
    monkeypatch.setattr(choice, "cache_file", lambda: file)
    monkeypatch.setattr(choice, "_known", {})
    installed_are(monkeypatch, ALL)
    monkeypatch.setattr("importlib.metadata.version", lambda package: "1.0")
    return file


class Machine:
    """Runtimes as `open_fastest` opens them, and which were opened."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        seconds: Mapping[Kind, float],
        each: Mapping[Kind, float] = MappingProxyType({}),
    ) -> None:
        self.opened: list[Kind] = []
        time = FakeTime()
        open_kind = opener(time, seconds, each)

        def open_fake(_model: Model, kind: Kind) -> Runtime:
            self.opened.append(kind)
            return open_kind(kind)

        monkeypatch.setattr(choice, "open_runtime", open_fake)
        monkeypatch.setattr("time.thread_time", time)
        monkeypatch.setattr(measure, "__defaults__", (choice.SEARCH_BATCH, time))


# ----------------------------------------------------------------------------------------------------------- measuring


@pytest.mark.parametrize("fastest", ALL)
def test_the_fastest_is_chosen(fastest: Kind) -> None:
    time = FakeTime()
    seconds = {kind: 0.01 if kind == fastest else 0.02 for kind in ALL}
    found = measure(opener(time, seconds), INFO, ALL, clock=time)
    assert max(found, key=found.__getitem__) == fastest
    assert found[fastest] == pytest.approx(1600)
    assert all(found[kind] == pytest.approx(800) for kind in ALL if kind != fastest)


def test_the_measurement_is_bounded_in_time() -> None:
    time = FakeTime()
    measure(opener(time, dict.fromkeys(ALL, 0.001)), INFO, ALL, clock=time)
    assert time.now < 3 * 0.1 + choice.MEASURING_S + 0.01
    slow = FakeTime()
    measure(opener(slow, dict.fromkeys(ALL, 2.0)), INFO, ALL, clock=slow)
    assert slow.now == pytest.approx(3 * 200 + 3 * 2.0)


def test_what_cannot_be_opened_is_left_out() -> None:
    time = FakeTime()
    found = measure(opener(time, {"onnxruntime": 0.1}), INFO, ALL, clock=time)
    assert list(found) == ["onnxruntime"]


# --------------------------------------------------------------------------------------------------------- remembering


def test_it_is_measured_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, {"onnxruntime": 0.02, "openvino": 0.01, "openvino-float32": 0.03})
    assert open_fastest(ONE).rate == pytest.approx(1600)
    assert machine.opened == ["onnxruntime", *ALL, "openvino"]
    [(key, answer)] = json.loads(cache.read_text()).items()
    assert key == key_of(INFO, ALL)
    assert answer == {"onnxruntime": 800, "openvino": 1600, "openvino-float32": 533.3}
    for forgets in (False, True):
        if forgets:
            monkeypatch.setattr(choice, "_known", {})
        machine.opened.clear()
        assert open_fastest(ONE).rate == pytest.approx(1600)
        assert machine.opened == ["onnxruntime", "openvino"]


def test_what_is_fastest_may_depend_on_how_many_positions_are_asked_about(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(monkeypatch, {"onnxruntime": 0.001, "openvino": 0.02}, {"onnxruntime": 0.001, "openvino": 0.0001})
    for again in (False, True):
        machine.opened.clear()
        assert open_fastest(ONE).rate == pytest.approx(16 / 0.017, rel=1e-3)
        assert open_fastest(ONE, 64).rate == pytest.approx(64 / 0.0264, rel=1e-3)
        assert ("openvino-float32" in machine.opened) is not again, "measured once, each for itself"
    answers = json.loads(cache.read_text())
    assert {key: fastest_of(answer) for key, answer in answers.items()} == {
        key_of(INFO, ALL): "onnxruntime",
        key_of(INFO, ALL, 64): "openvino",
    }


def test_another_net_and_other_versions_are_measured_for_themselves(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Machine(monkeypatch, {"onnxruntime": 0.02, "openvino": 0.01})
    open_fastest(ONE)
    other = NetInfo("n", "atoll", "hex", INFO.planes, 2, 3, 1, precision="int8")
    monkeypatch.setattr(FakeRuntime, "metadata", {"motu": other.to_json()})
    Machine(monkeypatch, {"onnxruntime": 0.01, "openvino": 0.02})
    open_fastest(ONE)
    monkeypatch.setattr("importlib.metadata.version", lambda package: "2.0")
    open_fastest(ONE)
    answers = json.loads(cache.read_text())
    assert [fastest_of(answer) for answer in answers.values()] == ["openvino", "onnxruntime", "onnxruntime"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        "null",
        '{"x": 1}',
        "\x00\xff",
        '{"KEY": "openvino"}',
        '{"KEY": {"abacus": 3.0}}',
        '{"KEY": {}}',
        '{"KEY": {"onnxruntime": 0}}',
        '{"KEY": {"onnxruntime": true}}',
        '{"KEY": {"onnxruntime": "many"}}',
        '{"KEY": {"openvino": 3.0}}',
        '{"KEY": {"kind": "onnxruntime", "rates": {"onnxruntime": 3.0}}}',
    ],
)
def test_a_damaged_cache_is_ignored_and_written_anew(text: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Machine(monkeypatch, {"onnxruntime": 0.02, "openvino": 0.01})
    cache.parent.mkdir()
    cache.write_bytes(text.replace("KEY", key_of(INFO, ALL)).encode("latin-1"))
    open_fastest(ONE)
    assert fastest_of(json.loads(cache.read_text())[key_of(INFO, ALL)]) == "openvino"
    assert list(cache.parent.iterdir()) == [cache]


def test_a_cache_that_cannot_be_written_is_done_without(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, {"onnxruntime": 0.02, "openvino": 0.01})
    cache.parent.write_text("a file where the folder should be")
    for opened in (["onnxruntime", *ALL, "openvino"], ["onnxruntime", "openvino"]):
        machine.opened.clear()
        open_fastest(ONE)
        assert machine.opened == opened


def test_without_openvino_nothing_is_measured(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, {"onnxruntime": 0.02})
    installed_are(monkeypatch, ALL[:1])
    assert open_fastest(ONE).rate is None
    assert machine.opened == ["onnxruntime"]
    assert not cache.exists()


def test_openvino_that_has_gone_is_done_without(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Machine(monkeypatch, {"onnxruntime": 0.02, "openvino": 0.01})
    open_fastest(ONE)
    machine = Machine(monkeypatch, {"onnxruntime": 0.02})
    opened = open_fastest(ONE)
    assert opened.runtime.metadata == FakeRuntime.metadata
    assert opened.rate == pytest.approx(800)
    assert machine.opened == ["onnxruntime", "openvino"]
    monkeypatch.setattr(choice, "_known", {})
    installed_are(monkeypatch, ALL[:1])
    machine.opened.clear()
    open_fastest(ONE)
    assert machine.opened == ["onnxruntime"]


# -------------------------------------------------------------------------------------------------------------- asking


def test_the_environment_chooses_what_runs_nets(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, dict.fromkeys(ALL, 0.01))
    for asked in ALL:
        monkeypatch.setenv(CHOICE, asked)
        assert asked_kind() == asked
        assert open_fastest(ONE).rate is None
    assert machine.opened == list(ALL)
    assert not cache.exists()
    monkeypatch.setenv(CHOICE, "abacus")
    with pytest.raises(NetError) as refused:
        open_fastest(ONE)
    assert refused.value.slug == "net/runtime"
    assert refused.value.legal == KINDS


def test_what_was_not_compared_is_measured_when_its_rate_is_asked_for(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds: dict[Kind, float] = {"onnxruntime": 0.02, "openvino": 0.01}
    Machine(monkeypatch, seconds)
    open_fastest(ONE)  # says nothing of what is asked for
    for asked, rate in (("openvino", 1600), ("onnxruntime", 800)):
        monkeypatch.setenv(CHOICE, asked)
        runtime = open_fastest(ONE).runtime
        assert isinstance(runtime, FakeRuntime)
        monkeypatch.setattr(runtime, "kind", asked)
        for forgets in (False, False, True):
            if forgets:
                monkeypatch.setattr(choice, "_known", {})
            calls = runtime.calls
            assert rate_of(runtime, INFO) == pytest.approx(rate)
            assert (runtime.calls > calls) == (calls == 0), "measured once, and remembered"
    assert len(json.loads(cache.read_text())) == 3


def test_a_net_knows_its_rate(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "MEASURING_S", 0.02)
    monkeypatch.setenv(CHOICE, "onnxruntime")
    net = Net.load(TINY)
    assert net.is_as_fast_as(0)
    assert not cache.exists(), "any number is enough"
    assert 1 < net.rate < 1e7
    assert net.is_as_fast_as(net.rate)
    assert not net.is_as_fast_as(net.rate * 1.01)
    [answer] = json.loads(cache.read_text()).values()
    assert answer == {"onnxruntime": pytest.approx(net.rate, abs=0.1)}
    assert Net.load(TINY, "onnxruntime").rate == net.rate


# ---------------------------------------------------------------------------------------------------------- eight bits


def test_eight_bits_run_where_they_are_the_fastest(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed_are(monkeypatch, KINDS)
    monkeypatch.setattr(choice, "multiplies_eight_bits", lambda: True)
    seconds: dict[Kind, float] = dict.fromkeys(KINDS, 0.02)
    machine = Machine(monkeypatch, seconds | {"onnxruntime-int8": 0.01})
    open_fastest(BOTH)
    assert machine.opened == ["onnxruntime", *KINDS, "onnxruntime-int8"]
    machine.opened.clear()
    open_fastest(ONE)  # has none, and is measured for itself
    assert machine.opened == ["onnxruntime", *ALL, "motu", "motu-int8"]
    answers = json.loads(cache.read_text()).values()
    assert [fastest_of(answer) for answer in answers] == ["onnxruntime-int8", "onnxruntime"]


def test_motu_runs_eight_bits_where_the_processor_is_quick_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for kernels, is_there in ((["quick", "plain"], True), (["plain"], False)):
        monkeypatch.setattr("motu._core.net_kernels", lambda bits, kernels=kernels: kernels if bits == 8 else [])
        assert ("motu-int8" in ONE.kinds()) is is_there
        assert "motu" in ONE.kinds()


def test_eight_bits_are_left_alone_where_their_products_overflow(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed_are(monkeypatch, ("onnxruntime", "onnxruntime-int8"))
    machine = Machine(monkeypatch, {"onnxruntime": 0.02, "onnxruntime-int8": 0.01})
    monkeypatch.setattr(choice, "multiplies_eight_bits", lambda: False)
    open_fastest(BOTH)
    assert machine.opened == ["onnxruntime"]
    assert not cache.exists()


@pytest.mark.parametrize(
    ("machine", "flags", "is_right"),
    [
        ("x86_64", "fpu avx2 avx512_vnni", True),
        ("x86_64", "avx2 avx_vnni", True),
        ("x86_64", "avx512f amx_int8", True),
        ("x86_64", "fpu sse2 avx avx2 avx512f", False),
        ("AMD64", "", False),
        ("arm64", "", True),
        ("aarch64", "fp asimd", True),
    ],
)
def test_processors_that_multiply_eight_bits_are_known(
    machine: str, flags: str, is_right: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.setattr(choice, "_told_of_processor", lambda: {"model name": "x", "flags": flags})
    assert choice.multiplies_eight_bits() is is_right


def test_eight_bits_that_are_asked_for_and_are_not_there_are_refused(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CHOICE, "onnxruntime-int8")
    with pytest.raises(NetError) as refused:
        open_fastest(ONE)
    assert refused.value.slug == "net/runtime"
    assert "motu nets quantise" in refused.value.message
    assert not cache.exists()


@pytest.mark.parametrize("kind", ONE.kinds())
def test_every_kind_that_is_installed_answers_alike(kind: Kind) -> None:
    model = Model(TINY.read_bytes(), "tiny")
    planes = np.zeros((5, 11, 4, 4), np.float32)
    planes[:, 0] = 1
    values, logits = open_runtime(model, "onnxruntime").run(planes)
    found_values, found_logits = open_runtime(model, kind).run(planes)
    is_exact = kind == "openvino-float32"
    # Of logits only their differences count, and in eight bits all are a little off together.
    assert np.allclose(found_values, values, atol=1e-3 if is_exact else 0.05)
    assert np.allclose(probabilities(found_logits), probabilities(logits), atol=1e-3 if is_exact else 0.02)


def probabilities(logits: Floats) -> Floats:
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Floats = weights / weights.sum(axis=-1, keepdims=True)
    return shares


def test_this_processor_has_a_name() -> None:
    assert choice.processor().strip()
    assert choice.processor() == choice.processor()
