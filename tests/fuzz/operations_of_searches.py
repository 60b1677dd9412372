"""The calls that the library's fuzzer makes of searches, nets and solvers, each with what must hold of its answer.

Names that begin with `change` may leave a state with another past; all others must leave it as it was.
"""

from __future__ import annotations

import contextlib
import pickle
import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import motu
from fuzz.material import NO_PLAYERS, PLAYERS, check, pick, play_at_random
from fuzz.on_library import NUMBER, BoomError, operation
from motu.drawing.svg import draw_svg
from motu.drawing.text import draw_text
from motu.engine.review import Estimate, review_game
from motu.errors import EngineError, MotuError
from motu.eval import cells, flips, lines
from motu.eval.nets import Encoding, Net, find_net
from motu.games import Game, State, formats
from motu.games.record import Record
from motu.search.expectimax import DepthAnalysis, ExpectimaxSearch
from motu.search.limits import Limits
from motu.search.mcts import Analysis, SearchTree
from motu.search.players import Player, make_player
from motu.solve import ChecksSolutions, KeepsAnswers, SolveLimits, Solver, SolvesOpenings, forget_tables, use_solved
from motu.solve import make_solver as solver_of
from motu.testing.contract import fingerprint, require_same

# --- reviews


@operation("state", NUMBER, raises=(BoomError,))
def review(state: State, number: int) -> None:
    """Review the end of a game by a judge that makes things up, and is sometimes no good."""
    before, kind = fingerprint(state), number % 6

    def judge(position: State) -> Estimate:
        if kind == 1 and position.ply() % 3 == 2:
            raise BoomError
        actions = position.legal_actions()
        random.Random(position.hash()).shuffle(actions)
        made_up = {2: (), 3: (position.game.num_actions,), 4: actions[:1]}
        return Estimate(random.Random(number + position.hash()).uniform(-1, 1), tuple(made_up.get(kind, actions)))

    with contextlib.suppress(EngineError) if kind in {2, 3, 4} else contextlib.nullcontext():
        told = review_game(state, judge, threads=1 + number % 2)
        explained = sum(told.account(person).luck * (1 - 2 * person) for person in (0, 1))
        explained -= sum(told.account(person).error * (1 - 2 * person) for person in (0, 1))
        check(abs(told.end - told.start - explained) < 1e-9, f"{told.spec}: luck and errors do not add up")
        check(len(told.steps) == len(state.history()), f"{told.spec}: steps are missing")
    require_same(state, before, "reviewing")


# --- players and searches ---------------------------------------------------------------------------------------------


@operation(NUMBER, makes="player")
def new_player(number: int) -> Player:
    return make_player(pick((*PLAYERS, *PLAYERS, *NO_PLAYERS), number), number)


def callback(number: int) -> Callable[[], bool]:
    """Return a stop function: it says yes after a while, or raises, or is always against it."""
    calls = iter(range(10**9))

    def is_stopped() -> bool:
        if number % 3 == 1 and next(calls) >= number % 4:
            raise BoomError
        return number % 3 == 2 and next(calls) >= number % 4

    return is_stopped


@operation("player", "state", NUMBER, raises=(BoomError,))
def choose(player: Player, state: State, number: int) -> None:
    before = fingerprint(state)
    limits = Limits(visits=number % 7, seconds=0.01 * (number % 5)) if number % 3 else None
    choice = player.choose(state, limits, callback(number) if number % 2 else None)
    require_same(state, before, "choosing")
    check(choice.action in state.legal_actions(), f"{player.name} chose {choice.action} in {state!r}")
    check(choice.value is None or -1 <= choice.value <= 1, f"{player.name} says {choice.value}")


def ask_callable(number: int) -> Callable[[Any], Any]:
    """Return an evaluator of our own, of which some are no good."""

    def judge(planes: Any) -> Any:
        if number % 5 == 1:
            raise BoomError
        if number % 5 == 2:
            return np.full(len(planes), np.nan), None
        if number % 5 == 3:
            return np.zeros(len(planes) + 1), np.zeros(3)
        return np.zeros(len(planes), np.float32), None

    return judge


EVALUATORS = (
    "auto", "auto", "rollout", "uniform", "resistance", "flips", "lines", "net", "tea", "net:none", "lines:none",
)  # fmt: skip


NO_JUDGEMENT = (BoomError, TypeError, ValueError)
"""What comes of evaluators of our own that are no good."""


