"""Modules of the page that are wanted together, as one file: on a slow line every file is a wait (floor: server).

The sources stay what they are. An entry is a module that is asked for by itself: the page's main module, and whatever
is imported when it is wanted. Its pack holds it and all that it imports, but for what is there already wherever it can
be asked for. In a pack every module is a function that is called once, in the order in which a browser would; what it
exports lies in a table that all packs of a page share. Imports stand where Prettier puts them, at the beginning of a
line; what is written otherwise is refused (tests/server/test_module_packs.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial

from motu.server.page_parts import MAIN, beside, imports_of, modules_of, wanted_of

FOLDER = "packs/"

_IMPORT = re.compile(r"^import (?:\{([^}]*)\} from |\* as (\w+) from )?'(\.[^']+)';$", re.MULTILINE)
_PASSED_ON = re.compile(r"^export \{([^}]*)\} from '(\.[^']+)';$", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
_LISTED = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
_WANTED = re.compile(r"\bimport\('(\.[^']+)'\)")
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)

_FIRST = """const $m = (globalThis.motuModules = new Map());
const $a = (name, folder = '') => new URL(`{up}${{folder}}js/${{name}}.js`, import.meta.url).href;
const $l = async (name) => {{
  if (!$m.has(name)) await import($a(name, '{folder}'));
  return $m.get(name);
}};
const $d = async (...parts) => {{
  for (let at = 0; at < parts.length; at += 2) {{
    if (!$m.has(parts[at])) $m.set(parts[at], parts[at + 1]());
    await $m.get(parts[at]);
  }}
}};
globalThis.motuPacks = {{ $a, $l, $d }};
"""
"""How the first pack begins, which the document names; all others come when it is there."""
_OTHERS = "const { $a, $l, $d } = motuPacks;\n"
_OURS = re.compile(r"(?<![\w$])\$[adlm]\b")
"""The names of a pack's own; a module that had one of them for itself would hide it."""


def pack_of(entry: str) -> str:
    """Return the file of an entry's pack."""
    return FOLDER + entry


def packs_of(contents: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return all packs of the page.

    Args:
        contents: Name of a file -> what is in it, among them all modules.
    """
    packed = _packed_modules(contents)
    return {pack_of(entry): _pack(contents, entry, modules) for entry, modules in packed.items()}


def _pack(contents: Mapping[str, bytes], entry: str, modules: set[str]) -> bytes:
    head = _FIRST.format(up="../" * pack_of(MAIN).count("/"), folder=FOLDER) if entry == MAIN else _OTHERS
    parts = [
        f"'{_short(name)}', async $ => {{\n{as_function(name, contents[name].decode())}}},\n"
        for name in _ordered(contents, entry)
        if name in modules
    ]
    return "".join([head, "await $d(\n", *parts, ");\n"]).encode()


def _short(name: str) -> str:
    """Return how a pack calls a module."""
    return name.removeprefix("js/").removesuffix(".js")


def as_function(name: str, source: str) -> str:
    """Return a module as the body of a function that returns what it exports.

    Raises:
        ValueError: For an import or export that is written in another way than ours, and for a pack's own names.
    """
    exported = list[str]()
    if ours := _OURS.search(source):
        raise ValueError(f"{name}: '{ours[0]}' is a pack's own name")

    def passed_on(match: re.Match[str]) -> str:
        source_name = f"passed{match.start()}"
        exported.extend(f"{new}: {source_name}.{old}" for old, new in _names(match[1]))
        return f"const {source_name} = await $l('{_short(beside(name, match[2]))}');"

    def listed(match: re.Match[str]) -> str:
        exported.extend(f"{new}: {old}" for old, new in _names(match[1]))
        return ""

    def export(match: re.Match[str]) -> str:
        exported.append(match[1])
        return ""

    body = _IMPORT.sub(partial(_import, name), source)
    body = _EXPORT.sub(export, _LISTED.sub(listed, _PASSED_ON.sub(passed_on, body)))
    body = _WANTED.sub(lambda match: f"$l('{_short(beside(name, match[1]))}')", body)
    body = body.replace("import.meta.url", f"$a('{_short(name)}')")
    if left := _LEFT.search(body):
        raise ValueError(f"{name}: '{left[0]}' cannot be packed")
    return f"{body}\nreturn {{ {', '.join(exported)} }};\n"


def _import(name: str, match: re.Match[str]) -> str:
    names, whole, path = match.groups()
    module = f"await $l('{_short(beside(name, path))}')"
    if whole:
        return f"const {whole} = {module};"
    if names is None:
        return f"{module};"
    taken = ", ".join(old if old == new else f"{old}: {new}" for old, new in _names(names))
    return f"const {{ {taken} }} = {module};"


def _names(text: str) -> list[tuple[str, str]]:
    """Return the names in braces, as they are there and as they are here."""
    found = [each.strip().partition(" as ") for each in text.split(",") if each.strip()]
    return [(old, new or old) for old, _, new in found]


def _ordered(contents: Mapping[str, bytes], entry: str) -> list[str]:
    """Return a module and all that it imports, each after what it imports itself.

    Raises:
        ValueError: For modules that import each other in a circle.
    """
    done, open_ = list[str](), list[str]()

    def visit(name: str) -> None:
        if name in open_:
            raise ValueError(f"these modules import each other: {', '.join(open_)}")
        if name in done:
            return
        open_.append(name)
        for each in imports_of(contents, name):
            visit(each)
        done.append(open_.pop())

    visit(entry)
    return done


def _packed_modules(contents: Mapping[str, bytes]) -> dict[str, set[str]]:
    """Return each entry with the modules of its pack."""
    scripts = set[str]()
    asked_by = dict[str, set[str]]()
    waiting = [MAIN]
    while waiting:
        entry = waiting.pop()
        for name in modules_of(contents, entry) - scripts:
            scripts.add(name)
            for wanted in wanted_of(contents, name):
                asked_by.setdefault(wanted, set()).add(name)
                waiting.append(wanted)
    whole = {entry: modules_of(contents, entry) for entry in (MAIN, *asked_by)}
    there = {entry: set(scripts) for entry in asked_by} | {MAIN: set[str]()}
    while True:  # what is there for sure becomes less until it is right
        after = {entry: _common(names, whole, there) for entry, names in asked_by.items()} | {MAIN: set[str]()}
        if after == there:
            return {entry: modules - there[entry] for entry, modules in whole.items()}
        there = after


def _common(names: Iterable[str], whole: Mapping[str, set[str]], there: Mapping[str, set[str]]) -> set[str]:
    """Return what is there whenever one of these modules runs: its own pack came with it, and others before."""
    return set[str].intersection(
        *(modules | there[entry] for name in names for entry, modules in whole.items() if name in modules)
    )
