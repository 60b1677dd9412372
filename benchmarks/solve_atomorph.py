"""Solve Atomorph on small boards and print what docs/solved.md says: `python benchmarks/solve_atomorph.py 3 4 5`.

For each size and combination of variants: who wins, the swap map, how long the game lasts, whether a stone more can
hurt, and what it cost. On 5x5 and beyond each opening gets `--seconds`. `--check` goes through every entry of a table
by the rules and plays every solution out.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Iterator

import motu
from motu.solve.flip_facts import ExtraStone, FlipFacts, Harm, flip_facts
from motu.solve.flip_solver import FlipSolver, Opening
from motu.solve.solution import SolveLimits


def variants(size: int) -> Iterator[motu.AtomorphRules]:
    """Go through the eight combinations, the standard game first."""
    for contested, corners, return_stone in itertools.product(("ko", "never"), (True, False), (False, True)):
        yield motu.AtomorphRules(size=size, contested=contested, corners=corners, return_stone=return_stone, swap=False)


def draw_map(openings: tuple[Opening, ...], size: int) -> str:
    """Return the swap map, top row first: + wins for who placed it, so swap; - loses; ? is not known."""
    texts = []
    for opening in openings:
        sign = "?" if opening.wins is None else "+" if opening.wins else "-"
        texts.append(f"{sign}{opening.plies or '':<2}")
    rows = [texts[row * size : (row + 1) * size] for row in range(size)]
    return "\n".join("    " + " ".join(row) for row in reversed(rows))


def say_harm(name: str, harm: Harm | None) -> None:
    if harm is None:
        print(f"  {name}: none")
        return
    cell = harm.state.game.board.names[harm.cell]
    print(f"  {name}: a stone on {cell} changes the mover's {harm.before:+.0f} to {harm.after:+.0f}")
    print(harm.state)


def say_extra(name: str, extra: ExtraStone) -> None:
    print(f"  {name}: hurts in {extra.hurts:,} of {extra.tried:,}")
    say_harm("smallest", extra.smallest)
    say_harm("smallest in a game", extra.smallest_reachable)


def say_facts(facts: FlipFacts) -> None:
    print(f"  positions: {facts.won:,} won, {facts.drawn:,} drawn, {facts.lost:,} lost; {facts.reachable:,} in games")
    print(f"  longest: {facts.longest} turns, in games {facts.longest_reachable}")
    print(facts.longest_reachable_state)
    say_extra("a stone more of the mover", facts.mover_stone)
    say_extra("a stone more of the other", facts.other_stone)


def solve_one(rules: motu.AtomorphRules, options: argparse.Namespace) -> None:
    game = motu.load_game(rules)
    solver = FlipSolver(game, folder=options.folder)
    begin, cpu = time.monotonic(), time.process_time()
    if rules.size <= 4:
        solver.table(SolveLimits(threads=options.threads))
        openings = tuple(solver.openings())
    else:
        openings = tuple(solve_openings(solver, rules.size, options))
    print(f"{rules}: {time.process_time() - cpu:.1f} s CPU, {time.monotonic() - begin:.1f} s", flush=True)
    print(draw_map(openings, rules.size))
    if rules.size <= 4:
        say_facts(flip_facts(solver))
    if options.check:
        check_one(solver, options.threads)


def solve_openings(solver: FlipSolver, size: int, options: argparse.Namespace) -> Iterator[Opening]:
    """Solve one of each four openings that are images of one another, and copy what was found to the others."""
    known: dict[tuple[int, int], Opening] = {}
    state = solver.game.new_initial_state()
    for action in state.legal_actions():
        row, column = divmod(action, size)
        place = (min(row, size - 1 - row), min(column, size - 1 - column))
        if place not in known:
            after = state.clone()
            after.apply_action(action)
            limits = SolveLimits(options.seconds, memory_bytes=options.memory << 20, every_action=options.replies)
            solution = solver.solve(after, limits)
            wins = solution.upper < 0 if solution.is_exact else None
            known[place] = Opening(action, state.action_to_string(action), wins, solution.nodes, solution.seconds)
            print(f"  {known[place]}", flush=True)
        yield known[place]


def check_one(solver: FlipSolver, threads: int) -> None:
    """Check the table entry by entry and play solutions out."""
    if solver.game.rules.size <= 4:
        begin = time.process_time()
        checked = solver.table().check_table(threads, None)
        print(f"  checked by the rules: {checked:,} entries, {time.process_time() - begin:.0f} s CPU", flush=True)
    state = solver.game.new_initial_state()
    for check in solver.replay(state, solver.solve(state)):
        print(f"  {check}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", type=int, nargs="+", help="points a side, 3 to 7")
    parser.add_argument("--seconds", type=float, default=600.0, help="wall time for an opening from 5x5 on")
    parser.add_argument("--memory", type=int, default=1024, help="MiB that a search may take")
    parser.add_argument("--threads", type=int, default=2, help="for tables")
    parser.add_argument("--folder", help="where tables are kept")
    parser.add_argument("--variant", type=int, action="append", help="only these, 0 (the standard game) to 7")
    parser.add_argument("--replies", action="store_true", help="solve every reply to every opening, too")
    parser.add_argument("--check", action="store_true", help="check tables and play solutions out")
    options = parser.parse_args()
    for size in options.sizes:
        for number, rules in enumerate(variants(size)):
            if options.variant is None or number in options.variant:
                solve_one(rules, options)


if __name__ == "__main__":
    main()
