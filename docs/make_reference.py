"""Write the reference of motu's Python interface: `python docs/make_reference.py`.

It is made of what stands in the sources, signatures and docstrings, and written to `api.md`. `--check` writes nothing
and fails when the page is not what this script writes.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeGuard

PAGE = Path(__file__).parent / "api.md"
SOURCES = Path(__file__).parents[1] / "src"
WIDTH = 100
INTRODUCTION = """\
# Python

What `import motu` has to offer, and the modules beside it that programs use. [The guide](guide.md)
goes through it by examples; this page is made from the docstrings by `docs/make_reference.py`.

Names are at the top level unless another module is said. Whatever is refused is a `MotuError` that
changes nothing, tells what was read and what would be right, and is also the builtin error that one
would expect; [errors](#errors) has them all. Everything is typed: `mypy --strict` knows it.
"""
SECTIONS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("Games and positions", "motu", ("load_game", "Game", "State", "Outcome", "Symmetry", "CHANCE", "TERMINAL")),
    (
        "Rules and boards",
        "motu",
        (
            "parse_rules",
            "PRESETS",
            "RULES_VERSION",
            "Rules",
            "AtollRules",
            "AtomorphRules",
            "AtmalofRules",
            "Board",
            "Island",
            "CustomBoard",
        ),
    ),
    ("Boards of one's own", "motu.boards", ("load_custom_board", "parse_custom_board")),
    ("Records", "motu", ("Record",)),
    ("Games of one's own", "motu", ("own_game", "OwnPosition")),
    ("Players and searches", "motu", ("make_player", "Player", "Limits", "SearchTree")),
    (
        "What searches answer",
        "motu.search.mcts",
        ("SearchSettings", "Evaluate", "Analysis", "MoveAnalysis", "FaceAnalysis", "NetOpinion", "Clock"),
    ),
    ("What players answer", "motu.search.player", ("Choice",)),
    ("Nets", "motu", ("find_net",)),
    ("What nets are", "motu.eval.nets", ("Net", "Judgement", "NetInfo", "Encoding")),
    ("Solvers", "motu", ("make_solver", "SolveLimits")),
    ("What solvers answer", "motu.solve", ("Solver", "Solution", "ActionBounds")),
    ("Pictures", "motu", ("draw_svg",)),
    ("Random games and counts", "motu", ("playouts", "perft")),
    ("Many games at once", "motu", ("VectorEnv", "self_play", "SelfPlayed")),
    ("Studies", "motu.lab", ("parse_study", "read_study", "StudyPlan", "run_study", "StudyStanding")),
    ("What studies answer", "motu.lab", ("StudyTable", "FigureRow", "Measured")),
    ("Collections of games", "motu.explorer.collection", ("CollectedGame", "export")),
    ("The opening explorer", "motu.explorer.openings", ("OpeningExplorer", "Explored", "ExploredMove")),
    ("OpenSpiel", "motu.adapters.openspiel", ("load_game", "OpenSpielGame", "OpenSpielState")),
    ("PettingZoo", "motu.adapters.pettingzoo", ("env", "TwoPersonEnv")),
    ("Gymnasium", "motu.adapters.gymnasium", ("OpponentEnv",)),
)
"""Headings, the module that their names are imported from, and the names."""
DOCSTRING_PARTS = ("Args", "Returns", "Raises", "Yields")
Callable_ = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Definition:
    """A name where it is defined."""

    node: ast.stmt
    doc: str
    """Of a name without a docstring of its own, the text that follows it."""


# --- sources ----------------------------------------------------------------------------------------------------------


@cache
def module_body(module: str) -> tuple[Definition, ...]:
    """Return what a module defines."""
    path = SOURCES.joinpath(*module.split("."))
    file = next(
        each for each in (path.with_suffix(".py"), path / "__init__.py", path.with_suffix(".pyi")) if each.is_file()
    )
    return tuple(definitions(ast.parse(file.read_text("utf-8")).body))


def definitions(body: Sequence[ast.stmt]) -> Iterator[Definition]:
    """Return statements with their docstrings, or with the text that stands below them."""
    for index, node in enumerate(body):
        if isinstance(node, ast.ClassDef | Callable_):
            yield Definition(node, ast.get_docstring(node) or "")
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            after = body[index + 1] if index + 1 < len(body) else None
            is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            yield Definition(node, inspect.cleandoc(str(after.value.value)) if is_text else "")  # type: ignore[union-attr]


def name_of(node: ast.stmt) -> str:
    """Return what a statement defines."""
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.target)
    return ast.unparse(node.targets[0]) if isinstance(node, ast.Assign) else str(getattr(node, "name", ""))


def find(module: str, name: str) -> Definition:
    """Return a name's definition, wherever a module has it from."""
    for known in module_body(module):
        if name_of(known.node) == name and not is_forward(known.node):
            return known
    value = getattr(import_module(module), name)
    home = getattr(value, "__module__", None)
    if home is None or home == module or not home.startswith("motu"):
        home = origin(module, name)
    return find(home, name)


def is_forward(node: ast.stmt) -> bool:
    """Return whether a function only loads what it is asked for."""
    return isinstance(node, Callable_) and node.name == "__getattr__"


def origin(module: str, name: str) -> str:
    """Return the module from which another one imports a name."""
    path = SOURCES.joinpath(*module.split("."))
    file = path.with_suffix(".py") if path.with_suffix(".py").is_file() else path / "__init__.py"
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and any(each.name == name for each in node.names):
            return node.module
    raise LookupError(f"{module} has no {name}")


# --- text -------------------------------------------------------------------------------------------------------------


def wrapped(text: str, first: str = "", rest: str = "") -> str:
    """Return a paragraph in lines that are short enough."""
    one_line = re.sub(r"\s+", " ", text).strip()
    return textwrap.fill(
        one_line, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


def paragraphs(doc: str) -> Iterator[str]:
    """Return a docstring as Markdown: examples fenced, parts of Google's style as lists."""
    for block in re.split(r"\n\s*\n", doc.strip()):
        head, _, tail = block.partition("\n")
        if block.lstrip().startswith(">>>"):
            yield f"```pycon\n{textwrap.dedent(block)}\n\n```"
        elif head.rstrip(":") in DOCSTRING_PARTS and head.endswith(":"):
            yield part(head.rstrip(":"), textwrap.dedent(tail))
        elif block.lstrip().startswith(("- ", "|", "```")):
            yield block
        else:
            yield wrapped(block)


def part(title: str, text: str) -> str:
    """Return arguments and errors as a list, other parts as a paragraph."""
    if title in ("Returns", "Yields"):
        return wrapped(f"**{title}:** {text}")
    items = re.split(r"\n(?=\S)", text.strip())
    lines = [f"**{'Arguments' if title == 'Args' else title}:**", ""]
    for item in items:
        names, colon, meaning = item.partition(": ")
        is_named = colon and "\n" not in names
        shown = ", ".join(f"`{each.strip()}`" for each in names.split(",")) if is_named else ""
        lines.append(wrapped(f"{shown}: {meaning}" if is_named else item, "- ", "  "))
    return "\n".join(lines)


def signature(node: Callable_, prefix: str, *, is_method: bool) -> str:
    """Return how a function is called, on several lines where one is too short."""
    arguments = node.args
    parts = [*_positional(arguments, is_method=is_method)]
    if arguments.vararg:
        parts.append(f"*{ast.unparse(arguments.vararg)}")
    elif arguments.kwonlyargs:
        parts.append("*")
    for name, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        parts.append(_argument(name, default))
    if arguments.kwarg:
        parts.append(f"**{ast.unparse(arguments.kwarg)}")
    result = f" -> {_type(node.returns)}" if node.returns is not None and node.name != "__init__" else ""
    line = f"{prefix}({', '.join(parts)}){result}"
    if len(line) <= WIDTH:
        return line
    return f"{prefix}(\n" + "".join(f"    {each},\n" for each in parts) + f"){result}"


def _positional(arguments: ast.arguments, *, is_method: bool) -> Iterator[str]:
    names = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(names) - len(arguments.defaults)) + list(arguments.defaults)
    for name, default in list(zip(names, defaults, strict=True))[1 if is_method else 0 :]:
        yield _argument(name, default)


def _argument(name: ast.arg, default: ast.expr | None) -> str:
    typed = f"{name.arg}: {_type(name.annotation)}" if name.annotation else name.arg
    if default is None:
        return typed
    return f"{typed} = {ast.unparse(default)}" if name.annotation else f"{typed}={ast.unparse(default)}"


def _type(node: ast.expr | None) -> str:
    """Return a type as one reads it: arrays without the bounds that only the native stub knows."""
    text = "" if node is None else ast.unparse(node)
    return re.sub(r"Annotated\[(NDArray\[[\w.]+\]), dict\(.*?\)\]", r"\1", text).replace("numpy.", "np.")


# --- entries ----------------------------------------------------------------------------------------------------------


def entry(module: str, name: str) -> Iterator[str]:
    """Return the Markdown of a name."""
    known = find(module, name)
    yield f"### {name}"
    if isinstance(known.node, ast.ClassDef):
        yield from class_entry(known.node, name)
    elif isinstance(known.node, Callable_):
        yield fenced(signature(known.node, name, is_method=False))
        yield from paragraphs(known.doc)
    else:
        is_typed = isinstance(known.node, ast.AnnAssign)
        yield fenced(
            f"{name}: {_type(getattr(known.node, 'annotation', None))}" if is_typed else ast.unparse(known.node)
        )
        yield from paragraphs(known.doc)


def class_entry(node: ast.stmt, name: str) -> Iterator[str]:
    """Return the Markdown of a class below its heading."""
    if not isinstance(node, ast.ClassDef):
        raise TypeError(f"{name} is no class")
    members = [*definitions(node.body)]
    begin = next((each for each in members if name_of(each.node) == "__init__"), None)
    if begin is not None and isinstance(begin.node, Callable_):
        yield fenced(signature(begin.node, name, is_method=True))
    yield from paragraphs(ast.get_docstring(node) or "")
    if begin is not None:
        yield from (each.replace("**Raises:**", "**Making one raises:**") for each in list(paragraphs(begin.doc))[1:])
    yield from attributes(members, begin)
    yield from methods([*members, *native_members(node, members)], name)


def attributes(members: Sequence[Definition], begin: Definition | None) -> Iterator[str]:
    """Return what can be read: fields, properties, and what the constructor says of itself."""
    own = [*definitions(begin.node.body)] if begin is not None and isinstance(begin.node, ast.FunctionDef) else []
    lines = []
    for each in members:
        if isinstance(each.node, ast.AnnAssign | ast.Assign):
            lines.append((name_of(each.node), _type(getattr(each.node, "annotation", None)), each.doc))
        elif isinstance(each.node, Callable_) and is_property(each.node):
            lines.append((each.node.name, _type(each.node.returns), each.doc))
    for each in own:
        named = name_of(each.node)
        if named.startswith("self.") and each.doc:
            lines.append((named.removeprefix("self."), _type(getattr(each.node, "annotation", None)), each.doc))
    shown = [line for line in lines if not line[0].startswith("_")]
    if shown:
        yield "**Attributes:**"
        yield "\n".join(attribute(*line) for line in shown)


def attribute(name: str, kind: str, doc: str) -> str:
    """Return the line of a list that tells of an attribute."""
    of_type = f" ({f'`{kind}`'})" if kind else ""
    text = re.sub(r"\n\s*\n(\w+:)\n", r" \1 ", doc)
    return wrapped(f"`{name}`{of_type}{': ' if text else ''}{text}", "- ", "  ")


def is_property(node: Callable_) -> bool:
    """Return whether a method is read like an attribute."""
    return any(ast.unparse(each) in ("property", "cached_property") for each in node.decorator_list)


def native_members(node: ast.ClassDef, members: Sequence[Definition]) -> Iterator[Definition]:
    """Return the methods that a class has from the native core."""
    known = {name_of(each.node) for each in members}
    for base in node.bases:
        text = ast.unparse(base)
        if not text.startswith("_core."):
            continue
        native = find("motu._core", text.removeprefix("_core."))
        body = native.node.body if isinstance(native.node, ast.ClassDef) else []
        yield from (each for each in definitions(body) if name_of(each.node) not in known)


def is_method(node: ast.stmt) -> TypeGuard[Callable_]:
    """Return whether a statement is a method for everybody."""
    return isinstance(node, Callable_) and not node.name.startswith("_") and not is_property(node)


def methods(known: Sequence[Definition], owner: str) -> Iterator[str]:
    """Return methods: those of which a sentence says all in a list, then the others."""
    shown = [(each.node, each.doc) for each in known if is_method(each.node)]
    short = [(node, doc) for node, doc in shown if "\n\n" not in doc]
    if short:
        yield "**Methods:**"
        yield "\n".join(wrapped(f"`{called(node, owner)}`: {doc}", "- ", "  ") for node, doc in short)
    for node, doc in shown:
        if (node, doc) not in short:
            yield f"#### {owner}.{node.name}"
            yield fenced(called(node, owner))
            yield from paragraphs(doc)


def called(node: Callable_, owner: str) -> str:
    """Return how a method is called."""
    is_static = any(ast.unparse(each) == "staticmethod" for each in node.decorator_list)
    is_bound = any(ast.unparse(each) in ("staticmethod", "classmethod") for each in node.decorator_list)
    prefix = f"{owner}.{node.name}" if is_bound else f"{node.name}"
    return signature(node, prefix, is_method=not is_static)


def fenced(code: str) -> str:
    """Return code in a fence."""
    return f"```text\n{code}\n```"


def errors() -> Iterator[str]:
    """Return the tree of errors, as the module draws it."""
    yield "## Errors"
    doc = inspect.getdoc(import_module("motu.errors")) or ""
    tree = re.search(r"```\n.*?```", doc, re.DOTALL)
    drawn = tree[0].replace("```", "```text", 1) if tree else ""
    yield f"They stand in `motu.errors`, each with the part of its slugs:\n\n{drawn}"
    yield from class_entry(find("motu.errors", "MotuError").node, "MotuError")


def page() -> str:
    """Return the whole page."""
    parts = [INTRODUCTION.strip()]
    for title, module, names in SECTIONS:
        parts.append(f"## {title}")
        if module != "motu":
            parts.append(f"From `{module}`:")
        for name in names:
            parts.extend(entry(module, name))
    parts.extend(errors())
    return "\n\n".join(part.rstrip() for part in parts if part.strip()) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, or compare it."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the page is not up to date")
    is_check: Any = parser.parse_args(arguments).check
    text = page()
    if is_check:
        return int(PAGE.read_text("utf-8") != text)
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
