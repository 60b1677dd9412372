"""The whole loop: it learns, is deterministic, goes on where it stopped, and measures itself."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import motu
from motu.errors import NetError, TrainingError
from motu.eval.nets import Net
from motu.eval.nets.choice import CHOICE
from motu.eval.nets.runtime import Model
from motu.train import checkpoint
from motu.train.config import Config, parse_config
from motu.train.judges import ExportedJudge
from motu.train.loop import TrainingRun
from motu.train.replay import ReplayBuffer
from motu.train.self_play import SelfPlay, SelfPlayTotals

pytestmark = pytest.mark.train

SMALL = """
seed = 5
[boards]
"hex(size=3)" = 1.0
"atoll(board=hexagon,size=3,islands=12)" = 0.3
[net]
blocks = 2
channels = 16
pool_every = 2
[self_play]
boards = 16
visits = 8
fast_visits = 4
[learning]
batch = 64
positions = 600
least_window = 2000
warm_up = 10
[measure]
every = 0
"""

SOLVED = (
    SMALL
    + """
[solved]
share = 0.3
positions = 100
window = 150
boards = {"atoll(board=hexagon,size=3,islands=12)" = 1}
"""
)

MEASURED = (
    SMALL[: SMALL.index("[measure]")]
    + """
[measure]
every = 2
opponents = ["random"]
games = 2
visits = 16
gate_games = 4
solved = ["hex(size=3)"]
solved_positions = 20
"""
)


def config(text: str = SMALL) -> Config:
    return parse_config(text)


def trained(
    folder: Path, generations: int = 2, text: str = SMALL, resume: Path | None = None, learn_from: Path | None = None
) -> TrainingRun:
    training = TrainingRun(config(text), folder, resume=resume, learn_from=learn_from)
    list(training.run(generations))
    return training


def weights(folder: Path) -> dict[str, torch.Tensor]:
    state = checkpoint.load(folder / "checkpoint.pt")
    network: dict[str, torch.Tensor] = state["learner"]["network"]
    return network


def test_the_same_seed_makes_the_same_net(tmp_path: Path) -> None:
    for name in ("one", "two"):
        trained(tmp_path / name)
    one, two = weights(tmp_path / "one"), weights(tmp_path / "two")
    assert one.keys() == two.keys()
    assert all(torch.equal(one[name], two[name]) for name in one)


def rates(folder: Path, text: str, share_left: Callable[[], float] = lambda: 1.0) -> list[float]:
    training = TrainingRun(config(text), folder)
    return [round(each.rate, 6) for each in training.run(4, share_left=share_left)]


def test_the_rate_falls_over_the_last_share(tmp_path: Path) -> None:
    text = SMALL.replace("warm_up = 10", "warm_up = 1\nrate = 0.001\ncool_down = 0.5").replace("600", "50")
    assert rates(tmp_path / "of generations", text) == [0.001, 0.001, 0.001, 0.0005]
    left = iter([0.9, 0.3, 0.1, 0.0])
    assert rates(tmp_path / "of minutes", text, lambda: next(left)) == [0.001, 0.0006, 0.0002, 0.0]
    assert rates(tmp_path / "neither", text.replace("cool_down = 0.5", "cool_down = 0")) == [0.001] * 4


def test_another_seed_makes_another_net(tmp_path: Path) -> None:
    trained(tmp_path / "one", 1)
    trained(tmp_path / "two", 1, SMALL.replace("seed = 5", "seed = 6"))
    assert not torch.equal(weights(tmp_path / "one")["stem.weight"], weights(tmp_path / "two")["stem.weight"])


def test_a_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    first = trained(tmp_path)
    assert [each.number for each in first.history] == [1, 2]
    steps, window = first.history[-1].steps, first.history[-1].window
    second = trained(tmp_path, 1, resume=first.checkpoint)
    assert [each.number for each in second.history] == [1, 2, 3]
    assert second.history[-1].steps > steps
    assert second.history[-1].window > window
    assert second.history[-1].games > first.history[-1].games
    net = Net.load(second.latest, "onnxruntime")
    assert len(net.info.history) == 2
    assert net.info.totals.steps == second.history[-1].steps
    assert net.info.totals.games == second.history[-1].games
    lines = (tmp_path / "history.jsonl").read_text().splitlines()
    assert [json.loads(line)["number"] for line in lines] == [1, 2, 3]


def test_a_training_goes_on_without_its_positions_and_on_other_boards(tmp_path: Path) -> None:
    first = trained(tmp_path / "one", 1)
    checkpoint.window_file(first.checkpoint).unlink()
    second = trained(tmp_path / "two", 1, SMALL.replace("hex(size=3)", "hex(size=4)"), first.checkpoint)
    assert second.history[-1].number == 2
    boards = [step.boards for step in Net.load(second.latest, "onnxruntime").info.history]
    assert ["size=4" in step[0] for step in boards] == [False, True]


def files_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_new_training_does_not_begin_on_top_of_another(tmp_path: Path) -> None:
    first, elsewhere = trained(tmp_path / "one"), trained(tmp_path / "two", 1)
    before = files_of(tmp_path / "one")
    beginnings: list[dict[str, Any]] = [{}, {"learn_from": first.checkpoint}, {"resume": elsewhere.checkpoint}]
    for beginning in beginnings:
        with pytest.raises(TrainingError) as refused:
            TrainingRun(config(), tmp_path / "one", **beginning)
        assert refused.value.slug == "train/folder"
        assert f"one' holds a training of 2 generations: --resume {first.checkpoint} goes on" in refused.value.message
        assert files_of(tmp_path / "one") == before
    first.checkpoint.unlink()
    with pytest.raises(TrainingError, match=r"holds files of another training \(checkpoint\.window\.npz\): name"):
        TrainingRun(config(), tmp_path / "one")
    assert trained(tmp_path / "three", 1, resume=elsewhere.checkpoint).history[-1].number == 2


def test_a_training_goes_on_from_any_checkpoint_of_its_folder(tmp_path: Path) -> None:
    first = trained(tmp_path, 1)
    early = tmp_path / "early.pt"
    early.write_bytes(first.checkpoint.read_bytes())
    trained(tmp_path, 1, resume=first.checkpoint)
    assert trained(tmp_path, 1, resume=early).history[-1].number == 2


def test_positions_of_another_training_are_no_checkpoints(tmp_path: Path) -> None:
    one, two = trained(tmp_path / "one", 1), trained(tmp_path / "two", 1, SMALL.replace("seed = 5", "seed = 6"))
    window = checkpoint.window_file(two.checkpoint)
    window.write_bytes(checkpoint.window_file(one.checkpoint).read_bytes())
    beginnings: list[dict[str, Any]] = [{"resume": two.checkpoint}, {"learn_from": two.checkpoint}]
    for beginning in beginnings:
        folder = tmp_path / ("two" if "resume" in beginning else "three")
        with pytest.raises(TrainingError, match="holds the positions of another training") as refused:
            TrainingRun(config(), folder, **beginning)
        assert refused.value.slug == "train/checkpoint"
    window.unlink()
    assert trained(tmp_path / "two", 1, resume=two.checkpoint).history[-1].number == 2


def test_files_that_older_versions_wrote_go_on(tmp_path: Path) -> None:
    """They have no mark: neither the checkpoint, nor the positions; a newer checkpoint may lie beside older ones."""
    first = trained(tmp_path, 1)
    window = checkpoint.window_file(first.checkpoint)
    with np.load(window) as arrays:
        unmarked = {name: values for name, values in arrays.items() if name != "training"}
    np.savez(window, **unmarked)
    second = trained(tmp_path, 1, resume=first.checkpoint)
    assert second.history[-1].window > first.history[-1].window
    state = checkpoint.load(first.checkpoint)
    del state["training"]
    torch.save(state, first.checkpoint)
    np.savez(window, **unmarked)
    third = trained(tmp_path, 1, resume=first.checkpoint)
    assert third.history[-1].number == 3
    assert third.history[-1].window > first.history[-1].window
    assert checkpoint.load(first.checkpoint)["training"]


def test_positions_of_boards_that_both_have_are_kept(tmp_path: Path) -> None:
    first = trained(tmp_path / "one", 2)
    boards = list(config().boards)
    hexagons = checkpoint.load_window(checkpoint.window_file(first.checkpoint), boards).sizes[1]
    assert hexagons > 0
    other = SMALL.replace('"hex(size=3)" = 1.0\n', "").replace("positions = 600", "positions = 1")
    second = trained(tmp_path / "two", 1, other, first.checkpoint)
    assert second.history[-1].window >= hexagons
    window = checkpoint.load_window(checkpoint.window_file(second.checkpoint), boards)
    assert window.sizes[0] == 0
    assert window.sizes[1] == second.history[-1].window


def test_it_learns_solved_positions_besides_and_goes_on_with_them(tmp_path: Path) -> None:
    plain, first = trained(tmp_path / "plain"), trained(tmp_path / "first", text=SOLVED)
    assert "solved" not in plain.history[-1].losses
    assert not checkpoint.solved_file(plain.checkpoint).exists()
    assert first.history[-1].losses["solved"] > 0
    assert abs(first.history[-1].window - plain.history[-1].window) < 100, "these are none of the games' positions"
    assert first.history[-1].steps > 1.3 * plain.history[-1].steps
    again = trained(tmp_path / "again", text=SOLVED)
    assert all(
        torch.equal(each, weights(tmp_path / "again")[name]) for name, each in weights(tmp_path / "first").items()
    )
    boards = list(config().boards)
    assert checkpoint.load_window(checkpoint.solved_file(first.checkpoint), boards).sizes == [0, 150]
    second = trained(tmp_path / "second", 1, SOLVED.replace("positions = 100", "positions = 0"), first.checkpoint)
    assert checkpoint.load_window(checkpoint.solved_file(second.checkpoint), boards).sizes == [0, 150]
    assert second.history[-1].losses["solved"] > 0
    assert again.history[-1].losses == first.history[-1].losses


def test_without_solved_positions_steps_are_as_many_as_games_ask_for(tmp_path: Path) -> None:
    first = trained(tmp_path / "first", text=SOLVED)
    none = SOLVED.replace("positions = 100", "positions = 0")
    empty, plain = trained(tmp_path / "empty", 1, none), trained(tmp_path / "plain", 1)
    assert "solved" not in empty.history[-1].losses
    assert empty.history[-1].steps == plain.history[-1].steps
    other = none.replace('atoll(board=hexagon,size=3,islands=12)" = 1}', 'hex(size=3)" = 1}')
    assert other != none
    left_out = trained(tmp_path / "other", 1, other, first.checkpoint)
    assert "solved" not in left_out.history[-1].losses, "its boards are others now"


@pytest.mark.parametrize("data", [b"", b"no positions", b"PK\x03\x04 half"])
def test_positions_that_cannot_be_read_are_refused(data: bytes, tmp_path: Path) -> None:
    first = trained(tmp_path, 1)
    checkpoint.window_file(first.checkpoint).write_bytes(data)
    with pytest.raises(TrainingError) as refused:
        TrainingRun(config(), tmp_path, resume=first.checkpoint)
    assert refused.value.slug == "train/checkpoint"
    assert "checkpoint.window.npz" in refused.value.message


LARGER = SMALL.replace("blocks = 2\nchannels = 16", "blocks = 3\nchannels = 24").replace(
    "every = 0", 'every = 1\nopponents = ["random"]\ngames = 2\nvisits = 16\ngate_games = 4'
)


def test_a_larger_net_learns_what_another_training_played(tmp_path: Path) -> None:
    first = trained(tmp_path / "one")
    games, window = first.history[-1].games, first.history[-1].window
    lessons = math.ceil(window / 600)
    larger = trained(tmp_path / "two", lessons, LARGER, learn_from=first.checkpoint)
    assert [(each.number, each.games, each.window) for each in larger.history] == [
        (number, games, window) for number in range(1, lessons + 1)
    ]
    last = larger.history[-1]
    assert last.steps == pytest.approx(window * 4 / 64, abs=lessons)
    assert last.losses["policy"] < 2.0  # nine cells: 2.2 for who knows nothing
    net = Net.load(larger.latest, "onnxruntime")
    assert (net.info.blocks, net.info.channels) == (3, 24)
    assert net.info.totals.games == games
    assert net.info.totals.steps == last.steps
    second = trained(tmp_path / "two", 1, LARGER, resume=larger.checkpoint)
    assert second.history[-1].games > games
    assert Net.load(second.latest, "onnxruntime").info.totals.games == second.history[-1].games


def test_a_net_that_has_grown_learns_what_the_smaller_one_played(tmp_path: Path) -> None:
    first = trained(tmp_path / "one")
    last = first.history[-1]
    grown = TrainingRun(config(LARGER), tmp_path / "two", learn_from=first.checkpoint, begin_with=first.latest)
    (lesson,) = grown.run(1)
    assert (lesson.games, lesson.window) == (last.games, last.window)
    info = Net.load(grown.latest, "onnxruntime").info
    assert (info.blocks, info.channels) == (3, 24)
    assert info.totals.games == last.games
    assert info.totals.steps == last.steps + lesson.steps
    early = trained(tmp_path / "three", 1)  # the same training a generation before
    once = TrainingRun(config(LARGER), tmp_path / "four", learn_from=first.checkpoint, begin_with=early.latest)
    assert next(once.run(1)).games == last.games
    stranger = trained(tmp_path / "five", 1, SMALL.replace("hex(size=3)", "hex(size=4)"))
    both = TrainingRun(config(LARGER), tmp_path / "six", learn_from=first.checkpoint, begin_with=stranger.latest)
    assert next(both.run(1)).games == last.games + stranger.history[-1].games


def test_lessons_that_were_broken_off_go_on(tmp_path: Path) -> None:
    first = trained(tmp_path / "one")
    games, window = first.history[-1].games, first.history[-1].window
    lessons = math.ceil(window / 600)
    assert lessons > 1
    trained(tmp_path / "two", 1, LARGER, learn_from=first.checkpoint)
    second = trained(tmp_path / "two", lessons, LARGER, resume=tmp_path / "two" / "checkpoint.pt")
    assert [each.games > games for each in second.history] == [False] * lessons + [True]


def test_lessons_whose_positions_are_gone_end(tmp_path: Path) -> None:
    first = trained(tmp_path / "one")
    larger = trained(tmp_path / "two", 1, LARGER, learn_from=first.checkpoint)
    checkpoint.window_file(larger.checkpoint).unlink()
    second = trained(tmp_path / "two", 1, LARGER, resume=larger.checkpoint)
    assert second.history[-1].games > first.history[-1].games


def test_what_there_is_nothing_to_learn_from_is_refused(tmp_path: Path) -> None:
    first = trained(tmp_path / "one", 1)
    atomorph = (
        LARGER[: LARGER.index("[boards]")] + '[boards]\n"atomorph(size=4)" = 1\n' + LARGER[LARGER.index("[net]") :]
    )
    for text, reason in (
        (
            LARGER.replace("hex(size=3)", "hex(size=5)").replace("size=3,islands", "size=4,islands"),
            "has no positions of",
        ),
        (atomorph, "planes for atoll"),
    ):
        with pytest.raises(TrainingError) as refused:
            TrainingRun(config(text), tmp_path / "two", learn_from=first.checkpoint)
        assert refused.value.slug == "train/checkpoint"
        assert reason in refused.value.message


def test_a_training_stops_when_it_is_told_and_leaves_a_checkpoint(tmp_path: Path) -> None:
    training = TrainingRun(config(), tmp_path)
    asked = iter(range(10**9))
    done = list(training.run(is_stopped=lambda: next(asked) > 40))
    assert len(done) <= 1
    assert training.checkpoint.is_file()
    assert trained(tmp_path, 1, resume=training.checkpoint).history


def test_strength_is_measured_and_written_down(tmp_path: Path) -> None:
    training = trained(tmp_path, 4, MEASURED)
    first, second = (training.history[index] for index in (1, 3))
    assert set(first.matches) == {"random"}
    assert first.matches["random"]["games"] == 4
    [right] = first.solved.values()
    assert right["openings"] == 5
    assert right["positions"] == 20
    assert 0 <= right["moves_right"] <= right["winning"]
    assert first.gate == {}
    assert second.gate["games"] <= 4
    assert training.best.is_file()
    page = (tmp_path / "report.html").read_text()
    for word in ("Loss", "Score against fixed opponents, %", "random", "First choice wins", "polyline"):
        assert word in page


def test_a_stop_while_boards_are_being_solved_leaves_them_to_the_next_time(tmp_path: Path) -> None:
    large = MEASURED.replace("every = 2\nopponents", "every = 1\nopponents").replace(
        'solved = ["hex(size=3)"]\nsolved_positions = 20', 'solved = ["hex(size=6)"]\nsolved_positions = 100000'
    )
    training = TrainingRun(config(large), tmp_path)
    stops = iter([False] * 400)
    done = list(training.run(1, is_stopped=lambda: training.latest.is_file() and next(stops, True)))
    assert [each.solved for each in done] in ([], [{}])
    assert training.checkpoint.is_file()


def test_what_learns_in_bfloat16_learns_about_the_same(tmp_path: Path) -> None:
    exact = trained(tmp_path / "one", 1).history[0].losses
    rounded = (
        trained(tmp_path / "two", 1, SMALL.replace("warm_up = 10", "warm_up = 10\nbfloat16 = true")).history[0].losses
    )
    assert exact != rounded
    assert rounded == pytest.approx(exact, rel=0.05, abs=0.01)


def test_atomorph_is_learnt_by_the_same_loop(tmp_path: Path) -> None:
    boards = '[boards]\n"atomorph(size=4)" = 1\n"atomorph(size=3,return_stone=true)" = 1\n'
    text = MEASURED.replace('solved = ["hex(size=3)"]', 'solved = ["atomorph(size=3)"]')
    text = "seed = 5\n" + boards + text[text.index("[net]") :]
    training = trained(tmp_path, 2, text)
    net = Net.load(training.latest, "onnxruntime")
    assert (net.info.game, net.info.lattice) == ("atomorph", "square")
    state = motu.load_game("atomorph(size=5)").new_initial_state().play_all(["c3", "d2"])
    assert sum(net.judge([state])[0].policy.values()) == pytest.approx(1)
    [right] = training.history[-1].solved.values()
    assert right["positions"] > 0


TINY_ATMALOF = Path(__file__).parents[3] / "docs" / "nets" / "atmalof-tiny.toml"
"""What the tests' net of Atmalof was trained with."""
ATMALOF = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4)"


