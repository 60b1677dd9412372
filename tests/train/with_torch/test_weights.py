"""A net's file holds all that learning goes on from: what is read back judges, and is written, as before."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch

from motu.errors import NetError, TrainingError
from motu.eval.nets import NetInfo, TrainingStep
from motu.eval.nets.installed import FOLDER, installed_nets, net_named
from motu.train.config import parse_config
from motu.train.export import export_net
from motu.train.loop import TrainingRun
from motu.train.network import Block, Network, Shape
from motu.train.weights import read_weights

pytestmark = pytest.mark.train

CUTS_OUT = Path(__file__).parents[2] / "nets" / "tiny.onnx"
"""Written when the board was cut out of the planes; today a convolution finds it."""

HEX = Shape(11, blocks=4, channels=24, pool_every=2)
LINES = Shape(9, blocks=3, channels=16, pool_every=1, policy_planes=10, lattice="square", has_lines=True)
INFO = NetInfo("test", "atoll", "hex", ("board",), 4, 24, 1, (TrainingStep("2026-11-21", 1, 2, 3),))

TOML = """
seed = 5
[boards]
"hex(size=3)" = 1.0
[net]
name = "goes-on"
blocks = {blocks}
channels = {channels}
pool_every = {pool_every}
[self_play]
boards = 8
visits = 8
[learning]
batch = 32
positions = 60
reuse = 1
[measure]
every = 0
"""


def drawn(shape: Shape, seed: int) -> Network:
    torch.manual_seed(seed)
    network = Network(shape)
    for parameter in network.parameters():
        parameter.data += 0.05 * torch.randn_like(parameter)
    return network


def size(block: Block) -> float:
    weight = block.second.weight.detach() * block.second.get_buffer("taps")
    return float(weight.square().mean().sqrt())


def config_text(blocks: int = 8, channels: int = 64, pool_every: int = 2) -> str:
    return TOML.format(blocks=blocks, channels=channels, pool_every=pool_every)


@pytest.mark.parametrize("shape", [HEX, LINES], ids=["hex", "lines"])
def test_what_was_written_is_read_back(shape: Shape) -> None:
    taught, other = drawn(shape, 1), drawn(shape, 2)
    read_weights(export_net(taught, INFO), "it").put_into(other)
    planes = (torch.rand(3, shape.planes, 6, 7) < 0.5).float()
    planes[:, 0] = 1
    with torch.inference_mode():
        expected, found = taught(planes), other(planes)
    torch.testing.assert_close(found.policy, expected.policy, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(found.value, expected.value, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(found.plies, expected.plies, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(found.margin, expected.margin, rtol=1e-4, atol=1e-4)


def test_a_block_s_weights_come_back_as_large_as_drawn_ones() -> None:
    taught, other = drawn(HEX, 1), drawn(HEX, 2)
    for block in taught.blocks:
        block.second.weight.data *= 40
    read_weights(export_net(taught, INFO), "it").put_into(other)
    fresh = size(Network(HEX).blocks[0])
    assert [size(block) for block in other.blocks] == pytest.approx([fresh] * 4, rel=0.1)


def test_a_net_that_has_learnt_nothing_comes_back() -> None:
    torch.manual_seed(3)
    fresh, other = Network(HEX), drawn(HEX, 2)
    read_weights(export_net(fresh, INFO), "it").put_into(other)
    assert all(float(block.scale.detach()) == 0 for block in other.blocks)
    assert all(bool(torch.isfinite(parameter).all()) for parameter in other.parameters())


@pytest.mark.parametrize("path", [*installed_nets(), CUTS_OUT], ids=lambda path: path.stem)
def test_the_nets_that_come_with_motu_are_read_and_written_again(path: Path) -> None:
    weights = read_weights(path.read_bytes(), str(path))
    info = weights.info
    outputs = {"atoll": 1, "atomorph": 3}[info.game]
    network = Network(
        Shape(len(info.planes), info.blocks, info.channels, pool_every=2, policy_planes=outputs, lattice=info.lattice)
    )
    weights.put_into(network)
    again = read_weights(export_net(network, info), "again")
    for (weight, bias), (same, same_bias) in zip(weights.layers, again.layers, strict=True):
        np.testing.assert_allclose(same, weight, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(same_bias, bias, rtol=1e-5, atol=1e-6)


def test_a_training_begins_with_an_installed_net(tmp_path: Path) -> None:
    medium = net_named("atoll-medium")
    training = TrainingRun(parse_config(config_text()), tmp_path, begin_with=medium)
    before = read_weights(medium.read_bytes(), "it").info
    (generation,) = training.run(1)
    assert generation.games > before.totals.games
    assert generation.losses["policy"] < 1.6  # nine cells: 2.2 for who knows nothing
    after = read_weights(training.latest.read_bytes(), "latest").info
    assert after.history[:-1] == before.history
    assert after.history[-1].games == generation.games - before.totals.games
    assert after.history[-1].steps == generation.steps
    second = TrainingRun(parse_config(config_text()), tmp_path, resume=training.checkpoint)
    assert [each.number for each in second.run(1)] == [2]


@pytest.mark.parametrize(
    ("small", "blocks", "channels"), [(HEX, 4, 32), (HEX, 7, 24), (HEX, 6, 40), (LINES, 3, 22), (LINES, 5, 16)]
)
def test_a_larger_net_begins_with_what_a_smaller_one_knows(small: Shape, blocks: int, channels: int) -> None:
    taught = drawn(small, 1)
    torch.manual_seed(2)
    large = Network(dataclasses.replace(small, blocks=blocks, channels=channels))
    info = dataclasses.replace(INFO, blocks=small.blocks, channels=small.channels)
    read_weights(export_net(taught, info), "it").put_into(large)
    planes = (torch.rand(3, small.planes, 6, 7) < 0.5).float()
    planes[:, 0] = 1
    with torch.inference_mode():
        expected = taught(planes)
    found = large(planes)
    torch.testing.assert_close(found.policy, expected.policy, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(found.value, expected.value, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(found.plies, expected.plies, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(found.margin, expected.margin, rtol=1e-4, atol=1e-4)
    (found.policy.square().sum() + found.value.sum()).backward()
    if blocks == small.blocks:  # what the new channels see is listened to from the first step on
        assert large.value_hidden.weight.grad is not None
        assert bool((large.value_hidden.weight.grad[: small.channels].unflatten(1, (3, -1))[:, :, -1] != 0).any())
    else:
        assert all(float(block.scale.grad) != 0 for block in large.blocks[small.blocks :])


def test_a_training_goes_on_with_a_larger_net(tmp_path: Path) -> None:
    small = net_named("atoll-small")
    info = read_weights(small.read_bytes(), "it").info
    text = config_text(info.blocks + 2, info.channels + 8).replace("goes-on", "grown")
    training = TrainingRun(parse_config(text), tmp_path, begin_with=small)
    (generation,) = training.run(1)
    assert generation.losses["policy"] < 1.6  # nine cells: 2.2 for who knows nothing
    after = read_weights(training.latest.read_bytes(), "latest").info
    assert (after.name, after.blocks, after.channels) == ("grown", info.blocks + 2, info.channels + 8)
    assert after.history[:-1] == info.history


@pytest.mark.parametrize(("blocks", "channels", "pool_every"), [(7, 64, 2), (8, 48, 2), (8, 64, 3), (10, 48, 2)])
def test_a_net_that_would_have_to_shrink_is_refused(
    blocks: int, channels: int, pool_every: int, tmp_path: Path
) -> None:
    text = config_text(blocks, channels, pool_every)
    with pytest.raises(TrainingError, match="blocks = 8, channels = 64, pool_every = 2; the conf") as refused:
        TrainingRun(parse_config(text), tmp_path, begin_with=net_named("atoll-medium"))
    assert refused.value.slug == "train/net"


def test_a_net_that_pools_nowhere_is_described_so() -> None:
    shallow = drawn(Shape(11, blocks=2, channels=24, pool_every=3), 1)
    weights = read_weights(export_net(shallow, dataclasses.replace(INFO, blocks=2)), "it")
    with pytest.raises(TrainingError, match="blocks = 2, channels = 24, pool_every = 3;"):
        weights.put_into(drawn(HEX, 2))


def test_a_net_of_another_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="planes for atomorph, wanted are 11 for atoll") as refused:
        TrainingRun(parse_config(config_text()), tmp_path, begin_with=net_named("atomorph-small"))
    assert refused.value.slug == "train/net"


def test_a_net_in_eight_bits_is_refused() -> None:
    data = (FOLDER / "atoll-medium.int8.onnx").read_bytes()
    with pytest.raises(TrainingError, match="eight bits"):
        read_weights(data, "it")


def test_what_is_no_net_is_refused() -> None:
    with pytest.raises(NetError, match="no ONNX file") as refused:
        read_weights(b"\xffnothing of the kind", "it")
    assert refused.value.slug == "net/file"
    with pytest.raises(NetError, match="no net of motu"):
        read_weights(onnx.ModelProto().SerializeToString(), "it")


def test_layers_that_nobody_wrote_are_refused() -> None:
    model = onnx.load_from_string(export_net(drawn(HEX, 1), INFO))
    stem = next(node for node in model.graph.node if node.op_type == "Conv")
    stem.input[1] = "nothing"
    with pytest.raises(TrainingError, match="does not write"):
        read_weights(model.SerializeToString(), "it")


def test_a_net_without_layers_is_refused() -> None:
    model = onnx.load_from_string(export_net(drawn(HEX, 1), INFO))
    del model.graph.node[:]
    with pytest.raises(TrainingError, match="cannot grow to"):
        read_weights(model.SerializeToString(), "it").put_into(drawn(HEX, 2))


def test_a_file_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(NetError, match="cannot read the net"):
        TrainingRun(parse_config(config_text()), tmp_path, begin_with=tmp_path / "none.onnx")
