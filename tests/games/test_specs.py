"""Specs: every documented text means what the design says, round-trips, and is refused with a reason if wrong."""

import pytest

import motu
from motu.errors import MotuError, RulesError, SpecError
from motu.games import AtomorphRules, brief_spec
from motu.games.specs import MAX_SPEC_LENGTH

ATMALOF = "atmalof(rows=6,cols=6,extra_rows=1,extra_cols=1,line=5,pieces=22,tiebreak=either)"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("atoll", "atoll(board=square,size=11,islands=8,swap=true)"),
        ("ATOLL( Size = GAN )", "atoll(board=square,size=7,islands=8,swap=true)"),
        ("nauru", "atoll(board=square,size=11,islands=8,swap=true)"),
        ("tokelau(swap=false)", "atoll(board=square,size=15,islands=8,swap=false)"),
        ("kiritimati", "atoll(board=square,size=19,islands=8,swap=true)"),
        ("hex", "atoll(board=rhombus,size=11,islands=4,swap=true)"),
        ("hex(size=9x11)", "atoll(board=rhombus,size=9x11,islands=4,swap=true)"),
        ("hex(size=9x9)", "atoll(board=rhombus,size=9,islands=4,swap=true)"),
        ("atoll-12", "atoll(board=hexagon,size=7,islands=12,swap=true)"),
        ("atoll-24", "atoll(board=hexagon,size=9,islands=24,swap=true)"),
        ("atoll(board=triangle)", "atoll(board=triangle,size=13,islands=12,swap=true)"),
        ("atomorph", "atomorph(size=11,contested=ko,corners=true,return_stone=false,swap=true)"),
        (
            "atomorph(contested=never,corners=false)",
            "atomorph(size=11,contested=never,corners=false,return_stone=false,swap=true)",
        ),
        ("atmalof", ATMALOF),
        ("junior", "atmalof(rows=6,cols=6,extra_rows=0,extra_cols=0,line=5,pieces=16,tiebreak=either)"),
        ("kvinigu", ATMALOF.replace("either", "both")),
        ("atmalos", "atmalof(rows=8,cols=8,extra_rows=1,extra_cols=1,line=7,pieces=36,tiebreak=either)"),
        ('atoll(file="a b,(c).json")', 'atoll(file="a b,(c).json",swap=true)'),
        ("atoll(file=boards/x.json,swap=false)", "atoll(file=boards/x.json,swap=false)"),
    ],
)
def test_texts_mean_what_the_design_says(text: str, canonical: str) -> None:
    rules = motu.parse_rules(text)
    assert str(rules) == canonical
    assert motu.parse_rules(canonical) == rules


@pytest.mark.parametrize("name", motu.PRESETS)
def test_every_preset_makes_a_game_whose_spec_round_trips(name: str) -> None:
    game = motu.load_game(name)
    assert motu.load_game(game.spec).rules == game.rules


@pytest.mark.parametrize(
    ("text", "slug", "told"),
    [
        ("", "spec/syntax", "name"),
        ("chess", "spec/unknown-game", "atoll"),
        ("atoll(", "spec/syntax", "')'"),
        ("atoll)", "spec/syntax", "'('"),
        ("atoll(size)", "spec/syntax", "'='"),
        ("atoll(size=)", "spec/syntax", "value"),
        ("atoll(size=11 islands=8)", "spec/syntax", "','"),
        ("atoll(size=11,size=15)", "spec/duplicate-key", "twice"),
        ("atoll(sides=4)", "spec/unknown-key", "islands"),
        ("atmalof(swap=true)", "spec/unknown-key", "tiebreak"),
        ("atoll(size=big)", "spec/value", "kiritimati"),
        ("atoll(swap=yes)", "spec/value", "true or false"),
        ("atmalof(rows=-1)", "spec/value", "whole number"),
        ("atoll(size=" + "1" * 5000 + ")", "spec/length", "4096"),
    ],
)
def test_what_is_no_spec_is_refused_with_what_would_be_right(text: str, slug: str, told: str) -> None:
    with pytest.raises(SpecError) as caught:
        motu.load_game(text)
    assert caught.value.slug == slug
    assert told in caught.value.message


