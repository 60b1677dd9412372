"""The stub in the sources says what the native module really shows."""

import subprocess
import sys
from difflib import unified_diff
from pathlib import Path

STUB = Path(__file__).parent.parent / "src" / "motu" / "_core.pyi"


def test_stub_of_the_native_module_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    subprocess.run(
        [
            sys.executable,
            "-m",
            "nanobind.stubgen",
            "--quiet",
            "--include-private",
            "--module",
            "motu._core",
            "--output-file",
            str(fresh),
        ],
        check=True,
        cwd=tmp_path,
    )
    difference = unified_diff(
        STUB.read_text(encoding="utf-8").splitlines(), fresh.read_text(encoding="utf-8").splitlines(), lineterm=""
    )
    assert not list(difference), "run `bash scripts/stubs`"
