"""`motu gtp` as a surface: commands of every kind, right ones, wrong ones and none, to one process after another."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import motu
from fuzz.engines import EngineProcess, Talks
from fuzz.hunt import Log, Step
from fuzz.material import (
    MOVES,
    NO_PLAYERS,
    NUMBERS,
    PLAYERS,
    SPECS,
    check,
    damaged,
    games,
    garbage,
    invent,
    pick,
    play_at_random,
)
from motu.games import formats

COMMANDS = 120
"""To one process."""

SMALL = ("hex(size=3)", "hex(size=4x3)", "atomorph(size=3)", "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3)")
"""Where the ten thousand visits of an analysis are soon over."""

SIMPLE = (
    "name", "version", "list_commands", "help", "help undo", "echo a  b", "cputime", "known_command play", "showboard",
    "final_score", "motu-moves", "motu-turn", "motu-spec", "board_id", "time_left", "param_game", "param_motu",
    "printsgf", "all_legal_moves", "all_legal_moves w", "hexgui-analyze_commands", "printsgf out.sgf",
    "loadsgf out.sgf", "loadsgf nothing.sgf", "exec out.sgf", "exec .", "loadsgf /", "protocol_version",
)  # fmt: skip
SIZES = (2, 3, 4, 5, 5, 6, 7, 8, 9, 11, "4 3", "3 5", 19, 25, 0, 999)
HEADS = ("boardsize", "play", "undo", "time_left", "loadsgf", "set_random_seed", "exec", "play-game")


def colour(rng: random.Random) -> str:
    """Name a colour."""
    return rng.choice(("b", "w", "black", "white", "red", "blue"))


def wrong(rng: random.Random) -> str:
    """Invent a command with arguments that it does not take, mostly."""
    arguments = (rng.choice((*map(str, NUMBERS), "b", "a1", "?")) for _ in range(rng.randrange(4)))
    return " ".join([rng.choice(HEADS), *arguments])


def move(rng: random.Random) -> str:
    """Invent a move, legal or not."""
    return rng.choice(
        (f"play {colour(rng)} {rng.choice(MOVES)}", f"announce {colour(rng)} r{rng.randrange(9)}", "roll")
    )


INVENTIONS: tuple[tuple[int, Callable[[random.Random], Step]], ...] = (
    (4, lambda rng: ["say", f"{rng.choice(('genmove', 'genmove', 'reg_genmove'))} {colour(rng)}"]),
    (3, lambda rng: ["go", rng.randrange(1000)]),
    (1, lambda rng: ["say", move(rng)]),
    (1, lambda rng: ["say", rng.choice(("undo", "undo", "clear_board"))]),
    (1, lambda rng: ["say", f"boardsize {rng.choice(SIZES)}"]),
    (2, lambda rng: ["say", f"motu-spec {rng.choice(SPECS)}"]),
    (1, lambda rng: ["say", f"param_motu player {rng.choice((*PLAYERS, *PLAYERS, *NO_PLAYERS))}"]),
    (1, lambda rng: ["say", parameter(rng)]),
    (2, lambda rng: ["say", rng.choice(SIMPLE)]),
    (1, lambda rng: ["file", rng.randrange(10**6), rng.choice((0, 0, 1, 3))]),
    (1, lambda rng: ["analysis", rng.choice(SMALL), f"motu-{rng.choice(('values', 'visits', 'pv'))} {colour(rng)}"]),
    (1, lambda rng: ["raw", raw(rng).decode("latin-1")]),
    (1, lambda rng: ["say", wrong(rng)]),
)
"""How steps are invented, and how often each way."""


def parameter(rng: random.Random) -> str:
    """Invent a command that sets something."""
    return rng.choice(
        (
            f"param_game allow_swap {rng.randrange(2)}",
            f"param_game on_little_golem {rng.randrange(2)}",
            f"param_game game_time {rng.choice((0, 0.1, 1, 'x'))}",
            f"set_random_seed {rng.choice((0, 1, 7, 2**63, -1))}",
            f"param_motu seed {rng.choice(('none', 5, -5))}",
            f"time_settings {rng.choice((0, 0.3, 1, 3))} {rng.choice((0, 0.1))} {rng.choice((0, 1, 5))}",
            f"time_left {rng.choice('bw')} {rng.choice((0, 0.2, 1, 'nan', 'inf', -1))} {rng.choice((0, 1, 3))}",
        )
    )


def raw(rng: random.Random) -> bytes:
    """Invent a line that means nothing, mostly."""
    line = rng.choice(
        (
            garbage(rng, 200).replace("\n", " ").encode(),
            rng.randbytes(rng.randrange(100)).replace(b"\n", b" "),
            b"play black " + b"a" * rng.choice((100, 70_000)),
            b"\xff\xfe play \x00black a1",
            f"{rng.choice(NUMBERS)} name".encode(),
            damaged(rng.choice(SIMPLE).encode(), rng).replace(b"\n", b" "),
            b"motu-spec atoll(" + b"(" * 3000,
            b"#" + b" comment" * 20,
            b"play-game " + b"a1 " * 500,
        )
    )
    return b"echo " + line if line.split()[-1:] == [b"quit"] or line.strip() == b"quit" else line


class Session:
    """A process, and what it last said of its game."""

    def __init__(self, log: Log, patience: float) -> None:
        log.begin()
        self._log = log
        self._engine = EngineProcess("gtp", "--player", "mcts:20", patience=patience)
        self._number = 0
        self._moves = self._spec = ""
        self._look()

    def take(self, step: Step) -> None:
        """Take a step, and check all that is answered."""
        self._log.step(step)
        try:
            self._take(*step)
        except AssertionError as error:
            self._log.fault(f"{step[0]}: {error}\n{json.dumps(step)[:300]}")

    def _take(self, kind: str, *arguments: object) -> None:
        if kind == "raw":
            self._say(str(arguments[0]).encode("latin-1"), is_command=False)
        elif kind == "say":
            self._command(str(arguments[0]))
        elif kind == "go":
            legal = self._answer(b"all_legal_moves")[2:].split()
            turn = self._answer(b"motu-turn")[2:]
            if legal and turn in {"black", "white", "red", "blue"}:
                self._command(f"play {turn} {pick(legal, int(str(arguments[0])))}")
        elif kind == "analysis":
            self._command(f"motu-spec {arguments[0]}")
            self._command(str(arguments[1]))
        else:
            Path("game").write_bytes(game_file(*map(int, map(str, arguments))))
            self._command("loadsgf game")

    def _command(self, line: str) -> None:
        """Say a line that has one answer; where it is a refusal, nothing may have changed."""
        before = self._moves, self._spec
        answer = self._answer(line.encode())
        self._look()
        if answer[0] == "?":
            check("/" in answer.split()[1] and "\n" not in answer, f"a refusal of another form: {answer!r}")
            check("engine/failed" not in answer, answer)
            now = self._moves, self._spec
            check(now == before, f"the refused {line!r} changed {before} to {now}")
        elif line == "clear_board":
            check(not self._moves, f"moves after clear_board: {self._moves}")

    def _look(self) -> None:
        self._moves, self._spec = self._answer(b"motu-moves")[2:], self._answer(b"motu-spec")[2:]

    def _answer(self, line: bytes) -> str:
        [answer] = self._say(line, is_command=True)
        return answer

    def _say(self, line: bytes, *, is_command: bool) -> list[str]:
        """Say a line and then one that is known again; return what was answered to the first: once, if a command."""
        self._number += 1
        end = f"={self._number} end"
        self._engine.write(line + b"\n" + f"{self._number} echo end\n".encode())
        answers: list[str] = []
        while (answer := self._next()) != end:
            answers.append(answer)
        check(len(answers) == 1 or (not answers and not is_command), f"{len(answers)} answers to {line[:80]!r}")
        check(all(each[:1] in {"=", "?"} for each in answers), f"no answer: {answers}")
        return answers

    def _next(self) -> str:
        lines = [self._engine.line()]
        while lines[-1]:
            lines.append(self._engine.line())
        return "\n".join(lines[:-1])

    def leave(self) -> None:
        """Have the process leave well."""
        self._log.step(["leave"])
        try:
            self._engine.leave()
        except AssertionError as error:
            self._log.fault(f"leave: {error}")


def game_file(number: int, damage: int) -> bytes:
    """Return a random game in one of the formats, more or less damaged."""
    rng = random.Random(number)
    state = pick(games(), number).load().new_initial_state()
    play_at_random(state, number % 25, rng)
    try:
        text = formats.write(state.record(), rng.choice(("sgf", "jsonl", "fragment", "hexworld")))
    except motu.MotuError:
        text = formats.write(state.record(), "sgf")
    return damaged(text.encode(), rng, damage)


def surface(without: frozenset[str]) -> Talks:
    """Make the surface."""
    return Talks(without, lambda rng: (invent(INVENTIONS, rng) for _ in range(COMMANDS)), Session)
