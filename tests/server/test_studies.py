"""Studies: kept for their owner, changed from the version that was seen, read by others, deleted and brought back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.boards.marks import MAX_MARKS
from motu.games.record_tree import MAX_NODES
from motu.server import studies, studies_api
from motu.server.server_settings import ServerSettings
from motu.server.study_trees import MAX_BYTES, MAX_REMARK
from server.applications import make_application

HERE = "http://127.0.0.1:8000"
HEX = "hex(size=5)"
TREE = {
    "s": HEX,
    "c": "the start",
    "a": {"players": [{"name": "Ann"}, {"name": ""}]},
    "n": ["c3", ["good"], "b2", 1, "d4"],
}


@pytest.fixture
def client(tmp_path: Path, database: sa.URL) -> Iterator[TestClient[Any]]:
    with TestClient(
        make_application(ServerSettings(tmp_path, "1", engines=1, database=database)), base_url=HERE
    ) as opened:
        opened.get("/api/health")  # the cookie
        yield opened


@pytest.fixture
def other(client: TestClient[Any]) -> TestClient[Any]:
    """Return a guest who is somebody else."""
    return TestClient(client.app, base_url=HERE)


def keep(client: TestClient[Any], name: str = "Mine", tree: Any = TREE) -> dict[str, Any]:
    answer = client.post("/api/studies", json={"name": name, "tree": tree})
    assert answer.status_code == 201, answer.text
    kept: dict[str, Any] = answer.json()
    return kept


def names(client: TestClient[Any]) -> list[str]:
    return [each["name"] for each in client.get("/api/studies").json()["studies"]]


def test_a_study_is_kept_and_read_again(client: TestClient[Any]) -> None:
    kept = keep(client)
    read = client.get(f"/api/studies/{kept['id']}").json()
    assert read["tree"] == TREE
    assert (read["name"], read["version"], read["is_mine"]) == ("Mine", 1, True)
    assert len(kept["id"]) == 16


def test_glyphs_and_marks_are_kept(client: TestClient[Any]) -> None:
    drawn = ["a1", ["", "!?"], "b2", ["look", "", "circle b2", "arrow a1 b2 red"], "c3", ["", "??", "label c3 A"]]
    tree = {"s": HEX, "m": ["cross e5 blue"], "n": drawn}
    read = client.get(f"/api/studies/{keep(client, tree=tree)['id']}").json()
    assert read["tree"] == tree


@pytest.mark.parametrize(
    ("tree", "says"),
    [
        ({"s": HEX, "n": ["a1", ["", "great"]]}, "says 'great' of a move, which is none of !! ! !? ?! ? ??"),
        ({"s": HEX, "n": ["a1", ["", "", "circle z9"]]}, "no cell 'z9' on this board"),
        ({"s": HEX, "m": ["spiral a1"]}, "'spiral a1' is no mark"),
    ],
)
def test_marks_that_are_none_are_named(client: TestClient[Any], tree: Any, says: str) -> None:
    answer = client.post("/api/studies", json={"name": "x", "tree": tree})
    assert (answer.status_code, answer.json()["slug"]) == (400, "server/study")
    assert says in answer.json()["error"]


def test_a_change_makes_the_next_version(client: TestClient[Any]) -> None:
    kept = keep(client)
    body = {"name": "Renamed", "tree": {"s": HEX, "n": ["a1"]}, "version": 1}
    answer = client.put(f"/api/studies/{kept['id']}", json=body)
    assert (answer.status_code, answer.json()["version"]) == (200, 2)
    read = client.get(f"/api/studies/{kept['id']}").json()
    assert (read["name"], read["tree"], read["version"]) == ("Renamed", body["tree"], 2)


def test_a_stale_change_names_the_newer_version_and_writes_over_nothing(client: TestClient[Any]) -> None:
    path = f"/api/studies/{keep(client)['id']}"
    first = {"name": "first", "tree": {"s": HEX, "n": ["a1"]}, "version": 1}
    assert client.put(path, json=first).status_code == 200
    answer = client.put(path, json={"name": "second", "tree": {"s": HEX, "n": ["b1"]}, "version": 1})
    assert (answer.status_code, answer.json()["slug"], answer.json()["text"]) == (409, "server/study-version", "2")
    assert client.get(path).json()["tree"] == first["tree"]


def test_a_study_sent_twice_is_kept_once(client: TestClient[Any], other: TestClient[Any]) -> None:
    body = {"name": "Mine", "tree": TREE, "id": "made-up_0123456789"}
    assert client.post("/api/studies", json=body).json()["id"] == body["id"]
    again = client.post("/api/studies", json=body)
    assert (again.status_code, again.json()["slug"], again.json()["text"]) == (409, "server/study-version", "1")
    assert names(client) == ["Mine"]
    assert other.post("/api/studies", json=body).json()["slug"] == "server/not-yours"
    for wrong in ("short", "x" * 23, "with a space, and"):
        assert client.post("/api/studies", json={**body, "id": wrong}).status_code == 400


def test_others_read_and_change_nothing(client: TestClient[Any], other: TestClient[Any]) -> None:
    path = f"/api/studies/{keep(client)['id']}"
    read = other.get(path).json()
    assert (read["is_mine"], read["tree"]) == (False, TREE)
    for answer in (
        other.put(path, json={"name": "theirs", "tree": TREE, "version": 1}),
        other.delete(path),
        other.post(f"{path}/restore"),
    ):
        assert (answer.status_code, answer.json()["slug"]) == (403, "server/not-yours")
    assert names(client) == ["Mine"]
    assert names(other) == []


def test_what_was_deleted_is_brought_back_by_its_owner_alone(client: TestClient[Any], other: TestClient[Any]) -> None:
    path = f"/api/studies/{keep(client)['id']}"
    assert client.delete(path).status_code == 204
    assert names(client) == []
    for answer in (
        client.get(path),
        client.put(path, json={"name": "x", "tree": TREE, "version": 1}),
        client.delete(path),
        other.post(f"{path}/restore"),
    ):
        assert (answer.status_code, answer.json()["slug"]) == (404, "server/no-study")
    assert client.post(f"{path}/restore").status_code == 204
    assert client.get(path).json()["tree"] == TREE
    assert names(client) == ["Mine"]


def test_the_one_changed_last_comes_first_and_pages_hold_each_once(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies_api, "MAX_LISTED", 3)
    clock = iter(range(1, 100))
    monkeypatch.setattr(studies, "now_ms", lambda: next(clock) // 2)  # pairs at the same moment
    kept = [keep(client, str(number)) for number in range(7)]
    client.put(f"/api/studies/{kept[0]['id']}", json={"name": "0", "tree": TREE, "version": 1})
    found: list[str] = []
    older: str | None = ""
    sizes = []
    while older is not None:
        page = client.get("/api/studies", params={"after": older} if older else {}).json()
        found += [each["name"] for each in page["studies"]]
        sizes.append(len(page["studies"]))
        older = page["older"]
    assert sizes == [3, 3, 1]
    assert sorted(found) == [str(number) for number in range(7)]
    assert found[0] == "0"
    assert client.get("/api/studies", params={"after": "soup"}).json()["slug"] == "server/list"


def test_the_picture_shows_the_end_of_the_main_line(client: TestClient[Any]) -> None:
    kept = keep(client)
    answer = client.get(f"/api/studies/{kept['id']}/picture", params={"theme": "dark"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    text = " ".join(ET.fromstring(answer.text).itertext())
    assert "b2" in text
    assert "d4" not in text


def test_a_picture_stops_before_a_move_that_the_rules_forbid(client: TestClient[Any]) -> None:
    kept = keep(client, tree={"s": HEX, "n": ["c3", "b2", "c3", "a1"]})
    text = " ".join(ET.fromstring(client.get(f"/api/studies/{kept['id']}/picture").text).itertext())
    assert "b2" in text
    assert "a1" not in text


WRONG = {
    "no spec": {"n": []},
    "no game": {"s": "soup"},
    "a setup that is none": {"s": HEX, "p": {"stones": 7}},
    "a move too long": {"s": HEX, "n": ["a" * 33]},
    "a node that there is not": {"s": HEX, "n": ["a1", 2, "b1"]},
    "a glyph that is none": {"s": HEX, "n": ["a1", ["one", "two"]]},
    "a glyph on nothing": {"s": HEX, "n": ["a1", []]},
    "a mark that is none": {"s": HEX, "n": ["a1", ["", "", "spiral a1"]]},
    "a mark on a cell that there is not": {"s": HEX, "n": ["a1", ["", "!", "circle f1"]]},
    "a mark on a cell of the start that there is not": {"s": HEX, "m": ["arrow a1 z9"]},
    "a mark too long": {"s": HEX, "m": ["label a1 " + "x" * 80]},
    "marks too many": {"s": HEX, "n": ["a1", ["", "", *["circle a1"] * 201]]},
    "marks too many at the start": {"s": HEX, "m": ["circle a1"] * 201},
    "marks that are none": {"s": HEX, "m": [1]},
    "a comment too long": {"s": HEX, "c": "x" * 20_001},
    "an item that is none": {"s": HEX, "n": ["a1", {"c": "x"}]},
    "something else": {"s": HEX, "soup": 1},
    "a tree too wide": {"s": HEX, "n": ["a1", 0] * 20_001},
    "a line too long": {"s": HEX, "n": ["a1"] * 10_001},
    "too many bytes": {"s": HEX, "a": {"x": "x" * MAX_BYTES}},
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_no_study_is_refused_in_a_sentence(client: TestClient[Any], kind: str) -> None:
    answer = client.post("/api/studies", json={"name": "x", "tree": WRONG[kind]})
    assert answer.status_code == 400
    assert 10 < len(answer.json()["error"]) < 1000
    assert names(client) == []


def test_names_are_bounded(client: TestClient[Any]) -> None:
    for name in ("", "x" * 121):
        assert client.post("/api/studies", json={"name": name, "tree": TREE}).status_code == 400
    keep(client, "   ")
    assert names(client) == ["atoll"]


def test_a_guest_keeps_so_many_and_no_more(
    client: TestClient[Any], other: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "MAX_STUDIES", 2)
    first = keep(client)
    keep(client)
    client.delete(f"/api/studies/{first['id']}")  # could be brought back, and takes its room
    answer = client.post("/api/studies", json={"name": "x", "tree": TREE})
    assert (answer.status_code, answer.json()["slug"]) == (400, "server/too-many-studies")
    keep(other)


def test_what_was_deleted_long_ago_gives_room(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "MAX_STUDIES", 1)
    first = keep(client)
    client.delete(f"/api/studies/{first['id']}")
    monkeypatch.setattr(studies, "KEPT_DELETED_MS", -1)
    keep(client, "second")
    assert names(client) == ["second"]
    assert client.post(f"/api/studies/{first['id']}/restore").status_code == 404


def test_all_studies_of_a_guest_have_so_many_bytes(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = {"s": HEX}, {"s": HEX, "c": "x" * 500}
    path = f"/api/studies/{keep(client, tree=large)['id']}"
    monkeypatch.setattr(studies, "MAX_TOTAL_BYTES", 600)
    refused = client.post("/api/studies", json={"name": "x", "tree": large})
    assert refused.json()["slug"] == "server/too-many-studies"
    keep(client, tree=small)
    assert client.put(path, json={"name": "x", "tree": small, "version": 1}).status_code == 200
    grown = {"name": "x", "tree": {"s": HEX, "c": "x" * 700}, "version": 2}
    assert client.put(path, json=grown).json()["slug"] == "server/too-many-studies"


@pytest.mark.parametrize("new_database", ["sqlite"], indirect=True)
def test_the_index_answers_without_sorting(client: TestClient[Any]) -> None:
    engine = client.app.state.services.store._engine
    query = studies.list_query("guest", None).limit(9).compile(engine, compile_kwargs={"literal_binds": True})
    with engine.connect() as connection:
        plan = str(connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}").all())
    assert "USING INDEX study_by_owner" in plan
    assert "TEMP B-TREE" not in plan


def test_studies_survive_a_restart(tmp_path: Path, database: sa.URL) -> None:
    settings = ServerSettings(tmp_path, "1", engines=1, database=database)
    with TestClient(make_application(settings), base_url=HERE) as before:
        kept = keep(before)
        cookies = dict(before.cookies)
    with TestClient(make_application(settings), base_url=HERE, cookies=cookies) as after:
        assert after.get(f"/api/studies/{kept['id']}").json()["tree"] == TREE
        assert names(after) == ["Mine"]


@pytest.mark.parametrize(
    ("script", "limits"),
    [
        ("limits", {"MAX_COMMENT": MAX_REMARK, "MAX_NAME": studies_api.MAX_STUDY_NAME}),
        ("excess", {"MAX_BYTES": MAX_BYTES}),
        ("marks", {"MAX_MARKS": MAX_MARKS}),
        ("tree", {"MAX_NODES": MAX_NODES}),
    ],
)
def test_pages_know_how_much_is_kept(script: str, limits: dict[str, int]) -> None:
    text = (Path(studies_api.__file__).parents[1] / "web/js/study" / f"{script}.js").read_text()
    said = {name: int(number.replace("_", "")) for name, number in re.findall(r"const (\w+) = ([\d_]+);", text)}
    assert {name: said[name] for name in limits} == limits
