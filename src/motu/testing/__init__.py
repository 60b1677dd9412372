"""Tests that any game gets for free: conformance walks, golden playthroughs, perft (floor: testing, above games).

Whoever adds a game or a switch finds it tested by the registry; whoever embeds motu can walk through a game of their
own with `check_game`. Nothing here needs pytest.
"""

from motu.testing.conformance import Report, check_game
from motu.testing.contract import ConformanceError
from motu.testing.perft import PerftError, PerftTable, check_table, count_lines, load_tables
from motu.testing.playthrough import PlaythroughError, check_playthrough, write_playthrough
from motu.testing.registry import Variant, variants

__all__ = [
    "ConformanceError",
    "PerftError",
    "PerftTable",
    "PlaythroughError",
    "Report",
    "Variant",
    "check_game",
    "check_playthrough",
    "check_table",
    "count_lines",
    "load_tables",
    "variants",
    "write_playthrough",
]
