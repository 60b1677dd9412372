"""What motu-engine says of wrong setups, boards and records: what was read, and what would be right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from npm_project import install, run_in_node

COLOURS = ["black", "white"]
RIGHT_SETUPS: list[Any] = [
    {"stones": {"black": [" A1"], "white": ["c1"]}, "to_move": "white", "flags": 1, "note": "kept by others"},
    {"stones": {}, "to_move": "black"},
]
WRONG_SETUPS: list[tuple[Any, str]] = [
    (5, 'setup: expected an object such as {"stones": {…}, "to_move": "…"}, read 5'),
    ([], 'setup: expected an object such as {"stones": {…}, "to_move": "…"}, read []'),
    ({"to_move": "black"}, 'setup.stones: expected an object such as {"COLOUR": ["a1"]}, read nothing'),
    ({"stones": ["a1"]}, 'setup.stones: expected an object such as {"COLOUR": ["a1"]}, read ["a1"]'),
    ({"stones": {"green": ["a1"]}}, 'setup.stones: expected black or white, read "green"'),
    ({"stones": {"black": "a1"}}, 'setup.stones.black: expected a list of cells such as ["a1"], read "a1"'),
    ({"stones": {"black": [5]}}, 'setup.stones.black: expected a list of cells such as ["a1"], read [5]'),
    ({"stones": {"black": ["a1"], "white": ["A1"]}}, "setup.stones: a1 has two stones"),
    ({"stones": {"black": ["a1", "a1"]}}, "setup.stones: a1 has two stones"),
    ({"stones": {"black": ["a1"]}}, "setup.to_move: expected black or white, read nothing"),
    ({"stones": {}, "to_move": "green"}, 'setup.to_move: expected black or white, read "green"'),
    (
        {"stones": {}, "to_move": "black", "flags": "x"},
        'setup.flags: expected a whole number from 0 to 255, read "x"',
    ),
]
RIGHT_BOARD = {"cells": ["a1", "b1"], "junctions": ["a1"], "first": "white", "name": "small"}
WRONG_BOARDS: list[tuple[Any, str]] = [
    (5, 'board: expected an object such as {"cells": ["a1", …], "junctions": ["a1", …]}, read 5'),
    ({}, 'board.cells: expected a list of cells such as ["a1"], read nothing'),
    ({"cells": ["a1"]}, 'board.junctions: expected a list of cells such as ["a1"], read nothing'),
    ({**RIGHT_BOARD, "first": "red"}, 'board.first: expected black or white, read "red"'),
]
TOLD = "const told = (deed) => { try { deed(); return ''; } catch ({ slug, message }) { return [slug, message]; } };\n"
CHECKS = "import { checkBoard, checkSetup } from './node_modules/motu-engine/lib/checks.js';\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory)


def test_what_is_wrong_is_said_with_what_would_be_right(project: Path) -> None:
    setups = [*RIGHT_SETUPS, *(setup for setup, _ in WRONG_SETUPS)]
    boards = [RIGHT_BOARD, *(board for board, _ in WRONG_BOARDS)]
    script = f"""
    const setups = {json.dumps(setups)}.map((setup) => told(() => checkSetup(setup, {json.dumps(COLOURS)})));
    const boards = {json.dumps(boards)}.map((board) => told(() => checkBoard(board)));
    console.log(JSON.stringify([setups, boards]));
    """
    said = json.loads(run_in_node(project, CHECKS + TOLD + script))
    assert said[0] == ["", "", *(["engine/request", text] for _, text in WRONG_SETUPS)]
    assert said[1] == ["", *(["engine/request", text] for _, text in WRONG_BOARDS)]


def test_an_engine_refuses_them_before_it_thinks(project: Path) -> None:
    script = """
    import { startEngine } from 'motu-engine';
    const engine = startEngine();
    const told = (question) => engine.analyze(question).then(() => '', ({ slug, message }) => [slug, message]);
    const long = 'x'.repeat(1000);
    console.log(JSON.stringify([
      await told({ spec: 'hex', setup: 5 }),
      await told({ spec: 'hex', setup: { stones: {} } }),
      await told({ spec: 'hex', setup: { stones: { black: ['z99'] }, to_move: 'black' } }),
      await told({ spec: 'atoll(file=x.json)', board: {} }),
      await told({ spec: 'hex', board: { cells: long } }),
      await told({ spec: 'hex(size=3)', setup: { stones: { black: ['a1'] }, to_move: 'white' }, maxVisits: 5 }),
    ]));
    """
    said = json.loads(run_in_node(project, script))
    assert [each and each[0] for each in said] == ["engine/request"] * 5 + [""]
    assert said[1][1] == "setup.to_move: expected a colour, read nothing"
    assert said[2][1] == "no cell is called 'z99' here"
    assert len(said[4][1]) < 200


def test_a_wrong_record_is_refused(project: Path) -> None:
    lines = [
        {"motu": 1, "spec": "hex", "moves": "a1"},
        {"motu": 1, "spec": "hex", "moves": [], "players": {"name": "A"}},
    ]
    script = f"""
    import {{ marksOf, recordIn }} from './node_modules/motu-engine/lib/board/record.js';
    {TOLD}
    const records = {json.dumps([json.dumps(line) for line in lines])}.map((line) => told(() => recordIn(line, 1)));
    const marks = ['x', {{ a: 1 }}, [5], null].map((marks) => told(() => marksOf(marks, ['a1'])));
    console.log(JSON.stringify([records, marks]));
    """
    records, marks = json.loads(run_in_node(project, script))
    assert [text for _, text in records] == ["line 1 is no whole record"] * 2
    assert all(text.startswith('marks: expected a list of texts such as ["circle c3"], read ') for _, text in marks)
