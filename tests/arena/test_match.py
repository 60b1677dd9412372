"""Whole matches: pairs with seats swapped, files to go on with, workers that die, and a test that ends them."""

from __future__ import annotations

import contextlib
import json
import math
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.playing import PATIENCE_S, text_of
from cli.running import start
from motu import Record, load_game
from motu.arena import journal, workforce
from motu.arena.entrants import parse_entrants
from motu.arena.journal import Journal
from motu.arena.match import MatchStanding, play_match
from motu.arena.report import elo_text, ladder_lines, match_json, match_lines
from motu.arena.results import PlayedGame, Tally
from motu.arena.schedule import MatchSettings, Schedule, Slot
from motu.arena.seats import Times
from motu.arena.sprt import Sprt
from motu.arena.workforce import WorkerPool
from motu.errors import EngineError

BAD_WORKER = Path(__file__).with_name("bad_worker.py")


def schedule_of(*texts: str, game: str = "hex(size=4)", **details: Any) -> Schedule:
    return Schedule(MatchSettings(load_game(game), parse_entrants(texts), **details))


def finish(schedule: Schedule, games: int, **options: Any) -> MatchStanding:
    *_, standing = play_match(schedule, games, **options)
    return standing


def games_in(path: Path) -> dict[tuple[int, str], Any]:
    """What decides a file's games: by pair and who began, everything but the times."""
    found = {}
    for record in Record.load_all(path):
        found[record.extra["arena"]["pair"], record.players[0].name] = (record.spec, record.moves, record.result)
    return found


# ---------------------------------------------------------------------------------------------------------------- pairs


@pytest.mark.parametrize("game", ["hex(size=4)", "atomorph(size=4)", "junior"])
def test_each_pair_has_one_opening_and_each_player_begins_once(game: str, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    schedule = schedule_of("uct:30", "random", game=game, openings="random:2")
    standing = finish(schedule, 20, out=out)
    games = games_in(out)
    assert len(games) == standing.played == 20
    assert Counter(name for _, name in games) == {"uct:30": 10, "random": 10}
    openings = set()
    for pair in range(10):
        one, other = (games[pair, name][1][:2] for name in ("uct:30", "random"))
        assert one == other == schedule.book.opening(pair)
        openings.add(one)
    assert len(openings) == 10
    assert sum(standing.tally.pairs) == 10


def test_equal_players_are_found_equal_by_construction() -> None:
    """Two players that don't think play the same game twice, seats swapped: every pair is one all."""
    standing = finish(schedule_of(text_of(name="one"), text_of(name="two"), game="hex(size=4)"), 12)
    assert standing.tally.pairs == (0, 0, 6, 0, 0)
    assert match_json(standing)["elo"] == 0
    assert str(match_json(standing)["elo"]) == "0.0"
    assert "Elo 0 " in "\n".join(match_lines(standing))
    assert "-0 " not in "\n".join(ladder_lines(standing))


def test_a_difference_that_is_none_has_no_sign() -> None:
    assert [elo_text(elo) for elo in (-0.0, -0.4, 0.4, 0.6, -0.6, math.inf)] == ["0", "0", "0", "+1", "-1", "+∞"]


def test_colours_are_exchanged_but_points_are_not(tmp_path: Path) -> None:
    """With the pie rule, and one player who always swaps: the persons' points must follow the persons."""
    out = tmp_path / "games.jsonl"
    standing = finish(schedule_of("uct:200", text_of("swap"), game="hex(size=3)", openings="none"), 10, out=out)
    wins, draws, losses = standing.tally.wins_draws_losses
    assert (wins + losses, draws) == (10, 0)
    assert wins >= 6
    records = Record.load_all(out)
    assert sum("swap" in record.moves for record in records) >= 5
    winners = [(record, record.result.winner) for record in records]
    assert sum(winner is not None and record.players[winner].name == "uct:200" for record, winner in winners) == wins


def test_pairs_that_repeat_others_move_by_move_count_once(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("a1\nb2\n")
    players = ("mcts:10,evaluator=resistance", "mcts:30,evaluator=resistance")
    once, again = (schedule_of(*players, openings=str(book)) for _ in range(2))
    first, second = finish(once, 4), finish(again, 11, jobs=2)
    assert (first.tally.repeated, second.tally.repeated) == (0, 6)
    assert second.tally.pairs == first.tally.pairs
    assert sum(second.tally.wins_draws_losses) == 11
    assert match_json(second)["score_95"] == match_json(first)["score_95"]


def test_pairs_that_come_out_alike_by_chance_all_count() -> None:
    standing = finish(schedule_of("random", "also=random", game="hex(size=2,swap=false)", openings="none"), 80)
    lines = {tuple(game.line for game in standing.tally.games.values() if game.slot.pair == pair) for pair in range(40)}
    assert len(lines) < 40
    assert standing.tally.repeated == 0
    assert sum(standing.tally.pairs) == 40


def test_games_that_are_broken_off_count_for_nobody() -> None:
    standing = finish(schedule_of("random", "random", game="atmalof", plies=10), 4)
    data = match_json(standing)
    assert (data["unfinished"], data["games"], data["score"], data["draws"]) == (4, 4, None, 0)
    assert data["pairs"] == [0, 0, 0, 0, 0]


@pytest.mark.parametrize("openings", ["all", "random:1"])
def test_the_number_of_jobs_changes_nothing(openings: str, tmp_path: Path) -> None:
    files = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 3)]
    for path, jobs in zip(files, (1, 3), strict=True):
        finish(schedule_of("uct:50", "uct:20", game="junior", openings=openings), 8, out=path, jobs=jobs)
    assert games_in(files[0]) == games_in(files[1])


