"""The replay of a map of openings: after each of them the winner's strategy against all replies (floor: solve)."""

from __future__ import annotations

from collections.abc import Sequence

from motu.errors import SolveError
from motu.games import Game
from motu.solve.solution import Check, ChecksSolutions, Opening, Solution, SolveLimits

__all__ = ["check_openings"]


def check_openings(
    solver: ChecksSolutions, game: Game, found: Sequence[Opening], limits: SolveLimits, positions: int
) -> Check:
    """Play the winner's strategy after every opening that was solved, also after those that mirror another one.

    Args:
        solver: What found them.
        game: Of the openings; its pie rule is of no account.
        found: What is claimed of them.
        limits: For the solver where it is asked again.
        positions: How many to look at altogether before the rest is left to chance.

    Raises:
        SolveError: "solve/game" for a game without the pie rule; "solve/check" when no opening was solved;
            "solve/limits" when a strategy cannot be found again.
    """
    rules = game.rules
    if not rules.type.has_swap:
        raise SolveError(f"the openings of {game.name} are not solved one by one", slug="solve/game", text=game.name)
    claims = [(each, _claim(each)) for each in found if each.wins is not None]
    if not claims:
        raise SolveError("only what was solved can be checked, and of no opening it is known", slug="solve/check")
    plain = Game(rules.with_swap(False))
    walked, is_complete = 0, True
    for opening, claim in claims:
        state = plain.new_initial_state()
        state.apply_action(opening.action)
        check = solver.check(state, claim, limits, max(1, positions // len(claims)))
        walked += check.positions
        is_complete = is_complete and check.is_complete
        if not check.holds:
            return Check(False, False, walked, f"opening {opening.move}: {check.text}")
    how = "every reply" if is_complete else "not every reply"
    text = f"after each of {len(claims)} openings the winner wins on all lines walked, {how}; {walked:,} positions"
    return Check(True, is_complete, walked, text)


def _claim(opening: Opening) -> Solution:
    """Return what an opening's result says about the position after it."""
    value = -1.0 if opening.wins else 1.0
    return Solution(value, value)
