"""Solving Atoll: values, winning actions, lines, the pie rule, limits, tables, replays."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from motu import Game, State, load_game
from motu.errors import GameOverError, NetError, SolveError
from motu.eval.nets import Net
from motu.solve import (
    ActionBounds,
    ConnectionSolver,
    Progress,
    Solution,
    SolveLimits,
    make_solver,
    openings,
)
from motu.solve.strategy_check import walk_strategy

NETS = Path(__file__).parents[1] / "nets"
SMALL = SolveLimits(memory_bytes=1 << 23)
FIVE = "....B/.BBBB/.BBB./BBBB./B...."


def solve(spec: str, *moves: str, limits: SolveLimits = SMALL) -> tuple[State, Solution]:
    state = load_game(spec).new_initial_state().play_all(moves)
    return state, make_solver(state.game).solve(state, limits)


def winning(state: State, solution: Solution) -> set[str]:
    return {state.action_to_string(each.action) for each in solution.actions if each.lower == 1}


def brute_force(game: Game) -> dict[int, bool]:
    """Whether the first player wins with each first stone, by trying everything."""
    state = game.new_initial_state()
    known: dict[int, bool] = {}

    def mover_wins() -> bool:
        if state.is_terminal():
            return False
        key = state.hash()
        if key not in known:
            known[key] = any(map(wins_with, state.legal_actions()))
        return known[key]

    def wins_with(action: int) -> bool:
        state.apply_action(action)
        wins = not mover_wins()
        state.undo()
        return wins

    return {action: wins_with(action) for action in state.legal_actions()}


@cache
def map_of(spec: str) -> str:
    game = load_game(spec)
    found = openings(game, SMALL)
    width = game.board.width
    signs = "".join("B" if each.wins else "." for each in found)
    return "/".join(signs[at : at + width] for at in range(0, len(signs), width))


@pytest.mark.parametrize("spec", ["hex(size=3,swap=false)", "hex(size=2x4,swap=false)"])
def test_every_opening_against_brute_force(spec: str) -> None:
    game = load_game(spec)
    truth = brute_force(game)
    assert {each.action: each.wins for each in openings(game, SMALL)} == truth
    _, solution = solve(spec)
    assert {each.action: each.lower == 1 for each in solution.actions} == truth
    assert solution.lower == solution.upper == (1 if any(truth.values()) else -1)


def test_known_openings() -> None:
    assert map_of("hex(size=4)") == "...B/..B./.B../B..."
    assert map_of("hex(size=5)") == FIVE


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["atoll(size=5)", "atoll(board=rhombus,size=4,islands=8)", "hex(size=4)"])
def test_every_opening_of_small_boards_against_brute_force(spec: str) -> None:
    game = load_game(spec)
    plain = load_game(spec.replace(")", ",swap=false)"))
    assert {each.action: each.wins for each in openings(game, SMALL)} == brute_force(plain)


def openings_apart(spec: str, cells: range, limits: SolveLimits) -> list[bool]:
    """Return whether openings win, by a solver that knows nothing yet."""
    game = load_game(spec)
    solver = make_solver(game)
    wins = []
    for cell in cells:
        state = game.new_initial_state()
        state.apply_action(cell)
        solution = solver.solve(state, limits)
        assert solution.is_exact, f"not solved within the limits: {game.board.names[cell]}"
        wins.append(solution.upper < 0)
    return wins


@pytest.mark.slow
@pytest.mark.parametrize(("size", "winning"), [(6, 24), (7, None)])
def test_openings_of_larger_boards_are_symmetric(size: int, winning: int | None) -> None:
    """Each half by itself; 7×7 has as long as an hour for an opening, and needs much less."""
    last = size * size - 1
    middle = last // 2
    limits = SolveLimits(seconds=3600.0, every_action=False)
    spec = f"hex(size={size},swap=false)"
    first = openings_apart(spec, range(middle + 1), limits)
    second = openings_apart(spec, range(last, last - middle - 1, -1), limits)
    assert first == second
    assert not first[0]
    if winning is not None:
        assert 2 * sum(first) == winning


def test_a_lost_position_says_so_of_every_action_and_holds_out() -> None:
    state, solution = solve("hex(size=4,swap=false)", "b3")
    assert solution.is_exact
    assert solution.lower == -1
    assert sorted(each.action for each in solution.actions) == state.legal_actions()
    assert all(each == ActionBounds(each.action, -1, -1) for each in solution.actions)
    for action in solution.line:
        state.apply_action(action)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winner == 0


def test_a_net_changes_nothing_but_the_way() -> None:
    game = load_game("hex(size=5,swap=false)")
    plain, ordered = ConnectionSolver(game), ConnectionSolver(game)
    ordered.order_by(Net.load(NETS / "tiny.onnx"))
    limits = SolveLimits(memory_bytes=1 << 23, every_action=False)
    maps = [list(solver.openings(limits)) for solver in (plain, ordered)]
    assert [each.wins for each in maps[0]] == [each.wins for each in maps[1]]
    assert sum(each.nodes for each in maps[0]) != sum(each.nodes for each in maps[1])


def test_a_net_of_another_game_is_refused() -> None:
    with pytest.raises(NetError) as refused:
        ConnectionSolver(load_game("hex(size=4)")).order_by(Net.load(NETS / "atmalof.onnx"))
    assert refused.value.slug == "net/game"


def test_only_the_value_is_quick() -> None:
    _, solution = solve("hex(size=4,swap=false)", limits=SolveLimits(memory_bytes=1 << 23, every_action=False))
    assert [each.lower for each in solution.actions] == [1]


# --- the pie rule


def test_with_the_pie_rule_the_second_player_wins() -> None:
    _, solution = solve("hex(size=4)")
    assert (solution.lower, solution.upper) == (-1, -1)
    assert len(solution.actions) == 16


@pytest.mark.parametrize("name", load_game("hex(size=4)").board.names)
def test_an_opening_is_swapped_just_when_it_wins(name: str) -> None:
    state, solution = solve("hex(size=4)", name)
    assert solution.lower == 1
    row, column = divmod(state.game.board.index(name), 4)
    wins = map_of("hex(size=4)").split("/")[row][column] == "B"
    assert ("swap" in winning(state, solution)) == wins
    assert (winning(state, solution) == {"swap"}) == wins
    assert len(solution.actions) == 16


def test_after_a_swap_the_position_is_what_counts() -> None:
    state, solution = solve("hex(size=4)", "b3", "swap")
    assert state.current_player() == 0
    assert solution.lower == -1


# --- limits


def test_a_limit_leaves_the_answer_open_and_work_goes_on_from_there() -> None:
    game = load_game("hex(size=7,swap=false)")
    state, solver = game.new_initial_state(), make_solver(game)
    solution = solver.solve(state, SolveLimits(nodes=20, memory_bytes=1 << 24))
    assert (solution.lower, solution.upper) == (-1, 1)
    assert not solution.is_exact
    assert solution.actions == ()
    assert 20 <= solution.nodes < 200
    assert "proof number" in solution.notes[0]


def test_a_game_without_first_stones_has_no_openings() -> None:
    with pytest.raises(SolveError) as caught:
        openings(load_game("junior"))
    assert caught.value.slug == "solve/game"


def test_openings_beyond_the_limit_are_open() -> None:
    found = openings(load_game("hex(size=7)"), SolveLimits(nodes=30, memory_bytes=1 << 24))
    assert len(found) == 49
    assert None in {each.wins for each in found}


def test_progress_is_told_and_threads_agree() -> None:
    game = load_game("hex(size=6,swap=false)")
    told: list[Progress] = []
    state = game.new_initial_state().play_all(["f1"])
    one = make_solver(game).solve(state, SolveLimits(memory_bytes=1 << 24), told.append)
    two = make_solver(game).solve(state, SolveLimits(memory_bytes=1 << 24, threads=2))
    assert one.lower == two.lower == -1
    assert told
    assert all(progress.nodes >= 0 and "proof number" in progress.text for progress in told)


def test_what_cannot_be_solved_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SolveError, match="at least one megabyte"):
        solve("hex(size=4)", limits=SolveLimits(memory_bytes=1000))
    over = load_game("hex(size=2,swap=false)").new_initial_state().play_all(["b1", "a1", "a2"])
    with pytest.raises(GameOverError):
        make_solver(over.game).solve(over, SMALL)
    with pytest.raises(SolveError) as caught:
        ConnectionSolver(load_game("atmalof"))
    assert caught.value.slug == "solve/game"
    with pytest.raises(SolveError, match="nothing was solved"):
        ConnectionSolver(load_game("hex(size=4)")).save(tmp_path / "none")


# --- tables


@pytest.fixture
def table(tmp_path: Path) -> Path:
    game = load_game("hex(size=5,swap=false)")
    solver = ConnectionSolver(game)
    solver.solve(game.new_initial_state(), SolveLimits(memory_bytes=1 << 24))
    solver.save(tmp_path / "table")
    return tmp_path / "table"


def test_a_table_is_gone_on_with(table: Path) -> None:
    game = load_game("hex(size=5,swap=false)")
    solver = ConnectionSolver(game)
    limits = SolveLimits(memory_bytes=1 << 24)
    solver.load(table, limits)
    solution = solver.solve(game.new_initial_state(), limits)
    assert solution.lower == 1
    assert len(solution.actions) == 25
    fresh = ConnectionSolver(game).solve(game.new_initial_state(), limits)
    assert winning(game.new_initial_state(), solution) == winning(game.new_initial_state(), fresh)
    assert solution.nodes < fresh.nodes / 2


def test_whoever_saves_a_table_goes_on_solving(tmp_path: Path) -> None:
    game = load_game("hex(size=3,swap=false)")
    solver = ConnectionSolver(game)
    assert solver.keep(tmp_path / "kept") is None
    first = solver.solve(game.new_initial_state(), SMALL)
    for _ in range(2):
        solver.save(tmp_path / "saved")
        assert solver.keep(tmp_path / "new" / "kept") == tmp_path / "new" / "kept"
        assert solver.solve(game.new_initial_state(), SMALL).lower == first.lower
    (tmp_path / "file").touch()
    with pytest.raises(SolveError, match="right is a folder where files can be written") as caught:
        solver.keep(tmp_path / "file" / "kept")
    assert caught.value.slug == "solve/table"
    assert solver.solve(game.new_initial_state(), SMALL).lower == first.lower


def test_whoever_saves_after_each_opening_hears_of_all(tmp_path: Path) -> None:
    solver = ConnectionSolver(load_game("hex(size=3)"))
    wins = []
    for opening in solver.openings(SMALL):
        solver.save(tmp_path / "saved")
        solver.keep(tmp_path / "kept")
        wins.append(opening.wins)
    assert wins == [each.wins for each in ConnectionSolver(load_game("hex(size=3)")).openings(SMALL)]
    assert None not in wins


@pytest.mark.parametrize("damage", [b"", b"motu", b"\0" * 100])
def test_a_bad_table_is_refused(table: Path, damage: bytes) -> None:
    table.write_bytes(damage)
    with pytest.raises(SolveError) as caught:
        ConnectionSolver(load_game("hex(size=5)")).load(table, SMALL)
    assert caught.value.slug == "solve/table"


def test_a_table_of_another_board_or_cut_short_is_refused(table: Path) -> None:
    with pytest.raises(SolveError, match="not about"):
        ConnectionSolver(load_game("hex(size=4)")).load(table, SMALL)
    table.write_bytes(table.read_bytes()[:-16])
    with pytest.raises(SolveError, match="damaged"):
        ConnectionSolver(load_game("hex(size=5)")).load(table, SMALL)


# --- replays


@pytest.mark.parametrize(
    ("spec", "moves"),
    [
        ("hex(size=3,swap=false)", ()),
        ("hex(size=4,swap=false)", ("a1", "d4", "b1", "d3", "a2", "c4")),
        ("hex(size=3)", ()),
        ("atoll(size=5,swap=false)", ("a1", "e5", "b1", "e4", "a2", "d5")),
    ],
)
def test_a_proof_is_replayed_against_all_replies(spec: str, moves: tuple[str, ...]) -> None:
    state = load_game(spec).new_initial_state().play_all(moves)
    solver = make_solver(state.game)
    solution = solver.solve(state, SMALL)
    walk = walk_strategy(solver, state, solution, SMALL)
    winner = state.current_player() if solution.lower > 0 else 1 - state.current_player()
    assert walk.winner == state.colour(winner)
    assert walk.is_complete
    assert walk.random_games == 0
    assert walk.positions > 10


def test_a_replay_too_large_goes_on_with_random_games() -> None:
    state, solution = solve("hex(size=5,swap=false)")
    walk = walk_strategy(make_solver(state.game), state, solution, SMALL, positions=50)
    assert not walk.is_complete
    assert walk.random_games > 1
    assert 100 <= walk.positions < 200


class _WrongSolver:
    """Claims a win and plays the first legal action."""

    def solve(self, state: State, limits: SolveLimits | None = None, on_progress: object = None) -> Solution:
        return Solution(1.0, 1.0, (ActionBounds(state.legal_actions()[0], 1.0, 1.0),))


def test_a_wrong_strategy_is_found_out() -> None:
    state = load_game("hex(size=3,swap=false)").new_initial_state()
    solver = _WrongSolver()
    walk = walk_strategy(solver, state, solver.solve(state, SMALL), SMALL)
    assert walk.failure.startswith("the strategy does not win: ")
    assert not walk.is_complete


def test_a_wrong_strategy_is_found_out_in_the_random_games() -> None:
    state = load_game("hex(size=4,swap=false)").new_initial_state()
    solver = _WrongSolver()
    most = 4  # no line of this board ends so soon: only a game played to its end can tell
    walk = walk_strategy(solver, state, solver.solve(state, SMALL), SMALL, positions=most, seed=0)
    assert walk.failure.startswith("the strategy does not win: ")
    assert walk.positions > most
    assert not walk.is_complete
