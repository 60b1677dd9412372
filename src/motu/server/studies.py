"""Studies as they are kept: each is its owner's, has a name and a version, and can be brought back (floor: server).

Invariant: a change is made to the version that its maker has seen, or not at all, so that nobody writes over what
somebody else, or he himself in another window, has done meanwhile.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.lists import unknown_place
from motu.server.postgres import lock_by_name
from motu.server.schema import studies
from motu.server.store import Store
from motu.server.wall_time import now_ms

ID_BYTES = 12
"""Random bytes in a study's id: whoever was not told it can't guess it."""
MAX_STUDIES = 500
"""Studies that one guest may keep, those that can still be brought back included."""
MAX_TOTAL_BYTES = 50_000_000
"""Most bytes of all of them."""
KEPT_DELETED_MS = 30 * 24 * 3_600_000
"""How long a deleted study can be brought back."""

_PLACE = re.compile(r"(\d{1,15})\.([\w-]{1,22})", re.ASCII)


@dataclass(frozen=True, slots=True)
class StudyHead:
    """What is known of a study beside its tree."""

    id: str
    owner: str
    name: str
    spec: str
    version: int
    """Grows by 1 with every change."""
    created_ms: int
    changed_ms: int


@dataclass(frozen=True, slots=True)
class Draft:
    """What a guest wants kept."""

    name: str
    spec: str
    packed: bytes


@dataclass(frozen=True, slots=True)
class Kept:
    """What has become of it."""

    id: str
    version: int
    changed_ms: int


@dataclass(frozen=True, slots=True)
class StudyPlace:
    """Where a study stands in the list, which begins with the one changed last."""

    changed_ms: int
    id: str


_HEAD = [studies.c[name] for name in StudyHead.__slots__]


class Studies:
    """All studies of this server."""

    def __init__(self, store: Store) -> None:
        """Keep them where the games are."""
        self._store = store

    async def create(self, owner: str, draft: Draft, study_id: str) -> Kept:
        """Keep a new study.

        Raises:
            ServerError: "server/too-many-studies"; "server/study-version" when it is kept already, and as `change`.
        """
        now = now_ms()
        kept = Kept(study_id, 1, now)
        values = _values(draft) | {
            "id": kept.id,
            "owner": owner,
            "version": kept.version,
            "created_ms": now,
            "changed_ms": now,
        }

        def work(connection: sa.Connection) -> None:
            lock_studies(connection, owner)
            connection.execute(
                studies.delete().where(studies.c.owner == owner, studies.c.deleted_ms < now - KEPT_DELETED_MS)
            )
            if connection.execute(sa.select(studies.c.id).where(studies.c.id == study_id)).first():
                _check_version(_own(connection, study_id, owner), 0)
            _check_room(connection, owner, len(draft.packed), is_new=True)
            connection.execute(studies.insert().values(values))

        await self._store.write(work)
        return kept

    async def change(self, study_id: str, owner: str, version: int, draft: Draft) -> Kept:
        """Keep a study's next version.

        Raises:
            ServerError: "server/no-study", "server/not-yours", "server/study-version" when it has gone on since the
                version that was changed, "server/too-many-studies".
        """
        kept = Kept(study_id, version + 1, now_ms())
        values = _values(draft) | {"version": kept.version, "changed_ms": kept.changed_ms}

        def work(connection: sa.Connection) -> None:
            lock_studies(connection, owner)
            row = _own(connection, study_id, owner)
            _check_version(row, version)
            _check_room(connection, owner, len(draft.packed) - row.num_bytes, is_new=False)
            connection.execute(studies.update().where(studies.c.id == study_id).values(values))

        await self._store.write(work)
        return kept

    async def delete(self, study_id: str, owner: str) -> None:
        """Delete a study; it can be brought back for a while.

        Raises:
            ServerError: "server/no-study", "server/not-yours".
        """
        await self._mark(study_id, owner, now_ms())

    async def restore(self, study_id: str, owner: str) -> None:
        """Bring back a study that was deleted.

        Raises:
            ServerError: "server/no-study", "server/not-yours".
        """
        await self._mark(study_id, owner, None)

    async def _mark(self, study_id: str, owner: str, deleted_ms: int | None) -> None:
        def work(connection: sa.Connection) -> None:
            _own(connection, study_id, owner, even_deleted=deleted_ms is None)
            connection.execute(studies.update().where(studies.c.id == study_id).values(deleted_ms=deleted_ms))

        await self._store.write(work)

    async def find(self, study_id: str) -> tuple[StudyHead, bytes]:
        """Return a study with its packed tree.

        Raises:
            ServerError: "server/no-study".
        """
        query = sa.select(*_HEAD, studies.c.packed).where(studies.c.id == study_id, studies.c.deleted_ms.is_(None))
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            raise _unknown(study_id)
        return StudyHead(*row[:-1]), row.packed

    async def of(self, owner: str, limit: int, after: StudyPlace | None) -> list[StudyHead]:
        """Return a guest's studies, the one changed last first."""
        query = list_query(owner, after).limit(limit)
        found = await self._store.read(lambda connection: connection.execute(query).all())
        return [StudyHead(*each) for each in found]