def test_an_odd_number_of_games_leaves_half_a_pair() -> None:
    standing = finish(schedule_of("random", "random"), 5)
    assert (standing.played, sum(standing.tally.pairs)) == (5, 2)


# ------------------------------------------------------------------------------------------------------- going on again


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    parts, whole = tmp_path / "parts.jsonl", tmp_path / "whole.jsonl"
    schedule = schedule_of("uct:50", "uct:20")
    finish(schedule, 4, out=parts)
    first = parts.read_bytes()
    finish(schedule, 10, out=parts)
    assert parts.read_bytes().startswith(first)
    finish(schedule, 10, out=whole)
    assert games_in(parts) == games_in(whole)
    fewer = finish(schedule, 6, out=parts)
    assert (fewer.played, fewer.wanted) == (10, 10)  # games that were played count


def test_a_match_goes_on_after_kill_9(tmp_path: Path) -> None:
    broken, whole = tmp_path / "broken.jsonl", tmp_path / "whole.jsonl"
    arguments = ["match", "uct:1000", "uct:700", "--game", "hex(size=5)", "--games", "24", "--jobs", "2", "--out"]
    process = start(*arguments, str(broken))
    wait_until(lambda: broken.exists() and broken.read_bytes().count(b"\n") >= 2)
    process.kill()
    process.communicate()
    before = broken.read_bytes()
    assert 2 <= before.count(b"\n") < 24
    broken.write_bytes(before + b'{"motu": 1, "spec": "hex", "result": {"winner": 1}')  # half a line
    for path in (broken, whole):
        again = start(*arguments, str(path))
        assert again.wait(PATIENCE_S) == 0
        again.communicate()
    assert broken.read_bytes().startswith(before)
    assert len(games_in(whole)) == 24
    assert games_in(broken) == games_in(whole)


def test_no_worker_and_no_program_outlives_a_killed_match(tmp_path: Path) -> None:
    """In the middle of searches of a minute: the workers find out by themselves, and their programs go with them."""
    mark = f"mark-{os.getpid()}-{time.monotonic_ns()}"
    process = start("match", "uct:60s", f"{text_of('stubborn')} {mark}", "--jobs", "2", "--openings", "none")
    wait_until(lambda: len(processes_with(mark)) >= 3)  # motu itself and two programs
    process.kill()
    process.communicate()
    wait_until(lambda: not processes_with(mark))


def processes_with(mark: str) -> list[str]:
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and mark in (entry / "cmdline").read_text():
                found.append(entry.name)
    return found


