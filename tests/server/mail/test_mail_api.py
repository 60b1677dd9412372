"""Addresses are confirmed by a link, forgotten passwords replaced by one; nobody learns who is here."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.events import ServerError
from motu.server.mail import signed_links
from motu.server.mail.mail_settings import MailSettings, mail_settings
from motu.server.passkeys.ceremonies import NewKey, place_of
from motu.server.schema import mails
from motu.server.server_settings import ServerSettings
from server.accounts.houses import PASSWORD, quick_passwords
from server.applications import make_application
from server.mail.post_boxes import SITE, PostBox, post_box
from server.passkeys.devices import Device
from server.two_people import HERE, Visitor

NOW_S = int(time.time())
ADDRESS = "Ann.Example@example.org"


@pytest.fixture
def box() -> Iterator[tuple[PostBox, MailSettings]]:
    with post_box() as both:
        yield both


@pytest.fixture
def client(tmp_path: Path, box: tuple[PostBox, MailSettings]) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1, mail=box[1])), base_url=HERE) as opened:
        opened.app.state.services.accounts._passwords = quick_passwords()
        yield opened


def arrived(box: PostBox, count: int) -> PostBox:
    deadline = time.monotonic() + 20
    while len(box.mails) < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert len(box.mails) == count
    return box


def tried(client: TestClient[Any], count: int = 1) -> None:
    """Wait until so many mails wait, and all of them because nobody has taken them."""
    waits = sa.select(mails.c.tries).where(mails.c.due_ms.is_not(None))
    deadline = time.monotonic() + 20
    while True:
        with client.app.state.services.store._engine.connect() as connection:
            found = list(connection.execute(waits).scalars())
        if found == [1] * count:
            return
        assert time.monotonic() < deadline, found
        time.sleep(0.02)


def days_pass(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    """Let it be so many days later for mails and their links."""
    later = NOW_S + days * 86_400
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: later)
    client.app.state.services.mail._clock = lambda: 1000 * later


def person(client: TestClient[Any], name: str) -> Visitor:
    made = Visitor(client, name.lower())
    made.claim(name)
    return made


def give(who: Visitor, address: str = ADDRESS, **more: Any) -> Any:
    return who.well("PUT", "/api/account/mail", {"address": address, "password": PASSWORD, **more})


def confirmed(who: Visitor, box: PostBox, count: int, address: str = ADDRESS) -> None:
    give(who, address, has_digest=True)
    Visitor(who.client).well("POST", "/api/mail/confirm", {"token": arrived(box, count).token("confirm")})


def test_whose_account_has_another_passkey_is_written_to(client: TestClient[Any], box: tuple[PostBox, Any]) -> None:
    ann, bob = person(client, "Ann"), person(client, "Bob")
    confirmed(ann, box[0], 1)
    give(bob, "bob@example.org")
    arrived(box[0], 2)
    services, place = client.app.state.services, place_of("motu.example")
    with client.portal() as portal:
        for name in ("bob", "ann"):
            account = portal.call(services.accounts.find, name)
            wanted = portal.call(services.passkeys.begin_adding, account, place)
            made = NewKey(**Device("https://motu.example").make(wanted))
            portal.call(services.passkeys.add, account, place, "phone", made)
    mail = arrived(box[0], 3).mails[-1]
    assert mail["To"] == ADDRESS, "to confirmed addresses alone"
    assert mail["Subject"] == "A passkey was added to your motu account"
    assert "added to the account Ann" in " ".join(box[0].text().split())
    assert f"{SITE}/account" in box[0].text().split()


def test_who_has_just_logged_in_gives_an_address_without_a_password(client: TestClient[Any]) -> None:
    ann = person(client, "Ann")
    assert give(ann, password="")["wanted"] == ADDRESS
    accounts, sessions = client.app.state.services.accounts, client.app.state.services.sessions
    now = accounts._clock()
    sessions._clock = lambda: now + 11 * 60_000
    assert ann.refused("PUT", "/api/account/mail", {"address": ADDRESS, "password": ""}) == "account/confirm"


def test_addresses_that_are_thrown_away_are_not_taken(client: TestClient[Any]) -> None:
    ann = person(client, "Ann")
    for address in ("ann@mailinator.com", "ann@MAILINATOR.com", "ann@some.mailinator.com"):
        assert ann.refused("PUT", "/api/account/mail", {"address": address, "password": PASSWORD}) == "mail/throwaway"
    assert ann.well("GET", "/api/account/mail")["wanted"] == ""
    assert give(ann, "ann@notmailinator.com.example.org")["wanted"] == "ann@notmailinator.com.example.org"


def test_an_address_is_ones_own_when_its_link_is_opened(client: TestClient[Any], box: tuple[PostBox, Any]) -> None:
    ann = person(client, "Ann")
    assert ann.well("GET", "/api/account/mail") == {"is_on": True, "address": "", "wanted": "", "has_digest": False}
    assert ann.refused("PUT", "/api/account/mail", {"address": "none", "password": PASSWORD}) == "mail/address"
    assert ann.refused("PUT", "/api/account/mail", {"address": ADDRESS, "password": "wrong one"}) == "account/wrong"
    view = give(ann, language="de")
    assert (view["address"], view["wanted"]) == ("", ADDRESS)
    mail = arrived(box[0], 1).mails[0]
    assert (mail["To"], mail["From"]) == (ADDRESS, "motu <motu@example.org>")
    assert "Ann" in box[0].text()
    token = box[0].token("confirm")
    stranger = Visitor(client)
    assert stranger.refused("POST", "/api/mail/confirm", {"token": token[:-1]}) == "mail/link"
    assert stranger.well("POST", "/api/mail/confirm", {"token": token}) == {"address": ADDRESS}
    assert stranger.refused("POST", "/api/mail/confirm", {"token": token}) == "mail/link", "it is good once"
    assert ann.well("GET", "/api/account/mail")["address"] == ADDRESS
    give(ann, "other@example.org")
    assert ann.well("GET", "/api/account/mail")["address"] == ADDRESS, "until the other one is confirmed"
    old = arrived(box[0], 2).token("confirm")
    give(ann, "third@example.org")
    assert stranger.refused("POST", "/api/mail/confirm", {"token": old}) == "mail/link"
    third = arrived(box[0], 3).token("confirm")
    ann.well("DELETE", "/api/account/mail")
    assert ann.well("GET", "/api/account/mail")["wanted"] == ""
    assert stranger.refused("POST", "/api/mail/confirm", {"token": third}) == "mail/link"


def test_links_run_out(client: TestClient[Any], box: tuple[PostBox, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, stranger = person(client, "Ann"), person(client, "Bob"), Visitor(client)
    confirmed(ann, box[0], 1)
    ann.well("POST", "/api/account/forgotten", {"address": ADDRESS})
    reset = {"token": arrived(box[0], 2).token("reset"), "password": "a lagoon of islands"}
    give(bob, "bob@example.org")
    confirm = {"token": arrived(box[0], 3).token("confirm")}
    now = time.time()
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: now + 3600 + 5)
    assert stranger.refused("POST", "/api/mail/reset", reset) == "mail/link"
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: now + 2 * 86_400 + 5)
    assert stranger.refused("POST", "/api/mail/confirm", confirm) == "mail/link"
    assert bob.well("GET", "/api/account/mail")["address"] == ""


def test_a_mail_that_has_waited_has_a_link_that_is_good_from_then_on(
    client: TestClient[Any], box: tuple[PostBox, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, stranger = person(client, "Ann"), Visitor(client)
    box[0].answers = ["451 later"]
    give(ann)
    tried(client)
    days_pass(client, monkeypatch, 3)
    token = arrived(box[0], 1).token("confirm")
    assert stranger.well("POST", "/api/mail/confirm", {"token": token}) == {"address": ADDRESS}
    box[0].answers = ["451 later"]
    ann.well("POST", "/api/account/forgotten", {"address": ADDRESS})
    tried(client)
    days_pass(client, monkeypatch, 6)
    token = arrived(box[0], 2).token("reset")
    new = {"token": token, "password": "a lagoon of islands"}
    assert stranger.well("POST", "/api/mail/reset", new) == {"name": "Ann"}
    assert stranger.refused("POST", "/api/mail/reset", new) == "mail/link"


def test_what_has_waited_is_not_sent_where_nothing_would_come_of_it(
    client: TestClient[Any], box: tuple[PostBox, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = person(client, "Ann")
    box[0].answers = ["451 later"]
    give(ann, "mistyped@example.org")
    tried(client)
    confirmed(ann, box[0], 1)
    box[0].answers = ["451 later"]
    ann.well("POST", "/api/account/forgotten", {"address": ADDRESS})
    tried(client, 2)
    ann.well("POST", "/api/account/password", {"old": PASSWORD, "new": "a lagoon of islands"})
    days_pass(client, monkeypatch, 1)
    tried(client, 0)
    assert [each["To"] for each in box[0].mails] == [ADDRESS]


def test_nobody_is_flooded_with_questions(client: TestClient[Any], box: tuple[PostBox, Any]) -> None:
    ann, bob = person(client, "Ann"), person(client, "Bob")
    for number in range(3):
        give(ann, f"a{number}@example.org")
    give(bob, ADDRESS)
    give(ann, ADDRESS.lower())
    give(ann, ADDRESS)
    again = {"address": "new@example.org", "password": PASSWORD}
    assert ann.refused("PUT", "/api/account/mail", again) == "account/limit"
    wait = int(ann.ask("PUT", "/api/account/mail", again).headers["retry-after"])
    assert 86_400 - 60 < wait <= 86_400
    give(bob, "elsewhere@example.org")


def test_a_forgotten_password_is_replaced_once(client: TestClient[Any], box: tuple[PostBox, Any]) -> None:
    ann, stranger = person(client, "Ann"), Visitor(client, "stranger")
    confirmed(ann, box[0], 1)
    answers = [
        stranger.ask("POST", "/api/account/forgotten", {"address": each})
        for each in ("nobody@example.org", ADDRESS.upper())
    ]
    assert {(each.status_code, each.content) for each in answers} == {(204, b"")}
    arrived(box[0], 2)
    assert box[0].mails[1]["To"] == ADDRESS, "as it was confirmed, however it is typed now"
    token = box[0].token("reset")
    assert stranger.refused("POST", "/api/mail/reset", {"token": token, "password": "short"}) == "account/password"
    new = "a lagoon of islands"
    assert stranger.refused("POST", "/api/mail/confirm", {"token": token}) == "mail/link", "it is for this alone"
    assert stranger.well("POST", "/api/mail/reset", {"token": token, "password": new}) == {"name": "Ann"}
    assert stranger.refused("POST", "/api/mail/reset", {"token": token, "password": PASSWORD}) == "mail/link"
    assert ann.well("GET", "/api/account")["account"] is None, "all sessions are ended"
    assert stranger.refused("POST", "/api/account/log-in", {"name": "Ann", "password": PASSWORD}) == "account/wrong"
    stranger.log_in("Ann", new)


def test_each_way_to_write_an_address_is_sent_its_own_links_alone(
    client: TestClient[Any], box: tuple[PostBox, Any]
) -> None:
    """Where a server of mail tells case apart before the @, they are two people's."""
    for number, address in enumerate((ADDRESS, ADDRESS.lower(), ADDRESS), 1):
        confirmed(person(client, f"Ann-{'bcd'[number - 1]}"), box[0], number, address)
    for _ in range(4):
        Visitor(client).well("POST", "/api/account/forgotten", {"address": ADDRESS.upper()})
    sent = {arrived(box[0], 9).mails[number]["To"]: box[0].text(number) for number in (3, 4)}
    assert {to: [name for name in ("Ann-b", "Ann-c", "Ann-d") if name in text] for to, text in sent.items()} == {
        ADDRESS: ["Ann-b", "Ann-d"],
        ADDRESS.lower(): ["Ann-c"],
    }
    assert len({mail["To"] for mail in box[0].mails[3:]}) == 2, "three each"


