"""`python -m motu.testing`: writing what is missing, and walking by hand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from motu.testing import check_playthrough, variants
from motu.testing.__main__ import main


def test_missing_playthroughs_are_written_and_others_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "golden"
    assert main(["playthroughs", str(folder), "atoll smallest", "atomorph smallest"]) == 0
    assert {file.name for file in folder.iterdir()} == {"atoll_smallest.txt", "atomorph_smallest.txt"}
    for file in folder.iterdir():
        check_playthrough(file.read_text(encoding="utf-8"))
    (folder / "atoll_smallest.txt").write_text("mine", encoding="utf-8")
    assert main(["playthroughs", str(folder)]) == 0
    assert {file.name for file in folder.iterdir()} == {each.file_name for each in variants()}
    assert (folder / "atoll_smallest.txt").read_text(encoding="utf-8") == "mine"
    assert capsys.readouterr().out.count("written: ") == len(variants())
    assert main(["playthroughs", str(folder), "atoll smallest"]) == 0
    check_playthrough((folder / "atoll_smallest.txt").read_text(encoding="utf-8"))


def test_a_name_that_is_no_variant_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["playthroughs", str(tmp_path), "chess"])
    assert caught.value.code == 2
    assert "chess" in capsys.readouterr().err


def test_a_walk_reports_what_it_has_seen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["walk", "hex(size=3)", "--plies", "50", "--seed", "2"]) == 0
    assert "actions=50" in capsys.readouterr().out
    assert main(["walk", "hex(size=1)"]) == 2
    assert "rhombus" in capsys.readouterr().err


def test_all_names_are_listed() -> None:
    run = subprocess.run([sys.executable, "-m", "motu.testing", "variants"], capture_output=True, text=True, check=True)
    listed = run.stdout.splitlines()
    assert len(listed) == len(variants())
    assert any(line.split() == ["gan", "atoll(board=square,size=7,islands=8,swap=true)"] for line in listed)
