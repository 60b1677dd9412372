"""What one of two people asks of the other: when, how it is answered, what comes of it, and that all of it is kept."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.database import NAME
from motu.server.events import (
    MAX_ASIDE,
    Answered,
    ClockSettings,
    Created,
    Event,
    Offered,
    OfferKind,
    Participant,
    Seeded,
    ServerError,
)
from motu.server.game_log import GameLog
from motu.server.going import count_going
from motu.server.rooms import Room, Rooms
from motu.server.server_settings import ServerSettings
from motu.server.store import Store
from motu.server.turn_time import turn_after
from server.applications import make_application
from server.processes import events_of, server
from server.sealed.browsers import Browser, sealed
from server.two_people import HERE, Visitor, does, game_of, refused

SEATS = (Participant(), Participant())
KINDS: tuple[OfferKind, ...] = ("draw", "cancel", "take_back")
ALL_KINDS: tuple[OfferKind, ...] = (*KINDS, "seal")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as opened:
        yield opened


@pytest.fixture
def ann(client: TestClient[Any]) -> Visitor:
    """Person 0."""
    return Visitor(client, "ann")


@pytest.fixture
def bob(client: TestClient[Any]) -> Visitor:
    """Person 1."""
    return Visitor(client, "bob")


def moved(ann: Visitor, bob: Visitor, *moves: str, spec: str = "hex(size=3)") -> str:
    game = game_of(ann, bob, spec)
    for number, move in enumerate(moves):
        does((ann, bob)[number % 2], game, "moves", move=move)
    return game


def whole(who: Visitor, game: str) -> GameLog:
    return GameLog.load(events_of(who.well("GET", f"/api/games/{game}/events")))


def test_a_move_is_taken_back_when_the_other_agrees(ann: Visitor, bob: Visitor) -> None:
    game = moved(ann, bob, "a1", "b2", "c3")
    assert refused(ann, game, "take-back", keep=2) == "server/offer"
    asked = does(bob, game, "offers", kind="take_back")
    assert asked["offer"] == {"type": "offered", "person": 1, "kind": "take_back", "keep": 1}
    assert ann.well("GET", f"/api/games/{game}")["offer"] == asked["offer"]
    answered = does(ann, game, "answer", is_accepted=True)
    assert (answered["keep"], answered["added"], answered["offer"]) == (1, [], None)
    assert answered["position"]["player"] == 1
    assert [each["what"]["type"] for each in answered["events"]] == ["answered", "taken_back"]
    assert [step.text for step in whole(ann, game).steps] == ["a1"]


def test_what_is_declined_is_not_asked_again_before_the_next_move(ann: Visitor, bob: Visitor) -> None:
    game = moved(ann, bob, "a1", "b2")
    does(ann, game, "offers", kind="draw")
    assert refused(ann, game, "answer", is_accepted=True) == "server/offer"
    assert refused(ann, game, "offers", kind="take_back") == "server/offer"
    assert refused(bob, game, "offers", kind="take_back") == "server/offer"
    answered = does(bob, game, "answer", is_accepted=False)
    assert (answered["offer"], answered["declined"]) == (None, [["draw"], []])
    assert refused(ann, game, "offers", kind="draw") == "server/offer"
    does(ann, game, "offers", kind="take_back")
    assert does(ann, game, "answer", is_accepted=False)["declined"] == [["draw", "take_back"], []], "or withdrawn"
    assert bob.well("GET", f"/api/games/{game}")["declined"] == [["draw", "take_back"], []]
    assert does(ann, game, "moves", move="c3")["declined"] == [[], []]
    assert does(ann, game, "offers", kind="draw")["offer"] == {"type": "offered", "person": 0, "kind": "draw"}
    assert does(ann, game, "answer", is_accepted=False)["offer"] is None
    assert refused(bob, game, "answer", is_accepted=True) == "server/offer"
    kinds = [type(event.what) for event in whole(bob, game).events]
    assert (kinds.count(Offered), kinds.count(Answered)) == (3, 3)


def test_the_next_move_withdraws_what_was_asked(ann: Visitor, bob: Visitor) -> None:
    game = moved(ann, bob, "a1", "b2")
    does(bob, game, "offers", kind="draw")
    assert does(ann, game, "moves", move="c3")["offer"] is None
    assert refused(ann, game, "answer", is_accepted=True) == "server/offer"


def test_a_draw_is_agreed_on(ann: Visitor, bob: Visitor) -> None:
    game = moved(ann, bob, "a1", "b2")
    does(bob, game, "offers", kind="draw")
    assert does(ann, game, "answer", is_accepted=True)["result"] == {"winner": None, "reason": "agreed"}
    assert refused(ann, game, "moves", move="c3") == "server/over"
    assert refused(ann, game, "offers", kind="take_back") == "server/over"
    assert '"agreed"' in ann.well("GET", f"/api/games/{game}/record")["text"]


def test_a_game_is_cancelled_until_both_have_moved(ann: Visitor, bob: Visitor) -> None:
    game = moved(ann, bob, "a1")
    does(ann, game, "offers", kind="cancel")
    assert does(bob, game, "answer", is_accepted=True)["result"] == {"winner": None, "reason": "unfinished"}
    [listed] = bob.well("GET", "/api/games?is_over=true")["games"]
    assert (listed["id"], listed["result"]["reason"]) == (game, "unfinished")
    assert refused(ann, moved(ann, bob, "a1", "b2"), "offers", kind="cancel") == "server/offer"


def test_who_has_not_moved_takes_nothing_back(ann: Visitor, bob: Visitor) -> None:
    assert refused(bob, moved(ann, bob, "a1"), "offers", kind="take_back") == "server/take-back"


def test_no_roll_is_taken_back(ann: Visitor, bob: Visitor) -> None:
    game = game_of(ann, bob, "atmalof")
    browsers = Browser(ann, 0, game), Browser(bob, 1, game)
    for browser in browsers:
        browser.seal()
    for browser in browsers:
        browser.open()
    does(ann, game, "moves", move="r1")
    assert refused(ann, game, "offers", kind="take_back") == "server/take-back"


def test_each_has_one_seed_for_dice_of_the_older_kind() -> None:
    log = GameLog(Event(0, 0, Created("atmalof", SEATS, dice="0" * 64)))
    log.apply(Event(1, 0, Seeded("ann", 0)))
    with pytest.raises(ServerError, match="your seed already"):
        log.apply(Event(2, 0, Seeded("more", 0)))
    log.apply(Event(2, 0, Seeded("bob", 1)))
    assert log.seeds.texts == ("ann", "bob")


def test_a_rematch_has_the_sides_exchanged_and_is_one(ann: Visitor, bob: Visitor) -> None:
    game = game_of(ann, bob, "atmalof", name="Ann", clock={"initial_ms": 60_000})
    assert refused(ann, game, "offers", kind="rematch") == "server/offer"
    does(bob, game, "resign", person=1)
    does(bob, game, "offers", kind="rematch")
    answered = does(ann, game, "answer", is_accepted=True)
    following = ann.well("GET", f"/api/games/{answered['next_game']}")
    assert following["seat"] == 1
    assert bob.well("GET", f"/api/games/{following['id']}")["seat"] == 0
    created = following["created"]
    assert (created["series"], created["seats"]) == (game, [{}, {"name": "Ann"}])
    assert created["clock"] == {"initial_ms": 60_000}
    assert created["dice"] != ann.well("GET", f"/api/games/{game}")["created"]["dice"]
    assert refused(ann, game, "offers", kind="rematch") == "server/offer"
    assert [each["id"] for each in bob.well("GET", "/api/games?is_over=false")["games"]] == [following["id"]]


def test_a_rematch_that_is_accepted_twice_at_once_begins_once(tmp_path: Path) -> None:
    async def script() -> None:
        store = Store(tmp_path / NAME)
        rooms = Rooms(store)
        room = await begin(rooms)
        await rooms.resign(room, 0)
        await rooms.offer(room, 0, "rematch")
        answers = await asyncio.gather(
            *(rooms.answer(room, 1, 3, is_accepted=True) for _ in range(5)), return_exceptions=True
        )
        assert sum(isinstance(each, list) for each in answers) == 1
        assert await count_going(store, "ann") == await count_going(store, "bob") == 1
        store.close()

    asyncio.run(script())


def test_who_agrees_to_nothing_just_when_a_rematch_is_offered_has_not_agreed_to_it(tmp_path: Path) -> None:
    """He looked before the offer was kept, and his answer comes after it."""

    async def script() -> None:
        store = Store(tmp_path / NAME)
        rooms = Rooms(store)
        room = await begin(rooms)
        await rooms.resign(room, 0)
        offered, answered = await asyncio.gather(
            rooms.offer(room, 0, "rematch"), rooms.answer(room, 1, is_accepted=True), return_exceptions=True
        )
        assert isinstance(offered, list)
        assert isinstance(answered, ServerError)
        assert answered.slug == "server/seq"
        assert room.log.offers.pending == Offered(0, "rematch")
        assert room.log.offers.next_game == ""
        store.close()

    asyncio.run(script())


# ------------------------------------------------------------------------------------------- in the same moment


def asked(who: Visitor, game: str, kind: str, seq: int) -> Any:
    """Let somebody ask for something in a game as he knows it; return the update."""
    return who.well("POST", f"/api/games/{game}/offers", {"kind": kind, "seq": seq})


@pytest.mark.parametrize(("kind", "moves", "reason"), [("draw", 2, "agreed"), ("cancel", 1, "unfinished")])
def test_two_who_ask_for_the_same_have_agreed(kind: str, moves: int, reason: str, ann: Visitor, bob: Visitor) -> None:
    for knows in (0, 1):
        game = moved(ann, bob, *("a1", "b2")[:moves])
        seq = moves + 1
        assert asked(ann, game, kind, seq)["offer"]["person"] == 0
        met = asked(bob, game, kind, seq + knows)
        assert met["result"] == {"winner": None, "reason": reason}
        assert [each["what"]["type"] for each in met["events"]] == ["answered"]
        assert whole(ann, game).offers.pending is None


def test_two_who_ask_for_a_rematch_have_one(ann: Visitor, bob: Visitor) -> None:
    game = moved(ann, bob, "a1", "b2")
    does(ann, game, "resign", person=0)
    assert asked(bob, game, "rematch", 4)["next_game"] == ""
    following = asked(ann, game, "rematch", 4)["next_game"]
    assert ann.well("GET", f"/api/games/{following}")["seat"] == 1
    assert [each["id"] for each in bob.well("GET", "/api/games?is_over=false")["games"]] == [following]


def test_two_who_ask_for_the_same_at_two_servers_have_agreed(tmp_path: Path) -> None:
    async def script() -> None:
        store = Store(tmp_path / NAME)
        here, there = Rooms(store), Rooms(store)
        for kind in ("draw", "rematch"):
            room = await begin(here)
            for move in ("a1", "b2"):
                await here.move(room, move)
            if kind == "rematch":
                await here.resign(room, 0)
            other = await there.find(room.row.id)
            seq = room.log.next_seq
            offers = here.offer(room, 0, kind, seq), there.offer(other, 1, kind, seq)
            await asyncio.gather(*offers)
            events = await store.after(room.row.id, seq - 1)
            assert [type(each.what) for each in events] == [Offered, Answered]
        store.close()

    asyncio.run(script())


def test_who_each_want_a_move_back_have_not_agreed(ann: Visitor, bob: Visitor) -> None:
    game = moved(ann, bob, "a1", "b2")
    asked(ann, game, "take_back", 3)
    assert bob.refused("POST", f"/api/games/{game}/offers", {"kind": "take_back", "seq": 3}) == "server/offer"
    assert asked(ann, moved(ann, bob, "a1", "b2"), "draw", 3)["result"] is None


def test_what_was_asked_for_in_another_position_is_no_answer(ann: Visitor, bob: Visitor) -> None:
    game = moved(ann, bob, "a1", "b2", "c3")
    does(ann, game, "offers", kind="draw")
    assert bob.refused("POST", f"/api/games/{game}/offers", {"kind": "draw", "seq": 3}) == "server/seq"


def test_a_move_is_played_though_something_is_asked_in_the_same_moment(ann: Visitor, bob: Visitor) -> None:
    game = moved(ann, bob, "a1", "b2")
    asked(bob, game, "draw", 3)
    played = ann.well("POST", f"/api/games/{game}/moves", {"move": "c3", "seq": 3})
    assert (played["keep"], played["added"], played["offer"]) == (2, [["c3", 0]], None)
    assert ann.refused("POST", f"/api/games/{game}/moves", {"move": "a3", "seq": 3}) == "server/not-your-turn"
    asked(ann, game, "draw", 5)
    assert bob.well("POST", f"/api/games/{game}/resign", {"person": 1, "seq": 5})["result"]["reason"] == "resign"


def test_who_accepts_what_is_withdrawn_in_the_same_moment_has_accepted_nothing(ann: Visitor, bob: Visitor) -> None:
    game = moved(ann, bob, "a1", "b2")
    asked(ann, game, "draw", 3)
    does(ann, game, "answer", is_accepted=False)
    answer = {"is_accepted": True, "seq": 4}
    assert bob.refused("POST", f"/api/games/{game}/answer", answer) == "server/seq"
    does(ann, game, "offers", kind="take_back")
    assert bob.refused("POST", f"/api/games/{game}/answer", answer) == "server/seq", "nor something else"


async def begin(rooms: Rooms, clock: ClockSettings | None = None) -> Room:
    created = Created("hex(size=3)", SEATS, clock=clock)
    return await rooms.create_between(created, ("ann", "bob"), "bob", lambda _: lambda _: None)


def test_asking_and_answering_give_no_time_back(tmp_path: Path) -> None:
    async def script() -> None:
        store = Store(tmp_path / NAME)
        rooms = Rooms(store)
        room = await begin(rooms, ClockSettings(60_000, 0))
        for move in ("a1", "b2", "c3"):
            await rooms.move(room, move)
        await asyncio.sleep(0.15)
        await rooms.offer(room, 1, "draw")
        await rooms.answer(room, 0, is_accepted=False)
        left = room.left_ms()
        assert left is not None
        assert left[1] <= 60_000 - 150
        store.close()

    asyncio.run(script())


def test_all_that_may_happen_beside_a_turn_is_read_to_find_its_beginning(tmp_path: Path) -> None:
    """The house pauses games by their last events when it comes up: so many at most may come after the turn's own."""

    async def script() -> None:
        store = Store(tmp_path / NAME)
        rooms = Rooms(store)
        room = await sealed(rooms)
        begun, seq = room.log.turn, room.log.next_seq
        for person in (0, 1):
            for kind in ALL_KINDS:
                with contextlib.suppress(ServerError):
                    await rooms.offer(room, person, kind)
                    await rooms.answer(room, 1 - person, is_accepted=False)
        assert room.log.turn == begun == turn_after(room.log.events[-1 - MAX_ASIDE :])
        assert 8 < room.log.next_seq - seq <= MAX_ASIDE
        store.close()

    asyncio.run(script())


