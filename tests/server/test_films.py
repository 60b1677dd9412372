"""Animated pictures over HTTP: drawn in turn, in a lane of their own, and refused in a sentence."""

from __future__ import annotations

import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from litestar.testing import TestClient
from PIL import Image

from motu.drawing import gif
from motu.server import films
from motu.server.server_settings import ServerSettings
from server.applications import make_application

HERE = "http://127.0.0.1:8000"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as opened:
        yield opened


def animate(client: TestClient[Any], **body: Any) -> Any:
    return client.post("/api/records/animate", json={"size": 120, **body})


def test_a_line_becomes_an_animated_picture(client: TestClient[Any]) -> None:
    answer = animate(client, spec="atmalof", moves=["r4", "=6", "c2=1"], theme="dark")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/gif")
    assert answer.headers["content-disposition"].startswith('attachment; filename="atmalof-2')
    with Image.open(io.BytesIO(answer.content)) as image:
        assert (image.n_frames, image.width) == (5, 120)  # type: ignore[attr-defined]


def test_a_position_set_up_by_hand_begins_it(client: TestClient[Any]) -> None:
    setup = {"stones": {"black": ["a1"], "white": ["b2"]}, "to_move": "white"}
    answer = animate(client, spec="hex(size=3)", setup=setup, moves=["c3"])
    with Image.open(io.BytesIO(answer.content)) as image:
        assert image.n_frames == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("body", "slug"),
    [
        ({"spec": "nothing"}, "record/spec"),
        ({"spec": "hex(size=3)", "moves": ["a1", "a1"]}, "move/illegal"),
        ({"spec": "hex(size=3)", "theme": "auto"}, None),
        ({"spec": "hex(size=3)", "size": 5000}, None),
        ({"spec": "hex(size=3)", "soup": 1}, None),
    ],
)
def test_refusals_say_what_was_wrong(client: TestClient[Any], body: dict[str, Any], slug: str | None) -> None:
    answer = animate(client, **body)
    assert answer.status_code == 400
    assert answer.json()["error"]
    if slug:
        assert answer.json()["slug"] == slug


def test_one_that_takes_too_long_is_refused(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    draw = gif.draw_gif_apart
    monkeypatch.setattr(films, "draw_gif_apart", lambda film, check: draw(film, seconds=0.01, check=check))
    answer = animate(client, spec="hex(size=3)", moves=["b2"])
    assert (answer.status_code, answer.json()["slug"]) == (400, "drawing/film")
    assert "takes more than 0.01 s" in answer.json()["error"]


def test_other_work_does_not_wait_for_a_film(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    has_begun, may_end = Event(), Event()

    def draw(*_: Any, **__: Any) -> bytes:
        has_begun.set()
        assert may_end.wait(60)
        return b"GIF"

    monkeypatch.setattr(films, "draw_gif_apart", draw)
    with ThreadPoolExecutor(1) as hand:
        film = hand.submit(animate, client, spec="hex(size=3)")
        assert has_begun.wait(60)
        assert client.post("/api/records/read", json={"text": "(;GM[11]SZ[3];B[b2])"}).status_code == 200
        assert not film.done()
        may_end.set()
        assert film.result().content == b"GIF"


def test_a_process_that_fails_is_not_the_clients_fault(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> bytes:
        raise OSError("no more processes")

    monkeypatch.setattr(films, "draw_gif_apart", fails)
    answer = animate(client, spec="hex(size=3)")
    assert (answer.status_code, answer.json()["slug"]) == (500, "server/picture")
