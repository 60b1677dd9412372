"""What is told of an account: as JSON, and in lines (floor: cli)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from motu.numbers import counted

if TYPE_CHECKING:
    from motu.server.accounts.account import UserAccount
    from motu.server.moderation.console import AccountDetails


def account_json(account: UserAccount, is_suspended: bool) -> dict[str, object]:
    """Return what a list says of an account, as JSON."""
    return {
        "name": account.name,
        "kind": account.kind,
        "role": account.role,
        "created": _time(account.created_ms),
        "suspended": is_suspended,
    }


def details_json(found: AccountDetails) -> dict[str, object]:
    """Return all that is known of an account, as JSON."""
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
    about = account_json(found.account, is_suspended) | {"owner": found.owner, "sessions": found.num_sessions}
    return about | {"games_going": found.num_going, "sanctions": told, "log": log}


def details_lines(found: AccountDetails) -> Sequence[str]:
    """Return the same in lines."""
    told: Any = details_json(found)
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
