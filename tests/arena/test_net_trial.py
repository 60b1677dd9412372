"""Nets are tried one after the other, each against the best before it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import motu
from cli.running import refusal, run_json, run_well
from games.formats.random_records import custom_game
from motu.arena import net_trial
from motu.arena.match import MatchStanding
from motu.arena.net_trial import Conditions, Trial, try_nets
from motu.arena.results import tallies
from motu.arena.schedule import Schedule
from motu.arena.sprt import Sprt
from motu.errors import NetError
from motu.eval.nets.choice import CHOICE
from motu.eval.nets.net import Net
from motu.eval.nets.table import FILE, NEVER, read_table

TINY = Path(__file__).parents[1] / "nets" / "tiny.onnx"
HEX_4 = motu.load_game("hex(size=4)")
BOARD = "atoll(board=rhombus,size=4,islands=4,swap=false)"


@pytest.fixture
def nets(tmp_path: Path) -> list[Path]:
    return [Path(shutil.copy(TINY, tmp_path / f"{name}.onnx")) for name in ("one", "two", "three")]


class FakeMatches:
    """Matches that are won by whom they are told to be won by."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, winners: set[str], *, others_llr: float = -5.0) -> None:
        self.players: list[tuple[str, str]] = []

        def play(schedule: Schedule, games: int, *, out: Path | None, jobs: int, sprt: Sprt) -> Iterator[MatchStanding]:
            one, other = (entrant.text for entrant in schedule.settings.entrants)
            self.players.append((one, other))
            is_won = Path(one.partition("net:")[2].partition(",")[0]).stem in winners
            standing = MatchStanding(schedule, tallies(schedule.pairings), games, sprt)
            yield standing
            standing.played, standing.llr = 60, 5.0 if is_won else others_llr
            yield standing

        monkeypatch.setattr(net_trial, "play_match", play)


def results(nets: list[Path]) -> Mapping[str, bool]:
    trials: dict[Path, Trial] = {trial.net: trial for trial in try_nets(nets, HEX_4, Conditions(seconds=0.5))}
    return {net.stem: trial.is_won for net, trial in trials.items()}