def atmalof_text() -> str:
    boards = f'[boards]\n"{ATMALOF}" = 1\n"atmalof(rows=3,cols=3,line=3,tiebreak=both)" = 0.5\n'
    text = MEASURED.replace('solved = ["hex(size=3)"]', f'solved = ["{ATMALOF}"]')
    return "seed = 5\n" + boards + text[text.index("[net]") :]


def test_atmalof_is_learnt_by_the_same_loop(tmp_path: Path) -> None:
    training = trained(tmp_path, 2, atmalof_text())
    net = Net.load(training.latest, "onnxruntime")
    assert (net.info.game, net.info.lattice) == ("atmalof", "square")
    state = motu.load_game("atmalof").new_initial_state().play_all(["r3=3", "c2=2"])
    assert sum(net.judge([state])[0].policy.values()) == pytest.approx(1)
    last = training.history[-1]
    [right] = last.solved.values()
    assert right["positions"] == 21
    assert 0 < right["mean_error"] < 1
    assert right["choices_right"] <= right["choices"]
    assert "error" in last.line()
    assert "margin" in last.losses
    page = (tmp_path / "report.html").read_text()
    assert "Equities: mean error" in page
    assert "First choice is best" in page


def test_dice_are_drawn_from_the_seed(tmp_path: Path) -> None:
    text = atmalof_text().replace("\nevery = 2", "\nevery = 0")
    for name in ("one", "two"):
        trained(tmp_path / name, 2, text)
    one, two = weights(tmp_path / "one"), weights(tmp_path / "two")
    assert all(torch.equal(one[name], two[name]) for name in one)


