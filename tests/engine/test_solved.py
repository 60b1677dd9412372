"""What is solved reaches the engines: they play no losing move where a proof is known, and say what is proved."""

from __future__ import annotations

import io
import json
import logging
import random
import shutil
import subprocess
import sys
from typing import Any

import pytest

import motu
from motu.engine.analysis_engine import AnalysisEngine
from motu.engine.clocked_player import ClockedPlayer
from motu.engine.position_search import search_position
from motu.engine.session import Session
from motu.errors import EngineError, SolveError
from motu.games import Game, State
from motu.search.level_player import LevelPlayer
from motu.search.limits import Clock, Limits
from motu.search.mcts import MctsPlayer, SearchTree
from motu.search.players import make_player
from motu.solve import ConnectionSolver, FlipSolver, LineSolver, Solution, SolveLimits, forget_tables, use_solved
from motu.solve.places import tables_folder
from motu.solve.solvers import table_of

LIMITS = SolveLimits(memory_bytes=1 << 24)
HEX = "hex(size=6,swap=false)"
FEW = Limits(visits=4)
"""Few enough that a search without a table often goes wrong on these boards."""


def random_positions(game: Game, count: int, plies: int, seed: int = 1) -> list[State]:
    rng = random.Random(seed)
    found: list[State] = []
    while len(found) < count:
        state = game.new_initial_state()
        for _ in range(rng.randrange(plies)):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        if not state.is_terminal() and not state.is_chance_node():
            found.append(state)
    return found


def solved_positions(spec: str, count: int = 10) -> list[tuple[State, Solution]]:
    """Solve positions and keep what was proved where engines look for it."""
    game = motu.load_game(spec)
    solver = ConnectionSolver(game)
    states = random_positions(game, count, 6)
    solutions = [solver.solve(state, LIMITS) for state in states]
    path = solver.keep()
    assert path is not None
    assert path == table_of(game)
    assert path.is_file()
    return list(zip(states, solutions, strict=True))


def best_actions(solution: Solution) -> set[int]:
    surest = max(each.lower for each in solution.actions)
    return {each.action for each in solution.actions if each.upper >= surest}


def wrong_choices(found: list[tuple[State, Solution]], solved: str) -> int:
    wrong = 0
    for state, solution in found:
        player = make_player(f"mcts:4,evaluator=uniform,solved={solved}", 1)
        wrong += player.choose(state).action not in best_actions(solution)
    return wrong


# --- Atoll


@pytest.mark.parametrize("spec", [HEX, "atoll(board=rhombus,size=5,islands=8,swap=false)", "atoll(size=5,swap=false)"])
def test_no_engine_plays_a_losing_move_where_a_proof_is_known(spec: str) -> None:
    found = solved_positions(spec)
    for state, solution in found:
        best = best_actions(solution)
        assert MctsPlayer(FEW, 1).choose(state).action in best
        assert make_player("mcts:4,evaluator=uniform", 1).choose(state).action in best
        assert make_player("mcts:4,threads=2,evaluator=rollout", 1).choose(state).action in best
        assert ClockedPlayer(make_player("mcts", 1)).choose(state, Clock(remaining=0.5)).action in best
        analysis = search_position(state, FEW)
        assert analysis.best.action in best
        assert (analysis.lower, analysis.upper) == (solution.lower, solution.upper)


def test_without_the_table_they_do() -> None:
    found = solved_positions(HEX)
    assert wrong_choices(found, "auto") == 0
    assert wrong_choices(found, "off") > 0


def test_a_whole_game_is_won_from_a_won_opening() -> None:
    game = motu.load_game("hex(size=5)")
    solver = ConnectionSolver(game)
    openings = list(solver.openings(LIMITS))
    solver.keep()
    rng = random.Random(5)
    for opening in openings[::3]:
        state = game.new_initial_state()
        state.apply_action(opening.action)
        second = state.current_player()
        assert (make_player("mcts:2").choose(state).action == game.num_actions - 1) == opening.wins
        # Beyond what is proved it finds its way itself: every opening's proof is short here.
        player = make_player("mcts:600", 1)
        while not state.is_terminal():
            if state.current_player() == second:
                state.apply_action(player.choose(state).action)
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.winner == second


def test_every_proved_move_of_the_root_is_told() -> None:
    found = solved_positions(HEX, 4)
    for state, solution in found:
        truth = {each.action: each.lower for each in solution.actions}
        analysis = search_position(state, Limits(visits=1))
        proved = {move.action: move.value for move in analysis.moves if move.proof}
        assert len(proved) > 1
        assert all(truth[action] == value for action, value in proved.items())


