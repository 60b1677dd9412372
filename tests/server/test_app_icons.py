"""The pages as an app on a home screen: the manifest and every icon that it or the document names."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.server_settings import ServerSettings
from server.applications import make_application


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1")), base_url="http://127.0.0.1:8000") as opened:
        yield opened


def test_the_manifest_names_icons_of_their_sizes(client: TestClient[Any]) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    told = answer.json()
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    found = {(each["purpose"], each["sizes"]) for each in told["icons"]}
    assert {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")} <= found
    for each in told["icons"]:
        icon = client.get(each["src"])
        assert icon.headers["content-type"].startswith(each["type"])
        assert "immutable" in icon.headers["cache-control"]
        if each["type"] == "image/png":
            assert "{}x{}".format(*struct.unpack(">II", icon.content[16:24])) == each["sizes"]
            assert len(icon.content) < 30_000


def test_the_document_names_manifest_icons_and_colours(client: TestClient[Any]) -> None:
    document = client.get("/").text
    links = re.findall(r'<link rel="(icon|apple-touch-icon|manifest)" href="([^"]*)"', document)
    assert [rel for rel, _ in links] == ["icon", "icon", "apple-touch-icon", "manifest"]
    assert all(client.get(address).status_code == 200 for _, address in links)
    schemes = re.findall(
        r'<meta name="theme-color" media="\(prefers-color-scheme: (\w+)\)" content="(#\w{6})">', document
    )
    assert [scheme for scheme, _ in schemes] == ["light", "dark"]
    sheet = client.get(re.search(r'href="([^"]*theme.css)"', document)[1]).text  # type: ignore[index]
    assert re.findall(r"--sea0: (#\w{6});", sheet)[:2] == [colour for _, colour in schemes]
