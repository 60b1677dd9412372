"""Even openings of two moves, for matches of strong players: random ones often decide the game between them.

First moves that the game's net holds for the evenest, one of those that are the same by symmetry, each with the
likeliest replies after which it holds the game for even; a line each, as `motu match --openings FILE` reads them.
With --visits those of twice as many are named that a search holds for the evenest: the stronger the players, the more
often an opening that is only even at a glance decides the game.

    python benchmarks/even_openings.py 'atoll(swap=false)' > even.txt
    python benchmarks/even_openings.py 'hex(swap=false)' --visits 2000 > even.txt
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import motu
from motu.eval.nets.net import Judgement

SAME = 1e-4
"""Values that differ by less are of first moves that are the same by symmetry."""
EVEN = 0.25
"""The largest value, of 1, that counts as even after a reply."""
LIKELY = 40
"""Replies that are looked at, the likeliest first."""
BATCH = 64


class Judge:
    """A game's net."""

    def __init__(self, game: motu.Game) -> None:
        """Open it."""
        self._net = motu.find_net(game)

    def after(self, state: motu.State, actions: list[int]) -> list[Judgement]:
        """Return what the net says of the positions after each of these actions."""
        states = []
        for action in actions:
            states.append(state.clone())
            states[-1].apply_action(action)
        found = []
        for begin in range(0, len(states), BATCH):
            found += self._net.judge(states[begin : begin + BATCH])
        return found


def first_moves(judge: Judge, state: motu.State, count: int) -> Iterator[tuple[int, Judgement]]:
    """Yield the evenest first moves, with the net's answer."""
    actions = list(state.legal_actions())
    found = zip(actions, judge.after(state, actions), strict=True)
    values: list[float] = []
    for action, judged in sorted(found, key=lambda each: abs(each[1].value)):
        if len(values) < count and all(abs(judged.value - value) >= SAME for value in values):
            values.append(judged.value)
            yield action, judged


def openings(game: motu.Game, first: int, replies: int) -> Iterator[tuple[str, str]]:
    """Yield openings, such as h2 and f6."""
    judge, start = Judge(game), game.new_initial_state()
    for action, judged in first_moves(judge, start, first):
        state = start.clone()
        state.apply_action(action)
        likely = sorted(judged.policy, key=lambda each: -judged.policy[each])[:LIKELY]
        even = [
            reply for reply, after in zip(likely, judge.after(state, likely), strict=True) if abs(after.value) < EVEN
        ]
        for reply in even[:replies]:
            yield start.action_to_string(action), state.action_to_string(reply)


def evenest(game: motu.Game, first: int, replies: int, visits: int) -> list[tuple[str, str]]:
    """Return as many openings, those first that a search of so many visits holds for the evenest."""
    found: list[tuple[float, tuple[str, str]]] = []
    for opening in openings(game, 2 * first, 2 * replies):
        state = game.new_initial_state()
        for move in opening:
            state.play(move)
        value = motu.SearchTree(state).search(motu.Limits(visits=visits)).value
        found.append((abs(value), opening))
    chosen: list[tuple[str, str]] = []
    for _, opening in sorted(found):
        if sum(opening[0] == other[0] for other in chosen) < replies and len(chosen) < first * replies:
            chosen.append(opening)
    return chosen


def main() -> None:
    """Print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--first", type=int, default=10, help="first moves")
    parser.add_argument("--replies", type=int, default=5, help="replies to each, at most")
    parser.add_argument("--visits", type=int, default=0, help="of a search from each; 0: the net's glance decides")
    wanted = parser.parse_args()
    game, size = motu.load_game(wanted.game), (wanted.first, wanted.replies)
    for opening in evenest(game, *size, wanted.visits) if wanted.visits else openings(game, *size):
        print(" ".join(opening))


if __name__ == "__main__":
    main()
