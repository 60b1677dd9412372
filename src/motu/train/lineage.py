"""Whose games and steps a net comes from, where it learns what another training played (floor: train)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from motu.eval.nets import TrainingStep


def joined(own: Sequence[TrainingStep], other: Sequence[TrainingStep]) -> list[TrainingStep]:
    """Return the parts of a net's training, and those of the training whose games it learns from; none of them twice.

    Args:
        own: Of the net; empty for a new one.
        other: Of the other training. Its steps taught another net and do not count.
    """
    common = 0
    while common < min(len(own), len(other)) and own[common] == other[common]:
        common += 1
    parts, rest = list(own), [step for step in other[common:] if step.games]
    if rest and len(own) == common + 1 and _is_earlier(own[common], rest[0]):  # the net was written while that went on
        parts[common] = replace(rest[0], steps=own[common].steps)
        del rest[0]
    return parts + [replace(step, steps=0) for step in rest]


def _is_earlier(step: TrainingStep, later: TrainingStep) -> bool:
    return (
        step.boards == later.boards
        and step.date <= later.date
        and step.games <= later.games
        and step.evaluations <= later.evaluations
        and step.steps <= later.steps
    )
