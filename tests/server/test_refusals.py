"""What is refused is told in motu's words: one sentence, with the name of the place that is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from litestar.testing import TestClient

from motu.server.analysis import Analyse, ReviewGame, Stop
from motu.server.messages import MAX_ERROR
from motu.server.refusals import MAX_BODY_BYTES, STATUS
from motu.server.server_settings import ServerSettings
from server.applications import make_application
from server.schemas import Schemas
from server.test_malformed import HERE, settings

FOREIGN = (
    *(
        "$.",
        "$[",
        "Expected `",
        "Object ",
        "alidation failed",
        "Invalid ",
        "Missing required",
        "malformed",
        "truncated",
    ),
    *("Not Found", "Not Allowed", "Too Large", "Traceback", "msgspec", "litestar", "byte 0x"),
)
"""Words of the libraries that read requests."""
NO_JSON: dict[str | bytes, str] = {
    "": "the body is missing; right is an object",
    "{": 'the body is JSON, not "{" at its end',
    '{"a": NaN}': 'the body is JSON, not "NaN}" at byte 6',
    "{'a': 1}": """the body is JSON, not "'a': 1}" at byte 1""",
    '{"a": 1e999}': "the body is JSON with numbers below 1e308, not ",
    '{"a": "\\ud800"}': "the body is JSON without halves of characters, not ",
    b'{"a": "\xff"}': "the body is JSON in UTF-8, not ",
    b"\xff\xfe{\x00}\x00": "the body is JSON in UTF-8, not ",
    "[" * 100_000: "the body is JSON in which lists and objects are nested a few deep, not ",
    "null": "the body is an object, not null",
    "[]": "the body is an object, not []",
}
PLACES = ("%ff%fe", "%00", "%F0%9F", "x" * 3000, "-1", "1e999", "%2e%2e", "$", "{}", "%22", "null")
"""What may stand in an address where an id is expected."""
GONE_ALREADY = {"DELETE /api/blocks/{block_id}", "DELETE /api/push/{place_id}"}
"""Whom nobody blocks is heard already; where nothing is sent, nothing is sent."""
NONE_THERE = (
    "tournament/none",
    "rung/none",
    "server/no-game",
    "server/no-study",
    "server/no-challenge",
    "server/no-person",
    "mail/link",
    "puzzle/unknown",
)

DESCRIPTION = make_application(ServerSettings(Path())).openapi_schema.to_schema()
SCHEMAS = Schemas(DESCRIPTION["components"]["schemas"])
OPERATIONS = {
    f"{method.upper()} {path}": told
    for path, methods in DESCRIPTION["paths"].items()
    for method, told in methods.items()
}


def body_of(label: str) -> dict[str, Any] | None:
    content = OPERATIONS[label].get("requestBody", {}).get("content", {})
    return dict(content["application/json"]["schema"]) if content else None


def parameters_of(label: str, where: str) -> list[dict[str, Any]]:
    return [dict(each) for each in OPERATIONS[label].get("parameters", []) if each["in"] == where]


WITH_BODY = [label for label in OPERATIONS if body_of(label)]
WITH_QUERY = [label for label in OPERATIONS if parameters_of(label, "query")]
WITH_PATH = [label for label in OPERATIONS if parameters_of(label, "path")]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(settings(tmp_path_factory.mktemp("data"))), base_url=HERE) as client:
        yield client


def send(client: TestClient[Any], label: str, content: str | bytes = "", query: str = "", place: str = "x") -> Any:
    method, _, path = label.partition(" ")
    for each in parameters_of(label, "path"):
        path = path.replace(f"{{{each['name']}}}", place)
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return client.request(method, path + query, content=data, headers={"content-type": "application/json"})


def is_ours(text: str) -> bool:
    return not any(word in text for word in FOREIGN) and text.isprintable() and 0 < len(text) <= MAX_ERROR


def check(answer: Any, place: str) -> None:
    told = answer.json()
    assert (answer.status_code, told["slug"]) == (400, "http/400"), (place, told)
    assert is_ours(told["error"]), told
    assert told["error"].startswith((f"{place or 'the body'} is ", f"there is no '{place}'; right are ")), (place, told)


@pytest.mark.parametrize("label", WITH_BODY)
def test_the_wrong_place_of_a_body_is_named(label: str, client: TestClient[Any]) -> None:
    schema, count = body_of(label), 0
    assert schema is not None
    good = send(client, label, json.dumps(SCHEMAS.good(schema)))
    assert not good.content or good.json().get("slug") != "http/400", (
        good.text
    )  # so that each of the others has no fault but its own
    for place, data in SCHEMAS.wrong(schema):
        check(send(client, label, json.dumps(data)), place)
        count += 1
    assert count >= 10


@pytest.mark.parametrize("label", WITH_BODY)
def test_bodies_that_are_no_json(label: str, client: TestClient[Any]) -> None:
    for content, told in NO_JSON.items():
        answer = send(client, label, content)
        check(answer, "")
        assert answer.json()["error"].startswith(told)


@pytest.mark.parametrize("label", WITH_QUERY)
def test_the_wrong_part_of_an_address_is_named(label: str, client: TestClient[Any]) -> None:
    parameters = parameters_of(label, "query")
    needed = {each["name"]: chosen(each["schema"]) for each in parameters if each["required"]}
    for each in parameters:
        name, others = each["name"], {key: value for key, value in needed.items() if key != each["name"]}
        if each["required"]:
            check(send(client, label, query=f"?{urlencode(others)}"), name)
        for place, value in SCHEMAS.wrong(each["schema"], name):
            if isinstance(value, str) and not (value == "x" and each["schema"].get("type") == "string"):
                check(send(client, label, query=f"?{urlencode(others | {name: value})}"), place)


def chosen(schema: dict[str, Any]) -> Any:
    """What may stand in an address: the first choice where there are some, else a spec."""
    found = SCHEMAS.good(schema)
    return "hex(size=3)" if set(found) == {"a"} else found


@pytest.mark.parametrize("label", WITH_PATH)
def test_places_that_are_none(label: str, client: TestClient[Any]) -> None:
    schema = body_of(label)
    content = "" if schema is None else json.dumps(SCHEMAS.good(schema))
    for place in PLACES:
        answer = send(client, label, content, place=place)
        if label in GONE_ALREADY and answer.status_code == 204:
            continue
        told = answer.json()
        if label.partition(" ")[2].startswith("/api/account/"):  # whose place it would be is asked first
            assert (answer.status_code, told["slug"]) == (403, "account/none"), (place, answer.text)
            continue
        if label.partition(" ")[2].startswith("/api/moderation/"):
            assert (answer.status_code, told["slug"]) == (403, "moderation/not-yours"), (place, answer.text)
            continue
        assert answer.status_code in (400, 404), (place, answer.text)
        assert told["slug"] in (*NONE_THERE, "http/404", "record/spec"), told
        assert not any(word in told["error"] for word in FOREIGN), told


def test_what_was_read_and_what_may_be_there_is_told_to_programs(client: TestClient[Any]) -> None:
    answers = [
        client.get("/api/games?game=go").json(),
        client.post("/api/records/write", json={"spec": "hex", "format": "pdf"}).json(),
        client.post("/api/puzzles/x/tries", json={"moves": [3]}).json(),
        client.post("/api/puzzles/x/tries", json={"move": "a1"}).json(),
    ]
    assert [(each["text"], each["legal"]) for each in answers] == [
        ("go", ["atoll", "atomorph", "atmalof"]),
        ("pdf", ["jsonl", "sgf", "fragment", "hexworld", "abstractplay", "svg"]),
        ("3", []),
        ("move", ["moves", "replies"]),
    ]


def test_a_refusal_is_one_line_whatever_it_quotes(client: TestClient[Any]) -> None:
    said = client.post("/api/positions", json={"spec": "*/\né:\x1b[2J\u2028hex"}).json()
    assert said["slug"] == "record/spec"
    assert said["error"].isprintable()


def test_addresses_and_methods_that_are_none(client: TestClient[Any]) -> None:
    nowhere, method = client.get("/api/nothing"), client.delete("/api/health")
    assert nowhere.json() == {
        "slug": "http/404",
        "error": 'there is nothing at "/api/nothing"',
        "text": "/api/nothing",
        "legal": [],
    }
    assert sorted(method.headers["allow"].split(", ")) == ["GET", "OPTIONS"]
    assert method.json() == {
        "slug": "http/405",
        "error": '"/api/health" takes GET, OPTIONS, not DELETE',
        "text": "DELETE",
        "legal": ["GET", "OPTIONS"],
    }
    for path in DESCRIPTION["paths"]:
        answer = client.patch(path)
        assert (answer.status_code, is_ours(answer.json()["error"])) == (405, True), answer.text
    assert is_ours(client.get("/api/analysis").json()["error"])


def test_a_body_that_is_too_large(client: TestClient[Any]) -> None:
    answer = client.post("/api/records/read", content=b"x" * (MAX_BODY_BYTES + 1))
    assert answer.json() == {
        "slug": "http/413",
        "error": "a body has at most 4,194,304 bytes",
        "text": "",
        "legal": [],
    }


def ask(socket: Any, content: str) -> dict[str, Any]:
    socket.send_text(content)
    return dict(json.loads(socket.receive_text()))


@pytest.mark.parametrize("kind", [Analyse, ReviewGame, Stop])
def test_the_wrong_place_of_a_message_is_named(kind: type[msgspec.Struct], client: TestClient[Any]) -> None:
    (schema,), named = msgspec.json.schema_components([kind])
    schemas, count = Schemas(named), 0
    with client.websocket_connect("/api/analysis") as socket:
        for place, data in schemas.wrong(schema):
            told = ask(socket, json.dumps(data))
            assert told["slug"] == "server/message", told
            assert is_ours(told["error"]), told
            start = (f"{place or 'the message'} is ", f"there is no '{place}'; right are ")
            assert told["error"].startswith(start), (place, told)
            count += 1
    assert count > 5


def test_messages_that_are_no_json(client: TestClient[Any]) -> None:
    with client.websocket_connect("/api/analysis") as socket:
        for content, told in NO_JSON.items():
            if isinstance(content, str):
                right = told.replace("the body", "the message").replace("right is an object", "right is JSON")
                answer = ask(socket, content)
                assert answer["error"].startswith(right), answer
                assert is_ours(answer["error"])


def test_503_is_said_of_the_server_alone() -> None:
    """Else a proxy would leave a server for what one guest can't have."""
    assert {slug for slug, status in STATUS.items() if status == 503} == {"server/stopping", "server/disk"}
