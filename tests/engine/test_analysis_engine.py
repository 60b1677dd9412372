"""The analysis engine: one final answer a turn, priorities, termination, partial results, garbage."""

from __future__ import annotations

import io
import json
import math
import threading
import time
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motu import State, load_game
from motu.engine import analysis_engine
from motu.engine.analysis_engine import MAX_LINE_BYTES, AnalysisEngine
from motu.engine.position_search import Report, Search, search_position
from motu.errors import EngineError
from motu.search.limits import Limits
from motu.search.mcts import Analysis, MoveAnalysis, SearchTree
from motu.search.player import Stopped

WAIT_S = 30.0


class HandSearcher:
    """Searches end when the test says so; remembers in which order they began."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.has_begun = threading.Semaphore(0)
        self.may_report = threading.Semaphore(0)
        self.may_end = threading.Semaphore(0)

    def __call__(
        self,
        state: State,
        limits: Limits,
        seed: int = 0,
        report: Report | None = None,
        is_stopped: Stopped | None = None,
    ) -> Analysis:
        self.begun.append(" ".join(state.moves()))
        self.has_begun.release()
        move = MoveAnalysis(state.legal_actions()[0], "a1", 1, 0.5, 0.0, -1.0, 1.0, ("a1",))
        found = Analysis((move,), 1, 1, 2, 0.1, 0.5, -1.0, 1.0)
        deadline = time.monotonic() + WAIT_S
        while not self.may_end.acquire(timeout=0.005):
            assert time.monotonic() < deadline
            if self.may_report.acquire(blocking=False) and report is not None:
                report(found)
            if is_stopped is not None and is_stopped():
                break
        return found


class Driven:
    """An engine in the test's hands."""

    def __init__(self, searcher: Search, threads: int = 1) -> None:
        self.answers: list[dict[str, Any]] = []
        self._has_answer = threading.Semaphore(0)
        self.engine = AnalysisEngine(searcher, self._write, threads, "9.9")

    def _write(self, line: str) -> None:
        assert line.endswith("\n")
        assert line.count("\n") == 1
        self.answers.append(json.loads(line))
        self._has_answer.release()

    def ask(self, **request: Any) -> None:
        self.engine.handle(json.dumps(request).encode())

    def next(self) -> dict[str, Any]:
        """Wait for the next answer that was not waited for."""
        assert self._has_answer.acquire(timeout=WAIT_S)
        return self.answers[-1]

    def close(self) -> list[dict[str, Any]]:
        self.engine.close()
        return self.answers


def answers_to(*requests: Any, threads: int = 2) -> list[dict[str, Any]]:
    """Let an engine with the real search read lines to their end."""
    lines = b"".join(each if isinstance(each, bytes) else json.dumps(each).encode() + b"\n" for each in requests)
    written: list[str] = []
    AnalysisEngine(search_position, written.append, threads, "9.9").serve(io.BytesIO(lines))
    return [json.loads(line) for line in written]


def error_of(**request: Any) -> tuple[str, str | None]:
    [answer] = answers_to(request)
    assert answer["error"]
    assert answer["id"] == (request.get("id") if isinstance(request.get("id"), str) else None)
    return answer["slug"], answer["field"]


def test_every_turn_has_one_final_answer() -> None:
    turns = [0, 1, 2, 3]
    answers = answers_to(
        {"id": "q", "spec": "hex(size=4)", "moves": "b2 swap c3", "analyzeTurns": turns, "maxVisits": 300}
    )
    assert sorted(answer["turnNumber"] for answer in answers) == turns
    colours = {answer["turnNumber"]: answer["rootInfo"]["currentPlayer"] for answer in answers}
    assert colours == {0: "black", 1: "white", 2: "white", 3: "black"}
    for answer in answers:
        assert (answer["id"], answer["isDuringSearch"]) == ("q", False)
        assert answer["rootInfo"]["visits"] == 300 or answer["rootInfo"]["proof"]
        visits = [move["visits"] for move in answer["moveInfos"]]
        proved = [move["proof"] for move in answer["moveInfos"]]
        assert any(proved) or visits == sorted(visits, reverse=True)
        assert all(count > 0 or proof for count, proof in zip(visits, proved, strict=True))
        assert [move["order"] for move in answer["moveInfos"]] == list(range(len(visits)))
        assert answer["rootInfo"]["value"] == answer["moveInfos"][0]["value"]
        assert all(move["pv"][0] == move["move"] for move in answer["moveInfos"])


