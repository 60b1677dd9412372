"""Which games a match or a ladder consists of: pairs with seats swapped, each pair from one opening (floor: arena).

Game for game it follows from the settings alone, so that a match that was broken off goes on as if nothing had been.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from motu.arena.entrants import Entrant
from motu.arena.manifest import Manifest
from motu.arena.openings import OpeningBook
from motu.arena.referee import Fixture
from motu.arena.seats import Times
from motu.games import Game
from motu.games.record import Record

DEFAULT_SEED = 1


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """The place of a game in the schedule."""

    pair: int
    """The number of the pair among those of the same two entrants."""
    first: int
    """The index of the entrant who begins."""
    second: int
    """The index of the other."""

    @property
    def pairing(self) -> tuple[int, int]:
        """Both entrants, the lower index first."""
        return min(self.first, self.second), max(self.first, self.second)


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """What decides a match, beside how many games it has."""

    game: Game
    entrants: tuple[Entrant, ...]
    openings: str = ""
    """A text for `OpeningBook`; empty for the game's own: all where there is a pie rule, none where there are dice."""
    seed: int = DEFAULT_SEED
    plies: int = 0
    """After so many a game is broken off; 0 for the game's own: as many as nobody reaches who wants to get on."""
    times: Times = Times()  # noqa: RUF009 - frozen


class Schedule:
    """The games of a match or a ladder."""

    def __init__(self, settings: MatchSettings, neighbours_only: bool = False) -> None:
        """Plan.

        Args:
            settings: What decides the games.
            neighbours_only: Whether each entrant plays only those beside it, not all others.

        Raises:
            EngineError: "engine/openings".
        """
        self.settings = settings
        self.book = OpeningBook(settings.openings or _own_openings(settings.game), settings.game, settings.seed)
        self.plies = settings.plies or max(1000, 4 * settings.game.board.num_cells)
        indices = range(len(settings.entrants))
        self.pairings = [
            (one, other)
            for one in indices
            for other in indices
            if one < other and (not neighbours_only or other == one + 1)
        ]

    def slots(self, games: int) -> Iterator[Slot]:
        """Yield the first games of every pairing, `games` each, pair by pair so that all pairings grow alike."""
        for pair in range((games + 1) // 2):
            for one, other in self.pairings:
                yield Slot(pair, one, other)
                if 2 * pair + 1 < games:
                    yield Slot(pair, other, one)

    def is_within(self, slot: Slot, games: int) -> bool:
        """Return whether a slot is among the first games of its pairing."""
        return 2 * slot.pair + int(slot.first > slot.second) < games

    def appointment(self, slot: Slot, manifest: Manifest | None = None) -> Fixture:
        """Return what is to be played in a slot.

        Args:
            slot: One of `slots`.
            manifest: What it is to be played with; None: whatever there is.
        """
        settings = self.settings
        one, other = slot.pairing
        names = f"{settings.entrants[one].text} {settings.entrants[other].text}"
        entrants = settings.entrants[slot.first], settings.entrants[slot.second]
        label: dict[str, Any] = {"pair": slot.pair, "match": self.fingerprint()}
        return Fixture(
            spec=self.book.spec,
            entrants=entrants,
            seeds=(self._player_seed(slot, slot.first), self._player_seed(slot, slot.second)),
            dice=f"{settings.seed} dice {slot.pair} {names}",
            opening=self.book.opening(slot.pair),
            plies=self.plies,
            times=settings.times,
            label=label if manifest is None else label | {"manifest": manifest.fingerprint},
            line_up=None if manifest is None else manifest.line_up.among(entrants),
            board=self.book.board,
        )

    def slot_of(self, record: Record) -> Slot:
        """Return where a record of this match belongs."""
        names = [entrant.name for entrant in self.settings.entrants]
        first, second = (names.index(player.name) for player in record.players)
        return Slot(int(record.extra["arena"]["pair"]), first, second)

    def mismatch(self, match: Mapping[str, Any]) -> str:
        """Return the first thing by which a match differs from this one; nothing where it is the same."""
        for key, wanted in self.fingerprint().items():
            if match.get(key) != wanted:
                return f"its {key} is {match.get(key)!r}, not {wanted!r}"
        return ""

    def fingerprint(self) -> dict[str, Any]:
        """Return what makes games belong to the same match: everything but who began and how the game went."""
        settings = self.settings
        return {
            "spec": settings.game.spec,
            "entrants": [[entrant.name, entrant.text] for entrant in settings.entrants],
            "openings": self.book.fingerprint,
            "seed": settings.seed,
            "plies": self.plies,
            "move_s": settings.times.move,
            "clock_s": settings.times.clock,
        }

    def _player_seed(self, slot: Slot, entrant: int) -> int:
        text = f"{self.settings.seed} {slot.pair} {slot.first} {slot.second} {entrant}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") >> 17


def _own_openings(game: Game) -> str:
    return "none" if game.type.has_dice else "all"
