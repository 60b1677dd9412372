"""The server as a client sees it: routes, refusals, sockets, cookies, headers."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import json
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

import motu
from motu.games import formats
from motu.server.server_settings import ServerSettings
from motu.server.sockets import _until_first
from server.applications import make_application

HERE = "http://127.0.0.1:8000"
PERSONS = [{"kind": "person"}, {"kind": "person"}]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(
        make_application(ServerSettings(tmp_path, "1")), base_url=HERE, raise_server_exceptions=False
    ) as opened:
        yield opened


def begin(client: TestClient[Any], spec: str = "hex(size=5)", **more: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json={"spec": spec, "seats": PERSONS, **more})
    assert answer.status_code == 201, answer.text
    game: dict[str, Any] = answer.json()
    return game


def test_health_and_catalogue(client: TestClient[Any]) -> None:
    assert client.get("/api/health").json()["status"] == "ok"
    found = client.get("/api/catalogue").json()
    assert {preset["name"] for preset in found["presets"]} == set(motu.PRESETS)
    assert found["levels"] == 10
    assert found["strongest"][motu.load_game("atoll").spec][0].keys() == {"seconds", "above"}
    assert "file" not in {parameter["key"] for parameter in found["parameters"]["atoll"]}


@pytest.mark.parametrize("spec", ["atoll", "hex(size=4x3)", "atoll-12", "atomorph(size=5)", "atmalof"])
def test_boards_are_data(client: TestClient[Any], spec: str) -> None:
    board = client.get("/api/boards", params={"spec": spec}).json()
    game = motu.load_game(spec)
    assert board["names"] == list(game.board.names)
    assert len(board["polygons"]) == game.board.num_cells
    assert board["spec"] == game.spec


def test_a_whole_game_over_http(client: TestClient[Any]) -> None:
    game = begin(client, "hex(size=2,swap=false)")
    moves = ["a1", "b1", "a2"]
    for seq, move in enumerate(moves, 1):
        answer = client.post(f"/api/games/{game['id']}/moves", json={"move": move, "seq": seq})
        assert answer.status_code == 201
        update = answer.json()
        assert update["seq"] == seq + 1
        assert update["added"] == [[move, (seq - 1) % 2]]
    assert update["result"] == {"winner": 0, "reason": "connected"}
    assert update["position"]["chain"]
    whole = client.get(f"/api/games/{game['id']}").json()
    assert [step[0] for step in whole["steps"]] == moves
    assert len(client.get(f"/api/games/{game['id']}/positions").json()) == 4
    assert [event["seq"] for event in client.get(f"/api/games/{game['id']}/events", params={"after": 1}).json()] == [
        2,
        3,
    ]
    refused = client.post(f"/api/games/{game['id']}/moves", json={"move": "b2", "seq": 4})
    assert (refused.status_code, refused.json()["slug"]) == (400, "server/over")


def test_positions_of_a_game_with_an_opening_begin_after_it(client: TestClient[Any]) -> None:
    game = begin(client, opening=["c3", "b2"])
    client.post(f"/api/games/{game['id']}/moves", json={"move": "d4", "seq": 1})
    positions = client.get(f"/api/games/{game['id']}/positions").json()
    assert [position["ply"] for position in positions] == [2, 3]


def test_the_die_is_rolled_by_the_server(client: TestClient[Any]) -> None:
    game = begin(client, "atmalof")
    update = client.post(f"/api/games/{game['id']}/moves", json={"move": "r4", "seq": 1}).json()
    assert [event["what"]["type"] for event in update["events"]] == ["moved", "rolled"]
    assert update["added"][1][1] == -1
    assert len(client.get(f"/api/games/{game['id']}/positions").json()) == 3


def test_nobody_moves_for_another(client: TestClient[Any]) -> None:
    game = begin(client)
    client.cookies.clear()
    assert client.get(f"/api/games/{game['id']}").json()["is_mine"] is False
    for path, body in (
        ("moves", {"move": "c3", "seq": 1}),
        ("resign", {"person": 0, "seq": 1}),
        ("take-back", {"keep": 0, "seq": 1}),
    ):
        answer = client.post(f"/api/games/{game['id']}/{path}", json=body)
        assert (answer.status_code, answer.json()["slug"]) == (403, "server/not-yours")
    assert client.get("/api/games").json() == {"games": [], "older": None}


def test_a_forged_cookie_is_nobodys(client: TestClient[Any]) -> None:
    game = begin(client)
    cookie = client.cookies["motu_guest"]
    client.cookies.clear()
    client.cookies.set("motu_guest", "x" + cookie)
    assert client.get(f"/api/games/{game['id']}").json()["is_mine"] is False


def test_the_machine_is_not_moved_by_hand(client: TestClient[Any]) -> None:
    seats = [{"kind": "level", "level": 10}, {"kind": "person"}]  # thinks for longer than the requests take
    answer = client.post("/api/games", json={"spec": "hex(size=11)", "seats": seats})
    game = answer.json()
    refused = client.post(f"/api/games/{game['id']}/moves", json={"move": "a1", "seq": 1})
    assert (refused.status_code, refused.json()["slug"]) == (409, "server/not-your-turn")
    refused = client.post(f"/api/games/{game['id']}/resign", json={"person": 0, "seq": 1})
    assert refused.json()["slug"] == "server/person"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/games", {}),
        ("/api/games", {"spec": "chess", "seats": PERSONS}),
        ("/api/games", {"spec": "hex", "seats": PERSONS, "extra": 1}),
        ("/api/games", {"spec": "hex", "seats": PERSONS[:1]}),
        ("/api/games", {"spec": "hex", "seats": PERSONS, "setup": {"stones": 3}}),
        ("/api/games", {"spec": "atoll(file=x)", "seats": PERSONS}),
        ("/api/games", {"spec": "atoll(file=x)", "seats": PERSONS, "board": {"cells": []}}),
        ("/api/positions", {"spec": "hex", "moves": ["zz"]}),
        ("/api/positions", {"spec": "hex", "moves": ["a1"] * 20_000}),
        ("/api/positions", {"spec": "x" * 5000}),
        ("/api/boards", {"spec": "atoll(file=x)", "board": {}}),
    ],
)
def test_bad_requests_are_refused_in_one_shape(client: TestClient[Any], path: str, body: Any) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code == 400, answer.text
    assert set(answer.json()) == {"slug", "error", "text", "legal"}
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("body", [b"", b"{", b"[1,2", b"\xff\xfe", b"null", b"3", b'"x"'])
def test_bodies_that_are_no_requests(client: TestClient[Any], body: bytes) -> None:
    answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["slug"] == "http/400"


@pytest.mark.parametrize(
    ("path", "status"),
    [("/api/games/nothing", 404), ("/api/nothing", 404), ("/nowhere", 404), ("/static/x/nothing.js", 404)],
)
def test_what_is_not_there(client: TestClient[Any], path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert set(answer.json()) == {"slug", "error", "text", "legal"}


def test_foreign_names_and_pages_are_refused(client: TestClient[Any]) -> None:
    assert client.get("/api/health", headers={"host": "evil.example"}).status_code == 403
    assert client.get("/api/health", headers={"host": "[::1"}).status_code == 403
    assert client.post("/api/games", json={}, headers={"origin": "http://evil.example"}).status_code == 403
    assert client.post("/api/games", json={}, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert client.get("/api/health", headers={"host": "[::1]:8000"}).status_code == 200


def test_the_one_script_in_the_document_is_what_the_policy_names(client: TestClient[Any]) -> None:
    page = client.get("/")
    [script] = re.findall(r"<script data-files=[^>]*>(.*?)</script>", page.text, flags=re.DOTALL)
    hashed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{hashed}' 'wasm-unsafe-eval';" in page.headers["content-security-policy"]
    assert page.text.count("<script") == 2


def test_pages_and_files(client: TestClient[Any]) -> None:
    page = client.get("/play/anything")
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in page.headers["content-security-policy"]
    script = next(part for part in page.text.split('"') if part.endswith("main.js"))
    answer = client.get(script)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert "immutable" not in client.get("/static/other/css/app.css").headers["cache-control"]


def test_scripts_of_another_version_are_gone_but_for_the_way_to_todays(client: TestClient[Any]) -> None:
    script = next(part for part in client.get("/").text.split('"') if part.endswith("main.js"))
    for gone in ("js/views/study.js", "packs/js/views/study.js"):
        assert client.get(f"/static/other/{gone}").status_code == 404
    assert client.get("/static/other/js/early.js").status_code == 200
    answer = client.get("/static/other/packs/js/main.js", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, script)
    assert answer.headers["cache-control"] == "no-cache"
    source = client.get("/static/other/js/main.js", follow_redirects=False)
    assert (source.status_code, source.headers["location"]) == (307, script.replace("/packs/", "/"))


def test_the_worker_and_its_page_name_what_there_is(client: TestClient[Any]) -> None:
    worker = client.get("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    static = next(part for part in worker.text.split("'") if part.startswith("/static/"))
    names = re.findall(r"'((?:css|js)/[^']*|icon\.svg)'", worker.text)
    page = client.get("/offline").text
    assert {f"{static}/{name}?offline" for name in names} == set(re.findall(r'"(/static/[^"]*)"', page))
    assert all(client.get(f"{static}/{name}").status_code == 200 for name in names)
    assert "The server is not responding." in page
    assert "La servilo ne respondas." in page


@pytest.mark.parametrize("view", ["", "play", "study", "learn", "puzzles", "games"])
def test_a_page_weighs_little(view: str) -> None:
    from motu.server.module_packs import pack_of
    from motu.server.pages import load_site, packed

    contents, parts = load_site().contents, load_site().parts[view]
    packs = {pack_of(entry) for entry in parts.entries}
    assert len(packs) == 2
    loaded = {*parts.styles, *packs, "index.html", "icon.svg", "js/early.js"}
    texts = [name for name in contents if re.fullmatch(rf"locale/\w+/{view or 'home'}\.json", name)]
    assert len(texts) == 3
    loaded.add(max(texts, key=lambda name: len(contents[name])))
    if view == "learn":
        loaded.add(max((name for name in contents if name.startswith("rules/")), key=lambda name: len(contents[name])))
    assert sum(len(packed(name)) for name in loaded) < 100_000  # as it travels
    assert sum(len(contents[name]) for name in loaded) < 250_000


def test_a_document_names_all_that_its_view_needs(client: TestClient[Any]) -> None:
    document = client.get("/puzzles").text
    parts = re.findall(r'<link rel="(stylesheet|modulepreload)" href="([^"]*)"', document)
    names = {address.split("/", 3)[3] for _, address in parts}
    assert {
        "css/theme.css",
        "css/learn.css",
        "packs/js/main.js",
        "packs/js/views/puzzles.js",
    } <= names
    assert not names & {"css/study.css", "packs/js/views/study.js"}
    assert all(client.get(address).status_code == 200 for _, address in parts)
    assert "js/views" not in client.get("/nowhere", headers={"accept": "text/html"}).text


def test_files_travel_packed_to_whom_it_suits(client: TestClient[Any]) -> None:
    page = client.get("/")
    script = next(part for part in page.text.split('"') if part.endswith("main.js"))
    small = client.get(script, headers={"accept-encoding": "gzip, br"})
    plain = client.get(script, headers={"accept-encoding": "identity"})
    assert (small.headers["content-encoding"], small.headers["vary"]) == ("gzip", "accept-encoding")
    assert "content-encoding" not in plain.headers
    assert int(small.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert small.content == plain.content


@pytest.mark.parametrize(
    ("told", "is_packed"),
    [
        ("GZIP", True),
        ("br;q=1, gzip ; q=0.5", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, *", False),
        ("*;q=0", False),
        ("notgzip", False),
        ("", False),
    ],
)
def test_who_does_not_take_packed_files_gets_none(told: str, is_packed: bool, client: TestClient[Any]) -> None:
    answer = client.get("/", headers={"accept-encoding": told})
    assert ("content-encoding" in answer.headers) == is_packed


def test_a_game_is_watched(client: TestClient[Any]) -> None:
    game = begin(client)
    with client.websocket_connect(f"/api/games/{game['id']}/live") as socket:
        assert json.loads(socket.receive_text())["type"] == "snapshot"
        client.post(f"/api/games/{game['id']}/moves", json={"move": "c3", "seq": 1})
        update = json.loads(socket.receive_text())
        assert (update["type"], update["seq"], update["added"]) == ("update", 2, [["c3", 0]])
        socket.send_text("anything")
        client.post(f"/api/games/{game['id']}/take-back", json={"keep": 0, "seq": 2})
        update = json.loads(socket.receive_text())
        assert (update["keep"], update["added"]) == (0, [])


def test_a_game_that_is_not_there_cannot_be_watched(client: TestClient[Any]) -> None:
    with client.websocket_connect("/api/games/nothing/live") as socket:
        assert json.loads(socket.receive_text())["slug"] == "server/no-game"


def test_analysis_arrives_and_nonsense_is_answered(client: TestClient[Any]) -> None:
    with client.websocket_connect("/api/analysis") as socket:
        for nonsense in ("", "{", '{"type":"analyse"}', '{"type":"x"}', "[]"):
            socket.send_text(nonsense)
            assert json.loads(socket.receive_text())["slug"] == "server/message"
        socket.send_text(json.dumps({"type": "analyse", "id": 7, "spec": "hex(size=4)", "seconds": 0.4}))
        message = json.loads(socket.receive_text())
        assert (message.get("type"), message["id"]) == ("findings", 7), message
        assert message["found"]["moveInfos"]
        socket.send_text(json.dumps({"type": "analyse", "id": 8, "spec": "chess"}))
        while "error" not in (message := json.loads(socket.receive_text())):
            pass
        assert message["slug"].startswith("engine/") or "spec" in message["slug"]


def test_schema_is_served(client: TestClient[Any]) -> None:
    schema = client.get("/api/schema/openapi.json").json()
    assert "/api/games/{game_id}/moves" in schema["paths"]


PARTIAL = """
import json, sys
for line in sys.stdin:
    name = json.loads(line)["id"]
    for number, is_partial in enumerate((True, True, False)):
        print(json.dumps({"id": name, "isDuringSearch": is_partial, "n": number}), flush=True)
