"""The device's net against what the game has of itself, at equal time, on the engine of the pages in Node.

`python benchmarks/device_match.py 'hex(swap=false)' --games 20 --seconds 1` plays from one-stone openings, each from
both sides, and prints the score with its 95 % interval. Needs Node. They move in turn, in one process, so that whatever
keeps the machine busy slows both down alike.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

import msgspec

import motu
from motu.arena.ratings import wilson
from motu.games.line import Line
from motu.server.device_game import device_game

HERE = Path(__file__).parent
NETS = HERE.parent / "src/motu/eval/nets"


def openings_of(spec: str, count: int) -> list[str]:
    """Return different first moves, drawn by lot; always the same."""
    moves = motu.load_game(spec).new_initial_state().legal_moves()
    return random.Random(11).sample(moves, count)


def main() -> int:
    """Play; print each game and the score."""
    parser = argparse.ArgumentParser(description="The device's net against the game's own evaluator, at equal time.")
    parser.add_argument("spec", help="without the pie rule: swap=false")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=1.0, help="a move")
    asked = parser.parse_args()
    device = msgspec.to_builtins(device_game(Line(spec=motu.load_game(asked.spec).spec)))
    openings = openings_of(asked.spec, (asked.games + 1) // 2)
    question = {"device": device, "folder": str(NETS), "openings": openings, "seconds": asked.seconds}
    command = ["node", str(HERE / "device_match.mjs")]
    won, games = 0, 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as match:
        assert match.stdin is not None
        assert match.stdout is not None
        match.stdin.write(json.dumps(question))
        match.stdin.close()
        for line in match.stdout:
            print(line, end="", flush=True)
            told = json.loads(line)
            if "winner" in told:
                games += 1
                won += told["winner"] == "net"
    if games:
        low, high = wilson(won, games)
        print(f"the net has won {won} of {games}: {won / games:.0%} ({low:.0%} to {high:.0%})")
    return match.returncode


if __name__ == "__main__":
    sys.exit(main())
