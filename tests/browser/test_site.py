"""A site without a server, from a plain host of files and in a folder of it, with the network cut."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.playing import FINGER, MACHINE_MS, board, moves, play_to_the_end
from motu.server.site import write_site

pytestmark = pytest.mark.slow

FOLDER = "games/motu"
"""Where the site lies on its host."""
OFFLINE = ("ERR_INTERNET_DISCONNECTED", "Failed to load resource", "Access is denied for this document")
MISSING = """async (files) => {
  await navigator.serviceWorker.ready;
  const kept = await Promise.all(files.map((file) => caches.match(file)));
  return files.filter((_, at) => !kept[at]);
}"""
"""Which files the browser has not kept yet."""


class Host(SimpleHTTPRequestHandler):
    """A host that knows nothing of what it hands out."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


class StaticSite:
    """The site on its host, which can be shut down."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        write_site(folder / FOLDER)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder)))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/{FOLDER}/"

    @property
    def files(self) -> list[str]:
        """The names of all files that the site's worker keeps."""
        worker = (self.folder / FOLDER / "worker.js").read_text("utf-8")
        return [name for listed in re.findall(r"JSON\.parse\('(.*?)'\)", worker) for name in json.loads(listed)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticSite]:
    made = StaticSite(tmp_path_factory.mktemp("host"))
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def phone(browser: Any, site: StaticSite) -> Iterator[Page]:
    """Yield a phone that has seen the site once, and has no network now."""
    device = {**PHONE, "reduced_motion": "reduce", "service_workers": "allow", "accept_downloads": True}
    with open_page(browser, device, pardoned=OFFLINE) as page:
        speak(page, "en")
        page.goto(site.address)
        wait_until_kept(page, site.files)
        page.context.set_offline(True)
        page.goto(site.address)
        yield page


def wait_until_kept(page: Page, files: list[str]) -> None:
    """Wait until the browser has all files of the site. (`wait_for_function` takes a promise for its fulfilment.)"""
    assert len(files) > 50
    end = time.monotonic() + MACHINE_MS / 1000
    while missing := page.evaluate(MISSING, files):
        assert time.monotonic() < end, f"not kept: {missing}"
        page.wait_for_timeout(100)


def go(page: Page, path: str) -> None:
    """Open a page of the site by its address."""
    page.goto(f"{page.url.split('#')[0]}#{path}")


@pytest.mark.parametrize("button", ["Play now", "Play Atomorph", "Play Atmalof"])
def test_a_whole_game_on_a_phone_without_a_network(phone: Page, button: str) -> None:
    phone.get_by_role("button", name=button, exact=True).tap()
    board(phone).locator("[data-cell]").first.wait_for()
    played = play_to_the_end(phone, FINGER, seed=4)
    assert len(played) > 3
    expect(phone.locator(".result-card")).to_be_visible()
    count = moves(phone).count()
    phone.reload()
    expect(moves(phone)).to_have_count(count)
    go(phone, "/games")
    expect(phone.locator("ul.games .entry")).to_have_count(1)


def test_a_game_goes_on_after_the_page_was_closed(phone: Page, site: StaticSite) -> None:
    phone.get_by_role("button", name="Play now").tap()
    board(phone).locator("[data-cell]").first.wait_for()
    play_to_the_end(phone, FINGER, seed=1, most=3)
    phone.goto("about:blank")
    phone.goto(site.address)
    phone.locator("section.continue a.title").first.tap()
    expect(board(phone)).to_be_visible()
    expect(phone.locator(".table motu-board.active")).to_be_visible(timeout=MACHINE_MS)
    before = moves(phone).count()
    phone.get_by_role("button", name="Take back").tap()
    expect(moves(phone)).not_to_have_count(before)


