"""The engine on the visitor's own device, in a study, under the content policy that the server sends."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, Route, expect

import motu
from browser.browsing import speak
from unhurried import unhurried_levels, unhurried_player

pytestmark = pytest.mark.slow

WAIT_MS = 60_000


@dataclass
class Watched:
    """A page, and what it asked for and complained about."""

    page: Page
    sockets: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def open(self, address: str, query: str) -> None:
        speak(self.page, "en")
        self.page.goto(f"{address}/study?{query}")
        self.page.locator("motu-board [data-cell]").first.wait_for()

    def switch(self) -> None:
        self.page.get_by_role("switch", name="Engine").click()

    def found(self) -> None:
        self.page.locator(".findings-place .findings .move").first.wait_for(timeout=WAIT_MS)

    @property
    def has_asked_the_server(self) -> bool:
        return any("/api/analysis" in url for url in self.sockets)


@pytest.fixture
def watched(page: Page) -> Watched:
    found = Watched(page)
    page.on("websocket", lambda socket: found.sockets.append(socket.url))
    page.on("request", lambda request: found.files.append(request.url))
    page.on("console", lambda message: found.faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: found.faults.append(str(error)))
    return found


START = """async () => {
  const [link] = document.querySelectorAll('link[rel=modulepreload]');
  const worker = new Worker(link.href.replace(/[/]packs[/].*/, '/js/engine/engine_worker.js'), { type: 'module' });
  const waiting = new Map();
  worker.onmessage = ({ data }) => {
    const answer = JSON.parse(data);
    waiting.get(answer.id)(answer);
  };
  globalThis.askEngine = (request) => new Promise((resolve) => {
    waiting.set(request.id, resolve);
    worker.postMessage(JSON.stringify(request));
  });
}"""
"""Starts a worker of its own in a page; `askEngine` sends it a request and answers with its answer."""


@pytest.mark.parametrize(("spec", "number"), [("hex(size=9)", 1), ("gan", 5), ("atomorph(size=7)", 8), ("atmalof", 10)])
def test_a_level_on_the_device_plays_as_the_server_does(watched: Watched, address: str, spec: str, number: int) -> None:
    page = watched.page
    watched.open(address, f"spec={spec}")
    page.route("**/engine/levels.json", lambda route: route.fulfill(json=unhurried_levels()))
    page.evaluate(START)
    device = page.request.post(f"{address}/api/device", data={"spec": spec}).json()
    state = motu.load_game(spec).new_initial_state()
    player = unhurried_player(state.game, number, 7)
    for ply in range(9):
        if state.is_chance_node():
            state.apply_action(ply % len(state.chance_outcomes()))
            continue
        asked = {"id": str(ply), "device": device, "moves": state.moves(), "player": f"level:{number}"}
        answer = page.evaluate("(request) => askEngine(request)", asked | {"seed": 7, "gameId": "g"})
        assert "error" not in answer, answer
        choice = player.choose(state)
        assert answer["move"] == state.action_to_string(choice.action)
        state.apply_action(choice.action)
    assert watched.faults == []


@pytest.mark.parametrize("spec", ["hex(size=4)", "atomorph(size=5)", "atmalof"])
def test_it_thinks_streams_and_stops(watched: Watched, address: str, spec: str) -> None:
    page = watched.page
    watched.open(address, f"spec={spec}")
    watched.switch()
    watched.found()
    expect(page.get_by_label("Who thinks")).to_have_value("device")
    told = page.locator(".verdict .detail")
    first = told.inner_text()
    if "done" not in first:
        expect(told).not_to_have_text(first, timeout=WAIT_MS)
    assert not watched.has_asked_the_server
    assert any(url.endswith("/engine/motu.wasm") for url in watched.files)
    assert any(url.endswith(".lines") for url in watched.files) == (spec == "atmalof")
    watched.switch()
    expect(page.locator(".findings-place .findings")).to_have_count(0)
    assert watched.faults == []


def test_it_goes_from_position_to_position_and_is_on_again_after_a_reload(watched: Watched, address: str) -> None:
    page = watched.page
    watched.open(address, "spec=atomorph(size=5)&moves=c3 d3 b2")
    watched.switch()
    for _ in range(3):
        watched.found()
        page.keyboard.press("ArrowRight")
    watched.found()
    page.reload()
    expect(page.get_by_role("switch", name="Engine")).to_be_checked()
    watched.found()
    assert not watched.has_asked_the_server
    assert watched.faults == []


def test_it_goes_no_further_than_was_chosen(watched: Watched, address: str) -> None:
    page = watched.page
    watched.open(address, "spec=atomorph(size=6)&moves=c3")
    watched.switch()
    watched.found()
    page.get_by_label("Visits at most").select_option("10000")
    page.get_by_label("Memory").select_option("64")
    page.get_by_role("button", name="Last position").click()
    expect(page.locator(".verdict .detail")).to_have_text(re.compile(r"^10,000 visits, done$"), timeout=WAIT_MS)


def test_the_server_thinks_where_somebody_likes_that_better(watched: Watched, address: str) -> None:
    page = watched.page
    watched.open(address, "spec=hex(size=4)")
    watched.switch()
    watched.found()
    page.get_by_label("Who thinks").select_option("server")
    expect(page.get_by_label("Memory")).to_be_hidden()
    watched.found()
    assert watched.has_asked_the_server
    page.reload()
    watched.found()
    expect(page.get_by_label("Who thinks")).to_have_value("server")


def test_it_thinks_with_the_net_of_the_board(watched: Watched, address: str) -> None:
    page = watched.page
    watched.open(address, "spec=hex")
    watched.switch()
    watched.found()
    expect(page.get_by_label("Who thinks")).to_have_value("device")
    page.keyboard.press("Home")
    assert [url for url in watched.files if "/nets/" in url] == [
        url for url in watched.files if url.endswith("/engine/nets/atoll-medium.onnx")
    ]
    assert sum("/nets/" in url for url in watched.files) == 1
    assert not watched.has_asked_the_server
    assert watched.faults == []


def test_the_server_thinks_where_its_net_is_too_slow_here_unless_told_otherwise(watched: Watched, address: str) -> None:
    def slow(route: Route) -> None:
        device = route.fetch().json()
        route.fulfill(json=device | {"nets": [net | {"rate": 1e9} for net in device["nets"]]})

    page = watched.page
    page.route("**/api/device", slow)
    watched.open(address, "spec=hex")
    watched.switch()
    watched.found()
    expect(page.get_by_label("Who thinks")).to_have_value("server")
    page.get_by_label("Who thinks").select_option("device")
    expect(page.get_by_label("Memory")).to_be_visible()
    watched.found()
    expect(page.get_by_label("Who thinks")).to_have_value("device")
    page.unroute_all(behavior="ignoreErrors")  # what is asked as the page closes is nobody's


def test_the_server_thinks_where_the_engine_does_not_come_up(watched: Watched, address: str) -> None:
    def refuse(route: Route) -> None:
        route.fulfill(status=404, body="")

    watched.page.route("**/engine/motu.wasm", refuse)
    watched.open(address, "spec=hex(size=4)")
    watched.switch()
    watched.found()
    expect(watched.page.get_by_label("Who thinks")).to_have_value("server")
    expect(watched.page.locator(".side > .notice")).to_contain_text("the server thinks instead")
    assert watched.has_asked_the_server
