"""The puzzle of the day: the date alone says which, and none comes twice before all have come."""

from __future__ import annotations

from datetime import date, timedelta

from motu.puzzles import Puzzle, puzzle_of_the_day, shipped_puzzles

PUZZLES = tuple(shipped_puzzles().values())
BEGIN = date(2026, 11, 24)


def days(count: int) -> list[Puzzle]:
    return [puzzle_of_the_day(BEGIN + timedelta(number), PUZZLES) for number in range(count)]


def test_no_puzzle_comes_twice_before_all_have_come() -> None:
    found = [puzzle.id for puzzle in days(2 * len(PUZZLES))]
    assert set(found[: len(PUZZLES)]) == {puzzle.id for puzzle in PUZZLES}
    assert found[: len(PUZZLES)] == found[len(PUZZLES) :]


def test_the_order_of_the_list_does_not_matter() -> None:
    assert puzzle_of_the_day(BEGIN, PUZZLES[::-1]) == puzzle_of_the_day(BEGIN, PUZZLES)


def test_games_and_difficulties_alternate() -> None:
    year = days(365)
    fortnights = [year[start : start + 14] for start in range(len(year) - 13)]
    assert {len({puzzle.game for puzzle in fortnight}) for fortnight in fortnights} == {3}
    assert min(len({puzzle.difficulty for puzzle in fortnight}) for fortnight in fortnights) >= 3
