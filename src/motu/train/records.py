"""What a training writes down of each generation (floor: train)."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(slots=True)
class Generation:
    """One turn of the loop: self-play, learning, perhaps measurement."""

    number: int
    date: str
    """When the generation ended, with the time, in UTC."""
    seconds: float
    """The time of all training so far, measurements included."""
    games: int
    """Games of self-play so far."""
    positions: int
    """Positions learnt from so far."""
    evaluations: int
    """Answers of the net so far."""
    evaluations_per_second: float
    """The rate of this generation's self-play."""
    waiting_share: float
    """The share of that time in which the net waited for the games."""
    mean_plies: float
    """The mean length of this generation's games; 0 where none was finished."""
    first_wins: float
    """Share of them that who began has won."""
    steps: int
    """Steps of the optimiser so far."""
    window: int
    """Positions that were learnt from."""
    losses: dict[str, float]
    """By name, means of this generation."""
    matches: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Opponent -> games, score and Elo difference, where strength was measured."""
    gate: dict[str, Any] = field(default_factory=dict)
    """The match against the best net before, where there was one."""
    solved: dict[str, dict[str, float]] = field(default_factory=dict)
    """Spec -> how often the net alone was right on solved positions, or with dice how near."""
    unfinished: float = 0.0
    """Share of this generation's games that were broken off."""
    rate: float = 0.0
    """The learning rate of its last step."""

    def to_json(self) -> str:
        """Write one line."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, line: str) -> Generation:
        """Read what `to_json` wrote."""
        return cls(**json.loads(line))

    def line(self) -> str:
        """Say it to people."""
        parts = [
            f"{self.number:>4}",
            f"{self.seconds / 60:7.1f} min",
            f"{self.games:>8,} games",
            f"{self.evaluations_per_second:>7,.0f} evaluations/s",
            f"policy {self.losses.get('policy', 0):.3f}",
            f"value {self.losses.get('value', 0):.3f}",
        ]
        parts += [f"{name} {match['score']:.0%}" for name, match in self.matches.items()]
        parts += [f"{spec} {_agreement(right)}" for spec, right in self.solved.items()]
        if self.gate:
            parts.append(f"gate {self.gate['score']:.0%} of {self.gate['games']}")
        return "  ".join(parts)


def _agreement(right: dict[str, float]) -> str:
    if "mean_error" in right:
        return f"error {right['mean_error']:.3f}/{_share(right, 'choices_right', 'choices')}"
    pairs = (("openings_right", "openings"), ("positions_right", "positions"), ("moves_right", "winning"))
    return "/".join(_share(right, part, whole) for part, whole in pairs)


def _share(right: dict[str, float], part: str, whole: str) -> str:
    return f"{right[part] / max(right[whole], 1):.1%}"
