"""A net in eight bits lies beside the exact one, and is the same net."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import motu
from motu.errors import NetError
from motu.eval.nets import Net, installed, installed_nets, open_net
from motu.eval.nets.choice import CHOICE
from motu.eval.nets.net import int8_file
from motu.eval.nets.runtime import Kind, Model, is_int8

TINY = Path(__file__).parents[1] / "nets" / "tiny.onnx"
BOTH = [path for path in sorted(installed.FOLDER.glob("*.onnx")) if int8_file(path).is_file()]
"""The nets that come with motu in eight bits, too."""
POSITIONS = {
    "atoll": ("hex(size=9,swap=false)", ["e5", "d6", "f4", "c3", "g6"]),
    "atomorph": ("atomorph(size=7,swap=false)", ["d4", "e5", "c3", "d5"]),
}


def kinds() -> list[Kind]:
    return [kind for kind in Model(b"", "", b"").kinds() if is_int8(kind)]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(installed.OWN, str(tmp_path))
    monkeypatch.setattr(installed, "FOLDER", tmp_path / "none")
    return tmp_path


@pytest.mark.parametrize("kind", kinds())
@pytest.mark.parametrize("path", BOTH, ids=lambda path: path.stem)
def test_what_comes_with_motu_judges_nearly_the_same_in_eight_bits(path: Path, kind: Kind) -> None:
    exact, small = Net.load(path, "onnxruntime"), Net.load(path, kind)
    assert small.kind == kind
    assert small.info == exact.info
    spec, moves = POSITIONS[exact.info.game]
    state = motu.load_game(spec).new_initial_state()
    for move in moves:
        [right], [found] = exact.judge([state]), small.judge([state])
        assert found.value == pytest.approx(right.value, abs=0.15)
        assert found.policy != right.policy
        assert sum(abs(found.policy[each] - right.policy[each]) for each in right.policy) < 0.3
        state.play(move)


def test_there_are_nets_in_eight_bits() -> None:
    assert BOTH


def test_they_are_no_nets_of_their_own(own: Path) -> None:
    shutil.copy(TINY, own / "net.onnx")
    shutil.copy(TINY, own / "net.int8.onnx")
    shutil.copy(TINY, own / "alone.int8.onnx")
    assert [path.name for path in installed_nets()] == ["alone.int8.onnx", "net.onnx"]


def test_one_that_is_put_beside_a_net_is_noticed(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, "onnxruntime-int8")
    shutil.copy(BOTH[0], own / "net.onnx")
    with pytest.raises(NetError) as refused:
        open_net(own / "net.onnx")
    assert "motu nets quantise" in refused.value.message
    shutil.copy(int8_file(BOTH[0]), own / "net.int8.onnx")
    assert open_net(own / "net.onnx").kind == "onnxruntime-int8"


def test_another_net_in_eight_bits_is_refused(own: Path) -> None:
    shutil.copy(TINY, own / "net.onnx")
    shutil.copy(int8_file(BOTH[0]), own / "net.int8.onnx")
    with pytest.raises(NetError) as refused:
        Net.load(own / "net.onnx", "onnxruntime-int8")
    assert refused.value.slug == "net/file"
    assert "another net" in refused.value.message
    (own / "net.int8.onnx").write_bytes(b"nothing")
    with pytest.raises(NetError) as refused:
        Net.load(own / "net.onnx", "onnxruntime-int8")
    assert refused.value.slug == "net/file"
