"""Clocks on the pages, and games over days: a server whose time is ahead as a test says, and two people's screens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, Server, open_page, speak
from browser.playing import EARS, begin, board, cell, click, hears, moves
from browser.test_two_screens import OFFLINE, Two, complaints, meet, play, post

pytestmark = pytest.mark.slow

DAY_MS = 24 * 3_600_000
DAY_S = 24 * 3600
BANK = {"kind": "correspondence", "initial_ms": 3 * DAY_MS, "increment_ms": DAY_MS, "most_ms": 3 * DAY_MS}
BYO_YOMI = {"kind": "byo-yomi", "initial_ms": 60_000, "increment_ms": 30_000, "periods": 2}


class Ahead:
    """How far the server's time is ahead."""

    def __init__(self, file: Path) -> None:
        self.file, self.seconds = file, 0.0
        self.passes(0)

    def passes(self, seconds: float) -> None:
        """Let time pass for the server."""
        self.seconds += seconds
        written = self.file.with_suffix(".new")
        written.write_text(str(self.seconds), encoding="utf-8")
        written.replace(self.file)


@pytest.fixture(scope="module")
def ahead(tmp_path_factory: pytest.TempPathFactory) -> Ahead:
    return Ahead(tmp_path_factory.mktemp("time") / "ahead")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, ahead: Ahead) -> Iterator[Server]:
    program = Path(__file__).parent / "ahead_of_time.py"
    running = Server(tmp_path_factory.mktemp("data"), (str(program), str(ahead.file)))
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture
def two(browser: Any) -> Iterator[Two]:
    with (
        open_page(browser, DESKTOP, pardoned=OFFLINE) as first,
        open_page(browser, PHONE, pardoned=OFFLINE) as second,
    ):
        for page in (first, second):
            speak(page, "en", confirm="never")
            page.add_init_script(EARS)
        yield Two(first, second)


def test_byo_yomi_to_the_flag(page: Page, address: str, ahead: Ahead) -> None:
    begin(page, address, "hex(size=3)", clock=BYO_YOMI)
    mover = page.locator(".player.to-move")
    expect(mover.locator(".time")).to_have_text(re.compile(r"^(1:00|0:5\d)$"))
    expect(mover.locator(".detail")).to_contain_text("then 2 × 30 s")
    ahead.passes(65)
    page.reload()
    expect(mover.locator(".time")).to_have_text(re.compile(r"^0:2\d$|^1\d\.\d$"))
    expect(mover.locator(".detail")).to_contain_text("2 periods left")
    ahead.passes(30)
    page.reload()
    expect(mover.locator(".detail")).to_contain_text("last period")
    click(page, "a1")
    waiting = page.locator(".player:not(.to-move)")
    expect(waiting.locator(".time")).to_have_text("0:30")
    expect(waiting.locator(".detail")).to_contain_text("last period")
    click(page, "b2")
    expect(moves(page)).to_have_count(2)
    ahead.passes(31)
    expect(page.locator(".message")).to_have_text("White wins on time.")
    expect(page.locator(".player").last.locator(".time")).to_have_text("0.0")


def test_the_clock_is_chosen_and_told(two: Two, address: str) -> None:
    first, second = two
    first.goto(f"{address}/play")
    first.get_by_label("Someone online").check()
    first.get_by_label("Clock").select_option(label="custom clock")
    first.get_by_label("Time control").select_option(label="Byo-yomi: periods after the main time")
    first.get_by_label("Minutes each", exact=True).fill("0")
    first.get_by_label("Periods", exact=True).fill("4")
    first.get_by_label("Seconds per period", exact=True).fill("20")
    expect(first.get_by_label("Seconds per move", exact=True)).to_be_hidden()
    assert complaints(first) == []
    first.get_by_role("button", name="Invite someone").click()
    expect(first.locator(".terms")).to_contain_text("4 × 20 s")
    first.goto(f"{address}/play")
    expect(first.get_by_label("Periods", exact=True)).to_have_value("4")
    first.get_by_label("Clock").select_option(label="10 days + 1 day 12 hours per move, at most 10 days")
    first.get_by_label("Anyone in the lobby").check()
    first.get_by_role("button", name="Invite someone").click()
    first.wait_for_url("**/challenge/*")
    second.goto(f"{address}/lobby")
    expect(second.locator(".lobby")).to_contain_text("10 days + 1 day 12 hours per move, at most 10 days")


def test_who_never_makes_the_first_move_has_the_game_called_off(two: Two, address: str, ahead: Ahead) -> None:
    meet(two, address, "hex(size=3)", clock={"initial_ms": 60_000})
    expect(two.first.locator(".player.to-move .detail")).to_contain_text("first move within")
    expect(two.first.locator(".player.to-move .time")).to_have_text("1:00")
    play(two, 0, "a1")
    expect(two.second.locator(".player.to-move .detail")).to_contain_text("first move within")
    ahead.passes(31)
    for page in two:
        expect(page.locator(".verdict")).to_have_text("Aborted")


