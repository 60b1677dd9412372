"""The questions that a study may ask, by name (floor: lab)."""

from __future__ import annotations

from collections.abc import Mapping

from motu.errors import StudyError
from motu.lab.measures.comparison import COMPARE
from motu.lab.measures.course import DECIDED, DRAMA
from motu.lab.measures.measure import StudyMeasure
from motu.lab.measures.size import BRANCHING, LENGTH
from motu.lab.measures.strength import FIRST_PLAYER, LUCK, THINKING_TIME
from motu.lab.measures.swap_map import SWAP_MAP_MEASURE

MEASURES: Mapping[str, StudyMeasure] = {
    each.name: each
    for each in (
        FIRST_PLAYER,
        LENGTH,
        DECIDED,
        BRANCHING,
        DRAMA,
        SWAP_MAP_MEASURE,
        LUCK,
        THINKING_TIME,
        COMPARE,
    )
}


def find_measure(name: str) -> StudyMeasure:
    """Return the measure of a name.

    Raises:
        StudyError: "study/measure" with the names that there are.
    """
    found = MEASURES.get(name)
    if found is None:
        right = ", ".join(MEASURES)
        raise StudyError(f"no measure is called '{name}'; right are {right}", slug="study/measure", legal=MEASURES)
    return found
