"""Reviews of whole games: on this device, and by the server where that can't or is liked better."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from browser.browsing import DESKTOP, open_page, speak
from browser.thinking import NO_ENGINE, WHY_THE_SERVER, asks_the_server, have_the_server_think

pytestmark = pytest.mark.slow

GAMES = {
    "hex(size=3,swap=false)": "c2 c3 a2 c1 a3 b1 b2 a1",
    "atomorph(size=4)": "b2 c3 b3 c2",
    "atmalof(rows=4,cols=4,line=3)": "r1=1 r2=2 c1=3 r3=1",
}
REVIEW_MS = 120_000


def study(page: Page, address: str, spec: str) -> Locator:
    """Open a game in the study; return where it is reviewed."""
    page.goto(f"{address}/study?spec={spec}&moves={GAMES[spec].replace(' ', '+').replace('=', '%3D')}")
    page.get_by_role("button", name="Review", exact=True).click()
    return page.locator(".part.review")


def begin(review: Locator) -> None:
    review.get_by_label("Effort").select_option("50")
    review.get_by_role("button", name="Review", exact=True).click()


@pytest.mark.parametrize("spec", GAMES)
def test_a_game_is_reviewed_on_this_device(page: Page, address: str, spec: str) -> None:
    asked = asks_the_server(page)
    review = study(page, address, spec)
    begin(review)
    expect(review.locator(".accounts li")).to_have_count(2, timeout=REVIEW_MS)
    steps = sum(1 + ("=" in move) for move in GAMES[spec].split())
    expect(review.locator("tbody tr")).to_have_count(steps)
    if spec.startswith("hex"):
        blunder = review.locator("tbody tr", has=page.get_by_role("button", name="b2", exact=True)).first
        expect(blunder).to_contain_text("??")
        expect(blunder.locator("td").last).to_have_text("a1")
    assert asked == []


@pytest.mark.parametrize("why", WHY_THE_SERVER)
def test_a_game_is_reviewed_by_the_server_where_the_device_is_not_to(browser: Any, address: str, why: str) -> None:
    with open_page(browser, DESKTOP, pardoned=NO_ENGINE) as page:
        speak(page, "en")
        asked = asks_the_server(page)
        have_the_server_think(page, why)
        review = study(page, address, "hex(size=3,swap=false)")
        begin(review)
        expect(review.locator(".accounts li")).to_have_count(2, timeout=REVIEW_MS)
        told = "" if why == WHY_THE_SERVER[0] else "The engine on this device has failed; the server thinks instead."
        expect(review.locator(".notice")).to_have_text(told)
        assert len(asked) == 1


@pytest.mark.parametrize("is_fast", [True, False], ids=["fast at first", "slow at first"])
def test_a_game_is_reviewed_again_by_the_same_judge_until_somebody_chooses(
    page: Page, address: str, is_fast: bool
) -> None:
    fast = [is_fast]

    def measure(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "nets": [], "is_best": fast[0]})

    page.route("**/api/device", measure)
    asked = asks_the_server(page)
    review = study(page, address, "hex(size=3,swap=false)")
    words = {True: "Reviewed on this device.", False: "Reviewed on the server."}
    told = review.locator(".outcome > .detail")
    begin(review)
    expect(told).to_have_text(words[is_fast], timeout=REVIEW_MS)
    table = review.locator("table").inner_text()
    fast[0] = not is_fast  # as it is measured now
    begin(review)
    expect(review.get_by_role("button", name="Stop")).to_have_count(0, timeout=REVIEW_MS)
    expect(told).to_have_text(words[is_fast])
    assert review.locator("table").inner_text() == table
    assert len(asked) == (0 if is_fast else 2)
    page.evaluate(
        "place => localStorage.setItem('motu.study-view', JSON.stringify({ place }))", "server" if is_fast else "device"
    )
    begin(review)
    expect(told).to_have_text(words[not is_fast], timeout=REVIEW_MS)


def test_how_far_it_is_is_seen_and_it_can_be_stopped_and_begun_again(page: Page, address: str) -> None:
    review = study(page, address, "atmalof(rows=4,cols=4,line=3)")
    review.get_by_label("Effort").select_option("5000")
    review.get_by_role("button", name="Review", exact=True).click()
    bar = review.get_by_role("progressbar", name="Review")
    expect(bar).to_have_attribute("value", re.compile(r"^0\.\d+$"), timeout=REVIEW_MS)
    review.get_by_role("button", name="Stop").click()
    expect(bar).to_have_count(0)
    begin(review)
    expect(review.locator(".accounts li")).to_have_count(2, timeout=REVIEW_MS)


def refuse(route: Route) -> None:
    refusal = {"slug": "server/fair-play", "error": "a rated game goes on", "text": "", "legal": []}
    route.fulfill(status=409, json=refusal)


@pytest.mark.parametrize(
    ("answer", "words"),
    [(refuse, "rated game"), (lambda route: route.abort(), "The server is not responding.")],
    ids=["refused", "offline"],
)
def test_where_the_server_refuses_or_is_not_there_nobody_reviews(
    browser: Any, address: str, answer: Callable[[Route], None], words: str
) -> None:
    with open_page(browser, DESKTOP, pardoned=("409 (Conflict)", "Failed to load resource")) as page:
        speak(page, "en")
        asked = asks_the_server(page)
        page.route("**/api/device", answer)
        review = study(page, address, "hex(size=3,swap=false)")
        begin(review)
        expect(review.locator(".notice")).to_contain_text(words)
        expect(review.locator(".accounts li")).to_have_count(0)
        expect(review.get_by_role("progressbar")).to_have_count(0)
        expect(review.get_by_role("button", name="Review", exact=True)).to_be_visible()
        assert asked == []
