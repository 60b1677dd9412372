"""What is done to people: who may, that it ends what it must, that it outlives a restart, and that the log tells it."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
import sqlalchemy as sa

from motu.server.accounts.account import AccountRole
from motu.server.events import ServerError
from motu.server.moderation.audit import read_log
from motu.server.moderation.moderation import DAY_MS
from motu.server.moderation.roles import MAY, RANKS, Duty
from motu.server.moderation.sanctions import sanctions_of
from motu.server.programs.bots import Bots
from motu.server.programs.tokens import Tokens
from motu.server.schema import challenges, pairings
from server.accounts.houses import PASSWORD
from server.moderation.houses import Order, run_in_order

ROLES: tuple[AccountRole, ...] = tuple(RANKS)


def slug(caught: pytest.ExceptionInfo[ServerError]) -> str:
    return caught.value.slug


def test_who_is_suspended_is_out_until_the_end_and_told_why(database: sa.URL) -> None:
    async def script(order: Order) -> None:
        ann, bob = await order.person("Ann", "moderator"), await order.person("Bob")
        session = await order.sessions.make(bob.id, "Firefox, Linux")
        assert await order.sessions.read(session) is not None
        await order.moderation.suspend(ann, bob.id, "rude words", 3)
        assert await order.sessions.read(session) is None
        with pytest.raises(ServerError) as caught:
            await order.accounts.log_in("Bob", PASSWORD)
        assert slug(caught) == "account/suspended"
        assert "rude words" in caught.value.message
        assert "2027-01-18 08:00 UTC" in caught.value.message
        assert caught.value.legal == (str(order.now[0] + 3 * DAY_MS),)
        with pytest.raises(ServerError, match="another one"):
            await order.accounts.log_in("Bob", "no password of his")
        order.now[0] += 3 * DAY_MS
        assert (await order.accounts.log_in("Bob", PASSWORD)).id == bob.id
        assert await order.sessions.read(session) is None, "what has ended stays so"

    run_in_order(database, script)


def test_a_suspension_outlives_a_restart_and_ends_when_it_is_restored(database: sa.URL) -> None:
    async def before(order: Order) -> None:
        bob = await order.person("Bob")
        await order.moderation.suspend(None, bob.id, "used a program")

    async def after(order: Order) -> None:
        with pytest.raises(ServerError, match="suspended for good: used a program"):
            await order.accounts.log_in("Bob", PASSWORD)
        await order.moderation.restore(None, "id-of-Bob", "it was somebody else")
        await order.accounts.log_in("Bob", PASSWORD)
        with pytest.raises(ServerError) as caught:
            await order.moderation.restore(None, "id-of-Bob", "again")
        assert slug(caught) == "moderation/nothing"

    run_in_order(database, before)
    run_in_order(database, after)


def test_a_session_that_another_process_makes_at_the_same_moment_opens_nothing(database: sa.URL) -> None:
    async def script(order: Order) -> None:
        bob = await order.person("Bob")
        await order.moderation.suspend(None, bob.id, "used a program")
        late = await order.sessions.make(bob.id, "")
        assert await order.sessions.read(late, is_sure=True) is None

    run_in_order(database, script)


def test_bots_go_with_their_owner_and_alone(database: sa.URL) -> None:
    async def script(order: Order) -> None:
        bob = await order.person("Bob")
        tokens, bots = Tokens(order.store, lambda: order.now[0]), Bots(order.store, order.accounts)
        first, second = await bots.make(bob, "Bobs-first"), await bots.make(bob, "Bobs-second")
        texts = [(await tokens.make(each.id, "a", ("play",))).text for each in (bob, first, second)]
        await order.moderation.suspend(None, first.id, "moves too fast for us")
        opens = [await is_good(tokens, text) for text in texts]
        assert opens == [True, False, True]
        await order.moderation.suspend(None, bob.id, "used a program", 1)
        assert not any([await is_good(tokens, text) for text in texts])
        made = await tokens.make(second.id, "made meanwhile", ("play",))
        assert not await is_good(tokens, made.text)
        order.now[0] += DAY_MS
        assert await is_good(tokens, made.text)

    run_in_order(database, script)


def test_nobody_waits_for_an_answer_of_who_is_suspended(database: sa.URL) -> None:
    async def script(order: Order) -> None:
        ann, bob = await order.person("Ann"), await order.person("Bob")
        bot = await Bots(order.store, order.accounts).make(bob, "Bobs-bot")
        taken = {"taken_by": bot.id, "cancelled_ms": None}
        rows = [
            {"id": name, "maker": maker, "asked": asked, "taken_by": None, "cancelled_ms": None} | more
            for name, maker, asked, more in (
                ("to the bot", ann.id, bot.id, {}),
                ("to him", ann.id, bob.id, {}),
                ("his own", bob.id, ann.id, {}),
                ("taken", ann.id, bot.id, taken),
                ("of others", ann.id, "cem", {}),
            )
        ]
        common = {"what": b"{}", "is_open": False, "created_ms": 1, "expires_ms": order.now[0] + DAY_MS}
        made = [each | common for each in rows]
        await order.store.write(lambda opened: opened.execute(challenges.insert(), made))
        await order.moderation.suspend(None, bob.id, "used a program", 1)
        query = sa.select(challenges.c.id, challenges.c.cancelled_ms, challenges.c.declined_ms)
        found = {row.id: tuple(row)[1:] for row in await order.store.read(lambda opened: opened.execute(query).all())}
        now, still = order.now[0], (None, None)
        declined = {"to the bot": (None, now), "to him": (None, now)}
        assert found == declined | {"his own": (now, None), "taken": still, "of others": still}

    run_in_order(database, script)


async def is_good(tokens: Tokens, text: str) -> bool:
    try:
        await tokens.read(text, is_sure=True)
    except ServerError as error:
        return error.slug not in ("token/wrong", "account/suspended")
    return True


@pytest.mark.parametrize("days", [3, None])
def test_whoever_shows_a_token_is_told_of_a_suspension_and_not_why(days: int | None, database: sa.URL) -> None:
    async def script(order: Order) -> None:
        bob = await order.person("Bob")
        tokens = Tokens(order.store, lambda: order.now[0])
        bot = await Bots(order.store, order.accounts).make(bob, "Bobs-bot")
        texts = [(await tokens.make(each.id, "a", ("play",))).text for each in (bob, bot)]
        lost = await tokens.make(bot.id, "lost", ("play",))
        short = await tokens.make(bot.id, "short", ("play",), 1)
        await tokens.revoke([bot.id], lost.about.id)
        order.now[0] += 1
        await order.moderation.suspend(None, bob.id, "rude words", 1)
        order.now[0] += 1
        await order.moderation.suspend(None, bob.id, "rude words", days)
        until = "" if days is None else str(order.now[0] + days * DAY_MS)
        lasts = "for good" if days is None else "until 2027-01-18 08:00 UTC"
        for text in texts:
            for is_sure in (True, False):
                with pytest.raises(ServerError, match=f"the account of this token is suspended {lasts}") as caught:
                    await tokens.read(text, is_sure=is_sure)
                assert (slug(caught), caught.value.text, caught.value.legal) == ("account/suspended", "", (until,))
                assert "rude" not in caught.value.message
        with pytest.raises(ServerError, match="revoked"):
            await tokens.read(lost.text)
        order.now[0] += DAY_MS
        with pytest.raises(ServerError, match="expired"):
            await tokens.read(short.text)
        await order.moderation.restore(None, bob.id, "it was somebody else")
        with pytest.raises(ServerError, match="revoked"):
            await tokens.read(texts[0], is_sure=True)

    run_in_order(database, script)


def test_what_somebody_offers_is_withdrawn_with_him(database: sa.URL) -> None:
    async def script(order: Order) -> None:
        bob = await order.person("Bob")
        row = {"id": "c", "maker": bob.id, "what": b"{}", "is_open": True, "created_ms": 1, "expires_ms": 2**50}
        waits = {"guest": bob.id, "wish": "atoll.fast", "name": "Bob", "since_ms": 1, "seen_ms": 1}

        def begin(connection: sa.Connection) -> None:
            connection.execute(challenges.insert().values(row))
            connection.execute(pairings.insert().values(waits))

        await order.store.write(begin)
        await order.moderation.suspend(None, bob.id, "used a program")
        cancelled = await order.store.read(
            lambda connection: connection.execute(sa.select(challenges.c.cancelled_ms)).scalar_one()
        )
        assert cancelled == order.now[0]
        assert await order.store.read(lambda connection: connection.execute(sa.select(pairings)).all()) == []

    run_in_order(database, script)


@pytest.mark.parametrize("whose", ROLES)
@pytest.mark.parametrize("role", ROLES)
def test_each_does_what_he_may_to_those_below_him(role: AccountRole, whose: AccountRole, database: sa.URL) -> None:
    async def script(order: Order) -> None:
        by, whom = await order.person("Ann", role), await order.person("Bob", whose)
        moderation = order.moderation
        acts: dict[Duty, Any] = {
            "warn": moderation.warn(by, whom.id, "be kind"),
            "mute": moderation.mute(by, whom.id, "be kind", 1),
            "unmute": moderation.unmute(by, whom.id, "was kind"),
            "suspend": moderation.suspend(by, whom.id, "be kind", 1),
            "restore": moderation.restore(by, whom.id, "was kind"),
            "rename": moderation.rename(by, whom.id, "Robert", "was rude"),
            "role": moderation.change_role(by, whom.id, "none", "rests"),
        }
        for duty, act in acts.items():
            is_refused = RANKS[role] <= RANKS[whose] or role not in MAY[duty]
            with pytest.raises(ServerError) if is_refused else contextlib.nullcontext() as caught:
                await act
            assert caught is None or slug(caught) == "moderation/not-yours", duty
        done = [entry.act for entry in await read_log(order.store, whom.id) if entry.who == by.id]
        assert len(done) == sum(role in MAY[duty] and RANKS[role] > RANKS[whose] for duty in acts)

    run_in_order(database, script)


def test_nobody_decides_about_himself_and_nobody_about_the_machine(database: sa.URL) -> None:
    async def script(order: Order) -> None:
        ann = await order.person("Ann", "admin")
        for by, whom in ((ann, ann.id), (None, "level-3"), (ann, "strongest")):
            with pytest.raises(ServerError) as caught:
                await order.moderation.suspend(by, whom, "why not")
            assert slug(caught) == "moderation/not-yours"

    run_in_order(database, script)


def test_what_a_role_was_some_seconds_ago_counts_for_nothing(database: sa.URL) -> None:
    async def script(order: Order) -> None:
        ann, bob = await order.person("Ann", "moderator"), await order.person("Bob")
        await order.moderation.change_role(None, ann.id, "none", "rests")
        with pytest.raises(ServerError) as caught:
            await order.moderation.warn(ann, bob.id, "be kind")
        assert slug(caught) == "moderation/not-yours"

    run_in_order(database, script)


@pytest.mark.parametrize("why", ["", "  ", "x" * 201, "a\x00b"])
def test_nothing_is_done_without_a_reason(why: str, database: sa.URL) -> None:
    async def script(order: Order) -> None:
        bob = await order.person("Bob")
        with pytest.raises(ServerError) as caught:
            await order.moderation.suspend(None, bob.id, why)
        assert slug(caught) == "moderation/reason"
        assert await read_log(order.store, bob.id) == []
        assert await order.store.read(lambda connection: sanctions_of(connection, bob.id, 9)) == []

    run_in_order(database, script)


def test_a_name_and_a_password_are_changed_whenever_it_must_be(database: sa.URL) -> None:
    async def script(order: Order) -> None:
        bob = await order.person("Bob")
        await order.person("Cleo")
        session = await order.sessions.make(bob.id, "")
        await order.moderation.rename(None, bob.id, "Robert", "rude")
        assert (await order.accounts.find_name("robert")) is not None
        assert await order.accounts.find_name("Bob") is None
        with pytest.raises(ServerError) as caught:
            await order.moderation.rename(None, bob.id, "cle0", "rude")
        assert slug(caught) == "account/name-taken"
        passwords = order.accounts._passwords
        await order.moderation.set_password(None, bob.id, "a reef of corals", "has forgotten his", passwords)
        assert await order.sessions.read(session) is None
        await order.accounts.log_in("Robert", "a reef of corals")
        told = [(entry.act, entry.detail) for entry in await read_log(order.store, bob.id)]
        assert sorted(told) == [("password", ""), ("rename", "Bob → Robert")]

    run_in_order(database, script)


def test_the_log_is_told_page_by_page(database: sa.URL) -> None:
    async def script(order: Order) -> None:
        bob = await order.person("Bob")
        for number in range(5):
            order.now[0] += number % 2  # some at the same moment
            await order.moderation.warn(None, bob.id, f"number {number}")
        whole = await read_log(order.store)
        assert [entry.at_ms for entry in whole] == sorted((entry.at_ms for entry in whole), reverse=True)
        assert {entry.why for entry in whole} == {f"number {number}" for number in range(5)}
        pages, place = [], None
        while page := await read_log(order.store, before=place, limit=2):
            pages += page
            place = page[-1].place
        assert pages == whole
        for wrong in ("", "x.y", "99999999999999999999.a", "²3.a"):
            with pytest.raises(ServerError) as caught:
                await read_log(order.store, before=wrong)
            assert slug(caught) == "server/list"

    run_in_order(database, script)
