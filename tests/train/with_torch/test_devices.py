"""What goes to a graphics processor, tried where there is none: on the central one, and on one that has no memory.

On torch's device "meta" nothing is computed, but all that would be refused on a graphics processor is refused there:
whatever was made on the wrong side.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import motu
from motu.errors import TrainingError
from motu.eval.nets import Encoding, NetInfo
from motu.eval.nets.runtime import Model
from motu.train.config import Config, parse_config
from motu.train.devices import device_named, to_device
from motu.train.export import export_net
from motu.train.judges import Answers, ExportedJudge
from motu.train.learner import Learner, make_network
from motu.train.loop import TrainingRun
from motu.train.losses import losses_of, targets_of, total_loss, unpack_bits
from motu.train.network import Network
from motu.train.replay import ReplayBuffer
from motu.train.self_play import SelfPlay
from motu.train.torch_judge import TorchJudge

pytestmark = pytest.mark.train

CPU, META = torch.device("cpu"), torch.device("meta")
needs_cuda = pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no graphics processor")

TEXT = """
seed = 3
[boards]
"hex(size=3)" = 1.0
"hex(size=4)" = 1.0
[net]
blocks = 2
channels = 16
pool_every = 2
[self_play]
boards = 16
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


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def config(text: str = TEXT) -> Config:
    return parse_config(text)


def network_for(encoding: Encoding) -> Network:
    torch.manual_seed(1)
    network = make_network(config().net, encoding)
    for parameter in network.parameters():
        parameter.data += 0.05 * torch.randn_like(parameter)
    return network


def exported(network: Network, encoding: Encoding) -> ExportedJudge:
    shape = network.shape
    info = NetInfo("n", "atoll", encoding.lattice, encoding.planes, shape.blocks, shape.channels, 1)
    return ExportedJudge(Model(export_net(network, info), "a net"), config().self_play.boards)


def window_of(positions: int = 100) -> tuple[ReplayBuffer, SelfPlay]:
    play = SelfPlay(config(), 1)
    window = ReplayBuffer(2)
    play.run(exported(network_for(play.encodings[0]), play.encodings[0]), window, positions, lambda: False)
    window.trim(positions)
    return window, play


class Watched:
    """A judge that notes how many batches it has at a time."""

    def __init__(self, judge: TorchJudge) -> None:
        self._judge, self.depth = judge, judge.depth
        self.now = self.most = 0

    def begin(self, bits: np.ndarray, encoding: Encoding) -> Answers:
        answers = self._judge.begin(bits, encoding)
        self.now += 1
        self.most = max(self.most, self.now)

        def wait() -> tuple[np.ndarray, np.ndarray]:
            self.now -= 1
            values, logits = answers()
            return values, logits

        return wait


# ----------------------------------------------------------------------------------------------------- without a device


