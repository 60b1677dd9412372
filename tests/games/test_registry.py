"""The registry has a row for each game; what a game has none of, its rules say without being asked which game it is."""

from dataclasses import fields
from typing import Any

import pytest

import motu
from motu import _core
from motu.games import GAMES, PARAMETERS, PRESETS
from motu.games.registry import register

each_game = pytest.mark.parametrize("name", GAMES)


@each_game
def test_a_row_is_the_type_of_its_rules(name: str) -> None:
    row = GAMES[name]
    assert (row.name, row.rules.name) == (name, name)
    assert motu.load_game(name).type is row.rules().type is row


@each_game
def test_the_first_preset_is_the_game_itself(name: str) -> None:
    first = GAMES[name].presets[0]
    assert (first.name, first.defaults) == (name, ())
    assert PRESETS[name] is first


@each_game
def test_parameters_are_the_fields_of_the_rules_in_their_order(name: str) -> None:
    row = GAMES[name]
    assert [each.key for each in row.parameters] == [each.name for each in fields(row.rules) if each.name != "custom"]


@each_game
def test_the_core_knows_the_same_names_and_keys(name: str) -> None:
    row = GAMES[name]
    assert [preset.name for preset in row.presets] == [each for each, _ in _core.spec_presets(name)]
    assert [each.key for each in row.parameters] == _core.spec_keys(name)


@each_game
def test_who_has_a_pie_rule_can_switch_it(name: str) -> None:
    rules = GAMES[name].rules()
    assert rules.swap == rules.type.has_swap
    assert rules.with_swap(False).swap is False
    assert (rules.with_swap(False) == rules) != rules.type.has_swap


@each_game
def test_a_row_tells_dice_and_flips_as_the_native_game_does(name: str) -> None:
    game = motu.load_game(name)
    assert game.type.has_dice == (game.max_chance_outcomes > 0)
    assert ("weak" in " ".join(game.observation_planes)) == game.type.has_flips


@pytest.mark.parametrize(
    ("spec", "sides"), [("hex(size=9x11)", (9, 11)), ("gan", None), ("atomorph", None), ("atmalof", None)]
)
def test_hex_is_known_by_its_sides(spec: str, sides: tuple[int, int] | None) -> None:
    assert motu.parse_rules(spec).hex_size == sides


@pytest.mark.parametrize(
    ("spec", "resized"),
    [
        ("gan", "nauru"),
        ("hex(size=5)", "hex"),
        ("atomorph(size=5)", "atomorph"),
        ("atmalof", "atmalof(rows=11,cols=11)"),
    ],
)
def test_the_same_game_is_had_in_another_size(spec: str, resized: str) -> None:
    assert motu.parse_rules(spec).resized(11, 11) == motu.parse_rules(resized)


def test_a_game_that_is_registered_again_stays_where_it_is() -> None:
    before = list(GAMES), list(PRESETS)
    register(GAMES["atoll"])
    assert (list(GAMES), list(PRESETS)) == before


@pytest.mark.parametrize("names", [GAMES, PRESETS, PARAMETERS])
def test_nobody_changes_which_games_there_are(names: Any) -> None:
    with pytest.raises(TypeError):
        names["hex"] = None
    assert dict(names) == names
