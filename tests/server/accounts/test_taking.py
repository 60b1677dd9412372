"""What a guest has done comes along to his account: all of it or nothing, in every process, whoever is killed."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.accounts import taking
from motu.server.accounts.belongings import BELONGINGS, undecided
from motu.server.bus.memory import Hub
from motu.server.challenge import Terms
from motu.server.events import Answered, Created, Participant, ServerError
from motu.server.room import Room
from motu.server.schema import (
    blocks,
    dice_tallies,
    games,
    metadata,
    own_puzzles,
    puzzle_people,
    puzzle_streaks,
    puzzle_tries,
    reliabilities,
    reports,
    studies,
    vacations,
)
from motu.server.seats import check_may
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from motu.server.store import Store
from server.applications import make_application
from server.houses import house, until
from server.ratings.people_with_names import named
from server.two_people import HERE, Visitor, challenge, game_of

PEOPLE = (Participant(), Participant())
PASSWORD = "a beach of islands"
TRY = {"moves": ["a1"]}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as opened:
        yield opened


REGISTER = (
    "Say in BELONGINGS (motu/server/accounts/belongings.py) what becomes of these when a guest logs in and when an "
    "account is deleted, and in which file of an archive its owner finds them (ABOUT in export.py, and docs/http.md); "
    "or in NOBODYS, OF_GAMES or NO_PERSONS that they hold nothing of anybody"
)


def test_every_table_and_every_column_for_a_persons_id_is_decided_about() -> None:
    assert list(undecided(metadata)) == [], REGISTER
    other = sa.MetaData()
    sa.Table("x", other, sa.Column("who_knows", sa.String(32)), sa.Column("sender", sa.Text), sa.Column("n", sa.Text))
    assert list(undecided(other)) == ["x", "x.who_knows", "x.sender"]


# --- over HTTP


def test_whoever_logs_in_takes_along_what_he_did_as_a_guest(client: TestClient[Any]) -> None:
    named(client, "ann", "Ann")
    here, bob = Visitor(client, "guest-here"), Visitor(client, "bob")
    alone = here.well("POST", "/api/games", {"spec": "hex(size=3)", "seats": [{}, {}]})["id"]
    first, second = game_of(here, bob), game_of(here, bob, side="second")
    waits = challenge(here)
    study = here.well("POST", "/api/studies", {"name": "x", "tree": {"s": "hex(size=3)"}})["id"]
    assert here.well("GET", "/api/account/guest") == {"games": 3, "studies": 1, "puzzles": 0, "stayed": 0}
    assert here.refused("POST", "/api/account/guest/take-along") == "account/none"
    here.log_in("Ann")
    assert here.well("GET", "/api/games")["games"] == []
    assert here.well("GET", "/api/account/guest")["games"] == 3
    taken = here.well("POST", "/api/account/guest/take-along")
    assert taken == {"games": 3, "studies": 1, "puzzles": 0, "stayed": 0}
    assert {each["id"] for each in here.well("GET", "/api/games")["games"]} == {alone, first, second}
    assert here.well("GET", f"/api/games/{first}")["seat"] == 0
    assert bob.well("GET", f"/api/games/{first}")["created"]["seats"][0]["name"] == "Ann"
    here.well("POST", f"/api/games/{first}/moves", {"move": "a1", "seq": 1})
    here.well("POST", f"/api/games/{alone}/moves", {"move": "a1", "seq": 1})
    assert here.well("GET", f"/api/challenges/{waits}")["is_mine"]
    assert here.well("GET", f"/api/studies/{study}")["is_mine"]
    again = here.well("POST", "/api/account/guest/take-along")
    assert again == {"games": 0, "studies": 0, "puzzles": 0, "stayed": 0}
    here.well("POST", "/api/account/log-out")
    guest = Visitor(client, "guest-here")
    assert guest.well("GET", "/api/games")["games"] == []
    assert guest.refused("POST", f"/api/games/{first}/moves", {"move": "b1", "seq": 2}) == "server/not-yours"


def test_games_against_oneself_stay_with_the_guest(client: TestClient[Any]) -> None:
    ann, here = named(client, "ann", "Ann"), Visitor(client, "guest-here")
    against, other = game_of(ann, here), game_of(here, Visitor(client, "bob"))
    here.log_in("Ann")
    assert here.well("POST", "/api/account/guest/take-along") == {"games": 1, "studies": 0, "puzzles": 0, "stayed": 1}
    assert here.well("GET", "/api/account/guest") == {"games": 0, "studies": 0, "puzzles": 0, "stayed": 1}
    assert here.well("GET", f"/api/games/{against}")["seat"] == 0
    assert {each["id"] for each in here.well("GET", "/api/games")["games"]} == {against, other}
    guest = Visitor(client, "guest-here")
    assert guest.well("GET", f"/api/games/{against}")["seat"] == 1


def test_a_browser_without_a_guest_has_nothing_to_take_along(client: TestClient[Any]) -> None:
    ann = named(client, "ann", "Ann")
    assert ann.well("GET", "/api/account/guest") == {"games": 0, "studies": 0, "puzzles": 0, "stayed": 0}
    assert ann.well("POST", "/api/account/guest/take-along")["games"] == 0
    ann.well("POST", "/api/games", {"spec": "hex(size=3)", "seats": [{}, {}]})
    assert ann.well("GET", "/api/account/guest")["games"] == 0, "what he has as Ann is no guest's"


def test_more_than_an_account_may_have_is_refused_as_a_whole(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, here = named(client, "ann", "Ann"), Visitor(client, "guest-here")
    study = {"name": "x", "tree": {"s": "hex(size=3)"}}
    for who in (ann, here):
        who.well("POST", "/api/games", {"spec": "hex(size=3)", "seats": [{}, {}]})
        who.well("POST", "/api/studies", study)
    here.log_in("Ann")
    for name, slug in (("MAX_GOING", "server/too-many"), ("MAX_STUDIES", "server/too-many-studies")):
        with monkeypatch.context() as patch:
            patch.setattr(taking, name, 1)
            assert here.refused("POST", "/api/account/guest/take-along") == slug
            assert here.well("GET", "/api/account/guest")["games"] == 1
    assert here.well("POST", "/api/account/guest/take-along")["games"] == 1


# --- in the database


def with_house(
    database: sa.URL, folder: Path, script: Callable[..., Awaitable[None]], count: int = 1, hub: Hub | None = None
) -> None:
    async def run() -> None:
        async with house(database, folder, count, hub) as services:
            await script(*services)

    asyncio.run(run())


async def between(services: Services, first: str = "guest", second: str = "bob") -> Room:
    created = Created("hex(size=4,swap=false)", PEOPLE)
    return await services.rooms.create_between(created, (first, second), second, lambda _: lambda _: None)


def filled(opened: sa.Connection) -> None:
    """Let guest and account have rows in all tables where both may have some."""
    year = 2026
    for who, at, deviation, days in (("guest", 5, 60.0, 7), ("ann", 3, 90.0, 2)):
        values = {"game": "atoll", "rating": 1500.0, "deviation": deviation, "volatility": 0.06}
        opened.execute(puzzle_people.insert().values(person=who, **values))
        for puzzle, moment in (("both", at), (f"of {who}", at)):
            opened.execute(puzzle_tries.insert().values(person=who, puzzle=puzzle, at_ms=moment, is_solved=at == 3))
            opened.execute(own_puzzles.insert().values(person=who, puzzle=puzzle, at_ms=moment, what=b""))
        streak = {"last_day": 100 + days, "days": days, "most_days": 9 - days, "row": days, "longest_row": days}
        opened.execute(puzzle_streaks.insert().values(person=who, **streak))
        opened.execute(dice_tallies.insert().values(who=who, sealed=at, begun=1, dropped=0, left=0))
        opened.execute(reliabilities.insert().values(person=who, finished=10 * at, left=1))
        away = {"since_ms": None, "by_itself": False, "is_automatic": who == "ann", "is_settled": True}
        opened.execute(vacations.insert().values(person=who, year=year, used_ms=1000 * at, **away))
        for number, (one, other) in enumerate(((who, "eve"), ("eve", who), ("guest", "ann"))):
            told = {"id": f"{who}-{number}", "kind": "block", "called": "", "at_ms": 1}
            if number < 2 or who == "ann":
                opened.execute(blocks.insert().values(person=one, other=other, **told))
                report = {"id": f"{who}-{number}", "at_ms": 1, "game": "", "reason": "rude", "words": ""}
                opened.execute(reports.insert().values(reporter=one, whom=other, **report))
        study = {"name": "x", "spec": "hex", "packed": b"", "num_bytes": 1, "version": 1, "created_ms": 1}
        opened.execute(studies.insert().values(id=f"study-{who}", owner=who, changed_ms=1, **study))


def ids_in(opened: sa.Connection) -> set[str]:
    """All ids that stand anywhere."""
    found: set[str] = set()
    for each in BELONGINGS:
        found |= set(opened.execute(sa.select(each.column)).scalars())
    return found


def test_nothing_is_the_guests_any_more(database: sa.URL, tmp_path: Path) -> None:
    async def script(only: Services) -> None:
        await only.accounts.claim("ann", "Ann", PASSWORD)
        await only.store.write(filled)
        room = await between(only)
        taken = await only.own.taking.take("guest", "ann")
        assert (taken.games, taken.studies, taken.puzzles, taken.stayed) == (1, 1, 4, 0)
        assert room.row.person0 == "ann"

        def check(opened: sa.Connection) -> None:
            assert "guest" not in ids_in(opened)
            one = opened.execute(sa.select(puzzle_people)).one()
            assert (one.person, one.deviation) == ("ann", 60.0), "what is known more surely"
            tries = {row.puzzle: row.at_ms for row in opened.execute(sa.select(puzzle_tries))}
            assert tries == {"both": 3, "of ann": 3, "of guest": 5}, "the first try counts"
            assert len(opened.execute(sa.select(own_puzzles)).all()) == 3
            streak = opened.execute(sa.select(puzzle_streaks)).one()
            assert (streak.last_day, streak.days, streak.most_days, streak.longest_row) == (107, 7, 7, 7)
            assert opened.execute(sa.select(dice_tallies.c.sealed, dice_tallies.c.begun)).one() == (8, 2)
            assert opened.execute(sa.select(reliabilities)).one() == ("ann", 80, 2)
            pairs = {(row.person, row.other) for row in opened.execute(sa.select(blocks))}
            assert pairs == {("ann", "eve"), ("eve", "ann")}
            told = [(row.reporter, row.whom) for row in opened.execute(sa.select(reports))]
            assert sorted(told) == [("ann", "eve"), ("eve", "ann")]
            vacation = opened.execute(sa.select(vacations)).one()
            assert (vacation.used_ms, vacation.is_automatic, vacation.is_settled) == (8000, True, False)
            assert opened.execute(sa.select(sa.func.count()).where(studies.c.owner == "ann")).scalar_one() == 2

        await only.store.read(check)

    with_house(database, tmp_path, script)


def test_of_more_puzzles_than_fit_the_latest_are_kept(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taking, "MAX_OWN", 2)

    async def script(only: Services) -> None:
        await only.accounts.claim("ann", "Ann", PASSWORD)

        def fill(opened: sa.Connection) -> None:
            for at_ms, who in enumerate(("ann", "guest", "eve", "ann", "guest")):
                row = {"person": who, "puzzle": f"at {at_ms}", "at_ms": at_ms, "what": b""}
                opened.execute(own_puzzles.insert().values(row))

        await only.store.write(fill)
        await only.own.taking.take("guest", "ann")
        query = sa.select(own_puzzles.c.person, own_puzzles.c.puzzle)
        kept = await only.store.read(lambda opened: {tuple(row) for row in opened.execute(query)})
        assert kept == {("ann", "at 3"), ("ann", "at 4"), ("eve", "at 2")}

    with_house(database, tmp_path, script)


def test_an_account_that_has_nothing_yet_gets_all(database: sa.URL, tmp_path: Path) -> None:
    async def script(only: Services) -> None:
        await only.accounts.claim("new", "New", PASSWORD)
        await only.store.write(filled)
        await only.own.taking.take("guest", "new")

        def check(opened: sa.Connection) -> None:
            assert "guest" not in ids_in(opened)
            for table, count in ((puzzle_people, 2), (puzzle_tries, 4), (puzzle_streaks, 2), (dice_tallies, 2)):
                assert len(opened.execute(sa.select(table)).all()) == count
            assert (
                opened.execute(sa.select(vacations.c.used_ms).where(vacations.c.person == "new")).scalar_one() == 5000
            )

        await only.store.read(check)

    with_house(database, tmp_path, script)


def test_a_guests_vacation_ends_and_its_clocks_run_again(database: sa.URL, tmp_path: Path) -> None:
    async def script(only: Services) -> None:
        await only.accounts.claim("ann", "Ann", PASSWORD)
        await only.correspondence.vacations.choose("guest", is_away=True)
        await only.own.taking.take("guest", "ann")
        found = await only.correspondence.vacations.of("ann")
        assert found.since_ms is None
        assert found.used_ms >= 3_600_000, "a vacation costs an hour at least"

    with_house(database, tmp_path, script)


def test_nobody_takes_what_has_a_name(database: sa.URL, tmp_path: Path) -> None:
    async def script(only: Services) -> None:
        await only.accounts.claim("ann", "Ann", PASSWORD)
        await only.accounts.claim("guest", "Guest-with-name", PASSWORD)
        with pytest.raises(ServerError, match="has a name"):
            await only.own.taking.take("guest", "ann")
        with pytest.raises(ServerError, match="has a name"):
            await only.own.taking.take("other", "nobody")

    with_house(database, tmp_path, script)


def taken_along_while(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a guest's things taken along when somebody is about to begin a game, and has read who is to play it."""
    refuse_more = services.rooms.refuse_more

    async def late(owner: str) -> None:
        monkeypatch.undo()
        await refuse_more(owner)
        await services.own.taking.take("guest", "ann")

    monkeypatch.setattr(services.rooms, "refuse_more", late)


