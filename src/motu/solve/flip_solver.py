"""Atomorph solved: tables of all positions on 3×3 and 4×4 points, proof search on boards up to 11×11 (floor: solve)."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from motu import _core
from motu.errors import GameOverError, SolveError, Unpicklable
from motu.eval.nets import Net
from motu.files import real_file
from motu.games import AtomorphRules, Game, State
from motu.games.kinds import expect_state
from motu.solve.flip_tables import TABLE_SIZES, file_name, table_entries
from motu.solve.flip_work import FlipWork
from motu.solve.one_at_a_time import OneAtATime
from motu.solve.solution import ActionBounds, Check, OnProgress, Opening, Solution, SolveLimits, expect_limits

__all__ = ["FlipSolver", "Replay"]

LARGEST_SIZE = 11
"""Points a side of the largest board that is searched: the standard one. Up to 7 a side a set of points is one word."""


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of playing one claim of a solution out by the rules."""

    holds: bool
    is_complete: bool
    """Whether every reply was tried; else replies were random."""
    positions: int
    """Different ones where every reply was tried, else all that came up in the games."""
    games: int
    """With random replies."""
    failure: str
    """The moves of a line that ends otherwise than claimed, or empty."""


class FlipSolver(Unpicklable):
    """Solves Atomorph, in every variant, from any position.

    On 3×3 and 4×4 points from a table of all positions, which also knows how long a game lasts; where limits do not
    allow it, and on larger boards, by proof search, which keeps what it learned from one call to the next.

    One call at a time: calls from other threads wait, but for `stop`, and `save`, which stops what is going on.
    """

    _instead = "make_solver(game) makes a new one, and save and load carry over what it learned"

    def __init__(self, game: Game, *, folder: str | os.PathLike[str] | None = None) -> None:
        """Prepare for a game; nothing is computed yet.

        Args:
            game: Atomorph on 3×3 to 11×11 points.
            folder: Where the table of a 4×4 board is kept: read if it is there, else written. None: computed when it
                is needed, which takes seconds.

        Raises:
            SolveError: "solve/game" for another game, "solve/size" for a larger board.
        """
        rules = game.rules
        if not isinstance(rules, AtomorphRules):
            raise SolveError(f"this solver is for Atomorph, not for {game.name}", slug="solve/game", text=game.name)
        if rules.size > LARGEST_SIZE:
            raise SolveError(
                f"Atomorph is solved on boards from 3x3 to {LARGEST_SIZE}x{LARGEST_SIZE}, not with size={rules.size}",
                slug="solve/size",
                text=f"size={rules.size}",
                legal=(f"size=3..{LARGEST_SIZE}",),
            )
        self._game = game
        self._rules = rules
        self._folder = None if folder is None else Path(folder)
        self._table: _core.NativeFlipSolver | None = None
        self._why_unkept = ""
        self._search: _core.NativeFlipSolver | None = None
        self._size = (0, 0)
        self._files: list[Path] = []
        self._net: Net | None = None
        self._calls = OneAtATime()
        self._is_stopped = threading.Event()

    def order_by(self, net: Net) -> None:
        """Let a net say which moves are tried first, from the next call on, which begins with what files held.

        Tables of all positions need none.

        Raises:
            NetError: "net/game" for a net of another game.
        """
        net.check_game(self._game)
        with self._calls.turn():
            self._net, self._search = net, None

    @property
    def game(self) -> Game:
        """The game whose positions are solved."""
        return self._game

    @property
    def can_have_table(self) -> bool:
        """Whether the board is small enough for a table of all positions."""
        return self._rules.size in TABLE_SIZES

    @property
    def table_path(self) -> Path | None:
        """The file of the table, or None where there is no folder or no table for this size."""
        if self._folder is None or not self.can_have_table:
            return None
        return self._folder / file_name(self._rules)

    # --- solving ------------------------------------------------------------------------------------------------------

    def solve(self, state: State, limits: SolveLimits | None = None, on_progress: OnProgress | None = None) -> Solution:
        """Solve a position, with every action of it, or say as much as the limits allow.

        Args:
            state: A position of the solver's game. The pie rule is heeded where it is in force.
            limits: When to stop; without a bound on seconds or nodes until it is solved. Beyond the tables it is much
                quicker without `every_action`: of the actions then only what is known by the end.
            on_progress: Called now and then.

        Raises:
            GameOverError: At the end of a game.
            SolveError: "solve/table" for a table file that cannot be used, "solve/threads" where the system starts
                fewer than the limits say, "solve/busy" out of a call's own `on_progress`.
        """
        self._check(state)
        if state.is_terminal():
            raise GameOverError("the game is over: there is nothing left to solve")
        with self._calls.turn():
            work = self._begin(limits, on_progress)
            return self._solve(state, work, has_actions=work.limits.every_action)

    def _solve(self, state: State, work: FlipWork, *, has_actions: bool) -> Solution:
        native = self._native(work)
        if native is None:
            return Solution(-1.0, 1.0, seconds=work.cpu_seconds, notes=("The limits did not allow a table.",))
        work.begin_search(native)
        bounds = native.answer(state, work.nodes_left(), work.report)
        actions = self._actions(native, state, work, is_known=not has_actions)
        lower = max([float(bounds.lower), *(action.lower for action in actions)])
        upper = max(lower, float(bounds.upper))
        work.is_over()
        return Solution(
            lower,
            upper,
            actions=actions,
            line=tuple(native.best_line(state)) if lower == upper else (),
            nodes=work.nodes,
            seconds=work.cpu_seconds,
            notes=self._notes(native, state, bounds.plies, is_open=lower < upper),
        )

    def _begin(self, limits: SolveLimits | None, on_progress: OnProgress | None) -> FlipWork:
        self._is_stopped.clear()
        return FlipWork(expect_limits(limits), on_progress, self._is_stopped)

    def openings(self, limits: SolveLimits | None = None, on_progress: OnProgress | None = None) -> Iterator[Opening]:
        """Yield what each first stone leads to when nobody swaps, in the order of the actions.

        After an opening that wins the second person should swap, after one that loses not: for the second person
        swapping is worth the opening's value, not swapping its opposite.

        Args:
            limits: For all openings together.
            on_progress: Called now and then.

        Raises:
            SolveError: As `solve`.
        """
        with self._calls.turn():
            work = self._begin(limits, on_progress)
            native = self._native(work)
            if native is not None:
                work.begin_search(native)
        state = Game(replace(self._rules, swap=False)).new_initial_state()
        for action in state.legal_actions():
            with self._calls.turn():
                opening = self._opening(native, state, action, work)
            yield opening

    def _opening(self, native: _core.NativeFlipSolver | None, state: State, action: int, work: FlipWork) -> Opening:
        name = state.action_to_string(action)
        if native is None:
            return Opening(action, name, None, 0, 0.0, 0)
        nodes, seconds = work.nodes, work.cpu_seconds
        found = native.answer_after(state, action, work.nodes_left(), work.report, is_known=work.is_over())
        wins = found.lower > 0 if found.lower == found.upper else None
        work.is_over()
        return Opening(action, name, wins, work.nodes - nodes, work.cpu_seconds - seconds, found.plies)

    def check(self, state: State, solution: Solution, limits: SolveLimits, positions: int) -> Check:
        """Play a solution out by the rules; as `replay`, in one answer.

        Raises:
            SolveError: As `solve`.
        """
        replays = self.replay(state, solution, max_positions=positions, limits=limits)
        failures = [replay.failure for replay in replays if not replay.holds]
        walked = sum(replay.positions for replay in replays)
        is_complete = all(replay.is_complete for replay in replays)
        if failures:
            return Check(False, is_complete, walked, f"the strategy does not win: {failures[0]}")
        games = sum(replay.games for replay in replays)
        text = f"every reply, {walked:,} positions" if is_complete else f"{games:,} games with random replies"
        return Check(True, is_complete, walked, f"the winner's strategy wins on all lines walked: {text}")

    def replay(
        self,
        state: State,
        solution: Solution,
        *,
        max_positions: int = 1_000_000,
        seed: int = 0,
        limits: SolveLimits | None = None,
    ) -> tuple[Replay, ...]:
        """Play a solution out by the rules: whoever claims something plays as the solver says against every reply.

        Args:
            state: The position that was solved.
            solution: What `solve` said about it. Where nothing is claimed nothing is checked.
            max_positions: Beyond so many different positions replies are random, so many positions of them.
            seed: For random replies.
            limits: Those of the call that solved it, of which memory and threads count: with others a search begins
                anew.

        Returns:
            A check for each claim: that the person to act gets at least `lower`, that the other one holds it to
            `upper`. A claim of nothing is left out.

        Raises:
            SolveError: As `solve`.
        """
        self._check(state)
        if state.is_terminal():
            return ()
        limits = expect_limits(limits)
        with self._calls.turn():
            return self._replay(state, solution, limits, max_positions, seed)

    def _replay(
        self, state: State, solution: Solution, limits: SolveLimits, max_positions: int, seed: int
    ) -> tuple[Replay, ...]:
        work = self._begin(SolveLimits(memory_bytes=limits.memory_bytes, threads=limits.threads), None)
        native = self._native(work)
        assert native is not None  # noqa: S101  (without limits nothing stops it)
        mover = state.current_player()
        claims = [(mover, round(solution.lower)), (1 - mover, -round(solution.upper))]
        checks = []
        for person, value in claims:
            if value > -1:
                done = native.replay(state, person, value, max_positions, seed, 0, work.report)
                checks.append(Replay(done.holds, done.is_complete, done.positions, done.games, done.failure))
        return tuple(checks)

    # --- what it learned ----------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the call that is going on in another thread soon; it returns what it knows."""
        self._is_stopped.set()

    def save(self, path: Path) -> None:
        """Keep what was learned in a file: the table of all positions where there is one, else what searches know.

        A call that is at work in another thread is stopped first; who iterates over `openings` may save in between.

        Raises:
            SolveError: "solve/table" when it cannot be written, or nothing was solved yet; "solve/busy" out of a call's
                own `on_progress`.
        """
        with self._calls.when_stopped(self.stop):
            native = self._table or self._search
            if native is None:
                raise SolveError("there is nothing to keep: nothing was solved yet", slug="solve/table")
            native.save(os.fspath(real_file(path)))

    def load(self, path: Path, limits: SolveLimits) -> None:
        """Take what `save` wrote: the table of all positions where the limits allow one, else what a search learned.

        Args:
            path: The file.
            limits: Those of the calls to come; what a search learned is cut to their memory.

        Raises:
            SolveError: "solve/table" for a file that is none, is damaged, or is about another board.
        """
        limits = expect_limits(limits)
        with self._calls.turn():
            if self._fits(limits):
                self._table = self._read_table(path)
                return
            self._search_within(limits).add(os.fspath(path))
            self._files.append(path)

    # --- the table ----------------------------------------------------------------------------------------------------

    def table(self, limits: SolveLimits | None = None, on_progress: OnProgress | None = None) -> _core.NativeFlipSolver:
        """Return the table of all positions: loaded, or computed and kept. Searches use it from then on.

        Raises:
            SolveError: "solve/size" on boards without one, "solve/limits" when the limits do not allow it,
                "solve/table" for a file that cannot be used or written.
        """
        if not self.can_have_table:
            text = f"size={self._rules.size}"
            raise SolveError(
                f"tables of all positions are made of 3x3 and 4x4 points, not with {text}",
                slug="solve/size",
                text=text,
                legal=tuple(f"size={size}" for size in TABLE_SIZES),
            )
        with self._calls.turn():
            work = self._begin(limits, on_progress)
            table = self._make_table(work) if self._table is None and self._fits(work.limits) else self._table
        if table is None:
            raise SolveError("the limits do not allow the table of all positions", slug="solve/limits")
        return table

    def _fits(self, limits: SolveLimits) -> bool:
        if not self.can_have_table:
            return False
        entries = table_entries(self._rules)
        return entries <= limits.memory_bytes and (limits.nodes is None or entries <= limits.nodes)

    def _make_table(self, work: FlipWork) -> _core.NativeFlipSolver | None:
        path = self.table_path
        if path is not None and path.exists():
            self._table = self._read_table(path)
            return self._table
        self._table = _core.NativeFlipSolver.build(
            self._game.new_initial_state(), work.limits.threads, work.report_table
        )
        if self._table is not None:
            work.nodes += self._table.bytes
            if path is not None:
                self._keep_table(self._table, path)
            self._table.share()
        return self._table

    def _read_table(self, path: Path) -> _core.NativeFlipSolver:
        table = _core.NativeFlipSolver.load(self._game.new_initial_state(), os.fspath(path))
        table.share()
        return table

    def _keep_table(self, table: _core.NativeFlipSolver, path: Path) -> None:
        """Write a new table; where that is not possible the answers are there all the same, and a note says so."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            table.save(os.fspath(real_file(path)))
        except (OSError, SolveError) as error:
            self._why_unkept = error.strerror or str(error) if isinstance(error, OSError) else error.message

    def _native(self, work: FlipWork) -> _core.NativeFlipSolver | None:
        """Return what answers within the limits: the table if it may be made, else a search; None when out of time."""
        if self._table is not None:
            return self._table
        if self._fits(work.limits):
            return self._make_table(work)
        return self._search_within(work.limits)

    def _search_within(self, limits: SolveLimits) -> _core.NativeFlipSolver:
        """Return the search with so much memory and so many threads; a new one begins with what files held."""
        size = (limits.memory_bytes, limits.threads)
        if self._search is None or self._size != size:
            judge = None if self._net is None else self._net.native
            search = _core.NativeFlipSolver(self._game.new_initial_state(), *size, judge)
            for path in self._files:
                search.add(os.fspath(path))
            self._search, self._size = search, size
        return self._search

    # --- parts of an answer -------------------------------------------------------------------------------------------

    def _actions(
        self, native: _core.NativeFlipSolver, state: State, work: FlipWork, *, is_known: bool
    ) -> tuple[ActionBounds, ...]:
        found = []
        for action in state.legal_actions():
            is_left = is_known or work.is_over()
            after = native.answer_after(state, action, work.nodes_left(), work.report, is_known=is_left)
            if (after.lower, after.upper) != (-1, 1):
                found.append((after, ActionBounds(action, float(after.lower), float(after.upper))))
        found.sort(key=lambda pair: _order(pair[0]))
        return tuple(bounds for _, bounds in found)

    def _notes(self, native: _core.NativeFlipSolver, state: State, plies: int, *, is_open: bool) -> tuple[str, ...]:
        if native is not self._table:
            told = f"By proof search; {native.nodes:,} positions looked at so far."
            return (told, _how_far(native.numbers(state))) if is_open else (told,)
        notes = [f"From a table of all {native.bytes:,} positions."]
        if plies:
            notes.append(f"With best play the game lasts {plies} more turns.")
        if self._why_unkept:
            notes.append(f"The table could not be kept in {self.table_path}: {self._why_unkept}.")
        return tuple(notes)

    def _check(self, state: State) -> None:
        if expect_state(state).game.rules.with_swap(False) != self._rules.with_swap(False):
            raise SolveError(
                f"this solver is for {self._rules}, the position is one of {state.game.spec}",
                slug="solve/game",
                text=state.game.spec,
                legal=(str(self._rules),),
            )


def _how_far(numbers: tuple[int, int] | None) -> str:
    """Say that a position is open, and how far its search is where that can be told."""
    if numbers is None:
        return "Not solved within the limits."
    proof, disproof = numbers
    return f"Not solved within the limits; proof number {proof:,}, disproof number {disproof:,}."


def _order(after: _core.NativeFlipAnswer) -> tuple[int, int, int]:
    """Sort actions: best first, quick wins first, slow losses first; a length that is not known is longer than any."""
    plies = after.plies or sys.maxsize
    return -after.lower, -after.upper, plies if after.lower > 0 else -plies
