"""How often somebody may do what costs others something, or what he could guess in the end (floor: server).

The counts stand in the database, so that they are right with any number of processes and after each of them was killed;
only how fast something comes is counted by each process for itself (see `pace`).
Of whom they are is kept as a fingerprint, which only this house can make, and no longer than it counts.

Each count is a bucket that empties steadily (GCRA): of "60 per hour" 60 may come at once, then one a minute.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import sqlalchemy as sa
from limits import RateLimitItem, parse
from litestar.connection import ASGIConnection

from motu.server.postgres import insertion, is_postgres
from motu.server.rates.addresses import block_of, is_elsewhere
from motu.server.rates.pace import Pace
from motu.server.rates.too_often import TooOftenError, too_often
from motu.server.rates.turnstile import Turnstile
from motu.server.schema import rates
from motu.server.store import Store
from motu.server.wall_time import now_ms

Deed = Literal[
    "log-in",
    "claim",
    "forgotten",
    "mail-link",
    "challenge",
    "meeting",
    "chat",
    "report",
    "game",
    "study",
    "cup",
    "bot",
    "token",
    "push",
    "archive",
    "link",
]
"""Trying a password; claiming a name; asking for another password by mail; trying the link of such a mail; making a
challenge; taking one, or looking for any opponent; saying something; reporting somebody; beginning a game at one
screen; keeping a study; making a tournament, a bot, a token; having messages sent to a browser; an archive of all that
is one's own; asking for something by an id that is none."""
WORDS: Mapping[Deed, str] = {
    "log-in": "tries",
    "claim": "new names",
    "forgotten": "mails for a new password",
    "mail-link": "links of mails",
    "challenge": "challenges",
    "meeting": "games with others",
    "chat": "lines of chat",
    "report": "reports",
    "game": "new games",
    "study": "new studies",
    "cup": "new tournaments",
    "bot": "new bots",
    "token": "new tokens",
    "push": "browsers for messages",
    "archive": "archives",
    "link": "wrong addresses",
}
SLUGS: Mapping[Deed, str] = {
    "log-in": "account/limit",
    "claim": "account/limit",
    "forgotten": "account/limit",
    "mail-link": "account/limit",
    "challenge": "challenge/limit",
    "chat": "chat/limit",
    "report": "report/limit",
}
"""Where it isn't "server/limit"."""
BY_NAME = parse("10 per 10 minutes")
"""Passwords that are tried for one name."""
HOLD_S = 0.25
"""Whoever goes on asking hears so late that he is refused: a program that asks again at once would else ask as fast as
the processor can say no."""
PACE = parse("30 per 6 seconds")
"""How fast something may come, counted in each process for itself: a class may begin all at once."""
BY_ADDRESS: dict[Deed, tuple[RateLimitItem, ...]] = {
    "log-in": (parse("40 per 10 minutes"),),
    "claim": (parse("20 per hour"), parse("60 per day")),
    "forgotten": (parse("10 per hour"),),
    "mail-link": (parse("30 per hour"),),
    "challenge": (PACE, parse("600 per hour")),
    "meeting": (PACE, parse("1500 per hour")),
    "chat": (PACE, parse("600 per 10 minutes")),
    "report": (parse("40 per day"),),
    "game": (PACE, parse("1000 per hour")),
    "study": (PACE, parse("200 per hour")),
    "push": (parse("300 per hour"),),
    "link": (parse("100 per 10 minutes"),),
}
"""From one address, whoever asks there: a class at a school, all behind one address, still plays."""
BY_PERSON: dict[Deed, tuple[RateLimitItem, ...]] = {
    "meeting": (parse("300 per hour"),),
    "cup": (parse("30 per day"),),
    "bot": (parse("20 per day"),),
    "token": (parse("60 per hour"),),
    "push": (parse("30 per hour"),),
    "archive": (parse("6 per hour"),),
    "link": (parse("100 per 10 minutes"),),
}
"""Of what its own rows don't count already: challenges, lines of chat, reports."""
ALWAYS: frozenset[Deed] = frozenset({"log-in", "claim", "forgotten", "mail-link"})
"""What is counted by whatever stands for an address, also on this machine."""
LONGEST_MS = 1000 * max(
    limit.get_expiry() for each in (BY_ADDRESS, BY_PERSON) for some in each.values() for limit in some
)
"""The longest span for which anything is counted."""
LONG: frozenset[Deed] = frozenset({"archive"})
"""What takes so long that others behind the same address would wait."""
KEPT = 8192
"""Of whom it is known here, without asking, that they are refused."""
AHEAD_MS = 60_000
"""No server's time is so far from that of another: a bucket that is empty this much later than a full one was filled
while the time of day was wrong, and counts nothing."""


