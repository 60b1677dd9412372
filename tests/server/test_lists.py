"""Lists of games: what each says equals what its events come to, whatever happened to it, without replaying them."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from litestar.testing import TestClient

import motu
from motu.server import lists
from motu.server.accounts.accounts import Accounts
from motu.server.accounts.shown import ShownNames
from motu.server.database import NAME
from motu.server.events import Created, Event, Moved, Participant, Resigned, TakenBack, encode_happening
from motu.server.game_log import GameLog
from motu.server.lists import GamesPage, games_page, place_in
from motu.server.messages import ResultView
from motu.server.rooms import Room, Rooms
from motu.server.schema import games
from motu.server.server_settings import ServerSettings
from motu.server.shelves import SHELVES, WAITED_FOR, Wanted, games_of, shelf_part
from motu.server.slow_lane import FairExecutor
from motu.server.standing import standing_of
from motu.server.store import Store
from server.applications import make_application
from server.test_migrations import config

HERE = "http://127.0.0.1:8000"
LEVEL = Participant("level", level=4)
PERSONS = (Participant(), Participant())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / NAME)
    yield opened
    opened.close()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1")), base_url=HERE) as opened:
        yield opened


async def page(store: Store, **wanted: Any) -> GamesPage:
    slow_lane = FairExecutor()
    try:
        names = ShownNames(Accounts(store))
        return await games_page(store, slow_lane, names, "guest", Wanted(**wanted))
    finally:
        slow_lane.close()


async def all_pages(store: Store, **wanted: Any) -> list[GamesPage]:
    pages = [await page(store, **wanted)]
    while pages[-1].older is not None:
        pages.append(await page(store, after=place_in(pages[-1].older), **wanted))
    return pages


async def begin(rooms: Rooms, spec: str = "hex(size=3)", seats: tuple[Participant, Participant] = PERSONS) -> Room:
    return await rooms.create(Created(spec, seats), "guest")


# --- what a list says


async def do_something(rooms: Rooms, room: Room, choice: random.Random) -> None:
    """Play, take back or give up, whichever is possible."""
    log = room.log
    if log.steps and choice.random() < (0.6 if log.is_over else 0.1):
        keeps = [keep for keep in range(len(log.steps)) if not keep or log.steps[keep].person >= 0]
        await rooms.take_back(room, choice.choice(keeps))
    elif not log.is_over and choice.random() < 0.05:
        await rooms.resign(room, choice.choice((0, 1)))
    elif not log.is_over:
        move = choice.choice(log.state.legal_moves())
        await rooms.move(room, move.partition("=")[0])


@pytest.mark.parametrize("spec", ["hex(size=2)", "atomorph(size=3)", "atmalof(rows=4,cols=4,line=3)"])
def test_a_list_says_what_the_events_come_to(store: Store, spec: str) -> None:
    async def script() -> None:
        rooms, choice = Rooms(store), random.Random(spec)
        room = await begin(rooms, spec, (Participant(name="Ann"), LEVEL))
        ends = set()
        for _ in range(120):
            await do_something(rooms, room, choice)
            [listed] = await games_of(store, "guest", 10)
            assert listed.standing == standing_of(room.log)
            assert (listed.row.next_seq, listed.row.is_over) == (room.log.next_seq, room.log.is_over)
            ends.add(listed.standing.reason)
        assert {None, "resign"} < ends

    asyncio.run(script())


def test_a_take_back_clears_the_result(store: Store) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        room = await begin(rooms, seats=(LEVEL, Participant()))
        await rooms.move(room, "b2")
        await rooms.move(room, "swap")
        await rooms.resign(room, 1)
        [over] = (await page(store)).games
        assert (over.is_over, over.player, over.moves, over.swapped) == (True, None, 2, True)
        assert over.result == ResultView(0, "resign")
        await rooms.take_back(room, 1)
        [again] = (await page(store)).games
        assert (again.is_over, again.player, again.moves, again.swapped, again.result) == (False, 1, 1, False, None)
        assert again.seats == (LEVEL, Participant())

    asyncio.run(script())


def test_moves_of_an_opening_and_rolls_are_not_counted(store: Store) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        await rooms.create(Created("hex(size=5)", PERSONS, moves=("c3", "b2")), "guest")
        room = await begin(rooms, "atmalof")
        await rooms.move(room, "r4")
        assert [each.moves for each in (await page(store)).games] == [1, 0]

    asyncio.run(script())


# --- which, and in which order


async def set_up_games(store: Store, count: int) -> None:
    """Begin games, some of which end, all at the same few moments."""
    rooms = Rooms(store)
    for number in range(count):
        spec = ("hex(size=3)", "atomorph(size=3)", "atmalof(rows=4,cols=4)")[number % 3]
        room = await begin(rooms, spec)
        if number % 2:
            await rooms.resign(room, 0)
    await store._submit(lambda connection: connection.execute(games.update().values(changed_ms=games.c.changed_ms % 3)))


def order(page: GamesPage) -> list[tuple[bool, int]]:
    return [(each.is_over, -each.changed_ms) for each in page.games]


def test_pages_hold_every_game_once_and_in_order(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MAX_LISTED", 4)

    async def script() -> None:
        await set_up_games(store, 18)
        for wanted, count in (({}, 18), ({"game": "atoll"}, 6), ({"is_over": True}, 9), ({"is_over": False}, 9)):
            pages = await all_pages(store, **wanted)
            assert [len(each.games) for each in pages[:-1]] == [4] * (len(pages) - 1)
            found = [each for part in pages for each in part.games]
            assert len({each.id for each in found}) == len(found) == count
            listed = [place for part in pages for place in order(part)]
            assert listed == sorted(listed)
            assert {each.is_over for each in found} == {wanted.get("is_over", True), wanted.get("is_over", False)}
            assert all(each.spec.startswith(str(wanted.get("game", ""))) for each in found)

    asyncio.run(script())


def test_a_page_that_is_just_full_is_the_last(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MAX_LISTED", 6)
    asyncio.run(set_up_games(store, 6))
    assert [len(each.games) for each in asyncio.run(all_pages(store))] == [6]


def test_games_of_others_are_not_listed(store: Store) -> None:
    async def script() -> None:
        await Rooms(store).create(Created("hex", PERSONS), "somebody")
        await Rooms(store).create(Created("hex", PERSONS), "guest2")
        assert (await page(store)).games == ()

    asyncio.run(script())


@pytest.mark.parametrize(
    ("shelf", "number"), [(at, each) for at in range(len(SHELVES)) for each in range(len(SHELVES[at]))]
)
def test_an_index_answers_and_only_what_waits_for_a_guest_is_sorted(store: Store, shelf: int, number: int) -> None:
    part = SHELVES[shelf][number]
    asked, values = shelf_part("guest", shelf, number, 10)
    query = asked.params(values).compile(store._engine, compile_kwargs={"literal_binds": True})
    with store._engine.connect() as connection:
        plan = str(connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}").all())
    assert f"USING INDEX game_by_{part[0][0].name} ({part[0][0].name}=? AND is_over=?)" in plan
    # Where somebody waits for a guest, at most `MAX_GOING` games are sorted: by when his time is up, else by their age.
    assert ("TEMP B-TREE" in plan) is (shelf == WAITED_FOR)


# --- games of an older version


def log_of(created: Created, *rest: Any) -> GameLog:
    return GameLog.load([Event(seq, 1000 + seq, what) for seq, what in enumerate((created, *rest))])


OLD = {
    "won": log_of(
        Created("atoll(board=rhombus,size=2,islands=4)", (Participant(), LEVEL)), *map(Moved, ("a1", "b1", "a2"))
    ),
    "given up": log_of(Created("atomorph(size=3)", (Participant(name="Ann"), Participant())), Moved("b2"), Resigned(0)),
    "going on": log_of(
        Created("atomorph(size=3)", (LEVEL, Participant())), Moved("b2"), Moved("c2"), TakenBack(1), Moved("swap")
    ),
}


def write_old_database(path: Path, logs: dict[str, GameLog]) -> None:
    """Write games as the first version has left them."""
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        made = config()
        made.attributes["connection"] = connection
        command.upgrade(made, "0001")
    engine.dispose()
    with sqlite3.connect(path) as database:
        for name, log in logs.items():
            row = (name, "guest", log.game.spec, "", 1000, 1000 + log.next_seq, log.next_seq, log.is_over)
            database.execute(f"INSERT INTO game VALUES ({','.join('?' * 8)})", row)
            values = [(name, each.seq, each.at_ms, encode_happening(each.what)) for each in log.events]
            database.executemany("INSERT INTO game_event VALUES (?,?,?,?)", values)
    database.close()


@pytest.fixture
def old_store(tmp_path: Path) -> Iterator[Store]:
    write_old_database(tmp_path / NAME, OLD)
    opened = Store(tmp_path / NAME)
    yield opened
    opened.close()


def test_older_games_are_replayed_once(old_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        assert {each.standing for each in await games_of(old_store, "guest", 9)} == {None}
        first = await page(old_store)
        for each in await games_of(old_store, "guest", 9):
            assert each.standing == standing_of(OLD[each.row.id])
        monkeypatch.setattr(old_store, "load", None)  # whoever replays now fails
        assert await page(old_store) == first

    asyncio.run(script())


@pytest.mark.parametrize("seats", ["", "{", '[{"kind":"duck"},{}]', "\x00"])
def test_what_cannot_be_read_of_how_a_game_stands_is_worked_out_again(tmp_path: Path, seats: str) -> None:
    async def script() -> None:
        store = Store(tmp_path / NAME)
        await begin(Rooms(store))
        with sqlite3.connect(tmp_path / NAME) as connection:
            connection.execute("UPDATE game SET seats = ?", (seats,))
        connection.close()
        [item] = (await page(store)).games
        assert (item.spec, item.seats) == (motu.load_game("hex(size=3)").spec, PERSONS)
        store.close()

    asyncio.run(script())


def test_an_older_game_that_goes_on_needs_no_list(old_store: Store) -> None:
    async def script() -> None:
        rooms = Rooms(old_store)
        room = await rooms.find("going on")
        await rooms.move(room, "a1")
        found = {each.row.id: each.standing for each in await games_of(old_store, "guest", 9)}
        assert found["going on"] == standing_of(room.log)
        assert found["won"] is None

    asyncio.run(script())


def test_what_is_worked_out_replaces_nothing_newer(old_store: Store) -> None:
    async def script() -> None:
        rooms = Rooms(old_store)
        room = await rooms.find("going on")
        before, seq = standing_of(room.log), room.log.next_seq
        await rooms.resign(room, 0)
        await old_store.note("going on", seq, before)  # somebody was slow
        found = {each.row.id: each.standing for each in await games_of(old_store, "guest", 9)}
        assert found["going on"] == standing_of(room.log) != before

    asyncio.run(script())


def test_a_game_that_cannot_be_read_hides_no_other(old_store: Store, caplog: pytest.LogCaptureFixture) -> None:
    async def script() -> None:
        spoil = "UPDATE game_event SET what = 'soup' WHERE game_id = 'won' AND seq = 2"
        await old_store._submit(lambda connection: connection.exec_driver_sql(spoil))
        found = {each.id: each for each in (await page(old_store)).games}
        assert found.keys() == OLD.keys()
        assert [name for name, each in found.items() if each.seats is None] == ["won"]
        assert "game won can't be listed" in caplog.text

    asyncio.run(script())


# --- over HTTP


def test_a_list_over_http(client: TestClient[Any]) -> None:
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "strongest", "seconds": 5}]
    first = client.post("/api/games", json={"spec": "hex(size=5)", "seats": seats}).json()
    other = client.post("/api/games", json={"spec": "atmalof", "seats": [{}, {}]}).json()
    client.post(f"/api/games/{first['id']}/resign", json={"person": 0, "seq": 1})
    going_on, over = client.get("/api/games").json()["games"]
    assert (going_on["id"], going_on["player"], going_on["result"], going_on["seats"]) == (
        other["id"],
        0,
        None,
        [{}, {}],
    )
    assert (over["id"], over["moves"], over["result"]) == (first["id"], 0, {"winner": 1, "reason": "resign"})
    assert over["seats"] == [{"name": "Ann"}, {"kind": "strongest", "seconds": 5.0}]
    for query, expected in (("game=atmalof", [other]), ("game=atomorph", []), ("is_over=true&game=atoll", [first])):
        answer = client.get(f"/api/games?{query}").json()
        assert [each["id"] for each in answer["games"]] == [each["id"] for each in expected]


@pytest.mark.parametrize(
    ("query", "slug"),
    [
        ("after=", "server/list"),
        ("after=1.5", "server/list"),
        ("after=4.5.abc", "server/list"),
        ("after=1.5.a%27b", "server/list"),
        ("after=1.99999999999999999999.a", "server/list"),
        ("game=chess", "http/400"),
        ("is_over=perhaps", "http/400"),
    ],
)
def test_lists_that_there_are_not(client: TestClient[Any], query: str, slug: str) -> None:
    answer = client.get(f"/api/games?{query}")
    assert (answer.status_code, answer.json()["slug"]) == (400, slug), answer.text


def listed_ids(client: TestClient[Any]) -> list[str]:
    return [each["id"] for each in client.get("/api/games").json()["games"]]


def test_a_game_is_removed_and_brought_back(client: TestClient[Any]) -> None:
    first, second = (client.post("/api/games", json={"spec": "hex(size=3)", "seats": [{}, {}]}).json() for _ in "ab")
    assert client.delete(f"/api/games/{first['id']}").status_code == 204
    assert listed_ids(client) == [second["id"]]
    assert client.get(f"/api/games/{first['id']}").status_code == 200
    assert client.post(f"/api/games/{first['id']}/restore").status_code == 204
    assert set(listed_ids(client)) == {first["id"], second["id"]}
    client.cookies.clear()
    answer = client.delete(f"/api/games/{first['id']}")
    assert (answer.status_code, answer.json()["slug"]) == (403, "server/not-yours")
    assert client.delete("/api/games/nothing").status_code == 404


def age(path: Path, game_id: str, days: int) -> None:
    """Have a game changed, and removed where it is, so many days ago."""
    with sqlite3.connect(path) as connection:
        change = "UPDATE game SET changed_ms = changed_ms - ?1, removed_ms = removed_ms - ?1 WHERE id = ?2"
        connection.execute(change, (days * 24 * 3_600_000, game_id))
        connection.execute("UPDATE study SET deleted_ms = deleted_ms - ?", (days * 24 * 3_600_000,))
    connection.close()


def test_games_that_nobody_plays_leave_the_lists_and_then_the_disk(tmp_path: Path) -> None:
    def opened() -> TestClient[Any]:
        return TestClient(make_application(ServerSettings(tmp_path, "1")), base_url=HERE)

    body = {"spec": "hex(size=3)", "seats": [{}, {}]}
    with opened() as client:
        unplayed, played, given_up, removed = (client.post("/api/games", json=body).json()["id"] for _ in range(4))
        client.post(f"/api/games/{played}/moves", json={"move": "a1", "seq": 1})
        client.post(f"/api/games/{given_up}/resign", json={"person": 0, "seq": 1})
        client.delete(f"/api/games/{removed}")
        study = client.post("/api/studies", json={"name": "x", "tree": {"s": "hex(size=3)"}}).json()["id"]
        client.delete(f"/api/studies/{study}")
        guest = dict(client.cookies)
        for each in (unplayed, played, given_up, removed):
            age(tmp_path / NAME, each, 2)
        assert set(listed_ids(client)) == {played, given_up}
        assert client.get(f"/api/games/{unplayed}").status_code == 200
    for days, left in ((0, 4), (30, 2)):
        for each in (unplayed, played, given_up, removed):
            age(tmp_path / NAME, each, days)
        with opened() as client:
            client.cookies.update(guest)
            answers = [client.get(f"/api/games/{each}").status_code for each in (played, given_up, unplayed, removed)]
            assert answers == [200] * left + [404] * (4 - left)
            assert set(listed_ids(client)) == {played, given_up}
            restored = client.post(f"/api/studies/{study}/restore").status_code
            assert restored == (204 if days == 0 else 404)
            client.delete(f"/api/studies/{study}")
    with sqlite3.connect(tmp_path / NAME) as connection:
        orphans = "SELECT count(*) FROM game_event WHERE game_id NOT IN (SELECT id FROM game)"
        assert connection.execute(orphans).fetchone() == (0,)
    connection.close()
