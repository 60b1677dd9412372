"""Games with sealed dice that the browser's own check is tried on: tests/web/dice.test.js.

`python -m server.sealed.test_sealed_games` in tests writes them anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from games.sealing import sealed_record
from motu.games.dice_proof import check_rolls, words_of_receipt
from motu.games.record import Record
from motu.server.views import board_view

FILE = Path(__file__).parents[2] / "web" / "sealed_games.json"


def told(record: Record) -> dict[str, Any]:
    """Return what the browser sees of a game."""
    rolls, number, state, persons = check_rolls(record), 0, record.start(), list[int]()
    for action, is_roll in record.replay().history():
        if is_roll:
            persons.append(state.to_move() ^ state.is_swapped())
            number += 1
        state.apply_action(action)
    assert all(roll.is_right for roll in rolls)
    board = board_view(record.game())
    return {
        "rows": board.drop_rows,
        "columns": board.drop_columns,
        "words": words_of_receipt(record),
        "dice": record.extra["dice"],
        "rolls": [
            {"turn": roll.turn, "person": person, "line": roll.line, "face": roll.face}
            for roll, person in zip(rolls, persons, strict=True)
        ],
    }


def games() -> list[dict[str, Any]]:
    small = "atmalof(rows=4,cols=5,line=4)"
    return [
        told(sealed_record(small)),
        told(sealed_record("atmalof(rows=4,cols=4,line=4,tiebreak=both)", seals=2, secret="ab" * 32)),
        told(sealed_record(small, has_chains=False)),
    ]


def test_the_browsers_games_are_the_servers() -> None:
    assert json.loads(FILE.read_text("utf-8")) == games()


if __name__ == "__main__":
    FILE.write_text(json.dumps(games(), indent=1) + "\n", "utf-8")
