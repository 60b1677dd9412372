"""The pages and what they are made of: files of the package, under a name that changes with them (floor: server).

Every page is the same document; which view it shows follows from its address. Scripts, styles and texts lie under
/static/<hash of them all>/ and may be kept for ever; the document itself is asked for anew each time.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import mimetypes
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

from motu.server.catalogue import catalogue
from motu.server.locale import ENGLISH, Language, read_language
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
)
FOR_EVER = "public, max-age=31536000, immutable"
ANEW = "no-cache"
RULES = "rules/"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json"}


@dataclass(frozen=True, slots=True)
class Site:
    """All files of the site."""

    hash: str
    """A hash of all names and contents."""
    contents: dict[str, bytes]
    """Path below the folder -> what is in the file."""

    languages: tuple[Language, ...]
    """English first."""

    @property
    def document(self) -> bytes:
        """The one HTML document, with the places of its parts, the languages and the named games filled in."""
        languages = {each.code: each.name for each in self.languages}
        games = {preset.name: preset.spec for preset in catalogue().presets}
        return (
            self.contents["index.html"]
            .replace(b"{static}", f"/static/{self.hash}".encode())
            .replace(b"{languages}", _attribute(languages))
            .replace(b"{games}", _attribute(games))
        )


def _attribute(values: dict[str, str]) -> bytes:
    """Return the values as JSON that stands in an attribute."""
    return html.escape(msgspec.json.encode(values).decode()).encode()


@lru_cache(maxsize=1)
def load_site() -> Site:
    """Read all files of the site; they are few, and small."""
    contents = dict(_walk(files("motu.web"), ""))
    languages = [ENGLISH]
    for name in sorted(contents):
        if name.startswith("locale/") and name.endswith(".po"):
            code = name.removeprefix("locale/").removesuffix(".po")
            language, texts = read_language(code, contents.pop(name))
            languages.append(language)
            contents[f"locale/{code}.json"] = texts
    rules = {name.removeprefix(RULES): contents.pop(name) for name in sorted(contents) if name.startswith(RULES)}
    pages = render_pages(rules, [language.code for language in languages])
    contents |= {RULES + name: page for name, page in pages.items()}
    digest = hashlib.sha256()
    for name in sorted(contents):
        digest.update(name.encode() + b"\0" + contents[name] + b"\0")
    return Site(digest.hexdigest()[:16], contents, tuple(languages))


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
async def read_page(rest: FromPath[str] = "") -> Response[bytes]:  # noqa: ARG001 - the browser reads its own address
    """Return the document."""
    return document_response()


def document_response(status: int = 200) -> Response[bytes]:
    """Return the one document, which says by itself where it knows no page, so that 404 looks like the rest."""
    headers = {"cache-control": ANEW}
    return Response(load_site().document, status_code=status, media_type=MediaType.HTML, headers=headers)


def asks_for_a_page(request: Request[Any, Any, Any]) -> bool:
    """Return whether a browser asks for what it will show: not a script, and not what programs ask for."""
    is_data = request.url.path.startswith(("/api/", "/static/"))
    return request.method in ("GET", "HEAD") and not is_data and "text/html" in request.headers.get("accept", "")


@get("/static/{version:str}/{path:path}", include_in_schema=False)
async def read_file(request: Request[Any, Any, Any], version: FromPath[str], path: FromPath[str]) -> Response[bytes]:
    """Return a file of the site; with the hash of another version, today's and not to be kept."""
    site = load_site()
    name = path.lstrip("/")
    content = site.contents.get(name)
    if content is None:
        raise NotFoundException(f"there is no file '{name[:80]}'")
    suffix = name[name.rfind(".") :]
    headers = {"cache-control": FOR_EVER if version == site.hash else ANEW, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        content = packed(name)
        headers["content-encoding"] = "gzip"
    media_type = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(content, media_type=media_type, headers=headers)


def page_handlers() -> list[HTTPRouteHandler]:
    """Return the handlers of pages and files."""
    return [read_page, read_file]
