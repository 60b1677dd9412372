"""What the tests of pickled positions do in other processes, which find it here by its name."""

from __future__ import annotations

import random

import motu
from motu.search.players import make_player

Played = tuple[str, tuple[str, ...], int, motu.State]
"""Spec, moves and hash of a position, and itself."""

SPECS = (
    "hex(size=4)",
    "gan",
    "atoll(board=hexagon,size=3,islands=12,swap=false)",
    "atomorph(size=4,return_stone=true)",
    "atmalof",
    "atmalof(rows=3,cols=5,extra_rows=0,extra_cols=1,line=3,pieces=6)",
)
PLAYERS = ("random", "mcts:8", "uct:8", "level:2")
LONGEST = 40


def beginnings(count: int) -> list[tuple[motu.State, int]]:
    """Return positions of all games after a few moves, set-up ones among them, each with a seed."""
    found = []
    for seed in range(count):
        game = motu.load_game(SPECS[seed % len(SPECS)])
        state = game.new_initial_state() if seed % 5 else game.new_state({}, 1)
        found.append((play_at_random(state, seed % 4, seed), seed))
    return found


def play_at_random(state: motu.State, actions: int, seed: int) -> motu.State:
    """Apply so many random actions."""
    rng = random.Random(seed)
    for _ in range(actions):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def play_on(beginning: tuple[motu.State, int]) -> Played:
    """Play a game on from a position, by a player that its seed decides."""
    state, seed = beginning
    player, dice = make_player(PLAYERS[seed % len(PLAYERS)], seed), random.Random(seed)
    while not state.is_terminal() and len(state.history()) < LONGEST:
        if state.is_chance_node():
            state.apply_action(dice.choice(state.legal_actions()))
        else:
            state.apply_action(player.choose(state).action)
    return state.game.spec, tuple(state.moves()), state.hash(), state


def check_same(found: list[Played], expected: list[Played]) -> None:
    """Games that were played elsewhere are those that are played here, and came back whole."""
    assert len(found) == len(expected)
    for played, right in zip(found, expected, strict=True):
        assert played[:3] == right[:3]
        state, right_state = played[3], right[3]
        assert state == right_state
        assert hash(state) == hash(right_state)
        assert state.game == right_state.game
        assert tuple(state.moves()) == played[1]
        if state.history():
            state.undo()
