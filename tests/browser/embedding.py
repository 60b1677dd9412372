"""<motu-board> in pages of somebody else's: a folder of files with the package, and such pages in it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Locator, Page

from browser.static_host import STRICT, host
from motu.games import load_game
from motu.server.site.site_boards import site_board
from npm_project import install

HEAD = (
    '<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
)
RECORDS = tuple(
    json.dumps(record)
    for record in (
        {"motu": 1, "manifest": {"made": "for a test"}},
        {"motu": 1, "spec": "hex(size=3)", "players": [{"name": "A"}, {"name": "B"}], "moves": ["a1"]},
        {
            "motu": 1,
            "spec": "hex(size=5)",
            "players": [{"name": "Ann", "kind": "human"}, {"name": "Bo", "kind": "human"}],
            "event": "Lagoon Cup",
            "moves": ["c2", "swap", "e4", "c3"],
            "comments": {"2": "Bo takes it."},
            "glyphs": {"4": "?!"},
            "marks": {"2": ["circle c2", "arrow c2 e4 red"]},
            "result": {"winner": 1, "reason": "resign"},
        },
    )
)
WAIT_MS = 60_000


def package_folder(factory: pytest.TempPathFactory) -> Path:
    """Return a folder of files with the package and a record in it."""
    project = install(factory)
    files = factory.mktemp("files")
    shutil.copytree(project / "node_modules/motu-engine", files / "motu-engine")
    (files / "games.jsonl").write_text("\n".join(RECORDS), "utf-8")
    (files / "favicon.ico").touch()  # browsers ask for it
    return files


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of files with the package, for a file of tests."""
    return package_folder(tmp_path_factory)


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    """The address of a strict host."""
    with host(folder, content_security_policy=STRICT) as address:
        yield address


def write(folder: Path, body: str, lang: str = "en", name: str = "page.html") -> str:
    """Write a page, which loads the package if it has no script of its own; return its name."""
    script = "" if "<script" in body else '<script type="module" src="motu-engine/board.js"></script>'
    content = f"<body><main><h1>A page</h1>{body}{script}</main></body>"
    page = f"{HEAD.format(lang=lang)}<title>A page</title></head>{content}</html>"
    (folder / name).write_text(page, "utf-8")
    return name


def open_board(page: Page, site: str, folder: Path, body: str, lang: str = "en") -> Locator:
    """Write a page, open it and return its first board, when that is there."""
    page.goto(f"{site}/{write(folder, body, lang)}")
    board = page.locator("motu-board").first
    board.locator("[data-cell]").first.wait_for(timeout=WAIT_MS)
    return board


def moves_of(page: Page) -> list[str]:
    """Return the moves of the page's first board."""
    moves: list[str] = page.evaluate("() => document.querySelector('motu-board').moves")
    return moves


def stones(board: Locator) -> int:
    """Return how many stones are on a board."""
    return board.locator(".stone").count()


def drawing(spec: str) -> bytes:
    """How a board looks, as `motu show --drawing` writes it."""
    return msgspec.json.encode(site_board(load_game(spec)))
