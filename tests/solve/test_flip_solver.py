"""Atomorph solved: the solver against plain negamax in Python, limits, files, checks, and what the engine does."""

from __future__ import annotations

import itertools
import re
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

import motu
from motu import _core
from motu.errors import GameOverError, NetError, SolveError
from motu.eval.nets import open_net
from motu.eval.nets.installed import net_named
from motu.search.limits import Limits
from motu.search.mcts import SearchTree
from motu.solve.flip_facts import flip_facts
from motu.solve.flip_solver import FlipSolver
from motu.solve.solution import Progress, Solution, SolveLimits

VARIANTS = [
    motu.AtomorphRules(size=3, contested=contested, corners=corners, return_stone=return_stone, swap=False)
    for contested, corners, return_stone in itertools.product(("ko", "never"), (True, False), (False, True))
]

ENDING = ("c3", "b3", "b4", "c2", "d2", "d3", "e3", "c4", "d4", "a4", "b2", "a2")
"""On a board of 5×5 points: a search proves it in a moment."""


def make_game(size: int = 3, *, swap: bool = False, corners: bool = True) -> motu.Game:
    return motu.load_game(motu.AtomorphRules(size=size, swap=swap, corners=corners))


def negamax(state: motu.State, known: dict[int, int]) -> int:
    """Return the value for the person to act, by the rules alone."""
    key = state.hash()
    if key not in known:
        person, best = state.current_player(), -1
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            outcome = after.outcome()
            if outcome is not None:
                value = 0 if outcome.winner is None else (1 if outcome.winner == person else -1)
            else:
                value = negamax(after, known)
                value = value if after.current_player() == person else -value
            best = max(best, value)
            if best == 1:
                break
        known[key] = best
    return known[key]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("swap", [False, True])
def test_empty_board_is_plain_negamax(variant: motu.AtomorphRules, swap: bool) -> None:
    game = motu.load_game(replace(variant, swap=swap))
    state = game.new_initial_state()
    known: dict[int, int] = {}
    solver = FlipSolver(game)
    by_search = FlipSolver(game).solve(state, SolveLimits(nodes=10_000, memory_bytes=10_000))
    solution = solver.solve(state)
    assert solution.is_exact
    assert solution.lower == negamax(state, known) == by_search.lower
    assert {bounds.action for bounds in solution.actions} == set(state.legal_actions())
    for bounds in solution.actions:
        after = state.clone()
        after.apply_action(bounds.action)
        assert bounds.lower == bounds.upper == -negamax(after, known)
    for check in solver.replay(state, solution):
        assert check.holds
        assert check.is_complete
    end = state.clone()
    for action in solution.line:
        end.apply_action(action)
    outcome = end.outcome()
    assert outcome is not None
    assert outcome.winner == (0 if solution.lower > 0 else 1)


def test_actions_come_best_first() -> None:
    game = make_game()
    state = game.new_initial_state()
    solution = FlipSolver(game).solve(state)
    assert state.action_to_string(solution.actions[0].action) == "b2"
    assert [bounds.lower for bounds in solution.actions] == [1.0] * 5 + [-1.0] * 4
    assert len(solution.line) == 7


def test_a_win_at_once_comes_before_wins_of_unknown_length() -> None:
    game = make_game(5)
    stones = dict.fromkeys(("a2", "a3", "a4", "a5", "b2"), 0) | dict.fromkeys(("c2", "c3", "d2", "d4", "e4"), 1)
    state = game.new_state(stones, 0)
    solution = FlipSolver(game).solve(state, SolveLimits(nodes=50_000))
    assert len([bounds for bounds in solution.actions if bounds.lower > 0]) > 2
    assert {state.action_to_string(bounds.action) for bounds in solution.actions[:2]} == {"a1", "b1"}


def test_swap_map_is_symmetric_and_matches_solutions() -> None:
    game = make_game(swap=True)
    openings = tuple(FlipSolver(game).openings())
    assert [opening.wins for opening in openings] == [value > 0 for value in [-1, 1, -1, 1, 1, 1, -1, 1, -1]]
    assert [opening.plies for opening in openings] == [10, 9, 10, 9, 7, 9, 10, 9, 10]
    assert FlipSolver(game).solve(game.new_initial_state()).upper == -1


