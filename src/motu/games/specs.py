r"""Specs: the texts that name games, on the command line, in records and as keys (floor: games).

    spec  = name [ "(" [ key "=" value { "," key "=" value } ] ")" ]
    value = word | '"' text with \\" and \\\\ '"'

Names, keys and words are read case-blind; file names are not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from motu.errors import SpecError
from motu.games.parameters import Parameter, ParameterKind
from motu.games.registry import PRESETS
from motu.games.rules import Preset, Rules, spec_value

NAMED_SIZES = {"gan": 7, "nauru": 11, "tokelau": 15, "kiritimati": 19}
"""Square boards by the names of the online version, shortest to longest."""


_TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,()="]+))\s*')
_NAME = re.compile(r"\s*([A-Za-z0-9_-]+)\s*")
MAX_SPEC_LENGTH = 4096


def parse_rules(text: str) -> Rules:
    """Read a spec.

    Raises:
        SpecError: "spec/…" with what was read, where, and what would be right.
        RulesError: "rules/invalid" for values that no rules have.
    """
    if len(text) > MAX_SPEC_LENGTH:
        raise SpecError(f"a spec has at most {MAX_SPEC_LENGTH} characters, not {len(text)}", slug="spec/length")
    name, values = _split(text)
    preset = PRESETS.get(name.lower())
    if preset is None:
        raise SpecError(
            f"unknown game '{name}': the names are {', '.join(PRESETS)}",
            slug="spec/unknown-game",
            text=text,
            legal=PRESETS,
        )
    readers = _readers(preset.rules.type.parameters)
    arguments = dict(preset.defaults)
    if "file" in values:
        arguments = {}
    for key, (value, place) in values.items():
        reader = readers.get(key)
        if reader is None:
            raise _key_error(text, key, place, preset.name, tuple(readers))
        try:
            arguments[key] = reader(value)
        except ValueError as error:
            raise SpecError(
                f"cannot read {key}={value} in '{text}': {error}",
                slug="spec/value",
                text=value,
                position=f"character {place + 1}",
            ) from None
    return _made(preset.rules, arguments)


def brief_spec(rules: Rules) -> str:
    """Return the shortest text that `parse_rules` reads as these rules, such as "nauru" or "hex(size=9)"."""
    if rules.file is not None:
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


def _key_error(text: str, key: str, place: int, name: str, keys: tuple[str, ...]) -> SpecError:
    return SpecError(
        f"unknown key '{key}' in '{text}': {name} has {', '.join(keys)}",
        slug="spec/unknown-key",
        text=key,
        position=f"character {place + 1}",
        legal=keys,
    )


def _split(text: str) -> tuple[str, dict[str, tuple[str, int]]]:
    """Return the name and, for each key, its value and where the key stands."""
    head = _NAME.match(text)
    if head is None:
        raise _syntax_error(text, 0, "a game's name such as atoll")
    rest = text[head.end() :].rstrip()
    if not rest:
        return head.group(1), {}
    if rest[0] != "(":
        raise _syntax_error(text, head.end(), "'(' or nothing more")
    if rest[-1] != ")":
        raise _syntax_error(text, len(text.rstrip()), "')' at the end")
    return head.group(1), _split_values(text, head.end() + 1, head.end() + len(rest) - 1)


def _split_values(text: str, place: int, end: int) -> dict[str, tuple[str, int]]:
    values: dict[str, tuple[str, int]] = {}
    if not text[place:end].strip():
        return values
    while True:
        key_match = _TOKEN.match(text, place, end)
        if key_match is None or key_match.group(2) is None:
            raise _syntax_error(text, place, "a key such as size")
        key = key_match.group(2).lower()
        if key in values:
            raise SpecError(
                f"the key '{key}' stands twice in '{text}'",
                slug="spec/duplicate-key",
                text=key,
                position=f"character {place + 1}",
            )
        if text[key_match.end() : key_match.end() + 1] != "=":
            raise _syntax_error(text, key_match.end(), f"'=' after {key}")
        value_match = _TOKEN.match(text, key_match.end() + 1, end)
        if value_match is None:
            raise _syntax_error(text, key_match.end() + 1, f"a value for {key}")
        raw, word = value_match.groups()
        values[key] = (word if raw is None else re.sub(r"\\(.)", r"\1", raw), place)
        place = value_match.end()
        if place >= end:
            return values
        if text[place] != ",":
            raise _syntax_error(text, place, "',' or ')'")
        place += 1


def _syntax_error(text: str, place: int, expected: str) -> SpecError:
    found = f"'{text[place]}'" if place < len(text) else "the end"
    return SpecError(
        f"cannot read the spec '{text}': {expected} expected at character {place + 1}, found {found}; an example is"
        " atoll(board=square,size=11)",
        slug="spec/syntax",
        text=text,
        position=f"character {place + 1}",
    )


# --- values -----------------------------------------------------------------------------------------------------------


def _readers(parameters: Sequence[Parameter]) -> dict[str, Callable[[str], Any]]:
    return {each.key: _read_size if each.key == "size" else _READERS[each.kind] for each in parameters}


def _read_int(value: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", value):
        raise ValueError("a whole number from 0 to 9999 is right")
    return int(value)


def _read_bool(value: str) -> bool:
    words = {"true": True, "false": False}
    if value.lower() not in words:
        raise ValueError("true or false is right")
    return words[value.lower()]


def _read_size(value: str) -> int | tuple[int, int]:
    if value.lower() in NAMED_SIZES:
        return NAMED_SIZES[value.lower()]
    sides = value.lower().split("x")
    if len(sides) == 2:
        return _read_int(sides[0]), _read_int(sides[1])
    try:
        return _read_int(value)
    except ValueError:
        raise ValueError(f"a number, columns x rows as in 9x11, or {', '.join(NAMED_SIZES)} is right") from None


_READERS: dict[ParameterKind, Callable[[str], Any]] = {
    "number": _read_int,
    "choice": str.lower,
    "switch": _read_bool,
    "file": str,
}
