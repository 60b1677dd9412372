"""`motu doctor`: what it finds, and the one command that mends what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import run_json, run_well
from motu import __version__
from motu.cli import doctor


def findings(topic: str) -> list[dict[str, str]]:
    return [each for each in run_json("doctor")["findings"] if each["topic"] == topic]


def test_it_tells_of_everything() -> None:
    told = run_well("doctor")
    for topic in ("motu", "machine", "extras", "nets", "solved positions", "folders", "settings", "screen"):
        assert f"\n{topic}\n" in f"\n{told}"
    assert f"motu {__version__} (code " in told
    assert "atoll-small" in told


def test_a_missing_extra_comes_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    needs = ["numpy", "litestar>=2; extra == 'web'", 'segno; extra == "web"', "ray>=2; extra == 'cluster'"]
    monkeypatch.setattr(doctor, "_requires", lambda: needs)
    monkeypatch.setattr(doctor, "_is_installed", lambda name: name == "segno")
    web, cluster = findings("extras")
    assert web == {
        "topic": "extras",
        "what": "web: without litestar",
        "state": "bad",
        "mend": "pip install 'motu[web]'",
    }
    assert (cluster["state"], cluster["mend"]) == ("note", "pip install 'motu[cluster]'")
    assert run_json("doctor")["is_well"] is False


def test_nothing_that_runs_nets_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motu.eval.nets.runtime.installed_kinds", lambda: ())
    [found] = findings("nets")
    assert (found["state"], found["mend"]) == ("bad", "pip install 'motu[nets]'")


def test_a_runtime_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTU_NET_RUNTIME", "abacus")
    [found] = findings("nets")
    assert "abacus" in found["what"]
    assert found["mend"] == "unset MOTU_NET_RUNTIME"


def test_tables_and_games_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert findings("solved positions")[0]["state"] == "note"
    (tmp_path / "motu" / "solved").mkdir(parents=True)
    (tmp_path / "motu" / "solved" / "hex-5.table").write_bytes(bytes(3_200_000))
    (tmp_path / "motu" / "motu.db").write_bytes(b"x")
    assert "1 table, 3 MB" in findings("solved positions")[0]["what"]
    assert any("motu.db, 1 bytes" in each["what"] for each in findings("folders"))


def test_a_folder_that_is_a_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "motu").write_text("a file")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    found = findings("folders")[0]
    assert found["state"] == "bad"
    assert found["mend"].startswith("move the file")


def test_without_a_screen_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert findings("screen")[0]["mend"].startswith("motu play hex")
    monkeypatch.setenv("DISPLAY", ":0")
    assert findings("screen")[0]["state"] == "good"
