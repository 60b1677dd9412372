"""Applications for tests. One whose house has closed serves the next one: routes take three times as long to make as a
house to open.
"""

from __future__ import annotations

from collections import defaultdict

from litestar import Litestar
from litestar.datastructures import State

from motu.server import application
from motu.server.server_settings import ServerSettings

_idle: defaultdict[str, list[Litestar]] = defaultdict(list)
"""By what routes know of the settings: motu's version."""


def make_application(settings: ServerSettings) -> Litestar:
    """Return an application that nobody else has open; it is lent until its house closes."""
    idle = _idle[settings.version]
    if not idle:
        made = application.make_application(settings)
        made.on_shutdown.insert(0, lambda: idle.append(made))  # what is first there is done last
        return made
    lent = idle.pop()
    lent.state = State({"settings": settings})
    return lent
