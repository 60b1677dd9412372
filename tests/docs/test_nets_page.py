"""docs/nets.md: its configuration is one, and its table of keys says what is true; docs/nets: all are told of."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields

from motu.train.config import (
    LearningSettings,
    MeasureSettings,
    NetSettings,
    SelfPlaySettings,
    parse_config,
    read_config,
)

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "nets.md").read_text(encoding="utf-8")
TRAININGS = (DOCS / "nets" / "README.md").read_text(encoding="utf-8")
SECTIONS: dict[str, type[Any]] = {
    "net": NetSettings,
    "self_play": SelfPlaySettings,
    "learning": LearningSettings,
    "measure": MeasureSettings,
}


def shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(f'"{each}"' for each in value) + "]"
    return f'"{value}"' if isinstance(value, str) else f"{value:.10g}"


def test_the_configuration_on_the_page_is_one() -> None:
    [text] = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert len(parse_config(text).games) == 3


@pytest.mark.parametrize("file", sorted((DOCS / "nets").glob("*.toml")), ids=lambda file: file.stem)
def test_the_configurations_beside_it_are_some(file: Path) -> None:
    assert re.sub(r"-\d+$", "", file.stem) == read_config(file).net.name  # parts of one training have numbers
    assert f"({file.name})" in TRAININGS or f"(nets/{file.name})" in PAGE


@pytest.mark.parametrize("name", SECTIONS)
def test_every_key_is_on_the_page_with_its_default(name: str) -> None:
    [row] = re.findall(rf"^\| `\[{name}\]` \| (.*) \|$", PAGE, re.MULTILINE)
    told = re.findall(r"`(\w+)` (\[.*?\]|\"[^\"]*\"|[\d.]+|true|false)", row)
    settings = SECTIONS[name]()
    assert told == [(each.name, shown(getattr(settings, each.name))) for each in fields(settings)]
