"""What every position of every game has to keep, checked one position at a time (floor: testing).

Each check takes a position, asks it in several ways, and raises `ConformanceError` where the answers differ. None of
them knows a game; what they try out they undo. `CHECKS` and `TRIALS` list them all, and `motu.testing.conformance`
applies the lists all along a walk.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from random import Random

import numpy as np

from motu.errors import ActionRangeError, GameOverError, IllegalMoveError, InvalidMoveError, MotuError
from motu.games import CHANCE, TERMINAL, State

EMPTY = 2
"""In `State.stones()`: no stone."""
TRIES = 4
"""How many of many like things one check tries at one position."""
SHOWN = frozenset({"connected", "line"})
"""Reasons for an end that the board shows: there are winning cells."""


class ConformanceError(AssertionError):
    """A position that does not keep its contract; the message says which, where, and how."""


def require(state: State, truth: bool, message: str) -> None:
    """Raise where something is not as it has to be.

    Raises:
        ConformanceError: With the game, the moves so far and the message, unless `truth`.
    """
    if not truth:
        raise ConformanceError(f"{state.game.spec} after '{' '.join(state.moves())}': {message}")


def position_key(state: State) -> Hashable:
    """Return all that decides how a game goes on, without how it came about; equal keys are equal positions."""
    return (
        tuple(state.stones()),
        state.to_move(),
        state.current_player(),
        state.is_swapped(),
        tuple(state.legal_actions()),
        state.observation().tobytes(),
    )


def fingerprint(state: State) -> dict[str, object]:
    """Return everything that can be seen of a position, by what it was asked."""
    return {
        "hash": state.hash(),
        "stones": state.stones(),
        "legal actions": state.legal_actions(),
        "player": state.current_player(),
        "colour to move": state.to_move(),
        "ply": state.ply(),
        "swapped": state.is_swapped(),
        "swap is legal": state.swap_is_legal(),
        "swap is next": state.swap_is_next(),
        "chance outcomes": state.chance_outcomes(),
        "outcome": state.outcome(),
        "returns": list(state.returns()),
        "winning cells": state.winning_cells(),
        "history": state.history(),
        "moves": state.moves(),
        "observation": state.observation().tobytes(),
    }


def require_same(state: State, before: dict[str, object], cause: str) -> None:
    """Raise where a position is not what it was, naming what differs."""
    now = fingerprint(state)
    changed = [name for name, value in before.items() if now[name] != value]
    require(state, not changed, f"{cause} changed {', '.join(changed)}")


# --- one check after the other ----------------------------------------------------------------------------------------


def check_actor(state: State) -> None:
    """Exactly one of a person, the die and nobody acts; persons and colours fit together."""
    player = state.current_player()
    require(state, player in (0, 1, CHANCE, TERMINAL), f"current_player() is {player}")
    require(state, state.is_terminal() == (player == TERMINAL), "is_terminal() and current_player() differ")
    require(state, state.is_chance_node() == (player == CHANCE), "is_chance_node() and current_player() differ")
    names = state.game.colour_names
    held = [state.colour(person) for person in (0, 1)]
    require(state, sorted(held) == sorted(names), f"the persons hold {held} of {names}")
    require(state, (held[0] != names[0]) == state.is_swapped(), "is_swapped() and colour() differ")
    if player in (0, 1):
        require(state, held[player] == names[state.to_move()], "another colour is to move than the mover's")
    require(state, 0 <= state.ply() <= len(state.history()), f"ply {state.ply()} after {len(state.history())} actions")


def check_legal_actions(state: State) -> None:
    """Legal actions are ascending ids in range, and lists, masks and single questions agree on them."""
    limit = action_limit(state)
    legal = state.legal_actions()
    require(state, legal == sorted(set(legal)), "legal actions are not ascending, or not unique")
    require(state, all(0 <= action < limit for action in legal), "a legal action is out of range")
    require(state, bool(legal) != state.is_terminal(), "a game is over if and only if nothing is legal")
    mask = state.legal_mask()
    require(state, mask.dtype == np.bool_ and mask.shape == (limit,), f"the mask is {mask.dtype} {mask.shape}")
    require(state, np.flatnonzero(mask).tolist() == legal, "mask and legal actions differ")
    asked = [action for action in range(-2, limit + 2) if state.is_legal(action)]
    require(state, asked == legal, "is_legal() and legal actions differ")
    if state.swap_is_legal():
        require(state, state.is_legal(state.string_to_action("swap")), "swap_is_legal() and legal actions differ")


def try_texts(state: State, random: Random) -> None:
    """Actions have texts of their own, which are read back in any case and with blanks round them."""
    legal = state.legal_actions()
    texts = [state.action_to_string(action) for action in legal]
    require(state, texts == state.legal_moves(), "legal moves are not the texts of legal actions")
    require(state, len(set(texts)) == len(texts), "two legal actions have one text")
    some = random.sample(range(action_limit(state)), min(TRIES, action_limit(state)))
    for action in {*legal[:TRIES], *legal[-TRIES:], *(some if not state.is_chance_node() else [])}:
        text = state.action_to_string(action)
        require(state, text == text.strip().lower() != "", f"the text '{text}' is not bare lower case")
        for written in (text, f" {text.upper()}\t"):
            require(state, state.string_to_action(written) == action, f"'{written}' is not read as action {action}")


def check_chance(state: State) -> None:
    """At chance nodes, and only there, outcomes have probabilities that add up to 1."""
    outcomes = state.chance_outcomes()
    if not state.is_chance_node():
        require(state, outcomes == [], "chance outcomes without chance")
        return
    require(state, [outcome for outcome, _ in outcomes] == state.legal_actions(), "outcomes are not what is legal")
    require(state, all(0 < share <= 1 for _, share in outcomes), "a probability is out of range")
    require(state, abs(sum(share for _, share in outcomes) - 1) < 1e-12, "the probabilities do not add up to 1")


def check_outcome(state: State) -> None:
    """Only a game that is over has an outcome; returns add up to 0 and say the same."""
    outcome, returns = state.outcome(), list(state.returns())
    require(state, (outcome is not None) == state.is_terminal(), "an outcome before the end, or an end without one")
    winner = outcome.winner if outcome is not None else None
    expected = [0.0, 0.0] if winner is None else [1.0 - 2 * winner, 2.0 * winner - 1]
    require(state, returns == expected, f"returns are {returns} where the winner is {winner}")
    cells = state.winning_cells()
    require(state, len(cells) == len(set(cells)), "a winning cell is listed twice")
    if outcome is None or winner is None:
        require(state, cells == [], "winning cells without a winner")
        return
    require(state, bool(cells) == (outcome.reason in SHOWN), f"winning cells {cells} at the end '{outcome.reason}'")
    own = state.game.colour_names.index(state.colour(winner))
    stones = state.stones()
    require(state, all(stones[cell] == own for cell in cells), "winning cells that are not the winner's")


def check_observation(state: State) -> None:
    """Observations are finite float32 planes of the documented shape, and the caller's own."""
    planes = state.observation()
    require(state, planes.dtype == np.float32, f"the observation is {planes.dtype}")
    require(state, planes.shape == state.game.observation_shape, f"the observation's shape is {planes.shape}")
    require(state, bool(np.isfinite(planes).all()), "the observation is not finite")
    before = planes.copy()
    planes.fill(7)
    require(state, bool((state.observation() == before).all()), "writing to an observation changed the next one")


