"""Rules pages and lessons in a real browser: each lesson is played with wrong, forbidden and right moves."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import choose_language, hold, let_through, speak

pytestmark = pytest.mark.slow

Step = tuple[str, str]
"""What is done, and how it is judged: "right" or "wrong"."""

LESSONS: dict[str, list[list[Step]]] = {
    "atoll": [
        [("d4", "wrong"), ("e7", "right")],
        [("d5", "wrong"), ("a1", "wrong"), ("d3", "right")],
        [("a1", "wrong"), ("d4", "wrong"), ("g8", "right")],
        [("d5", "wrong"), ("g5", "wrong"), ("a1", "wrong"), ("e3", "right")],
        [("c4", "wrong"), ("d5", "right")],
        [("b2", "wrong"), ("g8", "right")],
        [("c5", "wrong"), ("e4", "right")],
        [("b2", "wrong"), ("a1", "wrong"), ("d3", "right")],
        [("b2", "wrong"), ("c3", "right")],
    ],
    "atomorph": [
        [("d4", "wrong"), ("b3", "wrong"), ("c3", "right")],
        [("b2", "wrong"), ("b1", "right")],
        [("d1", "wrong"), ("b7", "right")],
        [("d4", "wrong"), ("b2", "wrong"), ("a5", "wrong"), ("c3", "wrong"), ("d2", "right")],
        [("a1", "wrong"), ("a4", "wrong"), ("b4", "right")],
        [("a1", "wrong"), ("c3", "right")],
        [("c3", "wrong"), ("e5", "right")],
        [("a1", "wrong"), ("c3", "right")],
    ],
    "atmalof": [
        [("r1", "wrong"), ("r1c1-r1c2", "wrong"), ("r7c7", "wrong"), ("c7", "right")],
        [("r3c5", "wrong"), ("r3", "wrong"), ("r3c1-r2c1", "wrong"), ("r2c5-r3c5", "right")],
        [("r3", "wrong"), ("r4c2-r3c1", "wrong"), ("c4", "right")],
        [("c1", "wrong"), ("r1", "wrong"), ("r3c2-r4c2", "wrong"), ("r3", "right")],
        [("r4", "wrong"), ("r1c1-r1c2", "wrong"), ("r5c3-r4c4", "right")],
        [
            ("r7", "wrong"),
            ("c7", "wrong"),
            ("r2", "wrong"),
            ("r7c7", "wrong"),
            ("r6c6-r7c7", "wrong"),
            ("r6c7-r7c7", "right"),
        ],
        [("r1", "wrong"), ("c1", "wrong"), ("r7", "wrong"), ("r7c3-r7c4", "wrong"), ("c4", "right")],
    ],
}


def click(page: Page, step: str) -> None:
    """Do what a move is written as: click its cells, or its line's header."""
    page.locator(".lesson motu-board [data-cell]").first.wait_for()
    for name in step.split("-"):
        line = page.locator(f'.lesson motu-board [data-line="{name}"]')
        place = line if line.count() else page.locator(f'.lesson motu-board [data-cell][aria-label^="{name},"]')
        place.click()  # waits until the page is at rest


