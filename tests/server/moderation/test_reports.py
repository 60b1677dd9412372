"""What people tell of each other: bounded, once, and closed with what is done about it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.events import ServerError
from motu.server.moderation.audit import read_log
from motu.server.moderation.reports import DAY_MS, MAX_DAILY, Reports
from server.moderation.houses import Order, run_in_order
from server.programs.owners import house, owner, services_of
from server.two_people import Visitor, challenge, does, game_of, refused


def test_nobody_tells_the_same_twice_until_it_is_closed(database: sa.URL) -> None:
    async def script(order: Order) -> None:
        ann, bob = await order.person("Ann", "moderator"), await order.person("Bob")
        reports = Reports(order.store, lambda: order.now[0])
        await reports.make("cleo", bob.id, "g", "stalling", "")
        for game in ("g2", ""):
            await reports.make("cleo", bob.id, game, "stalling", "")
        with pytest.raises(ServerError) as caught:
            await reports.make("cleo", bob.id, "g", "words", "again")
        assert caught.value.slug == "report/open"
        await reports.make("dora", bob.id, "g", "program", "I think so, too")
        first = next(each for each in await reports.listing(is_open=True) if each.game == "g")
        await order.moderation.warn(ann, bob.id, "give up when you have lost", first.id)
        still = [(each.reporter, each.game) for each in await reports.listing(is_open=True)]
        assert sorted(still) == [("cleo", ""), ("cleo", "g2")], "what others have told of the same is closed with it"
        closed = await reports.listing(is_open=False)
        assert [(each.outcome, each.closed_ms) for each in closed] == [("warn", order.now[0])] * 2
        with pytest.raises(ServerError) as caught:
            await order.moderation.warn(ann, bob.id, "again", first.id)
        assert caught.value.slug == "report/closed"
        assert (await reports.counts("whom", bob.id)).upheld == 2
        assert (await reports.counts("reporter", "cleo")).open == 2
        assert [entry.game for entry in await read_log(order.store, bob.id)] == ["g"], "the refused warning is undone"
        await reports.make("cleo", bob.id, "g", "stalling", "he does it again")

    run_in_order(database, script)


def test_somebody_reports_so_often_a_day(database: sa.URL) -> None:
    async def script(order: Order) -> None:
        reports = Reports(order.store, lambda: order.now[0])
        for number in range(MAX_DAILY):
            await reports.make("cleo", f"guest {number}", "g", "words", "")
        with pytest.raises(ServerError) as caught:
            await reports.make("cleo", "another", "g", "words", "")
        assert caught.value.slug == "report/limit"
        order.now[0] += DAY_MS
        await reports.make("cleo", "another", "g", "words", "")

    run_in_order(database, script)


def test_a_report_is_closed_by_what_is_done_to_the_right_person(database: sa.URL) -> None:
    async def script(order: Order) -> None:
        ann, bob = await order.person("Ann", "moderator"), await order.person("Bob")
        dora = await order.person("Dora")
        reports = Reports(order.store, lambda: order.now[0])
        await reports.make(dora.id, bob.id, "", "words", "")
        await reports.make(bob.id, ann.id, "", "words", "revenge")
        about_bob, about_ann = sorted(await reports.listing(is_open=True), key=lambda each: each.whom != bob.id)
        with pytest.raises(ServerError) as caught:
            await order.moderation.mute(ann, dora.id, "wrong person", 1, about_bob.id)
        assert caught.value.slug == "moderation/nothing"
        with pytest.raises(ServerError) as caught:
            await order.moderation.dismiss(ann, about_ann.id, "it is about me")
        assert caught.value.slug == "moderation/not-yours"
        assert len(await reports.listing(is_open=True)) == 2
        await order.moderation.dismiss(ann, about_bob.id, "these words are usual")
        assert [each.id for each in await reports.listing(is_open=True)] == [about_ann.id]

    run_in_order(database, script)


def test_lists_go_on_page_by_page(database: sa.URL) -> None:
    async def script(order: Order) -> None:
        ann = await order.person("Ann", "admin")
        reports = Reports(order.store, lambda: order.now[0])
        for number in range(5):
            order.now[0] += number % 2
            await reports.make(f"cleo {number}", "somebody", f"game {number}", "words", "")
        for is_open in (True, False):
            whole, found, place = await reports.listing(is_open=is_open), [], None
            assert len(whole) == 5
            while page := await reports.listing(is_open=is_open, after=place, limit=2):
                found += page
                place = page[-1].place
            assert found == whole
            for each in whole if is_open else ():
                await order.moderation.dismiss(ann, each.id, "nothing")

    run_in_order(database, script)


# --- over HTTP


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with house(tmp_path) as opened:
        yield opened


def moderator(client: TestClient[Any]) -> Visitor:
    made = owner(client, "guest-mod", "Keeper")
    asyncio.run(services_of(client).order.moderation.change_role(None, "guest-mod", "moderator", "for the test"))
    return made


def test_from_a_guest_about_a_guest(client: TestClient[Any]) -> None:
    keeper, cleo = moderator(client), Visitor(client, "cleo")
    game = game_of(Visitor(client, "dan"), cleo, name="Dan")
    told = {"reason": "stalling", "game": game, "person": 0, "words": "an hour for nothing"}
    cleo.well("POST", "/api/reports", told)
    assert cleo.refused("POST", "/api/reports", told) == "report/open"
    (item,) = keeper.well("GET", "/api/moderation/reports")["reports"]
    assert (item["whom"], item["called"], item["person"], item["game"]) == ("", "Dan", 0, game)
    assert "dan" not in str(item), "nobody is shown an id"
    case = keeper.well("GET", f"/api/moderation/reports/{item['id']}")
    assert case["about"] is None
    path = f"/api/moderation/reports/{item['id']}"
    assert keeper.refused("POST", path, {"act": "warn", "why": "be quick"}) == "server/no-person"
    keeper.well("POST", path, {"act": "dismiss", "why": "he has no name"})
    assert keeper.well("GET", "/api/moderation/reports")["reports"] == []
    (closed,) = keeper.well("GET", "/api/moderation/reports?is_open=false")["reports"]
    assert closed["outcome"] == "dismiss"


@pytest.mark.parametrize(
    ("body", "slug"),
    [
        ({"name": "Nobody"}, "report/nobody"),
        ({"name": "level-3"}, "report/nobody"),
        ({"person": 1}, "report/nobody"),
        ({}, "report/nobody"),
        ({"game": "none", "person": 1}, "server/no-game"),
        ({"name": "Bob", "reason": "other", "words": " "}, "report/words"),
        ({"name": "Bob", "words": "x" * 501}, "http/400"),
        ({"name": "Bob", "reason": "ugly"}, "http/400"),
        ({"name": "Ann"}, "report/yourself"),
    ],
)
def test_what_is_no_report_is_refused(body: dict[str, Any], slug: str, client: TestClient[Any]) -> None:
    ann, _ = owner(client, "guest-ann", "Ann"), owner(client, "guest-bob", "Bob")
    assert ann.refused("POST", "/api/reports", {"reason": "words", **body}) == slug


def test_a_game_at_one_screen_has_nobody_to_report(client: TestClient[Any]) -> None:
    ann = owner(client, "guest-ann", "Ann")
    game = ann.well("POST", "/api/games", {"spec": "hex(size=3)", "seats": [{}, {}]})["id"]
    assert ann.refused("POST", "/api/reports", {"reason": "words", "game": game, "person": 1}) == "report/nobody"
    owner(client, "guest-bob", "Bob")
    told = {"reason": "words", "game": game, "name": "Bob"}
    assert ann.refused("POST", "/api/reports", told) == "report/nobody", "he doesn't play there"


def test_who_shows_no_cookie_is_asked_to(client: TestClient[Any]) -> None:
    owner(client, "guest-bob", "Bob")
    assert Visitor(client).refused("POST", "/api/reports", {"reason": "words", "name": "Bob"}) == "server/no-cookie"


def test_a_warning_is_read_before_the_next_game(client: TestClient[Any]) -> None:
    keeper, bob, dan = moderator(client), owner(client, "guest-bob", "Bob"), Visitor(client, "dan")
    waits, games = challenge(dan), [game_of(dan, bob), game_of(dan, bob)]
    for game in games:
        does(dan, game, "resign", person=0)
    does(dan, games[0], "offers", kind="rematch")
    Visitor(client, "cleo").well("POST", "/api/reports", {"reason": "words", "name": "bob", "words": "rude"})
    (item,) = keeper.well("GET", "/api/moderation/reports")["reports"]
    keeper.well("POST", f"/api/moderation/reports/{item['id']}", {"act": "warn", "why": "be kind"})
    assert bob.refused("POST", "/api/challenges", {"spec": "hex(size=3)"}) == "account/warned"
    assert bob.refused("POST", f"/api/challenges/{waits}/accept", {}) == "account/warned"
    assert bob.refused("POST", "/api/pairing", {"game": "atoll", "pace": "fast"}) == "account/warned"
    assert refused(bob, games[0], "answer", is_accepted=True) == "account/warned"
    assert refused(bob, games[1], "offers", kind="rematch") == "account/warned"
    does(bob, games[0], "answer", is_accepted=False)
    (warning,) = bob.well("GET", "/api/account/warnings")["warnings"]
    assert warning["why"] == "be kind"
    stranger = owner(client, "guest-else", "Else")
    stranger.well("POST", f"/api/account/warnings/{warning['id']}/confirm")
    assert bob.well("GET", "/api/account/warnings")["warnings"] == [warning], "nobody reads it for him"
    bob.well("POST", f"/api/account/warnings/{warning['id']}/confirm")
    bob.well("POST", f"/api/account/warnings/{warning['id']}/confirm")
    assert bob.well("GET", "/api/account/warnings")["warnings"] == []
    bob.well("POST", f"/api/challenges/{waits}/accept", {})
    case = keeper.well("GET", "/api/moderation/people/Bob")
    assert [(each["kind"], each["stands"]) for each in case["sanctions"]] == [("warning", False)]
    assert case["reported"] == {"open": 0, "dismissed": 0, "upheld": 1}


def test_a_mute_is_told_and_ends(client: TestClient[Any]) -> None:
    keeper, bob = moderator(client), owner(client, "guest-bob", "Bob")
    keeper.well("POST", "/api/moderation/people/Bob", {"act": "mute", "why": "noise", "days": 2})
    assert bob.well("GET", "/api/account/warnings")["mute"]["why"] == "noise"
    keeper.well("POST", "/api/moderation/people/Bob", {"act": "unmute", "why": "is calm"})
    assert bob.well("GET", "/api/account/warnings")["mute"] is None
    slug = keeper.refused("POST", "/api/moderation/people/Bob", {"act": "unmute", "why": "is calm"})
    assert slug == "moderation/nothing"
    assert keeper.refused("POST", "/api/moderation/people/Bob", {"act": "void", "why": "x"}) == "moderation/nothing"
    assert Visitor(client, "cleo").well("GET", "/api/account/warnings") == {"warnings": [], "mute": None}


def test_what_was_said_stands_beside_a_report_and_a_mute_ends_it(client: TestClient[Any]) -> None:
    keeper, bob, ann = moderator(client), owner(client, "guest-bob", "Bob"), owner(client, "guest-ann", "Ann")
    game = game_of(ann, bob)
    bob.well("POST", f"/api/games/{game}/chat", {"circle": "players", "text": "you play like a coconut"})
    ann.well("POST", "/api/reports", {"reason": "words", "game": game, "person": 1})
    (item,) = keeper.well("GET", "/api/moderation/reports")["reports"]
    case = keeper.well("GET", f"/api/moderation/reports/{item['id']}")
    assert [(each["name"], each["text"], each["is_mine"]) for each in case["chat"]] == [
        ("Bob", "you play like a coconut", False)
    ]
    keeper.well("POST", f"/api/moderation/reports/{item['id']}", {"act": "mute", "why": "rude", "days": 1})
    for said in ({"text": "and again"}, {"phrase": "hello"}):
        assert bob.refused("POST", f"/api/games/{game}/chat", {"circle": "players", **said}) == "account/muted"
    ann.well("POST", f"/api/games/{game}/chat", {"circle": "players", "text": "thank you"})
