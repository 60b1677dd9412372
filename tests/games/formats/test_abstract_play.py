"""Abstract Play's Atoll: its names of cells against published facts, its lists and its game records."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import pytest

import motu
from motu.errors import RecordError
from motu.games.formats import abstract_play
from motu.games.formats.abstract_play import our_cell, their_cell
from motu.games.record import Record
from motu.games.record_parts import RecordPlayer, Result


def read_one(text: str) -> Record:
    (record,) = abstract_play.read(text)
    return record


def ranks(size: int) -> dict[str, list[int]]:
    """Collect the ranks of each file, by Abstract Play's names of all cells."""
    files = defaultdict(list)
    for name in motu.load_game(f"atoll(size={size})").board.names:
        theirs = their_cell(name)
        assert our_cell(theirs) == name
        files[theirs[0]].append(int(theirs[1:]))
    return {file: sorted(found) for file, found in files.items()}


@pytest.mark.parametrize("size", abstract_play.SIZES)
def test_every_file_is_counted_from_its_foot(size: int) -> None:
    files = ranks(size)
    assert len(files) == size
    for index, file in enumerate(sorted(files)):
        assert files[file] == list(range(1, size - 2 + index % 2 + 1))


def test_the_published_corners_of_the_standard_board() -> None:
    files = ranks(11)
    assert (files["a"][-1], files["b"][-1], files["k"][-1]) == (9, 10, 9)
    board = motu.load_game("atoll").board
    middle = [cell for cell, name in enumerate(board.names) if name.startswith("f")]
    top = min(middle, key=lambda cell: float(board.centres[cell][1]))
    assert their_cell(board.names[top]) == "f10"
    assert their_cell("f3") == "f1"


def test_the_junctions_of_the_board_of_fifteen() -> None:
    board = motu.load_game("tokelau").board
    theirs = {their_cell(board.names[cell]) for cell in board.junctions}
    assert theirs == {"a1", "a7", "a13", "h1", "h14", "o1", "o7", "o13"}


def test_neighbours_are_those_of_half_shifted_files() -> None:
    board = motu.load_game("atoll").board
    for cell, name in enumerate(board.names):
        file, rank = their_cell(name)[0], int(their_cell(name)[1:])
        shift = -1 if (ord(file) - ord("a")) % 2 else 0
        beside = [(chr(ord(file) + step), rank + shift + up) for step in (-1, 1) for up in (0, 1)]
        expected = {(file, rank - 1), (file, rank + 1), *beside}
        files = ranks(11)
        expected = {(letter, number) for letter, number in expected if number in files.get(letter, [])}
        found = {their_cell(board.names[other]) for other in board.neighbours[cell]}
        assert found == {f"{letter}{number}" for letter, number in expected}


def test_their_first_player_owns_the_islands_of_black() -> None:
    board = motu.load_game("atoll").board
    theirs = [
        {their_cell(board.names[cell]) for cell in island.cells} for island in board.islands if island.colour == 0
    ]
    top_right = {f"{file}{9 + index % 2}" for index, file in enumerate("fghijk", start=5)}
    bottom_left = {f"{file}1" for file in "abcdef"}
    upper_left = {f"a{rank}" for rank in range(5, 10)}
    lower_right = {f"k{rank}" for rank in range(1, 6)}
    assert sorted(map(sorted, theirs)) == sorted(map(sorted, [top_right, bottom_left, upper_left, lower_right]))


@pytest.mark.parametrize(
    ("text", "size", "moves"),
    [
        ("f5, e4, g6", 11, ("f7", "e6", "g9")),
        ("F5 e4\tg6", 11, ("f7", "e6", "g9")),
        ("f5, pie, e4", 11, ("f7", "swap", "e6")),
        ("f5,swap,e4", 11, ("f7", "swap", "e6")),
        ("atoll: f5", 11, ("f7",)),
        ("Atoll size-15: o13, a1", 15, ("o20", "a1")),
        ("atoll (size-19): s17", 19, ("s26",)),
        ("atoll:", 11, ()),
    ],
)
def test_lists_are_read(text: str, size: int, moves: tuple[str, ...]) -> None:
    assert read_one(text) == Record(f"atoll(size={size})", moves)


