"""The pages' engine (cpp/wasm): what it is made of, and that it searches as the native core does."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import msgspec
import pytest

import motu
from motu import _core
from motu.cli.review import review_as_json
from motu.engine.answers import analysis_as_json, finished_as_json
from motu.engine.review import Estimate, review_game
from motu.eval.lines import line_files
from motu.eval.nets import Net
from motu.games import PRESETS, State, person_to_act
from motu.games.line import Line
from motu.search.configuration import SearchSettings
from motu.search.limits import Limits
from motu.search.mcts import SearchTree
from motu.server.device_game import FOLDER, DeviceGame, device_game
from unhurried import unhurried_levels, unhurried_player

ROOT = Path(__file__).parents[2]
CPP = ROOT / "cpp"
NETS = ROOT / "src/motu/eval/nets"
ASK = Path(__file__).parent / "ask_engine.js"
VISITS = 300
SEED = 5
"""Of levels, here and in ask_engine.js."""
LEVEL_PLIES = 6
LEVEL_SPECS = (
    "gan",
    "hex(size=6)",
    "atoll(board=hexagon,size=4,islands=12)",
    "atomorph(size=6,return_stone=true)",
    "atmalof",
)
SYSTEM = re.compile(
    r"#include <(?:sys/|fcntl|unistd|windows|fstream|io\.h)"
    r"|std::filesystem::(?!path\b)\w+|std::fopen|\bfopen\(|\bmmap\(|\bsystem::\w+\("
)
"""What asks the operating system for files or memory."""
SPECS = (
    *PRESETS,
    "hex(size=5x7,swap=false)",
    "atoll(board=hexagon,size=4,islands=12)",
    "atoll(board=triangle,size=9)",
    "atoll(size=9,islands=16)",
    "atomorph(size=5,contested=never)",
    "atomorph(size=6,corners=false,return_stone=true,swap=false)",
    "atmalof(rows=4,cols=5,extra_rows=1,extra_cols=0,line=4,pieces=8)",
)


@cache
def builder() -> Any:
    """Return scripts/wasm_build.py as a module."""
    made = spec_from_file_location("wasm_build", ROOT / "scripts" / "wasm_build.py")
    assert made is not None
    assert made.loader is not None
    module = sys.modules[made.name] = module_from_spec(made)
    made.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class Case:
    """A position, and how it is searched."""

    line: Line
    evaluator: str | None = None
    visits: int = VISITS
    depth: int | None = None
    level: int | None = None
    net: Path | None = None
    """What the evaluator "net" is."""
    bits: int = 16
    """Of its blocks."""
    review: bool = False
    """Whether the game that led to it is reviewed, by searches of so many visits."""

    @property
    def device(self) -> DeviceGame:
        return device_game(self.line)


@dataclass
class Positions:
    """Positions of random games, always the same."""

    spec: str
    rng: random.Random = field(default_factory=lambda: random.Random(7))

    def after(self, plies: int) -> Line:
        state = motu.load_game(self.spec).new_initial_state()
        for _ in range(plies):
            if state.is_terminal():
                break
            state.apply_action(self.rng.choice(state.legal_actions()))
        return Line(spec=state.game.spec, moves=tuple(state.moves()))


def ask(cases: Sequence[Case], weights_in: Path, *options: str) -> list[dict[str, Any]]:
    """Return what the pages' engine says of each case, in a Node with options."""
    if shutil.which("node") is None:
        pytest.skip("there is no Node")
    asked = "\n".join(json.dumps(_asked(case, weights_in)) for case in cases)
    told = subprocess.run(["node", *options, str(ASK)], input=asked, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in told.stdout.splitlines()]


def relaxed() -> tuple[str, ...]:
    """Return what Node is to be told so that it knows the loops of 8 bits: from 21 on nothing."""
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    return () if int(version.removeprefix("v").split(".")[0]) > 20 else ("--experimental-wasm-relaxed-simd",)