def check_stones(state: State) -> None:
    """There is one entry a cell, and readable text."""
    stones = state.stones()
    require(state, len(stones) == state.game.board.num_cells, f"{len(stones)} entries for the cells")
    require(state, set(stones) <= {0, 1, EMPTY}, f"stones are {set(stones)}")
    named = state.named_stones()
    require(state, len(named) == sum(stone != EMPTY for stone in stones), "named stones and stones differ")
    require(state, str(state).strip() != "" and state.game.spec in repr(state), "no readable text")


def try_clone(state: State, random: Random) -> None:
    """A clone is the same position, and what happens to one does not happen to the other."""
    before = fingerprint(state)
    clone = state.clone()
    require_same(clone, before, "cloning")
    require(state, clone.game is state.game, "a clone is of another game")
    if not state.is_terminal():
        clone.apply_action(random.choice(clone.legal_actions()))
        require_same(state, before, "playing on a clone")
        require(state, clone.hash() != state.hash(), "an action on a clone did not change its hash")
    while clone.history():
        clone.undo()
    require_same(state, before, "undoing on a clone")


def try_undo(state: State, random: Random) -> None:
    """An action undone has left no trace, and it was one entry of the history."""
    before = fingerprint(state)
    legal = state.legal_actions()
    for action in random.sample(legal, min(TRIES, len(legal))):
        ply, history, colour = state.ply(), state.history(), state.to_move()
        may_be_swapped = state.swap_is_next()
        entry = (action, state.is_chance_node())
        state.apply_action(action)
        require(state, state.history() == [*history, entry], "the history is not the action longer")
        taken = state.ply() - ply
        require(state, taken in (0, 1), f"an action took {taken} plies")
        require(state, taken == 1 or state.to_move() == colour, "a turn was over that took no ply")
        swap = state.swap_is_legal()
        require(state, swap == may_be_swapped or state.is_terminal(), "swap_is_next() and what followed differ")
        state.undo()
        require_same(state, before, f"playing and undoing action {action}")


