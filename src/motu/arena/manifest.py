"""The manifest of a match: what it is played with, so that it can be played again (floor: arena).

The line-up decides games that are limited by visits: nobody goes on with a match under another one. Machines are only
noted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from motu.arena.entrants import Entrant
from motu.errors import EngineError
from motu.games import Game
from motu.search.manifest import Build, Machine, PlayerFacts, build, facts_of, tables_for, this_machine
from motu.wire import convert

Tables = Mapping[str, str]
"""Name to fingerprint."""


@dataclass(frozen=True, slots=True)
class Contender:
    """One of those who take part, and what his text stands for."""

    name: str
    text: str
    program: str = ""
    """What an external program says of itself: its name and version."""
    facts: PlayerFacts | None = None
    """What is known of a player of motu's own; None for other programs."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """What must not change as long as a match lasts."""

    build: Build
    players: tuple[Contender, ...]
    tables: Tables | None = None
    """The tables of solved positions that may be asked; None where nobody asks any."""

    def among(self, entrants: Sequence[Entrant]) -> LineUp:
        """Return the same for some of those who take part."""
        names = [entrant.name for entrant in entrants]
        players = tuple(player for player in self.players if player.name in names)
        return replace(self, players=players, tables=self.tables if _asks_tables(players) else None)

    def differences(self, now: LineUp, told: str = "in the file") -> list[str]:
        """Return what is no longer as it is told here, a line each; nothing where all is the same.

        Args:
            now: What there is now.
            told: Where or when this was told.
        """
        then_now = [("motu", str(self.build).removeprefix("motu "), str(now.build).removeprefix("motu "))]
        known = {player.name: player for player in self.players}
        for player in now.players:
            then_now += _compared(known.get(player.name, Contender(player.name, "")), player)
        then_now.append(("solved tables", _tables_text(self.tables), _tables_text(now.tables)))
        return [f"{what}: {then} {told}, {later} now" for what, then, later in then_now if then != later]


@dataclass(frozen=True, slots=True)
class Repeatability:
    """Whether equal commands play equal games with the same line-up."""

    because: tuple[str, ...] = ()
    """Why they don't, for each player."""
    provided: tuple[str, ...] = ()
    """What must hold if they are to."""
    in_short: tuple[str, ...] = ()
    """`because` for people: players with the same reason together; as `because` where it is empty."""

    def __str__(self) -> str:
        """Return a line for people."""
        if self.because:
            return f"not repeatable: {'; '.join(self.in_short or self.because)}"
        return f"repeatable: yes{''.join(f', {each}' for each in self.provided)}"

    def to_json(self) -> dict[str, Any]:
        """Return the same as JSON data."""
        return {"is_repeatable": not self.because, "because": list(self.because), "provided": list(self.provided)}


