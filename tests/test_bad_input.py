"""Whatever is thrown at it: specs, moves, numbers, set-ups and board files are read, or refused by a MotuError.

A refusal changes nothing, and it says what was read.
"""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import motu
from motu import errors
from motu.boards import load_custom_board, parse_custom_board
from oracle.coasts import board_data, ragged_board
from positions import SPECS, game_of, look, positions

quick = settings(max_examples=100)
thorough = settings(max_examples=300)

any_text = st.text(alphabet=st.characters(exclude_categories=()), max_size=30)
"""Anything a terminal can deliver, halves of surrogate pairs included (bytes that are no UTF-8)."""


def mangled(text: str, random: Random) -> str:
    """Change a text in one place or a few."""
    for _ in range(random.randint(1, 3)):
        place = random.randint(0, len(text))
        length = random.randint(0, 3)
        patch = random.choice(
            ("", "", "x", "9", "-1", "=", "(", ")", ",", '"', "\\", " ", "\0", "99999999999", "é", "\udc80")
        )
        text = text[:place] + patch + text[place + length :]
    return text


@st.composite
def near_misses(draw: st.DrawFn, texts: tuple[str, ...]) -> str:
    """Draw a text that is nearly right, or quite right."""
    return mangled(draw(st.sampled_from(texts)), Random(draw(st.integers(0, 2**32 - 1))))


def check_error(error: errors.MotuError, *kinds: type[errors.MotuError]) -> None:
    """Check what every error promises: a slug, a message for people; and that it is of one of some kinds."""
    assert isinstance(error, kinds or errors.MotuError)
    assert "/" in error.slug
    assert error.message.strip()
    assert type(error) is not errors.MotuError
    assert isinstance(error.text, str)
    assert isinstance(error.position, str)
    assert all(isinstance(text, str) for text in error.legal)


# --- specs ------------------------------------------------------------------------------------------------------------

KEYS = (
    "board",
    "size",
    "islands",
    "swap",
    "file",
    "contested",
    "corners",
    "return_stone",
    "rows",
    "cols",
    "extra_rows",
)
MORE_KEYS = ("extra_cols", "line", "pieces", "tiebreak", "custom", "name", "")
VALUES = (
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "8",
    "12",
    "26",
    "40",
    "5x9",
    "1x1",
    "x",
    "true",
    "ko",
    "square",
    "hexagon",
    "triangle",
)
MORE_VALUES = (
    "rhombus",
    "custom",
    "both",
    "never",
    "gan",
    "-1",
    "9999",
    "10000",
    '"',
    '""',
    "1e3",
    "none",
    "٣",
    "²",
    "",
)

assembled = st.builds(
    lambda name, pairs: f"{name}({','.join(f'{key}={value}' for key, value in pairs)})",
    st.sampled_from(tuple(motu.PRESETS)),
    st.lists(st.tuples(st.sampled_from(KEYS + MORE_KEYS), st.sampled_from(VALUES + MORE_VALUES)), max_size=5),
)


@thorough
@given(text=any_text | near_misses(SPECS + tuple(motu.PRESETS)) | assembled)
def test_a_spec_is_read_or_refused(text: str) -> None:
    try:
        game = motu.load_game(text)
    except errors.MotuError as error:
        check_error(error, errors.SpecError, errors.RulesError, errors.BoardError)
        return
    assert motu.load_game(game.spec).rules == game.rules
    assert not game.new_initial_state().is_terminal()


numbers = st.sampled_from(
    (-1, 0, 1, 2, 3, 4, 5, 7, 8, 11, 12, 25, 26, 64, 100, 4096, 9999, 10**4, 2**31, 2**63, 2**64, 10**30)
)
things = numbers | st.none() | st.booleans() | st.floats() | any_text | st.tuples(numbers, numbers)


@thorough
@given(data=st.data())
def test_rules_values_make_a_game_or_are_refused(data: st.DataObject) -> None:
    kinds: tuple[type[motu.Rules], ...] = (motu.AtollRules, motu.AtomorphRules, motu.AtmalofRules)
    kind = data.draw(st.sampled_from(kinds))
    keys = [field.name for field in fields(kind) if field.name not in {"file", "custom"}]
    arguments: dict[str, Any] = data.draw(st.dictionaries(st.sampled_from(keys), things, max_size=4))
    try:
        game = motu.load_game(kind(**arguments))
    except errors.MotuError as error:
        check_error(error)
        return
    assert not game.new_initial_state().is_terminal()