def test_the_last_turn_is_analysed_unless_others_are_named() -> None:
    [answer] = answers_to({"id": "q", "spec": "hex(size=4)", "moves": ["b2", "c2"], "maxVisits": 10})
    assert answer["turnNumber"] == 2


def test_a_winning_move_comes_first_and_values_are_the_movers() -> None:
    base = {"spec": "hex(size=4)", "maxVisits": 2000}
    [mine] = answers_to({"id": "q", "moves": "b1 c1 b2 c2 b3 a4", **base})
    assert mine["moveInfos"][0]["move"] == "b4"
    assert mine["rootInfo"]["value"] > 0.6
    [theirs] = answers_to({"id": "q", "moves": "b1 c1 b2 c2 b3", **base})
    assert theirs["rootInfo"]["value"] < -0.6


def test_equal_seeds_give_equal_answers() -> None:
    query = {"id": "q", "spec": "atomorph(size=4)", "maxVisits": 1000, "seed": 4}  # has no net, and its evaluator draws
    assert answers_to(query) == answers_to(query)
    assert answers_to(query) != answers_to(query | {"seed": 5})


def test_announcements_are_told_before_the_roll_and_after_each_face() -> None:
    [answer] = answers_to({"id": "q", "spec": "atmalof", "moves": "r1=1 r1=2", "maxVisits": 3000})
    assert answer["rootInfo"]["currentPlayer"] == "red"
    [first] = [move for move in answer["moveInfos"] if move["move"] == "r1"]
    assert first["pv"] == ["r1"]
    assert sorted(number for face in first["faces"] for number in face["shows"]) == [1, 2, 3, 4, 5, 6]
    assert [1, 2] in [face["shows"] for face in first["faces"]]  # both squares are taken: lost turns are one
    assert all(face["probability"] == pytest.approx(len(face["shows"]) / 6, abs=1e-6) for face in first["faces"])
    mean = sum(face["probability"] * face["equity"] for face in first["faces"])
    assert first["equity"] == pytest.approx(mean, abs=1e-5)


@pytest.mark.parametrize("moves", ["r1=1 r1", "r1=1 c3=3 r1"])
def test_an_awaited_roll_is_told_face_by_face_from_the_rollers_side(moves: str) -> None:
    [answer] = answers_to({"id": "q", "spec": "atmalof", "moves": moves, "maxVisits": 2000, "maxMoves": 2})
    roller = "red" if moves.startswith("r1=1 c3") else "blue"
    root = answer["rootInfo"]
    assert (root["currentPlayer"], root["announced"]) == (roller, "r1")
    faces = answer["moveInfos"]
    assert sorted(number for face in faces for number in face["shows"]) == [1, 2, 3, 4, 5, 6]
    assert [face["move"] for face in faces] == [f"={face['shows'][0]}" for face in faces]
    assert root["value"] == pytest.approx(sum(face["prior"] * face["value"] for face in faces), abs=1e-5)


def test_a_roll_that_wins_is_worth_more_to_whoever_rolls() -> None:
    pieces = {"r1c1": "blue", "r1c2": "blue", "r1c3": "blue", "r1c4": "blue"}
    state = load_game("atmalof").new_state(pieces | {"r3c3": "red"}, "blue")
    state.play("r1")
    found = search_position(state, Limits(visits=2000))
    won = next(move for move in found.moves if move.move == "=5")
    assert (won.proof, won.value) == ("win", 1.0)
    assert found.value > 0
    assert found.value == pytest.approx(sum(move.prior * move.value for move in found.moves), abs=1e-6)


def test_the_end_of_a_game_is_told() -> None:
    [answer] = answers_to({"id": "q", "spec": "hex(size=2)", "moves": "a1 b1 a2"})
    assert answer["rootInfo"] == {"currentPlayer": None, "winner": "black", "reason": "connected", "visits": 0}


def test_max_moves() -> None:
    [answer] = answers_to({"id": "q", "spec": "hex(size=4)", "maxVisits": 500, "maxMoves": 3})
    assert len(answer["moveInfos"]) == 3


