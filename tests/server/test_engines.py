"""Engines are processes: they may hang, die and talk nonsense, and nobody waits for ever."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest

from motu.games import load_game
from motu.server import engine_log
from motu.server.engine_log import MAX_LINE_CHARACTERS, MAX_LINES, EngineLog
from motu.server.engines import COMMAND, KEPT_GAMES, NICENESS, EngineGoneError, Engines
from motu.server.events import ServerError
from motu.solve.solvers import table_of

DYING = "import sys; sys.stdin.readline(); sys.exit(3)"
HANGING = "import time; time.sleep(600)"
FLOODING = "import sys; sys.stdin.readline(); sys.stdout.write('x' * 9_000_000); sys.stdout.flush(); sys.stdin.read()"
DEAF = """
import json, sys, time
for line in sys.stdin:
    request = json.loads(line)
    if request.get("slow"):
        time.sleep(600)
    print(json.dumps({"id": request["id"], "isDuringSearch": False, "n": 3}), flush=True)
"""
"""Hears nothing while it thinks."""
BABBLING = "import sys; sys.stdin.readline(); print('thinking...', flush=True); sys.stdin.read()"
FLAKY = """
import json, os, sys
for line in sys.stdin:
    request = json.loads(line)
    if not os.path.exists(sys.argv[1]):
        open(sys.argv[1], "w").close()
        os._exit(9)
    print(json.dumps({"id": request["id"], "isDuringSearch": True, "n": 1}), flush=True)
    print(json.dumps({"id": request["id"], "isDuringSearch": False, "n": 2}), flush=True)
"""
WARNING = """
import json, os, sys
for line in sys.stdin:
    request = json.loads(line)
    os.write(2, eval(request["says"]))
    if request.get("dies"):
        os._exit(9)
    print(json.dumps({"id": request["id"], "isDuringSearch": False, "n": 2}), flush=True)
"""
"""Writes to stderr what it is told before it answers."""


CONFUSED = """
import json, sys
for line in sys.stdin:
    name = json.loads(line)["id"]
    for answer in (
        {"id": "another", "isDuringSearch": False, "n": 7},
        {"id": "another", "isDuringSearch": True, "n": 7},
        {"id": "another", "error": "no"},
        {"id": name, "warning": "no such setting", "n": 7},
        {"id": name, "isDuringSearch": True, "n": 1},
        {"id": name, "n": 2},
    ):
        print(json.dumps(answer), flush=True)
