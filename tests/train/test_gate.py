"""Matches of nets are matches of the arena, on several boards together."""

from __future__ import annotations

import motu
from motu.arena.sprt import Sprt
from motu.train.gate import Score, play

GAMES = (motu.load_game("hex(size=3,swap=false)"), motu.load_game("hex(size=4,swap=false)"))


def test_a_score_counts_pairs() -> None:
    score = Score((1, 0, 2, 0, 3))
    assert score.games == 12
    assert score.score == (0 + 1 + 3) / 6
    assert Score((0,) * 5).score == 0.5


def test_who_wins_or_loses_everything_has_no_elo() -> None:
    assert Score((0, 0, 0, 0, 3)).elo is None
    assert Score((3, 0, 0, 0, 0)).elo is None
    assert Score((0, 0, 3, 0, 0)).elo == 0
    assert Score((0,) * 5).elo is None


def test_a_match_is_played_on_all_boards() -> None:
    score = play("mcts:60", "random", GAMES, 8, 1)
    assert score.games == 8
    assert score.score > 0.6
    assert score.verdict is None


def test_a_clear_match_ends_early() -> None:
    score = play("mcts:60", "random", GAMES, 400, 1, sprt=Sprt(0, 200))
    assert score.verdict == "H1"
    assert score.games < 200


def test_a_match_stops_when_it_is_told() -> None:
    assert play("random", "random", GAMES, 400, 1, is_stopped=lambda: True).games <= 2
