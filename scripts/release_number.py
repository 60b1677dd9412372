"""The version's number, wherever it has to stand: `python scripts/release_number.py [NEW]` checks or changes it."""

from __future__ import annotations

import datetime as dt
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/motu/version.py"
"""The one place that decides; all others repeat it."""
NUMBER = r"(\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?)"
PLACES = {
    SOURCE: r'VERSION = "%s"',
    ROOT / "packaging/motu/pyproject.toml": r'(?:\]==|^version = ")%s"',
    ROOT / "CITATION.cff": r"^version: %s",
    ROOT / "packaging/conda/recipe.yaml": r'^  version: "%s"',
}
CHANGES = ROOT / "CHANGELOG.md"
_UNRELEASED = "## [Unreleased]\n"


def numbers_in(file: Path) -> list[str]:
    """Return every number of the version that a file names."""
    return re.findall(PLACES[file] % NUMBER, file.read_text("utf-8"), re.MULTILINE)


def check() -> str:
    """Return the number that all places name."""
    found = {str(file.relative_to(ROOT)): set(numbers_in(file)) for file in PLACES}
    numbers = set().union(*found.values())
    if len(numbers) != 1 or not all(found.values()):
        sys.exit(f"the places name different versions, or none: {found}")
    return numbers.pop()


def change(new: str) -> None:
    """Write a new number everywhere, and make a release of what is unreleased in the change log."""
    old = check()
    if not re.fullmatch(NUMBER, new):
        sys.exit(f"a version is a number such as 0.2.0 or 1.0.0rc1, not {new}")
    for file, pattern in PLACES.items():
        text = file.read_text("utf-8")
        text = re.sub(pattern % NUMBER, lambda found: found[0].replace(old, new), text, flags=re.MULTILINE)
        file.write_text(text, "utf-8")
    changes = CHANGES.read_text("utf-8")
    if changes.count(_UNRELEASED) != 1:
        sys.exit("CHANGELOG.md has no one part 'Unreleased'")
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    CHANGES.write_text(changes.replace(_UNRELEASED, f"{_UNRELEASED}\n## [{new}] - {today}\n"), "utf-8")
    check()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        change(sys.argv[1])
    print(check())
