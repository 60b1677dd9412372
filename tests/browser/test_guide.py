"""A guide in a first game: the goal, hints at the right moment, none twice, none in a second game unless asked for."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.playing import MACHINE, PERSON, begin, board, click, is_my_turn

pytestmark = pytest.mark.slow

NEARLY = ["d4", "d2", "e6", "c4", "c2", "c3", "d3", "d5", "e5", "e7", "f7", "f8"]


def start(page: Page, address: str, spec: str, *seats: dict[str, Any], guide: str = "first", **options: Any) -> None:
    speak(page, "en", guide=guide, confirm="never")
    begin(page, address, spec, *(seats or (PERSON, MACHINE)), **options)


def hint(page: Page) -> Locator:
    return page.locator(".guide .guide-text")


def lit(page: Page) -> list[str]:
    found: list[str] = (
        board(page).locator(".motu-island.rimmed").evaluate_all("all => all.map((each) => each.dataset.island)")
    )
    return found


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_first_game_begins_with_the_goal_and_ones_own_islands(
    browser: Any, address: str, device: dict[str, Any]
) -> None:
    with open_page(browser, device) as page:
        start(page, address, "gan")
        expect(hint(page)).to_contain_text("You are Black. Join two of your islands")
        assert lit(page) == ["1", "5"]
        expect(page.locator(".goal")).to_contain_text("Goal: join two of your islands that face each other.")
        expect(page.locator(".goal").get_by_role("link", name="The rules of Atoll")).to_have_attribute(
            "href", "/learn/atoll"
        )
        card, shown = page.locator(".guide").bounding_box(), board(page).bounding_box()
        assert card is not None
        assert shown is not None
        is_beside = card["x"] >= shown["x"] + shown["width"] or card["y"] + card["height"] <= shown["y"]
        assert is_beside, (card, shown)
        assert Axe().run(page).response["violations"] == []
        click(page, "d4")
        expect(hint(page)).not_to_contain_text("Place a stone anywhere")


def test_edges_of_atomorph_are_lit(page: Page, address: str) -> None:
    start(page, address, "atomorph(size=5)")
    expect(hint(page)).to_contain_text("Join the two edges with a golden rim")
    assert lit(page) == ["0", "2"]
    gold = "each => getComputedStyle(each.querySelector('.motu-edge')).strokeWidth"
    assert board(page).locator(".motu-island.rimmed").first.evaluate(gold) == "5px"


def test_a_win_at_hand_and_the_end_are_told(page: Page, address: str) -> None:
    start(page, address, "gan", opening=NEARLY)
    expect(hint(page)).to_have_text("Look closely: you have a move that wins at once.")
    click(page, "g8")
    expect(hint(page)).to_contain_text("You have won your first game!")
    expect(page.locator(".guide-links").get_by_role("link")).to_have_text(["Study", "A lesson in Atoll", "Puzzles"])


def test_a_threat_is_told_and_shown(page: Page, address: str) -> None:
    start(page, address, "gan", MACHINE, PERSON, opening=[*NEARLY, "a1"])
    expect(hint(page)).to_have_text("Careful: Level 1 threatens to win with g8. Stop it.")
    expect(board(page).locator(".circled")).to_have_count(1)


def test_in_atmalof_the_roll_is_told(page: Page, address: str) -> None:
    start(page, address, "atmalof", pace="calm")
    expect(hint(page)).to_contain_text("Choose the number of a row or column")
    click(page, "r4")
    expect(hint(page)).to_contain_text("You named row 4 and rolled")


def test_the_guide_is_turned_off_in_the_card_and_on_in_the_settings(page: Page, address: str) -> None:
    start(page, address, "gan")
    page.get_by_role("button", name="Turn off hints").click()
    expect(page.locator(".guide")).to_have_count(0)
    assert lit(page) == []
    expect(board(page).locator(":focus")).to_have_count(1)
    expect(page.locator(".goal")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Hints for beginners").select_option("always")
    expect(hint(page)).to_be_visible()


def test_only_the_first_game_of_a_kind_is_guided(page: Page, address: str) -> None:
    start(page, address, "gan")
    expect(hint(page)).to_be_visible()
    click(page, "d4")
    assert is_my_turn(page)
    page.reload()
    expect(page.locator(".guide")).to_be_visible()
    expect(hint(page)).not_to_contain_text("Place a stone anywhere")
    begin(page, address, "gan", PERSON, MACHINE)
    expect(page.locator(".goal")).to_be_visible()
    expect(page.locator(".guide")).to_have_count(0)
    begin(page, address, "atmalof", PERSON, MACHINE)
    expect(hint(page)).to_be_visible()


def test_two_people_are_told_the_goal_alone(page: Page, address: str) -> None:
    start(page, address, "gan", PERSON, PERSON)
    expect(page.locator(".goal")).to_be_visible()
    expect(page.locator(".guide")).to_have_count(0)


def title(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def begin_now(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    expect(title(page)).to_have_text("Atoll · Gan 7, no swap")


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Resign this game").click()


def test_the_pie_rule_waits_for_a_second_game(page: Page, address: str) -> None:
    begin_now(page, address)
    click(page, "d4")
    expect(page.locator("ol.moves .move")).to_have_count(2)
    expect(page.locator("ol.moves")).not_to_contain_text("swap")
    resign(page)
    expect(hint(page)).to_contain_text(
        "From now on there is one more rule: the second player may take over the first stone"
    )
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    expect(title(page)).to_have_text("Atoll · Gan 7")


def test_the_rematch_of_a_first_game_has_the_pie_rule(page: Page, address: str) -> None:
    begin_now(page, address)
    resign(page)
    expect(hint(page)).to_contain_text("From now on there is one more rule")
    page.get_by_role("button", name="Rematch, other colours").click()
    expect(title(page)).to_have_text("Atoll · Gan 7")


def test_a_first_game_that_was_chosen_without_the_pie_rule_is_played_again_so(page: Page, address: str) -> None:
    start(page, address, "gan(swap=false)")
    click(page, "d4")
    expect(page.locator("ol.moves .move")).to_have_count(2)
    resign(page)
    expect(hint(page)).to_contain_text("That was your first game.")
    expect(hint(page)).not_to_contain_text("From now on")
    first = page.url
    page.get_by_role("button", name="Rematch, other colours").click()
    expect(page).not_to_have_url(first)
    expect(title(page)).to_have_text("Atoll · Gan 7, no swap")
