"""Specs: the texts that name games, on the command line, in records and as keys (floor: games).

The core reads them (cpp/motu/core/specs), which has their grammar. Names, keys and words are read case-blind; file
names are not.
"""

from __future__ import annotations

from typing import Any

from motu import _core
from motu.games.registry import GAMES, PRESETS
from motu.games.rules import Preset, Rules, spec_value

NAMED_SIZES = dict(_core.named_sizes())
"""Square boards by the names of the online version, shortest to longest."""

MAX_SPEC_LENGTH = _core.MAX_SPEC_LENGTH


def parse_rules(text: str) -> Rules:
    """Read a spec.

    Raises:
        SpecError: "spec/…" with what was read, where, and what would be right.
        RulesError: "rules/invalid" for values that no rules have.
    """
    name, values = _core.read_spec(text, list(GAMES))
    return _made(GAMES[name].rules, values)


def brief_spec(rules: Rules) -> str:
    """Return the shortest text that `parse_rules` reads as these rules, such as "nauru" or "hex(size=9)"."""
    if rules.file is not None or not rules.type.presets:  # no names stand for those
        return str(rules)
    texts = (_brief(preset, rules) for preset in PRESETS.values() if preset.rules is type(rules))
    return min((text for text in texts if text), key=len)


def _brief(preset: Preset, rules: Rules) -> str:
    """Return rules as a preset and what differs from it; nothing where that leaves none of what its name says."""
    usual, row = parse_rules(preset.name), rules.type
    told: dict[str, Any] = {}
    if row.leading_key and getattr(rules, row.leading_key) != getattr(usual, row.leading_key):
        if preset.defaults:
            return ""
        told[row.leading_key] = getattr(rules, row.leading_key)
        usual = _made(row.rules, told)
    values = {each.key: getattr(rules, each.key) for each in row.parameters}
    told |= {key: value for key, value in values.items() if value != getattr(usual, key)}
    for key in row.derived_keys:
        if _made(row.rules, values | {key: None}) == rules:
            told.pop(key, None)
    if preset.defaults and all(key in told for key, _ in preset.defaults):
        return ""
    texts = [f"{key}={spec_value(value)}" for key, value in told.items()]
    return f"{preset.name}({','.join(texts)})" if texts else preset.name


def _made(rules: type[Any], arguments: dict[str, Any]) -> Rules:
    made: Rules = rules(**arguments)
    return made
