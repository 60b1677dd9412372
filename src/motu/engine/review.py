"""A whole game under one evaluator: what every move cost and what every roll brought (floor: engine).

One value function runs along the game, from its last position back to its first:

- the end is worth its result; the last position of an unfinished game what its own search says;
- after an announcement a position is worth the exact mean over the faces: the face that fell as the game went on, the
  others by searches of their own;
- before a decision it is worth the best of the move played, as the game went on, and its rivals: the best other move
  by a search of the position, and the swap where it is open. Each is judged by a search of the position after it.

So `error` (best equity - equity of the move played) is never negative, `luck` (equity after the roll - mean over the
faces) weighs nothing over all faces, and for person 0, by telescoping,

    end - start = luck of 0 - luck of 1 + errors of 1 - errors of 0

holds for every game and every evaluator; there is no residue to explain away. Positions off the game's path are all
evaluated in the same way, by searches of equal size. (Backgammon's luck account after N. Jorgensen, 2003; that
it fails when luck and play are judged at different depths: D. Shaw, bug-gnubg, 2010.)

Equities are in [-1, 1]; those of `Review` and `ReviewedStep.before`, `after` are person 0's, errors and luck are those
of the person who moved or rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from motu.engine.course import position_after, positions_after_roll, positions_of, wants_choice
from motu.engine.position_search import person_to_act, search_position
from motu.engine.work import THREAD_NAME
from motu.games import State
from motu.search.limits import Limits

Kind = Literal["move", "announcement", "roll"]
Steps = Callable[[float, float], None]
"""Told how much of how much work is done."""
DEFAULT_VISITS = 1000
"""Visits of each search behind a review."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What an evaluator says about one position by itself."""

    value: float
    """Equity of person 0."""
    ranking: tuple[int, ...] = ()
    """Actions, best first; empty where nobody is to move."""


Position = tuple[int, bool]
Evaluate = Callable[[State], Estimate]
"""Evaluates a position in which somebody is to move; several threads may call it at the same time."""


@dataclass(frozen=True, slots=True)
class ReviewedStep:
    """One action of the game, or one roll."""

    ply: int
    """Turns taken before it."""
    kind: Kind
    person: int
    """Who moved or rolled: 0 began."""
    colour: str
    """The colour that the person held."""
    move: str
    """Its text: "h4", "swap", "r4"; "=6" for a roll."""
    before: float
    """Person 0's equity before it."""
    after: float
    """Person 0's equity after it."""
    best: str
    """The best move, this one included; of a roll, itself."""
    error: float = 0.0
    """What the move gave away; 0 for the best one and for rolls."""
    luck: float = 0.0
    """What the roll brought; 0 for moves."""
    is_forced: bool = False
    """Whether there was nothing to choose."""
    estimate: float | None = None
    """Person 0's equity as the search of the position before it saw it; None where it was not asked."""
    first: str = ""
    """The move that the same search would make, its first choice; "" where it was not asked."""


@dataclass(frozen=True, slots=True)
class Account:
    """One person's totals."""

    decisions: int
    """Moves and announcements with something to choose."""
    error: float
    """All errors together."""
    luck: float
    """All luck together."""

    @property
    def error_rate(self) -> float:
        """Error a decision; 0 without decisions."""
        return self.error / self.decisions if self.decisions else 0.0


@dataclass(frozen=True, slots=True)
class Review:
    """A game with the equity of every position and what changed it."""

    spec: str
    colour_names: tuple[str, str]
    steps: tuple[ReviewedStep, ...]
    """In the order of the game, a roll apart from its announcement."""
    start: float
    """Person 0's equity at the beginning."""
    end: float
    """Person 0's result, or equity where the game is not over."""
    is_over: bool
    """Whether the rules ended the game."""

    def account(self, person: int) -> Account:
        """Return a person's totals."""
        own = [step for step in self.steps if step.person == person]
        decisions = sum(step.kind != "roll" and not step.is_forced for step in own)
        return Account(decisions, sum((step.error for step in own), 0.0), sum((step.luck for step in own), 0.0))

    @property
    def names(self) -> tuple[str, str]:
        """What to call the persons: by their colours where they keep them."""
        is_swapped = any(step.move == "swap" for step in self.steps)
        return ("first player", "second player") if is_swapped else self.colour_names

    @property
    def equities(self) -> tuple[float, ...]:
        """Person 0's equity before every step and at the end."""
        return (*(step.before for step in self.steps), self.end)


class SearchEvaluator:
    """Evaluates positions by searches of equal limits and equal seeds."""

    def __init__(self, limits: Limits, seed: int = 0) -> None:
        """Set what a search may use."""
        self._limits, self._seed = limits, seed

    def __call__(self, state: State) -> Estimate:
        """Search; the value is that of the best move, exact where it is proved."""
        found = search_position(state, self._limits, self._seed)
        best = found.best
        value = min(max(best.value, best.lower), best.upper)
        sign = 1 if person_to_act(state) == 0 else -1
        return Estimate(sign * value, tuple(move.action for move in found.moves))


def review_game(state: State, evaluate: Evaluate, threads: int = 1, progress: Steps | None = None) -> Review:
    """Review the game that led to a position.

    Args:
        state: The position at the end of the game, with its history; it comes back as it was.
        evaluate: What judges positions; asked once for each of them.
        threads: How many positions are evaluated at a time. The review is the same with any number.
        progress: Told about every position: how many are done, of how many.

    Raises:
        MotuError: Whatever `evaluate` raises.
    """
    return _Reviewer(state, evaluate, threads, progress or _say_nothing).review()


