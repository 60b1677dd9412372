"""What an external program is asked before a game begins: as much as it says that it knows, and no more."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from motu import load_game
from motu.arena.entrants import parse_entrants
from motu.arena.seats import MoveTime, ProgramSeat, Times, take_seat

NOTING = """
import sys
out, known = open(sys.argv[1], "w"), sys.argv[2:]
for line in sys.stdin:
    print(line.strip(), file=out, flush=True)
    word = line.split()[0]
    text = "\\n".join(known) if word == "list_commands" else {"name": "Noter", "version": "1.5"}.get(word, "")
    print("= " + text + "\\n", flush=True)
    if word == "quit":
        break
"""
"""Knows what it is told to know, answers everything, and notes what it is asked."""


def asked(heard: Path, spec: str, times: Times, *known: str) -> list[str]:
    """Return what a program that knows such commands is asked until the second of two games has begun."""
    [entrant] = parse_entrants([f"noter=gtp:{shlex.join([sys.executable, '-c', NOTING, str(heard), *known])}"])
    seat = take_seat(entrant, times)
    for seed in (5, 6):
        seat.begin(load_game(spec), seed)
    settings = seat.settings()
    assert ("name" in settings, "version" in settings) == ("name" in known, "version" in known)
    seat.close()
    return heard.read_text("utf-8").splitlines()


CLOCK = Times(clock=90.0)


@pytest.mark.parametrize(
    ("spec", "times", "known", "each_game"),
    [
        ("hex(size=5)", Times(), (), ["boardsize 5"]),
        ("hex(size=4x3)", CLOCK, ("clear_board",), ["boardsize 4 3", "clear_board"]),
        ("hex(size=5)", CLOCK, ("time_settings",), ["boardsize 5", "time_settings 90 0 0"]),
        (
            "hex(size=5,swap=false)",
            CLOCK,
            ("param_game",),
            ["boardsize 5", "param_game game_time 90", "param_game allow_swap 0"],
        ),
        (
            "hex(size=5)",
            CLOCK,
            ("time_settings", "param_game"),
            ["boardsize 5", "time_settings 90 0 0", "param_game allow_swap 1"],
        ),
        ("hex(size=5)", Times(), ("time_settings", "param_game"), ["boardsize 5", "param_game allow_swap 1"]),
        ("gan", CLOCK, ("motu-spec", "param_game", "time_settings"), ["motu-spec SPEC", "time_settings 90 0 0"]),
    ],
)
def test_a_program_is_asked_what_it_knows(
    spec: str, times: Times, known: tuple[str, ...], each_game: list[str], tmp_path: Path
) -> None:
    wanted = [line.replace("SPEC", load_game(spec).spec) for line in each_game]
    told = asked(tmp_path / "heard", spec, times, *known)
    assert told == ["list_commands", *wanted, *wanted, "quit"]


def test_a_program_says_who_it_is_once_and_gets_a_seed_for_each_game(tmp_path: Path) -> None:
    told = asked(tmp_path / "heard", "hex(size=5)", Times(), "name", "version", "set_random_seed")
    games = ["set_random_seed 5", "boardsize 5", "set_random_seed 6", "boardsize 5"]
    assert told == ["list_commands", "name", "version", *games, "quit"]


PERIODS = Times(clock=19.8, period=14.8)


@pytest.mark.parametrize(
    ("known", "times", "left", "told"),
    [
        # GTP has whole seconds; a period is for one move.
        (("time_settings", "time_left"), PERIODS, 19.8, ["time_settings 19 14 1", "time_left black 19 0"]),
        (("time_settings", "time_left"), PERIODS, 0.7, ["time_settings 19 14 1", "time_left black 14 1"]),
        (("time_settings", "time_left"), Times(clock=0.7), 0.7, ["time_settings 1 0 0", "time_left black 0 0"]),
        (("time_settings",), Times(clock=2_592_000.0), 9.0, ["time_settings 2592000 0 0"]),
        (("param_game", "time_left"), PERIODS, 0.0, ["param_game game_time 34", "time_left black 14 0"]),
        (
            ("motu-spec", "time_settings", "time_left"),
            PERIODS,
            0.7,
            ["time_settings 19.8 14.8 1", "time_left black 0.700 0"],
        ),
        (
            ("motu-spec", "time_settings", "time_left"),
            Times(period=14.8),
            0.0,
            ["time_settings 0 14.8 1", "time_left black 14.800 1"],
        ),
        (("motu-spec", "time_settings", "time_left"), Times(), 0.0, []),
    ],
)
def test_a_clock_is_told_in_words_that_a_program_knows(
    known: tuple[str, ...], times: Times, left: float, told: list[str], tmp_path: Path
) -> None:
    heard = tmp_path / "heard"
    [entrant] = parse_entrants([f"noter=gtp:{shlex.join([sys.executable, '-c', NOTING, str(heard), *known])}"])
    seat, game = ProgramSeat(entrant), load_game("hex(size=5)")
    seat.set_turn(times, MoveTime(60.0, left))
    seat.begin(game, 5)
    seat.choose(game.new_initial_state())
    seat.close()
    assert [line for line in heard.read_text("utf-8").splitlines() if "time" in line] == told
