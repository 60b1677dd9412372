"""What holds for all tests."""

from __future__ import annotations

import gc
import itertools
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# Tests say what is right. How long it takes, on machines that others use as well, benchmarks say.
settings.register_profile("motu", deadline=None)
settings.load_profile("motu")

# Whoever runs the tests in the background of a shell passes "ignore Ctrl-C" on to every process that they start, and by
# nohup "ignore that the terminal was closed"; the tests of these would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Nets that somebody has made the engine use would change what it plays in the tests.
os.environ["MOTU_NETS"] = str(Path(__file__).parent / "nets" / "none")
# And so would settings of theirs.
os.environ["MOTU_CONFIG"] = ""

_numbers = itertools.count()


def pytest_collection_finish() -> None:
    """Have the garbage collector pass over what the tests are made of, once for all.

    Some tests ask for hundreds of collections, each of which would go through a million objects.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _ctrl_c_as_before() -> Iterator[None]:
    """Let no test leave Ctrl-C ignored or blocked: processes that later ones start would not hear it either."""
    before = _ctrl_c()
    yield
    assert _ctrl_c() == before


def _ctrl_c() -> tuple[object, bool]:
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ()) if hasattr(signal, "pthread_sigmask") else set()
    return signal.getsignal(signal.SIGINT), signal.SIGINT in blocked


@pytest.fixture(autouse=True, scope="session")
def _data_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep the tests from the data folder of whoever runs them: searches ask the tables that lie there."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder / "shared"))
        yield folder


@pytest.fixture(autouse=True)
def _own_tables(_data_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let no test find what another one has solved; the folder is made when something is."""
    monkeypatch.setenv("XDG_DATA_HOME", str(_data_folders / str(next(_numbers))))
    yield
    if "motu.solve.solved_tables" in sys.modules:
        sys.modules["motu.solve.solved_tables"].forget_tables()
