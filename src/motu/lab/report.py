"""A study's report: one HTML page that stands alone, or Markdown with pictures beside it (floor: lab)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from itertools import takewhile

from motu.drawing import draw_svg
from motu.drawing.scene import CellKey
from motu.games import load_game
from motu.lab.plan import Grid
from motu.lab.plots import plot, style_sheet
from motu.lab.study import StudyStanding
from motu.lab.tables import BoardPicture, StudyTable

_STYLE = """
body { font: 16px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem;
  color: var(--text); background: var(--back); }
:root { --back: #fff; --link: #0b5c93; --band: #f5f5f2; }
@media (prefers-color-scheme: dark) { :root { --back: #16181b; --link: #7cc0f5; --band: #202327; } }
h1 { font-size: 1.8rem; line-height: 1.2; } h2 { margin-top: 2.6rem; } h3 { margin: 1.8rem 0 .4rem; }
a { color: var(--link); } p, li { max-width: 46rem; }
.scroll { overflow-x: auto; } .scroll:focus-visible { outline: 2px solid var(--link); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); padding-bottom: .4rem; }
th, td { padding: .25rem .9rem .25rem 0; text-align: left; vertical-align: top; }
thead th { border-bottom: 2px solid var(--rule); } tbody tr { border-bottom: 1px solid var(--rule); }
tbody th { font-weight: 600; }
td small { color: var(--quiet); white-space: nowrap; }
pre { background: var(--band); padding: .5rem .8rem; overflow-x: auto; border-radius: .3rem; }
figure { margin: .6rem 0; overflow-x: auto; }
figure svg { display: block; width: 100%; height: auto; max-width: 46rem; min-width: 30rem; }
.boards figure svg { min-width: 0; }
.boards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem; }
figcaption { color: var(--quiet); }
footer { margin-top: 3rem; border-top: 1px solid var(--rule); color: var(--quiet); }
"""

_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">"""

INTERVALS = "In brackets: from where to where the true figure lies with 95 % probability, by the method named."


@dataclass(frozen=True, slots=True)
class StudyReport:
    """What a report is made of."""

    standing: StudyStanding
    tables: Sequence[StudyTable]
    command: str
    """What repeats the whole study."""
    date: str = ""
    """When the games were played, as people write it; today unless told."""

    @property
    def day(self) -> str:
        """The date."""
        return self.date or datetime.now(UTC).strftime("%Y-%m-%d")

    def command_for(self, grid: Grid) -> str:
        """Return what repeats a grid's tables."""
        plan = self.standing.plan
        return self.command if plan.only or len(plan.grids) == 1 else f"{self.command} --only {grid.file.name}"

    def of_grid(self, grid: Grid) -> list[StudyTable]:
        """Return the tables of a grid."""
        return [table for table in self.tables if table.grid == grid.file.name]

    def facts(self) -> list[str]:
        """Return how the games were made, a sentence each."""
        standing, manifest = self.standing, self.standing.manifest
        scale = standing.plan.scale
        lines = [f"{standing.done:,} of {standing.plan.wanted:,} games and searches, {self.day}."]
        if scale != 1:
            lines.append(f"{100 * scale:g} % of the games that the study names.")
        if manifest is not None:
            machine = manifest.machine
            lines.append(f"{manifest.line_up.build}; {_name_of(machine.processor)}, {machine.system}.")
            lines.append(f"{_told(str(manifest.repeatability()))}.")
        return lines


def html(report: StudyReport) -> str:
    """Return the page; it needs nothing from elsewhere.

    Raises:
        StudyError: "study/matplotlib" without Matplotlib.
    """
    file = report.standing.plan.file
    parts = [
        _HEAD,
        f"<title>{escape(file.title)}</title>\n<style>{style_sheet()}{_STYLE}</style></head>",
        f"<body><main><h1>{escape(file.title)}</h1>",
        _paragraphs(file.about),
        f"<p>{escape(INTERVALS)}</p><pre><code>{escape(report.command)}</code></pre>",
        _contents(report),
        *(_grid_html(report, grid) for grid in report.standing.plan.grids),
        f"<footer>{''.join(f'<p>{escape(each)}</p>' for each in report.facts())}</footer></main></body></html>\n",
    ]
    return "\n".join(parts)


def _contents(report: StudyReport) -> str:
    grids = [grid for grid in report.standing.plan.grids if report.of_grid(grid)]
    if len(grids) < 2:
        return ""
    links = "".join(f'<li><a href="#{each.file.name}">{escape(_title(each))}</a></li>' for each in grids)
    return f'<nav aria-label="Contents"><ul>{links}</ul></nav>'


def _grid_html(report: StudyReport, grid: Grid) -> str:
    tables = report.of_grid(grid)
    if not tables:
        return ""
    return "\n".join(
        [
            f'<section aria-labelledby="{grid.file.name}"><h2 id="{grid.file.name}">{escape(_title(grid))}</h2>',
            _paragraphs(grid.file.about),
            f"<pre><code>{escape(report.command_for(grid))}</code></pre>",
            *(_table_html(table) for table in tables),
            "</section>",
        ]
    )


def _table_html(table: StudyTable) -> str:
    prefix = f"{table.grid}-{table.measure}"
    plots = (plot(table, each, f"{prefix}-{each.key}") for each in table.shown if each.is_plotted)
    figures = "".join(f'<figure tabindex="0">{svg}</figure>' for svg in plots if svg)
    boards = "".join(
        f"<figure>{board_svg(each, f'{prefix}-{number}-')}<figcaption>{escape(each.title)}</figcaption></figure>"
        for number, each in enumerate(table.pictures)
    )
    head, *body = table.texts()
    labels = len(table.label_keys)
    rows = "".join(
        f"<tr>{''.join(_cell_html(text, index < labels) for index, text in enumerate(row))}</tr>" for row in body
    )
    heads = "".join(f'<th scope="col">{escape(each)}</th>' for each in head)
    return (
        f'<h3 id="{prefix}">{escape(table.title)}</h3><p>{escape(table.about)} {escape(table.everywhere)}</p>{figures}'
        f'<div class="scroll" tabindex="0" role="region" aria-labelledby="{prefix} {table.grid}"><table>'
        f"<caption>{escape(table.title)}</caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
        + (f'<div class="boards">{boards}</div>' if boards else "")
    )


def _cell_html(text: str, is_label: bool) -> str:
    if is_label:
        return f'<th scope="row">{escape(text)}</th>'
    value, found, interval = text.partition(" [")
    return f"<td>{escape(value)}{f' <small>[{escape(interval)}</small>' if found else ''}</td>"


def board_svg(picture: BoardPicture, prefix: str) -> str:
    """Return a board with its figures as SVG, for day and night."""
    return draw_svg(
        load_game(picture.spec).new_initial_state(),
        theme="auto",
        heat=dict[CellKey, float](picture.heat.items()),
        marks=dict[CellKey, str](picture.texts.items()),
        drawn=[f"circle {name}" for name in picture.circles],
        title=f"{picture.title}. {picture.description}",
        hooks=False,
        prefix=prefix,
    )


def markdown(report: StudyReport, pictures: str, keep: Callable[[str, str], None]) -> str:
    """Return the report as Markdown.

    Args:
        report: What is told.
        pictures: What stands before the names of pictures in links.
        keep: Called with the name and the SVG of each picture.
    """
    file = report.standing.plan.file
    lines = [f"# {file.title}", "", *_wrapped(file.about), *_wrapped(INTERVALS), "```sh", report.command, "```", ""]
    lines += [line for each in report.facts() for line in _wrapped(each)]
    for grid in report.standing.plan.grids:
        lines += _grid_markdown(report, grid, pictures, keep)
    return "\n".join(lines).rstrip() + "\n"


def _grid_markdown(report: StudyReport, grid: Grid, pictures: str, keep: Callable[[str, str], None]) -> Iterator[str]:
    tables = report.of_grid(grid)
    if not tables:
        return
    yield from (f"## {_title(grid)}", "", *_wrapped(grid.file.about), "```sh", report.command_for(grid), "```", "")
    for table in tables:
        yield from (f"### {table.title}", "", *_wrapped(f"{table.about} {table.everywhere}"))
        for name, title, svg in _pictures(table):
            keep(f"{name}.svg", svg)
            yield from (f"![{title}]({pictures}{name}.svg)", "")
        head, *body = table.texts()
        yield _line(head)
        yield _line(["--"] * len(head))
        yield from map(_line, body)
        yield ""


def _pictures(table: StudyTable) -> Iterator[tuple[str, str, str]]:
    """Yield name, title and SVG of a table's pictures."""
    prefix = f"{table.grid}-{table.measure}"
    for column in table.shown:
        name = f"{prefix}-{column.key}"
        if column.is_plotted and (svg := plot(table, column, name, alone=True)):
            yield name, f"{table.title}: {column.title}", svg
    for number, board in enumerate(table.pictures):
        yield f"{prefix}-{number}", board.title, board_svg(board, f"{prefix}-{number}-")


def _line(texts: Sequence[str]) -> str:
    return "| " + " | ".join(each.replace("|", "\\|") for each in texts) + " |"


def _title(grid: Grid) -> str:
    return grid.file.title or grid.file.name


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(' '.join(each.split()))}</p>" for each in text.split("\n\n") if each.strip())


def _wrapped(text: str) -> list[str]:
    """Return a text's paragraphs as lines of at most 100 characters, each with an empty one behind it."""
    import textwrap  # noqa: PLC0415 - for documents alone

    lines = []
    for each in text.split("\n\n"):
        if each.strip():
            lines += [*textwrap.wrap(" ".join(each.split()), 100, break_on_hyphens=False, break_long_words=False), ""]
    return lines


def _name_of(processor: str) -> str:
    """Return a processor's name without what it can do."""
    words = takewhile(lambda word: not word.startswith(("amx", "avx", "asimd", "sse")), processor.split())
    return " ".join(words)


def _told(text: str) -> str:
    return text[:1].upper() + text[1:]
