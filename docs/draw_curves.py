"""Draw the training curves of Atmalof's line net: `python docs/draw_curves.py`.

Reads `atmalof-lines/NAME.curve.jsonl`, what `motu train-lines` wrote next to its weights, and writes
`atmalof-lines/curves.svg`: the score against the general weights over the games played, with 95 % intervals. `--check`
writes nothing and fails when the picture is not what this script draws.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "atmalof-lines"
PICTURE = FOLDER / "curves.svg"

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 96, 16, 44
LOWEST, HIGHEST = 0.4, 0.8
"""Scores at the lower and the upper edge."""
COLOURS = {"atmalof": "#b3261e", "junior": "#1f5fbf", "kvinigu": "#1b7f4d"}

Record = dict[str, Any]


def read_curves() -> dict[str, list[Record]]:
    """Return the checks of each training by its name."""
    curves = {}
    for name in COLOURS:
        lines = (FOLDER / f"{name}.curve.jsonl").read_text("utf-8").splitlines()
        curves[name] = [json.loads(line) for line in lines]
    return curves


def draw(curves: dict[str, list[Record]]) -> str:
    """Return the picture."""
    most = max(record["games"] for curve in curves.values() for record in curve)
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        *_axes(most),
    ]
    for name, curve in curves.items():
        parts += _curve(name, curve, most)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _x(games: float, most: float) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * games / most, 1)


def _y(score: float) -> float:
    share = (min(max(score, LOWEST), HIGHEST) - LOWEST) / (HIGHEST - LOWEST)
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)


def _axes(most: int) -> Iterator[str]:
    for tenths in range(round(10 * LOWEST), round(10 * HIGHEST) + 1):
        y = _y(tenths / 10)
        yield f'<path d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="{"#888888" if tenths == 5 else "#dddddd"}"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{10 * tenths} %</text>'
    step = _round_step(most)
    for games in range(0, most + 1, step):
        x = _x(games, most)
        yield f'<text x="{x}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{games // 1000}</text>'
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield f'<text x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">thousand games of self-play</text>'


def _round_step(most: int) -> int:
    """Return a round number of games that gives four to ten marks."""
    step = 1000
    while most / step > 10:
        step *= 5 if str(step)[0] == "1" else 2
    return step


def _curve(name: str, curve: Sequence[Record], most: int) -> Iterator[str]:
    colour = COLOURS[name]
    lows = [(_x(record["games"], most), _y(record["general"]["interval"][0])) for record in curve]
    highs = [(_x(record["games"], most), _y(record["general"]["interval"][1])) for record in curve]
    band = " ".join(f"{x},{y}" for x, y in [*lows, *reversed(highs)])
    yield f'<polygon points="{band}" fill="{colour}" opacity="0.15"/>'
    line = [(_x(record["games"], most), _y(record["general"]["score"])) for record in curve]
    points = " ".join(f"{x},{y}" for x, y in line)
    yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
    x, y = line[-1]
    yield f'<text x="{x + 6}" y="{y + 4}" fill="{colour}">{name}</text>'


def main() -> int:
    """Write the picture, or check it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the picture is another")
    picture = draw(read_curves())
    if parser.parse_args().check:
        if not PICTURE.exists() or PICTURE.read_text("utf-8") != picture:
            print(f"{PICTURE.name} is out of date: run python docs/draw_curves.py")
            return 1
        return 0
    PICTURE.write_text(picture, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
