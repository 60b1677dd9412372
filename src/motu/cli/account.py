"""`motu account`: the people of a house, as whoever has its database sees and changes them (floor: cli)."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motu.cli.application import Application, BadInputError, PlainCommand
from motu.cli.output import is_terminal, remark, write, write_json
from motu.files import real_file
from motu.numbers import counted

if TYPE_CHECKING:
    from motu.server.accounts.account import UserAccount
    from motu.server.moderation.console import AccountDetails, Console

NAME = "account"
SUMMARY = "The people of a house: roles, suspensions, names, passwords."
EXAMPLES = """\b
Examples:
  motu account list
  motu account show Ann
  motu account role Ann admin"""

app = typer.Typer(cls=Application, rich_markup_mode=None)


class RoleName(StrEnum):
    """What somebody may do in a house."""

    NONE = "none"
    MODERATOR = "moderator"
    ADMIN = "admin"


class KindName(StrEnum):
    """Who stands behind an account."""

    PERSON = "person"
    BOT = "bot"
    HOUSE = "house"


NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Whose account.")]
DataOption = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Where games are kept; as of motu serve if not given.")
]
DatabaseOption = Annotated[
    str | None, typer.Option(metavar="URL", help="The database in which games are kept, in place of a folder.")
]
WhyOption = Annotated[str, typer.Option(metavar="TEXT", help="The reason, which stands in the log.")]
ToldWhyOption = Annotated[
    str, typer.Option(metavar="TEXT", help="The reason, which the person is told and the log keeps.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Write one JSON object.")]


@app.callback(short_help=SUMMARY, epilog=EXAMPLES)
def begin() -> None:
    """See and change the accounts of a house, also while servers use its database.

    Servers go by it within some seconds. Everything that is changed stands in a log, which administrators see.
    """


@app.command(
    "list",
    cls=PlainCommand,
    short_help="List accounts by their names.",
    epilog="\b\nExamples:\n  motu account list\n  motu account list --role moderator\n  motu account list --suspended",
)
def list_accounts(
    kind: Annotated[KindName | None, typer.Option(metavar="KIND", help="Only persons, bots or the house's.")] = None,
    role: Annotated[RoleName | None, typer.Option(metavar="ROLE", help="Only none, moderator or admin.")] = None,
    suspended: Annotated[bool, typer.Option("--suspended", help="Only those who are suspended.")] = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    json: JsonOption = False,
) -> None:
    """List accounts by their names, with kind and role; at most 1,000 of them."""

    async def ask(console: Console) -> list[tuple[UserAccount, bool]]:
        chosen: Any = None if kind is None else kind.value, None if role is None else role.value
        return await console.listing(*chosen, is_suspended=suspended)

    found = _with_console(data, database, ask)
    if json:
        write_json({"accounts": [_account_json(*each) for each in found]})
        return
    if not found:
        is_plain = suspended and kind is None and role is None
        remark("nobody is suspended" if is_plain else "there is no such account")
    for account, is_suspended in found:
        words = [account.kind, *([] if account.role == "none" else [account.role])]
        write(f"{account.name:20}  {', '.join([*words, *(['suspended'] if is_suspended else [])])}")


@app.command(
    "show",
    cls=PlainCommand,
    short_help="Tell what is known of an account.",
    epilog="\b\nExamples:\n  motu account show Ann\n  motu account show Ann --json",
)
def show(
    name: NameArgument, data: DataOption = None, database: DatabaseOption = None, json: JsonOption = False
) -> None:
    """Tell what is known of an account: role, suspensions and warnings, and what was done about it."""

    async def ask(console: Console) -> AccountDetails:
        return await console.details(await console.named(name))

    found = _with_console(data, database, ask)
    if json:
        write_json(_details_json(found))
    else:
        write(*_details_lines(found))


@app.command(
    "role",
    cls=PlainCommand,
    short_help="Make somebody a moderator or administrator.",
    epilog="\b\nExamples:\n  motu account role Ann admin\n  motu account role Bob none --why 'has asked for it'",
)
def change_role(
    name: NameArgument,
    role: Annotated[RoleName, typer.Argument(metavar="ROLE", help="none, moderator or admin.")],
    why: WhyOption = "on the command line",
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Make somebody a moderator or an administrator, or neither of them any more."""

    async def act(console: Console, account: UserAccount) -> None:
        await console.moderation.change_role(None, account.id, role.value, why)

    called = _change(name, data, database, act)
    write(f"{called}: role {role.value}")


