"""What is told of a position that was solved (floor: cli)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from motu.cli.output import tell, write, write_json
from motu.cli.positions import moment_of
from motu.cli.tables import Column, bounds_texts, write_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from motu import State
    from motu.solve import Check, Solution


def tell_solution(state: State, solution: Solution, check: Check | None, *, json: bool) -> None:
    """Tell of a position, in lines or as JSON, and of the check where one was asked for."""
    if json:
        write_json(_as_json(state, solution) | ({"check": asdict(check)} if check is not None else {}))
        return
    from motu.drawing.scene import status_line

    write(state.game.spec, f"{moment_of(state)}: {status_line(state)}")
    write(f"{_verdict(state, solution)}; {effort(solution.nodes, solution.seconds)}")
    for note in solution.notes:
        tell(note)
    if solution.line:
        tell(f"Best play: {' '.join(_texts(state, solution.line))}")
    if solution.actions:
        write("")
        _write_actions(state, solution)
    tell_check(check)


def tell_check(check: Check | None) -> None:
    """Tell whether what was proved stood its check; None: none was asked for."""
    if check is not None:
        write("")
        tell(f"{'checked' if check.holds else 'WRONG'}: {check.text}")


def effort(nodes: int, seconds: float) -> str:
    """Return in words what the work has taken."""
    return f"{nodes:,} {'position' if nodes == 1 else 'positions'}, {seconds:.2f} s of CPU time"


def _name(state: State, person: int) -> str:
    """Return a person's colour, as long as it is sure that it stays theirs."""
    if state.swap_is_legal() or state.swap_is_next():
        return ("the first player", "the second player")[person]
    return state.colour(person)


def _verdict(state: State, solution: Solution) -> str:
    from motu.games import person_to_act

    person = person_to_act(state)
    who = _name(state, person)
    if solution.is_exact and solution.lower in (1, -1):
        winner = who if solution.lower > 0 else _name(state, 1 - person)
        if state.is_chance_node():
            return f"{winner} wins, whatever is rolled"
        return f"{winner} wins" + (" with the move" if solution.lower > 0 else ", whatever is played")
    if solution.is_exact and solution.lower == 0:
        return "a draw"
    if (solution.lower, solution.upper) == (-1, 1):
        return "open"
    return f"worth {_interval(solution.lower, solution.upper)} to {who}"


def _interval(lower: float, upper: float) -> str:
    if lower == upper:
        return {1.0: "wins", -1.0: "loses", 0.0: "draws"}.get(lower, f"{lower:+.4f}")
    return " to ".join(bounds_texts(lower, upper))


def _write_actions(state: State, solution: Solution) -> None:
    exact = [each for each in solution.actions if each.lower == each.upper and abs(each.lower) in (0.0, 1.0)]
    for value, title in ((1.0, "wins"), (0.0, "draws"), (-1.0, "loses")):
        names = [state.action_to_string(each.action) for each in exact if each.lower == value]
        if names:
            tell(f"{title} ({len(names)}): {' '.join(names)}")
    rest = [each for each in solution.actions if each not in exact]
    columns = [Column("move", is_number=False), Column("at least"), Column("at most")]
    rows = [[state.action_to_string(each.action), *bounds_texts(each.lower, each.upper)] for each in rest]
    if rows:
        write_table(columns, rows, strong=(0,))
    left = len(state.legal_actions()) - len(solution.actions)
    if left > 0:
        write(f"not solved: {left} more legal moves")


def _texts(state: State, actions: Sequence[int]) -> list[str]:
    current = state.clone()
    texts = []
    for action in actions:
        texts.append(current.action_to_string(action))
        current.apply_action(action)
    return texts


def _as_json(state: State, solution: Solution) -> dict[str, object]:
    """Return a solution for programs; values are those of the person to act or to roll."""
    from motu.games import person_to_act

    actions = [
        {"move": state.action_to_string(each.action), "lower": each.lower, "upper": each.upper}
        for each in solution.actions
    ]
    return {
        "spec": state.game.spec,
        "moves": state.moves(),
        "person": person_to_act(state),
        "lower": solution.lower,
        "upper": solution.upper,
        "exact": solution.is_exact,
        "actions": actions,
        "line": _texts(state, solution.line),
        "nodes": solution.nodes,
        "cpu_seconds": solution.seconds,
        "notes": list(solution.notes),
    }