def wait_until(condition: Any) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (schedule_of("uct:50", "uct:21"), "entrants"),
        (schedule_of("uct:20", "uct:50"), "entrants"),
        (schedule_of("uct:50", "uct:20", game="hex(size=5)"), "spec"),
        (schedule_of("uct:50", "uct:20", openings="random:1"), "openings"),
        (schedule_of("uct:50", "uct:20", seed=2), "seed"),
        (schedule_of("uct:50", "uct:20", plies=99), "plies"),
        (schedule_of("uct:50", "uct:20", times=Times(move=9.0)), "move_s"),
    ],
)
def test_a_file_of_another_match_is_refused_and_left_alone(other: Schedule, said: str, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    finish(schedule_of("uct:50", "uct:20"), 2, out=out)
    before = out.read_bytes()
    with pytest.raises(EngineError, match=said) as caught:
        finish(other, 2, out=out)
    assert caught.value.slug == "engine/other-match"
    assert out.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [
        b"some notes",
        b"some notes\n",
        b'{"a": 1}',
        b'{"motu": 1}',
        b"\xff\xfe\n",
        b'{"motu": 1, "spec"\nsome notes\n',
        json.dumps(load_game("gan").new_initial_state().record().to_json()).encode(),
        json.dumps(load_game("gan").new_initial_state().record().to_json()).encode() + b"\n",
    ],
)
def test_files_of_something_else_are_refused_and_left_alone(content: bytes, tmp_path: Path) -> None:
    out = tmp_path / "file"
    out.write_bytes(content)
    with pytest.raises(EngineError) as caught:
        finish(schedule_of("random", "random"), 2, out=out)
    assert caught.value.slug == "engine/other-match"
    assert out.read_bytes() == content


def test_a_record_of_another_match_is_named_by_its_number(tmp_path: Path) -> None:
    out, other = tmp_path / "games.jsonl", tmp_path / "other.jsonl"
    schedule = schedule_of("uct:5", "uct:6")
    finish(schedule, 2, out=out)
    finish(schedule_of("uct:5", "uct:7"), 2, out=other)
    out.write_bytes(out.read_bytes() + other.read_bytes().splitlines(keepends=True)[-1])
    with pytest.raises(EngineError, match="in record 3, its entrants"):
        Journal(out, schedule, PlayedGame.of)


def test_a_file_may_be_as_large_as_files_of_records_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "games.jsonl"
    schedule = schedule_of("uct:5", "uct:6")
    finish(schedule, 2, out=out)
    monkeypatch.setattr(journal, "MAX_FILE_BYTES", out.stat().st_size)
    with Journal(out, schedule, PlayedGame.of) as kept:
        assert len(kept.played) == 2
    monkeypatch.setattr(journal, "MAX_FILE_BYTES", out.stat().st_size - 1)
    with pytest.raises(EngineError, match="go on with another file") as caught:
        Journal(out, schedule, PlayedGame.of)
    assert caught.value.slug == "engine/match-file"


@pytest.mark.parametrize("name", [os.devnull, "."])
def test_what_is_no_file_keeps_no_games(name: str) -> None:
    """A device that never ends was read until no memory was left."""
    with pytest.raises(EngineError, match="is no file that games can be kept in") as caught:
        Journal(Path(name), schedule_of("uct:5", "uct:6"), PlayedGame.of)
    assert caught.value.slug == "engine/match-file"