def test_search_keeps_to_limits_and_goes_on() -> None:
    game = make_game(5)
    solver = FlipSolver(game)
    state = game.new_initial_state()
    heard: list[Progress] = []
    limits = SolveLimits(nodes=3_000, memory_bytes=1 << 22)
    first = solver.solve(state, limits, heard.append)
    assert (first.lower, first.upper) == (-1.0, 1.0)
    assert 0 < first.nodes <= 3_100
    assert all(0 < progress.nodes <= 3_100 for progress in heard)
    assert "3,0" in first.notes[0]
    second = solver.solve(state, SolveLimits(seconds=1e-9, memory_bytes=1 << 22))
    assert second.nodes < 10_000
    assert not second.is_exact


def test_an_open_position_tells_how_far_its_search_is() -> None:
    game = make_game(5)
    solver, state = FlipSolver(game), game.new_initial_state()
    efforts = []
    for nodes in (2_000, 60_000):
        found = solver.solve(state, SolveLimits(nodes=nodes, memory_bytes=1 << 22, every_action=False))
        assert found.notes[1].startswith("Not solved within the limits; proof number ")
        efforts.append(sum(int(number.replace(",", "")) for number in re.findall(r"number ([\d,]+)", found.notes[1])))
    assert efforts[1] > efforts[0], "they grow with the search"


def test_where_a_swap_is_ahead_no_number_says_how_far_it_is() -> None:
    game = make_game(5, swap=True)
    limits = SolveLimits(nodes=100, memory_bytes=1 << 22, every_action=False)
    assert FlipSolver(game).solve(game.new_initial_state(), limits).notes[1:] == ("Not solved within the limits.",)


def test_a_limit_of_no_nodes_is_a_limit() -> None:
    game = make_game(5)
    solution = FlipSolver(game).solve(
        game.new_initial_state(), SolveLimits(nodes=0, seconds=60.0, memory_bytes=1 << 22)
    )
    assert not solution.is_exact
    assert solution.nodes <= 10


def test_a_search_goes_on_with_what_it_learned_in_the_same_memory() -> None:
    game = make_game(5)
    state = game.new_initial_state().play_all(ENDING)
    solver, whole = FlipSolver(game), SolveLimits(memory_bytes=1 << 24)
    first = solver.solve(state, whole)
    assert solver.solve(state, whole).nodes < first.nodes / 10
    assert solver.solve(state, SolveLimits(memory_bytes=1 << 23)).nodes > first.nodes / 10, (
        "another memory, another search"
    )


def test_every_opening_says_what_it_cost_by_itself() -> None:
    game = make_game()
    solver, limits = FlipSolver(game), SolveLimits(memory_bytes=10_000)
    found = list(solver.openings(limits))
    assert len(found) == 9
    after = solver.solve(game.new_initial_state(), limits)
    count = re.fullmatch(r"By proof search; ([\d,]+) positions looked at so far.", after.notes[0])
    assert count is not None
    assert sum(each.nodes for each in found) + after.nodes == int(count[1].replace(",", ""))


def test_search_of_an_ending_on_five_by_five() -> None:
    game = make_game(5)
    state = game.new_initial_state().play_all(ENDING)
    solver = FlipSolver(game)
    limits = SolveLimits(memory_bytes=1 << 24)
    solution = solver.solve(state, limits)
    assert solution.is_exact
    assert len(solution.actions) == len(state.legal_actions())
    checks = solver.replay(state, solution, max_positions=20_000)
    assert len(checks) == 1
    assert checks[0].holds


def test_table_is_kept_in_a_file(tmp_path: Path) -> None:
    game = make_game()
    solver = FlipSolver(game, folder=tmp_path / "tables")
    state = game.new_initial_state()
    solved = solver.solve(state)
    path = solver.table_path
    assert path is not None
    assert path.exists()
    again = FlipSolver(game, folder=tmp_path / "tables").solve(state)
    assert again.actions == solved.actions
    assert again.nodes == 0
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(SolveError, match="too short or too long") as refused:
        FlipSolver(game, folder=tmp_path / "tables").solve(state)
    assert refused.value.slug == "solve/table"


def test_a_table_that_cannot_be_kept_answers_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("a file where the folder should be")
    game = make_game()
    solution = FlipSolver(game, folder=tmp_path / "tables").solve(game.new_initial_state())
    assert solution.is_exact
    assert any("could not be kept" in note for note in solution.notes)
    assert "could not be kept" not in " ".join(FlipSolver(game).solve(game.new_initial_state()).notes)


