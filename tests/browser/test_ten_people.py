"""Ten people at two servers of one house: five pairs play all games to their ends, live and by correspondence.

In the middle of the live games one server is killed, and a new one takes its place; in the middle of those by
correspondence, in which hours pass between two moves, the other one is.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from playwright.sync_api import expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.playing import MOUSE, board, offered, play_a_move
from browser.test_clocks import Ahead
from browser.test_sealed_dice import SMALL, game_of, is_open, wait_for
from browser.test_two_screens import Two, complaints
from browser.test_two_servers import PARDONED, Balancer, meet
from server.databases import PostgresServer, postgres
from server.processes import Server, server

__all__ = ["postgres"]

pytestmark = pytest.mark.slow

SPECS = ("atoll(size=5)", "hex(size=4)", "atomorph(size=4)", SMALL, "atomorph(size=3,return_stone=true)")
DAY_MS = 86_400_000
LIVE = {"initial_ms": 1_800_000}
SLOW = {"initial_ms": 3 * DAY_MS, "increment_ms": DAY_MS, "kind": "correspondence", "has_vacation": False}
NIGHT_SECONDS = 6 * 3600
PROGRAM = Path(__file__).parent / "ahead_of_time.py"
MOST_MOVES = 150
KILLED_AT = 4
"""So many moves have been made in each game."""
A_ROLL = -1
"""Whose turn it is while the dice of a game are awaited."""
RESIGNED, TIMED_OUT = 1, 4
"""Pairs whose second game doesn't end on the board."""
MOST_LATE_MS = 60_000
"""So long it may take to ask."""
TIMEOUT_MS = 45_000
"""Ten pages and two servers share the processors with whatever else there is."""


class Pair:
    """Two people and their game."""

    def __init__(self, pages: Two, spec: str, seed: int) -> None:
        self.pages, self.spec, self.game = pages, spec, ""
        self.choice = random.Random(seed)

    def begin(self, addresses: tuple[str, str], clock: dict[str, Any]) -> None:
        meet(self.pages, addresses, self.spec, clock=clock)
        self.game = self.pages.first.url.rsplit("/", 1)[1]
        if self.spec == SMALL:
            wait_for(self.pages.first, self.game, is_open)

    def told(self) -> Any:
        """Return the game as that server knows it which knows more of it."""
        return max((game_of(page, self.game) for page in self.pages), key=lambda told: len(told["steps"]))

    def move(self) -> bool:
        """Let whose turn it is play, once all dice have been rolled; return whether the game goes on."""
        while (told := self.told())["position"]["player"] == A_ROLL:
            self.pages.second.wait_for_timeout(100)
        if told["result"]:
            return False
        page, count = self.pages.page(told["position"]["player"]), len(told["steps"])
        expect(page).to_have_title(re.compile("Your turn"))
        expect(board(page).locator(".open").first).to_be_visible()
        assert offered(page)
        play_a_move(page, MOUSE, self.choice)
        wait_for(page, self.game, lambda now: len(now["steps"]) > count or now["result"])
        return True

    def resign(self) -> None:
        page = self.pages.second
        page.get_by_role("button", name="Resign", exact=True).click()
        page.get_by_role("button", name="Resign this game").click()

    def check_end(self) -> str:
        """Both see the same game and its end; return why it ended."""
        ends = [game_of(page, self.game) for page in self.pages]
        assert ends[0]["steps"] == ends[1]["steps"]
        assert ends[0]["result"] == ends[1]["result"] is not None
        winner = ends[0]["result"]["winner"]
        for person, page in enumerate(self.pages):
            expected = "Draw" if winner is None else "You won" if person == winner else "You lost"
            expect(page.locator(".verdict")).to_have_text(expected)
            if self.spec == SMALL:
                page.get_by_role("button", name="Check the dice").click()
                expect(page.locator(".proof.good")).to_be_visible()
            assert complaints(page) == []
        return str(ends[0]["result"]["reason"])


