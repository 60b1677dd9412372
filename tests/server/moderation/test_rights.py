"""Who may ask for what: every route under /api/moderation, for a stranger, a person, a moderator, an administrator."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.accounts.account import AccountRole
from motu.server.schema import audit_entries, reports, sanctions
from motu.server.server_settings import ServerSettings
from server.applications import make_application
from server.programs.owners import house, owner, program, services_of
from server.two_people import Visitor

NUMBERS = itertools.count()
ROLES = ("stranger", "person", "moderator", "admin")
SCHEMA = make_application(ServerSettings(Path())).openapi_schema.to_schema()["paths"]
LABELS = [
    f"{method.upper()} {path}"
    for path, methods in SCHEMA.items()
    for method in methods
    if path.startswith("/api/moderation")
]
MAY: dict[str, set[str]] = {"GET /api/moderation/log": {"admin"}}
"""All others are for moderators and administrators."""
WARN = {"act": "warn", "why": "be kind"}
BODIES: dict[str, Any] = {
    "POST /api/moderation/reports/{report_id}": {"act": "dismiss", "why": "nothing"},
    "POST /api/moderation/people/{name}": WARN,
    "POST /api/moderation/people/{name}/fair-play": None,
    "POST /api/moderation/games/{game_id}/void": {"why": "a program"},
}
NOTHING = {"POST /api/moderation/games/{game_id}/void": "moderation/nothing"}
"""What those who may are told all the same: no rated game was played here."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with house(tmp_path_factory.mktemp("data")) as opened:
        yield opened


@pytest.fixture(scope="module")
def people(client: TestClient[Any]) -> dict[str, Visitor]:
    made = {role: owner(client, f"guest-{role}", f"The-{role}-here") for role in ROLES[1:]}
    set_role(client, "guest-moderator", "moderator")
    set_role(client, "guest-admin", "admin")
    owner(client, "guest-noisy", "Noisy")
    return {"stranger": Visitor(client, "somebody"), **made}


def set_role(client: TestClient[Any], account: str, role: AccountRole) -> None:
    asyncio.run(services_of(client).order.moderation.change_role(None, account, role, "for the test"))


def report(client: TestClient[Any], number: int) -> str:
    """Somebody has reported somebody; the report's id."""
    services = services_of(client)
    asyncio.run(services.order.reports.make(f"reporter {number}", "guest-noisy", "", "words", ""))
    return asyncio.run(services.order.reports.listing(is_open=True))[-1].id


def test_all_that_is_sent_is_known_here() -> None:
    assert {label for label in LABELS if not label.startswith("GET")} == BODIES.keys()


@pytest.mark.parametrize("label", LABELS)
def test_each_role_is_told_what_is_for_it(client: TestClient[Any], people: dict[str, Visitor], label: str) -> None:
    method, _, path = label.partition(" ")
    for role in ROLES:
        known = report(client, next(NUMBERS))
        named = path.format(report_id=known, name="Noisy", game_id="none")
        before = counts(client)
        answer = people[role].ask(method, named, BODIES.get(label))
        if role in MAY.get(label, {"moderator", "admin"}):
            assert answer.status_code < 300 or answer.json()["slug"] == NOTHING.get(label), (role, answer.text)
        else:
            assert answer.status_code == 403, (role, answer.text)
            assert answer.json()["slug"] == "moderation/not-yours"
            assert counts(client) == before, role
        asyncio.run(services_of(client).store.write(lambda connection: connection.execute(reports.delete())))


def counts(client: TestClient[Any]) -> list[Any]:
    """What there is of sanctions, entries in the log, and open reports."""
    asked = [sa.select(sa.func.count()).select_from(table) for table in (sanctions, audit_entries)]
    asked.append(sa.select(sa.func.count()).where(reports.c.closed_ms.is_(None)))

    def read(connection: sa.Connection) -> list[Any]:
        return [connection.execute(each).scalar_one() for each in asked]

    return asyncio.run(services_of(client).store.read(read))


def test_no_token_is_good_for_any_of_it(people: dict[str, Visitor]) -> None:
    token = program(people["admin"])
    for label in LABELS:
        method, _, path = label.partition(" ")
        named = path.format(report_id="x", name="Noisy", game_id="none")
        assert token.refused(method, named, BODIES.get(label)) == "token/scope"


def test_the_log_tells_names_and_who_has_the_database(client: TestClient[Any], people: dict[str, Visitor]) -> None:
    services = services_of(client)
    admin = asyncio.run(services.accounts.find("guest-admin"))
    asyncio.run(services.order.moderation.mute(admin, "guest-noisy", "too many words", 2))
    entries = people["admin"].well("GET", "/api/moderation/log")["entries"]
    by = {(each["who"], each["act"], each["whom"]): each for each in entries}
    assert by["The-admin-here", "mute", "Noisy"]["detail"] == "2 days"
    assert by[None, "role", "The-moderator-here"]["detail"] == "none → moderator"
    assert "guest-" not in str(entries), "ids are nobody's business"
    assert people["admin"].refused("GET", "/api/moderation/log?after=x") == "server/list"
