"""What is under another licence than motu's is named, and its notice comes along."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NAMED = (ROOT / "LICENSES.md").read_text("utf-8")


def test_the_package_says_all_licences_of_its_sources() -> None:
    assert PROJECT["license"] == "MIT AND CC-BY-SA-3.0"
    assert all((ROOT / file).is_file() for file in PROJECT["license-files"])


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "rules").glob("atmalof*.md")), ids=lambda page: page.name)
def test_the_pages_that_must_be_shared_alike_are_named_with_their_licence(page: Path) -> None:
    assert str(page.relative_to(ROOT)) in NAMED
    assert "https://creativecommons.org/licenses/by-sa/3.0/legalcode" in NAMED
    assert "CC BY-SA 3.0" in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nanobind.txt", ["Copyright (c)", "Wenzel Jakob", "Redistributions in binary form must reproduce"]),
        ("robin-map.txt", ["Copyright (c)", "Thibaut Goetghebuer-Planchon", "Permission is hereby granted"]),
    ],
)
def test_the_notices_of_what_is_compiled_in_are_installed(name: str, words: list[str]) -> None:
    assert f"motu/notices/{name}" in NAMED
    notice = (resources.files("motu") / "notices" / name).read_text("utf-8")
    assert all(each in notice for each in words)
    assert "*" not in notice.splitlines()[0]
