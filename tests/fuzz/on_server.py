"""`motu serve` as a surface: two browsers and a moderator's at a real server, whose engines die now and then.

What is asked and answered is that of docs/http.md, and every route of the server's own description has its share;
nothing of the server's inside is known here.
"""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import motu
from cli.running import run_well
from fuzz.described import NAMES, PASSWORD, Described, Heard
from fuzz.engines import memory_of
from fuzz.hunt import Log, Step
from fuzz.material import MOVES, NUMBERS, SPECS, check, damaged, garbage, invent, no_json, pick, play_at_random
from fuzz.on_gtp import game_file
from fuzz.on_json import thing
from server.processes import Server, server

ACTIONS = 150
"""At one server."""
MODERATOR = "Mo"
MOST_MEMORY = 768 << 20
"""Bytes that a server may take beyond what it had at first."""
PASSING = {(500, "server/engine-gone"), (503, "server/stopping")}
"""Refusals above 499 that a server under load may give."""
SMALL = (
    "hex(size=3)", "hex(size=5)", "gan", "atomorph(size=4)", "atmalof", "junior",
    "atoll(board=hexagon,size=3,islands=12)",
)  # fmt: skip
PATHS = (
    "api/health", "api/catalogue", "api/boards?spec=gan", "api/boards?spec=tea", "api/puzzles",
    "api/puzzles/own", "api/puzzles/progress", "api/games", "", "play",
    "api/challenges", "api/challenges/none", "api/challenges/none/qr.svg",
    "api/games?after=x", "api/games?game=atoll&is_over=true", "api/games/none", "api/schema/openapi.json", "api/tea",
    "%00", "api/games/%2e%2e",
)  # fmt: skip
POSTS = (
    "api/games", "api/boards", "api/positions", "api/records/read", "api/records/write", "api/puzzles/none/tries",
    "api/puzzles/atoll-2aaa36/tries", "api/puzzles/atoll-2aaa36/solution", "{game}/moves", "{game}/take-back",
    "{game}/resign", "{game}/reveal", "{game}/offers", "{game}/answer", "{game}/seed", "api/challenges",
    "api/challenges/none/accept", "api/challenges/none/cancel", "api/pairing", "api/tournaments",
    "api/tournaments/none/join",
)  # fmt: skip
KEYS = (
    "spec", "seats", "clock", "setup", "opening", "board", "series", "moves", "all", "text", "format", "nodes", "about",
    "theme", "comment", "move", "seq", "keep", "person", "side", "name", "is_open", "kind", "is_accepted", "seed",
    "pace",
)  # fmt: skip


WAYS: tuple[tuple[int, Callable[[random.Random], list[Any]]], ...] = (
    (1, lambda rng: ["create", rng.choice(SMALL), rng.choice(("person", "person", "level", "strongest"))]),
    (1, lambda rng: ["meet", rng.choice(SMALL), rng.choice(("first", "second", "random")), rng.choice((True, False))]),
    (1, lambda rng: ["post", "{game}/offers", {"kind": rng.choice(("take_back", "draw", "cancel", "rematch"))}]),
    (1, lambda rng: ["post", "{game}/answer", {"is_accepted": rng.choice((True, False))}]),
    (4, lambda rng: ["move", rng.randrange(1000)]),
    (1, lambda rng: ["post", "{game}/take-back", {"keep": rng.randrange(5)}]),
    (1, lambda rng: ["post", rng.choice(("{game}/resign", "{game}/reveal")), {"person": rng.randrange(3)}]),
    (2, lambda rng: ["post", rng.choice(POSTS), {rng.choice(KEYS): thing(rng) for _ in range(rng.randrange(5))}]),
    (1, lambda rng: ["get", rng.choice((*PATHS, "{game}", "{game}/board", "{game}/events", "{game}/positions"))]),
    (1, lambda rng: ["text", rng.randrange(10**6), rng.randrange(3)]),
    (1, lambda rng: ["study", rng.choice(SPECS), rng.randrange(30)]),
    (2, lambda rng: ["analyse", rng.choice(("analyse", "analyse", "review")), rng.choice(SMALL), rng.randrange(20)]),
    (1, lambda rng: ["message", rng.choice((garbage(rng), json.dumps(thing(rng)), '{"type":"stop"}', "x" * 20_000))]),
    (1, lambda rng: rng.choice((["kill"], ["raw", rng.choice(POSTS), rng.randrange(2**32)], ["listen"]))),
    (1, lambda rng: ["claim", rng.choice(NAMES)]),
    (1, lambda rng: ["keep", rng.choice(SMALL)]),
    (1, lambda rng: ["host", rng.choice(("round-robin", "knock-out", "arena"))]),
    (20, lambda rng: ["route", rng.randrange(10**6), rng.randrange(2**32)]),
)
"""What guests do, how often, without who does it and which game it is about."""


