"""Games are examined once, whichever process does it, and who plays like the engine is seen beside others."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pytest
import sqlalchemy as sa

from motu.engine.position_search import search_position
from motu.games import State, load_game
from motu.search.level_player import LevelPlayer
from motu.search.limits import Limits
from motu.server.fair_play import examined
from motu.server.fair_play.examined import MOST_TRIES, TAKEN_MS
from motu.server.fair_play.views import FairPlayView, fair_play_view
from motu.server.ratings.voiding import void_result
from motu.server.reviews import Reviews
from motu.server.schema import examined_games
from server.fair_play.made_up_games import ExaminingHouse, ToldReviews, examiners, examining

MOVES = ("a1", "b2", "c3", "d4", "a2", "b3")
SPEC, VISITS = "atomorph(size=5,contested=never)", 60  # has no net


async def view(house: ExaminingHouse, account: str) -> FairPlayView:
    return await house.stores[-1].read(lambda connection: fair_play_view(connection, account))


def test_games_are_examined_once_by_whoever_is_there(database: sa.URL) -> None:
    async def script() -> None:
        async with examining(database, 2) as house:
            for other in ("bob", "cem", "bob"):
                await house.game(("ann", other), MOVES)
            reviews = ToldReviews()
            first, second = examiners(house, reviews)
            assert await first.ask("ann") == 3
            assert await second.ask("bob") == 2
            told = await view(house, "ann")
            assert (told.rated, told.examined, told.waiting, told.games) == (3, 0, 3, ())
            assert sum(await asyncio.gather(first.sweep(), second.sweep())) == 3
            assert reviews.asked == 3
            assert await first.ask("ann") == 0
            assert await second.sweep() == 0
            told = await view(house, "ann")
            assert (told.rated, told.examined, told.waiting, told.failed) == (3, 3, 0, 0)
            (kind,) = told.games
            assert kind.his.first_choices is not None
            assert (kind.his.games, kind.his.people, kind.his.first_choices.value) == (3, 1, 1.0)
            assert kind.his.first_choices.count == 6, "two of three in each game: the first ply says nothing"
            assert kind.others.first_choices is not None
            assert (kind.others.people, kind.others.first_choices.value) == (2, 0.0)
            assert kind.others.loss is not None
            assert kind.others.loss.value == pytest.approx(0.1)

    asyncio.run(script())


def test_who_dies_over_a_game_leaves_it_to_others(database: sa.URL) -> None:
    async def script() -> None:
        async with examining(database, 2) as house:
            await house.game(("ann", "bob"), MOVES)
            reviews = ToldReviews()
            first, second = examiners(house, reviews)
            await first.ask("ann")
            assert await first._take() is not None, "and then it is killed"
            assert await second.sweep() == 0
            house.time.passes(TAKEN_MS / 1000)
            assert await second.sweep() == 1
            assert (await view(house, "ann")).examined == 1

    asyncio.run(script())


def test_what_fails_is_tried_some_times_and_again_when_it_is_asked_for(database: sa.URL) -> None:
    async def script() -> None:
        async with examining(database) as house:
            await house.game(("ann", "bob"), MOVES)
            reviews = ToldReviews()
            (examiner,) = examiners(house, reviews)
            reviews.fails = MOST_TRIES
            await examiner.ask("ann")
            assert await examiner.sweep() == MOST_TRIES
            told = await view(house, "ann")
            assert (told.waiting, told.failed, told.examined) == (0, 1, 0)
            assert await examiner.ask("ann") == 1
            assert await examiner.sweep() == 1
            told = await view(house, "ann")
            assert (told.waiting, told.failed, told.examined) == (0, 0, 1)

    asyncio.run(script())


def test_a_server_that_stops_leaves_at_once_what_it_has_begun(database: sa.URL) -> None:
    async def script() -> None:
        async with examining(database, 2) as house:
            await house.game(("ann", "bob"), MOVES)
            stuck, ready = ToldReviews(), ToldReviews()
            stuck.waits = asyncio.Event()
            first, second = examiners(house, stuck)[0], examiners(house, ready)[1]
            await first.ask("ann")
            await first.open()
            while not stuck.asked:  # noqa: ASYNC110 - nobody tells the test
                await asyncio.sleep(0.01)
            assert await second.sweep() == 0
            await first.close()
            assert await second.sweep() == 1

    asyncio.run(script())


def test_the_latest_games_are_examined_and_void_ones_count_no_more(
    database: sa.URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examined, "LATEST", 2)

    async def script() -> None:
        async with examining(database) as house:
            games = [await house.game(("ann", "bob"), MOVES) for _ in range(3)]
            reviews = ToldReviews()
            (examiner,) = examiners(house, reviews)
            assert await examiner.ask("ann") == 2
            await examiner.sweep()
            ids = sa.select(examined_games.c.game_id)
            found = await house.stores[0].read(lambda opened: set(opened.execute(ids).scalars()))
            assert found == {each.row.id for each in games[1:]}
            await house.stores[0].write(lambda connection: void_result(connection, games[2].row.id))
            told = await view(house, "ann")
            assert (told.rated, told.examined) == (2, 1)
            assert [each.his.games for each in told.games] == [1]

    asyncio.run(script())


Chooser = Callable[[State], str]


def engine(state: State) -> str:
    return state.action_to_string(search_position(state, Limits(visits=VISITS)).best.action)


def level_4(seed: int) -> Chooser:
    player = LevelPlayer(4, seed)
    return lambda state: state.action_to_string(player.choose(state).action)


def moves_of(choosers: tuple[Chooser, Chooser]) -> list[str]:
    state, moves = load_game(SPEC).new_initial_state(), list[str]()
    while not state.is_terminal():
        moves.append(choosers[state.current_player()](state))
        state.play(moves[-1])
    return moves


def times(count: int, seconds: tuple[Callable[[], float], Callable[[], float]]) -> list[float]:
    return [seconds[at % 2]() for at in range(count)]


def test_who_plays_the_engines_moves_stands_out_and_who_plays_level_4s_does_not(database: sa.URL) -> None:
    """By the real engine: Ann has it choose, and each choice takes five seconds; the others play as people do."""

    async def script() -> None:
        chance = random.Random(4)

        def human() -> float:
            return chance.lognormvariate(1.5, 1.0)

        def program() -> float:
            return chance.uniform(4.8, 5.2)

        async with examining(database, 2) as house:
            for seed in range(4):
                moves = moves_of((engine, engine))
                await house.game(("ann", "eve"), moves, times(len(moves), (program, human)), SPEC)
                for pair in (("bob", "cem"), ("cem", "dan")):
                    moves = moves_of((level_4(seed), level_4(100 + seed)))
                    await house.game(pair, moves, times(len(moves), (human, human)), SPEC)
            first, second = examiners(house, Reviews(), VISITS)
            await first.ask("ann")
            await second.ask("cem")
            assert sum(await asyncio.gather(first.sweep(), second.sweep())) == 12
            ann, cem = [(await view(house, each)).games[0] for each in ("ann", "cem")]
            assert ann.his.first_choices is not None
            assert cem.his.first_choices is not None
            assert cem.others.first_choices is not None
            assert ann.his.first_choices.low > cem.his.first_choices.high
            assert ann.his.first_choices.value == 1.0
            assert cem.his.first_choices.low < 0.5
            assert ann.his.spread is not None
            assert cem.his.spread is not None
            assert ann.his.spread.high < 1.1
            assert cem.his.spread.low > 1.8
            assert ann.his.middle_ms is not None
            assert 4_800 <= ann.his.middle_ms <= 5_200

    asyncio.run(script())
