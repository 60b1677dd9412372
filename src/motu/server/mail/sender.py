"""Sends what waits to be sent, by SMTP (floor: server)."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Mapping, Sequence
from email.message import EmailMessage

import aiosmtplib
from aiosmtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from motu.errors import one_line
from motu.server.locale import AskTexts, Texts
from motu.server.mail.fresh import Freshen, as_it_is
from motu.server.mail.letters import Letter, mail_of
from motu.server.mail.mail_settings import MailSettings
from motu.server.mail.outgoing import (
    KEPT_MS,
    MOST_TOGETHER,
    OutgoingMail,
    forget_sent,
    note_dropped,
    note_failed,
    note_sent,
    take_in_hand,
)
from motu.server.recurring import RecurringTask
from motu.server.store import Store

LOOK_SECONDS = 5.0
"""So often somebody looks for mails; those that are put out here are seen at once."""
SMTP_SECONDS = 20.0
"""How long a server may take for each answer."""
PERMANENT = 500
"""From this answer on a server will never take the mail."""
_log = logging.getLogger("motu.server")


class MailSender:
    """Sends the mails of a house; any of its processes may."""

    def __init__(
        self,
        store: Store,
        settings: MailSettings,
        texts: AskTexts,
        clock: Callable[[], int],
        freshen: Freshen = as_it_is,
    ) -> None:
        """Send what a store keeps; `texts` returns the texts of every language."""
        self._store, self._settings, self._texts, self._clock = store, settings, texts, clock
        self._freshen = freshen
        self._task: RecurringTask | None = None
        self._forgotten_ms = 0

    async def open(self) -> None:
        """Send until `close`."""
        self._task = RecurringTask(self.send_waiting, LOOK_SECONDS, "mails")

    async def close(self) -> None:
        """Send nothing more; what is just being sent goes out, and perhaps once more later."""
        if self._task is not None:
            await self._task.stop()

    def stir(self) -> None:
        """Look at once."""
        if self._task is not None:
            self._task.stir()

    async def send_waiting(self) -> None:
        """Send what is to be sent now."""
        while True:
            now = self._clock()
            mails = await self._store.write(lambda connection, now=now: take_in_hand(connection, now))  # type: ignore[misc]
            if mails:
                await self._send(mails)
            if len(mails) < MOST_TOGETHER:
                break
        if now >= self._forgotten_ms + 3_600_000:
            self._forgotten_ms = now
            await self._store.write(lambda connection: forget_sent(connection, now - KEPT_MS))

    async def _send(self, mails: Sequence[OutgoingMail]) -> None:
        texts, settings = await self._texts(), self._settings  # without texts no try counts: they are no mail's fault
        server = aiosmtplib.SMTP(
            hostname=settings.host,
            port=settings.port,
            username=settings.user,
            password=settings.password,
            use_tls=settings.security == "tls",
            start_tls=None if settings.security == "starttls" else False,
            timeout=SMTP_SECONDS,
        )
        try:
            await self._send_over(server, mails, texts)
        finally:
            server.close()  # whoever is broken off, or gets no answer to a goodbye, hangs up

    async def _send_over(
        self, server: aiosmtplib.SMTP, mails: Sequence[OutgoingMail], texts: Mapping[str, Texts]
    ) -> None:
        try:
            await server.connect()
        except (SMTPException, OSError, TimeoutError) as error:
            _log.warning("the server of mail is not there: %s", one_line(error))
            for each in mails:
                await self._failed(each, is_final=False)
            return
        for each in mails:
            await self._send_one(server, each, texts)
        with contextlib.suppress(SMTPException, OSError, TimeoutError):
            await server.quit()

    async def _send_one(self, server: aiosmtplib.SMTP, mail: OutgoingMail, texts: Mapping[str, Texts]) -> None:
        letter = await self._freshen(mail)
        if letter is None:
            await self._store.write(lambda connection: note_dropped(connection, mail))
            return
        try:
            if not server.is_connected:
                await server.connect()
            await server.send_message(self._written(mail, letter, texts))
        except (SMTPException, OSError, TimeoutError) as error:
            is_final = _is_final(error)
            if not await self._failed(mail, is_final=is_final):
                _log.warning("a mail is given up: %s", one_line(error))
        else:
            await self._store.write(lambda connection: note_sent(connection, mail, self._clock()))

    def _written(self, mail: OutgoingMail, letter: Letter, texts: Mapping[str, Texts]) -> EmailMessage:
        settings = self._settings
        words = texts.get(mail.language) or texts["en"]
        head = {"sender": settings.sender, "to": mail.to, "message_id": f"<{mail.id}@{settings.domain}>"}
        return mail_of(letter, words, **head, at_s=self._clock() / 1000)

    async def _failed(self, mail: OutgoingMail, *, is_final: bool) -> bool:
        now = self._clock()
        return await self._store.write(lambda connection: note_failed(connection, mail, now, is_final=is_final))


def _is_final(error: Exception) -> bool:
    """Return whether a server has refused a mail for good."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(each.code >= PERMANENT for each in error.recipients)
    return isinstance(error, SMTPResponseException) and error.code >= PERMANENT
