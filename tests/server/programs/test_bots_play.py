"""Bots at a server in a process of its own: a hundred play each other; `motu bot` and docs/bots.md's program play."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import httpx
import pytest

from cli.running import PATIENCE_S, start
from motu.server.accounts.accounts import Accounts
from motu.server.database import NAME
from motu.server.programs.bots import MAX_EACH, Bots
from motu.server.programs.scopes import SCOPES
from motu.server.programs.tokens import Tokens
from motu.server.store import Store
from server.accounts.houses import PASSWORD, quick_passwords
from server.processes import Guest, server

SPEC = "hex(size=3)"
BOTS_PAGE = (Path(__file__).parents[3] / "docs" / "bots.md").read_text("utf-8")


def tokens_of_bots(data: Path, count: int) -> dict[str, str]:
    """Make bots before a server is started; return the token of each name."""

    async def script() -> dict[str, str]:
        store = Store(data / NAME)
        accounts, found = Accounts(store, quick_passwords()), dict[str, str]()
        tokens, bots = Tokens(store), Bots(store, accounts)
        for number in range(count):
            if number % MAX_EACH == 0:
                owner = await accounts.claim(f"owner{number}", f"Owner-{_word(number)}", PASSWORD)
            bot = await bots.make(owner, f"bot-{_word(number)}")
            found[bot.name] = (await tokens.make(bot.id, "test", SCOPES)).text
        accounts.close()
        store.close()
        return found

    return asyncio.run(script())


def _word(number: int) -> str:
    return "".join("bcdfghkmnp"[int(digit)] + "a" for digit in f"{number:03}")


class AsyncBot:
    """Plays random moves until a game of its own is over."""

    def __init__(self, url: str, token: str, seed: int) -> None:
        headers = {"authorization": f"Bearer {token}"}
        self.http = httpx.AsyncClient(base_url=url, headers=headers, timeout=PATIENCE_S)
        self.random, self.result = random.Random(seed), dict[str, Any]()

    async def play(self, opponent: str = "") -> None:
        async with self.http, self.http.stream("GET", "/api/stream") as stream:
            async for line in stream.aiter_lines():
                if line and await self._take(json.loads(line), opponent):
                    return

    async def _take(self, told: Any, opponent: str) -> bool:
        if told["type"] == "ready" and opponent:
            await self._post("/api/challenges", {"spec": SPEC, "to": opponent})
        elif told["type"] == "challenge" and told["is_for_me"] and told["state"] == "waiting":
            await self._post(f"/api/challenges/{told['id']}/accept", {})
        elif told["type"] == "over":
            self.result = told
            return True
        elif told.get("is_turn"):
            move = {"move": self.random.choice(told["legal"]), "seq": told["seq"]}
            await self._post(f"/api/games/{told['game']}/moves", move)
        return False

    async def _post(self, path: str, body: Any) -> None:
        answer = await self.http.post(path, json=body)
        assert answer.is_success, answer.text


@pytest.mark.parametrize("count", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_bots_play_each_other(count: int, tmp_path: Path) -> None:
    tokens = tokens_of_bots(tmp_path, count)
    names = list(tokens)

    async def all_of_them(url: str) -> list[AsyncBot]:
        bots = [AsyncBot(url, tokens[name], seed) for seed, name in enumerate(names)]
        half = count // 2
        plays = [bot.play(names[number + half] if number < half else "") for number, bot in enumerate(bots)]
        await asyncio.wait_for(asyncio.gather(*plays), 4 * PATIENCE_S)
        return bots

    with server(tmp_path) as running:
        bots = asyncio.run(all_of_them(running.url))
        for first, second in zip(bots[: count // 2], bots[count // 2 :], strict=True):
            for each in ("game", "seq", "steps", "result", "created"):
                assert first.result[each] == second.result[each]
            assert {first.result["seat"], second.result["seat"]} == {0, 1}
            assert all(seat["is_bot"] for seat in first.result["created"]["seats"])
        assert "Traceback" not in running.kill()


def beat(guest: Guest, bot: str) -> Any:
    """Challenge a bot and play random moves until the game is over."""
    guest.ask("GET", "/api/catalogue")
    guest.ask("GET", "/api/games")
    known = guest.well("POST", "/api/challenges", {"spec": SPEC, "to": bot, "side": "first"})["id"]
    chance = random.Random(1)
    while (state := guest.well("GET", f"/api/challenges/{known}"))["state"] == "waiting":
        pass
    assert state["state"] == "taken", state
    while (game := guest.well("GET", f"/api/games/{state['game']}"))["result"] is None:
        if game["position"]["player"] == game["seat"]:
            cells = game["position"]["place"]
            names = [f"{'abc'[cell % 3]}{cell // 3 + 1}" for cell in cells]
            guest.well("POST", f"/api/games/{state['game']}/moves", {"move": chance.choice(names), "seq": game["seq"]})
    return game


def test_motu_bot_plays_a_game_to_its_end_with_motu_gtp(tmp_path: Path) -> None:
    ((name, token),) = tokens_of_bots(tmp_path, 1).items()
    (tmp_path / "token").write_text(token + "\n", "utf-8")
    engine = f"{shlex.quote(sys.executable)} -m motu gtp --player random"
    with server(tmp_path) as running:
        options = ("--gtp", engine, "--url", running.url, "--token-file", str(tmp_path / "token"), "--games", "hex")
        with start("bot", *options) as playing:
            assert playing.stdout is not None
            assert playing.stdout.readline() == f"{name} is there\n"
            guest = running.guest()
            game = beat(guest, name)
            assert game["result"]["reason"] == "connected", game
            assert game["created"]["seats"][1] == {"name": name, "is_bot": True}
            declined = guest.well("POST", "/api/challenges", {"spec": "atmalof", "to": name})["id"]
            while guest.well("GET", f"/api/challenges/{declined}")["state"] == "waiting":
                pass
            assert guest.well("GET", f"/api/challenges/{declined}")["state"] == "declined"
            assert "accepted" in playing.stdout.readline()
            while "declined" not in playing.stdout.readline():
                assert playing.poll() is None
            playing.send_signal(signal.SIGINT)
            _, complaints = playing.communicate(timeout=PATIENCE_S)
            assert playing.returncode == 130, complaints
            assert "Traceback" not in complaints


THINKER = """
import os, pathlib, sys, time
folder = pathlib.Path(sys.argv[1])
cells = [f"{column}{row}" for row in (1, 2, 3) for column in "abc"]
for line in sys.stdin:
    words = line.split()
    if words[0] == "play" and words[2] in cells:
        cells.remove(words[2])
    if words[0] == "genmove":
        (folder / "thinks").write_text(str(os.getpid()))
        while not (folder / "go-on").exists():
            time.sleep(0.05)
    answer = {"list_commands": "boardsize play genmove", "genmove": cells[0]}.get(words[0], "")
    if words[0] == "genmove":
        cells.pop(0)
    print(f"= {answer}\\n", flush=True)
