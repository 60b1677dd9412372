"""OpenSpiel's C++ MCTSBot as a GTP program for Hex, so that `motu match` can play against it.

Random rollouts, solver on, a new tree for every move, as the bot does by itself; the search is bounded by wall time.
Needs `open_spiel` (`pip install open_spiel`), not motu. Run by `benchmarks/strength.py hex-openspiel`, or in a match:

    motu match mcts:1s 'gtp:python benchmarks/openspiel_gtp.py --seconds 1' --game hex

With `--check FILE` it replays the games in a file of records by OpenSpiel's rules and compares the winners.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyspiel

COLOURS = {"black": 0, "b": 0, "white": 1, "w": 1}
SIMULATIONS = 10**9
"""More than any time allows."""


class RefusedError(Exception):
    """A command that cannot be carried out."""


class Bot:
    """One board and one bot."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._seed = options.seed
        self.commands: dict[str, Callable[[list[str]], str]] = {
            "boardsize": self._boardsize,
            "clear_board": self._clear,
            "genmove": self._genmove,
            "known_command": lambda words: str(words[0] in self.commands).lower(),
            "list_commands": lambda _: "\n".join(sorted([*self.commands, "quit"])),
            "name": lambda _: "OpenSpiel MCTSBot",
            "play": self._play,
            "protocol_version": lambda _: "2",
            "set_random_seed": self._set_seed,
            "version": lambda _: str(getattr(pyspiel, "__version__", "unknown")),
        }
        self._size = 11
        self._clear([])

    def _boardsize(self, words: list[str]) -> str:
        if len(set(words)) != 1 or not words[0].isdigit():
            raise RefusedError("unacceptable size")
        self._size = int(words[0])
        return self._clear([])

    def _clear(self, _: list[str]) -> str:
        self._game = pyspiel.load_game(f"hex(board_size={self._size})")
        self._state = self._game.new_initial_state()
        return ""

    def _set_seed(self, words: list[str]) -> str:
        self._seed = int(words[0]) % 2**31
        return ""

    def _play(self, words: list[str]) -> str:
        self._expect(words[0])
        action = self._action(words[1])
        if action not in self._state.legal_actions():
            raise RefusedError(f"illegal move: {words[1]}")
        self._state.apply_action(action)
        return ""

    def _genmove(self, words: list[str]) -> str:
        self._expect(words[0])
        options = self._options
        self._seed = (self._seed * 1103515245 + 12345) % 2**31
        evaluator = pyspiel.RandomRolloutEvaluator(1, self._seed)
        bot = pyspiel.MCTSBot(
            self._game,
            evaluator,
            options.uct_c,
            SIMULATIONS,
            options.megabytes,
            True,
            self._seed,
            False,
            max_wall_clock_time=options.seconds,
        )
        action = bot.step(self._state)
        name = self._name(action)
        self._state.apply_action(action)
        return name

    def _expect(self, colour: str) -> None:
        if self._state.is_terminal():
            raise RefusedError("the game is over")
        if COLOURS.get(colour.lower()) != self._state.current_player():
            raise RefusedError(f"it is not the turn of {colour}")

    def _action(self, cell: str) -> int:
        column, row = ord(cell[0].lower()) - ord("a"), int(cell[1:]) - 1
        if not (0 <= column < self._size and 0 <= row < self._size):
            raise RefusedError(f"no such cell: {cell}")
        return row * self._size + column

    def _name(self, action: int) -> str:
        row, column = divmod(action, self._size)
        return f"{chr(ord('a') + column)}{row + 1}"


def serve(bot: Bot) -> None:
    """Answer the commands on stdin until it ends or somebody says `quit`."""
    for line in sys.stdin:
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0] == "quit":
            print("= \n", flush=True)
            return
        print(answer(bot, words), flush=True)


def answer(bot: Bot, words: list[str]) -> str:
    """Return the answer to one command, an empty line at its end."""
    try:
        return f"= {bot.commands[words[0]](words[1:])}\n"
    except KeyError:
        return f"? unknown command: {words[0]}\n"
    except (RefusedError, ValueError, IndexError) as error:
        return f"? {error}\n"


def check(path: Path) -> str:
    """Replay all games of a file by OpenSpiel's rules; raise where it sees another game than the record."""
    games = 0
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        record: dict[str, Any] = json.loads(line)
        if "moves" not in record:  # the manifest: with what the games were played
            continue
        size = int(record["spec"].partition("size=")[2].partition(",")[0])
        state = pyspiel.load_game(f"hex(board_size={size})").new_initial_state()
        for move in record["moves"]:
            state.apply_action((int(move[1:]) - 1) * size + ord(move[0]) - ord("a"))
        if record["result"]["reason"] != "connected":
            continue
        returns = [1.0, -1.0] if record["result"]["winner"] == 0 else [-1.0, 1.0]
        if not state.is_terminal() or state.returns() != returns:
            raise SystemExit(f"{path}, line {number}: OpenSpiel says {state.returns()}, the record {record['result']}")
        games += 1
    return f"OpenSpiel's rules agree on {games} games"


def main() -> None:
    """Read the options and serve, or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="wall time of a move")
    parser.add_argument("--uct-c", type=float, default=2.0, help="UCT's constant")
    parser.add_argument("--megabytes", type=int, default=1000, help="memory of a tree")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", type=Path, metavar="FILE", help="replay the records in FILE instead")
    options = parser.parse_args()
    if options.check is not None:
        print(check(options.check))
    else:
        serve(Bot(options))


if __name__ == "__main__":
    main()