def test_a_move_is_taken_back_as_soon_as_it_is_made(browser: Any, site: StaticSite) -> None:
    with open_page(browser, DESKTOP) as page:
        speak(page, "en", pace="calm")
        page.goto(site.address)
        page.get_by_role("button", name="Play now").click()
        expect(page.locator(".table motu-board.active")).to_be_visible(timeout=MACHINE_MS)
        before = moves(page).count()
        board(page).locator(".cell.open").first.click()
        expect(moves(page)).to_have_count(before + 1)
        page.wait_for_timeout(300)  # the machine has an answer, which is not shown yet
        page.get_by_role("button", name="Take back").click()
        expect(moves(page)).to_have_count(before)
        expect(page.locator(".at-hand > .notice")).to_have_text("")


def test_rules_lessons_and_puzzles_need_no_network(phone: Page) -> None:
    go(phone, "/learn/atomorph")
    expect(phone.locator("h1")).to_have_text("Atomorph")
    expect(phone.locator("motu-board").first).to_be_visible()
    go(phone, "/learn/atoll/lesson")
    expect(phone.locator(".lesson motu-board").first).to_be_visible()
    go(phone, "/puzzles/atoll")
    expect(phone.locator(".puzzle motu-board")).to_be_visible()
    phone.get_by_role("button", name="Show the solution").tap()
    expect(phone.locator(".puzzle .verdict")).not_to_have_text("")


def test_a_study_thinks_without_a_network(phone: Page) -> None:
    go(phone, "/study?spec=hex(size=7)&moves=c3")
    phone.locator("motu-board [data-cell]").first.wait_for()
    phone.get_by_role("switch", name="Engine").tap()
    phone.locator(".findings-place .findings .move").first.wait_for(timeout=MACHINE_MS)


def test_a_hint_needs_no_network(phone: Page) -> None:
    phone.get_by_role("button", name="Play now").tap()
    expect(phone.locator(".table motu-board.active")).to_be_visible(timeout=MACHINE_MS)
    phone.get_by_role("button", name="Hint").tap()
    expect(phone.locator(".narration")).to_have_text(re.compile("Hint: "), timeout=MACHINE_MS)


def test_saved_games_can_be_read_in_another_browser(
    phone: Page, browser: Any, site: StaticSite, tmp_path: Path
) -> None:
    phone.get_by_role("button", name="Play now").tap()
    board(phone).locator("[data-cell]").first.wait_for()
    play_to_the_end(phone, FINGER, seed=2, most=2)
    go(phone, "/games")
    with phone.expect_download() as saving:
        phone.get_by_role("button", name="Save all games").tap()
    file = tmp_path / "games.jsonl"
    saving.value.save_as(file)
    with open_page(browser, DESKTOP) as page:
        speak(page, "en")
        page.goto(f"{site.address}#/games")
        page.get_by_label("Read games from a file").set_input_files(file)
        expect(page.locator(".own-games [role=status]")).to_have_text("1 new game")
        page.reload()
        page.locator("ul.games a.title").first.click()
        expect(board(page)).to_be_visible()
        expect(moves(page).first).to_be_visible()


def test_a_house_is_joined_by_its_address(browser: Any, site: StaticSite) -> None:
    with open_page(browser, DESKTOP) as page:
        speak(page, "en")
        page.goto(site.address)
        page.get_by_role("button", name="Play now").click()
        board(page).locator(".cell.open").first.click()
        expect(moves(page).first).to_be_visible()
        page.goto(f"{site.address}#/games")
        page.get_by_label("The address of a house").fill("motu.example.org")
        page.get_by_role("button", name="Join it").click()
        expect(page.get_by_role("link", name="Go to motu.example.org")).to_have_attribute(
            "href", "https://motu.example.org/"
        )
        way = page.locator(".house li a").first
        assert (way.get_attribute("href") or "").startswith("https://motu.example.org/study#t1.")


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_is_asked_of_anybody_else(browser: Any, site: StaticSite, device: dict[str, Any]) -> None:
    with open_page(browser, device) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        speak(page, "eo")
        page.goto(site.address)
        for path in ("/", "/play", "/study", "/learn", "/puzzles", "/games", "/about"):
            go(page, path)
            page.locator("main h1").first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert [url for url in asked if not url.startswith((site.address, "blob:", "data:"))] == []
        assert (
            page.locator("a[href*='lobby'], a[href*='account'], a[href*='tournaments'], a[href*='people']").count() == 0
        )
