"""A game in progress: moves, rolls, resignations and take-backs leave it as the rules and the record say."""

from __future__ import annotations

import random

import pytest

import motu
from motu.errors import IllegalMoveError, MotuError, UndoError
from motu.games.play import Play
from motu.games.record import Record
from motu.games.record_parts import RecordPlayer, Result

SPECS = ["gan", "hex(size=4)", "atomorph(size=3)", "atomorph(size=4,return_stone=true)", "junior", "atmalof"]


def begin(spec: str) -> Play:
    return Play(motu.load_game(spec).new_initial_state())


def play_on(game: Play, chance: random.Random, most: int) -> None:
    for _ in range(most):
        if game.is_over:
            return
        if game.state.is_chance_node():
            game.roll(chance.choice(game.state.chance_outcomes())[0] + 1)
        else:
            game.play(chance.choice(game.state.legal_moves()), chance.randrange(5000))


@pytest.mark.parametrize("spec", SPECS)
def test_taking_back_returns_to_every_earlier_position(spec: str) -> None:
    for seed in range(6):
        chance, game = random.Random(seed), begin(spec)
        seen = [(game.state.hash(), tuple(game.steps))]
        for _ in range(40):
            if game.is_over:
                break
            play_on(game, chance, 1)
            seen.append((game.state.hash(), tuple(game.steps)))
        while len(seen) > 1:
            seen = seen[: chance.randrange(1, len(seen))]
            game.take_back(len(seen) - 1)
            assert (game.state.hash(), tuple(game.steps)) == seen[-1]
            assert game.result is None


def test_an_announcement_and_its_roll_are_one_step_or_two_as_they_were_played() -> None:
    game = begin("atmalof")
    game.play("R4=6", 700)
    game.play("c2", 300)
    game.roll(3)
    assert [(step.text, step.count, step.person) for step in game.steps] == [
        ("r4=6", 2, 0),
        ("c2", 1, 1),
        ("=3", 1, -1),
    ]
    assert game.state.moves() == ["r4=6", "c2=3"]
    assert game.times() == (700, 300)
    assert (game.times_spent(), game.moves_made()) == ((700, 300), (1, 1))
    game.take_back(2)
    assert game.state.announced() == "c2"
    assert game.person == 1
    game.take_back(1)
    assert (game.state.moves(), game.person) == (["r4=6"], 1)
    game.take_back(0)
    assert game.state == game.game.new_initial_state()


def test_a_roll_that_no_die_shows_is_refused_and_changes_nothing() -> None:
    game = begin("atmalof")
    with pytest.raises(MotuError):
        game.roll(1)
    game.play("r4")
    with pytest.raises(MotuError):
        game.roll(7)
    assert (len(game.steps), game.state.announced()) == (1, "r4")


def test_who_resigns_loses_and_may_think_better_of_it() -> None:
    game = begin("hex(size=3)")
    game.play("b2")
    game.resign(1)
    assert (game.is_over, game.resigned, game.result) == (True, 1, Result(0, "resign"))
    game.take_back(1)
    assert (game.is_over, game.resigned, game.result) == (False, None, None)
    assert game.state.moves() == ["b2"]
    game.resign(0)
    game.play("swap")
    assert game.result is None


def test_a_game_ends_on_time_or_by_forfeit_as_it_is_told() -> None:
    game = begin("gan")
    game.end(Result(1, "time"))
    assert (game.is_over, game.resigned, game.result) == (True, None, Result(1, "time"))


def test_the_rules_end_a_game_and_taking_back_goes_on() -> None:
    game = begin("hex(size=2,swap=false)")
    for move in ("a1", "b1", "a2"):
        game.play(move)
    assert game.result == Result(0, "connected")
    game.take_back(2)
    assert game.result is None


def test_a_swap_exchanges_the_persons_and_taking_it_back_returns_them() -> None:
    game = begin("hex(size=3)")
    game.play("b2", 10)
    assert game.person == 1
    game.play("swap", 20)
    assert (game.state.is_swapped(), game.person, game.moves_made()) == (True, 0, (1, 1))
    game.resign(game.person)
    assert game.result == Result(1, "resign")
    game.take_back(1)
    assert (game.state.is_swapped(), game.person) == (False, 1)


