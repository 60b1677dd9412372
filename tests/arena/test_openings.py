"""Openings: all of them once, random ones without repetition, those of a file; the pie rule is off after them."""

from __future__ import annotations

from pathlib import Path

import pytest

from motu import load_game
from motu.arena.openings import OpeningBook, position_key, without_swap
from motu.errors import EngineError


def keys(book: OpeningBook, count: int) -> list[object]:
    game = load_game(book.spec)
    return [position_key(game.new_initial_state().play_all(book.opening(pair))) for pair in range(count)]


@pytest.mark.parametrize(
    ("spec", "openings"),
    [
        ("hex(size=5)", 13),  # a half turn leaves the centre alone: (25 + 1) / 2
        ("hex(size=4x3)", 6),
        ("gan", 19),  # 38 cells and a half turn; mirrors exchange the colours' islands
        ("atomorph(size=4)", 4),  # mirrors of both directions, but no turn by 90 degrees
        ("atomorph(size=5)", 9),
        ("junior", 6),  # all symmetries of the square
        ("atmalof", 27),  # 7 x 7 squares but the corner, and their images in the diagonal
    ],
)
def test_all_first_moves_come_once_before_any_comes_again(spec: str, openings: int) -> None:
    book = OpeningBook("all", load_game(spec), 1)
    assert len(book) == openings
    assert len(set(keys(book, openings))) == openings
    assert book.opening(openings) == book.opening(0)
    reached = {
        position_key(load_game(book.spec).new_initial_state().play_all(moves))
        for moves in every_first_turn(load_game(book.spec))
    }
    assert reached == set(keys(book, openings))


def every_first_turn(game: object) -> list[list[str]]:
    state = load_game(str(getattr(game, "spec"))).new_initial_state()  # noqa: B009
    found = []
    for move in state.legal_moves():
        after = state.clone().play_all([move])
        if after.is_chance_node():
            rolled = [after.clone().play_all([f"={face + 1}"]) for face, _ in after.chance_outcomes()]
            found += [each.moves() for each in rolled if 0 in each.stones()]
        else:
            found.append(after.moves())
    return found


def test_the_seed_decides_the_order() -> None:
    game = load_game("hex(size=6)")
    orders = {tuple(OpeningBook("all", game, seed).opening(pair) for pair in range(18)) for seed in (1, 1, 2, 3)}
    assert len(orders) == 3


@pytest.mark.parametrize("spec", ["hex(size=6)", "atomorph(size=6,return_stone=true)", "atmalof"])
def test_random_openings_differ_and_follow_from_the_seed(spec: str) -> None:
    game = load_game(spec)
    book = OpeningBook("random:4", game, 5)
    openings = [book.opening(pair) for pair in range(40)]
    assert len(set(keys(book, 40))) == 40
    again = OpeningBook("random:4", game, 5)
    assert [again.opening(pair) for pair in reversed(range(40))] == openings[::-1]
    assert [OpeningBook("random:4", game, 6).opening(pair) for pair in range(40)] != openings
    for moves in openings:
        state = load_game(book.spec).new_initial_state().play_all(moves)
        assert state.ply() == 4
        assert not state.is_terminal()
        assert not state.is_chance_node()


def test_few_random_openings_come_again_rather_than_never() -> None:
    book = OpeningBook("random:1", load_game("hex(size=2)"), 1)
    assert len({book.opening(pair) for pair in range(30)}) >= 2


def test_random_plies_that_end_every_game_are_refused() -> None:
    with pytest.raises(EngineError, match="end the game"):
        OpeningBook("random:9", load_game("hex(size=3)"), 1).opening(0)


def test_after_an_opening_there_is_no_pie_rule() -> None:
    game = load_game("hex(size=5)")
    assert "swap=true" in OpeningBook("none", game, 1).spec
    assert OpeningBook("none", game, 1).opening(7) == ()
    assert len(OpeningBook("none", game, 1)) == 1
    for text in ("all", "random:2"):
        book = OpeningBook(text, game, 1)
        assert "swap=false" in book.spec
        state = load_game(book.spec).new_initial_state().play_all(book.opening(0))
        assert not state.swap_is_legal()
    assert without_swap(load_game("atmalof")).spec == load_game("atmalof").spec


def test_a_file_of_openings(tmp_path: Path) -> None:
    path = tmp_path / "balanced.txt"
    path.write_text("# balanced by hand\na2\n\nA2   # again\ne4, again\nb4 c3\n".replace(", again", ""), "utf-8")
    book = OpeningBook(str(path), load_game("hex(size=5)"), 1)
    assert len(book) == 2  # e4 is the image of a2
    assert {book.opening(0), book.opening(1)} == {("a2",), ("b4", "c3")}
    assert book.fingerprint.startswith("sha256:")
    path.write_text("b4 c3\na2\n", "utf-8")
    assert OpeningBook(str(path), load_game("hex(size=5)"), 1).fingerprint == book.fingerprint
    path.write_text("b4 c3\na3\n", "utf-8")
    assert OpeningBook(str(path), load_game("hex(size=5)"), 1).fingerprint != book.fingerprint


@pytest.mark.parametrize(
    ("text", "spec", "said"),
    [
        ("a9\n", "hex(size=5)", "line 1"),
        ("a1\na1 a1\n", "hex(size=5)", "line 2"),
        ("a1 swap\n", "hex(size=5)", "line 1"),
        ("a1 b1 a2\n", "hex(size=2)", "game is over"),
        ("r4\n", "atmalof", "a roll is missing"),
        ("# nothing\n", "hex(size=5)", "holds no opening"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_line(tmp_path: Path, text: str, spec: str, said: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(EngineError, match=said) as caught:
        OpeningBook(str(path), load_game(spec), 1)
    assert caught.value.slug == "engine/openings"


@pytest.mark.parametrize("text", ["random:0", "random:x", "random:", "random:1001", "some", "no/such/file"])
def test_texts_that_name_no_openings(text: str) -> None:
    with pytest.raises(EngineError) as caught:
        OpeningBook(text, load_game("hex"), 1)
    assert caught.value.slug == "engine/openings"
