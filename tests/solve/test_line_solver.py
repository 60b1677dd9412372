"""Solved members of the Atmalof family against plain iteration over all positions, by the rules alone."""

from __future__ import annotations

import itertools
from pathlib import Path
from random import Random

import numpy as np
import pytest

import motu
from motu.errors import GameOverError, MotuError, SolveError
from motu.games import Game, State
from motu.search.limits import Limits
from motu.search.mcts import SearchTree
from motu.solve.line_solver import LineSolver, default_table, use_table
from motu.solve.solution import Progress, SolveLimits
from motu.solve.solved_tables import forget_tables, use_solved

PLAIN = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=2)"
SMALL = [
    PLAIN,
    "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)",
    "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=2,tiebreak=both)",
    "atmalof(rows=2,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)",
    "atmalof(rows=2,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3,tiebreak=both)",
    "atmalof(rows=2,cols=2,extra_rows=1,extra_cols=1,line=3,pieces=3)",
    "atmalof(rows=2,cols=3,extra_rows=1,extra_cols=0,line=3,pieces=3)",
    "atmalof(rows=2,cols=2,extra_rows=0,extra_cols=1,line=3,pieces=3,tiebreak=both)",
    "atmalof(rows=1,cols=4,extra_rows=0,extra_cols=1,line=3,pieces=3,tiebreak=both)",
]
LARGER = [
    "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4)",
    "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4,tiebreak=both)",
    "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=5,tiebreak=both)",
    "atmalof(rows=2,cols=3,extra_rows=1,extra_cols=1,line=4,pieces=3)",
]
ROUNDING = 1e-4
"""The rounding of the files' unit, and of what an iteration leaves."""

Key = tuple[tuple[int, ...], int]
"""What stands where, and whose turn it is."""


def limits() -> SolveLimits:
    return SolveLimits(threads=2)


def key_of(state: State) -> Key:
    return tuple(state.stones()), state.current_player()


class Positions:
    """Every position that can be reached, with all that can be done there.

    Values are held in one array: those of positions, then the three results of games (lost, drawn, won by person 0).
    """

    def __init__(self, game: Game) -> None:
        self.numbers: dict[Key, int] = {}
        self.states: list[State] = []
        self.draws: list[list[tuple[float, int]]] = []
        """What each action leads to, with its probability. Results are -3 to -1."""
        self.firsts: list[int] = []
        """The first action of each position."""
        self.number_of(game.new_initial_state())
        for state in self.states:  # which grows meanwhile
            self.firsts.append(len(self.draws))
            for action in state.legal_actions():
                after = state.clone()
                after.apply_action(action)
                self.draws.append(self.draw_after(after))

    def number_of(self, state: State) -> int:
        if state.is_terminal():
            return int(state.returns()[0]) - 2
        number = self.numbers.setdefault(key_of(state), len(self.states))
        if number == len(self.states):
            self.states.append(state)
        return number

    def draw_after(self, state: State) -> list[tuple[float, int]]:
        if not state.is_chance_node():
            return [(1.0, self.number_of(state))]
        draw = []
        for outcome, probability in state.chance_outcomes():
            landed = state.clone()
            landed.apply_action(outcome)
            draw.append((probability, self.number_of(landed)))
        return draw

    def iterate(self, endless: float, rounds: int) -> list[float]:
        """Return values for person 0 when what lasts longer than so many plies counts as `endless`."""
        faces = max(len(draw) for draw in self.draws)
        padded = [draw + [(0.0, 0)] * (faces - len(draw)) for draw in self.draws]
        chances = np.array([[chance for chance, _ in draw] for draw in padded])
        numbers = np.array([[number for _, number in draw] for draw in padded])
        is_first = np.array([state.current_player() == 0 for state in self.states])
        values = np.array([endless] * len(self.states) + [-1.0, 0.0, 1.0])
        for _ in range(rounds):
            before = values.copy()
            choices = (chances * values[numbers]).sum(axis=1)
            best = np.maximum.reduceat(choices, self.firsts)
            worst = np.minimum.reduceat(choices, self.firsts)
            values[:-3] = np.where(is_first, best, worst)
            if np.abs(values - before).max() < 1e-9:
                break
        return [float(value) for value in values[:-3]]


