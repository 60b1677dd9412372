"""How searches are set up, and what suits which game (floor: search).

What "auto" means is decided here and in the games' rows of the core, by measurement (docs/strength.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from motu import _core
from motu.errors import EngineError
from motu.eval.nets import Net, default_net
from motu.eval.nets.runtime import is_own
from motu.games import GAMES, Game, Rules, load_game
from motu.games.kinds import expect_game
from motu.numbers import SEEDS, as_float, as_whole, shown
from motu.search.net_evaluators import is_lines_file, is_net, lines_of, net_of

Floats = npt.NDArray[np.float32]

Evaluate = Callable[[Floats], tuple[Any, Any]]
"""Observations float32 [batch, planes, rows, columns] to (values [batch], priors [batch, num_actions] or None).

Values are those of the person whose turn it is, in [-1, 1]; of the priors the legal actions' share counts.
"""

LineWeights = _core.NativeLineWeights
"""The weights of a line net, as "lines:FILE" opens them."""

Evaluator = str | Net | LineWeights | Evaluate
"""What judges the positions of a search. As a text:

- "auto": a net where one is known to help, else the game's best one; for expectimax the best one that answers alike;
- "rollout" (random continuations, with RAVE), "uniform" (knows nothing; for tests), or another of `evaluator_names`;
- "net": the net that is installed; "net:FILE": that net; neither for expectimax;
- "lines:FILE": weights that `motu train-lines` wrote.
"""


_LEAST = {"threads": 1, "batch": 1}
"""What a setting is at least, where that is not 0."""
_MOST = {"threads": 256, "batch": 4096, "seed": SEEDS - 1}
"""What a setting is at most, where that is not 2**31-1."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How a Monte-Carlo search works; `best_settings` has those that suit a game.

    Raises:
        EngineError: "engine/options" for numbers out of range and for what is no number.
    """

    threads: int = 1
    """Native threads, 1 to 256. Only one makes a search repeatable."""
    batch: int = 1
    """Leaves that a thread evaluates together, 1 to 4096; worth it for callables."""
    max_memory: int = 2048
    """Megabytes (2^20 bytes) that a tree may take; then it stops growing, and the search goes on. 0: no bound. A tree
    takes what it needs: in Atmalof, which needs the most, 30 for a second of thought and thread."""
    max_nodes: int = 0
    """Positions a tree may hold, untried moves included; then it stops growing as well. 0: no bound but memory's."""
    gumbel: int = 0
    """Root moves that sequential halving begins with; 0: none. For searches of a few visits, which must be bounded."""
    gumbel_scale: float = 1.0
    """The scale of the noise that spreads them; 0 begins with the best priors."""
    exploration: float = 0.1
    """UCT's constant, for searches without priors."""
    c_puct: float = 1.25
    """PUCT's constant, for searches with priors."""
    lcb: float = 0.8
    """How cautiously a move is chosen in the end, in searches with priors: the highest value less this over the square
    root of the visits, of the moves with a tenth of the most visits or more (lower confidence bound). 0, and in games
    with dice: by visits."""
    advise_visits: int = 150
    """Visits of a position before it is looked at for what can be proved: virtual connections, moves outside of which
    every move loses, cells that need no thought (Atoll). The root is looked at first; 0: nothing is."""
    roll_faces: int = 1
    """Faces of a roll that are judged at its first visit, each by the position that it leads to, with an evaluator that
    has an opinion of all of them at once ("lines"); the others when a simulation comes to them. 0: all."""
    seed: int = 1
    """The seed of rollouts and noise."""

    def __post_init__(self) -> None:
        """Check the numbers."""
        for field in fields(self):
            value = _number_for(field.name, getattr(self, field.name), field.default)
            object.__setattr__(self, field.name, value)


def _number_for(name: str, value: object, usual: object) -> int | float:
    """Return a setting's value: a whole number where it usually is one, else any number in its range."""
    number = as_whole(value) if isinstance(usual, int) else as_float(value)
    least, most = _LEAST.get(name, 0), _MOST.get(name, 2**31 - 1)
    if number is not None and least <= number <= most:
        return number
    kind = "a whole number" if isinstance(usual, int) else "a number"
    read = shown(value)
    message = f"a search's {name} is {kind} from {least} to {most}, not {read}"
    raise EngineError(message, slug="engine/options", text=read)


@dataclass(frozen=True, slots=True)
class Best:
    """What suits a game, nets left out."""

    evaluator: str = "rollout"
    """What "auto" means for Monte-Carlo search."""
    static_evaluator: str = "uniform"
    """What "auto" means for expectimax: one that answers alike every time."""
    settings: SearchSettings = SearchSettings()
    """The settings of Monte-Carlo search with that evaluator."""


def _best_of(name: str) -> Best:
    evaluator, static_evaluator, c_puct, advise_visits = _core.best_search(name)
    return Best(evaluator, static_evaluator, SearchSettings(c_puct=c_puct, advise_visits=advise_visits))


BEST: Mapping[str, Best] = {name: _best_of(name) for name in GAMES}
"""By the game's own name, as its row in the core has it; `Best()` for a game of which nothing is measured."""


