"""Whether a net helps on a board: matches at equal time, with a sequential test (floor: arena).

The first opponent is the usual search without a net; every net that wins takes its place, so that what is left is the
best of all, a net in eight bits or in full precision alike.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from motu.arena.entrants import parse_entrants
from motu.arena.match import MatchStanding, play_match
from motu.arena.openings import without_swap
from motu.arena.schedule import MatchSettings, Schedule
from motu.arena.sprt import Sprt
from motu.errors import NetError
from motu.eval.nets import open_net
from motu.eval.nets.runtime import KINDS, OWN
from motu.eval.nets.table import NEVER, PlayedMatch, Row, board_of
from motu.games import Game
from motu.search.configuration import best_evaluator

OPENINGS = "random:2"
"""Both sides get the same games, and no two pairs are alike."""

AS_FAST = 0.8
"""A net that is so many times as fast as in its match does as well: a fifth less is some 40 Elo, where the matches that
nets won showed 100 and more, and two measurements on busy machines differ by half as much."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How nets are tried."""

    seconds: float = 1.0
    """For a move, of both players."""
    games: int = 400
    """The most games of a match; one that is undecided by then is lost."""
    elo: float = 20.0
    """The test tells so much more strength from none (5 % each)."""
    seed: int = 1
    jobs: int = 1
    """Games that are played at a time."""
    folder: Path | None = None
    """Where the games are kept, so that a trial which was broken off goes on."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A match of a net."""

    board: str
    """The game's spec, without the pie rule."""
    net: Path
    opponent: str
    """The player's text."""
    standing: MatchStanding

    @property
    def is_won(self) -> bool:
        """Whether the test accepts that the net is stronger."""
        return self.standing.verdict == "H1"

    @property
    def is_lost(self) -> bool:
        """Whether the test accepts that the net is no stronger; if it accepts neither, nothing is known."""
        return self.standing.verdict == "H0"

    @property
    def score(self) -> float:
        """In [0, 1]; a half where nothing was played."""
        pairs = self.standing.tally.pairs
        return sum(count * kind / 4 for kind, count in enumerate(pairs)) / sum(pairs) if sum(pairs) else 0.5

    def match(self, conditions: Conditions) -> PlayedMatch:
        """Return what is written down of the match."""
        return PlayedMatch(
            games=self.standing.played,
            score=round(self.score, 4),
            seconds=conditions.seconds,
            opponent=self.opponent,
            date=datetime.now(UTC).date().isoformat(),
        )

    def row(self, conditions: Conditions) -> Row:
        """Return the net's row from now on, given that the match is decided.

        What it has won in ONNX Runtime or motu's own code, which are there everywhere, counts everywhere: a slower
        processor is as much slower for the opponent.
        """
        net = open_net(self.net)
        needed = 0.0 if net.kind in (KINDS[0], OWN) else round(AS_FAST * net.rate)
        return Row(self.board, self.net.name, needed if self.is_won else NEVER, self.match(conditions))


def try_nets(nets: Sequence[Path], game: Game, conditions: Conditions) -> Iterator[Trial]:
    """Try nets on a board, one after the other, and yield each match often while it goes on.

    Args:
        nets: Files; a later one meets the best before it.
        game: The board; the pie rule is left out.
        conditions: How they are tried.

    Raises:
        NetError: For what is no net or not for the game, and "net/uses" for a custom board.
    """
    board = without_swap(game)
    for net in nets:
        open_net(net).check_game(board)
    name = board_of(board)
    if name is None:
        raise NetError(
            f"nets are used by themselves on built-in boards alone, not on {game.spec}",
            slug="net/uses",
            text=game.spec,
        )
    best = f"mcts:{conditions.seconds:g}s,evaluator={best_evaluator(board.rules)}"
    for net in nets:
        player = f"mcts:{conditions.seconds:g}s,evaluator=net:{net.resolve()}"
        schedule = Schedule(
            MatchSettings(board, parse_entrants((f"net={player}", f"opponent={best}")), OPENINGS, conditions.seed)
        )
        trial: Trial | None = None
        with closing(_match(schedule, conditions, name, net)) as match:
            for standing in match:
                trial = Trial(name, net, best, standing)
                yield trial
        if trial is not None and trial.is_won:
            best = player


def _match(schedule: Schedule, conditions: Conditions, board: str, net: Path) -> Generator[MatchStanding, None, None]:
    out = None
    if conditions.folder is not None:
        conditions.folder.mkdir(parents=True, exist_ok=True)
        out = conditions.folder / f"{net.stem} on {board}.jsonl"
    return play_match(schedule, conditions.games, out=out, jobs=conditions.jobs, sprt=Sprt(0, conditions.elo))
