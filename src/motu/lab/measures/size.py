"""How long games are, and how much there is to choose from (floor: lab)."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from motu.lab.intervals import Measured, mean
from motu.lab.measures.measure import BOOTSTRAP, StudyMeasure, Trials, blocks, by_case
from motu.lab.plan import GridCase
from motu.lab.tables import FigureColumn


def _length(case: GridCase, trials: Trials) -> Mapping[str, Measured]:
    finished = [each for each in trials if each.is_finished]
    if not finished:
        return {}
    plies = [each.plies for each in finished]
    cells = case.case.game.board.num_cells
    low, middle, high = (float(each) for each in np.quantile(plies, (0.05, 0.5, 0.95)))
    return {
        "plies": mean(blocks(case, ((each, float(each.plies)) for each in finished))),
        "median": Measured(middle, count=len(plies)),
        "short": Measured(low, count=len(plies)),
        "long": Measured(high, count=len(plies)),
        "most": Measured(float(max(plies)), count=len(plies)),
        "filled": mean(blocks(case, ((each, each.plies / cells) for each in finished))),
        "games": Measured(float(len(plies)), count=len(plies)),
    }


LENGTH = StudyMeasure(
    "length",
    "How long games are",
    "Turns of both players together (a roll belongs to its turn) in games that came to an end; nobody resigns. “Of the"
    f" board” is that number divided by the number of cells. {BOOTSTRAP}",
    by_case(_length),
    (
        FigureColumn("plies", "turns", "number", is_plotted=True),
        FigureColumn("median", "median", "whole"),
        FigureColumn("short", "5 % are shorter", "whole"),
        FigureColumn("long", "5 % are longer", "whole"),
        FigureColumn("most", "longest", "whole"),
        FigureColumn("filled", "of the board", "share"),
        FigureColumn("games", "games", "whole"),
    ),
)


def _branching(case: GridCase, trials: Trials) -> Mapping[str, Measured]:
    played = [each for each in trials if each.choices]
    logs = [(each, math.fsum(map(math.log10, each.choices))) for each in played]
    return {
        "choices": mean(blocks(case, ((each, math.fsum(each.choices) / len(each.choices)) for each in played))),
        "first": Measured(float(played[0].choices[0]), count=1),
        "tree": mean(blocks(case, ((each, log) for each, log in logs if each.is_finished))),
        "games": Measured(float(len(played)), count=len(played)),
    }


BRANCHING = StudyMeasure(
    "branching",
    "How much there is to choose from",
    "Legal actions at a decision, the mean over each game's decisions. “log₁₀ of the tree” adds up their logarithms"
    " over a game: the number of digits of the usual estimate of a game tree's size (Allis 1994), without the dice."
    f" {BOOTSTRAP}",
    by_case(_branching),
    (
        FigureColumn("choices", "legal actions", "number", is_plotted=True),
        FigureColumn("first", "at the start", "whole"),
        FigureColumn("tree", "log₁₀ of the tree", "number"),
        FigureColumn("games", "games", "whole"),
    ),
)
