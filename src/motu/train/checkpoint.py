"""Files that a training goes on from (floor: train).

A checkpoint holds the net and what is needed to teach it further: a few MB. The window of positions lies beside it and
may be missing; then the next training fills a new one first. Files are replaced whole.
"""

from __future__ import annotations

import io
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from motu.errors import TrainingError
from motu.files import replace_file
from motu.train.replay import ReplayBuffer

FORMAT = 1
"""Raised when what a checkpoint holds changes."""


def window_file(checkpoint: Path) -> Path:
    """Return where the positions of a checkpoint lie."""
    return checkpoint.with_suffix(".window.npz")


def solved_file(checkpoint: Path) -> Path:
    """Return where the solved positions of a checkpoint lie."""
    return checkpoint.with_suffix(".solved.npz")


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole, as `replace_file` does.

    Raises:
        TrainingError: "train/file".
    """
    try:
        replace_file(path, data)
    except OSError as error:
        raise TrainingError(f"cannot write '{path}': {error.strerror}", slug="train/file", text=str(path)) from error


def save(path: Path, state: dict[str, Any], windows: Mapping[Path, ReplayBuffer]) -> None:
    """Write a checkpoint and perhaps its positions.

    Args:
        path: Of the checkpoint.
        state: Numbers, texts, lists, dictionaries and tensors; "boards" are the specs of the windows' boards,
            "training" is the mark of the training, if it has one, which goes into the windows' files, too.
        windows: Positions and their files; other files are left as they are.
    """
    data = io.BytesIO()
    torch.save({"format": FORMAT} | state, data)
    for file, window in windows.items():
        positions = io.BytesIO()
        boards = np.array(state["boards"], dtype=np.str_)
        mark = np.array(state.get("training", ""), dtype=np.str_)
        np.savez(positions, boards=boards, training=mark, **window.state())  # type: ignore[arg-type]
        write_whole(file, positions.getvalue())
    write_whole(path, data.getvalue())


def load(path: Path) -> dict[str, Any]:
    """Read a checkpoint, without its positions.

    Raises:
        TrainingError: "train/checkpoint" for a file that is none.
    """
    try:
        state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        is_right = state.get("format") == FORMAT
    except OSError as error:
        raise _refusal(f"cannot read '{path}': {error.strerror}", path) from error
    except Exception as error:  # what torch raises for a damaged file depends on where the damage is
        raise _refusal(f"'{path}' is no checkpoint of motu train", path) from error
    if not is_right:
        raise _refusal(f"'{path}' is a checkpoint of another version of motu", path)
    return state


def load_window(file: Path, boards: Sequence[str], training: str = "") -> ReplayBuffer:
    """Read the positions of a checkpoint, those of boards that are wanted.

    Args:
        file: `window_file` or `solved_file` of the checkpoint; where there is none, the window is empty.
        boards: Specs of the new window's boards, in their order.
        training: The checkpoint's mark; "" where it has none, as those of older versions.

    Raises:
        TrainingError: "train/checkpoint" for a file that is no window, and for one of another training.
    """
    window = ReplayBuffer(len(boards))
    if not file.is_file():
        return window
    try:
        with file.open("rb") as stream, np.load(stream) as positions:
            arrays = dict(positions)
        mark = str(arrays.pop("training", ""))
        found = [str(board) for board in arrays.pop("boards")]
        window.restore(arrays, {number: boards.index(spec) for number, spec in enumerate(found) if spec in boards})
    except OSError as error:
        raise _refusal(f"cannot read '{file}': {error.strerror}", file) from error
    except Exception as error:  # what NumPy raises for a damaged file depends on where the damage is
        raise _refusal(
            f"'{file}' holds no positions of motu train; without that file new ones are made", file
        ) from error
    if training and mark and training != mark:
        raise _refusal(
            f"'{file}' holds the positions of another training than the checkpoint beside it;"
            " without that file new ones are made",
            file,
        )
    return window


def new_mark() -> str:
    """Return a mark that no other training has."""
    return secrets.token_hex(8)


def _refusal(message: str, path: Path) -> TrainingError:
    return TrainingError(message, slug="train/checkpoint", text=str(path))