def action(rng: random.Random) -> Step:
    """Invent a step; the second word of each is which guest takes it, the third which game it is about."""
    name, *more = invent(WAYS, rng)
    return [name, rng.choice((0, 0, 0, 1, 1, 1, 2)), rng.randrange(8), *more]


def listen(url: str, patience: float) -> ClientConnection:
    """Open a socket that waits as long as everything else does: on a machine that is busy nothing is at once."""
    return connect(url, open_timeout=patience, close_timeout=patience, ping_timeout=patience)


class Ear:
    """A live socket, and all that it has told."""

    def __init__(self, url: str, game: str, patience: float) -> None:
        self._socket = listen(f"{url.replace('http', 'ws', 1)}api/games/{game}/live", patience)
        begun = self._hear(patience)
        self.is_gone = begun.get("slug") == "server/no-game"
        check(self.is_gone or begun.get("type") == "snapshot", f"a game begins with {begun}")
        self.seq = int(begun.get("seq", 0))
        self.events: list[Any] = []

    def _hear(self, seconds: float) -> Any:
        return json.loads(self._socket.recv(seconds))

    def hear_up_to(self, seq: int, seconds: float) -> None:
        """Listen until all events before `seq` are told: each once, in order.

        Raises:
            ConnectionClosed: The server has closed the socket, as it does when somebody logs out.
        """
        while self.seq < seq:
            told = self._hear(seconds)
            check(told["type"] in {"update", "notice", "presence"}, told)
            for event in told.get("events", ()):
                check(event["seq"] == self.seq, f"event {event['seq']} where {self.seq} was to come")
                self.seq += 1
                self.events.append(event)

    def close(self) -> None:
        self._socket.close()


