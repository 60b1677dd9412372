"""A study's report in a real browser: nothing stands in anybody's way, by day and night, on a desk and a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from browser.browsing import DESKTOP, PHONE, open_page
from lab.studying import finish, grid, plan_of

pytest.importorskip("matplotlib")
pytestmark = pytest.mark.slow
GRIDS = (
    grid("first_player length", more="vary = { size = [2, 3, 4], swap = [true, false] }", name="sizes", game="hex"),
    grid("first_player", name="other", more="vary = { size = [2, 3, 4] }", game="hex(swap=false)"),
    grid("swap_map", "hex(size=3)", "mcts:50,evaluator=rollout", 1, name="map"),
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from motu.lab.report import StudyReport, html

    standing = finish(plan_of(*GRIDS))
    path: Path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(html(StudyReport(standing, standing.tables(), "motu study trial")), "utf-8")
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_report_is_accessible_and_fits(browser: Any, report: Path, screen: dict[str, Any], scheme: str) -> None:
    with open_page(browser, screen | {"color_scheme": scheme}) as page:
        page.goto(report.as_uri())
        found = Axe().run(page)
        assert found.violations_count == 0, [each["id"] for each in found.response["violations"]]
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert page.locator("figure svg").count() >= 4
