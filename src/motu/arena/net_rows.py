"""What a match of a net changes in the table of nets, sizes between two boards included (floor: arena)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from motu.errors import MotuError
from motu.eval.nets.table import NEVER, Row
from motu.games import Rules, load_game, parse_rules


def with_finding(rows: Iterable[Row], found: Row, rate_of: Callable[[str], float]) -> list[Row]:
    """Return a table's rows after a match, those of boards between two others written anew.

    What the net has won before with less speed stays in place of a match that it has won now. Other nets go that would
    still be preferred where this one has just won.

    Args:
        rows: Those of before.
        found: What the match has shown.
        rate_of: Returns how fast another net of the table runs here.
    """
    played = [row for row in rows if row.match is not None]
    if found.rate != NEVER:
        same = [row for row in played if (row.board, row.net) == (found.board, found.net)]
        found = min([found, *same], key=lambda row: row.rate)

    def is_gone(row: Row) -> bool:
        if row.board != found.board:
            return False
        return row.net == found.net or (found.rate <= row.rate < NEVER and rate_of(row.net) >= row.rate)

    return with_neighbours([*(row for row in played if not is_gone(row)), found])


def with_neighbours(played: Sequence[Row]) -> list[Row]:
    """Return rows of matches together with those of the boards between them.

    A net that has won on the next smaller and on the next larger board of a kind (nothing but the size differs) that
    have had a match is used between them, too, where it is fast enough for both. Rows that no reader would come to are
    left out.
    """
    told = list(played)
    for board, net, rate in sorted(_between(played), key=lambda each: -each[2]):
        before = [row for row in told if row.board == board]
        if all(rate < row.rate < NEVER if row.net == net else row.rate > 0 for row in before):
            told.append(Row(board, net, rate))
    return told


def _between(played: Sequence[Row]) -> Iterator[tuple[str, str, float]]:
    """Yield the boards that have neighbours on both sides, with the nets that have won there and what they need."""
    on: dict[str, list[Row]] = {}
    for row in played:
        on.setdefault(row.board, []).append(row)
    sized = [(rules, rules.size) for rules in map(_rules_of, on) if rules is not None and isinstance(rules.size, int)]
    for low, smallest in sized:
        above = sorted(size for high, size in sized if size > smallest and low.resized(size, size) == high)
        for number, size in enumerate(above[:2]):  # the second is above the first, which is measured itself
            sizes = above[:1] if number else range(smallest + 1, size)
            boards = [board for board in (str(low.resized(each, each)) for each in sizes) if _is_board(board)]
            for one, other in product(on[str(low)], on[str(low.resized(size, size))]):
                if one.net == other.net and max(one.rate, other.rate) < NEVER:
                    yield from ((board, one.net, max(one.rate, other.rate)) for board in boards)


def _rules_of(board: str) -> Rules | None:
    """Return the rules that a row names; None for what this motu does not know, or would name otherwise."""
    try:
        rules = parse_rules(board)
    except MotuError:
        return None
    return rules if str(rules) == board else None


def _is_board(spec: str) -> bool:
    try:
        load_game(spec)
    except MotuError:
        return False
    return True
