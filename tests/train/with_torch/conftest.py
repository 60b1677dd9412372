"""These tests need torch, which only the extra `train` brings: `bash scripts/train-tests` runs them.

Whoever asks for them by the marker gets them, with torch or without; nobody else does.
"""

from pathlib import Path

import pytest

from motu.eval.nets.choice import CHOICE, Opened, open_fastest
from motu.eval.nets.runtime import Model


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the modules unread unless the marker is asked for."""
    return None if "train" in str(config.option.markexpr).split() else True


@pytest.fixture
def asked_batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many positions at a time self-play says it will ask about, each time that it opens a net."""
    found: list[int] = []

    def open_watched(model: Model, batch: int) -> Opened:
        found.append(batch)
        return open_fastest(model, batch)

    monkeypatch.setattr("motu.train.judges.open_fastest", open_watched)
    monkeypatch.setenv(CHOICE, "onnxruntime")
    return found
