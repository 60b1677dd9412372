"""Every file that motu reads as a surface: each kind truncated, flipped, foreign, of another version."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import random
import shutil
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import motu
from fuzz.hunt import Log, Step, in_child
from fuzz.material import damaged, play_at_random
from fuzz.on_library import check_refusal
from motu import _core
from motu.arena.entrants import parse_entrants
from motu.arena.journal import Journal
from motu.arena.match import play_match
from motu.arena.results import PlayedGame
from motu.arena.schedule import MatchSettings, Schedule
from motu.boards import load_custom_board
from motu.errors import MotuError, NetError
from motu.eval.lines import LineTrainer, LineTrainingOptions
from motu.eval.nets import Net
from motu.eval.nets.runtime import Kind as RuntimeKind
from motu.eval.nets.table import read_table
from motu.games import formats
from motu.puzzles import read_file
from motu.search.limits import Limits
from motu.search.mcts import SearchTree
from motu.server.events import Created, Participant
from motu.server.rooms import Rooms
from motu.server.shelves import games_of
from motu.server.store import Store
from motu.solve import (
    ConnectionSolver,
    FlipSolver,
    KeepsAnswers,
    KeepsTable,
    SolveLimits,
    forget_tables,
    make_solver,
    use_solved,
)
from motu.solve.solvers import table_of
from motu.testing.registry import CAY
from motu.train.config import read_config

REPOSITORY = Path(__file__).parents[2]
ROUND = 60
"""Files to one child."""

LINES = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)"
SOLVED = ("hex(size=3)", LINES)
DRAWING = """
first: white
    *
  .   .
@   .   .
  .   .   *
.   .   .
  .   .
    *
"""
FAST = SolveLimits(seconds=5.0, memory_bytes=64 << 20)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file."""

    suffix: str
    make: Callable[[Path], object]
    """Writes a right one."""
    use: Callable[[Path], object]
    """Reads one, and looks at what was read."""


def game(number: int) -> motu.State:
    """Return a game of which files are made."""
    specs = ("hex(size=5)", "atomorph(size=4,return_stone=true)", "atmalof", "atoll(board=hexagon,size=3,islands=12)")
    state = motu.load_game(specs[number % 4]).new_initial_state()
    play_at_random(state, 6 + number, random.Random(number))
    return state


def write_games(name: str) -> Callable[[Path], object]:
    """Return what writes some games in a format that can say them."""

    def make(path: Path) -> None:
        states = (
            [game(4 * number) for number in range(3)] if name == "hexworld" else [game(number) for number in range(4)]
        )
        if name == "abstractplay":
            states = [motu.load_game("atoll").new_initial_state().play_all(["d5", "e6", "f7"])]
        path.write_text(formats.write([remarked(state) for state in states], name), "utf-8")

    return make


def remarked(state: motu.State) -> motu.Record:
    """Return the record of a game with signs for its moves and with what somebody has drawn."""
    first, second = state.game.board.names[:2]
    drawn = {"0": [f"circle {first}", f"arrow {first} {second} red"], "2": [f"label {second} A:] blue"]}
    return replace(state.record(), extra={"glyphs": {"1": "!?", "2": "??"}, "marks": drawn})


def use_games(path: Path) -> None:
    """Read games, by what they look like, and play them."""
    for record in formats.read(path):
        record.replay()
    with contextlib.suppress(UnicodeDecodeError):
        for tree in formats.read_trees(path.read_text("utf-8")):
            tree.to_record().replay()


def use_net(path: Path) -> None:
    """Judge with a net, run by each runtime that is always there and runs nets of its kind: numbers, or a refusal."""
    kinds: tuple[RuntimeKind, ...] = ("motu", "onnxruntime") if "tiny" in path.name else ("onnxruntime",)
    refusals = []
    for kind in kinds:
        try:
            _judge(path, kind)
        except NetError as error:
            refusals.append(error)
    if refusals:
        raise refusals[0]


def _judge(path: Path, kind: RuntimeKind) -> None:
    state = motu.load_game("hex(size=7)" if "tiny" in path.name else "atmalof").new_initial_state()
    net = Net.load(path, kind)
    [found] = net.judge([state])
    for number in (found.value, *found.policy.values()):
        if not (math.isfinite(number) and abs(number) <= 1):
            raise AssertionError(f"a net says {number}")
    SearchTree(state, net).search(Limits(visits=20))


def use_weights(path: Path) -> None:
    """Search with weights of a line net."""
    tree = SearchTree(motu.load_game("atmalof").new_initial_state(), f"lines:{path}")
    if not math.isfinite(tree.search(Limits(visits=30)).value):
        raise AssertionError("weights say no number")


