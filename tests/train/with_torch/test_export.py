"""An exported net answers as the net that was trained, on boards and batches of every size."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import pytest
import torch

import motu
from motu.errors import NetError
from motu.eval.nets import Encoding, Net, NetInfo, TrainingStep
from motu.eval.nets.encoding import unpack
from motu.eval.nets.runtime import Kind, Model, open_runtime
from motu.search.configuration import SearchSettings
from motu.search.limits import Limits
from motu.search.mcts import SearchTree
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
"""The largest error of values and logits; OpenVINO may compute in bfloat16."""


def random_network(planes: int = 11) -> Network:
    return drawn(Shape(planes, blocks=4, channels=24, pool_every=2))


def drawn(shape: Shape) -> Network:
    torch.manual_seed(1)
    network = Network(shape)
    for parameter in network.parameters():
        parameter.data += 0.05 * torch.randn_like(parameter)
    return network


def random_states(game: motu.Game, count: int) -> list[motu.State]:
    source = np.random.default_rng(2)
    states = []
    for _ in range(count):
        state = game.new_initial_state()
        for _ in range(int(source.integers(0, 12))):
            state.apply_action(int(source.choice(state.legal_actions())))
            if state.is_terminal():
                break
        if state.is_terminal() or state.is_chance_node():
            state.undo()
        states.append(state)
    return states


def info_for(network: Network, encoding: Encoding) -> NetInfo:
    shape = network.shape
    history = (TrainingStep("2026-11-21", 1, 2, 3, ("hex(size=3)",)),)
    return NetInfo("test", "atoll", shape.lattice, encoding.planes, shape.blocks, shape.channels, 1, history)


ATMALOF = (
    "atmalof",
    "kvinigu",
    "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4)",
    "atmalof(rows=4,cols=7,extra_rows=2,extra_cols=0,line=4)",
)


def compare(network: Network, model: bytes, kind: Kind, spec: str) -> None:
    """Check what a net says of random positions, in every view and by their mean, against what it was exported from."""
    game = motu.load_game(spec)
    encoding = Encoding(game)
    views = range(encoding.num_views)
    states = random_states(game, 7)
    bits = np.stack([encoding.encode(state, view) for state in states for view in views])
    planes = unpack(bits, encoding.rows, encoding.columns)
    with torch.inference_mode():
        answers = network(torch.from_numpy(planes))
    values, logits = torch.tanh(answers.value / 2).numpy(), answers.policy.numpy()
    found = open_runtime(Model(model, "test"), kind).run(planes)
    assert np.allclose(found[0], values, atol=TOLERANCES[kind]), spec
    assert float(np.std(values)) > 0
    means = values.reshape(len(states), len(views)).mean(axis=1)
    judgements = Net(model, "test", kind).judge(states)
    assert np.allclose([each.value for each in judgements], means, atol=TOLERANCES[kind]), spec
    for number, (state, judgement) in enumerate(zip(states, judgements, strict=True)):
        legal = state.legal_actions()
        assert list(judgement.policy) == legal
        mean = np.zeros(len(legal))
        for view in views:
            points = [encoding.points(view)[action] for action in legal]
            row = number * len(views) + view
            assert np.allclose(shares(found[1][row][points]), shares(logits[row][points]), atol=TOLERANCES[kind]), spec
            mean += logits[row][points] / len(views)
        assert np.allclose(list(judgement.policy.values()), shares(mean), atol=TOLERANCES[kind]), spec


def shares(logits: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a policy."""
    powers: npt.NDArray[Any] = np.exp(logits - logits.max())
    powers /= powers.sum()
    return powers


KINDS = pytest.mark.parametrize("kind", ["onnxruntime", pytest.param("openvino", marks=pytest.mark.slow)])


@KINDS
def test_exported_nets_answer_alike(kind: Kind) -> None:
    network = random_network()
    model = export_net(network, info_for(network, Encoding(motu.load_game("hex"))))
    for spec in SPECS:
        compare(network, model, kind, spec)


def atmalof_net() -> tuple[Network, bytes]:
    encoding = Encoding(motu.load_game("atmalof"))
    network = drawn(Shape(len(encoding.planes), 4, 24, 2, 10, "square", has_lines=True))
    shape = network.shape
    info = NetInfo("test", "atmalof", "square", encoding.planes, shape.blocks, shape.channels, 1)
    return network, export_net(network, info)


@KINDS
def test_exported_nets_of_atmalof_answer_alike(kind: Kind) -> None:
    network, model = atmalof_net()
    for spec in ATMALOF:
        compare(network, model, kind, spec)


def test_a_roll_is_worth_the_mean_over_its_faces() -> None:
    net = Net(atmalof_net()[1], "test", "onnxruntime")
    game = motu.load_game("atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=3,pieces=3)")
    start = game.new_initial_state().play_all(["r1=1", "r4=1", "r1=2", "r4=3"])
    for line in ("r1", "r4", "c3"):
        roll = start.clone()
        roll.play(line)
        faces = []
        for face, probability in roll.chance_outcomes():
            after = roll.clone()
            after.apply_action(face)
            faces.append(probability * (1.0 if after.is_terminal() else -net.judge([after])[0].value))
        judgements = net.judge([start, roll, start])
        assert judgements[1].value == pytest.approx(sum(faces), abs=1e-5)
        assert judgements[1].policy == dict(roll.chance_outcomes())
        assert judgements[0].value == pytest.approx(judgements[2].value, abs=1e-6)


def test_a_search_of_atmalof_asks_the_net() -> None:
    net = Net(atmalof_net()[1], "test", "onnxruntime")
    state = motu.load_game("junior").new_initial_state().play_all(["r1=1", "r4=1", "r1=2"])
    analysis = SearchTree(state, net, SearchSettings(batch=4)).search(Limits(visits=60))
    [judgement] = net.judge([state])
    for move in analysis.moves:
        assert move.prior == pytest.approx(judgement.policy[move.action], abs=1e-5)
    state.play("c2")
    assert SearchTree(state, net, SearchSettings()).search(Limits(visits=20)).visits >= 20


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
