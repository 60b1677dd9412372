"""One number of the version everywhere, a release made of what is unreleased, and metadata that say what is true."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import motu

ROOT = Path(__file__).parents[2]
PLACES = ("src/motu/version.py", "packaging/motu/pyproject.toml", "packaging/conda/recipe.yaml", "CITATION.cff")
PROJECT: Any = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WHOLE: Any = tomllib.loads((ROOT / "packaging/motu/pyproject.toml").read_text("utf-8"))["project"]


def closed(extra: str) -> set[str]:
    """What an extra of motu-core asks for, those that it names included, without the marks of conditions."""
    found = set()
    for each in PROJECT["optional-dependencies"][extra]:
        inner = re.fullmatch(r"motu-core\[([\w,-]+)\]", each)
        found |= set().union(*map(closed, inner[1].split(","))) if inner else {each.partition(";")[0]}
    return found


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of all that a release changes."""
    for name in (*PLACES, "CHANGELOG.md", "scripts/release_number.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def release(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "scripts/release_number.py", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_all_places_name_one_version() -> None:
    assert release(ROOT).stdout == f"{motu.__version__}\n"


def test_a_release_changes_them_all_and_the_change_log(copy: Path) -> None:
    done = release(copy, "7.8.9")
    assert done.stdout == "7.8.9\n", done.stderr
    for name in PLACES:
        assert "7.8.9" in (copy / name).read_text("utf-8")
        assert motu.__version__ not in (copy / name).read_text("utf-8")
    changes = (copy / "CHANGELOG.md").read_text("utf-8")
    assert re.search(r"## \[Unreleased\]\n\n## \[7\.8\.9\] - \d{4}-\d\d-\d\d\n", changes)


@pytest.mark.parametrize("number", ["1", "1.2", "v1.2.3", "1.2.3-beta", "x"])
def test_what_is_no_version_changes_nothing(number: str, copy: Path) -> None:
    before = {name: (copy / name).read_text("utf-8") for name in PLACES}
    done = release(copy, number)
    assert done.returncode == 1
    assert "a version is a number such as" in done.stderr
    assert {name: (copy / name).read_text("utf-8") for name in PLACES} == before


def test_a_place_that_has_another_version_is_found(copy: Path) -> None:
    citation = copy / "CITATION.cff"
    citation.write_text(re.sub(r"^version: .*", "version: 9.9.9", citation.read_text("utf-8"), flags=re.MULTILINE))
    done = release(copy)
    assert done.returncode == 1
    assert "different versions" in done.stderr


# --------------------------------------------------------------------------------------------------- motu and motu-core


def test_motu_is_motu_core_with_what_the_browser_app_needs() -> None:
    assert WHOLE["dependencies"] == [f"motu-core[web]=={motu.__version__}"]
    assert WHOLE["requires-python"] == PROJECT["requires-python"]


def test_motu_has_the_extras_that_are_for_users() -> None:
    own = set(PROJECT["optional-dependencies"]) - {"bench", "coverage", "dev", "site", "wasm"}
    assert set(WHOLE["optional-dependencies"]) == own
    for extra, needs in WHOLE["optional-dependencies"].items():
        assert needs == [f"motu-core[{extra}]=={motu.__version__}"]


def test_conda_asks_for_what_pip_asks_for() -> None:
    recipe: Any = yaml.safe_load((ROOT / "packaging/conda/recipe.yaml").read_text("utf-8"))
    core, whole = recipe["outputs"]
    asked = {each.replace(" ", "") for each in whole["requirements"]["run"] if "motu-core" not in each}
    assert asked == closed("web")
    assert [each.replace(" ", "") for each in core["requirements"]["run"]][1:] == PROJECT["dependencies"]


def test_the_citation_is_one() -> None:
    citation: Any = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors", "version", "type"} <= citation.keys()
    assert " AND ".join(citation["license"]) == PROJECT["license"]
    assert {each["title"] for each in citation["references"]} == {"Atoll", "Atmalof", "Atomorph"}


def test_pythons_of_the_metadata_are_those_that_are_asked_for() -> None:
    told = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", each)]
    assert told == ["3.11", "3.12", "3.13", "3.14"]
    assert PROJECT["requires-python"] == f">={told[0]}"
