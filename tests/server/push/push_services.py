"""A push service of the tests' own, over HTTPS, and browsers that have subscribed there."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import ipaddress
import json
import ssl
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import http_ece
import httpcore
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.x509.oid import NameOID

from motu.server.push import sender
from motu.server.push.network import IPAddress, PublicNetwork, open_pool
from motu.server.push.places import decoded, encoded
from motu.server.services import Services

HOST = "push.example.net"
PUBLIC = ipaddress.ip_address("93.184.216.34")
"""Where the tests say that it is."""


@dataclass
class PushRequest:
    """What has come to the service."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushServer:
    """Takes messages, and answers as it is told."""

    port: int = 0
    requests: list[PushRequest] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    """What is said to the next messages; then each is taken."""
    is_silent: bool = False
    """Whether it says nothing at all."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
                headers = {name.lower(): value.strip() for name, _, value in (each.partition(":") for each in head[1:])}
                body = await reader.readexactly(int(headers["content-length"]))
                self.requests.append(PushRequest(head[0].split()[1], headers, body))
                if self.is_silent:
                    await asyncio.sleep(3600)
                said = self.answers.pop(0) if self.answers else "201 Created\r\nContent-Length: 0"
                writer.write(f"HTTP/1.1 {said}\r\n\r\n".encode())
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # whoever sent it has gone
        finally:
            writer.close()


class Redirecting(httpcore.AsyncNetworkBackend):
    """Connects to the service of the tests whatever is asked for, and keeps what that was."""

    def __init__(self, port: int) -> None:
        self._port, self._inner = port, httpcore.AnyIOBackend()
        self.asked: list[tuple[str, int]] = []

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's own
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        self.asked.append((host, port))
        return await self._inner.connect_tcp("127.0.0.1", self._port, timeout, local_address, socket_options)


@dataclass
class FakeBrowser:
    """A browser that has subscribed, and can read what is sent to it."""

    name: str = "one"
    host: str = HOST
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"0123456789abcdef"

    @property
    def endpoint(self) -> str:
        return f"https://{self.host}/send/{self.name}"

    def subscription(self, **more: Any) -> dict[str, Any]:
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        keys = {"p256dh": encoded(self.key.public_key().public_bytes(*form)), "auth": encoded(self.auth)}
        return {"endpoint": self.endpoint, **keys, **more}

    def read(self, body: bytes) -> dict[str, Any]:
        opened = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        told: dict[str, Any] = json.loads(opened)
        return told


def claims_in(header: str, public_key: str) -> dict[str, Any]:
    """Return what a proof says, checked by hand against the key that the house has told."""
    kind, _, rest = header.partition(" ")
    parts = dict(each.strip().split("=", 1) for each in rest.split(","))
    assert (kind, parts["k"]) == ("vapid", public_key)
    head, claims, signature = parts["t"].split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = decoded(signature)
    assert len(raw) == 64
    signed = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public_key))
    key.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    told: dict[str, Any] = json.loads(decoded(claims))
    return told


def certificate(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Return how the service shows who it is, and how to trust it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "push.pem").write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()) + made.public_bytes(pem)
    )
    here = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    here.load_cert_chain(folder / "push.pem")
    return here, ssl.create_default_context(cadata=made.public_bytes(pem).decode())


@contextlib.asynccontextmanager
async def push_server(folder: Path, *processes: Services) -> AsyncIterator[tuple[PushServer, Redirecting]]:
    """Run the service, which these processes send to when a test says so, and not by themselves."""
    own, trust = certificate(folder)
    served = PushServer()
    listening = await asyncio.start_server(served.serve, "127.0.0.1", 0, ssl=own)
    served.port = listening.sockets[0].getsockname()[1]
    network = Redirecting(served.port)

    async def find(host: str, _port: int) -> list[IPAddress]:
        assert host == HOST
        return [PUBLIC]

    for each in processes:
        await each.push.sender.close()
        each.push.sender._pool = open_pool(PublicNetwork(network, find), trust)
    usual = sender.STEP_SECONDS, sender.SENDING_SECONDS
    sender.STEP_SECONDS = sender.SENDING_SECONDS = 120.0  # a machine with much to do is no fault
    try:
        yield served, network
    finally:
        sender.STEP_SECONDS, sender.SENDING_SECONDS = usual
        for each in processes:
            await each.push.sender.close()
        listening.close()
