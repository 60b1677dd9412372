"""The words of the pages in every language: .po files in, what the browser reads out (floor: server).

English stands in the code. A language is one file, `src/motu/web/locale/<code>.po`; its header's "Language-Team" is the
language's own name, as people choose it.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Awaitable, Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import msgspec
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

SOURCES = "src/motu/web/"
"""Where the page's files lie, as .po files name them."""
PACKAGE = "packaging/npm/"
"""Where the modules lie that motu-engine has of its own; it reads texts as the pages do."""
SERVER = "src/motu/server/"
"""Texts that stand here alone are said by the server itself."""

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


def N_(text: str) -> str:  # noqa: N802 - the name by which gettext's tools know it
    """Return a text as it is: it is translated later, where somebody reads it."""
    return text


@dataclass(frozen=True, slots=True)
class Texts:
    """All texts of a language."""

    messages: dict[str, str | list[str]]
    """English text -> text, or its plural forms."""
    scripts: dict[str, frozenset[str] | None]
    """English text -> the scripts it stands in; none for what the server tells browsers; None: no browser needs it."""
    plurals: dict[str, int]
    """Kind of number -> form."""
    form_of: Callable[[int], int]
    """Number -> form."""

    def gettext(self, text: str, **values: object) -> str:
        """Return a text in this language, its places filled in."""
        said = self.messages.get(text)
        return (said if isinstance(said, str) and said else text).format(**values)

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """Return a text with a number in it, which stands for `{count}`."""
        forms = self.messages.get(singular)
        said = forms[self.form_of(count)] if isinstance(forms, list) else ""
        return (said or (singular if count == 1 else plural)).format(count=count)

    def as_json(self, scripts: AbstractSet[str] | None = None) -> bytes:
        """Return what the browser reads: `messages` and `plurals`.

        Args:
            scripts: Which scripts are run: texts that stand in others alone are left out. None: all of them.
        """
        told = {text: said for text, said in self.messages.items() if _is_wanted(self.scripts[text], scripts)}
        return msgspec.json.encode({"messages": told, "plurals": self.plurals})


ENGLISH_TEXTS = Texts({}, {}, {}, lambda count: int(count != 1))
"""English stands in the code."""
AskTexts = Callable[[], Awaitable[Mapping[str, Texts]]]
"""Returns the texts of every language by its code, as soon as they are read."""


def _is_wanted(stands_in: frozenset[str] | None, scripts: AbstractSet[str] | None) -> bool:
    if stands_in is None:
        return False
    return scripts is None or not stands_in or bool(stands_in & scripts)


def read_language(code: str, po: bytes) -> tuple[Language, Texts]:
    """Return a language and its texts.

    Args:
        code: Such as "eo".
        po: A file in the format of GNU gettext.
    """
    catalog = read_po(io.BytesIO(po), locale=code)
    messages = {_key_of(message): _said(message) for message in _usable(catalog)}
    scripts = {_key_of(message): _scripts_of(message) for message in _usable(catalog)}
    form_of = gettext.c2py(catalog.plural_expr)
    texts = Texts(messages, scripts, _plurals(form_of, Locale.parse(code)), form_of)
    return Language(code, str(catalog.language_team)), texts


def _usable(catalog: Catalog) -> Iterator[Message]:
    return (message for message in catalog if message.id and not message.fuzzy)


def _key_of(message: Message) -> str:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}{CONTEXT}{text}" if message.context else text


def _said(message: Message) -> str | list[str]:
    return message.string if isinstance(message.string, str) else list(message.string or ())


def _scripts_of(message: Message) -> frozenset[str] | None:
    places = [place for place, _ in message.locations if not place.startswith(SERVER)]
    if message.locations and not places:
        return None
    is_told = any(not place.startswith((SOURCES + "js/", PACKAGE)) for place in places)
    return frozenset() if is_told else frozenset(place.removeprefix(SOURCES) for place in places)


def _plurals(form_of: Callable[[int], int], locale: Locale) -> dict[str, int]:
    """Return which plural form is for which kind of number: browsers know the kinds, .po files number their forms."""
    plurals: dict[str, int] = {}
    for number in (*range(MOST_COUNTED), 1_000_000):
        plurals.setdefault(locale.plural_form(number), form_of(number))
    return plurals
