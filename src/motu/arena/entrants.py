"""Who takes part in a match, as texts name them (floor: arena).

entrant = [ name "=" ] ( "gtp:" command line | text for `motu.search.players.make_player` )
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from motu.errors import EngineError
from motu.search.mcts import Solved
from motu.search.net_evaluators import lower_text
from motu.search.players import make_player

PROGRAM = "gtp:"
"""What the text of an external program begins with."""

_NAMED = re.compile(r"([A-Za-z][\w .+()-]{0,31})=(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Entrant:
    """One of those who take part."""

    name: str
    """As tables and records show it; no two entrants have the same."""
    text: str
    """A player of motu's own ("mcts:1s"), or "gtp:" and a command line."""

    @property
    def command(self) -> tuple[str, ...]:
        """The words of an external program's command line; none for motu's own players."""
        return command_words(self.text.removeprefix(PROGRAM)) if self.text.startswith(PROGRAM) else ()


def parse_entrants(texts: Sequence[str], solved: Solved = "off") -> tuple[Entrant, ...]:
    """Read who takes part; where names are equal, the later ones get a number.

    Args:
        texts: One each.
        solved: Which tables of solved positions those of motu's own players ask whose texts say nothing of it. What
            lies in the data folder of whoever plays a match should not decide it.

    Raises:
        EngineError: "engine/unknown-player" for a text that names nobody.
    """
    found: list[Entrant] = []
    for text in texts:
        entrant = _parse(text, solved)
        names = [each.name for each in found]
        number = 2
        while entrant.name in names:
            entrant = replace(entrant, name=f"{_parse(text, solved).name} ({number})")
            number += 1
        found.append(entrant)
    return tuple(found)


def _parse(text: str, solved: Solved) -> Entrant:
    named = _NAMED.fullmatch(text.strip())
    name, what = (named[1].strip(), named[2].strip()) if named else ("", text.strip())
    if what.startswith(PROGRAM):
        _check_command(what)
        return Entrant(name or what.removeprefix(PROGRAM).strip(), what)
    own = make_player(what).name
    kind, _, options = lower_text(what).partition(":")
    if kind != "mcts":  # nobody else asks any tables
        return Entrant(name or own, own)
    told = next((each for each in options.split(",") if each.startswith("solved=")), "")
    if not told:
        return Entrant(name or own, make_player(f"{own},solved={solved}").name)
    # What is usual elsewhere is not part of a player's own name; beside others it must be.
    return Entrant(name or (own if told in own else f"{own},{told}"), own)


def command_words(command: str, system: str = sys.platform) -> tuple[str, ...]:
    """Return the words of a command line as a shell reads them; on Windows a backslash stands in paths.

    Raises:
        ValueError: For a quotation without an end.
    """
    lexer = shlex.shlex(command, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if system == "win32":
        lexer.escape = ""
    return tuple(lexer)


def command_fault(command: str) -> str | None:
    """Return why a command line names no program, after its quotation, or None where it names one."""
    try:
        return None if command_words(command) else "names no program"
    except ValueError as error:
        return f"names no program: {error}"


def _check_command(text: str) -> None:
    if (fault := command_fault(text.removeprefix(PROGRAM))) is not None:
        raise EngineError(
            f"'{text}' {fault}; right is gtp: and a command line, as in 'gtp:motu gtp --player uct'",
            slug="engine/unknown-player",
            text=text,
            legal=("gtp:COMMAND",),
        )