def test_the_first_meets_the_search_without_a_net(nets: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    matches = FakeMatches(monkeypatch, set())
    assert results(nets) == {"one": False, "two": False, "three": False}
    assert {other for _, other in matches.players} == {"mcts:0.5s,evaluator=resistance,solved=off"}


def test_who_wins_is_the_next_ones_opponent(nets: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    matches = FakeMatches(monkeypatch, {"one", "three"})
    assert results(nets) == {"one": True, "two": False, "three": True}
    assert [other for _, other in matches.players[1:]] == [f"mcts:0.5s,evaluator=net:{nets[0]},solved=off"] * 2


def test_matches_are_really_played(nets: list[Path], tmp_path: Path) -> None:
    conditions = Conditions(seconds=0.02, games=4, folder=tmp_path / "games")
    for _ in range(2):  # the second time the games are there
        *_, trial = try_nets(nets[:1], HEX_4, conditions)
        assert trial.standing.played == 4
        assert not trial.is_won
        assert 0 <= trial.score <= 1
    [file] = (tmp_path / "games").iterdir()
    assert len(file.read_text().splitlines()) == 1 + 4


def test_custom_boards_and_other_games_are_refused(nets: list[Path]) -> None:
    for game, slug in ((custom_game(1, swap=False), "net/uses"), (motu.load_game("atmalof"), "net/game")):
        with pytest.raises(NetError) as refused:
            next(try_nets(nets, game, Conditions()))
        assert refused.value.slug == slug


# --------------------------------------------------------------------------------------------------- the command line


def measure(nets: list[Path], into: Path, *more: str) -> Any:
    return run_json("nets", "measure", *map(str, nets), "--on", "hex(size=4)", "--into", str(into), *more)["trials"]


def test_the_winner_is_used_from_then_on(nets: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FakeMatches(monkeypatch, {"one", "two"})
    monkeypatch.setenv(CHOICE, "onnxruntime")
    into = tmp_path / "used"
    trials = measure(nets, into)
    assert [trial["is_won"] for trial in trials] == [True, True, False]
    [row] = read_table(into)
    assert row.match is not None
    assert (row.board, row.net, row.rate) == (BOARD, "two.onnx", 0)
    assert (row.match.games, row.match.seconds) == (60, 1.0)
    assert (into / "two.onnx").read_bytes() == TINY.read_bytes()
    assert not (into / "one.onnx").exists()
    monkeypatch.setenv("MOTU_NETS", str(into))
    assert "used on hex(size=4): " in run_well("nets")
    net = run_json("nets", "list")["nets"][0]  # one's own come first
    assert net["uses"][0]["net"] == "two.onnx"


def test_what_another_runtime_has_won_needs_about_its_rate(
    nets: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    FakeMatches(monkeypatch, {"one"})
    monkeypatch.setattr(Net, "kind", "openvino-int8")
    monkeypatch.setattr(Net, "rate", 2675.3)
    measure(nets[:1], tmp_path / "used")
    [row] = read_table(tmp_path / "used")
    assert row.rate == 2140
    monkeypatch.setenv("MOTU_NETS", str(tmp_path / "used"))
    assert "used on hex(size=4) from 2,140 evaluations a second on: " in run_well("nets")


def test_boards_between_two_are_written_out(nets: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FakeMatches(monkeypatch, {"one"})
    monkeypatch.setenv(CHOICE, "onnxruntime")
    run_well("nets", "measure", str(nets[0]), "--on", "hex(size=3)", "--on", "hex(size=5)", "--into", str(tmp_path))
    assert {row.board: row.match is None for row in read_table(tmp_path)} == {
        BOARD.replace("4", size, 1): size == "4" for size in "345"
    }
    monkeypatch.setenv("MOTU_NETS", str(tmp_path))
    assert "used on hex(size=4): between two sizes that it has won" in run_well("nets")


def test_who_wins_no_more_is_used_no_more(nets: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    into = tmp_path / "used"
    FakeMatches(monkeypatch, {"one"})
    measure(nets[:1], into)
    assert len(read_table(into)) == 1
    FakeMatches(monkeypatch, set())
    assert "not shown to be stronger" in run_well(
        "nets", "measure", str(into / "one.onnx"), "--on", "hex(size=4)", "--into", str(into)
    )
    [row] = read_table(into)
    assert row.rate == NEVER
    monkeypatch.setenv("MOTU_NETS", str(into))
    assert "not used on hex(size=4)" in run_well("nets")
    assert run_json("nets", "list")["nets"][0]["uses"][0]["rate"] is None


def test_of_nets_that_all_lose_each_is_written_down(
    nets: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    into = tmp_path / "used"
    FakeMatches(monkeypatch, set())
    measure(nets, into)
    assert {(row.net, row.rate) for row in read_table(into)} == {(net.name, NEVER) for net in nets}
    assert [file.name for file in into.iterdir()] == [FILE]


def test_a_match_that_the_test_could_not_decide_says_nothing(
    nets: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    into = tmp_path / "used"
    FakeMatches(monkeypatch, {"one"})
    measure(nets[:1], into)
    before = read_table(into)
    FakeMatches(monkeypatch, set(), others_llr=2.0)
    [trial] = measure(nets[:1], into)
    assert not trial["is_won"]
    assert not trial["is_lost"]
    assert read_table(into) == before


def test_what_makes_no_trial_is_refused(nets: list[Path]) -> None:
    trial = ("nets", "measure", str(nets[0]), "--on")
    assert "--seconds" in refusal(*trial, "hex(size=4)", "--seconds", "0")
    assert "--elo" in refusal(*trial, "hex(size=4)", "--elo", "0")
    assert "chess" in refusal(*trial, "chess")
    assert "Missing argument" in refusal("nets", "measure", "--on", "hex(size=4)")
