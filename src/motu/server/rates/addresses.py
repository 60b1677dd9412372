"""Network addresses, and as what they are counted (floor: server).

Whoever has an IPv6 address has 2^64 of them, as a rule: all of a /64 count as one. An IPv4 address that is written as
an IPv6 one is what it is.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache

from motu.server.events import ServerError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_PREFIX = "at "


def block_of(address: str) -> str:
    """Return what an address counts as; a text that is no address counts as itself. Either may begin with 'at '."""
    text = address.removeprefix(_PREFIX)
    known = _read(text)
    if known is None:
        return address
    shown = ipaddress.ip_network((known, 64), strict=False) if known.version == 6 else known
    return f"{address[: len(address) - len(text)]}{shown}"


def is_elsewhere(address: str) -> bool:
    """Return whether it is the address of another machine: this one's own programs are not counted by address."""
    known = _read(address.removeprefix(_PREFIX))
    return known is not None and not known.is_loopback


def network_of(text: str) -> Network:
    """Return the addresses that a text names: one, or a network as in "10.0.0.0/8".

    Raises:
        ServerError: "server/address".
    """
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        right = "right is an address, or a network such as 10.0.0.0/8"
        raise ServerError(f"'{text[:80]}' is no address of a proxy; {right}", slug="server/address") from None


def is_address(text: str) -> bool:
    """Return whether a text is a network address, with nothing else about it."""
    return _parsed(text) is not None


def _read(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    known = _parsed(text.partition("%")[0])
    return (known.ipv4_mapped or known) if isinstance(known, ipaddress.IPv6Address) else known


@lru_cache(4096)
def _parsed(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None
