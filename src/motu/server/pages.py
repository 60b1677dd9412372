"""The pages and what they are made of: files of the package, under a name that changes with them (floor: server).

Every page is the same document; which view it shows follows from its address. Scripts, styles and texts lie under
/static/<hash of them all>/ and may be kept for ever; the document itself is asked for anew each time.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import html
import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from motu.errors import MotuError
from motu.eval.lines import line_files
from motu.server.app_icons import SEA, icons, manifest
from motu.server.catalogue import catalogue
from motu.server.device_game import FOLDER, LEVELS, LINES, levels_json, lines_json, net_file
from motu.server.early import EARLY, early_script
from motu.server.locale import ENGLISH, ENGLISH_TEXTS, Language, Texts, read_language
from motu.server.made_once import MadeOnce
from motu.server.module_packs import pack_of, packs_of
from motu.server.offline import offline_page, worker
from motu.server.packing import slim, takes_gzip, without_comments
from motu.server.page_address import origin_of
from motu.server.page_data import data_links, data_of, data_of_game
from motu.server.page_language import language_of
from motu.server.page_parts import MAIN, Parts, forget_modules, parts_of, scripts_of, views_of
from motu.server.previews import Preview, preview_of, preview_of_game, tags
from motu.server.rules_pages import render_pages

PAGE_PATHS = (
    "/",
    "/play",
    "/play/{rest:path}",
    "/study",
    "/study/{rest:path}",
    "/learn",
    "/learn/{rest:path}",
    "/puzzles",
    "/puzzles/{rest:path}",
    "/games",
    "/lobby",
    "/challenge/{rest:path}",
    "/dice",
    "/people",
    "/people/{rest:path}",
    "/ladder",
    "/ladder/{rest:path}",
    "/tournaments",
    "/tournaments/{rest:path}",
    "/account",
    "/mail/{rest:path}",
    "/moderation",
    "/moderation/{rest:path}",
    "/programs",
    "/about",
    "/privacy",
)
WITHOUT_SERVER = "js/site/"
"""The modules of a site without a server (motu.server.site)."""
UNKNOWN = "?"
"""In place of a view's name: an address that has none."""

MAIN_PACK = pack_of(MAIN)
ENTRIES = frozenset({MAIN, MAIN_PACK, EARLY})
"""The scripts that a document names by itself, or that a page asks for to know whether there is a newer one."""

FOR_EVER = "public, max-age=31536000, immutable"
ANEW = "no-cache"
RULES = "rules/"
KEPT_DOCUMENTS = 256
PACKED_AT_ONCE = 256 * 1024
"""What is longer is packed in a thread: the engine takes a tenth of a second, in which moves wait."""
NOT_FOUND = b'<meta name="robots" content="noindex">'
_GAME_PAGE = re.compile(r"/(?:play|study/game)/([^/]+)/?")
TYPES = {
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}


@dataclass(frozen=True, slots=True)
class Site:
    """All files of the site."""

    hash: str
    """A hash of all names and contents."""
    contents: dict[str, bytes]
    """Path below the folder -> what is in the file."""

    languages: tuple[Language, ...]
    """English first."""

    texts: dict[str, Texts]
    """Code of each language -> its texts."""

    parts: dict[str, Parts]
    """Name of a view, or UNKNOWN -> its style sheets and modules."""

    @property
    def static(self) -> str:
        """Where the files are: an address that changes with them."""
        return f"/static/{self.hash}"

    def document(self, view: str) -> bytes:
        """Return the one HTML document for a view: its parts, the languages and the named games are filled in."""
        languages = {each.code: each.name for each in self.languages}
        games = {preset.name: preset.spec for preset in catalogue().presets}
        return (
            self.contents["index.html"]
            .replace(b"{parts}", _links(self.parts[view]))
            .replace(b"{static}", self.static.encode())
            .replace(b"{sea}", SEA[0].encode())
            .replace(b"{night-sea}", SEA[1].encode())
            .replace(b"{languages}", _attribute(languages))
            .replace(b"{games}", _attribute(games))
        )


def _links(parts: Parts) -> bytes:
    """Return the links to a view's style sheets and modules, so that a browser asks for all of them together."""
    lines = [f'<link rel="stylesheet" href="{{static}}/{name}">' for name in parts.styles]
    lines += [f'<link rel="modulepreload" href="{{static}}/{name}">' for name in map(pack_of, parts.entries)]
    return "\n".join(lines).encode()


