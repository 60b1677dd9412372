"""What the package alone can do, with NumPy and nothing else; and what is said where an extra is missing."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from motu.cli.application import exit_code_of
from motu.extras import EXTRA_OF, explain

ROOT = Path(__file__).parents[2]
PROJECT: Any = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
FOR_USERS = ("nets", "cli", "web", "house", "lab", "train", "cluster", "fast", "adapters")


def name_of(requirement: str) -> str:
    """A package's name as its makers and pip both read it: small letters, hyphens."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()  # type: ignore[index] # it begins with one


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages in which there is NumPy alone."""
    folder = tmp_path_factory.mktemp("bare")
    found = find_spec("numpy")
    assert found is not None
    assert found.origin is not None
    numpy = Path(found.origin).parent
    for each in (numpy, numpy.with_name("numpy.libs")):
        if each.exists():
            (folder / each.name).symlink_to(each)
    return folder


def run_bare(folder: Path, code: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run Python with the standard library, motu and what lies in the folder."""
    paths = [str(ROOT / "src"), str(folder)]
    program = f"import sys; sys.path[:0] = {paths}\n{code}"
    command = [sys.executable, "-I", "-S", "-B", "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={"HOME": str(home)})


# --- the package alone -------------------------------------------------------------------------------------------


RUNS = {
    "rules": "print(motu.load_game('gan').new_initial_state())",
    "records": """
state = motu.load_game('atmalof').new_initial_state()
state.play('r4=6')
state.record().save('g.jsonl')
assert motu.Record.load('g.jsonl').moves""",
    "boards of one's own": """
from motu.boards import parse_custom_board
board = parse_custom_board('{"cells": ["a1", "b1", "a2", "b2"], "junctions": ["a1", "a2", "b2", "b1"]}')
print(motu.load_game('atoll(file=x.json)', board).board.num_cells)""",
    "formats": "from motu.games import formats; print(formats.read('https://hexworld.org/board/#5c1,c3b2'))",
    "pictures": "print(motu.draw_svg(motu.load_game('hex(size=5)').new_initial_state())[:40])",
    "solvers": """
game = motu.load_game('hex(size=3)')
print(motu.make_solver(game).solve(game.new_initial_state(), motu.SolveLimits()))""",
    "counting": "print(motu.perft(motu.load_game('atomorph(size=4)').new_initial_state(), 2))",
    "environments": "games = motu.VectorEnv('hex(size=5)', 4, seed=1); games.step(games.sample())",
    "manifests": "from motu.search.manifest import this_machine, build; print(this_machine(), build())",
}


@pytest.mark.parametrize("code", RUNS.values(), ids=RUNS.keys())
def test_numpy_is_enough_for(code: str, bare: Path, tmp_path: Path) -> None:
    done = run_bare(bare, f"import os; os.chdir({str(tmp_path)!r})\nimport motu\n{code}", tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("spec", ["hex(size=7)", "gan", "atomorph(size=5)", "junior"])
@pytest.mark.parametrize("player", ["random", "uct:50", "mcts:30", "level:2", "level:10", "expectimax:1"])
def test_players_need_numpy_alone(player: str, spec: str, bare: Path, tmp_path: Path) -> None:
    code = f"import motu; print(motu.make_player({player!r}, 1).choose(motu.load_game({spec!r}).new_initial_state()))"
    done = run_bare(bare, code, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_a_net_that_is_asked_for_says_what_brings_it(bare: Path, tmp_path: Path) -> None:
    code = (
        "import motu\ntry: motu.find_net(motu.load_game('hex'))\nexcept motu.MotuError as e: print(e.slug, e.message)"
    )
    done = run_bare(bare, code, tmp_path)
    assert done.stdout.startswith("net/runtime nets need onnxruntime")
    assert "pip install 'motu[nets]'" in done.stdout


@pytest.mark.parametrize("arguments", [[], ["play", "hex"], ["--help"]])
def test_the_command_alone_says_in_one_sentence_what_it_lacks(arguments: list[str], bare: Path, tmp_path: Path) -> None:
    code = f"from motu.cli.start import main; sys.argv[1:] = {arguments}; main()"
    done = run_bare(bare, code, tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert re.match(r"motu: the command motu needs \w+, which is not installed: pip install 'motu\[cli\]'", done.stderr)
    assert "pip install motu" in done.stderr


# --- the extras --------------------------------------------------------------------------------------------------


def test_a_command_that_lacks_a_package_says_which_extra_brings_it(capsys: pytest.CaptureFixture[str]) -> None:
    def run() -> None:
        raise ModuleNotFoundError("No module named 'litestar.handlers'", name="litestar.handlers")

    assert exit_code_of(run) == 2
    told = capsys.readouterr().err
    assert told == "motu: this needs litestar, which is not installed: pip install 'motu[web]' brings it\n"


def test_a_fault_of_our_own_is_no_missing_extra(capsys: pytest.CaptureFixture[str]) -> None:
    def run() -> None:
        raise ModuleNotFoundError("No module named 'motu.nowhere'", name="motu.nowhere")

    assert exit_code_of(run) == 1
    assert "a fault of motu itself" in capsys.readouterr().err
    assert explain(ImportError("cannot import name 'x'")) is None


def test_the_package_needs_numpy_alone() -> None:
    assert [name_of(each) for each in PROJECT["dependencies"]] == ["numpy"]


def test_every_package_of_an_extra_is_known_by_its_modules() -> None:
    """Whoever adds a package and forgets `motu.extras` lets users read a traceback."""
    modules: dict[str, set[str]] = {}
    for module, packages in packages_distributions().items():
        for package in packages:
            modules.setdefault(name_of(package), set()).add(module)
    for extra in FOR_USERS:
        for requirement in EXTRAS[extra]:
            package = name_of(requirement)
            if package not in {"motu-core", "uvloop"} and package in modules:
                assert modules[package] & EXTRA_OF.keys(), f"{requirement} of the extra {extra}"


def test_an_extra_that_is_named_brings_the_package() -> None:
    assert set(EXTRA_OF.values()) <= set(FOR_USERS) <= EXTRAS.keys()
    packages = packages_distributions()
    for module, extra in EXTRA_OF.items():
        for package in packages.get(module, []):
            assert name_of(package) in {name_of(each) for each in EXTRAS[extra]}, f"{module} is not of {extra}"


def test_everything_is_in_all() -> None:
    def closed(extra: str) -> set[str]:
        inner = [re.fullmatch(r"motu-core\[([\w,-]+)\]", each) for each in EXTRAS[extra]]
        return {extra}.union(*(closed(each) for found in inner if found for each in found[1].split(",")))

    assert set(FOR_USERS) <= closed("all")


def test_the_server_does_without_makers_of_test_data(tmp_path: Path) -> None:
    """Litestar asks pip for polyfactory, and that for faker; neither is ever needed, so images leave them out."""
    program = f"""
import sys
sys.modules.update(faker=None, polyfactory=None)
from pathlib import Path
from litestar.testing import TestClient
from motu.server.application import make_application
from motu.server.server_settings import ServerSettings
application = make_application(ServerSettings(Path({str(tmp_path)!r}), '0'))
with TestClient(application, 'http://localhost') as client:
    print([client.get(path).status_code for path in ('/play', '/api/schema', '/api/games')])"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[200, 200, 200]\n"
