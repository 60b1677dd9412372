"""Browsers in which one is told of things: put on the list and taken from it by whoever is there, and nobody else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.push import places
from motu.server.push.places import MOST_PLACES, decoded, place_id
from motu.server.rates.rates import BY_PERSON
from motu.server.schema import looks
from motu.server.server_settings import ServerSettings
from server.accounts.houses import quick_passwords
from server.applications import make_application
from server.push.push_services import FakeBrowser
from server.two_people import HERE, Visitor


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as opened:
        opened.app.state.services.accounts._passwords = quick_passwords()
        yield opened


def put(who: Visitor, browser: FakeBrowser, **more: Any) -> Any:
    return who.well("PUT", "/api/push", browser.subscription(**more))


def listed(who: Visitor) -> list[str]:
    return [each["id"] for each in who.well("GET", "/api/push")["places"]]


def test_a_person_may_have_several_and_takes_each_back(client: TestClient[Any]) -> None:
    ann = Visitor(client, "ann")
    one, two = FakeBrowser("one"), FakeBrowser("two")
    ann.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"
    made = put(ann, one)
    assert made["id"] == place_id(one.endpoint) == "MHvIVqlceWg0nGRtMQMXYe", "as in tests/web/push_state.test.js"
    assert made["browser"] == "Firefox, Linux"
    put(ann, two, language="de")
    put(ann, two, language="eo")
    assert listed(ann) == [place_id(each.endpoint) for each in (one, two)]
    ann.well("DELETE", f"/api/push/{place_id(one.endpoint)}")
    ann.well("DELETE", f"/api/push/{place_id(one.endpoint)}")
    assert listed(ann) == [place_id(two.endpoint)]
    for number in range(MOST_PLACES):
        put(ann, FakeBrowser(f"more{number}"))
    assert len(listed(ann)) == MOST_PLACES
    assert place_id(two.endpoint) not in listed(ann), "the first one gives way"


def test_nobody_sees_or_takes_what_is_somebody_elses(client: TestClient[Any]) -> None:
    ann, eve = Visitor(client, "ann"), Visitor(client, "eve")
    browser = FakeBrowser()
    put(ann, browser)
    assert listed(eve) == []
    eve.well("DELETE", f"/api/push/{place_id(browser.endpoint)}")
    assert listed(ann) == [place_id(browser.endpoint)]
    put(eve, browser)
    assert (listed(ann), listed(eve)) == ([], [place_id(browser.endpoint)]), "a browser is for who is there now"


def test_whoever_logs_out_is_told_nothing_there_any_more(client: TestClient[Any]) -> None:
    guest = Visitor(client, "ann")
    put(guest, FakeBrowser("guest"))
    ann = Visitor(client, "ann")
    ann.claim("Ann")
    assert listed(ann) == [], "it was put there by a guest, whom a log-out would not end"
    put(ann, FakeBrowser("guest"))
    other = Visitor(client)
    other.log_in("Ann")
    put(other, FakeBrowser("elsewhere"))
    assert len(listed(ann)) == 2
    ann.well("POST", "/api/account/log-out", {})
    assert listed(other) == [place_id(FakeBrowser("elsewhere").endpoint)]


def test_an_address_that_a_browser_has_changed_takes_the_old_ones_place_and_comes_back_never(
    client: TestClient[Any],
) -> None:
    ann, eve = Visitor(client, "ann"), Visitor(client, "eve")
    old, new = FakeBrowser("old"), FakeBrowser("new")
    put(ann, old)
    assert eve.refused("PUT", "/api/push", new.subscription(before=old.endpoint)) == "push/place"
    put(ann, new, before=old.endpoint)
    assert (listed(ann), listed(eve)) == ([place_id(new.endpoint)], [])
    ann.well("DELETE", f"/api/push/{place_id(new.endpoint)}")
    assert ann.refused("PUT", "/api/push", old.subscription(before=new.endpoint)) == "push/place"
    assert listed(ann) == []


def test_a_guests_browsers_are_not_taken_along(client: TestClient[Any]) -> None:
    Visitor(client, "ann").claim("Ann")
    guest = Visitor(client, "bob")
    put(guest, FakeBrowser())
    guest.log_in("Ann")
    guest.well("POST", "/api/account/guest/take-along", {})
    assert listed(guest) == []
    assert listed(Visitor(client, "bob")) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example.net/x"},
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "https://push.example.net:444/x"},
        {"p256dh": "BAAA"},
        {"auth": "AAAA"},
    ],
)
def test_what_is_no_subscription_is_refused(client: TestClient[Any], wrong: dict[str, str]) -> None:
    ann = Visitor(client, "ann")
    assert ann.refused("PUT", "/api/push", FakeBrowser().subscription(**wrong)) == "push/place"
    assert ann.ask("PUT", "/api/push", FakeBrowser().subscription(endpoint="x" * 1001)).status_code == 400
    assert listed(ann) == []


def test_it_is_for_those_who_keep_a_cookie_and_not_without_end(client: TestClient[Any]) -> None:
    assert Visitor(client).refused("PUT", "/api/push", FakeBrowser().subscription()) == "server/no-cookie"
    ann = Visitor(client, "ann")
    [limit] = BY_PERSON["push"]
    for _ in range(limit.amount):
        put(ann, FakeBrowser())
    assert ann.refused("PUT", "/api/push", FakeBrowser().subscription()) == "server/limit"


def test_that_a_page_is_seen_counts_as_soon_as_one_is_told_elsewhere(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "note_seen", lambda *_: None)  # the page that asks counts by itself, too
    ann, store = Visitor(client, "ann"), client.app.state.services.store
    with client.websocket_connect("/api/notices/live", headers=ann.headers) as page:
        page.receive_text()
        page.send_json({"type": "look", "is_visible": True})
        put(ann, FakeBrowser())
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            with store._engine.connect() as connection:
                if connection.execute(sa.select(looks.c.person)).scalars().all() == ["ann"]:
                    break
            time.sleep(0.02)
        else:
            pytest.fail("that she sees the page is not known")


def test_the_key_of_a_house_stays(client: TestClient[Any], tmp_path: Path) -> None:
    key = Visitor(client, "ann").well("GET", "/api/push")["key"]
    assert len(decoded(key)) == 65
    with TestClient(make_application(ServerSettings(tmp_path, "2", engines=1)), base_url=HERE) as again:
        assert Visitor(again, "eve").well("GET", "/api/push")["key"] == key


def test_what_is_told_there_is_chosen_apart_from_the_pages(client: TestClient[Any]) -> None:
    ann = Visitor(client, "ann")
    usual = ann.well("GET", "/api/notices/choices")
    assert usual["push"] == [each for each in usual["page"] if each not in ("over", "declined")]
    assert ann.well("PUT", "/api/notices/choices", {"page": ["turn"]}) == {"page": ["turn"], "push": usual["push"]}
    chosen = {"page": ["turn"], "push": ["time", "over"]}
    assert ann.well("PUT", "/api/notices/choices", chosen) == chosen
    assert ann.well("PUT", "/api/notices/choices", {"page": []}) == {"page": [], "push": ["time", "over"]}
    assert ann.well("GET", "/api/notices/choices") == {"page": [], "push": ["time", "over"]}
