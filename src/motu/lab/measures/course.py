"""How games go, as their own players see them: who leads, how often that changes, when all is decided (floor: lab).

After Browne, "Automatic generation and evaluation of recombination games" (2008), whose words these are.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from motu.lab.intervals import Measured, mean, share
from motu.lab.measures.measure import BOOTSTRAP, StudyMeasure, Trials, blocks, by_case
from motu.lab.plan import GridCase
from motu.lab.studied import StudiedGame
from motu.lab.tables import FigureColumn

DECIDED_AT = 0.8
"""A game is decided as soon as the winner's value never falls below this any more: nine wins in ten."""
BEHIND_AT = -0.2
"""Who expects less was behind: four wins in ten."""
LEAD = 0.1
"""Who expects more leads; between this and its negative nobody does."""


def decided_after(trial: StudiedGame) -> float | None:
    """Return after which share of its turns a game was decided; None where its players had no opinion."""
    values = trial.winners_values
    if not values:
        return None
    decided = float(trial.plies)
    for ply, value in reversed(values):
        if value < DECIDED_AT:
            break
        decided = float(ply)
    return decided / max(1, trial.plies)


def deepest(trial: StudiedGame) -> float | None:
    """Return how far the later winner was behind at worst, from 0 to 1; None where nobody said anything."""
    values = trial.winners_values
    return max(0.0, -min(value for _, value in values)) if values else None


def lead_changes(trial: StudiedGame) -> float | None:
    """Return how often the lead went to the other side; None where nobody said anything or nobody came to the end."""
    if not trial.values or not trial.is_finished:
        return None
    leads = [value > 0 for _, value in trial.values if abs(value) >= LEAD]
    return float(sum(one != other for one, other in pairwise(leads)))


def _decided(case: GridCase, trials: Trials) -> Mapping[str, Measured]:
    finished = [each for each in trials if each.is_finished]
    after = mean(blocks(case, ((each, decided_after(each)) for each in finished)))
    left = mean(
        blocks(
            case,
            ((each, None if (at := decided_after(each)) is None else (1 - at) * each.plies) for each in finished),
        )
    )
    return {
        "decided": after,
        "left": left,
        "won": share(blocks(case, ((each, float(each.winner is not None)) for each in trials))),
        "games": Measured(float(len(trials)), count=len(trials)),
    }


DECIDED = StudyMeasure(
    "decided",
    "When games are decided",
    "A game is decided as soon as the later winner's own expectation is above 0.8 (nine wins in ten) and stays there."
    " “After” is the share of the game's turns by then, “left” how many turns were still played; both are of"
    f" games that came to their end. “Won” says how many of all games had a winner. {BOOTSTRAP}",
    by_case(_decided),
    (
        FigureColumn("decided", "decided after", "share", is_plotted=True),
        FigureColumn("left", "turns left", "number"),
        FigureColumn("won", "won by somebody", "share"),
        FigureColumn("games", "games", "whole"),
    ),
)


def _drama(case: GridCase, trials: Trials) -> Mapping[str, Measured]:
    finished = [each for each in trials if each.is_finished]
    worst = [(each, deepest(each)) for each in finished]
    return {
        "changes": mean(blocks(case, ((each, lead_changes(each)) for each in finished))),
        "comebacks": share(
            blocks(case, ((each, None if depth is None else float(depth >= -BEHIND_AT)) for each, depth in worst))
        ),
        "deepest": mean(blocks(case, worst)),
        "games": Measured(float(len(finished)), count=len(finished)),
    }


DRAMA = StudyMeasure(
    "drama",
    "Drama and changes of the lead",
    "By the expectations of the players themselves. The lead changes when somebody expects more than 0.1 after the"
    " other one did. “Won from behind” are games whose winner once expected −0.2 or less (four wins in ten); “behind"
    " by” is how far the winner was behind at the worst moment, 0 for never. All of it is of games that came to their"
    f" end. Weak players are often mistaken, so compare only what the same players played. {BOOTSTRAP}",
    by_case(_drama),
    (
        FigureColumn("changes", "changes of the lead", "number", is_plotted=True),
        FigureColumn("comebacks", "won from behind", "share", is_plotted=True),
        FigureColumn("deepest", "behind by", "value"),
        FigureColumn("games", "games", "whole"),
    ),
)
