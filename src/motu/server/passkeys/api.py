"""Passkeys over HTTP (floor: server): one's own, and logging in or claiming a name with one."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, delete, get, post, put
from litestar.params import FromPath, JSONBody

from motu.server.accounts.account import UserAccount
from motu.server.accounts.api import AccountName, Password, WhoView, logged_in
from motu.server.accounts.own_api import check_confirmed, own_account
from motu.server.api import options_for
from motu.server.events import ServerError
from motu.server.passkeys.ceremonies import KeyPlace, NewKey, ShownKey, place_of
from motu.server.passkeys.passkeys import MAX_CREDENTIAL, Passkey, Passkeys

AccountRequest = Request[Any, Any, Any]
MAX_BYTES = 20_000
"""Most characters of what a device says of a new passkey."""
MAX_NAME = 80
CredentialId = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_CREDENTIAL)]
Bytes = Annotated[str, msgspec.Meta(max_length=MAX_BYTES)]
PasskeyName = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME)]


class MadeKey(msgspec.Struct, forbid_unknown_fields=True):
    """A passkey that a browser has just made; bytes as base64url."""

    id: CredentialId
    client_data: Bytes
    attestation: Bytes


class KeyProof(msgspec.Struct, forbid_unknown_fields=True):
    """A passkey that somebody has shown his browser; bytes as base64url."""

    id: CredentialId
    client_data: Bytes
    authenticator_data: Bytes
    signature: Bytes
    user_handle: Annotated[str, msgspec.Meta(max_length=100)]


class WantedPasskey(msgspec.Struct, forbid_unknown_fields=True):
    """Whoever wants to add a passkey."""

    password: Password = ""
    """Empty for who has logged in within the last ten minutes."""


class NewPasskey(msgspec.Struct, forbid_unknown_fields=True):
    """A passkey to be added."""

    name: PasskeyName
    key: MadeKey


class PasskeyRenamed(msgspec.Struct, forbid_unknown_fields=True):
    """Another name for one."""

    name: PasskeyName


class NameWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Whoever wants to claim a name with a passkey."""

    name: AccountName


class NameAndPasskey(msgspec.Struct, forbid_unknown_fields=True):
    """Whoever claims it."""

    name: AccountName
    key: MadeKey


class KeyOptions(msgspec.Struct, frozen=True):
    """What a browser is to be asked for: `navigator.credentials` takes it, its bytes read from base64url."""

    options: dict[str, Any]


class PasskeyView(msgspec.Struct, frozen=True):
    """A passkey as its owner sees it."""

    id: str
    name: str
    host: str
    is_synced: bool
    created_ms: int
    used_ms: int | None


class PasskeysView(msgspec.Struct, frozen=True):
    """All of one's own, the oldest first."""

    passkeys: tuple[PasskeyView, ...]
    has_password: bool
    """Whether one can also log in with a password."""


@get("/account/passkeys")
async def list_passkeys(request: AccountRequest) -> PasskeysView:
    """Return one's passkeys."""
    return await _listed(request, own_account(request))


@post("/account/passkeys/begin", status_code=200)
async def begin_passkey(request: AccountRequest, data: JSONBody[WantedPasskey]) -> KeyOptions:
    """Return what a browser is to make a passkey by, which is then added."""
    account = own_account(request)
    await check_confirmed(request, account, data.password)
    return KeyOptions(await _passkeys(request).begin_adding(account, _place(request)))


@post("/account/passkeys")
async def add_passkey(request: AccountRequest, data: JSONBody[NewPasskey]) -> PasskeysView:
    """Add a passkey that the browser has made."""
    account = own_account(request)
    await _passkeys(request).add(account, _place(request), _clean(data.name), _made(data.key))
    return await _listed(request, account)


@put("/account/passkeys/{passkey_id:str}")
async def rename_passkey(
    request: AccountRequest, passkey_id: FromPath[str], data: JSONBody[PasskeyRenamed]
) -> PasskeysView:
    """Give a passkey another name."""
    account = own_account(request)
    await _passkeys(request).rename(account.id, passkey_id, _clean(data.name))
    return await _listed(request, account)


