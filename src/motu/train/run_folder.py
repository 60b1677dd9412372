"""The folder of a training: what lies there, and that nobody begins another one on top of it (floor: train)."""

from __future__ import annotations

from pathlib import Path

from motu.errors import TrainingError
from motu.numbers import counted
from motu.train.checkpoint import solved_file, window_file


def checkpoint_in(folder: Path) -> Path:
    """Return the file of a folder from which its training goes on."""
    return folder / "checkpoint.pt"


def history_in(folder: Path) -> Path:
    """Return the file of a folder that has a line a generation."""
    return folder / "history.jsonl"


def best_in(folder: Path) -> Path:
    """Return the file of a folder with the net that the gate let through last."""
    return folder / "best.onnx"


def make_folder(folder: Path, resume: Path | None) -> None:
    """Make the folder of a training where it is missing, and refuse one that holds a training that is not gone on with.

    Args:
        folder: Where all of the training goes.
        resume: The checkpoint that it goes on from, which may be one of that folder; None for a new training.

    Raises:
        TrainingError: "train/folder" for a folder of another training, "train/file" where none can be made.
    """
    goes_on_here = resume is not None and resume.parent.resolve() == folder.resolve()
    if not goes_on_here and (found := _files_of_a_training(folder)):
        raise TrainingError(_told(folder, found[0]), slug="train/folder", text=str(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TrainingError(
            f"cannot make the folder '{folder}': {error.strerror}", slug="train/file", text=str(folder)
        ) from error


def _files_of_a_training(folder: Path) -> list[Path]:
    """Return the files there that a new training would write over, or take for its own."""
    checkpoint = checkpoint_in(folder)
    files = (checkpoint, window_file(checkpoint), solved_file(checkpoint), history_in(folder), best_in(folder))
    return [file for file in files if file.exists()]


def _told(folder: Path, file: Path) -> str:
    checkpoint = checkpoint_in(folder)
    if file != checkpoint:
        return f"'{folder}' holds files of another training ({file.name}): name another folder, or take them away"
    return (
        f"'{folder}' holds a training of {_generations(folder)}:"
        f" --resume {checkpoint} goes on with it, or name another folder"
    )


def _generations(folder: Path) -> str:
    """Return how many generations the history has."""
    try:
        count = history_in(folder).read_bytes().count(b"\n")
    except OSError:
        return "some generations"
    return counted(count, "generation")
