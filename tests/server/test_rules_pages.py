"""The rules pages of the browser: all of the text, every picture as a game that can be played through."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import msgspec
import pytest

from motu.games import GAMES, load_game
from motu.server.messages import Positions
from motu.server.pages import load_site
from motu.server.positions import positions_of
from motu.server.rules_pages import Diagram, Part, RulesPage, render_page, render_pages
from motu.server.views import board_view

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [(game, language) for game in GAMES for language in ("en", "eo")]
DIAGRAMS = {entry["name"]: entry for entry in json.loads((DOCS / "diagrams.json").read_text("utf-8"))}

each_page = pytest.mark.parametrize(("game", "language"), PAGES)


def source(game: str, language: str) -> str:
    name = f"{game}.md" if language == "en" else f"{game}.{language}.md"
    return (DOCS / "rules" / name).read_text("utf-8")


def page(game: str, language: str) -> RulesPage:
    return render_page(source(game, language), language, DIAGRAMS)


def diagrams(game: str, language: str) -> list[Diagram]:
    return [diagram for part in page(game, language).parts for diagram in part.diagrams]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def spoken(part: Part) -> list[str]:
    rows = "".join(f"{row.html}\n" for row in part.boards)
    text = html.unescape(re.sub(r"<[^>]+>", "", f"{part.folded}\n{part.html}{part.caption}{rows}"))
    return [word for diagram in part.diagrams for word in words(diagram.alt)] + words(text)


@each_page
def test_no_word_is_lost_but_the_link_to_the_other_language(game: str, language: str) -> None:
    rendered = page(game, language)
    _, _, text = re.sub(r"\]\([^)]*\)", "]", source(game, language)).partition("\n\n")
    _, _, text = text.partition("\n\n")
    text = re.sub(r"```sh\n", "", text)
    for part in rendered.parts:
        for row in part.boards:  # a button says it in other words
            text = text.replace(f"| `{row.spec}` |", "|", 1)
    text = re.sub(r"^\| (spec|specifo) \|.*$", "", text, flags=re.MULTILINE)
    assert sorted(words(text)) == sorted(word for part in rendered.parts for word in spoken(part))
    assert source(game, language).startswith(f"# {rendered.title}\n")


@each_page
def test_every_picture_is_a_diagram_with_its_caption(game: str, language: str) -> None:
    names = re.findall(r"images/([\w-]+)\.svg", source(game, language))
    found = diagrams(game, language)
    assert [diagram.spec for diagram in found] == [DIAGRAMS[name]["spec"] for name in names]
    figures = [part for part in page(game, language).parts if part.diagrams]
    assert all(figure.caption.startswith("<p><em>") and not figure.html for figure in figures)


@each_page
def test_every_diagram_can_be_played_through(game: str, language: str) -> None:
    for diagram in diagrams(game, language):
        moves = (*diagram.moves, *diagram.then)
        positions = positions_of(Positions(spec=diagram.spec, moves=moves, setup=diagram.setup, all=True))
        assert len(positions) == len(moves) + 1


@each_page
def test_specs_are_for_programmers(game: str, language: str) -> None:
    rendered = page(game, language)
    *shown, folded = rendered.parts
    assert folded.folded in {"For programmers", "Por programistoj"}
    assert "<pre>" in folded.html
    told = "".join(part.html + part.caption + "".join(row.html for row in part.boards) for part in shown)
    assert not re.search(r"<pre>|<code>[^<]*(\(|[a-z]=[a-z0-9])", told)


@each_page
def test_every_game_of_a_list_can_be_played(game: str, language: str) -> None:
    rows = [row for part in page(game, language).parts for row in part.boards]
    assert len(rows) >= 3
    assert {load_game(row.spec).name for row in rows} == {game}
    other = "eo" if language == "en" else "en"
    assert [row.spec for row in rows] == [row.spec for part in page(game, other).parts for row in part.boards]


@each_page
def test_the_page_needs_nothing_that_the_content_policy_forbids(game: str, language: str) -> None:
    text = "".join(part.html + part.caption for part in page(game, language).parts)
    text = text.replace('<a href="/dice">', "")  # a page of ours, and no file of the documentation
    assert not re.search(r"<(img|script|style|a)\b|\bstyle=|\bon\w+=", text)


def test_the_installed_package_has_the_pages_of_the_documentation() -> None:
    contents = load_site().contents
    for game, language in PAGES:
        assert msgspec.json.decode(contents[f"rules/{game}.{language}.json"], type=RulesPage) == page(game, language)


def test_a_language_without_a_translation_gets_the_english_page() -> None:
    sources = {f"{game}.md": f"# {game}\n\ntext\n".encode() for game in GAMES} | {"diagrams.json": b"[]"}
    pages = render_pages(sources, ["en", "xx"])
    read = msgspec.json.decode(pages["atoll.xx.json"], type=RulesPage)
    assert read == RulesPage("atoll", "en", (Part("<p>text</p>\n"),))


@each_page
def test_a_page_keeps_room_for_each_picture(game: str, language: str) -> None:
    diagrams = [each for part in page(game, language).parts for each in part.diagrams]
    assert diagrams
    for each in diagrams:
        box = board_view(load_game(each.spec)).box
        assert each.aspect == pytest.approx((box.right - box.left) / (box.bottom - box.top), abs=0.01)


def test_html_in_a_page_stays_text() -> None:
    read = render_page("# T\n\na <b>\n\n<script>1</script>\n", "en", {})
    assert "<b>" not in read.parts[0].html
    assert "<script>" not in read.parts[0].html
