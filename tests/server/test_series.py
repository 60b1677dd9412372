"""Series: agreed on in a challenge, begun anew by either, the start alternating, until they are decided."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.games.record_parts import Result
from motu.server.events import Created, Participant, SeriesScore, ServerError
from motu.server.game_log import GameLog
from motu.server.schema import games
from motu.server.series import NOBODY, is_decided, score_after, score_now
from motu.server.server_settings import ServerSettings
from server.applications import make_application
from server.houses import house
from server.two_people import HERE, Visitor, does, game_of, refused

SEATS = Participant(), Participant()


@pytest.fixture
def client(database: sa.URL, tmp_path: Path) -> Iterator[TestClient[Any]]:
    settings = ServerSettings(tmp_path, "1", engines=1, database=database)
    with TestClient(make_application(settings), base_url=HERE) as opened:
        yield opened


def after(score: SeriesScore | None, winner: int | None, reason: str = "resign") -> SeriesScore:
    return score_after(Created("hex(size=3)", SEATS, score=score), Result(winner, reason))


def test_points_go_with_the_persons_who_change_seats() -> None:
    score = after(SeriesScore(5), 0)
    assert score == SeriesScore(5, 1, (0.0, 1.0))
    score = after(score, 1)  # the same person, who sits there now
    assert score == SeriesScore(5, 2, (2.0, 0.0))
    assert after(score, None, "agreed") == SeriesScore(5, 3, (0.5, 2.5))
    assert after(score, None, "unfinished") == SeriesScore(5, 2, (0.0, 2.0)), "it is played again"


def test_a_series_is_decided_by_more_than_half_or_by_its_last_game() -> None:
    assert not is_decided(SeriesScore(5, 3, (2.5, 0.5)))
    assert is_decided(SeriesScore(5, 3, (3.0, 0.0)))
    assert is_decided(SeriesScore(3, 3, (1.5, 1.5)))
    assert not is_decided(SeriesScore(0, 90, (80.0, 10.0)))
    assert after(SeriesScore(3, 1, (1.0, 0.0)), 0) == SeriesScore(3), "then another one begins"


def test_rematches_alone_count_on_for_ever() -> None:
    score = after(None, 1)
    assert score == SeriesScore(0, 1, (1.0, 0.0))
    assert score_now(Created("hex(size=3)", SEATS, score=score), Result(0, "resign")) == SeriesScore(0, 2, (2.0, 0.0))


def standing(who: Visitor, game: str) -> Any:
    listed = who.well("GET", "/api/games")["games"]
    return next(each["score"] for each in listed if each["id"] == game)


def test_a_series_of_three_is_played_to_its_end(client: TestClient[Any]) -> None:
    ann, bob = Visitor(client, "ann"), Visitor(client, "bob")
    clock = {"initial_ms": 600_000, "increment_ms": 5000}
    game = game_of(ann, bob, best_of=3, clock=clock)
    assert standing(ann, game) == {"best_of": 3}
    does(bob, game, "resign", person=1)
    told = bob.well("GET", f"/api/games/{game}")
    assert told["offer"] == {"type": "offered", "person": NOBODY, "kind": "rematch"}
    assert standing(ann, game) == {"best_of": 3, "games": 1, "points": [1.0, 0.0]}
    second = does(bob, game, "answer", is_accepted=True)["next_game"]
    begun = ann.well("GET", f"/api/games/{second}")
    assert begun["seat"] == 1, "the start alternates"
    assert begun["created"]["clock"] == clock
    assert (begun["created"]["series"], begun["created"]["score"]) == (
        game,
        {"best_of": 3, "games": 1, "points": [0.0, 1.0]},
    )
    does(ann, second, "resign", person=1)
    third = does(ann, second, "answer", is_accepted=True)["next_game"]
    does(ann, third, "resign", person=0)
    over = ann.well("GET", f"/api/games/{third}")
    assert over["offer"] is None, "it is decided"
    assert standing(bob, third) == {"best_of": 3, "games": 3, "points": [1.0, 2.0]}
    assert refused(ann, third, "answer", is_accepted=True) == "server/offer"
    does(ann, third, "offers", kind="rematch")
    again = does(bob, third, "answer", is_accepted=True)["next_game"]
    assert ann.well("GET", f"/api/games/{again}")["created"]["score"] == {"best_of": 3}


def test_either_ends_a_series_and_then_asks_for_a_rematch(client: TestClient[Any]) -> None:
    ann, bob = Visitor(client, "ann"), Visitor(client, "bob")
    game = game_of(ann, bob, best_of=5)
    does(ann, game, "resign", person=0)
    does(bob, game, "answer", is_accepted=False)
    assert ann.well("GET", f"/api/games/{game}")["offer"] is None
    does(ann, game, "offers", kind="rematch")
    assert refused(ann, game, "answer", is_accepted=True) == "server/offer"
    does(bob, game, "answer", is_accepted=True)


def test_what_decides_a_series_is_one_of_a_few_numbers(client: TestClient[Any]) -> None:
    ann = Visitor(client, "ann")
    for wrong in (1, 2, 4, -3, 99, "three", None):
        asked = {"spec": "hex(size=3)", "best_of": wrong}
        assert ann.refused("POST", "/api/challenges", asked) == "http/400"
    assert ann.well("POST", "/api/challenges", {"spec": "hex(size=3)", "best_of": 7})["best_of"] == 7


def test_who_looks_on_begins_no_game_of_others(client: TestClient[Any]) -> None:
    ann, bob, eve = (Visitor(client, who) for who in ("ann", "bob", "eve"))
    game = game_of(ann, bob, best_of=3)
    does(ann, game, "resign", person=0)
    assert refused(eve, game, "answer", is_accepted=True) == "server/not-yours"


def test_both_press_at_once_in_two_processes_and_one_game_begins(database: sa.URL, tmp_path: Path) -> None:
    async def script() -> None:
        async with house(database, tmp_path) as (here, there):
            created = Created("hex(size=3)", SEATS, score=SeriesScore(3))
            room = await here.rooms.create_between(created, ("ann", "bob"), "ann", lambda _: lambda _: None)
            await here.rooms.resign(room, 0)
            other = await there.rooms.find(room.row.id)
            seq = room.log.next_seq
            presses = (
                here.rooms.answer(room, 0, seq, is_accepted=True),
                there.rooms.answer(other, 1, seq, is_accepted=True),
            )
            answers = await asyncio.gather(*presses, return_exceptions=True)
            assert sum(isinstance(each, ServerError) for each in answers) == 1
            query = sa.select(sa.func.count()).select_from(games)
            assert await here.store.read(lambda connection: connection.execute(query).scalar_one()) == 2
            log = GameLog.load((await here.store.load(room.row.id) or (None, []))[1])
            assert log.offers.next_game
            assert (await there.rooms.find(log.offers.next_game)).log.created.score == SeriesScore(3, 1, (1.0, 0.0))

    asyncio.run(script())


def test_a_series_goes_on_after_a_restart(database: sa.URL, tmp_path: Path) -> None:
    settings = ServerSettings(tmp_path, "1", engines=1, database=database)
    with TestClient(make_application(settings), base_url=HERE) as client:
        ann, bob = Visitor(client, "ann"), Visitor(client, "bob")
        game = game_of(ann, bob, best_of=3)
        does(ann, game, "resign", person=0)
    with TestClient(make_application(settings), base_url=HERE) as client:
        ann = Visitor(client, "ann")
        assert ann.well("GET", f"/api/games/{game}")["offer"]["person"] == NOBODY
        assert does(ann, game, "answer", is_accepted=True)["next_game"]
