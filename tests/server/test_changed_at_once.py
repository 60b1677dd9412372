"""What two do at two servers at the same moment comes to what it would come to one after the other."""

from __future__ import annotations

import asyncio

from motu.server.studies import Draft, Studies
from server.overlapping import TwoServers, slugs

SPEC = "hex(size=3)"


# --- studies, puzzles, names, order


def test_of_two_changes_of_a_version_one_is_kept(two_servers: TwoServers) -> None:
    async def script() -> None:
        at = Studies(two_servers.first), Studies(two_servers.second)
        await at[0].create("ann", Draft("Study", SPEC, b"{}"), "study")
        changes = [each.change("study", "ann", 1, Draft(f"At {number}", SPEC, b"{}")) for number, each in enumerate(at)]
        assert slugs(await two_servers.overlap(*changes)) == [None, "server/study-version"]
        head, _ = await at[0].find("study")
        assert (head.name, head.version) == ("At 0", 2)

    asyncio.run(script())


def test_a_study_that_is_sent_twice_at_once_is_kept_once(two_servers: TwoServers) -> None:
    async def script() -> None:
        sent = [
            Studies(each).create("ann", Draft("Study", SPEC, b"{}"), "study")
            for each in (two_servers.first, two_servers.second)
        ]
        assert slugs(await two_servers.overlap(*sent)) == [None, "server/study-version"]

    asyncio.run(script())
