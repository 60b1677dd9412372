"""What holds in every position of every game, tried on random ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import motu
from positions import SPECS, game_of, look, play_at_random, positions

quick = settings(max_examples=60)
thorough = settings(max_examples=150)


# --- apply, undo, clone -----------------------------------------------------------------------------------------------


@thorough
@given(state=positions(), choice=st.integers(0, 10_000))
def test_undo_of_apply_is_exact(state: motu.State, choice: int) -> None:
    assume(not state.is_terminal())
    legal = state.legal_actions()
    before = look(state)
    for action in (legal[choice % len(legal)], legal[0], legal[-1]):
        state.apply_action(action)
        assert state.history()[:-1] == before["past"][0]
        state.undo()
        assert look(state) == before


@quick
@given(state=positions())
def test_undoing_everything_leads_to_the_initial_position(state: motu.State) -> None:
    for _ in state.history():
        state.undo()
    assert look(state) == look(state.game.new_initial_state())


@quick
@given(state=positions())
def test_playing_the_same_moves_leads_to_the_same_position(state: motu.State) -> None:
    by_actions, by_texts = state.game.new_initial_state(), state.game.new_initial_state()
    for action, _ in state.history():
        by_actions.apply_action(action)
    by_texts.play_all(state.moves())
    assert look(by_actions) == look(by_texts) == look(state)


@quick
@given(state=positions(), actions=st.integers(1, 30), seed=st.integers(0, 1000))
def test_a_clone_is_independent(state: motu.State, actions: int, seed: int) -> None:
    before = look(state)
    clone = state.clone()
    assert look(clone) == before
    play_at_random(clone, actions, seed)
    assert look(state) == before
    after = look(clone)
    while state.history():
        state.undo()
    assert look(clone) == after
    while len(clone.history()) > len(before["past"][0]):
        clone.undo()
    assert look(clone) == before


@quick
@given(spec=st.sampled_from(SPECS), seed=st.integers(0, 2**32 - 1))
def test_equal_hashes_are_equal_positions(spec: str, seed: int) -> None:
    state = game_of(spec).new_initial_state()
    seen: dict[int, dict[str, Any]] = {}
    while not state.is_terminal() and len(state.history()) < 150:
        now = {key: value for key, value in look(state).items() if key in {"legal", "stones", "own", "chance"}}
        assert seen.setdefault(state.hash(), now) == now
        play_at_random(state, 1, seed + len(state.history()))


# --- what is legal ----------------------------------------------------------------------------------------------------


@thorough
@given(state=positions())
def test_something_is_legal_unless_the_game_is_over(state: motu.State) -> None:
    assert state.is_terminal() == (not state.legal_actions())
    assert state.is_terminal() == (state.current_player() == motu.TERMINAL)
    assert state.is_terminal() == (state.outcome() is not None)


@quick
@given(state=positions())
def test_list_mask_and_question_agree_on_what_is_legal(state: motu.State) -> None:
    chance = state.is_chance_node()
    limit = state.game.max_chance_outcomes if chance else state.game.num_actions
    legal = state.legal_actions()
    assert legal == sorted(set(legal))
    assert [action for action in range(-2, limit + 2) if state.is_legal(action)] == legal
    assert state.legal_mask().dtype == np.bool_
    assert state.legal_mask().shape == (limit,)
    assert state.legal_mask().nonzero()[0].tolist() == legal


@thorough
@given(state=positions())
def test_the_notation_of_legal_actions_is_read_back(state: motu.State) -> None:
    texts = state.legal_moves()
    for action, text in zip(state.legal_actions(), texts, strict=True):
        assert state.action_to_string(action) == text
        assert state.string_to_action(text) == action
        assert state.string_to_action(f" {text.upper()} ") == action
    assert len(set(texts)) == len(texts)


@quick
@given(state=positions(), choice=st.integers(0, 10_000))
def test_playing_a_text_is_applying_its_action(state: motu.State, choice: int) -> None:
    assume(not state.is_terminal())
    legal = state.legal_actions()
    action = legal[choice % len(legal)]
    other = state.clone()
    state.play(state.action_to_string(action))
    other.apply_action(action)
    assert look(state) == look(other)


@quick
@given(state=positions())
def test_chance_probabilities_sum_to_one(state: motu.State) -> None:
    outcomes = state.chance_outcomes()
    assert bool(outcomes) == state.is_chance_node()
    if state.is_chance_node():
        assert sum(probability for _, probability in outcomes) == pytest.approx(1.0)
        assert all(probability > 0 for _, probability in outcomes)
        assert [outcome for outcome, _ in outcomes] == state.legal_actions()
        assert len(outcomes) <= state.game.max_chance_outcomes


@quick
@given(state=positions())
def test_observations_have_the_promised_shape(state: motu.State) -> None:
    observation = state.observation()
    assert observation.shape == state.game.observation_shape
    assert observation.dtype == np.float32
    assert np.isfinite(observation).all()
    assert len(state.game.observation_planes) == observation.shape[0]


# --- set-up -----------------------------------------------------------------------------------------------------------


@thorough
@given(state=positions())
def test_a_position_set_up_by_hand_is_the_position(state: motu.State) -> None:
    assume(not state.is_chance_node())
    assume(not state.is_terminal())
    assume(state.ply() > 1 or "swap=true" not in state.game.spec)  # a position set up by hand has no pie rule
    flags = 0
    if state.game.name == "atomorph":
        flags = state.ban() + 2 * state.to_return()
    copy = state.game.new_state(state.named_stones(), state.to_move(), flags)
    assert copy.stones() == state.stones()
    assert copy.legal_actions() == state.legal_actions()
    assert (copy.is_terminal(), copy.to_move(), copy.history()) == (False, state.to_move(), [])
    action = state.legal_actions()[-1]
    state.apply_action(action)
    copy.apply_action(action)
    assert copy.stones() == state.stones()
    assert copy.legal_actions() == state.legal_actions()
    assert copy.winning_cells() == state.winning_cells()


# --- symmetries -------------------------------------------------------------------------------------------------------


def image(state: motu.State, symmetry: motu.Symmetry) -> motu.State:
    """Play the image of a game; a symmetry that swaps colours lets the other colour begin."""
    game = state.game
    mirrored = game.new_state({}, 1) if symmetry.swaps_colours else game.new_initial_state()
    faces: tuple[int, ...] = ()
    for action, is_chance in state.history():
        mirrored.apply_action(faces[action] if is_chance else symmetry.actions[action])
        faces = symmetry.row_faces if action < game.board.height else symmetry.column_faces
    return mirrored


@thorough
@given(data=st.data(), state=positions())
def test_rules_commute_with_symmetries(data: st.DataObject, state: motu.State) -> None:
    symmetry = data.draw(st.sampled_from(state.game.symmetries))
    if symmetry.swaps_colours:
        assume("swap=true" not in state.game.spec)
    mirrored = image(state, symmetry)
    turned = (1, 0, 2) if symmetry.swaps_colours else (0, 1, 2)
    for cell, stone in enumerate(state.stones()):
        assert mirrored.stones()[symmetry.cells[cell]] == turned[stone]
    assert mirrored.is_terminal() == state.is_terminal()
    assert mirrored.is_chance_node() == state.is_chance_node()
    if not state.is_chance_node():
        assert sorted(symmetry.actions[action] for action in state.legal_actions()) == mirrored.legal_actions()
    outcome, expected = mirrored.outcome(), state.outcome()
    if outcome is not None and expected is not None:
        assert outcome.reason == expected.reason
        assert outcome.winner == (expected.winner if expected.winner is None else turned[expected.winner])


SYMMETRIES = [
    ("hex(size=5)", 4),
    ("hex(size=4x6)", 2),
    ("atoll(size=7)", 4),
    ("atoll(board=hexagon,size=5,islands=12)", 12),
    ("atoll(board=hexagon,size=4,islands=12)", 6),
    ("atoll(board=triangle,size=5,islands=12)", 6),
    ("atomorph(size=5)", 8),
    ("atmalof", 2),
    ("junior", 8),
    ("atmalof(rows=3,cols=5,extra_rows=0,extra_cols=1,line=3)", 2),
]


@pytest.mark.parametrize(("spec", "number"), SYMMETRIES)
def test_boards_have_all_their_symmetries(spec: str, number: int) -> None:
    symmetries = game_of(spec).symmetries
    assert len(symmetries) == number
    assert len({symmetry.cells for symmetry in symmetries}) == number
    assert symmetries[0].cells == tuple(range(game_of(spec).board.num_cells))


@pytest.mark.parametrize("spec", SPECS)
def test_symmetries_are_automorphisms_and_a_group(spec: str) -> None:
    game = game_of(spec)
    found = {symmetry.cells for symmetry in game.symmetries}
    for symmetry in game.symmetries:
        assert sorted(symmetry.cells) == list(range(game.board.num_cells))
        assert sorted(symmetry.actions) == list(range(game.num_actions))
        for cell, neighbours in enumerate(game.board.neighbours):
            assert {symmetry.cells[other] for other in neighbours} == set(game.board.neighbours[symmetry.cells[cell]])
        check_islands(game.board, symmetry)
        for other in game.symmetries:
            assert tuple(symmetry.cells[cell] for cell in other.cells) in found


def check_islands(board: motu.Board, symmetry: motu.Symmetry) -> None:
    """Check that islands go to islands, whole, and that their colours tell whether colours are swapped."""
    if not symmetry.islands:
        return
    assert sorted(symmetry.islands) == list(range(len(board.islands)))
    for island in board.islands:
        target = board.islands[symmetry.islands[island.index]]
        assert {symmetry.cells[cell] for cell in island.cells} == set(target.cells)
        assert target.colour == island.colour ^ symmetry.swaps_colours


# --- specs ------------------------------------------------------------------------------------------------------------

numbers = st.integers(0, 9999)
sizes = numbers | st.tuples(numbers, numbers)
built_in_boards = st.builds(
    motu.AtollRules,
    board=st.sampled_from(("square", "hexagon", "triangle")),
    size=numbers,
    islands=numbers,
    swap=st.booleans(),
)
rhombuses = st.builds(
    motu.AtollRules, board=st.just("rhombus"), size=sizes, islands=numbers | st.none(), swap=st.booleans()
)
custom_boards = st.builds(motu.AtollRules, file=st.text(max_size=40), swap=st.booleans())
atomorph_rules = st.builds(
    motu.AtomorphRules,
    size=numbers,
    contested=st.sampled_from(("ko", "never")),
    corners=st.booleans(),
    return_stone=st.booleans(),
    swap=st.booleans(),
)
atmalof_rules = st.builds(
    motu.AtmalofRules,
    rows=st.integers(1, 40),
    cols=st.integers(1, 40),
    extra_rows=st.integers(0, 40),
    extra_cols=st.integers(0, 40),
    line=numbers,
    pieces=st.integers(1, 9999) | st.none(),
    tiebreak=st.sampled_from(("either", "both")),
)
all_rules = built_in_boards | rhombuses | custom_boards | atomorph_rules | atmalof_rules


@settings(max_examples=400)
@given(rules=all_rules)
def test_printed_rules_are_read_back(rules: motu.Rules) -> None:
    assert motu.parse_rules(str(rules)) == rules
    assert str(motu.parse_rules(str(rules))) == str(rules)


@quick
@given(rules=built_in_boards | rhombuses | atomorph_rules | atmalof_rules)
def test_specs_are_read_case_blind_and_with_blanks(rules: motu.Rules) -> None:
    text = str(rules).upper()
    assert motu.parse_rules(text) == rules
    assert motu.parse_rules(text.replace("(", " ( ").replace(",", " , ").replace("=", " = ")) == rules


@pytest.mark.parametrize("spec", [*SPECS, *motu.PRESETS])
def test_a_games_spec_names_that_game(spec: str) -> None:
    game = game_of(spec)
    again = motu.load_game(game.spec)
    assert again.rules == game.rules
    assert again.spec == game.spec
    assert (again.num_actions, again.board.names) == (game.num_actions, game.board.names)
