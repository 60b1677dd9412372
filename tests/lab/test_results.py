"""The files of a study: Parquet that anybody reads, and a report that stands alone."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from lab.studying import finish, grid, plan_of
from motu.errors import CollectionError, StudyError
from motu.lab.intervals import Measured
from motu.lab.plots import plot
from motu.lab.report import StudyReport, html, markdown
from motu.lab.results import FIGURE_COLUMNS, GAME_COLUMNS, write_results
from motu.lab.study import StudyStanding
from motu.lab.tables import FigureColumn, figure_text

duckdb = pytest.importorskip("duckdb")
pytest.importorskip("matplotlib")
GRIDS = (
    grid("first_player length", more="vary = { size = [2, 4], swap = [true, false] }", name="sizes", game="hex"),
    grid("swap_map", "hex(size=3)", "mcts:50,evaluator=rollout", 2, name="map"),
)


@pytest.fixture(scope="module")
def standing() -> StudyStanding:
    return finish(plan_of(*GRIDS, title="Sizes & “maps”"))


@pytest.fixture(scope="module")
def page(standing: StudyStanding) -> str:
    return html(StudyReport(standing, standing.tables(), "motu study trial.toml"))


class Reader(HTMLParser):
    """What a page holds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        values = dict(attrs)
        self.ids += [values["id"] or ""] if "id" in values else []
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href")]


def test_games_and_figures_are_parquet(standing: StudyStanding, tmp_path: Path) -> None:
    write_results(standing, standing.tables(), tmp_path)
    games, figures = (duckdb.sql(f"FROM '{tmp_path / name}.parquet'") for name in ("games", "figures"))
    assert games.columns == list(GAME_COLUMNS)
    assert figures.columns == list(FIGURE_COLUMNS)
    assert len(games.fetchall()) == standing.done
    [(score,)] = duckdb.sql(
        f"SELECT avg(score) FROM '{tmp_path}/games.parquet' WHERE spec LIKE '%size=4%swap=true%'"
    ).fetchall()
    [(told,)] = duckdb.sql(
        f"SELECT value FROM '{tmp_path}/figures.parquet' WHERE measure = 'first_player' AND figure = 'score'"
        " AND \"case\"->>'size' = '4' AND \"case\"->>'swap' = 'true'"
    ).fetchall()
    assert told == pytest.approx(score)


def test_equal_studies_make_equal_files(standing: StudyStanding, tmp_path: Path) -> None:
    other = finish(plan_of(*GRIDS, title="Sizes & “maps”"), jobs=3)
    for each, name in ((standing, "one"), (other, "other")):
        (tmp_path / name).mkdir()
        write_results(each, each.tables(), tmp_path / name)
    for name in ("games.parquet", "figures.parquet"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()


def test_what_cannot_be_written_is_said(standing: StudyStanding, tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="cannot write"):
        write_results(standing, [], tmp_path / "no")


def test_the_report_needs_nothing_from_elsewhere(page: str) -> None:
    found = Reader(page)
    assert all(link.startswith("#") for link in found.links)
    assert "script" not in found.tags
    assert "@import" not in page
    assert all(not url.startswith("http") for url in re.findall(r"url\(([^)]*)\)", page))


def test_ids_of_the_report_are_unique_and_its_links_lead_somewhere(page: str) -> None:
    found = Reader(page)
    assert len(found.ids) == len(set(found.ids))
    assert {link[1:] for link in found.links} <= set(found.ids)


def test_the_report_says_everything_in_words(page: str) -> None:
    assert "Sizes &amp; “maps”" in page
    assert page.count('role="img"') == page.count("<svg")
    assert page.count("<caption>") == page.count("<table>") == 3
    assert page.count('scope="row"') >= 9
    assert "prefers-color-scheme" in page
    assert "motu study trial.toml --only sizes" in page
    assert "16 of 16 games" not in page
    assert "Repeatable: yes" in page


def test_pictures_are_well_formed_and_know_the_night(standing: StudyStanding) -> None:
    table = standing.tables()[0]
    svg = plot(table, table.columns[0], "one", alone=True)
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    assert "size" in (root.get("aria-label") or "") or "swap" in (root.get("aria-label") or "")
    assert "prefers-color-scheme:dark" in svg
    assert not re.findall(r"(?:fill|stroke): #", svg)
    assert svg == plot(table, table.columns[0], "one", alone=True)


def test_a_picture_of_one_figure_is_none(standing: StudyStanding) -> None:
    table = standing.tables()[-1]
    assert plot(table, FigureColumn("taken", "taken", "share", is_plotted=True), "x") == ""


def test_the_report_as_markdown(standing: StudyStanding) -> None:
    kept: dict[str, str] = {}
    text = markdown(StudyReport(standing, standing.tables(), "motu study trial", "2026-11-25"), "p/", kept.__setitem__)
    assert text.startswith("# Sizes & “maps”\n")
    assert set(re.findall(r"\(p/([^)]+)\)", text)) == set(kept)
    assert "sizes-first_player-score.svg" in kept
    assert "map-swap_map-0.svg" in kept
    assert all(len(line) <= 100 for line in text.splitlines() if not line.startswith(("|", "!")))
    assert "2026-11-25" in text
    for svg in kept.values():
        ET.fromstring(svg)


def test_figures_say_how_sure_they_are(standing: StudyStanding) -> None:
    figure = standing.tables()[0].rows[0].figures["score"]
    assert re.fullmatch(r"\d+\.\d % \[\d+\.\d, \d+\.\d\]", figure_text(figure, "share"))
    assert figure_text(None, "share") == ""
    assert figure_text(Measured(-0.0004, -0.0001, 0.0), "share") == "0.0 % [0.0, 0.0]"


def test_without_matplotlib_the_extra_is_named(standing: StudyStanding, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(StudyError, match=r"pip install 'motu\[lab\]'"):
        html(StudyReport(standing, standing.tables(), "motu study"))


def test_without_duckdb_the_extra_is_named(
    standing: StudyStanding, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "duckdb", None)
    with pytest.raises(CollectionError, match=r"pip install 'motu\[lab\]'"):
        write_results(standing, [], tmp_path)