def test_what_waits_for_an_answer_outlives_a_kill(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ann, bob = running.guest(), running.guest()
        ann.ask("GET", "/api/games")
        bob.ask("GET", "/api/games")
        known = ann.well("POST", "/api/challenges", {"spec": "hex(size=3)", "side": "first"})["id"]
        game = bob.well("POST", f"/api/challenges/{known}/accept", {})["game"]
        ann.well("POST", f"/api/games/{game}/moves", {"move": "a1", "seq": 1})
        ann.well("POST", f"/api/games/{game}/offers", {"kind": "take_back", "seq": 2})
        cookies = ann.cookie, bob.cookie
        running.kill()
    with server(tmp_path) as running:
        ann, bob = (running.guest(cookie) for cookie in cookies)
        assert bob.well("GET", f"/api/games/{game}")["offer"] == {
            "type": "offered",
            "person": 0,
            "kind": "take_back",
            "keep": 0,
        }
        assert bob.well("POST", f"/api/games/{game}/answer", {"is_accepted": True, "seq": 3})["position"]["player"] == 0
        # Who has lost his cookie is nobody; the other one plays on, and gives up if he likes.
        stranger = running.guest()
        assert stranger.ask("POST", f"/api/games/{game}/moves", {"move": "a1", "seq": 5})[0] == 403
        assert bob.well("POST", f"/api/games/{game}/resign", {"person": 1, "seq": 5})["result"]["winner"] == 0
        running.kill()


def test_everybody_hears_who_is_there(client: TestClient[Any], ann: Visitor, bob: Visitor) -> None:
    game = game_of(ann, bob)
    path = f"/api/games/{game}/live"

    def told(*here: bool, looking_on: int) -> dict[str, Any]:
        return {"type": "presence", "here": list(here), "looking_on": looking_on}

    client.cookies.clear()
    with client.websocket_connect(path, headers=ann.headers) as first:
        assert first.receive_json()["seat"] == 0
        assert first.receive_json() == told(True, False, looking_on=0)
        with client.websocket_connect(path, headers=bob.headers) as second:
            assert second.receive_json()["seat"] == 1
            assert first.receive_json() == second.receive_json() == told(True, True, looking_on=0)
            with client.websocket_connect(path) as looking:
                assert looking.receive_json()["seat"] is None
                assert first.receive_json() == looking.receive_json() == told(True, True, looking_on=1)
            assert first.receive_json() == told(True, True, looking_on=0)
        assert first.receive_json() == told(True, False, looking_on=0)
