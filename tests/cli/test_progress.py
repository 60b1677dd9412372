"""What bars tell, and that Ctrl-C gives what there is."""

from __future__ import annotations

import itertools
import json
import os
import pty
import re
import select
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.running import PATIENCE_S, start, terminal
from motu.cli import progress as bars
from motu.cli.progress import facts_of


class FakeClock:
    """A clock that stands still until it is set."""

    now = 100.0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((13, 100, 26.0, "games"), "13/100 games · 0:26 · 2.0 s each · 2:54 left"),
        ((0, 100, 3.0, "games"), "0/100 games · 0:03"),
        ((100, 100, 61.0, "games"), "100/100 games · 1:01 · 1.6/s"),
        ((3000, 4000, 10.0, "visits"), "3,000/4,000 visits · 0:10 · 300/s · 0:03 left"),
        ((1, 3, 3700.0, "generations"), "1/3 generations · 1:01:40 · 1:01:40 each · 2:03:20 left"),
        ((7, None, 2.0, "openings"), "7 openings · 0:02 · 3.5/s"),
        ((0.25, 1.0, 30.0, ""), "25% · 0:30 · 1:30 left"),
        ((0, None, 5.0, ""), "0:05"),
    ],
)
def test_a_bar_tells_count_rate_and_time_left(arguments: tuple[float, float | None, float, str], told: str) -> None:
    assert facts_of(*arguments) == told


def test_what_another_run_has_done_says_nothing_of_this_ones_rate() -> None:
    assert facts_of(90, 100, 10.0, "games", 80) == "90/100 games · 0:10 · 1.0/s · 0:10 left"


def test_a_note_is_asked_for_once_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = FakeClock()
    monkeypatch.setattr("motu.cli.progress.time.monotonic", lambda: clock.now)
    asked = itertools.count(1)
    bar = bars.ProgressBar("playing", 10, "games")
    bar.note(lambda: f"won {next(asked)}")
    told = []
    for clock.now in (103.0, 103.5, 103.9, 104.1):
        told += [bar._told().rpartition("  ")[2]]
    assert told == ["won 1", "won 1", "won 1", "won 2"]


@pytest.mark.parametrize(
    ("arguments", "so_far"),
    [
        (("match", "random", "uct:0.3s", "--game", "hex(size=3)", "--games", "1000"), " -"),
        (("ladder", "random", "uct:0.3s", "uct:20", "--game", "hex(size=3)", "--games", "400"), " leads with "),
    ],
    ids=("match", "ladder"),
)
def test_games_at_a_terminal_show_the_score_and_ctrl_c_tells_the_result(
    arguments: tuple[str, ...], so_far: str
) -> None:
    with terminal(*arguments) as motu:
        motu.wait_for(" games · ")
        motu.wait_for(so_far)
        motu.type("\x03")
        motu.wait_for("stopped after ")
        assert motu.wait_for_end() == 130
    assert re.search(r"openings \S+: [1-9]\d* of [\d,]+ games", motu.screen)
    longest = max((plain(line) for line in re.split(r"\r|\x1b\[2K|\^C", motu.screen)), key=len)
    assert len(longest) <= 100, longest


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", text).strip("\n")


@pytest.fixture
def watched() -> Iterator[tuple[int, int]]:
    """A terminal for a bar alone: our end, and the one that motu gets."""
    ours, theirs = pty.openpty()
    yield ours, theirs
    os.close(ours)


def wait_for(descriptor: int, text: str) -> None:
    """Read what comes to a terminal until a text has come."""
    seen, deadline = "", time.monotonic() + PATIENCE_S
    while text not in seen:
        assert time.monotonic() < deadline, seen[-2000:]
        if select.select([descriptor], [], [], 0.2)[0]:
            seen += os.read(descriptor, 65536).decode("utf-8", "replace")


def test_results_go_to_the_pipe_while_a_bar_is_on_the_terminal(watched: tuple[int, int], tmp_path: Path) -> None:
    """Rich takes over stdout while a bar is drawn; what is piped on must not go that way."""
    ours, theirs = watched
    out = tmp_path / "w.lines"
    command = ("train-lines", "junior", "--games", "1000000", "--check", "300", "--pairs", "2", "--out", str(out))
    with start(*command, stderr=theirs) as process:
        os.close(theirs)
        wait_for(ours, "% against ")
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert " games " in output.splitlines()[0]


def test_ctrl_c_gives_an_analysis_so_far_as_json(watched: tuple[int, int]) -> None:
    ours, theirs = watched
    with start("analyze", "hex(size=7)", "--seconds", "600", "--json", "--evaluator", "rollout", stderr=theirs) as motu:
        os.close(theirs)
        wait_for(ours, " visits")
        motu.send_signal(signal.SIGINT)
        output, _ = motu.communicate(timeout=PATIENCE_S)
    assert motu.returncode == 130
    assert json.loads(output)["rootInfo"]["visits"] > 0


def test_ctrl_c_gives_the_openings_that_are_solved() -> None:
    with terminal("solve", "hex(size=7,swap=false)", "--openings", "--no-keep") as motu:
        motu.wait_for_match(r"\b[1-9][0-9]*/49 openings · ")
        motu.type("\x03")
        motu.wait_for("openings win if nobody swaps")
        motu.wait_for("swap (they win)")
        assert motu.wait_for_end() == 130


class Dropped:
    """Something that is dropped right when Ctrl-C comes."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_is_heard_where_python_loses_its_exception() -> None:
    before, end = signal.getsignal(signal.SIGINT), threading.Event()
    with bars.ProgressBar("solving") as bar:
        dropped = [Dropped()]
        dropped.clear()
        with pytest.raises(KeyboardInterrupt):
            bar.run(lambda: end.wait(PATIENCE_S))
        assert bar.run(lambda: "another") == "another"
        again = [Dropped()]
        again.clear()
        assert bar.run_to_end(lambda: end.wait(PATIENCE_S), end.set) == (True, True)
    assert signal.getsignal(signal.SIGINT) == before


def test_ctrl_c_before_any_opening_is_solved_says_so() -> None:
    with terminal("solve", "hex(size=11,swap=false)", "--openings", "--no-keep") as motu:
        motu.wait_for("0/121 openings · ")
        motu.type("\x03")
        motu.wait_for("stopped before any opening was solved")
        assert motu.wait_for_end() == 130
