"""Write the opening book from the pie rule's maps: `python docs/make_book.py --games DIR`.

DIR is where `python docs/make_findings.py maps --games DIR` has kept its searches; what is missing is searched first.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from motu.lab import StudyPlan, read_study, run_study
from motu.lab.measures.measure import trials_of
from motu.lab.measures.swap_map import first_move_values
from motu.lab.plan import GridCase
from motu.lab.study import StudyStanding
from motu.search.book import BookEntry, write_book

BOOK = Path(__file__).parents[1] / "src" / "motu" / "search" / "book.toml"
STUDY, GRID = "maps", "book"


def entry_of(case: GridCase, standing: StudyStanding) -> BookEntry:
    """Return what the searches of one board came to."""
    values = first_move_values(trials_of(case, standing.trials()))
    visits = int(case.players[0].partition(":")[2])
    return BookEntry(visits, {move: value for move, (value,) in sorted(values.items())})


def main() -> None:
    """Make the book of all boards of the grid."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=Path, required=True, metavar="DIR", help="where the searches are kept")
    arguments = parser.parse_args()
    plan = StudyPlan(STUDY, read_study(STUDY)[1])
    *_, standing = run_study(plan, folder=arguments.games / STUDY)
    cases = [case for grid in plan.grids if grid.file.name == GRID for case in grid.cases]
    BOOK.write_text(write_book({case.case.game.spec: entry_of(case, standing) for case in cases}), "utf-8")


if __name__ == "__main__":
    main()
