"""The playing levels: legal everywhere, no win in one missed, repeatable, within their time; and their data."""

import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import motu
from motu.errors import EngineError
from motu.search.level_player import LevelPlayer
from motu.search.levels import MAX_SECONDS, NUM_LEVELS, Level, level_number, levels_for, load_levels, parse_levels
from motu.search.players import make_player
from motu.testing import Variant, variants
from motu.testing.choice import draw_action

GAMES = ("atoll", "atomorph", "atmalof")
NUMBERS = range(1, NUM_LEVELS + 1)
LOST_IN_ONE = {"b1": "black", "b2": "black", "b3": "black", "a4": "white", "d1": "white"}
"""Hex 4x4: whoever moves must play b4."""


def quick_levels(visits: int = 30) -> dict[str, list[Level]]:
    """The levels of the package with so few simulations that tests may play with all of them.

    They have all the time that there may be: on a busy machine it must not be the seconds that end their searches.
    """

    def quick(level: Level) -> Level:
        return replace(level, visits=min(level.visits, visits), depth=min(level.depth, 1), seconds=MAX_SECONDS)

    return {game: [quick(level) for level in levels] for game, levels in load_levels().items()}


def changed(game: str, number: int, **changes: Any) -> dict[str, list[Level]]:
    """The levels of the package, one of them changed."""
    table = {name: list(levels) for name, levels in load_levels().items()}
    table[game][number - 1] = replace(table[game][number - 1], **changes)
    return table


def play_on(state: motu.State, players: list[LevelPlayer], plies: int, random: Random) -> list[str]:
    """Let players act in turn; every one must leave the state as it was and choose a legal action."""
    for ply in range(plies):
        while state.is_chance_node():
            state.apply_action(draw_action(state, random))
        if state.is_terminal():
            break
        before = state.hash(), state.history()
        action = players[ply % len(players)].choose(state).action
        assert (state.hash(), state.history()) == before
        assert state.is_legal(action)
        state.apply_action(action)
    return state.moves()


# ----------------------------------------------------------------------------------------------------------- choosing


@pytest.mark.parametrize("each", variants(), ids=lambda each: each.name)
def test_every_level_plays_legal_moves_in_every_variant(each: Variant) -> None:
    table = quick_levels()
    random = Random(1)
    state = each.load().new_initial_state()
    players = [LevelPlayer(number, seed=number, table=table) for number in NUMBERS]
    play_on(state, players, 10, random)
    for _ in range(12):
        if not state.is_terminal():
            state.apply_action(draw_action(state, random))
    play_on(state, players, 10, random)


@pytest.mark.slow
@pytest.mark.parametrize("each", variants(), ids=lambda each: each.name)
def test_every_level_plays_whole_games_in_every_variant(each: Variant) -> None:
    players = [LevelPlayer(number, seed=number, table=quick_levels(300)) for number in NUMBERS]
    for seed in range(3):
        state = each.load().new_initial_state()
        play_on(state, Random(seed).sample(players, 2), 400, Random(seed))


@pytest.mark.parametrize("number", NUMBERS)
def test_every_level_takes_a_win_in_one(number: int) -> None:
    hexes = motu.load_game("hex(size=4)").new_state(LOST_IN_ONE, to_move="black")
    assert hexes.action_to_string(make_player(f"level:{number}", 1).choose(hexes).action) == "b4"
    points = dict.fromkeys(("c1", "c2", "c3", "c4", "c6", "b5", "d4"), "black") | {"c5": "white"}
    flip = motu.load_game("atomorph(size=6)").new_state(points, to_move="black")
    flipped = flip.clone()
    flipped.apply_action(make_player(f"level:{number}", 1).choose(flip).action)
    assert flipped.is_terminal()
    squares = {f"r3c{column}": "red" for column in (1, 2, 3, 4)} | {"r2c6": "red", "r6c1": "blue"}
    line = motu.load_game("atmalof").new_state(squares, to_move="red")
    assert line.action_to_string(make_player(f"level:{number}", 1).choose(line).action) == "r2c6-r3c5"


@pytest.mark.parametrize("game", GAMES)
def test_levels_that_always_see_threats_stop_a_loss_in_one(game: str) -> None:
    for level in load_levels()[game]:
        if level.sees_threats < 1:
            continue
        player = make_player(f"level:{level.number}", seed=1)
        if game == "atmalof":
            stones = {f"r3c{column}": "red" for column in (1, 2, 3, 4)} | {"r2c6": "red", "r4c4": "blue"}
            state = motu.load_game(game).new_state(stones, to_move="blue")
            assert state.action_to_string(player.choose(state).action) == "r4c4-r3c5"
        elif game == "atoll":
            state = motu.load_game("hex(size=4)").new_state(LOST_IN_ONE, to_move="white")
            assert state.action_to_string(player.choose(state).action) == "b4"
        else:
            stones = dict.fromkeys(("c1", "c2", "c3", "c4", "c5"), "black") | {"b5": "white", "d5": "white"}
            state = motu.load_game("atomorph(size=6)").new_state(stones, to_move="white")
            assert state.action_to_string(player.choose(state).action) == "c6"


