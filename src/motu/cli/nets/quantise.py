"""`motu nets quantise`: a net in eight bits, and what that costs (floor: cli)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motu.cli.application import BadInputError
from motu.cli.files import expect_place, write_file
from motu.cli.output import tell, write_json
from motu.cli.progress import ProgressBar

NAME = "quantise"
SUMMARY = "Write a net in eight bits."
EXAMPLES = """\b
Examples:
  motu nets quantise training/best.onnx training/best.int8.onnx"""


def run(
    net: Annotated[Path, typer.Argument(metavar="NET", help="The net's file.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Write a net in eight bits, and say what that costs on positions of its own games."""
    if out.expanduser().resolve() == net.expanduser().resolve():
        raise BadInputError(f"'{out}' is the net itself, which would be lost: name another OUT", text=str(out))
    expect_place(out)
    cost = _quantise(net.expanduser(), out)
    if json:
        write_json({"file": str(out), "bytes": out.stat().st_size, "cost": cost})
        return
    tell(
        f"{out}: int8, {out.stat().st_size / 1e6:.2f} MB; on {cost['positions']:,.0f} positions of its own games",
        f"  values differ by {cost['value']:.4f} on average, {cost['value_worst']:.3f} at worst;"
        f" the same winner in {cost['winner']:.1%}",
        f"  policies diverge by {cost['policy']:.4f} nats; the same first choice in {cost['first_choice']:.1%}",
        "  whether it is stronger in equal time: motu nets measure FLOAT INT8 --on SPEC",
    )


def _quantise(path: Path, out: Path) -> dict[str, float]:
    """Write a net in eight bits, and return what it costs against the exact one, whatever runs it otherwise."""
    from motu import load_game
    from motu.eval.nets import Net
    from motu.eval.nets.runtime import KINDS

    try:
        from motu.train.quantise import compare, quantise
    except ModuleNotFoundError as error:
        raise BadInputError(
            f"eight bits need {error.name}, which is not installed: pip install 'motu[train]'", text=str(error.name)
        ) from error
    net = Net.load(path, KINDS[0])
    boards = [load_game(spec) for spec in net.info.totals.boards]
    if not boards:
        raise BadInputError(f"'{path}' does not say on which boards it was trained", text=str(path))

    def work() -> dict[str, float]:
        model = quantise(net, path.read_bytes(), boards)
        write_file(out, model)
        return compare(net, Net(model, str(out), KINDS[0]), boards).to_json()

    with ProgressBar("quantising") as progress:
        return progress.run(work)
