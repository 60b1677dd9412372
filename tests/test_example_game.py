"""Tic, the worked example of CONTRIBUTING.md's "How to add a game": one folder, one row, and a game like the others."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from example import LAUNCH, motu_with_tic
from motu import load_game
from motu.errors import SpecError

PERFT = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
"""Games of noughts and crosses by their length; 255,168 end sooner or later (OEIS A061529)."""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return one in which Python knows tic."""
    return motu_with_tic(tmp_path_factory.mktemp("example"))


def python(environment: dict[str, str], code: str, *arguments: str, stdin: str = "") -> str:
    """Return what code prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_keeps_the_contract_of_a_game(environment: dict[str, str]) -> None:
    walk = "import motu, tic; from motu.testing.conformance import check_game; print(check_game(motu.load_game('tic')))"
    assert "'line'" in python(environment, walk)


def test_it_has_as_many_lines_of_play_as_noughts_and_crosses(environment: dict[str, str]) -> None:
    count = (
        "import json, motu, tic; from motu.testing.perft import count_lines;"
        "print(json.dumps([count_lines(motu.load_game('tic').new_initial_state(), n) for n in range(1, 10)]))"
    )
    assert json.loads(python(environment, count)) == PERFT


def test_its_playthrough_is_repeated_word_for_word(environment: dict[str, str]) -> None:
    write = (
        "import motu, tic; from motu.testing.playthrough import check_playthrough, write_playthrough;"
        "text = write_playthrough(motu.load_game('tic'), 1); check_playthrough(text); print(text)"
    )
    assert python(environment, write).startswith("motu playthrough, format 1\nspec: tic()\n")


@pytest.mark.parametrize("player", ["mcts:2000", "uct:2000", "expectimax:depth=9"])
def test_searches_find_the_win_and_the_only_defence(environment: dict[str, str], player: str) -> None:
    ask = f"""
import motu, tic
from motu.search.players import make_player
for moves in (["r2c2", "r1c2", "r1c1", "r2c1"], ["r1c1", "r2c2", "r1c2"]):
    state = motu.load_game("tic").new_initial_state()
    for move in moves:
        state.play(move)
    print(state.action_to_string(make_player("{player}", 1).choose(state).action))
"""
    assert python(environment, ask).split() == ["r3c3", "r1c3"]


def test_the_same_game_written_in_python_is_the_same_game(environment: dict[str, str]) -> None:
    compare = """
import random, sys
sys.path.append(sys.argv[1])
import motu, tic
from own_tic import own_tic
native, own = motu.load_game("tic"), own_tic()
assert [motu.perft(native.new_initial_state(), n) for n in range(1, 10)] == [
    motu.perft(own.new_initial_state(), n) for n in range(1, 10)
]
for number in range(300):
    one, two = native.new_initial_state(), own.new_initial_state()
    while not one.is_terminal():
        assert one.legal_actions() == two.legal_actions() and one.legal_moves() == two.legal_moves()
        assert one.current_player() == two.current_player() and one.observation().tolist() == two.observation().tolist()
        found = [motu.SearchTree(each, "rollout", seed=number).search(motu.Limits(visits=50)) for each in (one, two)]
        assert [[(m.action, m.visits, m.value) for m in each.moves] for each in found[:1]] == [
            [(m.action, m.visits, m.value) for m in each.moves] for each in found[1:]
        ]
        action = random.Random(number + one.ply()).choice(one.legal_actions())
        one.apply_action(action)
        two.apply_action(action)
    assert two.is_terminal() and one.returns() == two.returns()
print("the same")
"""
    assert python(environment, compare, str(Path(__file__).parent)) == "the same\n"


def test_a_match_against_the_machine_in_the_terminal(environment: dict[str, str]) -> None:
    arguments = ("play", "tic", "--first", "human", "--second", "uct:500")
    said = python(environment, LAUNCH, *arguments, stdin="r2c2\nhelp\nquit\n")
    assert "three of your stones in a row" in said
    assert "2. white plays r" in said


def test_it_is_not_in_the_motu_that_people_use() -> None:
    with pytest.raises(SpecError):
        load_game("tic")
