"""Golden playthroughs: every variant has one, it is still played so, and no line of one can change unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

import motu
from motu.testing import PlaythroughError, Variant, check_playthrough, variants, write_playthrough
from motu.testing.registry import variant

FOLDER = Path(__file__).parent.parent / "golden" / "playthroughs"
COMMAND = "python -m motu.testing playthroughs tests/golden/playthroughs"
SHORT = ("atoll smallest", "atoll cay", "atomorph smallest", "atmalof crowded")


def test_every_variant_has_a_golden_playthrough() -> None:
    missing = [each.name for each in variants() if not (FOLDER / each.file_name).exists()]
    assert not missing, f"no golden playthrough of {', '.join(missing)}; write them with: {COMMAND}"


def test_every_golden_playthrough_is_of_a_variant() -> None:
    astray = {file.name for file in FOLDER.iterdir()} - {each.file_name for each in variants()}
    assert not astray, f"of no variant, so delete them: {', '.join(sorted(astray))}"


@pytest.mark.parametrize("each", variants(), ids=lambda each: each.name)
def test_golden_games_are_still_played_so(each: Variant) -> None:
    text = (FOLDER / each.file_name).read_text(encoding="utf-8")
    assert f"spec: {each.load().spec}\n" in text
    try:
        check_playthrough(text)
    except PlaythroughError as error:
        pytest.fail(f"{error}\nIf this is meant, write it anew: {COMMAND} '{each.name}'")


def test_most_golden_games_are_played_to_their_end() -> None:
    texts = [(FOLDER / each.file_name).read_text(encoding="utf-8") for each in variants()]
    ended = [text for text in texts if "\nwinner: " in text]
    assert len(ended) >= 0.8 * len(texts)
    for sign in (
        "; connected",
        "; line",
        "; tiebreak",
        "move swap",
        "move x",
        "move @",
        "move =",
        "person 0; ",
        "person 1; ",
        "nobody; ",
    ):
        assert any(sign in text for text in texts), sign


@pytest.mark.parametrize("name", SHORT)
def test_writing_is_repeatable_and_what_is_written_checks(name: str) -> None:
    game = variant(name).load()
    text = write_playthrough(game, 4)
    assert text == write_playthrough(variant(name).load(), 4)
    assert text != write_playthrough(game, 5)
    check_playthrough(text)


@pytest.mark.parametrize("name", SHORT)
def test_no_line_can_change_or_be_lost_unseen(name: str) -> None:
    lines = write_playthrough(variant(name).load(), 1).splitlines()
    for number, line in enumerate(lines):
        for changed in ([f"{line}x"], [], [line, line]):
            text = "\n".join([*lines[:number], *changed, *lines[number + 1 :]])
            with pytest.raises(PlaythroughError):
                check_playthrough(text)


def test_a_difference_is_told_with_its_line() -> None:
    text = write_playthrough(motu.load_game("hex(size=2)"), 1)
    lines = text.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("1: "))
    tampered = text.replace(lines[place], lines[place].replace("ply 1", "ply 2"))
    with pytest.raises(PlaythroughError, match=rf"size=2.*, line {place + 1}: it was '1: ply 2.*', and is '1: ply 1"):
        check_playthrough(tampered)


def test_a_move_that_has_become_illegal_is_told() -> None:
    text = write_playthrough(motu.load_game("hex(size=2)"), 1)
    first = next(line for line in text.splitlines() if line.startswith("move "))
    with pytest.raises(PlaythroughError, match="and is 'refused: cannot read the move 'z9'"):
        check_playthrough(text.replace(first, "move z9", 1))


def test_a_game_that_cannot_be_made_any_more_is_told() -> None:
    text = write_playthrough(motu.load_game("hex(size=2)"), 1)
    with pytest.raises(PlaythroughError, match="the game of the header cannot be made any more"):
        check_playthrough(text.replace("spec: atoll(", "spec: chess("))
    custom = write_playthrough(variant("atoll cay").load(), 1)
    with pytest.raises(PlaythroughError, match="the game of the header cannot be made any more"):
        check_playthrough(custom.replace('"a1"', '"zz99"', 1))


@pytest.mark.parametrize(
    "text", ["", "\n", "hello", "motu playthrough, format 1\n\n", "motu playthrough, format 2\n\n"]
)
def test_other_texts_are_no_playthroughs(text: str) -> None:
    with pytest.raises(PlaythroughError, match="a playthrough begins with"):
        check_playthrough(text)


def test_long_games_are_left_unfinished() -> None:
    text = write_playthrough(motu.load_game("kiritimati"), 1)
    assert text.endswith("\nunfinished\n")
    assert text.count("\nmove ") == 240
    check_playthrough(text)
