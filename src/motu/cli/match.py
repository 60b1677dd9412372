"""`motu match`: two players or programs against each other (floor: cli)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import DEFAULT_SPEC, BadInputError, one_line
from motu.cli.output import remark, tell, write_json
from motu.cli.progress import ProgressBar
from motu.numbers import counted

if TYPE_CHECKING:
    from motu.arena.match import MatchStanding
    from motu.arena.schedule import MatchSettings
    from motu.arena.sprt import Sprt
    from motu.arena.workforce import Workforce

NAME = "match"
SUMMARY = "Two players or programs against each other."
EXAMPLES = """\b
Examples:
  motu match uct:1000 uct:300 --game 'hex(size=5)' --games 20
  motu match mcts:1s 'gtp:motu gtp' --game gan --out games.jsonl
  motu match mcts:500 uct:500 --game atmalof --games 1000 --sprt 0 30"""

GameOption = Annotated[str, typer.Option("--game", metavar="SPEC", help="What is played.")]
GamesOption = Annotated[
    int, typer.Option("--games", metavar="N", min=1, max=1_000_000, help="Games of each two; 100 if not given.")
]
OpeningsOption = Annotated[
    str,
    typer.Option(
        "--openings",
        metavar="HOW",
        help="all, none, random:K (plies) or a file; all if not given, none for Atmalof.",
    ),
]
JobsOption = Annotated[
    int, typer.Option("--jobs", metavar="N", min=1, max=256, help="Games played at a time; 1 if not given.")
]
OutOption = Annotated[
    str, typer.Option("--out", metavar="FILE", help="Keep the games in FILE, or go on with the match that it holds.")
]
SeedOption = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, help="Of openings, dice and motu's own players; 1 if not given.")
]
PliesOption = Annotated[
    int,
    typer.Option("--plies", metavar="N", min=0, help="Break games off after N plies; 1000 if not given, or more."),
]
MoveTimeOption = Annotated[
    float,
    typer.Option(
        "--move-time", metavar="S", min=0.01, max=1e6, help="Who needs longer for a move has lost; 300 if not given."
    ),
]
SolvedOption = Annotated[
    str,
    typer.Option(
        "--solved",
        metavar="WHICH",
        help="Tables of solved positions that mcts asks: off, auto (all there are) or open; off if not given.",
    ),
]
ClusterOption = Annotated[
    str,
    typer.Option(
        "--cluster",
        metavar="WHERE",
        help="Play on a Ray cluster, a game for each of its processors: auto, host:port, or local to begin one here.",
    ),
]
ClockOption = Annotated[
    float,
    typer.Option("--clock", metavar="S", min=0, max=1e7, help="Programs have S seconds for a whole game; 0: no clock."),
]


def run(
    one: Annotated[str, typer.Argument(metavar="A", help="A player, or 'gtp:COMMAND LINE'.")],
    other: Annotated[str, typer.Argument(metavar="B", help="The other one.")],
    game: GameOption = DEFAULT_SPEC,
    games: GamesOption = 100,
    openings: OpeningsOption = "",
    jobs: JobsOption = 1,
    out: OutOption = "",
    seed: SeedOption = 1,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option("--sprt", metavar="ELO0 ELO1", help="Stop as soon as one of two differences is refuted."),
    ] = None,
    alpha: Annotated[
        float, typer.Option(metavar="P", help="Risk of accepting ELO1 wrongly; 0.05 if not given.")
    ] = 0.05,
    beta: Annotated[float, typer.Option(metavar="P", help="Risk of accepting ELO0 wrongly; 0.05 if not given.")] = 0.05,
    plies: PliesOption = 0,
    move_time: MoveTimeOption = 300.0,
    clock: ClockOption = 0.0,
    solved: SolvedOption = "off",
    cluster: ClusterOption = "",
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Play pairs of games from one opening and, in Atmalof, with the same dice, each player beginning once.

    Result: score and Elo difference with 95 % intervals. With --out the same command goes on where it stopped. Ctrl-C
    tells the result of what was played.
    """
    from motu.arena.report import match_json, match_lines

    def told(standing: MatchStanding) -> None:
        if json:
            write_json(match_json(standing))
        else:
            tell(*match_lines(standing))

    test = _test(sprt, alpha, beta)
    settings = settings_of((one, other), game, openings, seed, plies, move_time, clock, solved)
    told(played(settings, games, jobs, out, test=test, cluster=cluster, broken_off=told))


