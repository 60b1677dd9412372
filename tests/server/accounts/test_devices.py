"""Who guesses passwords for a name keeps nobody out where he has logged in before, and is kept out himself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.accounts.cookies import DEVICE_COOKIE, SECURE_DEVICE_COOKIE
from motu.server.accounts.devices import MAX_ACCOUNTS, Devices
from server.accounts.houses import PASSWORD
from server.programs.owners import house, services_of
from server.two_people import Visitor

ANN = {"name": "Ann", "password": PASSWORD}
WRONG = {"name": "Ann", "password": "a guess of somebody"}
LOG_IN = "/api/account/log-in"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with house(tmp_path) as opened:
        yield opened


def browser_of(client: TestClient[Any], name: str = "Ann") -> Visitor:
    """A browser in which somebody has claimed a name, and logged out again; what it keeps."""
    made = Visitor(client, f"guest-{name}")
    answer = made.ask("POST", "/api/account", {"name": name, "password": PASSWORD})
    cookies = {each.partition(";")[0] for each in answer.headers.get_list("set-cookie")}
    logged_in = Visitor(client)
    logged_in.headers = {"cookie": "; ".join(sorted(cookies))}
    logged_in.well("POST", "/api/account/log-out", {})
    made.headers = {"cookie": next(each for each in cookies if each.startswith(DEVICE_COOKIE))}
    return made


def lock(client: TestClient[Any]) -> None:
    """Let a stranger use up the tries for the name."""
    stranger = Visitor(client, "stranger")
    for _ in range(10):
        assert stranger.refused("POST", LOG_IN, WRONG) == "account/wrong"
    assert stranger.refused("POST", LOG_IN, ANN) == "account/limit"


def test_an_owner_comes_in_where_he_is_known_and_nowhere_else(client: TestClient[Any]) -> None:
    known, elsewhere = browser_of(client), Visitor(client, "elsewhere")
    lock(client)
    assert elsewhere.refused("POST", LOG_IN, ANN) == "account/limit"
    assert known.ask("POST", LOG_IN, ANN).status_code == 201


def test_a_known_browser_guesses_no_more_than_others(client: TestClient[Any]) -> None:
    known = browser_of(client)
    for _ in range(10):
        assert known.refused("POST", LOG_IN, WRONG) == "account/wrong"
    assert known.refused("POST", LOG_IN, ANN) == "account/limit"
    assert Visitor(client, "elsewhere").ask("POST", LOG_IN, ANN).status_code == 201


def test_a_browser_is_known_for_those_who_have_logged_in_there(client: TestClient[Any]) -> None:
    browser_of(client)
    bob = browser_of(client, "Bob")
    lock(client)
    assert bob.refused("POST", LOG_IN, ANN) == "account/limit"
    assert bob.ask("POST", LOG_IN, ANN | {"name": "Bob"}).status_code == 201


def test_whoever_is_logged_in_still_changes_his_password(client: TestClient[Any]) -> None:
    ann = Visitor(client, "guest-ann")
    ann.claim("Ann")
    lock(client)
    ann.well("POST", "/api/account/password", {"old": PASSWORD, "new": "islands in a lagoon"})
    assert ann.refused("POST", "/api/account/delete", {"password": "a guess"}) == "account/wrong"
    ann.well("POST", "/api/account/delete", {"password": "islands in a lagoon"})


def test_a_new_name_is_known_and_the_old_one_is_not(client: TestClient[Any]) -> None:
    known = browser_of(client)
    accounts = services_of(client).accounts
    account = client.portal().__enter__().call(accounts.find_name, "Ann")
    assert account is not None
    now = accounts._clock()
    accounts._clock = lambda: now + 31 * 86_400_000
    with client.portal() as portal:
        portal.call(accounts.rename, account, "Anna")
        portal.call(accounts.claim, "another", "Ann", PASSWORD)
    accounts._clock = lambda: now
    lock(client)
    assert known.refused("POST", LOG_IN, ANN) == "account/limit", "the name is somebody else's"
    assert known.ask("POST", LOG_IN, ANN | {"name": "Anna"}).status_code == 201


def test_the_cookie_is_the_browsers_own_and_opens_nothing(client: TestClient[Any]) -> None:
    for is_secure in (False, True):
        ann = Visitor(client, f"guest-{is_secure}")
        ann.headers |= {"x-forwarded-proto": "https"} if is_secure else {}
        claimed = ann.ask("POST", "/api/account", ANN | {"name": f"Ann{is_secure}"})
        cookie = next(each for each in claimed.headers.get_list("set-cookie") if "motu_device" in each)
        assert cookie.startswith(f"{SECURE_DEVICE_COOKIE if is_secure else DEVICE_COOKIE}=")
        assert ("; secure" in cookie.lower()) == is_secure
        for part in ("; httponly", "; path=/", "; samesite=lax"):
            assert part in cookie.lower()
        alone = Visitor(client)
        alone.headers = {"cookie": cookie.partition(";")[0]}
        assert alone.well("GET", "/api/account") == {"account": None}


def test_cookies_of_others_are_worth_nothing() -> None:
    ours, theirs = Devices("ours"), Devices("theirs")
    cookie = ours.cookie_of(None, "ann")
    assert list(ours.known(cookie)) == ["ann"]
    for other in (None, "", "x", cookie[:-1], f"x{cookie}", theirs.cookie_of(None, "ann"), cookie * 9, "\udcff.x"):
        assert ours.known(other) == {}


def test_a_browser_remembers_those_who_have_logged_in_last() -> None:
    devices, cookie = Devices("secret"), None
    for number in (0, 1, 2, 3, 4, 3):
        cookie = devices.cookie_of(cookie, f"person-{number}-of-16"[:16])
    known = devices.known(cookie)
    assert list(known) == [f"person-{number}-of-16"[:16] for number in (3, 4, 2, 1)]
    assert len(known) == MAX_ACCOUNTS
    assert len(set(known.values())) == MAX_ACCOUNTS
    assert devices.cookie_of(cookie, "x" * 16)[:16] == (cookie or "")[:16], "it is the same browser"
