"""`motu play`: a whole game in the terminal (floor: cli)."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import BadInputError
from motu.cli.output import write
from motu.cli.positions import position_after, split_record_name

if TYPE_CHECKING:
    from motu import Record
    from motu.cli.playing.dialogue import Dialogue
    from motu.cli.playing.game_file import GameFile
    from motu.cli.playing.match import Match, Seats

NAME = "play"
SUMMARY = "A game in the terminal."
EXAMPLES = """\b
Examples:
  motu play atoll
  motu play 'hex(size=7)' --first mcts:3s --second human
  motu play atmalof --own-dice --save games.jsonl
  motu play --resume games.jsonl
  printf 'c3\\nhint\\n' | motu play 'hex(size=5)' --second random --seed 1

\b
Players:
  human          you, or whoever sits at the keyboard
  random         any legal move
  mcts           the strongest search, one second a move
  mcts:3s        the same with three seconds a move
  mcts:5000      the same with 5000 visits a move; repeatable with --seed
  level:1        for beginners, up to level:10
  uct            a plain search that knows the rules alone; uct:3s, uct:5000
  expectimax     a search by depth, one second a move; expectimax:depth=3"""

DEFAULT_ENGINE = "mcts"


def run(
    spec: Annotated[str | None, typer.Argument(metavar="SPEC", help="The game, as in atoll or 'hex(size=9)'.")] = None,
    first: Annotated[
        str | None, typer.Option("--first", "--black", "--red", metavar="PLAYER", help="Who begins; see Players below.")
    ] = None,
    second: Annotated[
        str | None,
        typer.Option(
            "--second",
            "--white",
            "--blue",
            metavar="PLAYER",
            help="Who answers. Where only one is named, the other is mcts beside a human and human beside an engine.",
        ),
    ] = None,
    swap_colours: Annotated[bool, typer.Option("--swap-colours", help="Exchange the two: the second begins.")] = False,
    moves: Annotated[str, typer.Option(metavar="MOVES", help="Begin after these moves, as in 'd4 swap'.")] = "",
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Make engines and dice repeatable; dice are the system's secret without."),
    ] = None,
    own_dice: Annotated[bool, typer.Option("--own-dice", help="You roll the dice and type what they show.")] = False,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep the game as a record in FILE, whole after every move.")
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE[:N]", help="Go on with a saved game, the N-th of the file; it is kept there."),
    ] = None,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw boards in plain ASCII.")] = False,
) -> None:
    """Play a game in the terminal, against the computer, against each other, or let engines play."""
    from motu.cli.playing.dialogue import Dialogue
    from motu.cli.playing.line_reader import line_reader
    from motu.games.dice import TurnDice

    if resume is None:
        match, file = _begin(spec, moves, first, second, swap_colours, seed), _open(save)
    else:
        if spec is not None or moves:
            raise BadInputError("a saved game says itself what was played: leave out SPEC and --moves beside --resume")
        match, file, seed = _resume(resume, save, first, second, swap_colours, seed)
    dialogue = Dialogue(match, line_reader(), file, None if own_dice else TurnDice(seed), ascii_only=ascii_only)
    options = [*(["--own-dice"] if own_dice else []), *([] if seed is None else ["--seed", str(seed)])]
    _run(dialogue, options)


def _run(dialogue: Dialogue, options: Sequence[str]) -> None:
    """Play; however the game is left, the last move is kept and the way back is told.

    Args:
        dialogue: Everything about the game.
        options: What else has to be said to go on just as before.
    """
    try:
        dialogue.run()
    finally:
        farewell = _farewell(dialogue, options, is_kept=dialogue.keep())
        if farewell:
            write(farewell)


def _farewell(dialogue: Dialogue, options: Sequence[str], *, is_kept: bool) -> str:
    match, file = dialogue.match, dialogue.file
    if not match.state.history():
        return ""
    if file is not None and is_kept:
        saved = f"saved in {file.path}"
        way_back = shlex.join(["motu", "play", "--resume", file.name, *options])
        return saved if match.is_over else f"{saved}; go on with: {way_back}"
    if match.is_over:
        return ""
    seats = ["--first", match.seats[0], "--second", match.seats[1]]
    words = ["motu", "play", match.state.game.spec, *seats, *options, "--moves", " ".join(match.state.moves())]
    return f"not saved; go on with: {shlex.join(words)}"


def _begin(
    spec: str | None, moves: str, first: str | None, second: str | None, swap_colours: bool, seed: int | None
) -> Match:
    from motu.cli.playing.match import Match, new_record

    if spec is None:
        raise BadInputError("name a game, as in motu play atoll; motu games lists them")
    state = position_after(spec, [moves])
    if state.is_chance_node():
        raise BadInputError(f"{state.moves()[-1]} has no roll: write announcements with their rolls, as in r4=6")
    return Match(new_record(state), _seats(first, second, swap_colours), seed)


def _resume(
    name: str, save: str | None, first: str | None, second: str | None, swap_colours: bool, seed: int | None
) -> tuple[Match, GameFile, int | None]:
    from motu.cli.playing.game_file import open_game
    from motu.cli.playing.match import Match, seats_of, seed_of

    path, number = split_record_name(name)
    record, file = open_game(name, path, number)
    _refuse_finished(record, name)
    if first is None or second is None:
        known = seats_of(record)
        first, second = first or known[0], second or known[1]
    seed = seed_of(record) if seed is None else seed
    match = Match(record, _seats(first, second, swap_colours), seed)
    record.check_result(match.state)
    return match, _open(save) or file, seed


def _refuse_finished(record: Record, name: str) -> None:
    if record.result.reason != "unfinished":
        raise BadInputError(f"that game is over ({record.result}); motu show {name} shows it")


def _seats(first: str | None, second: str | None, swap_colours: bool) -> Seats:
    """Return who plays; whoever isn't named is the other sort of player."""
    from motu.cli.playing.match import HUMAN, check_seat

    one = None if first is None else check_seat(first)
    two = None if second is None else check_seat(second)
    if one is None:
        one = HUMAN if two is None or two != HUMAN else check_seat(DEFAULT_ENGINE)
    if two is None:
        two = check_seat(DEFAULT_ENGINE) if one == HUMAN else HUMAN
    return (two, one) if swap_colours else (one, two)


def _open(save: str | None) -> GameFile | None:
    from motu.cli.playing.game_file import GameFile

    return None if save is None else GameFile(Path(save).expanduser())
