"""What is kept in the repository is source: nothing that a program left behind, nothing that was downloaded."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
AT_THE_TOP = {
    ".clang-format", ".editorconfig", ".gitignore", ".dockerignore", ".prettierrc.json", "CHANGELOG.md", "CITATION.cff",
    "CMakeLists.txt", "CONTRIBUTING.md", "Dockerfile", "LICENSE", "LICENSES.md", "README.md", "SECURITY.md",
    "babel.cfg", "compose.yaml", "mkdocs.yml", "pyproject.toml",
}  # fmt: skip
"""Every file that may stand beside the folders."""
ENDINGS = {
    ".cmake", ".conf", ".cpp", ".css", ".def", ".hpp", ".html", ".ipynb", ".js", ".json", ".jsonl", ".lines", ".md",
    ".mjs", ".onnx", ".po", ".pot", ".py", ".pyi", ".service", ".svg", ".toml", ".tst", ".txt", ".typed", ".wasm",
    ".webp", ".yaml", ".yml",
}  # fmt: skip
WITHOUT_ENDING = {"LICENSE", "Caddyfile", "Dockerfile"}
MOST_BYTES = 3_000_000


def is_known(path: Path) -> bool:
    return path.suffix in ENDINGS or path.name in WITHOUT_ENDING


@pytest.fixture(scope="module")
def tracked() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone, so git knows of no files")
    command = ["git", "-c", "core.quotePath=false", "ls-files"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [Path(line) for line in told.splitlines() if (ROOT / line).is_file()]


def test_nothing_strange_stands_at_the_top(tracked: list[Path]) -> None:
    assert {str(path) for path in tracked if len(path.parts) == 1} <= AT_THE_TOP


def test_files_are_of_known_kinds(tracked: list[Path]) -> None:
    programs = {"scripts", ".ci"}
    strange = {str(path) for path in tracked if len(path.parts) > 1 and not is_known(path)}
    assert {path for path in strange if path.split("/")[0] not in programs} == set()


def test_files_are_small(tracked: list[Path]) -> None:
    assert {str(path) for path in tracked if (ROOT / path).stat().st_size > MOST_BYTES} == set()
