"""`motu verify-dice`: whether a server's rolls were fixed before anybody announced a line (floor: cli)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import BadInputError
from motu.cli.output import write, write_json
from motu.cli.positions import choose_record, split_record_name
from motu.errors import MotuError, RecordError
from motu.numbers import counted

if TYPE_CHECKING:
    from motu import Record
    from motu.games.dice_proof import CheckedRoll

NAME = "verify-dice"
SUMMARY = "Whether the rolls of a game on a server were fixed beforehand."
EXAMPLES = """\b
Examples:
  motu verify-dice game.jsonl
  motu verify-dice games.jsonl:3
  motu verify-dice game.jsonl --receipt 'hola runa sumi gare koni tovo'
  motu verify-dice - --json < game.sgf"""

STDIN = "-"


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of records, FILE:N, or - for stdin.")],
    receipt: Annotated[
        str | None,
        typer.Option("--receipt", metavar="RECEIPT", help="What a player has kept of the seals: six words, or digits."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object a game.")] = False,
) -> None:
    """Check that every roll follows from what was sealed before the game.

    The first roll that does not is named, or what else is wrong. docs/dice.md has the formulas, for whoever would
    rather not take motu's word.
    """
    from motu.games.dice_proof import words_of_receipt

    wrong = 0
    games = _games(file)
    for number, record in games:
        rolls, complaint = _check(record, receipt)
        wrong += bool(complaint)
        words = words_of_receipt(record)
        if json:
            told = {"game": number, "proved": not complaint, "rolls": len(rolls), "error": complaint or None}
            write_json(told if words is None else told | {"receipt": words})
        else:
            write(f"game {number}: {complaint or _praise(len(rolls), words)}")
    if wrong:
        raise BadInputError(f"the dice of {wrong} of {counted(len(games), 'game')} are not proved")


def _games(file: str) -> list[tuple[int, Record]]:
    from motu.games import formats

    if file == STDIN:
        try:
            return list(enumerate(formats.read(sys.stdin.buffer.read().decode("utf-8-sig")), start=1))
        except UnicodeDecodeError:
            raise BadInputError("stdin: not UTF-8 text") from None
    path, number = split_record_name(file)
    records = formats.read(Path(path))
    if number is not None:
        return [(number, records[choose_record(records, str(path), number)])]
    return list(enumerate(records, start=1))


def _check(record: Record, receipt: str | None) -> tuple[list[CheckedRoll], str]:
    """Return all rolls, and why they are not proved, '' where they are."""
    from motu.games.dice_proof import check_rolls

    try:
        rolls = check_rolls(record, receipt)
    except RecordError as error:
        return [], error.message
    except MotuError as error:
        return [], f"the game can't be replayed: {error.message}"
    wrong = next((roll for roll in rolls if not roll.is_right), None)
    if wrong is None:
        return rolls, ""
    return rolls, f"ply {wrong.turn}, {wrong.line}: the record says {wrong.face}, the secret {wrong.right}"


def _praise(count: int, words: str | None) -> str:
    if count == 0:
        praise = "nothing was rolled; the secret is the one whose hash was told before the game"
    elif words is None:
        rolls = "1 roll follows" if count == 1 else f"{count} rolls follow"
        praise = f"{rolls} from the secret whose hash was told before the game"
    else:
        rolls = "1 roll follows" if count == 1 else f"all {count} rolls follow"
        praise = f"{rolls} from what was sealed before the game"
    return praise if words is None else f"{praise}; the receipt is '{words}'"
