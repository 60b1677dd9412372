"""A bot takes what it is set to take, goes on after a lost connection, and leaves when it is told to."""

from __future__ import annotations

import contextlib
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen
from typing import Any

import httpx
import pytest

from motu.arena.online import bot as module
from motu.arena.online.bot import Bot, BotSettings
from motu.arena.online.client import BotClient, LostError, RefusedError
from motu.arena.online.table import BotTable, names_of_games, plays
from motu.arena.program import Program

Line = dict[str, Any]
READY: Line = {"type": "ready", "account": "Bot", "games": []}


def challenge(known: str, spec: str = "hex(size=3)") -> Line:
    return {"type": "challenge", "id": known, "spec": spec, "state": "waiting", "is_for_me": True}


def program(*modes: str) -> str:
    """The command line of a program that plays only Hex."""
    return shlex.join([sys.executable, str(Path(__file__).parents[1] / "hex_program.py"), *modes])


def turn(game: str) -> Line:
    known = {"game": game, "seq": 1, "seat": 0, "created": {"spec": "hex(size=3)"}, "steps": [], "clocks": None}
    return {"type": "turn", "offer": None, "is_turn": True} | known


def noted(monkeypatch: pytest.MonkeyPatch, name: str) -> list[tuple[BotTable, Any]]:
    """Return the tables that are asked for something from now on, and what they are given."""
    found: list[tuple[BotTable, Any]] = []
    do = getattr(BotTable, name)

    def noting(table: BotTable, given: Any) -> None:
        found.append((table, given))
        do(table, given)

    monkeypatch.setattr(BotTable, name, noting)
    return found


class FakeServer(BotClient):
    """Tells what it is given, and waits for answers: each list is a stream, which is lost at its end."""

    def __init__(self, *streams: list[Line]) -> None:
        super().__init__("http://nowhere", "x")
        self._streams = iter(streams)
        self.sent: list[str] = []
        self._challenges, self._is_ready = 0, False

    def stream(self) -> Iterator[Line | None]:
        lines = next(self._streams, None)
        if lines is None:
            raise RefusedError("revoked", slug="token/wrong")
        for line in lines:
            yield line
            self._challenges += line["type"] == "challenge"
            self._is_ready = self._is_ready or line["type"] == "ready"
            until = time.monotonic() + 20
            while self._is_ready and len(self.answers()) < self._challenges and time.monotonic() < until:
                time.sleep(0.01)
        raise LostError("lost")

    def answers(self) -> list[str]:
        return [path.removeprefix("/api/challenges/") for path in self.sent if path.startswith("/api/challenges/")]

    def post(self, path: str, body: Line) -> Line:
        self.sent.append(path)
        return {"game": f"game-{path.split('/')[3]}"}


def play(server: FakeServer, **settings: Any) -> list[float]:
    """Run a bot until its token is revoked; return its pauses."""
    pauses: list[float] = []
    with pytest.raises(RefusedError, match="revoked"):
        Bot(server, BotSettings(**{"command": program()} | settings), lambda _: None, pauses.append).run()
    return pauses


def test_it_takes_as_many_games_as_it_is_told_to_and_declines_others() -> None:
    server = FakeServer([challenge("a"), READY, challenge("b"), challenge("c")])
    play(server, concurrent=2)
    assert server.sent == [f"/api/challenges/{each}" for each in ("a/accept", "b/accept", "c/decline")]


def test_it_declines_games_that_it_does_not_play() -> None:
    server = FakeServer([READY, challenge("a", "atoll"), challenge("b", "hex(size=3)")])
    play(server, games=("hex",))
    assert server.sent == ["/api/challenges/a/decline", "/api/challenges/b/accept"]


def test_it_declines_what_the_program_cannot_play() -> None:
    asked = ("gan", "atomorph(size=5)", "junior", "atmalof", "hex(size=7)", "hex(size=4x5)", "chess")
    server = FakeServer([READY, *(challenge(str(number), spec) for number, spec in enumerate(asked))])
    play(server, command=program("small:6"), concurrent=7)
    answers = [f"{number}/{'accept' if spec == 'hex(size=4x5)' else 'decline'}" for number, spec in enumerate(asked)]
    assert server.answers() == answers


def test_a_program_that_has_refused_a_game_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = noted(monkeypatch, "set_up")
    server = FakeServer([READY, *(challenge(known, "gan") for known in "ab")])
    play(server)
    assert (server.answers(), tried) == (["a/decline", "b/decline"], [(tried[0][0], "gan")])


def test_a_program_that_does_not_start_costs_no_game() -> None:
    server = FakeServer([READY, challenge("a"), challenge("b")])
    play(server, command="no-such-program")
    assert server.answers() == ["a/decline", "b/decline"]


