"""A small Hex program that speaks GTP and knows nothing of motu; with a mode, one that misbehaves.

It plays the first empty cell, row by row. Modes:

    swap            swaps whenever it may
    no-switch       knows no param_game
    no-parameter    refuses every param_game
    crash:N         leaves without a word at its N-th genmove, counted over all games of the process
    hang:N          does not answer its N-th genmove
    garbage:N       answers its N-th genmove with no answer
    flood:N         answers its N-th genmove without end
    occupied:N      plays a cell that is taken at its N-th genmove
    nonsense:N      answers its N-th genmove with no move
    resign:N        resigns at its N-th genmove
    twice:N         answers its N-th genmove twice
    refuse:N        refuses its N-th play
    dies-of-play:N  leaves without a word at its N-th play
    small:N         refuses boards that are longer than N
    slow:S          needs S seconds for every move
    chatty          writes a lot to stderr
    stubborn        stays when it is told to leave
"""

import os
import sys
import time
from typing import TextIO

COMMANDS = ["boardsize", "clear_board", "genmove", "list_commands", "name", "param_game", "play", "quit", "time_left"]
ANSWERS = {"garbage": "Segmentation fault \x1b[2J\n", "nonsense": "= over there\n", "resign": "= resign\n"}


def say(text: str, stream: TextIO | None = None) -> None:
    stream = stream or sys.stdout
    stream.write(f"{text}\n")
    stream.flush()


class HexProgram:
    def __init__(self, mode: str) -> None:
        self.mode, _, number = mode.partition(":")
        self.number = float(number or 0)
        self.counts = {"genmove": 0, "play": 0}
        self.commands = list(COMMANDS)
        if self.mode == "no-switch":
            self.commands.remove("param_game")
        self.width = self.height = 11
        self.taken: list[str] = []
        self.may_swap = False
        self.clear()

    def clear(self) -> None:
        self.taken = []
        self.has_swapped = False

    def is_time_for(self, mode: str) -> bool:
        command = "play" if mode in ("refuse", "dies-of-play") else "genmove"
        return self.mode == mode and self.counts[command] == self.number

    def answer(self, words: list[str]) -> str:
        command, arguments = words[0], words[1:]
        if command in self.counts:
            self.counts[command] += 1
        if command not in self.commands:
            return f"? unknown command {command}\n"
        return {"play": self.play, "genmove": self.genmove}.get(command, self.set_up)(words[0], arguments)

    def set_up(self, command: str, arguments: list[str]) -> str:
        if command == "boardsize" and self.mode == "small" and max(map(int, arguments)) > self.number:
            return "? unacceptable size\n"
        if command == "boardsize":
            self.width, self.height = int(arguments[0]), int(arguments[-1])
        if command == "clear_board":
            self.clear()
        if command == "param_game" and self.mode == "no-parameter":
            return "? unknown parameter\n"
        if command == "param_game":
            self.may_swap = arguments == ["allow_swap", "1"]
        if command == "list_commands":
            return "= " + "\n".join(self.commands) + "\n"
        return "= hex_program\n" if command == "name" else "=\n"

    def play(self, _: str, arguments: list[str]) -> str:
        if self.is_time_for("dies-of-play"):
            os._exit(7)
        if self.is_time_for("refuse"):
            return "? I will not\n"
        if arguments[1] == "swap-pieces":
            self.has_swapped = True
            return "=\n"
        if arguments[1] in self.taken:
            return "? taken\n"
        self.taken.append(arguments[1])
        return "=\n"

    def misdeed(self) -> str | None:
        """Do what the mode says, or return the answer that it says; None where the program is to play a move."""
        if self.mode == "chatty":
            say("thinking " * 40_000, sys.stderr)
        elif self.mode == "slow":
            time.sleep(self.number)
        elif self.is_time_for("crash"):
            say("out of cheese", sys.stderr)
            os._exit(7)
        elif self.is_time_for("hang"):
            time.sleep(1000)
        elif self.is_time_for("flood"):
            while True:
                say("= " + "a1 " * 10_000)
        elif self.is_time_for("occupied"):
            return f"= {self.taken[0]}\n"
        return ANSWERS[self.mode] if self.mode in ANSWERS and self.is_time_for(self.mode) else None

    def genmove(self, _: str, arguments: list[str]) -> str:
        if (misdeed := self.misdeed()) is not None:
            return misdeed
        if self.mode == "swap" and self.may_swap and len(self.taken) == 1 and not self.has_swapped:
            self.has_swapped = True
            return "= swap-pieces\n"
        cells = (f"{chr(97 + column)}{row + 1}" for row in range(self.height) for column in range(self.width))
        cell = next(cell for cell in cells if cell not in self.taken)
        self.taken.append(cell)
        return f"= {cell}\n\n= {cell}\n" if self.is_time_for("twice") else f"= {cell}\n"


def main() -> None:
    program = HexProgram(sys.argv[1] if len(sys.argv) > 1 else "")
    for line in sys.stdin:
        words = line.split()
        if words == ["quit"] and program.mode != "stubborn":
            say("=\n")
            return
        say(program.answer(words))
    while program.mode == "stubborn":
        time.sleep(1)


if __name__ == "__main__":
    main()
