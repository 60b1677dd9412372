"""When the cookies of a browser are set anew, so that they last as long as it comes (floor: server).

Browsers keep a cookie for 400 days at most, counted from when it was set last. So whatever a browser shows that is
worth something is set again, about once a day. Invariant: what is not worth anything any more never is.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress

from litestar.datastructures import Cookie

from motu.server.accounts.cookies import device_cookie, device_in, guest_cookie, session_cookie, token_in
from motu.server.accounts.devices import Devices
from motu.server.accounts.sessions import Sessions
from motu.server.events import ServerError
from motu.server.guests import Guests
from motu.server.wall_time import now_ms

EACH_MS = 24 * 3_600_000
"""A cookie is set anew when it was set so long ago, or nobody knows when: after a start it is set once more."""
KEPT = 32_768
"""Of so many it is known when their cookies were set; those of others are set a bit more often."""


class Renewals:
    """Knows whose cookies were set when; milliseconds since 1970."""

    def __init__(
        self, guests: Guests, sessions: Sessions, devices: Devices, clock: Callable[[], int] = now_ms, kept: int = KEPT
    ) -> None:
        """Remember nothing yet; `clock` tells the time of day, `kept` of how many it is remembered."""
        self._guests, self._sessions, self._devices = guests, sessions, devices
        self._clock, self._kept = clock, kept
        self._set_ms: OrderedDict[str, int] = OrderedDict()

    def first(self, guest: str, *, is_secure: bool) -> Cookie:
        """Return the cookie to set in the browser of a guest who has shown none."""
        self._note(guest)
        return guest_cookie(self._guests.cookie_of(guest), is_secure=is_secure)

    async def due(
        self, guest: str | None, session: str | None, cookies: Mapping[str, str], *, is_secure: bool
    ) -> list[Cookie]:
        """Return which of a browser's cookies are to be set anew now; of most requests none.

        Args:
            guest: The guest that the browser is known as, or was before; None where it is none.
            session: The id of the session that it is known by.
            cookies: What it shows.
            is_secure: Whether it speaks HTTPS.
        """
        found: list[Cookie] = []
        if guest is not None and self._is_due(guest):
            found.append(self.first(guest, is_secure=is_secure))
        if session is not None and self._is_due(session):
            self._note(session)  # before it is read, so that requests beside this one set nothing
            found += await self._of_session(cookies, is_secure=is_secure)
        return found

    async def _of_session(self, cookies: Mapping[str, str], *, is_secure: bool) -> list[Cookie]:
        """Return the cookies of somebody who is logged in, if he is still: the session may have ended meanwhile."""
        token, device = token_in(cookies, is_secure=is_secure), device_in(cookies, is_secure=is_secure)
        known = None
        with suppress(ServerError):  # the answer matters more, and the cookie lasts till tomorrow
            known = await self._sessions.read(token, is_sure=True)
        if known is None or token is None or known[0].created_ms > self._clock() - EACH_MS:
            return []
        found = [session_cookie(token, is_secure=is_secure)]
        if device is not None and known[1].id in self._devices.known(device):
            found.append(device_cookie(device, is_secure=is_secure))
        return found

    def _is_due(self, whose: str) -> bool:
        at_ms = self._set_ms.get(whose)
        return at_ms is None or abs(self._clock() - at_ms) >= EACH_MS  # a time to come was told by a clock gone wrong

    def _note(self, whose: str) -> None:
        self._set_ms[whose] = self._clock()
        self._set_ms.move_to_end(whose)
        if len(self._set_ms) > self._kept:
            self._set_ms.popitem(last=False)