@app.command(
    "suspend",
    cls=PlainCommand,
    short_help="Shut an account out, for some days or for good.",
    epilog="\b\nExamples:\n  motu account suspend Bob --days 30 --why 'used a program'",
)
def suspend(
    name: NameArgument,
    why: ToldWhyOption,
    days: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=3650, help="How many days; for good if not given.")
    ] = None,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Shut an account out: its sessions and tokens end, and its clocks run on.

    Whoever logs in is told the reason and when it ends.
    """

    async def act(console: Console, account: UserAccount) -> None:
        await console.moderation.suspend(None, account.id, why, days)

    called = _change(name, data, database, act)
    write(f"{called}: suspended for {'good' if days is None else counted(days, 'day')}")


@app.command(
    "restore",
    cls=PlainCommand,
    short_help="End a suspension.",
    epilog="\b\nExamples:\n  motu account restore Bob --why 'it was somebody else'",
)
def restore(
    name: NameArgument,
    why: WhyOption = "on the command line",
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """End the suspension of an account."""

    async def act(console: Console, account: UserAccount) -> None:
        await console.moderation.restore(None, account.id, why)

    called = _change(name, data, database, act)
    write(f"{called}: no longer suspended")


@app.command(
    "rename",
    cls=PlainCommand,
    short_help="Give an account another name.",
    epilog="\b\nExamples:\n  motu account rename Rude-Word Player-7 --why 'rude'",
)
def rename(
    name: NameArgument,
    new: Annotated[str, typer.Argument(metavar="NEW", help="Its name from now on.")],
    why: WhyOption = "on the command line",
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Give an account another name, whenever it got the one that it has."""

    async def act(console: Console, account: UserAccount) -> None:
        await console.moderation.rename(None, account.id, new, why)

    called = _change(name, data, database, act)
    write(f"{called}: called {new}")


