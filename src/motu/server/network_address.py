"""By which address others reach this machine (floor: server)."""

from __future__ import annotations

import ipaddress
import socket

EVERYWHERE = "0.0.0.0", "::"  # noqa: S104 - whoever listens there has said so
ANYWHERE = "192.0.2.1"
"""An address of no machine (RFC 5737)."""


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