@pytest.mark.slow
def test_a_few_minutes_learn_atmalof_on_3_rows(tmp_path: Path) -> None:
    text = TINY_ATMALOF.read_text("utf-8")
    training = trained(tmp_path, 10, text)
    [right] = training.history[-1].solved.values()
    assert right["mean_error"] < 0.2
    assert right["choices_right"] > 0.75 * right["choices"]


@pytest.mark.slow
def test_a_few_minutes_learn_hex_3(tmp_path: Path) -> None:
    text = MEASURED.replace('"atoll(board=hexagon,size=3,islands=12)" = 0.3\n', "")
    text = text.replace("\npositions = 600", "\npositions = 3000").replace("\nevery = 2", "\nevery = 20")
    # Positions that are drawn at random are known only to who has begun at such: most of a game is its opening.
    text = text.replace("fast_visits = 4", "fast_visits = 4\nopening_share = 0.7\nopening_random = 0.8")
    text = text.replace("solved_positions = 20", "solved_positions = 100")
    training = trained(tmp_path, 20, text)
    [right] = training.history[-1].solved.values()
    assert right["openings_right"] == right["openings"]
    assert right["moves_right"] > 0.9 * right["winning"]


def test_a_checkpoint_of_another_net_is_refused(tmp_path: Path) -> None:
    first = trained(tmp_path, 1)
    with pytest.raises(TrainingError) as refused:
        TrainingRun(config(SMALL.replace("channels = 16", "channels = 24")), tmp_path, resume=first.checkpoint)
    assert refused.value.slug == "train/checkpoint"


