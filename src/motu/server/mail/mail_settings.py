"""By which server mail goes out, from whom, and where its links lead (floor: server)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from email.utils import parseaddr
from typing import Literal
from urllib.parse import unquote, urlsplit

from motu.errors import one_line
from motu.server.events import ServerError

Security = Literal["tls", "starttls", "none"]
_PORTS = {"smtps": 465, "smtp": 587}


@dataclass(frozen=True, slots=True)
class MailSettings:
    """How mail is sent."""

    host: str
    port: int
    sender: str
    """As it stands in the head of a mail, perhaps with a name."""
    site: str
    """How links begin: "https://motu.example.org"."""
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    security: Security = "starttls"
    """Encrypted from the beginning; as soon as the server offers it; never."""

    @property
    def domain(self) -> str:
        """Of the sender's address."""
        return parseaddr(self.sender)[1].rpartition("@")[2]


def mail_settings(smtp: str, sender: str | None, site: str | None, names: Sequence[str] = ()) -> MailSettings:
    """Return how mail is sent.

    Args:
        smtp: The server's URL: smtp://USER:PASSWORD@HOST:PORT, or smtps:// where it is encrypted from the beginning;
            with `?tls=no` never.
        sender: Whose mails they are.
        site: How links begin; None for HTTPS and the first of the names.
        names: By which browsers call the house.

    Raises:
        ServerError: "server/mail" with what would be right.
    """
    if not sender or "@" not in parseaddr(sender)[1] or one_line(sender) != sender:
        raise ServerError("--smtp needs --mail-from with an address: 'motu <motu@example.org>'", slug="server/mail")
    if site is None and not names:
        raise ServerError("links in mails need --site, such as https://motu.example.org", slug="server/mail")
    return _at(smtp, sender, checked_site(site or f"https://{names[0]}"))


def checked_site(begin: str) -> str:
    """Return how links begin, without a slash at the end.

    Raises:
        ServerError: "server/mail" for what no link begins with.
    """
    try:
        where = urlsplit(begin)
    except ValueError:  # a bracket that nothing closes
        where = urlsplit("")
    if where.scheme not in ("http", "https") or not where.netloc or where.path.strip("/") or where.query:
        raise ServerError(f"'{one_line(begin)}' is no site; right is https://HOST", slug="server/mail", text=begin)
    return begin.rstrip("/")


def _at(smtp: str, sender: str, site: str) -> MailSettings:
    try:
        url = urlsplit(smtp)
        host, port = url.hostname, url.port
    except ValueError:
        url, host, port = urlsplit(""), None, None
    if url.scheme not in _PORTS or not host or url.query not in ("", "tls=no"):
        raise ServerError("--smtp is no server's URL; right is smtp://USER:PASSWORD@HOST:PORT", slug="server/mail")
    security: Security = "none" if url.query else "tls" if url.scheme == "smtps" else "starttls"
    user = None if url.username is None else unquote(url.username)
    password = None if url.password is None else unquote(url.password)
    return MailSettings(host, port or _PORTS[url.scheme], sender, site, user, password, security)