@app.command(
    "password",
    cls=PlainCommand,
    short_help="Put another password in place of an account's.",
    epilog="\b\nExamples:\n  motu account password Ann\n  pwgen 16 1 | motu account password Ann",
)
def set_password(
    name: NameArgument,
    why: WhyOption = "on the command line",
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Put another password in place of an account's, and log it out everywhere.

    The password is asked for, or read from the first line of stdin.
    """
    password = _password()

    async def act(console: Console, account: UserAccount) -> None:
        await console.moderation.set_password(None, account.id, password, why, console.passwords)

    called = _change(name, data, database, act)
    write(f"{called}: another password, and logged out everywhere")


@app.command(
    "export",
    cls=PlainCommand,
    short_help="Write all that is held of an account into a file.",
    epilog="\b\nExamples:\n  motu account export Ann\n  motu account export Ann --out ann.zip",
)
def export(
    name: NameArgument,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to; motu-NAME.zip if not given.")
    ] = None,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Write all that a house holds of somebody into a ZIP archive: games, studies, puzzles, ratings and the rest.

    docs/http.md says what is in it. Passwords and the texts of tokens are not: the house doesn't have them.
    """
    from motu.server.accounts.export import export_name

    async def ask(console: Console) -> tuple[str, Path, int]:
        account = await console.named(name)
        target = out or Path(export_name(account))
        whole = real_file(target)
        part = whole.with_name(f".{whole.name}.part")
        try:
            with part.open("wb") as file:
                size = await console.export(account, file)
            part.replace(whole)
        finally:
            part.unlink(missing_ok=True)
        return account.name, target, size

    called, target, size = _with_console(data, database, ask)
    write(f"{called}: {size:,} bytes in {target}")


@app.command(
    "delete",
    cls=PlainCommand,
    short_help="Delete an account and its bots for good.",
    epilog="\b\nExamples:\n  motu account delete Ann\n  motu account delete Ann --yes --why 'has asked for it'",
)
def delete(
    name: NameArgument,
    why: WhyOption = "on the command line",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether that is meant.")] = False,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Delete an account and its bots for good; there is no way back.

    Games with others stay, without the name, as do their results. Nothing else does: sessions, tokens, studies,
    puzzles, ratings, chat, notices and games at one screen go. Games that go on are given up by a server within some
    seconds, or as soon as one is started.
    """
    if not yes:
        if not is_terminal(sys.stdin):
            raise BadInputError("whether that is meant can't be asked here; say --yes")
        typer.confirm(f"Delete {name} for good?", abort=True)

    async def act(console: Console, account: UserAccount) -> None:
        await console.delete(account, why)

    called = _change(name, data, database, act)
    write(f"{called}: deleted")


def _password() -> str:
    if is_terminal(sys.stdin):
        return str(typer.prompt("New password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\r\n")


def _change(
    name: str, data: Path | None, database: str | None, act: Callable[[Console, UserAccount], Awaitable[None]]
) -> str:
    """Do something to the account of a name; return what it is called, or was until now."""

    async def ask(console: Console) -> str:
        account = await console.named(name)
        await act(console, account)
        return account.name

    called: str = _with_console(data, database, ask)
    return called


def _with_console(data: Path | None, database: str | None, ask: Callable[[Console], Awaitable[Any]]) -> Any:
    """Do something with the accounts of a database."""
    from motu.cli.serve import default_folder
    from motu.server.database import NAME as FILE
    from motu.server.database import database_url, file_url
    from motu.server.moderation.console import console_at

    if data is not None and database is not None:
        raise BadInputError("--data and --database both say where games are kept; give one of them")
    url = database_url(database) if database is not None else file_url((data or default_folder()) / FILE)

    async def whole() -> Any:
        async with console_at(url) as console:
            return await ask(console)

    return asyncio.run(whole())


# --- what is told


def _account_json(account: UserAccount, is_suspended: bool) -> dict[str, object]:
    return {
        "name": account.name,
        "kind": account.kind,
        "role": account.role,
        "created": _time(account.created_ms),
        "suspended": is_suspended,
    }


def _details_json(found: AccountDetails) -> dict[str, object]:
    now = datetime.now(UTC).timestamp() * 1000
    stands = [each for each in found.sanctions if each.stands(int(now))]
    told = [
        {"kind": each.kind, "why": each.why, "at": _time(each.at_ms), "until": _time(each.until_ms)}
        | {"stands": each in stands}
        for each in found.sanctions
    ]
    log = [
        {"at": _time(each.at_ms), "who": _who(found, each.who), "act": each.act, "why": each.why}
        | {"detail": each.detail}
        for each in found.log
    ]
    is_suspended = any(each.kind == "suspension" for each in stands)
    about = _account_json(found.account, is_suspended) | {"owner": found.owner, "sessions": found.num_sessions}
    return about | {"games_going": found.num_going, "sanctions": told, "log": log}


def _details_lines(found: AccountDetails) -> Sequence[str]:
    told: Any = _details_json(found)
    about = ", ".join([told["kind"], *([] if told["role"] == "none" else [told["role"]])])
    lines = [f"{told['name']}: {about}, since {told['created']}"]
    if found.owner:
        lines.append(f"of {found.owner}")
    going = counted(told["games_going"], "game with people that goes on", "games with people that go on")
    lines.append(f"{counted(told['sessions'], 'browser')}, {going}")
    for each in told["sanctions"]:
        until = f" until {each['until']}" if each["until"] else ""
        lines.append(f"{each['kind']}{'' if each['stands'] else ' (over)'} of {each['at']}{until}: {each['why']}")
    for each in told["log"]:
        detail = f" ({each['detail']})" if each["detail"] else ""
        lines.append(f"{each['at']} {each['who']}: {each['act']}{detail}: {each['why']}")
    return lines


def _who(found: AccountDetails, account: str | None) -> str:
    return "command line" if account is None else found.names.get(account, "somebody who has left")


def _time(at_ms: int | None) -> str:
    return "" if at_ms is None else datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