def make_table(spec: str) -> Callable[[Path], object]:
    """Return what solves a game and takes its table from where it is kept."""

    def make(path: Path) -> None:
        solved = motu.load_game(spec)
        solver = make_solver(solved)
        solver.solve(solved.new_initial_state(), FAST)
        if isinstance(solver, KeepsAnswers):
            solver.keep(path)
        elif isinstance(solver, KeepsTable):
            solver.save(path)
        else:
            raise TypeError(spec)

    return make


def use_table(spec: str) -> Callable[[Path], object]:
    """Return what puts a table where searches look for it, and has one ask it; then a solver."""

    def use(path: Path) -> None:
        solved = motu.load_game(spec)
        place = table_of(solved)
        if place is not None:
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)
        forget_tables()
        state = solved.new_initial_state()
        found = SearchTree(state, solved="auto").search(Limits(visits=20))
        if not -1 <= found.value <= 1:
            raise AssertionError(f"a table says {found.value}")
        with refused():
            use_solved(solved)
        solver = make_solver(solved)
        if isinstance(solver, KeepsTable) and not isinstance(solver, KeepsAnswers):
            solver.load(path, FAST)
        answer = solver.solve(state, FAST)
        if not -1 <= answer.lower <= answer.upper <= 1:
            raise AssertionError(f"a table says {answer}")

    return use


def make_solver_file(path: Path) -> None:
    """Keep all that a solver has learned, which is more than what searches ask."""
    solved = motu.load_game("hex(size=4)")
    solver = ConnectionSolver(solved)
    solver.solve(solved.new_initial_state(), FAST)
    solver.save(path)


def use_solver_file(path: Path) -> None:
    """Go on solving."""
    solved = motu.load_game("hex(size=4)")
    solver = ConnectionSolver(solved)
    solver.load(path, FAST)
    solver.solve(solved.new_initial_state(), FAST)


FLIPS = "atomorph(size=3)"


def make_flips(path: Path) -> None:
    """Keep the table of a board of Atomorph that is too small to have a place of its own."""
    FlipSolver(motu.load_game(FLIPS)).table(FAST).save(str(path))


def use_flips(path: Path) -> None:
    """Have searches ask a table of Atomorph."""
    state = motu.load_game(FLIPS).new_initial_state()
    forget_tables()
    table = _core.NativeFlipSolver.load(state, str(path))
    table.share()
    table.best_line(state)
    SearchTree(state).search(Limits(visits=20))


@contextlib.contextmanager
def refused() -> Iterator[None]:
    """Let a refusal pass, if it is one."""
    try:
        yield
    except MotuError as error:
        check_refusal(error)


def match() -> Schedule:
    """Return a small match."""
    return Schedule(MatchSettings(motu.load_game("hex(size=3)"), parse_entrants(["random", "uct:5"])))


def make_journal(path: Path) -> None:
    """Play a match into a file."""
    for _ in play_match(match(), 4, out=path):
        pass


def use_journal(path: Path) -> None:
    """Go on with a match."""
    with Journal(path, match(), PlayedGame.of) as journal:
        len(journal.played)


def make_trained(path: Path) -> None:
    """Train weights for a moment and keep where that stands."""
    trainer = LineTrainer([motu.load_game(LINES)], LineTrainingOptions())
    trainer.train(3)
    path.write_bytes(trainer.checkpoint())


def use_trained(path: Path) -> None:
    """Go on with a training of weights."""
    trainer = LineTrainer([motu.load_game(LINES)], LineTrainingOptions())
    trainer.restore(path.read_bytes())
    trainer.train(2)


def make_database(path: Path) -> None:
    """Keep a game as the server does."""

    async def keep() -> None:
        store = Store(path)
        rooms = Rooms(store)
        room = await rooms.create(Created("hex(size=3)", (Participant(), Participant())), "guest")
        await rooms.move(room, "a1")
        store.close()

    asyncio.run(keep())


def use_database(path: Path) -> None:
    """Read a kept game."""

    async def read() -> None:
        store = Store(path)
        try:
            for found in await games_of(store, "guest", 10):
                await store.load(found.row.id)
            await store.secret("fuzz")
        finally:
            store.close()

    asyncio.run(read())


def make_checkpoint(path: Path) -> None:
    """Write a checkpoint of a training, with positions beside it."""
    import torch

    from motu.train import checkpoint
    from motu.train.replay import ReplayBuffer

    checkpoint.save(
        path,
        {"boards": ["hex(size=3)"], "step": 1, "weights": torch.zeros(50)},
        {checkpoint.window_file(path): ReplayBuffer(1)},
    )