def test_torch_judges_as_the_exported_net(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTU_NET_RUNTIME", "onnxruntime")
    encoding = Encoding(motu.load_game("hex(size=4,swap=false)"))
    network = network_for(encoding)
    state = encoding.game.new_initial_state()
    bits = np.stack([encoding.encode(state), encoding.encode(state.play_all(["b2", "c3"]))])
    found = TorchJudge(network, CPU).begin(bits, encoding)()
    wanted = exported(network, encoding).begin(bits, encoding)()
    for one, other in zip(found, wanted, strict=True):
        assert one.dtype == np.float32
        assert np.allclose(one, other, atol=1e-4)


def test_two_batches_are_under_way_and_all_are_answered() -> None:
    play = SelfPlay(config(), 1)
    judge = Watched(TorchJudge(network_for(play.encodings[0]), CPU))
    window, total = ReplayBuffer(2), 0
    for _ in range(2):  # what was under way has been answered: it goes on
        played = play.run(judge, window, 40, lambda: False)
        assert played.positions >= 40
        assert (judge.now, judge.most) == (0, 2)
        total += played.positions
    assert len(window) == total


def test_one_group_has_one_batch_under_way() -> None:
    text = TEXT.replace('"hex(size=4)" = 1.0\n', "").replace("boards = 16", "boards = 16\ngroups = 1")
    play = SelfPlay(config(text), 1)
    judge = Watched(TorchJudge(network_for(play.encodings[0]), CPU))
    assert play.run(judge, ReplayBuffer(1), 20, lambda: False).positions >= 20
    assert judge.most == 1


def test_nothing_of_the_learning_stays_on_the_wrong_side() -> None:
    window, play = window_of()
    batch = window.draw(16, np.random.default_rng(1))
    encoding = play.encodings[batch.board]
    network = network_for(encoding).to(META)
    targets = targets_of(batch.samples, encoding, config().learning, META)
    losses = losses_of(network(targets.planes), targets)
    total_loss(losses, config().learning).backward()
    assert {each.device for each in losses.values()} == {META}
    assert all(each.grad is not None for name, each in network.named_parameters() if "scale" not in name)


def test_nothing_of_the_judging_stays_on_the_wrong_side() -> None:
    encoding = Encoding(motu.load_game("hex(size=4,swap=false)"))
    bits = to_device(encoding.encode(encoding.game.new_initial_state())[None], META)
    answers = network_for(encoding).to(META)(unpack_bits(bits, encoding.rows, encoding.columns))
    assert answers.policy.device == META
    assert answers.policy.shape == (1, 16)


def test_unsigned_numbers_of_16_bits_keep_their_values() -> None:
    numbers = np.array([0, 1, 40_000, 65_535], np.uint16)
    assert to_device(numbers, CPU).tolist() == numbers.tolist()


def test_losses_are_means_over_the_steps() -> None:
    window, play = window_of()
    learner = Learner(network_for(play.encodings[0]), config().learning, CPU)
    losses = learner.learn(window, play.encodings, 5, np.random.default_rng(1), lambda: False)
    assert {type(loss) for loss in losses.values()} == {float}
    assert 0 < losses["value"] < 2
    assert learner.steps == 5


def test_an_optimisers_state_comes_from_any_device() -> None:
    window, play = window_of()
    learner = Learner(network_for(play.encodings[0]), config().learning, CPU)
    learner.learn(window, play.encodings, 2, np.random.default_rng(1), lambda: False)
    state = learner.state()
    for group in state["optimizer"]["param_groups"]:
        group["fused"] = True  # as a graphics processor leaves it
    again = Learner(network_for(play.encodings[0]), config().learning, CPU)
    again.restore(state)
    assert not any(group["fused"] for group in again.state()["optimizer"]["param_groups"])
    again.learn(window, play.encodings, 2, np.random.default_rng(1), lambda: False)
    assert again.steps == 4


def test_a_device_that_there_is_not_is_refused() -> None:
    for name in ("abacus", "meta", *(() if torch.cuda.is_available() else ("cuda",))):
        with pytest.raises(TrainingError) as refused:
            device_named(name)
        assert refused.value.slug == "train/device"


# -------------------------------------------------------------------------------------------------------- with a device


@needs_cuda
def test_a_graphics_processor_judges_as_the_central_one() -> None:
    encoding = Encoding(motu.load_game("hex(size=4,swap=false)"))
    network = network_for(encoding)
    bits = np.stack([encoding.encode(encoding.game.new_initial_state())] * 5)
    wanted = TorchJudge(network, CPU).begin(bits, encoding)()
    cuda = device_named("cuda")
    judge = TorchJudge(network.to(cuda), cuda)
    under_way = [judge.begin(bits, encoding) for _ in range(3)]
    for answers in under_way:
        for one, other in zip(answers(), wanted, strict=True):
            assert np.allclose(one, other, atol=0.05)


@needs_cuda
def test_what_is_recorded_follows_weights_that_change() -> None:
    encoding = Encoding(motu.load_game("hex(size=4,swap=false)"))
    cuda = device_named("cuda")
    network = network_for(encoding).to(cuda)
    judge = TorchJudge(network, cuda)
    bits = np.stack([encoding.encode(encoding.game.new_initial_state())] * 5)
    before = judge.begin(bits, encoding)()
    with torch.no_grad():
        for weight in network.parameters():
            weight.mul_(1.1)
    after = judge.begin(bits, encoding)()
    anew = TorchJudge(network, cuda).begin(bits, encoding)()
    assert not np.allclose(before[1], after[1], atol=1e-3)
    assert np.allclose(after[1], anew[1], atol=1e-3)


@needs_cuda
@pytest.mark.parametrize("compiles", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_training_goes_on_from_one_device_to_the_other(compiles: bool, tmp_path: Path) -> None:
    text = TEXT.replace("warm_up = 10", f"warm_up = 10\ncompile = {str(compiles).lower()}")
    history = []
    checkpoint = None
    for device in ("cpu", "cuda", "cuda", "cpu"):
        training = TrainingRun(config(text), tmp_path, resume=checkpoint, device=device)
        history += [each.number for each in training.run(1)]
        checkpoint = training.checkpoint
    assert history == [1, 2, 3, 4]
