"""motu with the example game tic in it: the native module built with tic's room, tic's row beside the package.

The package is that of the sources; only the module is another one, so nothing of tic is in the motu that people use.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from filelock import FileLock

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "motu"
ROOM = ROOT / "cpp" / "motu" / "tic"
BUILD = Path(os.environ.get("MOTU_BUILD", ROOT / "build")) / "example"
LAUNCH = "import sys, tic; from motu.cli.main import main; main()"
"""What `python -c` runs in place of the command `motu`."""


def motu_with_tic(folder: Path) -> dict[str, str]:
    """Return an environment in which `import tic` registers the game with a motu that has its room.

    Args:
        folder: An empty one.
    """
    package = folder / "motu"
    _link(SOURCE, package)
    _link(SOURCE / "web", package / "web")
    _link(SOURCE / "web" / "rules", package / "web" / "rules")
    shutil.copy(_module(), package)
    shutil.copy(ROOM / "tic.py", folder)
    shutil.copy(ROOM / "tic.md", package / "web" / "rules")
    return os.environ | {"PYTHONPATH": str(folder)}


def _link(source: Path, folder: Path) -> None:
    """Make a folder of links to what is in another one, but for the native module; it takes a link's own place."""
    folder.unlink(missing_ok=True)
    folder.mkdir()
    for path in source.iterdir():
        if path.suffix != ".so" and path.name != "__pycache__":
            (folder / path.name).symlink_to(path)


def _module() -> Path:
    """Build the native module with tic's room, where that is not done."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with FileLock(BUILD / "lock"):
        options = ["-DMOTU_EXAMPLE=ON", "-DMOTU_LTO=OFF", "-DCMAKE_BUILD_TYPE=Release"]
        if cache := shutil.which("ccache"):
            options.append(f"-DCMAKE_CXX_COMPILER_LAUNCHER={cache}")
        _run("cmake", "-S", str(ROOT), "-B", str(BUILD), f"-DPython_EXECUTABLE={sys.executable}", *options)
        _run("cmake", "--build", str(BUILD), "--target", "_core", "--parallel", str(os.cpu_count()))
    return next(BUILD.glob("_core*.so"))


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
