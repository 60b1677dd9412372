"""Connections to addresses that strangers have given, and never into one's own network (floor: server).

Invariant: what is connected to is the very address that was checked: no name can mean another one a moment later.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable

import httpcore

from motu.server.events import ServerError

HTTPS = 443
MAX_TRIED = 4
"""Addresses of one name."""
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_NEVER = tuple(
    map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "::/96", "64:ff9b:1::/48", "2002::/16", "fec0::/10"))
)
"""What Python's releases see differently, or stands for addresses of another kind."""
IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Awaitable[list[IPAddress]]]


def is_public(address: IPAddress) -> bool:
    """Return whether an address is one of the open net: no private one, nor this machine, nor what stands for such."""
    if any(address in network for network in _NEVER):
        return False
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped
        if inner is None and address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(inner)
    return address.is_global and not address.is_multicast and not address.is_reserved


async def resolve(host: str, port: int) -> list[IPAddress]:
    """Return the addresses of a name.

    Raises:
        OSError: Where it has none.
    """
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [ipaddress.ip_address(str(where[0]).partition("%")[0]) for *_, where in found]


class PublicNetwork(httpcore.AsyncNetworkBackend):
    """Connects to public addresses alone."""

    def __init__(
        self,
        inner: httpcore.AsyncNetworkBackend | None = None,
        find: Resolve = resolve,
        is_allowed: Callable[[IPAddress], bool] = is_public,
    ) -> None:
        """Connect by another backend, once an address is found and allowed."""
        self._inner = inner or httpcore.AnyIOBackend()
        self._find, self._is_allowed = find, is_allowed

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's own
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to an address of a host.

        Raises:
            ServerError: "push/place" where one of its addresses is not public.
        """
        try:
            found = (await self._find(host, port))[:MAX_TRIED]
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        if not all(self._is_allowed(each) for each in found):
            raise ServerError(f"'{host}' is no address of the open net", slug="push/place")
        failed: Exception = httpcore.ConnectError(f"'{host}' has no address")
        for each in found:
            try:
                return await self._inner.connect_tcp(str(each), port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
        raise failed


def open_pool(
    network: httpcore.AsyncNetworkBackend | None = None, trust: ssl.SSLContext | None = None
) -> httpcore.AsyncConnectionPool:
    """Return connections over HTTPS, which follow nobody elsewhere.

    Args:
        network: By what to connect; the open net if not given.
        trust: Whom to trust; whom this machine trusts if not given.
    """
    return httpcore.AsyncConnectionPool(
        ssl_context=trust or ssl.create_default_context(),
        max_connections=20,
        max_keepalive_connections=10,
        keepalive_expiry=30,
        network_backend=network or PublicNetwork(),
    )