def test_a_replay_is_of_the_solvers_own_game() -> None:
    state = make_game(4).new_initial_state()
    with pytest.raises(SolveError) as refused:
        FlipSolver(make_game()).replay(state, Solution(1.0, 1.0))
    assert refused.value.slug == "solve/game"


@pytest.mark.parametrize(("contested", "bytes_needed"), [("ko", 2 * 3**9), ("never", 3**9)])
def test_a_table_is_made_where_the_limits_just_hold_it(contested: str, bytes_needed: int) -> None:
    solver = FlipSolver(motu.load_game(f"atomorph(size=3,contested={contested})"))
    for limits in (SolveLimits(memory_bytes=bytes_needed - 1), SolveLimits(nodes=bytes_needed - 1)):
        with pytest.raises(SolveError) as refused:
            solver.table(limits)
        assert refused.value.slug == "solve/limits"
    assert solver.table(SolveLimits(memory_bytes=bytes_needed, nodes=bytes_needed)).bytes == bytes_needed


def test_without_time_for_the_table_nothing_is_known() -> None:
    game = make_game()
    solution = FlipSolver(game).solve(game.new_initial_state(), SolveLimits(seconds=0.0))
    assert (solution.lower, solution.upper, solution.actions) == (-1.0, 1.0, ())
    assert solution.notes == ("The limits did not allow a table.",)


def test_the_making_of_a_table_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", itertools.count().__next__)  # a second each time that it is asked
    heard: list[Progress] = []
    FlipSolver(make_game()).table(on_progress=heard.append)
    assert heard
    assert all(progress.text.startswith("table of all positions, ") for progress in heard)


def test_it_is_told_ten_times_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    now = itertools.count()
    monkeypatch.setattr(time, "monotonic", lambda: 0.03 * next(now))
    heard: list[Progress] = []
    FlipSolver(make_game()).table(on_progress=heard.append)
    assert len(heard) > 1
    assert all(after.seconds - before.seconds >= 0.09 for before, after in itertools.pairwise(heard))


def test_other_games_and_boards_are_refused() -> None:
    with pytest.raises(SolveError) as refused:
        FlipSolver(motu.load_game("hex(size=3)"))
    assert refused.value.slug == "solve/game"
    with pytest.raises(SolveError) as refused:
        FlipSolver(make_game(12))
    assert refused.value.slug == "solve/size"
    assert refused.value.message == "Atomorph is solved on boards from 3x3 to 11x11, not with size=12"
    assert refused.value.legal == ("size=3..11",)
    solver = FlipSolver(make_game())
    with pytest.raises(SolveError) as refused:
        solver.solve(make_game(corners=False).new_initial_state())
    assert refused.value.slug == "solve/game"
    assert solver.solve(make_game(swap=True).new_initial_state()).upper == -1
    with pytest.raises(SolveError) as refused:
        FlipSolver(make_game(5)).table()
    assert refused.value.slug == "solve/size"
    with pytest.raises(SolveError) as refused:
        solver.solve(make_game(5).new_initial_state())
    assert refused.value.slug == "solve/game"


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_stone_hurts_on_three_by_three(variant: motu.AtomorphRules) -> None:
    facts = flip_facts(FlipSolver(motu.load_game(variant)))
    assert facts.won > facts.lost > 0
    assert (facts.drawn > 0) == (not variant.corners)
    assert facts.longest == facts.longest_reachable == 9
    for extra in (facts.mover_stone, facts.other_stone):
        assert extra.tried > 0
        assert extra.hurts == 0
        assert extra.smallest is None
        assert extra.smallest_reachable is None


@pytest.mark.slow
@pytest.mark.parametrize("in_a_game", [False, True])
def test_stones_that_hurt_on_four_by_four_hurt_in_a_proof_search_too(in_a_game: bool) -> None:
    game = make_game(4)
    facts = flip_facts(FlipSolver(game))
    limits = SolveLimits(nodes=10_000_000, every_action=False)  # too few for the table
    for extra, is_movers in ((facts.mover_stone, True), (facts.other_stone, False)):
        harm = extra.smallest_reachable if in_a_game else extra.smallest
        assert harm is not None
        assert harm.before == -harm.after == (1.0 if is_movers else -1.0)
        mover = harm.state.to_move()
        assert FlipSolver(game).solve(harm.state, limits).lower == harm.before
        stones: dict[str, str | int] = {
            name: int(colour) for name, colour in zip(game.board.names, harm.state.stones(), strict=True) if colour < 2
        }
        stones[game.board.names[harm.cell]] = mover if is_movers else 1 - mover
        more = game.new_state(stones, mover)
        assert FlipSolver(game).solve(more, limits).lower == harm.after


