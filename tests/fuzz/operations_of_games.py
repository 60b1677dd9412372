"""The calls that the library's fuzzer makes of games, positions and records, each with what must hold of its answer.

Names that begin with `change` may leave a state with another past; all others must leave it as it was.
"""

from __future__ import annotations

import contextlib
import copy
import pickle
import random
from collections.abc import Callable
from pathlib import Path

import motu
from fuzz.material import MOVES, NUMBERS, check, games, garbage, pick, play_at_random
from fuzz.on_library import NUMBER, operation
from motu.drawing.svg import draw_svg
from motu.drawing.text import draw_text
from motu.errors import MotuError
from motu.eval import cells, connections, flips, lines
from motu.games import Game, State, formats
from motu.games.play import Play
from motu.games.record import Record
from motu.games.record_tree import RecordTree
from motu.testing.contract import CHECKS, TRIALS, fingerprint, require_same
from motu.testing.symmetries import Image
from own_tic import OwnTic, own_tic

LONGEST_PAST = 60
"""The longest past of a state that is played again whole."""

OWN_GAMES: tuple[Callable[[], Game], ...] = (
    own_tic,
    lambda: motu.own_game(OwnTic().after(4), 9),
    lambda: motu.own_game(OwnTic().after(0).after(8), 12, name="more", max_game_length=7),
)
"""Games of one's own in Python; nothing holds them but those who play."""


# --- games ------------------------------------------------------------------------------------------------------------


@operation(NUMBER, makes="game")
def load(number: int) -> Game:
    return pick(games(), number).load()


@operation("game", makes="game")
def load_again(game: Game) -> Game:
    return motu.load_game(game.rules)


@operation(NUMBER, makes="game")
def load_own(number: int) -> Game:
    return pick(OWN_GAMES, number)()


@operation("game", "game")
def compare_games(one: Game, other: Game) -> None:
    is_same = one.rules == other.rules
    check((one == other) == is_same, f"{one!r} == {other!r} is {one == other}")
    check(not is_same or hash(one) == hash(other), f"equal games, other hashes: {one!r}")
    check((one.native is other.native) == is_same, f"equal rules have one native game: {one!r}, {other!r}")


@operation("game", makes="game")
def pickle_game(game: Game) -> Game:
    for again in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        check(again == game and again.spec == game.spec, f"a copy of {game!r} is {again!r}")
    return again


# --- states -----------------------------------------------------------------------------------------------------------


@operation("game", makes="state")
def begin(game: Game) -> State:
    return game.new_initial_state()


@operation("game", NUMBER, makes="state")
def begin_within(game: Game, number: int) -> State:
    state = game.new_initial_state()
    play_at_random(state, number % 30, random.Random(number))
    return state


