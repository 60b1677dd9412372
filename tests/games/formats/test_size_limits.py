"""What is just as long as a limit allows is taken, and what is longer by one is not, whatever is read or written."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from motu import Record, load_game
from motu.errors import RecordError
from motu.games import record, record_json, record_tree
from motu.games.formats import abstract_play, fragment, hexworld, sgf_syntax
from motu.games.record_tree import RecordTree, TreeNode

GAME = load_game("hex(size=3)").new_initial_state().play_all(["b2", "a1", "c3"]).record()
LIST = abstract_play.write([load_game("atoll(size=11)").new_initial_state().play_all(["a1", "b2"]).record()])
FRAGMENT = fragment.record_to_fragment(GAME)
NODES = (TreeNode("b2", 0), TreeNode("a1", 1), TreeNode("c3", 2))


@pytest.mark.parametrize(
    ("module", "limit", "size", "work"),
    [
        (sgf_syntax, "MAX_CHARACTERS", 6, lambda: sgf_syntax.parse("(;;;;)")),
        (sgf_syntax, "MAX_NODES", 4, lambda: sgf_syntax.parse("(;;;;)")),
        (hexworld, "MAX_CHARACTERS", 7, lambda: hexworld.record_from_link("#5c1,c3")),
        (abstract_play, "MAX_CHARACTERS", len(LIST), lambda: abstract_play.read(LIST)),
        (fragment, "MAX_CHARACTERS", len(FRAGMENT), lambda: fragment.record_from_fragment(FRAGMENT)),
        (fragment, "MAX_CHARACTERS", len(FRAGMENT), lambda: fragment.record_to_fragment(GAME)),
        (fragment, "MAX_ENTRIES", 3, lambda: fragment.record_from_fragment(FRAGMENT)),
        (fragment, "MAX_ENTRIES", 3, lambda: fragment.record_to_fragment(GAME)),
        (record_json, "MAX_CHARACTERS", 7, lambda: record_json.parse_object('{"a":1}')),
        (record, "MAX_MOVES", 3, lambda: Record("hex(size=3)", moves=GAME.moves)),
        (record_tree, "MAX_NODES", 3, lambda: RecordTree.grown(Record("hex(size=3)"), NODES)),
    ],
)
def test_a_limit_is_the_most_that_is_taken(
    module: ModuleType, limit: str, size: int, work: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, limit, size)
    work()
    monkeypatch.setattr(module, limit, size - 1)
    with pytest.raises(RecordError):
        work()
