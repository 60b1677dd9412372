"""The software against the oracle: random games on every variant group, compared state by state, there and back again.

Each group is compared over a fixed number of random plies: few in the ordinary run, 200,000 in the slow one. The games
are the same in every run. What a position shows after an action (who acts, what is legal, what stands where, how the
game ended) must agree; then the game is undone to its beginning, and each position must look as it did on the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest

import motu
from oracle import atmalof, atoll, atomorph
from oracle.base import OracleState
from oracle.coasts import board_data
from oracle.groups import GROUPS, Group, Pair

SHORT_RUN = 1_500
LONG_RUN = 200_000
LARGE_BOARD_SHARE = 10
"""Large boards are compared over a tenth of these."""
MOST_SHUFFLING = 1_000
"""After so many actions a game of Atmalof is left unfinished: nothing forbids shuffling."""

REASONS = {"connection": "connected", "line": "line", "tiebreak": "tiebreak", "blocked": "stuck"}
"""The software's reason for an end, by the oracle's."""


@dataclass(frozen=True)
class Memory:
    """How a position looked on the way there."""

    hash: int
    legal: list[int]
    stones: list[int]
    slow: OracleState


@dataclass
class Walk:
    """Random games of one group, and what happened in them."""

    group: Group
    plies: int = 0
    """Turns compared; announcements and returned stones are parts of one."""
    games: int = 0
    events: Counter[str] = field(default_factory=Counter)

    def run(self, plies: int) -> None:
        """Compare game after game, the boards in turn, until there were enough plies; a game has at most its share."""
        wanted = plies // LARGE_BOARD_SHARE if self.group.large else plies
        share = wanted // len(self.group.pairs) + 1
        while self.plies < wanted:
            pair = self.group.pairs[self.games % len(self.group.pairs)]
            self._compare_game(pair, share, Random(f"{self.group.name} {self.games}"))
            self.games += 1

    def _compare_game(self, pair: Pair, share: int, random: Random) -> None:
        fast, slow = fast_game(pair).new_initial_state(), pair.start
        most = min(share, MOST_SHUFFLING) if isinstance(slow, atmalof.AtmalofState) else share
        taste = Taste(random)
        memories: list[Memory] = []
        while True:
            compare(fast, slow)
            memories.append(Memory(fast.hash(), fast.legal_actions(), fast.stones(), slow))
            if slow.end is not None or len(memories) > most:
                break
            move = taste.choose(fast, slow)
            if random.random() < 0.5:
                fast.play(move)
            else:
                fast.apply_action(fast.string_to_action(move))
            after = slow.play(move)
            self.events.update(events(slow, move, after))
            self.plies += after.turns - slow.turns
            slow = after
        undo_all(fast, memories)


def fast_game(pair: Pair) -> motu.Game:
    """Make the software's game of a pair."""
    board = None if pair.board is None else motu.CustomBoard.from_json(board_data(pair.board))
    return motu.load_game(pair.spec, board)


class Taste:
    """How moves are chosen in one game: some games shun what ends them, some choose a kind of move first."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.shuns_end = random.random() < 0.7
        self.by_kind = random.random() < 0.5

    def choose(self, fast: motu.State, slow: OracleState) -> str:
        """Choose a legal move; the software's own apply and undo tell which ones end the game."""
        moves = sorted(slow.legal_moves())
        for _ in range(8 if self.shuns_end else 1):
            move = self._draw(moves)
            if not self.shuns_end:
                break
            fast.play(move)
            ends = fast.is_terminal()
            fast.undo()
            if not ends:
                break
        return move

    def _draw(self, moves: list[str]) -> str:
        if not self.by_kind:
            return self.random.choice(moves)
        kind = self.random.choice(sorted({kind_of(move) for move in moves}))
        return self.random.choice([move for move in moves if kind_of(move) == kind])


def kind_of(move: str) -> str:
    """Sort moves into swaps, steps, flips and the rest."""
    if move == "swap" or "-" in move:
        return move if move == "swap" else "step"
    if move[0] in "@=" or is_flip(move):
        return move[0]
    return "place"


