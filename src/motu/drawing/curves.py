"""Smooth curves through places, in cells.

Floor: drawing. Invariant: a curve passes through every place that it is given.
"""

from collections.abc import Sequence

from motu.drawing.geometry import Point


def softened(ring: Sequence[Point], times: int) -> list[Point]:
    """Return a closed ring in which every place has moved towards its neighbours (¼, ½, ¼), so many times."""
    places = list(ring)
    for _ in range(times):
        neighbours = zip(places[-1:] + places[:-1], places, places[1:] + places[:1], strict=True)
        places = [
            (before[0] / 4 + here[0] / 2 + after[0] / 4, before[1] / 4 + here[1] / 2 + after[1] / 4)
            for before, here, after in neighbours
        ]
    return places


def blended(one: Sequence[Point], other: Sequence[Point], share: float) -> list[Point]:
    """Return the places of `one` and `other` mixed pair by pair; `share` is that of `one`, from 0 to 1."""
    return [
        (share * x + (1 - share) * u, share * y + (1 - share) * v) for (x, y), (u, v) in zip(one, other, strict=True)
    ]


def bends(places: Sequence[Point], *, closed: bool) -> list[tuple[Point, Point, Point]]:
    """Return the cubic curves of a Catmull-Rom line from its first place on: two control points and the end of each."""
    count = len(places)

    def place(index: int) -> Point:
        return places[index % count] if closed else places[min(max(index, 0), count - 1)]

    curves = []
    for index in range(count if closed else count - 1):
        before, start, end, after = (place(index + step) for step in (-1, 0, 1, 2))
        leaving = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        arriving = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        curves.append((leaving, arriving, end))
    return curves
