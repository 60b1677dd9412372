"""`motu config`: the settings file, and every variable that motu heeds (floor: cli)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from motu.cli.application import BadInputError
from motu.cli.output import remark, write, write_json
from motu.cli.settings import EXAMPLE, VARIABLES, is_there, read_settings, settings_file
from motu.cli.tables import Column, write_table

NAME = "config"
SUMMARY = "Show what is set, and where."
EXAMPLES = """\b
Examples:
  motu config
  motu config --write
  motu config --json"""


def run(
    context: typer.Context,
    begin: Annotated[
        bool, typer.Option("--write", help="Write a settings file with examples, where there is none.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Tell where the settings file is, what it sets, and what the environment's variables mean.

    The file is TOML: a table for each command, whose keys are its options. The command line goes before it.
    """
    file = settings_file()
    if begin:
        _write(file)
        return
    is_read = file is not None and is_there(file)
    settings = read_settings(context.find_root().command) if is_read else {}
    if json:
        variables = {each.name: {"value": os.environ.get(each.name), "meaning": each.meaning} for each in VARIABLES}
        told = {"file": None if file is None else str(file), "is_there": is_read}
        write_json({**told, "settings": settings, "variables": variables})
        return
    write(_place(file), "")
    rows = list(_rows(settings, ""))
    if rows:
        write_table([Column("set there", is_number=False), Column("to", is_number=False)], rows)
        write("")
    columns = [Column(title, is_number=False) for title in ("variable", "is", "means", "in the file")]
    write_table(
        columns,
        [(each.name, _shown(each.name), each.meaning, f"motu.{each.key}" if each.key else "") for each in VARIABLES],
    )


def _place(file: Path | None) -> str:
    if file is None:
        return "no settings file is read, since MOTU_CONFIG is empty"
    return f"settings: {file}" + ("" if is_there(file) else " (there is none; motu config --write begins one)")


def _rows(settings: dict[str, Any], path: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in settings.items():
        place = f"{path} {key}".strip()
        found += _rows(value, place) if isinstance(value, dict) else [(place.replace("_", "-"), str(value))]
    return found


def _shown(name: str) -> str:
    """Return a variable's value; of one that may hold a password, that there is one."""
    value = os.environ.get(name)
    if value is None:
        return "not set"
    return "set" if name == "MOTU_SMTP" and value else repr(value) if not value.strip() else value


def _write(file: Path | None) -> None:
    from motu.cli.files import write_file

    if file is None:
        raise BadInputError("MOTU_CONFIG is empty, so there is no place for a settings file")
    if is_there(file):
        raise BadInputError(f"there is a settings file already: {file}", text=str(file))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInputError(f"cannot make the folder {file.parent}: {error.strerror}", text=str(file)) from error
    write_file(file, EXAMPLE.encode())
    remark(f"written: {file}")
