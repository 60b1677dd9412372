"""Moves decided beforehand: checked, hidden, played once, whoever plays them and whenever."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest
import sqlalchemy as sa

from motu.errors import MotuError
from motu.server.correspondence import plans as plans_module
from motu.server.correspondence.plan_tree import MAX_BRANCHES, Branch, Plan, checked, gone_on
from motu.server.correspondence.plans import Plans
from motu.server.correspondence.post import Correspondence
from motu.server.events import ClockSettings, Created, Moved, Participant, ServerError
from motu.server.rooms import Room, Rooms
from motu.server.schema import plans
from motu.server.store import Store
from motu.server.time_controls import DAY_MS
from server.fake_time import FakeTime, House

SEATS = (Participant(), Participant())
BANK = ClockSettings(3 * DAY_MS, DAY_MS, "correspondence", most_ms=3 * DAY_MS)
Script = Callable[[], Awaitable[None]]
TREE = (
    Branch("b2", ("c3",), (Branch("d4", ("e5",)), Branch("a2", ("a3",)))),
    Branch("swap", ("b1",)),
)


@pytest.fixture
def store(database: sa.URL) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


class Post:
    """A process that serves games by correspondence."""

    def __init__(self, store: Store) -> None:
        self.house = House(store, FakeTime())
        self.correspondence = Correspondence(store, self.house.rooms)
        self.plans, self.rooms = self.correspondence.plans, self.house.rooms
        self.rooms._on_happened = lambda room, happened, _keep: self.correspondence.hear(room, happened)

    async def heard(self) -> None:
        """Wait for all that follows."""
        while self.correspondence._errands:
            await asyncio.gather(*self.correspondence._errands)


async def meet(rooms: Rooms, clock: ClockSettings | None = BANK, spec: str = "hex(size=5)") -> Room:
    created = Created(spec, SEATS, clock=clock)
    room = await rooms.create_between(created, ("ann", "bob"), "bob", lambda _: lambda _: None)
    if spec.startswith("hex"):
        await rooms.move(room, "a1")
    return room


def play(script: Script) -> None:
    async def run() -> None:
        await script()

    asyncio.run(run())


def texts(room: Room) -> list[str]:
    return [step.text for step in room.log.steps]


async def kept(store: Store) -> int:
    return await store.read(
        lambda opened: int(opened.execute(sa.select(sa.func.count()).select_from(plans)).scalar_one())
    )


def test_answers_are_played_at_once_line_by_line(store: Store) -> None:
    async def script() -> None:
        post = Post(store)
        room = await meet(post.rooms)
        assert await post.plans.decide(room, 0, TREE, room.log.next_seq) == TREE
        await post.rooms.move(room, "b2")
        await post.heard()
        assert texts(room) == ["a1", "b2", "c3"]
        assert await post.plans.of(room, 0) == TREE[0].branches
        await post.rooms.move(room, "a2")
        await post.heard()
        assert texts(room)[3:] == ["a2", "a3"]
        assert await post.plans.of(room, 0) == ()
        assert await kept(store) == 0

    play(script)


def test_another_move_ends_what_was_decided(store: Store) -> None:
    async def script() -> None:
        post = Post(store)
        room = await meet(post.rooms)
        await post.plans.decide(room, 0, TREE, room.log.next_seq)
        await post.rooms.move(room, "e1")
        await post.heard()
        assert (texts(room), await kept(store)) == (["a1", "e1"], 0)

    play(script)


def test_both_may_have_decided(store: Store) -> None:
    async def script() -> None:
        post = Post(store)
        room = await meet(post.rooms)
        await post.plans.decide(room, 0, TREE, room.log.next_seq)
        await post.rooms.move(room, "b2")
        await post.heard()
        await post.plans.decide(room, 0, (Branch("d4", ("e5",), (Branch("e1", ("e2",)),)),), room.log.next_seq)
        await post.rooms.move(room, "d4")
        await post.heard()
        assert texts(room) == ["a1", "b2", "c3", "d4", "e5"]

    play(script)


def test_the_time_of_an_answer_is_nothing(store: Store) -> None:
    async def script() -> None:
        post = Post(store)
        room = await meet(post.rooms)
        await post.plans.decide(room, 0, TREE, room.log.next_seq)
        await post.rooms.move(room, "b2")
        await post.heard()
        assert isinstance(room.log.events[-1].what, Moved)
        assert room.log.events[-1].what.spent_ms == 0

    play(script)


def test_a_take_back_takes_back_what_was_decided(store: Store) -> None:
    async def script() -> None:
        post = Post(store)
        room = await meet(post.rooms)
        await post.rooms.move(room, "b2")
        await post.rooms.move(room, "c3")
        await post.plans.decide(room, 0, (Branch("d4", ("e5",)),), room.log.next_seq)
        await post.rooms.offer(room, 0, "take_back")
        await post.rooms.answer(room, 1, is_accepted=True)
        await post.rooms.move(room, "e4")
        await post.heard()
        assert (texts(room), await kept(store)) == (["a1", "b2", "e4"], 0)

    play(script)


def test_processes_that_hear_of_it_at_the_same_time_play_it_once(store: Store) -> None:
    async def script() -> None:
        posts = [Post(store) for _ in range(3)]
        room = await meet(posts[0].rooms)
        await posts[0].plans.decide(room, 0, TREE, room.log.next_seq)
        quiet = Rooms(store, wall=FakeTime().wall())
        await quiet.move(await quiet.find(room.row.id), "b2")
        await asyncio.gather(*(post.correspondence.sweep() for post in posts for _ in range(2)))
        found = await quiet.find(room.row.id)
        await quiet._reload(found)
        assert texts(found) == ["a1", "b2", "c3"]
        assert await Plans(store, quiet).of(found, 0) == TREE[0].branches

    play(script)


def test_after_a_kill_the_next_look_plays_it(store: Store) -> None:
    async def script() -> None:
        post = Post(store)
        room = await meet(post.rooms)
        await post.plans.decide(room, 0, TREE, room.log.next_seq)
        quiet = Rooms(store, wall=FakeTime().wall())  # it was killed before it could answer
        await quiet.move(await quiet.find(room.row.id), "b2")
        again = Post(store)
        await again.correspondence.sweep()
        assert texts(await again.rooms.find(room.row.id)) == ["a1", "b2", "c3"]

    play(script)


def test_what_was_decided_about_an_older_position_is_refused(store: Store) -> None:
    async def script() -> None:
        post, other = Post(store), Rooms(store, wall=FakeTime().wall())
        room = await meet(post.rooms)
        seq = room.log.next_seq
        await other.move(await other.find(room.row.id), "b2")
        with pytest.raises(ServerError) as refused:
            await post.plans.decide(room, 0, TREE, seq)
        assert refused.value.slug == "server/seq"
        assert await kept(store) == 0

    play(script)


def test_nothing_is_an_end_of_it(store: Store) -> None:
    async def script() -> None:
        post = Post(store)
        room = await meet(post.rooms)
        await post.plans.decide(room, 0, TREE, room.log.next_seq)
        await post.plans.decide(room, 0, (), room.log.next_seq)
        assert await kept(store) == 0

    play(script)


@pytest.mark.parametrize(
    ("clock", "spec", "person", "told"),
    [
        (BANK, "hex(size=5)", 1, "your turn"),
        (ClockSettings(60_000), "hex(size=5)", 0, "by correspondence"),
        (BANK, "atmalof", 1, "dice"),
    ],
)
def test_where_nothing_is_decided_beforehand(
    clock: ClockSettings, spec: str, person: int, told: str, store: Store
) -> None:
    async def script() -> None:
        post = Post(store)
        room = await meet(post.rooms, clock, spec)
        with pytest.raises(ServerError, match=told) as refused:
            await post.plans.decide(room, person, TREE, room.log.next_seq)
        assert refused.value.slug == "server/plan"

    play(script)


def test_games_without_a_clock_have_it_too(store: Store) -> None:
    async def script() -> None:
        post = Post(store)
        room = await meet(post.rooms, None)
        await post.plans.decide(room, 0, TREE, room.log.next_seq)
        await post.rooms.move(room, "swap")
        await post.heard()
        assert texts(room) == ["a1", "swap", "b1"]

    play(script)


@pytest.mark.parametrize(
    ("branches", "told"),
    [
        ((Branch("z9", ("c3",)),), "can't be played"),
        ((Branch("b2", ("b2",)),), "can't be played"),
        ((Branch("b2"),), "leaves it to you"),
        ((Branch("b2", ("c3", "d4")),), "the other one's turn"),
        ((Branch("b2", ("c3",)), Branch("B2", ("c4",))), "twice"),
        (tuple(Branch(f"b{number}", ("c3",)) for number in range(MAX_BRANCHES + 1)), "at most"),
    ],
)
def test_a_tree_that_cannot_be_played_is_refused(branches: tuple[Branch, ...], told: str, store: Store) -> None:
    async def script() -> None:
        room = await meet(Rooms(store))
        before = room.log.state.moves()
        with pytest.raises(MotuError, match=told) as refused:
            checked(room.log.state, branches, 0)
        assert refused.value.slug == "server/plan"
        assert room.log.state.moves() == before

    play(script)


def test_a_turn_of_two_steps_is_answered_whole(store: Store) -> None:
    """In Atomorph a flipped stone may have to be put back first."""

    async def script() -> None:
        post = Post(store)
        room = await meet(post.rooms, BANK, "hex(size=5)")
        plan = Plan(("a1",), branches=(Branch("b2", ("c3", "d4")),))
        steps = list(room.log.steps)
        assert gone_on(plan, steps, 0) == plan
        await post.rooms.move(room, "b2")
        following = gone_on(plan, list(room.log.steps), 0)
        assert following == Plan(("a1", "b2"), ("c3", "d4"))

    play(script)


def test_a_plan_that_no_rule_allows_any_more_is_dropped(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        post = Post(store)
        room = await meet(post.rooms)
        monkeypatch.setattr(plans_module, "checked", lambda _state, branches, _person: branches)
        await post.plans.decide(room, 0, (Branch("b2", ("b2",)),), room.log.next_seq)
        await post.rooms.move(room, "b2")
        await post.heard()
        assert (texts(room), await kept(store)) == (["a1", "b2"], 0)

    play(script)
