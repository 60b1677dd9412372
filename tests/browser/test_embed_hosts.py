"""<motu-board> of another host, in a frame that is kept apart, and where the page allows too little."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.browsing import DESKTOP, open_page
from browser.embedding import RECORDS, WAIT_MS, folder, open_board, write
from browser.static_host import STRICT, host
from npm_project import ROOT

__all__ = ["folder"]

pytestmark = pytest.mark.slow

EMBED = ROOT / "docs/embed.md"


def policy_of(files: str, worker: str) -> str:
    """What docs/embed.md says that a page has to allow that takes the folder from another host."""
    allowed = re.findall(r"^\| `(\S+-src [^`]+)` \|", EMBED.read_text("utf-8"), re.MULTILINE)
    assert len(allowed) == 3
    rules = [rule.replace("'self'", f"'self' {files}") for rule in allowed]
    rules = [f"{rule} {worker}" if rule.startswith("worker-src") else rule for rule in rules]
    return "; ".join(("default-src 'none'", *rules, "img-src 'self'"))


def test_a_page_may_take_everything_from_another_host(browser: Any, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "favicon.ico").touch()
    with ExitStack() as hosts:
        files = hosts.enter_context(host(folder, access_control_allow_origin="*"))
        policy = policy_of(files, worker="blob:")
        (tmp_path / "games.jsonl").write_text("\n".join(RECORDS), "utf-8")
        own = hosts.enter_context(host(tmp_path, content_security_policy=policy))
        with open_page(browser, DESKTOP) as page:
            body = (
                f'<script type="module" src="{files}/motu-engine/board.js"></script>'
                '<motu-board spec="hex(size=4)" moves="b2" engine="level:1" side="second"></motu-board>'
                '<motu-board src="games.jsonl" game="2"></motu-board>'
            )
            board = open_board(page, own, tmp_path, body)
            expect(page.locator("motu-board").nth(1).locator(".title")).to_have_text("Ann – Bo, Lagoon Cup")
            board.locator(".cell.open").nth(3).click(force=True)
            page.wait_for_function("() => document.querySelector('motu-board').moves.length === 3", timeout=WAIT_MS)


@pytest.mark.parametrize("is_apart", [False, True], ids=["beside", "elsewhere"])
def test_the_engine_plays_in_a_frame_that_is_kept_apart(
    browser: Any, folder: Path, tmp_path: Path, is_apart: bool
) -> None:
    place = tmp_path if is_apart else folder
    (tmp_path / "favicon.ico").touch()
    with ExitStack() as hosts:
        files = hosts.enter_context(host(folder, access_control_allow_origin="*"))
        policy = policy_of(files, worker="data:")
        own = hosts.enter_context(
            host(place, access_control_allow_origin="*", content_security_policy=f"{policy}; frame-src 'self'")
        )
        body = (
            f'<script type="module" src="{files if is_apart else own}/motu-engine/board.js"></script>'
            '<motu-board spec="hex(size=4)" moves="b2" engine="level:1 analysis" side="second"></motu-board>'
        )
        inner = write(place, body, name="inner.html")
        frame = f'<iframe sandbox="allow-scripts" title="A board" src="{inner}" width="600" height="800"></iframe>'
        outer = f'{frame}<script type="text/plain"></script>'
        with open_page(browser, DESKTOP) as page:
            page.goto(f"{own}/{write(place, outer, name='outer.html')}")
            board = page.frame_locator("iframe").locator("motu-board")
            board.locator(".cell.open").nth(3).click(force=True, timeout=WAIT_MS)
            expect(board.locator(".step")).to_contain_text("3 of 3", timeout=WAIT_MS)
            board.get_by_role("button", name="Engine").click()
            board.locator(".found li").first.wait_for(timeout=WAIT_MS)


def test_a_page_that_allows_less_says_what_is_missing(browser: Any, folder: Path) -> None:
    less = STRICT.replace(" 'wasm-unsafe-eval'", "")
    with host(folder, content_security_policy=less) as address, open_page(browser, DESKTOP, pardoned=("wasm",)) as page:
        body = '<motu-board spec="hex(size=3)"></motu-board>'
        page.goto(f"{address}/{write(folder, body)}")
        expect(page.get_by_role("alert")).to_contain_text("motu: ", timeout=WAIT_MS)


def test_a_file_that_is_not_allowed_is_named(browser: Any, folder: Path) -> None:
    less = STRICT.replace("connect-src 'self'; ", "")
    faults = ("Content Security Policy", "Fetch API")
    with host(folder, content_security_policy=less) as address, open_page(browser, DESKTOP, pardoned=faults) as page:
        body = '<motu-board spec="hex(size=3)"></motu-board>'
        page.goto(f"{address}/{write(folder, body)}")
        expect(page.get_by_role("alert")).to_contain_text(
            f"motu: {address}/motu-engine/engine/motu.wasm: ", timeout=WAIT_MS
        )


def test_a_level_that_does_not_come_is_not_said_to_think(browser: Any, folder: Path) -> None:
    less = STRICT.replace("worker-src 'self'", "worker-src 'none'")
    faults = ("Content Security Policy", "worker")
    with host(folder, content_security_policy=less) as address, open_page(browser, DESKTOP, pardoned=faults) as page:
        body = '<motu-board spec="hex(size=5,swap=false)" engine="level:3"></motu-board>'
        board = open_board(page, address, folder, body)
        board.locator(".cell.open").first.click(force=True)
        alert, status = board.get_by_role("alert"), board.get_by_role("status")
        expect(alert).to_contain_text("motu: ", timeout=WAIT_MS)
        expect(alert).to_contain_text("/motu-engine/lib/worker.js")
        expect(status).to_have_text(re.compile(r"^Black plays \w+\.$"))
        board.get_by_role("button", name="One step back").click()
        board.get_by_role("button", name="One step forward").click()
        expect(status).not_to_contain_text("thinking")
        board.get_by_role("button", name="Take back").click()
        expect(board.locator(".fault")).to_be_hidden()
        expect(status).to_contain_text("Your turn")
