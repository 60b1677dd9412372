"""Print what building motu, motu itself and some extras need: `python scripts/requirements.py dev,train`."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))


def requirements(extras: str) -> Iterator[str]:
    """Yield what the extras need, those that they name as "motu-core[extra]" included."""
    for extra in extras.split(","):
        for each in PROJECT["project"]["optional-dependencies"][extra]:
            own = re.fullmatch(r"motu-core\[([\w,-]+)\]", each)
            if own is None:
                yield each
            else:
                yield from requirements(own[1])


if __name__ == "__main__":
    print(
        *PROJECT["build-system"]["requires"], *PROJECT["project"]["dependencies"], *requirements(sys.argv[1]), sep="\n"
    )