@pytest.mark.parametrize(
    "spec",
    [
        "atoll(size=4)",
        "atoll(size=6)",
        "atoll(size=3)",
        "atoll(islands=6)",
        "atoll(size=5,islands=12)",
        "atoll(board=hexagon,islands=18)",
        "atoll(board=hexagon,islands=8)",
        "atoll(board=triangle,islands=4)",
        "atoll(size=9x11)",
        "hex(size=1)",
        "hex(islands=0)",
        "atoll(file=no-such-board.json)",
        "atomorph(size=2)",
        "atomorph(size=26)",
        "atomorph(contested=always)",
        "atmalof(rows=0)",
        "atmalof(line=8)",
        "atmalof(line=2)",
        "atmalof(pieces=0)",
        "atmalof(pieces=26)",
        "atmalof(rows=1,cols=2,extra_rows=1,extra_cols=0,line=3)",
        "atmalof(tiebreak=neither)",
        "go",
        "",
        "atoll(",
        "atoll(size=11,size=11)",
        "atoll(colour=red)",
    ],
)
def test_specs_that_make_no_game_are_refused(spec: str) -> None:
    with pytest.raises(errors.MotuError) as caught:
        motu.load_game(spec)
    check_error(caught.value)
    assert isinstance(caught.value, ValueError)


# --- moves ------------------------------------------------------------------------------------------------------------

MOVES = (
    "a1",
    "swap",
    "xc3",
    "@b2",
    "r4",
    "c2",
    "r4=6",
    "c2=1",
    "=3",
    "r4c6-r5c6",
    "r1c1-r2c2",
    "z99",
    "aa1",
    "",
    "pass",
    "x",
    "@",
)


def refuses(state: motu.State, text: str) -> bool:
    """Play a text; a refusal must change nothing. Tell whether it was refused; what was played is taken back."""
    before = look(state)
    try:
        applied = state.play(text)
    except errors.MotuError as error:
        check_error(error, errors.InvalidMoveError, errors.IllegalMoveError, errors.GameOverError)
        assert look(state) == before
        return True
    assert state.history()[: -applied or None] == before["past"][0]
    for _ in range(applied):
        state.undo()
    assert look(state) == before
    return False


@thorough
@given(state=positions(), text=any_text | st.sampled_from(MOVES) | near_misses(MOVES))
def test_a_move_is_played_or_refused_and_then_changes_nothing(state: motu.State, text: str) -> None:
    plain = " ".join(text.lower().split())
    is_refused = refuses(state, text)
    if state.is_terminal():
        assert is_refused
    if plain in state.legal_moves():
        assert not is_refused
    elif "=" not in plain:
        assert is_refused


@thorough
@given(state=positions(), seed=st.integers(0, 2**32 - 1))
def test_a_nearly_legal_move_is_played_or_refused(state: motu.State, seed: int) -> None:
    random = Random(seed)
    for text in random.sample(state.legal_moves(), min(3, len(state.legal_moves()))):
        refuses(state, mangled(text, random))


@quick
@given(state=positions(), text=any_text | near_misses(MOVES))
def test_a_text_means_an_action_in_range_or_is_refused(state: motu.State, text: str) -> None:
    limit = state.game.max_chance_outcomes if state.is_chance_node() else state.game.num_actions
    try:
        action = state.string_to_action(text)
    except errors.InvalidMoveError as error:
        check_error(error)
        return
    assert 0 <= action < limit
    assert state.string_to_action(state.action_to_string(action)) == action


@quick
@given(state=positions(), texts=st.lists(any_text | st.sampled_from(MOVES), max_size=4), seed=st.integers(0, 1000))
def test_a_list_of_moves_is_played_whole_or_not_at_all(state: motu.State, texts: list[str], seed: int) -> None:
    before = look(state)
    moves = [*Random(seed).sample(state.legal_moves(), min(1, len(state.legal_moves()))), *texts]
    try:
        state.play_all(moves)
    except errors.MotuError as error:
        check_error(error)
        assert look(state) == before


@quick
@given(
    state=positions(), action=st.integers(-3, 2000) | st.sampled_from((-(2**31), 2**31, 2**32, -(2**63), 2**63, 10**30))
)
def test_a_number_is_applied_or_refused(state: motu.State, action: int) -> None:
    before = look(state)
    legal = action in state.legal_actions()
    assert state.is_legal(action) == legal
    try:
        state.apply_action(action)
    except errors.MotuError as error:
        check_error(error, errors.ActionRangeError, errors.IllegalMoveError, errors.GameOverError)
        assert not legal
        assert look(state) == before
    else:
        assert legal
    with pytest.raises(errors.ActionRangeError):
        state.action_to_string(state.game.num_actions + state.game.max_chance_outcomes)


@pytest.mark.parametrize("spec", SPECS)
def test_nothing_can_be_taken_back_at_the_beginning(spec: str) -> None:
    state = game_of(spec).new_initial_state()
    before = look(state)
    with pytest.raises(errors.UndoError) as caught:
        state.undo()
    check_error(caught.value)
    assert look(state) == before


