"""Perft: the numbers of the tables, and that they are not the software's word alone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from motu import AtmalofRules, AtollRules, AtomorphRules, Game, MotuError, load_game
from motu.testing import PerftError, PerftTable, check_table, count_lines, load_tables
from motu.testing.choice import draw_action
from motu.testing.registry import switches
from oracle import atmalof, atoll, atomorph
from oracle.base import OracleState

TABLES = load_tables(Path(__file__).parent.parent / "perft" / "tables.json")
FEW_LINES = 1_200
"""The oracle counts as long as there are so few; it is slow."""
MANY_LINES = 60_000


def oracle_board(game: Game, rules: AtollRules) -> atoll.Board:
    if rules.custom is not None:
        cells = {name: game.board.coordinates[game.board.index(name)] for name in rules.custom.cells}
        places = {name: (column, row + 1) for name, (column, row) in cells.items()}
        junctions = tuple(places[name] for name in rules.custom.junctions)
        return atoll.Board(frozenset(places.values()), junctions, rules.custom.first)
    assert rules.islands is not None
    columns, rows = rules.columns_and_rows
    if rules.board == "rhombus":
        return atoll.rhombus(columns, rows, rules.islands)
    shapes = {"square": atoll.square, "hexagon": atoll.hexagon, "triangle": atoll.triangle}
    return shapes[rules.board](columns, rules.islands)


def oracle_start(game: Game) -> OracleState:
    """Begin the same game with the oracle."""
    rules = game.rules
    if isinstance(rules, AtollRules):
        return atoll.AtollState(oracle_board(game, rules), rules.swap)
    if isinstance(rules, AtomorphRules):
        switched = atomorph.Rules(rules.size, rules.contested, rules.corners, rules.return_stone, rules.swap)
        return atomorph.AtomorphState(switched)
    assert isinstance(rules, AtmalofRules)
    assert rules.pieces is not None
    numbers = (rules.rows, rules.cols, rules.extra_rows, rules.extra_cols, rules.line, rules.pieces)
    return atmalof.AtmalofState(atmalof.Rules(*numbers, rules.tiebreak))


def play_all(state: OracleState, moves: Sequence[str]) -> OracleState:
    for move in moves:
        announced, roll, face = move.partition("=")
        state = state.play(announced)
        if roll:
            state = state.play(f"={face}")
    return state


def count_slowly(state: OracleState, length: int) -> int:
    """Count lines with the oracle: a roll is a branch but no ply."""
    if length == 0 and not state.is_chance:
        return 1
    rest = length if state.is_chance else length - 1
    return sum(count_slowly(state.play(move), rest) for move in state.legal_moves())


def compare_with_the_oracle(table: PerftTable, most: int) -> int:
    start = play_all(oracle_start(table.load()), table.moves)
    lengths = [length for length, count in enumerate(table.counts, start=1) if count <= most]
    for length in lengths:
        assert count_slowly(start, length) == table.counts[length - 1]
    return len(lengths)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name[:60])
def test_there_are_as_many_lines_as_the_table_says(table: PerftTable) -> None:
    check_table(table)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name[:60])
def test_the_oracle_counts_as_many_short_lines(table: PerftTable) -> None:
    assert compare_with_the_oracle(table, FEW_LINES) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name[:60])
def test_the_oracle_counts_as_many_longer_lines(table: PerftTable) -> None:
    assert compare_with_the_oracle(table, MANY_LINES) >= 2


def test_tables_cover_every_game_and_every_switch() -> None:
    rules = [load_game(table.spec, table.board).rules for table in TABLES]
    assert len(TABLES) >= 14
    for kind in (AtollRules, AtomorphRules, AtmalofRules):
        found = [each for each in rules if isinstance(each, kind)]
        for name, values in switches(kind).items():
            assert {getattr(each, name) for each in found} >= set(values), f"{kind.name}: {name}"
    assert any(table.board is not None for table in TABLES)
    assert any(isinstance(each, AtmalofRules) and each.rows != each.cols for each in rules)


def test_most_tables_reach_the_end_of_games() -> None:
    """A wrong win test shows in lines that end, or do not end, before the others."""
    assert sum(reaches_an_end(table) for table in TABLES) >= 20


def reaches_an_end(table: PerftTable) -> bool:
    random = Random(1)
    for _ in range(200):
        state = table.position()
        plies = 0
        while plies < len(table.counts) or state.is_chance_node():
            plies += not state.is_chance_node()
            state.apply_action(draw_action(state, random))
            if state.is_terminal():
                return True
    return False


def test_a_wrong_count_is_found() -> None:
    with pytest.raises(PerftError, match=r"hex\(size=3\) b2: 9 lines of length 1, not 8"):
        check_table(PerftTable("hex(size=3)", (8,), ("b2",)))
    with pytest.raises(PerftError, match="72 lines of length 2, not 1,000"):
        check_table(PerftTable("hex(size=3,swap=false)", (9, 1000)))


def test_counting_leaves_the_state_as_it_was() -> None:
    state = load_game("atmalof").new_initial_state().play_all(["r1=2", "c4=4", "r3"])
    before = (state.hash(), state.moves(), state.legal_actions())
    assert count_lines(state, 0) == 6
    assert count_lines(state, 1) == 6 * (14 * 6 + 8) - 3  # three of the rolls take a step from blue
    assert (state.hash(), state.moves(), state.legal_actions()) == before


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "perft tables are a list"),
        ([1], "table 1: a table has the keys"),
        ([{"spec": "hex"}], "at least spec and counts"),
        ([{"spec": "hex", "counts": [1], "depth": 3}], "a table has the keys about, board, counts, moves, spec"),
        ([{"spec": "hex", "counts": []}], "counts are whole numbers, at least one"),
        ([{"spec": "hex", "counts": [1, -1]}], "counts are whole numbers"),
        ([{"spec": "hex", "counts": ["1"]}], "counts are whole numbers"),
    ],
)
def test_a_file_that_holds_no_tables_is_refused(data: Any, message: str, tmp_path: Path) -> None:
    file = tmp_path / "tables.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        load_tables(file)


def test_moves_that_the_rules_refuse_are_refused() -> None:
    with pytest.raises(MotuError):
        PerftTable("hex(size=3)", (8,), ("b2", "b2")).position()
