"""Several guests of one server, each with a cookie of his own, and two of them in a game at different screens."""

from __future__ import annotations

from typing import Any

from litestar.testing import TestClient

from motu.server.guests import COOKIE, Guests

HERE = "http://127.0.0.1:8000"


class Visitor:
    """Somebody who asks a server; without a name nobody whom it knows."""

    def __init__(self, client: TestClient[Any], guest: str = "") -> None:
        """Be a guest of that id."""
        self.client, self.guest = client, guest
        guests: Guests = client.app.state.services.guests
        self.headers = {"cookie": f"{COOKIE}={guests.cookie_of(guest)}"} if guest else {}

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request; return the answer."""
        self.client.cookies.clear()
        return self.client.request(method, path, json=body, headers=self.headers)

    def claim(self, name: str, password: str = "a beach of islands") -> None:
        """Have a name from now on, and be known by a session."""
        self._logged_in(self.ask("POST", "/api/account", {"name": name, "password": password}))

    def log_in(self, name: str, password: str = "a beach of islands") -> None:
        """Be somebody who has a name."""
        self._logged_in(self.ask("POST", "/api/account/log-in", {"name": name, "password": password}))

    def _logged_in(self, answer: Any) -> None:
        assert answer.status_code == 201, answer.text
        cookie = answer.headers["set-cookie"].partition(";")[0]
        self.headers = {"cookie": f"{self.headers['cookie']}; {cookie}" if self.headers else cookie}

    def well(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request that must succeed; return what is in the answer."""
        answer = self.ask(method, path, body)
        assert answer.status_code in (200, 201, 204), answer.text
        return answer.json() if answer.content else None

    def refused(self, method: str, path: str, body: Any = None) -> str:
        """Send a request that must be refused; return the slug."""
        answer = self.ask(method, path, body)
        assert answer.status_code >= 400, answer.text
        assert answer.json()["error"]
        return str(answer.json()["slug"])


def challenge(maker: Visitor, spec: str = "hex(size=3)", **terms: Any) -> str:
    """Let somebody make a challenge, who plays first unless told otherwise; return its id."""
    made = maker.well("POST", "/api/challenges", {"spec": spec, "side": "first", **terms})
    return str(made["id"])


def game_of(maker: Visitor, taker: Visitor, spec: str = "hex(size=3)", **terms: Any) -> str:
    """Let two play each other; return the game's id."""
    known = challenge(maker, spec, **terms)
    return str(taker.well("POST", f"/api/challenges/{known}/accept", {})["game"])


def does(who: Visitor, game: str, what: str, **body: Any) -> Any:
    """Let somebody do something in a game as it stands; return the update."""
    return who.well("POST", f"/api/games/{game}/{what}", body | {"seq": seq_of(who, game)})


def refused(who: Visitor, game: str, what: str, **body: Any) -> str:
    """Let somebody try something that must be refused; return the slug."""
    return who.refused("POST", f"/api/games/{game}/{what}", body | {"seq": seq_of(who, game)})


def seq_of(who: Visitor, game: str) -> int:
    """Return the number of a game's next event."""
    return int(who.well("GET", f"/api/games/{game}")["seq"])