def press(page: Page, step: str) -> None:
    """Do the same by keyboard alone."""
    for name in step.split("-"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        page.wait_for_timeout(1500)  # letters typed in quick succession would be one name


def judged(page: Page, step: Step, hand: Any, before: str) -> str:
    """Do a step, wait for its verdict and return that."""
    hand(page, step[0])
    verdict = page.locator(f'.verdict[data-kind="{step[1]}"]')
    expect(verdict).to_be_visible()
    if before:
        expect(verdict).not_to_have_text(before)
    return verdict.inner_text()


@pytest.mark.parametrize("language", ["en", "eo"])
@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_is_played_to_its_end(page: Page, address: str, game: str, language: str) -> None:
    speak(page, language)
    page.goto(f"{address}/learn/{game}/lesson")
    said = set[str]()
    for number, steps in enumerate(LESSONS[game]):
        before = ""
        for step in steps:
            before = judged(page, step, click, "" if before and step[1] == "wrong" and "-" in step[0] else before)
            said.add(before)
        if number + 1 < len(LESSONS[game]):
            page.locator(".lesson button.primary").click()
            expect(page.locator('.verdict[data-kind=""]')).to_have_count(1)
    assert page.locator(".ending a").count() == 3


def test_a_lesson_by_keyboard_alone(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/learn/atmalof/lesson")
    page.locator(".lesson motu-board [data-cell]").first.wait_for()
    page.evaluate("document.querySelector('.lesson motu-board').focusBoard()")
    for step in LESSONS["atmalof"][0]:
        judged(page, step, press, "")


def test_while_a_move_is_judged_the_next_piece_is_picked_up(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/learn/atmalof/lesson")
    for steps in LESSONS["atmalof"][:5]:
        click(page, steps[-1][0])
        expect(page.locator('.verdict[data-kind="right"]')).to_be_visible()
        page.locator(".lesson button.primary").click()
        expect(page.locator('.verdict[data-kind=""]')).to_have_count(1)
    held = hold(page, "**/api/positions")
    click(page, "r6c6-r7c7")
    click(page, "r6c7")
    let_through(page, held, 1)
    expect(page.locator('.verdict[data-kind="wrong"]')).to_be_visible()
    click(page, "r7c7")
    let_through(page, held, 2)
    expect(page.locator('.verdict[data-kind="right"]')).to_be_visible()


def test_of_two_moves_the_last_one_counts(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/learn/atoll/lesson")
    page.locator(".lesson motu-board [data-cell]").first.wait_for()
    held = hold(page, "**/api/positions")
    for step, _ in (LESSONS["atoll"][0][0], LESSONS["atoll"][0][-1]):
        click(page, step)
    let_through(page, held, 2)
    expect(page.locator('.verdict[data-kind="right"]')).to_be_visible()
    let_through(page, held, 1)
    expect(page.locator('.verdict[data-kind="right"]')).to_be_visible()


def test_every_task_is_shown_by_keyboard_and_earns_no_praise(page: Page, address: str) -> None:
    speak(page, "en")
    for game, tasks in LESSONS.items():
        page.goto(f"{address}/learn/{game}/lesson")
        for number in range(len(tasks)):
            page.get_by_role("button", name="Show me").press("Enter")
            verdict = page.locator('.verdict[data-kind="given"]')
            expect(verdict).to_have_text(re.compile(r"^The answer is \w\S+\. \w"))
            expect(verdict).not_to_contain_text("Right")
            expect(page.locator(".intro .detail")).to_contain_text(f" · 0 of {len(tasks)} solved")
            name = "Next task" if number + 1 < len(tasks) else re.compile("^Play ")
            expect(page.get_by_role("button", name=name)).to_be_focused()
            if number + 1 < len(tasks):
                page.keyboard.press("Enter")


def test_changing_the_language_keeps_the_task(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/learn/atoll/lesson")
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Next task").click()
    expect(page.locator(".intro .detail")).to_have_text("Task 2 of 9 · 0 of 9 solved")
    choose_language(page, "Esperanto")
    expect(page.locator(".intro .detail")).to_contain_text("Tasko 2 el 9 · ")
    expect(page.locator("motu-board [data-cell]").first).to_have_attribute("aria-label", re.compile("^a1, Blanko,"))


def test_a_diagram_is_clicked_through(page: Page, address: str) -> None:
    speak(page, "eo")
    page.goto(f"{address}/learn/atmalof")
    figure = page.locator("figure").nth(1)
    forward = figure.get_by_role("button", name="Unu paŝon antaŭen")
    for _ in range(3):
        forward.click()
    expect(figure.locator(".step")).to_have_text("12 el 12 · Ruĝo movas pecon de r7c6 al r7c7.")
    expect(figure.locator('[data-cell][aria-label="r7c7, Ruĝo"]')).to_have_count(1)
    expect(forward).to_have_attribute("aria-disabled", "true")
    figure.get_by_role("button", name="Unua pozicio").click()
    expect(figure.locator('[data-cell][aria-label$=", malplena"]')).to_have_count(49)


def test_progress_is_kept_and_told_where_one_chooses_a_lesson(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/learn/atomorph/lesson")
    click(page, LESSONS["atomorph"][0][-1][0])
    expect(page.locator(".verdict")).to_have_text(re.compile("^✓ Right\\. From c1 to c5"))
    expect(page.locator(".intro .detail")).to_have_text("Task 1 of 8 · 1 of 8 solved")
    page.goto(f"{address}/learn")
    expect(page.locator(".card .detail")).to_have_text(["0 of 9 solved", "1 of 8 solved", "0 of 7 solved"])
    page.goto(f"{address}/learn/atomorph/lesson")
    expect(page.locator(".intro .detail")).to_have_text("Task 2 of 8 · 1 of 8 solved")


def test_the_last_task_leads_to_a_first_game(page: Page, address: str) -> None:
    speak(page, "en")
    names = ["island", "chain", "opposite", "span", "save", "block", "bridge", "triple"]
    kept = json.dumps(json.dumps({"atoll": names}))
    page.add_init_script(f"localStorage.setItem('motu.lessons', {kept})")
    page.goto(f"{address}/learn/atoll/lesson")
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Play Atoll").click()
    expect(page).to_have_url(re.compile("/play/"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Atoll · Gan 7")
