"""The log as text takes nothing from whoever logs in the same process."""

from __future__ import annotations

import io
import logging
from pathlib import Path

import pytest

from cli.running import run
from motu.server.observability.text_log import log_as_text


class ClosingHandler(logging.StreamHandler[io.StringIO]):
    """As some libraries' handlers: it takes what it writes to along when it is closed."""

    def close(self) -> None:
        self.stream.close()
        super().close()


def test_a_server_that_cannot_start_closes_nobody_elses_log(tmp_path: Path) -> None:
    handler = ClosingHandler(io.StringIO())
    (tmp_path / "file").write_text("", "utf-8")
    assert run("serve", "--port", "0", "--data", str(tmp_path / "file")).exit_code == 2
    assert not handler.stream.closed


def test_a_warning_of_the_web_servers_comes_once_after_its_level(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        log_as_text()
    logging.getLogger("uvicorn.error").warning("too late")
    assert capsys.readouterr().err == "WARNING:  too late\n"
