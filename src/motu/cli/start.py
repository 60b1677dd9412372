"""The console script `motu`: it works, or says in one sentence what is missing, also where there is NumPy alone.

Floor: cli. Nothing that an extra brings is imported before the attempt.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from motu.extras import explain

_INTERRUPTED = 130
"""As `motu.cli.application` has it, which is not there yet."""


def main() -> None:
    """Run the command line of this process."""
    try:
        _command_line()()
    except KeyboardInterrupt:  # what is imported, and making the commands, takes a while
        sys.exit(_INTERRUPTED)


def _command_line() -> Callable[[], None]:
    try:
        from motu.cli.main import main as run
    except ModuleNotFoundError as error:
        told = explain(error, "the command motu")
        if told is None:
            raise
        print(f"motu: {told}, and pip install motu all that the browser app needs", file=sys.stderr)
        sys.exit(2)
    return run
