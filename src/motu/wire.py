"""Data from outside against the types that say what may be in it (floor: wire; imports nothing of motu).

msgspec converts and checks; what it refuses is worded here, the same for JSON lines, requests, TOML files and boards. A
bound or a description stands once, as `msgspec.Meta` at the field.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from threading import RLock
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

T = TypeVar("T")
Show = Callable[[object], str]
Fits = Callable[[object, Any], bool]


MAX_SHOWN = 60
"""Most characters of a value that a message shows."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong with some data."""

    path: str
    """Where: "moves[3]", "net.blocks"; '' for the whole."""
    right: str
    """What would be right there: "a whole number from 1 to 10"."""
    value: object
    """What was read; None for what is missing."""
    unknown: str = ""
    """A key that nothing reads, where that is the fault."""
    legal: tuple[str, ...] = ()
    """The keys that are read there, or the values that may stand there."""
    is_missing: bool = False
    """Whether nothing was there to be read."""
    place: str = ""
    """Where in a text that is no JSON: "at byte 5"."""

    def sentence(self, show: Show = repr, whole: str = "this") -> str:
        """Return where it is, what would be right, and what was read.

        Args:
            show: Says how a value is written.
            whole: What the data are called: "the body".
        """
        if self.unknown:
            return f"there is no '{_cut(self.unknown)}'; right are {', '.join(self.legal)}"
        if self.is_missing:
            return f"{self.path or whole} is missing; right is {self.right}"
        return f"{self.path or whole} is {self.right}, not {show(self.value)}{self.place and ' ' + self.place}"


def as_json(value: object) -> str:
    """Return a value as JSON has it, cut to what a message can show."""
    return _cut(json.dumps(value, ensure_ascii=True))


def read_json(text: str | bytes, kind: type[T], refuse: Callable[[Fault], Exception]) -> T:
    """Return a text in JSON as a value of a type.

    Args:
        text: In UTF-8, where it is bytes.
        kind: As for `read_data`.
        refuse: Makes the error for what is wrong, which is raised.
    """
    return read_data(parse_json(text, refuse), kind, refuse)


def parse_json(text: str | bytes, refuse: Callable[[Fault], Exception]) -> Any:
    """Return what a text in JSON says.

    Args:
        text: In UTF-8, where it is bytes.
        refuse: Makes the error for what is no JSON, which is raised.
    """
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        right = "JSON in which lists and objects are nested a few deep"
        raise refuse(Fault("", right, _start_of(text))) from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise refuse(_fault_in_bytes(text) or _fault_in_json(text, str(error))) from None


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
        raise refuse(_fault_in(data, kind, "", _fits)) from None


def find_fault(data: object, kind: Any, path: str = "", *, strict: bool = True) -> Fault | None:
    """Return the first thing that is wrong with data, None where they fit.

    Args:
        data: As from JSON, or a text from an address.
        kind: As for `read_data`.
        path: What the data are called.
        strict: Whether a text that says a number or a truth is none.
    """
    fits = _fits if strict else _fits_as_text
    return None if fits(data, kind) else _fault_in(data, kind, path, fits)


def convert(data: object, kind: type[T], *, strict: bool = True) -> T:
    """Return data as a value of a type, in any thread; the only place that asks msgspec to do so.

    msgspec works out what a struct holds when it first meets it, and puts that where all threads find it before it is
    whole: a second thread that converts to the same struct meanwhile ends the process (msgspec 0.22). So the first
    conversion to a type is made by one thread alone.

    Args:
        data: As from JSON or TOML.
        kind: A type that msgspec knows.
        strict: Whether a text that says a number or a truth is none.

    Raises:
        msgspec.ValidationError: For data that do not fit.
    """
    named: object = kind
    if named in _KNOWN:
        return _converted(data, kind, strict=strict)
    with _LEARNING:
        try:
            return _converted(data, kind, strict=strict)
        finally:
            _KNOWN.add(named)


