"""The errors of motu: one tree, each leaf with stable slugs (floor: errors; imports nothing of motu).

```
MotuError
├── InvalidMoveError (ValueError)    move/invalid          a text that is no move at all
├── IllegalMoveError (ValueError)    move/illegal          a move that the rules refuse here
├── GameOverError (ValueError)       move/game-over        a move after the end
├── ActionRangeError (IndexError)    action/out-of-range   a number that is no action
├── UndoError (ValueError)           undo/empty            nothing left to take back
├── SpecError (ValueError)           spec/…                a text that describes no game
├── RulesError (ValueError)          rules/invalid         parameters that make no game
├── BoardError (ValueError)          board/…               cells and islands that make no board
├── PositionError (ValueError)       position/…            a set-up that the rules do not allow
├── BatchError (ValueError)          batch/…               numbers or arrays that make no batch of games
├── RecordError (ValueError)         record/…              a record, or another format of one
├── DrawingError (ValueError)        drawing/…             options that draw nothing
├── NetError (RuntimeError)          net/…                 a net, or self-play, that cannot be
├── TrainingError (ValueError)       train/…               a training that cannot begin or go on
├── EngineError (RuntimeError)       engine/…              a search or a player that cannot go on
├── SolveError (RuntimeError)        solve/…               a solver, or a table of one, that cannot be used
├── PuzzleError (ValueError)         puzzle/…              a puzzle that is none, or an answer that is no move of it
├── StudyError (ValueError)          study/…               a study that cannot be run
└── CollectionError (ValueError)     collection/…          a collection of games that cannot be written or read
```

Every error says in its message what was read, why it is refused and what would be right; the attributes hold the same
for programs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar, NoReturn


class MotuError(Exception):
    """The root of all errors that motu raises on purpose."""

    default_slug = "motu/error"

    def __init__(
        self,
        message: str,
        *,
        slug: str | None = None,
        text: str = "",
        position: str = "",
        legal: Iterable[str] = (),
    ) -> None:
        """Keep the message and what programs need.

        Args:
            message: One clear sentence: what was read, why it is refused, what would be right.
            slug: A stable name such as "move/illegal"; the class's own by default.
            text: What was read.
            position: Where it was read: the moves so far, a cell, a line of a file.
            legal: What would have been right.
        """
        super().__init__(message)
        self.slug = slug if slug is not None else self.default_slug
        self.text = text
        self.position = position
        self.legal = tuple(legal)

    @property
    def message(self) -> str:
        """The message without class or slug."""
        return str(self.args[0])

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with the attributes, so that errors cross processes whole."""
        return _rebuild, (type(self), self.message, self.slug, self.text, self.position, self.legal)


class InvalidMoveError(MotuError, ValueError):
    """A text that is no move of this game."""

    default_slug = "move/invalid"


class IllegalMoveError(MotuError, ValueError):
    """A move that the rules refuse in this position."""

    default_slug = "move/illegal"


class GameOverError(MotuError, ValueError):
    """A move after the end of the game."""

    default_slug = "move/game-over"


class ActionRangeError(MotuError, IndexError):
    """A number outside 0..num_actions-1 (or the chance outcomes)."""

    default_slug = "action/out-of-range"


class UndoError(MotuError, ValueError):
    """An undo where nothing has been played."""

    default_slug = "undo/empty"


class SpecError(MotuError, ValueError):
    """A text that describes no game."""

    default_slug = "spec/invalid"


class RulesError(MotuError, ValueError):
    """Parameters of rules that make no game."""

    default_slug = "rules/invalid"


class BoardError(MotuError, ValueError):
    """Cells and islands that make no board."""

    default_slug = "board/invalid"


class PositionError(MotuError, ValueError):
    """A position set up by hand that the rules do not allow."""

    default_slug = "position/invalid"


class BatchError(MotuError, ValueError):
    """Numbers or arrays that make no batch of games."""

    default_slug = "batch/options"


class RecordError(MotuError, ValueError):
    """A record that cannot be read, or that the rules contradict."""

    default_slug = "record/invalid"


class DrawingError(MotuError, ValueError):
    """Options that draw nothing."""

    default_slug = "drawing/invalid"


class StudyError(MotuError, ValueError):
    """A study of the lab that cannot be run."""

    default_slug = "study/invalid"


class CollectionError(MotuError, ValueError):
    """A collection of games that cannot be written or read."""

    default_slug = "collection/invalid"


class EngineError(MotuError, RuntimeError):
    """A search or a player that cannot go on."""

    default_slug = "engine/failed"


class NetError(MotuError, RuntimeError):
    """A net that cannot be read or used, or self-play that cannot be."""

    default_slug = "net/failed"


class TrainingError(MotuError, ValueError):
    """A training whose settings or checkpoint are not right."""

    default_slug = "train/invalid"


class SolveError(MotuError, RuntimeError):
    """A solver that cannot be used, or a table that it cannot read."""

    default_slug = "solve/failed"


class PuzzleError(MotuError, ValueError):
    """A puzzle that is none, or an answer to one that cannot be judged."""

    default_slug = "puzzle/invalid"


def one_line(said: object, most: int = 300) -> str:
    """Return what a library or a file said, fit for a message: printable, in one line, cut after `most` characters.

    A line that ends without a stop gets one where another sentence follows.
    """
    parted = re.sub(r"(?<=[^\s.,:;!?])[^\S\n]*\n\s*(?=[A-Z])", ". ", str(said).strip())
    text = " ".join("".join(each if each.isprintable() else " " for each in parted).split())
    return text if len(text) <= most else f"{text[:most]}…"


class Unpicklable:
    """Mixed into what holds native memory: says so, and what to do, instead of failing in the middle of a pickle."""

    _instead: ClassVar[str] = "make a new one from what this one was made from"
    """What is to be done in place of pickling or copying it."""

    def __reduce__(self) -> NoReturn:
        """Refuse to be pickled or copied.

        Raises:
            TypeError: Always, as Python does for what does not pickle.
        """
        kind = type(self)
        raise TypeError(f"a {kind.__module__}.{kind.__qualname__} is not pickled or copied: {self._instead}")


_BY_SLUG: dict[str, type[MotuError]] = {
    leaf.default_slug: leaf
    for leaf in (
        InvalidMoveError,
        IllegalMoveError,
        GameOverError,
        ActionRangeError,
        UndoError,
        RulesError,
        PositionError,
    )
}
_BY_AREA: dict[str, type[MotuError]] = {
    "spec": SpecError,
    "board": BoardError,
    "position": PositionError,
    "batch": BatchError,
    "record": RecordError,
    "drawing": DrawingError,
    "engine": EngineError,
    "net": NetError,
    "train": TrainingError,
    "solve": SolveError,
    "puzzle": PuzzleError,
    "study": StudyError,
    "collection": CollectionError,
}


def from_native(slug: str, message: str, text: str, position: str, legal: Iterable[str]) -> MotuError:
    """Build the error that belongs to a slug; the native core calls this for every error it throws."""
    leaf = _BY_SLUG.get(slug) or _BY_AREA.get(slug.partition("/")[0], MotuError)
    return leaf(message, slug=slug, text=text, position=position, legal=legal)


def _rebuild(
    leaf: type[MotuError], message: str, slug: str, text: str, position: str, legal: tuple[str, ...]
) -> MotuError:
    return leaf(message, slug=slug, text=text, position=position, legal=legal)
