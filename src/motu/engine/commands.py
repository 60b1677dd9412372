"""All commands of the text protocol by name, and those about the protocol itself (floor: engine).

Invariant: `list_commands` is the registry; every command in it is described in docs/protocol.md.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from motu.engine.htp import HTP_COMMANDS
from motu.engine.play_commands import PLAY_COMMANDS
from motu.engine.registry import Command
from motu.engine.session import Session
from motu.errors import EngineError, MotuError
from motu.games.record_files import read_text

MAX_ANSWERED_TEXT = 60
"""How many characters of what was read an error repeats."""
NOT_IN_FILES = ("exec", "quit")
"""What a file of commands must not do: call files in a circle, or end the session."""


def read_command(line: str) -> list[str]:
    """Return the words of a line as GTP reads it: control characters and comments don't count.

    >>> read_command("12 play black a1 # the opening")
    ['12', 'play', 'black', 'a1']
    """
    visible = "".join(" " if char == "\t" else char for char in line if char == "\t" or not _is_control(char))
    return visible.partition("#")[0].split()


def _is_control(char: str) -> bool:
    return ord(char) < 32 or ord(char) == 127


def execute(session: Session, words: Sequence[str]) -> str:
    """Carry out a command given by its name and arguments, and return its answer.

    Raises:
        MotuError: With what was wrong; nothing has changed then.
    """
    name, *arguments = words or [""]
    command = COMMANDS.get(name)
    if command is None:
        raise EngineError(
            f"unknown command: '{name[:MAX_ANSWERED_TEXT]}'; list_commands lists them all",
            slug="engine/unknown-command",
            text=name,
        )
    return command.run(session, arguments)


def tell_protocol_version(_: Session, __: Sequence[str]) -> str:
    """GTP's version."""
    return "2"


def tell_name(_: Session, __: Sequence[str]) -> str:
    """The program's name."""
    return "motu"


def tell_version(session: Session, _: Sequence[str]) -> str:
    """The program's version."""
    return session.version


def is_known(_: Session, arguments: Sequence[str]) -> str:
    """Say whether there is such a command."""
    return "true" if arguments[0] in COMMANDS else "false"


def list_commands(_: Session, __: Sequence[str]) -> str:
    """List all commands."""
    return "\n".join(COMMANDS)


def describe(_: Session, arguments: Sequence[str]) -> str:
    """Describe one command, or all of them."""
    wanted = [COMMANDS.get(arguments[0])] if arguments else list(COMMANDS.values())
    lines = [f"{each.name} {each.usage}".rstrip() + f": {each.help}" for each in wanted if each is not None]
    if not lines:
        raise EngineError(
            f"unknown command: '{arguments[0][:MAX_ANSWERED_TEXT]}'", slug="engine/unknown-command", text=arguments[0]
        )
    return "\n".join(lines)


def leave(session: Session, _: Sequence[str]) -> str:
    """End the session."""
    session.is_closed = True
    return ""


def echo(_: Session, arguments: Sequence[str]) -> str:
    """Answer what was said."""
    return " ".join(arguments)


def tell_cpu_time(_: Session, __: Sequence[str]) -> str:
    """Answer seconds of CPU time."""
    return f"{time.process_time():.3f}"


def execute_file(session: Session, arguments: Sequence[str]) -> str:
    """Carry out the commands in a file; all of them or none."""
    lines = read_text(Path(arguments[0])).splitlines()
    kept = session.snapshot()
    for number, line in enumerate(lines, 1):
        words = read_command(line)
        if words and words[0].isdigit():
            words = words[1:]
        if not words:
            continue
        try:
            _execute_in_file(session, words)
        except MotuError as error:
            session.restore(kept)
            raise EngineError(f"line {number}: {error.message}", slug=error.slug, text=line[:200]) from error
        except BaseException:
            session.restore(kept)
            raise
    return ""


def _execute_in_file(session: Session, words: list[str]) -> None:
    if words[0] in NOT_IN_FILES:
        raise EngineError(f"{words[0]} is not for files", slug="engine/not-in-files", text=words[0])
    execute(session, words)


COMMANDS = {
    command.name: command
    for command in (
        Command("protocol_version", "", "answer the version of GTP, 2", tell_protocol_version),
        Command("name", "", "answer the program's name", tell_name),
        Command("version", "", "answer the program's version", tell_version),
        Command("known_command", "NAME", "say whether there is such a command", is_known),
        Command("list_commands", "", "list all commands", list_commands),
        Command("help", "[NAME]", "describe one command, or all of them", describe),
        Command("quit", "", "end the session", leave),
        Command("echo", "[WORDS...]", "answer these words", echo),
        Command("cputime", "", "answer the seconds of CPU time used so far", tell_cpu_time),
        Command("exec", "FILE", "carry out the commands in a file, all of them or none", execute_file),
        *PLAY_COMMANDS,
        *HTP_COMMANDS,
    )
}
"""Every command by its name."""
