"""How strong full strength is above level 10: the table, and what is wrong with others."""

import pytest

import motu
from motu.errors import EngineError
from motu.search.strengths import FullStrength, load_strengths, parse_strengths, strengths_for


def test_the_table_of_the_package_can_be_read() -> None:
    for game, found in load_strengths().items():
        assert found, game
        assert strengths_for(motu.load_game(game).rules) == found
        assert all(each.elo > 0 for each in found)


def test_a_table_is_read_in_its_order() -> None:
    text = "atoll = [{ seconds = 0.1, elo = 700 }, { seconds = 1, elo = 900 }]"
    assert parse_strengths(text) == {"atoll": (FullStrength(0.1, 700), FullStrength(1, 900))}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "has no game"),
        ("atoll = ", "no TOML"),
        ("chess = []", "right are atoll, atomorph, atmalof"),
        ("atoll = 3", "atoll in the table of strengths is a list"),
        ("atoll = [3]", "not [3]"),
        ("atoll = [{ seconds = 1 }]", "elo = whole"),
        ("atoll = [{ seconds = 0, elo = 3 }]", "seconds = above 0"),
        ("atoll = [{ seconds = true, elo = 3 }]", "seconds = above 0"),
        ("atoll = [{ seconds = 1, elo = 3.5 }]", "elo = whole"),
        ("atoll = [{ seconds = 1, elo = 3 }, { seconds = 1, elo = 4 }]", "unlike [1, 1]"),
        ("atoll = [{ seconds = 1, elo = 3 }, { seconds = 2, elo = 3 }]", "unlike [3, 3]"),
    ],
)
def test_a_wrong_table_is_refused_and_what_would_be_right_is_told(text: str, told: str) -> None:
    with pytest.raises(EngineError) as caught:
        parse_strengths(text)
    assert caught.value.slug == "engine/levels"
    assert told in caught.value.message