def interval(solver: LineSolver, state: State) -> tuple[float, float]:
    """Return the bounds of a position for person 0."""
    found = solver.solve(state, limits())
    return (found.lower, found.upper) if state.current_player() == 0 else (-found.upper, -found.lower)


def agree_with_iteration(spec: str, table: Path, rounds: int, every: int = 1) -> None:
    game = motu.load_game(spec)
    positions = Positions(game)
    solver = LineSolver(game, table)
    lost, won, drawn = (positions.iterate(endless, rounds) for endless in (-1.0, 1.0, 0.0))
    for number, state in list(enumerate(positions.states))[::every]:
        lower, upper = interval(solver, state)
        assert lower <= lost[number] + 1e-6
        assert lower == pytest.approx(lost[number], abs=ROUNDING)
        assert won[number] - 1e-6 <= upper
        assert upper == pytest.approx(won[number], abs=ROUNDING)
        assert lower - ROUNDING <= drawn[number] <= upper + ROUNDING


@pytest.mark.parametrize("spec", SMALL)
def test_plain_iteration_agrees_everywhere(spec: str, tmp_path: Path) -> None:
    agree_with_iteration(spec, tmp_path / "solved.table", rounds=300)


@pytest.mark.slow
@pytest.mark.parametrize("spec", LARGER)
def test_plain_iteration_agrees_on_larger_ones(spec: str, tmp_path: Path) -> None:
    agree_with_iteration(spec, tmp_path / "solved.table", rounds=1000, every=7)


@pytest.mark.parametrize("spec", SMALL[:6])
def test_actions_lead_where_their_positions_are_worth(spec: str, tmp_path: Path) -> None:
    game = motu.load_game(spec)
    solver = LineSolver(game, tmp_path / "solved.table")
    for state in Positions(game).states[::17]:
        solution = solver.solve(state, limits())
        assert sorted(each.action for each in solution.actions) == state.legal_actions()
        assert max(each.lower for each in solution.actions) <= solution.lower + 1e-12
        assert max(each.upper for each in solution.actions) >= solution.upper - 1e-12
        assert solution.line[0] == solution.actions[0].action
        for each in solution.actions[:3]:
            after = state.clone()
            after.apply_action(each.action)
            if after.is_chance_node():
                rolled = solver.solve(after, limits())
                assert (rolled.lower, rolled.upper) == (each.lower, each.upper)
                assert [face.action for face in sorted(rolled.actions, key=lambda face: face.action)] == (
                    after.legal_actions()
                )


@pytest.mark.parametrize("spec", SMALL[:6])
def test_symmetric_positions_have_equal_intervals(spec: str, tmp_path: Path) -> None:
    game = motu.load_game(spec)
    solver = LineSolver(game, tmp_path / "solved.table")
    for state in Positions(game).states[::11]:
        found = solver.solve(state, limits())
        stones = state.stones()
        for symmetry in game.symmetries:
            image = {
                game.board.names[symmetry.cells[cell]]: int(colour) for cell, colour in enumerate(stones) if colour < 2
            }
            other = game.new_state(image, state.current_player())
            again = solver.solve(other, limits())
            assert (again.lower, again.upper) == (found.lower, found.upper)


@pytest.mark.parametrize("spec", [SMALL[1], SMALL[2], SMALL[4], SMALL[6]])
def test_refining_never_widens(spec: str, tmp_path: Path) -> None:
    game = motu.load_game(spec)
    positions = Positions(game)
    intervals: list[list[tuple[float, float]]] = []
    for tolerance in (2e-5, 5e-6, 1e-6, 3e-8):
        solver = LineSolver(game, tmp_path / f"{tolerance}.table", tolerance)
        intervals.append([interval(solver, state) for state in positions.states])
    for coarse, fine in itertools.pairwise(intervals):
        for wide, narrow in zip(coarse, fine, strict=True):
            assert wide[0] <= narrow[0] <= narrow[1] <= wide[1]
    if spec == SMALL[1]:
        assert intervals[0] != intervals[-1]


