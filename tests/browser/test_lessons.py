"""What the lessons claim is so: every task's position, as the page has it, is checked by the rules and the solver."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.browsing import speak
from motu.games import State
from motu.games.line import Line
from motu.server.threats import threats_of
from motu.server.views import position_view
from motu.solve import ConnectionSolver, SolveLimits

pytestmark = pytest.mark.slow

LIMITS = SolveLimits(memory_bytes=1 << 26)
ORDER = {
    "atoll": ["island", "chain", "opposite", "span", "save", "block", "bridge", "triple", "fair"],
    "atomorph": ["join", "corner", "winningFlip", "weaken", "cut", "contested", "banned", "flipBack"],
    "atmalof": ["sure", "step", "gap", "ends", "close", "corner", "lastPiece"],
}
_TASKS = """async game => {
  const module = await globalThis.motuModules.get(`learn/${game}_lesson`);
  return module[`${game}Tasks`]().map(({judge, forbidden, ...data}) => data);
}"""
"""The page's own tasks: modules come in packs, and what is loaded of them lies in this table."""


def start(task: Any) -> State:
    """Return a task's position."""
    state = Line(spec=task["spec"], setup=task.get("setup")).start()
    return state.play_all(task.get("moves", ()))


def after(state: State, *moves: str) -> State:
    return state.clone().play_all(moves)


def names(state: State, cells: Any) -> list[str]:
    return [state.game.board.names[cell] for cell in cells]


def touch(state: State, one: str, other: str) -> bool:
    board = state.game.board
    return board.names.index(other) in board.neighbours[board.names.index(one)]


def wins_by_roll(state: State) -> dict[str, int]:
    """Return for each line on how many faces its announcement wins at once for whoever is to move."""
    mover = state.current_player()
    lines = [each.line for each in position_view(state).announce]
    faces = [f"={face}" for face in range(1, 7)]
    ends = {line: [after(state, line, face).outcome() for face in faces] for line in lines}
    return {line: sum(end is not None and end.winner == mover for end in found) for line, found in ends.items()}


def wins_at_once(state: State) -> bool:
    return bool(threats_of(state).wins) or any(wins_by_roll(state).values())


# --- Atoll


def island(state: State) -> None:
    shore = names(state, state.game.board.islands[1].cells)
    assert state.game.board.islands[1].colour == state.to_move() == 0
    assert "f8" in shore


def chain(state: State) -> None:
    assert [move for move in state.legal_moves() if touch(state, move, "d4") and touch(state, move, "d2")] == ["d3"]


def only_win(move: str) -> Callable[[State], None]:
    def check(state: State) -> None:
        assert threats_of(state).wins == (move,)

    return check


def span(state: State) -> None:
    empty = [name for name in state.game.board.names if name in state.legal_moves()]
    between = [name for name in empty if touch(state, name, "d4") and touch(state, name, "e6")]
    assert between == ["d5", "e5"]
    assert not touch(state, "d4", "e6")


def save(state: State) -> None:
    assert not touch(state, "d4", "e6")
    joining = [move for move in state.legal_moves() if touch(state, move, "d4") and touch(state, move, "e6")]
    assert joining == ["d5"]


def block(state: State) -> None:
    assert state.to_move() == 1
    assert threats_of(state).threats == ("g8",)
    assert [move for move in state.legal_moves() if not threats_of(after(state, move)).wins] == ["g8"]


def fair(state: State) -> None:
    """From the middle whoever has the stone wins: the swap is right, and every answer loses."""
    assert "swap" in state.legal_moves()
    placed = Line(spec="hex(size=5,swap=false)").start().play_all(["c3"])
    assert placed.current_player() == 1
    assert ConnectionSolver(placed.game).solve(placed, LIMITS).upper == -1


def triple(state: State) -> None:
    only_win("d3")(state)
    joined = [0, 4, 8]
    assert all(second - first <= 6 for first, second in pairwise([*joined, 12]))


# --- Atomorph


def corner_of_atomorph(state: State) -> None:
    weakening = [move for move in state.legal_moves() if "a1" in names(state, position_view(after(state, move)).weak)]
    assert weakening == ["b1"]


def weaken(state: State) -> None:
    weakening = [move for move in state.legal_moves() if "c3" in names(state, position_view(after(state, move)).weak)]
    assert sorted(weakening) == ["b4", "d2"]


def cut(state: State) -> None:
    assert threats_of(state).threats == ("a4",)
    blocked = after(state, "a4")
    assert "a4" in names(blocked, position_view(blocked).weak)
    assert threats_of(blocked).wins == ("xa4",)
    assert [move for move in state.legal_moves() if not threats_of(after(state, move)).wins] == ["xb4"]
    others = [move for move in state.legal_moves() if move not in ("xb4", "a4")]
    assert all("a4" in threats_of(after(state, move)).wins for move in others)


def contested(state: State) -> None:
    assert names(state, position_view(state).contested) == ["c3"]
    assert "xc3" in state.legal_moves()


def banned(state: State) -> None:
    assert position_view(state).banned
    assert "xc3" not in state.legal_moves()


# --- Atmalof


def sure(state: State) -> None:
    found = position_view(state).announce
    assert [each.line for each in found if each.hits == each.faces] == ["r6", "r7", "c7"]


def gap(state: State) -> None:
    assert {line for line, count in wins_by_roll(state).items() if count} == {"r4", "c4"}
    assert threats_of(state).wins == ()


def ends(state: State) -> None:
    found = wins_by_roll(state)
    assert {line: count for line, count in found.items() if count} == {"r3": 2, "c1": 1, "c6": 1}
    assert threats_of(state).wins == ()


def close(state: State) -> None:
    steps = names(state, [step[0] for step in position_view(state).steps if names(state, [step[1]]) == ["r4c4"]])
    assert steps == ["r5c3"]
    assert wins_at_once(after(state, "r1c1-r1c2"))
    assert not wins_at_once(after(state, "r5c3-r4c4"))


def last_piece(state: State) -> None:
    found = wins_by_roll(state)
    assert found["c4"] == max(found.values()) == 2
    assert [line for line, count in found.items() if count == 2] == ["c4"]


CLAIMS: dict[str, dict[str, Callable[[State], None]]] = {
    "atoll": {
        "island": island,
        "chain": chain,
        "opposite": only_win("g8"),
        "span": span,
        "save": save,
        "block": block,
        "bridge": only_win("e4"),
        "triple": triple,
        "fair": fair,
    },
    "atomorph": {
        "join": only_win("c3"),
        "corner": corner_of_atomorph,
        "winningFlip": only_win("xb7"),
        "weaken": weaken,
        "cut": cut,
        "contested": contested,
        "banned": banned,
        "flipBack": contested,
    },
    "atmalof": {
        "sure": sure,
        "step": only_win("r2c5-r3c5"),
        "gap": gap,
        "ends": ends,
        "close": close,
        "corner": only_win("r6c7-r7c7"),
        "lastPiece": last_piece,
    },
}


@pytest.mark.parametrize("game", ORDER)
def test_what_the_tasks_claim_is_so(page: Page, address: str, game: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/learn/{game}/lesson")
    page.locator(".lesson motu-board [data-cell]").first.wait_for()
    tasks = page.evaluate(_TASKS, game)
    assert [task["name"] for task in tasks] == ORDER[game]
    for task in tasks:
        state = start(task)
        assert after(state, task["solution"], *task.get("reply", ())) is not None, task["name"]
        CLAIMS[game][task["name"]](state)
