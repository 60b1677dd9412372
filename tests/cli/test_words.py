"""What commands say: one of a thing is not many, and refusals speak of the command, not of what has checked it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import run, run_well
from motu import Record, load_game
from motu.games.record import write_lines
from motu.numbers import counted


def refusal(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 2, result.output
    return str(result.stderr)


def test_one_is_not_many() -> None:
    assert [counted(number, "game") for number in (0, 1, 2, 1200)] == ["0 games", "1 game", "2 games", "1,200 games"]
    assert [counted(number, "ply", "plies") for number in (1, 2)] == ["1 ply", "2 plies"]


def test_one_line_of_play_is_one() -> None:
    assert run_well("perft", "hex(size=3)", "0").startswith("1 line of 0 plies (")


def test_one_game_of_a_collection_is_one(tmp_path: Path) -> None:
    games = tmp_path / "one.jsonl"
    record = Record.from_state(load_game("hex(size=3)").new_initial_state().play_all(["a1"]))
    games.write_text(write_lines([record]))
    told = run_well("export", str(games), "--out", str(tmp_path / "kept"))
    assert told == f"1 game and 1 position in {tmp_path / 'kept'}\n"
    assert ": 1 game\n" in run_well("explore", str(tmp_path / "kept"), "--game", "hex(size=3)")


def test_a_command_without_commands_says_so() -> None:
    assert refusal("help", "analyze", "extra") == (
        "motu: there is no command 'extra'; motu analyze has no commands of its own\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("completion", "tcsh"), "Invalid value for 'SHELL': 'tcsh' is not one of 'bash', 'zsh', 'fish';"),
        (("serve", "--log", "pink"), "Invalid value for '--log': 'pink' is not one of 'text', 'json';"),
        (("serve", "--port", "abc"), "Invalid value for '--port': right is a whole number; motu serve --help"),
        (("match", "a", "b", "--games", "2.5"), "Invalid value for '--games': right is a whole number; motu match"),
        (("perft", "hex", "x"), "Invalid value for 'DEPTH': right is a whole number; motu perft"),
        (("analyze", "hex", "--seconds", "x"), "Invalid value for '--seconds': right is a number; motu analyze"),
        (("serve", "--port", "99999"), "Invalid value for '--port': right is a number less than or equal to 65535;"),
        (
            ("gtp", "--seed", str(2**64)),
            "Invalid value for '--seed': right is a number less than or equal to 9223372036854775807;",
        ),
    ],
)
def test_a_wrong_value_is_refused_in_our_words(words: tuple[str, ...], message: str) -> None:
    assert message in refusal(*words)


def test_a_folder_is_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("games", "hex"):
        Path(name).mkdir()
    assert refusal("show", "games") == "motu: 'games' is a folder: right is a file of records, or a game\n"
    assert refusal("show", str(tmp_path)).startswith(f"motu: '{tmp_path}' is a folder")
    assert run_well("show", "hex") == run_well("show", "hex(size=11)")


def test_an_empty_file_is_called_empty(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text(" \n")
    assert refusal("convert", str(tmp_path / "empty"), str(tmp_path / "out.sgf")).endswith(
        "there is nothing in it: it is empty\n"
    )
