"""Accounts that are deleted, until nothing of them is left (floor: server).

Invariant: an account is closed, without a name and without what was its own in one transaction. What takes longer is
done afterwards, again and again until it is done, by whichever process looks: games that go on are given up, the name
is taken out of those that are over, games at one's own screen are deleted. Whoever is killed meanwhile has left a row
that says so, and nothing else.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial

import msgspec
import sqlalchemy as sa

from motu.errors import MotuError
from motu.server.accounts.leaving import GRACE_MS, close_for_good, finish, take_names_out
from motu.server.bus.exchange import Exchange
from motu.server.challenges import Challenges
from motu.server.housekeeping import delete_games
from motu.server.recurring import RecurringTask
from motu.server.rooms import Rooms
from motu.server.schema import departures, games
from motu.server.store import Store
from motu.server.wall_time import now_ms

TOPIC = "names"
"""Under which processes tell each other in which games somebody has no name any more."""
SWEEP_SECONDS = 5.0
"""How often somebody looks for accounts that were deleted: by another process, or on the command line."""
MOST_AT_ONCE = 100
_log = logging.getLogger("motu.server")


class NamesGone(msgspec.Struct, frozen=True, tag="names_gone"):
    """In these games somebody has no name any more."""

    games: tuple[str, ...]


class Departures:
    """Looks after accounts that are deleted."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        challenges: Challenges,
        exchange: Exchange,
        on_closed: Callable[[str], None],
        clock: Callable[[], int] = now_ms,
    ) -> None:
        """Look after those of a store.

        Args:
            store: Where they are.
            rooms: Where their games are.
            challenges: What they offer others.
            exchange: Over which the processes of the house are told.
            on_closed: Told each account that is closed.
            clock: The time of day, in milliseconds.
        """
        self._store, self._rooms, self._challenges, self._exchange = store, rooms, challenges, exchange
        self._on_closed, self._clock = on_closed, clock
        self._task: RecurringTask | None = None
        exchange.listen(TOPIC, lambda message: rooms.load_again(_GONE.decode(message).games))

    async def delete(self, account_id: str) -> None:
        """Delete an account and its bots.

        Raises:
            ServerError: "server/no-person"; "moderation/not-yours" for the machine.
        """
        now = self._clock()
        for each in await self._store.write(lambda connection: close_for_good(connection, account_id, now)):
            self._on_closed(each)
        if self._task is not None:
            self._task.stir()

    async def open(self) -> None:
        """Look after them until `close`."""
        self._task = RecurringTask(self.sweep, SWEEP_SECONDS, "deleted accounts")

    async def close(self) -> None:
        """Look no longer."""
        if self._task is not None:
            await self._task.stop()

    async def sweep(self) -> None:
        """Go on with all of them."""
        query = sa.select(departures).order_by(departures.c.at_ms).limit(MOST_AT_ONCE)
        for row in await self._store.read(lambda connection: connection.execute(query).all()):
            await self._go_on(row.account, is_due=row.at_ms <= self._clock() - GRACE_MS)

    async def _go_on(self, account_id: str, *, is_due: bool) -> None:
        await self._challenges.withdraw_all(account_id)
        await self._give_up(account_id)
        await self._delete_own(account_id)
        if is_due:
            await self._take_names_out(account_id)
            now = self._clock()
            await self._store.write(lambda connection: finish(connection, account_id, now))

    async def _give_up(self, account_id: str) -> None:
        """Give up what goes on, or call it off where there was no game yet."""
        for seat, column in enumerate((games.c.person0, games.c.person1)):
            for game_id in await self._ids(column == account_id, games.c.is_over == sa.false()):
                try:
                    await self._rooms.leave(await self._rooms.find(game_id), seat)
                except MotuError as error:
                    if error.slug not in ("server/over", "server/no-game"):
                        _log.warning("game %s of a deleted account can't be given up just now: %s", game_id, error)

    async def _delete_own(self, account_id: str) -> None:
        """Delete games that nobody else has played."""
        while ids := await self._ids(games.c.owner == account_id, limit=MOST_AT_ONCE):
            await self._store.write(partial(delete_games, ids=ids))
            self._exchange.deleted(ids)

    async def _take_names_out(self, account_id: str) -> None:
        last = ""
        while found := await self._store.write(partial(take_names_out, account_id=account_id, after=last)):
            last = found[-1][0]
            if changed := tuple(game_id for game_id, is_changed in found if is_changed):
                self._exchange.announce(TOPIC, NamesGone(changed))

    async def _ids(self, *which: sa.ColumnElement[bool], limit: int | None = None) -> Sequence[str]:
        query = sa.select(games.c.id).where(*which).order_by(games.c.id).limit(limit)
        return await self._store.read(lambda connection: connection.execute(query).scalars().all())


_GONE: msgspec.json.Decoder[NamesGone] = msgspec.json.Decoder(NamesGone)
