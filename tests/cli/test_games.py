"""`motu games`."""

from dataclasses import fields
from itertools import pairwise

import pytest

import motu
from cli.running import refusal, run_json, run_well
from motu.games.registry import PARAMETERS

RULES: dict[str, type[motu.Rules]] = {
    "atoll": motu.AtollRules,
    "atomorph": motu.AtomorphRules,
    "atmalof": motu.AtmalofRules,
}


@pytest.mark.parametrize("name", motu.PRESETS)
def test_every_preset_is_listed_with_its_spec(name: str) -> None:
    lines = [line.split() for line in run_well("games").splitlines()]
    spec = motu.load_game(name).spec
    assert any(words[:1] == [name] and follower == [spec] for words, follower in pairwise(lines))


def test_json_tells_the_same_and_loads_again() -> None:
    games = run_json("games")["games"]
    assert [game["name"] for game in games] == list(motu.PRESETS)
    for game in games:
        loaded = motu.load_game(game["spec"])
        assert loaded.spec == motu.load_game(game["name"]).spec
        assert (game["game"], game["cells"]) == (loaded.name, loaded.board.num_cells)
    assert {game["name"]: game["islands"] for game in games if game["islands"] > 8} == {"atoll-12": 12, "atoll-24": 24}


@pytest.mark.parametrize("name", PARAMETERS)
def test_switches_are_the_fields_of_the_rules(name: str) -> None:
    keys = {field.name for field in fields(RULES[name])} - {"custom"}
    assert {switch.key for switch in PARAMETERS[name]} == keys
    assert {switch["key"] for switch in run_json("games")["switches"][name]} == keys


@pytest.mark.parametrize("name", PARAMETERS)
def test_the_default_of_a_switch_stands_first(name: str) -> None:
    spec = motu.load_game(name).spec.lower()
    for switch in PARAMETERS[name]:
        if switch.key != "file":
            first = switch.text.replace(",", " ").split()[0]
            assert f"{switch.key}={first}" in spec


@pytest.mark.parametrize("name", PARAMETERS)
def test_values_named_with_bars_are_right(name: str) -> None:
    for switch in PARAMETERS[name]:
        for value in switch.text.split(" | ") if " | " in switch.text else []:
            motu.parse_rules(f"{name}({switch.key}={value})")


def test_lines_fit_a_terminal() -> None:
    assert max(map(len, run_well("games").splitlines())) <= 104


def test_no_arguments_are_taken() -> None:
    assert "--help says what is right" in refusal("games", "hex")
