"""GTP as HexGui and twogtp speak it: one session, one player, game after game on boards of other sizes."""

from __future__ import annotations

import io
import itertools
import sys
from pathlib import Path

import pytest

from motu import load_game
from motu.engine.gtp import serve
from motu.engine.session import Session

PLAYERS = ("mcts:30", "mcts:20,evaluator=rollout", "level:10", "uct:30", "expectimax:200")


@pytest.fixture(params=[False, True], ids=["resting", "pondering"], autouse=True)
def ponders(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it with a player that thinks between commands, too."""
    monkeypatch.setattr(sys.modules[__name__], "PONDERS", request.param)


PONDERS = False


def answers(lines: list[str], spec: str = "hex", player: str = "mcts:30") -> list[str]:
    """Every command's answer; each must be there."""
    written: list[str] = []
    session = Session(load_game(spec), player, seed=None, ponders=PONDERS)
    serve(session, io.BytesIO("\n".join(lines).encode()), written.append)
    assert len(written) == len(lines)
    assert not session.is_pondering
    return written


def all_right(lines: list[str], spec: str = "hex", player: str = "mcts:30") -> None:
    for line, answer in zip(lines, answers(lines, spec, player), strict=True):
        assert answer.startswith("="), (line, answer)


@pytest.mark.parametrize("player", PLAYERS)
def test_boardsize_before_every_game(player: str) -> None:
    sizes = (5, 5, 5, 7, 4, 6, 11, 5)
    all_right([line for size in sizes for line in (f"boardsize {size}", "clear_board", "genmove b")], player=player)


def test_from_every_size_to_every_size() -> None:
    pairs = itertools.permutations((4, 5, 7, 11), 2)
    all_right([line for pair in pairs for size in pair for line in (f"boardsize {size}", "genmove b", "genmove w")])


@pytest.mark.parametrize("player", ["mcts:30", "uct:30"])
def test_another_game_in_the_same_session(player: str) -> None:
    specs = ("gan", "atomorph", "hex(size=5)", "atmalof", "junior", "atomorph(size=5)", "hex(size=5,swap=false)", "gan")
    first = {spec: "red" if spec in {"atmalof", "junior"} else "black" for spec in specs}
    all_right([line for spec in specs for line in (f"motu-spec {spec}", f"genmove {first[spec]}")], player=player)


def test_the_pie_rule_comes_and_goes() -> None:
    switches = [f"param_game allow_swap {value}" for value in (0, 1, 0, 1)]
    all_right([line for switch in switches for line in ("boardsize 5", switch, "genmove b", "genmove w")])


def test_clocks_run_across_games() -> None:
    begin = ["time_settings 20 0 0", "genmove b"]
    for player in ("mcts:30", "level:2"):
        all_right([*begin, "boardsize 5", *begin, "motu-spec gan", *begin], player=player)


def test_a_loaded_game_on_another_board(tmp_path: Path) -> None:
    file = tmp_path / "small.sgf"
    file.write_text("(;FF[4]GM[11]SZ[3];B[b2])", encoding="ascii")
    all_right(["genmove b", f"loadsgf {file}", "genmove w"], "hex(size=5)")
