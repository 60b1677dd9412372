"""The text protocol's lines: numbers, comments, control characters, garbage; what is refused changes nothing."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motu import State, load_game
from motu.engine import htp
from motu.engine.commands import COMMANDS, read_command
from motu.engine.gtp import MAX_LINE_BYTES, answer, serve
from motu.engine.position_search import search_position
from motu.engine.session import Session
from motu.search.limits import Limits
from motu.search.mcts import Analysis

ANSWER = re.compile(r"[=?]\d* [^\n]*(\n[^\n]+)*\n\n")
NOT_IN_FUZZ = {"quit", "loadsgf", "printsgf", "exec", "motu-values", "motu-visits", "motu-pv", "cputime"}
GAMES = ("hex(size=4)", "gan", "atomorph(size=5,return_stone=true)", "atmalof", "junior", "kvinigu")


def session(spec: str = "hex(size=5)") -> Session:
    return Session(load_game(spec), "uct:20", seed=1, version="1.2.3")


def served(data: bytes, spec: str = "hex(size=5)") -> str:
    written: list[str] = []
    serve(session(spec), io.BytesIO(data), written.append)
    return "".join(written)


def picture(game: Session) -> tuple[object, ...]:
    """All that must stay as it is when a command is refused."""
    return (
        game.game.spec,
        game.state.hash(),
        tuple(game.state.moves()),
        game.resigned,
        game.player,
        game.seed,
        game.on_little_golem,
        str(game.clocks),
        game.is_closed,
    )


def test_answers_carry_the_number_of_their_command() -> None:
    assert served(b"7 name\n12 tea\n00 version\n") == (
        "=7 motu\n\n?12 engine/unknown-command unknown command: 'tea'; list_commands lists them all\n\n=00 1.2.3\n\n"
    )


def test_without_a_number_there_is_a_blank_all_the_same() -> None:
    assert served(b"name\n") == "= motu\n\n"
    assert served(b"boardsize 5\n") == "= \n\n"


@pytest.mark.parametrize("line", ["", "   ", "\t", "# name", "   # 7 name", "\x01\x02", "\r"])
def test_lines_without_a_command_have_no_answer(line: str) -> None:
    assert answer(session(), line) == ""


def test_comments_tabs_and_control_characters() -> None:
    assert read_command("3\tplay\x07 black\x00 a1 # b2\r") == ["3", "play", "black", "a1"]
    assert served(b"na\x01me\r\n") == "= motu\n\n"


def test_a_number_alone_is_answered() -> None:
    assert served(b"5\n").startswith("?5 engine/unknown-command ")


def test_a_line_may_end_with_the_input() -> None:
    assert served(b"name") == "= motu\n\n"
    assert served(b"") == ""


def test_quit_is_answered_and_nothing_after_it() -> None:
    assert served(b"1 quit\n2 name\n") == "=1 \n\n"


def test_a_line_that_is_too_long_is_refused_and_the_next_one_read() -> None:
    long = b"echo " + b"x" * (3 * MAX_LINE_BYTES)
    first, second, rest = served(long + b"\nname\n").split("\n\n")
    assert first.startswith("? engine/line-too-long ")
    assert (second, rest) == ("= motu", "")


def test_the_longest_line_is_read() -> None:
    line = b"echo " + b"x" * (MAX_LINE_BYTES - 6) + b"\n"
    assert len(line) == MAX_LINE_BYTES
    assert served(line) == "= " + "x" * (MAX_LINE_BYTES - 6) + "\n\n"


def test_bytes_that_are_no_text() -> None:
    assert served(b"\xff\xfe\n\x80name\nname\n").endswith("= motu\n\n")
    assert served(b"play b \xc3(\n").startswith("? move/invalid ")


@pytest.mark.parametrize("name", [name for name in COMMANDS if not COMMANDS[name].usage.endswith("...]")])
def test_too_many_arguments_are_refused(name: str) -> None:
    game = session()
    before = picture(game)
    assert answer(game, f"{name} 1 2 3 4 5").startswith("? engine/syntax ")
    assert picture(game) == before


@pytest.mark.parametrize("name", [name for name in COMMANDS if COMMANDS[name].usage[:1].isupper()])
def test_too_few_arguments_are_refused(name: str) -> None:
    assert answer(session(), name).startswith("? engine/syntax ")


@given(st.binary(max_size=400))
@settings(max_examples=200)
def test_any_bytes_get_well_formed_answers(data: bytes) -> None:
    text = served(data.replace(b"quit", b"tea"))
    assert "".join(match[0] for match in ANSWER.finditer(text)) == text
    lines = [line.decode("utf-8", "replace") for line in data.replace(b"quit", b"tea").split(b"\n")]
    assert len(ANSWER.findall(text)) == sum(bool(read_command(line)) for line in lines)


WORDS = st.one_of(
    st.sampled_from(["b", "w", "red", "blue", "black", "a1", "b2", "c3", "swap", "resign", "r4", "c2=3", "xb2"]),
    st.sampled_from(["@a1", "r4c4-r5c5", "5", "0", "-1", "1e9", "99999999999999999999", "nan", "allow_swap", "player"]),
    st.sampled_from(["uct:10", "random", "seed", "none", "game_time", "1", "3", *GAMES]),
    st.text(max_size=8),
)
LINES = st.tuples(st.sampled_from(sorted(set(COMMANDS) - NOT_IN_FUZZ)), st.lists(WORDS, max_size=4))


@given(st.sampled_from(GAMES), st.lists(LINES, max_size=25))
@settings(max_examples=150)
def test_whatever_is_refused_changes_nothing(spec: str, lines: list[tuple[str, list[str]]]) -> None:
    game = session(spec)
    for name, words in lines:
        before = picture(game)
        game.set_seed(1)
        before = picture(game)
        text = answer(game, " ".join([name, *words]).replace("\n", " "))
        assert ANSWER.fullmatch(text)
        if text.startswith("?"):
            assert picture(game) == before


@pytest.mark.parametrize("spec", GAMES)
def test_a_whole_game_and_back(spec: str) -> None:
    """genmove and roll to the end, every move replayed elsewhere by play, then undone to the beginning."""
    game, copy = session(spec), session(spec)
    start = picture(game)
    commands = 0
    while answer(game, "motu-turn") != "= over\n\n":
        turn = answer(game, "motu-turn")[2:].split()
        if turn[0] == "roll":
            face = answer(game, "roll")[2:].strip()
            assert answer(copy, f"roll {face}") == f"= {face}\n\n"
        else:
            move = answer(game, f"genmove {turn[0]}")[2:].strip()
            assert answer(copy, f"play {turn[0]} {move}") == "= \n\n"
        commands += 1
        assert commands < 5000
    assert copy.state.moves() == game.state.moves()
    assert answer(game, "genmove w") == "= resign\n\n"
    outcome = game.state.outcome()
    assert outcome is not None
    sign = "0" if outcome.winner is None else "BW"[outcome.winner ^ game.state.is_swapped()] + "+"
    assert answer(game, "final_score") == f"= {sign}\n\n"
    for _ in range(commands):
        assert answer(game, "undo") == "= \n\n"
    assert picture(game)[:4] == start[:4]
    assert answer(game, "undo").startswith("? undo/empty ")


def test_equal_seeds_play_equal_games() -> None:
    lines = b"set_random_seed 5\ngenmove r\nroll\nroll\ngenmove b\nroll\n"
    assert served(lines, "atmalof") == served(lines, "atmalof")


def test_exec_is_all_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "bad.htp"
    path.write_text("boardsize 4\n# fine so far\n3 play b a1\nplay w a1\n", "utf-8")
    game = session()
    game.play(0, "c3")
    before = picture(game)
    assert answer(game, f"exec {path}").startswith("? move/illegal line 4: illegal move 'a1'")
    assert picture(game) == before
    assert answer(game, "undo") == "= \n\n"


@pytest.mark.parametrize("line", ["quit", "exec bad.htp"])
def test_a_file_neither_leaves_nor_calls_files(line: str, tmp_path: Path) -> None:
    path = tmp_path / "file.htp"
    path.write_text(line, "utf-8")
    game = session()
    assert answer(game, f"exec {path}").startswith("? engine/not-in-files line 1: ")
    assert not game.is_closed


@pytest.mark.parametrize("name", ["nowhere.sgf", "~nobody/game.sgf", "/", "\u00e9\ufffd"])
def test_files_that_cannot_be_loaded(name: str) -> None:
    game = session()
    before = picture(game)
    assert answer(game, f"loadsgf {name}").startswith("? engine/file cannot load file: ")
    assert answer(game, f"exec {name}").startswith("? record/file ")
    assert picture(game) == before


def test_printsgf_refuses_what_it_cannot_write() -> None:
    assert answer(session(), "printsgf /nowhere/at/all.sgf").startswith("? engine/file cannot save file: ")


def test_an_awaited_roll_is_analysed_face_by_face(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(htp, "ANALYSIS_S", 60.0)  # all visits, however busy the machine is
    game = session("atmalof")
    for line in ("play red r1=1", "announce blue r1"):
        assert answer(game, line) == "= \n\n"
    words = answer(game, "motu-values")[2:].split()
    assert words[::2] == ["=1", "=2", "=3", "=4", "=5", "=6", "mean"]
    *faces, mean = map(float, words[1::2])
    assert mean == pytest.approx(sum(faces) / 6, abs=0.002)
    visits = answer(game, "motu-visits blue")[2:].split()
    assert sum(map(int, visits[1::2])) == 10_000
    assert answer(game, "motu-pv") == "= \n\n"
    assert answer(game, "motu-values red").startswith("? engine/colour ")


def test_the_principal_variation_can_be_played() -> None:
    game = session("hex(size=5)")
    answer(game, "play b b2")
    moves = answer(game, "motu-pv w")[2:].split()
    assert moves
    for move in moves:
        colour = "bw"[game.state.to_move()]
        assert answer(game, f"play {colour} {move}") == "= \n\n"


@pytest.mark.parametrize(
    ("clock", "most"),
    [
        ([], 5.0),
        (["time_settings 20 0 0"], 2.0),
        (["time_settings 3600 0 0"], 5.0),
        (["time_settings 3600 0 0", "time_left blue 1 0"], 5.0),
        (["time_settings 3600 0 0", "time_left red 1 0"], 0.9),
    ],
)
@pytest.mark.parametrize("command", ["motu-values", "motu-visits", "motu-pv"])
def test_an_analysis_takes_no_longer_than_the_clock_gives_a_move(
    command: str, clock: list[str], most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Limits] = []

    def recorded(state: State, limits: Limits, *others: Any, **named: Any) -> Analysis:
        asked.append(limits)
        return search_position(state, Limits(visits=10))

    monkeypatch.setattr(htp, "search_position", recorded)
    game = session("atmalof")
    for line in clock:
        assert answer(game, line) == "= \n\n"
    assert answer(game, command).startswith("= ")
    assert [limits.visits for limits in asked] == [10_000]
    assert 0 < asked[0].time <= most


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (KeyError("tea"), "?7 engine/failed a fault of motu itself: KeyError('tea')\n\n"),
        (MemoryError(), "?7 engine/memory there is not enough memory for this request\n\n"),
    ],
)
def test_a_command_that_fails_is_answered_and_the_game_goes_on(
    error: Exception, told: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*arguments: Any) -> NoReturn:
        raise error

    monkeypatch.setattr(Session, "generate", fail)
    game = session()
    assert answer(game, "play b a1") == "= \n\n"
    assert answer(game, "7 genmove w") == told
    assert answer(game, "motu-moves") == "= a1\n\n"
    assert [record.exc_info is not None for record in caplog.records] == [True] * isinstance(error, KeyError)


def test_a_file_of_commands_that_fails_in_the_middle_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: Any) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr(Session, "generate", fail)
    file = tmp_path / "commands"
    file.write_text("play b a1\ngenmove w\n", "utf-8")
    game = session()
    before = picture(game)
    assert answer(game, f"exec {file}").startswith("? engine/memory ")
    assert picture(game) == before


@pytest.mark.parametrize("seconds", ["100000000", "1e9", "-1", "nan", "inf", "1_0", "\u0661\u0662", "ten"])
@pytest.mark.parametrize("line", ["time_settings {} 0 0", "time_settings 0 {} 1", "time_left b {} 0"])
def test_a_time_that_no_clock_has_is_refused_with_the_bound(line: str, seconds: str) -> None:
    said = answer(session(), line.format(seconds))
    right = "seconds are a number from 0 to 31,622,400, which is a year"
    assert said == f"? engine/syntax syntax error: {right}, not '{seconds}'\n\n"


@pytest.mark.parametrize("seconds", ["0", "10", "0.5", "1e3", "31622400"])
def test_times_that_clocks_have(seconds: str) -> None:
    assert answer(session(), f"time_settings {seconds} 0 0") == "= \n\n"
