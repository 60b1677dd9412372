"""An exported net answers as the net that was trained, on boards and batches of every size."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
import torch

import motu
from motu.errors import NetError
from motu.eval.nets import Encoding, Net, NetInfo, TrainingStep
from motu.eval.nets.encoding import unpack
from motu.eval.nets.runtime import Kind
from motu.train.export import export_net
from motu.train.network import Network, Shape

pytestmark = pytest.mark.train

SPECS = (
    "hex(size=3,swap=false)",
    "hex(size=5x7,swap=false)",
    "atoll(size=7,swap=false)",
    "atoll-12(size=3,swap=false)",
)
TOLERANCES: dict[Kind, float] = {"onnxruntime": 1e-4, "openvino": 0.05}
"""Of values and logits; OpenVINO may compute in bfloat16."""


def random_network(lattice: str = "hex", planes: int = 11) -> Network:
    torch.manual_seed(1)
    network = Network(Shape(planes, blocks=4, channels=24, pool_every=2, lattice=lattice))
    for parameter in network.parameters():
        parameter.data += 0.05 * torch.randn_like(parameter)
    return network


def random_states(game: motu.Game, count: int) -> list[motu.State]:
    source = np.random.default_rng(2)
    states = []
    for _ in range(count):
        state = game.new_initial_state()
        for _ in range(int(source.integers(0, 6))):
            state.apply_action(int(source.choice(state.legal_actions())))
            if state.is_terminal():
                state.undo()
                break
        states.append(state)
    return states


def info_for(network: Network, encoding: Encoding) -> NetInfo:
    shape = network.shape
    history = (TrainingStep("2026-11-21", 1, 2, 3, ("hex(size=3)",)),)
    return NetInfo("test", "atoll", shape.lattice, encoding.planes, shape.blocks, shape.channels, 1, history)


@pytest.mark.parametrize("kind", ["onnxruntime", pytest.param("openvino", marks=pytest.mark.slow)])
def test_exported_nets_answer_alike(kind: Kind) -> None:
    network = random_network()
    net = Net(export_net(network, info_for(network, Encoding(motu.load_game("hex")))), "test", kind)
    for spec in SPECS:
        game = motu.load_game(spec)
        encoding = Encoding(game)
        states = random_states(game, 7)
        planes = unpack(np.stack([encoding.encode(state) for state in states]), encoding.rows, encoding.columns)
        with torch.inference_mode():
            answers = network(torch.from_numpy(planes))
        values = torch.tanh(answers.value / 2).numpy()
        judgements = net.judge(states)
        assert np.allclose([each.value for each in judgements], values, atol=TOLERANCES[kind]), spec
        for state, judgement, logits in zip(states, judgements, answers.policy.numpy(), strict=True):
            legal = state.legal_actions()
            assert list(judgement.policy) == legal
            wanted = np.exp(logits[[encoding.points()[action] for action in legal]])
            found = np.array(list(judgement.policy.values()))
            assert np.allclose(found, wanted / wanted.sum(), atol=TOLERANCES[kind]), spec


def test_the_metadata_come_back() -> None:
    network = random_network()
    info = info_for(network, Encoding(motu.load_game("hex")))
    assert Net(export_net(network, info), "test", "onnxruntime").info == info


def test_a_net_for_other_planes_is_refused() -> None:
    network = random_network(planes=3)
    info = NetInfo("test", "atoll", "hex", ("board", "own", "other"), 4, 24, 1)
    net = Net(export_net(network, info), "test", "onnxruntime")
    with pytest.raises(NetError) as refused:
        net.judge([motu.load_game("hex(size=3)").new_initial_state()])
    assert refused.value.slug == "net/game"


def test_a_graph_without_our_metadata_is_refused() -> None:
    network = random_network()
    model = onnx.load_from_string(export_net(network, info_for(network, Encoding(motu.load_game("hex")))))
    del model.metadata_props[:]
    with pytest.raises(NetError) as refused:
        Net(model.SerializeToString(), "x.onnx", "onnxruntime")
    assert refused.value.slug == "net/file"
    assert "x.onnx" in refused.value.message
