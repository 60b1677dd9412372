"""The conformance walk finds what is wrong: a fault of every kind, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Self

import numpy as np
import pytest

import motu
from motu.errors import IllegalMoveError, InvalidMoveError
from motu.games import Game, State, Symmetry
from motu.testing import ConformanceError, check_game

right = State
"""The methods as they should be."""
numbers = count()


class FaultyGame(Game):
    """A game whose states have methods replaced."""

    def __init__(self, spec: str, methods: dict[str, Callable[..., Any]]) -> None:
        super().__init__(motu.parse_rules(spec))
        self.kind = type("FaultyState", (_SameKind,), methods)

    def new_initial_state(self) -> State:
        state: State = self.kind(self)
        return state


class _SameKind(State):
    """Clones are as faulty as the original."""

    def clone(self) -> Self:
        return type(self)(self.game, self)


@dataclass(frozen=True)
class Fault:
    """What is wrong, and what the walk has to say."""

    method: str
    instead: Callable[..., Any]
    message: str
    spec: str = "hex(size=3)"


def is_late(state: State) -> bool:
    return len(state.history()) == 3


def undo_twice(state: State) -> None:
    right.undo(state)
    if state.history():
        right.undo(state)


def swallow(state: State, action: int) -> None:
    if state.is_legal(action):
        right.apply_action(state, action)


def read_anything(state: State, text: str) -> int:
    return right.play(state, text) if text != "?" else 0


def call_it_invalid(state: State, text: str) -> int:
    try:
        return right.play(state, text)
    except IllegalMoveError as error:
        raise InvalidMoveError(str(error), text=text, legal=error.legal) from None


def say_nothing_is_legal(state: State, text: str) -> int:
    try:
        return right.play(state, text)
    except InvalidMoveError as error:
        raise InvalidMoveError(str(error), text=text) from None


def play_half(state: State, text: str) -> int:
    announced, roll, _ = text.partition("=")
    if announced and roll and right.string_to_action(state, announced) in state.legal_actions():
        right.play(state, announced)
    return right.play(state, text)


def spoil_observation(value: float) -> Callable[[State], Any]:
    def observation(state: State) -> Any:
        planes = right.observation(state)
        planes[0, 0, 0] = value
        return planes

    return observation


SHARED = np.zeros((9, 3, 3), dtype=np.float32)

FAULTS = {
    "another player": Fault("current_player", lambda s: 2, "current_player"),
    "the wrong player": Fault("current_player", lambda s: s.to_move(), "another colour is to move"),
    "never over": Fault("is_terminal", lambda s: False, "is_terminal.. and current_player.. differ|may be raised here"),
    "never chance": Fault("is_chance_node", lambda s: False, "is_chance_node.. and current_player", "junior"),
    "one colour": Fault("colour", lambda s, person: "black", "the persons hold"),
    "a swap unseen": Fault("is_swapped", lambda s: False, "is_swapped.. and colour.. differ|another colour"),
    "plies": Fault("ply", lambda s: len(s.history()) + 1, "ply 1 after 0"),
    "plies that do not count": Fault("ply", lambda s: len(s.history()) // 3, "a turn was over that took no ply"),
    "descending": Fault("legal_actions", lambda s: right.legal_actions(s)[::-1], "not ascending"),
    "one action less": Fault("legal_actions", lambda s: right.legal_actions(s)[1:], "mask and legal actions differ"),
    "nothing legal": Fault("legal_actions", lambda s: [], "over if and only if nothing is legal"),
    "out of range": Fault("legal_actions", lambda s: [*right.legal_actions(s), 99], "out of range"),
    "inverted mask": Fault("legal_mask", lambda s: ~right.legal_mask(s), "mask and legal actions differ"),
    "mask of numbers": Fault("legal_mask", lambda s: right.legal_mask(s).astype(int), "the mask is int64"),
    "all legal": Fault("is_legal", lambda s, a: True, "is_legal.. and legal actions differ"),
    "swap at any time": Fault("swap_is_legal", lambda s: True, "swap_is_legal"),
    "a swap that nobody foresaw": Fault("swap_is_next", lambda s: False, "swap_is_next.. and what followed differ"),
    "texts in disorder": Fault("legal_moves", lambda s: right.legal_moves(s)[::-1], "not the texts of legal actions"),
    "capitals": Fault("action_to_string", lambda s, a: right.action_to_string(s, a).upper(), "legal moves are not"),
    "read as another": Fault(
        "string_to_action", lambda s, t: right.string_to_action(s, t) ^ 1, "is not read as action"
    ),
    "case matters": Fault(
        "string_to_action",
        lambda s, t: right.string_to_action(s, t) if t == t.lower() else 0,
        "'.*[A-Z].*' is not read as",
    ),
    "probabilities": Fault(
        "chance_outcomes", lambda s: [(o, p * 0.9) for o, p in right.chance_outcomes(s)], "do not add up to 1", "junior"
    ),
    "a face too few": Fault(
        "chance_outcomes", lambda s: right.chance_outcomes(s)[1:], "outcomes are not what is legal", "junior"
    ),
    "chance everywhere": Fault("chance_outcomes", lambda s: [(0, 1.0)], "chance outcomes without chance"),
    "no outcome": Fault("outcome", lambda s: None, "an end without one"),
    "draws": Fault("returns", lambda s: [0.0, 0.0], "returns are .0.0, 0.0. where the winner is"),
    "returns turned round": Fault("returns", lambda s: right.returns(s)[::-1], "returns are"),
    "no winning cells": Fault("winning_cells", lambda s: [], "winning cells .. at the end 'connected'"),
    "winning cells of both": Fault(
        "winning_cells", lambda s: list(range(9)) if s.is_terminal() else [], "not the winner's"
    ),
    "winning cells twice": Fault("winning_cells", lambda s: right.winning_cells(s) * 2, "listed twice"),
    "winning early": Fault("winning_cells", lambda s: [0], "winning cells without a winner"),
    "doubles": Fault("observation", lambda s: right.observation(s).astype(np.float64), "the observation is float64"),
    "another shape": Fault("observation", lambda s: right.observation(s)[:4], "the observation's shape is"),
    "not finite": Fault("observation", spoil_observation(float("nan")), "not finite"),
    "one array for all": Fault("observation", lambda s: SHARED, "writing to an observation"),
    "observation by chance": Fault("observation", lambda s: right.observation(s) + next(numbers) % 2, "changed"),
    "a cell too few": Fault("stones", lambda s: right.stones(s)[1:], "entries for the cells"),
    "a third colour": Fault("stones", lambda s: [3, *right.stones(s)[1:]], "stones are"),
    "no text": Fault("__str__", lambda s: "", "no readable text"),
    "clones that are no clones": Fault("clone", lambda s: s, "playing on a clone changed"),
    "clones that forget": Fault("clone", lambda s: s.game.new_initial_state(), "cloning changed"),
    "one hash for all": Fault("hash", lambda s: 7, "did not change its hash"),
    "hash of the way": Fault("hash", lambda s: hash(tuple(s.history())), "the same position had another hash"),
    "hash without mover": Fault(
        "hash", lambda s: hash(tuple(s.stones())), "did not change its hash|another position had the same hash"
    ),
    "no undo": Fault("undo", lambda s: None, "changed|was not refused"),
    "undo too much": Fault("undo", undo_twice, "changed"),
    "no history": Fault("history", lambda s: [], "ply 1 after 0|not the action longer"),
    "moves without rolls": Fault(
        "moves",
        lambda s: [move.partition("=")[0] for move in right.moves(s)],
        "played another number|changed|may be raised here",
        "junior",
    ),
    "illegal actions ignored": Fault("apply_action", swallow, "was not refused"),
    "nonsense ignored": Fault("play", read_anything, "'.' was not refused"),
    "the wrong error": Fault("play", call_it_invalid, "InvalidMoveError instead of IllegalMoveError"),
    "an error that does not help": Fault("play", say_nothing_is_legal, "the error says that .. would be legal"),
    "half a move": Fault("play", play_half, "changed|GameOverError|instead of", "junior"),
    "legal moves come and go": Fault(
        "legal_actions",
        lambda s: right.legal_actions(s)[: -1 if is_late(s) else None],
        "differ|changed|not the texts|may be raised here",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(name: str) -> None:
    fault = FAULTS[name]
    with pytest.raises(ConformanceError, match=fault.message) as caught:
        check_game(FaultyGame(fault.spec, {fault.method: fault.instead}), seed=1, plies=300)
    assert caught.value.args[0].startswith(str(motu.parse_rules(fault.spec)))


def test_the_same_games_without_a_fault_pass() -> None:
    for spec in {fault.spec for fault in FAULTS.values()}:
        assert check_game(FaultyGame(spec, {}), seed=1, plies=300).actions == 300


# --- symmetries and descriptions --------------------------------------------------------------------------------------


class Described(Game):
    """A game that says something else of itself."""

    def __init__(self, text: str, **changes: Any) -> None:
        super().__init__(motu.parse_rules(text))
        self.__dict__.update(changes)


def turned(symmetry: Symmetry, **changes: Any) -> Symmetry:
    return replace(symmetry, **changes)


def rotate(items: tuple[int, ...]) -> tuple[int, ...]:
    return (*items[1:], items[0])


HEX = motu.load_game("hex(size=3)").symmetries
JUNIOR = motu.load_game("junior").symmetries
WRONG_SYMMETRIES = {
    "none": ("hex(size=3)", (), "the first symmetry is not the identity"),
    "no identity": ("hex(size=3)", HEX[1:], "the first symmetry is not the identity"),
    "one missing": ("hex(size=3)", HEX[:3], "two symmetries after each other are none"),
    "one twice": ("hex(size=3)", (*HEX, HEX[2]), "two symmetries are the same"),
    "no permutation": ("hex(size=3)", (HEX[0], turned(HEX[1], cells=(0,) * 9)), "not permuted"),
    "neighbours lost": ("hex(size=3)", (HEX[0], turned(HEX[1], cells=rotate(HEX[0].cells))), "loses a neighbour"),
    "an island missing": ("hex(size=3)", (HEX[0], turned(HEX[1], islands=(0, 1, 2))), "not every island"),
    "an island torn": ("hex(size=3)", (HEX[0], turned(HEX[1], islands=rotate(HEX[1].islands))), "an island is torn"),
    "colours": ("hex(size=3)", (HEX[0], turned(HEX[1], swaps_colours=not HEX[1].swaps_colours)), "colour is wrong"),
    "actions": (
        "hex(size=3)",
        (HEX[0], *(turned(each, actions=HEX[0].actions) for each in HEX[1:])),
        "the image of the position is another one",
    ),
    "actions of the sum": (
        "hex(size=3)",
        (HEX[0], turned(HEX[1], actions=HEX[2].actions), turned(HEX[2], actions=HEX[1].actions), HEX[3]),
        "actions do not follow|the image",
    ),
    "faces": (
        "junior",
        (JUNIOR[0], *(turned(each, row_faces=rotate(each.row_faces)) for each in JUNIOR[1:])),
        "the image of the position is another one",
    ),
}


@pytest.mark.parametrize("name", WRONG_SYMMETRIES)
def test_a_wrong_symmetry_is_found(name: str) -> None:
    spec, symmetries, message = WRONG_SYMMETRIES[name]
    with pytest.raises(ConformanceError, match=message):
        check_game(Described(spec, symmetries=symmetries), seed=1, plies=100)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"spec": "hex"}, "the spec is not canonical"),
        ({"spec": str(motu.parse_rules("atomorph"))}, "the spec is of another game"),
        ({"num_players": 3}, "two players"),
        ({"num_actions": 0}, "actions"),
        ({"observation_planes": ("own", "own")}, "planes"),
        ({"observation_shape": (9, 4, 4)}, "the planes are not as large as the board"),
    ],
)
def test_a_wrong_description_is_found(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConformanceError, match=message):
        check_game(Described("hex(size=3)", **changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"names": ("a1",) * 9}, "two cells have one name; names and indices differ"),
        ({"coordinates": ((0, 0),) * 9}, "two cells have one place"),
        ({"neighbours": ((1,), *motu.load_game("hex(size=3)").board.neighbours[1:])}, "a neighbour is not mutual"),
    ],
)
def test_a_wrong_board_is_found(changes: dict[str, Any], message: str) -> None:
    board = replace(motu.load_game("hex(size=3)").board, **changes)
    with pytest.raises(ConformanceError, match=message):
        check_game(Described("hex(size=3)", board=board))
