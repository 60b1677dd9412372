"""A game that was added by its folder and its row alone is played in the browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import Server
from browser.playing import begin, click, moves
from example import LAUNCH, motu_with_tic

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server that knows tic."""
    environment = motu_with_tic(tmp_path_factory.mktemp("example"))
    running = Server(tmp_path_factory.mktemp("data"), ("-c", LAUNCH), environment)
    try:
        running.start()
        yield running
    finally:
        running.stop()


def test_two_people_play_tic_to_its_end(house: Server, page: Page) -> None:
    begin(page, house.address, "tic")
    for number, move in enumerate(["r2c2", "r1c2", "r1c1", "r2c1", "r3c3"], start=1):
        click(page, move)
        expect(moves(page)).to_have_count(number)
    expect(page.get_by_text("wins").first).to_be_visible()
