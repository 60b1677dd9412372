"""What a bot asks of a server, over HTTP (floor: arena)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx

from motu.errors import MotuError

SILENT_SECONDS = 40.0
"""A stream gives a sign of life every 15 s; after so long without one it is asked for again."""
ANSWER_SECONDS = 30.0


class RefusedError(MotuError, ValueError):
    """What the server refuses, in its words."""

    default_slug = "online/refused"


class LostError(MotuError, ConnectionError):
    """The server can't be reached, or can't do it just now."""

    default_slug = "online/lost"


def expect_url(text: str) -> str:
    """Return a server's URL as `BotClient` takes it.

    Raises:
        RefusedError: "online/url" for what is none.
    """
    try:
        parts = urlsplit(text)
        is_right = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
        httpx.URL(text)
    except (ValueError, httpx.InvalidURL):
        is_right = False
    if not is_right or not text.isprintable() or " " in text:
        raise RefusedError(
            f"a server's URL is http:// or https:// and a host, perhaps with a port, as in http://localhost:8000,"
            f" not '{text}'",
            slug="online/url",
            text=text,
        )
    return text.rstrip("/")


class BotClient:
    """One account's program at one server; threads may share it."""

    def __init__(self, url: str, token: str, transport: httpx.BaseTransport | None = None) -> None:
        """Speak to the server at a URL, showing a token."""
        headers = {"authorization": f"Bearer {token}", "user-agent": "motu bot"}
        timeout = httpx.Timeout(ANSWER_SECONDS, read=SILENT_SECONDS)
        limits = httpx.Limits(max_connections=None)
        self._http = httpx.Client(base_url=url, headers=headers, timeout=timeout, limits=limits, transport=transport)

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def stream(self) -> Iterator[dict[str, Any] | None]:
        """Yield what the server tells, None for a sign of life.

        Raises:
            RefusedError: For a token that is not good for it.
            LostError: When the connection is lost, or the server ends the stream.
        """
        try:
            with self._http.stream("GET", "/api/stream") as answer:
                if answer.status_code != httpx.codes.OK:
                    answer.read()
                    raise _refusal(answer)
                for line in answer.iter_lines():
                    yield json.loads(line) if line.strip() else None
        except (httpx.HTTPError, ValueError) as error:
            if isinstance(error, RefusedError):
                raise
            raise LostError(f"the connection to the server is lost: {error}") from error
        raise LostError("the server has ended the stream")

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Ask the server to do something; return its answer.

        Raises:
            RefusedError: What the server says against it.
            LostError: When it can't be reached, or can't do it just now.
        """
        try:
            answer = self._http.post(path, json=body)
        except httpx.HTTPError as error:
            raise LostError(f"the server can't be reached: {error}") from error
        if answer.is_success:
            return dict(answer.json())
        raise _refusal(answer)


def _refusal(answer: httpx.Response) -> MotuError:
    try:
        told = answer.json()
        slug, said = str(told["slug"]), str(told["error"])
    except (ValueError, KeyError, TypeError):
        slug, said = "online/refused", f"the server answers {answer.status_code}"
    if answer.status_code >= httpx.codes.INTERNAL_SERVER_ERROR or answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
        return LostError(said, slug=slug)
    return RefusedError(said, slug=slug)
