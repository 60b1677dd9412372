"""Monte-Carlo tree search over the native core: trees that follow a game, analyses, and a player (floor: search).

Values are expected results in [-1, 1] for the person to act at the root, or to roll there (`motu.search.analysis`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, replace
from typing import Any, Literal

from motu import _core
from motu.errors import EngineError, Unpicklable
from motu.eval.nets import Net
from motu.games import Game, State
from motu.games.kinds import expect_state
from motu.numbers import expect_seed
from motu.search.analysis import Analysis, FaceAnalysis, MoveAnalysis, NetOpinion, Proof, read_analysis
from motu.search.configuration import Evaluate, Evaluator, SearchSettings, best_settings, resolve
from motu.search.limits import Clock, Limits, expect_limits
from motu.search.pacing import LOOKS, paced, pacer_of
from motu.search.player import Choice, Stopped, copy_of_decision
from motu.search.player_texts import write_options
from motu.solve.solved_tables import open_solved, tell_damage

__all__ = [
    "Analysis",
    "Clock",
    "Evaluate",
    "Evaluator",
    "FaceAnalysis",
    "Limits",
    "MctsPlayer",
    "MoveAnalysis",
    "NetOpinion",
    "Proof",
    "SearchSettings",
    "SearchTree",
    "Solved",
    "read_solved",
]

_PONDERED_S = 600.0
"""Seconds that a player ponders at most: whoever is away for longer has left a processor at work."""

Solved = Literal["auto", "open", "off"]
"""Which tables of solved positions a search may ask: those in this user's data folder as well as those that the process
has open, only the latter, or none."""


def _with_priors(evaluate: Callable[[Any], object]) -> Evaluate:
    """Return a callable that answers the same, and says so where it has no priors and was to have some."""

    def ask(planes: Any) -> Any:
        answer = evaluate(planes)
        if isinstance(answer, tuple) and len(answer) == 2 and answer[1] is None:
            raise ValueError("the evaluator returned None for priors: SearchTree(…, has_priors=False) asks for none")
        return answer

    return ask


class SearchTree(Unpicklable):
    """A tree that grows while it is searched and follows the moves of a game.

    It is for the game of its root, with the evaluator that suits that game. One call at a time: only `stop` may come
    from another thread (or from a report).
    """

    _instead = "SearchTree(state, evaluator, settings) plants an equal one in another process"

    def __init__(
        self,
        state: State,
        evaluator: Evaluator = "auto",
        settings: SearchSettings | None = None,
        *,
        has_priors: bool = True,
        solved: Solved = "open",
        **options: Any,
    ) -> None:
        """Begin at a position that is not over.

        Args:
            state: The root; it is copied.
            evaluator: What judges positions.
            settings: How to search; those that suit the game and the evaluator best unless told.
            has_priors: Whether a callable returns priors; the names know it of themselves.
            solved: Which tables of solved positions are asked; never where `settings.advise_visits` is 0.
            options: What is to differ from these settings, by the names of their fields, as in `threads=2`.

        Raises:
            EngineError: "engine/no-move" at the end of a game, "engine/options", "engine/unknown-evaluator".
            NetError: For a net that there is not, or that is not for this game.
        """
        self._state = expect_state(state).clone()
        used = resolve(state.game, evaluator)
        self._net = used if isinstance(used, Net) else None
        self._opinion: NetOpinion | None = None
        settings = replace(settings or best_settings(state.game.rules, used), **options)
        if solved == "auto":
            open_solved(state.game)
        native: object = used.native if isinstance(used, Net) else used
        if has_priors and callable(native):
            native = _with_priors(native)
        self._native = _core.NativeTree(state, native, has_priors, _native_options(settings), solved != "off")

    @property
    def game(self) -> Game:
        """The game of the root, and of every position that the tree can go on to."""
        return self._state.game

    @property
    def state(self) -> State:
        """A copy of the root."""
        return self._state.clone()

    @property
    def memory(self) -> int:
        """Bytes that the tree takes.

        Raises:
            EngineError: "engine/busy" while another call is going on.
        """
        return self._native.bytes

    def search(
        self,
        limits: Limits,
        report: Callable[[Analysis], bool | None] | None = None,
        report_seconds: float = 0.05,
        is_stopped: Stopped | None = None,
    ) -> Analysis:
        """Search on from where the tree is; stops early when the root is solved.

        Under a clock it stops, too, where nothing can change any more within the time that this move may have, and goes
        on for longer, up to `Limits.longest`, while it is unsure.

        Args:
            limits: When to stop.
            report: Called about every `report_seconds` with what is known so far; False stops the search.
            report_seconds: Seconds between two reports.
            is_stopped: Asked as often; True stops the search.

        Returns:
            What is known then; values are in [-1, 1], for who is to act at the root or, where a roll is awaited, rolls.

        Raises:
            EngineError: "engine/limits" without anything that stops it, "engine/busy" while another call is going on,
                "engine/threads" where the system starts fewer than the settings say.
        """

        def pass_on(result: _core.SearchResult) -> bool | None:
            if is_stopped is not None and is_stopped():
                return False
            return report(self._read(result)) if report is not None else None

        expect_limits(limits)
        heard = pass_on if report is not None or is_stopped is not None else None
        pacer = pacer_of(limits)
        native = self._native.search(
            limits.visits,
            limits.nodes,
            limits.longest,
            limits.depth,
            heard if pacer is None else paced(pacer, heard),
            report_seconds if pacer is None else min(report_seconds, pacer.aim_s / LOOKS),
        )
        tell_damage()
        return self._read(native)

    def stop(self) -> None:
        """End the search that is going on in another thread; it returns what it knows."""
        self._native.stop()

    def analysis(self) -> Analysis:
        """Return what is known now, from the side that `search` tells it from."""
        return self._read(self._native.result())

    def advance(self, action: int) -> None:
        """Go on to the position after an action or an outcome, and keep what is known about it.

        Raises:
            MotuError: What `State.apply_action` raises, and "engine/no-move" where the game would be over.
        """
        self._native.advance(action)
        self._state.apply_action(action)
        self._opinion = None

    def advance_to(self, state: State) -> bool:
        """Go on to a position: by its moves where it comes after the root, else with an empty tree.

        Returns:
            Whether something was kept.

        Raises:
            EngineError: "engine/no-move" at the end of a game, "engine/other-game" for a position of another game.
        """
        is_kept = self._native.advance_to(state)
        self._state = state.clone()
        self._opinion = None
        return is_kept

    def _read(self, result: _core.SearchResult) -> Analysis:
        return read_analysis(self._state, result, self._ask_net())

    def _ask_net(self) -> NetOpinion | None:
        """Return what the net says of the root; it is asked once."""
        if self._opinion is None and self._net is not None and not self._state.is_chance_node():
            self._opinion = NetOpinion(self._net.info.name, _judged_by(self._net, self._state))
        return self._opinion


class MctsPlayer(Unpicklable):
    """Plays by Monte-Carlo tree search, and keeps its tree from move to move.

    It plays any game after any other: where the game changes it begins a new tree with what suits that game.
    """

    _instead = "make_player(text, seed) makes an equal one in another process"
    heeds_limits = True

    def __init__(
        self,
        limits: Limits | None = None,
        seed: int | None = None,
        settings: SearchSettings | Mapping[str, Any] | None = None,
        evaluator: Evaluator = "auto",
        solved: Solved = "auto",
    ) -> None:
        """Set the limits of one decision.

        Args:
            limits: One second unless told.
            seed: 0 to 2**64-1. With a bound on visits or nodes alone and one thread, equal seeds give equal games; None
                takes one from the operating system.
            settings: How to search, or what is to differ from the game's best settings; the seed is not used.
            evaluator: As for `SearchTree`.
            solved: Which tables of solved positions are asked.

        Raises:
            EngineError: "engine/limits" when there is no bound, and for sequential halving without one on visits;
                "engine/options" for settings out of range.
            ValueError: For another seed.
        """
        self._limits = limits if limits is not None else Limits(seconds=1.0)
        if not self._limits.is_bounded:
            raise EngineError("mcts needs a bound on visits, nodes or seconds", slug="engine/limits")
        told = settings if isinstance(settings, SearchSettings) else SearchSettings(**(settings or {}))
        if told.gumbel and not self._limits.visits:
            raise EngineError("gumbel plans its visits: it needs a bound on them", slug="engine/limits")
        self._random = random.Random(expect_seed(seed))
        self._settings = settings
        self._evaluator = evaluator
        self._solved: Solved = solved
        self._tree: SearchTree | None = None

    @property
    def name(self) -> str:
        """Such as "mcts:1s", "mcts:5000" (visits of the root) or "mcts:1s,threads=2"."""
        choices: dict[str, object] = {} if self._evaluator == "auto" else {"evaluator": self._evaluator}
        choices |= {} if self._solved == "auto" else {"solved": self._solved}
        return f"mcts:{write_options(self._limits, 'visits', choices | self._differences())}"

    @property
    def memory(self) -> int:
        """Bytes of the tree that it goes on in; 0 before the first search."""
        return 0 if self._tree is None else self._tree.memory

    def choose(self, state: State, limits: Limits | None = None, is_stopped: Stopped | None = None) -> Choice:
        """Search, and choose the best move; a forced one without search under a clock, or where only time bounds it."""
        state = copy_of_decision(state)
        actions = state.legal_actions()
        bounds = self._limits.within(limits)
        if len(actions) == 1 and (bounds.clock is not None or not bounds.visits):
            return Choice(actions[0])
        analysis = self._follow(state).search(bounds, is_stopped=is_stopped)
        best = analysis.best
        is_known = best.visits > 0 or best.lower > -1.0 or best.upper < 1.0
        return Choice(best.action, best.value if is_known else None, best.visits, analysis.simulations)

    def ponder(self, state: State, is_stopped: Stopped) -> None:
        """Search from a position where others decide, or a die, until told to stop, and keep the tree.

        It ends by itself where the position is solved, the tree is full, or after ten minutes.

        Args:
            state: The position; it comes back as it was.
            is_stopped: Asked about every 50 ms.
        """
        if not state.is_terminal():
            bounds = Limits(nodes=self._limits.nodes, depth=self._limits.depth, seconds=_PONDERED_S)
            self._follow(state).search(bounds, is_stopped=is_stopped)

    def stop_pondering(self) -> None:
        """End `ponder` at once, from another thread."""
        if self._tree is not None:
            self._tree.stop()

    def _differences(self) -> dict[str, Any]:
        """Return what was told about the settings and is not as it always is."""
        if not isinstance(self._settings, SearchSettings):
            return dict(self._settings or {})
        usual = asdict(SearchSettings())
        return {key: value for key, value in asdict(self._settings).items() if key != "seed" and value != usual[key]}

    def _follow(self, state: State) -> SearchTree:
        if self._tree is None or self._tree.game != state.game:
            self._tree = self._plant(state)
        else:
            self._tree.advance_to(state)
        return self._tree

    def _plant(self, state: State) -> SearchTree:
        whole = self._settings if isinstance(self._settings, SearchSettings) else None
        options = {} if whole is not None else self._differences()
        options["seed"] = self._random.getrandbits(63)
        return SearchTree(state, self._evaluator, whole, solved=self._solved, **options)


def read_solved(text: str) -> Solved:
    """Return which tables a word says may be asked.

    Raises:
        ValueError: For another word.
    """
    words: dict[str, Solved] = {"auto": "auto", "open": "open", "off": "off"}
    if text not in words:
        raise ValueError(f"solved is one of {', '.join(words)}, not '{text}'")
    return words[text]


def _judged_by(net: Net, state: State) -> float | None:
    """Return what a net says of a position to whoever is to act, None where it knows nothing of what may follow."""
    if state.swap_is_next():
        return None
    value = net.judge([state])[0].value
    return abs(value) if state.swap_is_legal() else value


def _native_options(settings: SearchSettings) -> _core.SearchOptions:
    options = _core.SearchOptions()
    for field in fields(settings):
        setattr(options, field.name, getattr(settings, field.name))
    return options