def test_time_ends_a_search() -> None:
    [answer] = answers_to({"id": "q", "spec": "gan", "maxTime": 0.5})
    assert answer["rootInfo"]["visits"] > 0


@pytest.mark.parametrize(
    ("request_", "slug", "field"),
    [
        ({"spec": "hex"}, "engine/request", "id"),
        ({"id": 7, "spec": "hex"}, "engine/request", "id"),
        ({"id": "", "spec": "hex"}, "engine/request", "id"),
        ({"id": "q"}, "engine/request", "spec"),
        ({"id": "q", "spec": "tea"}, "spec/unknown-game", "spec"),
        ({"id": "q", "spec": "hex(size=1)"}, "board/size", "spec"),
        ({"id": "q", "spec": "hex", "moves": 5}, "engine/request", "moves"),
        ({"id": "q", "spec": "hex", "moves": ["a1", 2]}, "engine/request", "moves"),
        ({"id": "q", "spec": "hex", "moves": ["a1", "a1"]}, "move/illegal", "moves"),
        ({"id": "q", "spec": "hex", "moves": ["\ud800"]}, "move/invalid", "moves"),
        ({"id": "q", "spec": "hex", "analyzeTurns": [1]}, "engine/request", "analyzeTurns"),
        ({"id": "q", "spec": "hex", "analyzeTurns": []}, "engine/request", "analyzeTurns"),
        ({"id": "q", "spec": "hex", "analyzeTurns": [True]}, "engine/request", "analyzeTurns"),
        ({"id": "q", "spec": "hex", "maxVisits": 0}, "engine/request", "maxVisits"),
        ({"id": "q", "spec": "hex", "maxVisits": 1.5}, "engine/request", "maxVisits"),
        ({"id": "q", "spec": "hex", "maxNodes": 0}, "engine/request", "maxNodes"),
        ({"id": "q", "spec": "hex", "maxDepth": "deep"}, "engine/request", "maxDepth"),
        (
            {"id": "q", "spec": "hex", "firstReportDuringSearchAfter": -1},
            "engine/request",
            "firstReportDuringSearchAfter",
        ),
        ({"id": "q", "spec": "hex", "maxTime": -1}, "engine/request", "maxTime"),
        ({"id": "q", "spec": "hex", "maxTime": float("nan")}, "engine/request", "maxTime"),
        ({"id": "q", "spec": "hex", "maxTime": 10**400}, "engine/request", "maxTime"),
        ({"id": "q", "spec": "hex", "priority": "high"}, "engine/request", "priority"),
        ({"id": "q", "spec": "hex", "reportDuringSearchEvery": 0}, "engine/request", "reportDuringSearchEvery"),
        ({"id": "q", "spec": "hex", "seed": -1}, "engine/request", "seed"),
        ({"id": "q", "spec": "hex", "maxMoves": 0}, "engine/request", "maxMoves"),
        ({"id": "q", "action": "tea"}, "engine/request", "action"),
        ({"id": "q", "action": None}, "engine/request", "action"),
        ({"id": "q", "action": "terminate"}, "engine/request", "terminateId"),
        ({"id": "q", "action": "terminate_all", "turnNumbers": "all"}, "engine/request", "turnNumbers"),
    ],
)
def test_errors_name_the_field(request_: dict[str, Any], slug: str, field: str) -> None:
    assert error_of(**request_) == (slug, field)


def test_a_time_that_is_too_long_is_told_the_bound() -> None:
    [answer] = answers_to({"id": "q", "spec": "hex", "maxTime": 1e7})
    assert answer["error"] == "maxTime is a number of seconds above 0, at most 86,400, which is a day, not 10000000.0"


@pytest.mark.parametrize(
    "line", [b"tea\n", b"[]\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n", b"1" * 9000 + b"\n", b'{"id":\n', b"\x00\n"]
)
def test_lines_that_are_no_request(line: bytes) -> None:
    first, second = answers_to(line, {"id": "v", "action": "query_version"})
    assert (first["slug"], first["id"], first["field"]) == ("engine/json", None, None)
    assert second == {"id": "v", "action": "query_version", "version": "9.9", "searcher": "mcts"}


VERSION = {"id": "v", "action": "query_version"}


