"""Puzzles in a real browser: wrong moves are refuted on the board, right ones held out against; also by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Request, Route, expect

from browser.browsing import DESKTOP, PHONE, hold, open_page, speak
from browser.thinking import NO_ENGINE, WHY_THE_SERVER, have_the_server_think
from motu.puzzles import AnswerJudge, Puzzle, shipped_puzzles

pytestmark = pytest.mark.slow

PUZZLES = tuple(shipped_puzzles().values())
HEX = next(puzzle for puzzle in PUZZLES if "rhombus,size=5,islands=4" in puzzle.spec)
LINES = next(puzzle for puzzle in PUZZLES if puzzle.goal == "best" and puzzle.solution[0].isalnum())
DEVICES: dict[str, dict[str, Any]] = {"desktop": DESKTOP, "phone": PHONE}
QUIET = {"confirm": "never"}


def wrong_move(puzzle: Puzzle) -> str:
    """Return a wrong move of the hint that is a cell or a line."""
    return next(move for move in puzzle.hint() if move not in puzzle.solution and move.isalnum())


def go(page: Page, address: str, path: str, language: str = "en", **settings: Any) -> None:
    speak(page, language, **{**QUIET, **settings})
    page.goto(f"{address}/puzzles/{path}")
    page.locator(".puzzle motu-board [data-cell]").first.wait_for()


def place(page: Page, name: str) -> Locator:
    """Return a cell, or the header of a line."""
    line = page.locator(f'.puzzle motu-board [data-line="{name}"]')
    return line if line.count() else page.locator(f'.puzzle motu-board [data-cell][aria-label^="{name},"]')


def verdict(page: Page, kind: str) -> Locator:
    """Return what is said of a move, once it is."""
    found = page.locator(f'.puzzle .verdict[data-kind="{kind}"]')
    expect(found).to_be_visible()
    return found


def have_the_rest_shown(page: Page) -> None:
    """Have all that follows a right move shown, up to the win."""
    while page.get_by_role("button", name="Show a winning move").count():
        before = page.locator(".verdict").inner_text()
        page.get_by_role("button", name="Show a winning move").click()
        expect(page.locator('.verdict[data-kind="given"]')).not_to_have_text(before)
    expect(verdict(page, "given")).to_contain_text("The game is won.")


def count(page: Page) -> Locator:
    return page.locator(".puzzle-top .detail")


def test_a_wrong_move_is_refuted_and_a_right_one_held_out_against(page: Page, address: str) -> None:
    go(page, address, HEX.id)
    expect(page.locator(".task")).to_contain_text("only one move does it")
    wrong, [right] = wrong_move(HEX), HEX.solution
    [reply] = AnswerJudge().judge(HEX, [wrong]).replies
    place(page, wrong).click()
    expect(verdict(page, "wrong")).to_contain_text(f"plays {reply}. Now")
    expect(place(page, reply)).not_to_have_attribute("aria-label", re.compile(f"^{reply}, empty"))
    page.get_by_role("button", name="Try again").click()
    expect(place(page, reply)).to_have_attribute("aria-label", re.compile(f"^{reply}, empty"))
    place(page, right).click()
    expect(verdict(page, "right")).to_contain_text("Play on until you win")
    expect(count(page)).to_have_text(f"1 of {len(PUZZLES)} solved")
    have_the_rest_shown(page)


def test_a_puzzle_by_keyboard_alone(page: Page, address: str) -> None:
    go(page, address, HEX.id)
    page.evaluate("document.querySelector('.puzzle motu-board').focusBoard()")
    page.keyboard.type(wrong_move(HEX))
    page.keyboard.press("Enter")
    verdict(page, "wrong")
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".puzzle motu-board [data-cell]:focus")).to_have_count(1)
    page.wait_for_timeout(1500)  # letters typed in quick succession would be one name
    page.keyboard.type(HEX.solution[0])
    page.keyboard.press("Enter")
    verdict(page, "right")
    next_puzzle = page.get_by_role("button", name="Next puzzle")
    for _ in range(12):
        if next_puzzle.evaluate("button => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(next_puzzle).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(f"{address}/puzzles/{HEX.id}")
    expect(page.locator(".puzzle motu-board [data-cell]:focus")).to_have_count(1)
    expect(page.locator("div[role=status]")).to_have_text(page.locator(".task").inner_text())


def test_an_answer_that_comes_late_belongs_to_the_puzzle_it_is_about(page: Page, address: str) -> None:
    go(page, address, HEX.id)
    held = hold(page, "**/tries")
    place(page, HEX.solution[0]).click()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).not_to_have_url(f"{address}/puzzles/{HEX.id}")
    expect(page.locator(".puzzle .verdict")).to_have_text("")
    page.wait_for_timeout(1200)  # longer than anybody waits in silence
    expect(page.locator(".puzzle .verdict")).to_have_text("")
    held[0]()
    page.wait_for_timeout(500)
    expect(page.locator(".puzzle .verdict")).to_have_text("")
    expect(count(page)).to_have_text(f"0 of {len(PUZZLES)} solved")


def test_a_puzzle_begun_anew_does_not_hear_of_what_was_tried_before(browser: Any, address: str) -> None:
    """Where there is but one puzzle of a kind, the next one is the same."""
    with open_page(browser, DESKTOP) as page:
        page.route("**/api/puzzles", lambda route: route.fulfill(json=[_told(route, HEX.id)]))
        go(page, address, HEX.id)
        held = hold(page, "**/tries")
        place(page, HEX.solution[0]).click()
        page.get_by_role("button", name="Next puzzle").click()
        expect(page.get_by_role("button", name="Hint")).to_be_visible()
        held[0]()
        page.wait_for_timeout(1500)
        expect(page.locator(".puzzle .verdict")).to_have_text("")
        expect(page.get_by_role("button", name="Hint")).to_be_visible()


def _told(route: Route, wanted: str) -> Any:
    return next(each for each in route.fetch().json() if each["id"] == wanted)


def test_a_move_whose_answer_is_lost_has_not_been_played(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("Failed to load resource",)) as page:
        go(page, address, HEX.id)
        asked: list[Route] = []

        def lose_the_second(route: Route) -> None:
            asked.append(route)
            route.abort() if len(asked) == 2 else route.continue_()

        page.route("**/api/positions", lose_the_second)
        place(page, HEX.solution[0]).click()
        expect(verdict(page, "wrong")).to_have_text("✗ The server is not responding.")
        [right] = HEX.solution
        expect(place(page, right)).to_have_attribute("aria-label", re.compile(f"^{right}, empty"))
        expect(page.get_by_role("button", name="Show the solution")).to_be_visible()
        place(page, right).click()
        expect(verdict(page, "right")).to_contain_text("Play on until you win")


def test_what_moves_are_worth_is_shown_afterwards(page: Page, address: str) -> None:
    go(page, address, LINES.id, "eo")
    page.get_by_role("button", name="Konsileto").click()
    place(page, wrong_move(LINES)).click()
    expect(verdict(page, "wrong")).to_contain_text("la ludo donas averaĝe")
    expect(page.locator(".worth")).to_have_count(0)
    page.get_by_role("button", name="Reprovi").click()
    place(page, LINES.solution[0]).click()
    verdict(page, "right")
    expect(page.locator(".worth tbody tr")).to_have_count(len(LINES.equities))
    expect(page.locator(".worth .tried th")).to_have_text(LINES.solution[0])


def test_progress_and_choice_are_kept(page: Page, address: str) -> None:
    go(page, address, "")
    page.get_by_label("Game").select_option("atoll")
    page.get_by_label("Difficulty").select_option("1")
    chosen = [puzzle for puzzle in PUZZLES if (puzzle.game, puzzle.difficulty) == ("atoll", 1)]
    for solved, puzzle in enumerate(chosen[:2], start=1):
        expect(page).to_have_url(f"{address}/puzzles/{puzzle.id}")
        expect(page.locator(".puzzle .verdict")).to_have_text("")
        place(page, puzzle.solution[0]).click()
        verdict(page, "right")
        expect(count(page)).to_contain_text(f"{solved} of {len(chosen)} solved")
        page.get_by_role("button", name="Next puzzle").click()
    expect(count(page)).to_have_text(f"2 of {len(chosen)} solved · 2 in a row")
    page.goto(f"{address}/puzzles")
    expect(page).to_have_url(f"{address}/puzzles/{chosen[2].id}")
    page.get_by_role("button", name="Hint").click()
    expect(verdict(page, "")).to_contain_text(f"One of these is right: {', '.join(chosen[2].hint())}")
    expect(page.locator(".puzzle motu-board text.label")).to_have_count(4)
    expect(count(page)).to_have_text(f"2 of {len(chosen)} solved · longest streak: 2")


def test_back_leads_to_the_puzzle_before(page: Page, address: str) -> None:
    page.goto(f"{address}/learn")
    go(page, address, "atoll")
    before = page.url
    page.get_by_label("Game").select_option("atmalof")
    expect(page).not_to_have_url(before)
    page.go_back()
    expect(page).to_have_url(before)
    expect(page.locator(".puzzle motu-board [data-cell]").first).to_be_visible()


def test_ones_rating_is_shown_with_its_change_and_the_next_puzzle_is_near_it(page: Page, address: str) -> None:
    go(page, address, "atoll")
    rating = page.locator(".puzzle-top .rating")
    expect(rating).to_have_text("Your rating in Atoll: about 1500")
    expect(page.get_by_label("Difficulty")).to_have_value("-1")
    first = page.url.rpartition("/")[2]
    puzzle = next(each for each in PUZZLES if each.id == first)
    assert puzzle.difficulty == 3
    place(page, puzzle.solution[0]).click()
    verdict(page, "right")
    expect(rating).to_have_text(re.compile(r"about 1[6-9]\d\d \(\+[1-3]\d\d\)$"))
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).not_to_have_url(f"{address}/puzzles/{first}")
    second = page.url.rpartition("/")[2]
    assert next(each.difficulty for each in PUZZLES if each.id == second) > 3
    expect(page.locator(".puzzle .verdict")).to_have_text("")
    page.get_by_role("button", name="Show the solution").click()
    expect(rating).to_have_text(re.compile(r"\(−\d+\)$"))
    page.reload()
    expect(count(page)).to_contain_text("1 of")
    expect(rating).to_have_text(re.compile(r"about 1\d\d\d$"))


def test_themes_are_chosen_and_told_when_a_puzzle_is_solved(page: Page, address: str) -> None:
    go(page, address, "atoll")
    page.get_by_label("Solved by").select_option("bridge")
    chosen = [puzzle for puzzle in PUZZLES if puzzle.game == "atoll" and "bridge" in puzzle.themes]
    expect(count(page)).to_have_text(f"0 of {len(chosen)} solved")
    puzzle = next(each for each in chosen if page.url.endswith(each.id))
    expect(page.locator(".puzzle .themes")).to_have_count(0)
    place(page, puzzle.solution[0]).click()
    expect(page.locator(".puzzle .themes")).to_contain_text("Themes:")
    expect(page.locator(".puzzle .themes")).to_contain_text("bridge")
    page.get_by_label("Game").select_option("atmalof")
    expect(page.get_by_label("Solved by")).to_have_value("")
    offered = page.get_by_label("Solved by").locator("option").all_inner_texts()
    assert offered == ["All themes", "roll", "roll that may win at once", "step"]


def test_the_solution_is_shown_and_does_not_count(page: Page, address: str) -> None:
    go(page, address, HEX.id)
    page.get_by_role("button", name="Show the solution").click()
    expect(verdict(page, "given")).to_contain_text(f"The answer is {HEX.solution[0]}.")
    expect(page.locator(".verdict")).not_to_contain_text("Right")  # who gave up is not praised
    expect(count(page)).to_have_text(f"0 of {len(PUZZLES)} solved")


def test_a_puzzle_goes_to_the_analysis_board(page: Page, address: str) -> None:
    go(page, address, LINES.id)
    page.get_by_role("link", name="Open in the analysis board").click()
    expect(page.locator(".study motu-board [data-cell]").first).to_be_visible()
    occupied = sum(stone < 2 for stone in LINES.position().stones())
    empty = len(LINES.position().stones()) - occupied
    expect(page.locator('.study motu-board [data-cell][aria-label*="empty"]')).to_have_count(empty)


def test_a_finger_confirms_its_move(browser: Any, address: str) -> None:
    with open_page(browser, PHONE) as page:
        go(page, address, HEX.id, confirm="always")
        place(page, HEX.solution[0]).tap()
        page.get_by_role("button", name="Cancel").tap()
        expect(page.get_by_role("button", name="Hint")).to_be_visible()
        place(page, HEX.solution[0]).tap()
        page.get_by_role("button", name="Finish turn").tap()
        verdict(page, "right")


def test_names_of_no_puzzle_are_refused(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/puzzles/nothing")
    expect(page.get_by_role("alert")).to_have_text("There is no such puzzle.")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("device", DEVICES)
def test_puzzles_shut_nobody_out(browser: Any, address: str, theme: str, device: str) -> None:
    found: list[Any] = []

    def look(page: Page, where: str) -> None:
        violations = Axe().run(page).response["violations"]
        found.extend((where, each["id"], each["nodes"][0]["html"]) for each in violations)
        wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
        assert not wide, where

    with open_page(browser, {**DEVICES[device], "reduced_motion": "reduce"}) as page:
        go(page, address, HEX.id, theme=theme)
        page.get_by_role("button", name="Hint").click()
        look(page, "hint")
        place(page, wrong_move(HEX)).click()
        verdict(page, "wrong")
        look(page, "wrong")
        go(page, address, LINES.id, theme=theme)
        page.get_by_role("button", name="Show the solution").click()
        expect(page.locator(".worth")).to_be_visible()
        look(page, "worth")
    assert found == [], found


def tries(page: Page) -> list[dict[str, Any]]:
    """Return what will list the answers that the server is asked to judge."""
    found: list[dict[str, Any]] = []

    def look(request: Request) -> None:
        if request.url.endswith("/tries"):
            found.append(request.post_data_json or {})

    page.on("request", look)
    return found


def play_to_the_win(page: Page) -> None:
    """Solve the puzzle that is shown, and have what follows shown."""
    place(page, HEX.solution[0]).click()
    expect(verdict(page, "right")).to_contain_text("Play on until you win")
    have_the_rest_shown(page)


def test_what_follows_the_first_move_is_worked_out_on_this_device(page: Page, address: str) -> None:
    asked = tries(page)
    go(page, address, HEX.id)
    play_to_the_win(page)
    assert asked == [{"moves": [HEX.solution[0]], "replies": False}]


def test_the_engine_goes_with_the_page_of_puzzles_and_comes_again(page: Page, address: str) -> None:
    go(page, address, HEX.id)
    for _ in range(2):
        play_to_the_win(page)
        assert len(page.workers) == 1
        page.get_by_role("link", name="Learn", exact=True).click()
        expect(page.locator(".puzzle")).to_have_count(0)
        assert page.workers == []
        page.go_back()
        page.locator(".puzzle motu-board [data-cell]").first.wait_for()


@pytest.mark.parametrize("why", WHY_THE_SERVER)
def test_the_server_judges_all_of_it_where_the_device_is_not_to(browser: Any, address: str, why: str) -> None:
    with open_page(browser, DESKTOP, pardoned=NO_ENGINE) as page:
        speak(page, "en")
        asked = tries(page)
        have_the_server_think(page, why)
        go(page, address, HEX.id)
        play_to_the_win(page)
        expect(count(page)).to_have_text(f"1 of {len(PUZZLES)} solved")
        assert asked[-1]["replies"]
        assert len(asked[-1]["moves"]) > 1
