"""The words of the pages in every language: .po files in, what the browser reads out (floor: server).

English stands in the code. A language is one file, `src/motu/web/locale/<code>.po`; its header's "Language-Team" is the
language's own name, as people choose it.
"""

from __future__ import annotations

import gettext
import io
from dataclasses import dataclass

import msgspec
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

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


def read_language(code: str, po: bytes) -> tuple[Language, bytes]:
    """Return a language and its texts as JSON: English text -> text or its plural forms, kind of number -> form.

    Args:
        code: Such as "eo".
        po: A file in the format of GNU gettext.
    """
    catalog = read_po(io.BytesIO(po), locale=code)
    texts = {"messages": _messages(catalog), "plurals": _plurals(catalog, Locale.parse(code))}
    return Language(code, str(catalog.language_team)), msgspec.json.encode(texts)


def _messages(catalog: Catalog) -> dict[str, str | list[str]]:
    messages: dict[str, str | list[str]] = {}
    for message in catalog:
        if not message.id or message.fuzzy:
            continue
        text = message.id if isinstance(message.id, str) else message.id[0]
        key = f"{message.context}{CONTEXT}{text}" if message.context else text
        messages[key] = message.string if isinstance(message.string, str) else list(message.string or ())
    return messages


def _plurals(catalog: Catalog, locale: Locale) -> dict[str, int]:
    """Return which plural form is for which kind of number: browsers know the kinds, .po files number their forms."""
    form_of = gettext.c2py(catalog.plural_expr)
    plurals: dict[str, int] = {}
    for number in (*range(MOST_COUNTED), 1_000_000):
        plurals.setdefault(locale.plural_form(number), form_of(number))
    return plurals
