"""Analyses as pictures: what is tinted, written, ringed and told."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from motu import State, load_game
from motu.engine.pictures import LEAST_SHARE, MAX_ARROWS, analysis_scene, draw_analysis, equity_text, worth_text
from motu.engine.position_search import search_position
from motu.search.limits import Limits
from motu.search.mcts import Analysis

MIDDLE = "c3=1 c6=1 r1=1 c2=3 r1c1-r1c2 r3=2 c5=6 c3=6 r2=3 c1=3 c3=5 r3c2-r4c2 c1=2 r3=5 r3=1 r7=5 r1=6"
GAMES = {
    "hex": ("hex(size=5)", "b2"),
    "atoll": ("gan", "d3 swap"),
    "flips": ("atomorph(size=5)", "c4 c2 d3 b3 b4 d2 e1 c3"),
    "return": ("atomorph(size=5,return_stone=true)", "c4 c2 d3 b3 b4 d2 e1 c3 xc3"),
    "dice": ("atmalof", MIDDLE),
    "start": ("junior", ""),
    "roll": ("atmalof", MIDDLE + " r3"),
}


def analysed(spec: str, moves: str, visits: int = 3000) -> tuple[State, Analysis]:
    state = load_game(spec).new_initial_state().play_all(moves.split())
    return state, search_position(state, Limits(visits=visits), 1)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_every_analysis_can_be_drawn(name: str, theme: str) -> None:
    state, found = analysed(*GAMES[name], visits=200)
    text = draw_analysis(state, found, theme, 400)
    assert ET.fromstring(text).get("width") == "400"
    assert draw_analysis(state, found, theme, 400) == text


@pytest.mark.parametrize("name", ["hex", "atoll", "flips", "return"])
def test_tints_are_shares_of_visits_and_texts_are_chances(name: str) -> None:
    state, found = analysed(*GAMES[name])
    scene = analysis_scene(state, found)
    names = state.game.board.names
    heat = {names[cell]: share for cell, share in scene.heat}
    texts = {names[cell]: text for cell, text in scene.labels}
    most = max(move.visits for move in found.moves)
    told = [move for move in found.moves if move is found.best or move.visits >= max(1, LEAST_SHARE * most)]
    on_cells = [move for move in told if move.move != "swap"]
    assert set(heat) == set(texts) == {re.sub("^[x@]", "", move.move) for move in on_cells}
    for move in on_cells:
        cell = re.sub("^[x@]", "", move.move)
        assert heat[cell] == pytest.approx(1 if move is found.best and move.proof else move.visits / most)
        assert texts[cell] == worth_text(state, move.value, move.proof)
    best = found.best.move
    assert scene.line_marks == ()
    assert scene.chosen in (best, re.sub("^[x@]", "", best))


def test_announcements_are_marked_at_their_headers() -> None:
    state, found = analysed(*GAMES["dice"], visits=20_000)
    scene = analysis_scene(state, found)
    values = {move.move: move.value for move in found.moves}
    assert scene.heat == ()
    assert scene.line_marks
    for mark in scene.line_marks:
        assert mark.text == equity_text(values[mark.line])
    assert scene.chosen == found.best.move


def test_moves_of_pieces_are_arrows() -> None:
    # Red has all its pieces on the board: in kvinigu it can only move.
    game = load_game("atmalof(rows=5,cols=5,line=4,pieces=4,tiebreak=both)")
    state = game.new_state({"r1c1": "red", "r3c3": "red", "r5c5": "red", "r2c5": "red", "r4c1": "blue"}, "red")
    found = search_position(state, Limits(visits=5000), 1)
    scene = analysis_scene(state, found)
    values = {move.move: move.value for move in found.moves}
    assert 0 < len(scene.arrows) <= MAX_ARROWS
    names = game.board.names
    for arrow in scene.arrows:
        assert arrow.text == equity_text(values[f"{names[arrow.start]}-{names[arrow.end]}"])
    assert [arrow.share for arrow in scene.arrows] == sorted(arrow.share for arrow in scene.arrows)
    assert scene.line_marks == ()


def test_a_roll_is_told_on_every_square_of_its_line() -> None:
    state, found = analysed(*GAMES["roll"])
    scene = analysis_scene(state, found)
    names = state.game.board.names
    assert sorted(names[cell] for cell, _ in scene.labels) == [f"r3c{face}" for face in range(1, 7)]
    texts = {names[cell]: text for cell, text in scene.labels}
    assert texts["r3c1"] == texts["r3c5"]  # both are taken: the turn is lost
    assert f"{equity_text(found.value)} on average" in scene.caption


def test_the_swap_is_told_under_the_board() -> None:
    state, found = analysed("hex", "a1")
    assert found.best.move != "swap"
    assert "; swap " in analysis_scene(state, found).caption
    state, found = analysed("hex(size=3)", "b2")
    assert analysis_scene(state, found).chosen == "swap"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, ".00"),
        (0.123, "+.12"),
        (-0.05, "\u2212.05"),
        (1.0, "+1"),
        (-1.0, "\u22121"),
        (0.999, "+1"),
        (-0.001, ".00"),
    ],
)
def test_equities_are_written_in_four_characters(value: float, text: str) -> None:
    assert equity_text(value) == text


def test_proved_moves_say_so() -> None:
    state, found = analysed("hex(size=3,swap=false)", "")
    assert found.proof == "win"
    texts = dict(analysis_scene(state, found).labels)
    assert texts[state.game.board.index(found.best.move)] == "win"
    assert "win" in analysis_scene(state, found).caption