@pytest.mark.parametrize(
    "text",
    [
        "atoll(board=circle)",
        "atoll(size=9x11)",
        "atoll(file=x.json,size=7)",
        "atomorph(size=2)",
        "atomorph(size=26)",
        "atomorph(contested=maybe)",
        "atmalof(tiebreak=never)",
        "atmalof(line=2)",
        "atmalof(line=8)",
        "atmalof(pieces=0)",
        "atmalof(pieces=26)",
        "atmalof(rows=0)",
    ],
)
def test_values_that_make_no_rules_are_refused(text: str) -> None:
    with pytest.raises(RulesError, match=r"not |right|no |is for ") as caught:
        motu.load_game(text)
    assert caught.value.slug == "rules/invalid"


@pytest.mark.parametrize("text", ["hex(size=1x5)", "atoll(size=6)", "atoll(islands=6)", "atoll(size=5,islands=64)"])
def test_boards_that_do_not_exist_are_refused(text: str) -> None:
    with pytest.raises(MotuError) as caught:
        motu.load_game(text)
    assert caught.value.slug.startswith("board/")


@pytest.mark.parametrize("value", ["11", True, 1.5, (3,), None, (3, "4"), 10**6])
def test_rules_values_check_their_types(value: object) -> None:
    with pytest.raises(RulesError):
        motu.AtomorphRules(size=value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "brief"),
    [
        ("atoll(size=11)", "atoll"),
        ("atoll(size=7)", "gan"),
        ("atoll(size=5,swap=false)", "atoll(size=5,swap=false)"),
        ("atoll(board=rhombus,size=9,islands=4)", "hex(size=9)"),
        ("hex(size=9x11,swap=false)", "hex(size=9x11,swap=false)"),
        ("atoll(board=hexagon,size=4,islands=12)", "atoll-12(size=4)"),
        ("atoll(board=hexagon,size=8,islands=24)", "atoll-24(size=8)"),
        ("atoll(board=triangle)", "atoll(board=triangle)"),
        ("atoll(board=triangle,size=7,islands=24,swap=false)", "atoll(board=triangle,size=7,islands=24,swap=false)"),
        ("atoll(file=boards/x.json,swap=false)", "atoll(file=boards/x.json,swap=false)"),
        ("atomorph(size=9,return_stone=true)", "atomorph(size=9,return_stone=true)"),
        (ATMALOF, "atmalof"),
        ("atmalof(rows=6,cols=6,extra_rows=0,extra_cols=0)", "junior"),
        ("atmalof(tiebreak=both,pieces=9)", "kvinigu(pieces=9)"),
        ("atmalof(rows=4,cols=4,line=4)", "atmalof(rows=4,cols=4,line=4)"),
    ],
)
def test_the_shortest_text_means_the_same(text: str, brief: str) -> None:
    rules = motu.parse_rules(text)
    assert brief_spec(rules) == brief
    assert motu.parse_rules(brief) == rules


@pytest.mark.parametrize("number", [9_999, -9_999])
def test_numbers_of_rules_have_four_digits_at_most(number: int) -> None:
    assert AtomorphRules(size=number).size == number
    with pytest.raises(RulesError, match="whole number below 10000"):
        AtomorphRules(size=number + (1 if number > 0 else -1))


def test_a_spec_may_be_as_long_as_the_limit_and_no_longer() -> None:
    assert motu.parse_rules("atoll".ljust(MAX_SPEC_LENGTH)) == motu.parse_rules("atoll")
    with pytest.raises(SpecError, match="at most"):
        motu.parse_rules("atoll".ljust(MAX_SPEC_LENGTH + 1))