def _converted(data: object, kind: type[T], *, strict: bool) -> T:
    try:
        return msgspec.convert(data, kind, strict=strict)
    except UnicodeEncodeError:  # a key with half a character, which is none that any struct has
        raise msgspec.ValidationError("a key is no text") from None


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


def _start_of(text: str | bytes) -> str:
    start = text[: 2 * MAX_SHOWN]
    return start if isinstance(start, str) else start.decode("utf-8", "replace")


def _fault_in_bytes(text: str | bytes) -> Fault | None:
    """Return the fault in a text that is not UTF-8, or holds half a character, None where it is."""
    try:
        text.decode() if isinstance(text, bytes) else text.encode()
    except UnicodeDecodeError as error:
        read = error.object[error.start : error.start + 8].decode("utf-8", "backslashreplace")
        return Fault("", "JSON in UTF-8", read, place=f"at byte {error.start}")
    except UnicodeEncodeError as error:
        return Fault("", "JSON in UTF-8", error.object[error.start : error.start + 8])
    return None


def _fault_in_json(text: str | bytes, said: str) -> Fault:
    """Return the fault in a text that is no JSON, of which msgspec tells by a byte at most."""
    if not text.strip():
        return Fault("", "JSON", None, is_missing=True)
    whole = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
    if found := re.search(r"\(byte (\d+)\)", said):
        start = int(found[1])
        return Fault("", "JSON", _start_of(whole[start:]), place=f"at byte {start}")
    if "out of range" in said:
        return Fault("", "JSON with numbers below 1e308", _start_of(text))
    try:
        json.loads(whole)
    except ValueError:
        return Fault("", "JSON", _start_of(whole[-20:]), place="at its end")
    return Fault("", "JSON without halves of characters", _start_of(text))


def _fault_in(data: object, kind: Any, path: str, fits: Fits) -> Fault:
    """Return the fault in data that do not fit."""
    members = _members(kind)
    found = None
    if isinstance(data, Mapping):
        found = _fault_in_object(data, members, path, fits)
    elif isinstance(data, list | tuple) and len(members) == 1 and not _description(kind):
        found = _fault_in_list(data, members[0], path, fits)
    return found or Fault(path, right_of(kind), data, legal=_choices(members))


def _members(kind: Any) -> list[Any]:
    """Return the types that a type allows, None left aside, without what is annotated."""
    bare = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if get_origin(bare) in (Union, UnionType):
        return [each for member in get_args(bare) if member is not type(None) for each in _members(member)]
    return [bare]


def _description(kind: Any) -> str:
    """Return what a type says of itself, or what the first of those says that it allows."""
    info = inspect.type_info(kind)
    choices = info.types if isinstance(info, inspect.UnionType) else (info,)
    told = [each.extra_json_schema or {} for each in choices if isinstance(each, inspect.Metadata)]
    return next((str(each["description"]) for each in told if "description" in each), "")


def _choices(members: list[Any]) -> tuple[str, ...]:
    return tuple(str(value) for each in members if get_origin(each) is Literal for value in get_args(each))


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _fault_in_object(data: Mapping[Any, Any], members: list[Any], path: str, fits: Fits) -> Fault | None:
    structs = [each for each in members if _is_struct(each) and not each.__struct_config__.array_like]
    if len(structs) > 1:
        tags = {each.__struct_config__.tag: each for each in structs}
        field, tag = structs[0].__struct_config__.tag_field, None
        if field in data and isinstance(tag := data[field], str | int) and tag in tags:
            return _fault_in_struct(data, tags[tag], path, fits)
        right = " or ".join(map(repr, tags))
        return Fault(_joined(path, field), right, tag, legal=tuple(map(str, tags)), is_missing=field not in data)
    if structs:
        return _fault_in_struct(data, structs[0], path, fits)
    if len(members) == 1 and get_origin(members[0]) is dict:
        each_kind = get_args(members[0])[1]
        for key, value in data.items():
            if not fits(value, each_kind):
                return _fault_in(value, each_kind, _joined(path, _cut(_written(str(key)))), fits)
    return None