@delete("/account/passkeys/{passkey_id:str}", status_code=200)
async def remove_passkey(request: AccountRequest, passkey_id: FromPath[str]) -> PasskeysView:
    """Remove a passkey: it opens nothing any more."""
    account = own_account(request)
    await _passkeys(request).remove(account.id, passkey_id)
    return await _listed(request, account)


@post("/account/passkeys/log-in/begin", status_code=200)
async def begin_log_in(request: AccountRequest) -> KeyOptions:
    """Return what a browser is to show a passkey by."""
    return KeyOptions(_passkeys(request).begin_log_in(_place(request)))


@post("/account/passkeys/log-in")
async def log_in_with_passkey(request: AccountRequest, data: JSONBody[KeyProof]) -> Response[WhoView]:
    """Log in with a passkey; a session of this browser's ends, whosever it was."""
    shown = ShownKey(data.id, data.client_data, data.authenticator_data, data.signature, data.user_handle)
    found = await _passkeys(request).log_in(_place(request), shown, request.state.address)
    return await logged_in(request, found)


@post("/account/passkeys/claim/begin", status_code=200)
async def begin_claim(request: AccountRequest, data: JSONBody[NameWanted]) -> KeyOptions:
    """Return what a browser is to make a passkey by for a name that a guest wants to claim."""
    guest, accounts = _guest(request), request.app.state.services.accounts
    name = await accounts.check_free(data.name)
    return KeyOptions(_passkeys(request).begin_claiming(guest, name, _place(request)))


@post("/account/passkeys/claim")
async def claim_with_passkey(request: AccountRequest, data: JSONBody[NameAndPasskey]) -> Response[WhoView]:
    """Claim a name with a passkey in place of a password."""
    guest, address = _guest(request), request.state.address
    claimed = await _passkeys(request).claim(guest, data.name, _place(request), _made(data.key), address)
    return await logged_in(request, claimed)


def passkeys_router() -> Router:
    """Return the routes of passkeys."""
    handlers = [
        options_for("/account/passkeys", "GET", "POST"),
        options_for("/account/passkeys/{passkey_id:str}", "PUT", "DELETE"),
        list_passkeys,
        begin_passkey,
        add_passkey,
        rename_passkey,
        remove_passkey,
        begin_log_in,
        log_in_with_passkey,
        begin_claim,
        claim_with_passkey,
    ]
    return Router("/api", route_handlers=handlers)


async def _listed(request: AccountRequest, account: UserAccount) -> PasskeysView:
    found: list[Passkey] = await _passkeys(request).of(account.id)
    has_password = await request.app.state.services.accounts.has_password(account.id)
    return PasskeysView(tuple(map(_view, found)), has_password)


def _view(each: Passkey) -> PasskeyView:
    return PasskeyView(each.id, each.name, each.host, each.is_synced, each.created_ms, each.used_ms)


def _guest(request: AccountRequest) -> str:
    """Return the guest that wants a name.

    Raises:
        ServerError: "account/has-name", "server/no-cookie".
    """
    state = request.state
    if state.account is not None:
        raise ServerError(f"you are logged in as {state.account.name}", slug="account/has-name")
    if state.asker != state.guest:
        told = "to have a name, let this browser keep motu's cookie, and load the page again"
        raise ServerError(told, slug="server/no-cookie")
    guest: str = state.guest
    return guest


def _clean(name: str) -> str:
    text = " ".join(name.split())
    if not text or not text.isprintable():
        raise ServerError("a passkey has a name of printable characters", slug="passkey/name", text=name[:40])
    return text


def _made(key: MadeKey) -> NewKey:
    return NewKey(key.id, key.client_data, key.attestation)


def _place(request: AccountRequest) -> KeyPlace:
    return place_of(request.headers.get("host", ""))


def _passkeys(request: AccountRequest) -> Passkeys:
    found: Passkeys = request.app.state.services.passkeys
    return found