"""
"""Plays Hex, but thinks until it may go on."""


@contextlib.contextmanager
def thinking_bot(folder: Path, url: str, guest: Guest, name: str) -> Iterator[tuple[Popen[str], str, int]]:
    """A bot whose program thinks, in a process group of its own; its process, the game and the program's process."""
    (folder / "thinker.py").write_text(THINKER, "utf-8")
    engine = shlex.join([sys.executable, str(folder / "thinker.py"), str(folder)])
    options = ("--gtp", engine, "--url", url, "--token-file", str(folder / "token"))
    with start("bot", *options, start_new_session=True) as playing:
        assert playing.stdout is not None
        assert playing.stdout.readline() == f"{name} is there\n"
        guest.ask("GET", "/api/catalogue")
        guest.ask("GET", "/api/games")
        known = guest.well("POST", "/api/challenges", {"spec": SPEC, "to": name, "side": "second"})["id"]
        until = time.monotonic() + PATIENCE_S
        while not (folder / "thinks").exists() or not (folder / "thinks").read_text():
            assert time.monotonic() < until
            time.sleep(0.05)
        game = guest.well("GET", f"/api/challenges/{known}")["game"]
        assert "accepted" in playing.stdout.readline()
        try:
            yield playing, game, int((folder / "thinks").read_text())
        finally:
            (folder / "go-on").touch()
            playing.kill()


def test_a_second_ctrl_c_ends_motu_bot_and_its_program(tmp_path: Path) -> None:
    ((name, token),) = tokens_of_bots(tmp_path, 1).items()
    (tmp_path / "token").write_text(token + "\n", "utf-8")
    with (
        server(tmp_path) as running,
        thinking_bot(tmp_path, running.url, running.guest(), name) as (playing, _, program),
    ):
        playing.send_signal(signal.SIGINT)
        assert playing.stdout is not None
        assert "no new games" in playing.stdout.readline()
        playing.send_signal(signal.SIGINT)
        assert playing.wait(10) == 130
        assert not Path(f"/proc/{program}").exists()


def test_sigterm_ends_motu_bot_and_its_program(tmp_path: Path) -> None:
    ((name, token),) = tokens_of_bots(tmp_path, 1).items()
    (tmp_path / "token").write_text(token + "\n", "utf-8")
    with (
        server(tmp_path) as running,
        thinking_bot(tmp_path, running.url, running.guest(), name) as (playing, _, program),
    ):
        playing.terminate()
        assert playing.wait(10) == -signal.SIGTERM
        assert not Path(f"/proc/{program}").exists()


def test_ctrl_c_at_a_terminal_leaves_the_program_alone_until_its_game_is_over(tmp_path: Path) -> None:
    """A terminal sends it to all processes of its group."""
    ((name, token),) = tokens_of_bots(tmp_path, 1).items()
    (tmp_path / "token").write_text(token + "\n", "utf-8")
    with server(tmp_path) as running:
        guest = running.guest()
        with thinking_bot(tmp_path, running.url, guest, name) as (playing, game, _):
            os.killpg(playing.pid, signal.SIGINT)
            assert playing.stdout is not None
            assert "no new games" in playing.stdout.readline()
            (tmp_path / "go-on").touch()
            while (state := guest.well("GET", f"/api/games/{game}"))["position"]["player"] != state["seat"]:
                time.sleep(0.05)
            guest.well("POST", f"/api/games/{game}/resign", {"person": state["seat"], "seq": state["seq"]})
            said, complaints = playing.communicate(timeout=PATIENCE_S)
            assert (said, playing.returncode) == (f"game {game}: won, resign\n", 130), complaints


def test_the_program_of_the_document_plays(tmp_path: Path) -> None:
    ((name, token),) = tokens_of_bots(tmp_path, 1).items()
    blocks = re.findall(r"^```python\n(.*?)^```$", BOTS_PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    with server(tmp_path) as running:
        process = Popen([sys.executable, "-c", blocks[0], running.url, token], stderr=PIPE, text=True)
        try:
            assert beat(running.guest(), name)["result"]["reason"] == "connected"
        finally:
            process.kill()
            process.communicate()