@quick
@given(state=positions())
def test_an_illegal_move_is_told_what_would_be_legal(state: motu.State) -> None:
    limit = state.game.max_chance_outcomes if state.is_chance_node() else state.game.num_actions
    for action in range(limit):
        if state.is_legal(action):
            continue
        with pytest.raises(errors.MotuError) as caught:
            state.apply_action(action)
        check_error(caught.value)
        if state.is_terminal():
            assert isinstance(caught.value, errors.GameOverError)
            return
        assert isinstance(caught.value, errors.IllegalMoveError)
        assert list(caught.value.legal) == state.legal_moves()
        assert caught.value.text in caught.value.message
        return


# --- positions set up by hand -----------------------------------------------------------------------------------------


@thorough
@given(data=st.data(), spec=st.sampled_from(SPECS))
def test_a_set_up_makes_a_position_or_is_refused(data: st.DataObject, spec: str) -> None:
    game = game_of(spec)
    names = st.sampled_from(game.board.names) | st.sampled_from(("z9", "", "r9c9", "a0"))
    colours: st.SearchStrategy[Any] = st.sampled_from((*game.colour_names, 0, 1)) | st.sampled_from(
        (2, -1, "green", None, 1.5)
    )
    stones = data.draw(st.dictionaries(names, colours, max_size=25))
    to_move, flags = data.draw(colours), data.draw(st.integers(-1, 5) | st.sampled_from((2**32, 2**70)))
    try:
        state = game.new_state(stones, to_move, flags)
    except errors.MotuError as error:
        check_error(error, errors.PositionError, errors.BoardError)
        return
    assert set(state.named_stones()) == set(stones)
    assert state.is_terminal() == (not state.legal_actions())
    assert state.history() == []


# --- boards -----------------------------------------------------------------------------------------------------------

SOUND_BOARDS = [board_data(ragged_board(seed, 20 + 5 * seed, 4 * (1 + seed % 3))) for seed in range(6)]
DRAWING = """
first: white
# a comment
    *
  .   .
@   .   .
  .   .   *
.   .   .
  .   .
    *
"""


def check_board_data(data: object) -> None:
    """Make a game of board data, or see it refused."""
    try:
        board = motu.CustomBoard.from_json(data)
        game = motu.load_game("atoll(file=board.json)", board)
    except errors.BoardError as error:
        check_error(error)
        return
    assert len(game.board.islands) % 4 == 0
    assert not game.new_initial_state().is_terminal()
    assert motu.CustomBoard.from_json(board.to_json()) == board


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | any_text,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("cells", "junctions", "first", "name")), inner)
    ),
    max_leaves=8,
)


@thorough
@given(data=json_values)
def test_json_data_make_a_board_or_are_refused(data: object) -> None:
    check_board_data(data)


@settings(max_examples=300)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_sound_board_changed_a_little_is_a_board_or_refused(seed: int) -> None:
    random = Random(seed)
    data: dict[str, Any] = json.loads(json.dumps(random.choice(SOUND_BOARDS)))
    for _ in range(random.randint(0, 3)):
        names = data[random.choice(("cells", "junctions"))]
        place = random.randrange(len(names) + 1)
        change = random.choice(("drop", "add", "double", "shuffle", "mangle"))
        if change == "drop" and names:
            names.pop(place % len(names))
        elif change == "add":
            names.insert(
                place, random.choice(("a1", "c3", "z99", "aa7", "zzzzzz1", "a999999999999", "a0", "1a", "", "A1"))
            )
        elif change == "double" and names:
            names.insert(place, names[place % len(names)])
        elif change == "shuffle":
            random.shuffle(names)
        elif names:
            names[place % len(names)] = mangled(names[place % len(names)], random)
    check_board_data(data)


@example(text='{"a\ud800": 1}')
@thorough
@given(text=any_text | st.text(alphabet=".*@ \n#:", max_size=120) | near_misses((DRAWING, json.dumps(SOUND_BOARDS[0]))))
def test_a_board_text_is_read_or_refused(text: str) -> None:
    try:
        board = parse_custom_board(text)
    except errors.BoardError as error:
        check_error(error)
        return
    check_board_data(board.to_json())


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=200))
def test_a_board_file_of_any_bytes_is_read_or_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "board"
    file.write_bytes(content)
    try:
        load_custom_board(file)
    except errors.BoardError as error:
        check_error(error)


def test_files_that_are_no_boards_are_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.json"
    large.write_bytes(b" " * 2_000_000)
    for path in (tmp_path, tmp_path / "missing.json", large, "\0", "\udc80"):
        with pytest.raises(errors.BoardError) as caught:
            load_custom_board(path)
        check_error(caught.value)
        with pytest.raises(errors.MotuError):
            motu.load_game(motu.AtollRules(file=str(path)), load_custom_board)


@pytest.mark.parametrize("spec", SPECS)
@quick
@given(name=any_text)
def test_a_name_is_a_cell_or_refused(spec: str, name: str) -> None:
    board = game_of(spec).board
    try:
        cell = board.index(name)
    except errors.BoardError as error:
        check_error(error)
        return
    assert board.names[cell] == name.strip().lower()
