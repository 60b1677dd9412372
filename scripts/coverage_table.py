"""Prints a table of the folders' coverage from the JSON of coverage.py or the summary of gcovr (scripts/coverage)."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

Counts = tuple[int, int, int, int]
"""Lines, lines touched, branches, branches taken."""


def counts_of(document: dict) -> dict[str, Counts]:
    """Return the counts of each file."""
    if isinstance(document["files"], dict):
        keys = ("num_statements", "covered_lines", "num_branches", "covered_branches")
        return {name: tuple(each["summary"][key] for key in keys) for name, each in document["files"].items()}
    keys = ("line_total", "line_covered", "branch_total", "branch_covered")
    return {each["filename"]: tuple(each[key] for key in keys) for each in document["files"]}


def folder_of(name: str) -> str:
    """Return a file's folder below the last `motu`, and `.` for the files right there."""
    parts = Path(name).parts
    inner = parts[len(parts) - parts[::-1].index("motu") : -1]
    return inner[0] if inner else "."


def share(part: int, whole: int) -> str:
    """Return a share in percent, cut off so that only everything is 100 %."""
    return f"{int(1000 * part / whole) / 10:.1f} %" if whole else "–"


def main() -> None:
    """Print the table."""
    folders: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for name, counts in counts_of(json.loads(Path(sys.argv[1]).read_text())).items():
        for folder in (folder_of(name), "all"):
            folders[folder] = [old + new for old, new in zip(folders[folder], counts, strict=True)]
    print("| folder | lines | touched | branches | taken |\n|---|---:|---:|---:|---:|")
    for folder, (lines, touched, branches, taken) in sorted(folders.items(), key=lambda item: (item[0] == "all", item)):
        print(f"| `{folder}` | {lines:,} | {share(touched, lines)} | {branches:,} | {share(taken, branches)} |")


if __name__ == "__main__":
    main()
