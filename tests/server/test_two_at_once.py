"""Limits hold also where the last one that there may be is asked for at two servers at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from types import ModuleType
from typing import Any

import pytest
import sqlalchemy as sa

from motu.server import challenge_limits, going, studies
from motu.server.accounts import taking
from motu.server.accounts.account import UserAccount
from motu.server.accounts.accounts import Accounts
from motu.server.accounts.sessions import Sessions
from motu.server.blocks import blocks
from motu.server.challenge import Terms
from motu.server.challenges import Challenges
from motu.server.chat import lines
from motu.server.events import ClockSettings, Created, Participant
from motu.server.mail import addresses, resets
from motu.server.mail.addresses import MailAddresses
from motu.server.mail.signed_links import SignedLinks
from motu.server.moderation import reports
from motu.server.passkeys import passkeys
from motu.server.passkeys.ceremonies import KeyFacts, KeyPlace
from motu.server.passkeys.nonces import Nonces
from motu.server.programs import bots, tokens
from motu.server.rooms import Rooms
from motu.server.schema import accounts, mail_addresses, mails
from motu.server.store import Store
from motu.server.studies import Draft, Studies
from motu.server.tournaments import limits
from motu.server.tournaments.terms import NewTournament, terms_of
from motu.server.tournaments.tournaments import Tournaments
from motu.server.wall_time import now_ms
from server.overlapping import TwoServers, slugs

SPEC = "hex(size=3)"
BLITZ = ClockSettings(60_000)
LINKS = SignedLinks("secret", "https://motu.example.org")
Ask = Callable[[Store, int], Coroutine[Any, Any, Any]]
"""Asks for one of what there may be one, at a server: the first or the second of two."""


def account(name: str) -> UserAccount:
    return UserAccount(name, "person", name.title(), "none", None, now_ms(), now_ms(), is_closed=False)


def row(name: str) -> dict[str, Any]:
    """Return somebody's account as it is kept."""
    known = account(name)
    return {each: getattr(known, each) for each in UserAccount.__slots__} | {"skeleton": name, "password": "kept"}


def challenge(maker: str, *, is_open: bool = False, asked: str | None = None) -> Ask:
    def ask(store: Store, number: int) -> Coroutine[Any, Any, Any]:
        made_by = maker.format(number)
        return Challenges(store, Rooms(store)).make(made_by, Terms(SPEC), is_open=is_open, asked=asked)

    return ask


def game(store: Store, _: int) -> Coroutine[Any, Any, Any]:
    return Rooms(store).create(Created(SPEC, (Participant(), Participant())), "ann")


def study(store: Store, number: int) -> Coroutine[Any, Any, Any]:
    return Studies(store).create("ann", Draft("Study", SPEC, b"{}"), f"study{number}")


def cup(maker: str) -> Ask:
    def ask(store: Store, number: int) -> Coroutine[Any, Any, Any]:
        wanted = NewTournament(name="Cup", spec=SPEC, system="round-robin", clock=BLITZ, most=8, starts_in_ms=1000)
        cups = Tournaments(store, Rooms(store), Accounts(store))
        return cups.make(account(maker.format(number)), terms_of(wanted), 1000)

    return ask


def token(store: Store, _: int) -> Coroutine[Any, Any, Any]:
    return tokens.Tokens(store).make("ann", "Token", ["play"])


def bot(store: Store, number: int) -> Coroutine[Any, Any, Any]:
    return bots.Bots(store, Accounts(store)).make(account("ann"), f"Bot{number}")


def block(store: Store, number: int) -> Coroutine[Any, Any, Any]:
    return blocks.Blocks(store).decide("ann", f"guest{number}", "mute", "")


def report(store: Store, number: int) -> Coroutine[Any, Any, Any]:
    return reports.Reports(store).make("ann", f"guest{number}", "", "words", "")


def line(store: Store, number: int) -> Coroutine[Any, Any, Any]:
    return store.write(lambda opened: lines.add_line(opened, f"game{number}", "players", "ann", ("Hello", None)))


def passkey(store: Store, number: int) -> Coroutine[Any, Any, Any]:
    facts = KeyFacts(f"key{number}", b"", 0, is_synced=False)
    known = passkeys.Passkeys(store, Accounts(store), Nonces("00"))
    return store.write(known._addition("ann", f"key{number}", KeyPlace("localhost", ()), "Key", facts))


def address(who: str, where: str) -> Ask:
    def ask(store: Store, number: int) -> Coroutine[Any, Any, Any]:
        known = MailAddresses(store, LINKS, now_ms)
        return known.give(account(who.format(number)), where.format(number), "en", has_digest=False)

    return ask


