"""All about mail of a house (floor: server): without a server for it, none is sent, and the pages say so."""

from __future__ import annotations

from collections.abc import Callable

from motu.server.accounts.account import UserAccount
from motu.server.accounts.accounts import Accounts
from motu.server.accounts.sessions import Sessions
from motu.server.accounts.shown import ShownNames
from motu.server.events import ServerError
from motu.server.mail.addresses import MailAddresses
from motu.server.mail.digest import Digests
from motu.server.mail.fresh import FreshLetters
from motu.server.mail.letters import Letter, LetterLink
from motu.server.mail.mail_settings import MailSettings
from motu.server.mail.outgoing import put_out_to
from motu.server.mail.resets import PasswordResets
from motu.server.mail.sender import MailSender
from motu.server.mail.signed_links import SignedLinks
from motu.server.pages import built_texts
from motu.server.store import Store, Work
from motu.server.wall_time import now_ms


class MailOffice:
    """Addresses, forgotten passwords, and who sends."""

    def __init__(
        self,
        store: Store,
        settings: MailSettings | None,
        known: Accounts,
        sessions: Sessions,
        names: ShownNames,
        *,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        """Send mail as these settings say; None: not at all."""
        self.store, self.settings, self._known, self._sessions, self._clock = store, settings, known, sessions, clock
        self._names = names
        self._make("")

    def _make(self, secret: str) -> None:
        site = "" if self.settings is None else self.settings.site
        self.links = SignedLinks(secret, site)
        self.addresses = MailAddresses(self.store, self.links, self.now_ms)
        self.resets = PasswordResets(
            self.store, self.links, self.addresses, self._known, self._sessions, clock=self.now_ms
        )
        self.sender: MailSender | None = None
        self.digests = Digests(
            self.store,
            self.links,
            self._names,
            built_texts,
            clock=self.now_ms,
            stir=lambda: None if self.sender is None else self.sender.stir(),
        )
        if self.settings is not None:
            fresh = FreshLetters(self.links, self.addresses, self.resets, self.digests)
            self.sender = MailSender(self.store, self.settings, built_texts, self.now_ms, fresh.freshen)

    def now_ms(self) -> int:
        """Return the time of day, in milliseconds."""
        return self._clock()

    async def open(self) -> None:
        """Begin to send."""
        self._make(await self.store.secret("mail"))
        if self.sender is not None:
            await self.sender.open()
            await self.digests.open()

    async def close(self) -> None:
        """Send nothing more."""
        await self.digests.close()
        if self.sender is not None:
            await self.sender.close()

    def has_key(self, account: UserAccount) -> Work | None:
        """Return the work that has somebody written to whose account is given another passkey; None: no mail here."""
        if self.settings is None:
            return None
        letter = Letter("passkey", account.name, (LetterLink(self.links.to("/account")),))
        return lambda connection: put_out_to(connection, account.id, letter, self.now_ms())

    def check_on(self) -> MailSender:
        """Return who sends.

        Raises:
            ServerError: "mail/off" where nobody does.
        """
        if self.sender is None:
            raise ServerError("this house sends no mail", slug="mail/off")
        return self.sender
