"""What holds for all tests of the server."""

from __future__ import annotations

import random

import pytest

from motu.games import dice
from server.databases import database, new_database, postgres

__all__ = ["database", "new_database", "postgres"]


@pytest.fixture(autouse=True)
def _own_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the dice of every test fall the same way each time: what a game comes to may depend on them."""
    source = random.Random(0)
    monkeypatch.setattr(dice, "new_secret", lambda: source.randbytes(dice.SECRET_BYTES).hex())
