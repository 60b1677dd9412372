"""`motu account`: on a database that a server may be using."""

from __future__ import annotations

import asyncio
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from cli.running import refusal, run, run_json, run_well
from motu.server.database import NAME, file_url
from server.accounts.houses import PASSWORD, people_at
from server.databases import database, new_database, postgres
from server.programs.owners import house, owner, services_of
from server.two_people import does, game_of

__all__ = ["database", "new_database", "postgres"]


@pytest.fixture
def data(tmp_path: Path) -> str:
    """A folder with two people."""

    async def script() -> None:
        async with people_at(file_url(tmp_path / NAME)) as people:
            await people.accounts.claim("id-of-ann", "Ann", PASSWORD)
            await people.accounts.claim("id-of-bob", "Bob", PASSWORD)

    asyncio.run(script())
    return str(tmp_path)


def test_accounts_are_listed_and_changed(data: str) -> None:
    where = ("--data", data)
    names = [each["name"] for each in run_json("account", "list", "--kind", "person", *where)["accounts"]]
    assert names == ["Ann", "Bob"]
    assert run_well("account", "role", "ann", "admin", *where) == "Ann: role admin\n"
    assert run_well("account", "list", "--role", "admin", *where).split() == ["Ann", "person,", "admin"]
    run_well("account", "suspend", "Bob", "--days", "3", "--why", "rude words", *where)
    assert "Bob" in run_well("account", "list", "--suspended", *where)
    shown = run_well("account", "show", "Bob", *where)
    assert "suspension of" in shown
    assert "0 browsers, 0 games with people that go on" in shown
    assert "command line: suspend (3 days): rude words" in shown
    told = run_json("account", "show", "Bob", *where)
    assert told["suspended"]
    assert told["sanctions"][0]["why"] == "rude words"
    run_well("account", "restore", "Bob", *where)
    assert not run_json("account", "show", "Bob", *where)["suspended"]
    run_well("account", "rename", "Bob", "Robert", *where)
    assert refusal("account", "show", "Bob", *where) == "there is nobody called 'Bob'"


def test_whoever_is_named_is_told_of_as_he_is_called(data: str, tmp_path: Path) -> None:
    where = ("--data", data)
    assert run_well("account", "suspend", "bob", "--days", "1", "--why", "x", *where) == "Bob: suspended for 1 day\n"
    assert "command line: suspend (1 day): x" in run_well("account", "show", "Bob", *where)
    assert run_well("account", "suspend", "bob", "--days", "2", "--why", "x", *where) == "Bob: suspended for 2 days\n"
    assert run_well("account", "restore", "BOB", *where) == "Bob: no longer suspended\n"
    assert run_well("account", "password", "ann", *where, stdin="a reef of corals\n").startswith("Ann: another")
    assert run_well("account", "export", "ann", "--out", str(tmp_path / "a"), *where).startswith("Ann: ")
    assert run_well("account", "rename", "bob", "Robert", *where) == "Bob: called Robert\n"
    assert run_well("account", "delete", "robert", "--yes", *where) == "Robert: deleted\n"


def test_a_list_of_nobody_says_so(data: str) -> None:
    where = ("account", "list", "--data", data)
    for asked, told in (("--suspended", "nobody is suspended"), ("--kind=bot", "there is no such account")):
        found = run(*where, asked)
        assert (found.stdout, found.stderr) == ("", f"{told}\n")
    assert "no such account" in run(*where, "--suspended", "--kind=bot").stderr
    assert run_json(*where, "--suspended") == {"accounts": []}


def test_a_password_is_read_from_stdin(data: str) -> None:
    run_well("account", "password", "Ann", "--data", data, stdin="a reef of corals\n")

    async def script() -> None:
        async with people_at(file_url(Path(data) / NAME)) as people:
            await people.accounts.log_in("Ann", "a reef of corals")

    asyncio.run(script())
    assert "characters" in refusal("account", "password", "Ann", "--data", data, stdin="short\n")


def test_what_cannot_be_is_refused(data: str, tmp_path: Path) -> None:
    where = ("--data", data)
    assert "nobody called 'Nobody'" in refusal("account", "show", "Nobody", *where)
    assert "is the machine" in refusal("account", "suspend", "level-3", "--why", "x", *where)
    assert "a reason has" in refusal("account", "suspend", "Bob", "--why", " ", *where)
    assert "no suspension of Bob" in refusal("account", "restore", "Bob", *where)
    assert "kept for others" in refusal("account", "rename", "Bob", "Admin", *where)
    nowhere = tmp_path / "nowhere"
    assert "no accounts here" in refusal("account", "list", "--data", str(nowhere))
    assert not nowhere.exists()
    assert "give one of them" in refusal("account", "list", *where, "--database", "sqlite:///x.db")


