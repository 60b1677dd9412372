"""Older databases brought up to the tables of today, by Alembic (floor: server)."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

HEAD = "0001"
"""The newest revision in `versions`; a test keeps it true."""


def bring_up_to_date(engine: sa.Engine) -> None:
    """Make the tables, or change those of an older version. Costs nothing where there is nothing to do."""
    if _revision(engine) == HEAD:
        return
    # Alembic takes as long to load as the whole rest of the store, and is seldom needed.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, HEAD)


def _revision(engine: sa.Engine) -> str | None:
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return None
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one_or_none()
