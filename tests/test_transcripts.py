"""`scripts/transcripts.py`: the same sessions say the same twice, and name no time and no folder of this machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / "scripts" / "transcripts.py"


def transcribe(out: Path, only: str) -> str:
    command = [sys.executable, str(SCRIPT), str(out), "--only", only]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_same_sessions_say_the_same_twice(tmp_path: Path) -> None:
    first = transcribe(tmp_path / "first", "tiny-match")
    assert first.startswith("1 sessions, sha256 ")
    assert transcribe(tmp_path / "second", "tiny-match") == first


def test_transcript_has_what_was_asked_and_said_without_times(tmp_path: Path) -> None:
    transcribe(tmp_path, "hex4-perft")
    text = (tmp_path / "cli-hex4-perft.txt").read_text("utf-8")
    assert text.startswith("motu perft hex(size=4) 2 --divide\n")
    assert "lines of 2 plies (TIME, SPEED)" in text
    assert text.endswith("--- left with 0\n")