def test_engine_never_strays_on_a_solved_board() -> None:
    game = make_game(swap=True)
    state = game.new_initial_state()
    while not state.is_terminal():
        solved = FlipSolver(game).solve(state)
        best = SearchTree(state).search(Limits(visits=20)).best
        values = {bounds.action: bounds.lower for bounds in solved.actions}
        assert values[best.action] == solved.lower
        state.apply_action(best.action)


def test_a_game_that_is_over_is_refused_as_by_every_solver() -> None:
    state = make_game(3).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(GameOverError, match="the game is over: there is nothing left to solve"):
        FlipSolver(state.game).solve(state)


# --- what it learned, in files


QUICK = SolveLimits(memory_bytes=1 << 24, every_action=False)


def opened() -> motu.State:
    state = make_game(5).new_initial_state()
    state.apply_action(state.string_to_action("c3"))
    return state


@pytest.fixture
def learned(tmp_path: Path) -> Path:
    """Return the file of a search that has solved 5×5 after c3."""
    solver = FlipSolver(make_game(5))
    assert solver.solve(opened(), QUICK).upper == -1
    solver.save(tmp_path / "five.solved")
    return tmp_path / "five.solved"


@pytest.mark.parametrize("memory_bytes", [1 << 16, 1 << 20, 1 << 24])
def test_what_was_solved_is_known_from_a_file_in_a_memory_of_any_size(learned: Path, memory_bytes: int) -> None:
    limits = replace(QUICK, memory_bytes=memory_bytes)
    solver = FlipSolver(make_game(5, swap=True))
    solver.load(learned, limits)
    found = solver.solve(opened(), limits)
    assert (found.upper, found.nodes) == (-1, 0)


def test_a_search_goes_on_from_a_file_whenever_it_begins_anew(tmp_path: Path) -> None:
    begun = FlipSolver(make_game(5))
    assert not begun.solve(opened(), replace(QUICK, nodes=100_000)).is_exact
    begun.save(tmp_path / "begun")
    solver = FlipSolver(make_game(5))
    solver.load(tmp_path / "begun", QUICK)
    whole = FlipSolver(make_game(5)).solve(opened(), QUICK).nodes
    assert 0 < solver.solve(opened(), QUICK).nodes < whole * 3 / 4
    assert 0 < solver.solve(opened(), replace(QUICK, memory_bytes=1 << 23)).nodes < whole * 3 / 4
    solver.order_by(open_net(net_named("atomorph-small")))
    assert 0 < solver.solve(opened(), QUICK).nodes < whole * 3 / 4
    solver.save(tmp_path / "begun")
    again = FlipSolver(make_game(5))
    again.load(tmp_path / "begun", QUICK)
    assert again.solve(opened(), QUICK).nodes == 0


@pytest.mark.parametrize("net", [None, "atomorph-small"])
def test_two_threads_solve_what_one_does_and_their_proof_is_replayed(net: str | None) -> None:
    limits = SolveLimits(memory_bytes=1 << 24, threads=2, every_action=False)
    solver = FlipSolver(make_game(5))
    if net is not None:
        solver.order_by(open_net(net_named(net)))
    found = solver.solve(opened(), limits)
    assert found.upper == -1
    check = solver.check(opened(), found, limits, 2000)
    assert (check.holds, check.positions >= 2000) == (True, True)
    assert solver.solve(opened(), limits).nodes == 0  # the check has not begun a search anew


def test_a_search_without_a_thread_is_refused() -> None:
    with pytest.raises(SolveError, match="a solver's threads is a whole number from 1 to 256, not 0") as caught:
        FlipSolver(make_game(5)).solve(opened(), SolveLimits(threads=0))
    assert caught.value.slug == "solve/limits"


def test_a_table_of_all_positions_is_carried_over_as_well(tmp_path: Path) -> None:
    solver = FlipSolver(make_game(3))
    with pytest.raises(SolveError, match="nothing was solved yet") as caught:
        solver.save(tmp_path / "three")
    assert caught.value.slug == "solve/table"
    found = solver.solve(make_game(3).new_initial_state())
    solver.save(tmp_path / "three")
    other = FlipSolver(make_game(3))
    other.load(tmp_path / "three", SolveLimits())
    assert other.solve(make_game(3).new_initial_state()).actions == found.actions