@dataclass(frozen=True, slots=True)
class RateCount:
    """Something that is counted of somebody."""

    deed: Deed
    limit: RateLimitItem
    who: str

    @property
    def step_ms(self) -> int:
        """After how long one more may come."""
        return max(1, self.span_ms // self.limit.amount)

    @property
    def span_ms(self) -> int:
        """In how long a full bucket is empty."""
        return 1000 * self.limit.get_expiry()


class Rates:
    """All counts of the house."""

    def __init__(self, store: Store, clock: Callable[[], int] = now_ms) -> None:
        """Keep them in a store; `clock` tells the time of day, in milliseconds."""
        self._store, self._clock = store, clock
        self._secret = b""
        self._refused: OrderedDict[str, int] = OrderedDict()
        self._pace = Pace()
        self.turnstile = Turnstile()
        """For whoever's deeds are counted by his address."""

    async def take(self, *counts: RateCount) -> None:
        """Count one more of each, in this order, up to the first that is used up.

        Raises:
            TooOftenError: "server/limit", or the slug of its deed.
        """
        if not counts:
            return
        self._secret = self._secret or (await self._store.secret("rates")).encode()
        keys, now = [self._fingerprint(each) for each in counts], self._clock()
        self._refuse_known(counts, keys, now)
        kept = [self._keep_pace(one, key, now) for one, key in zip(counts, keys, strict=True)]
        if all(kept):
            return

        def work(connection: sa.Connection) -> tuple[int, int] | None:
            for at, (one, key) in enumerate(zip(counts, keys, strict=True)):
                wait = 0 if kept[at] else _take(connection, key, one, now)
                if wait:
                    return at, wait
            return None

        found = await self._store.write(work)  # what came before stays counted
        if found is not None:
            at, wait = found
            self._remember(keys[at], now + wait)
            raise _refusal(counts[at], wait)

    async def refuse_known(self, *counts: RateCount) -> None:
        """Refuse who was refused here a moment ago, and has not waited; count nothing, and take a little time over it.

        Raises:
            TooOftenError: As `take` does.
        """
        if not self._refused:
            return
        try:
            self._refuse_known(counts, [self._fingerprint(each) for each in counts], self._clock())
        except TooOftenError:
            await asyncio.sleep(HOLD_S)
            raise

    def _refuse_known(self, counts: Sequence[RateCount], keys: Sequence[str], now: int) -> None:
        for one, key in zip(counts, keys, strict=True):
            until = self._refused.get(key, 0)
            if now < until <= now + one.step_ms + AHEAD_MS:
                raise _refusal(one, until - now)

    def _keep_pace(self, one: RateCount, key: str, now: int) -> bool:
        """Count one more here, where it is counted here; return whether it is."""
        if one.limit is not PACE:
            return False
        wait = self._pace.take(key, one.step_ms, one.span_ms, now)
        if wait:
            self._remember(key, now + wait)
            raise _refusal(one, wait)
        return True

    def _remember(self, key: str, until_ms: int) -> None:
        self._refused[key] = until_ms
        self._refused.move_to_end(key)
        if len(self._refused) > KEPT:
            self._refused.popitem(last=False)

    def _fingerprint(self, one: RateCount) -> str:
        text = f"{one.deed} {one.limit.get_expiry()} {one.who}"
        return hmac.new(self._secret, text.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:40]


def counts_of(deed: Deed, address: str, person: str | None = None) -> tuple[RateCount, ...]:
    """Return what is counted where somebody does something: by address, then by person where one is known."""
    where = block_of(address)
    is_counted = deed in ALWAYS or is_elsewhere(address)
    by_address = BY_ADDRESS.get(deed, ()) if is_counted else ()
    by_person = BY_PERSON.get(deed, ()) if person is not None else ()
    told = [(each, where) for each in by_address] + [(each, person or "") for each in by_person]
    return tuple(RateCount(deed, each, who) for each, who in told)


async def count(connection: ASGIConnection[Any, Any, Any, Any], deed: Deed) -> None:
    """Count what whoever asks does.

    Raises:
        TooOftenError: Where it is too often.
    """
    state, house = connection.state, connection.app.state.services.rates
    person = state.guest if state.asker == state.guest else None
    counts = counts_of(deed, state.address, person)
    await house.refuse_known(*counts)
    if is_elsewhere(state.address) and deed not in LONG:
        await state.turn.take()
    await house.take(*counts)


def forget_empty(connection: sa.Connection, now: int) -> None:
    """Delete the counts that count nothing any more, or never did."""
    connection.execute(
        rates.delete().where(sa.or_(rates.c.full_ms < now, rates.c.full_ms > now + LONGEST_MS + AHEAD_MS))
    )


def _take(connection: sa.Connection, key: str, one: RateCount, now: int) -> int:
    """Count one more, or return in how many milliseconds that can be done."""
    step, span = one.step_ms, one.span_ms
    values = {"whose": key, "first": now + step, "now": now, "step": step, "most": now + span - step}
    values["ahead"] = now + span + AHEAD_MS
    if connection.execute(_counting(is_postgres(connection)), values).first() is not None:
        return 0
    until = connection.execute(_FULL, {"whose": key}).scalar_one()
    return max(1, int(until) + step - span - now)


_FULL = sa.select(rates.c.full_ms).where(rates.c.key == sa.bindparam("whose"))


@cache
def _counting(in_postgres: bool) -> Any:
    """Return the statement that counts one more: to make it takes longer than to carry it out."""
    names = "now", "step", "most", "ahead"
    now, step, most, ahead = (sa.bindparam(name, type_=sa.BigInteger) for name in names)
    full = sa.case((rates.c.full_ms.between(now, ahead), rates.c.full_ms), else_=now)
    added = insertion(rates, in_postgres=in_postgres).values(key=sa.bindparam("whose"), full_ms=sa.bindparam("first"))
    return added.on_conflict_do_update(
        index_elements=["key"],
        set_={"full_ms": full + step},
        where=sa.or_(rates.c.full_ms <= most, rates.c.full_ms > ahead),
    ).returning(rates.c.full_ms)


def _refusal(one: RateCount, wait_ms: int) -> TooOftenError:
    told = f"that is too often: at most {one.limit.amount:,} {WORDS[one.deed]} within {_span(one.limit)}"
    return too_often(told, wait_ms, SLUGS.get(one.deed, TooOftenError.default_slug))


def _span(limit: RateLimitItem) -> str:
    unit = limit.GRANULARITY.name
    if limit.multiples > 1:
        return f"{limit.multiples} {unit}s"
    return f"{'an' if unit == 'hour' else 'a'} {unit}"