def _say_nothing(_done: float, _total: float) -> None:
    """Take the progress of nobody who asked."""


class _Reviewer:
    """One review in the making: the positions of the game, and estimates by position."""

    def __init__(self, state: State, evaluate: Evaluate, threads: int, progress: Steps) -> None:
        self._end = state.clone()
        self._evaluate, self._threads, self._progress = evaluate, threads, progress
        self._actions = [action for action, _ in state.history()]
        self._line = positions_of(state)
        self._estimates: dict[Position, Estimate] = {}
        self._done = 0

    def review(self) -> Review:
        own = [state for state in self._line if wants_choice(state)]
        self._estimate_all([*own, *_leaves(self._end)], total=0)
        others = [after for index in range(len(self._actions)) for after in self._others(index)]
        self._estimate_all([leaf for after in others for leaf in _leaves(after)], total=self._done)
        return self._told()

    def _estimate_all(self, states: Iterable[State], total: int) -> None:
        """Evaluate positions that are not known yet."""
        new = {_key(state): state for state in states if not state.is_terminal() and _key(state) not in self._estimates}
        total += len(new)
        with ThreadPoolExecutor(self._threads, thread_name_prefix=THREAD_NAME) as pool:
            for key, estimate in zip(new, pool.map(self._evaluate, new.values()), strict=True):
                self._estimates[key] = estimate
                self._done += 1
                self._progress(self._done, total)

    def _others(self, index: int) -> list[State]:
        """Return the positions beside the one that the game went on to: the best other move's, the other faces'."""
        state, action = self._line[index], self._actions[index]
        if state.is_chance_node():
            played = position_after(state, action).hash()
            return [after for after, _ in positions_after_roll(state) if after.hash() != played]
        return [position_after(state, rival) for rival in self._rivals(index)]

    def _rivals(self, index: int) -> list[int]:
        """Return the moves that the one played is compared with; none where there was no choice."""
        state, played = self._line[index], self._actions[index]
        if not wants_choice(state):
            return []
        ranking = self._estimates[_key(state)].ranking
        found = [next(action for action in ranking if action != played)]
        if state.swap_is_legal() and (swap := state.string_to_action("swap")) not in (played, *found):
            found.append(swap)
        return found

    def _told(self) -> Review:
        value = self._worth(self._end)
        end, steps = value, list[ReviewedStep]()
        for index in reversed(range(len(self._actions))):
            tell = self._tell_roll if self._line[index].is_chance_node() else self._tell_move
            step = tell(index, value)
            value = step.before
            steps.append(step)
        game = self._end.game
        return Review(game.spec, game.colour_names, tuple(reversed(steps)), value, end, self._end.is_terminal())

    def _tell_move(self, index: int, after: float) -> ReviewedStep:
        state, action = self._line[index], self._actions[index]
        person, text = person_to_act(state), state.action_to_string(action)
        sign = 1 if person == 0 else -1
        best, best_text = after, text
        rivals = self._rivals(index)
        known = self._estimates[_key(state)] if rivals else None
        for rival in rivals:
            if sign * (worth := self._worth(position_after(state, rival))) > sign * best:
                best, best_text = worth, state.action_to_string(rival)
        kind: Kind = "announcement" if self._is_announcement(index) else "move"
        return ReviewedStep(
            ply=state.ply(),
            kind=kind,
            person=person,
            colour=state.colour(person),
            move=text,
            before=best,
            after=after,
            best=best_text,
            error=sign * (best - after),
            is_forced=not rivals,
            estimate=known.value if known else None,
            first=state.action_to_string(known.ranking[0]) if known else "",
        )

    def _tell_roll(self, index: int, after: float) -> ReviewedStep:
        state, outcome = self._line[index], self._actions[index]
        person, text = person_to_act(state), state.action_to_string(outcome)
        played = position_after(state, outcome).hash()
        mean = _mean(
            (after if face.hash() == played else self._worth(face), weight)
            for face, weight in positions_after_roll(state)
        )
        luck = (after - mean) if person == 0 else (mean - after)
        return ReviewedStep(state.ply(), "roll", person, state.colour(person), text, mean, after, text, luck=luck)

    def _worth(self, state: State) -> float:
        """Return what a position off the game's path, or at its end, is worth to person 0."""
        if state.is_terminal():
            return state.returns()[0]
        if state.is_chance_node():
            return _mean((self._worth(after), weight) for after, weight in positions_after_roll(state))
        return self._estimates[_key(state)].value

    def _is_announcement(self, index: int) -> bool:
        after = self._line[index + 1] if index + 1 < len(self._line) else self._end
        return after.is_chance_node()


def _leaves(state: State) -> list[State]:
    """Return the positions that an evaluator is asked about in place of one: itself, or those after its roll."""
    return [after for after, _ in positions_after_roll(state)] if state.is_chance_node() else [state]


def _mean(pairs: Iterable[tuple[float, float]]) -> float:
    return sum(value * weight for value, weight in pairs)


def _key(state: State) -> Position:
    """Return what tells positions apart: equal boards may belong to exchanged persons."""
    return state.hash(), state.is_swapped()