def use_checkpoint(path: Path) -> None:
    """Read a checkpoint, and what lies beside it, the same damage in both places."""
    from motu.train import checkpoint

    shutil.copy(path, checkpoint.window_file(path))
    with refused():
        checkpoint.load_window(checkpoint.window_file(path), ["hex(size=3)"])
    checkpoint.load(path)


def copied(*parts: str) -> Callable[[Path], object]:
    """Return what copies a file of the repository."""
    return lambda path: shutil.copy(REPOSITORY.joinpath(*parts), path)


def has_torch() -> bool:
    """Whether checkpoints can be read here."""
    try:
        import torch  # noqa: F401
    except ImportError:
        return False
    return True


KINDS: dict[str, Kind] = {
    **{name: Kind(each.suffixes[0], write_games(name), use_games) for name, each in formats.FORMATS.items()},
    "board": Kind(".json", lambda path: path.write_text(json.dumps(CAY.to_json())), load_custom_board),
    "drawn board": Kind(".txt", lambda path: path.write_text(DRAWING), load_custom_board),
    "puzzles": Kind(".jsonl", copied("src", "motu", "puzzles", "shipped", "atmalof.jsonl"), read_file),
    "net": Kind("-tiny.onnx", copied("tests", "nets", "tiny.onnx"), use_net),
    "net of atmalof": Kind(".onnx", copied("tests", "nets", "atmalof.onnx"), use_net),
    "weights": Kind(".lines", copied("cpp", "motu", "atmalof", "weights", "atmalof.lines"), use_weights),
    "nets": Kind(".toml", copied("src", "motu", "eval", "nets", "nets.toml"), lambda path: read_table(path.parent)),
    **{f"table of {spec}": Kind(".table", make_table(spec), use_table(spec)) for spec in SOLVED},
    "solver": Kind(".proofs", make_solver_file, use_solver_file),
    "flips": Kind(".flips", make_flips, use_flips),
    "match": Kind(".jsonl", make_journal, use_journal),
    "trained": Kind(".bin", make_trained, use_trained),
    "database": Kind(".db", make_database, use_database),
    "config": Kind(".toml", copied("docs", "nets", "tiny.toml"), read_config),
    **({"checkpoint": Kind(".pt", make_checkpoint, use_checkpoint)} if has_torch() else {}),
}


def make_all(folder: Path, log: Log) -> None:
    """Make a right file of each kind, and read it."""
    for name, kind in KINDS.items():
        log.step(["make", name])
        kind.make(folder / f"{name}{kind.suffix}")
        shutil.copy(folder / f"{name}{kind.suffix}", f"right{kind.suffix}")
        kind.use(Path(f"right{kind.suffix}"))


class Files:
    """The surface."""

    patience = 60.0

    def __init__(self, without: frozenset[str]) -> None:
        self._kinds = [name for name in KINDS if name not in without]
        with tempfile.TemporaryDirectory(prefix="motu-fuzz-files-") as folder:
            # In a child: threads that are begun here would be missing in the children to come.
            made = in_child(lambda log: make_all(Path(folder), log), 2 * self.patience)
            if made.kind != "well":
                raise RuntimeError(made.text)
            self._right = {name: (Path(folder) / f"{name}{kind.suffix}").read_bytes() for name, kind in KINDS.items()}

    def explore(self, number: int, log: Log) -> None:
        """Damage and read some files."""
        rng = random.Random(number)
        for _ in range(ROUND):
            log.begin()
            foreign = rng.choice(self._kinds) if rng.random() < 0.1 else None
            self._take([rng.choice(self._kinds), foreign, rng.randrange(2**32)], log)

    def replay(self, steps: Sequence[Step], log: Log) -> None:
        """Read files damaged the same way again."""
        for step in steps:
            self._take(step, log)

    def _take(self, step: Step, log: Log) -> None:
        log.step(step)
        name, foreign, number = step
        rng = random.Random(number)
        path = Path("nets.toml" if name == "nets" else f"fuzzed{KINDS[name].suffix}")
        path.write_bytes(damaged(self._right[foreign or name], rng, 0 if foreign else rng.choice((1, 1, 2, 6))))
        logging.getLogger("motu.solve").setLevel(logging.CRITICAL)
        warnings.simplefilter("ignore")
        try:
            with refused():
                KINDS[name].use(path)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
            log.fault(f"{type(error).__name__} of {name}: {error}\n{step}\n{traceback.format_exc()}")


def surface(without: frozenset[str]) -> Files:
    """Make the surface, and a right file of each kind."""
    return Files(without)
