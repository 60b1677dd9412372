"""The net knows its lattice, its mask and nothing of a batch."""

from __future__ import annotations

import pytest
import torch

from motu.train.network import LatticeConvolution, Network, Shape

pytestmark = pytest.mark.train


def network_of(lattice: str = "hex", *, has_lines: bool = False) -> Network:
    torch.manual_seed(3)
    policy_planes = 10 if has_lines else 1
    network = Network(Shape(4, 3, 16, 2, policy_planes, lattice, has_lines=has_lines))
    for parameter in network.parameters():
        parameter.data += 0.1 * torch.randn_like(parameter)
    network.eval()
    return network


def planes_of(batch: int, rows: int, columns: int) -> torch.Tensor:
    planes = (torch.rand(batch, 4, rows, columns) < 0.4).float()
    planes[:, 0] = 1
    return planes


@pytest.mark.parametrize(("lattice", "reached"), [("hex", 7), ("square", 9)])
def test_a_convolution_sees_the_neighbours_of_its_lattice(lattice: str, reached: int) -> None:
    layer = LatticeConvolution(1, 1, lattice)
    torch.nn.init.ones_(layer.weight)
    point = torch.zeros(1, 1, 5, 5)
    point[0, 0, 2, 2] = 1
    seen = layer(point)[0, 0]
    assert int((seen != 0).sum()) == reached
    # In axial coordinates (q to the right, r downward) the two places that are no neighbours.
    assert bool(seen[1, 1] == 0) == (lattice == "hex")
    assert bool(seen[3, 3] == 0) == (lattice == "hex")


KINDS = pytest.mark.parametrize(("lattice", "has_lines"), [("hex", False), ("square", False), ("square", True)])


@KINDS
def test_what_is_off_the_board_changes_nothing(lattice: str, has_lines: bool) -> None:
    network = network_of(lattice, has_lines=has_lines)
    small = planes_of(2, 4, 5)
    large = torch.zeros(2, 4, 7, 8)
    large[:, :, 2:6, 1:6] = small
    with torch.inference_mode():
        alone, within = network(small), network(large)
    assert torch.allclose(alone.value, within.value, atol=1e-5)
    assert torch.allclose(alone.margin, within.margin, atol=1e-5)
    policy = within.policy.unflatten(1, (-1, 7, 8))[:, :, 2:6, 1:6].flatten(1)
    assert torch.allclose(alone.policy, policy, atol=1e-5)


def test_a_line_has_one_logit_and_sees_all_of_itself() -> None:
    network = network_of("square", has_lines=True)
    planes = planes_of(1, 5, 6)
    with torch.inference_mode():
        policy = network(planes).policy.unflatten(1, (10, 5, 6))[0]
    rows, columns = policy[8], policy[9]
    assert torch.equal(rows, rows[:, :1].expand(5, 6))
    assert torch.equal(columns, columns[:1].expand(5, 6))
    assert float(rows[:, 0].std()) > 0
    assert float(columns[0].std()) > 0


def test_rows_and_columns_are_seen_with_the_same_eyes() -> None:
    network = network_of("square", has_lines=True)
    for module in network.modules():
        if isinstance(module, LatticeConvolution):
            module.weight.data = (module.weight.data + module.weight.data.transpose(2, 3)) / 2
    planes = planes_of(3, 5, 6)
    with torch.inference_mode():
        upright = network(planes)
        lying = network(planes.transpose(2, 3).contiguous())
    assert torch.allclose(upright.value, lying.value, atol=1e-5)
    rows = upright.policy.unflatten(1, (10, 5, 6))[:, 8]
    columns = lying.policy.unflatten(1, (10, 6, 5))[:, 9]
    assert torch.allclose(rows, columns.transpose(1, 2), atol=1e-5)


@KINDS
def test_a_position_is_judged_alike_in_every_batch(lattice: str, has_lines: bool) -> None:
    network = network_of(lattice, has_lines=has_lines)
    planes = planes_of(6, 5, 5)
    with torch.inference_mode():
        together = network(planes)
        for index in range(6):
            alone = network(planes[index : index + 1])
            assert torch.allclose(alone.value, together.value[index : index + 1], atol=1e-5)
            assert torch.allclose(alone.policy, together.policy[index : index + 1], atol=1e-4)


def test_a_new_net_has_no_opinion() -> None:
    torch.manual_seed(4)
    network = Network(Shape(4, blocks=2, channels=16))
    with torch.inference_mode():
        answers = network(planes_of(3, 5, 5))
    assert torch.allclose(answers.value, torch.zeros(3))
    assert float(answers.policy.std()) == 0
