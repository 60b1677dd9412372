"""The rules pages as the browser shows them: text as HTML, pictures as games to click through (floor: server).

The pages are those of docs/rules, the pictures those of docs/diagrams.json; the build puts both into the package, so
that there is one text only. A figure is a paragraph of pictures with its caption, a paragraph in italics, behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import PurePosixPath
from typing import Any

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token

from motu.drawing.ground import ground_of
from motu.games import GAMES, load_game

DIAGRAMS = "diagrams.json"

FOR_PROGRAMMERS = frozenset({"For programmers", "Por programistoj"})
"""Headings of the last section of a page: specs, parameters, commands."""
SERVED = {"../dice.md": "/dice"}
"""Files of the documentation -> the page that says the same."""
SPEC = frozenset({"spec", "specifo"})
"""Heads of the first column of a table of games."""


class Diagram(msgspec.Struct, frozen=True, omit_defaults=True):
    """A picture of a rules page: a position, how it came about and what may follow."""

    alt: str
    """What it shows, in the page's language."""
    spec: str
    aspect: float
    """Width over height of its board, so that a page keeps room for it."""
    moves: tuple[str, ...] = ()
    """From the start, or from `setup`, to the position that is pictured."""
    then: tuple[str, ...] = ()
    """Moves that may follow."""
    setup: dict[str, Any] | None = None
    """A position set by hand, as in records."""
    marks: dict[str, str] = {}
    """Cell -> what is written on it in the pictured position."""


class BoardRow(msgspec.Struct, frozen=True):
    """A game that a table names by its spec, to be played or looked at."""

    spec: str
    html: str
    """What is special about it."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """Text, a figure (diagrams that share a caption), or a list of games."""

    html: str = ""
    boards: tuple[BoardRow, ...] = ()
    diagrams: tuple[Diagram, ...] = ()
    caption: str = ""
    """HTML."""
    folded: str = ""
    """The heading under which this is kept folded, for those whom it concerns."""


class RulesPage(msgspec.Struct, frozen=True):
    """The rules of a game in a language."""

    title: str
    language: str
    """The text's language: English where nobody has translated it."""
    parts: tuple[Part, ...]


def render_pages(sources: Mapping[str, bytes], languages: Sequence[str]) -> dict[str, bytes]:
    """Return the rules pages as JSON: "atoll.eo.json" and so on, one for each game and language.

    Args:
        sources: Name -> content of the pages, "atoll.md" (English) and "atoll.eo.md", and of "diagrams.json".
        languages: Codes, such as "eo".
    """
    diagrams = {entry["name"]: entry for entry in msgspec.json.decode(sources[DIAGRAMS], type=list[dict[str, Any]])}
    pages: dict[str, bytes] = {}
    for game in GAMES:
        for language in languages:
            own = f"{game}.{language}.md"
            name, spoken = (own, language) if own in sources else (f"{game}.md", "en")
            page = render_page(sources[name].decode(), spoken, diagrams)
            pages[f"{game}.{language}.json"] = msgspec.json.encode(page)
    return pages


def render_page(text: str, language: str, diagrams: Mapping[str, dict[str, Any]]) -> RulesPage:
    """Return a page, of which the text is in Markdown."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    title, *blocks = list(_blocks(reader.parse(text)))
    ends = next((index for index, block in enumerate(blocks) if _words(block) in FOR_PROGRAMMERS), len(blocks))
    parts = _parts(reader, blocks[:ends], diagrams)
    if ends < len(blocks):
        rest = [token for block in blocks[ends + 1 :] for token in _without_links(block)]
        parts.append(Part(html=_text(reader, rest).html, folded=_words(blocks[ends])))
    return RulesPage(_words(title), language, tuple(part for part in parts if part != Part()))


def _parts(reader: MarkdownIt, blocks: Sequence[list[Token]], diagrams: Mapping[str, dict[str, Any]]) -> list[Part]:
    """Return text, figures and games in their order."""
    parts: list[Part] = []
    kept: list[Token] = []
    for block in blocks:
        pictures = _pictures(block)
        if pictures:
            parts += [_text(reader, kept), Part(diagrams=tuple(_diagram(each, diagrams) for each in pictures))]
            kept = []
        elif _is_table_of_games(block):
            parts += [_text(reader, kept), Part(boards=tuple(_board_rows(reader, block)))]
            kept = []
        elif _is_caption(block) and not kept and parts and parts[-1].diagrams:
            parts[-1] = msgspec.structs.replace(parts[-1], caption=_text(reader, block).html)
        elif not _is_translation(block):
            kept += _without_links(block)
    return [*parts, _text(reader, kept)]


def _blocks(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield what stands on the outermost level, each with all that is in it."""
    block: list[Token] = []
    for token in tokens:
        block.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield block
            block = []


