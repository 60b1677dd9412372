"""Pipes read by threads: nothing lost, in order, a writer that is too fast waits, and nothing is left behind."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE, Popen
from typing import IO

import pytest

from motu.arena.pipes import MAX_WAITING, PieceReader


@pytest.fixture
def reader() -> Iterator[PieceReader]:
    found = PieceReader()
    yield found
    found.close()


def pipe() -> tuple[IO[bytes], int]:
    """The end to read of a new pipe, and the number of the one to write."""
    reading, writing = os.pipe()
    return os.fdopen(reading, "rb"), writing


def read_all(reader: PieceReader, *streams: IO[bytes]) -> dict[IO[bytes], bytes]:
    found = dict.fromkeys(streams, b"")
    deadline = time.monotonic() + 30
    while reader.is_open(*streams):
        assert time.monotonic() < deadline
        for stream, data in reader.read(1.0):
            found[stream] += data
    return found


def threads_of_pipes() -> int:
    return sum(thread.name == "motu-pipe" for thread in threading.enumerate())


def test_what_comes_from_several_pipes_is_kept_apart_and_whole(reader: PieceReader) -> None:
    pairs = [pipe() for _ in range(3)]
    texts = [bytes(range(256)) * 4_000, b"", b"one line\n"]

    def fill(number: int, text: bytes) -> None:
        with os.fdopen(number, "wb") as out:
            out.write(text)

    for (stream, number), text in zip(pairs, texts, strict=True):
        reader.watch(stream)
        threading.Thread(target=fill, args=(number, text)).start()
    found = read_all(reader, *(stream for stream, _ in pairs))
    assert [found[stream] for stream, _ in pairs] == texts
    assert not reader.is_open()
    wait_until(lambda: all(stream.closed for stream, _ in pairs))


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_nothing_to_read_is_waited_for_no_longer_than_said(reader: PieceReader) -> None:
    stream, number = pipe()
    reader.watch(stream)
    begin = time.monotonic()
    assert reader.read(0) == []
    assert time.monotonic() - begin < 0.1
    assert reader.read(0.2) == []
    assert 0.2 <= time.monotonic() - begin < 5
    assert reader.is_open(stream)
    os.close(number)
    assert reader.read(5) == [(stream, b"")]
    assert not reader.is_open(stream)


def test_a_writer_waits_while_nobody_takes_what_it_writes(reader: PieceReader) -> None:
    endless = "import sys\nwhile True: sys.stdout.buffer.write(bytes(65536)); sys.stdout.flush()"
    with Popen([sys.executable, "-c", endless], stdout=PIPE) as process:
        assert process.stdout is not None
        reader.watch(process.stdout)
        time.sleep(0.5)
        waiting = reader.read(0)
        assert 0 < len(waiting) <= MAX_WAITING
        process.kill()
        reader.close()
    assert threads_of_pipes() == 0


def test_a_pipe_that_somebody_else_holds_open_keeps_nobody_waiting() -> None:
    """The number of its file is not closed under the thread that reads it: it might be another one's by then."""
    reader = PieceReader()
    stream, number = pipe()
    reader.watch(stream)
    begin = time.monotonic()
    reader.close()
    assert time.monotonic() - begin < 5
    assert not stream.closed
    os.write(number, b"late")
    wait_until(lambda: stream.closed)
    os.close(number)
    wait_until(lambda: threads_of_pipes() == 0)


def test_many_readers_one_after_the_other_leave_no_file_and_no_thread() -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(50):
        reader = PieceReader()
        stream, number = pipe()
        reader.watch(stream)
        os.write(number, b"x")
        os.close(number)
        assert read_all(reader, stream) == {stream: b"x"}
        reader.close()
    wait_until(lambda: threads_of_pipes() == 0)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
