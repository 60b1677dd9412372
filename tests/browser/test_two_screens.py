"""Two people at different screens: the link, the board from both sides, what one asks of the other, a rematch."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, expect

from browser.browsing import DESKTOP, PHONE, Server, open_page, speak
from browser.playing import board, cell, click, moves, offered

pytestmark = pytest.mark.slow

OFFLINE = ("WebSocket", "ERR_INTERNET_DISCONNECTED", "Failed to load resource")


class Two(NamedTuple):
    """Both pages."""

    first: Page
    second: Page

    def page(self, person: int) -> Page:
        """Whose page it is."""
        return (self.first, self.second)[person]


@contextmanager
def two_who_confirm_nothing(browser: Any) -> Iterator[Two]:
    """The same in English; a tap is a move."""
    with two_people(browser) as opened:
        for page in opened:
            speak(page, "en", confirm="never")
        yield opened


@contextmanager
def two_people(browser: Any) -> Iterator[Two]:
    """Open a page of somebody at a desk, and one of somebody with a phone."""
    with (
        open_page(browser, DESKTOP, pardoned=OFFLINE) as first,
        open_page(browser, PHONE, pardoned=OFFLINE) as second,
    ):
        yield Two(first, second)


@pytest.fixture
def two(browser: Any) -> Iterator[Two]:
    with two_who_confirm_nothing(browser) as opened:
        yield opened


_ASK = """([path, body]) => fetch(path, {
  method: 'POST',
  headers: {'content-type': 'application/json'},
  body: JSON.stringify(body),
}).then((answer) => answer.json())"""


def post(page: Page, path: str, body: object) -> Any:
    """Ask as the page's guest."""
    return page.evaluate(_ASK, [path, body])


def meet(two: Two, address: str, spec: str, **terms: Any) -> str:
    """Let the first page invite and play first, the second accept; return the game's id."""
    two.first.goto(f"{address}/games")
    made = post(two.first, "/api/challenges", {"spec": spec, "side": "first", **terms})
    two.first.goto(f"{address}/challenge/{made['id']}")
    expect(two.first.get_by_label("Link", exact=True)).to_have_value(f"{address}/challenge/{made['id']}")
    two.second.goto(f"{address}/challenge/{made['id']}")
    two.second.get_by_role("button", name="Play", exact=True).click()
    for page in two:
        page.wait_for_url("**/play/*", wait_until="commit")
        board(page).locator("[data-cell]").first.wait_for()
    return two.first.url.rsplit("/", 1)[1]


def play(two: Two, person: int, name: str) -> None:
    """Let somebody play, and wait until both have seen it."""
    before = moves(two.first).count()
    expect(two.page(person)).to_have_title(re.compile("Your turn"))
    expect(board(two.page(person)).locator(".open").first).to_be_visible()
    click(two.page(person), name)
    for page in two:
        expect(moves(page)).to_have_count(before + 1)


def asked(page: Page) -> Locator:
    """Return what the one asks of the other, or has answered."""
    return page.locator(".at-hand > .offer-card:not(.chosen, .sealing) > .asked")


def presence(page: Page, name: str) -> Locator:
    """Return what is said of whether a player is there."""
    return page.locator(".player", has=page.locator(".name", has_text=name)).locator(".presence")


def said(page: Page) -> Locator:
    """Return what is announced to people who listen."""
    return page.locator(".visually-hidden[role=status]")


def complaints(page: Page) -> list[tuple[str, str]]:
    found = Axe().run(page).response["violations"]
    return [(each["id"], each["nodes"][0]["html"]) for each in found]


