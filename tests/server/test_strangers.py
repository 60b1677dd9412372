"""Nobody sees or does what is another one's: every route of the description, every socket and message, by five roles.

Somebody has something in every table of the house. A stranger with a name, a guest, whoever shows nothing, a moderator
and the opponent in a game ask for all of it, by its right ids: whatever they are answered, what is his stays as it is,
and nothing of it is told that is not meant for everybody; but for what moderators are for, and a game's two players.
Requests are made from the description of the interface, so that a new route is asked, too.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

import motu.server
from motu.server import analysis
from motu.server.accounts.cookies import COOKIE as SESSION
from motu.server.analysis import Analyse, ReviewGame, Stop
from motu.server.application import all_sockets
from motu.server.correspondence.plan_tree import Branch
from motu.server.notices.visit import Look
from motu.server.push import sender
from motu.server.schema import chat_lines, metadata, notices, pairings, passkeys
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from motu.server.wall_time import now_ms
from server.accounts.full_houses import NAME, WHO, settle_in
from server.applications import make_application
from server.programs.owners import house, services_of
from server.two_people import Visitor

DESCRIPTION = make_application(ServerSettings(Path())).openapi_schema.to_schema()
LABELS = [f"{method.upper()} {path}" for path, methods in DESCRIPTION["paths"].items() for method in methods]
SOCKETS = sorted(path.replace(":str", "") for handler in all_sockets() for path in handler.paths)
ROLES = ("stranger", "guest", "nobody", "moderator", "opponent")
LOGGED_IN = {"stranger": "id-of-eve", "moderator": "id-of-mona", "opponent": "bob"}
"""Who has a name."""
PRIVATE = "whispered-between-the-two"
"""What he has said to his opponent alone, and decided beforehand."""
KEYS = ("person-key", "account-key", "reporter-key", "whom-key", "guest-key")
"""What stands in rows of his, in place of all texts."""
ENDLESS = "GET /api/stream"
"""What goes on for ever for whoever has a name; it is of his own account alone (tests/server/programs)."""
PUBLIC = {"GET /api/people/{name}"}
"""What tells what everybody may know: his ratings."""
MAY_CHANGE = {"POST /api/challenges/{challenge_id}/accept"}
"""By which something of his becomes another: it was offered to everybody."""
MAY_ADD = {
    "POST /api/challenges",
    "POST /api/challenges/{challenge_id}/accept",
    "POST /api/blocks",
    "POST /api/reports",
    "POST /api/rungs/{game}/challenge",
}
"""By which something comes about that names him: he is asked, blocked, reported, or played."""


CLIENT_MESSAGES: dict[type[msgspec.Struct], dict[str, Any]] = {
    Stop: {},
    Analyse: {"id": 1, "spec": "hex(size=3)", "visits": 1},
    ReviewGame: {"id": 2, "spec": "hex(size=3)", "moves": ["a1"], "visits": 1},
    Look: {"is_visible": True, "game": "{game_id}"},
}
"""What sockets hear, with what is said there."""
HEARS = {"sockets.py", "notices/visit.py"}
"""Where they do."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with pytest.MonkeyPatch.context() as patched:
        # No push service knows the browser of his: it would be forgotten as soon as it is to be told something.
        patched.setattr(sender, "LOOK_SECONDS", 3600.0)
        with house(tmp_path_factory.mktemp("data")) as opened:
            yield opened


