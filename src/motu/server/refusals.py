"""What a client is told when a request is refused (floor: server).

Every refusal has one shape, `ErrorView`, and a status that says whose fault it was; nothing of the inside ever reaches
a client. What is wrong with a body or an address is worded by `motu.wire`, as everywhere in motu.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.params import BodyKwarg, QueryParameter
from litestar.types import ExceptionHandlersMap

from motu.errors import MotuError
from motu.server.events import ServerError
from motu.server.messages import MAX_ERROR, ErrorView, error_view
from motu.server.pages import asks_for_a_page, document_response
from motu.server.rates.too_often import TooOftenError
from motu.wire import Fault, as_json, find_fault, parse_json, right_of

_log = logging.getLogger("motu.server")

MAX_BODY_BYTES = 4 * 1024 * 1024
STATUS = {
    "server/no-game": 404,
    "server/no-study": 404,
    "server/no-challenge": 404,
    "server/no-cookie": 403,
    "server/rated": 403,
    "server/fair-play": 403,
    "server/no-person": 404,
    "server/taken": 409,
    "server/own-challenge": 409,
    "server/offer": 409,
    "server/plan": 409,
    "server/vacation": 409,
    "server/study-version": 409,
    "server/seq": 409,
    "server/sealing": 409,
    "server/not-yours": 403,
    "server/not-asked": 403,
    "server/asked-already": 409,
    "server/own-name": 409,
    "server/not-your-turn": 409,
    "server/stopping": 503,
    "server/disk": 503,
    "server/busy": 429,
    "server/engine-gone": 500,
    "server/picture": 500,
    "account/wrong": 403,
    "account/confirm": 403,
    "passkey/wrong": 403,
    "passkey/late": 409,
    "passkey/none": 404,
    "passkey/last": 409,
    "account/name-taken": 409,
    "account/has-name": 409,
    "account/renamed": 409,
    "account/limit": 429,
    "challenge/limit": 429,
    "server/limit": 429,
    "account/none": 403,
    "account/other": 409,
    "mail/off": 409,
    "mail/link": 404,
    "account/bot": 403,
    "account/suspended": 403,
    "moderation/not-yours": 403,
    "account/warned": 403,
    "account/muted": 403,
    "moderation/nothing": 409,
    "report/open": 409,
    "report/closed": 409,
    "report/limit": 429,
    "report/unknown": 404,
    "token/wrong": 401,
    "token/scope": 403,
    "token/person": 403,
    "token/limit": 429,
    "rung/none": 404,
    "rung/reach": 409,
    "rung/full": 409,
    "tournament/none": 404,
    "tournament/not-yours": 403,
    "tournament/bots": 403,
    "tournament/state": 409,
    "tournament/full": 409,
    "chat/no-line": 404,
    "block/nobody": 404,
    "block/own": 409,
    "block/limit": 429,
    "chat/none": 409,
    "chat/name": 403,
    "chat/limit": 429,
    "chat/full": 409,
    "puzzle/unknown": 404,
}
"""Slugs whose status isn't 400.

503 says something of the server, and the same to everybody: proxies leave one that says so, and ask another. What one
request can't have is never said with it.
"""
BUSY_SECONDS = 2
"""When to try again what there was no room for, where nothing more exact is known."""

_BODY = "the body"
_NOTHING: Final = object()


class CarefulRequest(Request[Any, Any, Any]):
    """A request that remembers what its body said, so that a refusal can name what is wrong with it."""

    async def json(self) -> Any:
        """Return what the body says.

        Raises:
            ServerError: "http/400" for a body that is no JSON.
        """
        self.state.body = parse_json(await self.body(), _bad_request)
        return self.state.body


def fault_in(request: Request[Any, Any, Any]) -> Fault | None:
    """Return the first thing that is wrong with a request's address or body, None where they are as its route asks."""
    handler = request.route_handler
    told = handler.parsed_fn_signature.parameters
    for field in msgspec.structs.fields(handler.signature_model):
        kind = told[field.name].kwarg_definition
        fault = None
        if isinstance(kind, QueryParameter):
            fault = _fault_in_query(request, kind.query or field.name, field)
        elif isinstance(kind, BodyKwarg):
            fault = _fault_in_body(request, field.type)
        if fault is not None:
            return fault
    return None


