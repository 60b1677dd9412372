"""What several commands of `motu account` ask for (floor: cli)."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class RoleName(StrEnum):
    """What somebody may do in a house."""

    NONE = "none"
    MODERATOR = "moderator"
    ADMIN = "admin"


NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Whose account.")]
DataOption = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Where games are kept; as of motu serve if not given.")
]
DatabaseOption = Annotated[
    str | None, typer.Option(metavar="URL", help="The database in which games are kept, in place of a folder.")
]
WhyOption = Annotated[str, typer.Option(metavar="TEXT", help="The reason, which stands in the log.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Write one JSON object.")]