def is_flip(move: str) -> bool:
    """Tell a flip, such as xc7 and xx7, from a stone on column x, such as x7."""
    return move[0] == "x" and move[1].isalpha()


def compare(fast: motu.State, slow: OracleState) -> None:
    """Check that a position of the software is the oracle's."""
    names, colours = fast.game.board.names, fast.game.colour_names
    standing = {name: colours[stone] for name, stone in zip(names, fast.stones(), strict=True) if stone != 2}
    assert standing == slow.stones
    assert tuple(colours) == slow.colours
    assert (fast.ply(), fast.is_swapped()) == (slow.turns, slow.swapped)
    assert [slow.holder(fast.colour(person)) for person in (0, 1)] == [0, 1]
    compare_actor(fast, slow)
    compare_moves(fast, slow)
    compare_end(fast, slow)
    if isinstance(slow, atomorph.AtomorphState):
        compare_atomorph(fast, slow)
    elif isinstance(slow, atmalof.AtmalofState):
        compare_atmalof(fast, slow)


def compare_actor(fast: motu.State, slow: OracleState) -> None:
    """Check who acts: a person, the die, or nobody."""
    if slow.end is not None:
        assert fast.current_player() == motu.TERMINAL
        return
    assert fast.current_player() == (motu.CHANCE if slow.is_chance else slow.person)
    assert fast.is_chance_node() == slow.is_chance
    assert fast.game.colour_names[fast.to_move()] == slow.to_move


def compare_moves(fast: motu.State, slow: OracleState) -> None:
    """Check what is legal, as texts, as numbers and as a mask."""
    texts = fast.legal_moves()
    assert set(texts) == slow.legal_moves()
    assert len(texts) == len(set(texts))
    if slow.is_chance:
        faces = len(slow.legal_moves())
        outcomes = fast.chance_outcomes()
        assert [face for face, _ in outcomes] == list(range(faces))
        assert [probability for _, probability in outcomes] == pytest.approx([1 / faces] * faces)
        return
    actions = fast.legal_actions()
    assert [fast.action_to_string(action) for action in actions] == texts
    assert actions == sorted(actions)
    assert fast.legal_mask().nonzero()[0].tolist() == actions


def compare_end(fast: motu.State, slow: OracleState) -> None:
    """Check whether the game is over, who won, why, and what it is worth."""
    outcome = fast.outcome()
    assert fast.is_terminal() == (slow.end is not None)
    if slow.end is None:
        assert outcome is None
        assert list(fast.returns()) == [0.0, 0.0]
        return
    assert outcome is not None
    assert outcome.reason == REASONS[slow.end.reason]
    winner = None if slow.end.winner is None else slow.holder(slow.end.winner)
    assert outcome.winner == winner
    assert list(fast.returns()) == [0.0 if winner is None else 1.0 if person == winner else -1.0 for person in (0, 1)]
    compare_winning_cells(fast, slow)


def compare_winning_cells(fast: motu.State, slow: OracleState) -> None:
    """Check that the cells shown as winning are the winner's, and win without the rest."""
    names = [fast.game.board.names[cell] for cell in fast.winning_cells()]
    assert slow.end is not None
    if slow.end.reason not in {"connection", "line"}:
        return
    winner = slow.end.winner
    assert winner is not None
    assert {slow.stones[name] for name in names} == {winner}
    if isinstance(slow, atoll.AtollState):
        assert slow.board.has_won(winner, {cell for cell in slow.placed if atoll.cell_name(cell) in names})
    elif isinstance(slow, atomorph.AtomorphState):
        alone = atomorph.AtomorphState(slow.rules, {slow.rules.points[name]: winner for name in names})
        assert alone.has_chain(winner)
    elif isinstance(slow, atmalof.AtmalofState):
        single = atmalof.AtmalofState(slow.rules, {slow.rules.squares[name]: winner for name in names})
        assert single.lines(winner, slow.rules.line) > 0


def compare_atomorph(fast: motu.State, slow: atomorph.AtomorphState) -> None:
    """Check weak and contested stones, the ban, and the stone beside the board."""
    names = fast.game.board.names
    assert {names[point] for point in fast.weak()} == slow.weak
    assert {names[point] for point in fast.contested()} == slow.contested
    if slow.end is None:
        assert fast.ban() == slow.banned
        assert fast.to_return() == slow.waiting


