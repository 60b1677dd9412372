"""A browser's messages say the same as the pages, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import motu
from motu.server.events import Participant
from motu.server.locale import ENGLISH_TEXTS
from motu.server.messages import ResultView
from motu.server.notices.kinds import NoticeKind
from motu.server.notices.views import NoticeView
from motu.server.pages import load_site
from motu.server.push import push_texts
from motu.server.push.push_texts import headers_of, notice_text, pushed

PAGES = Path(motu.__file__).parent / "web" / "js" / "notices" / "notice_texts.js"
ANN = Participant(name="Ann")


def notice(kind: NoticeKind, other: Participant = ANN, **more: object) -> NoticeView:
    where = {"game": "g" * 22, "seat": 1, "seats": (other, Participant(name="Bob"))}
    if kind in ("challenge", "declined"):
        where = {"challenge": "c" * 22, "name": other.name}
    return NoticeView("id", kind, 1, False, "hex(size=11)", **where, **more)  # type: ignore[arg-type]


EVERY = [
    notice("turn"),
    notice("time"),
    notice("begun"),
    notice("challenge"),
    notice("declined"),
    *(notice("offer", offer=each) for each in ("take_back", "draw", "cancel", "rematch", "seal")),
    *(
        notice("over", result=each)
        for each in (ResultView(1, "resign"), ResultView(0, "time"), ResultView(None, "agreed"))
    ),
    notice("over", result=ResultView(None, "unfinished")),
]


def test_the_words_are_those_of_the_pages() -> None:
    said = set(re.findall(r'gettext\("([^"]*\{name\}[^"]*)"', Path(push_texts.__file__).read_text(encoding="utf-8")))
    shown = set(re.findall(r"_\('([^']*\{name\}[^']*)'", PAGES.read_text(encoding="utf-8")))
    assert said - {"{name} (bot)"} == shown
    assert len({notice_text(each, ENGLISH_TEXTS) for each in EVERY}) == len(EVERY) == len(shown)


@pytest.mark.parametrize("language", ["eo", "de", "fr"])
def test_they_are_translated(language: str) -> None:
    words = load_site().texts[language]
    for each in EVERY:
        told = notice_text(each, words)
        assert "Ann" in told
        assert told != notice_text(each, ENGLISH_TEXTS)


def test_whoever_plays_is_called_as_on_the_pages() -> None:
    for other, name in (
        (Participant(), "Guest"),
        (Participant(name="Robo", is_bot=True), "Robo (bot)"),
        (Participant(kind="level", level=3), "Level 3"),
        (Participant(kind="strongest", seconds=1), "Full strength"),
        (Participant(name="Ann", is_gone=True), "deleted account"),
    ):
        assert notice_text(notice("turn", other), ENGLISH_TEXTS) == f"Your turn against {name}"


def test_a_message_is_as_urgent_as_the_time_is_short() -> None:
    hour = 3_600_000
    assert headers_of(notice("turn"), 0)["TTL"] == "86400"
    soon = headers_of(notice("turn", due_ms=hour), 0)
    assert (soon["TTL"], soon["Urgency"]) == ("3600", "high")
    assert headers_of(notice("turn", due_ms=5), 10)["TTL"] == "60"
    assert headers_of(notice("turn", due_ms=99 * hour), 0)["Urgency"] == "normal"
    assert headers_of(notice("turn"), 0)["Topic"] != headers_of(notice("challenge"), 0)["Topic"]
    shown = pushed(notice("time", due_ms=5 * hour), ENGLISH_TEXTS, "en", 0)
    assert (shown.body, shown.path, shown.tag) == ("Hex 11 · 5 hours left", f"/play/{'g' * 22}", "g" * 22)
    assert pushed(notice("challenge"), ENGLISH_TEXTS, "en", 0).path == f"/challenge/{'c' * 22}"
    key = pushed(NoticeView("id", "passkey", 1, False, ""), ENGLISH_TEXTS, "en", 0)
    assert (key.title, key.body, key.path, key.tag) == (
        "A passkey was added to your account",
        "",
        "/account",
        "passkey",
    )
