"""What a browser shows of a notice while no page is open (floor: server): the words are those of the pages."""

from __future__ import annotations

import base64
import hashlib

import msgspec

from motu.server.events import Participant
from motu.server.locale import Texts
from motu.server.mail.letters import DAY_MS, HOUR_MS, left_text
from motu.server.notices.views import NoticeView
from motu.server.previews import title_of

SHORTEST_SECONDS = 60
_TOPIC_LENGTH = 32
"""As RFC 8030 has it."""


class PushedNotice(msgspec.Struct, frozen=True):
    """What the service worker is told."""

    title: str
    body: str
    tag: str
    """What it is about: a later message about the same takes the place of an earlier one."""
    path: str
    """The page to which it leads."""
    language: str


def pushed(view: NoticeView, words: Texts, language: str, now: int) -> PushedNotice:
    """Return what is shown of a notice."""
    left = "" if view.due_ms is None else left_text(view.due_ms - now, words)
    body = " · ".join(part for part in (title_of(view.spec) if view.spec else "", left) if part)
    return PushedNotice(notice_text(view, words), body, _tag(view), _path(view), language)


def _path(view: NoticeView) -> str:
    if view.kind == "passkey":
        return "/account"
    return f"/play/{view.game}" if view.game else f"/challenge/{view.challenge}"


def _tag(view: NoticeView) -> str:
    return view.game or view.challenge or view.kind


def notice_text(view: NoticeView, words: Texts) -> str:
    """Return what a notice says, as the pages do."""
    name = _other_name(view, words)
    match view.kind:
        case "turn":
            return words.gettext("Your turn against {name}", name=name)
        case "time":
            return words.gettext("Your time against {name} is running out", name=name)
        case "begun":
            return words.gettext("Your game against {name} has started", name=name)
        case "challenge":
            return words.gettext("{name} wants to play you", name=name)
        case "declined":
            return words.gettext("{name} declined your invitation", name=name)
        case "passkey":
            return words.gettext("A passkey was added to your account")
        case "offer":
            return _offer_text(view.offer, name, words)
    return _end_text(view, name, words)


def _other_name(view: NoticeView, words: Texts) -> str:
    if view.seats is None or view.seat is None:
        return view.name or words.gettext("Guest")
    return _seat_name(view.seats[1 - view.seat], words)


def _seat_name(seat: Participant, words: Texts) -> str:
    if seat.is_gone:
        return words.gettext("deleted account")
    if seat.name:
        return words.gettext("{name} (bot)", name=seat.name) if seat.is_bot else seat.name
    if seat.kind == "level":
        return words.gettext("Level {level}", level=seat.level)
    return words.gettext("Full strength") if seat.kind == "strongest" else words.gettext("Guest")


def _offer_text(offer: str, name: str, words: Texts) -> str:
    match offer:
        case "take_back":
            return words.gettext("{name} asks to take back a move", name=name)
        case "cancel":
            return words.gettext("{name} asks to abort the game", name=name)
        case "rematch":
            return words.gettext("{name} wants a rematch", name=name)
        case "seal":
            return words.gettext("{name} asks to reseal the dice", name=name)
    return words.gettext("{name} offers a draw", name=name)


def _end_text(view: NoticeView, name: str, words: Texts) -> str:
    if view.result is None or view.result.reason == "unfinished":
        return words.gettext("Your game against {name} was aborted", name=name)
    if view.result.winner is None:
        return words.gettext("Your game against {name} ended in a draw", name=name)
    if view.result.winner == view.seat:
        return words.gettext("You won against {name}", name=name)
    return words.gettext("You lost against {name}", name=name)


def headers_of(view: NoticeView, now: int) -> dict[str, str]:
    """Return how a push service is to treat a message: for how long, how urgent it is, and which one it replaces."""
    left_ms = DAY_MS if view.due_ms is None else min(DAY_MS, view.due_ms - now)
    hashed = hashlib.sha256(_tag(view).encode()).digest()
    return {
        "TTL": str(max(SHORTEST_SECONDS, left_ms // 1000)),
        "Urgency": "high" if left_ms <= HOUR_MS else "normal",
        "Topic": base64.urlsafe_b64encode(hashed).decode()[:_TOPIC_LENGTH],
    }