def test_a_table_is_kept_and_read_again(tmp_path: Path) -> None:
    game = motu.load_game(PLAIN)
    state = game.new_initial_state()
    table = tmp_path / "below" / "solved.table"
    first = LineSolver(game, table).solve(state, limits())
    assert table.is_file()
    assert list(table.parent.iterdir()) == [table]
    before = table.read_bytes()
    again = LineSolver(game, table).solve(state, SolveLimits(memory_bytes=0, nodes=0))
    assert (again.lower, again.upper, again.actions) == (first.lower, first.upper, first.actions)
    assert again.nodes == 1
    assert table.read_bytes() == before


def test_the_line_is_best_play_up_to_the_next_roll(tmp_path: Path) -> None:
    game = motu.load_game(SMALL[2])
    solver = LineSolver(game, tmp_path / "solved.table")
    rng, state, longest = Random(3), game.new_initial_state(), 0
    for _ in range(40):
        if state.is_terminal():
            state = game.new_initial_state()
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
            continue
        line = solver.solve(state, limits()).line
        longest = max(longest, len(line))
        met: set[int] = set()
        walker = state.clone()
        for action in line:
            assert walker.hash() not in met
            met.add(walker.hash())
            assert action == solver.solve(walker, limits()).actions[0].action
            walker.apply_action(action)
        assert walker.is_terminal() or walker.is_chance_node() or walker.hash() in met
        state.apply_action(rng.choice(state.legal_actions()))
    assert longest > 9


def test_a_table_is_copied_and_taken_over(tmp_path: Path) -> None:
    game = motu.load_game(PLAIN)
    state = game.new_initial_state()
    solver = LineSolver(game, tmp_path / "solved.table")
    with pytest.raises(SolveError):
        solver.save(tmp_path / "copy.table")
    first = solver.solve(state, limits())
    solver.save(solver.table)
    solver.save(tmp_path / "below" / "copy.table")
    with pytest.raises(SolveError):
        solver.save(solver.table / "copy.table")
    other = LineSolver(game, tmp_path / "nothing.table")
    other.load(tmp_path / "below" / "copy.table")
    assert other.solve(state, limits()).actions == first.actions
    assert not (tmp_path / "nothing.table").exists()
    with pytest.raises(SolveError):
        other.load(tmp_path / "nothing.table")
    assert other.solve(state, limits()).actions == first.actions


@pytest.mark.parametrize("spec", SMALL)
def test_every_entry_follows_from_its_successors(spec: str, tmp_path: Path) -> None:
    game = motu.load_game(spec)
    solver = LineSolver(game, tmp_path / "solved.table")
    solver.solve(game.new_initial_state(), limits())
    found = solver.check_table(None)
    assert found.wrong == 0
    assert found.positions > 0
    assert found.worst < 4e-5
    drawn = solver.check_table(50)
    assert drawn.positions == 50


def test_the_check_of_a_table_tells_how_far_it_is(tmp_path: Path) -> None:
    game = motu.load_game(LARGER[0])
    solver = LineSolver(game, tmp_path / "solved.table")
    solver.solve(game.new_initial_state(), limits())
    heard: list[Progress] = []
    check = solver.check_table(None, on_progress=heard.append)
    assert check.wrong == 0
    assert [progress.nodes for progress in heard] == list(range(1024, check.positions + 1, 1024))


def test_positions_are_counted_with_their_images(tmp_path: Path) -> None:
    game = motu.load_game(PLAIN)
    solver = LineSolver(game, tmp_path / "solved.table")
    solver.solve(game.new_initial_state(), limits())
    # Up to one piece each on nine squares, either colour to move being the same by symmetry: 1 + 9 + 9 + 9 * 8.
    assert solver.facts().positions == 91


