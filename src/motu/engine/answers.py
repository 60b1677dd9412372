"""Analyses as JSON, in the words of KataGo's analysis engine where it has them (floor: engine).

Invariant: every number is told from the side of `currentPlayer`, who is to move or to roll.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from motu.engine.position_search import faces_alike, faces_of
from motu.games import State
from motu.numbers import outward
from motu.search.mcts import Analysis, FaceAnalysis, MoveAnalysis, NetOpinion

DIGITS = 6
"""Decimals of numbers in answers."""


def analysis_as_json(state: State, found: Analysis, max_moves: int = 0) -> dict[str, Any]:
    """Return `rootInfo` and `moveInfos` of a position.

    Args:
        state: The position that was searched.
        found: What a search found.
        max_moves: At most so many moves; 0 for all that were tried.
    """
    tried = told_moves(found)
    moves = tried if state.is_chance_node() else tried[: max_moves or None]
    return {"rootInfo": _root_as_json(state, found), "moveInfos": _moves_as_json(state, moves)}


def told_moves(found: Analysis) -> list[MoveAnalysis]:
    """Return the moves of which anything is known, or else the first: tried ones, and those that are worth something.

    A move that is proved to be worth at least something is told, tried or not; tables of solved positions know that.
    """
    known = [move for move in found.moves if move.visits or move.proof or move.lower > -1.0]
    return known or list(found.moves[:1])


def finished_as_json(state: State) -> dict[str, Any]:
    """Return `rootInfo` and `moveInfos` of a game that is over."""
    outcome = state.outcome()
    winner = None if outcome is None or outcome.winner is None else state.colour(outcome.winner)
    reason = None if outcome is None else outcome.reason
    root = {"currentPlayer": None, "winner": winner, "reason": reason, "visits": 0}
    return {"rootInfo": root, "moveInfos": []}


def value_of(state: State, found: Analysis) -> float:
    """Return what a position is worth to whoever is to act, in [-1, 1]: its best move's value, a roll's exact mean."""
    return found.value if state.is_chance_node() else found.best.value


def _root_as_json(state: State, found: Analysis) -> dict[str, Any]:
    root: dict[str, Any] = {"currentPlayer": state.game.colour_names[state.to_move()]}
    if state.is_chance_node():
        root["announced"] = state.announced()
    proof = {**_bounds(found), "proof": found.proof}
    root |= {"visits": found.visits} | _worth(state, value_of(state, found)) | proof
    return root if found.net is None else root | {"net": _net_as_json(state, found.net)}


def _bounds(found: Analysis | MoveAnalysis) -> dict[str, float]:
    """Return what is proved; an exact value, whose bounds are one, is rounded to the nearest."""
    if found.lower == found.upper:
        return {"lower": round(found.lower, DIGITS), "upper": round(found.upper, DIGITS)}
    lower, upper = outward(found.lower, found.upper, DIGITS)
    return {"lower": lower, "upper": upper}


def _net_as_json(state: State, net: NetOpinion) -> dict[str, Any]:
    return {"name": net.name} | ({} if net.value is None else _worth(state, net.value))


def _worth(state: State, value: float) -> dict[str, float]:
    worth = {"winrate": round((value + 1) / 2, DIGITS), "value": round(value, DIGITS)}
    return worth | {"equity": worth["value"]} if state.game.max_chance_outcomes else worth


def _moves_as_json(state: State, moves: Sequence[MoveAnalysis]) -> list[dict[str, Any]]:
    alike = faces_alike(state) if state.is_chance_node() else {}
    return [_move_as_json(state, order, move, alike) for order, move in enumerate(moves)]


def _move_as_json(state: State, order: int, move: MoveAnalysis, alike: dict[int, list[int]]) -> dict[str, Any]:
    info: dict[str, Any] = {"move": move.move, "order": order}
    if alike:
        info["shows"] = [outcome + 1 for outcome in alike[move.action]]
    info |= {"visits": move.visits, **_worth(state, move.value), "prior": round(move.prior, DIGITS)}
    info |= {**_bounds(move), "proof": move.proof}
    info |= {"plies": move.plies or None, "pruned": move.is_pruned}
    info["pv"] = list(move.variation)
    if move.faces:
        info["faces"] = [_face_as_json(state, shows, face) for shows, face in faces_of(state, move)]
    return info


def _face_as_json(state: State, shows: list[int], face: FaceAnalysis) -> dict[str, Any]:
    known = {"shows": shows, "probability": round(face.probability, DIGITS), "visits": face.visits}
    return known | _worth(state, face.value)
