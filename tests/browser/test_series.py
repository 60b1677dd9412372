"""A series at two screens: chosen in New game, told to whoever is invited, begun anew by a press, and its score."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.playing import resign
from browser.test_two_screens import OFFLINE, Two, asked, complaints, post, said

pytestmark = pytest.mark.slow


@pytest.fixture
def two(browser: Any) -> Iterator[Two]:
    with (
        open_page(browser, DESKTOP, pardoned=OFFLINE) as first,
        open_page(browser, PHONE, pardoned=OFFLINE) as second,
    ):
        for page in (first, second):
            speak(page, "en", confirm="never")
        yield Two(first, second)


def test_a_series_is_agreed_on_played_and_decided(two: Two, address: str) -> None:
    first, second = two
    first.goto(f"{address}/play")
    first.get_by_label("Someone online").check()
    first.get_by_label("Your name (optional)").fill("Ana")
    first.get_by_label("How many games").select_option(label="Best of 3 games")
    assert complaints(first) == []
    first.get_by_role("button", name="Invite someone").click()
    first.wait_for_url("**/challenge/*")
    second.goto(first.url)
    expect(second.locator(".terms")).to_contain_text("Best of 3 games")
    second.get_by_label("Your name (optional)").fill("Bela")
    second.get_by_role("button", name="Play", exact=True).click()
    for page in two:
        page.wait_for_url("**/play/*", wait_until="commit")
        expect(page.locator(".game-terms")).to_contain_text("Best of 3 games")
    expect(first.locator(".series")).to_have_text("Series: You 0 – 0 Bela")
    game = first.url.rsplit("/", 1)[1]
    resign(second)
    expect(first.locator(".series")).to_have_text("Series: You 1 – 0 Bela")
    expect(said(first)).to_contain_text("Series: You 1 – 0 Bela")
    expect(first.get_by_role("button", name="Rematch, other colours")).to_be_hidden()
    expect(first.locator(".countdown")).to_have_text(re.compile(r"It starts in \d seconds?\."))
    expect(said(first)).to_contain_text("The next game of the series starts automatically.")
    for page in two:  # nobody presses anything
        page.wait_for_url(lambda url: not url.endswith(game), wait_until="commit")
    expect(second.locator(".series")).to_have_text("Series: You 0 – 1 Ana")
    game = first.url.rsplit("/", 1)[1]
    resign(second)
    expect(first.locator(".series")).to_have_text("You win the series: You 2 – 0 Bela")
    expect(second.locator(".series")).to_have_text("Ana wins the series: You 0 – 2 Ana")
    expect(first.get_by_role("button", name="Rematch, other colours")).to_be_visible()
    first.goto(f"{address}/games")
    expect(first.locator(".entry").first).to_contain_text("Series: 2 – 0")


def test_a_series_is_stopped_by_either(two: Two, address: str) -> None:
    first, second = two
    for page in two:
        page.goto(f"{address}/about")
    made = post(first, "/api/challenges", {"spec": "hex(size=3)", "side": "first", "name": "Ana", "best_of": 5})
    game = post(second, f"/api/challenges/{made['id']}/accept", {"name": "Bela"})["game"]
    for page in two:
        page.goto(f"{address}/play/{game}")
    resign(first)
    second.get_by_role("button", name="Not now").click()
    expect(asked(first)).to_have_text("Bela is not playing on right now. A rematch continues the series.")
    for page in two:
        expect(page.locator(".countdown")).to_be_hidden()
    first.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => null)")
    assert complaints(first) == []
    first.get_by_role("button", name="Rematch, other colours").click()
    second.get_by_role("button", name="Accept").click()
    for page in two:
        page.wait_for_url(lambda url: not url.endswith(game), wait_until="commit")
    expect(second.locator(".series")).to_have_text("Series: You 1 – 0 Ana")


def test_the_next_game_waits_for_who_has_gone_and_begins_at_a_press(two: Two, address: str) -> None:
    first, second = two
    for page in two:
        page.goto(f"{address}/about")
    made = post(first, "/api/challenges", {"spec": "hex(size=3)", "side": "first", "name": "Ana", "best_of": 5})
    game = post(second, f"/api/challenges/{made['id']}/accept", {"name": "Bela"})["game"]
    first.goto(f"{address}/play/{game}")
    expect(first.locator(".there")).to_have_text("Bela is away.", timeout=15_000)
    resign(first)
    expect(first.locator(".countdown")).to_have_text("It starts when Bela is here.")
    first.get_by_role("button", name="Next game", exact=True).click()
    first.wait_for_url(lambda url: not url.endswith(game), wait_until="commit")
    expect(first.locator(".series")).to_have_text("Series: You 0 – 1 Bela")