class TestLimits:
    def test_time_ends_it_and_the_next_call_goes_on(self, tmp_path: Path) -> None:
        game = motu.load_game(SMALL[1])
        state = game.new_initial_state()
        solver = LineSolver(game, tmp_path / "solved.table")
        stopped = solver.solve(state, SolveLimits(seconds=1e-9))
        assert (stopped.lower, stopped.upper) == (-1.0, 1.0)
        assert "not solved yet" in stopped.notes[0]
        assert not solver.table.exists()
        rounds = 0
        while not solver.table.exists():
            found = solver.solve(state, SolveLimits(seconds=1e-9 if rounds < 5 else None))
            rounds += 1
        right = LineSolver(game, tmp_path / "other.table").solve(state, limits())
        assert (found.lower, found.upper, found.actions) == (right.lower, right.upper, right.actions)

    def test_what_is_unfinished_waits_in_a_folder(self, tmp_path: Path) -> None:
        game = motu.load_game(SMALL[1])
        solver = LineSolver(game, tmp_path / "solved.table")
        assert solver.unfinished() is None
        solver.solve(game.new_initial_state(), SolveLimits(seconds=1e-9))
        folder = solver.unfinished()
        assert folder is not None
        assert folder.is_dir()
        solver.solve(game.new_initial_state(), limits())
        assert solver.unfinished() is None
        folder.mkdir()
        assert solver.unfinished() is None, "the table is whole, whatever lies beside it"

    def test_memory(self, tmp_path: Path) -> None:
        game = motu.load_game("atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=4,pieces=8)")
        with pytest.raises(SolveError, match="memory") as caught:
            LineSolver(game, tmp_path / "solved.table").solve(
                game.new_initial_state(), SolveLimits(memory_bytes=1 << 20)
            )
        assert caught.value.slug == "solve/memory"

    def test_boards_that_are_too_large(self, tmp_path: Path) -> None:
        game = motu.load_game("atmalof")
        with pytest.raises(SolveError) as caught:
            LineSolver(game, tmp_path / "solved.table").solve(game.new_initial_state(), limits())
        assert caught.value.slug == "solve/too-large"

    def test_other_games(self, tmp_path: Path) -> None:
        with pytest.raises(SolveError) as caught:
            LineSolver(motu.load_game("nauru"), tmp_path / "solved.table")
        assert caught.value.slug == "solve/game"

    @pytest.mark.parametrize("tolerance", [0.0, -1.0, float("nan")])
    def test_tolerances_that_are_never_met(self, tolerance: float, tmp_path: Path) -> None:
        game = motu.load_game(PLAIN)
        with pytest.raises(SolveError) as caught:
            LineSolver(game, tmp_path / "solved.table", tolerance).solve(game.new_initial_state(), limits())
        assert caught.value.slug == "solve/limits"

    def test_threads(self, tmp_path: Path) -> None:
        game = motu.load_game(PLAIN)
        with pytest.raises(SolveError) as caught:
            LineSolver(game, tmp_path / "solved.table").solve(game.new_initial_state(), SolveLimits(threads=0))
        assert caught.value.slug == "solve/limits"

    def test_the_end_of_a_game(self, tmp_path: Path) -> None:
        game = motu.load_game(SMALL[1])
        state = game.new_state({"r1c1": 0, "r1c2": 0, "r1c3": 0, "r2c1": 1, "r2c2": 1}, 1)
        assert state.is_terminal()
        with pytest.raises(GameOverError):
            LineSolver(game, tmp_path / "solved.table").solve(state, limits())


