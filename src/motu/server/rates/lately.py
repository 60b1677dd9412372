"""What was done lately, where rows that are kept anyway are counted (floor: server)."""

from __future__ import annotations

import sqlalchemy as sa


def lately(at_ms: sa.Column[int], now: int, span_ms: int) -> sa.ColumnElement[bool]:
    """Return what holds of what was done within a span of milliseconds.

    Another server's time may be a little later; what is a whole span later was done while the time of day was wrong.
    """
    return sa.and_(at_ms > now - span_ms, at_ms < now + span_ms)