@operation("state", NUMBER, makes="tree", raises=NO_JUDGEMENT)
def plant(state: State, number: int) -> SearchTree:
    evaluator = pick(EVALUATORS, number) if number % 4 else ask_callable(number // 4)
    return SearchTree(state, evaluator, has_priors=bool(number % 3))


@operation("state", "net", makes="tree")
def plant_with_net(state: State, net: Net) -> SearchTree:
    return SearchTree(state, net)


def reporter(tree: SearchTree, number: int) -> Callable[[Analysis], bool | None]:
    """Return a report that stops the search in one way or another, or asks for what it must not have."""

    def report(found: Analysis) -> bool | None:
        if number % 4 == 0:
            raise BoomError
        if number % 4 == 1:
            tree.stop()
        if number % 4 == 2:
            tree.search(Limits(visits=5))
        return number % 4 != 3

    return report


@operation("tree", NUMBER, raises=NO_JUDGEMENT)
def search(tree: SearchTree, number: int) -> None:
    report = reporter(tree, number) if number % 3 == 0 else None
    found = tree.search(Limits(visits=number % 40), report, report_seconds=1e-4)
    root = tree.state
    check({move.action for move in found.moves} <= set(root.legal_actions()), f"moves of another position: {root!r}")
    check(all(move.move == root.action_to_string(move.action) for move in found.moves), "wrong texts")


@operation("tree", "state", raises=NO_JUDGEMENT)
def advance_to(tree: SearchTree, state: State) -> None:
    before = tree.state.game
    tree.advance_to(state)
    check(before.rules == state.game.rules, f"a tree of {before!r} went on to {state!r}")
    check(tree.state.stones() == state.stones(), "the tree went elsewhere")


@operation("tree", NUMBER, raises=NO_JUDGEMENT)
def advance(tree: SearchTree, number: int) -> None:
    tree.advance(pick((*tree.state.legal_actions(), number), number))


@operation("tree", makes="state", raises=NO_JUDGEMENT)
def root_of(tree: SearchTree) -> State:
    tree.analysis()
    return tree.state


@operation("game", NUMBER, makes="search", raises=NO_JUDGEMENT)
def new_search(game: Game, number: int) -> ExpectimaxSearch:
    evaluator = pick(EVALUATORS, number) if number % 4 else ask_callable(number // 4)
    return ExpectimaxSearch(game, evaluator, table_entries=1 << 10)


@operation("search", "state", NUMBER, raises=NO_JUDGEMENT)
def search_deeper(search: ExpectimaxSearch, state: State, number: int) -> None:
    def report(found: DepthAnalysis) -> bool | None:
        if number % 3 == 1:
            raise BoomError
        return number % 3 != 2

    found = search.search(state, Limits(nodes=1 + number % 200), report, callback(number // 3))
    check(found.action in state.legal_actions(), f"{found.action} in {state!r}")


@contextlib.contextmanager
def beside(work: Callable[[], object]) -> Iterator[None]:
    """Do something in another thread meanwhile; what it raises on purpose is no fault, all else is."""
    errors: list[Exception] = []

    def run() -> None:
        try:
            work()
        except MotuError:
            pass
        except Exception as error:  # noqa: BLE001 - raised below
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield
    thread.join()
    if errors:
        raise errors[0]


@operation("player", "state", NUMBER)
def change_while_choosing(player: Player, state: State, number: int) -> None:
    rng = random.Random(number)
    with beside(lambda: player.choose(state)):
        for _ in range(5):
            state.clone()
            play_at_random(state, rng.randrange(3), rng)
            with contextlib.suppress(MotuError):
                state.undo()


@operation("tree", "state", NUMBER, raises=NO_JUDGEMENT)
def change_while_searching(tree: SearchTree, state: State, number: int) -> None:
    with beside(lambda: tree.search(Limits(visits=30))):
        with contextlib.suppress(MotuError):
            tree.advance_to(state)
        play_at_random(state, number % 12, random.Random(number))
        with contextlib.suppress(MotuError):
            tree.search(Limits(visits=3))
        tree.stop()


# --- nets and solvers -------------------------------------------------------------------------------------------


@operation("game", makes="net")
def net_of(game: Game) -> Net:
    return find_net(game)


@operation("net", "state", "state")
def judge(net: Net, one: State, other: State) -> None:
    states = [one, other, one]
    found = net.judge(states)
    check(one.game.rules == other.game.rules, f"a net judged {one!r} and {other!r} together")
    check(all(-1 <= each.value <= 1 for each in found), f"{net.where} says {found}")
    check(
        all(set(each.policy) <= set(state.legal_actions()) for state, each in zip(states, found, strict=True)), "moves"
    )
    net.judge([])


@operation("game", "state", NUMBER)
def encode(game: Game, state: State, number: int) -> None:
    encoding = Encoding(game)
    encoding.encode(state, pick((*range(encoding.num_views), *range(encoding.num_views), -1, 99), number))
    check(game.rules == state.game.rules, f"the encoding of {game!r} took {state!r}")


@operation("game", makes="solver")
def make_solver(game: Game) -> Solver:
    return solver_of(game)


TIGHT = SolveLimits(seconds=0.1, nodes=2000, memory_bytes=4 << 20)


@operation("solver", "state", NUMBER, raises=(BoomError,))
def solve(solver: Solver, state: State, number: int) -> None:
    def on_progress(_: object) -> None:
        if number % 3 == 0:
            raise BoomError

    found = solver.solve(state, TIGHT, on_progress)
    check(-1 <= found.lower <= found.upper <= 1, f"{found}")
    check(
        {each.action for each in found.actions} <= set(state.legal_actions()), f"solved {state!r} for another: {found}"
    )
    if number % 4 == 0 and isinstance(solver, ChecksSolutions):
        solver.check(state, found, TIGHT, 20)


@operation("solver", NUMBER)
def use_answers(solver: Solver, number: int) -> None:
    if number % 2 and isinstance(solver, SolvesOpenings):
        next(iter(solver.openings(TIGHT)), None)
    elif isinstance(solver, KeepsAnswers):
        solver.keep()


@operation("game", NUMBER)
def use_tables(game: Game, number: int) -> None:
    if number % 4:
        use_solved(game)
    else:
        forget_tables()


# --- what does not go together ----------------------------------------------------------------------------------------

MIXTURES: tuple[Callable[[Any, Any], object], ...] = (
    State,
    lambda one, other: State(one),
    motu.load_game,
    SearchTree,
    lambda one, other: SearchTree(one).advance_to(other),
    ExpectimaxSearch,
    lambda one, other: ExpectimaxSearch(one).search(other, Limits(nodes=20)),
    make_player,
    lambda one, other: make_player("mcts:5", 1).choose(one),
    lambda one, other: make_player("uct:5", 1).choose(one),
    lambda one, other: Encoding(one).encode(other),
    lambda one, other: find_net(one).judge([other, one]),
    lambda one, other: solver_of(one).solve(other, TIGHT),
    lambda one, other: Record.from_state(one, players=other),
    formats.write,
    formats.read,
    lambda one, other: draw_svg(one, heat=other),
    lambda one, other: draw_text(one),
    lambda one, other: use_solved(one),
    lambda one, other: cells.resistance(one),
    lambda one, other: flips.flip_analysis(one),
    lines.line_threats,
    lambda one, other: one == other and hash(one),
)


WRONG_TYPES = (TypeError, ValueError)
"""What Python programs expect where an argument is no object of the kind that is taken."""


@operation("any", "any", NUMBER, raises=WRONG_TYPES)
def mix(one: Any, other: Any, number: int) -> None:
    pick(MIXTURES, number)(one, other)


METHODS = (
    "choose", "search", "advance", "advance_to", "judge", "solve", "play", "apply_action", "new_state", "play_all",
)  # fmt: skip


@operation("any", "any", NUMBER, raises=(*WRONG_TYPES, BoomError))
def change_by_mixing(one: Any, other: Any, number: int) -> None:
    method = getattr(one, pick(METHODS, number), None)
    if method is not None:
        method(*pick(((other,), (other, other), (), (other, TIGHT), ([other],)), number // 16))


def refuse_to_pickle(thing: object) -> None:
    """See that what holds a native search says so in a sentence."""
    try:
        pickle.dumps(thing)
    except TypeError as error:
        check(len(str(error).split()) > 4 and "cannot pickle '" not in str(error), f"no sentence: {error}")
    else:
        check(not isinstance(thing, SearchTree | Net), f"{thing!r} was pickled")


@operation("player")
def pickle_player(player: Player) -> None:
    refuse_to_pickle(player)


@operation("tree")
def pickle_tree(tree: SearchTree) -> None:
    refuse_to_pickle(tree)


@operation("net")
def pickle_net(net: Net) -> None:
    refuse_to_pickle(net)
