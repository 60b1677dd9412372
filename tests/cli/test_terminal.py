"""`motu play` at a terminal: line editor, history, completion, Ctrl-C, Ctrl-D."""

from __future__ import annotations

import os
import pty
from pathlib import Path

import motu
from cli.running import PATIENCE_S, start, terminal

HEX = "hex(size=3)"
UP, TAB, CTRL_A, CTRL_C, CTRL_D, ENTER = "\x1b[A", "\t", "\x01", "\x03", "\x04", "\r"


def test_a_game_at_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    seats = ("--first", "human", "--second", "human", "--save", str(path))
    with terminal("play", HEX, *seats) as screen:
        screen.wait_for("black, move 1>")
        for number, move in enumerate(["b2", "a1", "b1", "a2"], start=2):
            screen.type(move + ENTER)
            screen.wait_for(f"move {number}>")
        screen.type("b3" + ENTER)
        screen.wait_for("wins: a chain connects black's sides")
        screen.wait_for("game over>")
        screen.type(ENTER)
        assert screen.wait_for_end() == 0
    assert "\x1b[" in screen.screen
    assert motu.Record.load(path).result.reason == "connected"


def test_tab_completes_moves_and_commands() -> None:
    with terminal("play", HEX, "--first", "human", "--second", "human") as screen:
        screen.wait_for("black, move 1>")
        screen.type("mo" + TAB)
        screen.wait_for("moves")
        screen.type(ENTER)
        screen.wait_for("no moves so far")
        screen.wait_for("black, move 1>")
        screen.type("b" + TAB + TAB)
        for word in ("b1", "b2", "b3", "board"):
            screen.wait_for(word)
        screen.wait_for("black, move 1>")  # keys that come between two prompts are not the editor's
        screen.type("2" + ENTER)
        screen.wait_for("white, move 2>")
        screen.type("sw" + TAB + ENTER)
        screen.wait_for("takes over black")
        screen.wait_for("white, move 3>")
        screen.type(CTRL_D)
        assert screen.wait_for_end() == 0


def test_history_and_editing() -> None:
    with terminal("play", HEX, "--first", "human", "--second", "human") as screen:
        screen.wait_for("black, move 1>")
        screen.type("zb2" + CTRL_A + "\x1b[3~" + ENTER)  # Delete takes the z away
        screen.wait_for("white, move 2>")
        screen.type("moves" + ENTER)
        screen.wait_for("1.b2")
        screen.wait_for("white, move 2>")
        screen.type(UP + ENTER)
        screen.wait_for("1.b2")
        screen.type("quit" + ENTER)
        assert screen.wait_for_end() == 0


def test_an_error_is_told_and_the_prompt_comes_again() -> None:
    with terminal("play", HEX, "--second", "random") as screen:
        screen.wait_for("black, move 1>")
        screen.type("zz" + ENTER)
        screen.wait_for("cannot read the move 'zz'")
        screen.wait_for("black, move 1>")
        screen.type(CTRL_D)
        assert screen.wait_for_end() == 0


def test_ctrl_c_at_the_prompt_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with terminal("play", HEX, "--second", "random", "--save", str(path)) as screen:
        screen.wait_for("black, move 1>")
        screen.type("b2" + ENTER)
        screen.wait_for("move 3>")
        screen.type(CTRL_C)
        assert screen.wait_for_end() == 130
    assert f"saved in {path}; go on with: motu play --resume {path}" in screen.screen
    assert "Traceback" not in screen.screen
    assert len(motu.Record.load(path).moves) == 2


def test_ctrl_c_while_the_engine_thinks(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with terminal("play", "hex", "--second", "uct:1000s", "--save", str(path)) as screen:
        screen.wait_for("black, move 1>")
        screen.type("f6" + ENTER)
        screen.wait_for("uct:1000s thinks")  # told after two seconds
        screen.type(CTRL_C)
        assert screen.wait_for_end() == 130
    assert "Traceback" not in screen.screen
    assert motu.Record.load(path).moves == ("f6",)


def test_a_person_whose_output_goes_elsewhere_is_still_asked() -> None:
    ours, theirs = pty.openpty()
    with start("play", HEX, "--second", "random", stdin=theirs) as process:
        os.close(theirs)
        os.write(ours, b"b2\nquit\n")
        output, errors = process.communicate(timeout=PATIENCE_S)
        os.close(ours)
    assert (process.returncode, errors) == (0, "")
    assert "black, move 1> 2. " in output  # what was typed is not repeated
    assert "move 3> " in output


def test_engines_at_a_terminal_show_their_boards() -> None:
    with terminal("play", HEX, "--first", "random", "--second", "random", "--seed", "1") as screen:
        assert screen.wait_for_end() == 0
    assert screen.screen.count("to move") >= 3
    assert " wins: " in screen.screen