@pytest.mark.parametrize("depth", [300, 900, 950, 975, 985, 990, 995, 10_000])
def test_nesting_of_any_depth_is_answered_and_costs_no_other_query(depth: int) -> None:
    """Reading JSON, showing a value in a refusal and repeating it in an answer give up at different depths."""
    fields = ("moves", "spec", "maxVisits", "board", "setup", "action", "x")
    query = {"id": "q", "spec": "hex(size=3)", "maxVisits": 5}
    requests = [query | {"id": field, field: 0} for field in fields] + [VERSION | {"id": "y", "y": 0}]
    deep = [
        json.dumps(each).replace(f'"{name}": 0', f'"{name}": {"[" * depth}{"]" * depth}').encode() + b"\n"
        for name, each in zip([*fields, "y"], requests, strict=True)
    ]
    answers = [each for each in answers_to(query, *deep, VERSION) if "warning" not in each]
    assert len(answers) == len(deep) + 2
    assert [each["turnNumber"] for each in answers if each["id"] == "q"] == [0]
    assert [each["version"] for each in answers if each["id"] == "v"] == ["9.9"]
    refused = [each for each in answers if each["id"] not in ("q", "v") and "error" in each]
    assert len(refused) >= len(deep) - 2  # an unknown field is only warned about, and repeated where that is possible
    assert all(each["slug"] != "engine/failed" for each in refused)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_what_json_cannot_hold_is_never_written(number: str) -> None:
    written: list[str] = []
    line = f'{{"id":"n","action":"query_version","x":{number}}}\n'
    AnalysisEngine(search_position, written.append, 1, "9.9").serve(io.BytesIO(line.encode()))
    assert [json.loads(text, parse_constant=pytest.fail) for text in written] == [
        {
            "id": "n",
            "error": "the request has a number that JSON cannot hold: NaN or Infinity",
            "slug": "engine/json",
            "field": None,
        }
    ]


class FailingSearcher(HandSearcher):
    """Finds a worth that is no number, or fails as it is told to."""

    def __init__(self, error: Exception | None) -> None:
        super().__init__()
        self._error = error

    def __call__(self, state: State, *_: Any, **__: Any) -> Analysis:
        if self._error is not None:
            raise self._error
        move = MoveAnalysis(state.legal_actions()[0], "a1", 1, math.nan, 0.0, -1.0, 1.0, ("a1",))
        return Analysis((move,), 1, 1, 2, 0.1, math.nan, -1.0, 1.0)


@pytest.mark.parametrize(
    ("error", "slug", "words"),
    [
        (None, "engine/failed", "a fault of motu itself: the answer has a number that JSON cannot hold"),
        (MemoryError(), "engine/memory", "there is not enough memory for this request"),
        (KeyError("tea"), "engine/failed", "a fault of motu itself: KeyError('tea')"),
    ],
)
def test_a_search_that_fails_is_answered_and_the_engine_goes_on(error: Exception, slug: str, words: str) -> None:
    driven = Driven(FailingSearcher(error))
    for name in "ab":
        driven.ask(id=name, spec="hex(size=3)")
    for name, answer in zip("ab", driven.close(), strict=True):
        assert (answer["id"], answer["turnNumber"], answer["slug"]) == (name, 0, slug)
        assert answer["error"].startswith(words)


def test_a_request_that_takes_too_much_memory_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(spec: str, board: object = None) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr(analysis_engine, "load_game", fail)
    first, second = answers_to({"id": "q", "spec": "hex"}, VERSION)
    assert (first["id"], first["slug"]) == ("q", "engine/memory")
    assert second["version"] == "9.9"


def test_an_error_quotes_no_more_than_anybody_reads() -> None:
    for request in ({"spec": "hex" * 100_000}, {"spec": "hex", "moves": ["a" * 300_000]}, {"action": "x" * 300_000}):
        [answer] = answers_to({"id": "q"} | request)
        assert len(answer["error"]) < 1100
        assert answer["slug"] != "engine/failed"


def test_a_line_that_is_too_long() -> None:
    first, second = answers_to(b"x" * (2 * MAX_LINE_BYTES + 5) + b"\n", {"id": "v", "action": "clear_cache"})
    assert first["slug"] == "engine/line-too-long"
    assert second == {"id": "v", "action": "clear_cache"}


@pytest.mark.parametrize("line", [b"\n", b"   \r\n", b""])
def test_empty_lines_have_no_answer(line: bytes) -> None:
    assert answers_to(line) == []


