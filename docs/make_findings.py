"""Write what the ready studies found: `python docs/make_findings.py --games DIR [STUDY…]`.

Plays what is missing of each study in a folder of its own under DIR, then writes `findings/STUDY.md` and its pictures.
"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from motu.lab import StudyPlan, read_study, ready_studies, run_study
from motu.lab.report import StudyReport, markdown
from motu.lab.study import GAMES, StudyStanding

FINDINGS = Path(__file__).parent / "findings"


def played(name: str, folder: Path, jobs: int) -> StudyStanding:
    """Return the standing of a study whose games are all there."""
    *_, standing = run_study(StudyPlan(name, read_study(name)[1]), folder=folder, jobs=jobs)
    return standing


def day_of(games: Path) -> str:
    """Return the day on which a file of games was last written."""
    return datetime.fromtimestamp(games.stat().st_mtime, UTC).strftime("%Y-%m-%d")


def write(name: str, games: Path, jobs: int) -> None:
    """Write a study's page and pictures; pictures that it has no longer are taken away."""
    standing = played(name, games / name, jobs)
    pictures = FINDINGS / name
    pictures.mkdir(parents=True, exist_ok=True)
    for old in pictures.glob("*.svg"):
        old.unlink()
    report = StudyReport(standing, standing.tables(), f"motu study {name}", day_of(games / name / GAMES))
    text = markdown(report, f"{name}/", lambda picture, svg: _keep(pictures / picture, svg))
    (FINDINGS / f"{name}.md").write_text(text, "utf-8")


def _keep(path: Path, svg: str) -> None:
    path.write_text(svg + "\n", "utf-8")


def main() -> None:
    """Write the pages that are asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("studies", nargs="*", metavar="STUDY", help="names; all of them if not given")
    parser.add_argument("--games", type=Path, required=True, metavar="DIR", help="where games are kept")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games played at a time")
    arguments = parser.parse_args()
    for name in arguments.studies or ready_studies():
        write(name, arguments.games, arguments.jobs)


if __name__ == "__main__":
    main()
