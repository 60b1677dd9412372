"""A net's history tells each part of its training once."""

from __future__ import annotations

from motu.eval.nets import TrainingStep
from motu.train.lineage import joined

FIRST = TrainingStep("2026-11-21", 100, 1000, 10, ("hex",))
SECOND = TrainingStep("2026-11-22", 200, 2000, 20, ("hex",))
LATER = TrainingStep("2026-11-22", 300, 3000, 30, ("hex",))
ELSEWHERE = TrainingStep("2026-11-22", 300, 3000, 30, ("atoll",))


def test_a_new_net_has_the_games_and_no_steps() -> None:
    none = TrainingStep("2026-11-22", 0, 0, 5, ("hex",))
    taught = [TrainingStep("2026-11-21", 100, 1000, 0, ("hex",)), TrainingStep("2026-11-22", 200, 2000, 0, ("hex",))]
    assert joined([], [FIRST, none, SECOND]) == taught


def test_what_both_have_counts_once() -> None:
    assert joined([FIRST, SECOND], [FIRST, SECOND]) == [FIRST, SECOND]
    assert joined([FIRST], [FIRST, SECOND]) == [FIRST, TrainingStep("2026-11-22", 200, 2000, 0, ("hex",))]


def test_a_net_that_was_written_while_the_training_went_on_has_its_part_once() -> None:
    assert joined([FIRST, SECOND], [FIRST, LATER]) == [FIRST, TrainingStep("2026-11-22", 300, 3000, 20, ("hex",))]


def test_another_training_counts_besides() -> None:
    other = TrainingStep("2026-11-22", 300, 3000, 0, ("atoll",))
    assert joined([FIRST, SECOND], [FIRST, ELSEWHERE]) == [FIRST, SECOND, other]
