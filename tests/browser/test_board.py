"""The board itself in a real browser: what it shows before a move, how it moves, is enlarged and sounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from browser.browsing import DESKTOP, PHONE, choose_language, open_page, speak
from browser.playing import MACHINE, MACHINE_MS, PERSON, begin, board, cell, click, focus_board, moves, tap

pytestmark = pytest.mark.slow

SMALL = "atmalof(rows=4,cols=4,line=4,pieces=6)"
Points = list[tuple[float, float]]

RECORD = """table => {
  window.seen = [];
  new MutationObserver((changes) => {
    for (const { target, type, addedNodes } of changes) {
      if (type === 'attributes' && target.matches('.header.announced')) window.seen.push('announced');
      for (const node of addedNodes) {
        if (node.querySelector?.('.die')) window.seen.push('die');
        if (node.querySelector?.('.stone')) window.seen.push('stone');
      }
    }
  }).observe(table, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
}"""
COUNT_TONES = """
  window.tones = 0;
  const Tone = window.OscillatorNode;
  window.OscillatorNode = class extends Tone {
    constructor(...all) {
      super(...all);
      document.documentElement.dataset.tones = window.tones += 1;
    }
  };
"""


@pytest.fixture
def phone(browser: Any) -> Iterator[Page]:
    with open_page(browser, PHONE) as opened:
        yield opened


def view_box(page: Page) -> list[float]:
    text = board(page).get_by_role("grid").get_attribute("viewBox") or ""
    return [float(each) for each in text.split()]


def touch(session: CDPSession, kind: str, points: Points) -> None:
    fingers = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def move_fingers(page: Page, begins: Points, ends: Points, steps: int = 8) -> None:
    """Put fingers down one after the other, move them to where they end, and lift them."""
    session = page.context.new_cdp_session(page)
    for count in range(1, len(begins) + 1):
        touch(session, "touchStart", begins[:count])
    for step in range(1, steps + 1):
        share = step / steps
        between = [
            (x + share * (to_x - x), y + share * (to_y - y)) for (x, y), (to_x, to_y) in zip(begins, ends, strict=True)
        ]
        touch(session, "touchMove", between)
    touch(session, "touchEnd", [])
    session.detach()


def middle(page: Page, name: str) -> tuple[float, float]:
    box = cell(page, name).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def class_list(page: Page, selector: str) -> str:
    return board(page).locator(selector).first.get_attribute("class") or ""


# --- before a move


def test_the_stone_that_would_be_placed_is_seen(page: Page, address: str) -> None:
    begin(page, address, "hex(size=4)")
    cell(page, "b3").hover(force=True)
    expect(board(page).locator(".ghost.first")).to_have_count(1)
    page.mouse.move(2, 2)
    expect(board(page).locator(".ghost")).to_have_count(0)
    click(page, "b3")
    expect(moves(page)).to_have_count(1)
    cell(page, "c2").hover(force=True)
    expect(board(page).locator(".ghost.second")).to_have_count(1)


def test_a_line_shows_where_its_die_can_land(page: Page, address: str) -> None:
    begin(page, address, SMALL, opening=["r1=1", "r4=4", "r1=3", "r4=2"])
    page.locator('[data-line="r1"]').hover(force=True)
    expect(board(page).locator(".landing")).to_have_count(2)
    expect(page.locator('[data-line="r1"]')).to_have_attribute("aria-label", "row 1: 2 of 4 land")
    page.mouse.move(2, 2)
    expect(board(page).locator(".landing")).to_have_count(0)
    focus_board(page)
    page.keyboard.type("c5")  # by keyboard as well
    expect(board(page).locator(".landing")).to_have_count(4)


def test_lines_that_nearly_win_glow(page: Page, address: str) -> None:
    begin(page, address, SMALL, opening=["r1=1", "r4=4", "r1=2", "r4=1"])
    expect(board(page).locator(".glow.faint")).to_have_count(1)
    begin(page, address, SMALL, opening=["r1=1", "r4=4", "r1=2", "r4=1", "r1=3", "r2=4"])
    expect(board(page).locator(".glow:not(.faint)")).to_have_count(1)
    expect(page.locator(".player .detail").first).to_have_text(re.compile("3 pieces left · 0 rows of 3"))
    expect(page.locator(".player .detail").last).to_have_text(re.compile("3 pieces left · 1 row of 3"))


def test_a_waiting_stone_is_put_back_first(page: Page, address: str) -> None:
    begin(page, address, "atomorph(size=3,return_stone=true,swap=false)", opening=["a2", "a1", "b1", "c3"])
    expect(board(page).locator(".weak")).to_have_count(1)
    click(page, "a1")  # a flip, by clicking the weak stone
    expect(moves(page)).to_have_text(["xa1"])
    expect(page.locator(".message")).to_have_text(re.compile("First put the flipped stone back"))
    click(page, "c1")
    expect(moves(page)).to_have_text(["xa1", "@c1"])
    expect(page.locator(".player.to-move .name")).to_have_text("White")
    click(page, "b3")
    expect(moves(page)).to_have_text(["xa1", "@c1", "b3"])
    expect(page.locator(".player.to-move .name")).to_have_text("Black")


# --- motion and sound


def test_the_die_rolls_before_the_piece_lands(page: Page, address: str) -> None:
    begin(page, address, SMALL)
    page.locator(".table").evaluate(RECORD)
    click(page, "r2")
    expect(board(page).locator(".stone")).to_have_count(1)
    seen = page.evaluate("window.seen")
    assert seen.index("announced") < seen.index("stone")
    assert seen.index("die") < seen.index("stone")
    face = re.fullmatch(r"r2=(\d)", moves(page).inner_text())
    assert face
    expect(cell(page, f"r2c{face[1]}")).to_have_attribute("aria-label", f"r2c{face[1]}, Red")


def test_a_quick_machine_waits_for_the_die(page: Page, address: str) -> None:
    begin(page, address, SMALL, PERSON, MACHINE)
    page.locator(".table").evaluate(RECORD)
    click(page, "r2")
    expect(moves(page)).to_have_count(2, timeout=MACHINE_MS)
    seen = [each for each in page.evaluate("window.seen") if each != "announced"]
    assert seen[:2] == ["die", "stone"]


def test_stones_appear_turn_and_move(browser: Any, address: str) -> None:
    for motion in ("no-preference", "reduce"):
        with open_page(browser, {**DESKTOP, "reduced_motion": motion}) as page:
            begin(page, address, "atomorph(size=3,swap=false)", opening=["a2", "a1", "b1"])
            click(page, "c3")
            expect(board(page).locator(".appearing")).to_have_count(1)
            name = board(page).locator(".appearing > *").first.evaluate("each => getComputedStyle(each).animationName")
            assert name == ("motu-appear" if motion == "no-preference" else "none")
            click(page, "a1")
            expect(board(page).locator(".stone.second")).to_have_count(1)
            expect(board(page).locator(".flipped")).to_have_count(1 if motion == "no-preference" else 0)
            begin(page, address, SMALL, opening=["r1=1", "r4=4"])
            click(page, "r1c1")
            click(page, "r2c2")
            expect(board(page).locator(".moving")).to_have_count(1)
            time = board(page).locator(".moving").evaluate("each => getComputedStyle(each).transitionDuration")
            assert time == ("0.18s" if motion == "no-preference" else "0s")


def test_a_jump_in_the_middle_of_a_turn_shows_what_stands(page: Page, address: str) -> None:
    """Stones that go in a jump are put where others come, even those that were just turning."""
    begin(page, address, "atomorph(size=4,swap=false)")
    shown = page.evaluate(
        """async () => {
          const board = document.querySelector('.table motu-board');
          const position = board.position;
          const show = (stones, isAnimated) => board.show({ ...position, stones }, isAnimated);
          const filled = (text) => text.padEnd(16, '.');
          show(filled('0101'), false);
          show(filled('1001'), true);
          show(filled('.0.110'), false);
          await new Promise((done) => setTimeout(done, 300));
          const middle = (each) => {
            const { x, y, width, height } = each.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
          };
          const cells = [...board.querySelectorAll('.cells [data-cell]')].map(middle);
          const near = ([x, y]) => cells.findIndex(([cellX, cellY]) => Math.hypot(x - cellX, y - cellY) < 4);
          return [...board.querySelectorAll('.stones .stone')].map((each) => [
            near(middle(each.querySelector('.motu-stone'))),
            each.classList.contains('second') ? 1 : 0,
            each.querySelector('.shape .pattern') ? 1 : 0,
          ]).sort();
        }"""
    )
    wanted = {1: 0, 3: 1, 4: 1, 5: 0}
    assert shown == sorted([cell, colour, colour] for cell, colour in wanted.items())


def test_one_stone_restyles_one_stone(page: Page, address: str) -> None:
    """No rule makes a browser look at all cells again because of one: so does a :has() above the board."""
    begin(page, address, "hex(size=19)")
    counted = restyled_elements(
        page,
        """async () => {
          const board = document.querySelector('.table motu-board');
          for (let cell = 0; cell < 8; cell += 1) {
            board.show({ ...board.position, stones: '0'.repeat(cell + 1).padEnd(361, '.') }, false);
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
          }
        }""",
    )
    assert 0 < max(counted) < 100


def test_a_move_leaves_the_ground_as_it_was_painted(page: Page, address: str) -> None:
    """Ground and stones are painted apart: a large ground takes longer than all stones."""
    begin(page, address, "hex(size=19)")
    session = page.context.new_cdp_session(page)
    trees: list[dict[str, Any]] = []
    session.on("LayerTree.layerTreeDidChange", lambda told: trees.append(told))  # noqa: PLW0108 - as below
    session.send("DOM.getDocument")
    session.send("LayerTree.enable")
    page.evaluate(
        """async () => {
          const board = document.querySelector('.table motu-board');
          for (let cell = 0; cell < 8; cell += 1) {
            board.show({ ...board.position, stones: '01'.repeat(200).slice(cell, cell + 361) }, false);
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
          }
        }"""
    )
    page.wait_for_timeout(100)
    whole = board(page).bounding_box()
    assert whole
    painted = [
        each["paintCount"]
        for each in next(tree["layers"] for tree in reversed(trees) if "layers" in tree)
        if each["drawsContent"] and each["width"] >= whole["width"] - 2 and each.get("transform")
    ]
    assert len(painted) == 2, painted
    assert painted[0] + 4 < painted[1], painted


def restyled_elements(page: Page, script: str) -> list[int]:
    """Return how many elements Chromium styled anew, for each time that it did while a script ran."""
    assert page.context.browser is not None
    session = page.context.browser.new_browser_cdp_session()
    events: list[dict[str, Any]] = []
    ended: list[object] = []
    session.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    session.on("Tracing.tracingComplete", lambda told: ended.append(told))  # noqa: PLW0108 - Playwright marks the function
    session.send(
        "Tracing.start",
        {"traceConfig": {"includedCategories": ["devtools.timeline"]}, "transferMode": "ReportEvents"},
    )
    page.evaluate(script)
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    return [each["args"]["elementCount"] for each in events if each["name"] == "UpdateLayoutTree"]


def test_sounds_and_silence(page: Page, address: str) -> None:
    page.add_init_script(COUNT_TONES)
    begin(page, address, "hex(size=4)")
    click(page, "a1")
    expect(moves(page)).to_have_count(1)
    assert page.evaluate("window.tones") == 0
    page.get_by_role("button", name="Sound").click()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    click(page, "b2")
    # Not `wait_for_function`: it evaluates a text in the page, which the page's own policy forbids.
    expect(page.locator("html")).to_have_attribute("data-tones", re.compile("[1-9]"))


def test_the_chain_is_gold_with_the_islands_it_joins(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3,swap=false)", opening=["b1", "a2", "b2", "a3"])
    click(page, "b3")
    expect(page.locator(".message")).to_have_text("Black wins by connecting.")
    shown = board(page).evaluate("board => [board.board, board.position.chain]")
    black = [number for number, island in enumerate(shown[0]["islands"]) if island["colour"] == 0]
    expect(board(page).locator(".won")).to_have_count(len(shown[1]))
    rimmed = board(page).locator(".motu-island.rimmed")
    assert [int(island.get_attribute("data-island") or -1) for island in rimmed.all()] == black
    expect(board(page).locator(".stone.dimmed")).to_have_count(2)
    expect(board(page).locator(".chain-link")).to_have_count(1)


def test_how_the_board_looks_is_a_choice(page: Page, address: str) -> None:
    begin(page, address, "atomorph(size=3,swap=false)", opening=["a2", "a1", "b1", "c3"])
    page.get_by_role("button", name="Settings").click()
    expect(board(page).locator(".weak")).to_have_count(1)
    page.get_by_label("Mark weak stones").uncheck()
    expect(board(page).locator(".weak")).to_have_count(0)
    page.get_by_label("Board style").select_option("bold")
    expect(board(page)).to_have_attribute("data-style", "bold")
    expect(board(page).locator(".pattern").first).to_be_hidden()
    page.get_by_label("Patterns on stones").check()
    expect(board(page).locator(".pattern").first).to_be_visible()


# --- larger and smaller


def test_two_fingers_enlarge_and_one_moves(phone: Page, address: str) -> None:
    begin(phone, address, "kiritimati")
    before = view_box(phone)
    move_fingers(phone, [(160, 250), (220, 250)], [(90, 250), (290, 250)])
    near = view_box(phone)
    assert near[2] < before[2] / 2
    assert phone.evaluate("visualViewport.scale") == 1, "the page stays as it was"
    assert board(phone).evaluate("board => board.cellPixels") >= 24
    move_fingers(phone, [(200, 300)], [(120, 220)])
    moved = view_box(phone)
    assert moved[2] == near[2]
    assert moved[0] > near[0]
    assert moved[1] > near[1]
    assert phone.evaluate("scrollY") == 0
    expect(phone.get_by_role("button", name="Finish turn")).to_have_count(0)
    name = phone.evaluate("document.elementFromPoint(190, 260).closest('[data-cell]').getAttribute('aria-label')")
    phone.touchscreen.tap(190, 260)
    phone.get_by_role("button", name="Finish turn").tap()
    expect(moves(phone)).to_have_text([str(name).split(",")[0]])


def test_a_tap_elsewhere_drops_what_waits_to_be_finished(phone: Page, address: str) -> None:
    begin(phone, address, "hex(size=3,swap=false)", opening=["b2"])
    tap(phone, "a1")
    expect(phone.get_by_role("button", name="Finish turn")).to_be_visible()
    phone.touchscreen.tap(*middle(phone, "b2"))
    expect(phone.get_by_role("button", name="Finish turn")).to_have_count(0)
    expect(phone.locator(".message")).not_to_contain_text("choose it again")
    expect(phone.get_by_role("button", name="Resign")).to_be_visible()


def test_buttons_enlarge_where_cells_are_small(phone: Page, address: str) -> None:
    begin(phone, address, "tokelau")
    whole = view_box(phone)
    phone.get_by_role("button", name="Larger").tap()
    assert view_box(phone)[2] < whole[2]
    phone.get_by_role("button", name="Smaller").tap()
    assert view_box(phone) == whole
    begin(phone, address, "hex(size=3)")
    expect(phone.get_by_role("button", name="Larger")).to_be_hidden()


def test_keys_enlarge_and_the_view_follows(page: Page, address: str) -> None:
    begin(page, address, "kiritimati")
    whole = view_box(page)
    focus_board(page)
    for _ in range(3):
        page.keyboard.press("+")
    near = view_box(page)
    assert near[2] < whole[2] / 3
    page.keyboard.press("Home")
    assert view_box(page)[0] < near[0]
    expect(page.locator(".table motu-board :focus")).to_be_in_viewport()
    page.keyboard.type("s10")  # a nought in a name is no key of its own
    expect(page.locator(".table motu-board :focus")).to_have_attribute("aria-label", re.compile("^s10, empty,"))
    assert view_box(page)[2] == near[2]
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    assert view_box(page) == whole


def test_a_finger_drags_a_piece(phone: Page, address: str) -> None:
    begin(phone, address, SMALL, opening=["r1=1", "r4=4"])
    move_fingers(phone, [middle(phone, "r1c1")], [middle(phone, "r2c2")])
    phone.get_by_role("button", name="Finish turn").tap()
    expect(moves(phone)).to_have_text(["r1c1-r2c2"])
    assert phone.evaluate("scrollY") == 0


# --- the game around it


def test_a_clock_runs_out(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)", clock={"initial_ms": 600_000, "increment_ms": 0})
    expect(page.locator(".player.to-move .time")).to_have_text(re.compile(r"^9:\d\d$"))
    expect(page.locator(".player:not(.to-move) .time")).to_have_text("10:00")
    begin(page, address, "hex(size=3)", clock={"initial_ms": 500, "increment_ms": 0})
    expect(page.locator(".message")).to_have_text("White wins on time.", timeout=30_000)
    expect(page.locator(".has-won .name")).to_have_text("White")


def test_resigning_is_asked_for_twice_and_starters_alternate(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)", PERSON, MACHINE)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Keep playing").click()
    page.get_by_role("button", name="Resign").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Keep playing")).to_have_count(0)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign this game").click()
    expect(page.locator(".message")).to_have_text("Level 1 wins by resignation.")
    page.get_by_role("button", name="Rematch, other colours").click()
    expect(page.locator(".player .name")).to_have_text(["Level 1", "You"])
    expect(page.locator(".player .marker").last).to_have_class(re.compile("second"))
    expect(moves(page)).to_have_count(1)  # the machine has begun


def test_moves_are_taken_back_and_looked_at(page: Page, address: str) -> None:
    begin(page, address, "hex(size=4)")
    for count, name in enumerate(("a1", "b2", "c3"), 1):
        click(page, name)
        expect(moves(page)).to_have_count(count)
    moves(page).first.click()
    expect(board(page).locator(".stone")).to_have_count(1)
    expect(page.locator('[role="status"]')).to_have_text("Black plays a1.")
    page.keyboard.press("ArrowRight")
    expect(board(page).locator(".stone")).to_have_count(2)
    choose_language(page, "Esperanto")
    expect(page.locator("html")).to_have_attribute("lang", "eo")
    expect(board(page).locator(".stone")).to_have_count(2)
    choose_language(page, "English")
    page.get_by_role("button", name="Back to the game").click()
    page.get_by_role("button", name="Take back").click()
    expect(moves(page)).to_have_text(["a1", "b2"])
    expect(board(page).locator(".stone")).to_have_count(2)


def test_another_language_keeps_what_was_chosen(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/play")
    page.get_by_role("radio", name="Tokelau").check()
    page.get_by_role("radio", name="A friend, on this screen").check()
    page.get_by_text("Board and variants").click()
    page.get_by_label("Pie rule").uncheck()
    page.get_by_label("Clock").select_option("5+3")
    choose_language(page, "Esperanto")
    expect(page.locator("html")).to_have_attribute("lang", "eo")
    expect(page.get_by_role("combobox", name="Lingvo")).to_be_focused()
    expect(page.get_by_role("radio", name="Tokelau")).to_be_checked()
    expect(page.locator('input[name="swap"]')).not_to_be_checked()
    expect(page.locator('input[name="opponent"][value="person"]')).to_be_checked()
    page.locator("button[type=submit]").click()
    expect(page.locator("h1")).to_have_text("Atoll · Tokelau 15, sen interŝanĝo")
    expect(page.locator(".player .time").first).to_have_text("5:00")


def test_full_strength_can_be_an_opponent(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/play")
    page.get_by_role("radio", name="Computer at full strength").check()
    expect(page.get_by_label("Level")).to_be_hidden()
    page.get_by_label("Time per move").select_option("1")
    page.get_by_role("radio", name="Second").check()
    page.locator("button[type=submit]").click()
    machine = page.locator(".player", has=page.get_by_text("Full strength", exact=True))
    expect(machine.locator(".detail")).to_contain_text("1 s per move")
    expect(board(page).locator(".stone")).to_have_count(1, timeout=60_000)
    expect(page.get_by_text("You").first).to_be_visible()


def test_who_listens_is_told_in_their_language(phone: Page, address: str) -> None:
    begin(phone, address, "hex(size=3)", language="eo")
    tap(phone, "b2")
    expect(phone.locator('[role="status"]')).to_have_text(re.compile("^b2: "))
    phone.get_by_role("button", name="Fini la ludvicon").tap()
    expect(phone.locator('[role="status"]')).to_have_text(re.compile("Nigro .*b2"))
    expect(cell(phone, "b2")).to_have_attribute("aria-label", "b2, Nigro, transprenebla")
