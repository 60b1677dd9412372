"""Databases made, and older ones brought up to the tables of today by Alembic (floor: server).

Invariant: whatever a database held before, it holds afterwards; one that can't be brought up to date isn't touched.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.postgres import TABLES, lock_until_commit
from motu.server.schema import metadata

HEAD = "0035"
"""The newest revision in `versions`; a test keeps it true."""
_VERSION = sa.Table("alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True))


def bring_up_to_date(engine: sa.Engine) -> None:
    """Make the tables, or change those of an older version. Costs nothing where there is nothing to do.

    Raises:
        ServerError: "server/database" for the database of a newer motu, or of another program.
    """
    with engine.connect() as connection:
        if _revision(connection) == HEAD:
            return
    with engine.connect().execution_options(motu_writes=True) as connection, connection.begin():
        lock_until_commit(connection, TABLES)
        revision = _revision(connection)  # again: somebody may have been quicker
        if revision == HEAD:
            return
        if revision is None:
            _make(connection)
        else:
            _upgrade(connection, revision)


def _revision(connection: sa.Connection) -> str | None:
    """Return what the tables are, or None where there are none at all."""
    known = sa.inspect(connection).get_table_names()
    if not known:
        return None
    if _VERSION.name not in known:
        raise ServerError(f"a database of something else, with {', '.join(known[:3])}", slug="server/database")
    return connection.execute(sa.select(_VERSION.c.version_num)).scalar_one_or_none() or ""


def _make(connection: sa.Connection) -> None:
    """Make today's tables at once, and note which revision they are."""
    metadata.create_all(connection, checkfirst=False)
    _VERSION.create(connection)
    connection.execute(_VERSION.insert().values(version_num=HEAD))


def _upgrade(connection: sa.Connection, revision: str) -> None:
    """Change older tables, step by step."""
    folder = Path(__file__).parent
    if revision and not any((folder / "versions").glob(f"{revision}_*.py")):
        raise ServerError(
            f"written by a newer motu than this one (its tables are '{revision}', the newest known are '{HEAD}')",
            slug="server/database",
        )
    # Alembic takes as long to load as the whole rest of the store, and is seldom needed.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(folder))
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)
