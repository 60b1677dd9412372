"""Studies run: the same tables however they are played, gone on with, and refused when something else has changed."""

from __future__ import annotations

import json
import math
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from arena.playing import text_of
from lab.studying import finish, grid, plan_of, tables_of
from motu import Record
from motu.arena.workforce import WorkerPool
from motu.errors import EngineError, StudyError
from motu.lab.plan import StudyPlan
from motu.lab.study import GAMES, run_study
from motu.lab.study_file import parse_study

TWO = (
    grid("first_player length drama", more="vary = { swap = [true, false] }", name="swap"),
    grid("luck", "junior", "uct:5 random", more="pairing = 'all'", name="dice"),
)


def lines_in(folder: Path) -> list[str]:
    return (folder / GAMES).read_text().splitlines()


@pytest.mark.parametrize("jobs", [2, 5])
def test_the_number_of_processes_changes_no_table(jobs: int) -> None:
    assert tables_of(finish(plan_of(*TWO), jobs=jobs)) == tables_of(finish(plan_of(*TWO), jobs=1))


def test_another_seed_plays_other_games() -> None:
    text = "title = 'x'\nseed = 2\n[[grid]]\n" + TWO[0]
    other = finish(StudyPlan("trial", parse_study(text)))
    assert tables_of(other) != tables_of(finish(plan_of(TWO[0])))


def test_a_study_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = finish(plan_of(*TWO))
    steps = run_study(plan_of(*TWO), folder=tmp_path)
    for standing in steps:
        if standing.done == 7:
            break
    steps.close()
    assert len(lines_in(tmp_path)) == 8
    with (tmp_path / GAMES).open("a") as file:
        file.write('{"motu": 1, "spec"')  # half a line, as after a kill
    *_, standing = run_study(plan_of(*TWO), folder=tmp_path, jobs=2)
    assert standing.done == 18
    assert tables_of(standing) == tables_of(whole)
    assert len(lines_in(tmp_path)) == 19
    first, *_ = run_study(plan_of(*TWO), folder=tmp_path)
    assert tables_of(first) == tables_of(whole)


def test_a_killed_process_costs_nothing_but_time() -> None:
    force = WorkerPool(2)
    is_killed = False
    for standing in run_study(plan_of(*TWO), workforce=force):
        if standing.done == 4 and not is_killed:
            os.kill(force.process_ids[0], signal.SIGKILL)
            is_killed = True
    assert is_killed
    assert tables_of(standing) == tables_of(finish(plan_of(*TWO)))


def test_a_part_of_the_games_are_the_first_ones(tmp_path: Path) -> None:
    small = finish(plan_of(*TWO, scale=0.5), folder=tmp_path)
    assert small.done == 9
    finish(plan_of(*TWO), folder=tmp_path)
    assert len(lines_in(tmp_path)) == 19
    again, *_ = run_study(plan_of(*TWO, scale=0.5), folder=tmp_path)
    assert tables_of(again) == tables_of(small)


def test_one_grid_alone_is_played_alone_and_the_others_later(tmp_path: Path) -> None:
    standing = finish(plan_of(*TWO, only="dice"), folder=tmp_path)
    assert standing.done == 6
    assert [table.grid for table in standing.tables()] == ["dice"]
    assert finish(plan_of(*TWO), folder=tmp_path).done == 18
    again, *_ = run_study(plan_of(*TWO, only="dice"), folder=tmp_path)
    assert tables_of(again) == tables_of(standing)


def test_grids_that_ask_for_the_same_games_share_them() -> None:
    plan = plan_of(grid(games=4, name="one"), grid("length", games=6, name="two"))
    assert plan.wanted == 6
    first, second = finish(plan).tables()
    assert [row.figures["games"].value for table in (first, second) for row in table.rows] == [4, 6]


def test_a_measure_may_be_added_later_and_games_too(tmp_path: Path) -> None:
    finish(plan_of(TWO[0]), folder=tmp_path)
    standing = finish(plan_of(*TWO, grid("length", "gan", "random", name="gan")), folder=tmp_path)
    assert standing.done == 24


def test_games_of_another_study_are_refused(tmp_path: Path) -> None:
    finish(plan_of(*TWO), folder=tmp_path)
    before = lines_in(tmp_path)
    with pytest.raises(EngineError) as caught:
        finish(plan_of(TWO[0]), folder=tmp_path)
    assert caught.value.slug == "engine/other-match"
    assert "which the study 'trial' has not" in caught.value.message
    assert lines_in(tmp_path) == before


def test_another_manifest_is_refused_with_what_differs(tmp_path: Path) -> None:
    finish(plan_of(*TWO, scale=0.5), folder=tmp_path)
    path = tmp_path / GAMES
    head, *rest = lines_in(tmp_path)
    data = json.loads(head)
    data["manifest"]["build"]["core"] = "0123456789abcdef"
    path.write_text("\n".join([json.dumps(data), *rest]) + "\n")
    with pytest.raises(EngineError) as caught:
        finish(plan_of(*TWO), folder=tmp_path)
    assert caught.value.slug == "engine/other-manifest"
    assert any("core 0123456789abcdef" in each for each in caught.value.legal)
    # What is there is still told.
    assert finish(plan_of(*TWO, scale=0.5), folder=tmp_path).done == 9


def test_two_processes_cannot_play_one_study(tmp_path: Path) -> None:
    steps = run_study(plan_of(*TWO), folder=tmp_path)
    next(steps)
    with pytest.raises(EngineError) as caught:
        finish(plan_of(*TWO), folder=tmp_path)
    assert caught.value.slug == "engine/match-busy"
    steps.close()


def test_games_are_records_with_their_players_values(tmp_path: Path) -> None:
    finish(plan_of(TWO[0]), folder=tmp_path)
    for record in Record.load_all(tmp_path / GAMES):
        values = record.extra["arena"]["values"]
        assert len(values) == len(record.moves)
        assert all(-1 <= value <= 1 for value in values)


def test_a_measure_that_there_is_not_is_refused_before_a_file_is_made(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="right are first_player, length"):
        finish(plan_of(grid("tea")), folder=tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_program_takes_part() -> None:
    lines = grid("thinking_time", "hex(size=3)", "random", 4, more="pairing = 'all'")
    lines = lines.replace('["random"]', f"['random', '''{text_of(name='other')}''']")
    standing = finish(plan_of(lines))
    assert standing.manifest is not None
    told = str(standing.manifest.repeatability())
    assert told.startswith("not repeatable: other at atoll(board=rhombus,size=3")


@pytest.mark.parametrize("scale", [0, -1, math.nan, math.inf, 1001, "1", None])
def test_a_scale_is_a_number_that_there_are_games_for(scale: Any) -> None:
    with pytest.raises(StudyError, match="scale is a number above 0 and at most 1000, not ") as refused:
        StudyPlan("trial", plan_of(*TWO).file, scale=scale)
    assert refused.value.slug == "study/scale"


@pytest.mark.parametrize("jobs", [0, -1, 1.5, None, 2**12 + 1])
def test_somebody_has_to_play(jobs: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="jobs is a whole number from 1 to 4096, not "):
        list(run_study(plan_of(*TWO), jobs=jobs, folder=tmp_path))
