"""Moves decided beforehand: "if he plays x, I answer y" (floor: server).

A tree stands beside the seat, in a table of its own, and nobody but its owner hears of it until it is played. The
answer is an event like any other, which takes the next number of its game; the tree goes on in the same transaction. So
whoever looks, in whatever process, it is played once, and after a kill the next look plays it.
"""

from __future__ import annotations

import logging
import secrets
from typing import Any

import msgspec
import sqlalchemy as sa

from motu.errors import MotuError
from motu.server.correspondence.plan_tree import Branch, Plan, answered, checked, gone_on
from motu.server.events import ServerError
from motu.server.game_log import GameLog
from motu.server.kept_games import overtaken
from motu.server.new_games import ID_BYTES
from motu.server.postgres import insert_into
from motu.server.rooms import Room, Rooms
from motu.server.schema import games, plans
from motu.server.seats import is_remote
from motu.server.speeds import speed_of
from motu.server.store import Store, Work

MOST_AT_ONCE = 100
"""Games that are looked at in one sweep; the next one takes more."""
MOST_ANSWERS = 8
"""Steps that are played in one go, of both."""
_PLAN: msgspec.json.Decoder[Plan] = msgspec.json.Decoder(Plan)
_log = logging.getLogger("motu.server")


class Plans:
    """What all people of this house have decided beforehand."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        """Keep it in a store; play it in rooms."""
        self._store, self._rooms = store, rooms

    async def of(self, room: Room, person: int) -> tuple[Branch, ...]:
        """Return what a person will answer to moves of his opponent, as the game stands."""
        plan, _ = await self._find(room, person)
        plan = None if plan is None else gone_on(plan, list(room.log.steps), person)
        return () if plan is None or plan.answers else plan.branches

    async def decide(self, room: Room, person: int, branches: tuple[Branch, ...], seq: int) -> tuple[Branch, ...]:
        """Let a person decide what he answers, in place of all that he has decided before.

        Raises:
            ServerError: "server/plan" with what would be right; "server/seq" when the game has gone on.
        """
        log = room.log
        if branches:
            check_plannable(log, person)
        if seq != log.next_seq:
            raise overtaken(seq, log.next_seq)
        kept = checked(log.state, branches, person) if branches else ()
        plan = Plan(tuple(step.text for step in log.steps), branches=kept)

        def work(connection: sa.Connection) -> None:
            query = sa.select(games.c.next_seq).where(games.c.id == room.row.id).with_for_update()
            known = connection.execute(query).scalar_one()
            if known != seq:
                raise overtaken(seq, known)
            connection.execute(_own(plans.delete(), room, person))
            if kept:
                connection.execute(insert_into(connection, plans).values(_as_row(room, person, plan)))

        await self._store.write(work)
        return kept

    async def go_on(self, room: Room) -> None:
        """Play what has been decided about a game as it stands, if anything has."""
        if not is_planned_here(room):
            return
        try:
            for _ in range(MOST_ANSWERS):
                if not any([await self._answer(room, person) for person in (0, 1)]):
                    return
        except ServerError as error:
            if error.slug != "server/seq":  # somebody was quicker
                _log.warning("game %s does not go on by itself just now: %s", room.row.id, error)

    async def _answer(self, room: Room, person: int) -> bool:
        """Play a person's next step, if it is decided; return whether it was."""
        kept, version = await self._find(room, person)
        if kept is None:
            return False
        log = room.log
        plan = None if log.is_over else gone_on(kept, list(log.steps), person)
        if plan is None or plan.is_used_up or not plan.answers or log.acting != person:
            if plan is None or plan.is_used_up:
                await self._store.write(_forget(room, person, version))
            return False
        try:
            await self._rooms.move(
                room, plan.answers[0], log.next_seq, also=_step(room, person, version, answered(plan))
            )
        except MotuError as error:
            if isinstance(error, ServerError) and error.slug in ("server/seq", "server/disk", "server/stopping"):
                raise
            await self._store.write(_forget(room, person, version))
            return False
        return True

    async def sweep(self) -> None:
        """Play what should have been played: whoever was to do it may have been killed."""
        query = (
            sa.select(games.c.id, games.c.next_seq)
            .join(plans, plans.c.game_id == games.c.id)
            .where(games.c.is_over == sa.false(), games.c.player == plans.c.person)
            .limit(MOST_AT_ONCE)
        )
        for row in await self._store.read(lambda connection: connection.execute(query).all()):
            await self.go_on(await self._rooms.find(row.id, row.next_seq))

    async def _find(self, room: Room, person: int) -> tuple[Plan | None, str]:
        query = _own(sa.select(plans.c.what, plans.c.version), room, person)
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        return (None, "") if row is None else (_PLAN.decode(row.what), row.version)


def is_planned_here(room: Room) -> bool:
    """Return whether moves of a game can be decided beforehand."""
    log = room.log
    slow = speed_of(log.created.clock, log.game) in ("correspondence", "untimed")
    return is_remote(room.row) and slow and not log.game.max_chance_outcomes


def check_plannable(log: GameLog, person: int) -> None:
    """Check that a person can decide beforehand what he answers now.

    Raises:
        ServerError: "server/plan", "server/over".
    """
    log.check_resign(person)
    if log.game.max_chance_outcomes:
        raise ServerError("dice stand between a move and its answer: nothing is decided beforehand", slug="server/plan")
    if speed_of(log.created.clock, log.game) not in ("correspondence", "untimed"):
        raise ServerError("moves are decided beforehand in games by correspondence", slug="server/plan")
    if log.acting == person:
        raise ServerError("it is your turn: make your move, then decide what follows", slug="server/plan")


def _own(query: Any, room: Room, person: int) -> Any:
    return query.where(plans.c.game_id == room.row.id, plans.c.person == person)


def _as_row(room: Room, person: int, plan: Plan) -> dict[str, Any]:
    known = {"game_id": room.row.id, "person": person, "version": secrets.token_urlsafe(ID_BYTES)}
    return known | {"what": msgspec.json.encode(plan)}


def _step(room: Room, person: int, version: str, plan: Plan) -> Work:
    """Return the work that lets a plan go on, unless it is another one by now."""
    if plan.is_used_up:
        change = _own(plans.delete(), room, person)
    else:
        change = _own(plans.update(), room, person).values(_as_row(room, person, plan))

    def work(connection: sa.Connection) -> None:
        if connection.execute(change.where(plans.c.version == version)).rowcount != 1:
            raise ServerError("something else was decided meanwhile", slug="server/seq")

    return work


def _forget(room: Room, person: int, version: str) -> Work:
    """Return the work that drops a plan, unless it is another one by now, or the game has gone on elsewhere."""
    as_known = sa.select(games.c.id).where(games.c.id == room.row.id, games.c.next_seq == room.log.next_seq)
    change = _own(plans.delete(), room, person).where(plans.c.version == version, as_known.exists())
    return lambda connection: connection.execute(change)
