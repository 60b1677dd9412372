"""Exact equities for small members of the Atmalof family, by tables on disk (floor: solve).

Play can go on for ever in Atmalof, so a position has a value only together with a convention for endless play. Every
figure here is an interval: its lower end counts endless play as a loss of the person to act, its upper end as a win.
The value with any other result for endless play, such as a draw, lies inside.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from motu import _core
from motu.errors import GameOverError, SolveError, Unpicklable
from motu.files import real_file
from motu.games import AtmalofRules, Game, State
from motu.games.kinds import expect_state
from motu.solve.places import tables_folder
from motu.solve.solution import ActionBounds, Check, OnProgress, Progress, Solution, SolveLimits, expect_limits

TOLERANCE = 1e-6
"""By which a bound must still move for an iteration to go on."""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What is known of a table as a whole."""

    positions: int
    """Positions in which nobody has a line, images under symmetry counted."""
    open_positions: int
    """Those whose interval is wider than a thousandth."""
    entries: int
    """Positions up to symmetry, as they are stored."""
    most_sweeps: int
    """The most sweeps that any pair of layers took."""
    seconds: float
    """CPU time of the solution."""
    bytes: int
    """The size of the file."""
    tolerance: float


@dataclass(frozen=True, slots=True)
class TableCheck:
    """Whether a table agrees with itself by the rules alone."""

    positions: int
    """That were looked at."""
    wrong: int
    """Whose interval is not that of their successors, but for rounding."""
    worst: float
    """The largest distance between a stored bound and that of the successors."""
    first_wrong: str
    """The first wrong position, row by row: R red, B blue, a dot for nobody; empty where all is right."""


def default_table(rules: AtmalofRules) -> Path:
    """Return where the table of a game is kept unless told: in this user's data folder.

    Args:
        rules: Of the game.
    """
    return tables_folder() / _table_name(rules)


