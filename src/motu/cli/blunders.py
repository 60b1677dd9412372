"""`motu blunders`: the moves that lost games, and why they were played (floor: cli)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import MAX_SEED, BadInputError
from motu.cli.output import remark, write, write_json
from motu.cli.progress import ProgressBar
from motu.cli.tables import Column, write_table
from motu.numbers import counted

if TYPE_CHECKING:
    from motu import Record
    from motu.engine.blunders import Blunder, Cause, Phase, Searches

NAME = "blunders"
SUMMARY = "The moves that lost games, and why they were played."
EXAMPLES = """\b
Examples:
  motu blunders match.jsonl
  motu blunders match.jsonl --by mcts:1s --visits 1000 --times 100
  motu blunders games.jsonl --seconds 1 --times 30 --most 20 --json
  motu blunders games.jsonl --cluster auto"""

CAUSES: dict[Cause, str] = {
    "policy": "hardly looked at the better move",
    "proof": "missed a proof",
    "value": "judged it wrongly",
    "found": "finds a good move now",
    "luck": "no single mistake",
    "start": "lost from the start",
}


@dataclass(frozen=True, slots=True)
class LostGame:
    """A game with a loser, and what lost it."""

    number: int
    """In the files that were read, from 1."""
    spec: str
    loser: str
    blunder: Blunder


@dataclass(frozen=True, slots=True)
class _Plan:
    """Which games are looked at, how, and where."""

    games: Sequence[tuple[int, Record, int]]
    """Number, game and winner."""
    searches: Searches
    every: bool
    cluster: str

    def looks(self, progress: ProgressBar) -> Iterator[tuple[int, Blunder | None] | None]:
        """Yield places of records and their blunders as they are found; on a cluster now and then None."""
        return self._looks_on_cluster() if self.cluster else self._looks_here(progress)

    def _looks_here(self, progress: ProgressBar) -> Iterator[tuple[int, Blunder | None]]:
        for place, (_, record, winner) in enumerate(self.games):
            yield place, progress.run(partial(self._look, record, winner))

    def _look(self, record: Record, winner: int) -> Blunder | None:
        from motu.arena.openings import opening_of
        from motu.engine.blunders import find_blunder

        opening = opening_of(record)
        return find_blunder(record.replay(), winner, self.searches, opening=opening, every=self.every)

    def _looks_on_cluster(self) -> Iterator[tuple[int, Blunder | None] | None]:
        from motu.lab.lost_games import blunders_on_cluster

        records = [record for _, record, _ in self.games]
        return blunders_on_cluster(self.cluster, records, self.searches, every=self.every)


def run(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Files of records; games without a loser are left out.")
    ],
    by: Annotated[str | None, typer.Option(metavar="NAME", help="Only games that this player lost.")] = None,
    visits: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Visits of a short search; 1000 if nothing is given.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", min=0.001, help="Seconds of a short search, in place of visits.")
    ] = None,
    evaluator: Annotated[
        str, typer.Option(metavar="NAME", help="What judged positions in the games, as in `motu analyze`.")
    ] = "auto",
    times: Annotated[int, typer.Option(metavar="N", min=2, help="How many times as long deep searches are.")] = 100,
    every: Annotated[
        bool, typer.Option("--every", help="Look at every position, not only at those that bisection comes to.")
    ] = False,
    most: Annotated[int | None, typer.Option(metavar="N", min=1, help="At most so many games.")] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=256, help="Threads of a deep search; one a core if not given, on a cluster one."
        ),
    ] = None,
    cluster: Annotated[
        str,
        typer.Option(
            metavar="WHERE",
            help="Look on a Ray cluster, at a game for each of its processors: auto, host:port, or local.",
        ),
    ] = "",
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=MAX_SEED, help="Equal seeds have equal results.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Find the move that lost each game by searches many times as long, and what kept the player from a better one.

    docs/analysis.md says what the figures mean. Ctrl-C ends with the games that were looked at.
    """
    games, repeated = _lost_games(files, by)
    games = games[:most]
    if not games:
        whom = f" that '{by}' lost" if by else " with a loser"
        raise BadInputError(f"there is no game{whom} in {', '.join(str(path) for path in files)}")
    usual = 1 if cluster else os.cpu_count() or 1  # a cluster's other processors have games of their own
    searches = replace(_searches(visits, seconds, times), seed=seed, threads=threads or usual, evaluator=evaluator)
    if repeated:
        which = "1 game repeats another" if repeated == 1 else f"{repeated} games repeat others"
        remark(f"left out: {which} move by move")
    found = _look_at(_Plan(games, searches, every, cluster))
    if json:
        write_json(_as_json(found, of=len(games)))
    else:
        _write(found, of=len(games))


