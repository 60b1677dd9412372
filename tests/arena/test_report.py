"""What is told of a match: every figure and every line, of games that were written down by hand."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from motu import Record, load_game
from motu.arena.bradley_terry import rate
from motu.arena.entrants import parse_entrants
from motu.arena.match import MatchStanding
from motu.arena.report import elo_text, ladder_json, ladder_lines, match_json, match_lines
from motu.arena.results import PlayedGame, tallies
from motu.arena.schedule import MatchSettings, Schedule, Slot
from motu.arena.sprt import Sprt
from motu.games.record_parts import Result

ANT, BEE, CAT = range(3)


def standing_of(games: list[PlayedGame], *texts: str, wanted: int = 10, sprt: Sprt | None = None) -> MatchStanding:
    settings = MatchSettings(load_game("hex(size=4)"), parse_entrants(texts), openings="none", plies=90)
    schedule = Schedule(settings)
    standing = MatchStanding(schedule, tallies(schedule.pairings), wanted, sprt)
    standing.add(*games)
    return standing


def between(one: int, other: int, *pairs: str) -> list[PlayedGame]:
    """The games of pairs, a text each: points of who begins in the game that `one` begins, then in the other's.

    w is a win of who begins, d a draw, l a loss, u broken off; - was not played.
    """
    points = {"w": 1.0, "d": 0.5, "l": 0.0, "u": None}
    return [
        PlayedGame(Slot(pair, first, second), points[sign], "unfinished" if sign == "u" else "connected")
        for pair, signs in enumerate(pairs)
        for sign, first, second in zip(signs, (one, other), (other, one), strict=True)
        if sign != "-"
    ]


def with_lines(games: list[PlayedGame], *lines: tuple[int, int]) -> list[PlayedGame]:
    """The same games with the opening and the line of each pair."""
    return [replace(game, line=lines[game.slot.pair]) for game in games]


PAIRS = ("wl", "dl", "uw", "ld", "d-")
FIGURES: dict[str, Any] = {
    "games": 9,
    "wins": 3,
    "draws": 3,
    "losses": 2,
    "unfinished": 1,
    "forfeits": [0, 0],
    "pairs": [0, 1, 0, 1, 1],
    "repeated": 0,
    "score": 0.5625,  # 4 ½ of 8
    "first_mover_score": 0.4375,
    "seconds_a_move": [None, None],
    "score_wilson_95": [0.2589, 0.8255],
    "score_95": [0.3009, 0.9491],
    "elo": 120.4,  # two to one in the pairs that are whole: 400 log10(2)
    "elo_95": [-146.4, 508.2],
    "los": 0.7752,
}


def test_all_figures_of_a_match() -> None:
    standing = standing_of(between(ANT, BEE, *PAIRS), "ant=random", "bee=uct:10")
    data = match_json(standing)
    assert {key: data[key] for key in FIGURES} == FIGURES
    assert (data["players"], data["wanted"], data["notes"]) == (["ant", "bee"], 10, [])
    assert (data["entrants"], data["plies"]) == ([["ant", "random"], ["bee", "uct:10"]], 90)
    assert "sprt" not in data


def test_pairs_that_repeat_others_are_told_and_left_out() -> None:
    games = with_lines(between(ANT, BEE, "wl", "ll", "wl", "wl"), (1, 5), (2, 6), (1, 5), (1, 5))
    standing = standing_of(games, "ant=random", "bee=uct:10", sprt=Sprt(0, 30))
    data = match_json(standing)
    assert (data["games"], data["wins"], data["pairs"], data["repeated"]) == (8, 7, [0, 0, 1, 0, 1], 4)
    assert standing.tally.leading_pairs == (0, 0, 1, 0, 1)
    told = "4 games repeat others move by move and tell nothing new: give more --openings"
    assert told in match_lines(standing)
    assert told in ladder_lines(standing)
    assert [(row["games"], row["score"]) for row in ladder_json(standing)["ladder"]] == [(8, 0.875), (8, 0.125)]


def test_where_an_opening_is_played_otherwise_once_all_pairs_count() -> None:
    games = with_lines(between(ANT, BEE, "wl", "wl", "wl", "lw"), (1, 5), (1, 5), (1, 5), (1, 7))
    standing = standing_of(games, "ant=random", "bee=uct:10", sprt=Sprt(0, 30))
    assert (standing.tally.repeated, standing.tally.pairs) == (0, (1, 0, 0, 0, 3))
    assert standing.tally.leading_pairs == (1, 0, 0, 0, 3)


def test_all_lines_of_a_match() -> None:
    standing = standing_of(between(ANT, BEE, *PAIRS), "ant=random", "bee=uct:10", sprt=Sprt(0, 30))
    assert match_lines(standing) == [
        "ant  against  bee",
        f"{standing.schedule.book.spec}, openings none: 9 of 10 games",
        "",
        "won 3, drawn 3, lost 2; pairs with 0 ½ 1 1½ 2 points: 0 1 0 1 1",
        "score 66.7%   (95 %: 30.1% to 94.9%)",
        "Elo +120   (95 %: -146 to +508), stronger with probability 77.5%",
        "who begins scores 43.8%",
        "broken off after 90 plies, counted for nobody: 1",
        "SPRT +0 against +30 Elo: LLR 0.19 (-2.94 to 2.94), undecided",
        "not repeatable: the file does not say what its games were played with",
    ]


def test_a_match_without_games_says_nothing_of_strength() -> None:
    standing = standing_of([], "ant=random", "bee=uct:10", sprt=Sprt(0, 30))
    data = match_json(standing)
    assert (data["games"], data["score"], data["first_mover_score"], data["unfinished"]) == (0, None, None, 0)
    assert not {"elo", "los", "score_95", "score_wilson_95"} & set(data)
    assert match_lines(standing)[3:] == [
        "won 0, drawn 0, lost 0; pairs with 0 ½ 1 1½ 2 points: 0 0 0 0 0",
        "SPRT +0 against +30 Elo: LLR 0.00 (-2.94 to 2.94), undecided",
        "not repeatable: the file does not say what its games were played with",
    ]


@pytest.mark.parametrize(
    ("pairs", "accepted", "said"),
    [(("wl",) * 60, "H1", "H1 accepted (+40 Elo)"), (("lw",) * 60, "H0", "H0 accepted (-20 Elo)")],
)
def test_the_end_of_a_sequential_test_names_the_strength_that_is_accepted(
    pairs: tuple[str, ...], accepted: str, said: str
) -> None:
    standing = standing_of(between(ANT, BEE, *pairs), "ant=random", "bee=uct:10", sprt=Sprt(-20, 40))
    told = match_json(standing)["sprt"]
    assert (told["elo0"], told["elo1"], told["accepted"]) == (-20, 40, accepted)
    assert told["bounds"] == [-2.9444, 2.9444]
    assert told["llr"] == round(standing.llr, 4)
    assert match_lines(standing)[-2].startswith("SPRT -20 against +40 Elo: LLR ")
    assert match_lines(standing)[-2].endswith(said)


def test_all_figures_of_a_ladder() -> None:
    games = between(ANT, BEE, *PAIRS) + between(ANT, CAT, "d-", "-l")
    data = ladder_json(standing_of(games, "bee=random", "ant=uct:10", "cat=uct:20", wanted=30))
    finished = [(0, 1, 1), (1, 0, 0), (0, 1, 0.5), (1, 0, 0), (1, 0, 1), (0, 1, 0), (1, 0, 0.5), (0, 1, 0.5)]
    ratings = rate([*finished, (0, 2, 0.5), (2, 0, 0)], 3)
    elo, margins = ratings.elo.tolist(), [ratings.margin(each) for each in range(3)]
    assert elo[0] > elo[1] > elo[2]
    assert data["ladder"] == [
        {"player": "bee", "elo": round(elo[0], 1), "elo_95": round(margins[0], 1), "games": 10, "score": 0.6},
        {"player": "ant", "elo": round(elo[1], 1), "elo_95": round(margins[1], 1), "games": 8, "score": 0.4375},
        {"player": "cat", "elo": round(elo[2], 1), "elo_95": round(margins[2], 1), "games": 2, "score": 0.25},
    ]
    assert data["advantage_elo"] == round(ratings.advantage, 1)
    assert data["advantage_elo_95"] == round(1.959964 * ratings.advantage_error, 1)
    assert (data["wanted"], data["played"], data["notes"]) == (30, 11, [])
    first, second, third = data["matches"]
    assert first == {"players": ["bee", "ant"]} | FIGURES
    assert (second["players"], second["wins"], second["draws"], second["score"]) == (["bee", "cat"], 1, 1, 0.75)
    assert (third["players"], third["games"], third["score"]) == (["ant", "cat"], 0, None)


def test_all_lines_of_a_ladder() -> None:
    """From the strongest down; a pairing has the interval of its pairs, without any that of its games."""
    games = between(BEE, CAT, *PAIRS) + between(ANT, CAT, "d-", "-l")
    standing = standing_of(games, "ant=random", "beetle=uct:10", "cat=uct:20", "dog=uct:30", wanted=60)
    assert ladder_lines(standing) == [
        f"{standing.schedule.book.spec}, openings none: 11 of 60 games",
        "",
        "     player     Elo    95 %   games   score",
        "  1  ant       +206   ±1247       2   75.0%",
        "  2  dog          0   ±3395       0        ",
        "  3  beetle     -62   ±1180       8   56.2%",
        "  4  cat       -144   ±1167      10   40.0%",
        "",
        "to begin is worth -134 ±314 Elo",
        "",
        "   ant : beetle  no games",
        "   ant : cat        1    1    0   75.0%  (95 %: 19.8% to 97.3%)",
        "   ant : dog     no games",
        "beetle : cat        3    3    2   56.2%  (95 %: 30.1% to 94.9%)",
        "beetle : dog     no games",
        "   cat : dog     no games",
        "broken off after 90 plies, counted for nobody: 1",
        "",
        "not repeatable: the file does not say what its games were played with",
    ]


def test_what_went_wrong_is_told_with_the_first_remarks() -> None:
    reasons = ["forfeit", "time", "resign", "forfeit", "forfeit", "forfeit", "time"]
    games = [PlayedGame(Slot(pair, BEE, ANT), 0.0, why, f"so {pair}") for pair, why in enumerate(reasons)]
    games += [
        PlayedGame(Slot(0, ANT, BEE), 0.0, "time", "late"),
        PlayedGame(Slot(1, ANT, BEE), None, "unfinished", "broken off after 90 plies"),
    ]
    standing = standing_of(games, "ant=random", "bee=uct:10")
    remarks = ["game 1a: late", *(f"game {pair + 1}b: so {pair}" for pair in range(7))]
    data = match_json(standing)
    assert (data["forfeits"], data["notes"], data["unfinished"]) == ([1, 6], remarks, 1)
    assert match_lines(standing)[-10:-1] == [
        "broken off after 90 plies, counted for nobody: 1",
        "lost off the board by ant: 1",
        "lost off the board by bee: 6",
        *(f"  {remark}" for remark in remarks[:5]),
        "  … 8 such remarks in all; --json lists them",
    ]
    few = standing_of(games[:5], "ant=random", "bee=uct:10")
    assert match_lines(few)[-2] == "  game 5b: so 4"


def test_who_has_thought_how_long() -> None:
    games = [
        PlayedGame(Slot(0, ANT, BEE), 1.0, "connected", seconds=(3.0, 8.0), moves=(2, 4)),
        PlayedGame(Slot(0, BEE, ANT), 1.0, "connected", seconds=(1.0, 2.0), moves=(1, 2)),
    ]
    standing = standing_of(games, "ant=random", "bee=uct:10")
    assert match_json(standing)["seconds_a_move"] == [1.25, 1.8]
    assert "seconds a move: 1.250 and 1.800" in match_lines(standing)
    half = standing_of([PlayedGame(Slot(0, ANT, BEE), 1.0, "forfeit", moves=(1, 0))], "ant=random", "bee=uct:10")
    assert match_json(half)["seconds_a_move"] == [0.0, None]
    assert not any("seconds" in line for line in match_lines(half))


def test_an_elo_difference_that_is_infinite_has_a_sign() -> None:
    assert [elo_text(elo) for elo in (math.inf, -math.inf, 12.4, -0.6)] == ["+∞", "−∞", "+12", "-1"]
    standing = standing_of(between(ANT, BEE, "wl"), "ant=random", "bee=uct:10")
    assert match_json(standing)["elo"] is None
    assert match_lines(standing)[5].startswith("Elo +∞   (95 %: ")


@pytest.mark.parametrize(
    ("winner", "reason", "score"),
    [(0, "connected", 1.0), (1, "connected", 0.0), (None, "tiebreak", 0.5), (None, "unfinished", None)],
)
def test_a_record_tells_points_and_thinking_times(winner: int | None, reason: str, score: float | None) -> None:
    """The opening's two moves are nobody's; of the five after it three are the first one's."""
    state = load_game("hex(size=4,swap=false)").new_initial_state()
    state.play_all(["a1", "d4", "b2", "c3", "b3", "c2", "a4"])
    times = (9000, 9000, 100, 2000, 300, 4000, 500)
    record = replace(Record.from_state(state, times=times), result=Result(winner, reason))
    played = PlayedGame.of(Slot(3, BEE, ANT), replace(record, extra={"arena": {"opening": 2, "note": "so"}}))
    assert (played.slot, played.score, played.reason, played.note) == (Slot(3, BEE, ANT), score, reason, "so")
    assert played.seconds == pytest.approx((0.9, 6.0))
    assert played.moves == (3, 2)
    assert played.score_of(BEE) == score
    assert played.score_of(ANT) == (None if score is None else 1 - score)
    without = PlayedGame.of(Slot(0, ANT, BEE), replace(record, times=None))
    assert (without.seconds, without.moves, without.note) == ((0.0, 0.0), (0, 0), "")


def test_one_game_is_one_game() -> None:
    standing = standing_of(between(ANT, BEE, "w-"), "level:1", "level:2", wanted=1)
    assert match_lines(standing)[1].endswith(": 1 of 1 game")
    assert ladder_lines(standing)[0].endswith(": 1 of 1 game")
