"""Random positions of small games, and how to look at one so that two looks can be compared."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from hypothesis import strategies as st

import motu

SPECS = (
    "atoll(size=5)",
    "atoll(size=7,islands=12,swap=false)",
    "hex(size=3x4)",
    "hex(size=4,swap=false)",
    "atoll(board=rhombus,size=5,islands=8)",
    "atoll(board=hexagon,size=3,islands=12,swap=false)",
    "atoll(board=triangle,size=5,islands=12)",
    "atomorph(size=3)",
    "atomorph(size=4,swap=false)",
    "atomorph(size=4,contested=never,return_stone=true)",
    "atomorph(size=5,corners=false,return_stone=true,swap=false)",
    "atomorph(size=9,contested=never,swap=false)",
    "atmalof",
    "junior",
    "kvinigu",
    "atmalof(rows=3,cols=5,extra_rows=0,extra_cols=1,line=3,pieces=6)",
    "atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=4,pieces=6,tiebreak=both)",
    "atmalof(rows=5,cols=5,extra_rows=1,extra_cols=1,line=3,pieces=4)",
)


@lru_cache(maxsize=64)
def game_of(spec: str) -> motu.Game:
    """Make a game once."""
    return motu.load_game(spec)


def play_at_random(state: motu.State, actions: int, seed: int) -> motu.State:
    """Apply so many random actions, or fewer when the game ends; return the state."""
    random = Random(seed)
    for _ in range(actions):
        if state.is_terminal():
            break
        state.apply_action(random.choice(state.legal_actions()))
    return state


@st.composite
def positions(draw: st.DrawFn, specs: tuple[str, ...] = SPECS) -> motu.State:
    """Draw a position that random play reaches; it shrinks to shorter games."""
    state = game_of(draw(st.sampled_from(specs))).new_initial_state()
    return play_at_random(state, draw(st.integers(0, 120)), draw(st.integers(0, 2**32 - 1)))


def look(state: motu.State) -> dict[str, Any]:
    """Take down everything a position shows."""
    return {
        "player": (state.current_player(), state.to_move(), state.is_swapped(), state.ply()),
        "hash": state.hash(),
        "legal": (state.legal_actions(), state.legal_moves(), state.legal_mask().tobytes(), state.swap_is_legal()),
        "chance": (state.is_chance_node(), state.chance_outcomes()),
        "stones": (state.stones(), state.winning_cells()),
        "end": (state.is_terminal(), state.outcome(), state.returns()),
        "past": (state.history(), state.moves()),
        "observation": state.observation().tobytes(),
        "own": own_look(state),
        "text": str(state),
    }


def own_look(state: motu.State) -> tuple[object, ...]:
    """Take down what only one game has."""
    if state.game.name == "atomorph":
        return (state.weak(), state.contested(), state.ban(), state.to_return())
    if state.game.name == "atmalof":
        return (state.announced(), state.pieces(), state.short_lines())
    return ()
