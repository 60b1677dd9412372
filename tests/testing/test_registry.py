"""The registry of games to test: complete by itself, and loud where it cannot be."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

import pytest

import motu
from motu import AtmalofRules, AtollRules, AtomorphRules
from motu.testing import variants
from motu.testing.registry import NUMBERS, Variant, switches, variant

RULES = (AtollRules, AtomorphRules, AtmalofRules)


def test_every_variant_is_a_game_with_a_name_of_its_own() -> None:
    found = variants()
    assert len({each.name for each in found}) == len(found)
    assert len({each.file_name for each in found}) == len(found)
    for each in found:
        assert each.load().board.num_cells > 0
        assert each.file_name.replace("-", "").replace("_", "").replace(".", "").isalnum()


def test_every_preset_is_among_them() -> None:
    specs = {str(motu.parse_rules(each.spec)) for each in variants()}
    assert {str(motu.parse_rules(name)) for name in motu.PRESETS} <= specs


def test_switches_are_all_booleans_and_all_words() -> None:
    assert switches(AtollRules) == {"board": ("square", "rhombus", "hexagon", "triangle"), "swap": (True, False)}
    assert switches(AtomorphRules) == {
        "contested": ("ko", "never"),
        "corners": (True, False),
        "return_stone": (True, False),
        "swap": (True, False),
    }
    assert switches(AtmalofRules) == {"tiebreak": ("either", "both")}


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_every_combination_of_switches_is_a_variant(rules: type[motu.Rules]) -> None:
    found = [each.load().rules for each in variants()]
    combinations = {
        tuple(getattr(each, name) for name in switches(rules))
        for each in found
        if isinstance(each, rules) and each.name == rules.name
    }
    expected = 1
    for values in switches(rules).values():
        expected *= len(values)
    custom = {each for each in combinations if "custom" in each}
    assert len(combinations - custom) == expected


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_every_number_varies(rules: type[motu.Rules]) -> None:
    assert NUMBERS[rules.name] == {field.name for field in fields(rules)} - switches(rules).keys()
    found = [each.load().rules for each in variants()]
    for name in NUMBERS[rules.name]:
        values = {getattr(each, name) for each in found if isinstance(each, rules)}
        assert len(values) >= 2, f"all variants of {rules.name} have {name}={values}"


@dataclass(frozen=True)
class Unknown:
    """Rules with a field that nobody has thought of."""

    name: ClassVar[str] = "atomorph"
    corners: bool = True
    speed: int = 3


@dataclass(frozen=True)
class AnyWord:
    """Rules with a word that is not checked."""

    name: ClassVar[str] = "atomorph"
    contested: str = "ko"


def test_a_new_parameter_has_to_be_thought_of() -> None:
    with pytest.raises(TypeError, match=r"Unknown\.speed is not tested: add it to motu\.testing\.registry"):
        switches(Unknown)
    with pytest.raises(TypeError, match=r"AnyWord\.contested takes any word"):
        switches(AnyWord)


def test_variants_are_found_by_name() -> None:
    assert variant("hex").spec == "atoll(board=rhombus,size=11,islands=4,swap=true)"
    assert variant("atomorph corners=false").load().rules == AtomorphRules(size=5, corners=False)
    assert Variant("some name=1", "hex").file_name == "some_name-1.txt"
    with pytest.raises(ValueError, match="no variant is called 'chess'"):
        variant("chess")