UNKNOWN = Repeatability(("the file does not say what its games were played with",))
"""What holds for a file that an earlier motu wrote."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a match is played with, where, and what was asked for."""

    line_up: LineUp
    match: Mapping[str, Any] = field(hash=False)
    """What was asked for: `Schedule.fingerprint`."""
    machine: Machine

    def to_json(self) -> dict[str, Any]:
        """Return the manifest as JSON data; what is not known is left out."""
        data: dict[str, Any] = _without_gaps(msgspec.to_builtins(self.line_up))
        return {**data, "match": dict(self.match), "machine": msgspec.to_builtins(self.machine)}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Manifest:
        """Return the manifest that `to_json` wrote.

        Raises:
            ValueError: For anything else, with the place.
        """
        match = convert(data.get("match"), dict[str, Any])
        return Manifest(convert(data, LineUp), match, convert(data.get("machine"), Machine))

    @property
    def fingerprint(self) -> str:
        """16 digits that tell it from others."""
        text = json.dumps(self.to_json(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def repeatability(self) -> Repeatability:
        """Return whether the same match comes again."""
        hindered: dict[tuple[str, str], list[str]] = {}
        for player in self.line_up.players:
            for obstacle in _obstacles(player):
                hindered.setdefault(obstacle, []).append(player.name)
        because = tuple(_reason([name], *obstacle) for obstacle, names in hindered.items() for name in names)
        in_short = tuple(_reason(names, *obstacle) for obstacle, names in hindered.items())
        provided = [f"unless a clock of {seconds:g} s cuts {names} short" for seconds, names in self._clocks()]
        if any(player.facts is not None and player.facts.judge.runtime for player in self.line_up.players):
            provided.append("on a processor of this kind")
        return Repeatability(because, tuple(provided), in_short)

    def _clocks(self) -> Iterator[tuple[float, str]]:
        """Yield the clocks of players that count, and whose they are."""
        timed: dict[float, list[str]] = {}
        for player in self.line_up.players:
            if player.facts is not None and player.facts.seconds and player.facts.is_counted:
                timed.setdefault(player.facts.seconds, []).append(player.name)
        for seconds, names in timed.items():
            yield seconds, " or ".join(names) if len(names) < 3 else f"one of {len(names)} players"


def line_up_of(game: Game, entrants: Sequence[Entrant], programs: Mapping[str, str] | None = None) -> LineUp:
    """Find out what a match would be played with by this process.

    Args:
        game: What is played.
        entrants: Who takes part.
        programs: What external programs say of themselves, by the entrant's name.

    Raises:
        MotuError: For a player whose net or weights cannot be used.
    """
    told = programs or {}
    players = tuple(
        Contender(each.name, each.text, program=told.get(each.name, ""))
        if each.command
        else Contender(each.name, each.text, facts=facts_of(each.text, game))
        for each in entrants
    )
    return LineUp(build(), players, tables_for(game) if _asks_tables(players) else None)


def manifest_of(line_up: LineUp, match: Mapping[str, Any]) -> Manifest:
    """Return the manifest of a match that this process plays."""
    return Manifest(line_up, match, this_machine())


def other_manifest(what: str, differences: Sequence[str]) -> EngineError:
    """Return the error for games that would be played with something else than those before.

    Args:
        what: The first line of the message, a colon left out.
        differences: A line each.
    """
    return EngineError("\n".join([f"{what}:", *differences]), slug="engine/other-manifest", legal=tuple(differences))


def _asks_tables(players: Sequence[Contender]) -> bool:
    """Return whether anybody has the tables in the data folder opened; those who ask open ones ask them then, too."""
    return any(player.facts is not None and player.facts.solved == "auto" for player in players)


def _compared(then: Contender, now: Contender) -> list[tuple[str, str, str]]:
    """Return what of a player may differ: what it is, how it was then, how it is now."""
    if then.facts is None or now.facts is None:
        return [(now.name, then.program or "unknown", now.program or "unknown")]
    old, new = then.facts.judge, now.facts.judge
    if old.evaluator == new.evaluator == "net":
        return [(f"net of {now.name}", str(old), str(new))]
    return [(f"evaluator of {now.name}", str(old), str(new))]


def _tables_text(tables: Tables | None) -> str:
    if tables is None:
        return "off"
    return ", ".join(f"{name} {digits}" for name, digits in sorted(tables.items())) or "none"


def _obstacles(player: Contender) -> Iterator[tuple[str, str]]:
    """Yield why a player does not play the same again: in words that follow one name, and several."""
    if player.facts is None:
        yield "is a program of its own", "are programs of their own"
        return
    if not player.facts.is_counted:
        yield "is limited by time", "are limited by time"
    if player.facts.threads > 1:
        yield f"searches with {player.facts.threads} threads", f"search with {player.facts.threads} threads"


def _reason(names: Sequence[str], of_one: str, of_several: str) -> str:
    if len(names) == 1:
        return f"{names[0]} {of_one}"
    return f"{' and '.join(names) if len(names) < 3 else f'{len(names)} players'} {of_several}"


def _without_gaps(value: Any) -> Any:
    """Return JSON data without keys that hold nothing."""
    if isinstance(value, Mapping):
        return {key: _without_gaps(each) for key, each in value.items() if each not in ("", None)}
    return [_without_gaps(each) for each in value] if isinstance(value, list | tuple) else value