def test_an_invitation_is_made_sent_and_taken(two: Two, address: str) -> None:
    first, second = two
    first.goto(f"{address}/play")
    first.get_by_label("Someone online").check()
    first.get_by_label("Your name (optional)").fill("Ana")
    first.get_by_label("Second", exact=True).check()
    assert complaints(first) == []
    first.get_by_role("button", name="Invite someone").click()
    first.wait_for_url("**/challenge/*")
    expect(first.get_by_role("heading", level=1)).to_have_text("Waiting for an opponent")
    expect(first.locator("main:focus")).to_have_count(1)  # its button has gone
    expect(first.get_by_alt_text("The link as a QR code")).to_be_visible()
    assert first.evaluate("document.querySelector('img.qr').decode().then(() => true)")
    assert complaints(first) == []
    second.goto(first.get_by_label("Link", exact=True).input_value())
    expect(second.get_by_role("heading", level=1)).to_have_text("Ana wants to play you")
    expect(second.locator(".terms")).to_contain_text("You play first")
    assert complaints(second) == []
    second.get_by_label("Your name (optional)").fill("Bela")
    second.get_by_role("button", name="Play", exact=True).click()
    for page in two:
        page.wait_for_url("**/play/*", wait_until="commit")
    expect(first.locator(".player .name")).to_have_text(["Bela", "Ana"])
    expect(second.locator(".player .name")).to_have_text(["Ana", "Bela"])
    expect(first.locator("motu-board.turned")).to_have_count(1)
    expect(second.locator("motu-board.turned")).to_have_count(0)
    expect(second).to_have_title(re.compile("Your turn"))
    first.goto(f"{address}/games")
    expect(first.locator(".entry .status").first).to_have_text("Bela to move")
    second.goto(f"{address}/games")
    expect(second.locator(".entry .status").first).to_have_text("Your turn")


def test_an_open_invitation_stands_in_the_list_and_can_be_withdrawn(two: Two, address: str) -> None:
    first, second = two
    first.goto(f"{address}/play")
    first.get_by_label("Someone online").check()
    first.get_by_label("Anyone in the lobby").check()
    first.get_by_role("button", name="Invite someone").click()
    first.wait_for_url("**/challenge/*")
    first.goto(f"{address}/games")
    invitation = first.get_by_role("list", name="Waiting for an opponent").get_by_role("link")
    expect(invitation).to_be_visible()
    assert complaints(first) == []
    invitation.click()
    first.wait_for_url("**/challenge/*")
    second.goto(f"{address}/play")
    second.get_by_label("Someone online").check()
    second.get_by_role("link", name="See who is waiting in the lobby").click()
    expect(second.locator(".lobby a")).to_be_visible()
    assert complaints(second) == []
    second.locator(".lobby a").click()
    expect(second.get_by_role("heading", level=1)).to_have_text("Someone wants to play you")
    first.get_by_role("button", name="Withdraw").click()
    expect(first.get_by_text("You have withdrawn this invitation.")).to_be_visible()
    for page in (first, second):
        expect(page.get_by_role("heading", level=1)).to_have_text("Invitation")
    expect(second.get_by_text("This invitation was withdrawn.")).to_be_visible()
    expect(second.get_by_role("button", name="Play", exact=True)).to_have_count(0)


def test_a_game_of_hex_with_reload_no_network_and_a_rematch(two: Two, address: str) -> None:
    first, second = two
    meet(two, address, "hex(size=3)")
    play(two, 0, "a1")
    expect(second.locator(".narration")).to_have_text("Black plays a1.")
    expect(first.locator(".message")).to_have_text("White is thinking …")
    click(first, "c3")  # not their turn
    play(two, 1, "b2")
    first.reload()
    expect(moves(first)).to_have_count(2)
    second.context.set_offline(True)
    click(first, "a2")
    expect(moves(first)).to_have_count(3)
    second.wait_for_timeout(2000)
    second.context.set_offline(False)
    expect(moves(second)).to_have_count(3)
    play(two, 1, "c1")
    play(two, 0, "a3")
    expect(first.locator(".verdict")).to_have_text("You won")
    expect(second.locator(".verdict")).to_have_text("You lost")
    before = first.url
    second.get_by_role("button", name="Rematch, other colours").click()
    expect(asked(first)).to_have_text("White offers a rematch.")
    assert complaints(first) == []
    first.get_by_role("button", name="Accept").click()
    for page in two:
        page.wait_for_url(lambda url: "/play/" in url and url != before)
        board(page).locator("[data-cell]").first.wait_for()
    expect(second).to_have_title(re.compile("Your turn"))
    click(second, "b2")
    for page in two:
        expect(moves(page)).to_have_count(1)
    first.goto(before)
    expect(first.get_by_role("link", name="Go to the rematch")).to_be_visible()