def test_unknown_fields_are_warned_about() -> None:
    warning, answer = answers_to({"id": "q", "spec": "hex(size=3)", "maxVisits": 9, "tea": 1})
    assert warning == {"id": "q", "warning": "unknown field, ignored", "field": "tea"}
    assert answer["turnNumber"] == 0


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=6), st.just("hex(size=3)")),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)),
    max_leaves=6,
)
FIELDS = st.sampled_from(
    ["id", "spec", "moves", "analyzeTurns", "maxVisits", "priority", "action", "terminateId", "seed"]
)


@given(st.lists(st.one_of(st.binary(max_size=60), st.dictionaries(FIELDS, JSON, max_size=6)), max_size=6))
@settings(max_examples=100)
def test_whatever_comes_the_engine_goes_on(requests: list[bytes | dict[str, Any]]) -> None:
    lines = [each.replace(b"\n", b"") + b"\n" if isinstance(each, bytes) else _modest(each) for each in requests]
    answers = answers_to(*lines, {"id": "last", "action": "query_version"})
    assert {"id": "last", "action": "query_version", "version": "9.9", "searcher": "mcts"} in answers
    assert all("a fault" not in answer.get("error", "") for answer in answers)


def _modest(request: dict[str, Any]) -> dict[str, Any]:
    """The request without a search that would take long."""
    visits = request.get("maxVisits")
    is_long = visits is None or (isinstance(visits, int) and visits > 100)
    return request | {"maxVisits": 20} if is_long else request


# --- several at a time


def test_higher_priorities_are_searched_first() -> None:
    searcher = HandSearcher()
    driven = Driven(searcher)
    driven.ask(id="first", spec="hex(size=3)")
    assert searcher.has_begun.acquire(timeout=WAIT_S)
    for name, move, priority in (("low", "a1", -5), ("b", "b1", 0), ("high", "c1", 7), ("d", "a2", 0)):
        driven.ask(id=name, spec="hex(size=3)", moves=[move], priority=priority)
    for _ in range(5):
        searcher.may_end.release()
    assert [answer["id"] for answer in driven.close()] == ["first", "high", "b", "d", "low"]
    assert searcher.begun == ["", "c1", "b1", "a2", "a1"]


def test_several_threads_search_at_a_time() -> None:
    searcher = HandSearcher()
    driven = Driven(searcher, threads=3)
    for name in "abc":
        driven.ask(id=name, spec="hex(size=3)")
    for _ in range(3):
        assert searcher.has_begun.acquire(timeout=WAIT_S)
    assert driven.answers == []
    for _ in range(3):
        searcher.may_end.release()
    assert {answer["id"] for answer in driven.close()} == set("abc")


def test_terminate_ends_what_runs_and_drops_what_waits() -> None:
    searcher = HandSearcher()
    driven = Driven(searcher)
    driven.ask(id="q", spec="hex(size=3)", moves="a1 b1", analyzeTurns=[0, 1, 2])
    driven.ask(id="other", spec="hex(size=3)")
    assert searcher.has_begun.acquire(timeout=WAIT_S)
    driven.ask(id="t", action="terminate", terminateId="q", turnNumbers=[1])
    assert {"id": "q", "turnNumber": 1, "isDuringSearch": False, "noResults": True} in driven.answers
    assert {"id": "t", "action": "terminate", "terminateId": "q", "turnNumbers": [1]} in driven.answers
    driven.ask(id="u", action="terminate", terminateId="q")
    for _ in range(2):
        searcher.may_end.release()
    answers = driven.close()
    turns = {answer["turnNumber"]: "noResults" in answer for answer in answers if answer["id"] == "q"}
    assert turns == {0: False, 1: True, 2: True}
    assert sum(answer["id"] == "other" for answer in answers) == 1


def test_terminate_all_leaves_nothing_to_do() -> None:
    searcher = HandSearcher()
    driven = Driven(searcher)
    for name in "abcd":
        driven.ask(id=name, spec="hex(size=3)")
    assert searcher.has_begun.acquire(timeout=WAIT_S)
    driven.ask(id="t", action="terminate_all")
    answers = driven.close()
    assert sorted(answer["id"] for answer in answers) == ["a", "b", "c", "d", "t"]
    assert len(searcher.begun) == 1


