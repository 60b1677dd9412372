"""The npm package motu-engine: installed from its tarball without a network, it does in Node what its README says."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from motu.engine.answers import analysis_as_json
from motu.games import PRESETS, load_game
from motu.games.line import Line
from motu.search.configuration import SearchSettings
from motu.search.limits import Limits
from motu.search.mcts import SearchTree
from motu.server.device_game import device_game
from motu.version import VERSION
from npm_project import ROOT, install, node_types, run_in_node, tarball, typescript, winner_of

MOST_BYTES = 5_000_000
VISITS = 300
SEARCHED = (
    Line(spec="hex(size=9)", moves=("d4", "e5")),
    Line(spec="gan", moves=("d5", "swap", "c3")),
    Line(spec="atmalof", moves=("r4=6", "c2=1")),
    Line(spec="junior", moves=("r2=3", "c1")),
    Line(spec="hex(size=7)", setup={"stones": {"black": ["b2", "c3"], "white": ["d4"]}, "to_move": "white"}),
)
ATOMORPH = Line(spec="atomorph(size=7)", moves=("d4", "c3", "d3"))
PLAYED = ("hex(size=6)", "gan", "atomorph(size=5)", "junior", "atmalof")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory)


def example(document: Path, language: str) -> str:
    """Return the first block of a language in a document."""
    found = re.search(rf"^```{language}\n(.*?)^```$", document.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


# --- what it is


def test_the_tarball_has_what_is_used_and_nothing_else(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    package = project / "node_modules/motu-engine"
    names = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    folders = {name.split("/")[0] for name in names}
    assert folders == {
        *("README.md", "LICENSE", "package.json", "index.js", "node.js", "board.js"),
        *("index.d.ts", "node.d.ts", "board.d.ts", "lib", "js", "engine", "boards", "locale"),
    }
    used = {path.removesuffix(".js") for path in names if path.startswith("js/") and path.endswith(".js")}
    assert {"js/engine/core", "js/board/element", "js/games/words", "js/settings"} <= used
    assert not {"js/main", "js/api", "js/shell", "js/i18n"} & used, "the pages' server and frame are no part of it"
    assert {"engine/motu.wasm", "engine/notices.txt", "engine/levels.json", "engine/lines/general.lines"} <= names
    assert tarball(tmp_path_factory).stat().st_size < MOST_BYTES


def test_it_has_the_version_of_motu_and_no_dependencies(project: Path) -> None:
    package = json.loads((project / "node_modules/motu-engine/package.json").read_text("utf-8"))
    assert (package["name"], package["version"]) == ("motu-engine", VERSION)
    assert not {key for key in package if "ependencies" in key or key == "scripts"}
    asked = "const engine = startEngine(); console.log(await engine.version());"
    assert run_in_node(project, f"import {{ startEngine }} from 'motu-engine'; {asked}") == f"{VERSION}\n"


def test_every_named_game_has_its_board(project: Path) -> None:
    boards = project / "node_modules/motu-engine/boards"
    shown = {
        tuple(board["view"]["names"])
        for board in (json.loads(file.read_text("utf-8")) for file in boards.glob("*.json"))
    }
    assert {load_game(name).board.names for name in PRESETS} <= shown


def test_the_readme_tells_true_sizes(project: Path) -> None:
    package = project / "node_modules/motu-engine"
    text = (package / "README.md").read_text("utf-8")
    for pattern in ("engine/motu.wasm", "engine/lines/*.lines", "boards/*.json"):
        row = re.search(rf"^\| `{re.escape(pattern)}` +\| ([\d.]+)(?: to ([\d.]+))? (kB|MB) +\|", text, re.MULTILINE)
        assert row is not None
        unit = {"kB": 1e3, "MB": 1e6}[row[3]]
        told = [float(number) * unit for number in (row[1], row[2] or row[1])]
        packed = [len(gzip.compress(file.read_bytes())) for file in package.glob(pattern)]
        assert told == [pytest.approx(size, rel=0.2) for size in (min(packed), max(packed))], pattern


# --- what it does


def test_the_example_of_the_readme_runs(project: Path) -> None:
    said = run_in_node(project, example(ROOT / "packaging/npm/README.md", "js")).splitlines()
    assert re.fullmatch(r"best is [a-i][1-9], which wins with a chance of 0\.\d+", said[0])
    winner, _, moves = said[1].partition(" has won: ")
    state = load_game("hex(size=5)").new_initial_state()
    for move in moves.split():
        state.play(move)
    assert winner == winner_of(state)


GAMES = """
import { startEngine } from 'motu-engine';
const engine = startEngine();
for (const [spec, level] of %s) {
  const moves = [];
  for (;;) {
    const choice = await engine.choose({ spec, moves, level, seed: 7, gameId: spec });
    if (choice.move === null) {
      console.log(JSON.stringify({ spec, moves, winner: choice.winner, reason: choice.reason }));
      break;
    }
    const { rootInfo, moveInfos } = await engine.analyze({ spec, moves: [...moves, choice.move], maxVisits: 1 });
    const faces = rootInfo.announced ? moveInfos.flatMap(({ shows }) => shows) : [];
    moves.push(faces.length ? `${choice.move}=${faces[moves.length %% faces.length]}` : choice.move);
  }
}
"""


def test_a_level_plays_a_whole_game_of_each_kind(project: Path) -> None:
    asked = [[spec, level] for spec, level in zip(PLAYED, (3, 2, 4, 5, 1), strict=True)]
    told = [json.loads(line) for line in run_in_node(project, GAMES % json.dumps(asked)).splitlines()]
    assert [game["spec"] for game in told] == list(PLAYED)
    for game in told:
        state = load_game(game["spec"]).new_initial_state()
        for move in game["moves"]:
            state.play(move)
        outcome = state.outcome()
        assert outcome is not None, game
        assert (game["winner"], game["reason"]) == (winner_of(state), outcome.reason)


def native(line: Line) -> dict[str, Any]:
    """What native motu finds, nets and solved tables left out."""
    state, device = line.replay(), device_game(line)
    settings = SearchSettings(c_puct=device.c_puct, advise_visits=device.advise_visits, seed=1)
    tree = SearchTree(state, device.evaluator, settings, solved="off")
    return analysis_as_json(state, tree.search(Limits(visits=VISITS)))


def test_a_search_of_fixed_visits_finds_what_the_native_one_finds(project: Path) -> None:
    asked = [
        {"spec": line.spec, "moves": list(line.moves), "maxVisits": VISITS, "seed": 1}
        | ({"setup": line.setup} if line.setup else {})
        for line in SEARCHED
    ]
    script = f"""
    import {{ startEngine }} from 'motu-engine';
    const engine = startEngine();
    for (const question of {json.dumps(asked)}) console.log(JSON.stringify(await engine.analyze(question)));
    """
    told = [json.loads(line) for line in run_in_node(project, script).splitlines()]
    for line, found in zip(SEARCHED, told, strict=True):
        assert {key: found[key] for key in ("rootInfo", "moveInfos")} == native(line), line


def test_a_search_in_one_slice_finds_it_where_random_games_judge(project: Path) -> None:
    """Each slice of a search has random numbers of its own, and how many slices there are a busy machine decides."""
    script = f"""
    import {{ readFileSync }} from 'node:fs';
    import {{ Core }} from './node_modules/motu-engine/js/engine/core.js';
    const wasm = readFileSync('./node_modules/motu-engine/engine/motu.wasm');
    const core = await Core.of(await WebAssembly.compile(wasm));
    const best = core.game({json.dumps(ATOMORPH.spec)});
    core.play({json.dumps(ATOMORPH.moves)});
    core.plant({{ ...best, megabytes: 128, seed: 1, threads: 1 }});
    console.log(JSON.stringify(core.search({VISITS}, 0, 0).moveInfos));
    """
    assert json.loads(run_in_node(project, script)) == native(ATOMORPH)["moveInfos"]


def test_partial_answers_come_before_the_last_and_a_signal_ends_it(project: Path) -> None:
    script = """
    import { startEngine } from 'motu-engine';
    const engine = startEngine();
    const stopping = new AbortController();
    let reports = 0;
    const onReport = ({ isDuringSearch }) => {
      reports += Number(isDuringSearch);
      if (reports === 3) stopping.abort();
    };
    const found = await engine.analyze({ spec: 'hex', maxVisits: 1e9 }, { signal: stopping.signal, onReport });
    console.log(JSON.stringify([reports >= 3, found.isDuringSearch, found.rootInfo.visits > 0]));
    """
    assert json.loads(run_in_node(project, script)) == [True, False, True]


REVIEW = """
import { startEngine } from 'motu-engine';
const engine = startEngine();
const game = { spec: 'hex(size=3,swap=false)', moves: 'c2 c3 a2 c1 a3 b1 b2 a1' };
const shares = [];
const review = await engine.review({ ...game, maxVisits: 20000 }, { onShare: (share) => shares.push(share) });
const gone = await engine.review({ ...game, maxVisits: 1e9 }, { signal: AbortSignal.abort() }).catch((error) => error);
engine.close();
console.log(JSON.stringify({ review, shares, gone: gone.name }));
"""


def test_a_game_is_reviewed_move_by_move(project: Path) -> None:
    told = json.loads(run_in_node(project, REVIEW))
    steps = told["review"]["steps"]
    assert [step["error"] for step in steps] == [0, 0, 0, 0, 0, 0, 2, 0]
    assert (steps[6]["move"], steps[6]["best"], told["review"]["end"]) == ("b2", "a1", -1)
    assert told["review"]["spec"] == "hex(size=3,swap=false)"
    assert all(0 <= share < 1 for share in told["shares"])
    assert told["gone"] == "AbortError"


def test_what_is_refused_has_a_slug_and_the_engine_goes_on(project: Path) -> None:
    script = """
    import { EngineError, startEngine } from 'motu-engine';
    const engine = startEngine();
    const refused = async (promise) =>
      promise.then(() => 'answered', (error) => (error instanceof EngineError ? error.slug : String(error)));
    const said = [
      await refused(engine.analyze({ spec: 'hex', moves: 'a1 a1' })),
      await refused(engine.analyze({ spec: 'chess' })),
      await refused(engine.choose({ spec: 'hex', level: 11 })),
      await refused(engine.choose({ spec: 'atmalof', moves: ['r4'], level: 1 })),
      await refused(engine.analyze({ spec: 'hex', megabytes: 1 })),
      await refused(engine.analyze({ spec: 'hex(size=4)', maxVisits: 5 })),
    ];
    const waiting = refused(engine.analyze({ spec: 'hex', maxVisits: 1e9 }));
    engine.close();
    said.push(await waiting, await refused(engine.analyze({ spec: 'hex' })));
    console.log(JSON.stringify(said));
    """
    assert json.loads(run_in_node(project, script)) == [
        *("move/illegal", "spec/unknown-game", "engine/unknown-player", "engine/no-move", "engine/request"),
        *("answered", "engine/closed", "engine/closed"),
    ]


def test_one_engine_for_many_games_takes_no_more_memory(project: Path) -> None:
    script = """
    import { startEngine } from 'motu-engine';
    const engine = startEngine();
    const after = [];
    for (let round = 0; round < 60; round += 1) {
      const spec = ['hex(size=7)', 'gan', 'atomorph(size=5)', 'junior'][round % 4];
      await engine.analyze({ spec, maxVisits: 200, megabytes: 64 });
      if (round === 29 || round === 59) after.push(process.memoryUsage().rss);
    }
    console.log(JSON.stringify(after));
    """
    middle, end = json.loads(run_in_node(project, script))
    assert end - middle < 64 * 2**20


# --- what <motu-board> knows, which needs no browser


BOARD = "import * as board from './node_modules/motu-engine/lib/board/board_state.js';\n"
RECORD = "import { marksOf, recordIn } from './node_modules/motu-engine/lib/board/record.js';\n"


def test_a_roll_belongs_to_its_announcement_and_is_not_taken_back(project: Path) -> None:
    script = """
    const facts = (player, result = null) => ({ player, result });
    const state = { moves: [], facts: [facts(0)], at: 0, level: 1, person: 0 };
    const seen = [board.whoActs(state)];
    for (const [move, player] of [['r1', -1], ['r1=2', 1], ['c1', -1], ['c1=3', 0]]) {
      board.add(state, move, facts(player));
      seen.push(board.whoActs(state));
    }
    seen.push(state.moves.join(' '), state.facts.length, state.at, board.leftAfterTakingBack(state));
    board.goTo(state, 1);
    board.add(state, 'r1c2-r1c3', facts(1));
    board.add(state, 'r2c2-r2c3', facts(0));
    seen.push(state.at, board.leftAfterTakingBack(state));
    board.keepMoves(state, 2);
    seen.push(state.moves.join(' '), state.facts.length, state.at, board.isAtEnd(state));
    board.add(state, 'r1c2-r1c3', facts(-4, { winner: 0 }));
    console.log(JSON.stringify([...seen, board.whoActs(state)]));
    """
    assert json.loads(run_in_node(project, BOARD + script)) == [
        *("reader", "die", "level", "die", "reader"),
        *("r1=2 c1=3", 3, 2, None),
        *(1, 2),
        *("r1=2 c1=3", 3, 2, True),
        None,
    ]


def test_who_plays_nobody_waits_for_nobody(project: Path) -> None:
    script = """
    const state = { moves: [], facts: [{ player: 0, result: null }], at: 0, level: null, person: 0 };
    console.log(JSON.stringify([board.whoActs(state), board.goTo(state, 5), board.goTo(state, -1), state.at]));
    """
    assert json.loads(run_in_node(project, BOARD + script)) == [None, False, False, 0]


def test_records_that_motu_writes_are_read(project: Path, tmp_path: Path) -> None:
    state = load_game("hex(size=5)").new_initial_state()
    for move in ("c2", "swap", "e4"):
        state.play(move)
    file = tmp_path / "games.jsonl"
    for names in (["Ann", "Bo"], ["", ""]):
        state.record(players=names).save(file, append=True)
    script = f"""
    const text = {json.dumps(file.read_text("utf-8"))};
    const games = [1, 2].map((number) => recordIn(text, number));
    console.log(JSON.stringify(games.map(({{ spec, moves, setup, title }}) => [spec, moves, setup, title])));
    """
    spec, moves = state.game.spec, ["c2", "swap", "e4"]
    assert json.loads(run_in_node(project, RECORD + script)) == [
        [spec, moves, None, "Ann – Bo"],
        [spec, moves, None, ""],
    ]


def test_marks_are_read_as_motu_reads_them(project: Path) -> None:
    marks = ["circle c3", "label a1 A", "label b2 AB red", "arrow a1 c3 blue", "cross b1 yellow"]
    wrong = ["star c3", "circle", "circle z9", "arrow a1", "circle c3 pink", "circle c3 red red", "label c3"]
    script = f"""
    const cells = ['a1', 'b1', 'b2', 'c3'];
    const wrong = {json.dumps(wrong)}.map((text) => {{
      try {{
        return marksOf([text], cells);
      }} catch (error) {{
        return error.message;
      }}
    }});
    console.log(JSON.stringify([marksOf({json.dumps(marks)}, cells), wrong]));
    """
    found, refused = json.loads(run_in_node(project, RECORD + script))
    kinds = [(each["kind"], each["cells"], each["colour"], each["text"]) for each in found]
    assert kinds == [
        ("circle", [3], "green", ""),
        ("label", [0], "green", "A"),
        ("label", [2], "red", "AB"),
        ("arrow", [0, 3], "blue", ""),
        ("cross", [1], "yellow", ""),
    ]
    assert refused == [f"'{text}' is no mark on this board" for text in wrong]


@pytest.mark.slow
def test_types_are_right_for_strict_projects(project: Path) -> None:
    (project / "use.ts").write_text(
        """import { startEngine, EngineError, type Analysis, type Choice } from 'motu-engine';