def test_a_game_of_atomorph_with_take_backs_and_a_draw(two: Two, address: str) -> None:
    first, second = two
    meet(two, address, "atomorph(size=3)")
    play(two, 0, "a1")
    play(two, 1, "b2")
    first.get_by_role("button", name="Ask to take back").click()
    expect(asked(first)).to_have_text("You asked to take back your last move.")
    expect(asked(second)).to_have_text("Black asks to take back a1, b2.")
    expect(said(second)).to_contain_text("Black asks to take back a1, b2.")
    assert complaints(second) == []
    second.get_by_role("button", name="Decline").click()
    expect(asked(first)).to_have_text("White declines.")
    expect(said(first)).to_contain_text("White declines.")
    expect(first.locator(".narration")).to_have_text("White plays b2.")
    ask = first.get_by_role("button", name="Ask to take back")
    expect(ask).to_have_attribute("aria-disabled", "true")
    expect(first.get_by_role("button", name="Offer a draw")).not_to_have_attribute("aria-disabled", "true")
    first.reload()
    expect(ask).to_have_attribute("aria-disabled", "true")
    ask.dispatch_event("click")
    expect(first.locator(".at-hand > .notice")).to_have_text(
        "This was declined or withdrawn; ask again after your next move."
    )
    second.get_by_role("button", name="Ask to take back").click()
    first.get_by_role("button", name="Accept").click()
    for page in two:
        expect(moves(page)).to_have_count(1)
        expect(page.locator(".narration")).to_have_text("Taken back: b2.")
    play(two, 1, "c3")
    for page in two:
        expect(page.locator(".narration")).to_have_text("White plays c3." if page is first else "You play c3.")
    first.get_by_role("button", name="Offer a draw").click()
    first.get_by_role("button", name="Withdraw").click()
    expect(asked(second)).to_have_text("The request was withdrawn.")
    second.get_by_role("button", name="Offer a draw").click()
    first.get_by_role("button", name="Accept").click()
    for page in two:
        expect(page.locator(".verdict")).to_have_text("Draw")
        expect(page.locator(".why")).to_have_text("A draw by agreement.")


def meanwhile(page: Page, path: str, do: Callable[[], Any]) -> None:
    """Let something happen after a page has sent its next request of a kind, and before the server hears of it."""

    def handle(route: Route) -> None:
        do()
        route.continue_()

    page.route(f"**/api/games/*/{path}", handle, times=1)


def test_two_who_ask_in_the_same_moment_have_agreed(two: Two, address: str) -> None:
    first, second = two
    game = meet(two, address, "hex(size=4)")
    play(two, 0, "a1")
    play(two, 1, "b2")
    offers = f"{address}/api/games/{game}/offers"
    meanwhile(second, "offers", lambda: first.request.post(offers, data={"kind": "draw", "seq": 3}))
    second.get_by_role("button", name="Offer a draw").click()
    for page in two:
        expect(page.locator(".why")).to_have_text("A draw by agreement.")
    expect(second.locator(".at-hand p.notice")).to_have_text("")
    meanwhile(second, "offers", lambda: first.request.post(offers, data={"kind": "rematch", "seq": 5}))
    second.get_by_role("button", name="Rematch, other colours").click()
    for page in two:
        page.wait_for_url(lambda url: "/play/" in url and game not in url, wait_until="commit")
    assert first.url == second.url