@pytest.mark.parametrize("data", [b"", b"no checkpoint", b"PK\x03\x04 half"])
def test_what_is_no_checkpoint_is_refused(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "broken.pt"
    file.write_bytes(data)
    with pytest.raises(TrainingError) as refused:
        TrainingRun(config(), tmp_path, resume=file)
    assert refused.value.slug == "train/checkpoint"
    assert str(file) in refused.value.message


def test_a_device_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TrainingError) as refused:
        TrainingRun(config(), tmp_path, device="abacus")
    assert refused.value.slug == "train/device"


class Watched:
    """Workers that note the nets they are given."""

    def __init__(self, config: Config) -> None:
        self.models: list[Model] = []
        self._games = SelfPlay(config, 1)
        self._batch = config.self_play.boards

    def run(self, model: Model, window: ReplayBuffer, positions: int, is_stopped: Callable[[], bool]) -> SelfPlayTotals:
        self.models.append(model)
        return self._games.run(ExportedJudge(model, self._batch), window, positions, is_stopped)


def test_eight_bits_are_made_of_each_net_that_plays_and_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, "onnxruntime-int8")
    with pytest.raises(NetError, match="in eight bits"):
        trained(tmp_path / "exact", 1)
    eight = config(SMALL.replace("visits = 8", "visits = 8\nint8 = true"))
    workers = Watched(eight)
    training = TrainingRun(eight, tmp_path / "eight", workers=workers)
    assert len(list(training.run(2))) == 2
    assert len(workers.models) == 2
    game = motu.load_game("hex(size=3,swap=false)")
    states = [game.new_initial_state().play_all([cell]) for cell in ("a1", "b2", "c1", "b1")]
    for model in workers.models:
        assert model.int8 is not None
        exact, eight_bits = Net(model.exact, "exact", "onnxruntime"), Net(model.int8, "eight", "onnxruntime")
        assert eight_bits.info.precision == "int8"
        values = [[each.value for each in net.judge(states)] for net in (exact, eight_bits)]
        assert values[0] == pytest.approx(values[1], abs=0.05)
    assert values[0] != values[1]  # the first net knows nothing, and says the same either way
    assert workers.models[0].int8 != workers.models[1].int8


