"""In which language a page is asked for: its address first, then its reader; English where neither says."""

from __future__ import annotations

import pytest

from motu.server.page_language import language_of

KNOWN = ("en", "eo", "de", "fr")


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "eo", "eo"),
        ("", "de-AT,de;q=0.9,en;q=0.8", "de"),
        ("", "pl,fr;q=0.5", "fr"),
        ("", "en;q=0.3, fr ; q=0.7, de;q=0.7", "fr"),
        ("", "de;q=0, fr;q=0.1", "fr"),
        ("", "*", "en"),
        ("", "DE", "de"),
        ("", "de;q=soup, fr;q=0.2", "fr"),
        ("", "de;q=1.0.0, fr;q=0.2", "fr"),
        ("", "x" * 9000 + ",de", "de"),
        ("", "pl," * 40 + "de", "en"),
        ("lang=eo", "de", "eo"),
        ("spec=gan&lang=FR&moves=d2", "de", "fr"),
        ("lang=eo-XX", "", "eo"),
        ("lang=pl", "de", "de"),
        ("lang=", "", "en"),
        ("lang=../de", "", "en"),
    ],
)
def test_the_language_of_a_page(query: str, accepted: str, language: str) -> None:
    assert language_of(query, accepted, KNOWN) == language