class LineSolver(Unpicklable):
    """Solves positions of one Atmalof game; implements `Solver`.

    The first call solves the whole game and writes a table, every other one reads from it. Layers that are finished are
    kept beside the table until it is whole, so that work that was broken off is gone on with.
    """

    _instead = "make_solver(game) makes a new one, which opens the same table"

    def __init__(self, game: Game, table: Path | None = None, tolerance: float = TOLERANCE) -> None:
        """Choose a game and its table; nothing is read or solved yet.

        Args:
            game: A member of the Atmalof family on up to 32 squares.
            table: The table's file, whether it exists or not; `default_table` by default.
            tolerance: As TOLERANCE; what is smaller takes longer and never gives wider intervals.

        Raises:
            SolveError: "solve/game".
        """
        if not isinstance(game.rules, AtmalofRules):
            raise SolveError(f"tables of layers are made of Atmalof only, not of {game.spec}", slug="solve/game")
        self._game = game
        self._path = table if table is not None else default_table(game.rules)
        self._tolerance = tolerance
        self._table: _core.NativeLineTable | None = None

    @property
    def table(self) -> Path:
        """The table's file, whether it exists yet or not."""
        return self._path

    def work_in(self, path: Path) -> None:
        """Make the table in this file from now on; one that this solver has already is copied.

        Args:
            path: Where it shall stand; what is unfinished stands in a folder beside it.

        Raises:
            SolveError: "solve/table" where the table that is there cannot be used, or not copied.
        """
        if self._path.exists():
            self.save(path)
        self._path, self._table = path, None

    def unfinished(self) -> Path | None:
        """Return the folder where layers wait to be gone on with; None where the table is whole or nothing is done."""
        folder = self._layers()
        return folder if folder.is_dir() and not self._path.exists() else None

    def facts(self) -> TableFacts:
        """Return what is known of the table as a whole.

        Raises:
            SolveError: "solve/table" where there is none, or none that can be used.
        """
        table = self._opened()
        layers = table.facts
        return TableFacts(
            positions=sum(layer.positions for layer in layers),
            open_positions=sum(layer.open for layer in layers),
            entries=sum(layer.entries for layer in layers),
            most_sweeps=max(layer.sweeps for layer in layers),
            seconds=sum(layer.seconds for layer in layers if layer.own >= layer.enemy),
            bytes=table.bytes,
            tolerance=table.tolerance,
        )

    def solve(self, state: State, limits: SolveLimits | None = None, on_progress: OnProgress | None = None) -> Solution:
        """Say what a position is worth and what each action leads to.

        Without a table the game is solved first. Where a limit on time or positions ends that too early, the answer
        knows nothing (-1 and 1) and says how far it got; the next call goes on from there.

        Args:
            state: A decision, or a roll: then the actions are its faces, and all is seen by who rolls.
            limits: Memory is what solving may take; none unless told; reading a table takes hardly any.
            on_progress: Called about four times a second while the game is being solved.

        Raises:
            GameOverError: At the end of a game.
            SolveError: "solve/memory" where solving needs more than the limit,
                "solve/too-large" for a board of more than 32 squares, "solve/table" for a file that is no table of
                this game, "solve/game" for a position of another game, "solve/threads" where the system starts
                fewer than the limits say.
        """
        limits = expect_limits(limits)
        if expect_state(state).game != self._game:
            raise SolveError(
                f"this solver is for {self._game.spec}, the position is one of {state.game.spec}",
                slug="solve/game",
                text=state.game.spec,
                legal=(self._game.spec,),
            )
        if state.is_terminal():
            raise GameOverError("the game is over: there is nothing left to solve")
        begin = time.process_time()
        nodes = 0
        if self._table is None and not self._path.exists():
            made = self._make(limits, on_progress)
            if made.note:
                return Solution(-1.0, 1.0, nodes=made.visits, seconds=made.seconds, notes=(made.note,))
            nodes = made.visits
        table = self._opened()
        lower, upper, found = table.judge(state)
        bounds = (ActionBounds(*action) for action in found)
        actions = tuple(sorted(bounds, key=lambda each: (-each.lower, -each.upper, each.action)))
        line = () if state.is_chance_node() else self._line(table, state, actions[0].action)
        return Solution(
            lower, upper, actions, line, max(nodes, 1), time.process_time() - begin, (_CONVENTION, self._source())
        )

    def load(self, path: Path, limits: SolveLimits | None = None) -> None:
        """Answer from another table from now on.

        Args:
            path: Its file.
            limits: Of no account: a table is read where it lies.

        Raises:
            SolveError: "solve/table" for a file that is no table of this game.
        """
        del limits
        before = self._path, self._table
        self._path, self._table = path, None
        try:
            self._opened()
        except SolveError:
            self._path, self._table = before
            raise

    def save(self, path: Path) -> None:
        """Copy the table to another file; nothing where it stands there already.

        Raises:
            SolveError: "solve/table" where there is no table yet, or the file cannot be written.
        """
        self._opened()
        if path.exists() and path.samefile(self._path):
            return
        place = real_file(path)
        unfinished = place.with_name(place.name + ".unfinished")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self._path, unfinished)
            unfinished.replace(place)
        except OSError as error:
            raise SolveError(
                f'cannot write "{path}": {error.strerror}; right is a place where files can be written',
                slug="solve/table",
                text=str(path),
            ) from error

    def check(self, state: State, solution: Solution, limits: SolveLimits, positions: int) -> Check:
        """Compare an answer with the table, and the table's intervals with those of their successors.

        Args:
            state: The position of the answer.
            solution: What was said of it: the interval that follows from its successors in the table, and theirs.
            limits: Of no account where there is a table.
            positions: How many are drawn at random from the whole table.

        Raises:
            SolveError: "solve/table" where there is no table, or one with damage.
        """
        self._opened()
        told = self.solve(state, limits)
        if (solution.lower, solution.upper, solution.actions) != (told.lower, told.upper, told.actions):
            said, right = (f"{each.lower:+.4f} to {each.upper:+.4f}" for each in (solution, told))
            return Check(False, False, 1, f"the answer, {said}, is not what the table says, {right}, action by action")
        # What is said of one position rests on all the others.
        found = self.check_table(positions)
        if found.wrong:
            wrong = f"{found.wrong:,} of {found.positions:,} positions contradict their successors"
            return Check(False, False, found.positions, f"{wrong}, the first is {found.first_wrong}")
        text = f"{found.positions:,} positions of the table agree with their successors"
        return Check(True, False, found.positions, text)

    def check_table(
        self, positions: int | None = 100_000, *, seed: int = 1, on_progress: OnProgress | None = None
    ) -> TableCheck:
        """Compare the table's intervals with those of their successors, which are found by playing.

        Args:
            positions: How many are drawn at random, or None for all of them.
            seed: Of the draw.
            on_progress: Told from time to time how many positions have been looked at.

        Raises:
            SolveError: "solve/table" where there is none, or one with damage.
        """
        begin = time.monotonic()

        def report(looked_at: int) -> None:
            if on_progress is not None:
                on_progress(Progress(looked_at, time.monotonic() - begin, "positions compared with their successors"))

        found = self._opened().check(positions or 0, seed, report)
        return TableCheck(found.positions, found.wrong, found.worst, found.first_wrong)

    def _opened(self) -> _core.NativeLineTable:
        if self._table is None:
            self._table = _core.NativeLineTable.open(str(self._path))
            self._table.judge(self._game.new_initial_state())  # refuses the table of another game
        return self._table

    def _layers(self) -> Path:
        place = real_file(self._path)
        return place.with_name(place.name + ".layers")

    def _make(self, limits: SolveLimits, on_progress: OnProgress | None) -> _Made:
        options = _core.LineSolveOptions()
        options.tolerance = self._tolerance
        options.threads = limits.threads
        options.seconds = limits.seconds or 0.0
        options.memory = limits.memory_bytes
        folder = self._layers()
        native = _core.NativeLineSolve(self._game.native, str(folder), options)
        begin = time.monotonic()
        report = _reporter(limits, on_progress, begin)
        if not native.run(report):
            done = native.progress.finished / native.progress.positions
            note = f"not solved yet: {done:.1%} of the positions are; the next call goes on from there"
            return _Made(native.progress.visits, native.progress.seconds, note)
        native.write(str(real_file(self._path)))
        shutil.rmtree(folder)
        return _Made(native.progress.visits, native.progress.seconds, "")

    def _line(self, table: _core.NativeLineTable, state: State, first: int) -> tuple[int, ...]:
        """Follow the best actions up to a roll, the end, or a position that was met before."""
        walker = state.clone()
        line = [first]
        met = {walker.hash()}
        walker.apply_action(first)
        while not (walker.is_terminal() or walker.is_chance_node() or walker.hash() in met):
            met.add(walker.hash())
            found = table.judge(walker)[2]
            line.append(min(found, key=lambda each: (-each[1], -each[2], each[0]))[0])
            walker.apply_action(line[-1])
        return tuple(line)

    def _source(self) -> str:
        facts = self.facts()
        return (
            f"From a table of {facts.positions} positions; the intervals of {facts.open_positions} of them stay wider "
            "than a thousandth."
        )


