"""Who may ask for what: every route under /api/moderation, for a stranger, a person, a moderator, an administrator."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.accounts.account import AccountRole
from motu.server.application import make_application
from motu.server.services import ServerSettings
from server.programs.owners import house, owner, program, services_of
from server.two_people import Visitor

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


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with house(tmp_path_factory.mktemp("data")) as opened:
        yield opened


@pytest.fixture(scope="module")
def people(client: TestClient[Any]) -> dict[str, Visitor]:
    made = {role: owner(client, f"guest-{role}", f"The-{role}-here") for role in ROLES[1:]}
    set_role(client, "guest-moderator", "moderator")
    set_role(client, "guest-admin", "admin")
    return {"stranger": Visitor(client, "somebody"), **made}


def set_role(client: TestClient[Any], account: str, role: AccountRole) -> None:
    asyncio.run(services_of(client).order.moderation.change_role(None, account, role, "for the test"))


@pytest.mark.parametrize("label", LABELS)
def test_each_role_is_told_what_is_for_it(client: TestClient[Any], people: dict[str, Visitor], label: str) -> None:
    method, _, path = label.partition(" ")
    for role in ROLES:
        answer = people[role].ask(method, path)
        if role in MAY.get(label, {"moderator", "admin"}):
            assert answer.status_code < 300, (role, answer.text)
        else:
            assert answer.status_code == 403, (role, answer.text)
            assert answer.json()["slug"] == "moderation/not-yours"


def test_no_token_is_good_for_any_of_it(people: dict[str, Visitor]) -> None:
    token = program(people["admin"])
    for label in LABELS:
        method, _, path = label.partition(" ")
        assert token.refused(method, path) == "token/scope"


def test_the_log_tells_names_and_who_has_the_database(client: TestClient[Any], people: dict[str, Visitor]) -> None:
    owner(client, "guest-noisy", "Noisy")
    services = services_of(client)
    admin = asyncio.run(services.accounts.find("guest-admin"))
    asyncio.run(services.order.moderation.mute(admin, "guest-noisy", "too many words", 2))
    entries = people["admin"].well("GET", "/api/moderation/log")["entries"]
    by = {(each["who"], each["act"], each["whom"]): each for each in entries}
    assert by["The-admin-here", "mute", "Noisy"]["detail"] == "2 days"
    assert by[None, "role", "The-moderator-here"]["detail"] == "none → moderator"
    assert "guest-" not in str(entries), "ids are nobody's business"
    assert people["admin"].refused("GET", "/api/moderation/log?after=x") == "server/list"
