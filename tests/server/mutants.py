"""Requests that are nearly right, and bytes that are nothing: what a server gets from the open world."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

LAGOON = {
    "cells": ["a1", "a2", "b1", "b2", "b3", "c2", "c3"],
    "junctions": ["a2", "c3", "c2", "a1"],
    "first": "black",
    "name": "lagoon",
}
SETUP = {"stones": {"black": ["b2", "c3"], "white": ["a1"]}, "to_move": "white", "flags": 3}
PERSON = {"kind": "person", "name": "Ann"}


def nested(depth: int) -> Any:
    """Return lists in lists."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


VALUES: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 3, 40, 2**31, 2**63, -(2**70), 0.5, 1e308, float("nan"), float("-inf")),
    *("", " ", "a1", "swap", "r4=6", "@a1", "x" * 33, "x" * 5000, "\x00", "\ud800", "ĉ", "\u202e", "../..", "%s", "'"),
    *(
        "hex",
        "hex(size=999999)",
        "hex(size=1)",
        "atoll(file=/etc/passwd)",
        "atmalof(rows=20,cols=20)",
        "hex((((",
        "=" * 99,
    ),
    *([], {}, [[]], {"": ""}, ["a1"], ["a1"] * 50, [{"kind": "person"}], {"kind": "level", "level": 99}),
    *(LAGOON, SETUP, {"initial_ms": -1}, {"initial_ms": 2**62, "increment_ms": 2**62}),
)
VALUES += tuple({"a": nested(depth)} for depth in (40, 250))
RAW = (
    b"",
    b"\x00",
    b"\xff\xfe\xfd",
    b"null",
    b"[]",
    b'"',
    b"{" * 3000,
    b"[" * 60_000,
    b"1e999999",
    b"-",
    b"\xef\xbb\xbf{}",
)
TYPES = (
    "application/json",
    "application/msgpack",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "",
)


BYO_YOMI = {"kind": "byo-yomi", "initial_ms": 0, "increment_ms": 5, "periods": 2, "most_ms": 0}


CUP = {"name": "Cup", "system": "arena", "spec": "hex", "clock": {"initial_ms": 60_000}, "most": 8, "minutes": 30}
CUP["starts_in_ms"] = 0


def templates(game: str) -> list[tuple[str, str, Any]]:
    """Return good requests about a game: method, path, body."""
    path = f"/api/games/{game}"
    seats = [PERSON, {"kind": "level", "level": 1}]
    spec = "atomorph(size=4,return_stone=true)"
    return [
        ("GET", "/api/boards?spec=hex", None),
        ("GET", f"{path}/events?after=0", None),
        ("GET", f"{path}/positions", None),
        ("GET", "/api/games?game=atoll&is_over=false&after=0.5.x", None),
        ("GET", "/static/0/js/main.js", None),
        ("POST", "/api/challenges", {"spec": spec, "side": "random", "clock": {"initial_ms": 60_000}, "name": "Ann"}),
        ("POST", "/api/pairing", {"game": "atoll", "pace": "fast"}),
        ("DELETE", "/api/pairing", None),
        ("GET", "/api/tournaments", None),
        ("POST", "/api/tournaments", CUP),
        ("POST", "/api/tournaments/none/join", None),
        ("POST", f"{path}/offers", {"kind": "draw", "seq": 3}),
        ("POST", "/api/blocks", {"kind": "mute", "game": game, "seat": 0}),
        ("GET", "/api/blocks", None),
        ("POST", f"{path}/chat", {"circle": "spectators", "phrase": "hello"}),
        ("PUT", f"{path}/plan", {"branches": [{"move": "a1", "answers": ["b1"], "branches": []}], "seq": 3}),
        ("POST", "/api/vacation", {"is_away": True, "is_automatic": False}),
        ("POST", "/api/games", {"spec": spec, "seats": seats, "clock": BYO_YOMI}),
        ("POST", f"{path}/answer", {"is_accepted": True, "seq": 3}),
        ("POST", "/api/boards", {"spec": "atoll(file=lagoon.json)", "board": LAGOON}),
        ("POST", "/api/positions", {"spec": spec, "moves": ["b3"], "setup": SETUP, "all": True}),
        ("POST", "/api/positions", {"spec": "atoll(file=lagoon.json)", "moves": ["b2"], "board": LAGOON}),
        (
            "POST",
            "/api/records/write",
            {
                "format": "sgf",
                "spec": spec,
                "setup": SETUP,
                "nodes": [["@d4", 0], ["b3", 1, "x"], ["a4", 1]],
                "about": {},
            },
        ),
        ("POST", "/api/records/read", {"text": "(;FF[4]GM[11]SZ[3];B[b2](;W[a1])(;W[c1]C[better]))"}),
        ("POST", "/api/games", {"spec": spec, "seats": seats, "clock": {"initial_ms": 5, "increment_ms": 5}}),
        (
            "POST",
            "/api/games",
            {"spec": spec, "seats": [PERSON, PERSON], "setup": SETUP, "opening": ["@d4"], "series": "x"},
        ),
        ("POST", "/api/puzzles/atoll-2aaa36/tries", {"moves": ["a2"]}),
        ("POST", "/api/puzzles/atoll-2aaa36/solution", {"moves": ["a2", "a1"]}),
        ("POST", "/api/puzzles/atoll-2aaa36/hint", {}),
        ("POST", "/api/puzzles/own", {"spec": "hex(size=3)", "moves": ["b2", "a1"], "played": "a2"}),
        ("GET", "/api/puzzles/own", None),
        ("GET", "/api/puzzles/progress", None),
        ("POST", f"{path}/moves", {"move": "a1", "seq": 3}),
        ("POST", f"{path}/take-back", {"keep": 0, "seq": 3}),
        ("POST", f"{path}/resign", {"person": 0, "seq": 3}),
        ("POST", f"{path}/reveal", {}),
    ]