"""
"""Answers questions that nobody has asked, and warns."""


def with_engines(command: tuple[str, ...] | None, script: Callable[[Engines], Awaitable[None]], count: int = 1) -> None:
    async def run() -> None:
        engines = Engines(count, COMMAND if command is None else command, "test")
        try:
            await script(engines)
        finally:
            await engines.close()

    asyncio.run(run())


def program(source: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-c", source, *arguments)


def test_a_real_engine_answers_with_partial_results() -> None:
    async def script(engines: Engines) -> None:
        partial: list[Mapping[str, Any]] = []
        request = {"spec": "hex(size=11)", "moves": ["a1"], "maxTime": 3.0, "reportDuringSearchEvery": 0.05}
        answer = await engines.ask(request, 30.0, partial.append)
        assert answer["moveInfos"]
        assert partial
        assert engines.num_idle == 1

    with_engines(None, script)


def test_what_the_engine_refuses_is_said_and_it_lives_on() -> None:
    async def script(engines: Engines) -> None:
        for _ in range(2):
            with pytest.raises(ServerError):
                await engines.ask({"spec": "chess", "moves": []}, 30.0)
        assert (await engines.ask({"spec": "hex(size=3)", "moves": [], "maxVisits": 10}, 30.0))["moveInfos"]

    with_engines(None, script)


@pytest.mark.parametrize(("source", "deadline"), [(DYING, 20.0), (HANGING, 0.3), (BABBLING, 20.0), (FLOODING, 20.0)])
def test_one_that_fails_twice_is_reported(source: str, deadline: float) -> None:
    async def script(engines: Engines) -> None:
        with pytest.raises(EngineGoneError):
            await engines.ask({"spec": "hex"}, deadline)
        assert engines.num_idle == 1

    with_engines(program(source), script)


def test_one_that_cannot_be_started_is_reported(tmp_path: Any) -> None:
    async def script(engines: Engines) -> None:
        with pytest.raises(EngineGoneError, match="can't be started"):
            await engines.ask({"spec": "hex"}, 20.0)
        assert engines.num_idle == 1

    with_engines((str(tmp_path / "nothing"),), script)


def test_one_that_does_not_stop_is_ended() -> None:
    async def script(engines: Engines) -> None:
        assert (await engines.ask({"spec": "hex"}, 20.0))["n"] == 3
        pid = engines._all[0].pid
        asking = asyncio.create_task(engines.ask({"slow": True}, 600.0))
        await asyncio.sleep(0.1)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert (await engines.ask({"spec": "hex"}, 60.0))["n"] == 3
        assert engines._all[0].pid != pid

    with_engines(program(DEAF), script)


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="no priorities here")
def test_games_go_before_searches() -> None:
    async def script(engines: Engines) -> None:
        await engines.ask({"spec": "hex"}, 20.0)
        pid = engines._all[0].pid
        assert pid is not None
        assert os.getpriority(os.PRIO_PROCESS, pid) >= NICENESS

    with_engines(program(DEAF), script)


def test_closing_ends_a_search_at_once() -> None:
    async def script(engines: Engines) -> None:
        asking = asyncio.create_task(engines.ask({"slow": True}, 600.0))
        async with asyncio.timeout(60.0):
            while (pid := engines._all[0].pid) is None:  # noqa: ASYNC110 - nobody tells the test
                await asyncio.sleep(0.01)
        await engines.close()
        with pytest.raises(EngineGoneError):
            await asking
        assert engines._all[0].pid is None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    with_engines(program(DEAF), script)


def test_answers_to_others_and_warnings_are_passed_over() -> None:
    async def script(engines: Engines) -> None:
        for _ in range(2):
            partial: list[Mapping[str, Any]] = []
            assert (await engines.ask({"spec": "hex"}, 20.0, partial.append))["n"] == 2
            assert [each["n"] for each in partial] == [1]

    with_engines(program(CONFUSED), script)


@pytest.mark.parametrize(("cores", "engines"), [(None, 1), (1, 1), (2, 1), (8, 7)])
def test_one_core_is_left_to_the_server(cores: int | None, engines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert (Engines().count, Engines().num_idle) == (engines, engines)
    assert Engines(3).count == 3


def test_one_that_dies_once_costs_one_retry(tmp_path: Any) -> None:
    async def script(engines: Engines) -> None:
        partial: list[Mapping[str, Any]] = []
        assert (await engines.ask({"spec": "hex"}, 20.0, partial.append))["n"] == 2
        assert [each["n"] for each in partial] == [1]

    with_engines(program(FLAKY, str(tmp_path / "died")), script)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_killed_in_the_middle_of_a_search() -> None:
    async def script(engines: Engines) -> None:
        request = {"spec": "hex(size=9)", "moves": [], "maxTime": 0.6, "reportDuringSearchEvery": 0.05}
        first = asyncio.Event()
        asking = asyncio.create_task(engines.ask(request, 30.0, lambda _: first.set()))
        await asyncio.wait([asking, asyncio.create_task(first.wait())], return_when=asyncio.FIRST_COMPLETED)
        pid = engines._all[0].pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        assert (await asking)["moveInfos"]

    with_engines(None, script)


def test_whoever_asked_may_go_away() -> None:
    async def script(engines: Engines) -> None:
        asking = asyncio.create_task(engines.ask({"spec": "hex", "moves": [], "maxTime": 60}, 90.0))
        await asyncio.sleep(0.2)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert engines.num_idle == 1
        assert (await engines.ask({"spec": "hex(size=3)", "moves": [], "maxVisits": 10}, 30.0))["moveInfos"]

    with_engines(None, script)


def test_requests_wait_for_a_free_engine() -> None:
    async def script(engines: Engines) -> None:
        request = {"spec": "hex(size=3)", "moves": [], "maxVisits": 50}
        answers = await asyncio.gather(*(engines.ask(request, 60.0) for _ in range(6)))
        assert all(answer["moveInfos"] for answer in answers)

    with_engines(None, script, count=2)


# --- what engines say beside their answers


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log holds of the engines; the numbers of their processes are left out."""
    found = [each for each in caplog.records if each.name == "motu.server.engines"]
    assert {each.levelno for each in found} <= {logging.WARNING}
    return [re.sub(r"process \d+", "process", each.getMessage()) for each in found]


def test_what_engines_warn_about_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def script(engines: Engines) -> None:
        for says in (b"the table is damaged\n\n  sorely\r\n", b"and the net", b" too"):
            await engines.ask({"says": repr(says)}, 60.0)

    with_engines(program(WARNING), script)
    assert said(caplog) == [
        "engine test 1 (process): the table is damaged",
        "engine test 1 (process):   sorely",
        "engine test 1 (process): and the net too",
    ]