@pytest.fixture(scope="module")
def known(client: TestClient[Any]) -> dict[str, str]:
    """What is his: the names in paths and their right values."""
    services = services_of(client)
    with client.portal() as portal:
        rooms = portal.call(settle_in, services)
        for who, name in (("id-of-eve", "Eve"), ("id-of-mona", "Mona")):
            portal.call(services.accounts.claim, who, name, "a beach of islands")
        portal.call(services.order.moderation.change_role, None, "id-of-mona", "moderator", "for the test")
        session = portal.call(services.sessions.make, WHO, "Firefox")
        portal.call(whisper, services, rooms["begun"].row.id)
        portal.call(refresh, services)
    his = Visitor(client)
    his.headers = {"cookie": f"{SESSION}={session}"}
    plan = [msgspec.to_builtins(Branch("b2", ("c3",)))]
    his.ask("PUT", f"/api/games/{rooms['begun'].row.id}/plan", {"branches": plan, "seq": rooms["begun"].log.next_seq})
    study = his.well("POST", "/api/studies", {"name": "A study", "tree": {"s": "hex(size=3)", "n": ["a1"]}})
    waits = his.well("POST", "/api/challenges", {"spec": "hex(size=3)"})
    cup = {"name": "Cup", "system": "knock-out", "spec": "hex(size=3)", "clock": {"initial_ms": 60_000}, "most": 4}
    tournament = his.well("POST", "/api/tournaments", cup | {"starts_in_ms": 3_600_000})
    token = his.well("POST", "/api/account/tokens", {"name": "a program", "scopes": ["play"]})
    blocked = his.well("POST", "/api/blocks", {"name": "Bob", "kind": "block"})["blocks"]
    with client.portal() as portal:
        sessions = portal.call(services.sessions.of, WHO)
        portal.call(services.order.moderation.warn, None, WHO, "for the test")
        portal.call(services.order.reports.make, "bob", WHO, "", "words", "he was rude")
        reports = portal.call(lambda: services.order.reports.listing(is_open=True))
        sanctions = asyncio.run(warnings_of(services))
    return {
        "game_id": rooms["begun"].row.id,
        "alone": rooms["alone"].row.id,
        "over": rooms["over"].row.id,
        "study_id": study["id"],
        "challenge_id": waits["id"],
        "tournament_id": tournament["about"]["id"],
        "token_id": token["id"],
        "block_id": blocked[0]["id"],
        "session_id": sessions[0].id,
        "warning_id": sanctions[-1],
        "report_id": next(each.id for each in reports if each.words == "he was rude"),
        "passkey_id": "passkey-of-him",
        "puzzle_id": "none",
        "place_id": "person-key",
        "name": NAME,
        "game": "atoll",
        "token": "none",
    }


async def refresh(services: Services) -> None:
    """Let what is told for a while only be of now, else it is deleted meanwhile; and give a key a name of its own."""
    now = now_ms()

    def work(connection: sa.Connection) -> None:
        connection.execute(notices.update().values(at_ms=now))
        connection.execute(passkeys.update().values(id="passkey-of-him"))
        connection.execute(pairings.update().values(since_ms=now, seen_ms=now))

    await services.store.write(work)


async def whisper(services: Services, game: str) -> None:
    """Let him say something to his opponent alone."""
    line = {"game_id": game, "seq": 0, "at_ms": 1, "circle": "players", "person": WHO, "text": PRIVATE, "phrase": None}
    await services.store.write(lambda connection: connection.execute(chat_lines.insert().values(line)))


async def warnings_of(services: Services) -> list[str]:
    query = sa.text("SELECT id FROM sanction WHERE account = :who AND kind = 'warning' ORDER BY at_ms")
    return await services.store.read(lambda connection: list(connection.execute(query, {"who": WHO}).scalars()))


def stranger(client: TestClient[Any], role: str) -> Visitor:
    """Be one of them, logged in anew: he may have logged out."""
    made = Visitor(client, "a-guest-of-nobody" if role == "guest" else "")
    if role in LOGGED_IN:
        with client.portal() as portal:
            token = portal.call(services_of(client).sessions.make, LOGGED_IN[role], "Firefox")
        made.headers = {"cookie": f"{SESSION}={token}"}
    return made


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def his_rows(client: TestClient[Any]) -> set[str]:
    """All rows that name him, of all tables."""

    def read(connection: sa.Connection) -> set[str]:
        found = set()
        for table in metadata.sorted_tables:
            for row in connection.execute(sa.select(table)).mappings():
                if any(WHO in _text(value) for value in row.values()):
                    found.add(f"{table.name} {dict(row)}")
        return found

    return asyncio.run(services_of(client).store.read(read))