LIMITS: list[tuple[ModuleType, str, Ask, str]] = [
    (challenge_limits, "MAX_WAITING", challenge("ann"), "challenge/limit"),
    (challenge_limits, "MAX_HOURLY", challenge("ann"), "challenge/limit"),
    (challenge_limits, "MAX_ASKED", challenge("guest{}", asked="bob"), "challenge/limit"),
    (challenge_limits, "MAX_OPEN", challenge("guest{}", is_open=True), "challenge/limit"),
    (going, "MAX_GOING", game, "server/too-many"),
    (studies, "MAX_STUDIES", study, "server/too-many-studies"),
    (limits, "MAX_MADE", cup("ann"), "server/too-many"),
    (limits, "MAX_GOING", cup("guest{}"), "server/too-many"),
    (tokens, "MAX_EACH", token, "server/too-many"),
    (bots, "MAX_EACH", bot, "server/too-many"),
    (blocks, "MAX_BLOCKS", block, "block/limit"),
    (reports, "MAX_DAILY", report, "report/limit"),
    (passkeys, "MAX_EACH", passkey, "server/too-many"),
    (lines, "RATES", line, "chat/limit"),
    (addresses, "MAX_DAILY", address("ann", "ann{}@example.org"), "account/limit"),
    (addresses, "MAX_DAILY", address("guest{}", "ann@example.org"), "account/limit"),
]


@pytest.mark.parametrize(("module", "name", "ask", "slug"), LIMITS)
def test_of_two_at_once_one_is_too_many(
    module: ModuleType, name: str, ask: Ask, slug: str, two_servers: TwoServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, ((10_000, 1),) if name == "RATES" else 1)

    async def script() -> None:
        answers = await two_servers.overlap(ask(two_servers.first, 1), ask(two_servers.second, 2))
        assert slugs(answers) == [None, slug]

    asyncio.run(script())


def test_the_bytes_of_two_studies_that_are_kept_at_once_are_counted_together(
    two_servers: TwoServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "MAX_TOTAL_BYTES", 3)

    async def script() -> None:
        answers = await two_servers.overlap(study(two_servers.first, 1), study(two_servers.second, 2))
        assert slugs(answers) == [None, "server/too-many-studies"]

    asyncio.run(script())


def test_who_joins_two_tournaments_at_once_is_in_one_too_many(
    two_servers: TwoServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_ENTERED", 1)

    async def script() -> None:
        both = two_servers.first, two_servers.second
        made = [await cup(f"guest{number}")(store, number) for number, store in enumerate(both)]
        await two_servers.first.write(lambda opened: opened.execute(accounts.insert().values(row("ann"))))
        cups = [Tournaments(store, Rooms(store), Accounts(store)) for store in both]
        joining = [each.enter(known.tournament.id, account("ann")) for each, known in zip(cups, made, strict=True)]
        assert slugs(await two_servers.overlap(*joining)) == [None, "server/too-many"]

    asyncio.run(script())


def test_who_asks_twice_at_once_for_a_new_password_gets_one_mail(
    two_servers: TwoServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resets, "MAX_HOURLY", 1)
    address = {"address": "ann@example.org", "mail_key": "ann@example.org", "language": "en", "has_digest": False}

    def confirmed(opened: sa.Connection) -> None:
        opened.execute(accounts.insert().values(row("ann")))
        opened.execute(mail_addresses.insert().values(person="ann", confirmed_ms=0, **address))

    async def ask(store: Store) -> None:
        known = Accounts(store)
        letters = resets.PasswordResets(
            store, LINKS, MailAddresses(store, LINKS, now_ms), known, Sessions(store), clock=now_ms
        )
        monkeypatch.setattr(known.rates, "take", nothing)
        await letters.ask("ann@example.org", "en", "")

    async def nothing(*_: object) -> None:
        """Count nothing."""

    async def script() -> None:
        await two_servers.first.write(confirmed)
        assert slugs(await two_servers.overlap(ask(two_servers.first), ask(two_servers.second))) == [None, None]
        query = sa.select(sa.func.count()).select_from(mails).where(mails.c.due_ms.is_not(None))
        assert await two_servers.first.read(lambda opened: opened.execute(query).scalar_one()) == 1

    asyncio.run(script())


@pytest.mark.parametrize(
    ("name", "ask", "slug"),
    [("MAX_GOING", game, "server/too-many"), ("MAX_STUDIES", study, "server/too-many-studies")],
)
def test_what_a_guest_takes_along_is_counted_with_what_is_begun_meanwhile(
    name: str, ask: Ask, slug: str, two_servers: TwoServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taking, name, 1)

    async def script() -> None:
        store = two_servers.first
        await store.write(lambda opened: opened.execute(accounts.insert().values(row("ann"))))
        await Rooms(store).create(Created(SPEC, (Participant(), Participant())), "guest")
        await Studies(store).create("guest", Draft("Study", SPEC, b"{}"), "study0")
        along = two_servers.second.write(lambda opened: taking._take(opened, "guest", "ann"))
        assert slugs(await two_servers.overlap(ask(store, 1), along)) == [None, slug]

    asyncio.run(script())
