"""Mail addresses and forgotten passwords over HTTP (floor: server)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, delete, get, post, put
from litestar.params import FromPath, JSONBody

from motu.server.accounts.account import UserAccount
from motu.server.accounts.own_api import check_confirmed, own_account
from motu.server.accounts.passwords import MAX_LENGTH
from motu.server.api import options_for
from motu.server.mail.addresses import MAX_ADDRESS, MailAddress
from motu.server.mail.office import MailOffice
from motu.server.mail.signed_links import MAX_TOKEN
from motu.server.pages import built_texts

GuestRequest = Request[Any, Any, Any]
AddressText = Annotated[str, msgspec.Meta(max_length=MAX_ADDRESS)]
LinkToken = Annotated[str, msgspec.Meta(max_length=MAX_TOKEN)]
SecretText = Annotated[str, msgspec.Meta(max_length=MAX_LENGTH)]
LanguageCode = Annotated[str, msgspec.Meta(max_length=8)]


class WantedAddress(msgspec.Struct, forbid_unknown_fields=True):
    """Where an account is to get mail."""

    address: AddressText
    password: SecretText
    language: LanguageCode = "en"
    has_digest: bool = False
    """Whether he wants to hear of games that wait for him."""


class DigestChoice(msgspec.Struct, forbid_unknown_fields=True):
    """Whether somebody wants to hear of games that wait for him."""

    has_digest: bool
    language: LanguageCode = "en"


class ConfirmedLink(msgspec.Struct, forbid_unknown_fields=True):
    """What a link in a mail has behind its `#`."""

    token: LinkToken


class StopChoice(msgspec.Struct, forbid_unknown_fields=True):
    """Whether digests are sent after all."""

    token: LinkToken
    has_digest: bool = False


class ForgottenPassword(msgspec.Struct, forbid_unknown_fields=True):
    """Who has forgotten his password."""

    address: AddressText
    language: LanguageCode = "en"


class ReplacedPassword(msgspec.Struct, forbid_unknown_fields=True):
    """A password in place of a forgotten one."""

    token: LinkToken
    password: SecretText


class MailView(msgspec.Struct, frozen=True):
    """Where one gets mail."""

    is_on: bool
    """Whether this house sends any."""
    address: str
    """'' for none."""
    wanted: str
    """That is to be confirmed; '' for none."""
    has_digest: bool


class ConfirmedView(msgspec.Struct, frozen=True):
    """The address that is one's own now."""

    address: str


class ResetView(msgspec.Struct, frozen=True):
    """Whose password it is."""

    name: str


@get("/account/mail")
async def read_mail(request: GuestRequest) -> MailView:
    """Return where one gets mail; a guest gets none."""
    account: UserAccount | None = request.state.account
    office = _office(request)
    return _view(office, MailAddress("") if account is None else await office.addresses.of(account.id))


@put("/account/mail")
async def give_address(request: GuestRequest, data: JSONBody[WantedAddress]) -> MailView:
    """Have a mail address, or another one, as soon as the link that is sent there is opened."""
    office, account = _office(request), own_account(request)
    sender = office.check_on()
    await check_confirmed(request, account, data.password)
    given = await office.addresses.give(
        account, data.address, await _language(data.language), has_digest=data.has_digest
    )
    sender.stir()
    return _view(office, given)


@delete("/account/mail")
async def remove_address(request: GuestRequest) -> None:
    """Have no mail address any more."""
    await _office(request).addresses.remove(own_account(request).id)


@post("/account/mail/choices", status_code=200)
async def choose_digest(request: GuestRequest, data: JSONBody[DigestChoice]) -> MailView:
    """Choose whether one hears by mail of games that wait for one."""
    office, account = _office(request), own_account(request)
    language = await _language(data.language)
    return _view(office, await office.addresses.choose(account.id, has_digest=data.has_digest, language=language))


@post("/account/forgotten", status_code=204)
async def forget_password(request: GuestRequest, data: JSONBody[ForgottenPassword]) -> None:
    """Send a link for a new password to an address, if it is an account's; the answer is the same in any case."""
    office = _office(request)
    sender = office.check_on()
    await office.resets.ask(data.address, await _language(data.language), request.state.address)
    sender.stir()


@post("/mail/reset", status_code=200)
async def replace_password(request: GuestRequest, data: JSONBody[ReplacedPassword]) -> ResetView:
    """Give an account a new password by the link of a mail; it is logged out in all browsers."""
    return ResetView(await _office(request).resets.choose(data.token, data.password, request.state.address))


@post("/mail/confirm", status_code=200)
async def confirm_address(request: GuestRequest, data: JSONBody[ConfirmedLink]) -> ConfirmedView:
    """Confirm an address by the link of a mail."""
    return ConfirmedView(await _office(request).addresses.confirm(data.token))


@post("/mail/stop", status_code=204)
async def stop_digest(request: GuestRequest, data: JSONBody[StopChoice]) -> None:
    """Be sent no more digests, by the link of a mail, or again."""
    await _office(request).addresses.stop(data.token, is_on=data.has_digest)


@post("/mail/stop/{token:str}", status_code=204)
async def stop_at_once(request: GuestRequest, token: FromPath[str]) -> None:
    """The same from a mail program, at one tap (RFC 8058)."""
    await _office(request).addresses.stop(token)


def mail_router() -> Router:
    """Return all routes of mail."""
    handlers = [
        options_for("/account/mail", "GET", "PUT", "DELETE"),
        read_mail,
        give_address,
        remove_address,
        choose_digest,
        forget_password,
        replace_password,
        confirm_address,
        stop_digest,
        stop_at_once,
    ]
    return Router("/api", route_handlers=handlers)


def _view(office: MailOffice, found: MailAddress) -> MailView:
    return MailView(office.settings is not None, found.address or "", found.wanted or "", found.has_digest)


async def _language(code: str) -> str:
    return code if code in await built_texts() else "en"


def _office(request: GuestRequest) -> MailOffice:
    found: MailOffice = request.app.state.services.mail
    return found
