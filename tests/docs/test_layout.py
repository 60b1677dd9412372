"""Lines of documents end at 100 characters, but for code, tables and the words of pictures."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
MOST = 100


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if path.name != "LICENSES.md"], ids=lambda path: path.name)
def test_lines_are_short(path: Path) -> None:
    is_code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        is_code ^= line.lstrip().startswith("```")
        if not is_code and not line.lstrip().startswith(("|", "!")):
            assert len(line) <= MOST, f"{path.name}, line {number}"
