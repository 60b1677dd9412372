"""Links in mails that nobody else can make up (floor: server).

They lead to a page of ours and stand behind its `#`, which browsers send nobody: no log has them, no referrer.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from itsdangerous import BadData, URLSafeTimedSerializer

from motu.server.events import ServerError

SingleUse = Literal["confirm", "reset"]
Purpose = Literal["confirm", "reset", "stop"]
LASTING_SECONDS: dict[Purpose, int | None] = {"confirm": 48 * 3600, "reset": 3600, "stop": None}
"""How long a link is good; None: for ever."""
MAX_TOKEN = 600


class LinkTold(msgspec.Struct, frozen=True):
    """What a link says."""

    person: str
    about: str
    """Which address or password it was made for."""


class SignedLinks:
    """Makes and reads links."""

    def __init__(self, secret: str, site: str) -> None:
        """Sign with a secret of the house; `site` is how links begin."""
        self._site = site
        self._signers = {each: URLSafeTimedSerializer(secret, salt=f"motu.mail.{each}") for each in LASTING_SECONDS}

    def token(self, purpose: Purpose, person: str, about: str) -> str:
        """Return what a link has behind its beginning."""
        token: str = self._signers[purpose].dumps([person, about])
        return token

    def page(self, purpose: Purpose, person: str, about: str) -> str:
        """Return a link to the page on which somebody does what it is for."""
        return f"{self._site}/mail/{purpose}#{self.token(purpose, person, about)}"

    def at_once(self, token: str) -> str:
        """Return the address to which a mail program posts to stop mails, at one tap."""
        return f"{self._site}/api/mail/stop/{token}"

    def to(self, path: str) -> str:
        """Return a link to a page that everybody may see."""
        return f"{self._site}{path}"

    def told_by(self, purpose: Purpose, page: str) -> LinkTold | None:
        """Return what a link to a page of ours says, however old it is; None where it is none."""
        try:
            told: Any = self._signers[purpose].loads(page.rpartition("#")[2])
            return LinkTold(*map(str, told))
        except (BadData, TypeError):
            return None

    def read(self, purpose: Purpose, token: str) -> LinkTold:
        """Return what a link says.

        Raises:
            ServerError: "mail/link" for one that is not of our making, or too old.
        """
        try:
            told: Any = self._signers[purpose].loads(token[: MAX_TOKEN + 1], max_age=LASTING_SECONDS[purpose])
            return LinkTold(*map(str, told))
        except (BadData, TypeError) as error:
            raise bad_link() from error


def bad_link() -> ServerError:
    """Return why nothing comes of a link."""
    return ServerError("this link is not whole, was used already, or is too old: ask for another", slug="mail/link")
