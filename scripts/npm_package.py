"""The npm package motu-engine, put together of what the pages are made of: `bash scripts/npm` makes its tarball.

Its own part is `packaging/npm`; the modules that it imports as `js/…` are those of the pages (`src/motu/web/js`), but
for those of which `packaging/npm/js` has another one. What only Python knows comes as files: the looks of boards, the
levels, the texts of the languages, and which files there are.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from motu.eval.lines import line_files
from motu.games import PRESETS, load_game
from motu.server.device_game import FOLDER as LINES_FOLDER
from motu.server.device_game import LEVELS, LINES, levels_json, lines_json
from motu.server.locale import PACKAGE, read_language
from motu.server.page_parts import beside, modules_of
from motu.server.site.site_boards import board_key, rule_keys, site_board
from motu.version import VERSION

ROOT = Path(__file__).resolve().parents[1]
OWN = ROOT / "packaging" / "npm"
WEB = ROOT / "src" / "motu" / "web"
ENTRIES = ("index.js", "node.js", "board.js", "lib/worker.js", "lib/node_worker.js")
PUBLIC = ("index.js", "node.js", "board.js")
"""What others import."""
DATA = ("engine/", "boards/", "locale/")
ABOUT = ("package.json", "README.md", "LICENSE")
ENGINE = ("engine/motu.wasm", "engine/notices.txt")
STYLES = (WEB / "css/theme.css", WEB / "css/board.css", OWN / "lib/board/board.css")
BOARDS = (
    *PRESETS,
    *(f"hex(size={size})" for size in (*range(3, 16), 17, 19)),
    *(f"atomorph(size={size})" for size in range(3, 14)),
)
"""Of these games the boards come along."""

_NAMED = re.compile(r"""(?:from |import\()["'](\.[^"']+)["']""")
"""What a file of types takes from others."""


def semantic(version: str) -> str:
    """Return a version as npm writes it: 1.0.0rc1 is 1.0.0-rc.1."""
    return re.sub(r"(a|b|rc)(\d+)$", r"-\1.\2", version)


def stage(folder: Path) -> None:
    """Write all that the package may want into a folder, in place of what was there: so its types can be made."""
    contents = {**_sources(), **engine_files(), **board_files()}
    contents |= generated(contents)
    texts = text_files(scripts_of(contents))
    contents |= texts
    contents["lib/board/texts_list.js"] = text_list(texts)
    contents["package.json"] = manifest(contents["package.json"])
    _write(folder, contents)


def pick(staged: Path, types: Path, folder: Path) -> None:
    """Put the package together: of all that was staged what is needed, with the types of what others import."""
    contents = {name: file.read_bytes() for name, file in _files_in(staged)}
    declared = {name: file.read_bytes() for name, file in _files_in(types)}
    wanted = {name for name in contents if name.startswith(DATA) or name in ABOUT} | scripts_of(contents)
    chosen = {name: contents[name] for name in wanted}
    _write(folder, chosen | {name: declared[name] for name in declarations_of(declared)})


def scripts_of(contents: Mapping[str, bytes]) -> set[str]:
    """Return the modules that something of the package runs."""
    return {name for entry in ENTRIES for name in modules_of(contents, entry)}


def declarations_of(declared: Mapping[str, bytes]) -> set[str]:
    """Return the types of what others import, with all that they name."""
    found, waiting = set[str](), [entry.replace(".js", ".d.ts") for entry in PUBLIC]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            named = _NAMED.findall(declared[name].decode())
            waiting += [beside(name, path.removesuffix(".js") + ".d.ts") for path in named]
    return found


def _write(folder: Path, contents: Mapping[str, bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in sorted(contents.items()):
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def _sources() -> dict[str, bytes]:
    """Every module that may be wanted, the pages' and the package's own over them."""
    pages = {f"js/{name}": file for name, file in _files_in(WEB / "js")}
    files = {**pages, **dict(_files_in(OWN)), "LICENSE": ROOT / "LICENSE"}
    # What is written last here is imported by what comes first.
    return {name: file.read_bytes() for name, file in files.items()} | {"lib/board/texts_list.js": b""}


def _files_in(folder: Path) -> Iterator[tuple[str, Path]]:
    return ((file.relative_to(folder).as_posix(), file) for file in sorted(folder.rglob("*")) if file.is_file())


def engine_files() -> dict[str, bytes]:
    """Return the engine and what it reads."""
    lines = {LINES_FOLDER + name: net for name, net in line_files().items()}
    engine = {name: (WEB / name).read_bytes() for name in ENGINE}
    return {**engine, **lines, LEVELS: levels_json(), LINES: lines_json()}


def board_files() -> dict[str, bytes]:
    """Return how boards look, and `boards.json`, which says where each lies (web/js/site/boards.js)."""
    games = {board_key(game.spec): game for game in map(load_game, reversed(BOARDS))}
    files = {f"boards/{place}.json": msgspec.json.encode(site_board(game)) for place, game in enumerate(games.values())}
    index = {"rules": rule_keys(), "boards": {key: str(place) for place, key in enumerate(games)}}
    return files | {"boards.json": msgspec.json.encode(index)}


def text_files(scripts: set[str]) -> dict[str, bytes]:
    """Return the texts of some scripts, a file a language."""
    named = {name if name.startswith("js/") else PACKAGE + name for name in scripts}
    texts = {}
    for po in sorted((WEB / "locale").glob("*.po")):
        _, spoken = read_language(po.stem, po.read_bytes())
        texts[f"locale/{po.stem}.json"] = spoken.as_json(named)
    return texts


# --- modules that say which files there are


def generated(contents: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the modules that are written here."""
    files = sorted(name for name in contents if name.startswith("engine/") and not name.endswith(".txt"))
    boards = {Path(name).stem: name for name in sorted(contents) if name.startswith("boards/")}
    head = "// Written by scripts/npm.\n\n"
    return {
        "lib/version.js": f"{head}export const VERSION = '{semantic(VERSION)}';\n".encode(),
        "lib/files.js": (head + _addresses("FILES", {name: name for name in files}, "..") + ADDRESS_OF).encode(),
        "lib/board/board_list.js": (
            head + _index(contents["boards.json"]) + _addresses("BOARDS", boards, "../..")
        ).encode(),
        "lib/board/style.js": (head + style_module()).encode(),
    }


def text_list(texts: Iterable[str]) -> bytes:
    """Return the module that says where the texts of each language are."""
    languages = {Path(name).stem: name for name in sorted(texts)}
    return f"// Written by scripts/npm.\n\n{_addresses('TEXTS', languages, '../..')}".encode()


def _index(boards: bytes) -> str:
    """Return the table that says which board a spec has."""
    kind = "@type {import('../../js/site/boards.js').BoardIndex}"
    return f"/** Which file has the board of a spec. {kind} */\nexport const INDEX = {boards.decode()};\n\n"


def _addresses(name: str, files: Mapping[str, str], up: str) -> str:
    """Return a table of addresses: written out, for bundlers look for each of them."""
    rows = "".join(f"  '{key}': new URL('{up}/{file}', import.meta.url),\n" for key, file in files.items())
    return f"/** @type {{Record<string, URL>}} */\nexport const {name} = {{\n{rows}}};\n"


ADDRESS_OF = """
/** Where a file of this package is. @param {string} file */
export function addressOf(file) {
  const address = FILES[file];
  if (!address) throw new Error(`motu-engine has no file ${file}`);
  return address;
}
"""


def style_module() -> str:
    """Return the style sheets of a board and all round it, for a shadow root.

    What a page's root says stands in `.motu` there, and the element that draws has a name of its own.
    """
    text = "\n".join(file.read_text("utf-8") for file in STYLES)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).replace(":root", ".motu")
    text = re.sub(r"\bmotu-board\b", "motu-board-picture", text)
    text = re.sub(r"\s*\n\s*", "\n", text).strip()
    return (
        f"const TEXT = {json.dumps(text)};\n\n/** @type {{CSSStyleSheet|null}} */\nlet made = null;\n\n"
        "/** The style sheet that all boards of a page share. */\nexport function sheet() {\n  if (!made) {\n"
        "    made = new CSSStyleSheet();\n    made.replaceSync(TEXT);\n  }\n  return made;\n}\n"
    )


def manifest(own: bytes) -> bytes:
    """Return package.json with motu's version."""
    data: dict[str, Any] = json.loads(own)
    return json.dumps({"name": data.pop("name"), "version": semantic(VERSION), **data}, indent=2).encode() + b"\n"


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("stage").add_argument("folder", type=Path)
    picking = commands.add_parser("pick")
    for name in ("staged", "types", "folder"):
        picking.add_argument(name, type=Path)
    asked = parser.parse_args()
    if asked.command == "stage":
        stage(asked.folder)
    else:
        pick(asked.staged, asked.types, asked.folder)


if __name__ == "__main__":
    main()
