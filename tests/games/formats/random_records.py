"""Random records of random games: every game and variant, set-ups, custom boards, swaps, rolls, all results."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

import motu
from motu.boards import CustomBoard
from motu.games.record import Record
from motu.games.record_parts import RecordPlayer, Result
from oracle.coasts import board_data, ragged_board
from positions import SPECS, game_of, play_at_random

HEX_SPECS = ("hex(size=3)", "hex(size=4x3)", "hex(size=5)", "hex(size=3x6)", "hex(size=11)")
ABSTRACT_PLAY_SPECS = ("atoll", "tokelau", "kiritimati")

RECORD_KEYS = (
    *("motu", "spec", "moves", "players", "result", "times", "setup", "board", "started", "event", "annotator"),
    *("comment", "rules_version"),
)

texts = st.text(alphabet=st.characters(codec="utf-8"), max_size=20)
"""Any text that UTF-8 can carry: quotes, brackets, backslashes, control characters and line breaks included."""

words = st.text(alphabet=st.sampled_from(list("abcz019_-")), min_size=1, max_size=8)

json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


def extras(*known: str) -> st.SearchStrategy[dict[str, Any]]:
    """Draw keys that a newer writer could have added."""
    return st.dictionaries(texts.filter(lambda key: key not in known), json_values, max_size=2)


players = st.builds(
    RecordPlayer,
    name=texts,
    kind=st.sampled_from(["human", "engine", "team"]),
    rating=st.none() | st.integers(-(10**12), 10**12) | st.floats(allow_nan=False, allow_infinity=False),
    settings=st.none() | st.dictionaries(texts, json_values, max_size=2),
    extra=extras("name", "kind", "rating", "settings"),
)


@st.composite
def games(draw: st.DrawFn, specs: tuple[str, ...] = SPECS, *, setups: bool = True, swaps: bool = False) -> motu.State:
    """Draw a position with its history: from the beginning or from a set-up; `swaps` makes swaps frequent."""
    spec = draw(st.sampled_from((*specs, "custom") if setups else specs))
    seed = draw(st.integers(0, 2**32 - 1))
    game = custom_game(seed % 8, swap=seed % 3 > 0) if spec == "custom" else game_of(spec)
    state = game.new_initial_state()
    if setups and draw(st.booleans()):
        state = set_up(state, draw(st.integers(0, 12)), seed)
    elif swaps and not isinstance(game.rules, motu.AtmalofRules) and game.rules.swap and draw(st.booleans()):
        play_at_random(state, 1, seed)
        state.play("swap")
    return play_at_random(state, draw(st.integers(0, 60)), seed + 1)


def custom_game(seed: int, *, swap: bool) -> motu.Game:
    """Make a game on a ragged custom board; its file exists nowhere."""
    board = CustomBoard.from_json(board_data(ragged_board(seed, size=24, islands=8)))
    return motu.load_game(motu.AtollRules(file=f"atolls/ragged{seed}.json", custom=board, swap=swap))


def set_up(state: motu.State, actions: int, seed: int) -> motu.State:
    """Set up by hand what random play reaches."""
    reached = play_at_random(state.clone(), actions, seed)
    assume(not reached.is_terminal() and not reached.is_chance_node())
    flags = reached.ban() + 2 * reached.to_return() if state.game.name == "atomorph" else 0
    try:
        return state.game.new_state(reached.named_stones(), reached.to_move(), flags)
    except motu.MotuError:
        assume(False)  # the rules know positions that nobody may set up
        raise


def results(state: motu.State) -> st.SearchStrategy[Result | None]:
    """Draw a result that is possible where the rules don't give one."""
    if state.is_terminal():
        return st.none()
    won = st.builds(Result, st.sampled_from([0, 1]), st.sampled_from(["resign", "time", "forfeit", "unknown"]))
    return st.none() | won | st.just(Result(None, "agreed")) | st.just(Result())


@st.composite
def bare_records(draw: st.DrawFn, specs: tuple[str, ...] = SPECS, *, setups: bool = True) -> Record:
    """Draw a record of a game and its result, with nothing else."""
    state = draw(games(specs, setups=setups, swaps=True))
    return Record.from_state(state, result=draw(results(state)))


@st.composite
def records(draw: st.DrawFn, specs: tuple[str, ...] = SPECS) -> Record:
    """Draw a record with all that a record can have."""
    record = draw(bare_records(specs))
    moves = len(record.moves)
    times = st.none() | st.lists(st.integers(0, 10**12), min_size=moves, max_size=moves).map(tuple)
    offsets = st.sampled_from(["", "Z", "+01:00", "-09:30"])
    moments = st.builds(lambda moment, offset: moment.isoformat() + offset, st.datetimes(), offsets)
    dates = st.none() | st.dates().map(str) | moments
    return replace(
        record,
        players=(draw(players), draw(players)),
        result=replace(record.result, extra=draw(extras("winner", "reason"))),
        times=draw(times),
        started=draw(dates),
        event=draw(st.none() | texts),
        annotator=draw(st.none() | texts),
        comment=draw(st.none() | texts),
        extra=draw(extras(*RECORD_KEYS)),
    )
