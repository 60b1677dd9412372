"""One `motu gtp` process plays game after game on changing boards, as HexGui and tournament scripts have it do."""

from __future__ import annotations

from itertools import cycle

import pytest

from cli.running import MOTU, environment
from fuzz.engines import memory_of
from motu.arena.program import Program

BOARDS = ("boardsize 5", "boardsize 3", "boardsize 7", "boardsize 5", "boardsize 4 6", "boardsize 6", "boardsize 11")
OTHERS = ("motu-spec gan", "motu-spec atomorph(size=5)", "motu-spec junior", "motu-spec hex(size=5)")
PLAYERS = ("mcts:10", "mcts:10,evaluator=rollout", "level:3", "uct:10", "expectimax:60")
LONGEST = 80
"""Moves of a game; Atmalof need not come to an end."""
GROWTH = 64 << 20
"""Bytes that the process may take more after all games than once each board has been seen."""


def play_game(program: Program) -> None:
    """Have the program play against itself until the game is over."""
    for _ in range(LONGEST):
        turn = program.ask("motu-turn")
        if turn == "over":
            assert program.ask("genmove b") == "resign"
            assert program.ask("final_score") != "cannot score"
            return
        move = program.ask("roll") if turn.startswith("roll") else program.ask(f"genmove {turn}")
        assert move


@pytest.mark.parametrize("games", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_boards_change_and_one_process_plays_on(games: int) -> None:
    program = Program([*MOTU, "gtp", "--player", PLAYERS[0]], environment())
    try:
        boards, players = cycle((*BOARDS, *OTHERS, "motu-spec hex")), cycle(PLAYERS)
        known = 0
        for number in range(games):
            program.ask(next(boards))
            if number % 2:
                program.ask("clear_board")
            if number % 4 == 3:
                program.ask(f"param_motu player {next(players)}")
            play_game(program)
            if number == games // 4:
                known = memory_of(program.process.pid)
        assert memory_of(program.process.pid) - known < GROWTH
        program.ask("quit")
        assert program.process.wait(60) == 0
        assert program.complaints == ""
    finally:
        program.kill()
