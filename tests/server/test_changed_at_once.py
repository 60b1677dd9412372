"""What two do at two servers at the same moment comes to what it would come to one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import sqlalchemy as sa

from motu.puzzles import Puzzle, shipped_puzzles
from motu.server.accounts.account import UserAccount
from motu.server.accounts.accounts import Accounts
from motu.server.accounts.leaving import close_for_good
from motu.server.accounts.names import skeleton
from motu.server.challenge import Challenge, Terms
from motu.server.challenges import Challenges
from motu.server.events import ClockSettings, Created, Participant
from motu.server.glicko import GlickoRating, rated
from motu.server.going import count_going
from motu.server.lobby.pairing import Pairings, Wish
from motu.server.moderation.moderation import Moderation
from motu.server.puzzle_book import PuzzleBook, beginning
from motu.server.room import Room
from motu.server.rooms import Rooms
from motu.server.schema import accounts, challenges
from motu.server.studies import Draft, Studies
from motu.server.tournaments.terms import NewTournament, terms_of
from motu.server.tournaments.tournaments import Tournaments
from motu.server.wall_time import now_ms
from server.overlapping import TwoServers, slugs

SPEC = "hex(size=3)"
PASSWORD = "a beach of islands"
PEOPLE = Participant(), Participant()
PUZZLES = list(shipped_puzzles().values())


def account(name: str) -> UserAccount:
    return UserAccount(name, "person", name.title(), "none", None, 0, 0, is_closed=False)


async def named(both: TwoServers, *people: UserAccount) -> None:
    """Let these have their names."""
    rows = [
        {each: getattr(known, each) for each in UserAccount.__slots__} | {"skeleton": skeleton(known.name)}
        for known in people
    ]
    await both.first.write(lambda opened: opened.execute(accounts.insert(), rows))


# --- studies, puzzles, names, order


def test_of_two_changes_of_a_version_one_is_kept(two_servers: TwoServers) -> None:
    async def script() -> None:
        at = Studies(two_servers.first), Studies(two_servers.second)
        await at[0].create("ann", Draft("Study", SPEC, b"{}"), "study")
        changes = [each.change("study", "ann", 1, Draft(f"At {number}", SPEC, b"{}")) for number, each in enumerate(at)]
        assert slugs(await two_servers.overlap(*changes)) == [None, "server/study-version"]
        head, _ = await at[0].find("study")
        assert (head.name, head.version) == ("At 0", 2)

    asyncio.run(script())


def test_a_study_that_is_sent_twice_at_once_is_kept_once(two_servers: TwoServers) -> None:
    async def script() -> None:
        sent = [
            Studies(each).create("ann", Draft("Study", SPEC, b"{}"), "study")
            for each in (two_servers.first, two_servers.second)
        ]
        assert slugs(await two_servers.overlap(*sent)) == [None, "server/study-version"]

    asyncio.run(script())


@pytest.mark.parametrize("is_one_game", [True, False])
def test_two_puzzles_that_somebody_solves_at_once_both_count(is_one_game: bool, two_servers: TwoServers) -> None:
    async def script() -> None:
        book, (puzzle, *_) = PuzzleBook(two_servers.first), PUZZLES
        other = next(each for each in PUZZLES[1:] if (each.game == puzzle.game) is is_one_game)
        await two_servers.overlap(
            book.count("ann", puzzle, is_solved=True),
            PuzzleBook(two_servers.second).count("ann", other, is_solved=True),
        )
        found = await book.progress("ann")
        assert found.streak.row == 2
        expected = GlickoRating()
        for each in (puzzle, *((other,) if is_one_game else ())):
            expected = rated(expected, [(beginning(each), 1.0)])
        assert found.ratings[puzzle.game].value == pytest.approx(expected.value)

    asyncio.run(script())


def test_a_puzzle_that_two_solve_at_once_is_rated_after_both(two_servers: TwoServers) -> None:
    def after(hard: GlickoRating) -> GlickoRating:
        return rated(hard, [(GlickoRating(), 0.0)])

    async def script(puzzle: Puzzle) -> None:
        book = PuzzleBook(two_servers.first)
        await two_servers.overlap(
            book.count("ann", puzzle, is_solved=True),
            PuzzleBook(two_servers.second).count("bob", puzzle, is_solved=True),
        )
        expected = after(after(beginning(puzzle)))
        assert (await book.puzzle_ratings())[puzzle.id].value == pytest.approx(expected.value)

    asyncio.run(script(PUZZLES[0]))


@pytest.mark.parametrize(
    ("guests", "names", "slug"),
    [(("ann", "ann"), ("Ann", "Bob"), "account/has-name"), (("ann", "bob"), ("Ann", "ann"), "account/name-taken")],
)
def test_of_two_claims_one_is_too_late_and_says_why(
    guests: tuple[str, str], names: tuple[str, str], slug: str, two_servers: TwoServers
) -> None:
    async def script() -> None:
        at = Accounts(two_servers.first), Accounts(two_servers.second)
        for each in at:
            await each.rates._store.secret("rates")
        claims = [known.claim(*each, PASSWORD) for known, each in zip(at, zip(guests, names, strict=True), strict=True)]
        # Each counts its try before, in a transaction of its own.
        at[0].rates.take = at[1].rates.take = nothing  # type: ignore[method-assign]
        assert slugs(await two_servers.overlap(*claims)) == [None, slug]

    asyncio.run(script())


async def nothing(*_: object) -> None:
    """Count nothing."""


# --- challenges and seeks


def waiting(both: TwoServers) -> tuple[Challenges, Challenges]:
    first, second = (Challenges(each, Rooms(each)) for each in (both.first, both.second))
    return first, second


async def as_it_is(found: Challenges, made: Challenge) -> tuple[str, int]:
    """Return what has become of a challenge, and how many games of who made it go on."""
    return (await found.find(made.id)).state, await count_going(found._store, made.maker)


@pytest.mark.parametrize("is_taken_first", [True, False])
def test_a_challenge_is_taken_or_withdrawn_when_its_maker_leaves(is_taken_first: bool, two_servers: TwoServers) -> None:
    async def script() -> None:
        at = waiting(two_servers)
        made = await at[0].make("ann", Terms(SPEC), is_open=True)
        if is_taken_first:
            answers = await two_servers.overlap(at[0].accept(made.id, "bob"), at[1].withdraw_all("ann"))
            assert slugs(answers) == [None, None]
        else:
            answers = await two_servers.overlap(at[0].withdraw_all("ann"), at[1].accept(made.id, "bob"))
            assert slugs(answers) == [None, "server/taken"]
        assert await as_it_is(at[0], made) == (("taken", 1) if is_taken_first else ("cancelled", 0))

    asyncio.run(script())


def test_all_that_are_withdrawn_are_told_and_no_others(two_servers: TwoServers) -> None:
    async def script() -> None:
        told: list[str] = []
        leaving = Challenges(two_servers.second, Rooms(two_servers.second), lambda found: told.append(found.id))
        taken, left = [await waiting(two_servers)[0].make("ann", Terms(SPEC), is_open=True) for _ in range(2)]
        await two_servers.overlap(waiting(two_servers)[0].accept(taken.id, "bob"), leaving.withdraw_all("ann"))
        assert told == [left.id]

    asyncio.run(script())


Leave = Callable[[TwoServers, str], Awaitable[Any]]


async def be_suspended(both: TwoServers, who: str) -> None:
    await Moderation(both.second).suspend(None, who, "a reason")


async def delete_account(both: TwoServers, who: str) -> None:
    await both.second.write(lambda opened: close_for_good(opened, who, now_ms()))


def just_before(rooms: Rooms, work: Callable[[], Awaitable[Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have something done when all is read and a game is about to begin."""
    refuse_more = rooms.refuse_more

    async def late(owner: str) -> None:
        monkeypatch.undo()
        await refuse_more(owner)
        await work()

    monkeypatch.setattr(rooms, "refuse_more", late)


