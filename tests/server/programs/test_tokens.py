"""A token opens what its scopes say, for its own account, until it is revoked or expires; and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import sqlalchemy as sa
from limits import parse
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from motu.server.accounts.cookies import COOKIE
from motu.server.events import ServerError
from motu.server.guests import COOKIE as GUEST_COOKIE
from motu.server.programs.bots import Bots
from motu.server.programs.scopes import SCOPES, TABLE, TokenScope, check_scope
from motu.server.programs.tokens import MAX_EACH, PREFIX, USED_EACH_MS, Tokens
from motu.server.schema import tokens as table
from motu.server.server_settings import ServerSettings
from server.accounts.houses import PASSWORD, People, people_at, run_with
from server.applications import make_application
from server.programs.owners import Program, house, owner, program
from server.two_people import Visitor, challenge, game_of

SPEC = {"spec": "hex(size=3)", "seats": [{}, {}]}
DAY_MS = 86_400_000
SCHEMA = make_application(ServerSettings(Path())).openapi_schema.to_schema()["paths"]
LABELS = [f"{method.upper()} {path}" for path, methods in SCHEMA.items() for method in methods]
STREAM = "GET /api/stream"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with house(tmp_path_factory.mktemp("data")) as opened:
        yield opened


@pytest.fixture(scope="module")
def ann(client: TestClient[Any]) -> Visitor:
    return owner(client, "ann-the-guest", "Ann")


def slug_of(error: pytest.ExceptionInfo[ServerError]) -> str:
    return error.value.slug


# --- the tokens themselves, over both databases


def test_a_token_is_known_by_itself_alone(database: sa.URL) -> None:
    async def script(people: People) -> None:
        await people.accounts.claim("a", "Ann", PASSWORD)
        made = await Tokens(people.store, lambda: people.now[0]).make("a", "mine", ["read", "play"])
        known, account = await Tokens(people.store, lambda: people.now[0]).read(made.text)
        assert (known.scopes, known.name, account.name) == (("play", "read"), "mine", "Ann")
        assert made.text.startswith(PREFIX)
        with people.store._engine.connect() as connection:
            kept = connection.execute(sa.select(table)).one()
        assert made.text not in map(str, kept), "a database that is read opens nothing"
        for other in ("", PREFIX, kept.token, kept.id, made.text[:-1], made.text + "x", "x" * 5000, "ŝ"):
            with pytest.raises(ServerError) as error:
                await Tokens(people.store).read(other)
            assert slug_of(error) == "token/wrong"

    run_with(database, script)


def test_it_ends_when_it_expires_or_is_revoked_in_every_process(database: sa.URL) -> None:
    async def script() -> None:
        async with people_at(database) as here, people_at(database, here.now) as there:
            await here.accounts.claim("a", "Ann", PASSWORD)
            ours, theirs = (Tokens(each.store, lambda: here.now[0]) for each in (here, there))
            short, long = await ours.make("a", "short", ["read"], 1), await ours.make("a", "long", ["read"])
            for each in (short, long):
                await theirs.read(each.text)
            here.now[0] += DAY_MS
            with pytest.raises(ServerError, match="expired"):
                await theirs.read(short.text)
            assert [each.name for each in await ours.of(["a"])] == ["long"]
            assert not await ours.revoke(["b"], long.about.id), "somebody else's"
            await theirs.read(long.text, is_sure=True)
            assert await ours.revoke(["a"], long.about.id)
            assert not await ours.revoke(["a"], long.about.id)
            for where, is_sure in ((ours, False), (theirs, True)):
                with pytest.raises(ServerError, match="revoked"):
                    await where.read(long.text, is_sure=is_sure)

    asyncio.run(script())


def test_when_it_was_used_is_known_to_the_hour(database: sa.URL) -> None:
    async def script(people: People) -> None:
        await people.accounts.claim("a", "Ann", PASSWORD)
        held = Tokens(people.store, lambda: people.now[0])
        made, start = await held.make("a", "mine", ["read"]), people.now[0]
        assert (await held.of(["a"]))[0].used_ms is None
        for later, expected in ((0, start), (USED_EACH_MS - 1, start), (1, start + USED_EACH_MS)):
            people.now[0] += later
            await held.read(made.text)
            assert (await held.of(["a"]))[0].used_ms == expected

    run_with(database, script)


def test_there_are_only_so_many_and_each_is_good_for_so_much(database: sa.URL) -> None:
    async def script(people: People) -> None:
        await people.accounts.claim("a", "Ann", PASSWORD)
        held = Tokens(people.store, limit=parse("3 per minute"))
        made = [await held.make("a", str(number), ["read"]) for number in range(MAX_EACH)]
        with pytest.raises(ServerError) as error:
            await held.make("a", "one more", ["read"])
        assert slug_of(error) == "server/too-many"
        await held.revoke(["a"], made[0].about.id)
        await held.make("a", "one more", ["read"])
        for _ in range(3):
            await held.read(made[1].text)
        with pytest.raises(ServerError) as error:
            await held.read(made[1].text)
        assert slug_of(error) == "token/limit"
        await held.read(made[2].text)

    run_with(database, script)


def test_a_closed_account_has_no_tokens_nor_have_its_bots(database: sa.URL) -> None:
    async def script(people: People) -> None:
        ann = await people.accounts.claim("a", "Ann", PASSWORD)
        held, bots = Tokens(people.store), Bots(people.store, people.accounts)
        bot = await bots.make(ann, "Anns-bot")
        made = [await held.make(each.id, "x", ["read"]) for each in (ann, bot)]
        for each in made:
            await held.read(each.text, is_sure=True)
        close = sa.text("UPDATE account SET is_closed = :yes WHERE id = 'a'").bindparams(yes=True)
        await people.store.write(lambda connection: connection.execute(close))
        for each in made:
            with pytest.raises(ServerError):
                await held.read(each.text, is_sure=True)

    run_with(database, script)


# --- over HTTP


def test_a_program_acts_as_its_account(client: TestClient[Any], ann: Visitor) -> None:
    theirs = program(ann)
    game = theirs.well("POST", "/api/games", SPEC)["id"]
    assert game in {each["id"] for each in ann.well("GET", "/api/games")["games"]}
    answer = theirs.ask("POST", f"/api/games/{game}/moves", {"move": "a1", "seq": 1})
    assert answer.status_code == 201
    assert "set-cookie" not in answer.headers


def test_no_cookie_counts_beside_a_token_and_no_other_site_matters(client: TestClient[Any], ann: Visitor) -> None:
    theirs, bob = program(ann), Visitor(client, "bob")
    game = bob.well("POST", "/api/games", SPEC)["id"]
    theirs.headers |= bob.headers | {"origin": "https://elsewhere.example", "sec-fetch-site": "cross-site"}
    assert theirs.refused("POST", f"/api/games/{game}/moves", {"move": "a1", "seq": 1}) == "server/not-yours"
    assert theirs.well("POST", "/api/games", SPEC)["is_mine"]


def test_no_answer_to_a_token_sets_a_cookie(client: TestClient[Any], ann: Visitor) -> None:
    theirs = program(ann)
    for path in ("/api/health", "/api/catalogue", "/api/schema/openapi.json", "/api/none", "/"):
        for who in (theirs, Program(client, "motu_none")):
            assert "set-cookie" not in who.ask("GET", path).headers, path


@pytest.mark.parametrize("scope", SCOPES)
def test_every_good_token_reads_the_description(client: TestClient[Any], ann: Visitor, scope: TokenScope) -> None:
    path = "/api/schema/openapi.json"
    assert program(ann, scopes=[scope]).well("GET", path)["paths"] == SCHEMA
    assert Program(client, "motu_none").refused("GET", path) == "token/wrong"


@pytest.mark.parametrize("name", [COOKIE, GUEST_COOKIE, "__Host-motu_session"])
def test_a_token_is_no_cookie(client: TestClient[Any], ann: Visitor, name: str) -> None:
    known = program(ann).token
    other = Visitor(client)
    other.headers = {"cookie": f"{name}={known}"}
    assert other.refused("GET", "/api/account/tokens") == "account/none"
    assert other.refused("POST", "/api/challenges", {"spec": "hex"}) == "server/no-cookie"


def test_who_is_refused(client: TestClient[Any], ann: Visitor) -> None:
    listed = {each["id"] for each in ann.well("GET", "/api/account/tokens")["tokens"]}
    theirs = program(ann)
    known = next(each for each in ann.well("GET", "/api/account/tokens")["tokens"] if each["id"] not in listed)
    assert known["token"] == "", "it is told once"
    assert Program(client, theirs.token + "x").ask("GET", "/api/games").status_code == 401
    assert Program(client, "").refused("GET", "/api/games") == "token/wrong"
    bob = owner(client, "bob-the-guest", "Bob")
    bob.well("DELETE", f"/api/account/tokens/{known['id']}")
    theirs.well("POST", "/api/games", SPEC)
    ann.well("DELETE", f"/api/account/tokens/{known['id']}")
    assert theirs.refused("POST", "/api/games", SPEC) == "token/wrong"
    assert theirs.refused("GET", "/api/games") == "token/wrong"


def test_a_token_of_somebody_else_plays_nobodys_game(client: TestClient[Any], ann: Visitor) -> None:
    cat, dan = owner(client, "cat-the-guest", "Cat"), owner(client, "dan-the-guest", "Dan")
    first, second = program(cat, "Cat-bot"), program(dan, "Dan-bot")
    game = game_of(first, second)
    body = {"move": "a1", "seq": 1}
    for other in (program(ann), program(ann, "Ann-bot"), program(cat)):
        assert other.refused("POST", f"/api/games/{game}/moves", body) == "server/not-yours"
    assert second.refused("POST", f"/api/games/{game}/moves", body) == "server/not-your-turn"
    first.well("POST", f"/api/games/{game}/moves", body)


def test_a_program_plays_with_others_as_a_bot_and_not_in_place_of_a_person(client: TestClient[Any]) -> None:
    cat, dan = owner(client, "fay-the-guest", "Fay"), owner(client, "gus-the-guest", "Gus")
    theirs, game = program(cat), game_of(cat, dan)
    cat.well("POST", f"/api/games/{game}/offers", {"kind": "cancel", "seq": 1})
    tries: dict[str, dict[str, Any]] = {
        "moves": {"move": "a1"},
        "offers": {"kind": "draw"},
        "answer": {"is_accepted": False},
        "seed": {"seed": "abc"},
    }
    for what, body in tries.items():
        assert theirs.refused("POST", f"/api/games/{game}/{what}", body | {"seq": 2}) == "token/person", what
    assert theirs.refused("PUT", f"/api/games/{game}/plan", {"branches": [], "seq": 2}) == "token/person"
    cat.well("POST", f"/api/games/{game}/moves", {"move": "a1", "seq": 2})
    theirs.well("GET", f"/api/games/{game}")
    theirs.well("POST", f"/api/games/{game}/resign", {"person": 0, "seq": 3})
    theirs.well("DELETE", f"/api/games/{game}")
    alone = theirs.well("POST", "/api/games", SPEC)["id"]
    theirs.well("POST", f"/api/games/{alone}/moves", {"move": "a1", "seq": 1})


def test_a_program_begins_no_game_in_place_of_a_person_that_it_could_not_play(client: TestClient[Any]) -> None:
    ida, jon = owner(client, "ida-the-guest", "Ida"), owner(client, "jon-the-guest", "Jon")
    theirs, bot = program(ida), program(ida, "Ida-bot")
    clock = {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 5_000}
    rated = {"spec": "hex(size=6)", "clock": clock, "rated": True, "seats": [{}, {"kind": "level", "level": 1}]}
    open_one = challenge(jon)
    mine = jon.well("POST", "/api/challenges", {"spec": "hex(size=3)", "to": "Ida"})["id"]
    terms: dict[str, Any] = {
        "name": "A cup",
        "system": "arena",
        "spec": "hex(size=3)",
        "clock": clock,
        "minutes": 20,
        "most": 9,
    }
    terms |= {"starts_in_ms": 600_000, "allows_bots": True}
    cup = f"/api/tournaments/{jon.well('POST', '/api/tournaments', terms)['about']['id']}"
    tries: tuple[tuple[str, Any], ...] = (
        ("/api/challenges", {"spec": "hex(size=3)"}),
        (f"/api/challenges/{open_one}/accept", {}),
        (f"/api/challenges/{mine}/accept", {}),
        ("/api/games", rated),
        (f"{cup}/join", None),
    )
    for path, body in tries:
        assert theirs.refused("POST", path, body) == "token/person", path
    theirs.well("POST", f"/api/challenges/{mine}/decline")
    bot.well("POST", f"/api/challenges/{open_one}/accept", {})
    bot.well("POST", "/api/challenges", {"spec": "hex(size=3)"})
    unrated = theirs.well("POST", "/api/games", rated | {"rated": False})
    assert unrated["is_mine"]
    ida.well("POST", f"{cup}/join")
    theirs.well("POST", f"{cup}/leave")


@pytest.mark.parametrize("scope", SCOPES)
def test_a_scope_opens_its_routes_and_no_others(client: TestClient[Any], ann: Visitor, scope: TokenScope) -> None:
    theirs = program(ann, scopes=[scope])
    before = ann.well("GET", "/api/games"), ann.well("GET", "/api/challenges")
    for label in LABELS:
        if label == STREAM and TABLE[label] == scope:
            continue  # an answer without an end: test_streams reads it
        method, _, path = label.partition(" ")
        answer = theirs.ask(method, path.replace("{", "").replace("}", ""), {} if method in ("POST", "PUT") else None)
        is_shut = answer.status_code == 403 and answer.json()["slug"] == "token/scope"
        opens = label == "GET /api/health" or TABLE.get(label) == scope
        assert is_shut != opens, (label, answer.text)
    listed = [each["id"] for each in ann.well("GET", "/api/account/tokens")["tokens"] if each["name"] == "a program"]
    for each in listed:
        ann.well("DELETE", f"/api/account/tokens/{each}")
    assert (ann.well("GET", "/api/games"), ann.well("GET", "/api/challenges")) == before


def test_the_table_names_routes_that_there_are_and_no_settings() -> None:
    assert set(TABLE) <= set(LABELS)
    assert set(TABLE.values()) == set(get_args(TokenScope))
    assert not [label for label in TABLE if "/account" in label]
    for label in ("GET /", "GET /static/{path}", "WEBSOCKET /api/games/{game_id}/live", "GET /api/account"):
        with pytest.raises(ServerError) as error:
            check_scope(label.partition(" ")[0], label.partition(" ")[2], frozenset(SCOPES))
        assert slug_of(error) == "token/scope"


def test_pages_and_sockets_are_not_for_tokens(client: TestClient[Any], ann: Visitor) -> None:
    theirs = program(ann)
    assert theirs.ask("GET", "/").status_code == 403
    game = theirs.well("POST", "/api/games", SPEC)["id"]
    client.cookies.clear()
    path = f"/api/games/{game}/live"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(path, headers=theirs.headers) as open_:
        open_.receive_text()


def test_guests_have_no_tokens_and_tokens_make_none(client: TestClient[Any], ann: Visitor) -> None:
    wanted: dict[str, Any] = {"name": "x", "scopes": ["read"]}
    assert Visitor(client, "a-guest").refused("POST", "/api/account/tokens", wanted) == "account/none"
    assert program(ann).refused("POST", "/api/account/tokens", wanted) == "token/scope"
    wrong: tuple[dict[str, Any], ...] = ({"scopes": []}, {"scopes": ["admin"]}, {"days": 0}, {"name": ""})
    for bad in wrong:
        assert ann.refused("POST", "/api/account/tokens", wanted | bad) == "http/400"