def _attribute(values: dict[str, str]) -> bytes:
    """Return the values as JSON that stands in an attribute."""
    return html.escape(msgspec.json.encode(values).decode()).encode()


def load_site() -> Site:
    """Return the site; where it is not built yet, which takes a second, this thread stands still (`built_site`)."""
    return _site.get()


async def built_site() -> Site:
    """Return the site as soon as it is built."""
    return await _site.wait()


async def built_texts() -> dict[str, Texts]:
    """Return the texts of every language as soon as the site is built: for what is said elsewhere than on pages."""
    return (await built_site()).texts


def begin_site() -> None:
    """Let the site be built in a thread of its own: it will be wanted."""
    _site.begin()


def _build_site() -> Site:
    """Read all files of the site; they are few, and small."""
    ours = {name: content for name, content in page_files().items() if not name.startswith(WITHOUT_SERVER)}
    try:
        return site_of(ours)
    finally:
        forget_modules()


_site = MadeOnce(_build_site, "motu-site")


def page_files() -> dict[str, bytes]:
    """Return what the pages are made of, by names: sources, languages, icons, and what engines on devices need."""
    contents = dict(_walk(files("motu.web"), "")) | icons()
    contents |= {FOLDER + name: net for name, net in line_files().items()}
    return contents | {LEVELS: levels_json(), LINES: lines_json()}


def site_of(contents: dict[str, bytes]) -> Site:
    """Return the site that is made of these files.

    Args:
        contents: As from `page_files`; what the site has in the place of them is put there.
    """
    languages, spoken = [ENGLISH], {ENGLISH.code: ENGLISH_TEXTS}
    views = (*views_of(contents), UNKNOWN)
    scripts = {view: scripts_of(contents, view) for view in views}
    for name in sorted(contents):
        if name.startswith("locale/") and name.endswith(".po"):
            code = name.removeprefix("locale/").removesuffix(".po")
            language, texts = read_language(code, contents.pop(name))
            languages.append(language)
            spoken[code] = texts
            contents |= {texts_of(code, view): texts.as_json(scripts[view]) for view in views}
    rules = {name.removeprefix(RULES): contents.pop(name) for name in sorted(contents) if name.startswith(RULES)}
    pages = render_pages(rules, [language.code for language in languages])
    contents |= {RULES + name: page for name, page in pages.items()}
    parts = {view: parts_of(contents, view) for view in views}
    contents |= packs_of(contents)
    contents |= {name: without_comments(script) for name, script in contents.items() if name.endswith(".js")}
    contents |= {name: slim(style) for name, style in contents.items() if name.endswith(".css")}
    digest = hashlib.sha256()
    for name in sorted(contents):
        digest.update(name.encode() + b"\0" + contents[name] + b"\0")
    return Site(digest.hexdigest()[:16], contents, tuple(languages), spoken, parts)


def texts_of(code: str, view: str) -> str:
    """Return the file of a view's texts in a language, of UNKNOWN that of the page around it (js/i18n.js)."""
    return f"locale/{code}/{'page' if view == UNKNOWN else view or 'home'}.json"


@cache
def packed(name: str) -> bytes:
    """Return what is in a file of the site as gzip writes it; done once a file, when it is first asked for."""
    return gzip.compress(load_site().contents[name], mtime=0)


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _walk(entry, f"{prefix}{entry.name}/")
        elif not entry.name.endswith((".py", ".pyc", ".pot")):
            found.append((prefix + entry.name, entry.read_bytes()))
    return found


@get(list(PAGE_PATHS), include_in_schema=False)
async def read_page(request: Request[Any, Any, Any], rest: FromPath[str] = "") -> Response[bytes]:  # noqa: ARG001 - the browser reads its own address
    """Return the document; of a game that is not there, with the status that says so."""
    path, query = request.url.path, request.url.query
    game, words = _GAME_PAGE.fullmatch(path), load_site().texts[_language(request)]
    if game is None:
        data = data_of(load_site().contents, path, query)
        return document_response(request, preview_of(path, query, words), data=data)
    try:
        services = request.app.state.services
        room = await services.rooms.find(game[1])
        seats = await services.names.seats(room.row, room.log.seats)
    except MotuError as error:  # the page finds it out anew, and says so in the reader's language
        return document_response(request, None, 404 if error.slug == "server/no-game" else 200)
    preview = preview_of_game(room.row.id, room.log, seats, words)
    return document_response(request, preview, data=data_of_game(room.row.id, room.log))


