"""Studies over HTTP: their owner keeps and changes them, who knows their address reads them (floor: server)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, Router, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from motu.drawing import draw_svg
from motu.server.api import options_for, services_of
from motu.server.askers import slowly
from motu.server.rates.rates import count
from motu.server.studies import Draft, Kept, StudyHead, new_study_id, study_place
from motu.server.study_trees import PackedTree, last_position, packed_bytes, start_of

GuestRequest = Request[Any, Any, Any]

MAX_STUDY_NAME = 120
"""Most characters of a study's name."""
MAX_LISTED = 50
"""Studies on a page."""
PICTURE_SIZE = 240
"""Width of a study's picture, in pixels."""

StudyName = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_STUDY_NAME)]

StudyId = Annotated[
    str, msgspec.Meta(pattern=r"\A[0-9A-Za-z_-]{16,22}\Z", description="16 to 22 letters, digits, '-' and '_'")
]


class NewStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A study to keep."""

    name: StudyName
    tree: PackedTree
    id: StudyId | None = None
    """Made up by whoever sends it, so that he can send it again when the answer was lost."""


class ChangedStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of a study."""

    name: StudyName
    tree: PackedTree
    version: Annotated[int, msgspec.Meta(ge=1, le=2**53)]
    """The version that was changed."""


class KeptView(msgspec.Struct, frozen=True):
    """What has been kept."""

    id: str
    version: int
    changed_ms: int


class StudyView(msgspec.Struct, frozen=True):
    """A study."""

    id: str
    is_mine: bool
    name: str
    version: int
    created_ms: int
    changed_ms: int
    tree: PackedTree


class StudyItem(msgspec.Struct, frozen=True):
    """A study in a list."""

    id: str
    name: str
    spec: str
    version: int
    created_ms: int
    changed_ms: int


class StudiesPage(msgspec.Struct, frozen=True):
    """Some of a guest's studies."""

    studies: tuple[StudyItem, ...]
    older: str | None
    """What to ask for the next page with; None on the last one."""


_TREES = msgspec.json.Decoder(PackedTree)


@post("/studies")
async def keep_study(request: GuestRequest, data: JSONBody[NewStudy]) -> KeptView:
    """Keep a new study."""
    await count(request, "study")
    draft = await _draft(request, data)
    return _kept(await services_of(request).studies.create(request.state.guest, draft, data.id or new_study_id()))


@get("/studies")
async def list_studies(request: GuestRequest, after: FromQuery[str | None] = None) -> StudiesPage:
    """Return the guest's own studies, or older ones: the one changed last first."""
    place = None if after is None else study_place(after)
    found = await services_of(request).studies.of(request.state.guest, MAX_LISTED + 1, place)
    listed = found[:MAX_LISTED]
    older = f"{listed[-1].changed_ms}.{listed[-1].id}" if len(found) > MAX_LISTED else None
    return StudiesPage(tuple(map(_item, listed)), older)


@get("/studies/{study_id:str}")
async def read_study(request: GuestRequest, study_id: FromPath[str]) -> StudyView:
    """Return a study; whose it is not changes a copy."""
    head, packed = await services_of(request).studies.find(study_id)
    is_mine = head.owner == request.state.guest
    tree = _TREES.decode(packed)
    return StudyView(head.id, is_mine, head.name, head.version, head.created_ms, head.changed_ms, tree)


@get("/studies/{study_id:str}/picture")
async def read_study_picture(
    request: GuestRequest, study_id: FromPath[str], theme: FromQuery[Literal["light", "dark"]] = "light"
) -> Response[str]:
    """Return an SVG picture of the position at the end of a study's main line."""
    _, packed = await services_of(request).studies.find(study_id)
    tree = _TREES.decode(packed)
    text = await slowly(
        request,
        lambda shift: draw_svg(
            last_position(tree, shift.check), theme=theme, size=PICTURE_SIZE, coordinates=False, hooks=False
        ),
    )
    return Response(text, media_type="image/svg+xml", headers={"cache-control": "private, max-age=86400"})


@put("/studies/{study_id:str}")
async def change_study(request: GuestRequest, study_id: FromPath[str], data: JSONBody[ChangedStudy]) -> KeptView:
    """Keep a study's next version, unless it has gone on since the one that was changed."""
    draft = await _draft(request, data)
    return _kept(await services_of(request).studies.change(study_id, request.state.guest, data.version, draft))


@delete("/studies/{study_id:str}")
async def delete_study(request: GuestRequest, study_id: FromPath[str]) -> None:
    """Delete a study; it can be brought back for 30 days."""
    await services_of(request).studies.delete(study_id, request.state.guest)


@post("/studies/{study_id:str}/restore", status_code=204)
async def restore_study(request: GuestRequest, study_id: FromPath[str]) -> None:
    """Bring back a study that was deleted."""
    await services_of(request).studies.restore(study_id, request.state.guest)


def studies_router() -> Router:
    """Return all routes under /api/studies."""
    handlers = [
        options_for("/studies", "GET", "POST"),
        options_for("/studies/{study_id:str}", "GET", "PUT", "DELETE"),
        keep_study,
        list_studies,
        read_study,
        read_study_picture,
        change_study,
        delete_study,
        restore_study,
    ]
    return Router("/api", route_handlers=handlers)


async def _draft(request: GuestRequest, data: NewStudy | ChangedStudy) -> Draft:
    """Return what is to be kept, as soon as it is known to begin from a position that the rules allow."""
    start = await slowly(request, lambda _: start_of(data.tree))
    return Draft(data.name.strip() or start.game.name, start.game.spec, packed_bytes(data.tree, start.game.board))


def _kept(kept: Kept) -> KeptView:
    return KeptView(kept.id, kept.version, kept.changed_ms)


def _item(head: StudyHead) -> StudyItem:
    return StudyItem(head.id, head.name, head.spec, head.version, head.created_ms, head.changed_ms)
