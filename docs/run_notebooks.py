"""Run the notebooks of `docs/notebooks`, and keep what they show: `python docs/run_notebooks.py [NAME…]`.

No Jupyter is needed: cells are run one after the other in this process, and what they print, return and draw is written
behind them as notebooks have it. `--check` runs them and writes nothing.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "notebooks"


def run_cell(source: str, names: dict[str, Any], where: str) -> list[dict[str, Any]]:
    """Run a cell and return what it shows; what its last line says is shown, too, unless that is None."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, where, "exec"), names)  # noqa: S102  (what this is for)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), where, "eval"), names)  # noqa: S307  (likewise)
    shown: list[dict[str, Any]] = []
    if printed.getvalue():
        shown.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = lines(value._repr_svg_())
        shown.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return shown


def lines(text: str) -> list[str]:
    """Return a text as notebooks keep it."""
    return text.splitlines(keepends=True)


def run(notebook: dict[str, Any], name: str) -> None:
    """Run all cells, and put behind each what it shows."""
    names: dict[str, Any] = {"__name__": "__main__"}
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(code, start=1):
        cell["outputs"] = run_cell("".join(cell["source"]), names, f"{name}, cell {number}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run those that are named, or all."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("names", nargs="*", help="notebooks, without their ending")
    parser.add_argument("--check", action="store_true", help="write nothing")
    given = parser.parse_args(arguments)
    for path in sorted(FOLDER.glob("*.ipynb")):
        if given.names and path.stem not in given.names:
            continue
        notebook = json.loads(path.read_text("utf-8"))
        run(notebook, path.stem)
        if not given.check:
            path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
