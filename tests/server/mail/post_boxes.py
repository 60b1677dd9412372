"""A server of mail inside the tests, and processes of a house that send by it."""

from __future__ import annotations

import contextlib
import re
import socket
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from cli.running import PATIENCE_S
from motu.server.mail.mail_settings import MailSettings

SITE = "https://motu.example.org"


class PostBox:
    """Takes mails, and does as it is told with them."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.answers: list[str] = []
        """What is said to the next mails; then each is taken."""

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 - the library's name
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer.startswith("250"):
            found = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(found, EmailMessage)
            self.mails.append(found)
        return answer

    def text(self, number: int = -1) -> str:
        part = self.mails[number].get_body(("plain",))
        assert part is not None
        return str(part.get_content())

    def token(self, purpose: str, number: int = -1) -> str:
        """Return what the link of a mail has behind its `#`."""
        found = re.search(rf"{SITE}/mail/{purpose}#(\S+)", self.text(number))
        assert found is not None, self.text(number)
        return found[1]


@contextlib.contextmanager
def post_box() -> Iterator[tuple[PostBox, MailSettings]]:
    """Serve SMTP at a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    box = PostBox()
    controller = Controller(box, hostname="127.0.0.1", port=port, ready_timeout=PATIENCE_S)
    controller.start()
    try:
        yield box, MailSettings("127.0.0.1", port, "motu <motu@example.org>", SITE, security="none")
    finally:
        controller.stop()
