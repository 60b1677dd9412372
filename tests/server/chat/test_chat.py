"""Chat at games: who hears and says what, how much, and that it is kept; over both databases and two processes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.errors import MotuError
from motu.server import housekeeping
from motu.server.bus.memory import Hub
from motu.server.chat import lines as chat_lines_of
from motu.server.chat.lines import MAX_SHOWN, RATES
from motu.server.chat.words import MAX_TEXT, PHRASES, clean_text
from motu.server.events import Created, Participant, ServerError
from motu.server.room import Room
from motu.server.schema import chat_lines
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from server.applications import make_application
from server.houses import all_told, house, told
from server.two_people import HERE, Visitor, does, game_of

HELLO = {"circle": "players", "phrase": "hello"}
WATCHED = {"circle": "spectators", "phrase": "wow"}


@pytest.fixture
def client(database: sa.URL, tmp_path: Path) -> Iterator[TestClient[Any]]:
    settings = ServerSettings(tmp_path, "1", engines=1, database=database)
    with TestClient(make_application(settings), base_url=HERE) as opened:
        yield opened


@pytest.fixture
def people(client: TestClient[Any]) -> tuple[Visitor, Visitor, Visitor]:
    return Visitor(client, "ann"), Visitor(client, "bob"), Visitor(client, "eve")


def say(who: Visitor, game: str, **what: Any) -> Any:
    return who.well("POST", f"/api/games/{game}/chat", {"circle": "players"} | what)


def heard(who: Visitor, game: str) -> list[tuple[str, str]]:
    """What somebody finds: the circle, and the words or the phrase."""
    lines = who.well("GET", f"/api/games/{game}/chat")["lines"]
    return [(each["circle"], each["text"] or each["phrase"]) for each in lines]


def test_the_two_who_play_talk_among_themselves(people: tuple[Visitor, ...]) -> None:
    ann, bob, eve = people
    game = game_of(ann, bob, name="Ana")
    line = say(ann, game, phrase="have-fun")
    assert (line["seq"], line["name"], line["seat"], line["is_mine"], line["text"]) == (0, "Ana", 0, True, "")
    say(bob, game, phrase="thanks")
    assert heard(ann, game) == heard(bob, game) == [("players", "have-fun"), ("players", "thanks")]
    assert [each["is_mine"] for each in bob.well("GET", f"/api/games/{game}/chat")["lines"]] == [False, True]
    assert heard(eve, game) == []
    assert eve.refused("POST", f"/api/games/{game}/chat", HELLO) == "server/not-yours"


def test_those_who_look_on_are_heard_by_the_players_when_the_game_is_over(people: tuple[Visitor, ...]) -> None:
    ann, bob, eve = people
    game = game_of(ann, bob)
    eve.well("POST", f"/api/games/{game}/chat", WATCHED)
    assert heard(eve, game) == [("spectators", "wow")]
    assert heard(ann, game) == heard(bob, game) == []
    assert ann.refused("POST", f"/api/games/{game}/chat", WATCHED) == "server/not-yours"
    does(ann, game, "resign", person=0)
    assert ann.well("GET", f"/api/games/{game}/chat")["circles"] == ["players", "spectators"]
    assert heard(ann, game) == [("spectators", "wow")]
    ann.well("POST", f"/api/games/{game}/chat", WATCHED | {"phrase": "thanks"})
    say(ann, game, phrase="good-game")
    assert heard(eve, game) == [("spectators", "wow"), ("spectators", "thanks")], "what the two say stays theirs"


def test_words_are_for_people_with_names_and_follow_them(people: tuple[Visitor, ...]) -> None:
    ann, bob, _ = people
    game = game_of(ann, bob)
    assert ann.refused("POST", f"/api/games/{game}/chat", {"circle": "players", "text": "hi"}) == "chat/name"
    assert not ann.well("GET", f"/api/games/{game}/chat")["has_words"]
    ann.claim("Ana")
    assert say(ann, game, text="  see https://example.org \n for more ")["text"] == "see https://example.org for more"
    assert ann.well("GET", f"/api/games/{game}/chat")["has_words"]
    assert bob.well("GET", f"/api/games/{game}/chat")["lines"][0]["name"] == "Ana"
    ann.well("POST", "/api/account/name", {"name": "ANA"})
    assert bob.well("GET", f"/api/games/{game}/chat")["lines"][0]["name"] == "ANA"


@pytest.mark.parametrize(
    "text", ["", " \n ", "\u200d", "a\x00b", "a\x1b[31mred", "\u202eevil", "a\u2066b", "z" + "\u0301" * 5, "\ue000"]
)
def test_what_cannot_be_shown_is_not_said(text: str) -> None:
    with pytest.raises(ServerError) as caught:
        clean_text(text)
    assert caught.value.slug == "chat/text"


@pytest.mark.parametrize(
    "text", ["ĉu ne?", "Xin chào, thế nào?", "👨‍👩‍👧 ❤️", "می‌خواهم", "שָׁלוֹם", "<b>&amp;</b>", "नमस्ते"]
)
def test_what_people_write_is_said(text: str) -> None:
    assert clean_text(text) == text


def test_a_line_is_a_text_or_a_phrase_and_not_too_long(people: tuple[Visitor, ...]) -> None:
    ann, bob, _ = people
    game = game_of(ann, bob)
    ann.claim("Ana")
    path = f"/api/games/{game}/chat"
    assert ann.refused("POST", path, {"circle": "players"}) == "chat/text"
    assert ann.refused("POST", path, HELLO | {"text": "hi"}) == "chat/text"
    assert ann.refused("POST", path, HELLO | {"phrase": "fool"}) == "http/400"
    assert ann.refused("POST", path, {"circle": "players", "text": "x" * (MAX_TEXT + 1)}) == "http/400"
    say(ann, game, text="x" * MAX_TEXT)
    assert len(heard(bob, game)) == 1


def test_there_is_nobody_to_talk_to_at_one_screen_or_with_a_bot(client: TestClient[Any]) -> None:
    ann, eve = Visitor(client, "ann"), Visitor(client, "eve")
    tables: list[list[dict[str, Any]]] = [[{}, {}], [{}, {"kind": "level", "level": 1}]]
    for seats in tables:
        game = ann.well("POST", "/api/games", {"spec": "hex(size=3)", "seats": seats})["id"]
        assert ann.well("GET", f"/api/games/{game}/chat") == {"circles": [], "has_words": False, "lines": []}
        for who in (ann, eve):
            assert who.refused("POST", f"/api/games/{game}/chat", HELLO) == "chat/none"
            assert who.refused("POST", f"/api/games/{game}/chat", WATCHED) == "chat/none"

    async def against_bot() -> Room:
        rooms = client.app.state.services.rooms
        created = Created("hex(size=3)", (Participant(), Participant(name="B", is_bot=True)))
        made: Room = await rooms.create_between(created, ("ann", "bot"), "ann", lambda _: lambda _: None)
        return made

    with client.portal() as portal:
        game = portal.call(against_bot).row.id
    assert ann.refused("POST", f"/api/games/{game}/chat", HELLO) == "chat/none"
    assert eve.well("POST", f"/api/games/{game}/chat", WATCHED)["name"] == ""


def test_who_shows_no_cookie_says_nothing(people: tuple[Visitor, ...], client: TestClient[Any]) -> None:
    game = game_of(people[0], people[1])
    assert Visitor(client).refused("POST", f"/api/games/{game}/chat", WATCHED) == "server/no-cookie"


def test_nobody_says_more_than_others_can_read(people: tuple[Visitor, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, _ = people
    time = [10**12]
    monkeypatch.setattr(chat_lines_of, "now_ms", lambda: time[0])
    games = [game_of(ann, bob) for _ in range(2)]
    (short_ms, few), (long_ms, many) = RATES
    for at in range(few):
        say(ann, games[at % 2], phrase="hello")
    answer = ann.ask("POST", f"/api/games/{games[0]}/chat", HELLO)
    assert (answer.status_code, answer.json()["slug"]) == (429, "chat/limit")
    say(bob, games[0], phrase="hello")
    time[0] += short_ms
    for at in range(few, many):
        time[0] += 0 if at % few else short_ms
        say(ann, games[0], phrase="yes")
    time[0] += short_ms
    assert ann.refused("POST", f"/api/games/{games[0]}/chat", HELLO) == "chat/limit"
    time[0] += long_ms
    say(ann, games[0], phrase="no")


def test_a_game_keeps_so_many_lines_and_shows_the_latest(
    people: tuple[Visitor, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, _ = people
    monkeypatch.setattr(chat_lines_of, "RATES", ())
    monkeypatch.setattr(chat_lines_of, "MAX_LINES", MAX_SHOWN + 2)
    game = game_of(ann, bob)
    for _ in range(MAX_SHOWN + 2):
        say(ann, game, phrase="yes")
    assert ann.refused("POST", f"/api/games/{game}/chat", HELLO) == "chat/full"
    lines = bob.well("GET", f"/api/games/{game}/chat")["lines"]
    assert [each["seq"] for each in lines] == list(range(2, MAX_SHOWN + 2))


def test_sockets_bring_what_each_hears(people: tuple[Visitor, ...], client: TestClient[Any]) -> None:
    ann, bob, eve = people
    game = game_of(ann, bob)

    def live(who: Visitor) -> Any:
        client.cookies.clear()
        return client.websocket_connect(f"/api/games/{game}/live", headers=who.headers)

    def chat(socket: Any) -> Any:
        while (news := socket.receive_json())["type"] != "chat":
            pass
        return [(each["seq"], each["phrase"], each["is_mine"]) for each in news["lines"]]

    with live(bob) as at_bob, live(eve) as at_eve:
        say(ann, game, phrase="hello")
        assert chat(at_bob) == [(0, "hello", False)]
        eve.well("POST", f"/api/games/{game}/chat", WATCHED)
        assert chat(at_eve) == [(1, "wow", True)], "and nothing of what the two have said"
        say(bob, game, phrase="thanks")
        assert chat(at_bob) == [(2, "thanks", True)], "and nothing of those who look on"


def test_what_was_said_outlives_a_restart_and_goes_with_its_game(database: sa.URL, tmp_path: Path) -> None:
    settings = ServerSettings(tmp_path, "1", engines=1, database=database)
    with TestClient(make_application(settings), base_url=HERE) as client:
        ann, bob = Visitor(client, "ann"), Visitor(client, "bob")
        game = game_of(ann, bob)
        say(ann, game, phrase="hello")
    with TestClient(make_application(settings), base_url=HERE) as client:
        ann, bob = Visitor(client, "ann"), Visitor(client, "bob")
        assert heard(bob, game) == [("players", "hello")]
        for who in (ann, bob):
            who.well("DELETE", f"/api/games/{game}")
        store = client.app.state.services.store
        query = sa.select(sa.func.count()).select_from(chat_lines)
        with client.portal() as portal:
            portal.call(housekeeping.delete_old, store, 10**15)
            assert portal.call(store.read, lambda connection: connection.execute(query).scalar_one()) == 0


# --- several processes


async def begun(services: Services) -> Room:
    created = Created("hex(size=3)", (Participant(), Participant()))
    return await services.rooms.create_between(created, ("ann", "bob"), "ann", lambda _: lambda _: None)


async def says(services: Services, game: str, who: str, phrase: Any = "hello") -> None:
    room = await services.rooms.find(game)
    await services.chat.say(room, who, "players", "", phrase, has_name=False)


def test_the_other_process_tells_it_at_once(database: sa.URL, tmp_path: Path) -> None:
    async def script() -> None:
        async with house(database, tmp_path) as (here, there):
            room = await begun(here)
            seen = await there.rooms.find(room.row.id)
            reader = there.audience.join(room.row.id, "bob")
            await says(here, room.row.id, "ann")
            assert (await told(reader, "chat"))["lines"][0]["phrase"] == "hello"
            assert seen.row.id == room.row.id

    asyncio.run(script())


def test_what_no_message_has_told_is_found_by_comparing(database: sa.URL, tmp_path: Path) -> None:
    async def script() -> None:
        async with house(database, tmp_path, hub=Hub(lambda: True)) as (here, there):
            room = await begun(here)
            seen = await there.rooms.find(room.row.id)
            reader = there.audience.join(room.row.id, "bob")
            await there.exchange.compare()
            await says(here, room.row.id, "ann")
            await there.exchange.compare()
            assert (await told(reader, "chat"))["lines"][0]["phrase"] == "hello"
            await there.exchange.compare()
            assert [each for each in all_told(reader) if each["type"] == "chat"] == [], "once"
            assert seen is not None

    asyncio.run(script())


def test_many_who_talk_at_once_in_two_processes_get_a_number_each(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_lines_of, "RATES", ())

    async def script() -> None:
        async with house(database, tmp_path) as processes:
            room = await begun(processes[0])
            said = [says(processes[at % 2], room.row.id, ("ann", "bob")[at % 2]) for at in range(40)]
            answers = await asyncio.gather(*said, return_exceptions=True)
            assert all(each is None or isinstance(each, MotuError) for each in answers)
            view = await processes[0].chat.read(room, "ann", has_name=False)
            assert [each.seq for each in view.lines] == list(range(answers.count(None)))
            assert answers.count(None) > 20

    asyncio.run(script())


def test_every_phrase_has_words_on_the_page() -> None:
    page = (Path(__file__).parents[3] / "src/motu/web/js/chat/chat_texts.js").read_text("utf-8")
    listed = page.partition("return {")[2].partition("};")[0]
    assert [row.partition(":")[0].strip().strip("'") for row in listed.splitlines() if ":" in row] == list(PHRASES)