def test_graded_levels_do_not_look_anything_up() -> None:
    game = motu.load_game(HEX)
    state = game.new_initial_state()
    solver = ConnectionSolver(game)
    solver.solve(state, LIMITS)
    solver.keep()
    assert MctsPlayer(FEW, 1).choose(state).simulations == 0
    assert LevelPlayer(10, 1).choose(state).simulations > 100
    assert LevelPlayer(6, 1).choose(state).simulations > 100


def test_the_text_of_a_player_says_whether_it_asks() -> None:
    assert make_player("mcts:4,solved=off").name == "mcts:4,solved=off"
    assert make_player("mcts:4,solved=auto").name == "mcts:4"
    with pytest.raises(EngineError) as refused:
        make_player("mcts:4,solved=perhaps")
    assert refused.value.slug == "engine/unknown-player"


# --- Atomorph and Atmalof


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["atomorph(size=4,contested=never)", "atomorph(size=4,swap=false)"])
def test_atomorph_on_four_by_four_is_played_perfectly(spec: str) -> None:
    game = motu.load_game(spec)
    assert not use_solved(game)
    solver = FlipSolver(game, folder=tables_folder())
    solver.table()
    assert table_of(game) == solver.table_path
    forget_tables()
    for state in random_positions(game, 25, 10):
        solution = solver.solve(state)
        choice = MctsPlayer(Limits(visits=2), 1).choose(state)
        assert choice.action in best_actions(solution)
        analysis = search_position(state, Limits(visits=2))
        assert {move.action: (move.lower, move.upper) for move in analysis.moves} == {
            each.action: (each.lower, each.upper) for each in solution.actions
        }


@pytest.mark.parametrize(
    "spec",
    [
        "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)",
        "atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=4,pieces=4)",
    ],
)
def test_atmalof_is_played_as_its_table_says(spec: str) -> None:
    game = motu.load_game(spec)
    solver = LineSolver(game)
    solver.solve(game.new_initial_state(), LIMITS)
    for state in random_positions(game, 20, 14):
        solution = solver.solve(state, LIMITS)
        assert MctsPlayer(Limits(visits=6), 1).choose(state).action in best_actions(solution)
        analysis = search_position(state, Limits(visits=6))
        truth = {each.action: each for each in solution.actions}
        for move in analysis.moves:
            assert move.lower == pytest.approx(truth[move.action].lower, abs=1e-6)
            assert move.lower - 1e-9 <= move.value <= move.upper + 1e-9
        assert analysis.upper == pytest.approx(solution.upper, abs=1e-6)


def test_the_faces_of_a_roll_are_told_from_a_table() -> None:
    game = motu.load_game("atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)")
    state = game.new_initial_state()
    solver = LineSolver(game)
    solver.solve(state, LIMITS)
    state.play("r2")
    truth = {each.action: each for each in solver.solve(state, LIMITS).actions}
    analysis = search_position(state, Limits(visits=1))
    for face in analysis.moves:
        assert face.lower == pytest.approx(truth[face.action].lower, abs=1e-6)
        assert face.upper == pytest.approx(truth[face.action].upper, abs=1e-6)


# --- protocols


def test_the_protocols_tell_what_is_proved() -> None:
    found = solved_positions(HEX, 3)
    state, solution = next(pair for pair in found if pair[1].lower == 1)
    answers: list[dict[str, Any]] = []
    engine = AnalysisEngine(search_position, lambda line: answers.append(json.loads(line)))
    query = {"id": "q", "spec": HEX, "moves": state.moves(), "maxVisits": 2}
    engine.serve(io.BytesIO(json.dumps(query).encode() + b"\n"))
    [answer] = answers
    assert answer["rootInfo"]["proof"] == "win"
    assert answer["moveInfos"][0]["proof"] == "win"
    session = Session(state.game, "mcts:4", 1)
    for move in state.moves():
        session.play(session.state.to_move(), move)
    assert session.state.string_to_action(session.suggest(session.state.to_move())) in best_actions(solution)


# --- files


def test_without_a_file_nothing_is_opened_and_nothing_said(caplog: pytest.LogCaptureFixture) -> None:
    for spec in (HEX, "atomorph(size=4)", "atomorph(size=5)", "atmalof", "gan"):
        game = motu.load_game(spec)
        assert not use_solved(game)
        assert SearchTree(game.new_initial_state(), solved="auto").search(Limits(visits=2)).visits == 2
    assert not tables_folder().exists()
    assert caplog.records == []


