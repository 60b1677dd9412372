"""Requests for every route that a server's own description (OpenAPI) tells of, with what was heard there before.

A request is made of its label and a number alone, given the same answers before, so that a visit can be made again.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from fuzz.material import SMALL, garbage
from fuzz.on_json import thing

NAMES = ("Ann", "Bo", "Cy", "Di", "Änn")
"""What guests call themselves, their bots and whom they mean."""
PASSWORD = "a word that passes"
TEXTS: dict[str, tuple[str, ...]] = {
    "spec": (*SMALL[:4], "gan", "atomorph(size=4)", "atmalof(rows=3,cols=3,line=3)"),
    "name": (*NAMES, "level 1"),
    "to": ("", *NAMES),
    "bot": ("", *NAMES),
    "password": (PASSWORD, PASSWORD, "another word that passes"),
    "moves": ("a1", "b2", "c3", "d4"),
    "opening": ("a1", "b2"),
    "n": ("a1", "b2"),
    "speed": ("blitz", "rapid", "slow", "correspondence", "untimed"),
    "played": ("a1", "b2"),
}
"""What a field of this name is worth trying with."""
LISTENED_TO = ("GET /api/stream",)
"""Routes whose answer has no end."""
MOST_HEARD = 30
"""Of each kind, the newest."""
WRONG = 0.1
"""Share of requests in which one field is something else."""


class Request(NamedTuple):
    """A request, ready to be sent."""

    method: str
    path: str
    """Without the first stroke."""
    query: dict[str, str]
    body: Any
    """None for a request without one."""


class Heard:
    """Names and numbers that answers have told, by what they are of."""

    def __init__(self) -> None:
        self._told: dict[str, list[str]] = defaultdict(list)

    def listen(self, path: str, said: Any) -> None:
        """Remember what an answer from a route tells of: `api/studies` tells of studies, and so on."""
        parts = path.split("/")
        kind = parts[1] if len(parts) > 1 else ""
        for key, value in _pairs(said):
            if isinstance(value, str) and value:
                self._note(kind if key == "id" else key, value)

    def _note(self, kind: str, value: str) -> None:
        told = self._told[kind]
        if value not in told:
            told.append(value)
            del told[:-MOST_HEARD]

    def of(self, parameter: str, path: str) -> list[str]:
        """Return what may stand for a path's parameter: of its own kind, else of the route's."""
        kind = parameter.removesuffix("_id")
        plurals = {"study": "studies", "name": "people", "session": "account", "token": "account"}
        found = [*self._told[kind], *self._told[plurals.get(kind, kind + "s")]]
        return found or self._told[path.split("/")[2]]


class Described:
    """A description, and the requests that go by it."""

    def __init__(self, description: Mapping[str, Any]) -> None:
        self._named = description["components"]["schemas"]
        self._operations = {
            f"{method.upper()} {path}": told
            for path, methods in description["paths"].items()
            for method, told in methods.items()
        }
        self.labels = sorted(label for label in self._operations if label not in LISTENED_TO)

    def request(self, label: str, rng: random.Random, heard: Heard, seq: int) -> Request:
        """Make a request to a route, `seq` being how far the game is that it may be about."""
        told, invent = self._operations[label], Inventor(self._named, rng, heard)
        method, _, path = label.partition(" ")
        query: dict[str, str] = {}
        for parameter in told.get("parameters", ()):
            name = parameter["name"]
            if parameter["in"] == "path":
                known = heard.of(name, path) or ["none"]
                value = rng.choice(known) if rng.random() > WRONG else garbage(rng, 20) or "x"
                path = path.replace("{" + name + "}", quote(value.replace("/", "x"), safe=""))
            elif parameter["in"] == "query" and rng.random() < 0.6:
                value = invent.value(parameter["schema"], name)
                query[name] = value if isinstance(value, str) else json.dumps(value)
        content = told.get("requestBody", {}).get("content", {})
        body = invent.value(content["application/json"]["schema"], "") if content else None
        if isinstance(body, dict):
            if "seq" in body and rng.random() > WRONG:
                body["seq"] = seq
            if body and rng.random() < WRONG:
                body[rng.choice(sorted(body))] = thing(rng)
        return Request(method, path.lstrip("/"), query, body)


class Inventor:
    """Invents data by schemas."""

    def __init__(self, named: Mapping[str, Any], rng: random.Random, heard: Heard) -> None:
        self._named, self._rng, self._heard = named, rng, heard

    def value(self, schema: Mapping[str, Any], name: str) -> Any:
        """Invent data as a schema allows them."""
        if "$ref" in schema:
            return self.value(self._named[schema["$ref"].rpartition("/")[2]], name)
        choices = [each for each in (schema.get("oneOf") or schema.get("anyOf") or ()) if each]
        if choices:
            return self.value({**self._rng.choice(choices), **_bounds(schema)}, name)
        if "enum" in schema:
            return self._rng.choice(schema["enum"])
        kind = schema.get("type", "string")
        return self._of_kind(self._rng.choice(kind) if isinstance(kind, list) else kind, schema, name)

    def _of_kind(self, kind: str, schema: Mapping[str, Any], name: str) -> Any:
        match kind:
            case "null":
                return None
            case "boolean":
                return self._rng.random() < 0.5
            case "integer" | "number":
                return _number(schema, self._rng)
            case "array":
                return self._list(schema, name)
            case "object":
                return self._object(schema)
        return self._text(schema, name)

    def _object(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        required = schema.get("required", ())
        return {
            name: self.value(each, name)
            for name, each in schema.get("properties", {}).items()
            if name in required or self._rng.random() < 0.5
        }

    def _list(self, schema: Mapping[str, Any], name: str) -> list[Any]:
        if "prefixItems" in schema:
            return [self.value(each, name) for each in schema["prefixItems"]]
        count = min(schema.get("maxItems", 3), self._rng.randrange(schema.get("minItems", 0), 4))
        return [self.value(schema.get("items") or {}, name) for _ in range(count)]

    def _text(self, schema: Mapping[str, Any], name: str) -> str:
        least, most = schema.get("minLength", 0), schema.get("maxLength", 4096)
        if "pattern" in schema:
            return "".join(self._rng.choice("abcdefgh") for _ in range(max(least, 16)))
        known = self._heard.of(name, "/api/games") if name == "game" and most < 30 else TEXTS.get(name)
        if known and self._rng.random() > WRONG:
            return self._rng.choice(known)
        if least > 40:  # a hash
            return "".join(self._rng.choice("0123456789abcdef") for _ in range(least))
        return (garbage(self._rng, 30).replace("\x00", "") + "word")[:most]


def _bounds(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key not in {"oneOf", "anyOf"}}


def _number(schema: Mapping[str, Any], rng: random.Random) -> int:
    least = int(schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1))
    most = int(schema.get("maximum", 2**53))
    return rng.choice([each for each in (0, 1, 2, 3, 10, 600, 60_000, least, most) if least <= each <= most])


def _pairs(said: Any) -> Iterator[tuple[str, Any]]:
    """Yield every key of an answer with its value, however deep it lies."""
    if isinstance(said, dict):
        for key, value in said.items():
            yield key, value
            yield from _pairs(value)
    elif isinstance(said, list):
        for each in said:
            yield from _pairs(each)
