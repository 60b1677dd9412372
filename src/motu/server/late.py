"""Work that comes to its turn too late (floor: server).

Between the decision that something happens and its being written a database may take nothing for a while. What is
written then with the time of the decision would take from whoever is next the time in which he could not see it.
"""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.store import Work
from motu.server.wall_time import WallTime

LATE_MS = 5_000
"""So long after its decision, at most, something is written."""


class LateError(ServerError):
    """Nothing was written, since it comes too late."""

    default_slug = "server/disk"


def refuse_late(wall: WallTime, decided_ms: int) -> Work:
    """Return the work that fails where something comes to its turn too long after its decision.

    Args:
        wall: What time it is then.
        decided_ms: When it was decided, as `Moment.steady_ms`.

    Raises:
        LateError: From the work.
    """

    def work(_: sa.Connection) -> None:
        if wall.now().steady_ms - decided_ms > LATE_MS:
            raise LateError("the games could not be kept for a while; try again")

    return work