@operation("game", NUMBER, makes="state")
def set_up(game: Game, number: int) -> State:
    rng = random.Random(number)
    names = rng.sample(game.board.names, min(len(game.board.names), number % 12))
    return game.new_state({name: rng.choice((0, 1)) for name in names}, number // 12 % 2, number // 24 % 4)


@operation("state", NUMBER)
def change_by_playing(state: State, number: int) -> None:
    play_at_random(state, number % 12, random.Random(number))


@operation("state", NUMBER)
def change_by_text(state: State, number: int) -> None:
    before, rng = fingerprint(state), random.Random(number)
    text = rng.choice((*state.legal_moves()[:5], *MOVES, garbage(rng)))
    with contextlib.suppress(MotuError):
        for _ in range(state.play(text)):
            state.undo()
        check(state.moves() == before["moves"], f"playing and undoing {text!r} changed the moves")
        state.play(text)
        return
    require_same(state, before, f"the refused {text!r}")


@operation("state", NUMBER)
def change_by_number(state: State, number: int) -> None:
    state.apply_action(pick((*range(40), *NUMBERS), number))


@operation("state", NUMBER)
def change_by_undoing(state: State, number: int) -> None:
    for _ in range(number % 6):
        state.undo()


@operation("state", NUMBER)
def go_on_and_take_back(state: State, number: int) -> None:
    rng, play = random.Random(number), Play(state.clone())
    for _ in range(number % 6):
        with contextlib.suppress(MotuError):
            play.play(rng.choice((*play.state.legal_moves(), "=1", "swap", garbage(rng))), number % 1000)
    forked = play.fork()
    play.resign(number % 2)
    check(play.result is not None and play.result.winner == 1 - number % 2, f"{play.result} after resigning")
    play.take_back(0)
    check(play.state == state and play.is_over == state.is_terminal(), f"not back: {play.state!r}, {state!r}")
    check(len(forked.state.moves()) >= len(state.moves()), f"a fork has lost moves: {forked.state!r}")


@operation("state", makes="state")
def clone(state: State) -> State:
    return state.clone()


@operation("game", "state", makes="state")
def copy_into(game: Game, state: State) -> State:
    made = State(game, state)
    check(game.rules == state.game.rules, f"{game!r} took {state!r} for its own")
    return made


@operation("state", makes="state")
def pickle_state(state: State) -> State:
    before = fingerprint(state)
    for again in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        require_same(again, before, "copying")
        check(again == state and hash(again) == hash(state), f"a copy of {state!r} is not equal")
    return again


@operation("state", "state")
def compare_states(one: State, other: State) -> None:
    is_same = one == other
    check(is_same == (other == one), f"== is not symmetric: {one!r}, {other!r}")
    check(is_same != (one != other), f"== and != agree: {one!r}, {other!r}")
    if is_same:
        check(hash(one) == hash(other), f"equal states, other hashes: {one!r}")
        check(one.game.rules == other.game.rules and one.stones() == other.stones(), f"{one!r} == {other!r}")


@operation("state", NUMBER)
def look(state: State, number: int) -> None:
    for each in CHECKS:
        each(state)
    pick(TRIALS, number)(state, random.Random(number))


@operation("state")
def replay_past(state: State) -> None:
    past, before = state.history()[-LONGEST_PAST:], fingerprint(state)
    again = state.clone()
    for _ in past:
        again.undo()
    for action, _ in past:
        again.apply_action(action)
    require_same(again, before, "undoing and playing again")


WRONG_ACTIONS = (-1, 5, 2**31, 2**62)


@operation("game", NUMBER, raises=(TypeError,))  # of games of one's own
def step_many(game: Game, number: int) -> None:
    rng, most = random.Random(number), 1 + number % 40
    batch = motu.VectorEnv(game, 1 + number % 5, seed=number, threads=1 + number % 3, max_actions=most)
    for _ in range(number % 60):
        actions = batch.sample()
        with contextlib.suppress(MotuError):
            batch.step([action if rng.random() < 0.7 else pick(WRONG_ACTIONS, number) for action in actions])
        batch.step(batch.sample())
        batch.reset([rng.random() < 0.1 for _ in actions])
    for index, person in enumerate(batch.players):
        state = batch.state(index)
        check(state.current_player() == person, f"game {index} waits for {person}: {state!r}")
        check(batch.masks is not None and (batch.masks[index] == state.legal_mask()).all(), f"another mask: {state!r}")
        check(len(state.history()) <= 2 * most, f"not truncated after {most}: {state!r}")


@operation("game", NUMBER)
def mirror(game: Game, number: int) -> None:
    rng, state = random.Random(number), game.new_initial_state()
    image = Image(game, rng.choice(game.symmetries))
    for _ in range(12):
        if state.is_terminal():
            return
        action = rng.choice(state.legal_actions())
        image.follow(state, action)
        state.apply_action(action)
        image.check(state)


@operation("state", NUMBER)
def draw(state: State, number: int) -> None:
    draw_text(state, ascii_only=bool(number % 2))
    text = draw_svg(state, theme=pick(("light", "dark", "auto"), number), hooks=bool(number % 3))
    check(text.startswith("<svg"), "no picture")
    draw_svg(state, heat={pick(state.game.board.names, number): 0.5}, marks={0: "x"}, size=number % 700)


JUDGEMENTS: tuple[Callable[[State], object], ...] = (
    cells.inferior_cells,
    cells.resistance,
    cells.two_distance,
    lambda state: connections.analyze_connections(state, "quick"),
    lambda state: flips.flip_analysis(state, max_nodes=500),
    lines.line_values,
    lambda state: lines.turn_chance(state, 0),
    lambda state: lines.line_threats(state, 1),
    lambda state: lines.turn_chance(state, 7),
    lambda state: lines.line_threats(state, -1),
)


@operation("state", NUMBER)
def judge_without_search(state: State, number: int) -> None:
    pick(JUDGEMENTS, number)(state)


# --- records ---


@operation("state", makes="record")
def record(state: State) -> Record:
    made = state.record(("Ann", "Ben"))
    require_same(made.replay(), {"stones": state.stones(), "moves": state.moves()}, "recording")
    return made


@operation("record", NUMBER, makes="record")
def convert(record: Record, number: int) -> Record:
    name = pick(tuple(formats.FORMATS), number)
    [again] = formats.read(formats.write(record, name), name)
    check(again.replay().stones() == record.replay().stones(), f"{name} tells another game than {record}")
    RecordTree.from_record(again)
    return again


@operation("record", makes="state")
def save_and_load(record: Record) -> State:
    record.save(Path("game.jsonl"))
    check(Record.load("game.jsonl") == record.verified(), f"another record was read than {record}")
    return record.replay()