def test_the_upper_half_of_the_levels_always_sees_threats() -> None:
    for levels in load_levels().values():
        assert all(level.sees_threats == 1 for level in levels[5:])
        assert levels[0].sees_threats < 1


@pytest.mark.parametrize("spec", ["gan", "hex(size=5)", "atomorph(size=5,return_stone=true)", "junior", "kvinigu"])
def test_equal_seeds_play_equal_games(spec: str) -> None:
    def play(seed: int, number: int) -> list[str]:
        players = [LevelPlayer(number, seed, quick_levels(200)), LevelPlayer(number, seed + 1, quick_levels(200))]
        return play_on(motu.load_game(spec).new_initial_state(), players, 40, Random(5))

    for number in (1, 4, 7, 10):
        assert play(3, number) == play(3, number)
    assert len({tuple(play(seed, 1)) for seed in range(5)}) > 1


def test_a_level_plays_one_game_after_another_of_different_kinds() -> None:
    player = make_player("level:2", seed=1)
    for spec in ("junior", "hex(size=4)", "atomorph(size=4)", "junior"):
        state = motu.load_game(spec).new_initial_state()
        assert state.is_legal(player.choose(state).action)


def test_nobody_moves_where_there_is_no_move() -> None:
    state = motu.load_game("atmalof").new_initial_state()
    state.play("r1")
    with pytest.raises(EngineError) as caught:
        make_player("level:1").choose(state)
    assert caught.value.slug == "engine/no-move"


@pytest.mark.parametrize(("first", "answer"), [("c3", True), ("a1", False)])
def test_weak_levels_swap_a_first_stone_in_the_centre(first: str, answer: bool) -> None:
    weak = [level.number for level in load_levels()["atoll"] if level.swap == "centre"]
    assert weak
    for spec in ("hex(size=5)", "atomorph(size=5)"):
        state = motu.load_game(spec).new_initial_state().play_all([first])
        for number in weak:
            move = state.action_to_string(make_player(f"level:{number}", seed=2).choose(state).action)
            assert (move == "swap") == answer


def test_strong_levels_swap_when_their_search_says_so() -> None:
    for first, answer in (("b2", True), ("a1", False)):
        state = motu.load_game("hex(size=3)").new_initial_state().play_all([first])
        for number in (9, 10):
            move = state.action_to_string(make_player(f"level:{number}", seed=2).choose(state).action)
            assert (move == "swap") == answer


# ------------------------------------------------------------------------------------------------------- time and size


def test_no_level_may_think_longer_than_people_wait() -> None:
    assert all(level.seconds <= MAX_SECONDS for levels in load_levels().values() for level in levels)


def test_the_seconds_end_a_depth_first_search() -> None:
    table = changed("atmalof", 10, depth=20, seconds=0.2)
    begin = time.monotonic()
    LevelPlayer(10, 1, table).choose(motu.load_game("atmalof(rows=20,cols=20)").new_initial_state())
    assert time.monotonic() - begin < 5


@pytest.mark.parametrize("considers", [0, 6])
def test_the_seconds_end_a_search(considers: int) -> None:
    table = changed("atoll", 7, considers=considers, visits=10**9, seconds=0.2)
    begin = time.monotonic()
    LevelPlayer(7, 1, table).choose(motu.load_game("nauru").new_initial_state())
    assert time.monotonic() - begin < 5  # a loaded machine may be late; a search without end would be later


def test_a_wish_to_stop_is_heard_at_once() -> None:
    table = changed("atoll", 7, visits=10**9, seconds=5)
    state = motu.load_game("kiritimati").new_initial_state()
    begin = time.monotonic()
    choice = LevelPlayer(7, 1, table).choose(state, is_stopped=lambda: time.monotonic() - begin > 0.1)
    assert time.monotonic() - begin < 2  # a loaded machine may be late
    assert state.is_legal(choice.action)


def test_simulations_grow_with_the_board() -> None:
    level = levels_for(motu.AtollRules())[9]
    assert level.visits_on(motu.load_game("atoll")) == level.visits
    assert level.visits_on(motu.load_game("kiritimati")) == round(level.visits * 332 / 104)
    assert replace(level, visits=1).visits_on(motu.load_game("hex(size=2)")) == 1
    player = LevelPlayer(10, 1, changed("atoll", 10, considers=0, threads=2, visits=70))
    assert player.choose(motu.load_game("gan").new_initial_state()).simulations == round(70 * 38 / 104)


def test_a_strong_level_keeps_its_tree_from_move_to_move_and_a_weak_one_nothing() -> None:
    state = motu.load_game("gan(swap=false)").new_initial_state()
    strong, weak = make_player("level:10", 1), make_player("level:7", 1)
    first = strong.choose(state)
    assert strong.memory > weak.memory == 0
    state.apply_action(first.action)
    state.apply_action(make_player("level:10", 2).choose(state).action)  # a reply that it has looked at
    assert strong.choose(state).simulations < first.simulations
    assert weak.choose(state).simulations > 0
    assert weak.memory == 0


# --------------------------------------------------------------------------------------------------------------- data


