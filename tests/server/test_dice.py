"""Dice that nobody fishes with, and that anybody can check: the figures here were worked out with openssl."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from motu.errors import MotuError, RecordError
from motu.games import dice
from motu.games.dice_proof import check_rolls
from motu.games.record import Record
from motu.server.events import (
    Created,
    Event,
    Happening,
    Moved,
    Participant,
    Revealed,
    Rolled,
    Seeded,
    ServerError,
    TakenBack,
)
from motu.server.game_log import GameLog
from motu.server.game_record import record_of
from motu.server.rooms import Rooms
from motu.server.store import Store

SECRET = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
PERSON, MACHINE = Participant(), Participant("level", 1)
PEOPLE = (PERSON, PERSON)


@pytest.fixture
def known_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "new_secret", lambda: SECRET)


def play(folder: Path, script: Callable[[Rooms], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(folder / "games.db")
        try:
            await script(Rooms(store))
        finally:
            store.close()

    asyncio.run(run())


def test_a_commitment_is_the_secrets_hash() -> None:
    assert dice.commitment(SECRET) == "4884fdaafea47c29fea7159d0daddd9c085d6200e1359e85bb81736af6b7c837"


@pytest.mark.parametrize(
    ("seeds", "turn", "line", "faces", "face"),
    [
        ((), 0, "r4", 6, 3),
        ((), 0, "r4", 8, 1),
        ((), 0, "c1", 8, 3),
        ((), 0, "c1", 4, 3),
        ((), 7, "r4", 6, 6),
        ((), 7, "r4", 8, 8),
        ((), 1, "r4", 6, 1),
        (("ann", "bob"), 0, "r4", 6, 2),
    ],
)
def test_a_roll_follows_from_secret_seeds_turn_and_line(
    seeds: tuple[str, ...], turn: int, line: str, faces: int, face: int
) -> None:
    assert dice.roll(dice.key_of(SECRET, seeds), turn, line, faces) == face


def test_seeds_make_another_key() -> None:
    assert dice.key_of(SECRET) == bytes.fromhex(SECRET)
    assert dice.key_of(SECRET, ("ann", "bob")).hex().startswith("c6c0cff45661b13c")
    assert len({dice.key_of(SECRET, seeds) for seeds in ((), ("ann",), ("bob",), ("ann", "bob"), ("bob", "ann"))}) == 5


@pytest.mark.usefixtures("known_secret")
def test_the_players_seeds_decide_the_rolls(tmp_path: Path) -> None:
    async def script(rooms: Rooms) -> None:
        plain, room = [await rooms.create(Created("atmalof", PEOPLE), "guest") for _ in range(2)]
        assert [event.what for event in await rooms.seed(room, "ann", 1)] == [Seeded("ann")]
        await rooms.seed(room, "bob", 2)
        assert room.log.seeds.texts == ("ann", "bob")
        assert [event.what for event in await rooms.move(room, "r4")][1] == Rolled(2)
        assert [event.what for event in await rooms.move(plain, "r4")][1] == Rolled(3)
        again = await Rooms(rooms._store).find(room.row.id)
        assert (again.log.seeds.texts, again.log.seeds.has_rolled) == (("ann", "bob"), True)

    play(tmp_path, script)


@pytest.mark.parametrize("seed", ["", "x" * 65, "a b", "a\nb", "ĉ", "²"])
def test_what_is_no_seed_is_refused(seed: str, tmp_path: Path) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("atmalof", PEOPLE), "guest")
        with pytest.raises(ServerError) as caught:
            await rooms.seed(room, seed)
        assert caught.value.slug == "server/dice"
        assert room.log.next_seq == 1

    play(tmp_path, script)


def test_seeds_come_before_the_first_roll_and_there_are_two(tmp_path: Path) -> None:
    async def refused(rooms: Rooms, room_id: str) -> None:
        with pytest.raises(ServerError) as caught:
            await rooms.seed(await rooms.find(room_id), "late")
        assert caught.value.slug == "server/dice"

    async def script(rooms: Rooms) -> None:
        hexes = await rooms.create(Created("hex", PEOPLE), "guest")
        await refused(rooms, hexes.row.id)
        full = await rooms.create(Created("atmalof", PEOPLE), "guest")
        for seed in ("a", "b"):
            await rooms.seed(full, seed)
        await refused(rooms, full.row.id)
        rolled = await rooms.create(Created("atmalof", (PERSON, MACHINE)), "guest")
        await rooms.move(rolled, "r4")
        await rooms.take_back(rolled, 0)
        await refused(rooms, rolled.row.id)

    play(tmp_path, script)


def test_the_record_of_a_game_proves_its_rolls(tmp_path: Path) -> None:
    async def script(rooms: Rooms) -> None:
        opening = ("r4=1", "c2")
        room = await rooms.create(Created("atmalof", (PERSON, MACHINE), moves=opening), "guest")
        await rooms.move(room, "r5")
        await rooms.take_back(room, len(room.log.steps) - 2)
        for line in ("r4", "c3", "r2"):
            await rooms.move(room, line)
        await rooms.resign(room, 0)
        with pytest.raises(RecordError, match="has not been told yet"):
            check_rolls(record_of(room.log))
        await rooms.reveal(room)
        rolls = check_rolls(Record.from_json(record_of(room.log).to_json()))
        assert [roll.line for roll in rolls] == ["c2", "r4", "c3", "r2"]
        assert all(roll.is_right for roll in rolls)

    play(tmp_path, script)


def test_a_seed_takes_no_time_off_the_clock_and_gives_none(tmp_path: Path) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("atmalof", PEOPLE), "guest")
        began = room.turn_began
        await rooms.seed(room, "ann")
        assert room.turn_began == began

    play(tmp_path, script)


def test_between_two_people_no_roll_is_taken_back(tmp_path: Path) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("atmalof", PEOPLE), "guest")
        for move in ("r4", "c2"):
            await rooms.move(room, move)
        for keep in (0, 2):
            with pytest.raises(ServerError, match="a roll stays") as caught:
                await rooms.take_back(room, keep)
            assert caught.value.slug == "server/take-back"
        assert room.log.next_seq == 5

    play(tmp_path, script)


@pytest.mark.parametrize("seats", [PEOPLE, (PERSON, MACHINE)])
def test_a_roll_is_never_taken_back_alone(seats: tuple[Participant, Participant], tmp_path: Path) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("atmalof", seats), "guest")
        await rooms.move(room, "r4")
        with pytest.raises(ServerError, match="without its announcement"):
            await rooms.take_back(room, 1)
        opened = await rooms.create(Created("atmalof", seats, moves=("r4",)), "guest")
        with pytest.raises(ServerError, match="without its announcement"):
            await rooms.take_back(opened, 0)

    play(tmp_path, script)


def test_against_the_machine_the_same_face_comes_again(tmp_path: Path) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("atmalof", (PERSON, MACHINE)), "guest")
        first = (await rooms.move(room, "r4"))[1].what
        await rooms.take_back(room, 0)
        assert (await rooms.move(room, "r4"))[1].what == first

    play(tmp_path, script)


def test_games_of_older_versions_load_with_the_rolls_they_have() -> None:
    happened: list[Happening] = [
        Created("atmalof", PEOPLE, dice=dice.commitment(SECRET)),
        *(Moved("r4"), Rolled(3), TakenBack(0), Moved("c1"), Rolled(2), TakenBack(0), Moved("r4"), Rolled(3)),
    ]
    log = GameLog.load([Event(number, 0, what) for number, what in enumerate(happened)])
    assert [step.text for step in log.steps] == ["r4", "=3"]
    assert log.seeds.texts == ()
    # They go on as they began: no seed, so that the secret is the key.
    assert dice.roll(dice.key_of(SECRET, log.seeds.texts), 0, "r4", 6) == 3


@pytest.mark.usefixtures("known_secret")
def test_at_the_end_between_people_the_secret_is_told(tmp_path: Path) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("atmalof", PEOPLE), "guest")
        await rooms.seed(room, "ann")
        await rooms.move(room, "r4")
        happened = await rooms.resign(room, 1)
        assert happened[-1].what == Revealed(SECRET)
        assert room.log.secret == SECRET
        assert await rooms.reveal(room) == []
        with pytest.raises(ServerError, match="revealed"):
            await rooms.take_back(room, 0)
        record = Record.from_json(record_of(room.log).to_json())
        assert record.extra["dice"] == {
            "commitment": dice.commitment(SECRET),
            "seeds": ["ann"],
            "secret": SECRET,
        }

    play(tmp_path, script)


def test_against_the_machine_it_is_told_when_somebody_asks(tmp_path: Path) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("atmalof", (PERSON, MACHINE)), "guest")
        await rooms.move(room, "r4")
        await rooms.resign(room, 0)
        assert room.log.secret is None
        await rooms.take_back(room, 0)
        await rooms.resign(room, 0)
        await rooms.reveal(room)
        assert room.log.secret is not None

    play(tmp_path, script)


def test_games_without_dice_have_nothing_to_tell(tmp_path: Path) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("hex", PEOPLE), "guest")
        assert len(await rooms.resign(room, 1)) == 1
        assert "dice" not in record_of(room.log).to_json()

    play(tmp_path, script)


def test_a_roll_that_the_rules_refuse_changes_nothing() -> None:
    log = GameLog(Event(0, 0, Created("atmalof", PEOPLE, dice="0" * 64)))
    log.apply(Event(1, 1, Moved("r4", 0)))
    with pytest.raises(MotuError):
        log.apply(Event(2, 2, Rolled(9)))
    assert not log.seeds.has_rolled
    log.apply(Event(2, 2, Rolled(2)))
    assert log.seeds.has_rolled