@pytest.mark.parametrize(
    "spec", [HEX, "atomorph(size=4)", "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)"]
)
@pytest.mark.parametrize("content", [b"", b"no table", bytes(5000)])
def test_a_file_that_is_no_table_is_told_of_once_and_left_alone(
    spec: str, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    game = motu.load_game(spec)
    path = table_of(game)
    assert path is not None
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert MctsPlayer(FEW, 1).choose(game.new_initial_state()).simulations > 0
    [record] = caplog.records
    assert str(path) in record.getMessage()
    assert "remove the file" in record.getMessage()
    assert path.read_bytes() == content
    with pytest.raises(SolveError) as refused:
        use_solved(game)
    assert refused.value.slug == "solve/table"


def test_damage_that_shows_later_is_told_of_once_and_the_search_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    game = motu.load_game("atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)")
    solver = LineSolver(game)
    solver.solve(game.new_initial_state(), LIMITS)
    whole = solver.table.read_bytes()
    warned = 0
    for at in range(len(whole) // 2, len(whole), 37):
        forget_tables()
        solver.table.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        caplog.clear()
        for state in random_positions(game, 12, 12):
            assert MctsPlayer(Limits(visits=6), 1).choose(state).action in state.legal_actions()
        assert len(caplog.records) <= 1
        assert all(str(solver.table) in record.getMessage() for record in caplog.records)
        warned += len(caplog.records)
    assert warned > 3


def test_a_damaged_table_is_put_aside_when_more_is_kept(caplog: pytest.LogCaptureFixture) -> None:
    [*_, (state, solution)] = solved_positions(HEX, 3)
    path = table_of(state.game)
    assert path is not None
    whole = path.read_bytes()
    damaged = whole[:-30] + bytes([whole[-30] ^ 1]) + whole[-29:]
    path.write_bytes(damaged)
    MctsPlayer(FEW, 1).choose(state)
    assert len(caplog.records) == 1
    solver = ConnectionSolver(state.game)
    solver.solve(state, LIMITS)
    solver.keep()
    assert path.with_name(path.name + ".damaged").read_bytes() == damaged
    # The new file is found without anything being started anew.
    assert MctsPlayer(FEW, 1).choose(state).action in best_actions(solution)
    assert use_solved(state.game)
    assert len(caplog.records) == 1


def test_the_table_of_another_game_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    solved_positions(HEX, 2)
    source, target = table_of(motu.load_game(HEX)), table_of(motu.load_game("hex(size=5)"))
    assert source is not None
    assert target is not None
    shutil.copy(source, target)
    assert MctsPlayer(FEW, 1).choose(motu.load_game("hex(size=5)").new_initial_state()).simulations > 0
    assert "it is about atoll(board=rhombus,size=6" in caplog.text
    assert str(target) in caplog.text


def test_what_is_kept_is_added_to_what_was_there() -> None:
    game = motu.load_game("hex(size=5,swap=false)")
    for move in ("a1", "c3"):
        solver = ConnectionSolver(game)
        solver.solve(game.new_initial_state().play_all([move]), LIMITS)
        solver.keep()
    for move in ("a1", "c3"):
        state = game.new_initial_state().play_all([move])
        assert search_position(state, Limits(visits=1)).proof == ("win" if move == "a1" else "loss")
    assert ConnectionSolver(game).keep() is None


def test_one_board_has_one_place_whatever_its_spec() -> None:
    places = [table_of(motu.load_game(spec)) for spec in ("gan", "atoll(size=7,swap=false)", "atoll(size=7)")]
    assert len(set(places)) == 1
    others = {table_of(motu.load_game(spec)) for spec in ("hex(size=5)", "hex(size=5x6)", "hex(size=6)")}
    assert len(others) == 3
    assert table_of(motu.load_game("atomorph(size=4)")) == table_of(motu.load_game("atomorph(size=4,swap=false)"))
    assert table_of(motu.load_game("atomorph(size=6)")) is None


# --- processes


def test_processes_keep_and_ask_at_the_same_time() -> None:
    openings = ("a1", "c3", "b4", "d2", "e5")
    spec = "hex(size=5,swap=false)"
    solving = [start("solve", spec, opening, "--memory", "16") for opening in openings]
    asking = [start("analyze", spec, "a1", "--visits", "50") for _ in range(2)]
    for process in (*solving, *asking):
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
        assert errors == ""
    game = motu.load_game(spec)
    for opening in openings:
        state = game.new_initial_state().play_all([opening])
        assert SearchTree(state, "uniform", solved="auto").search(Limits(visits=1)).proof is not None


def start(*args: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "motu", *args]
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