def _fault_in_struct(data: Mapping[Any, Any], kind: Any, path: str, fits: Fits) -> Fault | None:
    for name, each, is_required in _fields(kind):
        if name in data and not fits(data[name], each):
            return _fault_in(data[name], each, _joined(path, name), fits)
        if is_required and name not in data:
            return Fault(_joined(path, name), right_of(each), None, is_missing=True)
    settings = kind.__struct_config__
    tag = () if settings.tag_field is None else (settings.tag_field,)
    legal = (*tag, *(name for name, _, _ in _fields(kind)))
    unknown = next((_written(str(key)) for key in data if key not in legal), None)
    if unknown is None or not settings.forbid_unknown_fields:
        return None
    return Fault(path, right_of(kind), data, unknown or "''", legal)


def _fault_in_list(data: list[Any] | tuple[Any, ...], kind: Any, path: str, fits: Fits) -> Fault | None:
    for number, (name, each) in enumerate(_places(kind)):
        if number == len(data):
            break
        if not fits(data[number], each):
            place = _joined(path, name) if name else f"{path}[{number}]"
            return _fault_in(data[number], each, place, fits)
    return None


def _places(kind: Any) -> Iterator[tuple[str, Any]]:
    """Yield the name, where it has one, and the type of each place in a list."""
    if _is_struct(kind) and kind.__struct_config__.array_like:
        yield from ((name, each) for name, each, _ in _fields(kind))
    elif get_origin(kind) in (list, tuple):
        is_even = get_origin(kind) is list or Ellipsis in get_args(kind)
        kinds = repeat(get_args(kind)[0]) if is_even else get_args(kind)
        yield from (("", each) for each in kinds)


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


def _fits_as_text(value: object, kind: Any) -> bool:
    try:
        convert(value, kind, strict=False)
    except msgspec.ValidationError:
        return False
    return True


def _written(text: str) -> str:
    """Return a text as it can be printed: JSON may hold halves of characters."""
    return text.encode("utf-8", "backslashreplace").decode()


def _cut(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 3]}..."


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _words(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata():
            return str((kind.extra_json_schema or {}).get("description") or _words(kind.type))
        case inspect.UnionType():
            words = [_words(each) for each in kind.types if not isinstance(each, inspect.NoneType)]
            return " or ".join(dict.fromkeys(words))
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType() | inspect.FloatType():
            return ("a whole number" if isinstance(kind, inspect.IntType) else "a number") + _bounds(kind)
        case inspect.StrType():
            return _length("a text", kind, "characters")
        case inspect.LiteralType():
            return " or ".join(map(repr, kind.values))
        case inspect.ListType() | inspect.VarTupleType() | inspect.TupleType():
            return _list_words(kind)
        case _:
            return "an object"


def _list_words(kind: inspect.ListType | inspect.VarTupleType | inspect.TupleType) -> str:
    if isinstance(kind, inspect.TupleType):
        return f"a list of {len(kind.item_types)} entries"
    item = kind.item_type
    bare = item.type if isinstance(item, inspect.Metadata) else item
    entries = "texts" if isinstance(bare, inspect.StrType) else "entries"
    if kind.min_length is not None or kind.max_length is not None:
        return _length("a list", kind, entries)
    return f"a list of {entries}" if entries == "texts" else "a list"


def _length(thing: str, kind: Any, entries: str) -> str:
    least, most = kind.min_length, kind.max_length
    if most is None and least:
        return f"{thing} that is not empty" if least == 1 else f"{thing} of at least {least:,} {entries}"
    if most is None:
        return thing
    if least == most:
        return f"{thing} of {most:,} {entries}"
    return f"{thing} of at most {most:,} {entries}" if not least else f"{thing} of {least:,} to {most:,} {entries}"


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    if kind.gt is not None:
        return f" above {kind.gt:g}" + ("" if kind.le is None else f" and at most {_number(kind.le)}")
    if kind.ge is None:
        return ""
    return f" from {_number(kind.ge)} " + ("on" if kind.le is None else f"to {_number(kind.le)}")


def _number(bound: float) -> str:
    return str(int(bound)) if bound == int(bound) else f"{bound:g}"
