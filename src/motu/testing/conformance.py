"""One walk that any game gets for free: everything that can be asked of it, asked along random games (floor: testing).

    from motu.testing import check_game
    check_game(motu.load_game("atoll(size=7)"), seed=1, plies=200)

The walk applies every check of `motu.testing.contract` to every position it meets; looks for positions that are
reached in two ways, which must have one hash; plays the same games under the symmetries of the board; takes every game
back to its beginning, position by position; and plays it again from its history and from its texts. Nothing here knows
the rules of any game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from random import Random

from motu.errors import BoardError, MotuError, UndoError
from motu.games import Game, State, parse_rules
from motu.testing.choice import draw_action
from motu.testing.contract import (
    CHECKS,
    TRIALS,
    ConformanceError,
    fingerprint,
    position_key,
    refuse,
    require,
    require_same,
)
from motu.testing.symmetries import Image, check_symmetries

IMAGES = 3
"""How many symmetric games run beside one."""
LONGEST = 600
"""After so many actions a game is broken off: some games can go on for ever."""


@dataclass(slots=True)
class Report:
    """What a walk has seen, so that a test can ask whether it has seen enough."""

    actions: int = 0
    """Actions and outcomes of chance applied."""
    games: int = 0
    """Games begun."""
    ends: Counter[str] = field(default_factory=Counter)
    """Games that ended, by reason; "draw" counts those without a winner besides."""
    swaps: int = 0
    """Games in which somebody swapped."""
    rolls: int = 0
    """Outcomes of chance."""
    transpositions: int = 0
    """Positions met again by another order of moves."""
    images: Counter[int] = field(default_factory=Counter)
    """Symmetric games played, by the number of the symmetry."""


def check_game(game: Game, seed: int = 0, plies: int = 200) -> Report:
    """Walk through random games and check everything everywhere.

    Args:
        game: Any game.
        seed: Of the walk; the same seed walks the same way.
        plies: How many actions to apply, rolls included; a very long game, and the last one, may stay unfinished.

    Returns:
        What has been seen.

    Raises:
        ConformanceError: At the first thing that is wrong, with the moves that lead there.
    """
    check_description(game)
    check_symmetries(game)
    walk = _Walk(game, Random(f"{game.spec} {seed}"))
    try:
        while walk.report.actions < plies:
            walk.play_game(plies)
    except (MotuError, LookupError, TypeError, ValueError) as error:
        raise ConformanceError(f"{game.spec}: nothing may be raised here: {type(error).__name__}: {error}") from error
    return walk.report


def check_description(game: Game) -> None:
    """Check what a game says of itself: spec, colours, actions, planes, the board's names and neighbours.

    Raises:
        ConformanceError: With what is wrong.
    """
    board = game.board
    rows = {
        "the spec is not canonical": str(parse_rules(game.spec)) == game.spec,
        "the spec is of another game": parse_rules(game.spec).name == game.name,
        "two players": game.num_players == 2 and len(set(game.colour_names)) == 2,
        "actions": game.num_actions > 0 and game.max_chance_outcomes >= 0,
        "planes": game.observation_shape[0] == len(set(game.observation_planes)) == len(game.observation_planes),
        "the planes are not as large as the board": game.observation_shape[1:] == (board.height, board.width),
        "two cells have one name": len(set(board.names)) == board.num_cells,
        "two cells have one place": len(set(board.coordinates)) == board.num_cells,
        "names and indices differ": all(board.index(name.upper()) == cell for cell, name in enumerate(board.names)),
        "a neighbour is not mutual": all(
            cell in board.neighbours[other] and other != cell
            for cell, others in enumerate(board.neighbours)
            for other in others
        ),
        "an unknown cell has an index": _refuses_unknown_cells(game),
    }
    wrong = [message for message, truth in rows.items() if not truth]
    if wrong:
        raise ConformanceError(f"{game.spec}: {'; '.join(wrong)}")


def _refuses_unknown_cells(game: Game) -> bool:
    try:
        game.board.index("?")
    except BoardError as error:
        return error.slug == "board/cell" and error.text == "?"
    return False


class _Walk:
    """Random games of one game, and all positions met in them."""

    def __init__(self, game: Game, random: Random) -> None:
        self.game = game
        self.random = random
        self.report = Report()
        self._keys: dict[int, Hashable] = {}
        self._hashes: dict[Hashable, int] = {}

    def play_game(self, limit: int) -> None:
        """Play until the game is over or enough has been played in all, looking at every position."""
        state = self.game.new_initial_state()
        refuse(state, state.undo, UndoError)
        images = self._begin_images()
        path: list[dict[str, object]] = []
        self.report.games += 1
        while True:
            self._look_at(state)
            path.append(fingerprint(state))
            for image in images:
                image.check(state)
            if state.is_terminal() or self.report.actions >= limit or len(path) > LONGEST:
                break
            self._transpose(state)
            self._step(state, images)
        self._count_end(state)
        self._play_again(state)
        self._go_back(state, path)

    def _begin_images(self) -> list[Image]:
        numbers = range(len(self.game.symmetries))
        chosen = self.random.sample(numbers, min(IMAGES, len(numbers)))
        self.report.images.update(chosen)
        return [Image(self.game, self.game.symmetries[number]) for number in chosen]

    def _look_at(self, state: State) -> None:
        for check in CHECKS:
            check(state)
        for trial in TRIALS:
            trial(state, self.random)
        self._remember(state)

    def _remember(self, state: State) -> None:
        """Check that equal positions have equal hashes, and different ones different hashes."""
        number, key = state.hash(), position_key(state)
        require(state, self._hashes.setdefault(key, number) == number, "the same position had another hash before")
        require(state, self._keys.setdefault(number, key) == key, "another position had the same hash before")

    def _step(self, state: State, images: list[Image]) -> None:
        action = draw_action(state, self.random)
        before = state.clone()
        state.apply_action(action)
        for image in images:
            image.follow(before, action)
        self.report.actions += 1
        self.report.rolls += before.is_chance_node()
        self.report.swaps += state.is_swapped() and not before.is_swapped()

    def _transpose(self, state: State) -> None:
        """Try three turns, and the same with the first and the third exchanged; remember where both lead."""
        if state.is_chance_node():
            return
        one, other = state.clone(), state.clone()
        turns: list[list[int]] = []
        while len(turns) < 3 and not one.is_terminal():
            turns.append(self._take_turn(one))
        if len(turns) == 3 and turns[0] != turns[2] and _take_back_to_front(other, turns):
            self._remember(one)
            self._remember(other)
            self.report.transpositions += position_key(one) == position_key(other)

    def _take_turn(self, state: State) -> list[int]:
        """Play an action and what chance makes of it."""
        actions = [draw_action(state, self.random)]
        state.apply_action(actions[0])
        while state.is_chance_node():
            actions.append(draw_action(state, self.random))
            state.apply_action(actions[-1])
        return actions

    def _count_end(self, state: State) -> None:
        outcome = state.outcome()
        if outcome is not None:
            self.report.ends[outcome.reason] += 1
            self.report.ends["draw"] += outcome.winner is None

    def _play_again(self, state: State) -> None:
        """Play the game again, from its actions and from its texts."""
        seen = fingerprint(state)
        by_actions, by_texts, at_once = (self.game.new_initial_state() for _ in range(3))
        for action, is_chance in state.history():
            require(by_actions, by_actions.is_chance_node() == is_chance, "the history rolls at the wrong time")
            by_actions.apply_action(action)
        require_same(by_actions, seen, "playing the history")
        played = sum(by_texts.play(text.upper()) for text in state.moves())
        require(by_texts, played == len(state.history()), "texts played another number of actions")
        require_same(by_texts, seen, "playing the moves")
        require_same(at_once.play_all(state.moves()), seen, "playing the moves at once")

    def _go_back(self, state: State, path: list[dict[str, object]]) -> None:
        """Undo to the beginning; every position has to be as it was on the way."""
        path.pop()
        while path:
            state.undo()
            require_same(state, path.pop(), "undoing on the way back")
        refuse(state, state.undo, UndoError)


def _take_back_to_front(state: State, turns: list[list[int]]) -> bool:
    for turn in reversed(turns):
        for place, action in enumerate(turn):
            if state.is_chance_node() != (place > 0) or not state.is_legal(action):
                return False
            state.apply_action(action)
    return not state.is_chance_node()
