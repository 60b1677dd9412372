"""These tests need torch, which only the extra `train` brings: `bash scripts/train-tests` runs them.

Whoever asks for them by the marker gets them, with torch or without; nobody else does.
"""

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the modules unread unless the marker is asked for."""
    return None if "train" in str(config.option.markexpr).split() else True
