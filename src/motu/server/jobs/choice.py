"""Who makes the machine's moves, and reviews (floor: server)."""

from __future__ import annotations

from collections.abc import Callable, Collection

import sqlalchemy as sa

from motu.server.engines import Engines
from motu.server.events import ServerError
from motu.server.jobs.seam import Jobs, ReviewMaker, Role
from motu.server.machine_turns import MachineTurns
from motu.server.machines import Machines, Tell
from motu.server.postgres import DRIVER
from motu.server.reviews import Reviews
from motu.server.rooms import Rooms
from motu.server.store import Store
from motu.server.wall_time import WallTime


def check_role(role: Role, database: sa.URL) -> None:
    """Check that a process can have a role.

    Raises:
        ServerError: "server/jobs" where the games are in a file, or what it needs is not installed.
    """
    if role == "alone":
        return
    if database.drivername != DRIVER:
        raise ServerError("workers need games in PostgreSQL; a folder has one server", slug="server/jobs")
    try:
        import procrastinate  # noqa: F401, PLC0415 - what only the extra `house` brings
    except ModuleNotFoundError as error:
        raise ServerError("workers need what pip install 'motu[house]' brings", slug="server/jobs") from error


def make_turns(role: Role, store: Store, wall: WallTime, process: str) -> MachineTurns:
    """Return where the machine's turns are noted."""
    if role == "alone":
        return MachineTurns(store, wall, process)
    from motu.server.jobs.queue import JobQueue  # noqa: PLC0415 - as above
    from motu.server.jobs.turns import QueuedTurns  # noqa: PLC0415

    return QueuedTurns(store, wall, JobQueue())


def make_reviews(role: Role, store: Store, wall: WallTime) -> ReviewMaker:
    """Return who makes reviews."""
    if role != "front":
        return Reviews()
    from motu.server.jobs.queue import JobQueue  # noqa: PLC0415 - as above
    from motu.server.jobs.review_desk import ReviewDesk  # noqa: PLC0415

    return ReviewDesk(store, wall, JobQueue())


def make_machines(
    rooms: Rooms, engines: Engines, turns: MachineTurns, tell: Tell, watched: Callable[[], Collection[str]], role: Role
) -> Jobs:
    """Return who makes the machine's moves."""
    if role == "alone":
        return Machines(rooms, engines, turns, tell, watched)
    from motu.server.jobs.front import QueuedMachines  # noqa: PLC0415 - as above
    from motu.server.jobs.turns import QueuedTurns  # noqa: PLC0415
    from motu.server.jobs.worker import WorkerMachines  # noqa: PLC0415

    if role == "worker":
        return WorkerMachines(rooms, engines, turns, tell)
    if not isinstance(turns, QueuedTurns):
        raise TypeError("a queue needs turns that are put into it")
    return QueuedMachines(turns, watched, tell)
