"""Tournaments over restarts, kills and several processes; who joins what, how many, and what is agreed."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
import sqlalchemy as sa

from motu.server.events import ClockSettings, ServerError
from motu.server.schema import accounts, tournaments
from motu.server.speeds import DAY_MS
from motu.server.tournaments import limits, look
from motu.server.tournaments import tournaments as module
from motu.server.tournaments.terms import NewTournament, terms_of
from server.tournaments.cups import BLITZ, EVERYBODY, SLOW, SPEC, CupHouse, Process, cup_house, play, refusal, stronger


def wanted(system: str = "round-robin", **terms: object) -> NewTournament:
    known = {"name": "Cup", "spec": SPEC, "clock": BLITZ, "most": 8, "starts_in_ms": 60_000} | terms
    return NewTournament(system=system, **known)  # type: ignore[arg-type]


async def made(house: CupHouse, maker: str = "ann", **terms: object) -> str:
    asked = wanted(**terms)  # type: ignore[arg-type]
    course = await house.first.cups.make(house.people[maker], terms_of(asked), asked.starts_in_ms)
    return course.tournament.id


def test_two_processes_that_look_at_once_begin_each_game_once(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("round-robin", EVERYBODY, clock=SLOW)
        pairs = await house.rows()
        begun = [room.row.id for process in house.processes for room in process.begun]
        assert len(pairs) == len(begun) == 36
        assert sorted(begun) == sorted(row.game for row in pairs)
        await house.play_out(cup, stronger)

    with cup_house(database, 3) as house:
        play(house, script)


def test_who_is_killed_between_pairing_and_playing_leaves_it_to_another(
    database: sa.URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(module.Tournaments, "_begin", killed)
            cup = await house.make("round-robin", ("ann", "bob", "cem", "dan"))
        assert await house.going(cup) == [], "nobody has begun what is paired"
        assert len(await house.rows()) == 6
        house.processes = [Process(house.stores[0], house.time)]
        await house.passes(look.AGAIN_MS / 1000 + 1)
        assert len(await house.going(cup)) == 2
        await house.play_out(cup, stronger)
        assert len(await house.rows()) == 6

    async def killed(*_: object) -> None:
        """Do nothing any more."""

    with cup_house(database) as house:
        play(house, script)


def test_an_end_that_nobody_has_looked_at_is_seen_after_a_restart(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("knock-out", ("ann", "bob"), clock=SLOW)
        [game] = await house.going(cup)
        await house.wins(game, "bob")
        house.processes = [Process(house.stores[0], house.time)]  # as after kill -9: nothing was in memory alone
        await house.passes(1)
        assert (await house.course(cup)).tournament.state == "over"

    with cup_house(database) as house:
        play(house, script)


def test_a_game_that_ends_twice_counts_once(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("round-robin", ("ann", "bob"), cycles=2, clock=SLOW)
        game = (await house.going(cup))[0]
        rooms = [await each.rooms.find(game.game or "") for each in house.processes]
        ends = [
            each.rooms.resign(room, person)
            for person, (each, room) in enumerate(zip(house.processes, rooms, strict=True))
        ]
        answers = await asyncio.gather(*ends, return_exceptions=True)
        assert sorted(isinstance(each, ServerError) for each in answers) == [False, True]
        await house.passes(1)
        course = await house.course(cup)
        assert [each.outcome for each in course.games] == ["played", None]
        assert (course.games[0].score0 or 0) + (course.games[0].score1 or 0) == 1

    with cup_house(database, 2) as house:
        play(house, script)


def test_it_begins_when_it_is_full_where_that_was_agreed(database: sa.URL) -> None:
    async def script() -> None:
        cup = await made(house, most=3, begins_full=True, clock=SLOW)
        other = await made(house, most=3, clock=SLOW)
        for each in ("ann", "bob", "cem"):
            for known in (cup, other):
                await house.first.cups.enter(known, house.people[each])
        assert (await house.course(cup)).tournament.state == "running"
        assert (await house.course(other)).tournament.state == "open"
        assert await refusal(house.first.cups.enter(other, house.people["dan"])) == "tournament/full"
        await house.passes(61)
        assert (await house.course(other)).tournament.state == "running"

    with cup_house(database) as house:
        play(house, script)


def test_many_who_join_at_once_are_as_many_as_fit(database: sa.URL) -> None:
    async def script() -> None:
        cup = await made(house, most=4)
        joins = [
            house.processes[number % 2].cups.enter(cup, house.people[each]) for number, each in enumerate(EVERYBODY)
        ]
        answers = await asyncio.gather(*joins, return_exceptions=True)
        assert sum(isinstance(each, ServerError) for each in answers) == len(EVERYBODY) - 4
        assert len((await house.course(cup)).entrants) == 4

    with cup_house(database, 2) as house:
        play(house, script)


def test_who_has_left_before_it_begins_has_never_joined(database: sa.URL) -> None:
    async def script() -> None:
        cup = await made(house)
        for each in ("ann", "bob", "bob"):
            await house.first.cups.enter(cup, house.people[each])
        await house.first.cups.leave(cup, house.people["bob"])
        assert list((await house.course(cup)).entrants) == ["ann"]
        assert await refusal(house.first.cups.leave(cup, house.people["bob"])) == "tournament/not-yours"
        assert await refusal(house.first.cups.begin(cup, house.people["ann"])) == "tournament/state"

    with cup_house(database) as house:
        play(house, script)


def test_only_its_maker_begins_or_cancels_it_and_in_time(database: sa.URL) -> None:
    async def script() -> None:
        cups, people = house.first.cups, house.people
        cup, other = await made(house), await made(house)
        for each in ("ann", "bob"):
            await cups.enter(cup, people[each])
        for act in (cups.begin, cups.cancel):
            assert await refusal(act(cup, people["bob"])) == "tournament/not-yours"
            assert await refusal(act(cup, None)) == "account/none"
        assert (await cups.begin(cup, people["ann"])).tournament.state == "running"
        assert await refusal(cups.cancel(cup, people["ann"])) == "tournament/state"
        assert await refusal(cups.enter(cup, people["cem"])) == "tournament/state"
        for _ in range(2):
            assert (await cups.cancel(other, people["ann"])).tournament.state == "cancelled"
        assert await refusal(cups.enter(other, people["cem"])) == "tournament/state"
        assert await refusal(cups.enter("nothing", people["cem"])) == "tournament/none"

    with cup_house(database) as house:
        play(house, script)


def test_a_bot_joins_where_its_maker_lets_bots(database: sa.URL) -> None:
    async def script() -> None:
        bot = replace(house.people["bob"], kind="bot")
        await house.first.store.write(
            lambda opened: opened.execute(accounts.update().where(accounts.c.id == "bob").values(kind="bot"))
        )
        assert await refusal(house.first.cups.enter(await made(house), bot)) == "tournament/bots"
        cup = await made(house, allows_bots=True, clock=SLOW)
        await house.first.cups.enter(cup, bot)
        await house.first.cups.enter(cup, house.people["ann"])
        await house.first.cups.begin(cup, house.people["ann"])
        [game] = await house.going(cup)
        seats = (await house.first.rooms.find(game.game or "")).log.seats
        assert [seat.is_bot for seat in seats] == [each == "bob" for each in game.persons]

    with cup_house(database) as house:
        play(house, script)


def test_so_many_and_no_more(database: sa.URL, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        cups = [await made(house) for _ in range(limits.MAX_MADE)]
        assert await refusal(made(house)) == "server/too-many"
        await house.first.cups.cancel(cups[0], house.people["ann"])
        cups[0] = await made(house)
        monkeypatch.setattr(limits, "MAX_ENTERED", 2)
        for each in cups[:2]:
            await house.first.cups.enter(each, house.people["bob"])
        assert await refusal(house.first.cups.enter(cups[2], house.people["bob"])) == "server/too-many"
        monkeypatch.setattr(limits, "MAX_GOING", 3)
        assert await refusal(made(house, "cem")) == "server/too-many"

    with cup_house(database) as house:
        play(house, script)


def test_whose_account_is_closed_plays_no_more(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("round-robin", ("ann", "bob", "cem"), clock=SLOW)
        await house.first.store.write(
            lambda opened: opened.execute(accounts.update().where(accounts.c.id == "cem").values(is_closed=True))
        )
        game = next(each for each in await house.going(cup) if "cem" not in each.persons)
        await house.wins(game, "ann")
        await house.passes(1)
        course = await house.course(cup)
        assert course.is_out("cem")
        assert course.tournament.state == "over"

    with cup_house(database) as house:
        play(house, script)


def test_one_whose_account_is_closed_before_it_begins_is_no_player(database: sa.URL) -> None:
    async def script() -> None:
        cups, ann = house.first.cups, house.people["ann"]
        cup = await made(house, most=2)
        for each in ("ann", "bob"):
            await cups.enter(cup, house.people[each])
        closing = accounts.update().where(accounts.c.id == "bob").values(is_closed=True)
        await house.first.store.write(lambda opened: opened.execute(closing))
        due = tournaments.update().values(due_ms=house.time.ms)  # somebody looks before it begins
        await house.first.store.write(lambda opened: opened.execute(due))
        await house.passes(1)
        assert (await house.course(cup)).playing == ["ann"]
        assert await refusal(cups.begin(cup, ann)) == "tournament/state"
        assert (await house.course(cup)).tournament.state == "open"
        await cups.enter(cup, house.people["cem"])
        await cups.begin(cup, ann)
        assert (await house.course(cup)).tournament.state == "running"

    with cup_house(database) as house:
        play(house, script)


def test_who_has_left_an_arena_takes_no_place_in_it(database: sa.URL) -> None:
    async def script() -> None:
        cups, people = house.first.cups, house.people
        cup = await house.make("arena", ("ann", "bob"), most=2)
        assert await refusal(cups.enter(cup, people["cem"])) == "tournament/full"
        await cups.leave(cup, people["bob"])
        await cups.enter(cup, people["cem"])
        assert await refusal(cups.enter(cup, people["bob"])) == "tournament/full"
        await cups.leave(cup, people["ann"])
        await cups.enter(cup, people["bob"])
        assert sorted((await house.course(cup)).playing) == ["bob", "cem"]

    with cup_house(database) as house:
        play(house, script)


def test_in_a_tournament_nothing_is_taken_back_and_a_rematch_belongs_to_none(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("round-robin", ("ann", "bob"), clock=SLOW)
        [game] = await house.going(cup)
        rooms = house.first.rooms
        room = await rooms.find(game.game or "")
        await rooms.move(room, "a1")
        for kind in ("take_back", "cancel"):
            assert await refusal(rooms.offer(room, 0, kind)) == "server/offer"
        await rooms.resign(room, 0)
        await rooms.offer(room, 0, "rematch")
        await rooms.answer(room, 1, is_accepted=True)
        again = await rooms.find(room.log.offers.next_game)
        assert again.log.created.tournament is None
        await rooms.resign(again, 0)
        await house.passes(1)
        assert len((await house.course(cup)).games) == 1

    with cup_house(database) as house:
        play(house, script)


BANK = ClockSettings(30 * DAY_MS, DAY_MS, "correspondence")


@pytest.mark.parametrize(
    "terms",
    [
        {"most": 1},
        {"most": 17},
        {"name": "  "},
        {"name": "a\nb\u0007"},
        {"minutes": 30},
        {"cycles": 3},
        {"cycles": 0},
        {"clock": BANK},
        {"system": "arena", "minutes": 9},
        {"system": "arena", "minutes": 181},
        {"system": "arena", "minutes": 30, "clock": SLOW},
        {"system": "arena", "minutes": 30, "cycles": 2},
        {"system": "knock-out", "most": 65},
    ],
)
def test_what_no_tournament_can_be_like(terms: dict[str, object]) -> None:
    with pytest.raises(ServerError) as caught:
        terms_of(wanted(**terms))  # type: ignore[arg-type]
    assert caught.value.slug == "tournament/terms"


def test_a_name_is_kept_as_it_reads() -> None:
    assert terms_of(wanted(name="  Cup   of  cups ")).name == "Cup of cups"
    with pytest.raises(ServerError, match="clock"):
        terms_of(wanted(clock=ClockSettings(0)))


def test_a_tournament_at_fault_keeps_no_other_waiting(database: sa.URL, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        cups = house.first.cups
        first, second = [await made(house, starts_in_ms=1000 + each) for each in range(2)]
        for cup in (first, second):
            for name in ("ann", "bob"):
                await cups.enter(cup, house.people[name])
        house.time.passes(2)
        look_at_one = cups.look

        async def fails(tournament_id: str) -> None:
            if tournament_id == first:
                raise KeyError("a fault")
            await look_at_one(tournament_id)

        monkeypatch.setattr(cups, "look", fails)
        with pytest.raises(KeyError, match="a fault"):
            await cups.sweep()
        assert len(await house.going(second)) == 1

    with cup_house(database) as house:
        play(house, script)
