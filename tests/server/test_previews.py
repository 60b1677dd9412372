"""What other programs show of a link: tags in the documents, and pictures of positions."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from litestar.testing import TestClient

from motu.puzzles import shipped_puzzles
from motu.server.server_settings import ServerSettings
from server.applications import make_application

HERE = "http://127.0.0.1:8000"
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1")), base_url=HERE) as opened:
        yield opened


def told(client: TestClient[Any], path: str, **headers: str) -> dict[str, str]:
    """Return what a document tells those who show a link to it."""
    text = client.get(path, headers={"accept": "text/html", **headers}).text
    found = re.findall(r'<meta (?:property|name)="([^"]*)" content="([^"]*)"', text)
    return {name: unescape(value) for name, value in found}


def begin(client: TestClient[Any], spec: str, *seats: dict[str, Any]) -> str:
    answer = client.post("/api/games", json={"spec": spec, "seats": seats or [{"kind": "person"}] * 2})
    return str(answer.json()["id"])


def picture(client: TestClient[Any], path: str) -> bytes:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(PNG)
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    assert len(answer.content) < 400_000
    return answer.content


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "motu: Atoll, Atomorph and Atmalof"),
        ("/learn", "Learn Atoll, Atomorph and Atmalof"),
        ("/learn/atmalof", "How to play Atmalof"),
        ("/learn/atoll/lesson", "A lesson in Atoll"),
        ("/puzzles", "Puzzles on motu"),
        ("/study", "Atoll: a position to study on motu"),
        ("/study?spec=gan&moves=d2+c4", "Atoll: a position to study on motu"),
        ("/study?spec=chess", "A study board on motu"),
        ("/play", "A new game on motu"),
    ],
)
def test_a_page_tells_what_it_is_and_shows_a_picture(client: TestClient[Any], path: str, title: str) -> None:
    tags = told(client, path)
    assert (tags["og:title"], tags["twitter:card"]) == (title, "summary_large_image")
    assert tags["description"] == tags["og:description"] != ""
    assert tags["og:url"] == HERE + path.partition("?")[0]
    assert tags["og:image"].startswith(HERE)
    picture(client, tags["og:image"].removeprefix(HERE))


def test_a_game_shows_who_plays_and_how_it_stands(client: TestClient[Any]) -> None:
    game = begin(client, "hex(size=5)", {"kind": "person", "name": 'A"<n>'}, {"kind": "person"})
    before = told(client, f"/play/{game}")
    assert before["og:title"] == 'Atoll: A"<n> – a guest'
    assert before["og:description"] == "0 moves. Black to move."
    first = picture(client, before["og:image"].removeprefix(HERE))
    client.post(f"/api/games/{game}/moves", json={"move": "c3", "seq": 1})
    after = told(client, f"/study/game/{game}")
    assert after["og:description"] == "1 move. White to move."
    assert after["og:image"] != before["og:image"]
    assert picture(client, f"/api/games/{game}/picture.png") != first
    client.post(f"/api/games/{game}/resign", json={"person": 1, "seq": 2})
    assert told(client, f"/play/{game}")["og:description"] == "1 move. Black has won."


def test_the_computer_and_named_boards_go_by_their_names(client: TestClient[Any]) -> None:
    game = begin(client, "gan", {"kind": "person"}, {"kind": "level", "level": 3})
    assert told(client, f"/play/{game}")["og:title"] == "Atoll · Gan: a guest – Level 3"


def test_a_roll_that_is_awaited_is_told(client: TestClient[Any]) -> None:
    game = begin(client, "atmalof")
    client.post(f"/api/games/{game}/moves", json={"move": "r4", "seq": 1})
    standing = told(client, f"/play/{game}")["og:description"]
    assert re.fullmatch(r"[12] moves?\. (Red rolls for r4|Blue to move)\.", standing)


@pytest.mark.parametrize(
    ("path", "language", "title"),
    [
        ("/play?lang=eo", "", "Nova partio ĉe motu"),
        ("/play", "eo,en;q=0.5", "Nova partio ĉe motu"),
        ("/play?lang=de", "eo", "Eine neue Partie auf motu"),
        ("/play?lang=pl", "fr-CA", "Une nouvelle partie sur motu"),
        ("/play", "pl", "A new game on motu"),
        ("/learn/atoll/lesson?lang=eo", "", "Leciono pri Atoll"),
    ],
)
def test_it_is_told_in_the_language_that_is_asked_for(
    client: TestClient[Any], path: str, language: str, title: str
) -> None:
    assert told(client, path, **{"accept-language": language})["og:title"] == title
    answer = client.get(path, headers={"accept": "text/html", "accept-language": language})
    assert "accept-language" in answer.headers["vary"]
    spoken = {"Nova": "eo", "Leciono": "eo", "Eine": "de", "Une": "fr", "A": "en"}[title.split(maxsplit=1)[0]]
    assert f'<html lang="{spoken}"' in answer.text


def test_a_game_is_told_in_every_language(client: TestClient[Any]) -> None:
    game = begin(client, "gan", {"kind": "person"}, {"kind": "level", "level": 3})
    esperanto, german = (told(client, f"/play/{game}?lang={language}") for language in ("eo", "de"))
    assert esperanto["og:title"] == "Atoll · Gan: gasto – Nivelo 3"
    assert esperanto["og:description"] == "0 movoj. Ludas Nigro."
    assert german["og:description"] == "0 Züge. Schwarz ist am Zug."


@pytest.mark.parametrize("path", ["/play/nothing", "/study/game/nothing"])
def test_a_game_that_is_not_there_is_a_page_with_status_404(client: TestClient[Any], path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "js/main.js" in answer.text
    assert "og:title" not in answer.text
    assert client.get("/api/games/nothing/picture.png").status_code == 404


def test_a_puzzle_shows_its_position(client: TestClient[Any]) -> None:
    puzzle = next(iter(shipped_puzzles().values()))
    tags = told(client, f"/puzzles/{puzzle.id}")
    shown = picture(client, tags["og:image"].removeprefix(HERE))
    by_moves = {"spec": puzzle.spec, "moves": " ".join(puzzle.moves)}
    assert client.get("/api/positions/picture.png", params=by_moves).content == shown
    assert client.get("/api/puzzles/nothing/picture.png").status_code == 404


def test_the_picture_of_a_study_is_of_its_line(client: TestClient[Any]) -> None:
    address = urlsplit(told(client, "/study?spec=gan&moves=d2+c4&at=end")["og:image"])
    assert parse_qs(address.query) == {"spec": ["gan"], "moves": ["d2 c4"]}
    assert told(client, f"/study?spec=gan&moves={'+'.join(['d2'] * 900)}")["og:image"] == f"{HERE}/preview.png"


def test_behind_https_addresses_say_so(client: TestClient[Any]) -> None:
    tags = told(client, "/", **{"x-forwarded-proto": "https"})
    assert tags["og:url"] == "https://127.0.0.1:8000/"
    assert tags["og:image"] == "https://127.0.0.1:8000/preview.png"


@pytest.mark.parametrize("query", [{"spec": "chess"}, {"spec": "gan", "moves": "zz"}, {}, {"spec": "x" * 5000}])
def test_what_cannot_be_drawn_is_refused_in_words(client: TestClient[Any], query: dict[str, str]) -> None:
    answer = client.get("/api/positions/picture.png", params=query)
    assert answer.status_code == 400
    assert set(answer.json()) == {"slug", "error", "text", "legal"}


def test_a_position_may_be_kept_and_a_game_not(client: TestClient[Any]) -> None:
    game = begin(client, "hex(size=3)")
    keeping = {
        path: client.get(path).headers["cache-control"]
        for path in ("/api/positions/picture.png?spec=gan", f"/api/games/{game}/picture.png")
    }
    assert list(keeping.values()) == ["public, max-age=86400", "no-cache"]


def test_a_picture_that_cannot_be_drawn_is_no_fault(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motu.drawing.raster._PROGRAM", "import sys; sys.exit(3)")
    answer = client.get("/api/positions/picture.png", params={"spec": "hex(size=7)", "moves": "a1 g7 b3"})
    assert (answer.status_code, answer.json()["slug"]) == (500, "server/picture")
