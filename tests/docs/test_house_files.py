"""The files of docs/house, as they are: the unit's command serves, and nginx goes from one server to the other."""

from __future__ import annotations

import re
import shlex
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import sqlalchemy as sa

from cli.running import PATIENCE_S, start
from server.databases import PostgresServer, postgres
from server.processes import server

__all__ = ["postgres"]

HOUSE = Path(__file__).parents[2] / "docs" / "house"
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


def nginx_text(folder: Path, port: int, servers: list[str]) -> str:
    """The file as it is, with other ports and without the certificate."""
    text = (HOUSE / "nginx.conf").read_text("utf-8")
    for known, place in zip(("127.0.0.1:8001", "127.0.0.1:8002"), servers, strict=True):
        assert known in text
        text = text.replace(known, place)
    assert "listen 443 ssl;" in text
    text = re.sub(r"\n +ssl_certificate\w* .*", "", text.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};"))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    return f"pid {folder / 'pid'};\ndaemon off;\nevents {{}}\nhttp {{\naccess_log off;\n{paths}\n{text}\n}}\n"


def is_listened_at(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def asked(port: int) -> int:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/health", headers={"host": "motu.example.org"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def test_nginx_goes_on_with_the_other_server(postgres: PostgresServer, tmp_path: Path) -> None:
    if NGINX is None:
        pytest.skip("nginx is not installed (Debian: apt-get install nginx-light)")
    database, port = postgres.new_database(), free_port()
    name = "--name", "motu.example.org"
    with server(database, *name) as first, server(database, *name) as second:
        places = [each.url.removeprefix("http://").rstrip("/") for each in (first, second)]
        made = tmp_path / "nginx.conf"
        made.write_text(nginx_text(tmp_path, port, places), "utf-8")
        tmp_path.chmod(0o755)
        errors = str(tmp_path / "errors")
        command = [NGINX, "-c", str(made), "-p", str(tmp_path), "-e", errors, "-g", "master_process off;"]
        proxy = subprocess.Popen(command)
        try:
            deadline = time.monotonic() + PATIENCE_S
            while not is_listened_at(port):
                assert time.monotonic() < deadline
                time.sleep(0.05)
            assert [asked(port) for _ in range(6)] == [200] * 6
            first.kill()
            assert [asked(port) for _ in range(20)] == [200] * 20
        finally:
            proxy.terminate()
            proxy.wait(PATIENCE_S)