def _asked(case: Case, weights_in: Path) -> dict[str, Any]:
    device, weights = case.device, None
    if device.weights is not None:
        name = device.weights.removeprefix(FOLDER)
        weights = weights_in / name
        weights.write_bytes(line_files()[name])
    data = {"device": msgspec.to_builtins(device), "moves": list(case.line.moves), "visits": case.visits}
    if case.level is not None:
        data["level"] = unhurried_levels()[motu.load_game(case.line.spec).name][case.level - 1]
    data |= {"evaluator": case.evaluator, "depth": case.depth, "weights": weights and str(weights)}
    data |= {"net": case.net and str(case.net), "bits": case.bits, "review": case.review or None}
    return {name: value for name, value in data.items() if value is not None}


def native(case: Case) -> dict[str, Any]:
    """Return what the native core says of it, colours by number."""
    state, device = case.line.replay(), case.device
    if state.is_terminal():
        return by_number(state, finished_as_json(state))
    settings = SearchSettings(c_puct=device.c_puct, advise_visits=device.advise_visits, seed=1)
    net = None if case.net is None else Net.load(case.net, "motu")
    if net is not None and case.net is not None and case.bits == 8:
        net.native = _core.NativeConvNet(case.net.read_bytes(), of_blocks="plain-signed")
    tree = SearchTree(state, net or case.evaluator or device.evaluator, settings, solved="off")
    found = tree.search(Limits(visits=case.visits))
    return by_number(state, analysis_as_json(state, found))


def by_number(state: State, found: Mapping[str, Any]) -> dict[str, Any]:
    numbers = {None: None, state.game.colour_names[0]: 0, state.game.colour_names[1]: 1}
    root = dict(found["rootInfo"])
    for name in {"currentPlayer", "winner"} & set(root):
        root[name] = numbers[root[name]]
    return {**found, "rootInfo": root}


def cases_of(spec: str) -> Iterator[Case]:
    positions = Positions(spec)
    for plies in (0, 1, 2, 9, 24):
        yield Case(positions.after(plies))
    yield Case(positions.after(6), "rollout")
    yield Case(positions.after(5), "uniform", visits=2000)
    yield Case(positions.after(400))


def level_choices(spec: str, number: int) -> tuple[Line, list[dict[str, Any]]]:
    """Return a game in which a level chooses every move, and what it knew of its choices."""
    state = motu.load_game(spec).new_initial_state()
    choices: list[dict[str, Any]] = []
    player = unhurried_player(state.game, number, SEED)
    rng = random.Random(3)
    while not state.is_terminal() and len(choices) < LEVEL_PLIES:
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
            continue
        found = player.choose(state)
        value = None if found.value is None else round(found.value, 6)
        known = {"visits": found.visits, "simulations": found.simulations}
        choices.append({"done": True, "move": state.action_to_string(found.action), "value": value, **known})
        state.apply_action(found.action)
    return Line(spec=state.game.spec, moves=tuple(state.moves()[: len(choices) - 1])), choices


# --- what it is made of


def test_the_engine_is_built_of_these_sources() -> None:
    about = json.loads(builder().MADE_OF.read_text("utf-8"))
    is_right = about["sources"] == builder().sources_hash()
    assert is_right, "the engine is older than its sources: run `bash scripts/wasm` and commit what it writes"
    assert about["engine"] == builder().file_hash(builder().ENGINE)
    assert about["compiler"] == builder().compiler_release()


def test_sources_that_ask_the_system_are_left_out_and_no_others() -> None:
    folders = [CPP / "motu" / "core" / name for name in builder().CORE]
    folders += [CPP / "motu" / room for room in builder().rooms()]
    sources = [path for folder in folders for path in folder.glob("*.cpp")]
    asking = {path.relative_to(CPP).as_posix() for path in sources if SYSTEM.search(path.read_text("utf-8"))}
    assert asking == set(builder().WITH_FILES)


def test_every_folder_of_the_core_is_in_it_but_those_for_python() -> None:
    core = {path.name for path in (CPP / "motu" / "core").iterdir()}
    assert core - set(builder().CORE) == {"batch", "tests"}
    assert builder().rooms() == ["atoll", "atomorph", "atmalof"]


