"""Studies run: the games of a plan played by a workforce and kept in a journal, then their answers (floor: lab)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from motu.arena.journal import Journal
from motu.arena.manifest import Manifest
from motu.arena.referee import Fixture
from motu.arena.schedule import Slot
from motu.arena.workforce import WorkerPool, Workforce
from motu.lab.measures import find_measure
from motu.lab.plan import StudyPlan
from motu.lab.studied import StudiedGame
from motu.lab.tables import StudyTable

GAMES = "games.jsonl"
"""What a study's journal is called."""

Place = tuple[str, Slot]


@dataclass(slots=True)
class StudyStanding:
    """What has been played so far."""

    plan: StudyPlan
    played: dict[Place, StudiedGame] = field(default_factory=dict)
    manifest: Manifest | None = None
    """What the games were played with; None before the first one."""
    done: int = 0
    """How many of the wanted games there are."""

    def trials(self) -> dict[str, Sequence[StudiedGame]]:
        """Return the games by case, in the order of the schedules, whatever order they were played in."""
        found: dict[str, list[StudiedGame]] = {key: [] for key in self.plan.cases}
        for (key, _), trial in sorted(self.played.items(), key=lambda each: each[0]):
            if key in found:
                found[key].append(trial)
        return dict(found)

    def tables(self) -> list[StudyTable]:
        """Return what the games say, grid by grid."""
        trials = self.trials()
        tables = [find_measure(name).table(grid, trials) for grid in self.plan.grids for name in grid.file.measures]
        return [table for table in tables if table.rows]


def run_study(
    plan: StudyPlan, *, folder: Path | None = None, jobs: int = 1, workforce: Workforce | None = None
) -> Generator[StudyStanding, None, None]:
    """Play what is missing of a study, and yield the standing often: at once, after every game, a few times a second.

    Close the iterator to end early; all processes have ended then.

    Args:
        plan: What is played.
        folder: Where the games are kept, to be gone on with; nowhere unless told.
        jobs: How many games are played at a time on this machine, 1 to 4096.
        workforce: Who plays in place of this machine's processes.

    Raises:
        EngineError: As `play_match`: for a file of something else, or with another manifest.
        StudyError: "study/measure" for a measure that there is not.
        MotuError: For a player whose net or weights cannot be used.
        ValueError: For another number of jobs.
    """
    for grid in plan.grids:
        for name in grid.file.measures:
            find_measure(name)
    path = None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / GAMES
    with Journal(path, plan, StudiedGame.of) as journal, workforce or WorkerPool(jobs) as hired:
        standing = StudyStanding(plan, dict(journal.played), journal.manifest)
        wanted = list(plan.slots())
        missing = [place for place in wanted if place not in standing.played]
        standing.done = len(wanted) - len(missing)
        yield standing
        if missing:
            manifest = plan.manifest()
            journal.go_on(manifest)
            standing.manifest = manifest
            yield from _play(standing, missing, journal, hired)


def _play(
    standing: StudyStanding, missing: Sequence[Place], journal: Journal[Place, StudiedGame], workforce: Workforce
) -> Iterator[StudyStanding]:
    plan, manifest = standing.plan, standing.manifest
    assert manifest is not None  # noqa: S101 - whoever calls has just set it

    def fixtures() -> Iterator[Fixture]:
        return (plan.fixture(place, manifest) for place in missing)

    for ended in workforce.play(fixtures()):
        if ended is not None:
            standing.played[plan.slot_of(ended)] = journal.add(ended)
            standing.done += 1
        yield standing