def test_a_last_line_without_its_line_feed_is_kept(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    schedule = schedule_of("uct:50", "uct:20")
    finish(schedule, 2, out=out)
    before = out.read_bytes()
    out.write_bytes(before.rstrip(b"\n"))
    finish(schedule, 4, out=out)
    assert out.read_bytes().startswith(before)
    assert len(games_in(out)) == 4


def test_two_processes_cannot_write_one_file(tmp_path: Path) -> None:
    schedule = schedule_of("random", "random")
    with Journal(tmp_path / "games.jsonl", schedule, PlayedGame.of), pytest.raises(EngineError) as caught:
        finish(schedule, 2, out=tmp_path / "games.jsonl")
    assert caught.value.slug == "engine/match-busy"


def test_a_file_that_cannot_be_made(tmp_path: Path) -> None:
    with pytest.raises(EngineError) as caught:
        finish(schedule_of("random", "random"), 2, out=tmp_path / "no" / "games.jsonl")
    assert caught.value.slug == "engine/match-file"


# ------------------------------------------------------------------------------------------------- programs and workers


def test_a_program_that_crashes_now_and_then_loses_those_games_alone(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    schedule = schedule_of("random", text_of("crash:9"), game="hex(size=4)")
    standing = finish(schedule, 12, out=out)
    assert standing.played == 12
    forfeits = standing.tally.forfeits(1)
    assert 2 <= forfeits < 12
    assert standing.tally.forfeits(0) == 0
    assert len(standing.tally.notes) == forfeits
    reasons = Counter(record.result.reason for record in Record.load_all(out))
    assert reasons == {"forfeit": forfeits, "connected": 12 - forfeits}


@pytest.mark.parametrize("text", ["gtp:no-such-program", "gtp:cat"])
def test_a_program_that_can_do_nothing_is_refused_before_the_first_game(text: str, tmp_path: Path) -> None:
    with pytest.raises(EngineError) as caught:
        finish(schedule_of("random", text), 2)
    assert caught.value.slug in ("engine/program-start", "engine/program-garbage")


def appointments(schedule: Schedule, games: int) -> Iterator[Any]:
    return (schedule.appointment(slot) for slot in schedule.slots(games))


@pytest.mark.parametrize("jobs", [0, -1, 1.5, None, 2**12 + 1])
def test_somebody_has_to_play(jobs: Any) -> None:
    with pytest.raises(ValueError, match="jobs is a whole number from 1 to 4096, not "):
        list(play_match(schedule_of("random", "random"), 2, jobs=jobs))


@pytest.mark.parametrize("games", [-1, 1.5, None])
def test_a_match_has_a_number_of_games(games: Any) -> None:
    with pytest.raises(ValueError, match="games is a whole number from 0 to "):
        list(play_match(schedule_of("random", "random"), games))


def test_a_killed_worker_costs_nothing_but_time() -> None:
    schedule = schedule_of("uct:1500", "uct:1000")
    undisturbed = finish(schedule, 6)
    killed = 0
    records = []
    with WorkerPool(2) as force:
        for record in force.play(appointments(schedule, 6)):
            if record is not None:
                records.append(record)
            if len(records) == killed + 1 and killed < 2:
                os.kill(force.process_ids[0], signal.SIGKILL)
                killed += 1
    assert killed == 2
    found = {schedule.slot_of(record): record.result.winner for record in records}
    assert len(records) == len(found) == 6
    assert {slot: 1 - game.score for slot, game in undisturbed.tally.games.items() if game.score is not None} == found


def test_a_game_whose_worker_dies_once_is_played_again(tmp_path: Path) -> None:
    schedule = schedule_of("random", "uct:10")
    with WorkerPool(1, [sys.executable, str(BAD_WORKER), "dies-once", str(tmp_path / "died")]) as force:
        records = [record for record in force.play(appointments(schedule, 2)) if record is not None]
    assert (tmp_path / "died").exists()
    assert [record.result.reason for record in records] == ["connected"] * 2
    assert {schedule.slot_of(record) for record in records} == set(schedule.slots(2))


def test_a_game_whose_worker_always_dies_is_lost_by_whose_turn_it_was() -> None:
    schedule = schedule_of("random", "uct:10")
    with WorkerPool(2, [sys.executable, str(BAD_WORKER), "dies"]) as force:
        records = [record for record in force.play(appointments(schedule, 4)) if record is not None]
    assert len(records) == 4
    for record in records:
        assert (record.result.winner, record.result.reason) == (0, "forfeit")
        assert "has died, 2 times, the last time by signal 9" in record.extra["arena"]["note"]
    assert {schedule.slot_of(record) for record in records} == set(schedule.slots(4))


def test_a_worker_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workforce, "START_S", 0.2)
    monkeypatch.setattr(workforce, "GRACE_S", 1.5)
    schedule = schedule_of("random", "uct:10", times=Times(move=0.1))
    with WorkerPool(2, [sys.executable, str(BAD_WORKER), "hangs"]) as force:
        records = [record for record in force.play(appointments(schedule, 2)) if record is not None]
    assert [(record.result.winner, record.result.reason) for record in records] == [(0, "time")] * 2


def test_a_player_that_prints_is_not_heard_as_the_worker() -> None:
    schedule = schedule_of("random", "uct:10")
    with WorkerPool(1, [sys.executable, str(BAD_WORKER), "prints"]) as force:
        records = [record for record in force.play(appointments(schedule, 2)) if record is not None]
    assert [record.result.reason for record in records] == ["connected"] * 2


def test_a_fault_of_our_own_is_nobodys_loss() -> None:
    with (
        WorkerPool(1, [sys.executable, str(BAD_WORKER), "leaves"]) as force,
        pytest.raises(EngineError, match="exit code 1: a moment later: no such module") as caught,
    ):
        list(force.play(appointments(schedule_of("random", "random"), 2)))
    assert caught.value.slug == "engine/worker"


def test_no_process_is_left_when_a_match_is_closed() -> None:
    with WorkerPool(2) as force:
        for _ in force.play(appointments(schedule_of("uct:60s", "random"), 4)):
            if len(force.process_ids) == 2:
                break
        running = force.process_ids
    for process_id in running:
        with pytest.raises(ProcessLookupError):
            os.kill(process_id, 0)


# --------------------------------------------------------------------------------------------------- tests and ladders


def test_a_sequential_test_ends_the_match(tmp_path: Path) -> None:
    files = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 3)]
    standings = [
        finish(schedule_of("uct:300", "random"), 400, out=path, jobs=jobs, sprt=Sprt(0, 100))
        for path, jobs in zip(files, (1, 3), strict=True)
    ]
    assert [standing.verdict for standing in standings] == ["H1", "H1"]
    assert standings[0].played < 60
    again = finish(schedule_of("uct:300", "random"), 400, out=files[0], sprt=Sprt(0, 100))
    assert again.played == standings[0].played  # it has been decided
    refuted = finish(schedule_of("random", "uct:300"), 400, sprt=Sprt(0, 100))
    assert refuted.verdict == "H0"


