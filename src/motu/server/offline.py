"""What is shown where no server answers, in all languages at once, and the worker that shows it (floor: server)."""

from __future__ import annotations

import html
from collections.abc import Mapping

import msgspec

TEXTS = (
    "The server is not responding.",
    "Your connection or the server is down. Your games are saved.",
    "Try again",
)
"""As in js/main.js, which says the same: heading, what it means, what can be done."""

_SECTION = """<section class="home lost" lang="{language}"{hidden}>
<img src="{{static}}/icon.svg?offline" alt="" width="96" height="96">
<h1>{0}</h1>
<p>{1}</p>
<p class="actions"><button class="primary" type="button">{2}</button></p>
</section>"""


def offline_page(contents: Mapping[str, bytes], languages: list[str], static: str) -> bytes:
    """Return the page that says that no server answers; a script of its own chooses the language."""
    sections = "\n".join(_section(contents, language) for language in languages)
    return contents["offline.html"].replace(b"{sections}", sections.encode()).replace(b"{static}", static.encode())


def worker(contents: Mapping[str, bytes], static: str) -> bytes:
    """Return the service worker; with the address of this version's files in it, so that browsers see a new one."""
    return contents["js/worker.js"].replace(b"{static}", static.encode())


def _section(contents: Mapping[str, bytes], language: str) -> str:
    texts = _translated(contents.get(f"locale/{language}/page.json"))
    hidden = "" if language == "en" else " hidden"
    return _SECTION.format(*map(html.escape, texts), language=language, hidden=hidden)


def _translated(catalogue: bytes | None) -> list[str]:
    messages = msgspec.json.decode(catalogue)["messages"] if catalogue is not None else {}
    return [str(messages.get(text) or text) for text in TEXTS]
