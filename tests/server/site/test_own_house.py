"""The house in a page of a site without a server: it says of the same games what a server says."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import motu
from motu.errors import MotuError
from motu.eval.lines import line_files
from motu.games import PRESETS, State
from motu.games.line import Line
from motu.puzzles import shipped_puzzles
from motu.server.device_game import device_game
from motu.server.events import Created, Participant
from motu.server.game_record import record_of
from motu.server.glicko import GlickoRating, rated
from motu.server.messages import snapshot, update
from motu.server.puzzle_book import DAY_MS, Streak, beginning
from motu.server.rooms import MAX_EVENTS, Room, Rooms
from motu.server.store import Store
from motu.server.threats import threats_of
from motu.server.views import board_view, position_view
from server.site.own_house import ask_house, differences, told

SPECS = (
    "gan",
    "hex(size=5)",
    "hex(size=4x6,swap=false)",
    "atoll(size=5)",
    "atoll(board=hexagon,size=4,islands=12)",
    "atoll(board=triangle,size=9)",
    "atomorph(size=5)",
    "atomorph(size=4,return_stone=true,swap=false)",
    "atomorph(size=5,contested=never,corners=false)",
    "atmalof",
    "kvinigu",
    "atmalof(rows=4,cols=5,extra_rows=1,extra_cols=0,line=4,pieces=8)",
)
PERSON = Participant()
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
ACTS = 90
KINDS = {"play": "move", "takeBack": "keep", "resign": "person", "seed": "seed"}


@pytest.fixture
def store(database: sa.URL) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


def numbers_in(text: str) -> list[float]:
    return [float(number) for number in NUMBER.findall(text)]


@pytest.mark.parametrize("spec", SPECS)
def test_a_board_is_shown_as_a_server_shows_it(spec: str) -> None:
    game = motu.load_game(spec)
    [view] = ask_house([spec], [{"board": game.spec}])
    expected = told(board_view(game))
    assert numbers_in(view["ground"]) == pytest.approx(numbers_in(expected["ground"]), abs=0.06)
    view["ground"], expected["ground"] = (NUMBER.sub("", each["ground"]) for each in (view, expected))
    expected["neighbours"] = [sorted(near) for near in expected["neighbours"]]  # nobody asks for their order
    view["neighbours"] = [sorted(near) for near in view["neighbours"]]
    assert differences(view, expected, near=0.01) == []


def random_line(spec: str, seed: int, most: int = 400) -> State:
    state = motu.load_game(spec).new_initial_state()
    chance = random.Random(f"{spec} {seed}")
    for _ in range(most):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("spec", SPECS)
def test_every_position_of_whole_games_is_shown_as_a_server_shows_it(spec: str) -> None:
    states = [random_line(spec, seed) for seed in range(3)]
    asked = [{"views": {"spec": spec, "moves": state.moves()}} for state in states]
    for state, views in zip(states, ask_house([spec], asked), strict=True):
        again = state.game.new_initial_state()
        expected = [position_view(again)]
        for move in state.moves():
            again.play(move)
            expected.append(position_view(again))
        assert state.is_terminal()
        assert differences(views, told(expected)) == []


def test_a_position_between_an_announcement_and_its_roll_is_shown_as_well() -> None:
    moves = ["r4", "=4", "c3", "=4", "r4", "=4", "r4"]
    [views] = ask_house(["atmalof"], [{"views": {"spec": "atmalof", "moves": moves}}])
    state = motu.load_game("atmalof").new_initial_state()
    expected = [position_view(state)]
    for move in moves:
        state.play(move)
        expected.append(position_view(state))
    assert any(view.missed for view in expected), "one of these drops falls on a piece"
    assert differences(views, told(expected)) == []


def test_a_position_set_up_by_hand_is_shown_as_a_server_shows_it() -> None:
    setup = {"stones": {"black": ["b2", "c3"], "white": ["d3"]}, "to_move": "white", "flags": 0}
    line = Line(spec="atomorph(size=5)", setup=setup, moves=("c2",))
    [views] = ask_house([line.spec], [{"views": {"spec": line.spec, "setup": setup, "moves": ["c2"]}}])
    assert differences(views[-1], told(position_view(line.replay()))) == []


@pytest.mark.parametrize("spec", [*SPECS, *PRESETS])
def test_a_spec_is_told_in_full(spec: str) -> None:
    [game] = ask_house([], [{"game": spec}])
    assert game["spec"] == motu.load_game(spec).spec


@pytest.mark.parametrize("spec", ["hex(size=5)", "atomorph(size=5)", "atmalof", "atmalof(rows=4,cols=4,line=4)"])
def test_an_engine_is_told_of_a_game_what_a_server_tells_it(spec: str) -> None:
    [device] = ask_house([spec], [{"device": {"spec": spec}, "files": sorted(line_files())}])
    expected = told(device_game(Line(spec=spec)))
    nets = {"game", "nets", "is_best"}  # a site has no nets, and specs are read by the engine
    assert {key: value for key, value in device.items() if key not in nets} == {
        key: value for key, value in expected.items() if key not in nets
    }


@pytest.mark.parametrize(
    ("spec", "plies"), [("hex(size=4)", 11), ("atomorph(size=4)", 11), ("atmalof(rows=4,cols=4,line=4)", 30)]
)
def test_what_wins_at_once_is_what_a_server_says(spec: str, plies: int) -> None:
    states = [random_line(spec, seed, plies) for seed in range(8)]
    asked = [{"threats": {"spec": spec, "moves": state.moves()}} for state in states]
    expected = [told(threats_of(state)) for state in states]
    assert ask_house([spec], asked) == expected
    assert any(each["wins"] or each["threats"] for each in expected)


def test_puzzles_are_counted_as_on_a_server() -> None:
    chance = random.Random(3)
    puzzles = list(shipped_puzzles().values())[::7]
    chosen = chance.sample(puzzles, 25)
    days = sorted(chance.sample(range(20_000, 20_040), 25))
    tries: list[dict[str, Any]] = [
        {"id": puzzle.id, "at_ms": day * DAY_MS, "isRight": chance.random() < 0.7}
        for puzzle, day in zip(chosen, days, strict=True)
    ]
    known = {each.id: {"game": each.game, "rating": beginning(each).value} for each in puzzles}
    [standing] = ask_house([], [{"tries": tries, "puzzles": known}])
    ratings: dict[str, GlickoRating] = {}
    streak = Streak()
    for puzzle, each in zip(chosen, tries, strict=True):
        before = ratings.get(puzzle.game, GlickoRating())
        ratings[puzzle.game] = rated(before, [(beginning(puzzle), float(each["isRight"]))])
        streak = streak.after(each["at_ms"] // DAY_MS, is_solved=bool(each["isRight"]))
    assert standing["streak"] == {name: getattr(streak, name) for name in Streak.__slots__}
    for game, rating in ratings.items():
        assert standing["ratings"][game]["value"] == pytest.approx(rating.value)
        assert standing["ratings"][game]["deviation"] == pytest.approx(rating.deviation)


def act_for(room: Room, chance: random.Random) -> tuple[str, Any]:
    """Return something to do in a game, now and then something wrong."""
    log = room.log
    kind = chance.choices(["play", "takeBack", "resign", "seed"], [40, 6, 1, 2])[0]
    if kind == "takeBack":
        return kind, chance.randint(-1, len(log.steps))
    if kind == "resign":
        return kind, chance.randint(0, 2)
    if kind == "seed":
        return kind, chance.choice(["abc", "x" * 70, "12"])
    legal = [] if log.state.is_terminal() else log.state.legal_moves()
    return kind, chance.choice([*legal] * 9 + ["z99", "r1=3", "swap"]) if legal else "a1"


async def do(rooms: Rooms, room: Room, kind: str, value: Any, seq: int) -> Any:
    """Return what a server answers."""
    keep = min(len(room.log.steps), value if kind == "takeBack" else len(room.log.steps))
    try:
        match kind:
            case "play":
                happened = await rooms.move(room, value, seq)
            case "takeBack":
                happened = await rooms.take_back(room, value, seq)
            case "resign":
                happened = await rooms.resign(room, value, seq)
            case _:
                happened = await rooms.seed(room, value, seq)
    except MotuError as error:
        return {"refused": error.slug}
    return told(update(room, tuple(happened), keep))


def without_times(answer: Any) -> Any:
    """Return an answer without what says when, and without what zero says."""
    if isinstance(answer, list):
        return [without_times(each) for each in answer]
    if isinstance(answer, dict):
        when = {"at_ms", "spent_ms", "created_ms", "changed_ms", "id"}
        return {key: without_times(value) for key, value in answer.items() if key not in when}
    return answer


@pytest.mark.parametrize("seats", [(PERSON, PERSON), (Participant("level", 3), PERSON)], ids=["two", "machine"])
@pytest.mark.parametrize("spec", SPECS)
def test_a_game_goes_as_on_a_server(store: Store, spec: str, seats: tuple[Participant, Participant]) -> None:
    async def script() -> None:
        rooms, chance = Rooms(store), random.Random(f"{spec} {len(seats[0].kind)}")
        room = await rooms.create(Created(spec, seats), "guest")
        acts, expected = [], []
        for _ in range(ACTS):
            kind, value = act_for(room, chance)
            seq = room.log.next_seq - (chance.random() < 0.05)
            acts.append({"kind": kind, "value": value, "seq": seq})
            expected.append(await do(rooms, room, kind, value, seq))
        wanted = {"spec": spec, "seats": told(seats)}
        asked = {"played": {"wanted": wanted, "secret": room.row.secret, "acts": acts}}
        [answer] = ask_house([spec], [asked])
        whole = told(snapshot(room, "guest", room.log.created))
        assert differences(without_times(answer["answers"]), without_times(expected)) == []
        assert differences(without_times(answer["snapshot"]), without_times(whole)) == []
        assert answer["again"] == answer["snapshot"], "what is kept makes the same game again"
        record = told(record_of(room.log).to_json())
        assert {**answer["record"], "started": ""} == {**record, "started": ""}
        steps = [step[0] for step in answer["snapshot"]["steps"]]
        assert [step[0] for step in answer["restored"]["steps"]] == steps, "a saved game can be gone on with"
        assert any("refused" in each for each in expected)

    asyncio.run(script())


def test_a_game_may_be_as_long_as_on_a_server() -> None:
    text = (Path(motu.__file__).parent / "web/js/site/game_log.js").read_text()
    [said] = re.findall(r"const MAX_EVENTS = ([\d_]+);", text)
    assert int(said) == MAX_EVENTS
