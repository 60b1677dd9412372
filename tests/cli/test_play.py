"""`motu play` with lines from a pipe: whole games, every command, every refusal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import motu
from cli.running import refusal, run, run_well
from motu.cli.playing.match import seats_of
from motu.games.record import read_lines

HEX = "hex(size=3)"
GAMES = (
    HEX,
    "atoll(size=5)",
    "atoll(board=hexagon,size=3,islands=12)",
    "atomorph(size=3)",
    "atomorph(size=3,contested=never,corners=false,return_stone=true)",
    "junior(pieces=6)",
    "kvinigu(rows=3,cols=3,line=3,pieces=5)",
)
ENGINES = ("random", "uct:20")


def script(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def every_move(spec: str) -> str:
    """Lines that end any game: all moves over and over, whether they are legal or not."""
    game = motu.load_game(spec)
    names = game.board.names
    if game.name == "atmalof":
        announcements = [f"{side}{number}" for number in range(1, game.board.height + 1) for side in "rc"]
        steps = [f"{names[cell]}-{names[other]}" for cell in range(len(names)) for other in game.board.neighbours[cell]]
        lines = (announcements * 4 + steps) * 6
    else:
        lines = [f"@{name}" for name in names] + [*names, *(f"x{name}" for name in names), *names] * 6
    return script(*lines)


def moves_in(path: Path) -> tuple[str, ...]:
    return motu.Record.load(path).moves


# --- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("seat", ["--first", "--second"])
def test_a_whole_game_against_an_engine(spec: str, engine: str, seat: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    arguments = ("play", spec, seat, engine, "--seed", "7", "--save", str(path))
    text = run_well(*arguments, stdin=every_move(spec))
    record = motu.Record.load(path)
    outcome = record.replay().outcome()
    assert outcome is not None
    assert (record.result.winner, record.result.reason) == (outcome.winner, outcome.reason)
    assert [player.kind for player in record.players] == (
        ["engine", "human"] if seat == "--first" else ["human", "engine"]
    )
    told = "a draw: " if outcome.winner is None else "win"
    assert re.search(rf"^.*{told}.*$", text, re.MULTILINE)
    assert text.rstrip().endswith(f"saved in {path}")


@pytest.mark.parametrize("spec", GAMES)
def test_engines_play_each_other(spec: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run_well("play", spec, "--first", "random", "--second", "uct:20", "--seed", "1", "--save", str(path))
    assert motu.Record.load(path).replay().is_terminal()


def test_two_people(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    arguments = ("play", HEX, "--first", "human", "--second", "human", "--save", str(path))
    text = run_well(*arguments, stdin=script("b2", "a1", "B1", "a2", "b3"))
    assert moves_in(path) == ("b2", "a1", "b1", "a2", "b3")
    assert "black (human (first player)) wins: a chain connects black's sides (3 stones, marked on the board)" in text
    assert "◆" in text


def test_the_winning_line_of_atmalof_is_told(tmp_path: Path) -> None:
    arguments = ("play", "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4)", "--own-dice")
    lines = script("r1=1", "r3=1", "r1=2", "r3=2", "r1=3")
    text = run_well(*arguments, "--first", "human", "--second", "human", stdin=lines)
    assert "red (human (first player)) wins: 3 in a row (r1c1 r1c2 r1c3)" in text


# --- seats -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ([], "black: you   white: mcts:1s"),
        (["--first", "human"], "black: you   white: mcts:1s"),
        (["--black", "random"], "black: random   white: you"),
        (["--white", "uct:9"], "black: you   white: uct:9"),
        (["--second", "human", "--first", "uct:9"], "black: uct:9   white: you"),
        (["--first", "Human", "--second", "UCT:2s", "--moves", "b2 swap"], "black: uct:2s   white: you"),
        (["--second", "random", "--swap-colours", "--seed", "1"], "black: random   white: you"),
    ],
)
def test_who_sits_where(options: list[str], seats: str) -> None:
    assert seats in run_well("play", HEX, *options, stdin="").splitlines()


def test_colours_of_atmalof() -> None:
    assert "red: random   blue: you" in run_well("play", "atmalof", "--red", "random", "--blue", "human", stdin="")


def test_the_one_who_is_not_named_as_human_is_mcts() -> None:
    assert "black: you   white: random" in run_well("play", HEX, "--second", "random", stdin="")
    assert "black: mcts:1s   white: you" in run_well("play", "hex(size=2,swap=false)", "--second", "human", stdin="")


# --- repeatable ------------------------------------------------------------------------------------------------------


def test_a_seed_makes_games_equal(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        path = tmp_path / name
        run_well("play", "junior", "--first", "random", "--second", "uct:30", "--seed", "5", "--save", str(path))
        texts.append(moves_in(path))
    assert texts[0] == texts[1]


def test_a_saved_game_says_what_its_engines_were(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run_well("play", HEX, "--first", "mcts:5", "--second", "level:1", "--seed", "5", "--save", str(path))
    [record] = read_lines(path.read_text("utf-8"))
    first, second = ((player.settings or {})["engine"] for player in record.players)
    assert first["evaluator"] == "resistance"
    assert {"version", "code", "core", "tables", "threads"} <= first.keys() & second.keys()
    assert seats_of(record) == ("mcts:5", "level:1")


def test_other_seeds_make_other_games(tmp_path: Path) -> None:
    found = set()
    for seed in range(4):
        path = tmp_path / str(seed)
        run_well("play", "junior", "--first", "random", "--second", "random", "--seed", str(seed), "--save", str(path))
        found.add(moves_in(path))
    assert len(found) == 4


def test_an_interrupted_game_goes_on_as_it_would_have(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    lines = ["r1", "c2", "r3", "c4", "r5", "c1"]
    run_well("play", "junior", "--second", "uct:30", "--seed", "5", "--save", str(whole), stdin=script(*lines))
    run_well("play", "junior", "--second", "uct:30", "--seed", "5", "--save", str(parts), stdin=script(*lines[:2]))
    for line in lines[2:]:
        run_well("play", "--resume", str(parts), stdin=script(line))
    assert moves_in(parts) == moves_in(whole)


# --- commands --------------------------------------------------------------------------------------------------------


def test_undo_takes_back_the_engine_s_answer_too() -> None:
    text = run_well("play", HEX, "--second", "random", "--seed", "1", stdin=script("b2", "moves", "undo", "moves"))
    assert re.search(r"^  1\.b2 2\.\w+$", text, re.MULTILINE)
    assert text.index("back to move 1") < text.index("no moves so far")


def test_undo_when_the_engine_began() -> None:
    result = run("play", HEX, "--first", "random", "--seed", "1", stdin=script("undo", "b2", "undo", "moves"))
    assert result.stderr.splitlines()[0] == "there is no move of yours to take back"
    assert "back to move 2" in result.stdout


def test_undo_between_two_people_takes_back_one_move() -> None:
    arguments = ("play", HEX, "--first", "human", "--second", "human")
    text = run_well(*arguments, stdin=script("b2", "a1", "undo", "moves", "undo", "undo"))
    assert "  1.b2\n" in text


def test_undo_after_the_end_and_after_resigning(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    arguments = ("play", HEX, "--first", "human", "--second", "human", "--save", str(path))
    text = run_well(*arguments, stdin=script("b2", "resign", "undo", "a1", "b1", "a2", "b3", "undo", "c3", "c2"))
    assert "black (human (first player)) wins: white resigned" in text
    assert moves_in(path) == ("b2", "a1", "b1", "a2", "c3", "c2")
    assert motu.Record.load(path).result.reason == "unfinished"


def test_resigning_is_in_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    text = run_well("play", HEX, "--second", "random", "--save", str(path), stdin=script("b2", "resign", "resign"))
    assert "white (random) wins: black resigned" in text or "black (random) wins: white resigned" in text
    assert (motu.Record.load(path).result.winner, motu.Record.load(path).result.reason) == (1, "resign")


@pytest.mark.parametrize("command", ["help", "?", "undo", "board", "moves", "resign", "quit", "exit"])
def test_a_command_that_stands_alone_is_refused_with_more_words(command: str) -> None:
    lines = script("b2", f"{command} {command}", "moves")
    result = run("play", HEX, "--first", "human", "--second", "human", stdin=lines)
    assert f"{command} stands alone, not with '{command}'" in result.stderr
    assert "  1.b2\n" in result.stdout


def test_hint_lists_the_legal_moves() -> None:
    text = run_well("play", HEX, "--first", "human", "--second", "human", stdin=script("b2", "hint"))
    assert "9 legal moves\nplace:\n  a1..a3 b1 b3 c1..c3\nexchange colours:\n  swap\n" in text


def test_hint_of_atmalof_tells_the_odds() -> None:
    text = run_well("play", "junior", "--moves", "r1=1 r1=2 c1=3 c1=4", "--second", "random", stdin=script("hint"))
    assert "r1:4/6 r2:6/6 r3:5/6 r4:5/6" in text
    assert "c1:3/6 c2:5/6" in text


def test_best_hint_knows_that_black_has_won_as_good_as() -> None:
    arguments = ("play", HEX, "--moves", "b2 a1 b1 a2", "--second", "uct:300", "--seed", "3")
    text = run_well(*arguments, stdin=script("hint best"))
    found = re.search(r"^best: (\w+) \(\d+ of 300 simulations\); value \+(\d\.\d\d), black wins", text, re.MULTILINE)
    assert found is not None
    assert found.group(1) in ("c1", "c2", "a3", "b3", "c3")
    assert float(found.group(2)) > 0.9


def test_help_is_of_this_game() -> None:
    def told(spec: str) -> str:
        return run_well("play", spec, stdin=script("help")).partition("Moves:")[2]

    assert "xf6               flip the weak enemy stone on f6" in told("atomorph")
    assert "@f6               put your stone back" in told("atomorph(return_stone=true)")
    assert "put your stone back" not in told("atomorph")
    assert "swap" in told("hex(size=5)")
    assert "swap" not in told("hex(size=5,swap=false)")
    assert "r4c4-r3c4         move your piece from row 4, column 4 one step" in told("atmalof")


@pytest.mark.parametrize(
    "spec",
    [
        "gan",
        "hex(size=2)",
        "atoll-12",
        "atomorph(size=3,return_stone=true)",
        "atmalof",
        "junior",
        "atmalof(rows=1,cols=5)",
    ],
)
def test_what_help_names_is_on_the_board(spec: str) -> None:
    state = motu.load_game(spec).new_initial_state()
    text = run_well("play", spec, stdin=script("help")).partition("Moves:\n")[2].partition("Commands:")[0]
    moves = [line.split()[0] for line in text.splitlines() if not line.startswith("  swap")]
    assert moves
    for move in moves:
        if "r" in move and "-" not in move:
            assert move in state.legal_moves()
            continue
        named = re.findall(r"r\d+c\d+|[a-z]\d+$", move)
        assert named
        assert set(named) <= set(state.game.board.names)


def test_board_and_quit() -> None:
    text = run_well("play", HEX, "--second", "random", stdin=script("board", "quit", "b2"))
    assert text.count("black to move") == 2
    assert "b2" not in text


def test_blank_lines_are_nothing() -> None:
    result = run("play", HEX, "--second", "random", stdin=script("", "   ", "b2"))
    assert (result.exit_code, result.stderr) == (0, "")


def test_the_pie_rule_is_explained_and_played() -> None:
    text = run_well("play", HEX, "--first", "human", "--second", "human", stdin=script("b2", "swap", "a1"))
    assert "Pie rule: after black's first stone, white may swap colours instead of playing." in text
    assert "Pie rule: type swap to take over black, stone and all; your opponent then plays on as white." in text
    assert "2. swap: human (second player) takes over black" in text
    assert text.count("type swap") == 1


def test_no_pie_rule_is_explained_where_there_is_none() -> None:
    for spec in ("hex(size=3,swap=false)", "atmalof"):
        assert "Pie rule" not in run_well("play", spec, "--second", "random", stdin=script("r1", "b2"))


def test_where_the_names_of_cells_begin_is_told() -> None:
    assert "the lowest are a1 b1 c2 d2 e3 f3 g4." in run_well("play", "gan", stdin="")


def test_a_stone_is_put_back(tmp_path: Path) -> None:
    arguments = ("play", "atomorph(size=4,return_stone=true,swap=false)", "--first", "human", "--second", "human")
    lines = script("a1", "b1", "d4", "a2", "d3", "xa1", "c3", "@c3", "c2", "moves")
    result = run(*arguments, stdin=lines)
    assert "Your flipped stone comes back first" in result.stdout
    assert "put the removed stone back first" in result.stderr
    assert "6.xa1 7.@c3 c2" in result.stdout


# --- dice ------------------------------------------------------------------------------------------------------------


def test_the_program_tells_the_odds_and_rolls() -> None:
    text = run_well("play", "junior", "--moves", "r4=1 r4=2", "--second", "random", stdin=script("r4"))
    assert "3. red announces row 4: 4 of 6 land" in text
    found = re.search(r"^   the die shows (\d): (.+)$", text, re.MULTILINE)
    assert found is not None
    face, what = found.groups()
    assert what == (f"r4c{face} is occupied, the turn is lost" if face in "12" else f"a red piece on r4c{face}")


def test_rolls_cannot_be_typed_unless_they_are_one_s_own() -> None:
    result = run("play", "junior", "--second", "random", stdin=script("r4=6", "moves"))
    assert result.stderr.startswith("the program rolls the die: type r4 alone")
    assert "no moves so far" in result.stdout


def test_own_dice_are_asked_for_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    arguments = ("play", "junior", "--own-dice", "--second", "random", "--seed", "2", "--save", str(path))
    result = run(*arguments, stdin=script("r4=6", "7", "six", "", "undo", "3", "c1", "=2", "quit"))
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == [
        "an announcement can't be taken back"
    ] * 4
    moves = moves_in(path)
    assert moves[0] == "r4=6"
    assert moves[1].endswith("=3")
    assert moves[2] == "c1=2"


def test_leaving_instead_of_rolling_keeps_what_was_played(tmp_path: Path) -> None:
    for line in ("quit", ""):
        path = tmp_path / f"game{line}.jsonl"
        arguments = ("play", "junior", "--own-dice", "--first", "human", "--second", "human", "--save", str(path))
        run_well(*arguments, stdin=script("r4=6", "c1", *([line] if line else [])))
        assert moves_in(path) == ("r4=6",)


# --- refusals in the game --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("z9", "cannot read the move 'z9'"),
        ("b2 b3", "cannot read the move 'b2 b3'"),
        ("swap", "illegal move 'swap'"),
        ("hint worst", "hint stands alone or with best"),
        ("save", "save needs a file name"),
        ("save no/such/folder/game.jsonl", "cannot save to 'no/such/folder/game.jsonl'"),
        ("undo", "there is no move of yours to take back"),
        ("r4=6", "the program rolls"),
        ("\x00", "cannot read the move"),
        ("x" * 5000, "cannot read the move"),
    ],
)
def test_a_bad_line_is_told_in_one_line_and_changes_nothing(line: str, told: str) -> None:
    result = run("play", HEX, "--second", "random", stdin=script(line, "moves"))
    assert result.exit_code == 0
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
    assert "no moves so far" in result.stdout


def test_bytes_that_are_no_text_are_a_bad_line() -> None:
    result = run("play", HEX, "--second", "random", stdin=b"\xff\xfe\nmoves\n")
    assert result.exit_code == 0
    assert "cannot read the move" in result.stderr
    assert "no moves so far" in result.stdout


@pytest.mark.parametrize("line", ["c3", "hint", "hint best", "resign"])
def test_after_the_end_nothing_is_played(line: str) -> None:
    result = run(
        "play", HEX, "--first", "human", "--second", "human", stdin=script("b2", "a1", "b1", "a2", "b3", line, "moves")
    )
    assert "the game is over" in result.stderr
    assert "  1.b2 2.a1 3.b1 4.a2 5.b3\n" in result.stdout


# --- refusals at the door --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "name a game"),
        (["chess"], "unknown game 'chess'"),
        ([HEX, "--first", "deep blue"], "right are human, random, uct"),
        ([HEX, "--second", "uct:0"], "unknown player 'uct:0'"),
        ([HEX, "--moves", "z9"], "cannot read the move 'z9'"),
        (["atmalof", "--moves", "r4"], "r4 has no roll"),
        ([HEX, "--seed", "one"], "--seed"),
        ([HEX, "--save", "no/such/folder/game.jsonl"], "cannot save to"),
        ([HEX, "--save", "."], "that is a folder"),
        (["--resume", "nothing.jsonl"], "cannot read 'nothing.jsonl'"),
        ([HEX, "--resume", "nothing.jsonl"], "leave out SPEC"),
        (["--resume", "nothing.jsonl", "--moves", "b2"], "leave out SPEC"),
        ([HEX, "b2"], "--help says what is right"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: list[str], told: str) -> None:
    assert told in refusal("play", *arguments, stdin="")


def test_a_finished_game_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run_well("play", HEX, "--first", "random", "--second", "random", "--save", str(path))
    assert "that game is over" in refusal("play", "--resume", str(path), stdin="")


def test_a_game_with_a_player_from_elsewhere_needs_another(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run_well("play", HEX, "--second", "random", "--save", str(path), stdin=script("b2"))
    data = json.loads(path.read_text())
    data["players"][1] = {"name": "Wolve", "kind": "engine"}
    path.write_text(json.dumps(data) + "\n")
    assert "unknown player 'Wolve'" in refusal("play", "--resume", str(path), stdin="")
    assert "random" in run_well("play", "--resume", str(path), "--first", "human", "--second", "random", stdin="")