def test_what_is_illegal_changes_nothing() -> None:
    game = begin("hex(size=3,swap=false)")
    game.play("b2")
    for move in ("b2", "z9", "swap"):
        with pytest.raises(MotuError):
            game.play(move)
    assert ([step.text for step in game.steps], game.state.moves()) == (["b2"], ["b2"])
    for keep in (-1, 2):
        with pytest.raises(UndoError):
            game.take_back(keep)
    assert len(game.steps) == 1


def test_a_game_goes_on_from_a_position_that_was_set_up() -> None:
    state = motu.load_game("hex(size=3)").new_state({"a1": "black", "c3": "white"}, to_move="white")
    game = Play(state)
    assert game.person == game.state.current_player()
    game.play("b2", 5)
    record = game.record()
    assert record.setup is not None
    assert (record.setup.to_move, record.moves) == (1, ("b2",))
    assert Play.of_record(record).state == game.state
    game.take_back(0)
    assert game.state.named_stones() == {"a1": "black", "c3": "white"}
    with pytest.raises(UndoError):
        game.take_back(-1)


def test_a_move_in_another_position_is_taken_back_to_the_one_before() -> None:
    game = begin("hex(size=3,swap=false)")
    game.play("a1")
    other = game.game.new_state(game.state.named_stones(), "black")
    step = game.play_from(other, "a2")
    assert (step.before is not None, len(game.steps)) == (True, 2)
    game.play("b1")
    kept = game.fork()
    game.take_back(1)
    assert game.state.moves() == ["a1"]
    game.play("c3")
    kept.take_back(1)
    assert kept.state.moves() == ["a1"]
    assert kept.state.named_stones() == {"a1": "black"}


def test_a_move_that_another_position_refuses_leaves_the_present_one() -> None:
    game = begin("hex(size=3,swap=false)")
    game.play("a1")
    other = game.game.new_state(game.state.named_stones(), "black")
    with pytest.raises(IllegalMoveError):
        game.play_from(other, "a1")
    assert (game.state.moves(), len(game.steps)) == (["a1"], 1)


def test_the_present_position_is_one_to_play_from() -> None:
    game = begin("gan")
    move = game.state.legal_moves()[0]
    assert game.play_from(game.state, move).before is None
    assert game.state.moves() == [move]


@pytest.mark.parametrize("spec", SPECS)
def test_a_fork_goes_its_own_way(spec: str) -> None:
    game = begin(spec)
    play_on(game, random.Random(1), 6)
    before = game.state.hash(), tuple(game.steps)
    other = game.fork()
    play_on(other, random.Random(2), 4)
    other.take_back(1)
    other.resign(0)
    assert (game.state.hash(), tuple(game.steps)) == before
    assert game.resigned is None


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("is_resigned", [True, False])
def test_a_record_brings_back_the_same_game(spec: str, is_resigned: bool) -> None:
    for seed in range(4):
        game = begin(spec)
        play_on(game, random.Random(seed), 30)
        if game.state.is_chance_node():
            game.roll(1)
        if is_resigned and not game.is_over:
            game.resign(game.person)
        players = (RecordPlayer("one"), RecordPlayer("two", "engine"))
        record = game.record(players, has_times=True, started="2026-01-31")
        assert Record.from_json(record.to_json()) == record
        again = Play.of_record(record)
        assert again.state == game.state
        assert again.times() == game.times()
        assert again.times_spent() == game.times_spent()
        assert record.result == (game.result or Result())


def test_a_recorded_game_is_played_up_to_a_move() -> None:
    game = begin("atmalof")
    for move in ("r4=6", "c2=3", "r1=1"):
        game.play(move, 100)
    record = game.record(has_times=True)
    some = Play.of_record(record, 2)
    assert (some.state.moves(), some.times()) == (["r4=6", "c2=3"], (100, 100))
    assert Play.of_record(record, 0).steps == []
    assert Play.of_record(game.record()).times() == (0, 0, 0)
