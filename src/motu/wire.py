"""Data from outside against the types that say what may be in it (floor: wire; imports nothing of motu).

msgspec converts and checks; what it refuses is worded here, the same for JSON lines, TOML files and boards. A bound or
a description stands once, as `msgspec.Meta` at the field.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from threading import RLock
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

T = TypeVar("T")
Show = Callable[[object], str]


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong with some data."""

    path: str
    """Where: "moves", "net.blocks"; '' for the whole."""
    right: str
    """What would be right there: "a whole number from 1 to 10"."""
    value: object
    """What was read; None for what is missing."""
    unknown: str = ""
    """A key that nothing reads, where that is the fault."""
    legal: tuple[str, ...] = ()
    """The keys that are read there."""

    def sentence(self, show: Show = repr) -> str:
        """Return where it is, what would be right, and what was read.

        Args:
            show: Says how a value is written.
        """
        if self.unknown:
            return f"there is no '{self.unknown}'; right are {', '.join(self.legal)}"
        return f"{self.path or 'this'} is {self.right}, not {show(self.value)}"


def read_data(data: object, kind: type[T], refuse: Callable[[Fault], Exception]) -> T:
    """Return data as a value of a type.

    Args:
        data: As from JSON or TOML.
        kind: A msgspec struct, or anything that msgspec converts to.
        refuse: Makes the error for what is wrong, which is raised.
    """
    try:
        return convert(data, kind)
    except msgspec.ValidationError:
        raise refuse(_fault_in(data, kind, "")) from None


def convert(data: object, kind: type[T]) -> T:
    """Return data as a value of a type, in any thread; the only place that asks msgspec to do so.

    msgspec works out what a struct holds when it first meets it, and puts that where all threads find it before it is
    whole: a second thread that converts to the same struct meanwhile ends the process (msgspec 0.22). So the first
    conversion to a type is made by one thread alone.

    Raises:
        msgspec.ValidationError: For data that do not fit.
    """
    named: object = kind
    if named in _KNOWN:
        return msgspec.convert(data, kind)
    with _LEARNING:
        try:
            return msgspec.convert(data, kind)
        finally:
            _KNOWN.add(named)


_KNOWN: set[object] = set()
"""The types that have been converted to."""
_LEARNING = RLock()


def fault_of(value: object) -> Fault | None:
    """Return what is wrong with the fields of a dataclass or a struct that was made by hand, None where nothing is."""
    kind: Any = type(value)
    for name, each, _ in _fields(kind):
        if not _fits(getattr(value, name), each):
            return Fault(name, right_of(each), getattr(value, name))
    return None


def right_of(kind: Any) -> str:
    """Return what a type takes, in a few words; its own description where it has one."""
    return _words(inspect.type_info(kind))


def _fault_in(data: object, kind: Any, path: str) -> Fault:
    """Return the fault in data that do not fit."""
    bare = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if isinstance(data, Mapping) and isinstance(bare, type) and issubclass(bare, msgspec.Struct):
        for name, each, is_required in _fields(bare):
            if name in data and not _fits(data[name], each):
                return _fault_in(data[name], each, _joined(path, name))
            if is_required and name not in data:
                return Fault(_joined(path, name), right_of(each), None)
        legal = tuple(name for name, _, _ in _fields(bare))
        for key in data:
            if key not in legal:
                return Fault(path, right_of(kind), data, str(key), legal)
    if isinstance(data, Mapping) and get_origin(bare) is dict:
        for key, value in data.items():
            if not _fits(value, get_args(bare)[1]):
                return _fault_in(value, get_args(bare)[1], _joined(path, str(key)))
    return Fault(path, right_of(kind), data)


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any, bool], ...]:
    """Return the fields of a struct or a dataclass: their names outside, their types, whether they must be there."""
    if issubclass(kind, msgspec.Struct):
        return tuple((field.encode_name, field.type, field.required) for field in msgspec.structs.fields(kind))
    types = get_type_hints(kind, include_extras=True)
    return tuple(
        (each.name, types[each.name], each.default is dataclasses.MISSING) for each in dataclasses.fields(kind)
    )


def _fits(value: object, kind: Any) -> bool:
    try:
        convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _words(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata():
            return str((kind.extra_json_schema or {}).get("description") or _words(kind.type))
        case inspect.UnionType():
            return " or ".join(_words(each) for each in kind.types if not isinstance(each, inspect.NoneType))
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType() | inspect.FloatType():
            return ("a whole number" if isinstance(kind, inspect.IntType) else "a number") + _bounds(kind)
        case inspect.StrType():
            return "a text" if kind.max_length is None else f"a text of at most {kind.max_length:,} characters"
        case inspect.LiteralType():
            return " or ".join(map(repr, kind.values))
        case inspect.ListType() | inspect.VarTupleType():
            return "a list of texts" if isinstance(kind.item_type, inspect.StrType) else "a list"
        case _:
            return "an object"


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    if kind.gt is not None:
        return f" above {kind.gt:g}" + ("" if kind.le is None else f" and at most {_number(kind.le)}")
    if kind.ge is None:
        return ""
    return f" from {_number(kind.ge)} " + ("on" if kind.le is None else f"to {_number(kind.le)}")


def _number(bound: float) -> str:
    return str(int(bound)) if bound == int(bound) else f"{bound:g}"
