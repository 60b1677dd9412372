"""Cookies last as long as their browser comes: they are set anew about once a day, if they are worth anything."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.accounts.cookies import COOKIE, DEVICE_COOKIE
from motu.server.doorkeeper import HEALTH
from motu.server.events import ServerError
from motu.server.guests import COOKIE as GUEST_COOKIE
from motu.server.renewals import EACH_MS, Renewals
from server.accounts.houses import PASSWORD
from server.programs.owners import house, services_of
from server.two_people import Visitor

ANN = {"name": "Ann", "password": PASSWORD}
DAY_MS = 24 * 3_600_000
Move = Callable[[float], None]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with house(tmp_path) as opened:
        yield opened


@pytest.fixture
def days_pass(monkeypatch: pytest.MonkeyPatch) -> Move:
    """Let so many days pass by the wall clock."""
    real, ahead_ns = time.time_ns, [0]
    monkeypatch.setattr(time, "time_ns", lambda: real() + ahead_ns[0])

    def move(days: float) -> None:
        ahead_ns[0] += int(days * DAY_MS) * 1_000_000

    return move


def set_by(answer: Any) -> dict[str, str]:
    """Name of each cookie that an answer sets -> the whole header."""
    return {each.partition("=")[0]: each for each in answer.headers.get_list("set-cookie")}


def kept(*cookies: str) -> str:
    """What a browser shows to which these were set."""
    return "; ".join(each.partition(";")[0] for each in cookies)


def logged_in(client: TestClient[Any], who: Visitor) -> dict[str, str]:
    """Have a name in a browser that keeps its cookies; return those that this has set."""
    answer = who.ask("POST", "/api/account", ANN)
    assert answer.status_code == 201, answer.text
    made = set_by(answer)
    who.headers = {"cookie": kept(*made.values())}
    return made


@pytest.mark.parametrize("path", ["/", "/api/games"])
@pytest.mark.parametrize("proto", ["http", "https"])
def test_a_guest_stays_who_he_is_as_long_as_he_comes(
    path: str, proto: str, client: TestClient[Any], days_pass: Move
) -> None:
    guest = Visitor(client)
    guest.headers = {"x-forwarded-proto": proto}
    first = set_by(guest.ask("GET", path))
    guest.headers |= {"cookie": kept(*first.values())}
    assert first.keys() == {GUEST_COOKIE}
    for _ in range(3):
        assert set_by(guest.ask("GET", path)) == {}
        days_pass(1)
        assert set_by(guest.ask("GET", path)) == first, "the same, with the same attributes"


def test_somebody_with_a_name_stays_logged_in_as_long_as_he_comes(client: TestClient[Any], days_pass: Move) -> None:
    ann = Visitor(client, "ann")
    made = logged_in(client, ann)
    assert made.keys() == {COOKIE, DEVICE_COOKIE}
    for days in (1, 60, 89):
        assert set_by(ann.ask("GET", "/api/account")) == {}
        days_pass(days)
        assert set_by(ann.ask("GET", "/account")) == made
    assert ann.well("GET", "/api/account")["account"]["name"] == "Ann"


def test_the_guest_of_before_lasts_beside_the_session(client: TestClient[Any], days_pass: Move) -> None:
    logged_in(client, Visitor(client, "ann"))
    other = Visitor(client, "other")
    answer = other.ask("POST", "/api/account/log-in", ANN)
    other.headers["cookie"] += "; " + kept(*set_by(answer).values())
    assert set_by(other.ask("GET", "/api/games")).keys() <= {GUEST_COOKIE}
    days_pass(1)
    assert set_by(other.ask("GET", "/api/games")).keys() == {GUEST_COOKIE, COOKIE, DEVICE_COOKIE}


def test_an_old_cookie_is_set_anew_after_a_start(tmp_path: Path, days_pass: Move) -> None:
    with house(tmp_path) as client:
        ann = Visitor(client, "ann")
        made = logged_in(client, ann)
    days_pass(30)
    with house(tmp_path) as client:
        again = Visitor(client)
        again.headers = ann.headers
        assert set_by(again.ask("GET", "/")) == made
        assert set_by(again.ask("GET", "/")) == {}


def test_what_is_the_same_for_everybody_sets_nothing(client: TestClient[Any], days_pass: Move) -> None:
    ann = Visitor(client, "ann")
    script = next(part for part in ann.ask("GET", "/").text.split('"') if part.endswith("main.js"))
    made = logged_in(client, ann)
    days_pass(2)
    assert set_by(Visitor(client, "guest").ask("GET", HEALTH)) == {}
    for path in (script, "/static/old/css/app.css", "/api/boards?spec=hex"):
        answer = ann.ask("GET", path)
        assert (answer.status_code, set_by(answer)) == (200, {}), path
    game = ann.ask("POST", "/api/games", {"spec": "hex(size=3)", "seats": [{}, {}]})
    assert set_by(game) == {}, "nor does what changes something, which may have ended the session"
    assert set_by(ann.ask("GET", "/api/games")) == made, "and it is not taken for set"


def test_a_session_that_has_ended_is_not_set_anew(client: TestClient[Any], days_pass: Move) -> None:
    ann, again = Visitor(client, "ann"), Visitor(client)
    logged_in(client, ann)
    again.log_in("Ann", PASSWORD)
    days_pass(2)
    assert kept(*set_by(ann.ask("POST", "/api/account/log-out", {})).values()) == f'{COOKIE}=""'
    assert set_by(ann.ask("GET", "/")).keys() == {GUEST_COOKIE}, "he is a new guest from now on"
    days_pass(91)
    assert set_by(again.ask("GET", "/")).keys() == {GUEST_COOKIE}


def test_a_session_that_ends_while_a_page_is_made_is_not_set_anew(client: TestClient[Any], days_pass: Move) -> None:
    ann, services = Visitor(client, "ann"), services_of(client)
    token = logged_in(client, ann)[COOKIE].partition("=")[2].partition(";")[0]
    days_pass(2)

    async def script() -> None:
        known = await services.sessions.read(token)
        assert known is not None
        await services.sessions.revoke_others("ann", None)
        renewals = Renewals(services.guests, services.sessions, services.devices)
        assert await renewals.due(None, known[0].id, {COOKIE: token}, is_secure=False) == []

    asyncio.run(script())


def test_an_answer_comes_though_the_database_is_away(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    services = services_of(client)

    async def read(*_: object, **__: object) -> None:
        raise ServerError("no answer", slug="server/disk")

    monkeypatch.setattr(services.sessions, "read", read)
    assert asyncio.run(services.renewals.due(None, "a session", {COOKIE: "x"}, is_secure=False)) == []


def test_so_many_are_remembered_and_a_clock_that_was_wrong_keeps_nobody_out(client: TestClient[Any]) -> None:
    services, now = services_of(client), [EACH_MS * 100]
    renewals = Renewals(services.guests, services.sessions, services.devices, lambda: now[0], kept=2)

    def is_due(guest: str) -> bool:
        return bool(asyncio.run(renewals.due(guest, None, {}, is_secure=False)))

    assert [is_due(each) for each in "aabbaccb"] == [True, False, True, False, False, True, False, False]
    assert is_due("a"), "of three only two are remembered"
    now[0] -= EACH_MS
    assert is_due("a")
    assert not is_due("a")
