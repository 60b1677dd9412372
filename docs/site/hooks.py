"""What MkDocs asks while it builds the site: the start page's board, the gallery, and pages from outside of docs/.

Every picture is drawn by `motu.drawing`, as in the program. Links in the documents are those of a checkout; what lies
outside of docs/ and is no page here becomes plain text.
"""

from __future__ import annotations

import html
import json
import posixpath
import re
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import motu

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PROJECT = {
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "SECURITY.md": "project/security.md",
    "LICENSES.md": "project/licences.md",
    "README.md": "index.md",
}
"""Files beside docs/, and the pages that they are here."""

MOVES = """
    k13 i12 g4 i11 d9 j10 e10 j8 i8 c5 a5 k6 b4 f3 k7 g7 d4 f12 g8 e9 f7 c7 h12 e3 h11 h9 g10 j9 e4 g9 h5 d8 c4 b5
    a4 c2 j6 i6 i5 f4 f5 g5 h6 g6 h8 f6 e6 e5 d5 i7 h7
"""
"""The game on the start page: the program against itself, as in the README's picture."""

TITLES = {"atoll": "Atoll and Hex", "atomorph": "Atomorph", "atmalof": "Atmalof"}
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")


def on_config(config: Any) -> Any:
    """Add the findings that there are to the navigation."""
    for section in config["nav"]:
        if "Findings" in section:
            pages = sorted(path.relative_to(DOCS).as_posix() for path in (DOCS / "findings").glob("*.md"))
            section["Findings"] = [
                *sorted(pages, key=lambda page: not page.endswith("README.md")),
                *section["Findings"],
            ]
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the gallery and the pages that lie outside of docs/."""
    files.append(File.generated(config, "gallery.md", content=gallery()))
    for name, page in PROJECT.items():
        if page != "index.md":
            files.append(File.generated(config, page, content=(ROOT / name).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turn the links of a checkout into those of the site."""
    source = page.file.src_uri
    outside = {target: name for name, target in PROJECT.items()}
    folder = "" if source in outside else posixpath.join("docs", posixpath.dirname(source))
    return _LINK.sub(lambda found: _link(found, folder, source), markdown)


def _link(found: re.Match[str], folder: str, source: str) -> str:
    image, text, target = found.groups()
    if "://" in target or target.startswith(("#", "mailto:", "/")):
        return found[0]
    path, sign, anchor = target.partition("#")
    whole = posixpath.normpath(posixpath.join(folder, path))
    if whole in PROJECT:
        there = PROJECT[whole]
    elif whole.startswith("docs/") and (ROOT / whole).is_file() and not whole.endswith((".py", "Dockerfile")):
        there = whole.removeprefix("docs/")
    elif whole == "docs/gallery.md":
        there = "gallery.md"
    else:
        return text
    return f"{image}[{text}]({posixpath.relpath(there, posixpath.dirname(source) or '.')}{sign}{anchor})"


def on_page_context(context: Any, page: Any, **_: Any) -> Any:
    """Give the start page its board and the order in which the stones were placed."""
    if page.file.src_uri == "index.md":
        state = motu.load_game("nauru").new_initial_state().play_all(MOVES.split())
        context["won"] = motu.draw_svg(state, theme="auto", prefix="won-")
        state.undo()
        context["board"] = motu.draw_svg(state, theme="auto", prefix="play-")
        context["moves"] = json.dumps(MOVES.split())
    return context


# --- the gallery


def gallery() -> str:
    """Return the page of positions: each picture of the rules with its words and the command that draws it."""
    diagrams = json.loads((DOCS / "diagrams.json").read_text("utf-8"))
    words = {name: told for page in DOCS.glob("rules/*.md") if "." not in page.stem for name, told in _words(page)}
    parts = ["---\nhide: [navigation]\n---\n\n# Gallery of positions\n"]
    parts += ["All of them drawn by motu; where a command stands below, it draws the same.\n"]
    for game, title in TITLES.items():
        own = [each for each in diagrams if motu.load_game(each["spec"]).name == game]
        parts += [f"## {title}\n", _figures(_picture(each, words.get(each["name"], "")) for each in own)]
    parts += ["## Solved\n", "Which openings win if nobody swaps: more on [solved boards](solved.md).\n"]
    solved = sorted((DOCS / "images" / "solved").glob("*.svg"))
    parts += [_figures(_figure(f"solved/{path.name}", html.escape(path.stem)) for path in solved)]
    return "\n".join(parts)


def _figures(figures: Iterable[str]) -> str:
    return f'<div class="motu-gallery">{"".join(figures)}</div>\n'


def _figure(image: str, caption: str) -> str:
    return f'<figure><img src="../images/{image}" alt="" loading="lazy"><figcaption>{caption}</figcaption></figure>'


def _words(page: Path) -> list[tuple[str, str]]:
    """Return the pictures of a rules page, by name, with what stands below them."""
    text = page.read_text("utf-8")
    found = re.findall(r"!\[[^\]]*\]\(\.\./images/([\w-]+)\.svg\)\n\n\*(.+?)\*\n\n", text, re.DOTALL)
    return [(name, " ".join(below.split())) for name, below in found]


def _picture(diagram: dict[str, Any], words: str) -> str:
    told = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(words))
    if "stones" not in diagram:
        command = shlex.join(["motu", "show", diagram["spec"], *diagram.get("moves", [])])
        told += f"<pre><code>{html.escape(command)}</code></pre>"
    return _figure(f"{diagram['name']}.svg", told)
