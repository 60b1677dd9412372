"""Where the lines come from that people type (floor: cli)."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from motu.cli.output import is_terminal

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


class LineReader(Protocol):
    """Asks for one line at a time."""

    def read(self, prompt: str, words: Iterable[str]) -> str:
        """Return a line without blanks at its ends.

        Args:
            prompt: What stands before it.
            words: What may be completed.

        Raises:
            EOFError: When there will be no more lines.
        """


class TerminalReader:
    """A line editor with history (arrow up) and completion (Tab)."""

    def __init__(self) -> None:
        """Begin with an empty history."""
        self._session: PromptSession[str] | None = None

    def read(self, prompt: str, words: Iterable[str]) -> str:
        """Return a line as it was edited."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.shortcuts import CompleteStyle

        if self._session is None:
            self._session = PromptSession(complete_while_typing=False, complete_style=CompleteStyle.READLINE_LIKE)
        completer = WordCompleter(list(words), ignore_case=True, WORD=True)
        return self._session.prompt(prompt, completer=completer).strip()


class PipeReader:
    """Lines of a script; they are repeated after the prompt, so that the output reads like a game."""

    def __init__(self) -> None:
        """Read stdin as text, whatever bytes come."""
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")

    def read(self, prompt: str, words: Iterable[str]) -> str:  # noqa: ARG002 - nobody presses Tab here
        """Return the next line of stdin."""
        typed = is_terminal(sys.stdin)  # only stdout goes elsewhere: whoever types sees the line already
        if typed:
            print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not typed:
            print(prompt + line.strip(), flush=True)
        return line.strip()


def line_reader() -> LineReader:
    """Return what suits stdin and stdout."""
    return TerminalReader() if is_terminal(sys.stdin) and is_terminal(sys.stdout) else PipeReader()