# --- requests from the description


WORDS = {"spec": "hex(size=3)", "name": NAME, "to": NAME, "password": "a wrong password", "move": "c3", "game": ""}


def body_of(label: str) -> Any:
    """Make the body that a route asks for, right by its schema."""
    method, _, path = label.partition(" ")
    about = DESCRIPTION["paths"][path][method.lower()].get("requestBody")
    return None if about is None else made(next(iter(about["content"].values()))["schema"])


def made(schema: dict[str, Any], name: str = "") -> Any:
    """Make a value that is right by a schema: what must be there, and what names somebody."""
    if "$ref" in schema:
        return made(DESCRIPTION["components"]["schemas"][schema["$ref"].rpartition("/")[2]], name)
    for choice in ("oneOf", "anyOf", "allOf"):
        if choice in schema:
            return made(next(each for each in schema[choice] if each.get("type") != "null"), name)
    if "enum" in schema or "const" in schema:
        return schema.get("const", next(iter(schema.get("enum", [None]))))
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        wanted = {*schema.get("required", ()), *(WORDS.keys() & schema.get("properties", {}).keys())}
        return {each: made(schema["properties"][each], each) for each in sorted(wanted)}
    if kind == "array":
        parts = schema.get("prefixItems") or [schema["items"]] * schema.get("minItems", 0)
        return [made(each, name) for each in parts]
    text = WORDS.get(name, "x" * max(1, schema.get("minLength", 1)))
    least = schema.get("minimum", 0)
    return {"integer": least, "number": least, "boolean": False, "string": text}.get(str(kind))


def paths_of(label: str, known: dict[str, str]) -> list[str]:
    """Return a route's paths with what is his: of games, also the one at his own screen and one that is over."""
    path = label.partition(" ")[2]
    games = [known[each] for each in ("game_id", "alone", "over")] if "{game_id}" in path else [known["game_id"]]
    return [path.format(**known | {"game_id": each}) for each in games]


def sequenced(body: Any, client: TestClient[Any], path: str) -> Any:
    """Put a game's right number into a body that asks for one."""
    if isinstance(body, dict) and "seq" in body and "/games/" in path:
        game = path.split("/")[3]
        return body | {"seq": Visitor(client).well("GET", f"/api/games/{game}")["seq"]}
    return body


@pytest.mark.parametrize("label", LABELS)
def test_what_is_his_stays_and_is_told_to_nobody(client: TestClient[Any], known: dict[str, str], label: str) -> None:
    method = label.partition(" ")[0]
    for role in ROLES if label != ENDLESS else [each for each in ROLES if each not in LOGGED_IN]:
        for path in [] if is_his_business(role, label) else paths_of(label, known):
            body = sequenced(body_of(label), client, path)
            before = his_rows(client)
            answer = stranger(client, role).ask(method, path, body)
            assert answer.status_code < 500, (role, answer.text)
            told = answer.text
            assert WHO not in told, (role, path)
            assert PRIVATE not in told, (role, path)
            assert label in PUBLIC or not [each for each in KEYS if each in told], (role, path)
            after = his_rows(client)
            if label not in MAY_CHANGE:
                assert before - after == set(), (role, path)
            if label not in MAY_ADD:
                assert after - before == set(), (role, path)


def is_his_business(role: str, label: str) -> bool:
    """Return whether something is for a role, and decided elsewhere: tests of seats and of moderation."""
    if role == "moderator":
        return "/api/moderation/" in label
    return role == "opponent" and ("/api/games/{game_id}" in label or label == "POST /api/blocks")


