"""Over HTTP: a passkey is added, named, removed, and logs its owner in, at the place for which it was made."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.accounts.sessions import FRESH_MS
from motu.server.passkeys.nonces import LASTING_MS
from motu.server.passkeys.passkeys import MAX_EACH
from motu.server.rates.rates import BY_ADDRESS
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from motu.server.wall_time import now_ms
from server.accounts.houses import PASSWORD, quick_passwords
from server.applications import make_application
from server.passkeys.devices import USER_PRESENT, Device, data, text
from server.two_people import Visitor

HOST = "motu.example"
SITE = f"https://{HOST}"
OWN = "/api/account/passkeys"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    settings = ServerSettings(tmp_path, "1", hosts=(HOST, "localhost"))
    with TestClient(make_application(settings), base_url=SITE) as opened:
        opened.app.state.services.accounts._passwords = quick_passwords()
        yield opened


def services_of(client: TestClient[Any]) -> Services:
    found: Services = client.app.state.services
    return found


def person(client: TestClient[Any], name: str = "Ann") -> Visitor:
    visitor = Visitor(client, f"guest-{name}")
    visitor.claim(name, PASSWORD)
    return visitor


def added(visitor: Visitor, device: Device, name: str = "My phone") -> str:
    """Add a passkey; return its id."""
    options = visitor.well("POST", f"{OWN}/begin", {"password": PASSWORD})["options"]
    told = visitor.well("POST", OWN, {"name": name, "key": device.make(options)})
    return str(told["passkeys"][-1]["id"])


def proof(visitor: Visitor, device: Device, which: int = -1) -> dict[str, str]:
    return device.show(visitor.well("POST", f"{OWN}/log-in/begin")["options"], which)


def test_whoever_has_added_a_passkey_logs_in_with_it(client: TestClient[Any]) -> None:
    ann, device = person(client), Device(SITE)
    added(ann, device)
    other = Visitor(client, "another-guest")
    answer = other.ask("POST", f"{OWN}/log-in", proof(other, device))
    assert answer.status_code == 201, answer.text
    assert answer.json()["account"]["name"] == "Ann"
    assert "__Host-motu_session=" in answer.headers["set-cookie"]
    other._logged_in(answer)
    assert other.well("GET", "/api/account")["account"]["name"] == "Ann"
    told = other.well("GET", OWN)
    assert (told["has_password"], [each["name"] for each in told["passkeys"]]) == (True, ["My phone"])
    assert told["passkeys"][0]["host"] == HOST
    assert told["passkeys"][0]["used_ms"] is not None


def test_an_answer_is_good_once_and_for_a_while(client: TestClient[Any]) -> None:
    ann, device = person(client), Device(SITE, counts=False)
    added(ann, device)
    guest = Visitor(client, "guest")
    shown = proof(guest, device)
    assert guest.ask("POST", f"{OWN}/log-in", shown).status_code == 201
    assert guest.refused("POST", f"{OWN}/log-in", shown) == "passkey/late"
    late = proof(guest, device)
    nonces = services_of(client).passkeys._nonces
    nonces._clock = lambda: now_ms() + LASTING_MS
    assert guest.refused("POST", f"{OWN}/log-in", late) == "passkey/late"
    nonces._clock = now_ms
    assert guest.ask("POST", f"{OWN}/log-in", late).status_code == 201


Spoil = Callable[[dict[str, str], Device], None]


def _another_signature(shown: dict[str, str], _: Device) -> None:
    right = data(shown["signature"])
    shown["signature"] = text(right[:-1] + bytes([right[-1] ^ 1]))


def _another_handle(shown: dict[str, str], _: Device) -> None:
    shown["user_handle"] = text(b"somebody else's")


def _no_handle(shown: dict[str, str], _: Device) -> None:
    shown["user_handle"] = ""


def _unknown(shown: dict[str, str], _: Device) -> None:
    shown["id"] = text(b"nobody's")


def _no_base64(shown: dict[str, str], _: Device) -> None:
    shown["authenticator_data"] = "ŝ" * 50


def _nonsense(shown: dict[str, str], _: Device) -> None:
    shown["authenticator_data"] = text(b"\xff" * 300)


def _no_json(shown: dict[str, str], _: Device) -> None:
    shown["client_data"] = text(b"{")


def _fewer_uses(shown: dict[str, str], device: Device) -> None:
    device.keys[-1].num_uses = 0
    challenge = json.loads(data(shown["client_data"]))["challenge"]
    shown |= device.show({"challenge": challenge, "userVerification": "required"})


@pytest.mark.parametrize(
    "spoil",
    [
        _another_signature,
        _another_handle,
        _no_handle,
        _unknown,
        _no_base64,
        _nonsense,
        _no_json,
        _fewer_uses,
    ],
)
def test_what_is_wrong_opens_nothing(client: TestClient[Any], spoil: Spoil) -> None:
    ann, device, guest = person(client), Device(SITE), Visitor(client, "guest")
    added(ann, device)
    assert guest.ask("POST", f"{OWN}/log-in", proof(guest, device)).status_code == 201
    shown = proof(guest, device)
    spoil(shown, device)
    assert guest.refused("POST", f"{OWN}/log-in", shown) == "passkey/wrong"


def test_a_page_of_somebody_else_gets_nothing(client: TestClient[Any]) -> None:
    ann, device, guest = person(client), Device(SITE), Visitor(client, "guest")
    added(ann, device)
    for origin in ("https://evil.example", f"http://{HOST}", f"https://{HOST}:8443", f"https://x.{HOST}"):
        device.origin = origin
        assert guest.refused("POST", f"{OWN}/log-in", proof(guest, device)) == "passkey/wrong"
    device.origin = SITE
    device.keys[0].host = "evil.example"
    assert guest.refused("POST", f"{OWN}/log-in", proof(guest, device)) == "passkey/wrong"
    device.keys[0].host = HOST
    device.flags = USER_PRESENT
    assert guest.refused("POST", f"{OWN}/log-in", proof(guest, device)) == "passkey/wrong", "anybody holds the device"


def test_a_passkey_is_made_for_whoever_has_asked(client: TestClient[Any]) -> None:
    ann, bob, device = person(client), person(client, "Bob"), Device(SITE)
    options = ann.well("POST", f"{OWN}/begin", {})["options"]
    assert options["rp"] == {"name": "motu", "id": HOST}
    assert options["user"]["name"] == "Ann"
    assert b"guest-Ann" not in data(options["user"]["id"])
    made = device.make(options)
    assert bob.refused("POST", OWN, {"name": "x", "key": made}) == "passkey/late"
    ann.well("POST", OWN, {"name": "x", "key": made})
    assert ann.refused("POST", OWN, {"name": "x", "key": made}) == "passkey/late"
    again = ann.well("POST", f"{OWN}/begin", {})["options"]
    assert [each["id"] for each in again["excludeCredentials"]] == [made["id"]]
    theirs = bob.well("POST", f"{OWN}/begin", {})["options"]
    same = Device(SITE).make(theirs, data(made["id"]))
    assert bob.refused("POST", OWN, {"name": "x", "key": same}) == "passkey/wrong", "it is Ann's"
    key = device.make(theirs)
    assert bob.refused("POST", OWN, {"name": "x", "key": key | {"id": made["id"]}}) == "passkey/wrong"
    assert bob.refused("POST", OWN, {"name": " \n ", "key": key}) == "passkey/name"
    assert bob.well("POST", OWN, {"name": "x", "key": key})["passkeys"]


def test_whoever_adds_one_has_shown_who_he_is(client: TestClient[Any]) -> None:
    ann = person(client)
    services_of(client).sessions._clock = lambda: now_ms() + FRESH_MS
    assert ann.refused("POST", f"{OWN}/begin", {}) == "account/confirm"
    assert ann.refused("POST", f"{OWN}/begin", {"password": "not this one"}) == "account/wrong"
    assert ann.well("POST", f"{OWN}/begin", {"password": PASSWORD})["options"]


def test_passkeys_are_named_and_removed_by_their_owner(client: TestClient[Any]) -> None:
    ann, bob, device = person(client), person(client, "Bob"), Device(SITE)
    first, second = added(ann, device), added(ann, device, "My laptop")
    for method, body in (("PUT", {"name": "mine"}), ("DELETE", None)):
        assert bob.refused(method, f"{OWN}/{first}", body) == "passkey/none"
    told = ann.well("PUT", f"{OWN}/{first}", {"name": "  The   old phone "})
    assert [each["name"] for each in told["passkeys"]] == ["The old phone", "My laptop"]
    told = ann.well("DELETE", f"{OWN}/{second}")
    assert [each["id"] for each in told["passkeys"]] == [first]
    guest = Visitor(client, "guest")
    assert guest.refused("POST", f"{OWN}/log-in", proof(guest, device)) == "passkey/wrong"
    assert guest.ask("POST", f"{OWN}/log-in", proof(guest, device, 0)).status_code == 201


def test_there_are_only_so_many(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_EACH == 20
    monkeypatch.setattr("motu.server.passkeys.passkeys.MAX_EACH", 2)
    ann, device = person(client), Device(SITE)
    added(ann, device)
    added(ann, device)
    options = ann.well("POST", f"{OWN}/begin", {})["options"]
    assert ann.refused("POST", OWN, {"name": "x", "key": device.make(options)}) == "server/too-many"


def test_guessing_comes_to_an_end(client: TestClient[Any]) -> None:
    ann, device, guest = person(client), Device(SITE), Visitor(client, "guest")
    added(ann, device)
    for _ in range(BY_ADDRESS["log-in"][0].amount - 1):  # she has said her password once
        shown = proof(guest, device)
        _another_signature(shown, device)
        assert guest.refused("POST", f"{OWN}/log-in", shown) == "passkey/wrong"
    assert guest.refused("POST", f"{OWN}/log-in", proof(guest, device)) == "account/limit"


def test_who_is_suspended_or_deleted_is_kept_out(client: TestClient[Any]) -> None:
    ann, device, guest = person(client), Device(SITE), Visitor(client, "guest")
    added(ann, device)
    services = services_of(client)
    with client.portal() as portal:
        portal.call(services.order.moderation.suspend, None, "guest-Ann", "too fast for us")
        assert guest.refused("POST", f"{OWN}/log-in", proof(guest, device)) == "account/suspended"
        portal.call(services.own.departures.delete, "guest-Ann")
    assert guest.refused("POST", f"{OWN}/log-in", proof(guest, device)) == "passkey/wrong"


# --- a name without a password


def claimed(client: TestClient[Any], device: Device, name: str = "Zoe") -> Visitor:
    zoe = Visitor(client, f"guest-{name}")
    options = zoe.well("POST", f"{OWN}/claim/begin", {"name": name})["options"]
    zoe._logged_in(zoe.ask("POST", f"{OWN}/claim", {"name": name, "key": device.make(options)}))
    return zoe


def test_a_name_is_claimed_with_a_passkey_alone(client: TestClient[Any]) -> None:
    device = Device(SITE)
    zoe = claimed(client, device)
    assert zoe.well("GET", "/api/account")["account"]["name"] == "Zoe"
    assert zoe.well("GET", OWN)["has_password"] is False
    guest = Visitor(client, "guest")
    for password in ("", PASSWORD):
        assert guest.refused("POST", "/api/account/log-in", {"name": "Zoe", "password": password}) == "account/wrong"
    guest._logged_in(guest.ask("POST", f"{OWN}/log-in", proof(guest, device)))
    assert guest.well("GET", "/api/account")["account"]["name"] == "Zoe"


def test_names_that_are_taken_are_refused_before_and_after(client: TestClient[Any]) -> None:
    device, bob = Device(SITE), Visitor(client, "bob-the-guest")
    options = bob.well("POST", f"{OWN}/claim/begin", {"name": "Zoe"})["options"]
    claimed(client, device)
    assert bob.refused("POST", f"{OWN}/claim/begin", {"name": "zoe"}) == "account/name-taken"
    assert bob.refused("POST", f"{OWN}/claim/begin", {"name": "level-3"}) == "account/name-taken"
    made = {"name": "Zoe", "key": device.make(options)}
    assert bob.refused("POST", f"{OWN}/claim", made) == "account/name-taken"
    assert bob.well("GET", "/api/account")["account"] is None
    other = Visitor(client, "other-guest")
    assert other.refused("POST", f"{OWN}/claim", made | {"name": "Other"}) == "passkey/late"


def test_the_only_way_in_stays_until_there_is_another(client: TestClient[Any]) -> None:
    device = Device(SITE)
    zoe = claimed(client, device)
    (only,) = zoe.well("GET", OWN)["passkeys"]
    assert zoe.refused("DELETE", f"{OWN}/{only['id']}") == "passkey/last"
    zoe.well("POST", "/api/account/password", {"old": "", "new": PASSWORD})
    assert zoe.well("DELETE", f"{OWN}/{only['id']}")["passkeys"] == []
    again = Visitor(client, "guest")
    again.log_in("Zoe", PASSWORD)


def test_a_first_password_is_chosen_by_who_has_just_logged_in(client: TestClient[Any]) -> None:
    zoe, ann = claimed(client, Device(SITE)), person(client)
    assert ann.refused("POST", "/api/account/password", {"old": "", "new": PASSWORD}) == "account/wrong"
    services_of(client).sessions._clock = lambda: now_ms() + FRESH_MS
    assert zoe.refused("POST", "/api/account/password", {"old": "", "new": PASSWORD}) == "account/confirm"
    assert zoe.well("GET", OWN)["has_password"] is False


# --- where


@pytest.mark.parametrize(
    ("host", "origin", "is_good"),
    [
        ("localhost:8000", "http://localhost:8000", True),
        ("localhost:8000", "https://localhost:8000", True),
        (f"{HOST}:8443", f"https://{HOST}:8443", True),
        (HOST, f"http://{HOST}", False),
        ("localhost:8000", "http://localhost:8001", False),
    ],
)
def test_the_place_is_the_one_that_the_browser_sees_also_behind_a_proxy(
    client: TestClient[Any], host: str, origin: str, is_good: bool
) -> None:
    ann = person(client)
    ann.headers |= {"host": host, "x-forwarded-proto": "https" if origin.startswith("https") else "http"}
    cookie = ann.headers["cookie"]
    ann.headers["cookie"] = f"{cookie}; {cookie.replace('__Host-', '')}"
    options = ann.well("POST", f"{OWN}/begin", {})["options"]
    assert options["rp"]["id"] == host.partition(":")[0]
    answer = ann.ask("POST", OWN, {"name": "x", "key": Device(origin).make(options)})
    assert answer.status_code == (201 if is_good else 403), answer.text


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "[::1]:8000", "192.168.1.5"])
def test_there_are_none_at_addresses(client: TestClient[Any], host: str) -> None:
    guest = Visitor(client, "guest")
    guest.headers |= {"host": host}
    assert guest.refused("POST", f"{OWN}/log-in/begin") == "passkey/place"