def _language(request: Request[Any, Any, Any]) -> str:
    return language_of(request.url.query, request.headers.get("accept-language", ""), load_site().texts)


def document_response(
    request: Request[Any, Any, Any], preview: Preview | None = None, status: int = 200, data: Sequence[str] = ()
) -> Response[bytes]:
    """Return the one document, which says by itself where it knows no page, so that 404 looks like the rest."""
    view = request.url.path.split("/")[1]
    if view not in load_site().parts:
        view = UNKNOWN
    headers = {"cache-control": ANEW, "vary": "accept-encoding, accept-language"}
    is_packed = takes_gzip(request)
    if is_packed:
        headers["content-encoding"] = "gzip"
    told = tags(preview, request.url.path, origin_of(request)) if preview else NOT_FOUND
    return Response(
        document_of(view, _language(request), told, data_links(data), is_packed),
        status_code=status,
        media_type=MediaType.HTML,
        headers=headers,
    )


@lru_cache(KEPT_DOCUMENTS)
def document_of(view: str, language: str, told: bytes, data: bytes, is_packed: bool) -> bytes:
    """Return the document for a view or UNKNOWN, as it travels.

    Args:
        view: Which one.
        language: In which it is said what the page is.
        told: The tags for previews.
        data: Links to what the page will ask for.
        is_packed: Whether it travels packed.
    """
    content = _documents()[view].replace(b"{lang}", language.encode())
    content = content.replace(b"{told}", told).replace(b"{data}", data)
    content = content.replace(b"{early}", early_script())
    return gzip.compress(content, mtime=0) if is_packed else content


@cache
def _documents() -> dict[str, bytes]:
    site = load_site()
    return {view: site.document(view) for view in site.parts}


def asks_for_a_page(request: Request[Any, Any, Any]) -> bool:
    """Return whether a browser asks for what it will show: not a script, and not what programs ask for."""
    is_data = request.url.path.startswith(("/api/", "/static/"))
    return request.method in ("GET", "HEAD") and not is_data and "text/html" in request.headers.get("accept", "")


@get("/static/{version:str}/{path:path}", include_in_schema=False)
async def read_file(request: Request[Any, Any, Any], version: FromPath[str], path: FromPath[str]) -> Response[bytes]:
    """Return a file of the site; with the hash of another version, today's and not to be kept.

    Modules of two versions don't fit together: a page of another version gets none to go on with, but one that is
    opened from what a browser has kept of it begins with today's main module, and so has today's alone.
    """
    site = load_site()
    name = path.lstrip("/")
    net = net_file(name)
    content = site.contents.get(name) if net is None else net
    is_old = version != site.hash
    if content is None or (is_old and name.endswith(".js") and name not in ENTRIES):
        raise NotFoundException(f"there is no file '{name[:80]}'")
    if is_old and name in (MAIN, MAIN_PACK):
        return Response(b"", status_code=307, headers={"location": f"{site.static}/{name}", "cache-control": ANEW})
    suffix = name[name.rfind(".") :]
    headers = {"cache-control": ANEW if is_old else FOR_EVER, "vary": "accept-encoding"}
    if net is None and takes_gzip(request):  # weights would hardly be smaller
        content = await asyncio.to_thread(packed, name) if len(content) > PACKED_AT_ONCE else packed(name)
        headers["content-encoding"] = "gzip"
    media_type = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(content, media_type=media_type, headers=headers)


@get("/manifest.webmanifest", include_in_schema=False)
async def read_manifest() -> Response[bytes]:
    """Return what a browser needs to know to keep the pages as an app."""
    return Response(
        manifest(load_site().static), media_type="application/manifest+json", headers={"cache-control": ANEW}
    )


@get("/offline", include_in_schema=False)
async def read_offline_page() -> Response[bytes]:
    """Return what a browser keeps to show it where no server answers."""
    site = load_site()
    content = offline_page(site.contents, [language.code for language in site.languages], site.static)
    return Response(content, media_type=MediaType.HTML, headers={"cache-control": ANEW})


@get("/worker.js", include_in_schema=False)
async def read_worker() -> Response[bytes]:
    """Return the service worker, at an address that has all pages below it."""
    site = load_site()
    return Response(worker(site.contents, site.static), media_type="text/javascript", headers={"cache-control": ANEW})


def page_handlers() -> list[HTTPRouteHandler]:
    """Return the handlers of pages and files."""
    return [read_page, read_manifest, read_offline_page, read_worker, read_file]