def test_a_training_plays_with_eight_bits_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, "onnxruntime-int8")
    text = SMALL.replace("visits = 8", "visits = 8\nint8 = true")
    assert [each.number for each in trained(tmp_path, 2, text).history] == [1, 2]


def test_a_training_asks_for_what_is_fastest_for_its_own_batches(tmp_path: Path, asked_batches: list[int]) -> None:
    trained(tmp_path, 1)
    assert asked_batches == [16]


def test_results_that_are_proved_are_learnt(tmp_path: Path) -> None:
    text = SMALL.replace("visits = 8", "visits = 2\nproof_nodes = 1000").replace("fast_visits = 4", "fast_visits = 2")
    training = trained(tmp_path, 1, text)
    window = checkpoint.load_window(checkpoint.window_file(training.checkpoint), list(config(text).boards))
    window.trim(len(window))
    samples = window.spread(0, 1000)
    assert samples is not None
    assert len(samples["result"]) > 100
    assert (samples["value"] == samples["result"]).all()  # all of Hex 3 is proved


def test_a_damaged_checkpoint_is_refused_wherever_the_damage_is(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    checkpoint.save(path, {"boards": ["hex(size=3)"], "numbers": list(range(50))}, {})
    whole = path.read_bytes()
    assert checkpoint.load(path)["boards"] == ["hex(size=3)"]
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            checkpoint.load(path)
        except TrainingError as error:
            assert str(path) in str(error)  # noqa: PT017  (damage that changes nothing is none)


def test_damaged_positions_are_refused_wherever_the_damage_is(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    file = checkpoint.window_file(path)
    checkpoint.save(path, {"boards": ["hex(size=3)"]}, {file: ReplayBuffer(1)})
    whole = file.read_bytes()
    for at in range(0, len(whole), 11):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            checkpoint.load_window(file, ["hex(size=3)"])
        except TrainingError as error:
            assert str(file) in str(error)  # noqa: PT017  (damage that changes nothing is none)
