"""Data that a JSON schema allows, and data in which exactly one place is wrong, with that place's name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

WRONG_TYPE: dict[str, tuple[Any, ...]] = {
    "string": (3, None, [], True),
    "integer": ("x", None, 0.5, {}),
    "number": ("x", None, [], {}),
    "boolean": ("x", None, 7, []),
    "array": (3, None, "x", {}),
    "object": (3, None, "x", []),
}
IN_NO_CHOICE: tuple[Any, ...] = ({}, 0.5, None)
AS_LISTS = ("NodeView",)
"""Structs that travel as lists, which OpenAPI tells as objects."""


OPEN = ("Line",)
"""Structs that leave aside what they don't know."""


class Wrong(NamedTuple):
    """Data with one fault."""

    place: str
    """As a refusal names it: "nodes[0].parent"; a key that nothing reads; '' for the whole."""
    data: Any


class Schemas:
    """Schemas that refer to each other."""

    def __init__(self, named: Mapping[str, Any]) -> None:
        self._named = named
        self._within: list[str] = []

    @contextmanager
    def _inside(self, schema: Mapping[str, Any]) -> Iterator[None]:
        """Go through a struct's places; lists of more of its kind stay empty meanwhile, or there would be no end."""
        self._within.append(schema.get("title", ""))
        try:
            yield
        finally:
            self._within.pop()

    def _is_within(self, schema: Mapping[str, Any]) -> bool:
        return self._plain(schema).get("title", schema) in self._within

    def good(self, schema: Mapping[str, Any]) -> Any:
        """Return data as a schema allows them, with all that may be there."""
        schema = self._plain(schema)
        if "enum" in schema:
            return next(value for value in schema["enum"] if value is not None)
        match schema.get("type"):
            case "object":
                with self._inside(schema):
                    data = {name: self.good(each) for name, each in schema.get("properties", {}).items()}
                return self._whole(data, schema)
            case "array":
                places = schema.get("prefixItems") or [schema["items"]] * max(schema.get("minItems", 0), 1)
                return [self.good(each) for each in places if not self._is_within(each)]
            case "string":
                return "a" * (16 if "pattern" in schema else max(schema.get("minLength", 0), 1))
            case "integer" | "number":
                return max(int(schema.get("minimum", schema.get("exclusiveMinimum", 0))), 1)
        return True

    def wrong(self, schema: Mapping[str, Any], place: str = "") -> Iterator[Wrong]:
        """Yield data with one fault each, every kind of it in every place."""
        is_open = _allows_null(schema)
        if len(_choices(schema)) > 1:
            yield from (Wrong(place, other) for other in IN_NO_CHOICE)
            return
        schema = self._plain(schema)
        yield from (Wrong(place, value) for value in _out_of_bounds(schema, self))
        if "enum" not in schema:
            kinds = WRONG_TYPE[schema["type"]]
            yield from (Wrong(place, value) for value in kinds if not (is_open and value is None))
        if schema["type"] == "object" and "properties" in schema:
            with self._inside(schema):
                yield from self._wrong_object(schema, place)
        if schema["type"] == "array":
            yield from self._wrong_list(schema, place)

    def _wrong_object(self, schema: Mapping[str, Any], place: str) -> Iterator[Wrong]:
        good, is_list = self.good(schema), schema.get("title") in AS_LISTS
        names = list(schema["properties"])
        for name, each in schema["properties"].items():
            inner = f"{place}.{name}" if place else name
            for wrong in self.wrong(each, inner):
                data = [*good] if is_list else {**good}
                data[names.index(name) if is_list else name] = wrong.data
                yield Wrong(wrong.place, data)
            if name in schema.get("required", ()) and not is_list:
                yield Wrong(inner, {key: value for key, value in good.items() if key != name})
        if schema.get("title") not in (*AS_LISTS, *OPEN):
            yield Wrong("unheard_of", {**good, "unheard_of": 1})

    def _wrong_list(self, schema: Mapping[str, Any], place: str) -> Iterator[Wrong]:
        good = self.good(schema)
        if "prefixItems" in schema:
            yield Wrong(place, good[:-1])
        for number, each in enumerate(schema.get("prefixItems") or [schema["items"]]):
            if self._is_within(each):
                continue
            for wrong in self.wrong(each, f"{place}[{number}]"):
                yield Wrong(wrong.place, [*good[:number], wrong.data, *good[number + 1 :]])

    def _plain(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a schema without references and without null."""
        if "$ref" in schema:
            return self._plain(self._named[schema["$ref"].rpartition("/")[2]])
        for choice in ("oneOf", "anyOf"):
            if choice in schema:
                return {
                    **self._plain(_choices(schema)[0]),
                    **{key: value for key, value in schema.items() if key != choice},
                }
        if isinstance(schema.get("type"), list):
            return {**schema, "type": next(each for each in schema["type"] if each != "null")}
        return schema if "type" in schema else {**schema, "type": "string"}

    def _whole(self, data: dict[str, Any], schema: Mapping[str, Any]) -> Any:
        return list(data.values()) if schema.get("title") in AS_LISTS else data


def _all_choices(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(schema.get("oneOf") or schema.get("anyOf") or ())


def _choices(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return what a schema allows beside null; Litestar tells of a text with a bound as a text or anything."""
    return [each for each in _all_choices(schema) if each and each.get("type") != "null"]


def _allows_null(schema: Mapping[str, Any]) -> bool:
    return "null" in schema.get("type", ()) or any(each.get("type") == "null" for each in _all_choices(schema))


def _out_of_bounds(schema: Mapping[str, Any], schemas: Schemas) -> Iterator[Any]:
    if "enum" in schema:
        yield "unheard of"
    if "minimum" in schema:
        yield int(schema["minimum"]) - 1
    if "exclusiveMinimum" in schema:
        yield schema["exclusiveMinimum"]
    if "maximum" in schema:
        yield int(schema["maximum"]) + 1
    if schema.get("minLength"):
        yield "x" * (schema["minLength"] - 1)
    if "maxLength" in schema:
        yield "x" * (schema["maxLength"] + 1)
    if "pattern" in schema:
        yield "+" * 16
    if schema.get("minItems") and "items" in schema and schema["items"]:
        yield []
    if schema.get("maxItems") and schema.get("items"):
        yield [schemas.good(schema["items"])] * (schema["maxItems"] + 1)
