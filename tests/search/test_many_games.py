"""Whole games of every variant by every kind of search: never an illegal move, and never a changed position."""

import random
from itertools import cycle

import pytest

import motu
from motu.search.configuration import SearchSettings, evaluator_names
from motu.search.expectimax import ExpectimaxPlayer
from motu.search.limits import Limits
from motu.search.mcts import MctsPlayer
from motu.search.players import Player, UctPlayer
from motu.testing.registry import variants

LONGEST = 160
"""Plies of a game; Atmalof need not come to an end."""
SMALL = 64
"""Cells of a board on which games are quick."""


def some_player(game: motu.Game, random_source: random.Random) -> Player:
    """Return a player that thinks briefly, in one of the many ways there are."""
    seed = random_source.getrandbits(30)
    kind = random_source.choice(["mcts", "mcts", "mcts", "expectimax", "uct"])
    evaluator = random_source.choice(evaluator_names(game))
    if kind == "uct":
        return UctPlayer(simulations=random_source.choice([1, 8, 24]), seconds=0, seed=seed)
    if kind == "expectimax":
        return ExpectimaxPlayer(Limits(nodes=random_source.choice([1, 20, 80])), seed, evaluator)
    settings = SearchSettings(
        threads=random_source.choice([1, 1, 1, 2]),
        batch=random_source.choice([1, 4]),
        gumbel=random_source.choice([0, 0, 4]),
        max_nodes=random_source.choice([0, 1, 300, 100_000]),
        advise_visits=random_source.choice([0, 0, 4]),
    )
    return MctsPlayer(Limits(visits=random_source.choice([2, 16, 16, 48])), seed, settings, evaluator)


def play(game: motu.Game, random_source: random.Random) -> motu.State:
    """Play a game and check every choice."""
    state = game.new_initial_state()
    players = [some_player(game, random_source) for _ in range(2)]
    while not state.is_terminal() and state.ply() < LONGEST:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random_source.choices(outcomes, chances)[0])
            continue
        player = players[state.current_player()]
        before = state.hash(), state.history()
        choice = player.choose(state)
        assert (state.hash(), state.history()) == before, player.name
        assert choice.action in state.legal_actions(), (player.name, game.spec, state.moves())
        assert choice.value is None or -1 <= choice.value <= 1
        state.apply_action(choice.action)
    return state


def play_many(count: int, seed: int, *, with_large: bool) -> int:
    """Play so many games, the variants in turn, those on large boards in one round of 25; how many were finished."""
    random_source = random.Random(seed)
    games = [variant.load() for variant in variants()]
    small = [game for game in games if len(game.board.names) <= SMALL]
    in_turn = cycle(small * 24 + games if with_large else small)
    return sum(play(next(in_turn), random_source).is_terminal() for _ in range(count))


def test_a_hundred_games_on_small_boards() -> None:
    assert play_many(100, 1, with_large=False) > 60


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_ten_thousand_games_of_every_variant(seed: int) -> None:
    assert play_many(1000, 100 + seed, with_large=True) > 600
