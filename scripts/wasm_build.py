"""The core as WebAssembly: `bash scripts/wasm` builds it with zig's compiler from PyPI (cpp/wasm).

What zig brings of C++'s libraries has no exceptions, so libc++, libc++abi and libunwind are built here from the sources
that come with it. Of the core all is taken but the files that ask the operating system for something: those named in
`WITH_FILES` here, bindings, tests and benchmarks. Nothing that the browser's engine reaches may need one of them, or it
could not be linked.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CPP = ROOT / "cpp"
OWN = CPP / "wasm"
PLACE = ROOT / "src" / "motu" / "web" / "engine"
ENGINE = PLACE / "motu.wasm"
MADE_OF = PLACE / "motu.json"
"""Beside the engine: what it was made of, so that a test can say when it is out of date."""
NOTICES = PLACE / "notices.txt"
"""The licences of what is linked in."""
CORE = ("base", "boards", "state", "specs", "search", "levels", "nets", "review", "selfplay", "tables")
WITH_FILES = frozenset(
    {
        "motu/core/base/system_posix.cpp",
        "motu/core/base/system_windows.cpp",
        "motu/core/nets/conv_kernels_arm.cpp",
        "motu/core/tables/file_lock.cpp",
        "motu/core/tables/mapped_file.cpp",
        "motu/atoll/table.cpp",
        "motu/atmalof/layer_file.cpp",
        "motu/atmalof/layer_values.cpp",
        "motu/atmalof/solver.cpp",
    }
)
"""The sources that ask the operating system for files, locks, memory or the processor; `tests/web/test_engine.py` finds
them by that."""

KERNELS = OWN / "kernels" / "relaxed.cpp"
"""A module of its own for browsers that know `RELAXED`, too; its bytes lie in the engine (cpp/wasm/nets.cpp)."""

SMALL = re.compile(
    r"wasm/|motu/core/(?:base|boards|levels|review|specs|state)/|motu/core/nets/(?:conv_weights|onnx_file)"
    r"|motu/core/search/(?:advisor|evaluator_names|gumbel|search_result)"
    r"|motu/\w+/(?:canonical_key|encoder|eye|game_type|graph|line_eye|notation|open_tables|result_prover|shipped_nets|specs|table|table_\w+|weights_file)\."
)
"""The sources whose code is made as small as can be: no search spends its time there, for pages have no tables,
and all of it travels."""

FEATURES = (
    "exception_handling", "bulk_memory", "bulk_memory_opt", "nontrapping_fptoint", "sign_ext", "mutable_globals",
    "multivalue", "simd128",
)  # fmt: skip
"""Of WebAssembly, as all browsers have them since 2023: Chrome 95, Firefox 100, Safari 16.4."""
RELAXED = "relaxed_simd"
"""What some browsers have: Chrome 114; it is asked for where it runs."""
YES = (
    "THREADS", "THREAD_API_EXTERNAL", "MONOTONIC_CLOCK", "MUSL_LIBC", "LOCALIZATION", "UNICODE", "WIDE_CHARACTERS",
)  # fmt: skip
NO = (
    "THREAD_API_PTHREAD", "THREAD_API_C11", "THREAD_API_WIN32", "TERMINAL", "FILESYSTEM", "RANDOM_DEVICE",
    "TIME_ZONE_DATABASE", "VENDOR_AVAILABILITY_ANNOTATIONS",
)  # fmt: skip
SETTINGS = (
    *(f"_LIBCPP_HAS_{name}=1" for name in YES),
    *(f"_LIBCPP_HAS_{name}=0" for name in NO),
    "_LIBCPP_ABI_VERSION=1", "_LIBCPP_ABI_NAMESPACE=__1", "_LIBCPP_ABI_FORCE_ITANIUM=0",
    "_LIBCPP_ABI_FORCE_MICROSOFT=0", "_LIBCPP_PSTL_BACKEND_SERIAL", "_LIBCPP_INSTRUMENTED_WITH_ASAN=0",
    "_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_NONE",
    "_LIBCPP_ASSERTION_SEMANTIC_DEFAULT=_LIBCPP_ASSERTION_SEMANTIC_IGNORE", "_LIBCPP_LIBC_PICOLIBC=0",
    "_LIBCPP_LIBC_NEWLIB=0",
)  # fmt: skip
"""How libc++ is set up: what would stand in its own __config_site."""
LEFT_OUT = {
    "libcxx": frozenset({
        "barrier", "fstream", "new", "random", "regex", "shared_mutex", "strstream", "directory_entry",
        "directory_iterator", "operations", "int128_builtins",
    }),
    "libcxxabi": frozenset({"cxa_demangle", "cxa_noexception", "cxa_thread_atexit"}),
}  # fmt: skip
"""Of the libraries: what needs files or threads, or stands twice."""


LINKED_IN = (
    ("lib/libcxx/LICENSE.TXT", "libc++ and libc++abi, parts of LLVM"),
    ("lib/libunwind/LICENSE.TXT", "libunwind, a part of LLVM"),
    ("lib/libc/wasi/LICENSE", "wasi-libc"),
    ("lib/libc/wasi/LICENSE-MIT", "wasi-libc: its MIT licence"),
    ("lib/libc/wasi/libc-bottom-half/cloudlibc/LICENSE", "cloudlibc, a part of wasi-libc"),
    ("lib/libc/musl/COPYRIGHT", "musl, the C library that wasi-libc stands on"),
    ("LICENSE", "zig, whose compiler's own functions are linked in"),
)
"""What comes with the compiler and becomes part of the engine: where its licence stands there, and what it is."""


OF_CORE = ("-std=c++20", "-DNDEBUG", "-fno-math-errno", f"-I{CPP}")


@dataclass(frozen=True, slots=True)
class Unit:
    """A source file and how it is compiled."""

    source: Path
    object: Path
    options: tuple[str, ...]


# --- what it is made of -----------------------------------------------------------------------------------------------


def rooms() -> list[str]:
    """Return the games' rooms that ship."""
    listed = re.sub(r"#ifdef.*?#endif", "", (CPP / "motu" / "games.def").read_text("utf-8"), flags=re.DOTALL)
    return re.findall(r"^MOTU_GAME\((\w+)\)", listed, re.MULTILINE)