def test_a_game_over_days(two: Two, address: str, ahead: Ahead) -> None:
    other = meet(two, address, "hex(size=4)", clock=BANK)
    game = meet(two, address, "hex(size=3)", clock=BANK)
    expect(two.first.locator(".player .time").first).to_have_text("3 days")
    for person, name in ((0, "a1"), (1, "b2")):
        ahead.passes(1.5 * DAY_S)
        for page in two:
            page.reload()
        expect(two.page(person).locator(".player.to-move .time")).to_have_text(re.compile(r"^1 day 1[12] hours$"))
        play(two, person, name)
        expect(two.first.locator(".player:not(.to-move) .time")).to_have_text(re.compile(r"^2 days 1[12] hours$"))
    play(two, 0, "c3")
    # The other game has waited for its first move all the while: its player went on vacation by himself.
    expect(two.first.get_by_role("link", name="Next game where it is your turn")).to_have_attribute(
        "href", f"/play/{other}"
    )
    two.second.goto(f"{address}/games")
    two.second.get_by_role("button", name="Go on vacation").click()
    expect(two.second.locator(".vacation")).to_contain_text("your clocks are paused")
    assert complaints(two.second) == []
    hears(two.first, "White is on vacation.")
    hears(two.first, "You are on vacation.")
    expect(two.first.locator(".player.to-move .detail")).to_contain_text("on vacation")
    ahead.passes(10 * DAY_S)
    two.first.reload()
    expect(two.first.locator(".player.to-move .time")).to_have_text(re.compile(r"^2 days 1[12] hours$"))
    two.second.get_by_role("button", name="I am back").click()
    expect(two.second.locator(".vacation")).to_contain_text("left this year")
    hears(two.first, "White is back from vacation.")
    two.second.goto(f"{address}/play/{game}")
    play(two, 1, "a3")


def test_my_games_are_sorted_by_the_time_that_is_left(two: Two, address: str) -> None:
    longer = {"kind": "correspondence", "initial_ms": 9 * DAY_MS}
    shorter = {"kind": "correspondence", "initial_ms": 2 * DAY_MS}
    for clock in (longer, shorter, None):
        meet(two, address, "hex(size=3)", clock=clock)
    two.first.goto(f"{address}/games")
    listed = two.first.locator(".entry.mine .detail")
    expect(listed.first).to_contain_text("left")
    texts = [text for text in listed.all_inner_texts() if "left" in text]
    found = [int(match[1]) for text in texts if (match := re.search(r"(\d+) day", text))]
    assert found == sorted(found)
    assert len(found) >= 2


def test_answers_are_decided_beforehand_and_played(two: Two, address: str) -> None:
    meet(two, address, "hex(size=4)", clock=BANK)
    expect(two.second.get_by_role("button", name="Conditional moves")).to_be_visible()
    play(two, 0, "a1")
    first = two.first
    first.get_by_role("button", name="Conditional moves").click()
    expect(first.locator(".plan .asked")).to_have_text("Play a move for your opponent, then your reply.")
    click(first, "b2")
    expect(first.locator(".plan .asked")).to_have_text("After b2: play your reply.")
    click(first, "c3")
    expect(first.locator(".plan-lines li")).to_have_text(["b2 → c3"])
    click(first, "d4")
    click(first, "a4")
    expect(first.locator(".plan-lines li")).to_have_text(["b2 → c3, d4 → a4"])
    for _ in range(4):
        first.get_by_role("button", name="One move back").click()
    click(first, "c2")
    click(first, "b3")
    expect(first.locator(".plan-lines li")).to_have_text(["b2 → c3, d4 → a4", "c2 → b3"])
    assert complaints(first) == []
    first.get_by_role("button", name="Remove c2 → b3").click()
    expect(first.locator(".plan-lines li")).to_have_count(1)
    first.get_by_role("button", name="Done").click()
    expect(moves(first)).to_have_count(1)
    expect(first.locator(".plan-closed")).to_contain_text("1 line")
    click(two.second, "b2")
    for page in two:
        expect(moves(page)).to_have_count(3)
    expect(first.locator(".plan-closed")).to_contain_text("1 line")
    click(two.second, "d4")
    for page in two:
        expect(moves(page)).to_have_count(5)
    expect(first.locator(".plan-closed")).not_to_contain_text("line")


def test_a_premove_is_shown_cancelled_and_played(two: Two, address: str) -> None:
    meet(two, address, "hex(size=4)", clock={"initial_ms": 600_000})
    first, second = two
    play(two, 0, "a1")
    click(first, "b2")
    expect(first.locator(".chosen .asked")).to_have_text("Premove: b2")
    expect(first.locator("motu-board .hint")).to_have_count(1)
    assert complaints(first) == []
    first.keyboard.press("Escape")
    expect(first.locator(".chosen .asked")).to_be_hidden()
    click(first, "b2")
    click(first, "b2")
    expect(first.locator(".chosen .asked")).to_be_hidden()
    click(first, "c3")
    first.get_by_role("button", name="Cancel").click()
    expect(first.locator(".chosen .asked")).to_be_hidden()
    click(first, "b2")
    click(second, "c1")
    for page in two:
        expect(moves(page)).to_have_text(["a1", "c1", "b2"])
    expect(first.locator(".chosen .asked")).to_be_hidden()
    click(first, "d4")
    click(second, "d4")
    told = first.locator(".at-hand > .notice")  # an alert: also to who listens
    expect(told).to_have_text("Your premove d4 cannot be played.")
    expect(told).to_be_in_viewport()
    expect(moves(first)).to_have_count(4)
    expect(cell(first, "d4")).to_have_attribute("aria-label", re.compile("White"))
    assert post(first, "/api/vacation", {})["is_away"] is False
    expect(board(first).locator(".cell.open").first).to_be_attached()
    click(first, "a4")
    expect(told).to_be_empty()
