"""motu bot refuses what it cannot play with before it connects; tests/arena/online has what it does then."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import refusal

RIGHT = {"--gtp": "motu gtp", "--url": "http://localhost:1"}


def refused(tmp_path: Path, **told: str) -> str:
    token = tmp_path / "token"
    token.write_text("motu_0123456789", "ascii")
    options = RIGHT | {f"--{name}": text for name, text in told.items()} | {"--token-file": str(token)}
    return refusal("bot", *(word for option in options.items() for word in option))


@pytest.mark.parametrize("command", ["", " ", '"', "motu gtp --player 'mcts:1s"])
def test_a_command_line_that_names_no_program_is_refused(command: str, tmp_path: Path) -> None:
    assert "names no program" in refused(tmp_path, gtp=command)


@pytest.mark.parametrize(
    ("command", "why"), [("nosuch --gtp", "cannot start 'nosuch'"), ("true", "without an answer to 'list_commands'")]
)
def test_a_program_that_does_not_answer_is_found_out_before_it_connects(command: str, why: str, tmp_path: Path) -> None:
    said = refused(tmp_path, gtp=command)
    assert why in said
    assert "trying again" not in said


@pytest.mark.parametrize(
    "url",
    [
        "localhost:8000",
        "ftp://localhost",
        "http://",
        "http:///api",
        "http://a b",
        "http://localhost:abc",
        "http://localhost:99999",
        "http://localhost:0",
        "http://[::1",
        "https://:80",
    ],
)
def test_what_is_no_url_of_a_server_is_refused(url: str, tmp_path: Path) -> None:
    said = refused(tmp_path, url=url)
    assert "a server's URL is http:// or https:// and a host, perhaps with a port, as in http://localhost:8000" in said
    assert f"not '{url}'" in said


@pytest.mark.parametrize("names", ["chess", "hex,chess"])
def test_games_that_there_are_not_are_refused(names: str, tmp_path: Path) -> None:
    assert "there is no game 'chess'; there are atoll, " in refused(tmp_path, games=names)
