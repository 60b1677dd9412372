"""Who takes part, as texts say it."""

from __future__ import annotations

import pytest

from motu.arena.entrants import command_words, parse_entrants
from motu.errors import EngineError


def test_players_of_our_own_have_their_canonical_names() -> None:
    entrants = parse_entrants([" UCT ", "random", "best=mcts:3s"])
    assert [(entrant.name, entrant.text, entrant.command) for entrant in entrants] == [
        ("uct:1s", "uct:1s", ()),
        ("random", "random", ()),
        ("best", "mcts:3s,solved=off", ()),
    ]


def test_programs_have_a_command_line_as_the_shell_reads_it() -> None:
    one, other = parse_entrants(["MoHex 2.0=gtp:mohex --config 'my file.htp' --seed=3", "gtp: wolve --a=b"])
    assert one.name == "MoHex 2.0"
    assert one.command == ("mohex", "--config", "my file.htp", "--seed=3")
    assert (other.name, other.command) == ("wolve --a=b", ("wolve", "--a=b"))


def test_on_windows_a_backslash_stands_in_paths() -> None:
    command = r"""C:\go\mohex.exe --config "C:\my files\a.htp" '#1' C:\n"""
    words = (r"C:\go\mohex.exe", "--config", r"C:\my files\a.htp", "#1", r"C:\n")
    assert command_words(command, "win32") == words
    assert command_words(r"a\ b 'c d'", "linux") == ("a b", "c d")
    with pytest.raises(ValueError, match="quotation"):
        command_words("'half", "win32")


def test_no_two_have_the_same_name() -> None:
    names = [entrant.name for entrant in parse_entrants(["random", "random", "random (2)=random", "random"])]
    assert len(set(names)) == 4
    assert names[:2] == ["random", "random (2)"]


@pytest.mark.parametrize("text", ["", "tea", "gtp:", "gtp:  ", "gtp:'half", "A=", "A=tea", "uct:0"])
def test_texts_that_name_nobody_are_refused(text: str) -> None:
    with pytest.raises(EngineError) as caught:
        parse_entrants(["random", text])
    assert caught.value.slug == "engine/unknown-player"
