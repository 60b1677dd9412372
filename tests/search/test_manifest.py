"""What decides how motu plays: its code, what judges positions, tables that may be asked."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import sys
from pathlib import Path

import pytest

from cli.running import run_well
from motu import load_game
from motu.errors import EngineError, NetError
from motu.eval.nets.choice import CHOICE
from motu.search import manifest
from motu.search.limits import Limits
from motu.search.manifest import (
    Judge,
    build,
    code_in,
    engine_json,
    facts_of,
    is_as_installed,
    judge_of,
    tables_for,
    this_machine,
)
from motu.solve.solvers import table_of

TINY = Path(__file__).parents[1] / "nets" / "tiny.onnx"
HEX = load_game("hex(size=4)")
ATMALOF = load_game("junior")


def test_the_code_that_plays_makes_the_fingerprint_and_no_other(tmp_path: Path) -> None:
    for name in ("search/one.py", "search/levels.toml", "drawing/two.py", "eval/nets/net.onnx"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    before = code_in(tmp_path)
    for name in ("drawing/two.py", "eval/nets/net.onnx"):
        (tmp_path / name).write_text("2")
    assert code_in(tmp_path) == before
    for name in ("search/one.py", "search/levels.toml", "arena/new.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("3")
        assert code_in(tmp_path) != before
        before = code_in(tmp_path)


def test_the_build_names_the_native_module_that_runs() -> None:
    assert build().core != build().code
    assert build() is build()
    assert str(build()).startswith(f"motu {build().version} (code ")


def test_a_native_module_that_was_not_installed_with_motu_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = tmp_path / "motu" / "_core.so"
    core.parent.mkdir()
    core.write_bytes(b"native")
    record = tmp_path / "motu_core-0.1.0.dist-info" / "RECORD"
    record.parent.mkdir()
    (record.parent / "METADATA").write_text("Name: motu\nVersion: 0.1.0\n")
    digest = base64.urlsafe_b64encode(hashlib.sha256(b"native").digest()).decode().rstrip("=")
    record.write_text(f"motu/_core.so,sha256={digest},6\nmotu_core-0.1.0.dist-info/RECORD,,\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert is_as_installed(core) is True
    core.write_bytes(b"newer!")
    assert is_as_installed(core) is False
    assert is_as_installed(record) is None
    assert is_as_installed(tmp_path / "_core.so") is None


def test_what_auto_stands_for_is_told() -> None:
    assert judge_of(HEX) == Judge("resistance")
    assert judge_of(ATMALOF) == Judge("lines")
    assert judge_of(HEX, "uniform") == Judge("uniform")
    assert judge_of(HEX).to_json() == {"evaluator": "resistance"}


@pytest.mark.parametrize("kind", ["onnxruntime", "openvino-float32"])
def test_a_net_is_told_with_what_runs_it(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip(kind.partition("-")[0])
    monkeypatch.setenv(CHOICE, kind)
    net = shutil.copy(TINY, tmp_path)  # a net that is open already is shared, whatever runs it
    found = judge_of(HEX, f"net:{net}")
    assert (found.evaluator, found.net, found.precision) == ("net", "tiny", "float32")
    assert found.file == hashlib.sha256(TINY.read_bytes()).hexdigest()[:16]
    assert found.runtime.startswith(f"{kind} ")
    with pytest.raises(NetError):
        judge_of(ATMALOF, f"net:{net}")


def test_weights_of_a_line_net_are_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.lines"
    file.write_bytes(b"weights")
    found = judge_of(ATMALOF, f"lines:{file}")
    assert (found.evaluator, found.net) == ("lines", "mine.lines")
    file.write_bytes(b"others")
    assert judge_of(ATMALOF, f"lines:{file}").file != found.file
    with pytest.raises(EngineError):
        judge_of(ATMALOF, f"lines:{file}.gone")


@pytest.mark.parametrize(
    ("text", "evaluator", "solved", "threads", "is_counted", "seconds"),
    [
        ("random", "", "off", 1, True, 0),
        ("uct:9", "rollout", "off", 1, True, 0),
        ("uct", "rollout", "off", 1, False, 1),
        ("mcts:9", "resistance", "auto", 1, True, 0),
        ("mcts:nodes=9,solved=open,threads=3", "resistance", "open", 3, True, 0),
        ("mcts:2s,evaluator=rollout", "rollout", "auto", 1, False, 2),
        ("mcts:2s,depth=3", "resistance", "auto", 1, False, 2),
        ("mcts:9,2s", "resistance", "auto", 1, True, 2),
        ("expectimax:9", "resistance", "off", 1, True, 0),
        ("expectimax:depth=2", "resistance", "off", 1, True, 0),
        ("expectimax", "resistance", "off", 1, False, 1),
        ("level:1", "", "off", 1, True, 0),
        ("level:10", "rollout", "off", 1, True, 5),
    ],
)
def test_what_a_player_s_text_says_is_told(
    text: str, evaluator: str, solved: str, threads: int, is_counted: bool, seconds: float
) -> None:
    facts = facts_of(text, HEX)
    assert facts.judge.evaluator == evaluator
    assert (facts.solved, facts.threads, facts.is_counted, facts.seconds) == (solved, threads, is_counted, seconds)


def test_the_static_evaluator_of_a_game_may_be_another_one() -> None:
    game = load_game("atomorph(size=4)")
    assert facts_of("mcts:9", game).judge.evaluator == "flips"
    assert facts_of("expectimax:9", game).judge.evaluator == "uniform"


def test_tables_are_told_as_they_are_now(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tables_for(HEX) == {}
    run_well("solve", "hex(size=4)")
    path = table_of(HEX)
    assert path is not None
    [(name, digits)] = tables_for(HEX).items()
    assert name == path.name
    monkeypatch.setattr(manifest, "_READ_WHOLE", 64)
    os.utime(path, ns=(1, 1))
    [(_, in_part)] = tables_for(HEX).items()
    assert in_part != digits
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    os.utime(path, ns=(2, 2))
    assert tables_for(HEX)[name] not in (digits, in_part)


def test_an_analysis_tells_what_it_was_made_with() -> None:
    told = engine_json(HEX, Limits(visits=9), seed=3)
    assert told["evaluator"] == "resistance"
    assert (told["visits"], told["seed"], told["threads"], told["tables"]) == (9, 3, 1, {})
    assert "seconds" not in told


def test_the_machine_has_no_name_of_its_own() -> None:
    machine = this_machine()
    assert machine.cores >= 1
    assert os.uname().nodename not in (machine.system, machine.processor)
    assert machine.packages["onnxruntime"]
