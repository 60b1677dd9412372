"""Mails are sent once, by one of many processes, and again where that failed."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import pytest
import sqlalchemy as sa

from motu.server.locale import ENGLISH_TEXTS, AskTexts, Texts
from motu.server.mail.letters import Letter, LetterLink, mail_of, most_urgent
from motu.server.mail.mail_settings import MailSettings
from motu.server.mail.outgoing import LEASE_MS, PAUSES_MINUTES, note_sent, put_out, take_in_hand
from motu.server.mail.sender import MailSender
from motu.server.pages import load_site
from motu.server.schema import mails
from motu.server.store import Store
from server.mail.post_boxes import PostBox, post_box

LETTER = Letter("confirm", "Ann", (LetterLink("https://motu.example.org/mail/confirm#abc"),))


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def store(database: sa.URL) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


@pytest.fixture
def served() -> Iterator[tuple[PostBox, MailSettings]]:
    with post_box() as both:
        yield both


async def english() -> dict[str, Texts]:
    return {"en": ENGLISH_TEXTS}


def sender(store: Store, settings: MailSettings, clock: Clock, texts: AskTexts = english) -> MailSender:
    return MailSender(store, settings, texts, clock)


async def put(store: Store, clock: Clock, *addresses: str) -> None:
    for each in addresses:
        await store.write(lambda opened, each=each: put_out(opened, None, each, "xx", LETTER, clock.now))  # type: ignore[misc]


def waiting(store: Store) -> list[tuple[int | None, int]]:
    with store._engine.connect() as connection:
        return [tuple(row) for row in connection.execute(sa.select(mails.c.due_ms, mails.c.tries))]


def test_of_many_processes_one_sends_each_mail(store: Store, served: tuple[PostBox, MailSettings]) -> None:
    box, settings = served
    clock = Clock()

    async def script() -> None:
        await put(store, clock, *(f"p{number}@example.org" for number in range(25)))
        await asyncio.gather(*(sender(store, settings, clock).send_waiting() for _ in range(4)))
        assert sorted(each["To"] for each in box.mails) == sorted(f"p{number}@example.org" for number in range(25))
        assert len({each["Message-ID"] for each in box.mails}) == 25
        clock.now += 2 * LEASE_MS
        await sender(store, settings, clock).send_waiting()
        assert len(box.mails) == 25
        with store._engine.connect() as connection:
            assert set(connection.execute(sa.select(mails.c.what)).scalars()) == {b""}, "nothing of it is kept"

    asyncio.run(script())


def test_whoever_stops_in_the_middle_of_a_goodbye_hangs_up(
    store: Store, served: tuple[PostBox, MailSettings], recwarn: pytest.WarningsRecorder
) -> None:
    box, settings = served
    clock = Clock()
    asked, may_answer = threading.Event(), threading.Event()

    async def answer_late(_server: Any, _session: Any, _envelope: Any) -> str:
        asked.set()
        await asyncio.to_thread(may_answer.wait, 20)
        return "221 Bye"

    async def script() -> None:
        await put(store, clock, "ann@example.org")
        mailing = sender(store, settings, clock)
        await mailing.open()
        assert await asyncio.to_thread(asked.wait, 20)
        await mailing.close()

    box.handle_QUIT = answer_late  # type: ignore[attr-defined]
    try:
        asyncio.run(script())
    finally:
        may_answer.set()
    gc.collect()
    assert len(box.mails) == 1
    assert [str(each.message) for each in recwarn if issubclass(each.category, ResourceWarning)] == []


def test_whoever_is_killed_before_he_sends_is_stood_in_for(store: Store, served: tuple[PostBox, MailSettings]) -> None:
    box, settings = served
    clock = Clock()

    async def script() -> None:
        await put(store, clock, "ann@example.org")
        taken = await store.write(lambda opened: take_in_hand(opened, clock.now))
        await sender(store, settings, clock).send_waiting()
        assert box.mails == [], "somebody has it in hand"
        clock.now += LEASE_MS
        await sender(store, settings, clock).send_waiting()
        assert len(box.mails) == 1
        await store.write(lambda opened: note_sent(opened, taken[0], clock.now))  # he was only slow
        await sender(store, settings, clock).send_waiting()
        assert len(box.mails) == 1

    asyncio.run(script())


def test_what_cannot_be_sent_now_is_sent_later_and_given_up_at_last(
    store: Store, served: tuple[PostBox, MailSettings], caplog: pytest.LogCaptureFixture
) -> None:
    box, settings = served
    clock = Clock()

    async def script() -> None:
        post = sender(store, settings, clock)
        await put(store, clock, "ann@example.org")
        box.answers = ["451 later"] * 2
        for minutes in PAUSES_MINUTES[:2]:
            await post.send_waiting()
            await post.send_waiting()
            assert box.mails == []
            clock.now += minutes * 60_000
        await post.send_waiting()
        assert len(box.mails) == 1
        await put(store, clock, "bob@example.org")
        box.answers = ["554 never"]
        await post.send_waiting()
        assert len(box.answers) == 0
        assert [due for due, _ in waiting(store)] == [None, None]
        await put(store, clock, "eve@example.org")
        box.answers = ["451 later"] * 99
        for minutes in (*PAUSES_MINUTES, 1):
            await post.send_waiting()
            clock.now += minutes * 60_000
        assert len(box.answers) == 99 - len(PAUSES_MINUTES) - 1
        assert "given up" in caplog.text
        assert sorted(tries for _, tries in waiting(store)) == [1, 2, len(PAUSES_MINUTES) + 1]
        assert len(box.mails) == 1

    asyncio.run(script())


def test_a_server_that_is_not_there_costs_nothing_but_time(store: Store) -> None:
    clock = Clock()
    nobody = MailSettings("127.0.0.1", 1, "motu@example.org", "https://x.org", security="none")

    async def script() -> None:
        await put(store, clock, "ann@example.org", "bob@example.org")
        await sender(store, nobody, clock).send_waiting()
        assert waiting(store) == [(clock.now + 60_000, 1)] * 2

    asyncio.run(script())


def test_where_there_are_no_texts_no_mail_is_given_up(store: Store, served: tuple[PostBox, MailSettings]) -> None:
    box, settings = served
    clock = Clock()
    tries = len(PAUSES_MINUTES) + 2

    async def missing() -> dict[str, Texts]:
        raise OSError("the texts can't be read")

    async def script() -> None:
        await put(store, clock, "ann@example.org")
        for _ in range(tries):
            with pytest.raises(OSError, match="can't be read"):
                await sender(store, settings, clock, missing).send_waiting()
            clock.now += LEASE_MS
        assert waiting(store) == [(clock.now, 0)]
        await sender(store, settings, clock).send_waiting()
        assert [each["To"] for each in box.mails] == ["ann@example.org"]

    asyncio.run(script())


def body(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body((kind,))
    assert part is not None
    return str(part.get_content())


def test_a_digest_says_what_waits_in_the_readers_language() -> None:
    links = most_urgent(
        [LetterLink("https://x.org/b", "B", None), LetterLink("https://x.org/a", "A <b>", 3 * 86_400_000)]
    )
    letter = Letter("digest", "Ana", tuple(links), 2, "https://x.org/mail/stop#t", "https://x.org/api/mail/stop/t")
    head = {"sender": "motu <m@x.org>", "to": "ana@x.org", "message_id": "<1@x.org>"}
    english = mail_of(letter, ENGLISH_TEXTS, **head, at_s=1_800_000_000)
    assert english["Subject"] == "It is your move in 4 games"
    assert english["List-Unsubscribe"] == "<https://x.org/api/mail/stop/t>"
    assert english["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert body(english, "plain").index("A <b>, 3 days left\nhttps://x.org/a") < body(english, "plain").index(
        "https://x.org/b"
    )
    assert "A &lt;b&gt;" in body(english, "html")
    assert "<b>" not in body(english, "html")
    assert "https://x.org/mail/stop#t" in body(english, "plain")
    for code, words in load_site().texts.items():
        subject = mail_of(letter, words, **head, at_s=0)["Subject"]
        assert "4" in subject
        assert (subject == english["Subject"]) == (code == "en")