def test_partial_results_are_flagged_and_come_only_when_asked_for() -> None:
    searcher = HandSearcher()
    driven = Driven(searcher)
    driven.ask(id="q", spec="hex(size=3)", reportDuringSearchEvery=1e-9)
    searcher.may_report.release()
    partial = driven.next()
    assert (partial["id"], partial["isDuringSearch"]) == ("q", True)
    searcher.may_end.release()
    final = driven.next()
    assert (final["id"], final["isDuringSearch"]) == ("q", False)
    driven.ask(id="r", spec="hex(size=3)")
    searcher.may_report.release()
    searcher.may_end.release()
    assert [answer["isDuringSearch"] for answer in driven.close()] == [True, False, False]


def test_a_fault_of_the_search_is_an_answer() -> None:
    def broken(*_: Any, **__: Any) -> Analysis:
        raise ZeroDivisionError("oh")

    driven = Driven(broken)
    driven.ask(id="q", spec="hex(size=3)")
    [answer] = driven.close()
    assert (answer["id"], answer["slug"]) == ("q", "engine/failed")


def test_when_nobody_takes_the_answers_serving_ends() -> None:
    def write(_: str) -> None:
        raise BrokenPipeError

    engine = AnalysisEngine(search_position, write)
    with pytest.raises(BrokenPipeError):
        engine.serve(io.BytesIO(b'{"id":"v","action":"query_version"}\n'))


# --- the search behind it


def test_reports_change_nothing_and_grow() -> None:
    state = load_game("nauru").new_initial_state()
    seen: list[int] = []
    whole = search_position(state, Limits(visits=2_000), 2)
    reported = search_position(state, Limits(visits=2_000), 2, lambda found: seen.append(found.visits))
    assert reported.moves == whole.moves
    assert seen
    assert seen == sorted(seen)


def test_a_search_stops_when_nobody_wants_it_any_more() -> None:
    state = load_game("nauru").new_initial_state()
    found = search_position(state, Limits(visits=10**9), 2, None, lambda: True)
    assert 0 < found.visits < 10**8


def test_terminate_stops_a_real_search() -> None:
    driven = Driven(search_position)
    driven.ask(id="q", spec="nauru", maxVisits=10**9, reportDuringSearchEvery=0.01)
    assert driven.next()["isDuringSearch"]
    driven.ask(id="t", action="terminate", terminateId="q")
    answers = driven.close()
    [final] = [answer for answer in answers if answer["id"] == "q" and not answer["isDuringSearch"]]
    assert 0 < final["rootInfo"]["visits"] < 10**9
    assert final["moveInfos"]


def test_the_first_report_may_be_put_off() -> None:
    query = {"id": "q", "spec": "nauru", "maxTime": 0.4, "reportDuringSearchEvery": 0.05}
    prompt = answers_to(query)
    late = answers_to(query | {"firstReportDuringSearchAfter": 60.0})
    assert prompt[0]["isDuringSearch"]
    assert [answer["isDuringSearch"] for answer in late] == [False]


def test_bounds_of_nodes_and_depth_hold() -> None:
    [small] = answers_to({"id": "q", "spec": "nauru", "maxNodes": 2000})
    assert small["rootInfo"]["visits"] < 2000
    [flat] = answers_to({"id": "q", "spec": "nauru", "maxVisits": 1000, "maxDepth": 1})
    assert {len(move["pv"]) for move in flat["moveInfos"]} == {1}


def test_what_is_proved_is_told() -> None:
    [answer] = answers_to({"id": "q", "spec": "hex(size=3,swap=false)", "moves": "b2"})
    root = answer["rootInfo"]
    assert (root["currentPlayer"], root["proof"], root["lower"], root["upper"]) == ("white", "loss", -1.0, -1.0)
    assert (root["winrate"], root["value"]) == (0.0, -1.0)
    assert "equity" not in root
    assert {move["proof"] for move in answer["moveInfos"]} == {"loss"}


def test_the_tree_says_the_same() -> None:
    state = load_game("gan").new_initial_state()
    assert search_position(state, Limits(visits=500), 1).moves == SearchTree(state).search(Limits(visits=500)).moves


def test_a_search_needs_a_bound() -> None:
    with pytest.raises(EngineError) as refused:
        search_position(load_game("gan").new_initial_state(), Limits(), 1, lambda _found: None)
    assert refused.value.slug == "engine/limits"
