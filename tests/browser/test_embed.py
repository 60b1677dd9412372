"""motu-engine and <motu-board> in somebody else's page, from a plain host of files, under a strict content policy."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from browser.browsing import DESKTOP, PHONE, open_page
from browser.embedding import WAIT_MS, drawing, folder, moves_of, open_board, site, stones, write
from motu.games import load_game
from npm_project import ROOT, winner_of

pytestmark = pytest.mark.slow

__all__ = ["folder", "site"]

EMBED = ROOT / "docs/embed.md"
BLOCKS = re.findall(r"^```html\n(.*?)^```$", EMBED.read_text("utf-8"), re.DOTALL | re.MULTILINE)


# --- what the page of the documents shows


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_block_of_the_page_shows_its_boards(
    browser: Any, site: str, folder: Path, device: dict[str, Any]
) -> None:
    (folder / "hex-6-9.json").write_bytes(drawing("hex(size=6x9)"))
    assert len(BLOCKS) > 4
    for block in BLOCKS:
        with open_page(browser, device) as page:
            page.goto(f"{site}/{write(folder, block)}")
            boards = page.locator("motu-board")
            expect(boards).to_have_count(block.count("<motu-board"))
            for number in range(boards.count()):
                boards.nth(number).locator("[data-cell]").first.wait_for(timeout=WAIT_MS)
            expect(page.locator("motu-board .fault").filter(has_text="motu")).to_have_count(0)
            width, inner = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert width <= inner
            assert Axe().run(page).response["violations"] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_has_nothing_to_say_in_either_theme(browser: Any, site: str, folder: Path, theme: str) -> None:
    body = (
        f'<motu-board spec="hex(size=5)" moves="c3" engine="level:1 analysis" theme="{theme}"></motu-board>'
        f'<motu-board src="games.jsonl" game="2" at="2" theme="{theme}"></motu-board>'
    )
    with open_page(browser, DESKTOP) as page:
        board = open_board(page, site, folder, body)
        board.get_by_role("button", name="Engine").click()
        board.locator(".found li").first.wait_for(timeout=WAIT_MS)
        page.locator("motu-board").nth(1).locator(".comment").wait_for()
        assert Axe().run(page).response["violations"] == []


# --- diagrams and records


def test_a_diagram_is_stepped_through_by_keyboard_alone(page: Page, site: str, folder: Path) -> None:
    board = open_board(page, site, folder, '<motu-board spec="hex(size=5)" moves="c3 swap b2 d4"></motu-board>')
    assert stones(board) == 3
    first = board.get_by_role("button", name="First position")
    for _ in range(3):  # the board's cells are one stop
        page.keyboard.press("Tab")
        if first.evaluate("button => button.matches(':focus')"):
            break
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    expect(board.locator(".step")).to_have_text("0 of 4")
    assert stones(board) == 0
    page.keyboard.press("ArrowRight")
    expect(board.locator(".step")).to_have_text("1 of 4 · Black plays c3.")
    page.keyboard.press("End")
    expect(board.locator(".step")).to_contain_text("4 of 4")
    page.keyboard.press("ArrowRight")
    expect(board.locator(".step")).to_contain_text("4 of 4")
    page.keyboard.press("Home")
    expect(first).to_have_attribute("aria-disabled", "true")


def test_a_record_shows_names_remarks_signs_and_marks(page: Page, site: str, folder: Path) -> None:
    board = open_board(page, site, folder, '<motu-board src="games.jsonl" game="2" at="2"></motu-board>')
    expect(board.locator(".title")).to_have_text("Ann – Bo, Lagoon Cup")
    expect(board.locator(".comment")).to_have_text("Bo takes it.")
    expect(board.locator(".drawn")).to_have_count(2)
    board.get_by_role("button", name="Last position").click()
    expect(board.locator(".step")).to_contain_text("c3. ?!")
    expect(board.locator(".drawn")).to_have_count(0)
    expect(board.locator(".comment")).to_be_hidden()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('<motu-board spec="hex(size=5)" moves="c3 c3"></motu-board>', "move 2: illegal move 'c3'"),
        ('<motu-board spec="chess"></motu-board>', "unknown game 'chess'"),
        ('<motu-board spec="hex(size=5x7)"></motu-board>', "no picture of the board"),
        ('<motu-board src="none.jsonl"></motu-board>', "none.jsonl: 404"),
        ('<motu-board src="games.jsonl" game="7"></motu-board>', "there is no game 7 here; there are 2"),
        ('<motu-board src="page.html"></motu-board>', "line 1 is no JSON"),
        ('<motu-board src=""></motu-board>', 'src="" names no file'),
        ('<motu-board src="http://"></motu-board>', 'src="http://" names no file'),
        ('<motu-board src="http://127.0.0.1:9/games.jsonl"></motu-board>', "http://127.0.0.1:9/games.jsonl: "),
        ('<motu-board spec="hex(size=5)" drawing="games.jsonl"></motu-board>', "/games.jsonl is no drawing"),
        ('<motu-board spec="hex(size=5)" setup="{"></motu-board>', "setup: "),
        ('<motu-board spec="hex(size=5)" setup="5"></motu-board>', "setup: expected an object such as"),
        ('<motu-board spec="hex(size=5)" setup="0"></motu-board>', "setup: expected an object such as"),
        (
            '<motu-board spec="hex(size=5)" setup=\'{"stones":{"black":["c3"]}}\'></motu-board>',
            "setup.to_move: expected black or white, read nothing",
        ),
        (
            '<motu-board spec="hex(size=5)" setup=\'{"stones":{"black":["c3"],"white":["c3"]}}\'></motu-board>',
            "setup.stones: c3 has two stones",
        ),
        ('<motu-board spec="atoll(file=x.json)" board="{}"></motu-board>', "board.cells: expected a list of cells"),
        ('<motu-board spec="hex(size=5)" marks=\'"x"\'></motu-board>', "marks: expected a list of texts"),
        ('<motu-board spec="hex(size=5)" marks="[5]"></motu-board>', "marks: expected a list of texts"),
        ('<motu-board spec="hex(size=5)" engine="strong"></motu-board>', "right are level:1 to level:10"),
        ('<motu-board spec="hex(size=5)" marks=\'["star c3"]\'></motu-board>', "'star c3' is no mark"),
    ],
)
def test_what_is_wrong_is_said_in_place_of_the_board(
    browser: Any, site: str, folder: Path, body: str, said: str
) -> None:
    with open_page(browser, DESKTOP, pardoned=("404", "Content Security Policy")) as page:
        page.goto(f"{site}/{write(folder, body)}")
        expect(page.get_by_role("alert")).to_contain_text(said, timeout=WAIT_MS)
        page.evaluate(
            "() => { const board = document.querySelector('motu-board');"
            " for (const name of [...board.getAttributeNames()]) board.removeAttribute(name);"
            " board.setAttribute('spec', 'hex(size=3)'); }"
        )
        page.locator("motu-board [data-cell]").first.wait_for(timeout=WAIT_MS)
        expect(page.locator("motu-board .fault")).to_be_hidden()


def test_attributes_that_change_change_the_board(page: Page, site: str, folder: Path) -> None:
    board = open_board(page, site, folder, '<motu-board spec="hex(size=3)" moves="b2"></motu-board>')
    set_all = "(board, all) => { for (const [name, value] of Object.entries(all)) board.setAttribute(name, value); }"
    board.evaluate(set_all, {"spec": "atomorph(size=3)", "moves": "b2 a1", "at": "1"})
    expect(board.locator(".step")).to_contain_text("1 of 2")
    expect(board.locator("[data-cell]")).to_have_count(9)
    board.evaluate("board => board.go(2)")
    expect(board.locator(".step")).to_contain_text("2 of 2")
    board.evaluate(set_all, {"theme": "dark", "label": "A diagram"})
    expect(board.locator(".motu")).to_have_attribute("data-theme", "dark")


def test_texts_are_in_the_language_of_the_page(page: Page, site: str, folder: Path) -> None:
    board = open_board(page, site, folder, '<motu-board spec="hex(size=3)" moves="b2"></motu-board>', lang="eo")
    expect(board.get_by_role("button", name="Unua pozicio")).to_be_visible()


# --- playing


def play_to_the_end(page: Page, board: Locator, click: bool) -> dict[str, Any]:
    """Play the first move that is open until the game is over; return what the page was told last."""
    page.evaluate("() => document.addEventListener('motu-change', ({ detail }) => { window.last = detail; })")
    for _ in range(300):
        page.wait_for_function(
            "() => { const root = document.querySelector('motu-board').shadowRoot;"
            " return window.last?.winner != null || root.querySelector('motu-board-picture.active'); }",
            timeout=WAIT_MS,
        )
        found: dict[str, Any] | None = page.evaluate("() => window.last")
        if found and found["winner"] is not None:
            return found
        count = len(moves_of(page))
        lines = board.locator(".header.open")
        target = (lines if lines.count() else board.locator(".cell.open")).first
        if click:
            target.click(force=True)
        else:
            target.focus()
            page.keyboard.press("Enter")
        page.wait_for_function("count => document.querySelector('motu-board').moves.length > count", arg=count)
    pytest.fail("the game does not end")


@pytest.mark.parametrize(
    ("spec", "device", "click"),
    [
        ("hex(size=4)", DESKTOP, False),
        ("hex(size=4)", PHONE, True),
        ("gan", DESKTOP, True),
        ("atomorph(size=3)", PHONE, False),
        ("atmalof(rows=3,cols=3,extra_rows=1,extra_cols=1,line=3,pieces=6)", PHONE, True),
    ],
)
def test_a_whole_game_against_a_level(
    browser: Any, site: str, folder: Path, spec: str, device: dict[str, Any], click: bool
) -> None:
    extra = ""
    if spec.startswith("atmalof"):
        (folder / "small.json").write_bytes(drawing(spec))
        extra = ' drawing="small.json"'
    with open_page(browser, {**device, "reduced_motion": "reduce"}) as page:
        board = open_board(page, site, folder, f'<motu-board spec="{spec}" engine="level:1"{extra}></motu-board>')
        told = play_to_the_end(page, board, click)
        state = load_game(spec).new_initial_state()
        for move in told["moves"]:
            state.play(move)
        assert state.game.colour_names[told["winner"]] == winner_of(state)
        expect(board.get_by_role("status")).to_contain_text("win")
        board.get_by_role("button", name="New game").click()
        page.wait_for_function("() => document.querySelector('motu-board').moves.length === 0")


def test_the_level_begins_where_the_reader_is_second_and_moves_are_taken_back(
    page: Page, site: str, folder: Path
) -> None:
    body = '<motu-board spec="hex(size=5,swap=false)" engine="level:1" side="second"></motu-board>'
    board = open_board(page, site, folder, body)
    page.wait_for_function("() => document.querySelector('motu-board').moves.length === 1", timeout=WAIT_MS)
    back = board.get_by_role("button", name="Take back")
    expect(back).to_have_attribute("aria-disabled", "true")
    board.locator(".cell.open").first.click(force=True)
    page.wait_for_function("() => document.querySelector('motu-board').moves.length === 3", timeout=WAIT_MS)
    expect(board.get_by_role("status")).to_contain_text("Your turn")
    back.click()
    page.wait_for_function("() => document.querySelector('motu-board').moves.length === 1")
    expect(board.get_by_role("status")).to_contain_text("Your turn")


def test_the_stone_is_taken_over_by_a_button(page: Page, site: str, folder: Path) -> None:
    body = '<motu-board spec="hex(size=5)" moves="c3" engine="level:1" side="second"></motu-board>'
    board = open_board(page, site, folder, body)
    board.get_by_role("button", name="Swap colours").click()
    page.wait_for_function("() => document.querySelector('motu-board').moves.length === 3", timeout=WAIT_MS)
    assert moves_of(page)[1] == "swap"


def test_a_board_that_is_taken_out_ends_its_worker_and_comes_back(page: Page, site: str, folder: Path) -> None:
    board = open_board(page, site, folder, '<motu-board spec="hex(size=5,swap=false)" engine="level:9"></motu-board>')
    answered = "moves => document.querySelector('motu-board').moves.length === moves"
    for moves in (2, 4):
        expect(board.get_by_role("status")).to_contain_text("Your turn", timeout=WAIT_MS)
        board.locator("[data-cell][aria-label*=', empty']").first.evaluate("cell => cell.focus()")
        page.keyboard.press("Enter")
        page.wait_for_function(answered, arg=moves, timeout=WAIT_MS)
        assert len(page.workers) == 1
        for _ in range(3):
            page.evaluate(
                "() => { const board = document.querySelector('motu-board'); board.remove();"
                " document.querySelector('main').append(board); }"
            )
        assert page.workers == [], "what was taken out asks nobody, and what it had been told stays"


def test_an_analysis_follows_the_position(page: Page, site: str, folder: Path) -> None:
    body = '<motu-board spec="hex(size=9)" moves="c3 swap b2" engine="analysis"></motu-board>'
    board = open_board(page, site, folder, body)
    assert page.workers == []
    board.get_by_role("button", name="Engine").click()
    expect(board.locator(".found li")).to_have_count(3, timeout=WAIT_MS)
    expect(board.locator(".found li").first).to_have_text(re.compile(r"^[a-i][1-9] \d+\s?% "))
    board.get_by_role("button", name="First position").click()
    expect(board.locator(".found li").first).to_have_text(re.compile(r"^[a-i][1-9] \d+\s?% "), timeout=WAIT_MS)
    board.get_by_role("button", name="Engine").click()
    expect(board.locator(".found li")).to_have_count(0)


def test_an_analysis_that_failed_asks_another_engine_the_next_time(browser: Any, site: str, folder: Path) -> None:
    body = '<motu-board spec="hex(size=9)" moves="c3" engine="analysis"></motu-board>'
    with open_page(browser, DESKTOP, pardoned=("Failed to load resource",)) as page:
        page.route("**/lib/worker.js", lambda route: route.abort())
        board = open_board(page, site, folder, body)
        button = board.get_by_role("button", name="Engine")
        button.click()
        expect(board.locator(".found li")).to_contain_text("worker", timeout=WAIT_MS)
        page.unroute("**/lib/worker.js")
        for _ in range(2):  # off and on
            button.click()
        expect(board.locator(".found li").first).to_have_text(re.compile(r"^[a-i][1-9] \d+\s?% "), timeout=WAIT_MS)


# --- the engine by itself, and what is fetched


def test_the_example_runs_in_a_page_without_a_bundler(page: Page, site: str, folder: Path) -> None:
    for number, document in enumerate((EMBED, ROOT / "packaging/npm/README.md")):
        found = re.search(r"^```js\n(.*?)^```$", document.read_text("utf-8"), re.DOTALL | re.MULTILINE)
        assert found is not None
        script = found[1].replace("'motu-engine'", "'./motu-engine/index.js'")
        (folder / f"example{number}.js").write_text(f"{script}\ndocument.title = 'done';\n", "utf-8")
        body = f'<script type="module" src="example{number}.js"></script>'
        page.goto(f"{site}/{write(folder, body)}")
        page.wait_for_function("() => document.title === 'done'", timeout=WAIT_MS)


def test_what_stands_inside_is_shown_where_scripts_do_not_run(browser: Any, site: str, folder: Path) -> None:
    with open_page(browser, {**DESKTOP, "java_script_enabled": False}) as page:
        body = '<motu-board spec="hex(size=3)"><p>A board of Hex.</p></motu-board>'
        page.goto(f"{site}/{write(folder, body)}")
        expect(page.get_by_text("A board of Hex.")).to_be_visible()


def test_the_page_says_truly_how_much_is_fetched(page: Page, site: str, folder: Path) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.removeprefix(f"{site}/")))
    open_board(page, site, folder, '<motu-board spec="hex(size=7)" moves="c3 d4"></motu-board>')
    sizes = {name: len(gzip.compress((folder / name).read_bytes())) for name in fetched if "motu-engine" in name}
    [wasm] = [size for name, size in sizes.items() if name.endswith(".wasm")]
    modules = sum(size for name, size in sizes.items() if name.endswith(".js"))
    told = re.search(
        r"fetches about (\d+) kB[^:]*: (\d+) kB for the rules,\s+(\d+) kB for the modules", EMBED.read_text()
    )
    assert told is not None
    for text, size in zip(told.groups(), (sum(sizes.values()), wasm, modules), strict=True):
        assert abs(int(text) * 1000 - size) < 0.1 * size