@pytest.mark.parametrize("leave", [be_suspended, delete_account])
@pytest.mark.parametrize("who", ["ann", "bob"])
@pytest.mark.parametrize("is_rated", [True, False])
def test_no_game_begins_with_who_has_just_left(
    leave: Leave, who: str, is_rated: bool, two_servers: TwoServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script() -> None:
        await named(two_servers, account("ann"), account("bob"))
        rooms = Rooms(two_servers.first)
        found = Challenges(two_servers.first, rooms)
        made = await found.make("ann", Terms(SPEC, rated=is_rated), is_open=True)
        just_before(rooms, lambda: leave(two_servers, who), monkeypatch)
        [refused] = slugs(await asyncio.gather(found.accept(made.id, "bob"), return_exceptions=True))
        if who == "ann":
            assert refused == "server/taken"
        else:
            assert refused == ("account/suspended" if leave is be_suspended else "account/none")
        assert await count_going(two_servers.first, "ann") == 0

    asyncio.run(script())


@pytest.mark.parametrize("leave", [be_suspended, delete_account])
def test_who_has_just_left_makes_no_challenge_and_is_paired_with_nobody(
    leave: Leave, two_servers: TwoServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script() -> None:
        await named(two_servers, account("ann"), account("bob"))
        rooms, wish = Rooms(two_servers.first), Wish("atoll", "fast")
        assert await Pairings(two_servers.first, rooms).press("ann", wish) is None
        just_before(rooms, lambda: leave(two_servers, "bob"), monkeypatch)
        expected = "account/suspended" if leave is be_suspended else "account/none"
        pressed = await asyncio.gather(Pairings(two_servers.first, rooms).press("bob", wish), return_exceptions=True)
        made = await asyncio.gather(
            Challenges(two_servers.first, rooms).make("bob", Terms(SPEC), is_open=True), return_exceptions=True
        )
        assert slugs([*pressed, *made]) == [expected] * 2
        assert await two_servers.first.read(lambda opened: opened.execute(sa.select(challenges)).all()) == []

    asyncio.run(script())


@pytest.mark.parametrize("is_first", [True, False])
def test_who_withdraws_his_seek_is_paired_or_not(is_first: bool, two_servers: TwoServers) -> None:
    async def script() -> None:
        wish = Wish("atoll", "fast")
        at = [Pairings(each, Rooms(each)) for each in (two_servers.first, two_servers.second)]
        await at[0].press("ann", wish)
        works = at[0].withdraw("ann"), at[1].press("bob", wish)
        if is_first:
            answers = await two_servers.overlap(*works)
        else:
            answers = [*await asyncio.gather(works[1], works[0])][::-1]
        game = answers[1]
        assert (game is not None) == bool(await count_going(two_servers.first, "ann"))

    asyncio.run(script())


# --- games and tournaments


async def rooms_of(both: TwoServers, *moves: str, is_over: bool = False) -> list[tuple[Rooms, Room]]:
    """Return a game of two people as both servers know it."""
    rooms = Rooms(both.first), Rooms(both.second)
    begun = await rooms[0].begin_between(Created("hex(size=5,swap=false)", PEOPLE), ("ann", "bob"), lambda _: _nothing)
    for move in moves:
        await rooms[0].move(begun, move)
    if is_over:
        await rooms[0].resign(begun, 0)
    return [(each, await each.find(begun.row.id)) for each in rooms]


def _nothing(_: sa.Connection) -> None:
    """Do nothing besides."""


def test_a_game_is_given_up_once(two_servers: TwoServers) -> None:
    async def script() -> None:
        at = await rooms_of(two_servers)
        answers = await two_servers.overlap(*(rooms.resign(room, 0) for rooms, room in at))
        assert slugs(answers) == [None, "server/over"]

    asyncio.run(script())


def test_what_is_asked_for_is_answered_once(two_servers: TwoServers) -> None:
    async def script() -> None:
        (first, room), _ = at = await rooms_of(two_servers, "a1", "b2")
        await first.offer(room, 0, "take_back")
        at = [(each, await each.find(room.row.id)) for each, _ in at]
        yes, no = (
            each.answer(found, 1, is_accepted=is_yes) for (each, found), is_yes in zip(at, (True, False), strict=True)
        )
        assert slugs(await two_servers.overlap(yes, no)) == [None, "server/offer"]
        assert (await Rooms(two_servers.first).find(room.row.id)).log.state.moves() == []

    asyncio.run(script())


def test_two_who_ask_for_a_rematch_at_once_play_one(two_servers: TwoServers) -> None:
    async def script() -> None:
        at = await rooms_of(two_servers, is_over=True)
        answers = await two_servers.overlap(
            *(each.offer(room, seat, "rematch") for seat, (each, room) in enumerate(at))
        )
        assert slugs(answers) == [None, None]
        assert await count_going(two_servers.first, "ann") == await count_going(two_servers.first, "bob") == 1

    asyncio.run(script())


def test_the_last_place_of_a_tournament_is_taken_once(two_servers: TwoServers) -> None:
    async def script() -> None:
        people = [account(each) for each in ("ann", "bob", "cem")]
        await named(two_servers, *people)
        at = [Tournaments(each, Rooms(each), Accounts(each)) for each in (two_servers.first, two_servers.second)]
        wanted = NewTournament("Cup", "round-robin", SPEC, ClockSettings(60_000), 2, 60_000)
        made = await at[0].make(people[0], terms_of(wanted), wanted.starts_in_ms)
        await at[0].enter(made.tournament.id, people[0])
        joining = [each.enter(made.tournament.id, who) for each, who in zip(at, people[1:], strict=True)]
        assert slugs(await two_servers.overlap(*joining)) == [None, "tournament/full"]

    asyncio.run(script())
