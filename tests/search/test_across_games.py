"""One player, tree, net or solver meets positions of several games, made anew each time, as programs do over time."""

import gc
import itertools
import pickle
from collections.abc import Callable

import numpy as np
import pytest

import motu
from motu.drawing import draw_svg, draw_text
from motu.errors import EngineError, NetError, SolveError
from motu.eval.nets import Net, find_net
from motu.eval.nets.encoding import Encoding
from motu.games.registry import PRESETS
from motu.search.configuration import evaluator_names
from motu.search.expectimax import ExpectimaxSearch
from motu.search.limits import Limits
from motu.search.mcts import SearchTree
from motu.search.players import make_player
from motu.solve import SolveLimits, make_solver

SMALL = (
    "hex(size=5)",
    "hex(size=5,swap=false)",
    "hex(size=7)",
    "atoll(board=hexagon,size=3,islands=12)",
    "atomorph(size=4)",
    "atomorph(size=4,contested=never)",
    "atomorph(size=6,return_stone=true)",
    "gan",
    "atmalof",
    "junior",
    "kvinigu",
)
PLAYERS = ("mcts:8", "mcts:8,evaluator=rollout", "uct:10", "level:1", "expectimax:50", "random")


@pytest.fixture(autouse=True, scope="module")
def _quick_collections() -> None:
    """Have the hundred collections of these tests pass over what hundreds of others have left in memory."""
    gc.collect()
    gc.freeze()