def folders() -> list[Path]:
    """Return the folders that the engine is made of."""
    core, games = [CPP / "motu" / "core" / name for name in CORE], [CPP / "motu" / room for room in rooms()]
    return [*core, *games, OWN]


def core_sources() -> list[Path]:
    """Return the sources of the engine, in an order that is always the same."""
    found = [path for folder in folders() for path in sorted(folder.glob("*.cpp"))]
    return [path for path in found if path.relative_to(CPP).as_posix() not in WITH_FILES]


def sources_hash() -> str:
    """Return a number of all that the engine is made of, this script and the release of the compiler included."""
    headers = [path for folder in folders() for path in sorted(folder.glob("*.hpp"))]
    parts = [*core_sources(), *headers, KERNELS, CPP / "motu" / "games.def", Path(__file__)]
    lines = [f"{path.relative_to(ROOT).as_posix()} {file_hash(path)}" for path in parts]
    return hashlib.sha256("\n".join([compiler_release(), *lines]).encode()).hexdigest()


def compiler_release() -> str:
    """Return what the extra `wasm` asks for: one release of zig, for another one makes other bytes."""
    found = re.search(r'"(ziglang==[\d.]+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert found is not None  # noqa: S101
    return found[1]


def file_hash(path: Path) -> str:
    """Return a number of what is in a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _cpu(*features: str) -> str:
    """Return how zig calls WebAssembly with these features."""
    return "+".join(["generic", *features])


# --- building ---------------------------------------------------------------------------------------------------------


class Builder:
    """Builds into a folder, where zig's own caches are, too."""

    def __init__(self, folder: Path, jobs: int) -> None:
        """Take the compiler from the environment that this runs in."""
        import ziglang  # noqa: PLC0415

        self._zig = Path(ziglang.__file__).parent / "zig"
        self._lib = self._zig.parent / "lib"
        self._folder, self._jobs = folder, jobs
        self._environment = os.environ | {
            "ZIG_LOCAL_CACHE_DIR": str(folder / "local"),
            "ZIG_GLOBAL_CACHE_DIR": str(folder / "global"),
        }
        self._headers = folder / "include"

    def build(self, out: Path) -> None:
        """Compile and link."""
        self._headers.mkdir(parents=True, exist_ok=True)
        shutil.copy(OWN / "threading.hpp", self._headers / "__external_threading")
        self._build_kernels()
        libraries, core = list(self._libraries()), list(self._core())
        with ThreadPoolExecutor(self._jobs) as pool:
            list(pool.map(self._compile, [*libraries, *core]))
        archive = self._folder / "libraries.a"  # of which only what is needed is taken
        archive.unlink(missing_ok=True)
        self._run(str(self._zig), "ar", "rcsD", str(archive), *(str(unit.object) for unit in libraries))
        self._run(
            *self._compiler(), "-O3", "-mexec-model=reactor", "-nostdlib++", *(str(unit.object) for unit in core),
            str(archive),
            "-Wl,--gc-sections", "-Wl,--strip-all", "-Wl,-z,stack-size=1048576",
            "-Wl,--export-table", "-Wl,--growable-table", "-o", str(out),
        )  # fmt: skip

    def _build_kernels(self) -> None:
        """Build the module of kernels. Its stack begins where the page tells it to: the memory is the engine's."""
        cpu, place = f"-mcpu={_cpu(*FEATURES, RELAXED)}", self._folder / "relaxed.o"
        self._compile(Unit(KERNELS, place, (*OF_CORE, "-O3", "-ffp-contract=off", cpu)))
        self._run(
            *self._compiler(), cpu, "-nostdlib", str(place),
            "-Wl,--no-entry", "-Wl,--import-memory", "-Wl,--strip-all",
            "-Wl,--global-base=0", "-Wl,-z,stack-size=0", "-Wl,--export=__stack_pointer",
            "-o", str(self._folder / "relaxed.wasm"),
        )  # fmt: skip

    def notices(self) -> str:
        """Return the licences of what becomes part of the engine, as its makers ask for."""
        parts = (f"{what}\n\n{(self._lib.parent / path).read_text('utf-8').strip()}\n" for path, what in LINKED_IN)
        return f"\n{'=' * 78}\n\n".join(parts)

    def _compiler(self) -> tuple[str, ...]:
        return (
            str(self._zig), "c++", "-target", "wasm32-wasi", f"-mcpu={_cpu(*FEATURES)}",
            *(f"-D{setting}" for setting in SETTINGS), "-nostdinc++", f"-I{self._headers}",
            f"-I{self._lib / 'libcxx/include'}", f"-I{self._lib / 'libcxxabi/include'}", "-fwasm-exceptions",
            "-fno-sanitize=all", "-fvisibility=hidden",
        )  # fmt: skip

    def _core(self) -> Iterable[Unit]:
        for source in core_sources():
            place = self._folder / source.relative_to(CPP).with_suffix(".o")
            size = "-Oz" if SMALL.match(source.relative_to(CPP).as_posix()) else "-O3"
            embedded = (f"--embed-dir={self._folder}", "-Wno-c23-extensions") if source == OWN / "nets.cpp" else ()
            yield Unit(source, place, (*OF_CORE, size, *embedded))

    def _libraries(self) -> Iterable[Unit]:
        cxx, abi, unwind = (self._lib / name for name in ("libcxx", "libcxxabi", "libunwind"))
        common = ("-O2", "-DNDEBUG", "-w")
        inside = ("-D_LIBCPP_BUILDING_LIBRARY", "-DLIBCXX_BUILDING_LIBCXXABI")
        paths = (f"-I{cxx / 'src'}", f"-I{cxx / 'libc'}", f"-I{abi / 'src'}", f"-I{unwind / 'include'}")
        without_threads = (
            "-D_LIBCXXABI_BUILDING_LIBRARY",
            "-D_LIBCXXABI_HAS_NO_THREADS",
            "-DLIBCXXABI_NON_DEMANGLING_TERMINATE",
        )
        for folder in (cxx / "src", cxx / "src" / "filesystem", cxx / "src" / "ryu"):
            yield from self._units(folder, LEFT_OUT["libcxx"], ("-std=c++23", *common, *inside, *paths))
        own = ("-std=c++23", *common, *inside, *without_threads, *paths)
        yield from self._units(abi / "src", LEFT_OUT["libcxxabi"], own)
        source = unwind / "src" / "Unwind-wasm.c"
        options = ("-x", "c", "-std=gnu2x", *common, "-D_LIBUNWIND_HIDE_SYMBOLS", f"-I{unwind / 'include'}")
        yield Unit(source, self._folder / "libraries" / "unwind.o", options)

    def _units(self, folder: Path, left_out: frozenset[str], options: tuple[str, ...]) -> Iterable[Unit]:
        for source in sorted(folder.glob("*.cpp")):
            if source.stem not in left_out:
                place = self._folder / "libraries" / source.relative_to(self._lib).with_suffix(".o")
                yield Unit(source, place, options)

    def _compile(self, unit: Unit) -> None:
        unit.object.parent.mkdir(parents=True, exist_ok=True)
        self._run(*self._compiler(), *unit.options, "-c", str(unit.source), "-o", str(unit.object))

    def _run(self, *command: str) -> None:
        if subprocess.run(command, check=False, env=self._environment).returncode:
            sys.exit(f"zig could not make {command[-1]}")


# --- the command ------------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    """Build the engine into its place, or with --check compare it with what stands there."""
    parser = argparse.ArgumentParser(description="builds the core as WebAssembly")
    parser.add_argument("--compiler", action="store_true", help="only say which compiler it is built with")
    parser.add_argument("--state", action="store_true", help="only say numbers of its sources and of what stands there")
    parser.add_argument("--check", action="store_true", help="build anew and compare, change nothing")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "wasm", help="where to build")
    parser.add_argument("--jobs", type=int, default=1, help="compilers at once")
    asked = parser.parse_args(arguments)
    if asked.compiler or asked.state:
        print(compiler_release() if asked.compiler else f"{sources_hash()} {file_hash(ENGINE)}")
        return 0
    made = asked.folder.resolve() / "motu.wasm"
    builder = Builder(asked.folder.resolve(), asked.jobs)
    builder.build(made)
    if asked.check:
        return _compare(made)
    PLACE.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(made, ENGINE)
    NOTICES.write_text(builder.notices(), "utf-8")
    about = {"compiler": compiler_release(), "sources": sources_hash(), "engine": file_hash(ENGINE)}
    MADE_OF.write_text(json.dumps(about, indent=2) + "\n", "utf-8")
    print(f"{ENGINE.relative_to(ROOT)}: {ENGINE.stat().st_size} bytes")
    return 0


def _compare(made: Path) -> int:
    if made.read_bytes() == ENGINE.read_bytes():
        print("the engine is what its sources make")
        return 0
    print("the engine is not what its sources make: run `bash scripts/wasm` and commit what it writes", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