def test_the_test_looks_at_pairs_without_a_gap_only() -> None:
    """Games may end in any order: what has ended before an earlier pair has is not looked at yet."""
    standing = finish(schedule_of("random", "uct:10"), 8)
    games = standing.tally.games
    assert standing.tally.leading_pairs == standing.tally.pairs
    tally = Tally(0, 1)
    for pair in (0, 2, 3):
        tally.add(games[Slot(pair, 1, 0)])
        tally.add(games[Slot(pair, 0, 1)])
    assert (sum(tally.leading_pairs), sum(tally.pairs)) == (1, 3)
    tally.add(games[Slot(1, 0, 1)])
    assert (sum(tally.leading_pairs), sum(tally.pairs)) == (1, 3)
    tally.add(games[Slot(1, 1, 0)])
    assert tally.leading_pairs == tally.pairs == standing.tally.pairs


@pytest.mark.parametrize(("neighbours", "pairings"), [(False, 6), (True, 3)])
def test_a_ladder_has_the_same_openings_for_all(neighbours: bool, pairings: int, tmp_path: Path) -> None:
    out = tmp_path / "ladder.jsonl"
    settings = MatchSettings(load_game("hex(size=4)"), parse_entrants(["random", "uct:5", "uct:30", "uct:200"]))
    standing = finish(Schedule(settings, neighbours), 8, out=out, jobs=2)
    assert len(standing.tallies) == pairings
    assert standing.wanted == 8 * pairings
    assert standing.played == 8 * pairings
    openings: dict[int, set[str]] = {}
    for record in Record.load_all(out):
        openings.setdefault(record.extra["arena"]["pair"], set()).add(record.moves[0])
    assert [len(moves) for moves in openings.values()] == [1, 1, 1, 1]
    again = finish(Schedule(settings, neighbours), 8, out=out)
    assert again.played == standing.played