def test_the_last_words_of_an_engine_that_dies_are_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def script(engines: Engines) -> None:
        with pytest.raises(EngineGoneError):
            await engines.ask({"says": repr(b"Traceback\n  oh\n"), "dies": True}, 60.0)

    with_engines(program(WARNING), script)
    assert said(caplog) == ["engine test 1 (process): Traceback", "engine test 1 (process):   oh"] * 2


def test_an_engine_that_says_no_end_of_it_is_answered_and_cut_short(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_log, "WINDOW_SECONDS", 1e9)

    async def script(engines: Engines) -> None:
        assert (await engines.ask({"says": "b'x' * 5_000_000"}, 60.0))["n"] == 2
        assert (await engines.ask({"says": "b'\\n' + b'again\\n' * 50_000"}, 60.0))["n"] == 2

    with_engines(program(WARNING), script)
    first, *others, last = said(caplog)
    assert first == "engine test 1 (process): " + "x" * MAX_LINE_CHARACTERS + "…"
    assert others == ["engine test 1 (process): again"] * (MAX_LINES - 1)
    assert last == f"engine test 1 (process): … and {50_000 - len(others)} more lines"


def test_later_it_is_heard_again(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_log, "MAX_LINES", 2)
    log = EngineLog("test")
    log.hear(b"a\nb\nc\nd\n")
    monkeypatch.setattr(engine_log, "WINDOW_SECONDS", 0.0)
    log.hear(b"e\n")
    log.end()
    assert [each.split(": ")[1] for each in said(caplog)] == ["a", "b", "… and 2 more lines", "e"]


def test_a_line_in_the_log_is_one_line_of_text(caplog: pytest.LogCaptureFixture) -> None:
    log = EngineLog("test")
    for part in (b"caf\xc3", b"\xa9 \xff\x1b[2J\x0b\tx", b"\rfaked\n"):
        log.hear(part)
    log.end()
    [line] = said(caplog)
    assert line == "engine test: café \ufffd\ufffd[2J\ufffd x\ufffdfaked"


def test_a_damaged_table_of_a_real_engine_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    path = table_of(load_game("hex(size=4)"))
    assert path is not None
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no table at all, but long enough to be one. " * 100)

    async def script(engines: Engines) -> None:
        for spec in ("hex(size=3)", "hex(size=4)"):
            assert (await engines.ask({"spec": spec, "maxVisits": 20}, 60.0))["moveInfos"]

    with_engines(None, script)
    [line] = said(caplog)
    assert line.startswith("engine test 1 (process): ")
    assert path.name in line


NAMING = """
import json, os, sys
for line in sys.stdin:
    request = json.loads(line)
    if request.get("dies"):
        os._exit(9)
    print(json.dumps({"id": request["id"], "isDuringSearch": False, "pid": os.getpid()}), flush=True)
"""
"""Says which process it is."""


def test_a_game_comes_back_to_the_engine_that_keeps_its_player() -> None:
    async def script(engines: Engines) -> None:
        async def process_of(game_id: str) -> int:
            return int((await engines.ask({"gameId": game_id}, 30.0))["pid"])

        games = [f"game {number}" for number in range(2 * KEPT_GAMES)]
        homes = [await process_of(game) for game in games]
        assert [homes.count(home) for home in sorted(set(homes))] == [KEPT_GAMES, KEPT_GAMES]
        assert [await process_of(game) for game in reversed(games)] == homes[::-1]
        other = await process_of("one too many")
        assert other in homes
        kept = [game for game, home in zip(games, homes, strict=True) if home != other]
        assert {await process_of(game) for game in kept} == set(homes) - {other}

    with_engines(program(NAMING), script, count=2)


def test_a_game_whose_engine_is_lent_or_has_died_goes_to_another() -> None:
    async def script(engines: Engines) -> None:
        home = (await engines.ask({"gameId": "game"}, 30.0))["pid"]
        async with engines.borrow("somebody", game_id="game") as engine:
            assert engine.pid == home
            assert (await engines.ask({"gameId": "game"}, 30.0))["pid"] != home
        with pytest.raises(EngineGoneError):
            await engines.ask({"gameId": "game", "dies": True}, 30.0)
        assert (await engines.ask({"gameId": "game"}, 30.0))["pid"] != home

    with_engines(program(NAMING), script, count=2)
