"""What a letter says when it is sent at last (floor: server).

A mail may wait for days until a server of mail takes it. By then a link would have run out, or be for something that
is not wanted any more, and games have gone on. So it is asked again, each time that a mail is about to be sent.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from motu.server.mail.addresses import MailAddresses
from motu.server.mail.digest import Digests
from motu.server.mail.letters import Letter, LetterLink
from motu.server.mail.outgoing import OutgoingMail
from motu.server.mail.resets import PasswordResets
from motu.server.mail.signed_links import LinkTold, SignedLinks, SingleUse

Freshen = Callable[[OutgoingMail], Awaitable[Letter | None]]
"""Returns what a mail is to say now; None where it is not to be sent any more."""


async def as_it_is(mail: OutgoingMail) -> Letter | None:
    """Return what a mail says."""
    return mail.letter


class FreshLetters:
    """Writes letters anew that have waited."""

    def __init__(self, links: SignedLinks, addresses: MailAddresses, resets: PasswordResets, digests: Digests) -> None:
        """Ask those who have put the letters out."""
        self._links, self._digests = links, digests
        self._is_good: dict[SingleUse, Callable[[LinkTold], Awaitable[bool]]] = {
            "confirm": addresses.awaits,
            "reset": resets.is_good,
        }

    async def freshen(self, mail: OutgoingMail) -> Letter | None:
        """Return what a mail is to say now: its links last from now on; None where nothing would come of it."""
        if mail.letter.kind == "digest":
            return None if mail.person is None else await self._digests.again(mail.person, mail.to)
        for purpose in self._is_good:
            if mail.letter.kind == purpose:
                found = [await self._again(purpose, each) for each in mail.letter.links]
                good = tuple(each for each in found if each is not None)
                return msgspec.structs.replace(mail.letter, links=good) if good else None
        return mail.letter

    async def _again(self, purpose: SingleUse, link: LetterLink) -> LetterLink | None:
        told = self._links.told_by(purpose, link.address)
        if told is None or not await self._is_good[purpose](told):
            return None
        return msgspec.structs.replace(link, address=self._links.page(purpose, told.person, told.about))
