"""What a screen reader says of a cell: its stone, and which islands or edges it touches."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.playing import begin, board, cell

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("spec", "name", "text"),
    [
        ("gan", "d5", "d5, empty"),
        ("gan", "e7", "e7, empty, touches island 1 of Black, which faces 5"),
        (
            "gan",
            "d7",
            "d7, empty, touches island 0 of White, which faces 4, touches island 1 of Black, which faces 5",
        ),
        ("hex(size=5)", "a3", "a3, empty, at an edge of White"),
        ("atmalof", "r1c1", "r1c1, empty"),
    ],
)
def test_a_cell_says_what_it_touches(page: Page, address: str, spec: str, name: str, text: str) -> None:
    begin(page, address, spec)
    board(page).locator("[data-cell]").first.wait_for()
    expect(cell(page, name)).to_have_attribute("aria-label", text)
