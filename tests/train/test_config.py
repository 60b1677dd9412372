"""Configurations say what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from motu.errors import TrainingError
from motu.train.config import parse_config, read_config

BOARDS = '[boards]\n"hex(size=3)" = 1\n'


def refusal(text: str) -> str:
    with pytest.raises(TrainingError) as refused:
        parse_config(text, "x.toml")
    assert refused.value.slug == "train/config"
    return refused.value.message


def test_boards_are_all_that_is_needed() -> None:
    config = parse_config(BOARDS)
    [game] = config.games
    assert game.spec == "atoll(board=rhombus,size=3,islands=4,swap=false)"
    assert list(config.boards.values()) == [1.0]
    assert config.learning.batch == 256


def test_sections_set_what_they_name() -> None:
    config = parse_config(
        f'seed = 7\n{BOARDS}[net]\nblocks = 2\n[learning]\nrate = 1\n[measure]\nopponents = ["random"]'
    )
    assert (config.seed, config.net.blocks, config.learning.rate) == (7, 2, 1.0)
    assert config.measure.opponents == ("random",)


def test_two_names_of_a_board_are_one() -> None:
    config = parse_config(BOARDS + '"hex(size=3,swap=false)" = 2\n')
    assert list(config.boards.values()) == [3.0]


def test_solved_boards_are_those_of_the_training_by_any_name() -> None:
    config = parse_config(BOARDS + '[solved]\nshare = 0.1\nboards = {"hex(size=3,swap=false)" = 2}\n')
    assert list(config.solved.boards) == list(config.boards)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "lacks [boards]"),
        ("[boards]", "lacks [boards]"),
        ("boards = 3", "lacks [boards]"),
        ("[boards", "no TOML"),
        ('[boards]\n"hex(size=0)" = 1', "x.toml"),
        ('[boards]\n"chess" = 1', "chess"),
        ('[boards]\n"hex(size=3)" = 0', "weight"),
        ('[boards]\n"hex(size=3)" = "much"', "weight"),
        ('[boards]\n"hex(size=3)" = 1\n"atomorph" = 1', "one net plays one game"),
        (BOARDS + "[nets]\n", "there is no 'nets'"),
        (BOARDS + "[net]\nlayers = 3", "there is no 'layers'; right are name, blocks"),
        (BOARDS + "[net]\nblocks = 0", "blocks is a whole number from 1"),
        (BOARDS + "[net]\nblocks = 2.5", "blocks is a whole number"),
        (BOARDS + "[net]\nblocks = true", "blocks is a whole number"),
        (BOARDS + "[net]\nname = 3", "name is a text"),
        (BOARDS + "[learning]\ncompile = 1", "compile is true or false"),
        (BOARDS + "[learning]\nrate = -1", "rate is a number from 0"),
        (BOARDS + "[self_play]\nfull_share = 1.5", "full_share is a number from 0 to 1"),
        (BOARDS + "[measure]\nopponents = 3", "opponents is a list of texts"),
        (BOARDS + '[measure]\nsolved = ["chess"]', "chess"),
        ("net = 3\n" + BOARDS, "a table of values"),
        ("seed = -1\n" + BOARDS, "seed is a whole number from 0"),
        (
            BOARDS + "[self_play]\nvisits = 1000000000000",
            "visits is a whole number from 1 to 2147483647, not 1000000000000",
        ),
        (BOARDS + "[self_play]\nopening_plies = 2147483648", "opening_plies is a whole number from 0 to 2147483647"),
        (BOARDS + "[self_play]\ndecided = 1.1", "decided is a number from 0 to 1, not 1.1"),
        (BOARDS + "[solved]\nshare = 0.1", "[solved] lacks boards"),
        (BOARDS + '[solved]\nshare = 1\nboards = {"hex(size=3)" = 1}', "share is a number from 0 to 0.9"),
        (BOARDS + '[solved]\nshare = 0.1\nboards = {"hex(size=4)" = 1}', "none of the training's boards"),
        (BOARDS + '[solved]\nshare = 0.1\nboards = {"chess" = 1}', "chess"),
        (BOARDS + '[solved]\nboards = {"hex(size=3)" = 0}', "weight"),
        ('[boards]\n"junior" = 1\n[solved]\nshare = 0.1\nboards = {"junior" = 1}', "not proved"),
        (BOARDS + "[learning]\nrate = nan", "rate is a number from 0 to 2147483647, not nan"),
    ],
)
def test_what_is_wrong_is_named(text: str, words: str) -> None:
    assert words in refusal(text)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(TrainingError) as refused:
        read_config(tmp_path / "none.toml")
    assert "none.toml" in refused.value.message


def test_a_file_of_other_signs_is_named(tmp_path: Path) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes(b"# \xe9\n")
    with pytest.raises(TrainingError) as refused:
        read_config(file)
    assert "UTF-8" in refused.value.message
