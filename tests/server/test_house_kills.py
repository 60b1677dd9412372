"""The short form of benchmarks/house_kills.py: parts of a house are killed in the middle of games with clocks."""

from __future__ import annotations

import asyncio
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "house_kills.py"
MOST_GIVEN_S = 2.1
"""How much longer a clock stands than the house was gone, in favour of whoever is to move."""
MOST_WAITING_S = 5.0
"""How long a move takes at most, from when PostgreSQL is back where that was gone."""


@pytest.fixture(scope="module")
def program() -> Any:
    made = spec_from_file_location("house_kills", PROGRAM)
    assert made is not None
    assert made.loader is not None
    sys.path.insert(0, str(PROGRAM.parent))  # where what it imports lies
    module = module_from_spec(made)
    sys.modules["house_kills"] = module  # its dataclasses look there
    made.loader.exec_module(module)
    sys.path.remove(str(PROGRAM.parent))
    return module


@pytest.mark.parametrize("killed", ["server", "postgresql", "valkey"])
def test_nothing_acknowledged_is_lost_and_nobody_waits_long(
    killed: str, program: Any, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("postgres")  # skipped where one of them is not installed
    if killed == "valkey":
        request.getfixturevalue("valkey")
    outcome = asyncio.run(program.measure(killed, 20, 3, 20.0, 3.0))
    assert (outcome.errors, outcome.lost, outcome.wrong, outcome.unheard) == ([], 0, 0, 0)
    assert outcome.acknowledged > 100
    assert outcome.paused == 0
    assert outcome.clock_off_most <= 0.05
    down = outcome.down_most if killed == "postgresql" else 0.0
    assert outcome.gap_most <= MOST_WAITING_S + down
    if killed == "valkey":
        assert (outcome.retried, outcome.socket_gone_most) == (0, 0.0)
    else:
        assert outcome.socket_gone_most <= 3.0 + down


def test_the_one_server_of_a_folder_loses_nothing_either(program: Any) -> None:
    outcome = asyncio.run(program.measure("alone", 20, 3, 20.0, 3.0))
    assert (outcome.errors, outcome.lost, outcome.wrong, outcome.unheard) == ([], 0, 0, 0)
    assert outcome.acknowledged > 100
    assert outcome.gap_most <= MOST_WAITING_S + outcome.down_most
    assert outcome.socket_gone_most <= MOST_WAITING_S + outcome.down_most
    assert outcome.clock_off_most <= 0.05
    assert outcome.stood_most <= outcome.down_most + MOST_GIVEN_S


def test_servers_are_started_anew_one_after_the_other_and_nobody_notices(
    program: Any, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("postgres")
    outcome = asyncio.run(program.measure("rolling", 20, 4, 20.0, 3.0))
    assert (outcome.errors, outcome.lost, outcome.wrong, outcome.unheard) == ([], 0, 0, 0)
    assert (outcome.paused, outcome.refused_again) == (0, 0)
    assert outcome.acknowledged > 100
    assert outcome.clock_off_most <= 0.05
    assert outcome.socket_gone_most <= 3.0