@pytest.mark.parametrize("damage", [b"", b"motu", b"\0" * 100])
def test_a_bad_file_is_refused_and_nothing_is_lost(learned: Path, damage: bytes) -> None:
    solver = FlipSolver(make_game(5))
    solver.load(learned, QUICK)
    learned.with_name("bad").write_bytes(damage)
    for path in (learned.with_name("bad"), learned.with_name("nothing")):
        with pytest.raises(SolveError) as caught:
            solver.load(path, QUICK)
        assert caught.value.slug == "solve/table"
    assert solver.solve(opened(), QUICK).nodes == 0
    with pytest.raises(SolveError, match=r"six\.solved"):
        FlipSolver(make_game(4)).load(learned.with_name("six.solved"), SolveLimits())


def test_a_file_of_another_board_or_cut_short_is_refused(learned: Path) -> None:
    told = r"it is about atomorph\(size=5,.*\), not about atomorph\(size=6,"
    with pytest.raises(SolveError, match=told):
        FlipSolver(make_game(6)).load(learned, QUICK)
    with pytest.raises(SolveError, match="not about"):
        FlipSolver(make_game(5, corners=False)).load(learned, QUICK)
    learned.write_bytes(learned.read_bytes()[:-16])
    with pytest.raises(SolveError, match="damaged"):
        FlipSolver(make_game(5)).load(learned, QUICK)


def test_whoever_saves_after_each_opening_hears_of_all(tmp_path: Path) -> None:
    limits = SolveLimits(memory_bytes=1 << 22, nodes=200_000)  # too few for the table
    solver, wins = FlipSolver(make_game(4)), []
    for opening in solver.openings(limits):
        solver.save(tmp_path / "four")
        wins.append(opening.wins)
    assert wins == [each.wins for each in FlipSolver(make_game(4)).openings(limits)]
    assert sum(each is True for each in wins) == 8


def test_whoever_saves_ends_the_call_of_another_thread(tmp_path: Path) -> None:
    solver = FlipSolver(make_game(7))
    at_work = threading.Event()
    found: list[Solution] = []
    state = make_game(7).new_initial_state()
    worker = threading.Thread(target=lambda: found.append(solver.solve(state, QUICK, lambda _: at_work.set())))
    worker.start()
    assert at_work.wait(60)
    solver.save(tmp_path / "seven")
    worker.join(60)
    assert not worker.is_alive()
    assert not found[0].is_exact
    other = FlipSolver(make_game(7))
    other.load(tmp_path / "seven", QUICK)
    (tmp_path / "file").touch()
    with pytest.raises(SolveError) as caught:
        solver.save(tmp_path / "file" / "seven")
    assert caught.value.slug == "solve/table"
    more = solver.solve(state, replace(QUICK, nodes=10))  # it goes on afterwards
    assert more.nodes == 10


def test_a_report_that_fails_ends_all_threads_of_a_table() -> None:
    state = motu.load_game("atomorph(size=4)").new_initial_state()
    begun = time.process_time()
    assert _core.NativeFlipSolver.build(state, 2, None) is not None
    whole = time.process_time() - begun
    raised = 0.0

    def report(done: float) -> bool:
        nonlocal raised
        if done < 5 / 17:  # then comes the largest layer, of eleven stones
            return True
        raised = time.process_time()
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        _core.NativeFlipSolver.build(state, 2, report)
    assert time.process_time() - raised < whole / 20


def test_a_net_changes_nothing_but_the_way() -> None:
    game = make_game(5)
    limits = SolveLimits(memory_bytes=1 << 26, every_action=False)
    plain, ordered = FlipSolver(game), FlipSolver(game)
    ordered.order_by(open_net(net_named("atomorph-small")))
    for moves in ([], ["c2"], ["c3", "b3", "b4"]):
        state = game.new_initial_state()
        for move in moves:
            state.play(move)
        first, second = plain.solve(state, limits), ordered.solve(state, limits)
        assert first.lower == first.upper == second.lower == second.upper
        assert second.nodes < first.nodes
    plain.order_by(open_net(net_named("atomorph-small")))
    assert plain.solve(game.new_initial_state(), limits).nodes > 0, "it begins anew"


def test_a_net_of_another_game_is_refused() -> None:
    with pytest.raises(NetError) as refused:
        FlipSolver(make_game(5)).order_by(open_net(net_named("atoll-small")))
    assert refused.value.slug == "net/game"