class Guest:
    """A browser: a cookie, a connection, a socket for analyses, and an ear for each game."""

    def __init__(self, url: str, patience: float) -> None:
        self._url, self._patience = url, patience
        self.http = httpx.Client(base_url=url, timeout=patience)
        self.ears: dict[str, Ear] = {}
        self.heard = Heard()
        self._analysis: ClientConnection | None = None
        self._number = 0

    def ask(self, method: str, path: str, **options: Any) -> Any:
        """Make a request, and check that the answer has its form; return it, None for a page."""
        answer = self.http.request(method, "/" + path, **options)
        if "json" not in answer.headers.get("content-type", ""):
            check(answer.status_code < 500, f"{path}: {answer.status_code} {answer.text[:300]}")
            return None
        said = json.loads(answer.text, parse_constant=no_json)
        if answer.status_code >= 400:
            check_refusal(said, answer.status_code)
            return None
        self.heard.listen(path, said)
        return said

    def hear_up_to(self, game: str, seq: int) -> Ear:
        """Hear all events of a game before `seq`; whose socket was closed opens another, as a browser does."""
        ear = self.ears[game]
        try:
            ear.hear_up_to(seq, self._patience)
        except ConnectionClosed:
            self.listen(game)
            ear = self.ears[game]
            ear.hear_up_to(seq, self._patience)
        return ear

    def listen(self, game: str) -> None:
        """Open the live socket of a game, anew if it is open."""
        if game in self.ears:
            self.ears[game].close()
        ear = Ear(self._url, game, self._patience)
        if not ear.is_gone:
            self.ears[game] = ear
            return
        ear.close()  # as those who played it alone deleted their account
        self.ears.pop(game, None)
        check(self.ask("GET", f"api/games/{game}") is None, "a game is told that cannot be listened to")

    def send(self, text: str) -> None:
        """Send a message about analyses; where the last one made the server close the socket, to another one."""
        try:
            self._socket().send(text)
        except ConnectionClosed:
            self._analysis = None
            self._socket().send(text)

    def analyse(self, asked: dict[str, Any]) -> None:
        """Ask for an analysis or a review, and wait for its end."""
        self._number += 1
        self.send(json.dumps(asked | {"id": self._number}))
        deadline = time.monotonic() + self._patience
        while time.monotonic() < deadline:
            try:
                told = json.loads(self._socket().recv(self._patience), parse_constant=no_json)
            except ConnectionClosed:
                self._analysis = None
                return
            if told.get("type") == "notice":
                continue  # others come first, on a machine that is busy or whose engine has just been killed
            if "slug" in told:
                check_refusal(told, 0)
                if told["text"] in {"", str(self._number)}:  # what cannot be read has no id
                    return
            elif told["id"] == self._number and (told["type"] == "reviewed" or told["is_final"]):
                return
        raise AssertionError(f"no end of {asked}")

    def _socket(self) -> ClientConnection:
        if self._analysis is None:
            self._analysis = listen(f"{self._url.replace('http', 'ws', 1)}api/analysis", self._patience)
        return self._analysis

    def close(self) -> None:
        for ear in self.ears.values():
            ear.close()
        if self._analysis is not None:
            self._analysis.close()
        self.http.close()


def check_refusal(said: Any, status: int) -> None:
    """A refusal has its four fields, a sentence on one line, and is nobody's fault at motu."""
    check({"slug", "error", "text", "legal"} <= said.keys(), f"a refusal of another form: {said}")
    check(status < 500 or (status, said["slug"]) in PASSING, f"{status}: {said}")
    check(said["slug"] != "server/fault", said)
    check(said["error"].strip() and "\n" not in said["error"], said)


