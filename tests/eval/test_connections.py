"""Virtual connections from Python: what is said, in which words, and what is refused."""

import dataclasses
import random
from typing import Any, cast

import pytest

import motu
from motu.errors import EngineError, GameOverError
from motu.eval.connections import Connections, analyze_connections


def begin(spec: str, *moves: str) -> motu.State:
    return motu.load_game(spec).new_initial_state().play_all(moves)


def set_up(spec: str, stones: dict[str, str | int], to_move: str) -> motu.State:
    return motu.load_game(spec).new_state(stones, to_move)


def cells(state: motu.State, names: str) -> tuple[int, ...]:
    return tuple(sorted(state.game.board.index(name) for name in names.split()))


def mover_wins(state: motu.State) -> bool:
    """Try everything."""
    for action in state.legal_actions():
        state.apply_action(action)
        wins = state.is_terminal() or not mover_wins(state)
        state.undo()
        if wins:
            return True
    return False


def test_the_middle_of_a_small_board_holds_both_edges_by_bridges() -> None:
    state = begin("hex(size=3,swap=false)", "b2")
    before = state.hash(), state.history()
    found = analyze_connections(state)
    assert (state.hash(), state.history()) == before
    assert (found.verdict, found.action, found.must_play) == ("loss", None, ())
    assert found.carrier == cells(state, "b1 c1 a3 b3")
    upper = [link for link in found.colours[0].connections if set(link.ends) == {"island 0", "b2"}]
    assert [link.carrier for link in upper if link.is_full][:1] == [cells(state, "b1 c1")]
    assert found.colours[0].winning[-1].is_full
    assert found.colours[0].is_finished
    assert found.colours[0].connections
    assert not found.colours[1].winning


def test_must_play_cells_are_those_that_meet_every_threat() -> None:
    state = begin("hex(size=4,swap=false)", "d2")
    found = analyze_connections(state)
    assert (found.verdict, found.action, found.carrier) == ("open", None, ())
    assert found.must_play == cells(state, "d1 b3 b4")
    threats = [set(link.carrier) for link in found.colours[0].winning]
    assert set.intersection(*threats) == set(found.must_play)
    assert all(link.key in link.carrier and not link.is_full for link in found.colours[0].winning)


@pytest.mark.parametrize(
    "spec", ["hex(size=4,swap=false)", "atoll(size=5,swap=false)", "atoll(board=hexagon,size=3,islands=12,swap=false)"]
)
def test_verdicts_are_those_of_trying_everything(spec: str) -> None:
    rng = random.Random(3)
    decided = 0
    for _ in range(20):
        state = begin(spec)
        while len(state.legal_actions()) > 6 and not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        found = analyze_connections(state, "quick", list_all=False)
        assert not found.colours[0].connections
        wins = mover_wins(state.clone())
        if found.verdict != "open":
            decided += 1
            assert wins == (found.verdict == "win")
        if found.action is not None:
            state.apply_action(found.action)
            assert state.is_terminal() or not mover_wins(state)
    assert decided > 5


def test_the_pie_rule_comes_before_connections() -> None:
    first = analyze_connections(begin("hex(size=3)"))
    assert (first.verdict, first.action, len(first.must_play)) == ("open", None, 9)
    answer = begin("hex(size=3)", "b2")
    found = analyze_connections(answer)
    assert found.verdict == "win"
    assert found.action is not None
    assert answer.action_to_string(found.action) == "swap"
    assert analyze_connections(begin("hex(size=3)", "b2", "swap")).verdict == "loss"


def test_groups_are_called_by_their_islands_and_cells_by_their_names() -> None:
    state = set_up("hex(size=7,swap=false)", {"c1": "black", "c2": "black", "d5": "black", "e6": "black"}, "white")
    found = analyze_connections(state)
    ends = {end for link in found.colours[0].connections for end in link.ends}
    assert {"island 0", "island 2", "d5", "e6", "g4"} <= ends
    assert not {"c1", "c2"} & ends
    bridge = next(link for link in found.colours[0].connections if link.ends == ("d5", "e6"))
    assert (bridge.key, bridge.is_full) == (None, True)
    assert bridge.carrier == cells(state, "e5 d6")


def test_more_effort_says_no_less() -> None:
    rng = random.Random(8)
    game = motu.load_game("atoll(size=7,swap=false)")
    for _ in range(30):
        state = game.new_initial_state()
        while not state.is_terminal() and len(state.legal_actions()) > 16:
            state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        less, more = (analyze_connections(state, effort, list_all=False) for effort in ("quick", "thorough"))
        if less.verdict != "open":
            assert more.verdict == less.verdict


@pytest.mark.parametrize("spec", ["atomorph(size=5)", "atmalof"])
def test_games_without_such_connections_are_refused(spec: str) -> None:
    with pytest.raises(EngineError, match="belong to Atoll and Hex") as caught:
        analyze_connections(begin(spec))
    assert caught.value.slug == "engine/no-connections"
    assert "hex" in caught.value.legal


def test_an_unknown_effort_and_a_finished_game_are_refused() -> None:
    with pytest.raises(EngineError, match="quick, standard, thorough, not 'huge'"):
        analyze_connections(begin("hex(size=3)"), cast(Any, "huge"))
    with pytest.raises(GameOverError, match="nothing left to connect"):
        analyze_connections(begin("hex(size=2,swap=false)", "a1", "b1", "a2"))


def test_an_analysis_cannot_be_changed() -> None:
    found: Connections = analyze_connections(begin("hex(size=3,swap=false)"))
    with pytest.raises(dataclasses.FrozenInstanceError):
        cast(Any, found).verdict = "loss"
