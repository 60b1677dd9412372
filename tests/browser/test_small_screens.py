"""What a phone shows without scrolling, upright and held sideways: the way to begin, boards whole, words uncut."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import PHONE, open_page, speak
from browser.playing import MACHINE, PERSON, begin, tap

pytestmark = pytest.mark.slow

SIDEWAYS: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
LONG = [f"{column}{row}" for row in range(1, 8) for column in "abcdefgh"]
"""Moves of a game on 9 rows that nobody wins."""
PLAY_ON = """async ([address, moves]) => {
  const headers = {'content-type': 'application/json'};
  let {seq} = await (await fetch(address.replace(/.moves$/, ''))).json();
  for (const move of moves) {
    const body = JSON.stringify({move, seq});
    ({seq} = await (await fetch(address, {method: 'POST', headers, body})).json());
  }
}"""
LANGUAGES = ["en", "eo", "de", "fr"]
BOX = "each => ((box) => [box.left, box.top, box.right, box.bottom])(each.getBoundingClientRect())"


def is_in_sight(page: Page, selector: str) -> bool:
    """Whether the whole of something is on the screen; of a board, what is drawn."""
    left, top, right, bottom = page.locator(selector).first.evaluate(BOX)
    size = page.viewport_size
    assert size is not None
    return bool(left >= 0 and top >= 0 and right <= size["width"] and bottom <= size["height"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_sideways_the_menu_is_one_row_with_the_tools(browser: Any, address: str, language: str) -> None:
    with open_page(browser, SIDEWAYS) as page:
        speak(page, language)
        page.goto(f"{address}/learn")
        page.locator("h1").wait_for()
        assert page.locator(".top").evaluate("top => top.offsetHeight") <= 52
        assert page.locator(".top nav").evaluate("nav => nav.scrollWidth <= nav.clientWidth")


@pytest.mark.parametrize("language", LANGUAGES)
def test_sideways_the_first_page_says_what_it_is_and_how_to_begin(browser: Any, address: str, language: str) -> None:
    with open_page(browser, SIDEWAYS) as page:
        speak(page, language)
        page.goto(address)
        page.locator(".hero-board [data-cell]").first.wait_for()
        for selector in (".hero h1", ".hero .primary", ".hero-board"):
            assert is_in_sight(page, selector), selector


@pytest.mark.parametrize("spec", ["atoll", "atomorph", "atmalof"])
def test_sideways_a_game_has_its_board_and_what_to_do_in_sight(browser: Any, address: str, spec: str) -> None:
    with open_page(browser, SIDEWAYS) as page:
        speak(page, "en")
        begin(page, address, spec)
        for selector in (".board-card motu-board", ".told", ".side"):
            left, top, right, _ = page.locator(selector).first.evaluate(BOX)
            assert 0 <= left < right <= 844, selector
            assert top < 350, selector
        assert is_in_sight(page, ".board-card motu-board")
        assert is_in_sight(page, ".told")
        left, _, right, _ = page.locator(".side").evaluate(BOX)
        assert right - left >= 300


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390)])
def test_a_long_game_is_stepped_through_near_its_board(browser: Any, address: str, width: int, height: int) -> None:
    with open_page(browser, {**PHONE, "viewport": {"width": width, "height": height}}) as page:
        url = begin(page, address, "hex(size=9,swap=false)")
        page.evaluate(PLAY_ON, [f"{address}/api/games/{url.rsplit('/', 1)[1]}/moves", LONG])
        expect(page.locator("ol.moves .move")).to_have_count(len(LONG))
        moves = page.locator("ol.moves")
        assert moves.evaluate("list => list.clientHeight") <= 112
        assert moves.evaluate("list => list.scrollHeight - list.clientHeight - list.scrollTop") <= 2
        _, top, _, bottom = page.locator(".jump").evaluate(BOX)
        assert bottom - top < 60
        assert bottom < height + 200, "a stroke of a finger away"
        page.get_by_role("button", name="First position").tap()
        expect(page.locator(".table motu-board .stone")).to_have_count(0)
        page.get_by_role("button", name="One step forward").tap()
        expect(page.locator("ol.moves .move").first).to_have_attribute("aria-current", "step")
        assert moves.evaluate("list => list.scrollTop") <= 2


@pytest.mark.parametrize("path", ["learn/atoll/lesson", "learn/atomorph/lesson", "puzzles/atoll", "puzzles/atmalof"])
def test_sideways_a_task_stands_beside_its_board(browser: Any, address: str, path: str) -> None:
    with open_page(browser, SIDEWAYS) as page:
        speak(page, "en")
        page.goto(f"{address}/{path}")
        page.locator("motu-board [data-cell], motu-board [data-action]").first.wait_for()
        assert is_in_sight(page, ".lesson .board-card motu-board")
        assert is_in_sight(page, ".lesson .intro")


def test_sideways_a_study_has_its_panel_beside_the_board(browser: Any, address: str) -> None:
    with open_page(browser, SIDEWAYS) as page:
        speak(page, "en")
        page.goto(f"{address}/study")
        page.locator("motu-board [data-cell]").first.wait_for()
        assert is_in_sight(page, ".board-card motu-board")
        assert is_in_sight(page, ".side h1")
        assert page.locator(".side").evaluate("side => side.offsetWidth") >= 320


@pytest.mark.parametrize("language", ["en", "eo"])
def test_what_can_be_done_in_a_game_takes_one_row_of_a_phone(browser: Any, address: str, language: str) -> None:
    with open_page(browser, PHONE) as page:
        speak(page, language, confirm="never")
        begin(page, address, "gan(swap=false)", PERSON, MACHINE, language=language)
        tap(page, "c3")
        buttons = page.locator(".at-hand > .buttons > :visible")
        buttons.nth(4).wait_for()  # taking back, giving up, a hint, the study and the sounds
        tops = buttons.evaluate_all("all => all.map((each) => Math.round(each.getBoundingClientRect().top))")
        assert len(set(tops)) == 1


LINES = "all => all.map((each) => each.offsetHeight / parseFloat(getComputedStyle(each).fontSize))"
"""How high elements are, in their letters: a line is one or two, two lines are more."""


@pytest.mark.parametrize("language", ["en", "eo", "de", "fr"])
def test_who_plays_stands_in_one_line_of_a_phone(browser: Any, address: str, language: str) -> None:
    with open_page(browser, PHONE) as page:
        full = {"kind": "strongest", "seconds": 1}
        begin(page, address, "hex(size=3,swap=false)", PERSON, full, language=language)
        names, details = page.locator(".player .name"), page.locator(".player > .who > .detail")
        expect(names).to_have_count(2)
        expect(details.filter(has_text="1 s ")).to_have_count(1)
        assert all(0 < lines < 2 for lines in names.evaluate_all(LINES))
        assert all(0 < lines < 4 for lines in details.evaluate_all(LINES))


DIVIDERS = """told => {
  const inside = told.getBoundingClientRect().left;
  return [...told.children].map((each) => [
    parseFloat(getComputedStyle(each).borderLeftWidth) > 0 && each.getBoundingClientRect().left >= inside,
    Math.round(each.getBoundingClientRect().top),
  ]);
}"""
"""Of what is told: whether a line is seen before it, and how far down it stands."""


@pytest.mark.parametrize("played", ["b2", "Black played a move that takes a whole line."])
def test_a_line_stands_only_between_what_is_told(browser: Any, address: str, played: str) -> None:
    with open_page(browser, PHONE) as page:
        begin(page, address, "hex(size=3)", opening=["b2"])
        page.locator(".told .narration").evaluate("(told, played) => (told.textContent = played)", played)
        page.locator(".told .message").evaluate("told => (told.textContent = 'Place a stone.')")
        [(first, top), (second, below)] = page.locator(".told").evaluate(DIVIDERS)
        assert not first
        assert second == (top == below)
        assert second == (played == "b2")


UNCUT = """(names) => [...document.querySelectorAll(names)].map((each) => {
  if (!each.matches('select')) return [each.textContent, each.scrollWidth, each.clientWidth];
  const one = each.cloneNode(false);
  one.append(each.selectedOptions[0].cloneNode(true));
  one.style.cssText = 'position: absolute; width: auto; min-width: 0';
  each.after(one);
  const needed = one.offsetWidth;
  one.remove();
  return [each.selectedOptions[0].textContent, needed, each.offsetWidth];
})"""


@pytest.mark.parametrize(("path", "names"), [("lobby", ".pace"), ("puzzles/atoll", ".puzzle-choice select")])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [320, 390, 844])
def test_no_choice_is_cut_off(browser: Any, address: str, path: str, names: str, language: str, width: int) -> None:
    with open_page(browser, {**PHONE, "viewport": {"width": width, "height": 390 if width > 800 else 800}}) as page:
        speak(page, language)
        page.goto(f"{address}/{path}")
        page.locator(names).first.wait_for()
        found = page.evaluate(UNCUT, names)
        assert len(found) >= 3
        assert [each for each in found if each[1] > each[2]] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("spec", ["hex(size=19)", "atomorph(size=25)"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390)])
def test_the_names_of_lines_do_not_touch(browser: Any, address: str, spec: str, width: int, height: int) -> None:
    with open_page(browser, {**PHONE, "viewport": {"width": width, "height": height}}) as page:
        begin(page, address, spec)
        assert page.locator(".table motu-board").evaluate(TOUCHING) == []


TOUCHING = """board => {
  const place = board.querySelector('svg:has(.coordinates)').getBoundingClientRect();
  const names = [...board.querySelectorAll('.coordinates text')].map((each) => [each, each.getBoundingClientRect()]);
  const isApart = (one, other) =>
    one.right < other.left + 0.5 || other.right < one.left + 0.5 ||
    one.bottom < other.top + 0.5 || other.bottom < one.top + 0.5;
  const isCut = ({left, right}) => left < place.left - 1 || right > place.right + 1;
  const touches = (box, others) => others.some(([, other]) => !isApart(box, other));
  return names
    .filter(([, box], index) => isCut(box) || touches(box, names.slice(0, index)))
    .map(([each]) => each.textContent);
}"""
"""Which names of lines touch others, or are cut off at a side of the board."""


BROKEN = """(names) => [...document.querySelectorAll(names)].flatMap((each) => {
  each.style.overflowWrap = 'normal';
  return each.scrollWidth > each.clientWidth ? [each.textContent] : [];
})"""
"""Texts in which a word is too long for its line."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_pace_is_broken_within_a_word(browser: Any, address: str, language: str) -> None:
    with open_page(browser, {**PHONE, "viewport": {"width": 360, "height": 640}}) as page:
        speak(page, language)
        page.goto(f"{address}/lobby")
        page.locator(".pace").first.wait_for()
        for width in (320, 360, 520):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate(BROKEN, ".pace > *") == [], width