def test_a_server_that_runs_goes_by_it_within_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = [0.0]
    with house(tmp_path) as client:
        for each in (services_of(client).accounts, services_of(client).sessions):
            monkeypatch.setattr(each._recent, "_clock", lambda: times[0])
        ann = owner(client, "guest-ann", "Ann")
        assert ann.refused("GET", "/api/moderation/log") == "moderation/not-yours"
        run_well("account", "role", "Ann", "admin", "--data", str(tmp_path))
        times[0] += 5.1
        assert ann.well("GET", "/api/moderation/log")["entries"][0]["act"] == "role"
        run_well("account", "suspend", "Ann", "--why", "has left", "--data", str(tmp_path))
        assert ann.refused("POST", "/api/account/password", {"old": "x", "new": "y"}) == "account/none", "at once"
        times[0] += 5.1
        assert ann.well("GET", "/api/account")["account"] is None


def test_databases_of_both_kinds(database: sa.URL) -> None:
    async def script() -> None:
        async with people_at(database) as people:
            await people.accounts.claim("id-of-ann", "Ann", PASSWORD)

    asyncio.run(script())
    url = database.render_as_string(hide_password=False)
    run_well("account", "role", "Ann", "moderator", "--database", url)
    found: Any = json.loads(run("account", "list", "--role", "moderator", "--json", "--database", url).stdout)
    assert [each["name"] for each in found["accounts"]] == ["Ann"]


def test_all_that_is_somebodys_is_written_into_a_file(
    data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = run_well("account", "export", "ann", "--data", data)
    assert told.startswith("Ann: ")
    assert told.endswith(" bytes in motu-Ann.zip\n")
    with zipfile.ZipFile(tmp_path / "motu-Ann.zip") as archive:
        assert json.loads(archive.read("account.jsonl"))["name"] == "Ann"
    other = tmp_path / "other.zip"
    (tmp_path / "deep").mkdir()
    other.symlink_to(tmp_path / "deep" / "bob.zip")
    run_well("account", "export", "Bob", "--out", str(other), "--data", data)
    assert other.is_symlink(), "what a link leads to is written, and the link stays"
    assert [each.name for each in (tmp_path / "deep").iterdir()] == ["bob.zip"]
    assert zipfile.is_zipfile(other)
    assert refusal("account", "export", "Cem", "--data", data) == "there is nobody called 'Cem'"
    assert sorted(each.name for each in tmp_path.glob("*.zip*")) == ["motu-Ann.zip", "other.zip"]


def test_an_archive_that_was_begun_elsewhere_is_left_alone(
    data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".motu-Ann.zip.part").write_bytes(b"another's")
    run_well("account", "export", "ann", "--data", data)
    assert (tmp_path / ".motu-Ann.zip.part").read_bytes() == b"another's"


def test_nobody_is_asked_about_an_account_that_is_not_there(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motu.cli.account.delete.is_terminal", lambda stream: True)
    assert refusal("account", "delete", "Cem", "--data", data) == "there is nobody called 'Cem'"
    asked = run("account", "delete", "ANN", "--data", data, stdin="n\n")
    assert "Delete Ann for good?" in asked.stdout + asked.stderr
    assert run_json("account", "show", "Ann", "--data", data)["name"] == "Ann"


def test_an_account_is_deleted_and_the_log_says_so(data: str) -> None:
    where = ("--data", data)
    assert "--yes" in refusal("account", "delete", "Ann", *where)
    run_well("account", "rename", "Ann", "Anna", *where)
    assert run_well("account", "delete", "Anna", "--yes", "--why", "has asked for it", *where) == "Anna: deleted\n"
    assert refusal("account", "show", "Anna", *where) == "there is nobody called 'Anna'"
    assert refusal("account", "delete", "level-1", "--yes", *where) == "'level-1' is the machine, and stays"
    with sa.create_engine(file_url(Path(data) / NAME)).connect() as connection:
        rows = connection.execute(sa.text("SELECT act, why, detail FROM audit_entry ORDER BY at_ms, act")).all()
    assert rows == [("rename", "on the command line", ""), ("delete", "has asked for it", "")]
    names = [each["name"] for each in run_json("account", "list", "--kind", "person", *where)["accounts"]]
    assert names == ["Bob"]


def test_a_server_does_the_rest_of_what_the_command_line_has_begun(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ann, bob = owner(client, "ann", "Ann"), owner(client, "bob", "Bob")
        game = game_of(ann, bob)
        does(ann, game, "moves", move="a1")
        does(bob, game, "moves", move="b2")
        run_well("account", "delete", "Ann", "--yes", "--data", str(tmp_path))
        with client.portal() as portal:
            portal.call(services_of(client).own.departures.sweep)
        assert bob.well("GET", f"/api/games/{game}")["result"] == {"winner": 1, "reason": "resign"}