def test_notices_of_what_is_linked_in_lie_beside_the_engine() -> None:
    notices = builder().NOTICES.read_text("utf-8")
    for who in ("LLVM Exceptions", "musl as a whole is licensed under", "wasi-libc", "zig"):
        assert who in notices


# --- what it says


@pytest.mark.parametrize("spec", SPECS)
def test_it_searches_as_the_native_core_does(spec: str, tmp_path: Path) -> None:
    cases = list(cases_of(spec))
    for case, found in zip(cases, ask(cases, tmp_path), strict=True):
        assert found == native(case), case


@pytest.mark.parametrize("number", range(1, 11))
def test_a_level_plays_as_the_native_one_does(number: int, tmp_path: Path) -> None:
    lines, expected = zip(*(level_choices(spec, number) for spec in LEVEL_SPECS), strict=True)
    cases = [Case(line, level=number) for line in lines]
    assert ask(cases, tmp_path) == list(expected)


def native_review(case: Case) -> dict[str, Any]:
    """Return the review that the native core makes with the device's evaluator, as `motu review --json` tells it."""
    device = case.device
    settings = SearchSettings(c_puct=device.c_puct, advise_visits=device.advise_visits, seed=1)

    def judge(state: State) -> Estimate:
        tree = SearchTree(state, device.evaluator, settings, solved="off")
        found = tree.search(Limits(visits=case.visits))
        value = min(max(found.best.value, found.best.lower), found.best.upper)
        return Estimate(value if person_to_act(state) == 0 else -value, tuple(move.action for move in found.moves))

    return review_as_json(review_game(case.line.replay(), judge))


def rounded(told: Any) -> Any:
    """Return JSON with numbers as near to each other as the pages' engine tells them, whether 0 is -0 or not."""
    if isinstance(told, dict):
        return {name: rounded(value) for name, value in told.items()}
    if isinstance(told, list):
        return [rounded(each) for each in told]
    return pytest.approx(told, abs=1.1e-6) if isinstance(told, float) else told


@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("hex(size=4)", 400),
        ("atoll(board=rhombus,size=6,islands=8)", 9),
        ("atomorph(size=4,return_stone=true)", 400),
        ("junior", 60),
        ("atmalof(rows=4,cols=5,extra_rows=1,extra_cols=0,line=4,pieces=8)", 21),
    ],
)
def test_it_reviews_a_game_as_the_native_core_does(spec: str, plies: int, tmp_path: Path) -> None:
    case = Case(Positions(spec).after(plies), visits=30, review=True)
    [found] = ask([case], tmp_path)
    assert found["review"] == rounded(native_review(case))
    course = found["course"]
    assert [judged for judged, _ in course] == list(range(len(course)))
    assert len({positions for _, positions in course}) == 2, "the positions of the game, then those beside them"
    assert course[-1][1] == len(course)


def test_there_is_nothing_to_review_before_a_move(tmp_path: Path) -> None:
    [found] = ask([Case(Line(spec="hex(size=4)"), visits=10, review=True)], tmp_path)
    assert found["review"]["steps"] == []


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("atoll-small", "hex(size=5)"),
        ("atoll-small", "nauru"),
        ("atoll-medium", "hex"),
        ("atomorph-small", "atomorph(size=7)"),
    ],
)
def test_a_net_makes_it_search_as_the_native_core_does(name: str, spec: str, tmp_path: Path) -> None:
    positions = Positions(spec)
    net = NETS / f"{name}.onnx"
    cases = [Case(positions.after(plies), "net", visits=80, net=net) for plies in (0, 1, 8)]
    for case, found in zip(cases, ask(cases, tmp_path), strict=True):
        right = native(case)
        del right["rootInfo"]["net"]  # what a net says at a glance is asked for apart
        assert found == right, case


