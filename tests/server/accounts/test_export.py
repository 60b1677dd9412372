"""An archive has all that is somebody's, in formats that the documents describe, and nobody's id."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from motu.games import formats
from motu.puzzles.puzzle import read_puzzles
from motu.server.accounts import export as module
from motu.server.accounts.belongings import BELONGINGS
from motu.server.accounts.export import ABOUT, Export
from motu.server.fair_play.examined import ask_for, keep_found
from motu.server.fair_play.figures import ExaminedMove
from motu.server.schema import games, own_puzzles, rating_changes, studies
from motu.server.services import Services
from server.accounts.full_houses import NAME, WHO, play, settle_in
from server.houses import house

ROOT = Path(__file__).parents[3]


def archive_of(database: sa.URL, folder: Path, prepare: Any = None) -> zipfile.ZipFile:
    found: list[bytes] = []

    async def run() -> None:
        async with house(database, folder, 1) as (only,):
            await settle_in(only)
            if prepare is not None:
                await prepare(only)
            account = await only.accounts.find(WHO)
            assert account is not None
            found.extend([chunk async for chunk in Export(only.store, only.accounts, account).chunks()])

    asyncio.run(run())
    archive = zipfile.ZipFile(io.BytesIO(b"".join(found)))
    assert archive.testzip() is None
    return archive


def lines(archive: zipfile.ZipFile, name: str) -> list[Any]:
    return [json.loads(each) for each in archive.read(f"{name}.jsonl").splitlines()]


def test_every_file_of_the_register_is_there_and_nobodys_id(database: sa.URL, tmp_path: Path) -> None:
    archive = archive_of(database, tmp_path)
    wanted = {each.file for each in BELONGINGS if each.file} | {"plans"}
    assert wanted | {"examined-games"} == ABOUT.keys()
    assert set(archive.namelist()) == {"README.txt", *(f"{each}.jsonl" for each in wanted)}
    whole = b"".join(archive.read(each) for each in archive.namelist())
    assert WHO.encode() not in whole
    assert b"argon2" not in whole
    read_me = archive.read("README.txt").decode()
    assert NAME in read_me
    assert all(f"{each}.jsonl" in read_me for each in wanted)
    for each in BELONGINGS:
        if each.file:
            told = lines(archive, each.file)[0]
            assert not each.hidden & told.keys()
            assert each.file == "games" or each.column.name not in told
    assert lines(archive, "rated-games")[0]["opponent"] == "Bob"
    assert [each["name"] for each in lines(archive, "account")] == [NAME]
    assert [each["name"] for each in lines(archive, "bots")] == [f"{NAME[:14]}-bot"]


def test_games_are_records_that_motu_reads(database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAGE_GAMES", 2)
    archive = archive_of(database, tmp_path)
    records = formats.read(archive.read("games.jsonl").decode(), "jsonl")
    assert len(records) == 5
    assert sorted(len(each.moves) for each in records) == [0, 1, 2, 2, 2]
    assert all(NAME in (each.players[0].name or "") or each.players[1].name == NAME for each in records)
    assert {each.result.reason for each in records} == {"resign", "unfinished"}


def test_studies_and_puzzles_are_as_they_were_kept(database: sa.URL, tmp_path: Path) -> None:
    puzzle = read_puzzles((ROOT / "src/motu/puzzles/shipped/atoll.jsonl").read_text("utf-8").splitlines()[0])[0]
    tree = {"s": "hex(size=3)"}

    async def prepare(only: Services) -> None:
        await only.store.write(lambda opened: opened.execute(own_puzzles.delete()))
        await only.own_puzzles.keep(WHO, puzzle)
        packed = json.dumps(tree).encode()
        await only.store.write(lambda opened: opened.execute(studies.update().values(packed=packed)))

    archive = archive_of(database, tmp_path, prepare)
    assert [*read_puzzles(archive.read("own-puzzles.jsonl").decode())] == [puzzle]
    assert lines(archive, "studies")[0]["tree"] == tree


def test_many_rows_come_page_by_page_each_once(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAGE_ROWS", 3)

    async def prepare(only: Services) -> None:
        for number in range(7):
            game = await play(only, WHO, "bob", "a1 b1")
            assert number >= 0
            await only.chat.say(game, WHO, "players", f"line {number}", None, has_name=True)

    monkeypatch.setattr("motu.server.chat.lines.RATES", ())
    archive = archive_of(database, tmp_path, prepare)
    said = [each["text"] for each in lines(archive, "chat") if each["text"]]
    assert sorted(said) == [f"line {number}" for number in range(7)]


def test_what_was_found_in_examined_games_is_told_of_his_own_moves(database: sa.URL, tmp_path: Path) -> None:
    async def prepare(only: Services) -> None:
        query = sa.select(rating_changes.c.game_id).join(games, games.c.id == rating_changes.c.game_id)
        mine = query.where(rating_changes.c.account == WHO)

        def examine(opened: sa.Connection) -> None:
            moves = tuple(
                ExaminedMove(ply % 2, ply, is_first_choice=True, loss=0.0, before=0.1, spent_ms=9) for ply in range(4)
            )
            ask_for(opened, WHO, 1)
            keep_found(opened, opened.execute(mine).scalar_one(), moves, 2)

        await only.store.write(examine)

    (told,) = lines(archive_of(database, tmp_path, prepare), "examined-games")
    assert told.keys() == {"game_id", "done_ms", "moves"}
    assert [each["ply"] for each in told["moves"]] == [0, 2]


def test_a_game_that_can_not_be_read_is_named(database: sa.URL, tmp_path: Path) -> None:
    async def prepare(only: Services) -> None:
        change = "UPDATE game_event SET what = :what WHERE seq = 1 AND game_id = :game"
        query = sa.select(games.c.id).where(games.c.person0 == WHO, games.c.is_over == sa.true())

        def spoil(opened: sa.Connection) -> None:
            game = opened.execute(query).scalar_one()
            opened.execute(sa.text(change), {"what": b'{"type":"moved","move":"z99"}', "game": game})

        await only.store.write(spoil)

    archive = archive_of(database, tmp_path, prepare)
    assert len(archive.read("games-unread.txt").splitlines()) == 2
    assert len(lines(archive, "games")) == 4