import { MotuBoard } from 'motu-engine/board';

const engine = startEngine();
const found: Analysis = await engine.analyze({ spec: 'hex', moves: ['d4'], maxVisits: 10 });
const best: string | undefined = found.moveInfos[0]?.move;
const choice: Choice = await engine.choose({ spec: 'hex', level: 3 });
const board = new MotuBoard();
board.go(3);
const moves: string[] = board.moves;
// @ts-expect-error there is no such bound
await engine.analyze({ spec: 'hex', maxTea: 10 });
// @ts-expect-error a level is a number
await engine.choose({ spec: 'hex', level: 'strong' });
export { best, choice, moves, EngineError };
""",
        "utf-8",
    )
    (project / "readme.ts").write_text(example(ROOT / "packaging/npm/README.md", "js"), "utf-8")
    (project / "embed.ts").write_text(example(ROOT / "docs/embed.md", "js"), "utf-8")
    for resolution in (("nodenext", "nodenext"), ("es2022", "bundler")):
        options = ["--module", resolution[0], "--moduleResolution", resolution[1], "--target", "es2022"]
        command = [str(typescript()), "--strict", "--noEmit", *options, "--lib", "es2023,dom"]
        command += ["use.ts", "readme.ts", "embed.ts"]
        command += ["--typeRoots", str(node_types()), "--types", "node"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=project)
        assert done.returncode == 0, done.stdout
