"""Whoever plays in a tournament is told of his game at any process of the house."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from motu.server.events import ClockSettings
from motu.server.tournaments.terms import NewTournament, terms_of
from motu.server.tournaments.tournaments import topic_of_tournament
from server.houses import PATIENCE_S, house, told

CLOCK = ClockSettings(60_000)


def test_a_stream_and_a_page_at_another_process_hear_of_it(database: sa.URL, tmp_path: Path) -> None:
    async def script() -> None:
        async with house(database, tmp_path) as (here, there):
            people = [await here.accounts.claim(name.lower(), name, "a beach of islands") for name in ("Ann", "Bob")]
            wanted = NewTournament("Cup", "round-robin", "hex(size=3)", CLOCK, 4, 600_000)
            course = await here.tournaments.make(people[0], terms_of(wanted), wanted.starts_in_ms)
            cup = course.tournament.id
            for each in people:
                await here.tournaments.enter(cup, each)
            stream = there.streams.lines(people[1])
            ready: Any = {}
            async with asyncio.timeout(PATIENCE_S):
                while ready.get("type") != "ready":
                    ready = json.loads(await anext(stream))
                reader = there.audience.join(topic_of_tournament(cup))
                await here.tournaments.begin(cup, people[0])
                assert (await told(reader, "tournament_news"))["state"] == "running"
                news: Any = {}
                while news.get("type") != "began":
                    line = await anext(stream)
                    news = json.loads(line) if line.strip() else news
            assert news["created"]["tournament"] == {"id": cup, "name": "Cup", "round": 1}
            there.streams.close()

    asyncio.run(script())
