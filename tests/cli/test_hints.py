"""What is told about moves: the odds of the dice against the rules, runs of cells, who is passed over."""

from __future__ import annotations

import random

import pytest

import motu
from motu.cli.playing.dialogue import numbered
from motu.cli.playing.hints import cells_line, landing_faces, legal_lines, runs
from motu.cli.playing.narration import move_sentence, skip_sentence
from motu.games.dice import TurnDice


def test_runs_join_neighbours_column_by_column() -> None:
    assert runs(["a1", "b1", "a2", "a3", "b3", "aa10", "aa9", "c7"]) == ["a1..a3", "b1", "b3", "c7", "aa9..aa10"]
    assert runs([]) == []


@pytest.mark.parametrize("spec", ["atmalof", "atmalof(rows=2,cols=5,extra_rows=2,extra_cols=1,line=3)", "atmalos"])
def test_odds_are_those_of_the_rules(spec: str) -> None:
    """A face lands exactly when playing it adds a piece."""
    dice = random.Random(1)
    state = motu.load_game(spec).new_initial_state()
    for _ in range(60):
        if state.is_terminal():
            break
        for line in [move for move in state.legal_moves() if "-" not in move]:
            landing = []
            ahead = state.clone()
            ahead.play(line)
            for outcome, _chance in ahead.chance_outcomes():
                rolled = ahead.clone()
                rolled.apply_action(outcome)
                if sum(rolled.pieces()) > sum(state.pieces()):
                    landing.append(outcome + 1)
            assert landing_faces(state, line) == landing
        state.play(dice.choice(state.legal_moves()))
        if state.is_chance_node():
            state.play(dice.choice(state.legal_moves()))


@pytest.mark.parametrize("spec", ["gan", "hex(size=4)", "atomorph(size=4)", "junior", "atoll-24"])
def test_every_legal_move_is_told(spec: str) -> None:
    dice = random.Random(2)
    state = motu.load_game(spec).new_initial_state()
    for _ in range(30):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            text = " ".join(legal_lines(state)[1:])
            assert f"{len(state.legal_moves())} legal" in legal_lines(state)[0]
            assert _told(text, state) == set(state.legal_moves())
        state.play(dice.choice(state.legal_moves()))


def _told(text: str, state: motu.State) -> set[str]:
    """Read the moves back from what people are told."""
    found = set()
    origin = ""
    for word in text.split():
        first, _, last = word.partition("..")
        if last:
            column = first.rstrip("0123456789")
            rows = range(int(first.removeprefix(column)), int(last.removeprefix(column)) + 1)
            found |= {f"{column}{row}" for row in rows}
        elif word.endswith("-"):
            origin = word
        elif origin + word in state.legal_moves():
            found.add(origin + word)
        elif word.partition(":")[0] in state.legal_moves():
            found.add(word.partition(":")[0])
    return found


def test_cells_are_explained_only_where_it_is_needed() -> None:
    assert "a1 b1 c2 d2 e3" in (cells_line(motu.load_game("atoll(size=5)").board) or "")
    for spec in ("hex", "atomorph", "atmalof"):
        assert cells_line(motu.load_game(spec).board) is None


def test_turns_are_numbered_with_the_stone_put_back() -> None:
    assert numbered(["a1", "@b1", "c1", "d1"]) == ["1.a1", "2.@b1", "c1", "3.d1"]


def test_sentences_of_moves() -> None:
    hexes = motu.load_game("atoll(board=rhombus,size=26)").new_initial_state()
    assert move_sentence(hexes, "x7") == "black plays x7"  # a cell here, not a flip
    atomorph = motu.load_game("atomorph").new_initial_state().play_all(["c7"])
    assert move_sentence(atomorph, "xc7") == "white flips black's stone on c7"
    assert move_sentence(atomorph, "@c8") == "white puts a stone back on c8"
    atmalof = motu.load_game("atmalof").new_initial_state().play_all(["r4=6"])
    assert move_sentence(atmalof, "c6=4") == "the die shows 4: r4c6 is occupied, the turn is lost"
    assert move_sentence(atmalof, "c6=5") == "the die shows 5: a blue piece on r5c6"


def test_who_is_passed_over_is_told() -> None:
    """On this full board, found by search, white's flip leaves black without a turn."""
    found = 0
    dice = random.Random(3)
    for _ in range(4000):
        state = motu.load_game("atomorph(size=3,swap=false)").new_initial_state()
        while not state.is_terminal():
            before, move = state.clone(), dice.choice(state.legal_moves())
            state.play(move)
            told = skip_sentence(before, state, move)
            passed = not state.is_terminal() and state.current_player() == before.current_player()
            assert (told is not None) == passed
            found += passed
        if found:
            return
    pytest.fail("no turn was passed over in 4000 games")


def test_dice_with_a_seed_depend_on_the_turn_alone() -> None:
    faces = [(face, 1 / 6) for face in range(6)]
    assert [TurnDice(1).draw(faces, ply) for ply in range(40)] == [TurnDice(1).draw(faces, ply) for ply in range(40)]
    assert {TurnDice(1).draw(faces, ply) for ply in range(100)} == set(range(6))


@pytest.mark.parametrize("seed", [None, 1])
def test_dice_keep_to_the_probabilities(seed: int | None) -> None:
    rolls = [TurnDice(seed).draw([(0, 0.0), (1, 0.25), (2, 0.75)], ply) for ply in range(4000)]
    assert 0 not in rolls
    assert 800 < rolls.count(1) < 1200  # five standard deviations on either side are 137