def test_the_program_that_was_tried_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the stream tells of the game before the answer to the challenge is here."""
    tried, played = noted(monkeypatch, "set_up"), noted(monkeypatch, "take_turn")
    server = FakeServer([READY, challenge("a"), turn("game-a")])
    with pytest.raises(RefusedError, match="revoked"):
        Bot(server, BotSettings(program()), lambda _: None, lambda _: time.sleep(1)).run()
    assert server.sent == ["/api/challenges/a/accept", "/api/games/game-a/moves"]
    assert [table for table, _ in tried] == [table for table, _ in played]


def test_games_that_go_on_count_and_those_that_ended_meanwhile_do_not() -> None:
    going: Line = READY | {"games": ["old"]}
    server = FakeServer([going, challenge("a")], [READY, challenge("b")])
    play(server)
    assert server.sent == ["/api/challenges/a/decline", "/api/challenges/b/accept"]


def test_it_comes_back_later_and_later() -> None:
    assert play(FakeServer(*([[]] * 7))) == [*module.PAUSES, module.PAUSES[-1], module.PAUSES[-1]]
    assert play(FakeServer([], [], [READY], [])) == [1.0, 2.0, 1.0, 2.0]


def test_it_declines_offers() -> None:
    offer: Line = {"type": "offer", "game": "g", "seq": 4, "seat": 1, "offer": {"person": 0, "kind": "draw"}}
    server = FakeServer([READY, offer])
    play(server)
    assert server.sent == ["/api/games/g/answer"]


def over(seat: int, asker: int | None) -> Line:
    offer = None if asker is None else {"person": asker, "kind": "rematch"}
    result = {"winner": 0, "reason": "connected"}
    return {"type": "over", "game": "g", "seq": 9, "seat": seat, "offer": offer, "result": result}


@pytest.mark.parametrize("games", [["g"], []])
def test_it_declines_a_rematch_whoever_lost(games: list[str]) -> None:
    """Also of a game that was over before it came."""
    server = FakeServer([READY | {"games": games}, over(1, None), over(1, 0)])
    play(server)
    assert server.sent == ["/api/games/g/answer"]


def test_it_leaves_its_own_offer_and_the_next_game_of_a_series_alone() -> None:
    """A series was accepted with the challenge; its next game begins by itself, or when the opponent wants it."""
    server = FakeServer([READY, over(1, 1), over(1, -1)])
    play(server)
    assert server.sent == []


def test_it_leaves_when_its_games_are_over() -> None:
    class Leaving(FakeServer):
        def stream(self) -> Iterator[Line | None]:
            yield READY | {"games": ["old"]}
            assert not bot.leave(), "a game goes on"
            yield challenge("a")
            yield over(0, None) | {"game": "old"}
            raise AssertionError

    server, said = Leaving(), list[str]()
    bot = Bot(server, BotSettings("nothing", concurrent=5), said.append)
    bot.run()
    assert server.sent == ["/api/challenges/a/decline"]
    assert said[-1] == "game old: won, connected"
    assert bot.leave()


class Hanging(FakeServer):
    """Tells of a game's turn; once its program is asked for a move, which never comes, something happens."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *then: Line) -> None:
        super().__init__()
        self.processes: list[Popen[bytes]] = []
        self._then = then
        ask = Program.ask

        def noting(program: Program, command: str, seconds: float = 60.0) -> str:
            if command.startswith("genmove"):
                self.processes.append(program.process)
            return ask(program, command, seconds)

        monkeypatch.setattr(Program, "ask", noting)

    def stream(self) -> Iterator[Line | None]:
        yield READY | {"games": ["g"]}
        yield turn("g")
        until = time.monotonic() + 20
        while not self.processes and time.monotonic() < until:
            time.sleep(0.01)
        yield from self._then
        raise KeyboardInterrupt


def test_an_end_does_not_wait_for_a_program_that_hangs_and_leaves_none_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    server, said = Hanging(monkeypatch), list[str]()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        Bot(server, BotSettings(program("hang:1")), said.append).run()
    assert time.monotonic() - begin < 20
    assert [process.wait(5) for process in server.processes] == [-signal.SIGKILL]
    assert (server.sent, said) == ([], ["Bot is there"]), "the game stays as it is"


def test_a_program_that_still_thinks_when_its_game_is_over_does_not_hold_up_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Next(Hanging):
        def stream(self) -> Iterator[Line | None]:
            with contextlib.suppress(KeyboardInterrupt):
                yield from super().stream()
            yield challenge("a")
            until = time.monotonic() + 10
            while not self.sent and time.monotonic() < until:
                time.sleep(0.01)
            raise RefusedError("revoked", slug="token/wrong")

    server = Next(monkeypatch, over(0, None))
    play(server, command=program("hang:1"))
    assert server.sent == ["/api/challenges/a/accept"]
    assert [process.wait(5) for process in server.processes] == [-signal.SIGKILL]


def test_another_program_in_its_place_ends_it() -> None:
    with pytest.raises(RefusedError, match="another program"):
        Bot(FakeServer([READY, {"type": "replaced"}]), BotSettings("nothing"), lambda _: None).run()


def test_a_suspension_ends_it_in_the_servers_words() -> None:
    """The stream ends, and the bot asks once more."""

    def answer(_: httpx.Request) -> httpx.Response:
        told = {"error": "the account of this token is suspended for good", "slug": "account/suspended"}
        return httpx.Response(403, json=told)

    bot = Bot(BotClient("http://nowhere", "x", httpx.MockTransport(answer)), BotSettings("nothing"), lambda _: None)
    with pytest.raises(RefusedError, match="is suspended for good"):
        bot.run()


def test_a_game_in_which_anything_fails_is_given_up_and_free_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that plays it would end without a word, and the game wait for ever."""

    def fail(_table: object, _news: Line) -> None:
        raise ValueError("nobody thought of this")

    monkeypatch.setattr(BotTable, "take_turn", fail)
    server, said = FakeServer([READY | {"games": ["g"]}, turn("g"), turn("g") | {"seq": 6}]), list[str]()
    with pytest.raises(RefusedError, match="revoked"):
        Bot(server, BotSettings("nothing"), said.append, lambda _: time.sleep(0.2)).run()
    assert server.sent[:1] == ["/api/games/g/resign"]
    assert "game g: given up, for the program has failed: ValueError: nobody thought of this" in said


@pytest.mark.parametrize("command", ["", '"'])
def test_no_bot_is_made_without_a_program(command: str) -> None:
    with pytest.raises(RefusedError, match="names no program"):
        BotSettings(command)


def test_a_game_is_known_by_every_name_it_has() -> None:
    assert all(plays(name, (name,)) for name in names_of_games())
    assert plays("atoll", ("nauru",))
    assert not plays("hex", ("nauru",))
