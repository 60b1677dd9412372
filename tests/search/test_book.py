"""The opening book: which first stones are played and taken over, by whom, and what is refused in its file."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import motu
from motu.errors import EngineError
from motu.search import book as books
from motu.search.book import EVEN, BookEntry, book_of, load_book, parse_book, write_book
from motu.search.players import make_player
from motu.solve import ConnectionSolver, forget_tables

BOARDS = sorted(load_book())
MADE_UP = "hex(size=4)"
"""A board that the book does not know, with values that no search would agree to: the corner is the strongest."""


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[motu.Game]:
    """A game of which the book says what nobody else would."""
    game = motu.load_game(MADE_UP)
    first = {"a1": 0.8, "b1": 0.01, "c1": 0.02, "d1": -0.5, "a2": -0.7, "b2": -0.9, "c2": -0.9, "d2": 0.3}
    monkeypatch.setattr(books, "load_book", lambda: {game.spec: BookEntry(500, first)})
    books._unfolded_for.cache_clear()
    yield game
    books._unfolded_for.cache_clear()


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A data folder without tables, and none that stays open."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    yield
    forget_tables()


def stone(game: motu.Game, move: str) -> motu.State:
    state = game.new_initial_state()
    state.play(move)
    return state


def value_of(game: motu.Game, move: str) -> float:
    found = book_of(game.new_initial_state())
    assert found is not None
    return found.values[stone(game, move).history()[0][0]]


@pytest.mark.parametrize("spec", BOARDS)
def test_the_book_knows_all_first_stones_of_its_boards(spec: str) -> None:
    game = motu.load_game(spec)
    assert game.spec == spec
    state = game.new_initial_state()
    found = book_of(state)
    assert found is not None
    assert sorted(found.values) == state.legal_actions()
    assert min(abs(value) for value in found.values.values()) < 0.2
    for symmetry in game.symmetries:
        if not symmetry.swaps_colours:
            assert all(found.values[symmetry.actions[action]] == value for action, value in found.values.items())


def test_no_game_is_kept_for_having_been_looked_up() -> None:
    """A game of which there is no book, and the one of a position of which there is."""
    for spec in ("hex(size=3)", BOARDS[0]):
        game = motu.load_game(spec)
        before = len(gc.get_referrers(game))
        for _ in range(3):
            book_of(game.new_initial_state())
        assert len(gc.get_referrers(game)) == before


@pytest.mark.parametrize("spec", BOARDS)
def test_strong_players_begin_evenly_and_not_always_alike(spec: str) -> None:
    game = motu.load_game(spec)
    state = game.new_initial_state()
    known = book_of(state)
    assert known is not None
    choices = [make_player("mcts:1", seed).choose(state) for seed in range(40)]
    assert all(choice.simulations == 0 and choice.visits == known.visits for choice in choices)
    most = min(abs(value) for value in known.values.values()) + EVEN
    assert all(abs(known.values[choice.action]) <= most for choice in choices)
    assert all(choice.value == -abs(known.values[choice.action]) for choice in choices)
    assert len({choice.action for choice in choices}) > 1
    again = [make_player("mcts:1", seed).choose(state) for seed in range(40)]
    assert again == choices


def test_the_stones_that_are_worth_it_are_taken_over(made_up: motu.Game) -> None:
    player = make_player("mcts:1", 3)
    start = made_up.new_initial_state()
    for action in start.legal_actions():
        state = made_up.new_initial_state()
        state.apply_action(action)
        value = value_of(made_up, state.moves()[0])
        choice = player.choose(state)
        assert (state.action_to_string(choice.action) == "swap") == (value > 0)
        if value > 0:
            assert (choice.value, choice.visits, choice.simulations) == (value, 500, 0)


def test_what_the_book_leaves_is_left_whatever_a_search_says(made_up: motu.Game) -> None:
    state = stone(made_up, "c2")
    assert state.action_to_string(make_player("mcts:2000,book=off", 1).choose(state).action) == "swap"
    assert state.action_to_string(make_player("mcts:2000", 1).choose(state).action) != "swap"


@pytest.mark.parametrize(
    "text", ["mcts:20,book=off", "mcts:20,evaluator=rollout", "mcts:20,c_puct=2", "uct:20", "level:5"]
)
def test_others_search(text: str, made_up: motu.Game) -> None:
    """Whoever is told how to search is to be seen searching."""
    player = make_player(text, 1)
    choice = player.choose(made_up.new_initial_state())
    assert choice.visits != 500
    assert choice.simulations > 0 or text == "level:5"


def test_how_much_of_the_machine_is_used_changes_no_opening(made_up: motu.Game) -> None:
    choice = make_player("mcts:20,threads=2,max_memory=64", 1).choose(made_up.new_initial_state())
    assert (choice.visits, choice.simulations) == (500, 0)


@pytest.mark.usefixtures("own_data")
def test_a_table_of_solved_positions_knows_better(made_up: motu.Game) -> None:
    state = stone(made_up, "c2")
    player = make_player("mcts:200", 1)
    assert state.action_to_string(player.choose(state).action) != "swap"
    solver = ConnectionSolver(made_up)
    solver.solve(state)
    assert solver.keep() is not None
    assert state.action_to_string(player.choose(state).action) == "swap"


@pytest.mark.parametrize("spec", ["hex(size=4,swap=false)", "hex(size=3)", "atmalof", "atomorph(size=4)"])
def test_there_is_no_book_of_other_games(spec: str, made_up: motu.Game) -> None:
    assert book_of(motu.load_game(spec).new_initial_state()) is None


def test_the_book_ends_after_the_swap(made_up: motu.Game) -> None:
    for moves in (["a1", "swap"], ["a1", "b2"], ["a1", "swap", "b2"]):
        state = made_up.new_initial_state()
        for move in moves:
            state.play(move)
        assert book_of(state) is None
        state.undo()


def test_a_position_that_was_set_up_has_no_book(made_up: motu.Game) -> None:
    assert book_of(made_up.new_state({}, "black")) is None
    assert book_of(made_up.new_state({"a1": "black"}, "white")) is None


def test_one_player_opens_many_games_one_after_the_other(made_up: motu.Game) -> None:
    player = make_player("mcts:8", 5)
    other = motu.load_game("hex(size=3)")
    for _ in range(20):
        state = made_up.new_initial_state()
        while not state.is_terminal() and len(state.moves()) < 4:
            state.apply_action(player.choose(state).action)
        begun = other.new_initial_state()
        begun.apply_action(player.choose(begun).action)
        assert player.choose(begun).visits != 500


def test_a_name_says_whether_the_book_is_asked() -> None:
    assert make_player("mcts:4,book=off").name == "mcts:4,book=off"
    assert make_player("mcts:4,book=auto").name == "mcts:4"
    with pytest.raises(EngineError, match="unknown player 'mcts:4,book=yes'"):
        make_player("mcts:4,book=yes")


def test_a_book_is_read_as_it_is_written() -> None:
    entries = {"one": BookEntry(7, {"a1": -1.0, "b2": 0.125}), "two": BookEntry(1, {"c3": 1.0})}
    assert parse_book(write_book(entries)) == entries


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[x", "is no TOML"),
        ("x = 1", "of x needs 'visits' and 'first', and nothing else"),
        ("[x]\nvisits = 1", "needs 'visits' and 'first'"),
        ("[x]\nvisits = 0\nfirst = {}", "a whole number above 0, not 0"),
        ("[x]\nvisits = true\nfirst = {}", "a whole number above 0, not True"),
        ("[x]\nvisits = 1\nfirst = { a1 = 1.5 }", "have values from -1 to 1, unlike"),
        ("[x]\nvisits = 1\nfirst = [1]", "have values from -1 to 1, unlike"),
    ],
)
def test_what_is_no_book_is_refused(text: str, told: str) -> None:
    with pytest.raises(EngineError, match=told) as caught:
        parse_book(text)
    assert caught.value.slug == "engine/book"


@pytest.mark.parametrize("first", [{"a1": 0.0}, {"a1": 0.0, "z9": 0.0}])
def test_a_book_that_is_not_of_its_board_is_refused(first: dict[str, float], monkeypatch: pytest.MonkeyPatch) -> None:
    game = motu.load_game(MADE_UP)
    monkeypatch.setattr(books, "load_book", lambda: {game.spec: BookEntry(5, first)})
    books._unfolded_for.cache_clear()
    with pytest.raises(EngineError, match="right are all 16"):
        book_of(game.new_initial_state())
    books._unfolded_for.cache_clear()


def test_the_even_stones_are_drawn_alike() -> None:
    game = motu.load_game(BOARDS[0])
    known = book_of(game.new_initial_state())
    assert known is not None
    draws = random.Random(1)
    found = {known.choose(game.new_initial_state(), draws) for _ in range(400)}
    most = min(abs(value) for value in known.values.values()) + EVEN
    assert len(found) == sum(abs(value) <= most for value in known.values.values())