@pytest.mark.parametrize(("name", "spec"), [("atoll-medium", "nauru"), ("atomorph-small", "atomorph(size=7)")])
def test_a_net_in_8_bits_makes_it_search_as_the_native_core_does(name: str, spec: str, tmp_path: Path) -> None:
    positions = Positions(spec)
    cases = [Case(positions.after(plies), "net", visits=80, net=NETS / f"{name}.onnx", bits=8) for plies in (0, 9)]
    in_16_bits = ask([replace(case, bits=16) for case in cases], tmp_path)
    for case, found, other in zip(cases, ask(cases, tmp_path, *relaxed()), in_16_bits, strict=True):
        right = native(case)
        del right["rootInfo"]["net"]
        assert found == right, case
        assert found != other, case


def test_a_browser_without_loops_of_8_bits_says_so(tmp_path: Path) -> None:
    if relaxed() == ():
        pytest.skip("this Node has them whatever it is told")
    case = Case(Line(spec="hex(size=3)"), "net", net=NETS / "atoll-small.onnx", bits=8)
    [found] = ask([case], tmp_path)
    assert found == {"error": "this browser has no inner loops of 8 bits", "slug": "net/runtime"}


def test_other_bits_are_refused(tmp_path: Path) -> None:
    [found] = ask([Case(Line(spec="hex(size=3)"), "net", net=NETS / "atoll-small.onnx", bits=7)], tmp_path)
    assert found["slug"] == "engine/request"


def test_a_net_for_another_game_is_refused(tmp_path: Path) -> None:
    case = Case(Line(spec="hex(size=3)"), "net", net=NETS / "atomorph-small.onnx")
    [found] = ask([case], tmp_path)
    assert found["slug"] == "net/game"


def test_a_net_that_is_none_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "none.onnx"
    file.write_bytes((NETS / "atomorph-small.onnx").read_bytes()[:5000])
    [found] = ask([Case(Line(spec="atomorph(size=3)"), "net", net=file)], tmp_path)
    assert found["slug"] == "net/file"


def test_positions_that_were_set_up_are_the_same(tmp_path: Path) -> None:
    setups: dict[str, dict[str, Any]] = {
        "hex(size=5)": {"stones": {"black": ["b2", "c3"], "white": ["d4"]}, "to_move": "white"},
        "atomorph(size=5)": {"stones": {"black": ["b2", "c3"], "white": ["c2", "b3"]}, "to_move": "black", "flags": 1},
        "atmalof": {"stones": {"red": ["r2c2", "r3c3"], "blue": ["r4c4"]}, "to_move": "blue"},
    }
    cases = [Case(Line(spec=spec, setup=setup)) for spec, setup in setups.items()]
    assert ask(cases, tmp_path) == [native(case) for case in cases]


def test_a_custom_board_is_the_same(tmp_path: Path) -> None:
    cells = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
    board = {"cells": cells, "junctions": ["a1", "a5", "e5", "e1"], "first": "white"}
    case = Case(Line(spec='atoll(file="own.json")', board=board, moves=("b2", "c3")))
    assert ask([case], tmp_path) == [native(case)]


@pytest.mark.parametrize("spec", ["gan", "hex(size=4)", "atomorph(size=4)", "atmalof"])
def test_it_counts_the_same_ways_to_play_on(spec: str, tmp_path: Path) -> None:
    line = Positions(spec).after(3)
    cases = [Case(line, depth=depth) for depth in (1, 2, 3)]
    expected = [{"lines": motu.perft(line.replay(), depth)} for depth in (1, 2, 3)]
    assert ask(cases, tmp_path) == expected


def test_what_is_no_request_is_refused_with_the_same_words(tmp_path: Path) -> None:
    case = Case(Line(spec="hex(size=3)", moves=("a1",)))
    wrong = replace(case, line=Line(spec="hex(size=3)", moves=("a1", "a1")))
    [found] = ask([wrong], tmp_path)
    with pytest.raises(motu.MotuError) as refused:
        wrong.line.replay()
    assert (found["slug"], found["error"]) == (refused.value.slug, refused.value.message)
