"""What a view of the page is made of: its modules with all that they import, and its style sheets (floor: server).

A browser finds out about a module's imports when it has read the module, and so asks for them in waves, one after
another; the document names them all at once. The modules themselves say what they need; nothing is listed twice.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

MAIN = "js/main.js"
EVERYWHERE = ("css/theme.css", "css/board.css", "css/app.css")
"""The style sheets of every view, in their order."""

KEPT = 2048
"""Modules that are read once, though each is asked for what it imports a dozen times."""

_IMPORT = re.compile(rb"^(?:import|export) [^;]*?'(\.[^']+)';", re.MULTILINE)
_VIEW = re.compile(rb"^  '?(\w*)'?: \(\) => import\('(\.[^']+)'\),$", re.MULTILINE)
_WANTED = re.compile(rb"\bimport\('(\.[^']+)'\)")
_COMMENT = re.compile(rb"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
_STYLE = re.compile(rb"\buseStyle\('(\w+)'\)")


@dataclass(frozen=True, slots=True)
class Parts:
    """What a view is made of, as names of files."""

    styles: list[str]
    modules: list[str]
    """Its own module, and all that it and the page's import at once."""
    entries: list[str]
    """The modules that are asked for by themselves."""


def views_of(contents: Mapping[str, bytes]) -> dict[str, str]:
    """Return the first part of a view's address -> its module, as the page's main module has them."""
    return {name.decode(): beside(MAIN, path.decode()) for name, path in _VIEW.findall(contents[MAIN])}


def imports_of(contents: Mapping[str, bytes], name: str) -> list[str]:
    """Return what a module imports at once, in its order."""
    return list(_imported(name, contents[name]))


def wanted_of(contents: Mapping[str, bytes], name: str) -> list[str]:
    """Return what a module imports when it is wanted."""
    return list(_wanted(name, contents[name]))


@lru_cache(KEPT)
def _imported(name: str, content: bytes) -> tuple[str, ...]:
    return tuple(beside(name, path.decode()) for path in _IMPORT.findall(content))


@lru_cache(KEPT)
def _wanted(name: str, content: bytes) -> tuple[str, ...]:
    return tuple(beside(name, path.decode()) for path in _WANTED.findall(_COMMENT.sub(b"", content)))


def forget_modules() -> None:
    """Let go of the sources that were read."""
    _imported.cache_clear()
    _wanted.cache_clear()


def modules_of(contents: Mapping[str, bytes], name: str) -> set[str]:
    """Return a module with all that it imports at once."""
    found, waiting = set[str](), [name]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += imports_of(contents, module)
    return found


def scripts_of(contents: Mapping[str, bytes], view: str) -> set[str]:
    """Return all scripts that a view may come to run: the page's and its own, with those that are loaded when wanted.

    Of a view that there is not, those of the page around it.
    """
    views = views_of(contents)
    found, waiting = set[str](), [MAIN, *([views[view]] if view in views else [])]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        asked = {*imports_of(contents, name), *wanted_of(contents, name)}
        waiting += asked - set(views.values()) if name == MAIN else asked
    return found


def styles_of(contents: Mapping[str, bytes], modules: set[str]) -> list[str]:
    """Return the style sheets that these modules need, those of every view first."""
    asked = {name.decode() for module in modules for name in _STYLE.findall(contents[module])}
    return [*EVERYWHERE, *(f"css/{name}.css" for name in sorted(asked))]


def parts_of(contents: Mapping[str, bytes], view: str) -> Parts:
    """Return the parts of a view; of a view that there is not, those of the page around it."""
    modules = modules_of(contents, MAIN)
    module = views_of(contents).get(view)
    if module is not None:
        modules |= modules_of(contents, module)
    return Parts(styles_of(contents, modules), sorted(modules), [MAIN, *([module] if module is not None else [])])


def beside(module: str, path: str) -> str:
    """Return the name of the file that a module calls by a path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), path))
