"""Collections as Parquet, and what was played where."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from explorer.collecting import GAMES, HEX, game_of
from motu import load_game
from motu.errors import CollectionError
from motu.explorer.collection import GAME_ROWS, POSITION_ROWS, export, score_of
from motu.explorer.openings import OpeningExplorer

duckdb = pytest.importorskip("duckdb")


@pytest.fixture(params=["folder", "games"])
def explorer(request: pytest.FixtureRequest, tmp_path: Path) -> OpeningExplorer:
    if request.param == "games":
        return OpeningExplorer.of(GAMES)
    export(GAMES, tmp_path)
    return OpeningExplorer(tmp_path)


def told(explorer: OpeningExplorer, moves: str) -> dict[str, tuple[int, int, int, int, str | None]]:
    found = explorer.explore(load_game(HEX).new_initial_state().play_all(moves.split()))
    return {each.move: (each.games, each.wins, each.draws, each.losses, each.last) for each in found.moves}


def test_moves_are_counted_with_their_images(explorer: OpeningExplorer) -> None:
    assert told(explorer, "") == {
        "a1": (3, 2, 0, 1, "2026-02-02"),
        "b2": (2, 1, 0, 1, "2025-01-01"),
        "a2": (1, 0, 0, 0, None),
    }
    assert explorer.explore(load_game(HEX).new_initial_state()).games == 6


def test_a_position_in_a_mirror_knows_the_same_by_its_own_names(explorer: OpeningExplorer) -> None:
    assert told(explorer, "a1") == {"b2": (2, 0, 0, 2, "2026-02-02"), "swap": (1, 1, 0, 0, None)}
    assert told(explorer, "c3") == told(explorer, "a1")
    assert told(explorer, "b2 swap") == {"a1": (2, 1, 0, 1, "2025-01-01")}
    [only] = explorer.explore(load_game(HEX).new_initial_state().play_all(["b2", "swap"])).moves
    assert only.images == ("a1", "c3")
    assert only.score == 0.5


def test_where_nobody_has_been_nothing_is_known(explorer: OpeningExplorer) -> None:
    assert told(explorer, "c1") == {}
    other = load_game("hex(size=4)").new_initial_state()
    assert explorer.explore(other).moves == ()
    over = load_game("hex(size=2,swap=false)").new_initial_state().play_all(["a1", "b1", "a2"])
    assert explorer.explore(over).moves == ()


def test_specs_are_told_by_how_many_games_they_have(explorer: OpeningExplorer) -> None:
    assert explorer.specs() == [(load_game(HEX).spec, 6)]


def test_many_threads_may_ask(explorer: OpeningExplorer) -> None:
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(told(explorer, "a1"))) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == [told(explorer, "a1")] * 8


def test_the_files_hold_what_they_say(tmp_path: Path) -> None:
    assert export(GAMES, tmp_path) == (6, 13)
    games = duckdb.sql(f"FROM '{tmp_path}/games.parquet'")
    positions = duckdb.sql(f"FROM '{tmp_path}/positions.parquet' ORDER BY game, ply")
    assert games.columns == list(GAME_ROWS)
    assert positions.columns == list(POSITION_ROWS)
    first = dict(zip(games.columns, games.fetchall()[0], strict=True))
    assert (first["player0"], first["moves"], first["winner"], first["plies"]) == ("Ann", ["a1", "b2"], 0, 2)
    second = [dict(zip(positions.columns, row, strict=True)) for row in positions.fetchall()[2:4]]
    assert [(each["played"], each["move"], each["score"]) for each in second] == [("c3", "a1", 1.0), ("b2", "b2", 0.0)]


def test_equal_games_make_equal_files(tmp_path: Path) -> None:
    for name in ("one", "other"):
        export(GAMES, tmp_path / name)
    for name in ("games.parquet", "positions.parquet"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    link = tmp_path / "games.parquet"
    link.symlink_to(tmp_path / "far" / "games.parquet")
    export(GAMES, tmp_path, has_positions=False)
    assert link.is_symlink()
    assert [each.name for each in (tmp_path / "far").iterdir()] == ["games.parquet"]


def test_rolls_are_no_decisions(tmp_path: Path) -> None:
    game = game_of("r4=6 c2=1", 1, spec="junior")
    assert export([game], tmp_path) == (1, 2)
    explorer = OpeningExplorer(tmp_path)
    [first] = explorer.explore(load_game("junior").new_initial_state()).moves
    assert first.move in first.images
    assert "r4" in first.images
    after = load_game("junior").new_initial_state().play_all(["r4=6"])
    assert [each.move for each in explorer.explore(after).moves] == ["c2"]


def test_positions_may_be_left_out(tmp_path: Path) -> None:
    export(GAMES, tmp_path)
    assert export(GAMES, tmp_path, has_positions=False) == (6, 0)
    assert [each.name for each in tmp_path.iterdir()] == ["games.parquet"]
    with pytest.raises(CollectionError, match="holds no collection") as caught:
        OpeningExplorer(tmp_path)
    assert caught.value.slug == "collection/read"


def test_a_collection_that_is_something_else_or_damaged_is_refused(tmp_path: Path) -> None:
    export(GAMES, tmp_path)
    positions = tmp_path / "positions.parquet"
    whole, other = positions.read_bytes(), (tmp_path / "games.parquet").read_bytes()
    middle = len(whole) // 3
    for data in (other, whole[:middle] + bytes(40) + whole[middle + 40 :], whole[: len(whole) // 2], b""):
        positions.write_bytes(data)
        with pytest.raises(CollectionError, match="holds no collection") as caught, OpeningExplorer(tmp_path) as opened:
            opened.explore(load_game(GAMES[0].record.spec).new_initial_state())
        assert caught.value.slug == "collection/read"
        assert "\n" not in caught.value.message


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CollectionError, match="cannot write"):
        export(GAMES, tmp_path / "file" / "folder")


def test_who_has_scored() -> None:
    record = GAMES[0].record
    assert (score_of(record, 0), score_of(record, 1)) == (1.0, 0.0)
    assert score_of(GAMES[-1].record, 0) is None


def test_a_folder_may_be_named_by_a_text(tmp_path: Path) -> None:
    assert export(GAMES, str(tmp_path / "games"))[0] == len(GAMES)
    with OpeningExplorer(str(tmp_path / "games")) as explorer:
        assert explorer.specs() == [(load_game(HEX).spec, len(GAMES))]


def test_a_closed_explorer_says_so(tmp_path: Path) -> None:
    export(GAMES, tmp_path)
    explorer = OpeningExplorer(tmp_path)
    explorer.close()
    explorer.close()
    with pytest.raises(CollectionError, match="has been closed: open another one") as refused:
        explorer.specs()
    assert refused.value.slug == "collection/closed"