def test_mails_are_in_the_language_in_which_their_address_was_given(
    client: TestClient[Any], box: tuple[PostBox, Any]
) -> None:
    """A wish for another address changes nothing before it is confirmed, nor does who asks for a password."""
    ann, stranger = person(client, "Ann"), Visitor(client, "stranger")
    give(ann, language="fr")
    stranger.well("POST", "/api/mail/confirm", {"token": arrived(box[0], 1).token("confirm")})
    asked = {"address": ADDRESS, "language": "eo"}
    stranger.well("POST", "/api/account/forgotten", asked)
    french = arrived(box[0], 2).mails[-1]["Subject"]
    other = "other@example.org"
    give(ann, other, language="de")
    token = arrived(box[0], 3).token("confirm")
    stranger.well("POST", "/api/account/forgotten", asked)
    assert arrived(box[0], 4).mails[-1]["Subject"] == french
    stranger.well("POST", "/api/mail/confirm", {"token": token})
    stranger.well("POST", "/api/account/forgotten", {"address": other, "language": "fr"})
    german = arrived(box[0], 5).mails[-1]["Subject"]
    assert len({german, french, "Reset your motu password"}) == 3


def test_links_of_older_versions_leave_the_language_as_it_is(
    client: TestClient[Any], box: tuple[PostBox, MailSettings]
) -> None:
    ann = person(client, "Ann")
    give(ann, language="fr")
    services = client.app.state.services
    links: signed_links.SignedLinks = services.mail.links
    told = links.read("confirm", arrived(box[0], 1).token("confirm"))
    assert told.about.endswith(" fr")
    token = links.token("confirm", told.person, told.about.removesuffix(" fr"))
    ann.well("POST", "/api/mail/confirm", {"token": token})
    with client.portal() as portal:
        assert portal.call(services.mail.addresses.of, told.person).language == "fr"


