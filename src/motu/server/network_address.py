"""By which address and name others reach this machine (floor: server)."""

from __future__ import annotations

import ipaddress
import re
import socket

from motu.errors import one_line
from motu.server.events import ServerError

EVERYWHERE = "0.0.0.0", "::"  # noqa: S104 - whoever listens there has said so
ANYWHERE = "192.0.2.1"
"""An address of no machine (RFC 5737)."""


_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
"""A name as browsers ask for it, each part of 1 to 63 characters."""


def host_name(text: str) -> str:
    """Return a name of this server as browsers ask for it, in small letters.

    Raises:
        ServerError: "server/address" for what no browser asks for, something with https:// or a port among it.
    """
    name = text.lower()
    if not _NAME.fullmatch(name):
        raise ServerError(
            f"'{one_line(text)[:80]}' is no name of a server; right is such as motu.example.org, without https:// and "
            "without a port, letters beyond a to z as browsers send them (xn--…)",
            slug="server/address",
            text=text,
        )
    return name


def own_address() -> str | None:
    """Return the address at which others in the network reach this machine; None where it is in none.

    Nothing is sent: to which of its networks the machine would turn is all that is asked.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((ANYWHERE, 9))
        except OSError:
            return None
        found = str(asked.getsockname()[0])
    return None if is_this_machine(found) or found == EVERYWHERE[0] else found


def is_this_machine(host: str) -> bool:
    """Return whether only programs of this machine can reach a name or an address, which may stand in brackets."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"