class TestBadFiles:
    @pytest.fixture
    def table(self, tmp_path: Path) -> Path:
        game = motu.load_game(SMALL[1])
        solver = LineSolver(game, tmp_path / "solved.table")
        solver.solve(game.new_initial_state(), limits())
        return solver.table

    def read_all(self, solver: LineSolver, game: Game) -> None:
        solver.solve(game.new_initial_state(), limits())
        solver.check_table(None)

    def refuse(self, path: Path, spec: str = SMALL[1]) -> SolveError:
        game = motu.load_game(spec)
        solver = LineSolver(game, path)
        with pytest.raises(SolveError) as caught:
            self.read_all(solver, game)
        assert caught.value.slug == "solve/table"
        assert str(path) in caught.value.message
        return caught.value

    @pytest.mark.parametrize("length", [0, 1, 7, 8, 40, 56, 100, -1, -8, -200])
    def test_a_table_that_ends_too_early(self, length: int, table: Path) -> None:
        table.write_bytes(table.read_bytes()[:length])
        self.refuse(table)

    def test_every_changed_byte_is_found(self, table: Path) -> None:
        right = table.read_bytes()
        for at in range(0, len(right), 97):
            table.write_bytes(right[:at] + bytes([right[at] ^ 4]) + right[at + 1 :])
            self.refuse(table)

    def test_something_added(self, table: Path) -> None:
        table.write_bytes(table.read_bytes() + b"x")
        self.refuse(table)

    def test_another_kind_of_file(self, tmp_path: Path) -> None:
        path = tmp_path / "text"
        path.write_text("no table at all, but long enough to hold a header and more than that")
        assert "does not begin" in self.refuse(path).message

    def test_a_folder(self, tmp_path: Path) -> None:
        self.refuse(tmp_path)

    def test_the_table_of_another_game(self, table: Path) -> None:
        assert "another game" in self.refuse(table, PLAIN).message

    def test_no_place_to_write(self, table: Path) -> None:
        game = motu.load_game(PLAIN)
        with pytest.raises(MotuError) as caught:
            LineSolver(game, table / "solved.table").solve(game.new_initial_state(), limits())
        assert caught.value.slug == "solve/table"

    def test_layers_that_were_left_torn(self, tmp_path: Path) -> None:
        game = motu.load_game(SMALL[1])
        solver = LineSolver(game, tmp_path / "solved.table")
        solver.solve(game.new_initial_state(), SolveLimits(seconds=1e-9))
        layers = list((tmp_path / "solved.table.layers").iterdir())
        assert layers
        for layer in layers:
            layer.write_bytes(layer.read_bytes()[:-1])
        with pytest.raises(SolveError) as caught:
            solver.solve(game.new_initial_state(), limits())
        assert caught.value.slug == "solve/table"


def test_progress_is_told_and_positions_are_a_limit(tmp_path: Path) -> None:
    game = motu.load_game("atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=4,pieces=6)")
    heard: list[Progress] = []
    solver = LineSolver(game, tmp_path / "solved.table", 3e-8)
    solution = solver.solve(game.new_initial_state(), SolveLimits(nodes=1), heard.append)
    assert (solution.lower, solution.upper) == (-1.0, 1.0)
    assert "not solved yet" in solution.notes[0]
    assert [progress.nodes >= 1 and "% solved; " in progress.text for progress in heard] == [True]


def test_searches_that_use_a_table_never_choose_what_it_proves_worse(tmp_path: Path) -> None:
    game = motu.load_game(SMALL[1])
    solver = LineSolver(game, tmp_path / "solved.table")
    states = Positions(game).states
    solutions = [solver.solve(state, limits()) for state in states]
    use_table(solver.table)
    try:
        for state, solution in list(zip(states, solutions, strict=True))[::23]:
            chosen = SearchTree(state, "uniform").search(Limits(visits=8)).moves[0].action
            found = {each.action: each for each in solution.actions}
            assert found[chosen].upper >= max(each.lower for each in solution.actions)
    finally:
        forget_tables()


def test_the_usual_place_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = motu.load_game(PLAIN)
    assert not use_solved(game)
    assert not use_solved(motu.load_game("nauru"))
    solver = LineSolver(game)
    solver.solve(game.new_initial_state(), limits())
    assert solver.table.is_relative_to(tmp_path)
    assert use_solved(game)
    forget_tables()


def test_tables_of_different_games_have_different_places() -> None:
    rules = [motu.load_game(spec).rules for spec in SMALL]
    paths = {default_table(each) for each in rules if isinstance(each, motu.AtmalofRules)}
    assert len(paths) == len(SMALL)
