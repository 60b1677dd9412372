"""How the tests of the lab make studies and run them."""

from __future__ import annotations

from typing import Any

from motu.lab.plan import StudyPlan
from motu.lab.study import StudyStanding, run_study
from motu.lab.study_file import parse_study


def plan_of(*grids: str, title: str = "A trial", **options: Any) -> StudyPlan:
    """A study of grids, each the lines of its TOML."""
    return StudyPlan("trial", parse_study("\n[[grid]]\n".join([f"title = '{title}'", *grids])), **options)


def grid(
    measures: str = "first_player",
    game: str = "hex(size=3)",
    players: str = "uct:10",
    games: int = 6,
    name: str = "only",
    more: str = "",
) -> str:
    """One grid as TOML."""
    lists = (", ".join(f'"{each}"' for each in texts.split()) for texts in (players, measures))
    return "name = '{}'\ngame = '{}'\ngames = {}\nplayers = [{}]\nmeasures = [{}]\n{}".format(
        name, game, games, *lists, more
    )


def finish(plan: StudyPlan, **options: Any) -> StudyStanding:
    *_, standing = run_study(plan, **options)
    return standing


def tables_of(standing: StudyStanding) -> list[dict[str, Any]]:
    return [table.to_json() for table in standing.tables()]


def table_of(measure: str, game: str, players: str, games: int, more: str = "") -> Any:
    """The only table of a grid of one measure."""
    [table] = finish(plan_of(grid(measure, game, players, games, more=more)), jobs=1).tables()
    return table