def test_who_takes_his_challenge_along_while_it_is_taken_sits_at_the_game(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(only: Services) -> None:
        await only.accounts.claim("ann", "Ann", PASSWORD)
        made = await only.challenges.make("guest", Terms("hex(size=4,swap=false)", "first"), is_open=False)
        taken_along_while(only, monkeypatch)
        taken = await only.challenges.accept(made.id, "bob")
        room = await only.rooms.find(taken.game or "")
        assert (taken.maker, room.row.person0, room.row.person1) == ("ann", "ann", "bob")

    with_house(database, tmp_path, script)


def test_who_takes_a_game_along_while_its_rematch_begins_sits_at_that_too(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(only: Services) -> None:
        await only.accounts.claim("ann", "Ann", PASSWORD)
        room = await between(only)
        await only.rooms.resign(room, 0)
        await only.rooms.offer(room, 0, "rematch")
        taken_along_while(only, monkeypatch)
        happened = await only.rooms.answer(room, 1, is_accepted=True)
        answered = happened[0].what
        assert isinstance(answered, Answered)
        again = await only.rooms.find(answered.game)
        assert (again.row.person0, again.row.person1) == ("bob", "ann")

    with_house(database, tmp_path, script)


# --- several processes, and kills


def test_other_processes_let_him_play_at_once(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        await first.accounts.claim("ann", "Ann", PASSWORD)
        room = await between(first)
        there = await second.rooms.find(room.row.id)
        await first.own.taking.take("guest", "ann")
        await until(lambda: there.row.person0 == "ann")
        assert check_may("move", there.row, "ann") == 0
        await second.rooms.move(there, "a1", 1)

    with_house(database, tmp_path, script, 2)


def test_where_every_message_is_lost_he_plays_soon(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        await first.accounts.claim("ann", "Ann", PASSWORD)
        room = await between(first)
        there = await second.rooms.find(room.row.id)
        await first.own.taking.take("guest", "ann")
        await asyncio.sleep(0)
        assert there.row.person0 == "guest"
        await second.exchange.compare()
        assert (there.row.person0, there.row.person1) == ("ann", "bob")

    with_house(database, tmp_path, script, 2, Hub(lambda: True))


def test_of_two_accounts_one_gets_it(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        for who in ("ann", "eve"):
            await first.accounts.claim(who, who.capitalize(), PASSWORD)
        for _ in range(3):
            await between(first)
        came = await asyncio.gather(first.own.taking.take("guest", "ann"), second.own.taking.take("guest", "eve"))
        assert sorted(each.games for each in came) == [0, 3]

        def owners(opened: sa.Connection) -> set[str]:
            return set(opened.execute(sa.select(games.c.person0)).scalars())

        assert len(await first.store.read(owners)) == 1

    with_house(database, tmp_path, script, 2)


KILLED = """
import asyncio, os, signal, sys
import sqlalchemy as sa
from motu.server.accounts import taking
from motu.server.store import Store

step = int(sys.argv[2])
works = list(taking._OWN)
works.insert(step, lambda *_: os.kill(os.getpid(), signal.SIGKILL))
taking._OWN = works
store = Store(sa.make_url(sys.argv[1]))
asyncio.run(store.write(lambda connection: taking._take(connection, "guest", "ann")))
"""


@pytest.mark.parametrize("step", [0, 4, len(taking._OWN)])
def test_a_kill_in_the_middle_leaves_all_or_nothing(database: sa.URL, tmp_path: Path, step: int) -> None:
    async def prepare(only: Services) -> None:
        await only.accounts.claim("ann", "Ann", PASSWORD)
        await only.store.write(filled)
        await between(only)

    with_house(database, tmp_path, prepare)
    before = all_rows(database)
    url = database.render_as_string(hide_password=False)
    killed = subprocess.run([sys.executable, "-c", KILLED, url, str(step)], check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert all_rows(database) == before

    async def again(only: Services) -> None:
        assert (await only.own.taking.take("guest", "ann")).games == 1

    with_house(database, tmp_path, again)


def all_rows(database: sa.URL) -> dict[str, list[str]]:
    """All that tables of people hold."""
    store = Store(database)
    try:
        return asyncio.run(
            store.read(
                lambda opened: {
                    each.table.name: sorted(map(repr, opened.execute(sa.select(each.table)).all()))
                    for each in BELONGINGS
                }
            )
        )
    finally:
        store.close()
