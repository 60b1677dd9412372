"""Tables in the making: broken off by Ctrl-C, a kill, a full disk or damage, and gone on with to the same figures."""

from __future__ import annotations

import resource
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

import motu
from cli.running import MOTU, PATIENCE_S, environment, refusal, run_well
from motu import _core
from motu.errors import SolveError
from motu.solve.line_solver import LineSolver
from motu.solve.solution import Progress, SolveLimits

TINY = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)"
FLAT = "atmalof(rows=3,cols=4,extra_rows=0,extra_cols=0,line=4,pieces=6)"
"""Layers of 33 kilobytes first, then larger ones of up to 56; a table of 240."""
LONG = "atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=4,pieces=6)"
"""A second of work."""
ATTEMPTS = 20
"""How often a test tries to come before the end of the work."""


def blocks_of(table: Path) -> bytes:
    """Return all that a table says of positions: without its head, which also says how long it took."""
    whole = table.read_bytes()
    [num_layers] = struct.unpack_from("<I", whole, 44)
    return whole[56 + 56 * num_layers + 8 :]


def layers_of(table: Path) -> Path:
    return table.with_name(table.name + ".layers")


def solve(spec: str, table: Path, limits: SolveLimits | None = None) -> int:
    """Solve a game, or go on with it; return how many positions were visited."""
    game = motu.load_game(spec)
    return LineSolver(game, table).solve(game.new_initial_state(), limits or SolveLimits()).nodes


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Tables that nobody broke off."""
    folder = tmp_path_factory.mktemp("right")
    found = {}
    for number, spec in enumerate((TINY, FLAT, LONG)):
        found[spec] = folder / f"{number}.table"
        solve(spec, found[spec])
    return found


def start(spec: str, table: Path, most_bytes: int | None = None) -> subprocess.Popen[str]:
    """Start `motu solve` in a process of its own that hears Ctrl-C and writes no file larger than told."""

    def prepare() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if most_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    return subprocess.Popen(
        [*MOTU, "solve", spec, "--table", str(table)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment({"XDG_DATA_HOME": str(table.parent / "data"), "PYTHONDONTWRITEBYTECODE": "1"}),
        preexec_fn=prepare,  # noqa: PLW1509 - limits of the child alone
    )


def end_when_a_layer_is_done(process: subprocess.Popen[str], table: Path, how: signal.Signals) -> tuple[int, str]:
    """Send a signal when the first layer has come; return the exit code and what was said."""
    deadline = time.monotonic() + PATIENCE_S
    while not list(layers_of(table).glob("*.layer")) and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.002)
    process.send_signal(how)
    _, said = process.communicate(timeout=PATIENCE_S)
    return process.returncode, said


def broken_off(table: Path, how: signal.Signals) -> tuple[int, str]:
    """Break off the work on LONG, as often as it takes to come before its end."""
    for _ in range(ATTEMPTS):
        table.unlink(missing_ok=True)
        code, said = end_when_a_layer_is_done(start(LONG, table), table, how)
        if not table.exists():
            return code, said
    raise AssertionError(f"the work was done {ATTEMPTS} times before it could be broken off")


# --- broken off ------------------------------------------------------------------------------------------------------


def test_ctrl_c_puts_the_work_away(tmp_path: Path, right: dict[str, Path]) -> None:
    table = tmp_path / "long.table"
    code, said = broken_off(table, signal.SIGINT)
    assert code == 130
    assert said.count("\n") == 1
    assert f"kept in {layers_of(table)}, and the same command goes on from there" in said
    kept = {each.name: each.read_bytes() for each in layers_of(table).iterdir()}
    assert "5-5.layer" in kept
    assert all(name.endswith(".layer") for name in kept)  # nothing half written
    assert not (tmp_path / "data").exists()
    text = run_well("solve", LONG, "--table", str(table))
    assert "worth +0.2602 to +0.2606 to red" in text
    assert blocks_of(table) == blocks_of(right[LONG])
    assert not layers_of(table).exists()


def test_a_killed_process_loses_no_finished_layer(tmp_path: Path, right: dict[str, Path]) -> None:
    table = tmp_path / "long.table"
    code, _ = broken_off(table, signal.SIGKILL)
    assert code == -signal.SIGKILL
    done = layers_of(table) / "5-5.layer"
    before = done.stat()
    solve(LONG, table, SolveLimits(seconds=1e-9))
    assert not table.exists()
    assert done.stat().st_mtime_ns == before.st_mtime_ns
    solve(LONG, table)
    assert blocks_of(table) == blocks_of(right[LONG])


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_work_that_is_broken_off_again_and_again_ends_all_the_same(
    threads: int, tmp_path: Path, right: dict[str, Path]
) -> None:
    table = tmp_path / "long.table"
    game = motu.load_game(LONG)
    stops = 0

    def refuse(told: Progress) -> None:
        nonlocal stops
        stops += 1
        raise KeyboardInterrupt(told.text)

    while not table.exists():
        assert stops < 1000
        before = stops
        try:
            LineSolver(game, table).solve(game.new_initial_state(), SolveLimits(threads=threads), refuse)
        except KeyboardInterrupt:
            assert stops == before + 1
    assert blocks_of(table) == blocks_of(right[LONG])


def test_a_time_limit_says_where_the_work_is_kept(tmp_path: Path, right: dict[str, Path]) -> None:
    table = tmp_path / "flat.table"
    text = run_well("solve", FLAT, "--table", str(table), "--seconds", "1e-6")
    assert "\nopen; " in text
    assert "the next call goes on from there" in text
    assert layers_of(table).is_dir()
    assert not table.exists()
    run_well("solve", FLAT, "--table", str(table))
    assert blocks_of(table) == blocks_of(right[FLAT])


def test_a_table_in_the_usual_place_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    run_well("solve", TINY)
    [usual] = [each for each in (tmp_path / "data").rglob("*") if each.is_file()]
    before = usual.read_bytes()
    text = run_well("solve", TINY, "--table", str(tmp_path / "copy.table"))
    assert "; 1 position, " in text  # nothing was solved again
    assert (tmp_path / "copy.table").read_bytes() == usual.read_bytes() == before


# --- places where nothing can be written -----------------------------------------------------------------------------


@pytest.mark.parametrize(("most_bytes", "lost"), [(40_000, ".layer"), (120_000, ".table")])
def test_a_full_disk_loses_nothing(most_bytes: int, lost: str, tmp_path: Path, right: dict[str, Path]) -> None:
    table = tmp_path / "flat.table"
    process = start(FLAT, table, most_bytes)
    _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2
    error = said.splitlines()[-1]
    assert error.startswith('motu: cannot write "')
    assert f'{lost}"' in error
    assert "right is a place where files can be written, with room for them" in error
    assert f"kept in {layers_of(table)}" in said.splitlines()[0]
    assert [each.name for each in tmp_path.rglob("*.unfinished")] == []
    assert (layers_of(table) / "5-5.layer").stat().st_size < most_bytes
    whole = solve(FLAT, tmp_path / "other.table")
    assert solve(FLAT, table) < whole
    assert blocks_of(table) == blocks_of(right[FLAT])


def test_places_that_are_no_places(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("text")
    assert f'"{file}/below.table.layers"' in refusal("solve", TINY, "--table", str(file / "below.table"))
    layers_of(tmp_path / "tiny.table").write_text("no folder")
    assert "tiny.table.layers" in refusal("solve", TINY, "--table", str(tmp_path / "tiny.table"))
    assert "it is no plain file" in refusal("solve", TINY, "--table", str(tmp_path))
    assert file.read_text() == "text"


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    table = tmp_path / "longer.table"
    game = motu.load_game(LONG.replace("pieces=6", "pieces=8"))
    heard = []

    def meddle(told: Progress) -> None:
        heard.append(told)
        with pytest.raises(SolveError, match="is in use: something else solves this game there") as caught:
            LineSolver(game, table, 3e-8).solve(game.new_initial_state(), SolveLimits())
        assert caught.value.slug == "solve/table"
        raise KeyboardInterrupt

    for rounds in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            LineSolver(game, table, 3e-8).solve(game.new_initial_state(), SolveLimits(), meddle)
        assert len(heard) == rounds


# --- damage ----------------------------------------------------------------------------------------------------------


def finished_layers(spec: str, table: Path) -> list[Path]:
    """Leave all layers of a game as a process does that was killed just before the table was written."""
    native = _core.NativeLineSolve(motu.load_game(spec).native, str(layers_of(table)), _core.LineSolveOptions())
    assert native.run(None)
    return sorted(layers_of(table).iterdir())


def refuse_layer(layer: Path, table: Path, spec: str = TINY) -> str:
    with pytest.raises(SolveError) as caught:
        solve(spec, table)
    assert caught.value.slug == "solve/table"
    assert str(layer) in caught.value.message
    assert "right is" in caught.value.message
    assert not table.exists()
    return caught.value.message


def test_every_changed_byte_of_a_layer_is_found(tmp_path: Path, right: dict[str, Path]) -> None:
    table = tmp_path / "tiny.table"
    layers = finished_layers(TINY, table)
    for layer in layers:
        whole = layer.read_bytes()
        for at in [*range(96), *range(96, len(whole), 61)]:
            layer.write_bytes(whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1 :])
            refuse_layer(layer, table)
        layer.write_bytes(whole)
    solve(TINY, table)
    assert blocks_of(table) == blocks_of(right[TINY])


def test_a_damaged_layer_costs_itself_and_its_mirror(tmp_path: Path, right: dict[str, Path]) -> None:
    table = tmp_path / "flat.table"
    finished_layers(FLAT, table)
    layer = layers_of(table) / "4-3.layer"
    layer.write_bytes(layer.read_bytes()[:-8])
    size = layer.stat().st_size
    assert f"it has {size} bytes, not {size + 8}" in refuse_layer(layer, table, FLAT)
    before = {each: each.stat().st_mtime_ns for each in layers_of(table).iterdir()}
    layer.unlink()
    native = _core.NativeLineSolve(motu.load_game(FLAT).native, str(layers_of(table)), _core.LineSolveOptions())
    assert native.run(None)
    changed = {each.name for each in before if each.stat().st_mtime_ns != before[each]}
    assert changed == {"4-3.layer", "3-4.layer"}
    solve(FLAT, table)
    assert blocks_of(table) == blocks_of(right[FLAT])


def test_layers_of_other_rules_tolerances_and_counts(tmp_path: Path) -> None:
    table = tmp_path / "tiny.table"
    [first, *_] = finished_layers(TINY, table)
    finished_layers(TINY.replace("pieces=3", "pieces=4"), tmp_path / "other.table")
    right = first.read_bytes()
    first.write_bytes((layers_of(tmp_path / "other.table") / first.name).read_bytes())
    assert "it belongs to atmalof(" in refuse_layer(first, table)
    first.write_bytes((first.parent / "2-2.layer").read_bytes())
    assert "it holds 2 and 2 pieces, not 0 and 0" in refuse_layer(first, table)
    first.write_bytes(right)
    game = motu.load_game(TINY)
    with pytest.raises(SolveError, match="tolerance"):
        LineSolver(game, table, 1e-7).solve(game.new_initial_state(), SolveLimits())


# --- memory ----------------------------------------------------------------------------------------------------------


def test_a_limit_on_memory_is_heeded_before_anything_is_begun(tmp_path: Path) -> None:
    table = tmp_path / "long.table"
    text = refusal("solve", LONG, "--table", str(table), "--memory", "1")
    assert "takes 0.0" in text
    assert "may take 0.0" in text
    assert "right is fewer pieces, a smaller board or a higher limit" in text
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not say what was taken at most")
def test_what_is_taken_stays_below_what_was_told(tmp_path: Path) -> None:
    program = """
