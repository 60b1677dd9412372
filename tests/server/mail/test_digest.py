"""Digests: of games by correspondence that wait, twice a day at most, never of what was seen, once in any house."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.mail import sender
from motu.server.mail.digest import BETWEEN_MS, MOST_GAMES
from motu.server.mail.letters import Letter
from motu.server.mail.outgoing import mail_key
from motu.server.mail.signed_links import SignedLinks
from motu.server.notices.outbox import note_seen
from motu.server.rooms import Room
from motu.server.schema import accounts, mail_addresses, mails
from motu.server.services import Services
from server.houses import PATIENCE_S
from server.mail.post_boxes import SITE, post_box
from server.notices.telling import LIVE, meet, run

HOUR_MS = 3_600_000
ADDRESS = "Bob@example.org"


class Now:
    """The time of day in all processes of a house."""

    def __init__(self, *processes: Services) -> None:
        self.ms = processes[0].mail.now_ms()
        for each in processes:
            each.mail._clock = lambda: self.ms

    def passes(self, hours: float) -> None:
        self.ms += round(hours * HOUR_MS)


async def subscribe(services: Services, person: str = "bob", *, has_digest: bool = True) -> None:
    """Let somebody have a name, an address, and want digests."""

    def work(connection: sa.Connection) -> None:
        account: dict[str, object] = {
            "id": person,
            "kind": "person",
            "name": person.title(),
            "skeleton": person,
            "role": "none",
        }
        account |= {"created_ms": 1, "renamed_ms": 1, "is_closed": False}
        connection.execute(accounts.insert().values(account))
        place = {"person": person, "address": ADDRESS, "mail_key": mail_key(ADDRESS), "language": "de"}
        connection.execute(mail_addresses.insert().values(**place, confirmed_ms=1, has_digest=has_digest))

    await services.store.write(work)


def letters(services: Services) -> list[Letter]:
    with services.store._engine.connect() as connection:
        query = sa.select(mails.c.what).where(mails.c.kind == "digest").order_by(mails.c.created_ms)
        return [msgspec.json.decode(what, type=Letter) for what in connection.execute(query).scalars()]


async def looks(services: Services, now: Now) -> None:
    await services.store.write(lambda connection: note_seen(connection, "bob", now.ms))


async def swept(*processes: Services) -> int:
    """Sweep in all processes at once; return how many letters there are."""
    await asyncio.gather(*(each.mail.digests.sweep() for each in processes))
    return len(letters(processes[0]))


def test_whoever_is_awaited_is_written_to_once(database: sa.URL, tmp_path: Path) -> None:
    async def script(processes: list[Services]) -> None:
        here, there = processes
        now = Now(here, there)
        await subscribe(here)
        first, second, live = await meet(here), await meet(here), await meet(here, LIVE)
        assert await swept(here, there) == 0, "it is the other one's turn"
        for room in (first, second, live):
            await here.rooms.move(room, "a1")
        assert await swept(here, there) == 0, "another move may come soon"
        now.passes(1.5)
        assert await swept(here, there) == 1
        [letter] = letters(here)
        assert letter.name == "Bob"
        assert {each.address for each in letter.links} == {link(here, room) for room in (first, second)}
        assert letter.links[0].text == "Hex 3 gegen Ann"
        assert letter.links[0].left_ms is not None
        assert there.mail.links.read("stop", letter.stop_at_once.rpartition("/")[2]).person == "bob"
        now.passes(30)
        assert await swept(here, there) == 1, "nothing new"
        with here.store._engine.connect() as connection:
            row = connection.execute(sa.select(mails.c.address, mails.c.language)).one()
        assert tuple(row) == (ADDRESS, "de")

    run(database, tmp_path, script)


def test_it_goes_out_when_it_is_written(database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "LOOK_SECONDS", 3600.0)

    async def script(processes: list[Services]) -> None:
        here = processes[0]
        now = Now(here)
        await subscribe(here)
        await here.rooms.move(await meet(here), "a1")
        now.passes(2)
        assert await swept(here) == 1
        async with asyncio.timeout(PATIENCE_S):
            while not box.mails:  # noqa: ASYNC110 - nobody tells the test
                await asyncio.sleep(0.02)
        assert [each["To"] for each in box.mails] == [ADDRESS]

    with post_box() as (box, settings):
        run(database, tmp_path, script, count=1, mail=settings)


@pytest.mark.parametrize("is_seen", [False, True])
def test_it_says_what_waits_when_it_is_sent_and_has_not_been_seen(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_seen: bool
) -> None:
    monkeypatch.setattr(sender, "LOOK_SECONDS", 3600.0)

    async def script(processes: list[Services]) -> None:
        here = processes[0]
        now = Now(here)
        await subscribe(here)
        first, second = await meet(here), await meet(here)
        for room in (first, second):
            await here.rooms.move(room, "a1")
        box.answers = ["451 later"]
        now.passes(2)
        assert await swept(here) == 1
        await until(lambda: tries(here) == [1])
        await here.rooms.move(first, "b2")
        if is_seen:
            await looks(here, now)
        now.passes(20)
        assert here.mail.sender is not None
        await here.mail.sender.send_waiting()
        assert tries(here) == []
        found = [[link(here, room) in box.text(at) for room in (first, second)] for at in range(len(box.mails))]
        assert found == ([] if is_seen else [[False, True]])

    with post_box() as (box, settings):
        run(database, tmp_path, script, count=1, mail=settings)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():  # noqa: ASYNC110 - nobody tells the test
            await asyncio.sleep(0.02)


def tries(services: Services) -> list[int]:
    """Return how often those mails were tried that wait."""
    query = sa.select(mails.c.tries).where(mails.c.due_ms.is_not(None))
    with services.store._engine.connect() as connection:
        return list(connection.execute(query).scalars())


def test_a_link_that_another_house_could_make_is_none(database: sa.URL, tmp_path: Path) -> None:
    async def script(processes: list[Services]) -> None:
        here, there = processes
        token = here.mail.links.token("reset", "bob", ADDRESS)
        assert there.mail.links.read("reset", token).about == ADDRESS
        for secret in ("", "mail", "another one"):
            made_up = SignedLinks(secret, SITE).token("reset", "bob", ADDRESS)
            with pytest.raises(ServerError) as refused:
                here.mail.links.read("reset", made_up)
            assert refused.value.slug == "mail/link"

    run(database, tmp_path, script)


def link(services: Services, room: Room) -> str:
    return services.mail.links.to(f"/play/{room.row.id}")


def test_two_a_day_at_most_and_again_on_the_last_day(database: sa.URL, tmp_path: Path) -> None:
    async def script(processes: list[Services]) -> None:
        here = processes[0]
        now = Now(here)
        await subscribe(here)
        rooms = [await meet(here) for _ in range(3)]
        begun = now.ms
        await here.rooms.move(rooms[0], "a1")
        now.passes(2)
        assert await swept(here) == 1
        await here.rooms.move(rooms[1], "a1")
        now.passes(10)
        assert await swept(here) == 1, "not so soon"
        now.passes(2)
        assert await swept(here) == 1, "what has begun to wait before the last mail was in it"
        due = rooms[0].log.due_ms
        assert due is not None
        now.ms = due - 23 * HOUR_MS
        assert now.ms - begun > BETWEEN_MS
        assert await swept(here) == 2
        assert "Hex 3 gegen Ann" in letters(here)[-1].links[0].text
        await swept(here)
        assert len(letters(here)) == 2

    run(database, tmp_path, script, count=1)


def test_nobody_is_written_to_who_has_been_here_since(database: sa.URL, tmp_path: Path) -> None:
    async def script(processes: list[Services]) -> None:
        here = processes[0]
        now = Now(here)
        await subscribe(here)
        room = await meet(here)
        await here.rooms.move(room, "a1")
        now.passes(0.5)
        await looks(here, now)
        now.passes(2)
        assert await swept(here) == 0
        due = room.log.due_ms
        assert due is not None
        now.ms = due - 23 * HOUR_MS
        assert await swept(here) == 1, "since its last day began he has not been here"

    run(database, tmp_path, script, count=1)


def test_nor_who_does_not_want_it_or_is_on_vacation(database: sa.URL, tmp_path: Path) -> None:
    async def script(processes: list[Services]) -> None:
        here = processes[0]
        now = Now(here)
        await subscribe(here, has_digest=False)
        room = await meet(here)
        await here.rooms.move(room, "a1")
        now.passes(2)
        assert await swept(here) == 0
        await here.mail.addresses.choose("bob", has_digest=True, language="en")
        await here.correspondence.vacations.choose("bob", is_away=True)
        assert await swept(here) == 0
        await here.correspondence.vacations.choose("bob", is_away=False)
        now.passes(2)
        assert await swept(here) == 1

    run(database, tmp_path, script, count=1)


def test_many_games_are_cut_short(database: sa.URL, tmp_path: Path) -> None:
    async def script(processes: list[Services]) -> None:
        here = processes[0]
        now = Now(here)
        await subscribe(here)
        for _ in range(MOST_GAMES + 3):
            await here.rooms.move(await meet(here), "a1")
        now.passes(2)
        assert await swept(here) == 1
        [letter] = letters(here)
        assert (len(letter.links), letter.more) == (MOST_GAMES, 3)
        assert [each.left_ms for each in letter.links] == sorted(each.left_ms or 0 for each in letter.links)

    run(database, tmp_path, script, count=1)
