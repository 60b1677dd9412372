"""Players that are kept between the moves of a game: who gets the old one again, and who a new one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from motu import State, load_game
from motu.engine.analysis_engine import AnalysisEngine
from motu.engine.kept_players import KeptPlayers
from motu.engine.position_search import search_position
from motu.search.player import Player


def after(spec: str, *moves: str) -> State:
    return load_game(spec).new_initial_state().play_all(moves)


def lent(kept: KeptPlayers, state: State, game_id: str = "g", text: str = "mcts:20", seed: int | None = 1) -> Player:
    with kept.lent(game_id, text, seed, state) as player:
        player.choose(state)
        return player


def test_a_game_that_goes_on_has_its_player_again() -> None:
    kept = KeptPlayers()
    first = lent(kept, after("hex(size=4)"))
    assert lent(kept, after("hex(size=4)")) is first
    assert lent(kept, after("hex(size=4)", "b2", "swap")) is first
    assert lent(kept, after("hex(size=4)", "b2", "swap", "c3", "a1")) is first


@pytest.mark.parametrize(
    "state",
    [
        after("hex(size=4)", "c3", "b2"),
        after("hex(size=4)", "b2"),
        after("hex(size=5)", "b2", "c3"),
        load_game("hex(size=4)").new_state({"b2": "black", "c3": "white"}, to_move="black"),
    ],
    ids=["another line", "a move taken back", "other rules", "a position set up"],
)
def test_a_position_that_does_not_follow_has_a_new_player(state: State) -> None:
    kept = KeptPlayers()
    first = lent(kept, after("hex(size=4)", "b2", "c3"))
    assert lent(kept, state) is not first


def test_a_game_from_another_set_up_position_has_a_new_player() -> None:
    kept, game = KeptPlayers(), load_game("hex(size=4)")
    first = lent(kept, game.new_state({"b2": "black"}, to_move="white"))
    assert lent(kept, game.new_state({"b2": "black"}, to_move="white").play_all(["a1"])) is first
    assert lent(kept, game.new_state({"c2": "black"}, to_move="white").play_all(["a1"])) is not first


def test_another_player_or_seed_is_made_anew() -> None:
    kept, state = KeptPlayers(), after("gan")
    first = lent(kept, state)
    second = lent(kept, state, text="mcts:21")
    assert second.name == "mcts:21"
    assert second is not first
    assert lent(kept, state, text="mcts:21", seed=2) is not second


def test_games_have_players_of_their_own_and_the_least_recently_used_goes() -> None:
    kept, state = KeptPlayers(most=2), after("gan")
    one, two = lent(kept, state, "one"), lent(kept, state, "two")
    assert lent(kept, state, "one") is one
    three = lent(kept, state, "three")
    assert lent(kept, state, "one") is one
    assert lent(kept, state, "three") is three
    assert lent(kept, state, "two") is not two


def test_together_they_hold_no_more_than_they_may_and_the_least_recently_used_goes() -> None:
    state, text = after("gan"), "mcts:200"
    alone = lent(KeptPlayers(), state, text=text).memory
    assert alone > 10_000
    kept = KeptPlayers(most_bytes=2 * alone)
    one, two = lent(kept, state, "one", text), lent(kept, state, "two", text)
    assert lent(kept, state, "one", text) is one
    lent(kept, state, "three", text)
    assert lent(kept, state, "one", text) is one
    assert lent(kept, state, "two", text) is not two


def test_a_player_that_holds_too_much_by_itself_is_not_kept() -> None:
    kept, state = KeptPlayers(most_bytes=1000), after("gan")
    assert lent(kept, state) is not lent(kept, state)


def test_without_a_game_nothing_is_kept() -> None:
    kept, state = KeptPlayers(), after("gan")
    assert lent(kept, state, "") is not lent(kept, state, "")


def test_all_are_forgotten_when_told_to() -> None:
    kept, state = KeptPlayers(), after("gan")
    first = lent(kept, state)
    kept.clear()
    assert lent(kept, state) is not first


def test_one_that_is_lent_is_not_lent_twice() -> None:
    kept, state = KeptPlayers(), after("gan")
    with kept.lent("g", "mcts:20", 1, state) as one, kept.lent("g", "mcts:20", 1, state) as other:
        assert one is not other


def test_one_that_fails_is_not_kept() -> None:
    kept, state = KeptPlayers(), after("gan")
    first = lent(kept, state)
    with pytest.raises(ZeroDivisionError), kept.lent("g", "mcts:20", 1, state):
        raise ZeroDivisionError
    assert lent(kept, state) is not first


# --- in the engine


def asked(*requests: dict[str, Any]) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    engine = AnalysisEngine(search_position, lambda line: lines.append(json.loads(line)))
    for request in requests:
        engine.handle(json.dumps(request).encode())
    engine.close()
    return lines


MOVE = {"spec": "hex(size=8,swap=false)", "player": "mcts:400,evaluator=rollout", "seed": 1}


def values(*details: dict[str, Any]) -> list[float]:
    """What the player thinks of a position, of a later one, and of the first again."""
    moves: tuple[list[str], ...] = ([], ["d5", "e4"], [])
    asked_for = [{"id": "q", **MOVE, "moves": each} | detail for each in moves for detail in details]
    return [answer["value"] for answer in asked(*asked_for)]


def test_a_search_goes_on_in_the_tree_of_its_game() -> None:
    alone, kept = values({}), values({"gameId": "g"})
    assert kept[0] == alone[0]
    assert kept[1] != alone[1]
    assert kept[2] == alone[2]


def test_games_do_not_disturb_each_other() -> None:
    both = values({"gameId": "g"}, {"gameId": "h"})
    assert both[::2] == both[1::2] == values({"gameId": "g"})


def test_limits_hold_beside_the_players_own() -> None:
    long = {"id": "a", "spec": "nauru", "player": "mcts:3600s"}
    answers = asked(long | {"maxTime": 0.05}, long | {"maxVisits": 20}, {**long, "player": "uct:3600s", "maxVisits": 9})
    assert all("move" in answer for answer in answers)


def test_a_game_is_named_by_a_text() -> None:
    [answer] = asked({"id": "a", **MOVE, "gameId": 7})
    assert (answer["field"], answer["slug"]) == ("gameId", "engine/request")
