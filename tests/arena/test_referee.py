"""Single games: who sits where, the pie rule, dice, and how a game ends when a player does not play along."""

from __future__ import annotations

import sys

import pytest

from arena.playing import PATIENCE_S, note_of, play, program, text_of
from motu import load_game
from motu.arena.entrants import parse_entrants
from motu.arena.seats import OwnSeat, Times, take_seat, try_out
from motu.errors import EngineError
from motu.games.record import Record

MOTU = f"gtp:{sys.executable} -P -m motu gtp --player"


def assert_replays(record: Record) -> None:
    assert Record.from_json(record.to_json()) == record
    assert record.times is not None
    assert len(record.times) == len(record.moves)


@pytest.mark.parametrize("spec", ["hex(size=4)", "gan", "atomorph(size=4,return_stone=true)", "junior", "kvinigu"])
def test_motu_plays_itself_behind_gtp(spec: str) -> None:
    record = play(spec, f"one={MOTU} uct:50", "uct:50", plies=400)
    assert_replays(record)
    assert record.result.reason in ("connected", "line", "tiebreak", "stuck")
    assert record.players[0].settings is not None
    assert record.players[0].settings["name"] == "motu"


def test_both_programs_are_told_what_the_die_shows() -> None:
    """Each keeps a board of its own, and would be found out at the first move after a roll that it has not heard of."""
    record = play("atmalof", f"one={MOTU} random", f"two={MOTU} random", opening=("r4=6",), plies=12)
    assert (record.result.reason, record.final_state().ply()) == ("unfinished", 12), note_of(record)


def test_equal_seeds_make_equal_games_and_other_seeds_others() -> None:
    games = [
        play("junior", f"one={MOTU} uct:20", "random", seeds=seeds, dice="d") for seeds in ((5, 6), (5, 6), (5, 7))
    ]
    assert games[0].moves == games[1].moves != games[2].moves


def test_a_program_that_knows_nothing_of_motu_plays_hex() -> None:
    record = play("hex(size=4,swap=false)", text_of(), text_of(name="other"), opening=("d4",))
    # Both take the first empty cell; black, who had d4, then a1 b1 … in turn: the moves can be written down.
    assert record.moves[:5] == ("d4", "a1", "b1", "c1", "d1")
    assert_replays(record)


@pytest.mark.parametrize("mode", ["", "no-switch", "no-parameter"])
def test_a_program_is_told_whether_the_pie_rule_is_in_force(mode: str) -> None:
    assert "swap" not in play("hex(size=3,swap=false)", text_of(mode), text_of("swap")).moves


def test_the_pie_rule_exchanges_persons_and_leaves_the_stones() -> None:
    record = play("hex(size=3)", text_of(), text_of("swap"))
    assert record.moves[:4] == ("a1", "swap", "b1", "c1")
    state = record.final_state()
    outcome = state.outcome()
    assert outcome is not None
    assert record.result.winner == outcome.winner
    assert state.colour(1) == "black"
    for person in (0, 1):
        assert record.players[person].name == ("plain", "swap")[person]


@pytest.mark.parametrize(
    ("mode", "reason", "said"),
    [
        ("crash:2", "forfeit", "exit code 7 without an answer to 'genmove white': out of cheese"),
        ("garbage:2", "forfeit", "an answer of GTP begins with = or ?"),
        ("flood:1", "forfeit", "more than 1,048,576 bytes"),
        ("occupied:2", "forfeit", "plays 'a1'"),
        ("nonsense:1", "forfeit", "answers 'over there'"),
        ("twice:1", "forfeit", "before it is asked"),
        ("refuse:2", "forfeit", "refuses 'play black"),
        ("dies-of-play:1", "forfeit", "exit code 7 without an answer to 'play black a1'"),
        ("resign:2", "resign", ""),
        ("hang:2", "time", "has not answered 'genmove white' within 2.5 s"),
    ],
)
def test_whoever_does_not_play_along_has_lost(mode: str, reason: str, said: str) -> None:
    record = play("hex(size=5,swap=false)", text_of(), text_of(mode), times=Times(move=2.5 if "hang" in mode else 60.0))
    assert (record.result.winner, record.result.reason) == (0, reason)
    assert said in note_of(record)
    assert note_of(record).isprintable()
    assert_replays(record)


