"""The files of docs/house, as they are: the unit's command serves, and nginx goes from one server to the other."""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
import socket
import subprocess
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from cli.running import PATIENCE_S, start
from motu.server.refusals import STATUS
from server.databases import PostgresServer, postgres
from server.processes import server

__all__ = ["postgres"]

HOUSE = Path(__file__).parents[2] / "docs" / "house"
SITES = {"nginx.conf": ("127.0.0.1:8001", "127.0.0.1:8002"), "compose-nginx.conf": ("app1:8000", "app2:8000")}
"""The files for nginx, and which servers they name."""
HOSTS = "127.0.0.1", "127.0.0.2"
ASKED_FOR = {"host": "motu.example.org"}
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def text_of(url: sa.URL) -> str:
    return url.render_as_string(hide_password=False)


def unit_command(port: int, database: sa.URL) -> list[str]:
    """What the unit runs, without the program."""
    text = (HOUSE / "motu@.service").read_text("utf-8").replace("\\\n", " ")
    found = re.search(r"^ExecStart=(.*)$", text, re.MULTILINE)
    assert found is not None
    values = {"%i": str(port), "${MOTU_NAME}": "motu.example.org", "${MOTU_DATABASE}": text_of(database)}
    return [values.get(word, word) for word in shlex.split(found[1])][1:]


def test_the_unit_serves(postgres: PostgresServer) -> None:
    database, ports = postgres.new_database(), (free_port(), free_port())
    processes = [start(*unit_command(port, database)) for port in ports]
    try:
        for process, port in zip(processes, ports, strict=True):
            assert process.stdout is not None
            assert process.stdout.readline().startswith(f"motu is at http://127.0.0.1:{port}/")
            request = urllib.request.Request(f"http://127.0.0.1:{port}/api/ready", headers={"host": "motu.example.org"})
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                assert answer.status == 200
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def nginx_text(name: str, folder: Path, port: int, servers: Sequence[str]) -> str:
    """A file as it is, with other ports and without the certificate."""
    text = (HOUSE / name).read_text("utf-8")
    for known, place in zip(SITES[name], servers, strict=True):
        assert known in text
        text = text.replace(known, place)
    assert "listen 443 ssl;" in text
    text = re.sub(r"\n +ssl_certificate\w* .*", "", text.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};"))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    return f"pid {folder / 'pid'};\ndaemon off;\nevents {{}}\nhttp {{\naccess_log off;\n{paths}\n{text}\n}}\n"


@contextlib.contextmanager
def proxied(name: str, folder: Path, places: Sequence[str]) -> Iterator[str]:
    """Run nginx with a file in front of servers until the block ends."""
    if NGINX is None:
        pytest.skip("nginx is not installed (Debian: apt-get install nginx-light)")
    folder.mkdir()
    folder.chmod(0o755)
    port = free_port()
    made = folder / "nginx.conf"
    made.write_text(nginx_text(name, folder, port, places), "utf-8")
    options = "-c", str(made), "-p", str(folder), "-e", str(folder / "errors"), "-g", "master_process off;"
    proxy = subprocess.Popen([NGINX, *options])
    try:
        deadline = time.monotonic() + PATIENCE_S
        while not is_listened_at(port):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        proxy.terminate()
        proxy.wait(PATIENCE_S)


def is_listened_at(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def asked(url: str, path: str = "/api/health") -> int:
    return httpx.get(url + path, headers=ASKED_FOR, timeout=PATIENCE_S, verify=False).status_code


def test_nginx_goes_on_with_the_other_server(tmp_path: Path) -> None:
    name = "--name", "motu.example.org"
    with server(tmp_path / "a", *name) as first, server(tmp_path / "b", *name) as second:
        places = [each.url.removeprefix("http://").rstrip("/") for each in (first, second)]
        with proxied("nginx.conf", tmp_path / "nginx", places) as url:
            assert [asked(url) for _ in range(6)] == [200] * 6
            first.kill()
            assert [asked(url) for _ in range(20)] == [200] * 20


class Stub(BaseHTTPRequestHandler):
    """Answers as motu would: `/SLUG` with that refusal, `/stopping` with 503 at one of two, all else well."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        slug, is_first = self.path[1:], self.server.server_address[0] == "127.0.0.1"  # type: ignore[index]
        stopping = 503 if is_first else 200
        status = 200 if not slug else stopping if slug == "stopping" else STATUS.get(slug, 400)
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(params=SITES)
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, list[ThreadingHTTPServer]]]:
    """Each of the files for nginx, in front of two servers."""
    servers = [ThreadingHTTPServer((host, 0), Stub) for host in HOSTS]
    with contextlib.ExitStack() as stack:
        for each in servers:
            stack.enter_context(each)
            threading.Thread(target=each.serve_forever, args=(0.05,), daemon=True).start()
            stack.callback(each.shutdown)
        places = [f"{host}:{each.server_port}" for host, each in zip(HOSTS, servers, strict=True)]
        yield stack.enter_context(proxied(request.param, tmp_path / "nginx", places)), servers


def test_what_one_is_refused_keeps_no_server_from_others(site: tuple[str, object]) -> None:
    url, _ = site
    for slug in ("server/busy", "server/engine-gone", "puzzle/limits", "server/no-game", "server/disk"):
        assert asked(url, f"/{slug}") == STATUS.get(slug, 400)
        assert [asked(url, "/") for _ in range(2)] == [200, 200], slug


def test_who_is_stopping_is_left_and_who_is_away_is_said(site: tuple[str, list[ThreadingHTTPServer]]) -> None:
    url, servers = site
    assert [asked(url, "/stopping") for _ in range(6)] == [200] * 6
    for each in servers:
        each.shutdown()
        each.server_close()
    away = httpx.get(f"{url}/play", headers=ASKED_FOR)
    assert (away.status_code, away.headers["retry-after"]) == (503, "5")
    assert away.text == "motu is not there just now. Games are kept; please try again in a moment.\n"