def _text(reader: MarkdownIt, tokens: Sequence[Token]) -> Part:
    return Part(html=str(reader.renderer.render(tokens, reader.options, {})))


def _inside(block: Sequence[Token]) -> list[Token]:
    """Return what stands in a paragraph or heading; nothing of other blocks."""
    return list(block[1].children or ()) if len(block) == 3 and block[1].type == "inline" else []


def _words(block: Sequence[Token]) -> str:
    return "".join(token.content for token in _inside(block))


def _pictures(block: Sequence[Token]) -> list[Token]:
    inside = _inside(block)
    pictures = [token for token in inside if token.type == "image"]
    return pictures if len(pictures) == len([token for token in inside if token.type != "softbreak"]) else []


def _is_caption(block: Sequence[Token]) -> bool:
    inside = _inside(block)
    return len(inside) > 2 and inside[0].type == "em_open" and inside[-1].type == "em_close"


def _is_table_of_games(block: Sequence[Token]) -> bool:
    return block[0].type == "table_open" and next(each.content for each in block if each.type == "inline") in SPEC


def _board_rows(reader: MarkdownIt, block: Sequence[Token]) -> Iterator[BoardRow]:
    """Yield the rows of a table of two columns, its head left out."""
    cells = [token for token in block if token.type == "inline"][2:]
    for spec, text in zip(cells[::2], cells[1::2], strict=True):
        words = reader.renderer.render([text], reader.options, {})
        yield BoardRow(spec.content.strip("`"), str(words))


def _is_translation(block: Sequence[Token]) -> bool:
    """Whether a paragraph is nothing but the link to the page in another language."""
    inside = _inside(block)
    return len(inside) == 3 and inside[0].type == "link_open" and inside[2].type == "link_close"


def _without_links(block: Sequence[Token]) -> Sequence[Token]:
    """Take out links to files of the documentation which aren't served; their words stay."""
    for token in block:
        is_served = False
        children = token.children or []
        token.children = [] if token.children else token.children
        for each in children:
            if each.type == "link_open":
                place = SERVED.get(str(each.attrs["href"]))
                is_served = place is not None
                each.attrs["href"] = place or ""
            if is_served or each.type not in {"link_open", "link_close"}:
                token.children = [*(token.children or []), each]
    return block


def _diagram(picture: Token, diagrams: Mapping[str, dict[str, Any]]) -> Diagram:
    entry = diagrams[PurePosixPath(str(picture.attrs["src"])).stem]
    return Diagram(
        picture.content,
        entry["spec"],
        _aspect_of(entry["spec"]),
        tuple(entry.get("moves", ())),
        tuple(entry.get("then", ())),
        _setup(entry) if "stones" in entry else None,
        entry.get("marks", {}),
    )


@cache
def _aspect_of(spec: str) -> float:
    game = load_game(spec)
    box = ground_of(game.board, game.colour_names, has_flips=False).box
    return round((box.right - box.left) / (box.bottom - box.top), 4)


def _setup(entry: Mapping[str, Any]) -> dict[str, Any]:
    colours = load_game(entry["spec"]).colour_names
    stones = {colour: [cell for cell, each in entry["stones"].items() if each == colour] for colour in colours}
    return {"stones": stones, "to_move": entry["to_move"], "flags": entry.get("flags", 0)}
