"""`motu puzzles`: the list, one puzzle, an answer, and new ones."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from cli.running import PATIENCE_S, refusal, run, run_json, run_well, start
from motu.puzzles import AnswerJudge, Puzzle, read_file, read_puzzles, shipped_puzzles

PUZZLE = shipped_puzzles()["atoll-2aaa36"]
WRONG = next(move for move in PUZZLE.position().legal_moves() if move not in PUZZLE.solution)
[RIGHT] = PUZZLE.solution
BEST = next(puzzle for puzzle in shipped_puzzles().values() if puzzle.goal == "best")


def test_all_are_listed() -> None:
    text = run_well("puzzles")
    assert all(puzzle in text for puzzle in shipped_puzzles())
    assert len(run_json("puzzles")["puzzles"]) == len(shipped_puzzles())


def test_the_list_is_narrowed() -> None:
    found = run_json("puzzles", "--game", "atomorph", "--difficulty", "3")["puzzles"]
    assert found
    assert all((each["game"], each["difficulty"]) == ("atomorph", 3) for each in found)
    assert "solution" not in found[0]
    assert run_well("puzzles", "--game", "atmalof", "--difficulty", "1").count("atmalof-") == sum(
        (puzzle.game, puzzle.difficulty) == ("atmalof", 1) for puzzle in shipped_puzzles().values()
    )


def test_a_puzzle_is_shown_without_its_solution() -> None:
    text = run_well("puzzles", PUZZLE.id)
    assert "Black to move wins, with one move only. Which? Difficulty 3 of 5." in text
    assert "black to move" in text
    assert run_json("puzzles", PUZZLE.id) == {
        "id": PUZZLE.id,
        "game": "atoll",
        "spec": PUZZLE.spec,
        "moves": list(PUZZLE.moves),
        "goal": "win",
        "difficulty": 3,
        "turns": None,
    }


def test_a_hint_names_a_right_move_among_others() -> None:
    hint = run_json("puzzles", PUZZLE.id, "--hint")["hint"]
    assert RIGHT in hint
    assert len(hint) == 4
    assert f"It is one of these: {' '.join(hint)}" in run_well("puzzles", PUZZLE.id, "--hint")


def test_a_wrong_answer_is_refuted() -> None:
    told = run_json("puzzles", PUZZLE.id, WRONG)
    assert (told["right"], told["over"]) == (False, False)
    [reply] = told["replies"]
    assert run_well("puzzles", PUZZLE.id, WRONG) == f"wrong: White answers {WRONG} with {reply} and wins\n"


def test_a_right_answer_goes_on_until_the_win() -> None:
    judge, moves = AnswerJudge(), [RIGHT]
    assert run_json("puzzles", PUZZLE.id, RIGHT.upper())["right"]
    while not (told := run_json("puzzles", PUZZLE.id, *moves))["over"]:
        assert told["right"]
        line = " ".join([*moves, *told["replies"]])
        assert f"Go on with: motu puzzles {PUZZLE.id} {line} MOVE" in run_well("puzzles", PUZZLE.id, " ".join(moves))
        moves += told["replies"]
        moves.append(judge.solution(PUZZLE, moves))
    assert len(moves) > 1
    assert run_well("puzzles", PUZZLE.id, *moves) == "right: Black has won\n"


def test_the_solution_is_told() -> None:
    assert run_well("puzzles", PUZZLE.id, "--solution") == f"{RIGHT} is the only move that wins.\n"
    assert run_json("puzzles", PUZZLE.id, "--solution") == {"id": PUZZLE.id, "solution": [RIGHT], "equities": None}


def test_what_each_move_is_worth_is_told_afterwards() -> None:
    [right] = BEST.solution
    wrong = next(move for move in BEST.equities if move != right)
    assert run_well("puzzles", BEST.id, right).startswith(f"right: {right} is worth most\n")
    assert run_well("puzzles", BEST.id, wrong).startswith(f"wrong: another move is worth more than {wrong}\n")
    assert run_json("puzzles", BEST.id, wrong)["equities"] == {move: list(each) for move, each in BEST.equities.items()}
    text = run_well("puzzles", BEST.id, "--solution")
    assert all(f"{lower:+.4f}" in text for lower, _ in BEST.equities.values())
    assert "which move is worth most?" in run_well("puzzles", BEST.id)


def made(*args: str) -> list[Puzzle]:
    return list(read_puzzles(run_well("puzzles", "--make", *args)))


def test_new_ones_are_made_and_added_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    first = made("hex(size=4)", "--count", "1", "--seed", "3")
    assert made("hex(size=4)", "--count", "1", "--seed", "3") == first
    for _ in range(2):
        run_well("puzzles", "--make", "hex(size=4)", "--count", "1", "--seed", "3", "--out", str(path))
    found = read_file(path)
    assert found[:1] == tuple(first)
    assert len({puzzle.id for puzzle in found}) == 2
    listed = run_json("puzzles", "--file", str(path))["puzzles"]
    assert [each["id"] for each in listed] == [puzzle.id for puzzle in found]
    assert found[1].id in run_well("puzzles", found[1].id, "--file", str(path))


def test_so_many_of_each_difficulty_are_made_in_so_many_games() -> None:
    result = run("puzzles", "--make", "hex(size=4)", "--each", "1", "--games", "30", "--seed", "3")
    found = [puzzle.difficulty for puzzle in read_puzzles(result.stdout)]
    assert 1 <= len(found) == len(set(found))
    assert f"{len(found)} of 5 puzzles" in result.stderr
    assert run("puzzles", "--make", "hex(size=4)", "--count", "9", "--games", "1").stdout == ""


def test_too_few_are_said_to_be_too_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motu.puzzles.maker.GAMES_EACH", 1)
    result = run("puzzles", "--make", "hex(size=2)", "--count", "3")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert "0 of 3 puzzles" in result.stderr


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["nope"], "no puzzle 'nope'"),
        ([PUZZLE.id, "zz"], "zz"),
        ([PUZZLE.id, PUZZLE.moves[0]], PUZZLE.moves[0]),
        ([PUZZLE.id, RIGHT, WRONG], "not the solver's turn"),
        ([BEST.id, "r1", "r2"], "one move"),
        ([PUZZLE.id, "a2", "--hint"], "one thing at a time"),
        ([PUZZLE.id, "--hint", "--solution"], "one thing at a time"),
        (["--hint"], "give its ID"),
        (["--game", "chess"], "not 'chess'"),
        ([PUZZLE.id, "--game", "atoll"], "--game is for the list"),
        (["--count", "3"], "--make SPEC"),
        (["--each", "3"], "--make SPEC"),
        (["--games", "3"], "--make SPEC"),
        (["--make", "hex(size=4)", "--each", "3", "--count", "3"], "without --each"),
        (["--make", "hex(size=4)", "--each", "3", "--difficulty", "3"], "without --each"),
        (["--make", "hex(size=4)", "--file", "x"], "without --make"),
        (["--make", "hex(size=4)", "--json"], "leave out --json"),
        (["--make", "chess"], "chess"),
        (["--difficulty", "6"], "less than or equal to 5"),
        (["--file", "nowhere.jsonl"], "nowhere.jsonl"),
    ],
)
def test_bad_input_is_refused(args: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert why in refusal("puzzles", *args)


def test_a_file_that_holds_no_puzzles_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(json.dumps({"format": 1}) + "\n", "utf-8")
    assert "line 1" in refusal("puzzles", "--file", str(path))


def test_boards_that_are_too_large_to_be_solved_are_told_before_the_work(tmp_path: Path) -> None:
    out = tmp_path / "mine.jsonl"
    with start("puzzles", "--make", "hex", "--count", "1", "--out", str(out)) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("motu: this board is too large for most of its positions")
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 130


def test_boards_that_are_solved_are_worked_on_without_a_word() -> None:
    assert run("puzzles", "--make", "hex(size=4)", "--count", "1").stderr == ""


def test_a_file_of_something_else_is_named(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;FF[4]GM[11]SZ[3];B[b2])", "utf-8")
    assert refusal("puzzles", "--file", str(file)).startswith(f'"{file}", line 1: JSON is malformed')


def test_of_what_has_no_end_no_more_is_read_than_a_file_may_have() -> None:
    assert refusal("puzzles", "--file", "/dev/zero").startswith('"/dev/zero" is larger than the ')