NET_SETTINGS = SearchSettings(batch=16, c_puct=1.0, advise_visits=16)
"""What suits Monte-Carlo search with a net: leaves in batches, which most runtimes judge at less cost each."""

DICE_NET_SETTINGS = replace(NET_SETTINGS, batch=4)
"""The same where there are dice: a leaf that is a roll is judged by all its faces, so fewer leaves fill a batch, and a
search that looks at many leaves before it learns of any goes astray among its many moves."""


def resolve(game: Game, evaluator: Evaluator = "auto") -> Evaluator:
    """Return what an evaluator stands for in a game under Monte-Carlo search: a name that the game has, or no text.

    Raises:
        NetError: For a net that is asked for and is not there, or is not for this game.
        EngineError: "engine/weights" for a file without weights of a line net, "engine/unknown-evaluator".
    """
    if isinstance(evaluator, str) and is_lines_file(evaluator):
        return lines_of(evaluator)
    if evaluator == "auto":
        return default_net(game) or best_evaluator(game.rules)
    if isinstance(evaluator, Net) or (isinstance(evaluator, str) and is_net(evaluator)):
        return net_of(game, evaluator)
    if isinstance(evaluator, str):
        check_evaluator_name(game, evaluator, also=("net", "net:FILE"))
    return evaluator


def resolve_static(game: Game, evaluator: Evaluator = "auto") -> Evaluator:
    """Return what an evaluator stands for in a game under expectimax, which has no use for nets.

    Raises:
        EngineError: "engine/weights" for a file without weights of a line net, "engine/unknown-evaluator".
    """
    if isinstance(evaluator, str) and is_lines_file(evaluator):
        return lines_of(evaluator)
    if evaluator == "auto":
        return best_static_evaluator(game.rules)
    if isinstance(evaluator, str):
        check_evaluator_name(game, evaluator)
    return evaluator


def check_evaluator_name(game: Game, name: str, also: tuple[str, ...] = ()) -> None:
    """Refuse a text that names no evaluator of a game.

    Args:
        game: What is played.
        name: A name, not one of "auto" and those that carry the name of a file.
        also: What a search takes besides the game's own evaluators, for the message.

    Raises:
        EngineError: "engine/unknown-evaluator".
    """
    own = evaluator_names(game)
    if name in own:
        return
    right = ("auto", *own, *also, *(("lines:FILE",) if "lines" in own else ()))
    raise EngineError(
        f"no evaluator '{name}' for {game.spec}: there are {', '.join(right[:-1])} and {right[-1]}",
        slug="engine/unknown-evaluator",
        text=name,
        legal=right,
    )


def check_evaluator_text(text: str, *, is_static: bool = False) -> None:
    """Refuse a text that names no evaluator of any game; whether a game has it is known only there.

    Args:
        text: "auto", a name, or a word with the name of a file.
        is_static: For expectimax, which has no use for nets.

    Raises:
        EngineError: "engine/unknown-evaluator".
    """
    nets = () if is_static else ("net", "net:FILE")
    right = ("auto", *_names_anywhere(), *nets, "lines:FILE")
    word, colon, file = text.partition(":")
    if f"{word}:FILE" in right and file if colon else text in right:
        return
    raise EngineError(
        f"no game has an evaluator '{text}': there are {', '.join(right[:-1])} and {right[-1]}",
        slug="engine/unknown-evaluator",
        text=text,
        legal=right,
    )


@cache
def _names_anywhere() -> tuple[str, ...]:
    """Return the names of the evaluators that any of the games has."""
    return tuple(dict.fromkeys(name for game in GAMES for name in evaluator_names(load_game(game))))


def best_evaluator(rules: Rules) -> str:
    """Return the name of the evaluator that Monte-Carlo search is strongest with in this game, nets left out."""
    return BEST.get(rules.name, Best()).evaluator


def best_static_evaluator(rules: Rules) -> str:
    """Return the name of the evaluator that expectimax is strongest with: one that answers alike every time."""
    return BEST.get(rules.name, Best()).static_evaluator


def best_settings(rules: Rules, evaluator: object = "auto") -> SearchSettings:
    """Return the settings that Monte-Carlo search is strongest with in this game.

    Args:
        rules: Of the game.
        evaluator: The one that is used, as `resolve` returns it; for any but the best one and nets, the usual settings.
    """
    if is_net(evaluator):
        settings = DICE_NET_SETTINGS if rules.type.has_dice else NET_SETTINGS
        # motu's own runtime judges one position at no more cost, and a search that learns of each leaf looks better.
        return replace(settings, batch=1) if isinstance(evaluator, Net) and is_own(evaluator.kind) else settings
    is_best = evaluator in ("auto", best_evaluator(rules))
    return BEST.get(rules.name, Best()).settings if is_best else SearchSettings()


def evaluator_names(game: Game) -> tuple[str, ...]:
    """Return the names of the evaluators that a game has of itself; "auto" stands for one of them."""
    return tuple(_core.evaluator_names(expect_game(game).native))