def test_lists_say_how_a_game_ended() -> None:
    assert read_one("f5, e4, resign").result == Result(1, "resign")
    assert read_one("f5, pie, resign").result == Result(1, "resign"), "after the pie person 0 has white and is to move"
    assert read_one("f5, timeout").result == Result(0, "time")
    assert read_one("f5, draw").result == Result(None, "agreed")
    assert read_one("f5, abandoned").result == Result()


@pytest.mark.parametrize(
    ("text", "slug", "words"),
    [
        ("f5, x", "record/abstract-play", "move 2: expected a cell such as f5, or pie, read 'x'"),
        ("f5, resign, e4", "record/abstract-play", "move 2: expected a cell"),
        ("f5, e4, f5", "record/move", "moves[2]: illegal move 'f7'"),
        ("f5, l1", "record/move", "moves[1]"),
        ("f5, e4, pie", "record/move", "moves[2]: illegal move 'swap'"),
        ("a10", "record/move", "moves[0]"),
        ("atoll size-13: f5", "record/abstract-play", "boards of 11, 15, 19 columns, not 13"),
        ("hex: f5", "record/abstract-play", "expected the board, such as 'atoll size-15'"),
        ("atoll" + " " * 100_000 + "x: f5", "record/abstract-play", "expected the board"),
        ("x" * 2_000_000, "record/too-large", "at most"),
    ],
)
def test_wrong_lists_are_refused(text: str, slug: str, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        abstract_play.read(text)
    assert caught.value.slug == slug
    assert words in caught.value.message


def won_game() -> motu.State:
    """Play the files e and g on the standard board until Black has the left one from top to bottom."""
    state = motu.load_game("atoll").new_initial_state()
    for rank in range(1, 11):
        state.play(our_cell(f"f{rank}"))
        if not state.is_terminal():
            state.play(our_cell(f"d{rank}"))
    return state


def test_a_finished_game_ends_itself() -> None:
    state = won_game()
    assert state.outcome() == motu.Outcome(0, "connected")
    text = abstract_play.write([state.record()])
    assert text.startswith("atoll: f1, d1, f2, d2, ")
    assert read_one(text) == state.record()
    with pytest.raises(RecordError, match="the game is over before 'resign'"):
        abstract_play.read(text.strip() + ", resign")


def game_record(moves: list[Any], **changes: Any) -> str:
    """Write a game record as Abstract Play publishes them."""
    header = {
        "game": {"name": "Atoll", "variants": []},
        "site": {"name": "Abstract Play", "gameid": "x"},
        "date-start": "2025-03-01T12:00:00.000Z",
        "date-end": "2025-03-02T12:00:00.000Z",
        "date-generated": "2025-03-03T12:00:00.000Z",
        "players": [{"name": "Ann", "userid": "1", "result": 1}, {"name": "Bot", "is_ai": True, "result": 0}],
    }
    return json.dumps({"header": header | changes, "moves": moves})


def test_game_records_are_read() -> None:
    record = read_one(game_record([["f5", "e4"], ["g6", "resign"]], event="Cup"))
    assert record == Record(
        "atoll",
        ("f7", "e6", "g9"),
        players=(RecordPlayer("Ann"), RecordPlayer("Bot", "engine")),
        result=Result(0, "resign"),
        started="2025-03-01T12:00:00.000Z",
        event="Cup",
    )
    rounds = [[{"move": "f5", "result": []}, {"sequence": 2, "move": "e4"}], ["timeout", None]]
    lost = [{"name": "A", "result": 0}, {"name": "B", "result": 1}]
    assert read_one(game_record(rounds, players=lost)).result == Result(1, "time")
    even = [{"name": "A", "result": 1}, {"name": "B", "result": 1}]
    assert read_one(game_record([["f5", "draw"]], players=even)).result == Result(None, "agreed")
    assert read_one(game_record([["f5", "abandoned"]], players=even)).result == Result()
    assert read_one(game_record([["f5"]])).result == Result(0, "unknown")
    for variant in ("size-15", "15 columns"):
        game = {"name": "atoll", "variants": [variant]}
        assert read_one(game_record([["o13"]], game=game)).spec.startswith("atoll(board=square,size=15,")


@pytest.mark.parametrize("key", ["pie-invoked", "pied"])
def test_after_a_pie_the_seats_are_exchanged(key: str) -> None:
    record = read_one(game_record([["f5", "e4"], ["g6", "resign"]], **{key: True}))
    assert record.moves == ("f7", "swap", "e6", "g9")
    assert record.players == (RecordPlayer("Bot", "engine"), RecordPlayer("Ann"))
    assert record.result == Result(1, "resign"), "Ann, who sits first in the end, has won"
    assert record.replay().colour(1) == "black"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{}", "header: expected an object"),
        ('{"header": {}}', "header.game: expected an object"),
        (game_record([], game={"name": "Hex"}), 'header.game.name: expected "Atoll", read "Hex"'),
        (game_record([], game={"name": "Atoll", "variants": 5}), "header.game.variants: expected a list"),
        (game_record([], game={"name": "Atoll", "variants": ["huge"]}), 'unknown variant "huge"'),
        (game_record([], players=[]), "header.players: expected two players"),
        (game_record([], players=[{"name": "A"}, {"name": "B"}]), "expected a whole number as result, read null"),
        (game_record([], players=[{"name": 5, "result": 0}, {"name": "B", "result": 0}]), "header.players: name"),
        (game_record(["f5"]), "moves[0]: expected a list of moves"),
        (game_record([[5]]), "moves[0]: expected a move, read 5"),
        (game_record([[{}]]), "moves[0]: expected a move, read {}"),
        (game_record({}), "moves: expected a list of rounds"),  # type: ignore[arg-type]
        (game_record([["f5"], ["f5"]]), "moves[1]: illegal move"),
        (game_record([["f5"]], **{"date-start": "once"}), "started: expected an ISO 8601 date"),
    ],
)
def test_wrong_game_records_are_refused(text: str, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        abstract_play.read(text)
    assert words in caught.value.message


def test_a_record_must_agree_with_the_board() -> None:
    rounds = [[their_cell(move)] for move in won_game().moves()]
    lost = [{"name": "A", "result": 0}, {"name": "B", "result": 1}]
    assert read_one(game_record(rounds)).result == Result(0, "connected")
    with pytest.raises(RecordError, match="by the rules it is person 0 wins"):
        abstract_play.read(game_record(rounds, players=lost))


@pytest.mark.parametrize(
    ("result", "word"),
    [(Result(1, "resign"), "resign"), (Result(1, "time"), "timeout"), (Result(None, "agreed"), "draw"), (Result(), "")],
)
def test_results_are_written(result: Result, word: str) -> None:
    state = motu.load_game("kiritimati").new_initial_state().play_all(["c3", "swap", "d4", "e5", "f6"][:4])
    assert state.current_player() == 0
    record = Record.from_state(state, result=result if result.winner != 1 else Result(1, result.reason))
    text = abstract_play.write([record])
    assert text == "atoll size-19: c2, pie, d3, e3" + (f", {word}" if word else "") + "\n"
    assert read_one(text) == record


@pytest.mark.parametrize("result", [Result(0, "resign"), Result(1, "forfeit"), Result(0, "unknown")])
def test_results_without_a_word_are_refused(result: Result) -> None:
    state = motu.load_game("atoll").new_initial_state()
    assert state.current_player() == 0
    with pytest.raises(RecordError) as caught:
        abstract_play.write([Record.from_state(state, result=result)])
    assert caught.value.slug == "record/not-carried"


def test_only_cells_have_names() -> None:
    for name in ("pie", "f0", "F5", "aa1", ""):
        for convert in (our_cell, their_cell):
            with pytest.raises(ValueError, match="is no cell"):
                convert(name)