def _searches(visits: int | None, seconds: float | None, times: int) -> Searches:
    from motu.engine.blunders import Searches
    from motu.search.limits import Limits

    if visits is not None and seconds is not None:
        raise BadInputError("a short search is so many visits or so many seconds long: give --visits or --seconds")
    if seconds is not None:
        return Searches(Limits(seconds=seconds), Limits(seconds=times * seconds))
    short = visits or 1000
    return Searches(Limits(visits=short), Limits(visits=times * short))


def _lost_games(files: Iterable[Path], by: str | None) -> tuple[list[tuple[int, Record, int]], int]:
    """Return the games with a loser, by number, and who won, each line of moves once; and how many repeat others."""
    from motu.games import formats

    records = [record for path in files for record in formats.read(path)]
    found: dict[tuple[object, ...], tuple[int, Record, int]] = {}
    lost = 0
    for number, record in enumerate(records, 1):
        winner = record.result.winner
        if winner is not None and by in (None, record.players[1 - winner].name):
            lost += 1
            found.setdefault((record.spec, record.setup, record.moves, winner), (number, record, winner))
    return list(found.values()), lost - len(found)


def _look_at(plan: _Plan) -> list[LostGame]:
    """Gather what is found, in the order of the games; Ctrl-C ends with those that are done."""
    done: dict[int, LostGame] = {}
    count = 0
    with ProgressBar("looking at games", len(plan.games), "games") as progress:
        try:
            for look in plan.looks(progress):
                if look is not None:
                    count += 1
                    number, record, winner = plan.games[look[0]]
                    if look[1] is not None:
                        done[look[0]] = LostGame(number, record.spec, record.players[1 - winner].name, look[1])
                progress.reach(count)
        except KeyboardInterrupt:
            if not done:
                raise
    return [done[place] for place in sorted(done)]


def _as_json(found: Sequence[LostGame], of: int) -> dict[str, object]:
    """Return everything for programs; equities are the loser's."""
    from motu.engine.blunders import CAUSES, PHASES, count_blunders

    blunders = [each.blunder for each in found]
    return {
        "games": len(found),
        "of": of,
        "table": [
            {"phase": phase, "cause": cause, **asdict(count_blunders(blunders, phase, cause))}
            for phase in PHASES
            for cause in CAUSES
        ],
        "blunders": [
            {"game": each.number, "spec": each.spec, "loser": each.loser, "phase": each.blunder.phase}
            | {"error": each.blunder.error}
            | asdict(each.blunder)
            for each in found
        ],
    }


# --- for people


def _write(found: Sequence[LostGame], of: int) -> None:
    from motu.engine.blunders import PHASES

    if len(found) < of:
        remark(f"{len(found)} of {counted(of, 'game')} looked at")
    _write_games(found)
    write("")
    columns = [Column("why", is_number=False), *(Column(phase) for phase in PHASES), Column("all"), Column("believed")]
    rows = [_tallied(found, words, cause) for cause, words in CAUSES.items()]
    write_table([*columns, Column("gave away")], [*rows, _tallied(found, "all", None)], strong=[len(rows)])
    write("", "believed: chances to win that the player saw before the move; gave away: how far they fell by it")


def _write_games(found: Sequence[LostGame]) -> None:
    columns = [Column("game"), Column("lost by", is_number=False), Column("turn"), Column("of")]
    columns += [Column("played", is_number=False), Column("better", is_number=False)]
    columns += [Column("believed"), Column("was"), Column("became"), Column("looked"), Column("why", is_number=False)]
    write_table(columns, [_row(each) for each in found])


def _row(game: LostGame) -> list[str]:
    blunder = game.blunder
    better = blunder.better if blunder.better != blunder.move else ""
    chances = [_percent(each) for each in (blunder.believed, blunder.before, blunder.after)]
    looked = f"{100 * blunder.share:.1f} %" if better else ""
    turn = [str(game.number), game.loser or "?", str(blunder.ply + 1), str(blunder.plies)]
    return [*turn, blunder.move, better, *chances, looked, CAUSES[blunder.cause]]


def _tallied(found: Sequence[LostGame], words: str, cause: Cause | None) -> list[str]:
    from motu.engine.blunders import PHASES, count_blunders

    blunders = [each.blunder for each in found]
    phases: list[Phase | None] = [*PHASES, None]
    counts = [str(count_blunders(blunders, phase, cause).count) for phase in phases]
    total = count_blunders(blunders, None, cause)
    figures = [_percent(total.believed), f"{50 * total.error:.1f} %"] if total.count else ["", ""]
    return [words, *counts, *figures]


def _percent(equity: float) -> str:
    """Return an equity as a chance to win."""
    return f"{50 * (equity + 1):.1f} %"
