"""Positions that the drawing tests look at; `python tests/drawing/gallery.py` writes the golden texts anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import motu
from motu import Board, CustomBoard, MotuError, _core
from motu.drawing import draw_text

GOLDEN = Path(__file__).parents[1] / "golden" / "text"

CONTESTED = "c4 c2 d3 b3 b4 d2 e1 c3"
"""Atomorph on 5×5: afterwards c3 is weak and contested."""

BAY = CustomBoard(
    cells=(
        *("a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "b4", "b5", "c1", "c2"),
        *("d2", "d3", "d4", "d5", "d6", "e2", "e3", "e4", "e5", "e6"),
    ),
    junctions=("a5", "d6", "e2", "a1"),
)
"""A custom board with a bay that is one column wide."""


def play(spec: str, moves: str = "", board: CustomBoard | None = None) -> motu.State:
    """Return the position after some moves."""
    return motu.load_game(spec, board).new_initial_state().play_all(moves.split())


GALLERY: dict[str, Callable[[], motu.State]] = {
    "atoll-start": lambda: play("atoll(size=7)"),
    "atoll-third-island": lambda: play(
        "atoll(size=gan)", "d2 c4 d3 d5 e5 e6 f6 f7 g8 g7 a3 b3 a2 b2 a1 g6 f4 g5 g4 e3 e4"
    ),
    "atoll-swapped": lambda: play("atoll(size=5)", "b2 swap"),
    "hex-won": lambda: play("hex(size=5)", "c3 c4 d3 c2 e1 d4 b4 b5 a5 d2 e2"),
    "hex-uneven": lambda: play("hex(size=3x12)", "b11"),
    "hexagon": lambda: play("atoll(board=hexagon,size=3,islands=12)", "c3"),
    "triangle": lambda: play("atoll(board=triangle,size=5,islands=12)", "a1 b3"),
    "custom": lambda: play("atoll(file=bay.json)", "a1 e6", BAY),
    "atomorph-contested": lambda: play("atomorph(size=5)", CONTESTED),
    "atomorph-return": lambda: play("atomorph(size=5,return_stone=true)", CONTESTED + " xc3"),
    "atomorph-returned": lambda: play("atomorph(size=5,return_stone=true)", CONTESTED + " xc3 @a1 e5"),
    "atomorph-won": lambda: play("atomorph(size=3,swap=false)", "a1 b1 a2 b2 a3"),
    "atmalof-announced": lambda: play("atmalof", "r4=5 c6=4 r2=2 c3"),
    "atmalof-missed": lambda: play("atmalof", "r4=6 c6=4"),
    "atmalof-moved": lambda: play("junior", "r4=5 r1=1 r4c5-r5c6"),
    "atmalof-won": lambda: play(
        "atmalof(rows=4,cols=4,extra_rows=1,extra_cols=1,line=3,pieces=9)", "r1=1 c4=4 r2=2 c4=1 r3=3"
    ),
    "atmalof-uneven": lambda: play("atmalof(rows=3,cols=10,extra_rows=2,extra_cols=1,line=4)", "c11=2 r5"),
}
"""Small positions of every game, shape and mark, by name."""

PLAIN = "atomorph-contested"
"""The one that is also kept in ASCII and with markup."""


def grow_cells(seed: int) -> list[str]:
    """Names of a random heap of cells, each beside another."""
    random = Random(seed)
    heap = [(0, 0)]
    while len(heap) < 10 + seed % 30:
        column, row = random.choice(heap)
        step = random.choice([(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)])
        if (place := (column + step[0], row + step[1])) not in heap:
            heap.append(place)
    left, low = (min(place[axis] for place in heap) for axis in (0, 1))
    return [f"{chr(ord('a') + column - left)}{row - low + 1}" for column, row in heap]


def random_boards(count: int) -> Iterator[Board]:
    """Yield custom boards of random shapes with islands of random lengths, bays included."""
    seed = 0
    while count:
        seed += 1
        random, cells = Random(seed), grow_cells(seed)
        try:
            rim = _core.HexBoard.rim_of(cells)
            places = sorted(random.sample(range(len(rim)), random.choice([4, 8])))
            custom = CustomBoard(tuple(cells), tuple(rim[place] for place in places))
            yield motu.load_game("atoll(file=heap.json)", custom).board
        except (MotuError, ValueError):
            continue
        count -= 1


def golden_texts() -> dict[str, str]:
    """Return what the golden files hold: name to text."""
    texts = {name: draw_text(make()) for name, make in GALLERY.items()}
    texts[f"{PLAIN}.ascii"] = draw_text(GALLERY[PLAIN](), ascii_only=True)
    texts[f"{PLAIN}.styled"] = draw_text(GALLERY[PLAIN](), styled=True)
    return texts


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for name, text in golden_texts().items():
        (GOLDEN / f"{name}.txt").write_text(text + "\n", "utf-8")
