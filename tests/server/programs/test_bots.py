"""A bot is an account of its own, for which a person answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.events import ServerError
from motu.server.programs.bots import MAX_EACH, Bots
from server.accounts.houses import PASSWORD, People, run_with
from server.programs.owners import house, owner, program
from server.two_people import Visitor


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with house(tmp_path) as opened:
        yield opened


def test_a_bot_belongs_to_a_person(database: sa.URL) -> None:
    async def script(people: People) -> None:
        ann = await people.accounts.claim("a", "Ann", PASSWORD)
        bots = Bots(people.store, people.accounts)
        made = await bots.make(ann, "Anns-bot")
        assert await people.accounts.find(made.id) == made
        assert (made.kind, made.owner, made.is_machine) == ("bot", "a", True)
        assert await bots.of("a") == [made]
        for name, slug in (
            ("anns_bot", "account/name-taken"),
            ("Ann", "account/name-taken"),
            ("x" * 90, "account/name"),
        ):
            with pytest.raises(ServerError) as error:
                await bots.make(ann, name)
            assert error.value.slug == slug
        with pytest.raises(ServerError) as error:
            await bots.make(made, "Bots-bot")
        assert error.value.slug == "account/bot"
        for word in ("", "x", PASSWORD):
            with pytest.raises(ServerError) as error:
                await people.accounts.log_in("Anns-bot", word)
            assert error.value.slug == "account/wrong", "nobody logs in as a bot"

    run_with(database, script)


def test_a_person_has_only_so_many(database: sa.URL) -> None:
    async def script(people: People) -> None:
        ann = await people.accounts.claim("a", "Ann", PASSWORD)
        bots = Bots(people.store, people.accounts)
        for letter in "bcdfghjklm"[:MAX_EACH]:
            await bots.make(ann, f"bot-{letter}")
        with pytest.raises(ServerError) as error:
            await bots.make(ann, "bot-z")
        assert error.value.slug == "server/too-many"
        await bots.close("a", "bot-b")
        await bots.make(ann, "bot-z")

    run_with(database, script)


def test_its_program_acts_for_the_bot_and_its_owner_holds_the_tokens(client: TestClient[Any]) -> None:
    ann, bob = owner(client, "ann-the-guest", "Ann"), owner(client, "bob-the-guest", "Bob")
    theirs = program(ann, "Anns-bot")
    game = theirs.well("POST", "/api/games", {"spec": "hex(size=3)", "seats": [{}, {}]})["id"]
    assert not ann.well("GET", f"/api/games/{game}")["is_mine"]
    assert [each["account"] for each in ann.well("GET", "/api/account/tokens")["tokens"]] == ["Anns-bot"]
    assert bob.well("GET", "/api/account/tokens")["tokens"] == []
    wanted = {"name": "x", "scopes": ["read"], "bot": "Anns-bot"}
    assert bob.refused("POST", "/api/account/tokens", wanted) == "account/bot"
    assert bob.refused("POST", "/api/account/bots/close", {"name": "Anns-bot"}) == "account/bot"
    theirs.well("GET", "/api/games")
    ann.well("POST", "/api/account/bots/close", {"name": "Anns-bot"})
    assert theirs.refused("GET", "/api/games") == "token/wrong"
    assert ann.well("GET", "/api/account/bots")["bots"] == []
    assert bob.refused("POST", "/api/account/bots", {"name": "Anns-bot"}) == "account/name-taken"


def test_guests_have_no_bots(client: TestClient[Any]) -> None:
    guest = Visitor(client, "a-guest")
    for method, path, body in (("GET", "bots", None), ("POST", "bots", {"name": "Bot"})):
        assert guest.refused(method, f"/api/account/{path}", body) == "account/none"
