"""What a person will answer to moves of his opponent: a tree of lines, checked by the rules (floor: server)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from motu.errors import MotuError
from motu.games import State
from motu.games.line import Move
from motu.games.play import Step
from motu.server.events import ServerError

MAX_BRANCHES = 200
"""Of a whole tree."""
MAX_DEPTH = 40
"""Of the opponent's moves in a row."""
MAX_ANSWERS = 4
"""Steps of one turn."""

Answers = Annotated[tuple[Move, ...], msgspec.Meta(max_length=MAX_ANSWERS)]


class Branch(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """If the opponent makes a move, what is answered, and what comes then."""

    move: Move
    answers: Answers = ()
    """All that the person does until it is the opponent's turn again; nothing where it is that already."""
    branches: Annotated[tuple[Branch, ...], msgspec.Meta(max_length=MAX_BRANCHES)] = ()


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is decided in a game from a certain step on."""

    moves: tuple[str, ...]
    """The steps that have been played when it goes on: after a take-back others may come in their place."""
    answers: tuple[str, ...] = ()
    """What the person does first, where it is his turn."""
    branches: tuple[Branch, ...] = ()

    @property
    def is_used_up(self) -> bool:
        """Whether nothing is decided any more."""
        return not self.answers and not self.branches


def checked(state: State, branches: tuple[Branch, ...], person: int) -> tuple[Branch, ...]:
    """Return a tree as it is kept, its moves in small letters.

    Args:
        state: The position, in which the opponent is to move.
        branches: What somebody wants to be kept.
        person: Whose answers they are.

    Raises:
        ServerError: "server/plan" with the line that can't be played.
    """
    if _count(branches) > MAX_BRANCHES:
        raise ServerError(f"at most {MAX_BRANCHES} moves can be answered beforehand", slug="server/plan")
    return _checked(state.clone(), branches, person, ())


def _count(branches: tuple[Branch, ...]) -> int:
    return sum(1 + _count(each.branches) for each in branches)


def _checked(state: State, branches: tuple[Branch, ...], person: int, line: tuple[str, ...]) -> tuple[Branch, ...]:
    if len(line) > MAX_DEPTH * MAX_ANSWERS:
        raise _wrong(line, f"is longer than {MAX_DEPTH} moves of the opponent")
    found: dict[str, Branch] = {}
    for branch in branches:
        move, answers = branch.move.strip().lower(), tuple(each.strip().lower() for each in branch.answers)
        whole = (*line, move, *answers)
        if move in found:
            raise _wrong((*line, move), "is there twice")
        if state.current_player() != 1 - person:
            raise _wrong(whole, "has no turn of the opponent there")
        played = _play(state, (move,), 1 - person, whole)
        played += _play(state, answers, person, whole)
        if not state.is_terminal() and state.current_player() == person:
            raise _wrong(whole, "leaves it to you to move: decide that, too")
        found[move] = Branch(move, answers, _checked(state, branch.branches, person, whole))
        for _ in range(played):
            state.undo()
    return tuple(found.values())


def _play(state: State, moves: tuple[str, ...], person: int, line: tuple[str, ...]) -> int:
    """Play moves of one person; return how many actions they were."""
    count = 0
    for move in moves:
        if state.is_terminal() or state.current_player() != person:
            raise _wrong(line, f"has '{move}' when it is the other one's turn")
        try:
            count += state.play(move)
        except MotuError as error:
            raise _wrong(line, f"can't be played: {error.message}") from error
    return count


def _wrong(line: tuple[str, ...], told: str) -> ServerError:
    return ServerError(f"the line {' '.join(line)} {told}"[:900], slug="server/plan", text=" ".join(line))


def gone_on(plan: Plan, steps: list[Step], person: int) -> Plan | None:
    """Return what is decided after what has been played; None where it was something else.

    Args:
        plan: What was decided.
        steps: All steps of the game.
        person: Whose plan it is.
    """
    if tuple(step.text for step in steps[: len(plan.moves)]) != plan.moves:
        return None
    for step in steps[len(plan.moves) :]:
        if step.person == person:
            return None  # he has changed his mind
        branch = next((each for each in plan.branches if each.move == step.text), None)
        if plan.answers or branch is None:
            return None
        plan = Plan((*plan.moves, step.text), branch.answers, branch.branches)
    return plan


def answered(plan: Plan) -> Plan:
    """Return what is decided after the first answer has been played."""
    return Plan((*plan.moves, plan.answers[0]), plan.answers[1:], plan.branches)