def list_query(owner: str, after: StudyPlace | None) -> sa.Select[Any]:
    """Return the query for a guest's studies; the index answers it."""
    query = sa.select(*_HEAD).where(studies.c.owner == owner, studies.c.deleted_ms.is_(None))
    if after is not None:
        query = query.where(sa.tuple_(studies.c.changed_ms, studies.c.id) < sa.tuple_(after.changed_ms, after.id))
    return query.order_by(studies.c.changed_ms.desc(), studies.c.id.desc())


def study_place(text: str) -> StudyPlace:
    """Return the place that a page's `older` names.

    Raises:
        ServerError: "server/list".
    """
    found = _PLACE.fullmatch(text)
    if found is None:
        raise unknown_place(text)
    return StudyPlace(int(found[1]), found[2])


def new_study_id() -> str:
    """Return an id that nobody can guess."""
    return secrets.token_urlsafe(ID_BYTES)


def _own(connection: sa.Connection, study_id: str, owner: str, *, even_deleted: bool = False) -> Any:
    """Return owner, version and size of a study that this guest may change, which stays so until the commit."""
    query = sa.select(studies.c.owner, studies.c.version, studies.c.num_bytes, studies.c.deleted_ms)
    row = connection.execute(query.where(studies.c.id == study_id).with_for_update()).one_or_none()
    if row is None or (row.deleted_ms is not None and not (even_deleted and row.owner == owner)):
        raise _unknown(study_id)
    if row.owner != owner:
        raise ServerError("this study is somebody else's; a copy of it can be yours", slug="server/not-yours")
    return row


def _check_version(row: Any, version: int) -> None:
    if row.version != version:
        raise ServerError(
            f"the study has gone on: its version is {row.version}, not {version}",
            slug="server/study-version",
            text=str(row.version),
        )


def lock_studies(connection: sa.Connection, owner: str) -> None:
    """Let no other transaction keep anything more of this guest's, until the commit."""
    lock_by_name(connection, "studies", owner)


def _check_room(connection: sa.Connection, owner: str, more_bytes: int, *, is_new: bool) -> None:
    query = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(studies.c.num_bytes), 0))
    count, num_bytes = connection.execute(query.where(studies.c.owner == owner)).one()
    if is_new and count >= MAX_STUDIES:
        raise ServerError(
            f"{count} studies are kept, deleted ones included, and no more of one guest's",
            slug="server/too-many-studies",
        )
    if more_bytes > 0 and num_bytes + more_bytes > MAX_TOTAL_BYTES:
        raise ServerError(
            f"the studies of one guest have at most {MAX_TOTAL_BYTES:,} bytes altogether",
            slug="server/too-many-studies",
        )


def _values(draft: Draft) -> dict[str, Any]:
    return {"name": draft.name, "spec": draft.spec, "packed": draft.packed, "num_bytes": len(draft.packed)}


def _unknown(study_id: str) -> ServerError:
    return ServerError(f"there is no study '{study_id[:40]}', or it was deleted", slug="server/no-study", text=study_id)
