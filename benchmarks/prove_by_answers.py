"""Proves that whoever has just moved wins at Atoll or Hex: the engine names answers, the solver proves them.

A proof search by itself spreads over all moves that may win. Here only the one counts that a search of the engine
holds for the best: after each reply, strongest first, that answer is given, and the solver has a bounded number of
positions to prove it; where they are not enough, the same is done with the replies to that answer. All share one table,
and after each answer the solver is asked whether the rest needs a look at all. What the engine says is never part of
the proof: it says what to try.

    python benchmarks/prove_by_answers.py 'hex(size=8,swap=false)' e4
    python benchmarks/prove_by_answers.py 'atoll(size=9,swap=false)' e5 --table nine.solved
    python benchmarks/prove_by_answers.py 'atoll(size=9,swap=false)' e5 --refuted b5=g6,e8=g6
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import motu
from motu.arena.openings import without_swap
from motu.errors import MotuError
from motu.search.limits import Limits
from motu.search.mcts import MoveAnalysis, SearchTree
from motu.solve import ConnectionSolver, SolveLimits

LOOK = 2000
"""Positions after which the solver leaves a question open that an answer may have settled."""
ANSWERS = 2
"""So many answers to a reply are tried."""
LOST = -0.2
"""An answer that the engine holds for so bad is followed by no other."""
SAVE_S = 600
"""Seconds between two times that the table is kept."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is spent where."""

    leaf: int
    """Positions that the solver may look at after an answer."""
    visits: int
    """The engine's, for replies and answers."""
    memory: int
    """Bytes of the solver's table."""
    threads: int


class Prover:
    """Proves wins of whoever has just moved."""

    def __init__(self, game: motu.Game, effort: Effort, table: Path | None) -> None:
        """Begin with what a table's file holds, where there is one."""
        solver = ConnectionSolver(game)
        solver.order_by(motu.find_net(game))
        self._solver, self._effort, self._table = solver, effort, table
        self._granted: set[int] = set()
        self._nodes = 0
        self._begun, self._cpu, self._saved = time.monotonic(), time.process_time(), time.monotonic()
        if table is not None and table.exists():
            solver.load(table, self._limits(1))

    def grant(self, state: motu.State, answers: list[str]) -> None:
        """Take for granted that these replies lose, each by its answer: "b5=g6".

        So does every reply to the answer, and a position that comes about in another order is the same one.
        """
        for reply, _, answer in (each.partition("=") for each in answers):
            answered = state.clone().play_all([reply])
            self._granted.add(answered.hash())
            answered.play_all([answer])
            for action in answered.legal_actions():
                after = answered.clone()
                after.apply_action(action)
                self._granted.add(after.hash())

    def holds_but_for_granted(self, state: motu.State) -> bool | None:
        """Return what `holds` does; where something is granted, the solver was asked before."""
        return self._by_answers(state) if self._granted else self.holds(state)

    def holds(self, state: motu.State) -> bool | None:
        """Return whether whoever has just moved wins; None where that was not found out."""
        before = self._nodes
        found = self._solve(state, self._effort.leaf)
        self._tell(state, {True: "loses", False: "proved", None: "open"}[found], self._nodes - before)
        return self._by_answers(state) if found is None else not found

    def keep(self) -> None:
        """Write the table's file, where there is to be one."""
        if self._table is not None:
            self._solver.save(self._table)
        self._saved = time.monotonic()

    def _by_answers(self, state: motu.State) -> bool | None:
        for action in self._replies(state):
            reply = state.clone()
            reply.apply_action(action)
            held = self._answer(reply)
            if not held:
                self._tell(reply, "no answer" if held is None else "loses")
                return held
            found = self._solve(state, LOOK)
            if found is not None:
                self._tell(state, "loses" if found else "proved, the rest by the solver")
                return not found
        return True

    def _answer(self, reply: motu.State) -> bool | None:
        """Return whether there is an answer to a reply that holds."""
        if reply.hash() in self._granted:
            return True
        found = self._solve(reply, LOOK)
        if found is not None:
            return found
        for move in self._look(reply)[:ANSWERS]:
            answer = reply.clone()
            answer.apply_action(move.action)
            if self.holds(answer):
                return True
            if move.value < LOST:
                break
        return None

    def _replies(self, state: motu.State) -> list[int]:
        looked_at = [move.action for move in self._look(state)]
        return looked_at + [action for action in state.legal_actions() if action not in set(looked_at)]

    def _look(self, state: motu.State) -> tuple[MoveAnalysis, ...]:
        return SearchTree(state, seed=1).search(Limits(visits=self._effort.visits)).moves

    def _solve(self, state: motu.State, nodes: int) -> bool | None:
        """Return whether whoever is to move wins; None where the solver does not know."""
        if state.is_terminal():
            return False  # nobody can move once the other one has won
        found = self._solver.solve(state, self._limits(nodes))
        self._nodes += found.nodes
        if time.monotonic() - self._saved > SAVE_S:
            self.keep()
        return found.lower > 0 if found.is_exact else None

    def _limits(self, nodes: int) -> SolveLimits:
        effort = self._effort
        return SolveLimits(nodes=nodes, memory_bytes=effort.memory, threads=effort.threads, every_action=False)

    def _tell(self, state: motu.State, *words: object) -> None:
        clock, cpu = time.monotonic() - self._begun, time.process_time() - self._cpu
        print(f"{clock:7.0f} s {cpu:7.0f} s {self._nodes:>12,}  {' '.join(state.moves())}:", *words, flush=True)


def main() -> None:
    """Prove what is asked; a line for each answer that was tried: seconds, CPU seconds, positions, moves, result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec", help="a board of Atoll or Hex; of a pie rule nothing is heeded")
    parser.add_argument("moves", nargs="+", help="the last of which is said to win")
    parser.add_argument("--refuted", default="", help="what earlier runs have proved: REPLY=ANSWER,...")
    parser.add_argument("--leaf", type=int, default=300_000, help="positions for the proof of an answer")
    parser.add_argument("--visits", type=int, default=4000, help="the engine's")
    parser.add_argument("--memory", type=int, default=4096, help="megabytes of the solver's table")
    parser.add_argument("--threads", type=int, default=1, help="the solver's")
    parser.add_argument("--table", type=Path, help="go on with what this file holds, and keep it there")
    asked = parser.parse_args()
    effort = Effort(asked.leaf, asked.visits, asked.memory << 20, asked.threads)
    try:
        game = without_swap(motu.load_game(asked.spec))
        prover = Prover(game, effort, asked.table)
        state = game.new_initial_state().play_all(asked.moves)
        prover.grant(state, [each for each in asked.refuted.split(",") if each])
        held = prover.holds_but_for_granted(state)
        prover.keep()
    except MotuError as error:
        parser.error(str(error))
    granted = f" Taken for granted: {asked.refuted}." if asked.refuted else ""
    print({True: "It wins.", False: "It loses.", None: "Not found out."}[held] + granted)


if __name__ == "__main__":
    main()
