"""Databases for tests: files, and a PostgreSQL server of their own where it is installed."""

from __future__ import annotations

import contextlib
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from motu.server.database import file_url

KINDS = ("sqlite", "postgresql")
USER = "motu"
STARTS = 5
"""So often starting a server is tried, a second apart."""
NewDatabase = Callable[[], sa.URL]
"""Returns the URL of a database with nothing in it, another one each time."""


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs; Debian keeps them off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda each: int(each.parts[-3]))
    initdb = found[-1] if found else shutil.which("initdb")
    return None if initdb is None else Path(initdb).resolve().parent


class PostgresServer:
    """A server that listens in a folder and nowhere else, and forgets everything."""

    def __init__(self, folder: Path, bin_folder: Path) -> None:
        self.folder, self._bin = folder, bin_folder
        self._user: pwd.struct_passwd | None = None
        if os.getuid() == 0:  # it refuses to be run by root
            self._user = pwd.getpwnam("postgres")
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)
        made = self._run(
            "initdb", "-U", USER, "-E", "UTF8", "--locale=C", "-A", "trust", "--no-sync", "-D", str(folder / "data")
        )
        assert made.returncode == 0, made.stdout
        self.start()
        self._numbers = itertools.count()
        self._free: list[sa.URL] = []

    def start(self) -> None:
        """Start it, if need be a little later: the last one's processes may still hold its memory."""
        options = f"-k {self.folder} -c listen_addresses= -c fsync=off -c shared_buffers=16MB -c max_connections=60"
        log = self.folder / "log"
        for _ in range(STARTS):
            if self._control("start", "-o", options, "-l", str(log)):
                return
            time.sleep(1)
        raise AssertionError(log.read_text("utf-8", "replace")[-2000:])

    def stop(self) -> None:
        """End it at once, as a kill does."""
        assert self._control("stop", "-m", "immediate")

    def url(self, name: str, user: str = USER) -> sa.URL:
        return sa.URL.create("postgresql+psycopg", user, database=name, query={"host": str(self.folder)})

    def new_database(self) -> sa.URL:
        """Return a database with nothing in it: one that is not wanted any more, for a new one has 300 files."""
        if self._free:
            url = self._free.pop()
            self.execute("DROP SCHEMA public CASCADE", url)
            self.execute("CREATE SCHEMA public", url)
            self.execute("GRANT USAGE ON SCHEMA public TO PUBLIC", url)  # as in a new one
            return url
        name = f"test{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def give_back(self, url: sa.URL) -> None:
        """Say that nobody is connected to a database any more."""
        self._free.append(url)

    def execute(self, text: str, url: sa.URL | None = None) -> None:
        """Do something outside of a transaction, in the database that is always there or another one."""
        engine = sa.create_engine(url or self.url("postgres"), isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
        with engine.connect() as connection:
            connection.exec_driver_sql(text)
        engine.dispose()

    def _control(self, *arguments: str) -> bool:
        return self._run("pg_ctl", "-w", "-D", str(self.folder / "data"), *arguments).returncode == 0

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        user = self._user.pw_uid if self._user else None
        group = self._user.pw_gid if self._user else None
        return subprocess.run(
            [str(self._bin / program), *arguments],
            user=user,
            group=group,
            extra_groups=None if self._user is None else [],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            check=False,
        )


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server for all tests of this process."""
    found = programs()
    if found is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    with tempfile.TemporaryDirectory(prefix="motu-postgres-") as folder:
        server = PostgresServer(Path(folder), found)
        try:
            yield server
        finally:
            with contextlib.suppress(AssertionError):
                server.stop()


@pytest.fixture(params=KINDS)
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewDatabase]:
    """Make databases of both kinds: a test that asks for it runs over each."""
    if request.param == "sqlite":
        numbers = itertools.count()
        yield lambda: file_url(tmp_path / f"games{next(numbers)}.db")
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    made: list[sa.URL] = []

    def new() -> sa.URL:
        made.append(server.new_database())
        return made[-1]

    yield new
    for each in made:
        server.give_back(each)


@pytest.fixture
def database(new_database: NewDatabase) -> sa.URL:
    """A database of each kind."""
    return new_database()
