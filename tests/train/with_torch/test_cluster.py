"""Self-play by two workers on this machine: what they play arrives, and nothing hangs on one of them."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cli.running import MOTU, PATIENCE_S, environment
from motu.errors import TrainingError
from motu.eval.nets.runtime import Model
from motu.train.config import parse_config
from motu.train.replay import ReplayBuffer

ray = pytest.importorskip("ray")

from motu.train import cluster as cluster_module  # noqa: E402 - only where ray is
from motu.train.cluster import Cluster, Piece, SelfPlayWorker, _Hired, cluster  # noqa: E402
from motu.train.loop import TrainingRun  # noqa: E402
from motu.train.self_play import SelfPlayTotals  # noqa: E402

pytestmark = [
    pytest.mark.train,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # ray's own
]

TINY = Path(__file__).parents[2] / "nets" / "tiny.onnx"
NET = Model(TINY.read_bytes(), "tiny")
CONFIG = """
[boards]
"hex(size=3)" = 1.0
"hex(size=4)" = 1.0
[net]
blocks = 2
channels = 16
[self_play]
boards = 8
visits = 8
fast_visits = 4
[learning]
batch = 32
positions = 400
least_window = 2000
warm_up = 10
[measure]
every = 0
"""


@pytest.fixture(scope="module")
def hired() -> Iterator[Cluster]:
    with cluster(parse_config(CONFIG), "local", 2, 7) as found:
        yield found


@dataclass
class Ready:
    """A worker whose pieces are there at once, or never: `play.remote` writes down what is asked for."""

    is_deaf: bool = False
    asked: list[tuple[int, float]] = field(default_factory=list)

    @property
    def play(self) -> Ready:
        return self

    def remote(self, _model: object, _number: int, positions: int, seconds: float) -> object:
        self.asked.append((positions, seconds))
        played = SelfPlayTotals(positions=positions, seconds=3.0, waiting=1.0)
        return ray.ObjectRef.from_random() if self.is_deaf else ray.put(Piece(played))


def staffed(*workers: Ready) -> Cluster:
    made = Cluster(parse_config(CONFIG), 0, 1)
    made._hired = [_Hired(worker) for worker in workers]
    return made


def never() -> bool:
    return False


def kill(cluster: Cluster, index: int) -> None:
    ray.kill(cluster._hired[index].actor)


def test_positions_come_back(hired: Cluster) -> None:
    window = ReplayBuffer(2)
    played = hired.run(NET, window, 300, never)
    assert played.positions >= 300
    assert len(window) == played.positions
    assert min(window.sizes) > 0
    assert played.evaluations > played.positions
    assert played.seconds > 0


def test_a_worker_that_dies_is_replaced_and_nothing_is_lost(hired: Cluster) -> None:
    window = ReplayBuffer(2)
    total = hired.run(NET, window, 100, never).positions
    for index in (0, 1):  # the second time the new worker is alone
        kill(hired, index)
        total += hired.run(NET, window, 300, never).positions
        assert len(window) == total
    hirings = hired._hirings
    assert hirings == 4
    hired.run(NET, window, 100, never)
    assert hired._hirings == hirings


def test_work_that_is_under_way_arrives_later(hired: Cluster) -> None:
    window = ReplayBuffer(2)
    hired.run(NET, window, 100, never)
    pieces = [piece for each in hired._hired for piece in each.pieces]
    assert len(pieces) >= 2
    ray.wait(pieces, num_returns=len(pieces), timeout=PATIENCE_S)
    before = len(window)
    hired.run(NET, window, 1, never)
    assert len(window) > before + 1


@pytest.mark.usefixtures("hired")
def test_workers_go_on_for_as_long_as_the_net_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_PIECE_S", 0.1)
    workers = Ready(), Ready()
    made = staffed(*workers)
    made.run(NET, ReplayBuffer(2), 600, never)
    assert [worker.asked[-1] for worker in workers] == [(300, 0.1)] * 2
    time.sleep(0.5)
    made.run(NET, ReplayBuffer(2), 1200, never)
    for worker in workers:
        positions, seconds = worker.asked[-1]
        assert positions == 600
        assert 0.5 <= seconds < PATIENCE_S
        assert {seconds for _, seconds in worker.asked[:-1]} == {0.1}


@pytest.mark.usefixtures("hired")
def test_work_does_not_pile_up_on_a_worker_that_is_slow() -> None:
    quick, slow = Ready(), Ready(is_deaf=True)
    made = staffed(quick, slow)
    for _ in range(5):
        assert made.run(NET, ReplayBuffer(2), 600, never).positions >= 600
    assert len(slow.asked) == 2


@pytest.mark.usefixtures("hired")
def test_the_time_of_play_is_that_of_the_workers_also_while_the_net_learns() -> None:
    made = staffed(Ready(), Ready())
    first, second = (made.run(NET, ReplayBuffer(2), 600, never) for _ in range(2))
    assert (first.seconds, first.waiting) == (9.0, 3.0)  # six pieces by two
    assert (second.seconds, second.waiting) == (3.0, 1.0)  # two pieces, begun before


@pytest.mark.usefixtures("hired")
def test_play_that_is_faster_than_learning_does_not_make_generations_grow() -> None:
    made = staffed(Ready(), Ready())
    assert [made.run(NET, ReplayBuffer(2), 600, never).positions for _ in range(5)] == [600] * 5


def test_who_says_stop_is_heard_soon(hired: Cluster) -> None:
    asked = iter(range(10**9))
    begin = time.monotonic()
    hired.run(NET, ReplayBuffer(2), 10**9, lambda: next(asked) >= 3)
    assert time.monotonic() - begin < PATIENCE_S
    assert next(asked) <= 5


def test_a_training_learns_from_what_workers_play(hired: Cluster, tmp_path: Path) -> None:
    training = TrainingRun(parse_config(CONFIG), tmp_path, workers=hired)
    history = list(training.run(2))
    assert [each.number for each in history] == [1, 2]
    assert history[-1].positions >= 800
    assert history[-1].window >= 800
    assert training.checkpoint.is_file()
    again = TrainingRun(parse_config(CONFIG), tmp_path, resume=training.checkpoint)
    assert [each.number for each in again.run(1)] == [3]


def test_too_many_workers_are_refused(hired: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_connect", lambda address, workers: None)
    monkeypatch.setattr(ray, "shutdown", lambda: None)
    with pytest.raises(TrainingError) as refused, cluster(parse_config(CONFIG), "auto", 3, 1):
        pass
    assert refused.value.slug == "train/cluster"
    assert "3 workers need a processor each, and the cluster has 2" in refused.value.message


def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_options: object) -> None:
        raise ConnectionError("nobody is there")

    monkeypatch.setattr(ray, "init", refuse)
    with pytest.raises(TrainingError) as refused, cluster(parse_config(CONFIG), "10.0.0.1:6379", 3, 1):
        pass
    assert refused.value.slug == "train/cluster"
    assert "no cluster at '10.0.0.1:6379': nobody is there" in refused.value.message


def test_workers_that_die_at_once_are_not_hired_for_ever(hired: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_MOST_DEATHS", 2)
    window = ReplayBuffer(2)

    def killing() -> bool:
        for index in (0, 1):
            kill(hired, index)
        return False

    with pytest.raises(TrainingError) as refused:
        hired.run(NET, window, 10**6, killing)
    assert refused.value.slug == "train/cluster"
    assert "in a row" in refused.value.message


def test_a_worker_that_fails_says_why(hired: Cluster) -> None:
    with pytest.raises(TrainingError) as refused:
        hired.run(Model(b"no net", "no net"), ReplayBuffer(2), 10**6, never)
    assert refused.value.slug == "train/cluster"
    assert "is no net" in refused.value.message


# --------------------------------------------------------------------------------------------------- without a cluster


def test_a_piece_holds_what_was_played() -> None:
    piece = SelfPlayWorker(parse_config(CONFIG), 3).play(NET, 1, 50, 60)
    assert isinstance(piece, Piece)
    assert sum(len(samples["result"]) for _, samples in piece.blocks) == piece.played.positions >= 50


def test_a_piece_ends_with_its_time() -> None:
    piece = SelfPlayWorker(parse_config(CONFIG), 3).play(NET, 1, 10**9, 0.2)
    assert piece.played.positions < 10**6


def test_a_worker_asks_for_what_is_fastest_for_its_own_batches(asked_batches: list[int]) -> None:
    SelfPlayWorker(parse_config(CONFIG), 3).play(NET, 1, 10, 1.0)
    assert asked_batches == [8]


def test_the_command_trains_with_workers_and_leaves_a_checkpoint(tmp_path: Path) -> None:
    config = tmp_path / "small.toml"
    config.write_text(CONFIG)
    where = ["--out", str(tmp_path / "out"), "--cluster", "local", "--workers", "2"]
    done = subprocess.run(
        [*MOTU, "train", str(config), *where, "--minutes", "10", "--generations", "2"],
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE_S,
        env=environment(),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 2
    assert (tmp_path / "out" / "checkpoint.pt").is_file()
    assert "goes on" in done.stderr


def test_without_ray_the_command_says_what_to_install(tmp_path: Path) -> None:
    config = tmp_path / "small.toml"
    config.write_text(CONFIG)
    program = (
        "import sys; sys.modules['ray'] = None;"
        "from motu.cli.main import main;"
        f"sys.argv = ['motu', 'train', {str(config)!r}, '--out', {str(tmp_path)!r}, '--cluster', 'local'];"
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment(), check=False
    )
    assert done.returncode == 2
    assert "pip install 'motu[cluster]'" in done.stderr