def test_the_first_player_can_lose_like_that_too() -> None:
    record = play("hex(size=5,swap=false)", text_of("crash:1"), text_of())
    assert (record.result.winner, record.result.reason, record.moves) == (1, "forfeit", ())


def test_a_program_is_started_anew_after_a_crash() -> None:
    """One seat, two games: the counter of the mode begins again with the new process."""
    entrants = parse_entrants((text_of(), text_of("crash:3")))
    seats = tuple(take_seat(entrant) for entrant in entrants)
    texts = (text_of(), text_of("crash:3"))
    lengths = []
    for _ in range(2):
        record = play("hex(size=5,swap=false)", *texts, seats=_kept(seats))
        assert record.result.reason == "forfeit"
        lengths.append(len(record.moves))
    assert lengths[0] == lengths[1] == 5
    for seat in seats:
        seat.close()


def _kept(seats: tuple[object, ...]) -> tuple[object, ...]:
    """Seats that stay when a game closes them."""

    class Kept:
        def __init__(self, seat: object) -> None:
            self._seat = seat

        def __getattr__(self, name: str) -> object:
            return (lambda: None) if name == "close" else getattr(self._seat, name)

    return tuple(Kept(seat) for seat in seats)


def test_what_happens_after_the_last_move_changes_nothing() -> None:
    """White dies of being told the move that wins for black: it is the fifth that it is told."""
    opening = ("b2", "a1", "b3", "c3")
    record = play("hex(size=3,swap=false)", text_of(), text_of("dies-of-play:5"), opening=opening)
    assert (record.result.winner, record.result.reason, len(record.moves)) == (0, "connected", 5), note_of(record)
    assert "exit code 7" in note_of(record)
    assert_replays(record)


def test_a_clock_runs_down_over_several_moves() -> None:
    record = play("hex(size=5,swap=false)", text_of(), text_of("slow:0.5"), times=Times(move=60.0, clock=1.4))
    assert (record.result.winner, record.result.reason) == (0, "time")
    assert len(record.moves) == 5  # two moves in time, not the third


def test_motus_own_players_have_their_time_too() -> None:
    record = play("hex(size=5,swap=false)", "uct:0.4s", "random", times=Times(move=0.1))
    assert (record.result.winner, record.result.reason) == (1, "time")


def test_a_player_that_fails_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: OwnSeat, state: object) -> str:
        raise ZeroDivisionError("one over nothing")

    monkeypatch.setattr(OwnSeat, "choose", fail)
    record = play("hex(size=5)", "random", text_of())
    assert (record.result.winner, record.result.reason) == (1, "forfeit")
    assert "ZeroDivisionError: one over nothing" in note_of(record)


def test_an_announcement_with_a_roll_of_its_own_is_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever could choose his roll would cheat: the referee rolls."""
    monkeypatch.setattr(OwnSeat, "choose", lambda self, state: "r4=4")
    record = play("atmalof", "random", "random")
    assert (record.result.winner, record.result.reason, record.moves) == (1, "forfeit", ())


def test_a_game_that_goes_on_for_too_long_is_broken_off() -> None:
    record = play("atmalof", "random", "random", plies=12)
    assert (record.result.winner, record.result.reason) == (None, "unfinished")
    assert record.final_state().ply() == 12
    assert "12 plies" in note_of(record)


def test_hex_programs_play_nothing_but_hex() -> None:
    [entrant] = parse_entrants([text_of()])
    with pytest.raises(EngineError, match="Hex alone") as caught:
        try_out(entrant, load_game("gan"))
    assert caught.value.slug == "engine/program-unsuitable"
    try_out(entrant, load_game("hex(size=9x11)"))


def test_the_program_of_these_tests_is_what_it_says() -> None:
    running = program()
    assert running.ask("name", PATIENCE_S) == "hex_program"
    running.close()
