"""`motu serve` and `motu` alone, as processes: where they are, what they open, how they end."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.running import PATIENCE_S, refusal, start
from motu.cli.serve import default_folder, has_screen
from motu.server.network_address import host_name, own_address

NO_SCREEN = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}


@contextlib.contextmanager
def serving(*args: str, extra: dict[str, str] | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server until the block ends; yield it and its address."""
    with start(*args, extra=NO_SCREEN | (extra or {})) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            assert said.startswith("motu is at http://"), process.stderr and process.stderr.read()
            yield process, said.split()[3]
        finally:
            process.kill()


def fetch(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
        return answer.read()


def health(url: str) -> Any:
    return json.loads(fetch(f"{url}api/health"))["status"]


def link_of_challenge(url: str) -> str:
    """Let a guest there make a challenge; return the link that he is to send."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    opener.open(url, timeout=PATIENCE_S).close()
    headers = {"content-type": "application/json"}
    asked = urllib.request.Request(f"{url}api/challenges", json.dumps({"spec": "hex(size=3)"}).encode(), headers)
    with opener.open(asked, timeout=PATIENCE_S) as answer:
        return str(json.loads(answer.read())["link"])


def test_it_says_where_it_is_and_answers_there(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "down"
    with serving("serve", "--port", "0", "--data", str(folder)) as (_, url):
        assert health(url) == "ok"
        assert b"<!doctype html>" in fetch(url).lower()
        assert (folder / "motu.db").exists()


@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP)]
)
def test_signals_end_it_quietly(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    with serving("serve", "--port", "0", "--data", str(tmp_path)) as (process, url):
        assert health(url) == "ok"
        process.send_signal(sent)
        _, errors = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == code
        assert errors == ""


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with start("serve", "--port", str(port), "--data", str(tmp_path)) as process:
            said, refusal = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2
    assert said == ""
    assert refusal.startswith(f"motu: can't listen at 127.0.0.1:{port}: address already in use; ")
    assert "--port" in refusal
    assert refusal.count("\n") == 1


@pytest.mark.parametrize("content", [None, b"no database, " * 500])
def test_data_that_cannot_be_used_is_refused_and_left_as_it_is(content: bytes | None, tmp_path: Path) -> None:
    folder = tmp_path / "taken"
    file = folder if content is None else folder / "motu.db"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(content or b"a file")
    before = file.read_bytes()
    with start("serve", "--port", "0", "--data", str(folder)) as process:
        said, refusal = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2
    assert said == ""
    assert refusal.startswith(f"motu: can't keep games in {folder / 'motu.db'}: ")
    assert "--data" in refusal
    assert refusal.count("\n") == 1
    assert file.read_bytes() == before


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere 127.0.0.1 is all there is")
def test_it_listens_on_this_machine_alone_unless_told_otherwise(tmp_path: Path) -> None:
    with serving("serve", "--port", "0", "--data", str(tmp_path / "one")) as (_, url):
        port = int(url.rsplit(":", 1)[1].rstrip("/"))
        with pytest.raises(ConnectionRefusedError):  # all of 127.0.0.0/8 is this machine , but only one is ours
            socket.create_connection(("127.0.0.2", port), PATIENCE_S)
    with serving("serve", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path / "two")) as (_, url):
        port = int(url.rsplit(":", 1)[1].rstrip("/"))
        socket.create_connection(("127.0.0.2", port), PATIENCE_S).close()


@pytest.mark.parametrize(("host", "warns"), [("127.0.0.1", False), ("localhost", False), ("0.0.0.0", True)])
def test_it_says_when_everybody_may_connect(host: str, warns: bool, tmp_path: Path) -> None:
    with start("serve", "--host", host, "--port", "0", "--data", str(tmp_path), extra=NO_SCREEN) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said.startswith("motu is at "), process.stderr and process.stderr.read()
        assert health(said.split()[3]) == "ok"
        process.send_signal(signal.SIGTERM)
        rest = process.stdout.read()
        process.wait(PATIENCE_S)
    assert ("Everybody who reaches this machine" in rest) == warns
    address = own_address()
    told = f"Others in the same network open http://{address}:{said.split()[3].rstrip('/').rpartition(':')[2]}/\n"
    assert (told in rest) == (warns and address is not None)
    assert ("ssh -N" in rest) == (not warns), "whoever lets others in has another machine with a screen"


def test_the_address_for_others_is_one_that_leads_here(tmp_path: Path) -> None:
    address = own_address()
    if address is None:
        pytest.skip("this machine is in no network")
    with serving("serve", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path)) as (_, url):
        there = url.replace("127.0.0.1", address)
        assert health(there) == "ok"
        assert link_of_challenge(url).startswith(f"{there}challenge/"), "a link made at this machine is for others"
    with serving("serve", "--port", "0", "--data", str(tmp_path)) as (_, url):
        assert link_of_challenge(url).startswith(f"{url}challenge/")


def test_a_port_of_ones_own_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with serving("serve", "--port", str(port), "--data", str(tmp_path)) as (_, url):
        assert url == f"http://127.0.0.1:{port}/"
        assert health(url) == "ok"


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_ports_are_numbers(port: str) -> None:
    with start("serve", "--port", port) as process:
        _, refusal = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2
    assert "--port" in refusal


@pytest.mark.parametrize("host", ["not a name", "192.0.2.1"])
def test_an_address_that_is_not_ours_is_refused(host: str, tmp_path: Path) -> None:
    with start("serve", "--host", host, "--port", "0", "--data", str(tmp_path)) as process:
        _, refusal = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2
    assert refusal.startswith(f"motu: can't listen at {host}: ")


@pytest.mark.parametrize(
    "name",
    ["https://motu.example.org", "motu.example.org:8000", "a b", "", "*.example.org", "a..b", "[::1]", "münchen.de"],
)
def test_what_no_browser_calls_a_server_is_no_name(name: str) -> None:
    """It was taken, and everybody who came was turned away."""
    assert "right is such as motu.example.org" in refusal("serve", "--name", name)


@pytest.mark.parametrize(
    ("name", "asked_for"),
    [
        ("Motu.Example.org", "motu.example.org"),
        ("spiel.xn--mnchen-3ya.de", "spiel.xn--mnchen-3ya.de"),
        ("pc_2", "pc_2"),
    ],
)
def test_a_name_is_what_browsers_ask_for(name: str, asked_for: str) -> None:
    assert host_name(name) == asked_for


def test_games_in_a_folder_have_no_bus(tmp_path: Path) -> None:
    folder = ("--data", str(tmp_path / "games"))
    assert "need no bus" in refusal("serve", "--bus", "valkey://localhost/0", *folder)
    assert not (tmp_path / "games").exists()


def test_motu_alone_serves_at_whatever_port_is_free_and_opens_the_browser(tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > "{opened}.part"\nmv "{opened}.part" "{opened}"\n', "utf-8")
    browser.chmod(0o755)
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # somebody else may have it already
            stack.enter_context(socket.create_server(("127.0.0.1", 8000)))
        extra = {"BROWSER": f"{browser} %s", "XDG_DATA_HOME": str(tmp_path / "home")}
        process, url = stack.enter_context(serving(extra=extra))
        assert not url.endswith(":8000/")
        assert health(url) == "ok"
        deadline = time.monotonic() + PATIENCE_S
        while not opened.exists():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert opened.read_text("utf-8") == url
        assert process.poll() is None
        assert list((tmp_path / "home").rglob("motu.db"))


def test_a_browser_needs_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in NO_SCREEN:
        monkeypatch.delenv(name, raising=False)
    assert not has_screen()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_screen()
    monkeypatch.undo()
    monkeypatch.setattr("sys.platform", "darwin")
    assert has_screen()


def test_games_are_kept_where_the_system_keeps_such_things(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert default_folder() == tmp_path / "motu"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--drain", "inf"), "right is a number less than or equal to 3600"),
        (("--drain", "nan"), "right is a number"),
        (("--site", "ftp://x"), "'ftp://x' is no site; right is https://HOST"),
        (("--site", "https://["), "'https://[' is no site; right is https://HOST"),
    ],
)
def test_what_would_be_heeded_only_later_is_refused_at_once(
    options: tuple[str, str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motu.server.run.serve", lambda *_: pytest.fail("it serves"))
    assert said in refusal("serve", *options)
