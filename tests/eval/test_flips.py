"""What is said about flips: what is safe and linked, what threatens, and how far it is, in every variant."""

import math
import random
from collections.abc import Iterator

import pytest

import motu
from motu.errors import EngineError
from motu.eval.flips import FlipSide, flip_analysis
from motu.search.limits import Limits
from motu.search.mcts import SearchTree

VARIANTS = [
    f"atomorph(size=5,swap=false,contested={contested},corners={corners},return_stone={returned})"
    for contested in ("ko", "never")
    for corners in ("true", "false")
    for returned in ("true", "false")
]


def draw(drawing: str, to_move: str = "black", spec: str = "", flags: int = 0) -> motu.State:
    """Set up a drawing: the top row first, "b", "w" and ".", rows parted by blanks."""
    rows = list(reversed(drawing.split()))
    game = motu.load_game(spec or f"atomorph(size={len(rows)})")
    stones = {
        game.board.names[row * len(rows) + column]: {"b": "black", "w": "white"}[stone]
        for row, line in enumerate(rows)
        for column, stone in enumerate(line)
        if stone != "."
    }
    return game.new_state(stones, to_move, flags)


def names(state: motu.State, points: tuple[int, ...]) -> str:
    return " ".join(state.game.board.names[point] for point in points)


def random_positions(spec: str, count: int) -> Iterator[motu.State]:
    game = motu.load_game(spec)
    chance = random.Random(spec)
    for _ in range(count):
        state = game.new_initial_state()
        for _ in range(chance.randrange(30)):
            if not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
        yield state


def wins(state: motu.State) -> list[int]:
    """Actions that end the game in favour of the person to act, found by playing them."""
    found = []
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        outcome = after.outcome()
        if outcome is not None and outcome.winner == state.current_player():
            found.append(action)
    return found


# ------------------------------------------------------------------------------------------------ safe stones and links


def test_a_corner_with_its_neighbours_is_safe_and_a_block_is_not() -> None:
    state = draw("..... .bbb. .bbb. b.... bb...")
    analysis = flip_analysis(state)
    assert names(state, analysis.black.safe) == "a1 b1 a2"
    (group,) = analysis.black.groups
    assert group.stones == analysis.black.safe
    assert group.edges == ("low",)
    assert analysis.white.safe == ()
    assert not analysis.black.is_won


def test_links_join_a_wall_to_its_edge_and_win() -> None:
    # Either of b1 and c1 completes two columns that hold each other.
    state = draw(".bb. .bb. .bb. .... ", "white")
    side = flip_analysis(state).black
    assert side.is_won
    assert len(side.links) == 1
    link = side.links[0]
    assert names(state, link.points) == "b1 c1"
    assert set(link.points) <= set(link.carrier)
    assert "low" in link.ends
    assert SearchTree(state, "flips").search(Limits(visits=100_000)).value == -1.0


def test_no_link_is_claimed_where_the_enemy_gets_two_stones() -> None:
    spec = "atomorph(size=4,return_stone=true)"
    drawing = ".bb. .bb. .bb. ...."
    assert flip_analysis(draw(drawing, "white", spec)).black.is_won
    assert flip_analysis(draw(drawing, "black", spec, 2)).black.is_won
    threatened = flip_analysis(draw(drawing, "white", spec, 2)).black
    assert threatened.links == ()
    assert threatened.pairs == ()
    assert not threatened.is_won


@pytest.mark.parametrize("spec", VARIANTS)
def test_links_are_consistent_and_pairs_are_disjoint(spec: str) -> None:
    for state in random_positions(spec, 60):
        stones = state.stones()
        analysis = flip_analysis(state)
        for colour, side in enumerate((analysis.black, analysis.white)):
            check_side(side, stones, colour)


