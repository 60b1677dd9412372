from __future__ import annotations

import pytest

from motu.engine.commands import COMMANDS
from motu.engine.registry import read_bool, read_colour, read_int, read_seconds
from motu.errors import EngineError


@pytest.mark.parametrize("text", ["b", "Black", "RED", "r"])
def test_the_first_colour(text: str) -> None:
    assert read_colour(text) == 0


@pytest.mark.parametrize("text", ["w", "White", "BLUE"])
def test_the_second_colour(text: str) -> None:
    assert read_colour(text) == 1


@pytest.mark.parametrize("text", ["-3", "0", "12"])
def test_whole_numbers(text: str) -> None:
    assert read_int(text, -3, 12) == int(text)


@pytest.mark.parametrize("text", ["", "-", "--1", "13", "-4", "1.0", "1e1", "\u0663", "9" * 5000, "0x1", "1_0"])
def test_what_is_no_whole_number_in_range(text: str) -> None:
    with pytest.raises(EngineError) as refused:
        read_int(text, -3, 12)
    assert refused.value.slug == "engine/syntax"


@pytest.mark.parametrize("text", ["0", "1.5", "3600"])
def test_seconds(text: str) -> None:
    assert read_seconds(text) == float(text)


@pytest.mark.parametrize("text", ["", "-1", "nan", "inf", "1e300", "one"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(EngineError):
        read_seconds(text)


def test_truth() -> None:
    assert [read_bool(text) for text in ("0", "1", "FALSE", "True")] == [False, True, False, True]
    with pytest.raises(EngineError):
        read_bool("yes")


def test_every_command_is_called_what_it_is_registered_as_and_explains_itself() -> None:
    for name, command in COMMANDS.items():
        assert command.name == name
        assert command.help[0].islower()
        assert not command.help.endswith(".")
        assert len(command.help) < 100
