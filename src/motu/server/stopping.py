"""How a server ends: it sends nobody new here, refuses what waits, closes its services one by one (floor: server)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from motu.server.events import ServerError
from motu.server.services import Services

_log = logging.getLogger("motu.server")


def leave(services: Services) -> None:
    """Say that nobody new should be sent here."""
    services.is_stopping = True


def send_waiting_away(services: Services) -> None:
    """Refuse what waits, and what still comes, with "server/stopping"; searches of games go on until they are ended."""
    leave(services)
    services.streams.close()
    services.slow_lane.close()
    services.film_lane.close()
    services.puzzles.close()
    services.analysts.refuse()
    services.reviews.refuse()


async def stop_services(services: Services) -> None:
    """End searches, close sockets, write what waits; what can't be written any more keeps nothing else from ending."""
    parts: Sequence[Any] = (
        services.hall,
        services.tournaments,
        services.chat,
        services.machines,
        services.correspondence,
        services.order,
        services.caretaker,
        services.mail,
        services.push,
        services.housekeeping,
        services.lasting,
        services.own.departures,
        services.next_games,
        services.clocks,
        services.audience,
        services.engines,
        services.analysts,
        services.slow_lane,
        services.film_lane,
        services.puzzles,
        services.exchange,
        *(() if services.collection is None else (services.collection,)),
        services.accounts,
        services.store,
    )
    for part in parts:
        try:
            ending = part.close()
            if ending is not None:
                await ending
        except ServerError as error:
            _log.warning("what was still to be kept at the end is lost: %s", error)
        except Exception:  # noqa: BLE001 - it is in the log, and what follows ends in order, the database last
            _log.exception("a fault at the end of %s", type(part).__name__)
