"""The Python library as a surface: any call after any other, with any of the objects that earlier calls have made.

Hypothesis draws the sequences (a `RuleBasedStateMachine`, each kind of object a bundle). Objects are known by names, so
that the same steps can be taken again, and fewer of them.
"""

from __future__ import annotations

import gc
import json
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    multiple,
    rule,
    run_state_machine_as_test,
)

from fuzz.hunt import Log, Step
from motu import State
from motu.errors import MotuError

KINDS = ("game", "state", "player", "tree", "search", "net", "solver", "record")
"""What operations make and take; "any" is an object of any kind, or something else altogether."""
NUMBER = "number"
WRONG: tuple[object, ...] = (None, 5, -1.5, "x", "hex", b"x", [], (), {}, object(), int, Ellipsis, float("nan"))
"""What no call takes for one of its objects."""

FIRST = {"load": 2, "begin_within": 3, "new_player": 3}
"""What there is when a sequence begins: without, most of it would go by in making things."""
OFTEN = {"choose": 6, "search": 3, "advance_to": 4, "plant": 2, "search_deeper": 3, "judge": 2, "solve": 2, "begin": 2}
"""Rules that are taken so many times as often as others: what works on several objects together."""

EXAMPLES = 12
STEPS = 40


class BoomError(Exception):
    """What callbacks raise; it must come through, and nothing else."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A kind of step."""

    name: str
    run: Callable[..., object]
    """Takes objects and numbers, and returns what it made, or None; raises where an answer is wrong."""
    takes: tuple[str, ...]
    makes: str | None
    raises: tuple[type[Exception], ...]
    """What may be raised beside `MotuError`."""


OPERATIONS: dict[str, Operation] = {}