def check_side(side: FlipSide, stones: list[int], colour: int) -> None:
    assert sorted(stone for group in side.groups for stone in group.stones) == list(side.safe)
    assert all(stones[stone] == colour for stone in (*side.safe, *side.weak, *side.flippable))
    assert set(side.contested) <= set(side.weak)
    assert set(side.flippable) <= set(side.weak)
    assert not set(side.flippable) & set(side.safe)
    in_pairs = [point for pair in side.pairs for point in pair]
    assert len(set(in_pairs)) == len(in_pairs)
    assert all(stones[point] == 2 for point in in_pairs)
    for link in side.links:
        assert link.points in side.pairs
        assert set(link.points) <= set(link.carrier) <= set(in_pairs)
        assert link.ends[0] != link.ends[1]


# -------------------------------------------------------------------------------------------------------------- threats


@pytest.mark.parametrize("spec", VARIANTS)
def test_wins_and_answers_are_those_that_play_finds(spec: str) -> None:
    for state in random_positions(spec, 40):
        analysis = flip_analysis(state)
        if state.is_terminal():
            assert (analysis.wins, analysis.threats, analysis.answers, analysis.forced_win) == ((), (), (), None)
            continue
        assert list(analysis.wins) == wins(state)
        expected = []
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            is_lost = not after.is_terminal() and after.current_player() != state.current_player() and wins(after)
            if not is_lost:
                expected.append(action)
        assert list(analysis.answers) == expected
        if analysis.wins:
            assert analysis.forced_win in analysis.wins


@pytest.mark.parametrize("spec", VARIANTS)
def test_weak_contested_and_flippable_stones_agree_with_the_rules(spec: str) -> None:
    for state in random_positions(spec, 40):
        analysis = flip_analysis(state)
        sides = (analysis.black, analysis.white)
        assert sorted(sides[0].weak + sides[1].weak) == state.weak()
        assert sorted(sides[0].contested + sides[1].contested) == state.contested()
        if state.is_terminal() or state.to_return():
            continue
        points = state.game.board.num_cells
        flips = tuple(action - points for action in state.legal_actions() if points <= action < 2 * points)
        assert sides[1 - state.to_move()].flippable == flips


def test_a_forced_win_is_found_and_its_depth_is_a_bound() -> None:
    # A stone below the two columns threatens the edge twice.
    state = draw("..bb. ..bb. ..bb. ..... .....", "black")
    deep = flip_analysis(state, depth=3)
    assert deep.wins == ()
    assert deep.forced_win is not None
    assert flip_analysis(state, depth=1).forced_win is None
    assert flip_analysis(state, depth=3, max_nodes=0).forced_win is None
    after = state.clone()
    after.apply_action(deep.forced_win)
    assert SearchTree(after, "flips").search(Limits(visits=100_000)).value == -1.0


# ------------------------------------------------------------------------------------------------------------ distances


def test_distances_count_turns_and_bars() -> None:
    state = motu.load_game("atomorph(size=5)").new_initial_state()
    side = flip_analysis(state).black
    assert side.distance == 5.0
    assert set(side.distances) == {5.0}
    walled = flip_analysis(draw("..... ..... wwww. w.... ww..."))
    assert walled.black.distance == 5.0
    barred = flip_analysis(draw("..... b.... bb... .bb.. ..b.."), depth=0)
    assert math.isfinite(barred.white.distance)
    # A corner that is safe for ever is in nobody's way.
    corner = draw("..... ..... ..... w.... ww...")
    analysis = flip_analysis(corner)
    assert math.isinf(analysis.black.distances[0])
    assert analysis.black.distance == 5.0


# ---------------------------------------------------------------------------------------------------------------- edges


@pytest.mark.parametrize("spec", ["hex(size=5)", "gan", "junior"])
def test_other_games_are_refused(spec: str) -> None:
    with pytest.raises(EngineError, match="belong to Atomorph") as caught:
        flip_analysis(motu.load_game(spec).new_initial_state())
    assert caught.value.slug == "engine/no-flips"


def test_limits_below_nothing_are_refused() -> None:
    state = motu.load_game("atomorph").new_initial_state()
    for limits in ({"depth": -1}, {"max_nodes": -1}):
        with pytest.raises(EngineError) as caught:
            flip_analysis(state, **limits)
        assert caught.value.slug == "engine/limits"
    assert flip_analysis(state, depth=10**30, max_nodes=10**30).forced_win is None