@pytest.fixture
def pairs(browser: Any) -> Iterator[list[Pair]]:
    """Five pairs, of each the second at a phone."""
    expect.set_options(timeout=TIMEOUT_MS)
    with ExitStack() as stack:
        found = []
        for seed, spec in enumerate(SPECS):
            first, second = (
                stack.enter_context(open_page(browser, {**device, "reduced_motion": "reduce"}, pardoned=PARDONED))
                for device in (DESKTOP, PHONE)
            )
            for page in (first, second):
                page.set_default_timeout(TIMEOUT_MS)
                speak(page, "en", confirm="never")
            found.append(Pair(Two(first, second), spec, seed))
        yield found
    expect.set_options(timeout=5_000)


def left_of_mover(pair: Pair) -> tuple[int, int, int]:
    """Return how many steps there are, whose turn it is, and what he has left."""
    told = pair.told()
    player = told["position"]["player"]
    return len(told["steps"]), player, told["clocks"]["left"][player]


class TwoServers:
    """Two servers of one house, whose clocks are ahead as a test says, and ways to both."""

    def __init__(self, database: sa.URL, ahead: Ahead, stack: ExitStack) -> None:
        self._database, self._stack = database, stack
        self._program = (sys.executable, str(PROGRAM), str(ahead.file))
        self.running = [self._start(), self._start()]
        self._ways = Balancer(*self.running), Balancer(*self.running[::-1])
        for each in self._ways:
            stack.callback(each.close)

    def _start(self) -> Server:
        return self._stack.enter_context(server(self._database, "--name", "127.0.0.1", program=self._program))

    @property
    def addresses(self) -> tuple[str, str]:
        return self._ways[0].address, self._ways[1].address

    def kill_and_replace(self) -> None:
        """Kill the first one, and start another in its place."""
        self.running[0].kill()
        self.running[0] = self._ways[0].servers[0] = self._ways[1].servers[1] = self._start()


def begin(pairs: list[Pair], servers: TwoServers, clock: dict[str, Any]) -> None:
    """Let all pairs begin, the first of each at one server and the second at the other, by turns."""
    for at, pair in enumerate(pairs):
        pair.begin(servers.addresses if at % 2 else servers.addresses[::-1], clock)


def play_live(pairs: list[Pair], servers: TwoServers) -> None:
    """Let all play to the end; in the middle one of the servers is killed."""
    going = pairs
    for turn in range(MOST_MOVES):
        going = [pair for pair in going if pair.move()]
        if turn == KILLED_AT:
            servers.kill_and_replace()
        if not going:
            break
    assert not going


def play_for_weeks(pairs: list[Pair], servers: TwoServers, ahead: Ahead) -> None:
    """Let six hours pass between two moves; in the middle a server is killed, one gives up, one comes no more."""
    going = pairs
    for turn in range(MOST_MOVES):
        going = [pair for pair in going if pair.move()]
        if turn == KILLED_AT:
            before = left_of_mover(pairs[TIMED_OUT])
            ahead.passes(NIGHT_SECONDS)
            after = left_of_mover(pairs[TIMED_OUT])
            assert after[:2] == before[:2]
            assert abs(before[2] - after[2] - 1000 * NIGHT_SECONDS) < MOST_LATE_MS
            servers.running[1].kill()
            pairs[RESIGNED].resign()
            going = [pair for at, pair in enumerate(pairs) if pair in going and at not in (RESIGNED, TIMED_OUT)]
        else:
            ahead.passes(NIGHT_SECONDS)
        if not going:
            break
    assert not going
    ahead.passes(30 * 86_400)
    late = pairs[TIMED_OUT]
    wait_for(late.pages.first, late.game, lambda now: now["result"])


def test_ten_people_play_everything_while_servers_are_killed(
    pairs: list[Pair], postgres: PostgresServer, tmp_path: Path
) -> None:
    ahead = Ahead(tmp_path / "ahead")
    with ExitStack() as stack:
        servers = TwoServers(postgres.new_database(), ahead, stack)
        begin(pairs, servers, LIVE)
        play_live(pairs, servers)
        live = [pair.check_end() for pair in pairs]
        begin(pairs, servers, SLOW)
        play_for_weeks(pairs, servers, ahead)
        slow = [pair.check_end() for pair in pairs]
        assert (slow[RESIGNED], slow[TIMED_OUT]) == ("resign", "time")
        steps = sum(len(pair.told()["steps"]) for pair in pairs)
        print(f"live: {live}; by correspondence: {slow}, {steps} moves and rolls")  # noqa: T201 - it is asked for