@pytest.mark.parametrize("label", [each for each in LABELS if each.startswith("GET") and each != ENDLESS])
def test_he_is_told_what_others_are_not(client: TestClient[Any], known: dict[str, str], label: str) -> None:
    """Else others might be refused for what they ask, and not since it is not theirs."""
    with client.portal() as portal:
        token = portal.call(services_of(client).sessions.make, WHO, "Firefox")
    his = Visitor(client)
    his.headers = {"cookie": f"{SESSION}={token}"}
    for path in paths_of(label, known)[:1]:
        answer = his.ask("GET", path + QUERIES.get(label, ""))
        if "/api/moderation/" in label:
            assert answer.json()["slug"] == "moderation/not-yours"
        elif label in NOT_HIS:
            assert answer.json()["slug"] == NOT_HIS[label]
        else:
            assert answer.status_code == 200, answer.text


NOT_HIS = {
    "GET /api/games/{game_id}/threats": "server/fair-play",
    "GET /api/puzzles/own": "server/fault",
    "GET /api/puzzles/{puzzle_id}": "puzzle/unknown",
    "GET /api/puzzles/{puzzle_id}/picture.png": "puzzle/unknown",
}
"""What he is refused as well: help in a rated game, puzzles that are none, or made up here."""
QUERIES = {
    "GET /api/boards": "?spec=hex",
    "GET /api/positions/picture.png": "?spec=hex",
    "GET /api/ladder": "?game=atoll&speed=slow",
}
"""What must be asked for."""


def test_what_is_sent_is_right_by_the_description() -> None:
    """Else strangers would be refused for what they send, and nothing be tried."""
    for label in LABELS:
        body = body_of(label)
        assert body is None or isinstance(body, dict), label
    assert body_of("POST /api/challenges")["to"] == NAME
    assert body_of("POST /api/games/{game_id}/moves") == {"move": "c3", "seq": 0}


@pytest.mark.parametrize("path", SOCKETS)
def test_sockets_tell_nobody_what_is_his(client: TestClient[Any], known: dict[str, str], path: str) -> None:
    for role in ROLES if "{game_id}" not in path else [each for each in ROLES if each != "opponent"]:
        for game in ("game_id", "alone", "over"):
            visitor, before, told = stranger(client, role), his_rows(client), ""
            named = path.format(**known | {"game_id": known[game]})
            client.cookies.clear()
            with (
                contextlib.suppress(WebSocketDisconnect, queue.Empty),
                client.websocket_connect(named, headers=visitor.headers) as socket,
            ):
                for each in messages_with(known["game_id"]):
                    socket.send_json(each)
                for _ in range(4):
                    told += socket.receive_text(timeout=0.3)
            assert WHO not in told, (role, named)
            assert PRIVATE not in told, (role, named)
            assert not [each for each in KEYS if each in told], (role, named)
            assert his_rows(client) == before, (role, named)
            if "{game_id}" not in path:
                break


def messages_with(game: str) -> Iterator[dict[str, Any]]:
    """Yield all that a client may say, and something that it may not."""
    for kind, said in CLIENT_MESSAGES.items():
        told = {name: game if value == "{game_id}" else value for name, value in said.items()}
        yield {"type": kind.__struct_config__.tag, **told}
    yield {"type": "x"}


def test_all_that_sockets_hear_is_said_here() -> None:
    folder = Path(motu.server.__file__).parent
    files = [each for each in folder.rglob("*.py") if "receive_data(" in each.read_text("utf-8")]
    assert {each.relative_to(folder).as_posix() for each in files} == HEARS
    for kind, said in CLIENT_MESSAGES.items():
        decoded = msgspec.json.decode(msgspec.json.encode({"type": kind.__struct_config__.tag, **said}), type=kind)
        assert isinstance(decoded, kind)
    known = {each for each in vars(analysis).values() if isinstance(each, type) and issubclass(each, msgspec.Struct)}
    asked = {each for each in known if each.__struct_config__.forbid_unknown_fields and each.__struct_config__.tag}
    assert asked | {Look} == CLIENT_MESSAGES.keys()