def with_a_link(client: TestClient[Any], box: PostBox) -> tuple[Visitor, str]:
    """Somebody who has asked for a new password, and the token that was sent."""
    ann = person(client, "Ann")
    confirmed(ann, box, 1)
    ann.well("POST", "/api/account/forgotten", {"address": ADDRESS})
    return ann, arrived(box, 2).token("reset")


def test_a_link_is_worth_nothing_once_the_password_is_another(
    client: TestClient[Any], box: tuple[PostBox, Any]
) -> None:
    ann, token = with_a_link(client, box[0])
    ann.well("POST", "/api/account/password", {"old": PASSWORD, "new": "a lagoon of islands"})
    assert ann.refused("POST", "/api/mail/reset", {"token": token, "password": PASSWORD}) == "mail/link"


def test_a_link_is_worth_nothing_once_the_address_is_taken_away_or_another(
    client: TestClient[Any], box: tuple[PostBox, Any]
) -> None:
    ann, token = with_a_link(client, box[0])
    ann.well("DELETE", "/api/account/mail")
    wanted = {"token": token, "password": "a lagoon of islands"}
    assert ann.refused("POST", "/api/mail/reset", wanted) == "mail/link"
    for count, other in enumerate(("other@example.org", ADDRESS.lower()), 3):
        give(ann, other)
        ann.well("POST", "/api/mail/confirm", {"token": arrived(box[0], count).token("confirm")})
        assert ann.refused("POST", "/api/mail/reset", wanted) == "mail/link"
    assert ann.well("GET", "/api/account")["account"]["name"] == "Ann"