import sys
from pathlib import Path
import motu
from motu import _core
from motu.solve import LineSolver, SolveLimits

def most_taken():
    [line] = [each for each in open("/proc/self/status") if each.startswith("VmHWM")]
    return 1024 * int(line.split()[1])

game = motu.load_game(sys.argv[1])
state = game.new_initial_state()
need = _core.line_solve_size(game.native)[1]
before = most_taken()
LineSolver(game, Path(sys.argv[2])).solve(state, SolveLimits(memory_bytes=int(need) + 1))
print(most_taken() - before, need)
"""
    spec = "atmalof(rows=4,cols=5,extra_rows=0,extra_cols=0,line=4,pieces=5)"
    command = [sys.executable, "-W", "ignore", "-c", program, spec, str(tmp_path / "solved.table")]
    found = subprocess.run(command, capture_output=True, text=True, check=True, env=environment())
    taken, need = map(float, found.stdout.split())
    assert need > 18 << 20
    assert 0 < taken < need + (8 << 20)


def test_a_second_call_while_a_table_is_made_is_refused(tmp_path: Path) -> None:
    game = motu.load_game(LONG)
    options = _core.LineSolveOptions()
    options.tolerance, options.threads, options.memory = 1e-6, 1, 1 << 30
    native = _core.NativeLineSolve(game.native, str(tmp_path), options)
    refusals: list[str] = []
    seen: list[int] = []

    def report(progress: _core.LineSolveProgress) -> bool:
        seen.append(native.progress.visits)
        assert native.progress.positions == progress.positions
        with pytest.raises(SolveError) as refused:
            native.run(None)
        refusals.append(refused.value.slug)
        with pytest.raises(SolveError) as refused:
            native.write(str(tmp_path / "table"))
        refusals.append(refused.value.slug)
        return False

    assert not native.run(report)
    assert refusals == ["solve/busy"] * 2
    assert native.progress.visits >= seen[0]
    assert native.run(None)  # what was broken off is gone on with
