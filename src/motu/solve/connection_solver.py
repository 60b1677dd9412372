"""Who wins at Atoll, Hex included: proof-number search over virtual connections (floor: solve).

The native solver knows placing alone. The pie rule is dealt with here: who may swap has the better side of every
opening, so with the pie rule the second player wins, and what is worth knowing is which openings to swap.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from motu import _core
from motu.errors import GameOverError, SolveError, Unpicklable
from motu.eval.nets import Net
from motu.files import real_file
from motu.games import AtollRules, Game, State
from motu.games.kinds import expect_state
from motu.solve.one_at_a_time import OneAtATime
from motu.solve.places import tables_folder
from motu.solve.solution import ActionBounds, Check, OnProgress, Opening, Progress, Solution, SolveLimits, expect_limits
from motu.solve.strategy_check import walk_strategy

__all__ = ["ConnectionSolver", "open_table", "table_name"]

UNKNOWN = 2
"""What the native solver says of the winner when a limit was met."""


class ConnectionSolver(Unpicklable):
    """Solves positions of one Atoll board, and keeps what it learned in tables of fixed size.

    One call at a time: calls from other threads wait, but for `stop`, and for `save` and `keep`, which stop what is
    going on.
    """

    _instead = "make_solver(game) makes a new one, and save and load carry over what it learned"

    def __init__(self, game: Game) -> None:
        """Take a board.

        Raises:
            SolveError: "solve/game" for another game.
        """
        if not isinstance(game.rules, AtollRules):
            raise SolveError(f"a connection solver is for Atoll and Hex, not for {game.spec}", slug="solve/game")
        self._game = game
        self._native: _core.NativeConnectionSolver | None = None
        self._size = (0, 0)
        self._tables: list[Path] = []
        self._net: Net | None = None
        self._calls = OneAtATime()
        self._is_stopped = threading.Event()

    def order_by(self, net: Net) -> None:
        """Let a net say which moves are tried first, from the next call on, which begins with what files held.

        Raises:
            NetError: "net/game" for a net of another game.
        """
        net.check_game(self._game)
        with self._calls.turn():
            self._net, self._native = net, None

    def solve(self, state: State, limits: SolveLimits | None = None, on_progress: OnProgress | None = None) -> Solution:
        """Say who wins, with every winning action unless the limits say otherwise.

        Args:
            state: A position of this board, with the pie rule or without.
            limits: When to stop, if not when it is solved; other memory or threads than before begin with empty tables.
            on_progress: Called about twenty times a second, in this thread.

        Raises:
            GameOverError: At the end of a game.
            SolveError: "solve/limits" for less than a megabyte a thread, "solve/game" for a position of another board,
                "solve/threads" where the system starts fewer, "solve/busy" out of a call's own `on_progress`.
        """
        self._check(state)
        if state.is_terminal():
            raise GameOverError("the game is over: there is nothing left to solve")
        with self._calls.turn():
            return self._solve(state, self._begin(limits, on_progress))

    def _check(self, state: State) -> None:
        """Refuse positions of other boards; the pie rule is dealt with state by state."""
        game = expect_state(state).game
        if game == self._game or (
            game.name == self._game.name
            and _core.board_fingerprint(game.native) == _core.board_fingerprint(self._game.native)
        ):
            return
        raise SolveError(
            f"this solver is for {self._game.spec}, the position is one of {game.spec}",
            slug="solve/game",
            text=game.spec,
            legal=(self._game.spec,),
        )

    def _begin(self, limits: SolveLimits | None, on_progress: OnProgress | None) -> _Call:
        limits = expect_limits(limits)
        self._is_stopped.clear()
        return _Call(self._native_for(limits), limits, on_progress, self._is_stopped)

    def _solve(self, state: State, call: _Call) -> Solution:
        if state.swap_is_next():
            return self._before_swap(state, call)
        if state.swap_is_legal():
            return self._at_swap(state, call)
        return self._plain(state, call)

    def openings(self, limits: SolveLimits, on_progress: OnProgress | None = None) -> Iterator[Opening]:
        """Yield for every first stone who wins if it stays where it is, as soon as that is known.

        Args:
            limits: For all openings together; symmetric ones are solved once.
            on_progress: As for `solve`.
        """
        with self._calls.turn():
            call = self._begin(limits, on_progress)
        known: dict[int, _core.SolverAnswer] = {}
        for cell, name in enumerate(self._game.board.names):
            twin = next((twin for twin in self._twins(cell) if twin in known), None)
            if twin is None:
                with self._calls.turn():
                    known[cell] = call.solve(self._stones({cell: 0}), 1)
            answer = known[cell if twin is None else twin]
            wins = None if answer.winner == UNKNOWN else answer.winner == 0
            nodes, seconds = (answer.nodes, answer.cpu_seconds) if twin is None else (0, 0.0)
            yield Opening(cell, name, wins, nodes, seconds)

    def check(self, state: State, solution: Solution, limits: SolveLimits, positions: int) -> Check:
        """Play the winner's strategy against all replies.

        Raises:
            SolveError: "solve/check" when there is no proof; "solve/limits" when it cannot be found again.
        """
        if not solution.is_exact:
            raise SolveError("only a solved position can be checked, and here is none", slug="solve/check")
        walk = walk_strategy(self, state, solution, expect_limits(limits), positions)
        if walk.failure:
            return Check(False, False, walk.positions, walk.failure)
        games = f" and {walk.random_games:,} random games" if walk.random_games else ""
        how = "every reply" if walk.is_complete else "not every reply"
        text = f"{walk.winner} wins on all lines walked, {how}; {walk.positions:,} positions{games}"
        return Check(True, walk.is_complete, walk.positions, text)

    def stop(self) -> None:
        """End the call that is going on in another thread; it returns what it knows."""
        self._is_stopped.set()
        if self._native is not None:
            self._native.stop()

    def save(self, path: Path) -> None:
        """Keep what was learned in a file; a call that is going on in another thread is stopped first.

        Raises:
            SolveError: "solve/table" when it cannot be written, or nothing was solved yet; "solve/busy" out of a call's
                own `on_progress`.
        """
        with self._calls.when_stopped(self.stop):
            if self._native is None:
                raise SolveError("there is nothing to keep: nothing was solved yet", slug="solve/table")
            self._native.save(str(real_file(path)), self._game.spec)

    def load(self, path: Path, limits: SolveLimits) -> None:
        """Add what a file holds to what is known, in tables as large as the limits say.

        Raises:
            SolveError: "solve/table" for a file that is none, is damaged, or is about another board; "solve/limits".
        """
        with self._calls.turn():
            self._native_for(expect_limits(limits)).load(str(path), self._game.spec)
            self._tables.append(path)

    def keep(self, path: Path | None = None) -> Path | None:
        """Add what was proved to a file that searches look things up in; a call in another thread is stopped first.

        Args:
            path: The file; where `motu.solve.solvers.table_of` says unless told. What it holds already stays; processes
                that do this at the same time wait for each other.

        Returns:
            The file, or None where nothing was solved yet.

        Raises:
            SolveError: "solve/table" when it cannot be written, "solve/busy" as of `save`.
        """
        path = tables_folder() / table_name(self._game) if path is None else path
        with self._calls.when_stopped(self.stop):
            if self._native is None:
                return None
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise SolveError(
                    f'cannot make "{path.parent}": {error.strerror}; right is a folder where files can be written',
                    slug="solve/table",
                    text=str(path),
                ) from error
            self._native.keep(str(real_file(path)), self._game.spec)
        return path

    def _native_for(self, limits: SolveLimits) -> _core.NativeConnectionSolver:
        size = (limits.memory_bytes, limits.threads)
        if self._native is None or size != self._size:
            judge = None if self._net is None else self._net.native
            self._native = _core.NativeConnectionSolver(self._game.new_initial_state(), *size, judge)
            self._size = size
            for path in self._tables:
                self._native.load(str(path), self._game.spec)
        return self._native

    def _stones(self, placed: dict[int, int]) -> list[int]:
        return [placed.get(cell, UNKNOWN) for cell in range(self._game.board.num_cells)]

    def _twins(self, cell: int) -> Iterator[int]:
        return (symmetry.cells[cell] for symmetry in self._game.symmetries if not symmetry.swaps_colours)

    # --- without the pie rule

    def _plain(self, state: State, call: _Call) -> Solution:
        answer = call.solve(state.stones(), state.to_move())
        if answer.winner == UNKNOWN:
            return call.unknown(answer)
        value = 1.0 if answer.winner == state.to_move() else -1.0
        line = self._line(state, answer, call)
        others = [action for action in state.legal_actions() if action != answer.move]
        actions = [ActionBounds(answer.move, value, value)]
        if value < 0:
            actions += [ActionBounds(action, -1.0, -1.0) for action in others]
        elif call.limits.every_action:
            actions += self._other_actions(state, others, call)
        return call.solution(value, actions, line, self._proof_notes(answer))

    def _other_actions(self, state: State, others: Sequence[int], call: _Call) -> list[ActionBounds]:
        found = []
        for action in others:
            child = state.clone()
            child.apply_action(action)
            if child.is_terminal():
                found.append(ActionBounds(action, 1.0, 1.0))
                continue
            answer = call.solve(child.stones(), child.to_move())
            if answer.winner != UNKNOWN:
                value = 1.0 if answer.winner == state.to_move() else -1.0
                found.append(ActionBounds(action, value, value))
        return sorted(found, key=lambda each: -each.lower)

    def _line(self, state: State, answer: _core.SolverAnswer, call: _Call) -> list[int]:
        """Return best play from here to the end, as far as the table knows without another search."""
        line = [answer.move]
        if not call.limits.every_action:
            return line
        current = state.clone()
        current.apply_action(answer.move)
        quick = call.quick()
        while not current.is_terminal():
            answer = quick.solve(current.stones(), current.to_move())
            if answer.winner == UNKNOWN:
                break
            line.append(answer.move)
            current.apply_action(answer.move)
        return line

    def _proof_notes(self, answer: _core.SolverAnswer) -> tuple[str, ...]:
        return (f"The winner needs {len(answer.carrier)} of the empty cells, whoever gets the others.",)

    # --- with it

    def _before_swap(self, state: State, call: _Call) -> Solution:
        """Whatever the first stone is, the second player takes the better side of it."""
        actions = [ActionBounds(action, -1.0, -1.0) for action in state.legal_actions()]
        note = "Pie rule: the second player swaps an opening that wins and answers one that loses."
        answer = call.solve(state.stones(), state.to_move())
        if answer.winner == UNKNOWN:
            return call.solution(-1.0, actions, [], (note,))
        name = self._game.board.names[answer.move]
        told = f"Without the pie rule the first player wins, with {name} for one."
        return call.solution(-1.0, actions, [], (note, told))

    def _at_swap(self, state: State, call: _Call) -> Solution:
        """Who is to act wins: by swapping if placing loses, else by placing."""
        answer = call.solve(state.stones(), state.to_move())
        swap = self._game.num_actions - 1
        if answer.winner == UNKNOWN:
            note = "Pie rule: whoever may swap wins, but whether by swapping is not known yet."
            return replace(call.solution(1.0, [], [], (note,)), actions=())
        if answer.winner != state.to_move():
            losing = [ActionBounds(action, -1.0, -1.0) for action in state.legal_actions() if action != swap]
            note = "The opening wins: swapping takes it over, placing loses."
            return call.solution(1.0, [ActionBounds(swap, 1.0, 1.0), *losing], [swap], (note,))
        line = self._line(state, answer, call)
        actions = [ActionBounds(answer.move, 1.0, 1.0)]
        if call.limits.every_action:
            others = [action for action in state.legal_actions() if action not in (swap, answer.move)]
            actions += self._other_actions(state, others, call)
        note = "The opening loses: do not swap."
        return call.solution(1.0, [*actions, ActionBounds(swap, -1.0, -1.0)], line, (note, *self._proof_notes(answer)))


class _Call:
    """One call of a solver: what is left of its limits, and what it has cost."""

    def __init__(
        self,
        native: _core.NativeConnectionSolver,
        limits: SolveLimits,
        on_progress: OnProgress | None,
        is_stopped: threading.Event,
    ) -> None:
        self.limits = limits
        self._is_stopped = is_stopped
        self._native = native
        self._on_progress = on_progress
        self._begin = time.monotonic()
        self._nodes = 0
        self._cpu_seconds = 0.0

    def solve(self, stones: Sequence[int], to_move: int) -> _core.SolverAnswer:
        """Solve by placing alone, within what is left; an exhausted limit leaves one position to look at."""
        nodes = 0 if self.limits.nodes is None else max(1, self.limits.nodes - self._nodes)
        if self._is_stopped.is_set():
            nodes = 1
        seconds = 0.0
        if self.limits.seconds is not None:
            seconds = max(1e-3, self.limits.seconds - (time.monotonic() - self._begin))
        answer = self._native.solve(stones, to_move, nodes, seconds, self._report)
        self._nodes += answer.nodes
        self._cpu_seconds += answer.cpu_seconds
        return answer

    def quick(self) -> _Call:
        """Return a call for what should be known already."""
        return _Call(self._native, SolveLimits(nodes=2000, seconds=1.0), None, self._is_stopped)

    def unknown(self, answer: _core.SolverAnswer) -> Solution:
        note = f"Not solved within the limits; proof number {answer.proof}, disproof number {answer.disproof}."
        return Solution(-1.0, 1.0, (), (), self._nodes, self._cpu_seconds, (note,))

    def solution(
        self, value: float, actions: Sequence[ActionBounds], line: Sequence[int], notes: tuple[str, ...]
    ) -> Solution:
        return Solution(value, value, tuple(actions), tuple(line), self._nodes, self._cpu_seconds, notes)

    def _report(self, nodes: int, _seconds: float, proof: int, disproof: int) -> None:
        if self._on_progress is not None:
            text = f"proof number {proof}, disproof number {disproof}"
            self._on_progress(Progress(self._nodes + nodes, time.monotonic() - self._begin, text))


def table_name(game: Game) -> str:
    """Return the name of the file of what is proved about an Atoll board, the same for all specs of one board."""
    shape = game.rules.board if isinstance(game.rules, AtollRules) else game.name
    return f"atoll-{shape}-{game.board.num_cells}-{_core.board_fingerprint(game.native):016x}.proofs"


def open_table(game: Game, path: str) -> None:
    """Let searches ask what a file has proved about a board.

    Raises:
        SolveError: "solve/table" for a file that is damaged, or no table of this board.
    """
    _core.use_connection_table(game.native, path, game.spec)
