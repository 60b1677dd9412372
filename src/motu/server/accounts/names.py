"""Which names a person may have, and which of them look alike (floor: server).

A name is put into Unicode's form NFKC; its letters are of one script, beside them stand digits, `-`, `_` and `.`. What
is compared is its skeleton, after Unicode's report 39 but coarser: without case and accents, with one letter for all
that look like it. Two names with one skeleton are one name.
"""

from __future__ import annotations

import unicodedata

from motu.server.events import ServerError

MIN_LENGTH, MAX_LENGTH = 2, 20
_SEPARATORS = frozenset("-_.")
_SCRIPTS = {name: name for name in ("LATIN", "GREEK", "CYRILLIC", "HEBREW", "ARABIC", "GEORGIAN", "ARMENIAN")}
_SCRIPTS |= dict.fromkeys(("CJK", "HIRAGANA", "KATAKANA", "HANGUL"), "CJK")
"""First word of a letter's name in Unicode -> what it may stand beside; Chinese, Japanese and Korean are mixed."""
_ALIKE = {
    "l": "1iıӏіι",
    "o": "0оοօ",
    "a": "аα",
    "b": "вβьъ",
    "c": "сϲ",
    "d": "ԁđð",
    "e": "еєεэ",
    "h": "һнηհ",
    "j": "јϳյ",
    "k": "кκ",
    "m": "м",
    "n": "пո",
    "p": "рρþ",
    "q": "ԛզ",
    "s": "ѕʂ",
    "t": "тτŧ",
    "u": "υսμ",
    "v": "νѵ",
    "w": "ԝωшщ",
    "x": "хχ",
    "y": "уγүყ",
    "z": "ʐ",
    "g": "ɡցǥ",
    "-": "_.",
}
_LOOKS = {ord(other): letter for letter, others in _ALIKE.items() for other in others}
_LOOKS |= {ord("ł"): "l", ord("ø"): "o", ord("ħ"): "h", ord("æ"): "ae", ord("œ"): "oe"}
_PAIRS = (("rn", "m"), ("vv", "w"))
_RESERVED_WORDS = (
    "motu admin administrator moderator mod deleted guest anonymous anonym system root support help staff official "
    "strongest house server bot engine machine computer nobody everybody you me gast gasto invité moi ich"
)
_LEVELS = "level-"


def clean_name(text: str) -> str:
    """Return a name as it is kept.

    Raises:
        ServerError: "account/name" for one that nobody may have, with the reason.
    """
    name = unicodedata.normalize("NFKC", text.strip())
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise _refusal(text, f"a name has {MIN_LENGTH} to {MAX_LENGTH} characters")
    if any(not (each.isalpha() or each in "0123456789" or each in _SEPARATORS) for each in name):
        raise _refusal(text, "a name is made of letters, digits, '-', '_' and '.'")
    if name[0] in _SEPARATORS or name[-1] in _SEPARATORS or any(a + b in name for a in "-_." for b in "-_."):
        raise _refusal(text, "'-', '_' and '.' stand between other characters, one at a time")
    scripts = {_SCRIPTS.get(unicodedata.name(each, "?").split()[0], "?") for each in name if each.isalpha()}
    if not scripts:
        raise _refusal(text, "a name has a letter at least")
    if len(scripts) > 1 or "?" in scripts:
        raise _refusal(text, "the letters of a name are of one script")
    found = skeleton(name)
    if found in RESERVED or found.startswith(_LEVEL_LOOKS):
        raise ServerError(f"the name '{name}' is kept for others; choose another", slug="account/name-taken", text=name)
    return name


def skeleton(name: str) -> str:
    """Return what all names have in common that look like this one."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    looks = "".join(each for each in plain if not unicodedata.combining(each)).translate(_LOOKS)
    for pair, letter in _PAIRS:
        looks = looks.replace(pair, letter)
    return looks


def _refusal(text: str, right: str) -> ServerError:
    return ServerError(f"'{text[:40]}' can't be a name here: {right}", slug="account/name", text=text[:40])


RESERVED = frozenset(map(skeleton, _RESERVED_WORDS.split()))
_LEVEL_LOOKS = skeleton(_LEVELS)
