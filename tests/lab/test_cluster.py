"""Studies, ladders and analyses on a Ray cluster of two machines; where one dies midway, all tables stay the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cli.running import run_json
from motu import Record, load_game
from motu.arena.entrants import parse_entrants
from motu.arena.match import play_match
from motu.arena.report import ladder_json
from motu.arena.schedule import MatchSettings, Schedule
from motu.engine.blunders import Blunder, Searches, find_blunder
from motu.errors import EngineError
from motu.games.record import write_lines
from motu.lab.plan import StudyPlan
from motu.lab.study import run_study
from motu.lab.study_file import parse_study
from motu.search.limits import Limits

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("default")]

STUDY = """
title = "Two games"
[[grid]]
name = "sizes"
game = "hex"
vary = { size = [4, 5] }
players = ["uct:300"]
games = 30
measures = ["first_player", "length", "drama"]
[[grid]]
name = "dice"
game = "junior"
players = ["uct:60", "random"]
pairing = "all"
games = 30
measures = ["luck"]
"""


class TwoMachines:
    """A cluster of two nodes on this machine."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        arguments = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "include_dashboard": False}
        self._cluster = Cluster(initialize_head=True, head_node_args=arguments)
        self._other = self._cluster.add_node(num_cpus=1, object_store_memory=80 * 2**20)
        self._cluster.wait_for_nodes()

    @property
    def address(self) -> str:
        return str(self._cluster.address)

    def kill_one(self) -> None:
        self._cluster.remove_node(self._other, allow_graceful=False)

    def grow(self) -> None:
        self._cluster.add_node(num_cpus=1, object_store_memory=80 * 2**20)

    def close(self) -> None:
        self._cluster.shutdown()


@pytest.fixture
def machines() -> Iterator[TwoMachines]:
    pytest.importorskip("ray")
    cluster = TwoMachines()
    try:
        yield cluster
    finally:
        cluster.close()


def disturbed(steps: Iterator[Any], done: Callable[[Any], int], disturb: Callable[[], None], after: int) -> Any:
    """Run to the end; disturb when so many games are done."""
    is_disturbed = False
    standing = None
    for standing in steps:
        if not is_disturbed and done(standing) >= after:
            disturb()
            is_disturbed = True
    assert is_disturbed
    return standing


def study_of() -> StudyPlan:
    return StudyPlan("two", parse_study(STUDY))


@pytest.mark.slow
def test_a_machine_that_dies_in_the_middle_of_a_study_changes_no_table(machines: TwoMachines, tmp_path: Path) -> None:
    from motu.lab.cluster import RayPool

    pool = RayPool(machines.address)
    steps = run_study(study_of(), folder=tmp_path, workforce=pool)
    standing = disturbed(steps, lambda each: int(each.done), machines.kill_one, 20)
    *_, alone = run_study(study_of(), jobs=1)
    assert standing.done == alone.done == 90
    assert [table.to_json() for table in standing.tables()] == [table.to_json() for table in alone.tables()]
    assert all(trial.reason not in ("forfeit", "time") for trial in standing.played.values())


@pytest.mark.slow
def test_a_machine_that_dies_in_the_middle_of_a_ladder_changes_no_table(machines: TwoMachines, tmp_path: Path) -> None:
    from motu.lab.cluster import RayPool

    def schedule() -> Schedule:
        return Schedule(MatchSettings(load_game("hex(size=5)"), parse_entrants(["uct:20", "uct:60", "uct:200"])))

    files = tmp_path / "cluster.jsonl", tmp_path / "alone.jsonl"
    steps = play_match(schedule(), 30, out=files[0], workforce=RayPool(machines.address))
    standing = disturbed(steps, lambda each: int(each.played), machines.kill_one, 20)
    *_, alone = play_match(schedule(), 30, out=files[1], jobs=1)
    assert without_times(ladder_json(standing)) == without_times(ladder_json(alone))
    assert moves_in(files[0]) == moves_in(files[1])


@pytest.mark.slow
def test_a_machine_that_comes_late_takes_part(machines: TwoMachines) -> None:
    from motu.lab.cluster import RayPool

    pool = RayPool(machines.address)
    steps = run_study(study_of(), workforce=pool)
    most = 0
    for number, _ in enumerate(steps):
        if number == 10:
            machines.grow()
        most = max(most, len(pool.hosts))
    assert most == 3


SEARCHES = Searches(Limits(visits=20), Limits(visits=2000))


def random_games(spec: str, number: int) -> list[Record]:
    """Games with a winner."""
    games = []
    for seed in range(number):
        state = load_game(spec).new_initial_state()
        choose = random.Random(seed).choice
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
        games.append(Record.from_state(state))
    return games


def blunder_in(record: Record) -> Blunder | None:
    assert record.result.winner is not None
    return find_blunder(record.replay(), record.result.winner, SEARCHES)


@pytest.mark.slow
def test_a_machine_that_dies_in_the_middle_of_an_analysis_changes_no_blunder(machines: TwoMachines) -> None:
    from motu.lab.lost_games import blunders_on_cluster

    games = random_games("hex(size=5,swap=false)", 16)
    found: dict[int, Blunder | None] = {}
    for look in blunders_on_cluster(machines.address, games, SEARCHES):
        if look is None:
            continue
        found[look[0]] = look[1]
        if len(found) == 4:
            machines.kill_one()
    assert found == {place: blunder_in(game) for place, game in enumerate(games)}


def test_whoever_has_another_net_looks_at_nothing() -> None:
    pytest.importorskip("ray")
    from motu.lab.lost_games import BlunderTask, engines_of, run_task

    [game] = random_games("hex(size=4,swap=false)", 1)
    deep, short = engines_of(load_game(game.spec), SEARCHES)
    assert run_task(BlunderTask(game, SEARCHES, every=False, engines=(deep, short))) == blunder_in(game)
    with pytest.raises(EngineError, match="evaluator: another wanted") as raised:
        run_task(BlunderTask(game, SEARCHES, every=False, engines=({**deep, "evaluator": "another"}, short)))
    assert raised.value.slug == "engine/other-manifest"


def test_an_evaluator_without_a_name_stays_here() -> None:
    pytest.importorskip("ray")
    from motu.lab.lost_games import engines_of

    game = load_game("hex(size=3)")
    with pytest.raises(EngineError, match="by their names, not function objects"):
        engines_of(game, replace(SEARCHES, evaluator=lambda planes: (planes, planes)))


def test_the_command_looks_on_a_cluster(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    path = tmp_path / "games.jsonl"
    path.write_text(write_lines(random_games("hex(size=4,swap=false)", 3)))
    told = [str(path), "--visits", "20", "--times", "100", "--threads", "1"]
    assert run_json("blunders", *told, "--cluster", "local") == run_json("blunders", *told)


def without_times(data: dict[str, Any]) -> dict[str, Any]:
    matches = [{key: each for key, each in match.items() if key != "seconds_a_move"} for match in data["matches"]]
    return data | {"matches": matches}


def moves_in(path: Path) -> set[tuple[int, str, tuple[str, ...]]]:
    return {(record.extra["arena"]["pair"], record.players[0].name, record.moves) for record in Record.load_all(path)}
