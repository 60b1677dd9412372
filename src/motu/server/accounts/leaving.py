"""What becomes of an account's rows when it is deleted (floor: server): each kind of row by the register.

Everything here is work in somebody's transaction, and may be done again: what is gone already stays gone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from motu.server.accounts.account import COLUMNS, UserAccount, account_in_row
from motu.server.accounts.belongings import BELONGINGS
from motu.server.events import ServerError
from motu.server.postgres import TAKING, insert_into, lock_until_commit
from motu.server.rungs.rungs import drop_closed
from motu.server.schema import (
    accounts,
    audit_entries,
    challenges,
    chat_lines,
    departures,
    events,
    games,
    plans,
    tournament_entrants,
    tournaments,
)

GRACE_MS = 10_000
"""So long after an account is closed everything is deleted once more: what was under way then has come to its end."""
MOST_AT_ONCE = 100
"""Games of which the names are taken out in one transaction."""
_NAMELESS = "gone/"
"""What the index that keeps names apart has of accounts without one, before their ids."""


def close_for_good(connection: sa.Connection, account_id: str, now_ms: int) -> list[str]:
    """Close an account and its bots, take their names away and delete what is theirs; return their ids.

    Games that go on, and the names in games, are left to whoever looks after departures.

    Raises:
        ServerError: "server/no-person"; "moderation/not-yours" for the machine.
    """
    lock_until_commit(connection, TAKING)
    mine = sa.or_(accounts.c.id == account_id, accounts.c.owner == account_id)
    found = [account_in_row(row) for row in connection.execute(sa.select(*COLUMNS).where(mine).with_for_update())]
    account = next((each for each in found if each.id == account_id), None)
    if account is None or account.is_closed:
        raise ServerError("there is no such account any more", slug="server/no-person")
    if account.kind == "house":
        raise ServerError(f"'{account.name}' is the machine, and stays", slug="moderation/not-yours")
    for each in found:
        _close(connection, each, now_ms)
        delete_belongings(connection, each.id, now_ms)
    return [each.id for each in found]


def _close(connection: sa.Connection, account: UserAccount, now_ms: int) -> None:
    nothing: dict[str, Any] = {"name": "", "skeleton": f"{_NAMELESS}{account.id}", "password": None, "owner": None}
    nothing |= {"role": "none", "created_ms": 0, "renamed_ms": 0, "is_closed": True}
    connection.execute(accounts.update().where(accounts.c.id == account.id).values(nothing))
    leaves = insert_into(connection, departures).values(account=account.id, at_ms=now_ms)
    connection.execute(leaves.on_conflict_do_nothing())


def delete_belongings(connection: sa.Connection, account_id: str, now_ms: int) -> None:
    """Delete what is a closed account's, but for its games and challenges."""
    for each in BELONGINGS:
        if each.leaving == "goes":
            connection.execute(each.table.delete().where(each.column == account_id))
    for work in _OWN:
        work(connection, account_id, now_ms)


def finish(connection: sa.Connection, account_id: str, now_ms: int) -> bool:
    """Delete what has come since, and note that nothing is left; return whether that is so."""
    lock_until_commit(connection, TAKING)
    mine = sa.or_(*(games.c[each] == account_id for each in ("owner", "person0", "person1")))
    going = sa.select(games.c.id).where(mine, sa.or_(games.c.is_over == sa.false(), games.c.owner == account_id))
    if connection.execute(going.limit(1)).first() is not None:
        return False
    delete_belongings(connection, account_id, now_ms)
    offered = sa.or_(challenges.c.maker == account_id, challenges.c.asked == account_id)
    connection.execute(challenges.delete().where(offered))  # by now whoever waited has been told
    done = departures.c.account == account_id, departures.c.at_ms <= now_ms - GRACE_MS
    return bool(connection.execute(departures.delete().where(*done)).rowcount)


# --- rows that are not simply deleted


def _empty_chat_lines(connection: sa.Connection, account_id: str, _now_ms: int) -> None:
    """Let nothing be left of lines but their numbers, by which others go."""
    mine = chat_lines.update().where(chat_lines.c.person == account_id)
    connection.execute(mine.values(person="", text=None, phrase=None, at_ms=0))


def _leave_tournaments(connection: sa.Connection, account_id: str, now_ms: int) -> None:
    """Be in none that has not begun; who plays in one is seen to be gone, and his results stay, without a name."""
    mine = sa.select(tournament_entrants.c.tournament).where(tournament_entrants.c.person == account_id)
    states = {each: sa.select(tournaments.c.id).where(tournaments.c.state == each) for each in ("open", "running")}
    own = tournament_entrants.delete().where(tournament_entrants.c.person == account_id)
    connection.execute(own.where(tournament_entrants.c.tournament.in_(states["open"])))
    running = tournaments.c.id.in_(mine), tournaments.c.state == "running"
    connection.execute(tournaments.update().where(*running).values(due_ms=now_ms))


def _leave_ladders(connection: sa.Connection, account_id: str, now_ms: int) -> None:
    drop_closed(connection, account_id, now_ms)


def _forget_former_names(connection: sa.Connection, account_id: str, _now_ms: int) -> None:
    """Let the log of those who keep order say that a name was changed, but no longer which."""
    renamed = audit_entries.c.whom == account_id, audit_entries.c.act == "rename"
    connection.execute(audit_entries.update().where(*renamed).values(detail=""))


def _forget_plans(connection: sa.Connection, account_id: str, _now_ms: int) -> None:
    for seat, column in enumerate((games.c.person0, games.c.person1)):
        mine = sa.select(games.c.id).where(column == account_id)
        connection.execute(plans.delete().where(plans.c.person == seat, plans.c.game_id.in_(mine)))


Own = Callable[[sa.Connection, str, int], None]
_OWN: Sequence[Own] = (
    _empty_chat_lines,
    _leave_tournaments,
    _leave_ladders,
    _forget_former_names,
    _forget_plans,
)


# --- names in games


def take_names_out(connection: sa.Connection, account_id: str, after: str) -> list[tuple[str, bool]]:
    """Take somebody's name out of some of his games with others, in the order of their ids after one.

    Returns:
        The games that were looked at, and whether anything was changed in each; no games at the end.
    """
    mine = sa.or_(games.c.person0 == account_id, games.c.person1 == account_id)
    columns = games.c.id, games.c.person0, games.c.seats
    query = sa.select(*columns).where(mine, games.c.id > after).order_by(games.c.id).limit(MOST_AT_ONCE)
    rows = connection.execute(query.with_for_update()).all()
    firsts = events.c.seq == 0, events.c.game_id.in_([row.id for row in rows])
    first = {row.game_id: row.what for row in connection.execute(sa.select(events).where(*firsts))}
    changed = []
    for row in rows:
        seat = 0 if row.person0 == account_id else 1
        created, seats = msgspec.json.decode(first[row.id]), msgspec.json.decode(row.seats or "[{},{}]")
        is_named = any("name" in each[seat] for each in (created["seats"], seats))
        changed.append((row.id, is_named))
        if is_named:
            for each in (created["seats"], seats):
                each[seat].pop("name", None)
            this = events.c.game_id == row.id, events.c.seq == 0
            connection.execute(events.update().where(*this).values(what=msgspec.json.encode(created)))
            if row.seats is not None:
                text = msgspec.json.encode(seats).decode()
                connection.execute(games.update().where(games.c.id == row.id).values(seats=text))
    return changed
