"""The words of the pages in every language: .po files in, what the browser reads out (floor: server).

English stands in the code. A language is one file, `src/motu/web/locale/<code>.po`; its header's "Language-Team" is the
language's own name, as people choose it.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import msgspec
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

SOURCES = "src/motu/web/"
"""Where the page's files lie, as .po files name them."""

CONTEXT = "\4"
"""Stands between a context and a text."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the pages."""

    code: str
    """As in `lang` attributes."""
    name: str
    """By its own name."""


MOST_COUNTED = 200
"""Numbers up to here show every kind of plural that a language has for whole numbers."""

ENGLISH = Language("en", "English")


@dataclass(frozen=True, slots=True)
class Texts:
    """All texts of a language."""

    messages: dict[str, str | list[str]]
    """English text -> text, or its plural forms."""
    scripts: dict[str, frozenset[str]]
    """English text -> the scripts it stands in; none for what the server tells the browser."""
    plurals: dict[str, int]
    """Kind of number -> form."""

    def as_json(self, scripts: AbstractSet[str] | None = None) -> bytes:
        """Return what the browser reads: `messages` and `plurals`.

        Args:
            scripts: Which scripts are run: texts that stand in others alone are left out. None: all of them.
        """
        told = {
            text: said
            for text, said in self.messages.items()
            if scripts is None or not self.scripts[text] or self.scripts[text] & scripts
        }
        return msgspec.json.encode({"messages": told, "plurals": self.plurals})


def read_language(code: str, po: bytes) -> tuple[Language, Texts]:
    """Return a language and its texts.

    Args:
        code: Such as "eo".
        po: A file in the format of GNU gettext.
    """
    catalog = read_po(io.BytesIO(po), locale=code)
    messages = {_key_of(message): _said(message) for message in _usable(catalog)}
    scripts = {_key_of(message): _scripts_of(message) for message in _usable(catalog)}
    texts = Texts(messages, scripts, _plurals(catalog, Locale.parse(code)))
    return Language(code, str(catalog.language_team)), texts


def _usable(catalog: Catalog) -> Iterator[Message]:
    return (message for message in catalog if message.id and not message.fuzzy)


def _key_of(message: Message) -> str:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}{CONTEXT}{text}" if message.context else text


def _said(message: Message) -> str | list[str]:
    return message.string if isinstance(message.string, str) else list(message.string or ())


def _scripts_of(message: Message) -> frozenset[str]:
    places = [place for place, _ in message.locations]
    is_told = any(not place.startswith(SOURCES + "js/") for place in places)
    return frozenset() if is_told else frozenset(place.removeprefix(SOURCES) for place in places)


def _plurals(catalog: Catalog, locale: Locale) -> dict[str, int]:
    """Return which plural form is for which kind of number: browsers know the kinds, .po files number their forms."""
    form_of = gettext.c2py(catalog.plural_expr)
    plurals: dict[str, int] = {}
    for number in (*range(MOST_COUNTED), 1_000_000):
        plurals.setdefault(locale.plural_form(number), form_of(number))
    return plurals
