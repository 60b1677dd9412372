"""What two do at two servers at the same moment comes to what it would come to one after the other."""

from __future__ import annotations

import asyncio

import pytest
from motu.puzzles import Puzzle, shipped_puzzles
from motu.server.accounts.accounts import Accounts
from motu.server.glicko import GlickoRating, rated
from motu.server.puzzle_book import PuzzleBook, beginning
from motu.server.studies import Draft, Studies
from server.overlapping import TwoServers, slugs

SPEC = "hex(size=3)"
PASSWORD = "a beach of islands"
PUZZLES = list(shipped_puzzles().values())


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
