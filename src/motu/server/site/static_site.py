"""Writes the pages as files that any host can hand out (floor: server).

Invariant: no file names a host or a folder, and those below `files/` lie in a folder named after what they hold.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import posixpath
import re
import shutil
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from motu.errors import MotuError
from motu.server.app_icons import APPLE_TOUCH, ICON, manifest
from motu.server.device_game import FOLDER, LEVELS, LINES
from motu.server.early import early_script
from motu.server.locale import ENGLISH, Texts
from motu.server.module_packs import FOLDER as PACKS
from motu.server.module_packs import pack_of
from motu.server.packing import without_comments
from motu.server.page_parts import MAIN, beside, modules_of, scripts_of, wanted_of
from motu.server.pages import Site, page_files, site_of
from motu.server.site.packed import packed
from motu.server.site.site_boards import site_boards, wanted_specs
from motu.server.site.site_data import rules_files, site_data

MODULES = {
    "js/house.js": "site/house.js",
    "js/afterwards.js": "site/afterwards.js",
    "js/in_sight.js": "site/no_house.js",
    "js/address.js": "site/address.js",
    "js/engine/engine_module.js": "../site/engine_module.js",
    "js/views/remote.js": "../site/no_remote.js",
    "js/ahead/ahead.js": "../site/no_ahead.js",
    "js/notices/bell.js": "../site/no_bell.js",
    "js/dice/duty.js": "../site/no_house.js",
    "js/games/clock_choices.js": "../site/no_house.js",
    "js/games/clock_face.js": "../site/no_house.js",
    "js/games/clock_words.js": "../site/no_house.js",
    "js/games/meeting_api.js": "../site/no_house.js",
    "js/games/refusals_among_people.js": "../site/no_house.js",
    "js/series/series_state.js": "../site/no_house.js",
    "js/series/series_texts.js": "../site/no_house.js",
    "js/study/excess.js": "../site/no_house.js",
    "js/tournaments/next_in_tournament.js": "../site/no_house.js",
    "js/views/challenge_texts.js": "../site/no_house.js",
    "js/views/clock_form.js": "../site/no_house.js",
    "js/views/game_terms.js": "../site/no_house.js",
    "js/views/rated_choice.js": "../site/no_house.js",
    "js/views/ratings.js": "../site/no_house.js",
    "js/views/rest.js": "../site/no_house.js",
    "js/views/table_clock.js": "../site/no_house.js",
    "js/views/vacation_card.js": "../site/no_house.js",
}
"""Modules of the pages -> those which stand in their place, as seen from there."""
VIEWS = frozenset({"", "play", "study", "learn", "puzzles", "games", "about"})
"""The views of a site without a server."""
FIRST = ("js/views/home.js", "js/views/play.js", "js/views/table.js", "js/guide/guide.js")
"""Modules that come with the main one: a first game waits for one file, and no other file has them again."""
LATER = "js/site/later.js"
"""A module that is made here: it has all others that are loaded when they are wanted, in one file."""
UNUSED = (
    "js/study/review.js",
    "js/study/exchange.js",
    "js/study/fresh.js",
    "js/study/collection_panel.js",
    "js/news.js",
    "js/views/dice_check.js",
)
"""Modules of what only a server can do: nothing on the pages leads to them."""
ENGINE_WORKER = "js/engine/engine_worker.js"
ENGINE, PACKED_ENGINE = "engine/motu.wasm", "engine/motu.bin"
NOTICES = "engine/notices.txt"
WORKER = "js/site/worker.js"
TOUCH = "icons/icon-192.png"
"""The one icon of points that systems ask for; where they want another size, they draw it from `ICON`."""
DATA = "site/"
FILES = "files/"
MARKER = ".motu-site"
"""A file that says that a folder is a site of ours, which may be written anew."""

POLICY = (
    "default-src 'none'; script-src 'self' {early} 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "worker-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)

_VIEW_LINE = re.compile(rb"^  '?(\w*)'?: \(\) => import\('\.[^']+'\),\n", re.MULTILINE)
_EXPORTS = re.compile(rb"^export (?:async )?(?:const|function|class) (\w+)", re.MULTILINE)


class SiteError(MotuError, ValueError):
    """A site that cannot be written: slug "site/…"."""


@dataclass(frozen=True, slots=True)
class SiteReport:
    """What was written."""

    files: dict[str, int] = field(default_factory=dict)
    """Name of each file -> its size in bytes."""
    packed: dict[str, int] = field(default_factory=dict)
    """The same as gzip packs it."""
    later: frozenset[str] = frozenset()
    """Weights, which are fetched when they are wanted."""

    @property
    def packed_bytes(self) -> int:
        """How much travels to a browser that keeps all of the site, weights left out."""
        return sum(size for name, size in self.packed.items() if name not in self.later)


def write_site(folder: Path, languages: Collection[str] = ("en", "eo")) -> SiteReport:
    """Write the site into a folder.

    Args:
        folder: It is made where there is none; one that has anything but a site of ours in it is refused.
        languages: Codes of the languages of its pages, English among them whether it is named or not.

    Raises:
        SiteError: "site/folder", "site/language".
        OSError: Where the folder cannot be written.
    """
    files, later = _site_files(languages)
    _clear(folder)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return SiteReport(
        {name: len(content) for name, content in files.items()},
        {name: len(gzip.compress(content, mtime=0)) for name, content in files.items()},
        later,
    )


def _clear(folder: Path) -> None:
    """Take an older site away."""
    if folder.exists() and not folder.is_dir():
        raise SiteError(f'"{folder}" is no folder', slug="site/folder", text=str(folder))
    if folder.is_dir() and any(folder.iterdir()):
        if not (folder / MARKER).is_file():
            told = f'"{folder}" has something else in it; a site is written into an empty folder, or over an older site'
            raise SiteError(told, slug="site/folder", text=str(folder))
        shutil.rmtree(folder / FILES, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)


def _site_files(languages: Collection[str]) -> tuple[dict[str, bytes], frozenset[str]]:
    """Return all files by their names, and the names of those that are fetched when they are wanted."""
    contents = _own_pages(languages)
    sources = {name: content for name, content in contents.items() if name.endswith(".js")}
    site = site_of(contents)
    wanted = _wanted(site, sources)
    version = hashlib.sha256(b"".join(name.encode() + wanted[name] for name in sorted(wanted))).hexdigest()[:16]
    static = f"{FILES}{version}"
    files = {f"{static}/{name}": content for name, content in wanted.items()}
    later = frozenset(name for name in files if name.startswith(f"{static}/{FOLDER}"))
    document = _document(site, static)
    needed = ["./", *(name for name in files if name not in later and not _is_aside(name))]
    worker = _worker(sources[WORKER], version, needed, later)
    return {
        "index.html": document,
        "worker.js": worker,
        "manifest.webmanifest": manifest(static, "./", (TOUCH,)),
        MARKER: f"{version}\n".encode(),
        **files,
    }, later


def _is_aside(name: str) -> bool:
    """Whether a file is for others than the pages: licences, and icons that systems ask for."""
    return name.endswith((NOTICES, ".png"))


def _own_pages(languages: Collection[str]) -> dict[str, bytes]:
    """Return what the pages are made of without a server."""
    contents = page_files()
    known = {name.removeprefix("locale/").removesuffix(".po") for name in contents if name.endswith(".po")}
    if unknown := sorted(set(languages) - known - {"en"}):
        raise SiteError(
            f"the pages do not speak '{unknown[0]}'; there are en, {', '.join(sorted(known))}",
            slug="site/language",
            text=unknown[0],
            legal=("en", *sorted(known)),
        )
    for code in known - set(languages):
        del contents[f"locale/{code}.po"]
    for name, path in MODULES.items():
        own = set(_EXPORTS.findall(contents[name]))
        instead = _EXPORTS.findall(contents[beside(name, f"./{path}")])
        exported = ", ".join(each.decode() for each in instead if each in own)
        here = path if path.startswith(".") else f"./{path}"
        contents[name] = f"export {{ {exported} }} from '{here}';\n".encode()
    main = _VIEW_LINE.sub(lambda line: line[0] if line[1].decode() in VIEWS else b"", contents[MAIN])
    contents |= dict.fromkeys(UNUSED, b"")
    contents[MAIN] = _importing(MAIN, FIRST) + main
    later = sorted(_wanted_later(contents) - modules_of(contents, MAIN))
    contents[LATER] = _importing(LATER, later)
    contents[MAIN] += b"export const restOfSite = () => import('./site/later.js');\n"
    return contents


def _importing(name: str, modules: Iterable[str]) -> bytes:
    """Return imports of modules, as they stand in a module of that name."""
    folder = posixpath.dirname(name)
    paths = [posixpath.relpath(module, folder) for module in modules]
    return "".join(f"import '{path if path.startswith('.') else './' + path}';\n" for path in paths).encode()


def _wanted_later(contents: Mapping[str, bytes]) -> set[str]:
    """Return the modules that the pages load when they are wanted."""
    found, waiting = set[str](), [MAIN]
    while waiting:
        for module in modules_of(contents, waiting.pop()):
            fresh = set(wanted_of(contents, module)) - found
            found |= fresh
            waiting += fresh
    return found


def _packs(site: Site, sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the packs: that of the first pages, that of all others, and for each of these one that leads to it."""
    contents = site.contents
    whole = {pack_of(MAIN), pack_of(LATER)}
    way = f"await motuPacks.$l('{LATER.removeprefix('js/').removesuffix('.js')}');".encode()
    named = {pack_of(entry) for entry in site.parts[""].entries}
    unasked = {pack_of(name) for name in (*UNUSED, *modules_of(sources, MAIN))} - whole - named
    packs = {name: content for name, content in contents.items() if name.startswith(PACKS) and name not in unasked}
    return {name: content if name in whole else way for name, content in packs.items()}