def test_what_comes_too_late_is_told_until_the_next_thing_happens(two: Two, address: str) -> None:
    first, second = two
    game = meet(two, address, "hex(size=4)")
    play(two, 0, "a1")
    play(two, 1, "b2")
    path, told = f"{address}/api/games/{game}", second.locator(".at-hand p.notice")
    meanwhile(second, "offers", lambda: first.request.post(f"{path}/moves", data={"move": "c3", "seq": 3}))
    second.get_by_role("button", name="Offer a draw").click()
    expect(told).to_have_text("The game has moved on in the meantime.")
    expect(moves(second)).to_have_count(3)
    second.wait_for_timeout(300)
    expect(told).to_have_text("The game has moved on in the meantime.")
    first.get_by_role("button", name="Offer a draw").click()
    expect(asked(second)).to_have_text("Black offers a draw.")
    expect(told).to_have_text("")
    meanwhile(second, "answer", lambda: first.request.post(f"{path}/answer", data={"is_accepted": False, "seq": 5}))
    second.get_by_role("button", name="Accept").click()
    expect(told).to_have_text("The game has moved on in the meantime.")
    meanwhile(second, "moves", lambda: first.request.post(f"{path}/offers", data={"kind": "take_back", "seq": 6}))
    click(second, "d1")
    expect(moves(second)).to_have_count(4)
    expect(told).to_have_text("")
    second.get_by_role("button", name="Offer a draw").click()
    expect(asked(first)).to_have_text("White offers a draw.")
    meanwhile(second, "answer", lambda: first.request.post(f"{path}/answer", data={"is_accepted": True, "seq": 9}))
    second.get_by_role("button", name="Withdraw").click()
    expect(second.locator(".why")).to_have_text("A draw by agreement.")
    second.wait_for_timeout(500)
    expect(told).to_have_text("")


def test_a_game_of_atmalof_with_dice_and_resignation(two: Two, address: str) -> None:
    meet(two, address, "atmalof(rows=4,cols=4,line=4)")
    for turn in range(6):
        page = two.page(turn % 2)
        expect(board(page).locator(".header.open").first).to_be_visible()
        play(two, turn % 2, next(name for name in offered(page) if re.fullmatch(r"[rc]\d", name)))
    two.second.get_by_role("button", name="Resign", exact=True).click()
    two.second.get_by_role("button", name="Resign this game").click()
    expect(two.first.locator(".verdict")).to_have_text("You won")
    expect(two.second.locator(".why")).to_contain_text("wins by resignation.")


def test_a_game_is_called_off_before_both_have_moved(two: Two, address: str) -> None:
    meet(two, address, "hex(size=3)")
    two.second.get_by_role("button", name="Ask to abort").click()
    two.first.get_by_role("button", name="Accept").click()
    for page in two:
        expect(page.locator(".verdict")).to_have_text("Aborted")


def test_who_lets_the_time_run_out_loses(two: Two, address: str) -> None:
    meet(two, address, "hex(size=3)", clock={"initial_ms": 3000, "increment_ms": 0})
    play(two, 0, "a1")
    play(two, 1, "b2")
    expect(two.first.locator(".verdict")).to_have_text("You lost")
    expect(two.second.locator(".why")).to_have_text("You win on time.")


def test_others_look_on_and_do_nothing(two: Two, address: str, browser: Any) -> None:
    game = meet(two, address, "hex(size=3)")
    with open_page(browser, DESKTOP) as looking:
        speak(looking, "en")
        looking.goto(f"{address}/play/{game}")
        expect(two.first.locator(".there")).to_have_text("1 watching")
        expect(looking.get_by_role("button", name="Resign")).to_have_count(0)
        expect(board(looking).locator(".cell.open")).to_have_count(0)
        play(two, 0, "a1")
        expect(moves(looking)).to_have_count(1)
        expect(cell(looking, "a1")).to_have_attribute("aria-label", re.compile("Black"))
        for name in ("Black", "White"):
            expect(presence(looking, name)).to_have_text("here")
    expect(two.first.locator(".there")).to_have_text("")
    two.second.goto(f"{address}/about")
    expect(two.first.locator(".there")).to_have_text("White is away.")
    expect(presence(two.first, "White")).to_have_text("away")
    assert complaints(two.first) == []
    expect(said(two.first)).to_contain_text("White is away.")
    two.second.go_back()
    expect(two.first.locator(".there")).to_have_text("")
    expect(presence(two.first, "White")).to_have_text("here")


def test_a_game_outlives_a_restart_of_the_server(two: Two, address: str, server: Server) -> None:
    meet(two, address, "hex(size=3)")
    play(two, 0, "a1")
    two.first.get_by_role("button", name="Ask to take back").click()
    expect(asked(two.second)).to_be_visible()
    assert server.process is not None
    server.process.kill()
    server.process.wait()
    server.start()
    expect(two.second.locator(".at-hand > .notice")).to_have_text("", timeout=30_000)
    two.second.get_by_role("button", name="Accept").click()
    for page in two:
        expect(moves(page)).to_have_count(0, timeout=30_000)
    play(two, 0, "b2")