def test_asking_for_new_passwords_is_limited_by_address_and_network(
    client: TestClient[Any], box: tuple[PostBox, Any]
) -> None:
    ann = person(client, "Ann")
    confirmed(ann, box[0], 1)
    for _ in range(5):
        ann.well("POST", "/api/account/forgotten", {"address": ADDRESS})
    arrived(box[0], 4)
    for number in range(5):
        ann.well("POST", "/api/account/forgotten", {"address": f"x{number}@example.org"})
    assert ann.refused("POST", "/api/account/forgotten", {"address": "y@example.org"}) == "account/limit"
    arrived(box[0], 4)


def test_digests_are_stopped_with_one_tap_and_without_logging_in(
    client: TestClient[Any], box: tuple[PostBox, Any]
) -> None:
    ann = person(client, "Ann")
    confirmed(ann, box[0], 1)
    links: signed_links.SignedLinks = client.app.state.services.mail.links
    token = links.token("stop", "ann", ADDRESS.lower())
    path = links.at_once(token).removeprefix(SITE)
    assert ann.well("GET", "/api/account/mail")["has_digest"] is True
    client.cookies.clear()
    answer = client.post(path, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 204
    assert ann.well("GET", "/api/account/mail")["has_digest"] is False
    Visitor(client).well("POST", "/api/mail/stop", {"token": token, "has_digest": True})
    assert ann.well("GET", "/api/account/mail")["has_digest"] is True
    assert Visitor(client).refused("POST", "/api/mail/stop/abc") == "mail/link"
    assert ann.well("POST", "/api/account/mail/choices", {"has_digest": False})["has_digest"] is False


def test_a_house_without_a_server_of_mail_says_so(tmp_path: Path) -> None:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as client:
        client.app.state.services.accounts._passwords = quick_passwords()
        ann = person(client, "Ann")
        assert ann.well("GET", "/api/account/mail")["is_on"] is False
        assert Visitor(client).well("GET", "/api/account/mail")["is_on"] is False
        assert ann.refused("PUT", "/api/account/mail", {"address": ADDRESS, "password": PASSWORD}) == "mail/off"
        assert ann.refused("POST", "/api/account/forgotten", {"address": ADDRESS}) == "mail/off"


def test_guests_have_no_address(client: TestClient[Any]) -> None:
    guest = Visitor(client, "guest")
    assert guest.refused("PUT", "/api/account/mail", {"address": ADDRESS, "password": PASSWORD}) == "account/none"
    assert guest.refused("DELETE", "/api/account/mail") == "account/none"
    assert guest.refused("POST", "/api/account/mail/choices", {"has_digest": True}) == "account/none"


@pytest.mark.parametrize(
    ("smtp", "found"),
    [
        ("smtp://ann:p%40ss@mail.org", ("mail.org", 587, "ann", "p@ss", "starttls")),
        ("smtps://mail.org:4650", ("mail.org", 4650, None, None, "tls")),
        ("smtp://localhost:25?tls=no", ("localhost", 25, None, None, "none")),
    ],
)
def test_urls_of_servers_of_mail(smtp: str, found: tuple[Any, ...]) -> None:
    made = mail_settings(smtp, "motu <m@x.org>", None, ("motu.org",))
    assert (made.host, made.port, made.user, made.password, made.security) == found
    assert (made.site, made.domain) == ("https://motu.org", "x.org")
    assert "p@ss" not in repr(made)


@pytest.mark.parametrize(
    ("smtp", "sender", "site"),
    [
        ("http://x.org", "m@x.org", SITE),
        ("smtp://", "m@x.org", SITE),
        ("smtp://x.org:port", "m@x.org", SITE),
        ("smtp://x.org?tls=maybe", "m@x.org", SITE),
        ("smtp://x.org", None, SITE),
        ("smtp://x.org", "motu", SITE),
        ("smtp://x.org", "m@x.org\nBcc: y@x.org", SITE),
        ("smtp://x.org", "m@x.org", None),
        ("smtp://x.org", "m@x.org", "motu.org"),
        ("smtp://x.org", "m@x.org", "https://motu.org/path"),
    ],
)
def test_what_is_no_such_setting_is_refused(smtp: str, sender: str | None, site: str | None) -> None:
    with pytest.raises(ServerError) as caught:
        mail_settings(smtp, sender, site)
    assert caught.value.slug == "server/mail"