def use_table(table: Path) -> None:
    """Let every Monte-Carlo search that begins from now on ask a table, where it is about the table's game.

    Such a search never chooses an action that the table proves worse than another.

    Args:
        table: A file that `LineSolver` wrote.

    Raises:
        SolveError: "solve/table".
    """
    _core.use_line_table(str(table))


def table_name(game: Game) -> str | None:
    """Return the name of the file of a game's table; None for another game than Atmalof."""
    return _table_name(game.rules) if isinstance(game.rules, AtmalofRules) else None


def _table_name(rules: AtmalofRules) -> str:
    numbers = (rules.rows, rules.cols, rules.extra_rows, rules.extra_cols, rules.line, rules.pieces)
    return "-".join(["atmalof", *map(str, numbers), rules.tiebreak]) + ".table"


def open_table(game: Game, path: str) -> None:
    """Let searches ask a table.

    Raises:
        SolveError: "solve/table" for a file that is damaged, or no table of this game.
    """
    table = _core.NativeLineTable.open(path)
    table.judge(game.new_initial_state())  # refuses the table of another game
    _core.use_line_table(path)


_CONVENTION = "Endless play counts as a loss of the person to act in the lower figure, as a win in the upper one."


@dataclass(frozen=True, slots=True)
class _Made:
    """How the making of a table went."""

    visits: int
    seconds: float
    note: str
    """Why there is no table yet; empty where there is."""


def _reporter(
    limits: SolveLimits, on_progress: OnProgress | None, begin: float
) -> Callable[[_core.LineSolveProgress], bool]:
    def report(progress: _core.LineSolveProgress) -> bool:
        if on_progress is not None:
            share = progress.finished / progress.positions
            text = f"{share:.1%} solved; {progress.own} and {progress.enemy} pieces, sweep {progress.sweeps + 1}"
            on_progress(Progress(progress.visits, time.monotonic() - begin, text))
        return limits.nodes is None or progress.visits < limits.nodes

    return report