def _wanted(site: Site, sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files that the pages ask for, and what is worked out for them."""
    contents = site.contents
    of_worker = sorted(modules_of(sources, ENGINE_WORKER))
    worker_modules = {name: contents[name] for name in of_worker}
    # It names all that it is made of, so that a browser asks for it at once.
    worker_modules[ENGINE_WORKER] = (
        _importing(ENGINE_WORKER, (name for name in of_worker if name != ENGINE_WORKER)) + contents[ENGINE_WORKER]
    )
    kept = {
        name: content
        for name, content in contents.items()
        if name.startswith(("css/", FOLDER)) or name in (ICON, TOUCH, LEVELS, LINES, NOTICES)
    }
    kept |= {f"locale/{code}/all.json": texts.as_json(_scripts(sources)) for code, texts in _spoken(site)}
    styles = _styles(contents)
    kept = {name: content for name, content in kept.items() if not name.startswith("css/") or name in styles}
    rules = {name: content for name, content in contents.items() if name.startswith("rules/")}
    specs = wanted_specs(sources, rules.values())
    kept |= _packs(site, sources) | {PACKED_ENGINE: _packed_engine(contents[ENGINE])}
    kept |= {DATA + name: content for name, content in rules_files(rules).items()}
    return kept | worker_modules | _data(tuple(sorted(sources.items())), tuple(specs))


@lru_cache(maxsize=1)
def _packed_engine(engine: bytes) -> bytes:
    return packed(engine)


@lru_cache(maxsize=1)
def _data(sources: tuple[tuple[str, bytes], ...], specs: tuple[str, ...]) -> dict[str, bytes]:
    """Return what is worked out for the pages; in another language it is the same."""
    data = site_data(dict(sources), list(specs)) | site_boards(specs)
    return {DATA + name: content for name, content in data.items()}


def _spoken(site: Site) -> Iterable[tuple[str, Texts]]:
    return [(code, texts) for code, texts in site.texts.items() if code != ENGLISH.code]


def _scripts(sources: Mapping[str, bytes]) -> set[str]:
    """Return all scripts that the pages may come to run, without those in whose place others stand, or nothing."""
    return {name for view in VIEWS for name in scripts_of(sources, view)} - MODULES.keys() - set(UNUSED)


def _styles(contents: Mapping[str, bytes]) -> set[str]:
    """Return the style sheets that packs ask for, and those of every page."""
    packs = b"".join(content for name, content in contents.items() if name.startswith(PACKS))
    asked = {f"css/{name.decode()}.css" for name in re.findall(rb"useStyle\('(\w+)'\)", packs)}
    return asked | {"css/theme.css", "css/board.css", "css/app.css"}


def _document(site: Site, static: str) -> bytes:
    """Return the one document."""
    script = early_script()
    early = f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
    policy = f'<meta http-equiv="Content-Security-Policy" content="{html.escape(POLICY.format(early=early))}">'
    content = site.document("").replace(site.static.encode(), static.encode())
    for place, text in (("{lang}", "en"), ("{told}", policy), ("{data}", "")):
        content = content.replace(place.encode(), text.encode())
    content = content.replace(b'href="/manifest.webmanifest"', b'href="manifest.webmanifest"')
    content = content.replace(APPLE_TOUCH.encode(), TOUCH.encode())
    return content.replace(b"{early}", script)


def _worker(source: bytes, version: str, needed: Iterable[str], later: Iterable[str]) -> bytes:
    """Return the service worker, with the names of all files in it."""
    text = without_comments(source).decode().replace("{version}", version)
    return text.replace("{needed}", json.dumps(sorted(needed))).replace("{later}", json.dumps(sorted(later))).encode()