LOW = """() => [...document.querySelectorAll('main a:not(.button)')].filter((each) => {
  const text = [...each.parentElement.childNodes].filter((node) => node !== each && node.textContent.trim());
  const isAlone = text.length === 0 || each.nextElementSibling?.nodeName === 'BR';
  return isAlone && each.checkVisibility() && each.getBoundingClientRect().height < 24;
}).map((each) => each.textContent)"""
"""Links that stand alone, not in a sentence, and are too low for a finger (WCAG 2.5.8)."""


@pytest.mark.parametrize("path", ["", "learn", "learn/atoll", "lobby", "about", "play", "puzzles", "tournaments"])
def test_a_link_that_stands_alone_is_high_enough_for_a_finger(browser: Any, address: str, path: str) -> None:
    with open_page(browser, PHONE) as page:
        speak(page, "en")
        page.goto(f"{address}/{path}")
        page.locator("h1").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        assert page.evaluate(LOW) == []


@pytest.mark.parametrize("spec", ["atomorph", "gan", "atmalof"])
def test_a_small_phone_has_in_sight_what_ends_a_turn(browser: Any, address: str, spec: str) -> None:
    with open_page(browser, {**PHONE, "viewport": {"width": 360, "height": 640}}) as page:
        speak(page, "en", confirm="always")
        begin(page, address, spec)
        tap(page, "r4" if spec == "atmalof" else "d4")
        page.get_by_role("button", name="Finish turn").wait_for()
        assert is_in_sight(page, ".at-hand .primary")
        assert is_in_sight(page, ".board-card motu-board")
