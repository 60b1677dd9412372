"""Two processes of a house: what one does, the other has soon, whatever is lost on the way."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from motu.errors import MotuError
from motu.server.bus import exchange as exchange_module
from motu.server.bus.memory import Hub
from motu.server.challenge import Terms
from motu.server.consequences import follow
from motu.server.events import Created, Event, Moved, Participant, ServerError
from motu.server.game_log import GameLog
from motu.server.room import Room
from motu.server.services import Services
from server.houses import all_told, house, told, until

PEOPLE = (Participant(), Participant())
House = Callable[..., Awaitable[None]]


def with_house(
    database: sa.URL, folder: Path, script: Callable[[Services, Services], Awaitable[None]], hub: Hub | None = None
) -> None:
    """Run a script with a house of two."""

    async def run() -> None:
        async with house(database, folder, hub=hub) as [first, second]:
            await script(first, second)

    asyncio.run(run())


async def between(services: Services, spec: str = "hex(size=4,swap=false)") -> Room:
    """Begin a game of two people."""
    return await services.rooms.create_between(Created(spec, PEOPLE), ("ann", "bob"), "bob", lambda _: lambda _: None)


def test_what_one_process_does_the_other_tells(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        game = (await between(first)).row.id
        there = await second.rooms.find(game)
        reader = second.audience.join(game, "bob")
        await first.rooms.move(await first.rooms.find(game), "a1", 1)
        update = await told(reader, "update")
        assert (update["seq"], update["keep"], update["added"]) == (2, 0, [["a1", 0]])
        assert [event["what"]["move"] for event in update["events"]] == ["a1"]
        await second.rooms.move(there, "b2", 2)
        await until(lambda: first.rooms.heads()[game] == 3)

    with_house(database, tmp_path, script)


def test_a_take_back_is_told_as_it_is_here(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        room = await first.rooms.create(Created("hex(size=4)", PEOPLE), "ann")
        for move in ("a1", "b2", "c3"):
            await first.rooms.move(room, move)
        await second.rooms.find(room.row.id)
        here, there = (services.audience.join(room.row.id) for services in (first, second))
        await first.rooms.take_back(room, 1)
        assert await told(here, "update") == await told(there, "update")

    with_house(database, tmp_path, script)


def test_a_client_that_is_ahead_is_no_reason_to_refuse(database: sa.URL, tmp_path: Path) -> None:
    """He has heard of a move elsewhere, and this process has not: it looks first."""

    async def script(first: Services, second: Services) -> None:
        room = await between(first)
        there = await second.rooms.find(room.row.id)
        await first.rooms.move(room, "a1", 1)
        assert there.log.next_seq == 1
        assert (await second.rooms.find(room.row.id, 2)).log.next_seq == 2
        await first.rooms.move(room, "b2", None)
        await second.rooms.move(there, "c3", 3)
        assert [step.text for step in there.log.steps] == ["a1", "b2", "c3"]
        with pytest.raises(ServerError, match="gone on"):
            await second.rooms.move(there, "d4", 99)

    with_house(database, tmp_path, script, Hub(lambda: True))


def test_whoever_was_too_late_shows_what_has_happened(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        room = await between(first)
        there = await second.rooms.find(room.row.id)
        reader = second.audience.join(room.row.id, "bob")
        await first.rooms.move(room, "a1", 1)
        with pytest.raises(ServerError) as caught:
            await second.rooms.move(there, "b2", 1)
        assert caught.value.slug == "server/seq"
        assert (await told(reader, "update"))["added"] == [["a1", 0]]

    with_house(database, tmp_path, script, Hub(lambda: True))


def test_without_a_number_it_is_decided_again(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        room = await between(first)
        there = await second.rooms.find(room.row.id)
        reader = second.audience.join(room.row.id, "bob")
        await first.rooms.move(room, "a1", 1)
        assert [event.seq for event in await second.rooms.resign(there, 1)] == [2]
        assert [each["seq"] for each in all_told(reader) if each["type"] == "update"] == [2, 3]

    with_house(database, tmp_path, script, Hub(lambda: True))


def test_not_more_than_three_times(database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(first: Services, second: Services) -> None:
        room = await between(first)
        there, decided = await second.rooms.find(room.row.id), []
        await first.rooms.move(room, "a1", 1)

        def slow(*arguments: Any) -> Any:
            decided.append(there.log.next_seq)
            return follow(*arguments)

        async def reload(kept: Room) -> None:
            """Leave the game as it is, as if others were quicker each time."""

        monkeypatch.setattr("motu.server.kept_games.follow", slow)
        monkeypatch.setattr(second.rooms, "_reload", reload)
        with pytest.raises(ServerError) as caught:
            await second.rooms.resign(there, 1)
        assert (caught.value.slug, decided) == ("server/seq", [1, 1, 1])

    with_house(database, tmp_path, script, Hub(lambda: True))


@pytest.mark.parametrize("is_whole", [True, False])
def test_what_was_missed_is_fetched(is_whole: bool, database: sa.URL, tmp_path: Path) -> None:
    """A message comes after one that was lost, or says only that something has happened."""

    async def script(first: Services, second: Services) -> None:
        room = await between(first)
        await second.rooms.find(room.row.id)
        reader = second.audience.join(room.row.id)
        for move in ("a1", "b2", "c3"):
            await first.rooms.move(room, move)
        await second.rooms.hear(room.row.id, 4, room.log.events[3:] if is_whole else ())
        update = await told(reader, "update")
        assert [step[0] for step in update["added"]] == ["a1", "b2", "c3"]
        await second.rooms.hear(room.row.id, 4, room.log.events[1:])  # heard late
        assert all_told(reader) == []

    with_house(database, tmp_path, script, Hub(lambda: True))


def test_what_is_heard_while_a_game_is_loaded_is_not_lost(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(first: Services, second: Services) -> None:
        room = await between(first)
        load = second.store.load
        may_go, has_read = asyncio.Event(), asyncio.Event()

        async def slow_load(game_id: str) -> Any:
            found = await load(game_id)
            has_read.set()
            await may_go.wait()
            return found

        monkeypatch.setattr(second.store, "load", slow_load)
        finding = asyncio.create_task(second.rooms.find(room.row.id))
        await has_read.wait()
        await first.rooms.move(room, "a1", 1)
        may_go.set()
        there = await finding
        await until(lambda: there.log.next_seq == 2)

    with_house(database, tmp_path, script)


def test_events_that_can_not_be_are_not_believed(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        room = await between(first)
        there = await second.rooms.find(room.row.id)
        await second.rooms.hear(room.row.id, 2, [Event(1, 5, Moved("z9"))])
        assert there.log.next_seq == 1
        await first.rooms.move(room, "a1", 1)
        await until(lambda: there.log.next_seq == 2)

    with_house(database, tmp_path, script)


def test_where_every_message_is_lost_games_are_right_all_the_same(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange_module, "COMPARED_SECONDS", 0.1)

    async def script(first: Services, second: Services) -> None:
        room = await between(first)
        await second.rooms.find(room.row.id)
        reader = second.audience.join(room.row.id)
        await first.rooms.move(room, "a1", 1)
        assert (await told(reader, "update"))["seq"] == 2
        made = await first.challenges.make("ann", Terms("hex(size=3)"), is_open=False)
        waiting = second.audience.join(made.id)
        taken = await first.challenges.accept(made.id, "bob")
        news = await told(waiting, "challenge_news")
        assert (news["state"], news["game"]) == ("taken", taken.game)

    with_house(database, tmp_path, script, Hub(lambda: True))


def test_whoever_waits_for_a_challenge_hears_of_it_at_another_process(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        made = await first.challenges.make("ann", Terms("hex(size=3)"), is_open=False)
        waiting = first.audience.join(made.id)
        taken = await second.challenges.accept(made.id, "bob")
        news = await told(waiting, "challenge_news")
        assert (news["state"], news["game"]) == ("taken", taken.game)

    with_house(database, tmp_path, script)


def test_both_players_and_all_who_look_on_are_seen_from_everywhere(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        room = await between(first)
        await second.rooms.find(room.row.id)
        here = first.audience.join(room.row.id, "ann")
        first.exchange.show(room.row)
        assert (await told(here, "presence"))["here"] == [True, False]
        there = second.audience.join(room.row.id, "bob")
        second.exchange.show(room.row)
        for reader in (here, there):
            presence = await told(reader, "presence")
            assert (presence["here"], presence["looking_on"]) == ([True, True], 0)
        second.audience.leave(room.row.id, there)
        second.exchange.show(room.row)
        assert (await told(here, "presence"))["here"] == [True, False]

    with_house(database, tmp_path, script)


def test_a_game_that_is_deleted_is_gone_everywhere(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        room = await between(first)
        there = await second.rooms.find(room.row.id)
        reader = second.audience.join(room.row.id)
        await first.store.remove(room.row.id, 1, 0)
        await first.store.remove(room.row.id, 1, 1)
        await first.housekeeping.sweep()
        assert await reader.next() is None
        for services, known in ((first, room), (second, there)):
            with pytest.raises(ServerError) as caught:
                await services.rooms.move(known, "a1", None)
            assert caught.value.slug == "server/no-game"
            with pytest.raises(ServerError):
                await services.rooms.find(room.row.id)

    with_house(database, tmp_path, script)


# --- anything, in any order

Command = tuple[int, int, str, int]
COMMANDS = st.lists(
    st.tuples(
        st.integers(0, 1), st.integers(0, 3), st.sampled_from(["any", "known", "newest", "back"]), st.integers(0, 999)
    ),
    min_size=20,
    max_size=60,
)
GAMES = ("hex(size=5)", "atomorph(size=4)", "atmalof(rows=4,cols=4,line=4)", "hex(size=3)")


class Play:
    """Games that two processes play at random, and what they have acknowledged."""

    def __init__(self, processes: list[Services]) -> None:
        self.processes = processes
        self.games: list[str] = []
        self.acknowledged: list[list[Event]] = []
        self.readers: list[list[Any]] = []
        self.shown: list[list[int]] = []

    async def begin(self) -> None:
        for spec in GAMES:
            room = await self.processes[0].rooms.create(Created(spec, PEOPLE), "ann")
            await self.processes[1].rooms.find(room.row.id)
            self.games.append(room.row.id)
            self.acknowledged.append([])
            self.readers.append([services.audience.join(room.row.id) for services in self.processes])
            self.shown.append([1, 1])

    async def do(self, command: Command) -> None:
        """Try something; what is refused is no matter."""
        process, number, how, chance = command
        services = self.processes[process]
        newest = 1 + max((event.seq for event in self.acknowledged[number]), default=0)
        try:
            room = await services.rooms.find(self.games[number], newest if how == "newest" else None)
            seq = {"any": None, "known": room.log.next_seq, "newest": newest, "back": None}[how]
            if how == "back" and room.log.steps:
                happened = await services.rooms.take_back(room, chance % len(room.log.steps), seq)
            else:
                legal = room.log.state.legal_moves()
                happened = await services.rooms.move(room, legal[chance % len(legal)] if legal else "a1", seq)
        except MotuError:
            return
        self.acknowledged[number] += happened

    def look(self) -> None:
        """Read what was told: numbers only grow."""
        for readers, shown in zip(self.readers, self.shown, strict=True):
            for at, reader in enumerate(readers):
                for message in all_told(reader):
                    if message["type"] == "update":
                        assert message["seq"] > shown[at]
                        shown[at] = message["seq"]

    async def check(self) -> None:
        """Everything is right within one comparison, and every event was acknowledged to exactly one."""
        for services in self.processes:
            await services.exchange.compare()
        self.look()
        for number, game in enumerate(self.games):
            found = await self.processes[0].store.load(game)
            assert found is not None
            events = found[1]
            assert sorted(self.acknowledged[number], key=lambda each: each.seq) == events[1:]
            whole = GameLog.load(events)
            assert self.shown[number] == [whole.next_seq] * 2 or whole.next_seq == 1
            for services in self.processes:
                log = (await services.rooms.find(game)).log
                assert (log.events, log.state.hash(), log.steps) == (events, whole.state.hash(), whole.steps)


async def play_at_random(
    database: sa.URL, folder: Path, commands: list[Command], loses: Callable[[], bool], at_once: int
) -> None:
    async with house(database, folder, hub=Hub(loses)) as processes:
        play = Play(processes)
        await play.begin()
        for at in range(0, len(commands), at_once):
            await asyncio.gather(*(play.do(each) for each in commands[at : at + at_once]))
            play.look()
        await play.check()


@given(COMMANDS, st.sampled_from([0.0, 0.2, 1.0]), st.sampled_from([1, 3, 8]), st.randoms(use_true_random=False))
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_two_processes_never_disagree(
    database: sa.URL, tmp_path: Path, commands: list[Command], lost: float, at_once: int, chance: random.Random
) -> None:
    asyncio.run(play_at_random(database, tmp_path, commands, lambda: chance.random() < lost, at_once))


@pytest.mark.slow
@pytest.mark.parametrize("lost", [0.0, 0.2, 1.0])
def test_two_processes_never_disagree_in_a_thousand_commands(lost: float, database: sa.URL, tmp_path: Path) -> None:
    chance = random.Random(7)
    hows = ("any", "known", "newest", "back")
    commands = [
        (chance.randrange(2), chance.randrange(4), chance.choices(hows, (4, 4, 4, 1))[0], chance.randrange(1000))
        for _ in range(1000)
    ]
    asyncio.run(play_at_random(database, tmp_path, commands, lambda: chance.random() < lost, 4))
