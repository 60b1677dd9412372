"""Strict JSON for game records: text into objects, objects into checked fields.

Floor: games. Python's own reader takes more than a record may hold (a key that stands twice, NaN, half characters);
here each of these is a `RecordError` that says where it stands, what was read and what would be right.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NoReturn

from motu.errors import RecordError
from motu.numbers import as_whole

MAX_CHARACTERS = 16 * 1024 * 1024
"""Longest JSON text of one record."""

MAX_DEPTH = 32
"""Deepest nesting of objects and lists in one record."""

MAX_PARTS = 10_000
"""Most values, objects and lists counted, in a board or in what a set-up says beside its stones."""

CHARACTERS_A_PART = 100
"""How many characters of a text count as one value more."""

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_SHOWN = 60


@contextmanager
def inside(where: str) -> Iterator[None]:
    """Put `where` before the message and the position of every `RecordError` that passes."""
    try:
        yield
    except RecordError as error:
        raise RecordError(
            where + error.message,
            slug=error.slug,
            text=error.text,
            position=(where + error.position).rstrip(".: "),
            legal=error.legal,
        ) from error.__cause__


def fault(path: str, expected: str, value: object, legal: Sequence[str] = ()) -> RecordError:
    """Return the error for a field that holds the wrong thing."""
    read = show(value)
    return RecordError(
        f"{path}: expected {expected}, read {read}",
        slug="record/field",
        text=read,
        position=path,
        legal=tuple(legal),
    )


def show(value: object) -> str:
    """Return a value as JSON spells it, shortened."""
    if isinstance(value, str | int | float | list | tuple | dict | None):
        text = json.dumps(_beginning(value), ensure_ascii=True, default=repr)
    else:
        text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _beginning(value: Any, depth: int = 4) -> Any:
    """Return as much of a value as can be shown: nobody spells out a megabyte to throw it away."""
    if isinstance(value, str):
        return value[:_SHOWN]
    if isinstance(value, list | tuple):
        return [_beginning(each, depth - 1) for each in value[:_SHOWN]] if depth else []
    if isinstance(value, dict):
        items = islice(value.items(), _SHOWN)
        return {_beginning(key): _beginning(each, depth - 1) for key, each in items} if depth else {}
    return value


def parse_object(text: str) -> dict[str, Any]:
    """Read one JSON object.

    Raises:
        RecordError: "record/json" for text that is no JSON, is cut off, goes on after the object, has a key twice, NaN,
            an infinite number, half a character or nests too deeply; "record/too-large".
    """
    if len(text) > MAX_CHARACTERS:
        raise RecordError(
            f"the record has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read",
            slug="record/too-large",
        )
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        position = f"column {error.colno}"
        raise _bad_json(f"{position}: not JSON ({error.msg})", text[error.pos : error.pos + 20], position) from None
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:  # more digits than Python reads; more brackets than it counts
        raise _bad_json(f"no readable JSON: {error}") from None
    if not isinstance(value, dict):
        raise fault("the record", "an object {…}", value)
    check_json(value, "the record")
    return value


def write_object(value: Mapping[str, object]) -> str:
    """Return an object as one line of JSON, keys in their order, nothing but what `parse_object` reads."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(", ", ": "))


def check_json(value: object, path: str, most: float = math.inf) -> None:
    """Raise `RecordError` unless a value is plain JSON: finite, no half characters, at most MAX_DEPTH deep.

    Args:
        value: What was read.
        path: Where it stands.
        most: Values that it may have in it; they are counted before anybody looks at them.
    """
    pending: list[tuple[object, int]] = [(value, 0)]
    num_parts = 1
    while pending:
        item, depth = pending.pop()
        if depth > MAX_DEPTH:
            raise RecordError(f"{path}: nested more than {MAX_DEPTH} deep", slug="record/json", position=path)
        num_parts += _num_parts(item)
        check_count(num_parts, path, most)
        pending += [(inner, depth + 1) for inner in _checked(item, path)]


def _num_parts(item: object) -> int:
    """Return for how many values something counts beside itself."""
    if isinstance(item, list | tuple | dict):
        return len(item)
    return len(item) // CHARACTERS_A_PART if isinstance(item, str) else 0


def _checked(item: object, path: str) -> Iterable[object]:
    """Check a value but for what is in it, which is returned."""
    if isinstance(item, str):
        check_text(item, path)
    elif isinstance(item, list | tuple):
        return item
    elif isinstance(item, dict):
        for key in item:
            check_text(key, path)
        return item.values()
    elif isinstance(item, float):
        if not math.isfinite(item):
            raise fault(path, "a finite number", item)
    elif item is not None and not isinstance(item, int):
        raise fault(path, "plain JSON", item)
    return ()


def check_count(number: int, path: str, most: float) -> None:
    """Raise `RecordError` when there are more than `most` of something."""
    if number > most:
        raise RecordError(
            f"{path}: {number:,} values or more; at most {most:,} are read", slug="record/too-large", position=path
        )


def check_text(value: object, path: str) -> None:
    """Raise `RecordError` unless a value is text that UTF-8 can carry."""
    if not isinstance(value, str):
        raise fault(path, "a text", value)
    if _HALF_CHARACTER.search(value):
        raise fault(path, "whole characters (a surrogate stands alone)", value)


def check_integer(value: object, path: str, low: int, high: int | None = None) -> int:
    """Return a whole number from `low` to `high` as Python's own, or raise `RecordError`."""
    number = None if isinstance(value, bool) else as_whole(value)
    if number is None or number < low or (high is not None and number > high):
        span = f"{low} or more" if high is None else f"{low}" if low == high else f"{low} to {high}"
        raise fault(path, f"a whole number, {span}", value)
    return number


class Fields:
    """The keys of one JSON object, taken one by one; what nobody took is kept for writing back."""

    def __init__(self, source: object, path: str) -> None:
        if not isinstance(source, dict):
            raise fault(path, "an object {…}", source)
        self._rest = dict(source)
        self._path = path

    def take(self, key: str) -> Any:
        """Return and remove the value of a key that must be there."""
        if key not in self._rest:
            raise RecordError(
                f'{self._path}: the key "{key}" is missing',
                slug="record/missing",
                position=self._path,
                legal=(key,),
            )
        return self._rest.pop(key)

    def take_or(self, key: str, default: object) -> Any:
        """Return and remove the value of a key, or `default` when it isn't there."""
        return self._rest.pop(key, default)

    def rest(self) -> dict[str, Any]:
        """Return the keys nobody took, in their order."""
        return dict(self._rest)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise _bad_json(f"the key {show(key)} stands twice in one object", key)
        result[key] = value
    return result


def _refuse_constant(name: str) -> NoReturn:
    raise _bad_json(f"{name} is no JSON number", name)


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise _bad_json(f"the number {digits[:_SHOWN]} is too large", digits[:_SHOWN])
    return value


def _bad_json(message: str, text: str = "", position: str = "") -> RecordError:
    return RecordError(message, slug="record/json", text=text, position=position)
