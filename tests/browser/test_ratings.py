"""Rated games: two people with names play one to its end; games, lists, profiles and the ladder say what came of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, Server, open_page, speak
from browser.playing import board
from browser.test_two_screens import OFFLINE, Two, complaints, play, post

pytestmark = pytest.mark.slow

PASSWORD = "a beach of islands"


@pytest.fixture
def people(browser: Any, address: str) -> Iterator[Two]:
    """Two people with names, on a desktop and a phone."""
    with ExitStack() as stack:
        pages = [stack.enter_context(open_page(browser, each, pardoned=OFFLINE)) for each in (DESKTOP, PHONE)]
        for page, name in zip(pages, ("Ann", "Bob"), strict=True):
            speak(page, "en", confirm="never")
            be(page, address, name)
        yield Two(*pages)


def be(page: Page, address: str, name: str) -> None:
    """Have a name, claimed the first time."""
    page.goto(f"{address}/account")
    known = {"name": name, "password": PASSWORD}
    if "slug" in post(page, "/api/account", known):
        post(page, "/api/account/log-in", known)


def meet(two: Two, address: str) -> None:
    """Let the first invite by link, by New game's form as it stands, and the second accept."""
    two.first.goto(f"{address}/play")
    two.first.get_by_label("Someone online").check()
    two.first.get_by_role("button", name="Invite someone").click()
    two.first.wait_for_url("**/challenge/*")
    two.second.goto(two.first.url)
    two.second.get_by_role("button", name="Play", exact=True).click()
    for page in two:
        page.wait_for_url("**/play/*", wait_until="commit")
        board(page).locator("[data-cell]").first.wait_for()


def test_a_rated_game_moves_both_ratings_and_is_seen_everywhere(people: Two, address: str) -> None:
    first, second = people
    made = post(first, "/api/challenges", {"spec": "hex(size=3)", "side": "first"})
    second.goto(f"{address}/challenge/{made['id']}")
    expect(second.locator(".terms .rated")).to_have_text("Rated: the result counts for both of you")
    assert complaints(second) == []
    second.get_by_role("button", name="Play", exact=True).click()
    second.wait_for_url("**/play/*", wait_until="commit")
    first.goto(second.url)
    for page in people:
        board(page).locator("[data-cell]").first.wait_for()
        expect(page.locator(".game-terms")).to_have_text("Rated")
        expect(page.locator(".rating").first).to_contain_text("1500? ± 350")
    play(people, 0, "b2")
    play(people, 1, "a1")
    play(people, 0, "a3")
    play(people, 1, "c1")
    play(people, 0, "b1")
    for page in people:
        expect(page.locator(".rating").filter(has_text="→")).to_have_count(2)
        page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished))")  # of a card that fades in
        assert complaints(page) == []
    first.goto(f"{address}/games")
    expect(first.locator(".entry").first).to_contain_text("Rated")
    for page, name, other in ((first, "Ann", "Bob"), (second, "Bob", "Ann")):
        page.goto(f"{address}/people/{name}")
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        expect(page.locator(".ratings .card")).to_contain_text("1 rated game")
        for caption in ("By game", "By opponent", "By colour", "By opening"):
            expect(page.get_by_role("table", name=caption).locator("tbody tr")).to_have_count(1)
        expect(page.get_by_role("table", name="By opponent")).to_contain_text(other)
        assert complaints(page) == []
    first.goto(f"{address}/people?game=atoll&speed=untimed")
    rows = first.get_by_role("table").locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text(re.compile("Ann|Bob"))
    expect(rows.first).to_contain_text("1662? ± 290")
    assert complaints(first) == []
    rows.first.get_by_role("link").click()
    expect(first.locator(".ratings .figure")).to_contain_text("1662?")


COVERED = """(places) => places.filter((place) => [...document.querySelectorAll(place)].some((each) => {
  if (!each.checkVisibility()) return false;
  const { left, top, width, height } = each.getBoundingClientRect();
  const seen = [top + 2, top + height - 2].map((y) => document.elementFromPoint(left + width / 2, y));
  return seen.some((found) => !each.contains(found));
}))"""
"""Of selectors those of which something is not in sight, or lies under something else."""
AT_THE_END = [
    ".player",
    ".player .time",
    ".player .rating",
    ".move[aria-current]",
    ".verdict",
    ".result-card .buttons > *",
]