def fresh(spec: str) -> motu.State:
    """A position after two plies, of a game that nobody else holds."""
    state = motu.Game(motu.load_game(spec).rules).new_initial_state()
    for _ in range(2):
        state.apply_action(state.legal_actions()[len(state.legal_actions()) // 2])
    if state.is_chance_node():
        state.apply_action(0)
    return state


def choice_of(text: str, state: motu.State) -> int:
    return make_player(text, seed=5).choose(state).action


@pytest.mark.parametrize("text", PLAYERS)
def test_a_player_meets_all_ordered_pairs_of_games(text: str) -> None:
    for first, second in itertools.product(SMALL, repeat=2):
        player = make_player(text, seed=5)
        for spec in (first, second):
            state = fresh(spec)
            assert player.choose(state).action in state.legal_actions(), (first, second)


@pytest.mark.parametrize("text", ["mcts:50", "expectimax:300"])
@pytest.mark.parametrize("spec", ["hex(size=5)", "hex(size=7)", "junior", "kvinigu"])
def test_a_player_that_comes_from_another_game_says_what_a_new_one_says(text: str, spec: str) -> None:
    """The evaluators of these games answer alike every time, so nothing may be left of the game before."""
    for other in ("atmalof", "hex(size=6)", "atomorph(size=4)"):
        player = make_player(text, seed=5)
        player.choose(fresh(other))
        assert player.choose(fresh(spec)) == make_player(text, seed=5).choose(fresh(spec))


def test_expectimax_says_the_same_after_another_game() -> None:
    player = make_player("expectimax:depth=2", seed=1)
    for spec in ("junior", "hex(size=5)", "kvinigu", "junior"):
        found = player.choose(fresh(spec))
        alone = make_player("expectimax:depth=2", seed=1).choose(fresh(spec))
        assert (found.action, found.value) == (alone.action, alone.value)


@pytest.mark.parametrize("spec", SMALL)
def test_a_player_plays_game_after_game_of_its_own(spec: str) -> None:
    player = make_player("mcts:20", seed=2)
    for _ in range(6):
        state = fresh(spec)
        assert player.choose(state).action in state.legal_actions()


def test_every_evaluator_outlives_the_game_it_was_made_for() -> None:
    for spec in SMALL:
        for evaluator in evaluator_names(motu.load_game(spec)):
            tree = SearchTree(fresh(spec), evaluator)
            tree.search(Limits(visits=20))
            for _ in range(3):
                tree.advance_to(fresh(spec))
                gc.collect()
                found = tree.search(Limits(visits=40))
                assert found.visits == 40 or found.proof


def test_a_tree_keeps_what_it_knows_of_an_equal_game() -> None:
    tree = SearchTree(fresh("hex(size=5)"), "rollout")
    tree.search(Limits(visits=50))
    assert tree.advance_to(fresh("hex(size=5)"))


def test_a_tree_refuses_another_game_and_stays_as_it_was() -> None:
    for one, two in itertools.permutations(SMALL, 2):
        tree = SearchTree(fresh(one))
        before = tree.search(Limits(visits=5))
        with pytest.raises(EngineError, match="this search tree is for") as refusal:
            tree.advance_to(fresh(two))
        assert refusal.value.slug == "engine/other-game"
        assert tree.game == motu.load_game(one)
        assert [move.visits for move in tree.analysis().moves] == [move.visits for move in before.moves]


def test_a_depth_first_search_refuses_another_game() -> None:
    search = ExpectimaxSearch(motu.load_game("hex(size=5)"))
    with pytest.raises(EngineError) as refusal:
        search.search(fresh("hex(size=7)"), Limits(depth=1))
    assert refusal.value.slug == "engine/other-game"
    search = ExpectimaxSearch(motu.load_game("hex(size=5)"))
    gc.collect()
    assert search.search(fresh("hex(size=5)"), Limits(depth=1)).depth == 1


def net() -> Net:
    return find_net(motu.load_game("hex(size=7)"))


def test_a_net_refuses_positions_of_several_games_at_once() -> None:
    one, two = fresh("hex(size=7)"), fresh("hex(size=5)")
    alone = net().judge([two])[0]
    with pytest.raises(NetError) as refusal:
        net().judge([one, two])
    assert refusal.value.slug == "net/other-game"
    assert net().judge([two])[0].value == pytest.approx(alone.value)
    assert net().judge([]) == []


def test_an_encoding_refuses_other_games_and_outlives_its_own() -> None:
    for one, two in itertools.permutations(SMALL, 2):
        encoding = Encoding(motu.Game(motu.load_game(one).rules))
        gc.collect()
        with pytest.raises(NetError, match="this encoding is for") as refusal:
            encoding.encode(fresh(two))
        assert refusal.value.slug == "net/other-game"
        assert np.array_equal(encoding.encode(fresh(one)), Encoding(motu.load_game(one)).encode(fresh(one)))


@pytest.mark.parametrize(
    "solved", ["hex(size=3)", "atomorph(size=3)", "atomorph(size=5)", "atmalof(rows=2,cols=2,line=3)"]
)
def test_a_solver_refuses_positions_of_other_games(solved: str) -> None:
    solver = make_solver(motu.load_game(solved))
    for spec in ("hex(size=4)", "gan", "atomorph(size=3,contested=never)", "atomorph(size=4)", "junior"):
        with pytest.raises(SolveError, match="this solver is for") as refusal:
            solver.solve(fresh(spec), SolveLimits(seconds=1.0))
        assert refusal.value.slug == "solve/game"


def test_a_solver_heeds_the_pie_rule_of_the_position_it_is_asked_about() -> None:
    solver = make_solver(motu.load_game("hex(size=3)"))
    with_pie = motu.load_game("hex(size=3)").new_initial_state()
    without = motu.load_game("hex(size=3,swap=false)").new_initial_state()
    assert solver.solve(with_pie, SolveLimits()).lower == -1
    assert solver.solve(without, SolveLimits()).lower == 1


@pytest.mark.parametrize(
    "make",
    [
        lambda: make_player("mcts:20"),
        lambda: make_player("expectimax:20"),
        lambda: SearchTree(fresh("gan"), "rollout"),
        lambda: ExpectimaxSearch(motu.load_game("gan")),
        lambda: Encoding(motu.load_game("gan")),
        lambda: make_solver(motu.load_game("hex(size=3)")),
        lambda: make_solver(motu.load_game("atomorph(size=3)")),
        lambda: make_solver(motu.load_game("junior")),
        lambda: make_player("level:3"),
        net,
    ],
)
def test_what_does_not_pickle_says_what_to_do(make: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="is not pickled or copied: "):
        pickle.dumps(make())


@pytest.mark.parametrize(
    "ask",
    [
        lambda wrong: make_player("mcts:5").choose(wrong),
        lambda wrong: make_player("level:1").choose(wrong),
        lambda wrong: make_player("uct:5").choose(wrong),
        make_player,
        SearchTree,
        ExpectimaxSearch,
        Encoding,
        find_net,
        make_solver,
        lambda wrong: make_solver(motu.load_game("hex(size=3)")).solve(wrong, SolveLimits()),
        lambda wrong: make_solver(motu.load_game("junior")).solve(wrong, SolveLimits()),
        lambda wrong: net().judge([wrong]),
        motu.Record.from_state,
        lambda wrong: ExpectimaxSearch(wrong, "uniform"),
        evaluator_names,
        draw_svg,
        draw_text,
    ],
)
@pytest.mark.parametrize("wrong", [None, 5, object])
def test_what_is_no_position_and_no_game_is_refused_at_the_door(ask: Callable[[object], object], wrong: object) -> None:
    with pytest.raises(TypeError):
        ask(wrong)


def test_players_without_native_memory_pickle() -> None:
    for text in ("random", "uct:20"):
        other = pickle.loads(pickle.dumps(make_player(text, seed=3)))
        assert other.choose(fresh("gan")) == make_player(text, seed=3).choose(fresh("gan"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["mcts:8", "mcts:8,evaluator=rollout", "mcts:8,evaluator=uniform", "mcts:8,evaluator=net", "uct:10", "level:3"],
)
def test_all_ordered_pairs_of_the_named_games(text: str) -> None:
    for first, second in itertools.product(PRESETS, repeat=2):
        player = make_player(text, seed=1)
        for spec in (first, second):
            state = fresh(spec)
            if text.endswith("net") and state.game.name == "atmalof":  # no net comes for it
                with pytest.raises(NetError):
                    player.choose(state)
            else:
                assert player.choose(state).action in state.legal_actions()


@pytest.mark.slow
@pytest.mark.parametrize("evaluator", ["resistance", "flips", "lines"])
def test_all_ordered_pairs_of_games_that_have_an_evaluator(evaluator: str) -> None:
    having = [spec for spec in PRESETS if evaluator in evaluator_names(motu.load_game(spec))]
    for first, second in itertools.product(having, repeat=2):
        player = make_player(f"mcts:8,evaluator={evaluator}", seed=1)
        for spec in (first, second):
            state = fresh(spec)
            assert player.choose(state).action in state.legal_actions()
    player = make_player(f"mcts:8,evaluator={evaluator}", seed=1)
    player.choose(fresh(having[0]))
    for spec in set(PRESETS) - set(having):
        with pytest.raises(EngineError) as refusal:
            player.choose(fresh(spec))
        assert refusal.value.slug == "engine/unknown-evaluator"
    assert player.choose(fresh(having[0])).action in fresh(having[0]).legal_actions()