def settings_of(
    texts: tuple[str, ...],
    game: str,
    openings: str,
    seed: int,
    plies: int,
    move_time: float,
    clock: float,
    solved: str = "off",
) -> MatchSettings:
    """Return what decides a match.

    Raises:
        MotuError: For a spec, a player or a word about tables that is none.
    """
    from motu import load_game
    from motu.arena.entrants import parse_entrants
    from motu.arena.schedule import MatchSettings
    from motu.arena.seats import Times
    from motu.boards import load_custom_board
    from motu.search.mcts import read_solved

    try:
        tables = read_solved(solved)
    except ValueError:
        raise BadInputError(f"--solved is off, auto or open, not '{solved}'", text=solved) from None
    played = load_game(game, load_custom_board)
    return MatchSettings(played, parse_entrants(texts, tables), openings, seed, plies, Times(move_time, clock))


def played(
    settings: MatchSettings,
    games: int,
    jobs: int,
    out: str,
    *,
    test: Sprt | None = None,
    neighbours_only: bool = False,
    cluster: str = "",
    broken_off: Callable[[MatchStanding], None] | None = None,
) -> MatchStanding:
    """Play to the end, with a progress bar, and return the standing; `broken_off` tells it where Ctrl-C ends it.

    Raises:
        MotuError: When it cannot be played.
        KeyboardInterrupt: After saying how far it went and how to go on.
    """
    from motu.arena.match import play_match
    from motu.arena.report import score_so_far
    from motu.arena.schedule import Schedule

    steps = play_match(
        Schedule(settings, neighbours_only),
        games,
        out=Path(out).expanduser() if out else None,
        jobs=jobs,
        sprt=test,
        workforce=workforce_of(cluster),
    )
    with differences_told(), contextlib.closing(steps):
        standing = next(steps)
        try:
            with ProgressBar("playing", standing.wanted, "games", standing.played) as progress:
                progress.note(lambda: score_so_far(standing))
                for _ in steps:
                    progress.reach(standing.played)
        except KeyboardInterrupt:
            if standing.played and broken_off is not None:
                broken_off(standing)
            remark(f"stopped after {standing.played} of {counted(standing.wanted, 'game')}{_how_to_go_on(out)}")
            raise
    return standing


def workforce_of(cluster: str) -> Workforce | None:
    """Return who plays: the workers of a cluster, or None for processes of this machine.

    Raises:
        BadInputError: Without Ray.
        EngineError: "engine/cluster" where no cluster answers.
    """
    if not cluster:
        return None
    try:
        from motu.lab.cluster import RayPool
    except ModuleNotFoundError as error:
        raise BadInputError(
            f"--cluster needs {error.name}, which is not installed: pip install 'motu[cluster]'", text=str(error.name)
        ) from error
    return RayPool(cluster)


@contextlib.contextmanager
def differences_told() -> Iterator[None]:
    """Tell line by line what a match would no longer be played with, before it is refused in one line."""
    from motu.errors import EngineError

    try:
        yield
    except EngineError as error:
        if error.slug != "engine/other-manifest":
            raise
        what, *differences = error.message.splitlines()
        for each in differences:
            remark(one_line(each))
        raise EngineError(what.rstrip(":"), slug=error.slug, text=error.text, legal=error.legal) from error


def _how_to_go_on(out: str) -> str:
    return f"; the same command goes on with them, they are in {out}" if out else ", which --out FILE would have kept"


def _test(elos: tuple[float, float] | None, alpha: float, beta: float) -> Sprt | None:
    from motu.arena.sprt import Sprt

    return None if elos is None else Sprt(*elos, alpha, beta)
