"""Makes puzzles: plays games as weak people do and keeps the positions with one right move (floor: puzzles).

Whatever is kept, the solver has proved; how hard it is to find, the levels say. Equal seeds make equal puzzles.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from motu.games import Game, State, dice, load_game
from motu.numbers import outward
from motu.puzzles.puzzle import DIFFICULTIES, FORMAT, Puzzle, puzzle_id
from motu.puzzles.themes import themes_of
from motu.puzzles.truth import PuzzleSolver
from motu.search.level_player import LevelPlayer
from motu.search.tactics import threats, winning_actions
from motu.solve import SolveLimits

__all__ = ["MARGIN", "Maker", "MinedGame", "difficulty_of"]

MARGIN = 0.05
"""By so much at least the best move of Atmalof is worth more than any other: its lower bound above their upper ones."""
DIGITS = 4
"""Of what each move is worth."""
FEWEST_MOVES = 4
"""Fewer legal moves are no choice."""
GAMES_EACH = 400
"""Games that are played for a puzzle at most; then there are none to be found."""
HOPEFUL_CELLS = 100
"""On boards with more cells the solver meets its limit nearly everywhere: a puzzle of Hex 10 takes seconds, and of Hex
11 none was found in a minute."""
WEAK_LEVELS = (2, 5)
"""Who plays these games: levels from the first to the second."""
WHIM = 0.15
"""The share of moves that are played at random, so that no two games are alike."""
LEVELS = (2, 3, 4, 5, 6)
"""Whose choices tell how hard a puzzle is."""
TRIES = 4
"""Choices of each of them."""
SMALL_CELLS = 49
SMALL_POINTS = 25
"""On boards with more cells, or points of Atomorph, each position costs the solver more; a puzzle is to be made, and
judged later, in seconds."""
LARGE_POINTS = 81
"""Points of Atomorph of the largest board on which `_MAKING_LARGE` is enough to tell the moves of a position apart."""
_MAKING = SolveLimits(nodes=100_000, memory_bytes=1 << 26, every_action=False)
_MAKING_LARGE = SolveLimits(nodes=1_000, memory_bytes=1 << 26, every_action=False)
_COMPARING_LARGE = SolveLimits(nodes=10_000, memory_bytes=1 << 26, every_action=False)
"""Where a win is known, and the board has more than LARGE_POINTS: that another move loses takes more to prove."""
_TABLES = SolveLimits(memory_bytes=1 << 30)
"""Atmalof is solved whole before the first answer."""


@dataclass(frozen=True, slots=True)
class MinedGame:
    """A game that was played to find a puzzle in it."""

    puzzle: Puzzle | None
    """What was found."""


class Maker:
    """Makes puzzles on one board."""

    def __init__(self, spec: str, seed: int = 0, known: Collection[str] = ()) -> None:
        """Take a game; its pie rule is left out.

        Args:
            spec: A game that has a solver.
            seed: Of everything that is left to chance.
            known: Ids of puzzles that are not to be made again.

        Raises:
            MotuError: For a spec of no game, or of one that is not solved.
        """
        self._game = Game(load_game(spec).rules.with_swap(False))
        self._truth = PuzzleSolver(self._game, _limits(self._game))
        self._seed = seed
        self._known = set(known)

    @property
    def is_hopeful(self) -> bool:
        """Whether the board is small enough for most positions of its middle game to be solved."""
        return self._game.board.num_cells <= HOPEFUL_CELLS

    def make(self, count: int, difficulty: int | None = None, games: int | None = None) -> Iterator[MinedGame]:
        """Yield each game that was played with the puzzle that was found in it, at most one.

        Args:
            count: How many are wanted; fewer come where `GAMES_EACH` games for each have no more.
            difficulty: Only puzzles of this difficulty.
            games: How many games are played at most; `GAMES_EACH` for each puzzle unless told.
        """
        found = 0
        easiest, hardest = DIFFICULTIES
        wanted = range(easiest, hardest + 1) if difficulty is None else (difficulty,)
        for number in range(games or count * GAMES_EACH):
            puzzle = self._from_game(random.Random(f"{self._seed}:{number}"), wanted)
            if puzzle is not None:
                self._known.add(puzzle.id)
                found += 1
            yield MinedGame(puzzle)
            if found == count:
                return

    def make_each(self, each: int, games: int | None = None) -> Iterator[MinedGame]:
        """Yield each game that was played, as `make` does, until there are so many puzzles of each difficulty.

        Args:
            each: How many of each difficulty are wanted; what is known does not count.
            games: As for `make`.
        """
        easiest, hardest = DIFFICULTIES
        missing = dict.fromkeys(range(easiest, hardest + 1), each)
        for number in range(games or each * len(missing) * GAMES_EACH):
            wanted = [difficulty for difficulty, count in missing.items() if count]
            if not wanted:
                return
            puzzle = self._from_game(random.Random(f"{self._seed}:{number}"), wanted)
            if puzzle is not None:
                self._known.add(puzzle.id)
                missing[puzzle.difficulty] -= 1
            yield MinedGame(puzzle)

    def _from_game(self, chance: random.Random, difficulties: Collection[int]) -> Puzzle | None:
        players = [LevelPlayer(chance.randint(*WEAK_LEVELS), chance.getrandbits(32)) for _ in range(2)]
        state = self._game.new_initial_state()
        begin = chance.uniform(0.15, 0.6) * self._game.board.num_cells
        while not state.is_terminal() and state.ply() <= 3 * self._game.board.num_cells:
            if state.ply() >= begin and not state.is_chance_node():
                puzzle = self._puzzle_at(state)
                if puzzle is not None and puzzle.difficulty in difficulties:
                    return puzzle
            state.apply_action(_next_action(state, players, chance))
        return None

    def _puzzle_at(self, state: State) -> Puzzle | None:
        """Return the puzzle of a position, if it is one."""
        if len(state.legal_actions()) < FEWEST_MOVES or winning_actions(state):
            return None
        return self._best_move(state) if self._game.type.has_dice else self._only_win(state)

    def _only_win(self, state: State) -> Puzzle | None:
        if threats(state) or self._truth.answer(state).value != 1:
            return None
        is_large = self._game.type.has_flips and self._game.board.num_cells > LARGE_POINTS
        winning = self._truth.winning(state, 2, _COMPARING_LARGE if is_large else None)
        if winning is None or len(winning) != 1:
            return None
        turns = _turns(state, self._truth.solution(state).line) if self._truth.knows_lengths else 0
        return self._puzzle(state, winning[0], turns=turns)

    def _best_move(self, state: State) -> Puzzle | None:
        actions = self._truth.solution(state).actions
        best, others = actions[0], actions[1:]
        if best.lower - max(each.upper for each in others) < MARGIN:
            return None
        equities = {state.action_to_string(each.action): outward(each.lower, each.upper, DIGITS) for each in actions}
        return self._puzzle(state, best.action, equities=equities)

    def _puzzle(
        self, state: State, action: int, turns: int = 0, equities: dict[str, tuple[float, float]] | None = None
    ) -> Puzzle | None:
        name = puzzle_id(state)
        if name in self._known:
            return None
        return Puzzle(
            format=FORMAT,
            id=name,
            spec=self._game.spec,
            moves=tuple(state.moves()),
            goal="best" if equities else "win",
            difficulty=difficulty_of(state, {action}),
            solution=(state.action_to_string(action),),
            turns=turns,
            equities=equities or {},
            themes=themes_of(state, action, self._truth),
        ).checked()


def _limits(game: Game) -> SolveLimits:
    """Return the limits of each question to the solver while puzzles are made; of nodes alone, so that seeds decide."""
    if game.type.has_dice:
        return _TABLES
    small = SMALL_POINTS if game.type.has_flips else SMALL_CELLS
    return _MAKING if game.board.num_cells <= small else _MAKING_LARGE


def difficulty_of(state: State, right: Collection[int]) -> int:
    """Return how hard a move is to find, by how often levels 2 to 6 find it: 1, nearly always, to 5, hardly ever.

    Args:
        state: A decision node.
        right: The actions that are right.
    """
    chance = random.Random(puzzle_id(state))
    players = [LevelPlayer(level, chance.getrandbits(32)) for level in LEVELS for _ in range(TRIES)]
    share = sum(player.choose(state).action in right for player in players) / len(players)
    easiest, hardest = DIFFICULTIES
    return max(easiest, hardest - int(share * hardest))


def _turns(state: State, line: Sequence[int]) -> int:
    """Return how many turns the person to act takes in a line of play."""
    person, current, plies = state.current_player(), state.clone(), set[int]()
    for action in line:
        if current.current_player() == person:
            plies.add(current.ply())
        current.apply_action(action)
    return len(plies)


def _next_action(state: State, players: list[LevelPlayer], chance: random.Random) -> int:
    if state.is_chance_node():
        return dice.draw(state.chance_outcomes(), chance)
    if chance.random() < WHIM:
        return chance.choice(state.legal_actions())
    return players[state.current_player()].choose(state).action
