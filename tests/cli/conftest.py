"""What holds for all tests of the command line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
import typer.testing
from typer.main import get_command


@pytest.fixture(autouse=True, scope="session")
def _commands_made_once() -> Iterator[None]:
    """Have Typer make its commands once for all command lines in this process, not once for each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.testing, "_get_command", cache(get_command))
        yield
