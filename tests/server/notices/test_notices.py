"""People are told once, in the transaction of what causes it, and no longer than it is so."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from motu.server.audience import Subscriber
from motu.server.bus.memory import Hub
from motu.server.challenge import Terms
from motu.server.events import Created, Participant, ServerError
from motu.server.notices import outbox
from motu.server.notices.causes import causes_of
from motu.server.notices.desk import look_topic, person_topic
from motu.server.notices.kinds import ALWAYS, KINDS
from motu.server.schema import notice_choices, notices
from motu.server.services import Services
from server.houses import house, until
from server.notices.telling import LIVE, meet, run, unread, view


def test_whoever_is_to_move_is_told_until_he_has(database: sa.URL, tmp_path: Path) -> None:
    async def script(processes: list[Services]) -> None:
        here, there = processes
        room = await meet(here)
        await here.rooms.move(room, "a1")
        assert await unread(there, "bob") == ["turn"]
        assert await unread(there, "ann") == []
        found = (await view(there, "bob")).notices[0]
        assert (found.game, found.seat, found.spec) == (room.row.id, 1, room.row.spec)
        assert found.seats is not None
        assert found.seats[0].name == "Ann"
        assert found.due_ms == room.log.due_ms
        await there.rooms.move(await there.rooms.find(room.row.id, 2), "b2")
        assert await unread(here, "bob") == []
        assert await unread(here, "ann") == ["turn"]
        await here.rooms.resign(await here.rooms.find(room.row.id, 3), 0)
        assert await unread(here, "ann") == []
        over = (await view(there, "bob")).notices[0]
        assert over.kind == "over"
        assert over.result is not None
        assert (over.result.winner, over.result.reason) == (1, "resign")

    run(database, tmp_path, script)


def test_a_move_that_is_not_kept_tells_nobody(database: sa.URL, tmp_path: Path) -> None:
    async def script(processes: list[Services]) -> None:
        here, there = processes
        room = await meet(here)
        also = await there.rooms.find(room.row.id)

        def breaks(_: sa.Connection) -> None:
            raise ServerError("no")

        with pytest.raises(ServerError):
            await here.rooms.move(room, "a1", also=breaks)
        assert await unread(here, "bob") == []
        tried = await asyncio.gather(
            here.rooms.move(room, "a1", 1), there.rooms.move(also, "b1", 1), return_exceptions=True
        )
        assert sum(isinstance(each, ServerError) for each in tried) == 1
        assert await unread(here, "bob") == ["turn"]

    run(database, tmp_path, script)


def test_both_hear_that_a_game_has_begun_and_how_it_ends(database: sa.URL, tmp_path: Path) -> None:
    async def script(processes: list[Services]) -> None:
        here, _ = processes
        created = Created("hex(size=3)", (Participant(), Participant()), clock=LIVE)
        room = await here.rooms.create_between(created, ("ann", "bob"), "bob", lambda _: lambda _: None)
        assert [await unread(here, each) for each in ("ann", "bob")] == [["begun"], ["begun"]]
        await here.rooms.offer(room, 0, "draw")
        assert await unread(here, "bob") == ["offer", "begun"]
        assert (await view(here, "bob")).notices[0].offer == "draw"
        await here.rooms.answer(room, 1, is_accepted=True)
        assert [await unread(here, each) for each in ("ann", "bob")] == [["over"], []]
        await here.rooms.offer(room, 0, "rematch")
        await here.rooms.answer(room, 1, is_accepted=True)
        begun = (await view(here, "ann")).notices[0]
        assert (begun.kind, begun.game, begun.seat) == ("begun", room.log.offers.next_game, 1)

    run(database, tmp_path, script)


def test_a_take_back_that_is_granted_makes_it_ones_turn(database: sa.URL, tmp_path: Path) -> None:
    async def script(processes: list[Services]) -> None:
        room = await meet(processes[0])
        await processes[0].rooms.move(room, "a1")
        await processes[0].rooms.offer(room, 0, "take_back")
        assert await unread(processes[0], "bob") == ["offer", "turn"]
        await processes[0].rooms.answer(room, 1, is_accepted=True)
        assert await unread(processes[0], "bob") == []
        assert await unread(processes[0], "ann") == ["turn"]

    run(database, tmp_path, script)


def test_nothing_is_told_of_the_game_that_one_is_at(database: sa.URL, tmp_path: Path) -> None:
    """Of a live one whoever has it open, of one by correspondence whoever sees it: its page may lie behind others."""

    async def script(processes: list[Services]) -> None:
        here, there = processes
        live, slow = await meet(here, LIVE), await meet(here)
        for room, topic in ((live, live.row.id), (slow, look_topic(slow.row.id))):
            there.audience.join(topic, "bob")
            there.exchange.looked(topic)
            await until(lambda topic=topic: "bob" in here.exchange._onlookers.guests(topic))  # type: ignore[misc]
            await here.rooms.move(room, "a1")
            assert await unread(here, "bob") == []
        there.audience.join(slow.row.id, "ann")
        there.exchange.looked(slow.row.id)
        await until(lambda: "ann" in here.exchange._onlookers.guests(slow.row.id))
        await here.rooms.move(slow, "b2")
        assert await unread(here, "ann") == ["turn"], "it is open, but nobody sees it"

    run(database, tmp_path, script)


def test_programs_and_games_at_one_screen_are_left_out(database: sa.URL, tmp_path: Path) -> None:
    async def script(processes: list[Services]) -> None:
        here = processes[0]
        await meet(here, seats=(Participant(), Participant(name="Bot", is_bot=True)))
        local = await here.rooms.create(Created("hex(size=3)", (Participant(), Participant())), "ann")
        await here.rooms.move(local, "a1")
        with here.store._engine.connect() as connection:
            left = connection.execute(sa.select(notices.c.person, notices.c.kind)).all()
        assert [tuple(each) for each in left] == [("ann", "begun")]
        assert causes_of(local.row, local.log, local.log.events) == []

    run(database, tmp_path, script)


def test_a_challenge_for_somebody_is_told_as_long_as_it_waits(database: sa.URL, tmp_path: Path) -> None:
    async def script(processes: list[Services]) -> None:
        here, there = processes
        terms = Terms("hex(size=3)", name="Ann")
        made = await here.challenges.make("ann", terms, is_open=False, asked="bob")
        await here.challenges.make("ann", terms, is_open=False)
        told = (await view(there, "bob")).notices
        assert [(each.kind, each.challenge, each.name) for each in told] == [("challenge", made.id, "Ann")]
        await there.challenges.decline(made.id, "bob")
        assert (await view(here, "bob")).notices == ()

    run(database, tmp_path, script)


def test_nobody_is_told_of_what_he_does_not_want(database: sa.URL, tmp_path: Path) -> None:
    async def script(processes: list[Services]) -> None:
        here, there = processes
        room = await meet(here)
        await here.notices.choose("bob", ["over"], None)
        assert (await there.notices.wishes("bob")).page == {"over"} | ALWAYS
        await there.rooms.move(await there.rooms.find(room.row.id), "a1")
        assert await unread(here, "bob") == []
        await here.notices.choose("bob", [], None)
        assert (await here.notices.wishes("bob")).page == ALWAYS
        with here.store._engine.connect() as connection:
            assert connection.execute(sa.select(notice_choices.c.page)).scalar_one() == "-"
        assert (await here.notices.wishes("ann")).page == {*KINDS} | ALWAYS

    run(database, tmp_path, script)


def test_what_was_read_stays_read_and_old_ones_go(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST_KEPT", 3)

    async def script(processes: list[Services]) -> None:
        here, there = processes
        rooms = [await meet(here) for _ in range(5)]
        for room in rooms:
            await here.rooms.move(room, "a1")
        told = await view(here, "bob")
        await there.notices.read("bob", game=rooms[4].row.id)
        await there.notices.read("ann", ids=[each.id for each in told.notices])
        assert len(await unread(here, "bob")) == told.unread - 1
        await here.caretaker.sweep()
        left = await view(there, "bob")
        assert len(left.notices) == 3
        assert {each.game for each in left.notices} == {room.row.id for room in rooms[2:]}
        await here.notices.read("bob")
        assert (await view(there, "bob")).unread == 0
        later = here.notices.clock() + outbox.KEPT_MS + 1
        here.notices.clock = lambda: later
        await here.caretaker.sweep()
        assert (await view(there, "bob")).notices == ()

    run(database, tmp_path, script)


def test_pages_at_every_process_ask_again_also_where_messages_are_lost(database: sa.URL, tmp_path: Path) -> None:
    async def script() -> None:
        hub = Hub()
        async with house(database, tmp_path, hub=hub) as (here, there):
            room = await meet(here)
            readers = [each.audience.join(person_topic("bob"), "bob") for each in (here, there)]
            await here.rooms.move(room, "a1")
            assert [await hint(each) for each in readers] == ["notices_changed"] * 2
            for each in (here, there):
                await each.notices.of("bob", has_name=False)
                await each.notices.compare(each.audience.topics())
            assert all(each._queue.empty() for each in readers), "they know it"
            hub.loses = lambda: True
            await here.notices.read("bob")
            await hint(readers[0])
            assert readers[1]._queue.empty()
            await there.notices.compare(there.audience.topics())
            assert await hint(readers[1]) == "notices_changed"

    asyncio.run(script())


async def hint(reader: Subscriber) -> str:
    message = await asyncio.wait_for(reader.next(), 10)
    assert message is not None
    return str(msgspec.json.decode(message)["type"])


def test_who_runs_out_of_time_is_warned_once(database: sa.URL, tmp_path: Path) -> None:
    async def script(processes: list[Services]) -> None:
        here, there = processes
        room = await meet(here)
        await here.rooms.move(room, "a1")
        await here.notices.read("bob")
        due = room.log.due_ms
        assert due is not None
        hour = 3_600_000
        for left, warned in ((25, []), (17, ["time"]), (1, ["time"])):
            here.notices.clock = there.notices.clock = lambda left=left: due - left * hour  # type: ignore[misc]
            await asyncio.gather(here.caretaker.sweep(), there.caretaker.sweep())
            assert await unread(here, "bob") == warned, left
        assert await unread(here, "ann") == []
        await here.notices.read("bob")
        await here.caretaker.sweep()
        assert await unread(there, "bob") == []
        await here.rooms.move(room, "b2")
        assert (await view(here, "bob")).notices == ()

    run(database, tmp_path, script)
