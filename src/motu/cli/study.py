"""`motu study`: questions about games, asked in a file and answered with tables and a report (floor: cli)."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import BadInputError
from motu.cli.match import ClusterOption, differences_told, workforce_of
from motu.cli.output import is_terminal, remark, write, write_json
from motu.cli.progress import ProgressBar
from motu.cli.tables import PLAIN_WIDTH, Column, write_table
from motu.numbers import counted

if TYPE_CHECKING:
    from motu.lab.plan import StudyPlan
    from motu.lab.study import StudyStanding
    from motu.lab.tables import StudyTable

NAME = "study"
SUMMARY = "Answer questions about games: tables with intervals, and a report."
EXAMPLES = """\b
Examples:
  motu study
  motu study hex --only sizes --scale 0.1
  motu study mine.toml --out mine --jobs 4"""


def run(
    study: Annotated[
        str, typer.Argument(metavar="STUDY", help="A TOML file, or the name of a study that comes with motu.")
    ] = "",
    out: Annotated[
        str,
        typer.Option("--out", metavar="DIR", help="Keep games and report in DIR, or go on with what it holds."),
    ] = "",
    scale: Annotated[
        float, typer.Option(metavar="X", min=0.0001, max=1000, help="Play X times as many games as the study says.")
    ] = 1.0,
    only: Annotated[str, typer.Option("--only", metavar="GRID", help="One grid of the study alone.")] = "",
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", min=1, max=256, help="Games played at a time; 1 if not given.")
    ] = 1,
    cluster: ClusterOption = "",
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", min=0, help="In place of the study's own seed.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Play the games that a study names, and tell what they say.

    Without STUDY: which ones come with motu. With --out the same command goes on where it stopped; DIR then holds the
    games, their figures as Parquet and report.html. Equal seeds give equal tables, however many processes play. Ctrl-C
    tells what was found so far.
    """
    from motu.lab.plan import StudyPlan
    from motu.lab.study_file import read_study

    if not study:
        _list(json)
        return
    name, file = read_study(study)
    if seed is not None:
        import msgspec

        file = msgspec.structs.replace(file, seed=seed)
    plan = StudyPlan(name, file, scale=scale, only=only)
    folder = Path(out).expanduser() if out else None

    def told(standing: StudyStanding, tables: Sequence[StudyTable]) -> None:
        if json:
            write_json(_as_json(standing, tables))
        else:
            _tell(standing, tables)

    standing = _played(plan, folder, jobs, cluster, lambda so_far: told(so_far, so_far.tables()))
    tables = standing.tables()
    if folder is not None:
        _keep(standing, tables, folder, _command(study, scale, only, seed))
    told(standing, tables)


def _list(json: bool) -> None:
    from motu.lab.study_file import read_study, ready_studies

    studies = {name: read_study(name)[1] for name in ready_studies()}
    if json:
        write_json({"studies": [{"name": name, "title": each.title} for name, each in studies.items()]})
        return
    for name, each in studies.items():
        write(f"{name:<12}  {each.title}")
        for grid in each.grid:
            write(f"{'':<12}    --only {grid.name:<18} {grid.title}".rstrip())


def _played(
    plan: StudyPlan, folder: Path | None, jobs: int, cluster: str, broken_off: Callable[[StudyStanding], None]
) -> StudyStanding:
    from motu.lab.study import run_study

    if folder is not None and folder.exists() and not folder.is_dir():
        raise BadInputError(f"--out is a folder, and '{folder}' is a file", text=str(folder))
    steps = run_study(plan, folder=folder, jobs=jobs, workforce=workforce_of(cluster))
    with differences_told(), contextlib.closing(steps):
        standing = next(steps)
        try:
            with ProgressBar("playing", plan.wanted, "games", standing.done) as progress:
                for _ in steps:
                    progress.reach(standing.done)
        except KeyboardInterrupt:
            if standing.done:
                broken_off(standing)
            kept = (
                f"; the same command goes on with them, they are in {folder}"
                if folder
                else ", which --out DIR would have kept"
            )
            remark(f"stopped after {standing.done} of {counted(plan.wanted, 'game')}{kept}")
            raise
    return standing


def _keep(standing: StudyStanding, tables: Sequence[StudyTable], folder: Path, command: str) -> None:
    from motu.cli.files import write_file
    from motu.lab.report import StudyReport, html
    from motu.lab.results import write_results

    write_results(standing, tables, folder)
    write_file(folder / "report.html", html(StudyReport(standing, tables, command)).encode())


def _command(study: str, scale: float, only: str, seed: int | None) -> str:
    words = ["motu", "study", study]
    words += ["--only", only] if only else []
    words += ["--scale", f"{scale:g}"] if scale != 1 else []
    words += ["--seed", str(seed)] if seed is not None else []
    return shlex.join(words)


def _write(texts: Sequence[Sequence[str]], labels: int) -> None:
    """Write a table; one that is too wide for the terminal row by row, a figure a line."""
    import shutil
    import sys

    head, *body = texts
    width = shutil.get_terminal_size().columns if is_terminal(sys.stdout) else PLAIN_WIDTH
    if sum(2 + max(len(row[index]) for row in texts) for index in range(len(head))) <= width:
        write_table([Column(title, index >= labels) for index, title in enumerate(head)], body)
        return
    longest = max(map(len, head[labels:]))
    for row in body:
        write("  " + ", ".join(f"{title} {text}" for title, text in zip(head[:labels], row, strict=False) if text))
        pairs = zip(head[labels:], row[labels:], strict=True)
        write(*(f"    {title:<{longest}}  {text}" for title, text in pairs if text))


def _as_json(standing: StudyStanding, tables: Sequence[StudyTable]) -> dict[str, object]:
    manifest = standing.manifest
    return {
        "study": standing.plan.name,
        "title": standing.plan.file.title,
        "games": standing.done,
        "wanted": standing.plan.wanted,
        "tables": [table.to_json() for table in tables],
        "manifest": None if manifest is None else manifest.to_json(),
    }


def _tell(standing: StudyStanding, tables: Sequence[StudyTable]) -> None:
    write(standing.plan.file.title)
    for table in tables:
        write("", f"{table.grid}: {table.title}", *filter(None, [table.everywhere]))
        _write(table.texts(), len(table.label_keys))
    if standing.manifest is not None:
        write("", str(standing.manifest.repeatability()))
