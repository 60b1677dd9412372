"""A server as a process of its own, and guests who play at it over HTTP."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from subprocess import Popen
from typing import Any
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa

from cli.running import MOTU, PATIENCE_S, start
from motu.server.events import Event
from motu.server.game_log import GameLog

GONE = (OSError, http.client.HTTPException)
"""What a request comes to when the server dies meanwhile."""


class Server:
    """A running server."""

    def __init__(self, process: Popen[str], url: str) -> None:
        self.process = process
        self.url = url
        self._guests: list[Guest] = []

    @property
    def children(self) -> list[int]:
        """The engines that it has started (Linux)."""
        found: set[int] = set()
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a thread may end meanwhile
                found.update(int(pid) for pid in (task / "children").read_text("ascii").split())
        return sorted(found)

    def kill(self) -> str:
        """End it without a word; return what it had to say on stderr."""
        self.process.kill()
        return str(self.process.communicate(timeout=PATIENCE_S)[1])

    def guest(self, cookie: str = "") -> Guest:
        """Open a connection; it is closed when the server's block ends."""
        guest = Guest(self.url, cookie)
        self._guests.append(guest)
        return guest

    def part(self) -> None:
        """Close all connections."""
        for guest in self._guests:
            guest.close()


def free_port() -> int:
    """Return a port at which nobody listens just now."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextlib.contextmanager
def server(where: Path | sa.URL, *options: str, program: Sequence[str] = MOTU) -> Iterator[Server]:
    """Run a server, over a folder or a database, until the block ends; `program` is run as the command `motu`."""
    place = (
        ("--data", str(where))
        if isinstance(where, Path)
        else ("--database", where.render_as_string(hide_password=False))
    )
    with start("serve", "--port", "0", "--no-browser", *place, *options, program=program) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            assert said.startswith("motu is at http://"), process.stderr and process.stderr.read()
            running = Server(process, said.split()[3])
            with contextlib.ExitStack() as stack:
                stack.callback(running.part)
                yield running
        finally:
            process.kill()


class Guest:
    """One browser: a connection that stays open, and a cookie."""

    def __init__(self, url: str, cookie: str = "") -> None:
        address = urlsplit(url)
        assert address.hostname is not None
        self._connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE_S)
        self.cookie = cookie

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request; return status and answer."""
        headers = {"cookie": self.cookie} if self.cookie else {}
        if body is not None:
            headers["content-type"] = "application/json"
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._connection.getresponse()
        given = answer.headers.get("set-cookie")
        if given is not None:
            self.cookie = given.partition(";")[0]
        told = answer.read()
        return answer.status, json.loads(told) if told else None

    def well(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request that must succeed."""
        status, answer = self.ask(method, path, body)
        assert status in (200, 201, 204), answer
        return answer

    def close(self) -> None:
        self._connection.close()


class RandomPlayer:
    """Plays one game on and on, and remembers all that it was ever told of it."""

    def __init__(self, game: dict[str, Any], seed: int) -> None:
        self._game = game
        self._random = random.Random(seed)
        self._wanted = threading.Event()
        self._thread: threading.Thread | None = None
        self.id = ""
        self.cookie = ""
        self.log: GameLog | None = None
        """The game as far as it was acknowledged."""
        self.num_acknowledged = 0
        self.fault: BaseException | None = None

    def begin(self, server: Server) -> None:
        """Play at a server, beside everything else."""
        self._wanted.set()
        self._thread = threading.Thread(target=self._play, args=(server.guest(self.cookie),))
        self._thread.start()

    def end(self) -> None:
        """Wait until playing has ended, and say if anything was wrong."""
        self._wanted.clear()
        if self._thread is not None:
            self._thread.join(PATIENCE_S)
            assert not self._thread.is_alive()
        if self.fault is not None:
            raise self.fault

    def check(self, guest: Guest) -> None:
        """Check that nothing that was acknowledged is lost, and that the game is a game."""
        if self.log is None:
            return
        events = events_of(guest.well("GET", f"/api/games/{self.id}/events"))
        known = self.log.events
        assert events[: len(known)] == known
        # What was on its way may have been kept: one request, or one machine's turn and what it was an answer to.
        assert len(events) <= len(known) + 6
        self.log = GameLog.load(events)
        whole = guest.well("GET", f"/api/games/{self.id}")
        assert (whole["seq"], whole["is_mine"]) == (len(events), True)
        assert [step[0] for step in whole["steps"]] == [step.text for step in self.log.steps]

    def _play(self, guest: Guest) -> None:
        try:
            while self._wanted.is_set():
                self._turn(guest)
        except GONE:
            pass
        except BaseException as fault:  # noqa: BLE001 - it is raised where it is seen
            self.fault = fault
        finally:
            guest.close()

    def _turn(self, guest: Guest) -> None:
        log = self.log
        if log is None or log.is_over:
            whole = guest.well("POST", "/api/games", self._game)
            self.id, self.cookie, self.log = whole["id"], guest.cookie, None
            self._hear(guest.well("GET", f"/api/games/{self.id}/events"))
        elif log.seats[log.state.current_player()].kind == "level":
            self._hear(guest.well("GET", f"/api/games/{self.id}/events?after={log.next_seq - 1}"))
            time.sleep(0.01)
        elif log.steps and self._random.random() < 0.1 and (keep := self._keep(log)) is not None:
            self._hear(self._post(guest, "take-back", {"keep": keep, "seq": log.next_seq})["events"])
        else:
            action = self._random.choice(log.state.legal_actions())
            move = log.state.action_to_string(action)
            self._hear(self._post(guest, "moves", {"move": move, "seq": log.next_seq})["events"])

    def _keep(self, log: GameLog) -> int | None:
        """Choose how much stays when moves are taken back; between two people no roll is."""
        keep = self._random.randrange(len(log.steps))
        keep -= log.steps[keep].person < 0
        has_rolled = any(step.person < 0 for step in log.steps[keep:])
        return None if has_rolled and log.is_between_people else keep

    def _post(self, guest: Guest, path: str, body: Any) -> Any:
        return guest.well("POST", f"/api/games/{self.id}/{path}", body)

    def _hear(self, told: Any) -> None:
        for event in events_of(told):
            if self.log is None:
                self.log = GameLog(event)
            else:
                self.log.apply(event)
            self.num_acknowledged += 1


def events_of(told: Any) -> list[Event]:
    return msgspec.convert(told, list[Event])
