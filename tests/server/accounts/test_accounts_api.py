"""Names over HTTP: claimed, logged into from another browser, changed; sessions that can be seen and ended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.accounts.accounts import RENAMING_MS
from motu.server.accounts.cookies import COOKIE, SECURE_COOKIE
from motu.server.server_settings import ServerSettings
from server.accounts.houses import PASSWORD, quick_passwords
from server.applications import make_application
from server.two_people import HERE, Visitor, challenge, game_of

SPEC = {"spec": "hex(size=3)", "seats": [{}, {}]}
ANN = {"name": "Ann", "password": PASSWORD}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1")), base_url=HERE) as opened:
        opened.app.state.services.accounts._passwords = quick_passwords()
        yield opened


def name_of(who: Visitor) -> str | None:
    account = who.well("GET", "/api/account")["account"]
    return None if account is None else str(account["name"])


def test_a_guest_claims_a_name_and_finds_his_games_from_another_browser(client: TestClient[Any]) -> None:
    ann, elsewhere = Visitor(client, "ann-the-guest"), Visitor(client, "other-browser")
    game = ann.well("POST", "/api/games", SPEC)["id"]
    assert name_of(ann) is None
    ann.claim("Ann")
    assert name_of(ann) == "Ann"
    assert elsewhere.well("GET", "/api/games")["games"] == []
    elsewhere.log_in("ann")
    assert name_of(elsewhere) == "Ann"
    assert [each["id"] for each in elsewhere.well("GET", "/api/games")["games"]] == [game]
    elsewhere.well("POST", f"/api/games/{game}/moves", {"move": "a1", "seq": 1})
    ann.well("POST", f"/api/games/{game}/moves", {"move": "b1", "seq": 2})


def test_two_people_with_names_play_and_are_called_by_them(client: TestClient[Any]) -> None:
    ann, bob = Visitor(client, "ann-the-guest"), Visitor(client, "bob-the-guest")
    before = game_of(ann, bob, name="somebody")
    ann.claim("Ann")
    after = game_of(ann, bob, name="somebody else")
    names = [each.get("name") for each in bob.well("GET", f"/api/games/{after}")["created"]["seats"]]
    assert names[0] == "Ann"
    assert ann.well("GET", f"/api/games/{before}")["seat"] == 0, "his seat is his"
    phone = Visitor(client, "ann-with-a-phone")
    phone.log_in("Ann")
    assert phone.well("GET", f"/api/games/{after}")["seat"] == 0
    assert phone.refused("POST", "/api/account", {"name": "Other", "password": PASSWORD}) == "account/has-name"


def test_a_name_is_for_browsers_that_keep_cookies(client: TestClient[Any]) -> None:
    assert Visitor(client).refused("POST", "/api/account", ANN) == "server/no-cookie"


def test_logging_in_gives_a_new_session_and_ends_the_one_before(client: TestClient[Any]) -> None:
    ann = Visitor(client, "ann-the-guest")
    ann.claim("Ann")
    before = ann.headers["cookie"]
    ann.log_in("Ann")
    client.cookies.clear()
    old = client.get("/api/account", headers={"cookie": before})
    assert old.json()["account"] is None
    thief = Visitor(client, "thief")
    thief.headers = {"cookie": f"{COOKIE}=chosen-by-a-thief"}
    answer = thief.ask("POST", "/api/account/log-in", ANN)
    assert "chosen-by-a-thief" not in answer.headers["set-cookie"]
    assert thief.well("GET", "/api/account")["account"] is None


@pytest.mark.parametrize("is_secure", [False, True])
def test_the_cookie_of_a_session(client: TestClient[Any], is_secure: bool) -> None:
    ann = Visitor(client, "ann-the-guest")
    ann.headers |= {"x-forwarded-proto": "https"} if is_secure else {}
    told = ann.ask("POST", "/api/account", ANN).headers["set-cookie"].lower()
    assert told.startswith((SECURE_COOKIE if is_secure else COOKIE).lower() + "=")
    assert ("; secure" in told) == is_secure
    for part in ("; httponly", "; path=/", "; samesite=lax", "max-age="):
        assert part in told
    assert "domain" not in told


def test_sessions_are_seen_and_ended(client: TestClient[Any]) -> None:
    ann, phone, pad = (Visitor(client, guest) for guest in ("ann-the-guest", "phone", "pad"))
    ann.claim("Ann")
    phone.headers["user-agent"] = "Mozilla/5.0 (Android 14) Firefox/130.0"
    browsers = phone.headers
    phone.log_in("Ann")
    phone.headers |= {"user-agent": browsers["user-agent"]}
    pad.log_in("Ann")
    listed = ann.well("GET", "/api/account/sessions")["sessions"]
    assert max(each["browser"] for each in listed) == "Firefox, Android"
    assert [each["is_this"] for each in listed].count(True) == 1
    phones = next(each["id"] for each in listed if each["browser"])
    bob = Visitor(client, "bob-the-guest")
    bob.claim("Bob")
    bob.well("DELETE", f"/api/account/sessions/{phones}")
    assert name_of(phone) == "Ann", "nobody ends another's"
    ann.well("DELETE", f"/api/account/sessions/{phones}")
    assert name_of(phone) is None
    ann.well("POST", "/api/account/sessions/end-others", {})
    assert [name_of(each) for each in (ann, pad, bob)] == ["Ann", None, "Bob"]
    ann.well("POST", "/api/account/log-out", {})
    assert name_of(ann) is None
    ann.well("POST", "/api/account/log-out", {})


def test_logging_out_takes_the_cookie_away(client: TestClient[Any]) -> None:
    ann = Visitor(client, "ann-the-guest")
    ann.claim("Ann")
    assert "max-age=0" in ann.ask("POST", "/api/account/log-out", {}).headers["set-cookie"].lower()


def test_a_new_password_ends_the_other_sessions(client: TestClient[Any]) -> None:
    ann, thief = Visitor(client, "ann-the-guest"), Visitor(client, "thief")
    ann.claim("Ann")
    thief.log_in("Ann")
    new = "islands in a lagoon"
    change = {"old": "not the old one", "new": new}
    assert ann.refused("POST", "/api/account/password", change) == "account/wrong"
    assert ann.refused("POST", "/api/account/password", {"old": PASSWORD, "new": "short"}) == "account/password"
    ann.well("POST", "/api/account/password", {"old": PASSWORD, "new": new})
    assert [name_of(each) for each in (ann, thief)] == ["Ann", None]
    assert thief.refused("POST", "/api/account/log-in", ANN) == "account/wrong"
    thief.log_in("Ann", new)


def test_what_names_another_account_changes_nothing(client: TestClient[Any]) -> None:
    ann = Visitor(client, "ann-the-guest")
    ann.claim("Ann")
    for named, slug in (("Mia", "account/other"), ("A%6En", "account/renamed")):
        ann.headers["motu-person"] = named
        assert ann.refused("POST", "/api/account/name", {"name": "Anna"}) == slug
    del ann.headers["motu-person"]
    assert name_of(ann) == "Ann"


def test_a_name_is_changed_within_limits(client: TestClient[Any]) -> None:
    ann, bob = Visitor(client, "ann-the-guest"), Visitor(client, "bob-the-guest")
    ann.claim("Ann")
    bob.claim("Bob")
    ann.well("POST", "/api/account/name", {"name": "ANN"})
    assert name_of(ann) == "ANN"
    told = ann.ask("POST", "/api/account/name", {"name": "Anna"}).json()
    assert told["slug"] == "account/renamed"
    assert int(told["legal"][0]) == ann.well("GET", "/api/account")["account"]["renamed_ms"] + RENAMING_MS
    accounts = client.app.state.services.accounts
    now = accounts._clock()
    accounts._clock = lambda: now + 31 * 86_400_000
    assert ann.refused("POST", "/api/account/name", {"name": "b0b"}) == "account/name-taken"
    assert ann.refused("POST", "/api/account/name", {"name": "level-3"}) == "account/name-taken"
    ann.well("POST", "/api/account/name", {"name": "Anna"})
    assert name_of(ann) == "Anna"
    assert bob.refused("POST", "/api/account/log-in", ANN) == "account/wrong"
    assert ann.refused("POST", "/api/account/name", {"name": "Annika"}) == "account/renamed"


OWN = (
    "POST /api/account/password",
    "POST /api/account/name",
    "PUT /api/account/seen",
    "PUT /api/account/asked",
    "GET /api/account/sessions",
    "DELETE /api/account/sessions/{session_id}",
    "POST /api/account/sessions/end-others",
    "POST /api/account/guest/take-along",
    "POST /api/account/warnings/{warning_id}/confirm",
    "PUT /api/account/mail",
    "DELETE /api/account/mail",
    "POST /api/account/mail/choices",
    "GET /api/account/passkeys",
    "POST /api/account/passkeys/begin",
    "POST /api/account/passkeys",
    "PUT /api/account/passkeys/{passkey_id}",
    "DELETE /api/account/passkeys/{passkey_id}",
    "GET /api/account/export",
    "POST /api/account/delete",
)
FOR_ALL = (
    "GET /api/account",
    "POST /api/account",
    "POST /api/account/log-in",
    "POST /api/account/log-out",
    "POST /api/account/passkeys/log-in/begin",
    "POST /api/account/passkeys/log-in",
    "POST /api/account/passkeys/claim/begin",
    "POST /api/account/passkeys/claim",
    "GET /api/account/guest",
    "GET /api/account/warnings",
    "GET /api/account/mail",
    "POST /api/account/forgotten",
)
BODIES = {
    "POST /api/account/password": {"old": PASSWORD, "new": "islands in a lagoon"},
    "POST /api/account/name": {"name": "Anna"},
    "PUT /api/account/seen": {"is_seen": True},
    "PUT /api/account/asked": {"is_asked": False},
    "POST /api/account/passkeys": {"name": "x", "key": {"id": "x", "client_data": "x", "attestation": "x"}},
    "PUT /api/account/passkeys/{passkey_id}": {"name": "x"},
    "PUT /api/account/mail": {"address": "ann@example.org", "password": PASSWORD},
    "POST /api/account/mail/choices": {"has_digest": True},
}


def test_every_route_about_accounts_is_decided_here(client: TestClient[Any]) -> None:
    paths = client.get("/api/schema/openapi.json").json()["paths"]
    labels = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    elsewhere = ("/api/account/tokens", "/api/account/bots")  # tests of programs
    found = {each for each in labels if "/api/account" in each and not any(other in each for other in elsewhere)}
    assert found == {*OWN, *FOR_ALL}


@pytest.mark.parametrize("label", OWN)
@pytest.mark.parametrize("guest", ["", "a-guest"])
def test_what_is_for_people_with_a_name_is_refused_to_all_others(
    client: TestClient[Any], label: str, guest: str
) -> None:
    method, _, path = label.partition(" ")
    body = BODIES.get(label, {}) if method in ("POST", "PUT") else None
    assert (
        Visitor(client, guest).refused(method, path.format(session_id="x", warning_id="x", passkey_id="x"), body)
        == "account/none"
    )


@pytest.mark.parametrize("label", [each for each in (*OWN, *FOR_ALL) if not each.startswith("GET")])
def test_pages_of_others_do_nothing_in_ones_name(client: TestClient[Any], label: str) -> None:
    ann = Visitor(client, "ann-the-guest")
    ann.claim("Ann")
    ann.headers["origin"] = "https://evil.example"
    method, _, path = label.partition(" ")
    body = BODIES.get(label, ANN) if method in ("POST", "PUT") else None
    answer = ann.ask(method, path.format(session_id="x", warning_id="x", passkey_id="x"), body)
    assert (answer.status_code, answer.json()["slug"]) == (403, "http/403")


def test_nobodys_id_is_told(client: TestClient[Any]) -> None:
    ann, bob = Visitor(client, "ann-the-guest"), Visitor(client, "bob-the-guest")
    ann.claim("Ann")
    game = game_of(ann, bob)
    for path in (f"/api/games/{game}", "/api/games", "/api/account", "/api/account/sessions", "/api/challenges"):
        for who in (ann, bob):
            told = who.ask("GET", path).text
            assert "the-guest" not in told, path


def while_it_is_done(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> str:
    """Have the password changed right before something is done with the old one; return the new password."""
    services, do, new = client.app.state.services, getattr(owner, name), "a lagoon of islands"

    async def do_late(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(owner, name, do)
        ann = await services.accounts.find_name("Ann")
        await services.accounts.change_password(ann, PASSWORD, new)
        await services.sessions.revoke_others(ann.id, None)
        return await do(*args, **kwargs)

    monkeypatch.setattr(owner, name, do_late)
    return new


def test_who_logs_in_while_the_password_is_changed_is_not_logged_in(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, thief = Visitor(client, "ann-the-guest"), Visitor(client, "thief")
    ann.claim("Ann")
    new = while_it_is_done(client, monkeypatch, client.app.state.services.sessions, "make")
    assert thief.refused("POST", "/api/account/log-in", ANN) == "account/wrong"
    again = Visitor(client, "again")
    again.log_in("Ann", new)
    assert len(again.well("GET", "/api/account/sessions")["sessions"]) == 1


def test_of_two_who_change_the_password_at_once_one_does(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Visitor(client, "ann-the-guest")
    ann.claim("Ann")
    new = while_it_is_done(client, monkeypatch, client.app.state.services.accounts, "replace_password")
    wanted = {"old": PASSWORD, "new": "a harbour of islands"}
    assert ann.refused("POST", "/api/account/password", wanted) == "account/wrong"
    ann.log_in("Ann", new)


def test_no_guest_plays_others_under_an_accounts_name(client: TestClient[Any]) -> None:
    ann, guest = Visitor(client, "ann-the-guest"), Visitor(client, "guest")
    ann.claim("Ann")
    waits = challenge(ann)
    for like in ("Ann", "ANN", "Αnn"):
        assert guest.refused("POST", f"/api/challenges/{waits}/accept", {"name": like}) == "account/name-taken"
        assert guest.refused("POST", "/api/challenges", {"spec": "hex(size=3)", "name": like}) == "account/name-taken"
        asked = {"game": "atoll", "pace": "fast", "name": like}
        assert guest.refused("POST", "/api/pairing", asked) == "account/name-taken"
    taken = guest.well("POST", f"/api/challenges/{waits}/accept", {"name": "Annette"})
    seats = ann.well("GET", f"/api/games/{taken['game']}")["created"]["seats"]
    assert [each["name"] for each in seats] == ["Ann", "Annette"]


def test_numbers_that_no_table_can_hold_are_refused(client: TestClient[Any]) -> None:
    ann, bob = Visitor(client, "ann-the-guest"), Visitor(client, "bob")
    ann.claim("Ann")
    game = game_of(ann, bob)
    asked = {"kind": "mute", "game": game, "line": 2**63}
    assert ann.ask("POST", "/api/blocks", asked).status_code in (400, 404)
