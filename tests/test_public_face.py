"""What `import motu` has to offer at once, and what when it is asked for."""

import subprocess
import sys

import numpy as np
import pytest

import motu


@pytest.mark.parametrize("name", motu.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(motu, name) is not None
    assert name in dir(motu)


def test_what_is_not_there_is_told_as_python_does() -> None:
    with pytest.raises(AttributeError, match="module 'motu' has no attribute 'make_tea'"):
        _ = motu.make_tea


def test_names_load_their_modules_when_they_are_asked_for() -> None:
    program = (
        "import motu, sys; early = set(sys.modules); motu.make_player('random'); "
        "print(any(m.startswith('motu.search') for m in early), 'motu.search.players' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_a_player_a_tree_a_solver_and_a_picture_come_of_the_top_level() -> None:
    game = motu.load_game("hex(size=4,swap=false)")
    state = game.new_initial_state()
    assert state.is_legal(motu.make_player("mcts:20", seed=1).choose(state).action)
    tree = motu.SearchTree(state, "rollout")
    assert tree.search(motu.Limits(visits=30)).moves
    assert motu.make_solver(game).solve(state).lower == 1.0
    assert motu.draw_svg(state).startswith("<svg")
    assert state._repr_svg_() == motu.draw_svg(state)


def test_playouts_are_repeated_by_their_seed_and_leave_the_state_alone() -> None:
    state = motu.load_game("atmalof").new_initial_state()
    before = state.clone()
    first, second = (motu.playouts(state, 200, seed=5) for _ in range(2))
    assert (first.wins, first.draws, first.plies) == (second.wins, second.draws, second.plies)
    assert sum(first.wins) + first.draws + first.unfinished == 200
    assert state == before
    assert motu.playouts(state, 50, seed=1, max_plies=2).unfinished == 50


def test_perft_counts_lines() -> None:
    state = motu.load_game("hex(size=3,swap=false)").new_initial_state()
    assert [motu.perft(state, depth) for depth in range(4)] == [1, 9, 72, 504]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda state: motu.playouts(state, -1), "games is a whole number from 0"),
        (lambda state: motu.playouts(state, 1, seed=-1), "seed is a whole number from 0"),
        (lambda state: motu.playouts(state, 1, max_plies=0), "max_plies is a whole number from 1"),
        (lambda state: motu.perft(state, -1), "depth is a whole number from 0"),
        (lambda state: motu.perft(state, 10**30), "depth is a whole number from 0"),
    ],
)
def test_numbers_out_of_range_are_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call(motu.load_game("gan").new_initial_state())  # type: ignore[operator]


def test_the_longest_game_of_atoll_is_known_and_reached() -> None:
    game = motu.load_game("hex(size=3)")
    assert game.max_game_length == 10
    assert motu.load_game("hex(size=3,swap=false)").max_game_length == 9
    assert motu.load_game("atmalof").max_game_length is None
    assert motu.load_game("atomorph").max_game_length is None
    random = np.random.default_rng(1)
    longest = 0
    for _ in range(2000):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(int(random.choice(state.legal_actions())))
        longest = max(longest, len(state.history()))
    assert longest == game.max_game_length


@pytest.mark.parametrize("spec", ["gan", "hex(size=5)", "atomorph(size=5)", "atmalof", "kvinigu"])
def test_observations_are_those_of_either_person(spec: str) -> None:
    """Own and the opponent's change places; for the mover it is what he sees anyway."""
    game = motu.load_game(spec)
    random = np.random.default_rng(2)
    names = game.observation_planes
    pairs = [
        (index, names.index(other))
        for index, name in enumerate(names)
        for other in (name.replace("own", "opponent", 1), name.replace("own", "enemy", 1))
        if name.startswith("own") and other in names
    ]
    assert pairs
    for _ in range(5):
        state = game.new_initial_state()
        while not state.is_terminal():
            mover = state.to_move() ^ state.is_swapped()
            np.testing.assert_array_equal(state.observation(mover), state.observation())
            seen, others = state.observation(mover), state.observation(1 - mover)
            for own, theirs in pairs:
                np.testing.assert_array_equal(seen[own], others[theirs])
                np.testing.assert_array_equal(seen[theirs], others[own])
            state.apply_action(int(random.choice(state.legal_actions())))


@pytest.mark.parametrize("person", [2, -1])
def test_there_are_two_persons(person: int) -> None:
    with pytest.raises(ValueError, match="persons are 0 and 1"):
        motu.load_game("gan").new_initial_state().observation(person)