def compare_atmalof(fast: motu.State, slow: atmalof.AtmalofState) -> None:
    """Check the announcement and the numbers of pieces."""
    assert fast.announced() == slow.announced
    assert tuple(fast.pieces()) == tuple(slow.pieces(colour) for colour in slow.colours)


def undo_all(fast: motu.State, memories: list[Memory]) -> None:
    """Take a game back, action by action, and check that each position looks as it did."""
    while True:
        then = memories.pop()
        assert fast.hash() == then.hash
        assert fast.legal_actions() == then.legal
        assert fast.stones() == then.stones
        if not memories or len(memories) % 7 == 0:
            compare(fast, then.slow)
        if not memories:
            break
        fast.undo()
    assert fast.ply() == 0
    assert fast.history() == []


def events(before: OracleState, move: str, after: OracleState) -> Iterator[str]:
    """Name what an action was and did, as far as groups ask for it."""
    if after.end is not None:
        yield after.end.reason
        if after.end.reason == "tiebreak" and after.end.winner is None:
            yield "draw"
    if move == "swap":
        yield "swap"
    if isinstance(before, atoll.AtollState) and isinstance(after, atoll.AtollState):
        yield from atoll_events(before, after)
    elif isinstance(before, atomorph.AtomorphState) and isinstance(after, atomorph.AtomorphState):
        yield from atomorph_events(before, move, after)
    elif isinstance(before, atmalof.AtmalofState) and isinstance(after, atmalof.AtmalofState):
        yield from atmalof_events(before, move, after)


def atoll_events(before: atoll.AtollState, after: atoll.AtollState) -> Iterator[str]:
    """Tell of wins with a third island, and of wins without two opposite ones."""
    if after.end is None:
        return
    half = len(after.board.junctions) // 2
    own = [cell for cell, colour in after.placed.items() if colour == before.to_move]
    winning = [group for group in after.board.groups(before.to_move, own) if after.board.wins(group)]
    if all(len(group) > 2 for group in winning):
        yield "third island"
    if not any(island + half in group for group in winning for island in group):
        yield "no opposite pair"


def atomorph_events(before: atomorph.AtomorphState, move: str, after: atomorph.AtomorphState) -> Iterator[str]:
    """Tell of flips, returns, bans that forbid something, and skips."""
    same_mover = after.to_move == before.to_move and after.end is None
    if is_flip(move):
        yield "flip"
        if move[1:] in before.contested:
            yield "contested flip"
    if move.startswith("@"):
        yield "return" if same_mover else "nothing after return" if after.end is None else "return wins"
    elif same_mover and move != "swap":
        yield "skip"
    enemies = {name for name in after.contested if after.stones[name] != after.to_move}
    if after.end is None and enemies and after.banned:
        yield "ban"
    if after.end is None and enemies and after.rules.contested == "never":
        yield "never"


def atmalof_events(before: atmalof.AtmalofState, move: str, after: atmalof.AtmalofState) -> Iterator[str]:
    """Tell of rows and columns announced, steps, lost turns, and players with nothing left to drop."""
    if before.announced is not None:
        yield {"r": "row", "c": "column"}[before.announced[0]]
        if after.placed == before.placed:
            yield "lost turn"
    if "-" in move:
        yield "step"
    if after.end is None and not after.is_chance and after.to_move == before.to_move:
        yield "skip"
    if after.end is None and after.pieces(after.to_move) == after.rules.pieces:
        yield "all placed"


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_random_games_agree_with_the_oracle(group: Group) -> None:
    walk = Walk(group)
    walk.run(SHORT_RUN)
    assert walk.games >= len(group.pairs)


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_random_games_agree_with_the_oracle_at_length(group: Group) -> None:
    walk = Walk(group)
    walk.run(LONG_RUN)
    print(f"\n{group.name}: {walk.plies} plies, {walk.games} games, {dict(sorted(walk.events.items()))}")  # noqa: T201
    assert group.events <= set(walk.events)
