"""What stands in a mail, in the language of whoever gets it, as text and as HTML (floor: server)."""

from __future__ import annotations

import html
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate

import msgspec

from motu.server.locale import Texts

HOUR_MS, DAY_MS = 3_600_000, 86_400_000


class LetterLink(msgspec.Struct, frozen=True):
    """A link, and what it leads to."""

    address: str
    text: str = ""
    """A name, or a game; empty where the letter itself says it."""
    left_ms: int | None = None
    """How long there is for the move."""


class Letter(msgspec.Struct, frozen=True):
    """What a mail is about; kept until it is sent."""

    kind: str
    """"confirm", "reset", "digest" or "passkey"."""
    name: str = ""
    """Of the account."""
    links: tuple[LetterLink, ...] = ()
    more: int = 0
    """How many games are not listed."""
    stop: str = ""
    """A link by which one is sent no more of this."""
    stop_at_once: str = ""
    """The address to which a mail program posts for that."""


class _Parts(msgspec.Struct, frozen=True):
    subject: str
    before: str
    after: str
    action: str = ""
    """What the one link is called; empty where each has its own text."""


def mail_of(letter: Letter, words: Texts, *, sender: str, to: str, message_id: str, at_s: float) -> EmailMessage:
    """Return a mail, ready to be sent."""
    parts = _PARTS[letter.kind](letter, words)
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, to, parts.subject
    mail["Date"], mail["Message-ID"] = formatdate(at_s), message_id
    mail["Auto-Submitted"] = "auto-generated"
    if letter.stop_at_once:
        mail["List-Unsubscribe"] = f"<{letter.stop_at_once}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(_as_text(letter, parts, words))
    mail.add_alternative(_as_html(letter, parts, words), subtype="html")
    return mail


def _confirm(letter: Letter, words: Texts) -> _Parts:
    return _Parts(
        words.gettext("Confirm your address for motu"),
        words.gettext("{name} on motu wants to use this address. If that is you, confirm it here:", name=letter.name),
        words.gettext("The link is valid for two days. If it was not you, just ignore this email."),
        words.gettext("Confirm this address"),
    )


def _reset(_: Letter, words: Texts) -> _Parts:
    return _Parts(
        words.gettext("Reset your motu password"),
        words.gettext("Someone, probably you, asked for a new password. Choose one here:"),
        words.gettext("The link is valid for one hour and works once. If it was not you, just ignore this email."),
    )


def _digest(letter: Letter, words: Texts) -> _Parts:
    count = len(letter.links) + letter.more
    subject = words.ngettext("It is your move in {count} game", "It is your move in {count} games", count)
    more = words.ngettext("and {count} more", "and {count} more", letter.more) if letter.more else ""
    return _Parts(subject, words.gettext("It is your turn in these games, {name}:", name=letter.name), more)


def _passkey(letter: Letter, words: Texts) -> _Parts:
    return _Parts(
        words.gettext("A passkey was added to your motu account"),
        words.gettext("A passkey was added to the account {name}. See all your passkeys here:", name=letter.name),
        words.gettext("If it was not you, remove it there, change your password, and log out everywhere else."),
        words.gettext("Your passkeys"),
    )


_PARTS = {"confirm": _confirm, "reset": _reset, "digest": _digest, "passkey": _passkey}


def _as_text(letter: Letter, parts: _Parts, words: Texts) -> str:
    links = [_line(each, words) for each in letter.links]
    stop = f"-- \n{_stop(words)}\n{letter.stop}" if letter.stop else ""
    return "\n\n".join(part for part in (parts.before, "\n".join(links), parts.after, stop) if part) + "\n"


def _line(link: LetterLink, words: Texts) -> str:
    told = ", ".join(part for part in (link.text, _left(link, words)) if part)
    return f"{told}\n{link.address}" if told else link.address


def _as_html(letter: Letter, parts: _Parts, words: Texts) -> str:
    before, after = (f"<p>{html.escape(part)}</p>" if part else "" for part in (parts.before, parts.after))
    links = "".join(_item(each, parts, words) for each in letter.links)
    stop = f'<p style="color:#4f6268">{_anchor(letter.stop, _stop(words))}</p>' if letter.stop else ""
    return (
        '<div style="font:16px/1.5 sans-serif;color:#10262e;max-width:36em">'
        f'<p style="font:28px serif;margin:0 0 12px">motu</p>{before}{links}{after}{stop}</div>\n'
    )


def _item(link: LetterLink, parts: _Parts, words: Texts) -> str:
    left = _left(link, words)
    told = f' <span style="color:#4f6268">{html.escape(left)}</span>' if left else ""
    return f"<p>{_anchor(link.address, link.text or parts.action)}{told}</p>"


def _anchor(address: str, text: str) -> str:
    return f'<a href="{html.escape(address)}" style="color:#0b6673">{html.escape(text)}</a>'


def _stop(words: Texts) -> str:
    return words.gettext("Unsubscribe from these emails")


def _left(link: LetterLink, words: Texts) -> str:
    return "" if link.left_ms is None else left_text(link.left_ms, words)


def left_text(left_ms: int, words: Texts) -> str:
    """Return how much time there is, in words."""
    if left_ms >= 2 * DAY_MS:
        return words.ngettext("{count} day left", "{count} days left", left_ms // DAY_MS)
    return words.ngettext("{count} hour left", "{count} hours left", max(0, left_ms) // HOUR_MS)


def most_urgent(links: Sequence[LetterLink]) -> list[LetterLink]:
    """Return links sorted by the time that is left."""
    return sorted(links, key=lambda each: (each.left_ms is None, each.left_ms))