def test_there_are_ten_levels_of_each_game_and_each_says_what_it_does() -> None:
    for game in GAMES:
        levels = levels_for(motu.load_game(game).rules)
        assert [level.number for level in levels] == list(NUMBERS)
        assert len({level.summary for level in levels}) == NUM_LEVELS
        assert all(level.summary.endswith(".") for level in levels)
        assert [level.elo for level in levels] == sorted({level.elo for level in levels})


def test_variants_share_their_games_levels() -> None:
    for each in variants():
        rules = each.load().rules
        assert levels_for(rules) is load_levels()[rules.name]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_name_makes_an_equal_player(number: int) -> None:
    assert make_player(f"level:{number}").name == f"level:{number}"


@pytest.mark.parametrize(
    "text", ["level", "level:", "level:0", "level:11", "level:-1", "level:x", "level:1.0", "level:٣"]
)
def test_unknown_levels_are_refused_with_the_known_ones(text: str) -> None:
    with pytest.raises(EngineError, match=r"1\.\.10") as caught:
        make_player(text)
    assert caught.value.slug == "engine/unknown-level"
    assert caught.value.legal == tuple(str(number) for number in NUMBERS)


def test_a_number_in_text_is_read() -> None:
    assert level_number(" 7 ") == 7


GOOD = {
    "elo": 0,
    "considers": 1,
    "visits": 0,
    "depth": 0,
    "seconds": 1,
    "threads": 1,
    "temperature": 0.5,
    "naivety": 0.5,
    "sees_threats": 1,
    "swap": "centre",
    "evaluator": "rollout",
    "summary": "Plays.",
}


def table_text(changes: dict[str, Any], number: int = 3) -> str:
    """A table of levels whose one level of Atomorph is changed; None leaves a value out."""
    text = ""
    for game in GAMES:
        text += f"[{game}]\ncells = 100\nlevels = [\n"
        for each in NUMBERS:
            row = GOOD | {"elo": 100 * (each - 1)}
            if (game, each) == ("atomorph", number):
                row |= changes
            values = (f"{key} = {value!r}" for key, value in row.items() if value is not None)
            text += f"  {{ {', '.join(values)} }},\n"
        text += "]\n"
    return text.replace("True", "true")


def test_a_good_table_is_read() -> None:
    levels = parse_levels(table_text({}))
    assert levels["atomorph"][2] == Level(game="atomorph", number=3, cells=100, **(GOOD | {"elo": 200}))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"visits": -1}, "level 3 of atomorph: visits is 1 or more"),
        ({"considers": 5}, "visits is 1 or more"),
        ({"considers": -1}, "considers is 0 or more"),
        ({"depth": -1}, "depth is 0 to 20 plies"),
        ({"depth": 2}, "considers is 0 where depth is above 0"),
        ({"visits": 2.5}, "visits is 1 or more (or 0 with considers = 1 or a depth), not 2.5"),
        ({"visits": True}, "visits is 1 or more (or 0 with considers = 1 or a depth), not True"),
        ({"seconds": 0}, "seconds is above 0 and at most 5, not 0"),
        ({"seconds": 60}, "seconds is above 0 and at most 5, not 60"),
        ({"threads": 3}, "threads is 1 or 2, not 3"),
        ({"temperature": 2}, "temperature is a number from 0 to 1, not 2"),
        ({"naivety": -0.5}, "naivety is a number from 0 to 1"),
        ({"sees_threats": "yes"}, "sees_threats is a number from 0 to 1, not 'yes'"),
        ({"swap": "never"}, "swap is 'centre' or 'value', not 'never'"),
        ({"summary": None}, "level 3 of atomorph has"),
        ({"mood": 1}, "level 3 of atomorph has"),
        ({"elo": 100}, "rise from level to level"),
    ],
)
def test_a_wrong_level_is_refused_with_its_place(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(EngineError) as caught:
        parse_levels(table_text(changes))
    assert caught.value.slug == "engine/levels"
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[atoll", "no TOML"),
        ("", "no game"),
        (table_text({}).replace("[atoll]", "[go]"), "right are atoll, atomorph, atmalof"),
        (table_text({}).replace("cells = 100\n", "", 1), "needs 'cells'"),
        (table_text({}).replace("cells = 100\n", "cells = 0\n", 1), "cells is 1 or more, not 0"),
        ("[atoll]\ncells = 1\nlevels = 7\n[atomorph]\n[atmalof]\n", "a list 'levels'"),
        ("[atoll]\ncells = 1\nlevels = []\n[atomorph]\n[atmalof]\n", "atoll has 0 levels; right are 10"),
    ],
)
def test_a_wrong_table_is_refused(text: str, message: str) -> None:
    with pytest.raises(EngineError) as caught:
        parse_levels(text)
    assert caught.value.slug == "engine/levels"
    assert message in caught.value.message


def test_a_game_without_levels_says_so() -> None:
    with pytest.raises(EngineError, match="atoll has no levels") as caught:
        LevelPlayer(3, table={}).level(motu.load_game("gan"))
    assert caught.value.slug == "engine/unknown-level"
