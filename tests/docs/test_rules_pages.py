"""The rules pages: what they quote is accepted by motu, and the two languages say the same."""

import re
import shlex
from pathlib import Path

import pytest

import motu
from docs.diagrams import DIAGRAMS, DOCS
from motu.boards import load_custom_board
from motu.errors import MotuError

GAMES = ("atoll", "atomorph", "atmalof")
PAGES = [f"{game}{language}.md" for game in GAMES for language in ("", ".eo")]
SPEC = re.compile(rf"({'|'.join(motu.PRESETS)})(\(.*\))?")
WIDEST = {"atoll": "atoll", "atomorph": "atomorph(return_stone=true)", "atmalof": "atmalof"}
REFUSED = ("| refused |", "| rifuzata |")

each_page = pytest.mark.parametrize("page", PAGES)
each_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(autouse=True)
def board_of_your_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay a custom board where the pages' example looks for it."""
    cells = ", ".join(f'"{column}{row}"' for column in "abc" for row in (1, 2, 3))
    board = f'{{"cells": [{cells}], "junctions": ["a3", "c3", "c1", "a1"]}}'
    (tmp_path / "my-board.json").write_text(board, "utf-8")
    monkeypatch.chdir(tmp_path)


def game_of(page: str) -> str:
    return page.partition(".")[0]


def read(page: str) -> str:
    return (DOCS / "rules" / page).read_text("utf-8")


def prose(page: str) -> str:
    """Return a page without its code blocks."""
    return re.sub(r"```.*?```", "", read(page), flags=re.DOTALL)


def code_spans(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", text)


def code_blocks(page: str) -> list[str]:
    return re.findall(r"```sh\n(.*?)```", read(page), flags=re.DOTALL)


def images(page: str) -> list[str]:
    return re.findall(r"!\[[^\]]+\]\(\.\./images/([\w-]+)\.svg\)", read(page))


def table_rows(page: str) -> list[str]:
    return [line for line in read(page).splitlines() if line.startswith("| ") and "---" not in line]


def refused_specs(page: str) -> list[str]:
    """Return the specs in the first column of the table of what is refused."""
    lines = read(page).splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith(REFUSED)), len(lines))
    table = lines[start + 2 :]
    return [code_spans(line)[0] for line in table[: table.index("")]] if table else []


def check_quote(game: str, quote: str) -> None:
    """Have motu read a piece of code: a spec, a parameter with or without its value, a cell, a move or a roll."""
    if SPEC.fullmatch(quote):
        motu.load_game(quote, load_custom_board)
    elif re.fullmatch(r"[a-z_]+=[a-z0-9]+", quote):
        motu.load_game(f"{game}({quote})", load_custom_board)
    elif re.fullmatch(r"[a-z]+(_[a-z]+)*", quote) and quote != "swap":
        assert f"{quote}=" in motu.load_game(game).spec, f"{quote} is no parameter of {game}"
    elif re.fullmatch(r"r\d+c\d+", quote):
        assert motu.load_game(game).board.index(quote) >= 0
    else:
        check_move(game, quote)


def check_move(game: str, quote: str) -> None:
    state = motu.load_game(WIDEST[game]).new_initial_state()
    announcement, equals, _ = quote.partition("=")
    if announcement and equals:
        state.play(quote)
        assert state.moves() == [quote]
        return
    if equals:
        state.play("r4")
    action = state.string_to_action(quote)
    assert state.action_to_string(action) == quote


# --- one page ---------------------------------------------------------------------------------------------------------


@each_page
def test_every_code_span_is_read_by_motu(page: str) -> None:
    refused = refused_specs(page)
    for quote in set(code_spans(prose(page))) - set(refused):
        check_quote(game_of(page), quote)


@each_page
def test_every_refused_spec_is_refused(page: str) -> None:
    refused = refused_specs(page)
    assert bool(refused) == page.startswith("atmalof")
    for spec in refused:
        with pytest.raises(MotuError):
            motu.load_game(spec)


@each_page
def test_every_command_is_a_legal_game(page: str) -> None:
    blocks = code_blocks(page)
    assert blocks
    for line in "".join(blocks).splitlines():
        program, command, spec, *moves = shlex.split(line)
        assert (program, command) in {("motu", "play"), ("motu", "show")}
        state = motu.load_game(spec).new_initial_state()
        for move in moves:
            state.play(move)
        assert (len(moves) > 0) == (command == "show")


@each_page
def test_a_preset_and_what_it_stands_for_are_one_game(page: str) -> None:
    pairs = 0
    for row in table_rows(page):
        specs = [span for span in code_spans(row) if SPEC.fullmatch(span)]
        if len(specs) > 1:
            assert motu.load_game(specs[0]).spec == motu.load_game(specs[1]).spec
            pairs += 1
    assert pairs == {"atoll": 4, "atomorph": 0, "atmalof": 4}[game_of(page)]


@each_page
def test_numbers_of_cells_are_right(page: str) -> None:
    claims = 0
    for row in table_rows(page):
        spec, *_ = code_spans(row) or [""]
        claim = re.search(r"(?<!× )\b(\d+) (?:cells|ĉeloj|squares|kvadratoj)\b", row)
        if claim and SPEC.fullmatch(spec) and spec not in refused_specs(page):
            assert motu.load_game(spec).board.num_cells == int(claim[1])
            claims += 1
    assert claims == {"atoll": 4, "atomorph": 0, "atmalof": 1}[game_of(page)]


@each_page
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"(?<!!)\[[^\]]+\]\(([^)]+)\)", read(page)):
        assert (DOCS / "rules" / target).is_file(), target


@each_page
def test_images_have_an_entry_and_an_alternative_text(page: str) -> None:
    assert len(images(page)) == read(page).count("![")
    assert set(images(page)) <= {diagram["name"] for diagram in DIAGRAMS}


# --- all pages --------------------------------------------------------------------------------------------------------


def test_every_diagram_stands_on_exactly_one_page() -> None:
    shown = [name for game in GAMES for name in images(f"{game}.md")]
    assert sorted(shown) == sorted(diagram["name"] for diagram in DIAGRAMS)


@each_game
def test_both_languages_have_the_same_shape(game: str) -> None:
    english, esperanto = f"{game}.md", f"{game}.eo.md"
    levels = [re.findall(r"^(#+) ", prose(page), flags=re.MULTILINE) for page in (english, esperanto)]
    assert levels[0] == levels[1]
    assert images(english) == images(esperanto)
    assert code_blocks(english) == code_blocks(esperanto)
    assert sorted(code_spans(prose(english))) == sorted(code_spans(prose(esperanto)))
    assert len(table_rows(english)) == len(table_rows(esperanto))


@each_game
def test_alternative_texts_are_in_the_language_of_the_page(game: str) -> None:
    texts = [set(re.findall(r"!\[([^\]]+)\]", read(page))) for page in (f"{game}.md", f"{game}.eo.md")]
    assert not texts[0] & texts[1]


@each_game
def test_esperanto_is_written_with_its_own_letters(game: str) -> None:
    text = re.sub(r"`[^`]+`", "", prose(f"{game}.eo.md"))
    assert not re.search(r"[cghjsu][x^]", text, flags=re.IGNORECASE)
    assert set("ĉĝŝŭ") <= set(text.lower())


def test_named_junction_cells_are_those_of_the_usual_board() -> None:
    board = motu.load_game("atoll").board
    for page in ("atoll.md", "atoll.eo.md"):
        caption = next(part for part in read(page).split("\n\n") if part.startswith("*") and "`k14`" in part)
        assert code_spans(caption) == [board.names[cell] for cell in board.junctions]