def try_refusals(state: State, random: Random) -> None:
    """What is not legal is refused with the right error, which says what is right, and changes nothing."""
    before = fingerprint(state)
    limit = action_limit(state)
    for action in (-1, limit, limit + random.randrange(1000), -(2**31), 2**31, 2**62):
        refuse(state, partial(state.apply_action, action), ActionRangeError, str(action))
        refuse(state, partial(state.action_to_string, action), ActionRangeError, str(action))
    for huge in (-(2**80), 2**80):
        refuse(state, partial(state.apply_action, huge), ActionRangeError)
    legal = set(state.legal_actions())
    illegal = [action for action in range(limit) if action not in legal]
    expected = GameOverError if state.is_terminal() else IllegalMoveError
    for action in random.sample(illegal, min(TRIES, len(illegal))):
        text = state.action_to_string(action)
        _check_legal(state, refuse(state, partial(state.apply_action, action), expected, text))
        _check_legal(state, refuse(state, partial(state.play, text), expected, text))
    wrong = GameOverError if state.is_terminal() else InvalidMoveError
    for text in ("", "?", "=", "h", "77", "ŝ1"):
        _check_legal(state, refuse(state, partial(state.play, text), wrong, text))
    _check_legal(state, refuse(state, partial(state.play, "x" * 5000), wrong))
    for move in state.legal_moves()[:TRIES]:
        refuse(state, partial(state.play, f"{move}=0"), InvalidMoveError)  # all or nothing: the move alone is legal
    require_same(state, before, "something that was refused")


def _check_legal(state: State, error: MotuError) -> None:
    legal = tuple(state.legal_moves())
    require(state, error.legal == legal, f"the error says that {error.legal} would be legal, not {legal}: {error}")


def refuse(state: State, call: Callable[[], object], expected: type[MotuError], text: str | None = None) -> MotuError:
    """Make a call that has to be refused, and return its error.

    Args:
        state: Where.
        call: What.
        expected: The class of the error.
        text: What the error has to say was read.

    Raises:
        ConformanceError: When nothing or something else is raised.
    """
    try:
        call()
    except MotuError as error:
        kind = type(error).__name__
        require(state, type(error) is expected, f"{kind} instead of {expected.__name__} for '{text}': {error}")
        require(state, error.slug == expected.default_slug, f"the slug of {kind} is {error.slug}")
        require(state, text in (None, error.text), f"{kind} says that '{error.text}' was read, not '{text}'")
        require(state, bool(error.message), f"{kind} has no message")
        return error
    raise ConformanceError(f"{state.game.spec} after '{' '.join(state.moves())}': '{text}' was not refused")


def action_limit(state: State) -> int:
    """Return how many ids there are here: actions, or outcomes of chance."""
    return state.game.max_chance_outcomes if state.is_chance_node() else state.game.num_actions


CHECKS: tuple[Callable[[State], None], ...] = (
    check_actor,
    check_legal_actions,
    check_chance,
    check_outcome,
    check_observation,
    check_stones,
)
"""What is asked of a position."""

TRIALS: tuple[Callable[[State, Random], None], ...] = (try_texts, try_clone, try_undo, try_refusals)
"""What is tried out at a position, a few things drawn from many."""
