"""`motu engine --json` as a surface: queries, actions and what is neither, several at a time."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import motu
from fuzz.engines import EngineProcess, Talks
from fuzz.hunt import Log, Step
from fuzz.material import MOVES, NO_PLAYERS, NUMBERS, PLAYERS, SPECS, check, damaged, garbage, no_json, play_at_random
from motu.testing.registry import CAY

BATCHES = 40
"""To one process."""
MOST_AT_ONCE = 5

FIELDS = (
    "spec", "moves", "setup", "board", "player", "analyzeTurns", "maxVisits", "maxTime", "maxNodes", "maxDepth",
    "priority", "reportDuringSearchEvery", "firstReportDuringSearchAfter", "seed", "maxMoves", "tea", "action",
    "terminateId", "gameId",
)  # fmt: skip


def query(rng: random.Random) -> dict[str, Any]:
    """Invent a right query, with little to search."""
    spec = rng.choice((*SPECS, "atoll(file=cay.json)"))
    board = CAY if "file" in spec else None
    state = motu.load_game(spec, board).new_initial_state()
    asked: dict[str, Any] = {"spec": spec} | ({"board": CAY.to_json()} if board else {})
    play_at_random(state, rng.randrange(14), rng)
    asked["moves"] = state.moves() if rng.random() < 0.8 else " ".join(state.moves())
    asked |= rng.choice(({"maxVisits": rng.randrange(1, 30)}, {"maxTime": 0.03}, {"maxNodes": 50, "maxDepth": 3}))
    if rng.random() < 0.3:
        asked["player"] = rng.choice(PLAYERS)
        asked |= rng.choice(({}, {"gameId": "a"}, {"gameId": "b"}))
    if rng.random() < 0.3:
        asked["analyzeTurns"] = rng.sample(range(len(state.moves()) + 1), rng.randint(1, len(state.moves()) + 1))[:4]
    if rng.random() < 0.3:
        asked["reportDuringSearchEvery"] = 0.01
    return asked | rng.choice(({}, {"seed": 5}, {"maxMoves": 2}, {"priority": -3}))


def request(rng: random.Random) -> dict[str, Any]:
    """Invent a request, wrong in a field perhaps."""
    if rng.random() < 0.15:
        turns = rng.choice(({}, {"turnNumbers": [0, 1]}))
        return rng.choice(
            (
                {"action": "terminate", "terminateId": rng.choice(("0", "1", "x"))} | turns,
                {"action": "terminate_all"},
                {"action": "clear_cache"},
                {"action": "query_version", "tea": [[]]},
                {"action": "tea"},
            )
        )
    asked = query(rng)
    for _ in range(rng.choice((0, 0, 1, 2))):
        asked[rng.choice(FIELDS)] = thing(rng)
    if not asked.keys() & {"action"} and not any(asked.get(bound) for bound in ("maxVisits", "maxTime", "maxNodes")):
        asked["maxVisits"] = 20  # without a bound there are 10,000, which take half a minute on large boards
    if asked.get("maxTime") == 1000:
        asked["maxTime"] = 0.03  # right, and no answer would come for 1,000 seconds
    return asked


def thing(rng: random.Random) -> Any:
    """Invent a value for a field that wants another."""
    deep: Any = []
    for _ in range(rng.choice((3, 50, 300))):
        deep = [deep]
    setup = {
        "stones": {"black": [rng.choice(MOVES)], "white": ["b2", "c1"]},
        "to_move": rng.choice(("black", "red", 0)),
    }
    return rng.choice(
        (
            None, True, 0.5, "", "hex", "gan", "a1 b1 a2", ["a1", "b1"], [0, 1, 2], [-1], {}, {"cells": ["a1"]}, deep,
            setup, rng.choice(NUMBERS), garbage(rng), [garbage(rng)], rng.choice(NO_PLAYERS), "\ud800", 1e300,
            list(MOVES),
        )
    )  # fmt: skip


def raw(rng: random.Random) -> bytes:
    """Invent a line that is no request, and has no id."""
    line = rng.choice(
        (
            damaged(json.dumps(request(rng)).encode(), rng, rng.randrange(1, 4)),
            garbage(rng, 300).encode(),
            rng.randbytes(rng.randrange(200)),
            b'{"spec": ' + b"[" * 100_000,
            deep(rng.randrange(900, 1100)),
            b'{"x": NaN, "y": Infinity}',
            b"[]",
            b'"' + b"a" * rng.choice((100, 5_000_000)) + b'"',
            b"\xff\xfe{}",
        )
    )
    return line.replace(b"\n", b" ").replace(b"\r", b" ")


def deep(levels: int) -> bytes:
    """Return an action whose answer has to repeat what is nested deeply."""
    return b'{"id": "deep", "action": "query_version", "x": ' + b"[" * levels + b"]" * levels + b"}"


def batch(rng: random.Random) -> Step:
    """Invent a step: requests that are sent at once, numbered by whoever sends them."""
    if rng.random() < 0.2:
        return ["raw", raw(rng).decode("latin-1")]
    return ["ask", *(request(rng) for _ in range(rng.randint(1, MOST_AT_ONCE)))]


class Conversation:
    """A process, and what it still owes."""

    def __init__(self, log: Log, patience: float) -> None:
        log.begin()
        self._log = log
        self._engine = EngineProcess("engine", "--json", "--threads", "2", patience=patience)
        self._number = 0
        self.take(["ask", {"action": "query_version"}])

    def take(self, step: Step) -> None:
        """Take a step, and wait for all that is owed."""
        self._log.step(step)
        try:
            if step[0] == "raw":
                self._refused(step[1].encode("latin-1"))
            else:
                self._ask(step[1:])
        except AssertionError as error:
            self._log.fault(f"{step[0]}: {error}\n{json.dumps(step)[:300]}")

    def leave(self) -> None:
        """Have the process leave well."""
        self._log.step(["leave"])
        try:
            self._engine.leave()
        except AssertionError as error:
            self._log.fault(f"leave: {error}")

    def _refused(self, line: bytes) -> None:
        self._engine.write(line + b"\n")
        if line.strip():
            answer = self._answer()
            is_refusal = answer["id"] is None and "error" in answer
            check(answer["id"] == "deep" or is_refusal, f"to {line[:80]!r}: {answer}")

    def _ask(self, requests: Sequence[dict[str, Any]]) -> None:
        owed: dict[str, dict[str, Any]] = {}
        for each in requests:
            self._number += 1
            owed[str(self._number)] = each
        told: dict[str, set[Any]] = {name: set() for name in owed}
        lines = (json.dumps({"id": name, **each}) for name, each in owed.items())
        self._engine.write("".join(line + "\n" for line in lines).encode())
        while owed:
            answer = self._answer()
            name = answer["id"]
            check(name in owed, f"nobody asked: {answer}")
            if is_final(owed[name], answer):
                turn = answer.get("turnNumber")
                check(turn not in told[name], f"told twice: {answer}")
                told[name].add(turn)
                if turn is None or len(told[name]) == len(set(owed[name].get("analyzeTurns") or [0])):
                    del owed[name]

    def _answer(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._engine.line(), parse_constant=no_json)
        check(answer.get("slug") != "engine/failed", answer)
        return answer


def is_final(asked: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Check an answer's form, and what it says of right moves; return whether it is final."""
    if "error" in answer:
        is_sentence = answer["error"].strip() and "\n" not in answer["error"]
        check("/" in answer["slug"] and is_sentence, answer)
        return True
    if "warning" in answer:
        return False
    if "action" in asked:
        check(answer["action"] == asked["action"], answer)
        return True
    if answer.get("noResults"):
        return True
    board = None if asked.get("board") is None else motu.CustomBoard.from_json(asked["board"])
    state = motu.load_game(asked["spec"], board).new_initial_state()
    moves = asked.get("moves", [])
    if asked.get("setup") is None:
        state.play_all((moves.split() if isinstance(moves, str) else moves)[: answer["turnNumber"]])
        named = {each["move"] for each in (*answer.get("moveInfos", ()), answer) if "move" in each}
        check(named <= set(state.legal_moves()), f"{named} in {state!r}")
    for info in (answer.get("rootInfo", {}), *answer.get("moveInfos", ())):
        check(all(-1 <= info.get(key, 0) <= 1 for key in ("value", "winrate", "lower", "upper")), info)
    return not answer["isDuringSearch"]


def surface(without: frozenset[str]) -> Talks:
    """Make the surface."""
    return Talks(without, lambda rng: (batch(rng) for _ in range(BATCHES)), Conversation)
