"""Nets in eight bits judge nearly as they did before, on every runtime."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import motu
from cli.running import refusal, run_json, run_well
from motu.errors import NetError
from motu.eval.nets import Net
from motu.eval.nets.choice import CHOICE
from motu.eval.nets.runtime import Kind, Model, is_own
from motu.train import quantise
from motu.train.quantise import compare
from motu.train.truth import SolvedSet

pytestmark = pytest.mark.train

TINY = Path(__file__).parents[2] / "nets" / "tiny.onnx"
GAMES = tuple(motu.load_game(f"hex(size={size},swap=false)") for size in (3, 4))


@pytest.fixture(scope="module")
def tiny() -> Net:
    return Net.load(TINY, "onnxruntime")


@pytest.fixture(scope="module")
def small(tiny: Net) -> bytes:
    return quantise.quantise(tiny, TINY.read_bytes(), GAMES)


# motu's own runtime reads nets in float32 alone.
@pytest.mark.parametrize("kind", [kind for kind in Model(b"", "").kinds() if not is_own(kind)])
def test_it_judges_nearly_as_before(kind: Kind, tiny: Net, small: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quantise, "HELD_OUT", 300)
    net = Net(small, "small", kind)
    loss = compare(tiny, net, GAMES)
    assert loss.positions == 600
    assert 0 < loss.value < 0.05
    assert loss.value <= loss.value_worst
    assert loss.winner > 0.95
    assert 0 < loss.policy < 0.02
    assert loss.first_choice > 0.95


def test_it_knows_who_wins_as_before(tiny: Net, small: bytes) -> None:
    truth = SolvedSet(GAMES[0], 100, 11)
    before, after = truth.compare(tiny), truth.compare(Net(small, "small", "onnxruntime"))
    assert after.openings_right == before.openings_right == 5
    assert after.positions_right >= before.positions_right - 3
    assert after.moves_right >= before.moves_right - 3


def test_it_plays_on_boards_of_every_size(tiny: Net, small: bytes) -> None:
    net = Net(small, "small", "onnxruntime")
    state = motu.load_game("atoll(size=7)").new_initial_state().play_all(["d4"])
    [before], [after] = tiny.judge([state]), net.judge([state])
    assert after.value == pytest.approx(before.value, abs=0.2)
    assert np.isclose(sum(after.policy.values()), 1)


def test_its_file_is_smaller_and_says_what_it_is(tiny: Net, small: bytes) -> None:
    assert len(small) < 0.6 * TINY.stat().st_size
    info = Net(small, "small", "onnxruntime").info
    assert info.precision == "int8"
    assert (info.name, info.history) == (tiny.info.name, tiny.info.history)


def test_the_same_seed_makes_the_same_file(tiny: Net, small: bytes) -> None:
    assert quantise.quantise(tiny, TINY.read_bytes(), GAMES) == small


def test_eight_bits_are_not_made_of_eight_bits(small: bytes) -> None:
    with pytest.raises(NetError) as refused:
        quantise.quantise(Net(small, "small", "onnxruntime"), small, GAMES)
    assert refused.value.slug == "net/precision"


def test_boards_of_another_game_are_refused(tiny: Net) -> None:
    with pytest.raises(NetError) as refused:
        quantise.quantise(tiny, TINY.read_bytes(), [motu.load_game("atomorph(size=4)")])
    assert refused.value.slug == "net/game"


def test_the_command_writes_it_and_says_what_it_costs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quantise, "HELD_OUT", 100)
    out = tmp_path / "small.onnx"
    found = run_json("nets", "quantise", str(TINY), str(out))
    assert found["bytes"] == out.stat().st_size
    assert found["cost"]["positions"] == 200
    assert "int8" in run_well("nets", "list", str(out))
    assert "policies diverge by" in run_well("nets", "quantise", str(TINY), str(out))
    assert "cannot write" in refusal("nets", "quantise", str(TINY), str(tmp_path / "no" / "x.onnx"))


def test_the_command_compares_with_the_exact_net(small: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A file in eight bits that is there already, and runs, is not what the new one is compared with.
    monkeypatch.setattr(quantise, "HELD_OUT", 100)
    monkeypatch.setenv(CHOICE, "onnxruntime-int8")
    net, beside = tmp_path / "net.onnx", tmp_path / "net.int8.onnx"
    net.write_bytes(TINY.read_bytes())
    for _ in range(2):
        told = run_json("nets", "quantise", str(net), str(beside))
        assert told["cost"]["value"] > 0
    assert Net.load(net).kind == "onnxruntime-int8"
