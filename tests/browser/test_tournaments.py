"""Tournaments on the page: one is made, joined and played to its end by people at different screens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.playing import board
from browser.test_ratings import be
from browser.test_two_screens import OFFLINE, complaints, post

pytestmark = pytest.mark.slow

SLOW = {"initial_ms": 86_400_000, "increment_ms": 86_400_000, "kind": "correspondence"}
CUP = {"name": "Cup", "spec": "hex(size=3)", "clock": SLOW, "most": 8, "starts_in_ms": 600_000}
NAMES = ("Ann", "Bob", "Cem")


@contextmanager
def named(browser: Any, address: str, *names: str) -> Iterator[list[Page]]:
    """Yield pages of people with names, every second one on a phone."""
    with ExitStack() as stack:
        devices = [(DESKTOP, PHONE)[at % 2] for at in range(len(names))]
        pages = [stack.enter_context(open_page(browser, each, pardoned=OFFLINE)) for each in devices]
        for page, name in zip(pages, names, strict=True):
            speak(page, "en", confirm="never")
            be(page, address, name)
        yield pages


@pytest.fixture
def people(browser: Any, address: str) -> Iterator[list[Page]]:
    with named(browser, address, *NAMES) as pages:
        yield pages


@pytest.fixture
def newcomers(browser: Any, address: str) -> Iterator[list[Page]]:
    """Yield two who are in no arena: while a live rated game of theirs goes on, none with the machine begins."""
    with named(browser, address, "Dag", "Eva") as pages:
        yield pages


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def looks_well(page: Page) -> None:
    assert complaints(page) == []
    assert fits(page)


def test_a_live_round_robin_from_its_form_to_its_end(people: list[Page], address: str) -> None:
    ann, bob, _ = people
    ann.goto(f"{address}/tournaments")
    ann.get_by_role("link", name="Create a tournament").click()
    ann.get_by_label("Name", exact=True).fill("Evening cup")
    ann.get_by_label("Round robin").check()
    looks_well(ann)
    ann.get_by_role("button", name="Create tournament").click()
    ann.wait_for_url(re.compile(r"/tournaments/[\w-]{12}$"))
    expect(ann.get_by_role("heading", level=1)).to_have_text("Evening cup")
    expect(ann.locator(".when")).to_contain_text("Starts in 14:")
    bob.goto(f"{address}/lobby")
    bob.get_by_role("link", name="Evening cup").click()
    for page in (ann, bob):
        page.get_by_role("button", name="Join", exact=True).click()
        expect(page.get_by_role("button", name="Leave")).to_be_visible()
        looks_well(page)
    expect(ann.locator(".pairs li")).to_have_count(2)
    ann.get_by_role("button", name="Start now").click()
    for page in (ann, bob):
        page.wait_for_url("**/play/*", wait_until="commit")
        board(page).locator("[data-cell]").first.wait_for()
        expect(page.locator(".game-terms")).to_have_text("Rated · Evening cup, round 1")
        expect(page.get_by_role("button", name="Ask to abort")).to_have_count(0)
    id_of = ann.url.rsplit("/", 1)[1]
    seat = ann.evaluate("id => fetch(`/api/games/${id}`).then((found) => found.json())", id_of)["seat"]
    post(ann, f"/api/games/{id_of}/resign", {"person": seat, "seq": 1})
    bob.get_by_role("link", name="Back to the tournament").click()
    expect(bob.locator(".when")).to_contain_text("Won by Bob")
    expect(bob.get_by_role("region", name="Standings").locator("tbody tr").first).to_contain_text("Bob")
    looks_well(bob)
    ann.locator(".game-terms").get_by_role("link").click()
    expect(ann.get_by_role("region", name="Crosstable").get_by_role("link", name="1")).to_be_visible()
    looks_well(ann)
    ann.goto(f"{address}/tournaments")
    expect(ann.get_by_role("heading", name="Finished")).to_be_visible()
    looks_well(ann)


def begun(people: list[Page], system: str, **terms: Any) -> str:
    """Let three play a tournament of a kind."""
    known = CUP | {"system": system, "name": f"A {system}"} | terms
    maker = people[1 if system == "arena" else 0]  # nobody makes more than three
    cup = str(post(maker, "/api/tournaments", known)["about"]["id"])
    for page in people:
        assert post(page, f"/api/tournaments/{cup}/join", {})["about"]["is_in"]
    post(maker, f"/api/tournaments/{cup}/begin", {})
    return cup


def test_what_can_be_done_stays_under_the_hand_when_others_join(people: list[Page], address: str) -> None:
    ann, bob, _ = people
    cup = post(bob, "/api/tournaments", CUP | {"system": "round-robin", "name": "A quiet one"})["about"]["id"]
    ann.goto(f"{address}/tournaments/{cup}")
    join = ann.get_by_role("button", name="Join", exact=True).element_handle()
    assert join is not None
    post(bob, f"/api/tournaments/{cup}/join", {})
    expect(ann.locator(".pairs li")).to_have_count(1)
    assert join.evaluate("each => each.isConnected")
    join.click()
    expect(ann.locator(".pairs li")).to_have_count(2)
    post(bob, f"/api/tournaments/{cup}/cancel", {})


def test_a_bracket_fills_as_games_end(people: list[Page], address: str) -> None:
    cup = begun(people, "knock-out")
    ann, bob, _ = people
    for page in (ann, bob):
        page.goto(f"{address}/tournaments/{cup}")
        expect(page.get_by_role("heading", name="Final", exact=True)).to_be_visible()
        expect(page.locator(".tie")).to_have_count(3)
        looks_well(page)
    told = ann.evaluate("id => fetch(`/api/tournaments/${id}`).then((found) => found.json())", cup)
    game = next(each for each in told["games"] if each["game"])
    loser = told["players"][game["players"][0]]["name"]
    page = people[NAMES.index(loser)]
    post(page, f"/api/games/{game['game']}/resign", {"person": 0, "seq": 1})
    final = ann.get_by_role("region", name="Bracket").locator(".round").last.locator(".tie .who")
    expect(final).to_have_count(2)
    expect(ann.locator(".tie .winner")).to_have_count(2)
    looks_well(ann)


def test_who_leaves_is_asked_first(people: list[Page], address: str) -> None:
    cup = begun(people, "round-robin")
    bob = people[1]
    bob.goto(f"{address}/tournaments/{cup}")
    bob.get_by_role("button", name="Leave the tournament").click()
    bob.get_by_role("button", name="Not now").click()
    expect(bob.get_by_role("button", name="Leave the tournament")).to_be_focused()
    bob.get_by_role("button", name="Leave the tournament").click()
    expect(bob.get_by_text("Your remaining games are lost")).to_be_visible()
    bob.get_by_role("button", name="Really leave?").click()
    expect(bob.get_by_text("withdrew").first).to_be_visible()
    expect(bob.get_by_role("button", name="Leave the tournament")).to_have_count(0)
    looks_well(bob)


def test_an_arena_leads_from_game_to_game_and_a_guest_looks_on(people: list[Page], browser: Any, address: str) -> None:
    cup = begun(people, "arena", clock={"initial_ms": 180_000}, minutes=10)
    with open_page(browser, PHONE, pardoned=OFFLINE) as guest:
        speak(guest, "en")
        guest.goto(f"{address}/tournaments/{cup}")
        expect(guest.get_by_role("heading", name="Games in progress")).to_be_visible()
        expect(guest.get_by_role("button", name="Join and play")).to_have_count(0)
        looks_well(guest)
        told = guest.evaluate("id => fetch(`/api/tournaments/${id}`).then((found) => found.json())", cup)
        [game] = [each for each in told["games"] if not each["outcome"]]
        free = next(at for at in range(3) if at not in game["players"])
        waits = people[NAMES.index(told["players"][free]["name"])]
        waits.goto(f"{address}/tournaments/{cup}")
        expect(waits.locator(".when")).to_contain_text("left")
        loser = people[NAMES.index(told["players"][game["players"][0]]["name"])]
        post(loser, f"/api/games/{game['game']}/resign", {"person": 0, "seq": 1})
        waits.wait_for_url("**/play/*", wait_until="commit")
        expect(guest.get_by_role("heading", name="Latest games")).to_be_visible()


def test_the_end_of_a_game_leads_to_the_next_one_as_well(newcomers: list[Page], address: str) -> None:
    dag, eva = newcomers
    terms = {"system": "arena", "name": "Two alone", "clock": {"initial_ms": 180_000}, "minutes": 10, "rated": False}
    cup = str(post(dag, "/api/tournaments", CUP | terms)["about"]["id"])
    for page in newcomers:
        post(page, f"/api/tournaments/{cup}/join", {})
    game = post(dag, f"/api/tournaments/{cup}/begin", {})["my_game"]
    first = f"{address}/play/{game}"
    for page in newcomers:
        page.goto(first)
        board(page).locator("[data-cell]").first.wait_for()
    seat = dag.evaluate("id => fetch(`/api/games/${id}`).then((found) => found.json())", game)["seat"]
    post(dag, f"/api/games/{game}/resign", {"person": seat, "seq": 1})
    for page in newcomers:
        expect(page.locator(".next-in-tournament")).to_have_text("Stay on this page: it takes you to your next game.")
        expect(page.get_by_role("button", name="Rematch, other colours")).to_be_hidden()
        looks_well(page)
    for page in newcomers:
        page.wait_for_url(lambda url: url != first, wait_until="commit")
    assert dag.url == eva.url
    for page in newcomers:
        post(page, f"/api/tournaments/{cup}/leave", {})


OFFERED = """() => {
  const card = document.querySelector('.result-card:not([hidden])');
  if (!card?.querySelector('.next-in-tournament')?.textContent || !card.querySelector('.level input')) return null;
  const seen = [...card.querySelectorAll('button, a.button, input')].filter((each) => each.checkVisibility());
  return seen.map((each) => each.textContent).join(', ');
}"""
"""What a result card offers, as soon as it has said how a tournament goes on; a moment later the next game begins."""


def test_a_level_met_in_an_arena_is_not_offered_a_rematch(newcomers: list[Page], address: str) -> None:
    dag, _ = newcomers
    terms = {"system": "arena", "name": "A level", "clock": {"initial_ms": 180_000}, "minutes": 10, "rated": False}
    cup = str(post(dag, "/api/tournaments", CUP | terms | {"allows_bots": True})["about"]["id"])
    dag.goto(f"{address}/tournaments/{cup}")
    chosen = dag.get_by_role("button", name="Level 1", exact=True)
    chosen.click()
    expect(chosen).to_have_attribute("aria-pressed", "true")
    post(dag, f"/api/tournaments/{cup}/join", {})
    post(dag, f"/api/tournaments/{cup}/begin", {})
    dag.wait_for_url("**/play/*", wait_until="commit")
    board(dag).locator("[data-cell]").first.wait_for()
    resign(dag)
    assert dag.wait_for_function(OFFERED).json_value() == "Back to the tournament, Review, Rules, New game"
    post(dag, f"/api/tournaments/{cup}/leave", {})


def test_a_place_on_the_ladder_is_played_for(people: list[Page], address: str) -> None:
    for page in people[:2]:
        page.goto(f"{address}/ladder/atomorph")
        page.get_by_role("button", name="Join the ladder").click()
        expect(page.get_by_role("button", name="Leave the ladder")).to_be_visible()
        looks_well(page)
    ann, bob = people[:2]
    bob.get_by_role("button", name="Challenge Ann").click()
    bob.wait_for_url("**/play/*", wait_until="commit")
    expect(bob.locator(".game-terms")).to_have_text("Rated · Atomorph ladder")
    game = bob.url.rsplit("/", 1)[1]
    seat = ann.evaluate("id => fetch(`/api/games/${id}`).then((found) => found.json())", game)["seat"]
    post(ann, f"/api/games/{game}/resign", {"person": seat, "seq": 1})
    bob.get_by_role("link", name="Back to the ladder").click()
    expect(bob.locator("tbody tr").first).to_contain_text("Bob")
    looks_well(bob)


def test_levels_are_let_in_and_answer_at_once(people: list[Page], address: str) -> None:
    ann, bob, _ = people
    known = CUP | {"system": "round-robin", "name": "With levels", "allows_bots": True, "rated": False}
    cup = str(post(bob, "/api/tournaments", known)["about"]["id"])
    post(bob, f"/api/tournaments/{cup}/join", {})
    for page in (ann, bob):
        page.goto(f"{address}/tournaments/{cup}")
    expect(ann.get_by_role("heading", name="Computer levels")).to_have_count(0)
    level = bob.get_by_role("button", name="Level 1", exact=True)
    level.click()
    expect(level).to_have_attribute("aria-pressed", "true")
    expect(level).to_be_focused()
    bob.get_by_role("button", name="Full strength").click()
    for page in (ann, bob):
        expect(page.locator(".pairs li")).to_contain_text(["Bob", "Level 1", "Full strength"])
        looks_well(page)
    bob.get_by_role("button", name="Full strength").click()
    expect(ann.locator(".pairs li")).to_have_count(2)
    bob.get_by_role("button", name="Start now").click()
    expect(bob.get_by_role("heading", name="Computer levels")).to_have_count(0)
    bob.get_by_role("link", name=re.compile("Bob|Level 1")).filter(has_text="–").click()
    board(bob).locator("[data-cell]").first.wait_for()
    expect(bob.locator(".player .name")).to_contain_text(["Level 1"])
    expect(bob.get_by_role("button", name="Offer a draw")).to_have_count(0)
    looks_well(bob)


def resign(page: Page) -> None:
    """Give a game up; the question goes where the other one moves meanwhile, and is asked once more."""
    meant = page.get_by_role("button", name="Resign this game")
    for _ in range(3):
        page.get_by_role("button", name="Resign", exact=True).click()
        page.wait_for_timeout(1000)
        if meant.is_visible():
            break
    meant.click()


def test_a_rated_game_with_a_level_begins_in_the_lobby(newcomers: list[Page], address: str) -> None:
    for page in newcomers:
        page.goto(f"{address}/lobby")
        expect(page.get_by_label("Rated game")).to_be_checked()
        page.get_by_role("button", name="Play Level 1", exact=True).click()
        page.wait_for_url("**/play/*", wait_until="commit")
        board(page).locator("[data-cell]").first.wait_for()
        expect(page.locator(".game-terms")).to_contain_text("Rated")
        expect(page.locator(".presence", has_text="here")).to_have_count(1)
        expect(page.get_by_role("button", name="Ask to abort")).to_have_count(0)
        resign(page)
        expect(page.locator(".rating", has_text="→")).to_have_count(2)
        page.wait_for_timeout(500)  # the card comes in from nothing, and is pale until it is there
        looks_well(page)
        before = page.url.rsplit("/", 1)[1]
        page.get_by_role("button", name="Rematch, other colours").click()
        page.wait_for_url(re.compile(f"/play/(?!{before})"))
        expect(page.locator(".game-terms")).to_contain_text("Rated")
    newcomers[0].goto(f"{address}/people/level-1")
    expect(newcomers[0].get_by_role("heading", level=1)).to_have_text("Level 1")
    newcomers[0].goto(f"{address}/people/Dag")
    expect(newcomers[0].get_by_text(re.compile("games? with others to the end"))).to_be_visible()
    looks_well(newcomers[0])
