"""Muting and blocking: what each keeps from whom, that nobody is told of it, and that it is undone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.blocks import blocks
from motu.server.lobby.pairing import Wish
from motu.server.schema import pairings
from motu.server.server_settings import ServerSettings
from server.applications import make_application
from server.houses import house, told
from server.two_people import HERE, Visitor, challenge, does, game_of, refused

WISH = Wish("atmalof", "fast")
ASKED = {"game": "atmalof", "pace": "fast"}


@pytest.fixture
def client(database: sa.URL, tmp_path: Path) -> Iterator[TestClient[Any]]:
    settings = ServerSettings(tmp_path, "1", engines=1, database=database)
    with TestClient(make_application(settings), base_url=HERE) as opened:
        yield opened


@pytest.fixture
def people(client: TestClient[Any]) -> tuple[Visitor, Visitor, Visitor]:
    return Visitor(client, "ann"), Visitor(client, "bob"), Visitor(client, "eve")


def decide(who: Visitor, kind: str, **whom: Any) -> list[Any]:
    found: list[Any] = who.well("POST", "/api/blocks", {"kind": kind} | whom)["blocks"]
    return found


def say(who: Visitor, game: str, phrase: str, circle: str = "players") -> int:
    return int(who.well("POST", f"/api/games/{game}/chat", {"circle": circle, "phrase": phrase})["seq"])


def heard(who: Visitor, game: str) -> list[str]:
    return [each["phrase"] for each in who.well("GET", f"/api/games/{game}/chat")["lines"]]


def test_who_is_muted_is_not_heard_and_hears(people: tuple[Visitor, ...]) -> None:
    ann, bob, _ = people
    game = game_of(ann, bob)
    line = say(bob, game, "hello")
    say(ann, game, "thanks")
    [kept] = decide(ann, "mute", game=game, line=line)
    assert (kept["kind"], kept["name"]) == ("mute", "")
    assert heard(ann, game) == ["thanks"]
    assert heard(bob, game) == ["hello", "thanks"]
    ann.well("DELETE", f"/api/blocks/{kept['id']}")
    assert heard(ann, game) == ["hello", "thanks"]
    assert game_of(ann, bob)


def test_of_two_apart_neither_hears_the_other_and_others_hear_both(people: tuple[Visitor, ...]) -> None:
    ann, bob, eve = people
    game = game_of(eve, ann)
    does(eve, game, "resign", person=0)
    say(ann, game, "hello", "spectators")
    say(bob, game, "wow", "spectators")
    decide(bob, "block", game=game, seat=1)
    assert heard(bob, game) == ["wow"]
    assert heard(ann, game) == ["hello"]
    assert heard(eve, game) == ["hello", "wow"]


@pytest.mark.parametrize("blocker", [0, 1])
def test_of_two_apart_neither_takes_a_challenge_of_the_other(people: tuple[Visitor, ...], blocker: int) -> None:
    ann, bob, eve = people
    first = game_of(ann, bob)
    decide((ann, bob)[blocker], "block", game=first, seat=1 - blocker)
    known = challenge(ann, is_open=True)
    assert not any(each["id"] == known for each in bob.well("GET", "/api/challenges")["challenges"])
    assert any(each["id"] == known for each in eve.well("GET", "/api/challenges")["challenges"])
    told = bob.ask("POST", f"/api/challenges/{known}/accept", {}).json()
    assert (told["slug"], told["error"]) == ("server/not-yours", "this challenge is for somebody else alone")
    assert eve.well("POST", f"/api/challenges/{known}/accept", {})["state"] == "taken"


def test_of_two_apart_neither_has_a_rematch_of_the_other(people: tuple[Visitor, ...]) -> None:
    ann, bob, _ = people
    game = game_of(ann, bob)
    does(ann, game, "resign", person=0)
    does(bob, game, "offers", kind="rematch")
    kept = decide(ann, "block", game=game, seat=1)[0]["id"]
    assert refused(ann, game, "answer", is_accepted=True) == "server/offer"
    does(bob, game, "answer", is_accepted=False)
    assert refused(ann, game, "offers", kind="rematch") == "server/offer"
    assert bob.well("GET", f"/api/games/{game}")["next_game"] == ""
    ann.well("DELETE", f"/api/blocks/{kept}")
    does(ann, game, "offers", kind="rematch")
    does(bob, game, "answer", is_accepted=True)


def test_the_lobby_shows_neither_what_the_other_lets_wait(people: tuple[Visitor, ...], client: TestClient[Any]) -> None:
    ann, bob, eve = people
    decide(ann, "block", game=game_of(ann, bob), seat=1)
    known = challenge(ann, is_open=True)
    for who, seen in ((bob, []), (eve, [known]), (ann, [known])):
        client.cookies.clear()
        with client.websocket_connect("/api/lobby/live", headers=who.headers) as socket:
            assert [each["id"] for each in socket.receive_json()["challenges"]] == seen


def test_people_are_meant_by_name_seat_or_line_and_by_nothing_else(people: tuple[Visitor, ...]) -> None:
    ann, bob, eve = people
    bob.claim("Bela")
    game = game_of(ann, bob)
    line = say(bob, game, "hello")
    for whom in ({"name": "bela"}, {"game": game, "seat": 1}, {"game": game, "line": line}):
        assert [each["name"] for each in decide(ann, "block", **whom)] == ["Bela"], "one, however he is meant"
    bob.well("POST", "/api/account/name", {"name": "BELA"})
    assert ann.well("GET", "/api/blocks")["blocks"][0]["name"] == "BELA"
    assert bob.well("GET", "/api/blocks") == {"blocks": []}
    for whom, slug in (
        ({"name": "Nobody-at-all"}, "block/nobody"),
        ({"name": "level-3"}, "block/nobody"),
        ({"game": game}, "block/nobody"),
        ({"game": game, "seat": 2}, "block/nobody"),
        ({"game": "none", "seat": 0}, "server/no-game"),
        ({"game": game, "line": line}, "chat/no-line"),  # eve does not hear it
    ):
        assert eve.refused("POST", "/api/blocks", {"kind": "mute"} | whom) == slug
    assert ann.refused("POST", "/api/blocks", {"kind": "mute", "game": game, "seat": 0}) == "block/own"
    assert Visitor(ann.client).refused("POST", "/api/blocks", {"kind": "mute", "name": "Bela"}) == "server/no-cookie"


def test_nobody_undoes_what_another_has_decided(people: tuple[Visitor, ...]) -> None:
    ann, bob, _ = people
    [kept] = decide(ann, "block", game=game_of(ann, bob), seat=1)
    bob.well("DELETE", f"/api/blocks/{kept['id']}")
    assert ann.well("GET", "/api/blocks")["blocks"] == [kept]


def test_so_many_people_are_blocked_and_one_may_be_decided_anew(
    people: tuple[Visitor, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "MAX_BLOCKS", 1)
    ann, bob, eve = people
    with_bob, with_eve = game_of(ann, bob), game_of(ann, eve)
    decide(ann, "mute", game=with_bob, seat=1)
    assert [each["kind"] for each in decide(ann, "block", game=with_bob, seat=1)] == ["block"]
    answer = ann.ask("POST", "/api/blocks", {"kind": "mute", "game": with_eve, "seat": 1})
    assert (answer.status_code, answer.json()["slug"]) == (429, "block/limit")


def test_of_two_apart_neither_is_paired_with_the_other_in_any_process(database: sa.URL, tmp_path: Path) -> None:
    async def script() -> None:
        async with house(database, tmp_path) as (here, there):
            await here.blocks.decide("ann", "bob", "block", "")
            await here.blocks.decide("eve", "ann", "mute", "")
            assert await here.pairings.press("ann", WISH) is None
            assert await there.pairings.press("bob", WISH) is None
            assert await here.pairings.press("ann", WISH) is None, "asked again, she still waits"
            query = sa.select(pairings.c.guest).where(pairings.c.game.is_(None)).order_by(pairings.c.guest)
            assert await here.store.read(lambda opened: list(opened.execute(query).scalars())) == ["ann", "bob"]
            game = await there.pairings.press("eve", WISH)
            room = await there.rooms.find(game or "")
            assert {room.row.person0, room.row.person1} == {"ann", "eve"}, "a mute parts nobody, and ann came first"

    asyncio.run(script())


def test_who_is_apart_is_not_told_by_the_other_process(database: sa.URL, tmp_path: Path) -> None:
    async def script() -> None:
        async with house(database, tmp_path) as (here, there):
            game = await here.pairings.press("ann", WISH) or await here.pairings.press("bob", WISH)
            room = await there.rooms.find(game or "")
            readers = {who: there.audience.join(room.row.id, who) for who in ("ann", "bob")}
            await here.blocks.decide("ann", "bob", "block", "")
            said = await here.rooms.find(room.row.id)
            await here.chat.say(said, "ann", "players", "", "hello", has_name=False)
            await here.chat.say(said, "bob", "players", "", "thanks", has_name=False)
            for who, phrase in (("ann", "hello"), ("bob", "thanks")):
                lines = (await told(readers[who], "chat"))["lines"]
                assert [each["phrase"] for each in lines] == [phrase]

    asyncio.run(script())