def test_the_end_of_a_rated_game_is_all_in_sight_on_a_low_screen(people: Two, address: str) -> None:
    first, second = people
    first.set_viewport_size({"width": 1366, "height": 650})
    first.goto(f"{address}/games")
    made = post(first, "/api/challenges", {"spec": "hex(size=3)", "side": "first", "clock": {"initial_ms": 600_000}})
    second.goto(f"{address}/challenge/{made['id']}")
    second.get_by_role("button", name="Play", exact=True).click()
    second.wait_for_url("**/play/*", wait_until="commit")
    first.goto(second.url)
    for page in people:
        board(page).locator("[data-cell]").first.wait_for()
    for at, name in enumerate(("b2", "a1", "a3", "c1", "b1")):
        play(people, at % 2, name)
    expect(first.locator(".rating").filter(has_text="→")).to_have_count(2)
    for width, height in ((1366, 650), (1366, 768), (1280, 720)):
        first.set_viewport_size({"width": width, "height": height})
        first.wait_for_timeout(400)
        assert first.evaluate(COVERED, AT_THE_END) == [], height
        assert complaints(first) == []
    assert second.evaluate(COVERED, [each for each in AT_THE_END if each != ".move[aria-current]"]) == []
    second.get_by_role("button", name="Rematch, other colours").click()
    first.get_by_role("button", name="Accept", exact=True).wait_for()
    first.set_viewport_size({"width": 1366, "height": 650})
    first.wait_for_timeout(400)
    assert first.evaluate(COVERED, [*AT_THE_END, ".offer-card.awaited button"]) == []


def test_a_profile_says_whom_one_has_muted_or_blocked(people: Two, address: str) -> None:
    first = people.first
    first.goto(f"{address}/people/Bob")
    about = first.locator(".about-other")
    for act, undo, said in (
        ("Block", "Unblock", "Bob is blocked."),
        ("Mute", "Unmute", "You will no longer see what Bob writes."),
    ):
        about.get_by_role("button", name=act, exact=True).click()
        expect(about.get_by_text(said)).to_be_visible()
        first.reload()
        expect(about.get_by_text(said)).to_be_visible()
        assert complaints(first) == []
        about.get_by_role("button", name=undo, exact=True).click()
        expect(about.get_by_text(said)).to_have_count(0)
        expect(about.get_by_role("button", name=act, exact=True)).to_be_visible()


def test_the_course_of_a_rating_is_drawn(people: Two, address: str) -> None:
    for _ in range(2):
        made = post(people.first, "/api/challenges", {"spec": "atomorph(size=4)"})
        taken = post(people.second, f"/api/challenges/{made['id']}/accept", {})
        post(people.first, f"/api/games/{taken['game']}/resign", {"person": seat(people.first, taken), "seq": 1})
    people.second.goto(f"{address}/people/Ann")
    card = people.second.locator(".ratings .card").filter(has_text="Atomorph")
    expect(card.locator("svg.course")).to_be_visible()
    assert people.second.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints(people.second) == []


def seat(page: Page, taken: Any) -> int:
    """Return where somebody sits in the game of a challenge."""
    return int(page.evaluate("id => fetch(`/api/games/${id}`).then((found) => found.json())", taken["game"])["seat"])


def test_the_switch_makes_a_game_casual_and_stays_as_it_was_left(people: Two, address: str) -> None:
    first, second = people
    first.goto(f"{address}/play")
    first.get_by_label("Someone online").check()
    switch = first.get_by_label("Rated game")
    expect(switch).to_be_checked()
    expect(first.get_by_text("The result changes both ratings")).to_be_visible()
    switch.uncheck()
    expect(first.get_by_text("The result changes nobody’s rating.")).to_be_visible()
    assert complaints(first) == []
    meet(people, address)
    for page in people:
        expect(page.locator(".game-terms")).to_have_text("Casual")
    second.goto(f"{address}/games")
    expect(second.locator(".entry").first).to_contain_text("Casual")
    first.goto(f"{address}/lobby")
    expect(first.get_by_label("Rated game")).not_to_be_checked()
    first.get_by_label("Rated game").check()


def test_a_guest_is_told_why_nothing_counts(people: Two, browser: Any, address: str) -> None:
    made = post(people.first, "/api/challenges", {"spec": "hex(size=3)"})
    with open_page(browser, PHONE, pardoned=OFFLINE) as guest:
        speak(guest, "en")
        guest.goto(f"{address}/lobby")
        expect(guest.get_by_label("Rated game")).to_be_disabled()
        expect(guest.get_by_text("You are playing as a guest, so the result does not count.")).to_be_visible()
        assert complaints(guest) == []
        guest.goto(f"{address}/challenge/{made['id']}")
        expect(guest.locator(".terms .rated")).to_contain_text("Casual, since you are playing as a guest.")
        guest.locator(".terms .rated").get_by_role("link").click()
        expect(guest.get_by_role("heading", name="Claim a name, keep your games")).to_be_visible()


def test_quick_pairing_is_rated_between_people_with_names(people: Two, address: str) -> None:
    for page in people:
        page.goto(f"{address}/lobby")
        expect(page.get_by_label("Rated game")).to_be_checked()
        page.get_by_label("Atoll", exact=True).check()
        page.get_by_role("button", name="Rapid").click()
    for page in people:
        page.wait_for_url("**/play/*", wait_until="commit")
        expect(page.locator(".game-terms")).to_have_text("Rated")


def test_a_server_keeps_ratings_over_a_restart(people: Two, server: Server) -> None:
    server.stop()
    server.start()
    people.first.goto(f"{server.address}/people/Ann")
    expect(people.first.locator(".ratings .card").first).to_be_visible()
