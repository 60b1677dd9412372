"""Where all tables are known (floor: server)."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
