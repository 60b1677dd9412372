"""The house of docs/house/compose.yaml as processes of this machine: its commands and its proxy, with other places."""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen
from typing import Any

import httpx
import pytest
import yaml
from websockets.sync.client import connect

from cli.running import PATIENCE_S, start
from docs.test_house_files import HOUSE, NGINX
from server.databases import PostgresServer, postgres
from server.processes import free_port
from server.test_database import text_of
from server.valkeys import ValkeyServer, valkey

__all__ = ["postgres", "valkey"]

NAME = "motu.example.org"
COMPOSE: Any = yaml.safe_load((HOUSE / "compose.yaml").read_text("utf-8"))
SERVICES: Any = COMPOSE["services"]


def command_of(service: str, places: dict[str, str]) -> list[str]:
    """What a service runs, with the places that it has here, without the program."""
    text: str = SERVICES[service]["command"]
    for known, here in places.items():
        assert known in text or known.startswith("--"), known
        text = text.replace(known, here)
    return shlex.split(text)[1:]


@dataclass
class Composed:
    """The house."""

    port: int
    servers: dict[str, tuple[Popen[str], int]]
    worker: Popen[str]
    metrics: list[int]
    client: httpx.Client


@contextlib.contextmanager
def composed(postgres: PostgresServer, valkey: ValkeyServer, folder: Path) -> Iterator[Composed]:
    """Start everything."""
    database, ports, metrics = postgres.new_database(), [free_port() for _ in range(4)], [free_port() for _ in range(3)]
    known = {"postgresql://motu@postgres/motu": text_of(database), "valkey://valkey:6379/0": valkey.url}
    with contextlib.ExitStack() as stack:
        servers = {}
        for number, name in enumerate(("app1", "app2")):
            here = {"${MOTU_NAME}": NAME, "--port 8000": f"--port {ports[number]}", "--drain 5": "--drain 1"}
            process = stack.enter_context(
                ended(start(*command_of(name, known | here | {"0.0.0.0:9100": f"127.0.0.1:{metrics[number]}"})))
            )
            servers[name] = process, ports[number]
        worker = start(*command_of("worker", known | {"0.0.0.0:9100": f"127.0.0.1:{metrics[2]}"}))
        stack.enter_context(ended(worker))
        for process in (*(each for each, _ in servers.values()), worker):
            assert process.stdout is not None
            assert process.stdout.readline(), process.communicate()[1]
        stack.enter_context(proxy(folder, ports[2], {f"{name}:8000": port for name, (_, port) in servers.items()}))
        url = f"https://127.0.0.1:{ports[2]}"
        client = httpx.Client(base_url=url, verify=False, headers={"host": NAME}, timeout=PATIENCE_S)
        yield Composed(ports[2], servers, worker, metrics, stack.enter_context(client))


@contextlib.contextmanager
def ended(process: Popen[str]) -> Iterator[Popen[str]]:
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextlib.contextmanager
def proxy(folder: Path, port: int, servers: dict[str, int]) -> Iterator[None]:
    """Run nginx with the file as it is, but for its places."""
    names = "-keyout", str(folder / "motu.key"), "-out", str(folder / "motu.pem")
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}", *names]
    subprocess.run(made, check=True, capture_output=True)
    text = (HOUSE / "compose-nginx.conf").read_text("utf-8")
    places = {f"{name}": f"127.0.0.1:{here}" for name, here in servers.items()}
    for known, here in (places | {"listen 443": f"listen 127.0.0.1:{port}", "/etc/ssl/motu/": f"{folder}/"}).items():
        assert known in text
        text = text.replace(known, here)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"pid {folder / 'pid'};\ndaemon off;\nevents {{}}\nhttp {{\naccess_log off;\n{paths}\n{text}\n}}\n", "utf-8"
    )
    folder.chmod(0o755)
    options = "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", str(folder / "errors")
    process = subprocess.Popen([str(NGINX), *options, "-g", "master_process off;"])
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def until_ready(client: httpx.Client) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while True:
        with contextlib.suppress(httpx.HTTPError):
            if client.get("/api/ready").status_code == 200:
                return
        assert time.monotonic() < deadline
        time.sleep(0.1)


def moved_by_machine(client: httpx.Client, game: str, seq: int) -> Any:
    """Wait for the machine's move."""
    deadline = time.monotonic() + PATIENCE_S
    while (whole := client.get(f"/api/games/{game}").raise_for_status().json())["seq"] == seq:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return whole


@pytest.mark.slow
def test_the_house_plays_while_one_of_its_servers_goes(
    postgres: PostgresServer, valkey: ValkeyServer, tmp_path: Path
) -> None:
    if NGINX is None or shutil.which("openssl") is None:
        pytest.skip("nginx or openssl is not installed (Debian: apt-get install nginx-light openssl)")
    with composed(postgres, valkey, tmp_path) as house:
        client = house.client
        until_ready(client)
        body = {"spec": "hex(size=5,swap=false)", "seats": [{}, {"kind": "level", "level": 1}]}
        made = client.post("/api/games", json=body)
        assert made.status_code == 201, made.text
        (known,) = client.cookies.jar
        assert known.secure
        game, seq, cookie = made.json()["id"], 1, f"{known.name}={known.value}"
        context = ssl._create_unverified_context()
        address, headers = f"wss://{NAME}/api/games/{game}/live", {"cookie": cookie}
        there = socket.create_connection(("127.0.0.1", house.port), PATIENCE_S)
        with connect(address, sock=there, ssl=context, additional_headers=headers) as live:
            assert '"snapshot"' in str(live.recv(PATIENCE_S))
            process, _ = house.servers["app1"]
            for number, move in enumerate(("a1", "a2")):
                if number:
                    process.send_signal(signal.SIGTERM)
                told = client.post(f"/api/games/{game}/moves", json={"move": free(client, game, move), "seq": seq})
                assert told.status_code == 201, told.text
                seq = moved_by_machine(client, game, told.json()["seq"])["seq"]
            assert process.wait(PATIENCE_S) == -signal.SIGTERM
        assert seq == 5
        for port in house.metrics[1:]:
            text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
            assert re.search(r"^motu_moves_total [\d.]+$", text, re.MULTILINE)


def free(client: httpx.Client, game: str, move: str) -> str:
    """Return a cell that is free, that one if it is."""
    taken = {text for text, _ in client.get(f"/api/games/{game}").json()["steps"]}
    return next(cell for cell in (move, "b1", "b2", "c3", "d4", "e5") if cell not in taken)
