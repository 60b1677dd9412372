"""Matches: the games of a schedule played by a workforce and kept in a journal (floor: arena)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from motu.arena.journal import Journal
from motu.arena.manifest import Manifest, line_up_of, manifest_of
from motu.arena.referee import Fixture
from motu.arena.results import PlayedGame, Tally, tallies
from motu.arena.schedule import Schedule, Slot
from motu.arena.seats import try_out
from motu.arena.sprt import Sprt
from motu.arena.workforce import WorkerPool, Workforce
from motu.numbers import expect_number

_MOST_GAMES = (1 << 31) - 1


@dataclass(slots=True)
class MatchStanding:
    """What has been played so far."""

    schedule: Schedule
    tallies: Mapping[tuple[int, int], Tally]
    wanted: int
    """Games that the schedule has in all."""
    sprt: Sprt | None = None
    played: int = 0
    llr: float = 0.0
    """The sequential test's log-likelihood ratio after the pairs without a gap; 0 where there is no test."""
    manifest: Manifest | None = None
    """What the games were played with; None where an earlier motu has played them."""

    def add(self, *games: PlayedGame) -> None:
        """Count games."""
        for played in games:
            self.tallies[played.slot.pairing].add(played)
        self.played += len(games)
        if self.sprt is not None:
            self.llr = self.sprt.llr(self.tally.leading_pairs)

    @property
    def tally(self) -> Tally:
        """The only pairing's games, of a match between two."""
        [tally] = self.tallies.values()
        return tally

    @property
    def verdict(self) -> str | None:
        """What the sequential test accepts, "H0" or "H1", or None as long as it is undecided."""
        return None if self.sprt is None else self.sprt.verdict(self.llr)


def play_match(
    schedule: Schedule,
    games: int,
    *,
    out: Path | None = None,
    jobs: int = 1,
    sprt: Sprt | None = None,
    workforce: Workforce | None = None,
) -> Generator[MatchStanding, None, None]:
    """Play a match or a ladder, and yield the standing often: at once, after every game and a few times a second.

    Close the iterator to end the match early; all processes have ended then.

    Args:
        schedule: What is played.
        games: How many games each pairing has, 0 or more.
        out: Where the records go; games that it holds already are not played again.
        jobs: How many games are played at a time, 1 to 4096.
        sprt: A test that ends a match between two before its last game.
        workforce: Who plays; so many processes of this machine unless told.

    Raises:
        EngineError: For a file of another match, or of the same with another manifest as long as games are missing, or
            a program that cannot even be started.
        MotuError: For a player whose net or weights cannot be used.
        ValueError: For numbers out of range.
    """
    games = expect_number("games", games, 0, _MOST_GAMES)
    with Journal(out, schedule, PlayedGame.of) as journal, workforce or WorkerPool(jobs) as hired:
        # A file may hold more games than are wanted now; they have been played, and count.
        further = sum(not schedule.is_within(slot, games) for slot in journal.played)
        wanted = games * len(schedule.pairings) + further
        standing = MatchStanding(schedule, tallies(schedule.pairings), wanted, sprt)
        standing.add(*journal.played.values())
        missing = (slot for slot in schedule.slots(games) if slot not in journal.played)
        if standing.played < wanted and standing.verdict is None:
            journal.go_on(_manifest(schedule))
        standing.manifest = journal.manifest
        yield standing
        yield from _play(standing, missing, journal, hired)


def _play(
    standing: MatchStanding, missing: Iterator[Slot], journal: Journal[Slot, PlayedGame], workforce: Workforce
) -> Iterator[MatchStanding]:
    def appointments() -> Iterator[Fixture]:
        for slot in missing:
            if standing.verdict is not None:
                return
            yield standing.schedule.appointment(slot, standing.manifest)

    for ended in workforce.play(appointments()):
        if ended is not None:
            standing.add(journal.add(ended))
        yield standing
        if standing.verdict is not None:
            return


def _manifest(schedule: Schedule) -> Manifest:
    """Find out what the match would be played with now; external programs are started for that once."""
    settings = schedule.settings
    programs = {each.name: try_out(each, settings.game) for each in settings.entrants if each.command}
    return manifest_of(line_up_of(settings.game, settings.entrants, programs), schedule.fingerprint())
