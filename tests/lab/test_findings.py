"""docs/findings: every table is there as its own command makes it, of a tenth of the games; maps of fewer.

The games of a part are the first ones of the whole, so shares of the part and of the whole must agree.
"""

from __future__ import annotations

import json
import math
import re
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cli.running import start
from motu.lab.measures import MEASURES
from motu.lab.study_file import ready_studies
from motu.lab.tables import label_text

FINDINGS = Path(__file__).parents[2] / "docs" / "findings"
CHANGING = {"fairest", "strongest"}
"""Labels that are results."""


@dataclass(frozen=True, slots=True)
class Published:
    """A table of a page."""

    command: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def measure(self) -> str:
        return next(name for name, each in MEASURES.items() if each.title == self.title)


def published(name: str) -> Iterator[Published]:
    """The tables of a page with the commands above them."""
    command = title = ""
    lines = (FINDINGS / f"{name}.md").read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        if line.startswith("motu study"):
            command = line
        elif line.startswith("### "):
            title = line[4:]
        elif line.startswith("| -- "):
            head = cells(lines[number - 1])
            body = lines[number + 1 :]
            end = next((index for index, each in enumerate(body) if not each.startswith("|")), len(body))
            yield Published(command, title, head, tuple(map(cells, body[:end])))


def cells(line: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in line.strip("|").split(" | "))


def repeated(command: str, scale: float) -> dict[str, Any]:
    """What a command of a page says of a part of its games: measure to rows."""
    words = shlex.split(command)
    assert words[:2] == ["motu", "study"]
    # In a process of its own: nets that other tests have opened in this one may have another runtime than its workers'.
    with start(*words[1:], "--scale", str(scale), "--jobs", "2", "--json", stderr=subprocess.PIPE) as process:
        output, faults = process.communicate()
    assert process.returncode == 0, faults
    data = json.loads(output)
    return {table["measure"]: table["rows"] for table in data["tables"]}


def commands_of(name: str) -> dict[str, list[Published]]:
    found: dict[str, list[Published]] = {}
    for table in published(name):
        found.setdefault(table.command, []).append(table)
    return found


def cases_of(rows: Any) -> list[tuple[str, ...]]:
    """What tells rows from each other, as the page writes it."""
    keys = [key for key in rows[0]["case"] if key not in CHANGING]
    varying = [key for key in keys if len({str(row["case"][key]) for row in rows}) > 1]
    return [tuple(label_text(row["case"][key]) for key in varying or keys) for row in rows]


def check(name: str, scale: float) -> Iterator[tuple[Published, Any]]:
    commands = commands_of(name)
    assert len(commands) >= 3
    for command, tables in commands.items():
        found = repeated(command, scale)
        assert set(found) == {table.measure for table in tables}
        for table in tables:
            rows = found[table.measure]
            cases = cases_of(rows)
            assert [row[: len(cases[0])] for row in table.rows] == cases, f"{command}: {table.title}"
            yield table, rows


@pytest.mark.parametrize("name", ready_studies())
def test_every_page_names_its_command_date_and_build(name: str) -> None:
    text = (FINDINGS / f"{name}.md").read_text("utf-8")
    assert f"```sh\nmotu study {name}\n```" in text
    assert re.search(r"\d,\d{3} games and searches, 20\d\d-\d\d-\d\d\.", text)
    assert "motu 0." in text
    assert "Repeatable: yes" in text.replace("\n", " ")
    pictures = set(re.findall(rf"\({name}/([^)]+)\)", text))
    assert pictures == {each.name for each in (FINDINGS / name).iterdir()}


def test_the_index_has_every_page() -> None:
    text = (FINDINGS / "README.md").read_text("utf-8")
    assert all(f"({name}.md)" in text for name in ready_studies())


def deviation(share: float, games: int) -> float:
    """How far a part's share may be from the whole's: 3.5 standard errors, were the games of every pair alike."""
    around = (share * games + 1) / (games + 2)
    return 3.5 * math.sqrt(2 * around * (1 - around) / games)


def check_scores(table: Published, rows: Any) -> int:
    """Compare what first players score in a part with the whole, where a table says that; return in how many rows."""
    column = next((index for index, each in enumerate(table.head) if each == "first player scores"), None)
    if table.measure != "first_player" or column is None:
        return 0
    for row, part in zip(table.rows, rows, strict=True):
        whole = float(row[column].split()[0]) / 100
        score = part["figures"]["score"]
        assert abs(score["value"] - whole) <= deviation(whole, score["count"]), f"{table.command}: {row}"
    return len(rows)


def test_maps_are_made_by_their_commands() -> None:
    # A part has fewer openings, not fewer games of the same: there is nothing to compare.
    assert len(list(check("maps", 0.001))) == len(list(published("maps")))


@pytest.mark.parametrize("name", [name for name in ready_studies() if name != "maps"])
def test_every_table_is_made_by_its_command_and_a_tenth_of_the_games_agrees(name: str) -> None:
    checked = list(check(name, 0.1))
    assert len(checked) == len(list(published(name)))
    assert sum(check_scores(*each) for each in checked) >= 5