def operation(
    *takes: str, makes: str | None = None, raises: tuple[type[Exception], ...] = ()
) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Enter a function as a kind of step."""

    def enter(function: Callable[..., object]) -> Callable[..., object]:
        name = function.__name__
        OPERATIONS[name] = Operation(name, function, takes, makes, raises)
        return function

    return enter


class World:
    """All objects that there are at a time, by name, and the model: what was applied to each state."""

    def __init__(self, log: Log) -> None:
        log.begin()
        self._log = log
        self._numbers: Counter[str] = Counter()
        self._objects: dict[str, Any] = {}
        self._histories: dict[str, list[tuple[int, bool]]] = {}

    def take(self, name: str, arguments: Sequence[str | int]) -> str | None:
        """Take a step and return the name of what it made; a fault ends the process."""
        made = OPERATIONS[name].makes if name in OPERATIONS else None
        new = None if made is None else f"{made}{self._numbers[made]}"
        return self.take_again([name, new, *arguments])

    def take_again(self, step: Step) -> str | None:
        """Take a step that has all its names; nothing where one of them means nothing any more."""
        name, new, *arguments = step
        if any(isinstance(each, str) and each[0] != "?" and each not in self._objects for each in arguments):
            return None
        self._log.step(step)
        try:
            if name == "drop":
                self._drop(arguments[0])
                return None
            return self._run(OPERATIONS[name], new, arguments)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
            self._log.fault(f"{type(error).__name__} in {name}: {error}\n{json.dumps(step)}\n{traceback.format_exc()}")

    def _drop(self, name: str) -> None:
        del self._objects[name]
        self._histories.pop(name, None)
        gc.collect()

    def _run(self, operation: Operation, new: str | None, arguments: Sequence[str | int]) -> str | None:
        made: object = None
        try:
            made = operation.run(*map(self._object, arguments))
        except MotuError as error:
            check_refusal(error)
        except operation.raises:
            pass
        for name in arguments:
            if isinstance(name, str) and name in self._histories:
                self._check_history(name, operation)
        if made is None or new is None:
            return None
        self._numbers[operation.makes or ""] += 1
        self._objects[new] = made
        if isinstance(made, State):
            self._histories[new] = made.history()
        return new

    def _object(self, argument: str | int) -> object:
        if isinstance(argument, int):
            return argument
        return WRONG[int(argument[1:]) % len(WRONG)] if argument[0] == "?" else self._objects[argument]

    def _check_history(self, name: str, operation: Operation) -> None:
        """See that a state has the past that it had; only operations that say so may have given it another."""
        history = self._objects[name].history()
        if operation.name.startswith("change"):
            self._histories[name] = history
        elif history != self._histories[name]:
            raise AssertionError(f"{operation.name} has changed a state: {self._histories[name]} -> {history}")


def check_refusal(error: MotuError) -> None:
    """A refusal is a sentence on one line, with a slug."""
    if not error.message.strip() or "\n" in error.message or "/" not in error.slug:
        raise AssertionError(f"a refusal of another form: {error.slug!r} {error.message!r}") from error


def machine_of(log: Log, without: frozenset[str]) -> type[RuleBasedStateMachine]:
    """Build the state machine: a bundle for each kind of object, a rule for each operation."""
    bundles: dict[str, Any] = {kind: Bundle(kind) for kind in KINDS}
    anything = st.one_of(*bundles.values(), st.integers(0, len(WRONG) - 1).map("?{}".format))
    drawn: dict[str, Any] = {NUMBER: st.integers(0, 2**20), "any": anything, **bundles}

    members: dict[str, Any] = dict(bundles)
    for name, times in FIRST.items():
        for time in range(times):
            first = initialize(target=bundles[OPERATIONS[name].makes or ""], number=drawn[NUMBER])
            members[f"first_{name}_{time}"] = first(_first(name))  # type: ignore[no-untyped-call]
    for name, kind in OPERATIONS.items():
        if name not in without:
            target = {} if kind.makes is None else {"target": bundles[kind.makes]}
            taken = {f"argument{place}": drawn[what] for place, what in enumerate(kind.takes)}
            for time in range(OFTEN.get(name, 1)):
                step = _step(name, has_target=bool(target))
                members[f"{name}_{time}"] = rule(**target, **taken)(step)  # type: ignore[no-untyped-call]
    for kind_name, bundle in bundles.items():
        members[f"drop_{kind_name}"] = rule(argument0=consumes(bundle))(_step("drop", has_target=False))

    class Machine(RuleBasedStateMachine):
        """A world for each sequence."""

        def __init__(self) -> None:
            super().__init__()
            self.world = World(log)

    return type("Library", (Machine,), members)


def _first(name: str) -> Callable[..., Any]:
    def take(self: Any, number: int) -> Any:
        game = [self.world.take("load", [number % 977])] if OPERATIONS[name].takes[0] == "game" else []
        made = self.world.take(name, [*game, number])
        return multiple() if made is None else multiple(made)

    take.__name__ = f"first_{name}"
    return take


def _step(name: str, *, has_target: bool) -> Callable[..., Any]:
    def take(self: Any, **arguments: Any) -> Any:
        made = self.world.take(name, list(arguments.values()))
        if not has_target:
            return None
        return multiple() if made is None else multiple(made)

    take.__name__ = name
    return take


class Library:
    """The surface."""

    patience = 30.0

    def __init__(self, without: frozenset[str]) -> None:
        self._without = without

    def explore(self, number: int, log: Log) -> None:
        """Run the machine with a seed."""
        warnings.simplefilter("ignore")
        machine = seed(number)(machine_of(log, self._without))
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=EXAMPLES,
                stateful_step_count=STEPS,
                phases=[Phase.generate],
                database=None,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )

    def replay(self, steps: Sequence[Step], log: Log) -> None:
        """Take steps again."""
        warnings.simplefilter("ignore")
        world = World(log)
        for step in steps:
            world.take_again(step)


def surface(without: frozenset[str]) -> Library:
    """Make the surface with all its operations."""
    from fuzz import operations_of_games, operations_of_searches  # noqa: F401 - which enter themselves

    return Library(without)