def messages() -> list[Any]:
    """Return good messages to the analysis socket."""
    question = {"type": "analyse", "id": 1, "spec": "hex(size=3)", "moves": ["a1"], "seconds": 0.1, "visits": 5}
    return [question, {**question, "setup": SETUP}, {**question, "board": LAGOON}, {"type": "stop"}]


class Mutator:
    """Spoils things, always in the same way for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def value(self, good: Any) -> Any:
        """Return a copy with one to three places changed."""
        holder = [copy.deepcopy(good)]
        for _ in range(self.random.randint(1, 3)):
            self._spoil(holder)
        return holder[0]

    def _spoil(self, holder: Any) -> None:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            return
        key = self.random.choice(keys)
        if isinstance(holder[key], dict | list) and holder[key] and self.random.random() < 0.8:
            self._spoil(holder[key])
        elif isinstance(holder, dict) and self.random.random() < 0.4:
            value = holder.pop(key)
            holder[self.random.choice((str(key) + "x", "type", "spec", str(key).upper()))] = value
        else:
            holder[key] = copy.deepcopy(self.random.choice(VALUES))

    def body(self, good: Any) -> bytes:
        """Return the bytes of a spoilt body."""
        roll = self.random.random()
        if roll < 0.1:
            return self.random.choice(RAW)
        if roll < 0.13:
            depth = self.random.choice((300, 900, 1500, 20_000))
            deep = b"[" * depth + b"]" * depth
            return (
                json.dumps({**good, self.random.choice(("setup", "board")): "deep"})
                .encode()
                .replace(b'"deep"', b'{"a":' + deep + b"}")
            )
        data = json.dumps(self.value(good)).encode()
        return self.bytes(data) if roll < 0.28 else data

    def bytes(self, data: bytes) -> bytes:
        """Return bytes with some of them changed, or the end cut off."""
        if self.random.random() < 0.3:
            return data[: self.random.randrange(len(data) + 1)]
        spoilt = bytearray(data)
        for _ in range(self.random.randint(1, 8)):
            if spoilt:
                spoilt[self.random.randrange(len(spoilt))] = self.random.randrange(256)
        return bytes(spoilt)

    def path(self, good: str) -> str:
        """Return an address, more often than not a good one, that a client can send."""
        if self.random.random() < 0.7:
            return good
        bad = self.bytes(good.encode()).decode("latin-1")
        return "/" + "".join(c if "!" < c < "\x7f" and c not in '#<>"`\\^{|}' else f"%{ord(c):02x}" for c in bad[1:])