def _fault_in_query(request: Request[Any, Any, Any], name: str, field: msgspec.structs.FieldInfo) -> Fault | None:
    if name in request.query_params:
        return find_fault(request.query_params[name], field.type, name, strict=False)
    return Fault(name, right_of(field.type), None, is_missing=True) if field.required else None


def _fault_in_body(request: Request[Any, Any, Any], kind: Any) -> Fault | None:
    body = request.state.get("body", _NOTHING)
    if body is _NOTHING:
        return Fault("", right_of(kind), None, is_missing=True)
    return find_fault(body, kind, strict=False)


def _bad_request(fault: Fault) -> ServerError:
    return ServerError(fault.sentence(as_json, _BODY), slug="http/400", text=_read(fault), legal=fault.legal)


def _read(fault: Fault) -> str:
    if fault.is_missing:
        return ""
    return fault.unknown or (fault.value if isinstance(fault.value, str) else as_json(fault.value))


def _refuse(_request: Request[Any, Any, Any], error: MotuError) -> Response[Any]:
    view, status, seconds = error_view(error), STATUS.get(error.slug, 400), _retry_after(error)
    return _answer(status, view, None if seconds is None else {"retry-after": str(seconds)})


def _retry_after(error: MotuError) -> int | None:
    """Return after how many seconds the same may be taken; None where time mends nothing, or nobody knows."""
    if isinstance(error, TooOftenError):
        return error.retry_after
    return BUSY_SECONDS if error.slug == "server/busy" else None


def _refuse_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    match error.status_code:
        case 400 if isinstance(error, ValidationException):
            fault = fault_in(request)
            return _refuse(request, _unclear() if fault is None else _bad_request(fault))
        case 404 if asks_for_a_page(request):
            return document_response(request, status=404)
        case 404 if error.detail == "Not Found":
            text = request.url.path
            return _answer(404, ErrorView("http/404", f"there is nothing at {as_json(text)}", text[:200]))
        case 405:
            return _refuse_method(request, error)
        case 413:
            return _answer(413, ErrorView("http/413", f"a body has at most {MAX_BODY_BYTES:,} bytes"))
    return _answer(error.status_code, ErrorView(f"http/{error.status_code}", error.detail[:MAX_ERROR]))


def _unclear() -> ServerError:
    return ServerError("this is no request as docs/http.md describes them", slug="http/400")


def _refuse_method(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    headers = dict(error.headers or {})
    legal = tuple(sorted(headers.get("allow", "").split(", ")))
    told = f"{as_json(request.url.path)} takes {', '.join(legal)}, not {request.method[:20]}"
    return _answer(405, ErrorView("http/405", told, request.method[:20], legal), headers)


def _refuse_depth(request: Request[Any, Any, Any], _error: RecursionError) -> Response[Any]:
    told = "lists and objects nested too deeply: nothing here needs more than a few"
    return _refuse(request, ServerError(told, slug="http/400"))


def _refuse_bytes(request: Request[Any, Any, Any], error: UnicodeDecodeError) -> Response[Any]:
    return _refuse(
        request, ServerError(f"requests are UTF-8, and these bytes are not: {error.reason}", slug="http/400")
    )


def _apologise(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    _log.error("a fault while answering %s %s", request.method, request.url.path, exc_info=error)
    return _answer(500, ErrorView("server/fault", "a fault of motu itself; the server's log has more"))


def _answer(status: int, error: ErrorView, headers: Mapping[str, str] | None = None) -> Response[Any]:
    content = msgspec.json.encode(error)
    return Response(content, status_code=status, media_type="application/json", headers=dict(headers or {}))


EXCEPTION_HANDLERS: ExceptionHandlersMap = {
    MotuError: _refuse,
    HTTPException: _refuse_http,
    RecursionError: _refuse_depth,
    UnicodeDecodeError: _refuse_bytes,
    Exception: _apologise,
}
"""Which refusal answers which error."""
