"""`motu perft`."""

import pytest

from cli.running import refusal, run_json, run_well
from motu.numbers import counted


@pytest.mark.parametrize(
    ("spec", "depth", "nodes"),
    [
        ("hex(size=3,swap=false)", 2, 9 * 8),
        ("hex(size=3)", 2, 9 * 9),  # eight cells and the swap
        ("hex(size=3)", 3, 9 * (8 * 7 + 8)),
        ("atomorph(size=3,swap=false)", 2, 9 * 8),
        ("atmalof", 1, 14 * 6),  # fourteen lines, six faces; no piece to move yet
        ("hex(size=3)", 0, 1),
    ],
)
def test_counts_that_can_be_told_by_hand(spec: str, depth: int, nodes: int) -> None:
    data = run_json("perft", spec, str(depth))
    assert (data["nodes"], data["depth"]) == (nodes, depth)
    assert run_well("perft", spec, str(depth)).startswith(f"{counted(nodes, 'line')} of {depth} pl")


def test_divide_adds_up_and_names_the_moves() -> None:
    data = run_json("perft", "hex(size=3)", "2", "--moves", "b2", "--divide")
    assert data["moves"] == ["b2"]
    assert set(data["divide"]) == {"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3", "swap"}
    assert sum(data["divide"].values()) == data["nodes"]
    assert data["divide"]["swap"] == 8
    assert "swap: 8\n" in run_well("perft", "hex(size=3)", "2", "--moves", "b2", "--divide")


def test_a_count_from_an_announcement_counts_the_rolls() -> None:
    data = run_json("perft", "atmalof", "0", "--moves", "r4", "--divide")
    assert data["nodes"] == 6
    assert run_json("perft", "atmalof", "1", "--moves", "r4", "--divide")["divide"]["=6"] == 14 * 6


def test_a_finished_game_has_no_lines() -> None:
    assert run_json("perft", "hex(size=3)", "1", "--moves", "b2 a1 b1 a2 b3")["nodes"] == 0


def test_json_has_what_the_document_says() -> None:
    assert set(run_json("perft", "hex(size=3)", "1")) == {
        "spec",
        "moves",
        "depth",
        "nodes",
        "seconds",
        "nodes_per_second",
    }


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["hex"], "DEPTH"),
        (["hex", "deep"], "DEPTH"),
        (["hex", "100"], "DEPTH"),
        (["hex", "1", "--moves", "z9"], "cannot read the move 'z9'"),
        (["nothing", "1"], "unknown game 'nothing'"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: list[str], told: str) -> None:
    assert told in refusal("perft", *arguments)
