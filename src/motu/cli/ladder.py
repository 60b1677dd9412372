"""`motu ladder`: several players or programs, rated together (floor: cli)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import DEFAULT_SPEC, BadInputError
from motu.cli.match import (
    ClockOption,
    ClusterOption,
    GameOption,
    GamesOption,
    JobsOption,
    MoveTimeOption,
    OpeningsOption,
    OutOption,
    PliesOption,
    SeedOption,
    SolvedOption,
    played,
    settings_of,
)
from motu.cli.output import write, write_json

if TYPE_CHECKING:
    from motu.arena.match import MatchStanding

NAME = "ladder"
SUMMARY = "Several players or programs, rated together."
EXAMPLES = """\b
Examples:
  motu ladder random uct:100 uct:400 --game 'hex(size=5)' --games 40
  motu ladder mcts:100 mcts:200 mcts:400 --neighbours --game gan --out l.jsonl"""


def run(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER", help="A player, or 'gtp:COMMAND LINE'.")],
    game: GameOption = DEFAULT_SPEC,
    games: GamesOption = 100,
    neighbours: Annotated[
        bool, typer.Option("--neighbours", help="Only the next one in the list, not everybody.")
    ] = False,
    openings: OpeningsOption = "",
    jobs: JobsOption = 1,
    out: OutOption = "",
    seed: SeedOption = 1,
    plies: PliesOption = 0,
    move_time: MoveTimeOption = 300.0,
    clock: ClockOption = 0.0,
    solved: SolvedOption = "off",
    cluster: ClusterOption = "",
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Have every two play as in motu match, and rate all of them from all games (Bradley-Terry).

    The table tells Elo ratings, whose mean is 0, with 95 % intervals, and what it is worth to begin. Ctrl-C tells the
    table of what was played.
    """
    from motu.arena.report import ladder_json, ladder_lines

    def told(standing: MatchStanding) -> None:
        if json:
            write_json(ladder_json(standing))
        else:
            write(*ladder_lines(standing))

    if len(players) < 2:
        raise BadInputError("a ladder has at least two players", text=" ".join(players))
    settings = settings_of(tuple(players), game, openings, seed, plies, move_time, clock, solved)
    told(played(settings, games, jobs, out, neighbours_only=neighbours, cluster=cluster, broken_off=told))