"""


def test_only_the_last_findings_are_final(tmp_path: Path) -> None:
    engine = (sys.executable, "-c", PARTIAL)
    settings = ServerSettings(tmp_path, "1", engines=1, engine_command=engine)
    with (
        TestClient(make_application(settings), base_url=HERE) as client,
        client.websocket_connect("/api/analysis") as socket,
    ):
        for number in (3, 4):
            socket.send_text(json.dumps({"type": "analyse", "id": number, "spec": "hex(size=5)"}))
            told = [json.loads(socket.receive_text()) for _ in range(3)]
            assert [(each["type"], each["id"]) for each in told] == [("findings", number)] * 3
            assert [(each["found"]["n"], each["is_final"]) for each in told] == [(0, False), (1, False), (2, True)]


@pytest.mark.parametrize(
    ("error", "is_quiet"),
    [(WebSocketDisconnect(detail="gone"), True), (RuntimeError("closed"), True), (ValueError("a fault"), False)],
)
def test_a_connection_that_is_gone_ends_quietly_and_a_fault_does_not(error: Exception, is_quiet: bool) -> None:
    async def fail() -> None:
        raise error

    async def wait() -> None:
        await asyncio.sleep(600)

    with contextlib.nullcontext() if is_quiet else pytest.raises(ValueError, match="a fault"):
        asyncio.run(_until_first(wait(), fail()))


def test_an_analysis_keeps_no_game_waiting(client: TestClient[Any]) -> None:
    with client.websocket_connect("/api/analysis") as analysis:
        # Longer than anybody would wait for a move of level 1.
        analysis.send_text(json.dumps({"type": "analyse", "id": 1, "spec": "hex(size=11)", "seconds": 60}))
        assert json.loads(analysis.receive_text())["type"] == "findings"
        seats = [{"kind": "level", "level": 1}, {"kind": "person"}]
        game = client.post("/api/games", json={"spec": "hex(size=4)", "seats": seats}).json()
        begin_s = time.monotonic()
        with client.websocket_connect(f"/api/games/{game['id']}/live") as live:
            message = json.loads(live.receive_text())
            while not message.get("steps") and not message.get("added"):
                message = json.loads(live.receive_text())
        assert time.monotonic() - begin_s < 40


@pytest.mark.parametrize("form", ["jsonl", "sgf"])
def test_a_game_is_taken_away_as_a_file(client: TestClient[Any], form: str) -> None:
    game = begin(client, "hex(size=3)")
    client.post(f"/api/games/{game['id']}/moves", json={"move": "b2", "seq": 1})
    answer = client.get(f"/api/games/{game['id']}/record", params={"format": form})
    assert answer.status_code == 200, answer.text
    (record,) = formats.read(answer.json()["text"], form)
    assert record.moves == ("b2",)
    assert [player.settings for player in record.players] == [None, None]
    assert answer.json()["name"].endswith(form)
    assert client.get(f"/api/games/{game['id']}/record", params={"format": "tea"}).status_code == 400
    assert client.get("/api/games/none/record").status_code == 404


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ('{"type": "analyse", "id": 7, "spec": 5}', "7"),
        ('{"type": "tea", "id": 8}', "8"),
        ('{"type": "analyse", "id": "x"}', ""),
        ("[1]", ""),
        ("hello", ""),
    ],
)
def test_a_refused_request_for_an_analysis_is_told_by_its_id(client: TestClient[Any], text: str, whose: str) -> None:
    with client.websocket_connect("/api/analysis") as socket:
        socket.send_text(text)
        refused = socket.receive_json()
    assert (refused["slug"], refused["text"]) == ("server/message", whose)
