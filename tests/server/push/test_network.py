"""A stranger's address leads into the open net or nowhere; what is sent there only one browser can read."""

from __future__ import annotations

import asyncio
import ipaddress

import http_ece
import httpcore
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from motu.server.events import ServerError
from motu.server.push.network import IPAddress, PublicNetwork, is_public, open_pool
from motu.server.push.places import check_endpoint, check_keys, decoded, encoded
from motu.server.push.sealing import MAX_MESSAGE, PushSealer
from server.push.push_services import FakeBrowser, claims_in

PRIVATE = [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.9.9.9",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.8",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::1",
    "2001:0:7f00:1::1",
    "2001:db8::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]
PUBLIC = ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]


@pytest.mark.parametrize("text", PRIVATE)
def test_ones_own_network_is_not_public(text: str) -> None:
    assert not is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize("text", PUBLIC)
def test_the_open_net_is_public(text: str) -> None:
    assert is_public(ipaddress.ip_address(text))


class Noting(httpcore.AsyncNetworkBackend):
    """Connects to nobody, and keeps who was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def connect_tcp(self, host: str, *_: object, **__: object) -> httpcore.AsyncNetworkStream:
        self.asked.append(host)
        raise httpcore.ConnectError("nobody there")


def network(noting: Noting, *found: str) -> PublicNetwork:
    async def find(_host: str, _port: int) -> list[IPAddress]:
        if not found:
            raise OSError("no such name")
        return [ipaddress.ip_address(each) for each in found]

    return PublicNetwork(noting, find)


def test_what_is_connected_to_is_what_was_checked() -> None:
    async def script() -> None:
        noting = Noting()
        with pytest.raises(httpcore.ConnectError):
            await network(noting, "1.1.1.1", "2606:4700::1111").connect_tcp("push.example.net", 443)
        assert noting.asked == ["1.1.1.1", "2606:4700::1111"], "the name is not asked for again"
        with pytest.raises(httpcore.ConnectError):
            await network(noting).connect_tcp("push.example.net", 443)
        with pytest.raises(ServerError, match="no address of the open net"):
            await network(noting, "1.1.1.1", "10.0.0.1").connect_tcp("push.example.net", 443)
        assert len(noting.asked) == 2

    asyncio.run(script())


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "169.254.169.254", "2130706433", "0x7f.1"])
def test_this_machine_is_not_reached_by_any_of_its_names(host: str) -> None:
    async def script() -> None:
        async with open_pool() as pool:
            with pytest.raises(ServerError) as refused:
                await pool.request("POST", f"https://{host}/", content=b"x")
        assert refused.value.slug == "push/place"

    asyncio.run(script())


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.net/x",
        "https://push.example.net:8443/x",
        "https://user@push.example.net/x",
        "https://push.example.net/x#y",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://2130706433/x",
        "https://0x7f.1/x",
        "ftp://push.example.net/",
        "https:///x",
        "https://push.example.net:x/",
        "javascript:alert(1)",
        "x",
        "https://püsh.example.net/",
        "https://1.2.3.4./x",
        "",
        "https://push.example.net/a b",
        "https://push.example.net/" + "x" * 1000,
        "https://push.example.net/\n",
    ],
)
def test_what_is_no_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(ServerError) as refused:
        check_endpoint(endpoint)
    assert refused.value.slug == "push/place"


def test_what_browsers_give_is_taken() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc:APA91bH-x_y",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        "https://web.push.apple.com/QGuQyavXutnMH",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2bX%3d",
        "https://push.example.net:443/x",
    ):
        assert check_endpoint(endpoint) == endpoint
    given = FakeBrowser().subscription()
    assert check_keys(given["p256dh"] + "=", given["auth"] + "==") == (given["p256dh"], given["auth"])


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        ("x", "y"),
        ("A" * 87, "AAAAAAAAAAAAAAAAAAAAAA"),
        ("BA" + "A" * 85, "AAAAAAAAAAAAAAAAAAAAAA"),
        ("é" * 20, "AAAAAAAAAAAAAAAAAAAAAA"),
        (FakeBrowser().subscription()["p256dh"], "AAAA"),
        (FakeBrowser().subscription()["p256dh"], "A" * 24),
        (FakeBrowser().subscription()["p256dh"], "A!AAAAAAAAAAAAAAAAAAAA"),
    ],
    ids=["none", "letters", "no point", "off the curve", "accents", "short secret", "long secret", "no base64"],
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ServerError) as refused:
        check_keys(p256dh, auth)
    assert refused.value.slug == "push/place"


def test_the_library_encrypts_as_the_standard_has_it() -> None:
    """The example of RFC 8291, section 5."""
    sender = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sealed = http_ece.encrypt(
        b"When I grow up, I want to be a watermelon",
        salt=decoded("DGv6ra1nlYgDCS1FRnbzlw"),
        private_key=ec.derive_private_key(sender, ec.SECP256R1()),
        dh=decoded("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        auth_secret=decoded("BTBZMqHH6r4Tts7J_aSIgg"),
        version="aes128gcm",
    )
    assert encoded(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
        "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_house_has_one_key_and_signs_for_each_service_alone() -> None:
    from types import SimpleNamespace

    one, again, other = (PushSealer(secret * 32, "https://motu.example.org") for secret in ("0a", "0a", "ff"))
    assert one.public_key == again.public_key != other.public_key
    assert len(decoded(one.public_key)) == 65
    claims = claims_in(one.proof("https://push.example.net/send/one?x", 1_000_000), one.public_key)
    assert claims == {"aud": "https://push.example.net", "exp": 1_000_000 + 43_200, "sub": "https://motu.example.org"}
    browser = FakeBrowser()
    place = SimpleNamespace(**browser.subscription())
    assert one.seal(b"{}", place) != one.seal(b"{}", place)  # type: ignore[arg-type]
    assert browser.read(one.seal(b'{"a": 1}', place)) == {"a": 1}  # type: ignore[arg-type]
    assert len(one.seal(b"x" * MAX_MESSAGE, place)) <= 4096  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="3001 bytes"):
        one.seal(b"x" * (MAX_MESSAGE + 1), place)  # type: ignore[arg-type]