class Visit:
    """A server, its two guests and a moderator."""

    def __init__(self, running: Server, log: Log, patience: float) -> None:
        log.begin()
        self._log, self._running, self._patience = log, running, patience
        self.guests = [Guest(running.url, patience) for _ in range(3)]
        for guest in self.guests:
            guest.ask("GET", "api/health")
        self._described = Described(self.guests[0].ask("GET", "api/schema/openapi.json"))
        self.guests[2].ask("POST", "api/account", json={"name": MODERATOR, "password": PASSWORD})
        run_well("account", "role", MODERATOR, "admin", "--data", "data")
        self._games: list[tuple[str, str]] = []
        self._words = ""
        self._at_first = self._memory()

    def take(self, step: Step) -> None:
        """Take a step, and check what comes of it."""
        self._log.step(step)
        name, who, number, *more = step
        guest = self.guests[who % 3]
        game, spec = pick(self._games, number) if self._games else ("none", "hex")
        try:
            getattr(self, f"_{name}")(guest, game, spec, *more)
            check(self._running.process.poll() is None, "the server has left")
        except (AssertionError, TimeoutError, httpx.TransportError, ConnectionClosed) as error:
            asked = f"{self._words}{json.dumps(step)[:300]}"
            self._log.fault(f"{type(error).__name__} at {name}: {error}\n{asked}\n{self._last_words()}")

    def _create(self, guest: Guest, _game: str, _spec: str, spec: str, opponent: str) -> None:
        seat: dict[str, object] = {"kind": opponent}
        if opponent in {"level", "strongest"}:
            seat |= {"level": 1} if opponent == "level" else {"seconds": 0.1}
        body = {"spec": spec, "seats": [{"kind": "person"}, seat]}
        made = guest.ask("POST", "api/games", json=body)
        if made is not None:
            self._games.append((made["id"], spec))
            for each in self.guests:
                each.listen(made["id"])

    def _meet(self, guest: Guest, _game: str, _spec: str, spec: str, side: str, is_open: bool) -> None:
        made = guest.ask("POST", "api/challenges", json={"spec": spec, "side": side, "is_open": is_open})
        other = self.guests[self.guests.index(guest) - 1]
        taken = None if made is None else other.ask("POST", f"api/challenges/{made['id']}/accept", json={})
        if taken is not None:
            self._games.append((taken["game"], spec))
            for each in self.guests:
                each.listen(taken["game"])

    def _move(self, guest: Guest, game: str, spec: str, number: int) -> None:
        whole = guest.ask("GET", f"api/games/{game}")
        if whole is not None:
            state = motu.load_game(spec).new_initial_state().play_all([step[0] for step in whole["steps"]])
            move = pick((*state.legal_moves(), MOVES[number % len(MOVES)]), number)
            guest.ask("POST", f"api/games/{game}/moves", json={"move": move, "seq": whole["seq"]})
            self._compare(game)

    def _post(self, guest: Guest, game: str, _spec: str, path: str, body: dict[str, Any]) -> None:
        whole = guest.ask("GET", f"api/games/{game}")
        seq = {} if whole is None or "seq" in body or "{game}" not in path else {"seq": whole["seq"]}
        guest.ask("POST", path.format(game=f"api/games/{game}"), content=json.dumps(seq | body).encode())
        self._compare(game)

    def _raw(self, guest: Guest, game: str, _spec: str, path: str, number: int) -> None:
        rng = random.Random(number)
        body = json.dumps(
            {"spec": "hex", "seq": 1, "move": "a1", "text": "a1", "moves": ["a1"], "person": rng.choice(NUMBERS)}
        )
        guest.ask("POST", path.format(game=f"api/games/{game}"), content=damaged(body.encode(), rng, 2))

    def _get(self, guest: Guest, game: str, _spec: str, path: str) -> None:
        guest.ask("GET", path.format(game=f"api/games/{game}"))

    def _route(self, guest: Guest, game: str, _spec: str, number: int, seed: int) -> None:
        """Ask what the server's description tells of, with what this guest knows."""
        rng = random.Random(seed)
        label = pick(self._described.labels, number)
        events = guest.ask("GET", f"api/games/{game}/events") if "{game_id}" in label else None
        asked = self._described.request(label, rng, guest.heard, len(events or ()))
        body = {} if asked.body is None else {"content": json.dumps(asked.body).encode()}
        self._words = f"{label}: {asked.path} {asked.query} {str(asked.body)[:500]}"
        guest.ask(asked.method, asked.path, params=asked.query, **body)
        self._words = ""
        self._compare(game)

    def _claim(self, guest: Guest, _game: str, _spec: str, name: str) -> None:
        """Take a name, or log in with it where it is taken."""
        body = {"name": name, "password": PASSWORD}
        if guest.ask("POST", "api/account", json=body) is None:
            guest.ask("POST", "api/account/log-in", json=body)

    def _keep(self, guest: Guest, _game: str, _spec: str, spec: str) -> None:
        moves = motu.load_game(spec).new_initial_state().legal_moves()
        guest.ask("POST", "api/studies", json={"name": "Mine", "tree": {"s": spec, "n": [moves[0], 0, moves[-1]]}})

    def _host(self, guest: Guest, _game: str, _spec: str, system: str) -> None:
        """Invite to a tournament that all join, and that its maker begins."""
        cup = {"name": "Cup", "system": system, "spec": "hex(size=5)", "most": 8, "starts_in_ms": 600_000}
        terms = {"clock": {"initial_ms": 60_000}, "minutes": 30 * (system == "arena"), "rated": False}
        made = guest.ask("POST", "api/tournaments", json=cup | terms)
        path = f"api/tournaments/{made['about']['id']}" if made else "api/tournaments/none"
        for each in self.guests:
            each.ask("POST", f"{path}/join")
        guest.ask("POST", f"{path}/begin")

    def _text(self, guest: Guest, _game: str, _spec: str, number: int, damage: int) -> None:
        text = game_file(number, damage).decode("utf-8", "replace")
        found = guest.ask("POST", "api/records/read", json={"text": text})
        for each in (found or {"games": []})["games"][:1]:
            body = {key: each[key] for key in ("spec", "moves", "setup", "board") if key in each}
            guest.ask(
                "POST", "api/records/write", json=body | {"format": pick(("jsonl", "sgf", "svg", "fragment"), number)}
            )

    def _study(self, guest: Guest, _game: str, _spec: str, spec: str, number: int) -> None:
        state = motu.load_game(spec).new_initial_state()
        play_at_random(state, number, random.Random(number))
        told = guest.ask("POST", "api/positions", json={"spec": spec, "moves": state.moves(), "all": bool(number % 2)})
        check(told is not None, f"the moves of {state!r} were refused")

    def _analyse(self, guest: Guest, _game: str, _spec: str, kind: str, spec: str, number: int) -> None:
        state = motu.load_game(spec).new_initial_state()
        play_at_random(state, 1 + number % 7, random.Random(number))
        limits = {"visits": 5} if kind == "review" else {"visits": 50, "seconds": 0.5}
        guest.analyse({"type": kind, "spec": spec, "moves": state.moves()} | limits)

    def _message(self, guest: Guest, _game: str, _spec: str, text: str) -> None:
        guest.send(text)

    def _listen(self, guest: Guest, game: str, _spec: str) -> None:
        if game in guest.ears:
            guest.listen(game)

    def _kill(self, guest: Guest, game: str, spec: str) -> None:
        children = self._running.children
        if children:
            os.kill(random.Random(len(children)).choice(children), signal.SIGKILL)
        self._analyse(guest, game, spec, "analyse", "hex(size=3)", 3)

    def _compare(self, game: str) -> None:
        """Both guests have heard the same of a game, and it is what the list of its events says."""
        events = self.guests[0].ask("GET", f"api/games/{game}/events")
        for guest in self.guests if events is not None else ():
            if game in guest.ears:
                ear = guest.hear_up_to(game, len(events))
                begin = ear.seq - len(ear.events)
                check(ear.events[: len(events) - begin] == events[begin:], "a guest has heard another game")

    def leave(self) -> None:
        """See that the server is well, has not grown and has not complained."""
        self._log.step(["leave"])
        for game, _ in self._games:
            self._compare(game)
        check(self.guests[0].ask("GET", "api/health")["status"] == "ok", "not well")
        grown = self._memory() - self._at_first
        check(grown < MOST_MEMORY, f"the server grew by {grown >> 20} MB")
        words = self._last_words()
        check("Traceback" not in words, words)

    def _memory(self) -> int:
        return memory_of(self._running.process.pid)

    def _last_words(self) -> str:
        return self._running.kill()[-3000:]


class Serve:
    """The surface."""

    patience = 240.0

    def __init__(self, without: frozenset[str]) -> None:
        self._without = without

    def explore(self, number: int, log: Log) -> None:
        """Visit a server."""
        rng = random.Random(number)
        steps = (action(rng) for _ in range(ACTIONS))
        self.replay([step for step in steps if step[0] not in self._without], log)

    def replay(self, steps: Sequence[Step], log: Log) -> None:
        """Make the same visit again."""
        with server(Path("data")) as running, ExitStack() as stack:
            visit = Visit(running, log, self.patience / 2)
            for guest in visit.guests:
                stack.callback(guest.close)
            for step in steps:
                if step != ["leave"]:
                    visit.take(step)
            visit.leave()


def surface(without: frozenset[str]) -> Serve:
    """Make the surface."""
    return Serve(without)
