"""Which games are compared: every variant group (a game and its rule switches) with some boards of its own.

A game is named here twice: by a spec, for the software, and by a starting position of the oracle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from oracle import atmalof, atoll, atomorph
from oracle.base import OracleState
from oracle.coasts import ragged_board


@dataclass(frozen=True)
class Pair:
    """The same game twice."""

    spec: str
    start: OracleState
    board: atoll.Board | None = None
    """The custom board that the spec names as a file."""


@dataclass(frozen=True)
class Group:
    """Games that share their rules and differ in the size and shape of the board."""

    name: str
    pairs: tuple[Pair, ...]
    events: frozenset[str]
    """What has to happen in a long comparison, or it has compared too little."""
    large: bool = False
    """Whether the boards are so large that fewer plies have to do."""


def on_off(switch: bool) -> str:
    """Write a switch as specs do."""
    return "true" if switch else "false"


def atoll_group(name: str, boards: Sequence[tuple[str, atoll.Board]], swap: bool, *events: str) -> Group:
    """Make a group of boards; a board comes with the part of the spec that names it."""
    pairs = tuple(Pair(f"atoll({text},swap={on_off(swap)})", atoll.AtollState(board, swap)) for text, board in boards)
    seen = {"connection", *events} | ({"swap"} if swap else set())
    return Group(f"atoll {name} swap={on_off(swap)}", pairs, frozenset(seen))


def square_boards(*wanted: tuple[int, int]) -> list[tuple[str, atoll.Board]]:
    """Name square boards by columns and islands."""
    return [(f"board=square,size={w},islands={n}", atoll.square(w, n)) for w, n in wanted]


def rhombus_boards(*wanted: tuple[int, int, int]) -> list[tuple[str, atoll.Board]]:
    """Name rhombuses by columns, rows and islands."""
    return [(f"board=rhombus,size={w}x{h},islands={n}", atoll.rhombus(w, h, n)) for w, h, n in wanted]


def hexagon_boards(*wanted: tuple[int, int]) -> list[tuple[str, atoll.Board]]:
    """Name hexagons by side and islands."""
    return [(f"board=hexagon,size={side},islands={n}", atoll.hexagon(side, n)) for side, n in wanted]


def triangle_boards(*wanted: tuple[int, int]) -> list[tuple[str, atoll.Board]]:
    """Name triangles by side and islands."""
    return [(f"board=triangle,size={side},islands={n}", atoll.triangle(side, n)) for side, n in wanted]


def atoll_groups(swap: bool) -> list[Group]:
    """List the groups of Atoll, with or without the pie rule."""
    hex_sizes = [(w, h) for w, h in product((2, 3, 4, 5, 6, 7), (2, 3, 4, 5)) if abs(w - h) < 3]
    hex_boards = rhombus_boards(*((w, h, 4) for w, h in hex_sizes))
    cut_boards = rhombus_boards((3, 3, 8), (4, 5, 8), (6, 6, 8), (7, 5, 8), (4, 4, 12), (7, 5, 12), (6, 7, 12))
    published = square_boards((5, 8), (7, 8), (9, 8), (11, 8), (15, 8))
    recut = square_boards((5, 4), (7, 4), (7, 12), (9, 16), (9, 20))
    hexagons = hexagon_boards((3, 12), (4, 12), (5, 12), (5, 24), (7, 24), (8, 36))
    triangles = triangle_boards((5, 12), (6, 12), (8, 12), (9, 24), (10, 24))
    return [
        atoll_group("square", published, swap, "third island"),
        atoll_group("square recut", recut, swap, "third island"),
        atoll_group("hex", hex_boards, swap),
        atoll_group("rhombus", cut_boards, swap, "third island", "no opposite pair"),
        atoll_group("hexagon", hexagons, swap, "third island", "no opposite pair"),
        atoll_group("triangle", triangles, swap, "third island", "no opposite pair"),
        custom_group(swap),
    ]


def custom_group(swap: bool) -> Group:
    """Make the group of boards with ragged coasts and islands of any length."""
    shapes = ((1, 12, 4), (2, 20, 8), (3, 30, 8), (4, 30, 12), (5, 40, 12), (6, 40, 16), (7, 50, 20))
    boards = [ragged_board(*shape) for shape in shapes]
    spec = f"atoll(file=board.json,swap={on_off(swap)})"
    pairs = tuple(Pair(spec, atoll.AtollState(board, swap), board) for board in boards)
    events = {"connection", "third island", "no opposite pair"} | ({"swap"} if swap else set())
    return Group(f"atoll custom swap={on_off(swap)}", pairs, frozenset(events))


def atomorph_pairs(
    sizes: Sequence[int], contested: str, corners: bool, return_stone: bool, swap: bool
) -> tuple[Pair, ...]:
    """Pair specs and rules for some sizes and one combination of switches."""
    switches = atomorph_switches(contested, corners, return_stone, swap)
    return tuple(
        Pair(
            f"atomorph(size={size},{switches})",
            atomorph.AtomorphState(atomorph.Rules(size, contested, corners, return_stone, swap)),
        )
        for size in sizes
    )


def atomorph_switches(contested: str, corners: bool, return_stone: bool, swap: bool) -> str:
    """Write the switches as specs do."""
    others = (("corners", corners), ("return_stone", return_stone), ("swap", swap))
    return ",".join([f"contested={contested}", *(f"{key}={on_off(value)}" for key, value in others)])


def atomorph_group(contested: str, corners: bool, return_stone: bool, swap: bool) -> Group:
    """Make the group of one combination of switches, with boards from 3 x 3 to 7 x 7."""
    pairs = atomorph_pairs((3, 4, 5, 6, 7), contested, corners, return_stone, swap)
    events = {"connection", "flip", "skip"}
    events |= {"contested flip", "ban"} if contested == "ko" else {"never"}
    events |= {"return", "return wins", "nothing after return"} if return_stone else set()
    events |= set() if corners else {"blocked"}
    events |= {"swap"} if swap else set()
    name = f"atomorph {atomorph_switches(contested, corners, return_stone, swap)}"
    return Group(name, pairs, frozenset(events))


def atmalof_pair(spec: str, rules: atmalof.Rules) -> Pair:
    """Pair the spec of a preset with its parameters, spelt out."""
    return Pair(spec, atmalof.AtmalofState(rules))


def atmalof_parameters(*wanted: tuple[int, int, int, int, int, int], tiebreak: str) -> tuple[Pair, ...]:
    """Pair specs and rules for rows, columns, extra rows, extra columns, line and pieces."""
    keys = ("rows", "cols", "extra_rows", "extra_cols", "line", "pieces")
    pairs = []
    for numbers in wanted:
        text = ",".join(f"{key}={number}" for key, number in zip(keys, numbers, strict=True))
        pairs.append(atmalof_pair(f"atmalof({text},tiebreak={tiebreak})", atmalof.Rules(*numbers, tiebreak)))
    return tuple(pairs)


def atmalof_groups() -> list[Group]:
    """List the groups of Atmalof: the presets, boards as wide as they are not high, and so few pieces that many tie."""
    always = frozenset({"line", "lost turn", "row", "column", "step"})
    ties = always | {"tiebreak", "draw"}
    uneven = ((3, 6, 0, 1, 4, 10), (6, 3, 2, 0, 4, 9), (4, 7, 1, 2, 5, 20), (1, 9, 0, 0, 4, 4), (5, 4, 1, 0, 3, 12))
    small = ((3, 3, 1, 1, 3, 4), (4, 4, 0, 0, 4, 5), (4, 4, 1, 1, 5, 6), (2, 5, 1, 0, 3, 3), (5, 5, 1, 1, 5, 7))
    crowded = ((3, 3, 0, 0, 3, 4), (2, 4, 0, 0, 4, 4), (3, 3, 0, 1, 4, 6), (1, 4, 0, 0, 4, 2))
    return [
        Group("atmalof standard", (atmalof_pair("atmalof", atmalof.Rules()),), always),
        Group("atmalof junior", (atmalof_pair("junior", atmalof.Rules(6, 6, 0, 0, 5, 16)),), always),
        Group("atmalof kvinigu", (atmalof_pair("kvinigu", atmalof.Rules(tiebreak="both")),), always),
        Group("atmalof atmalos", (atmalof_pair("atmalos", atmalof.Rules(8, 8, 1, 1, 7, 36)),), ties - {"draw"}),
        Group("atmalof uneven either", atmalof_parameters(*uneven, tiebreak="either"), ties),
        Group("atmalof uneven both", atmalof_parameters(*uneven, tiebreak="both"), ties),
        Group("atmalof small either", atmalof_parameters(*small, tiebreak="either"), ties),
        Group(
            "atmalof small both", atmalof_parameters(*small, *crowded, tiebreak="both"), ties | {"skip", "all placed"}
        ),
    ]


def large_groups() -> list[Group]:
    """List boards as large as they come, with as many islands as they come; each game has several sizes of its own."""
    boards = [
        *rhombus_boards((27, 27, 4), (33, 33, 128), (40, 9, 12)),
        *square_boards((19, 8), (27, 64)),
        *hexagon_boards((9, 24), (12, 60)),
        *triangle_boards((20, 48)),
    ]
    sizes = (8, 9, 11, 12, 13, 14, 17, 18, 19, 25)
    squares = (
        (9, 8, 1, 1, 5, 30),
        (7, 9, 0, 0, 4, 20),
        (8, 8, 0, 0, 5, 28),
        (11, 11, 0, 1, 5, 30),
        (8, 16, 0, 0, 4, 30),
    )
    wide = ((12, 12, 1, 2, 4, 40), (16, 16, 0, 0, 4, 40), (3, 30, 1, 2, 4, 30), (20, 20, 1, 0, 4, 60))
    flips = frozenset({"connection", "flip"})
    return [
        replace(atoll_group("large", boards, swap=True), large=True),
        Group("atomorph large ko", atomorph_pairs(sizes, "ko", True, False, True), flips, large=True),
        Group("atomorph large never", atomorph_pairs(sizes, "never", False, True, False), flips, large=True),
        Group(
            "atmalof large",
            atmalof_parameters(*squares, *wide, tiebreak="either"),
            frozenset({"line", "step"}),
            large=True,
        ),
    ]


GROUPS: tuple[Group, ...] = (
    *atoll_groups(swap=True),
    *atoll_groups(swap=False),
    *(atomorph_group(*switches) for switches in product(("ko", "never"), (True, False), (False, True), (True, False))),
    *atmalof_groups(),
    *large_groups(),
)
