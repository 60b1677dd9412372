"""Sealing dice over HTTP: who may, what is told to everybody, what outlives a server that is killed at any step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from games.sealing import Sealer, number
from motu.games import formats, sealed_dice
from motu.games.dice_proof import check_rolls
from motu.server.server_settings import ServerSettings
from server.applications import make_application
from server.processes import Guest, server
from server.sealed.browsers import SPEC, Browser
from server.two_people import HERE, Visitor, does, game_of, refused, seq_of

CLOCK = {"initial_ms": 600_000, "increment_ms": 0}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as opened:
        yield opened


@pytest.fixture
def both(client: TestClient[Any]) -> tuple[Browser, Browser]:
    """Person 0 and person 1 of a game whose dice nobody has sealed yet."""
    ann, bob = Visitor(client, "ann"), Visitor(client, "bob")
    game = game_of(ann, bob, SPEC, clock=CLOCK)
    return Browser(ann, 0, game), Browser(bob, 1, game)


def sealed(both: tuple[Browser, Browser]) -> None:
    for browser in both:
        browser.seal()
    for browser in both:
        browser.open()


def test_everybody_is_told_how_far_the_dice_are_sealed(client: TestClient[Any], both: tuple[Browser, Browser]) -> None:
    ann, bob = both
    looking = Browser(Visitor(client, "eve"), 0, ann.game)
    told = looking.dice
    assert told | {"house": ""} == {
        "house": "", "links": 512, "sealing": 1, "commitments": ["", ""], "is_opened": [False, False],
        "told": ["", ""], "owes": None, "receipt": "", "dropped": [],
    }  # fmt: skip
    update = bob.seal()
    assert update["dice"]["commitments"] == ["", bob.own.commitment]
    ann.seal()
    receipt = looking.dice["receipt"]
    assert len(receipt) == 64
    for browser in both:
        browser.open()
    assert looking.dice["is_opened"] == [True, True]
    does(ann.who, ann.game, "moves", move="r1")
    assert looking.dice["owes"] == 1
    told = bob.link()
    assert (told["dice"]["owes"], told["dice"]["told"][1], told["added"][0][1]) == (None, bob.own.chain[1], -1)
    assert looking.dice["receipt"] == receipt


def test_nobody_does_it_for_another_one(client: TestClient[Any], both: tuple[Browser, Browser]) -> None:
    ann, bob = both
    eve = Browser(Visitor(client, "eve"), 0, ann.game)
    own = ann.own
    assert eve.refused("seal", commitment=own.commitment, chain=own.chain[0]) == "server/not-yours"
    ann.seal()
    bob.seal()
    assert eve.refused("open", opening=own.opening) == "server/not-yours"
    assert Browser(bob.who, 0, ann.game).refused("open", opening=own.opening) == "server/dice"
    assert bob.refused("open", opening=own.opening, person="0") == "http/400"
    assert ann.dice["is_opened"] == [False, False]


def test_what_is_sent_twice_counts_once(both: tuple[Browser, Browser]) -> None:
    ann, bob = both
    ann.seal()
    assert ann.refused("seal", commitment=ann.own.commitment, chain=ann.own.chain[0]) == "server/dice"
    bob.seal()
    ann.open()
    assert ann.refused("open", opening=ann.own.opening) == "server/dice"
    bob.open()
    does(ann.who, ann.game, "moves", move="r1")
    bob.link()
    assert bob.refused("link", link=bob.own.chain[1]) == "server/dice"
    assert seq_of(ann.who, ann.game) == 8


def test_counts_are_public(client: TestClient[Any], both: tuple[Browser, Browser]) -> None:
    eve = Visitor(client, "eve")
    assert eve.well("GET", "/api/dice") == {"sealed": 1, "begun": 0, "dropped": 0, "left": 0}
    sealed(both)
    one = {"sealed": 1, "begun": 1, "dropped": 0, "left": 0}
    assert eve.well("GET", "/api/dice") == one
    assert eve.well("GET", f"/api/games/{both[0].game}/dice") == {"persons": [one, one]}
    local = eve.well("POST", "/api/games", {"spec": SPEC, "seats": [{}, {}]})["id"]
    none = {"sealed": 0, "begun": 0, "dropped": 0, "left": 0}
    assert eve.well("GET", f"/api/games/{local}/dice") == {"persons": [none, none]}
    assert refused(both[0].who, both[0].game, "seed", seed="abc") == "server/dice"


@pytest.mark.parametrize("kind", ["jsonl", "sgf"])
def test_the_record_of_a_game_carries_its_proof(both: tuple[Browser, Browser], kind: str) -> None:
    ann, bob = both
    sealed(both)
    for turn, line in enumerate(("r1", "r2", "c3")):
        does(both[turn % 2].who, ann.game, "moves", move=line)
        both[1 - turn % 2].link()
    does(bob.who, ann.game, "resign", person=1)
    receipt = ann.dice["receipt"]
    (record,) = formats.read(ann.who.well("GET", f"/api/games/{ann.game}/record?format={kind}")["text"])
    for told in (receipt, sealed_dice.words_of(receipt)):
        assert [roll.line for roll in check_rolls(record, told) if roll.is_right] == ["r1", "r2", "c3"]


def test_all_of_it_outlives_a_server_that_is_killed_at_any_step(tmp_path: Path) -> None:
    cookies, game, chains = ["", ""], "", [Sealer("", 0).chain, Sealer("", 1).chain]

    def begin(guests: list[Guest]) -> None:
        nonlocal game
        terms = {"spec": SPEC, "side": "first", "clock": CLOCK}
        for guest in guests:
            guest.well("GET", "/api/games")
        made = guests[0].well("POST", "/api/challenges", terms)["id"]
        game = guests[1].well("POST", f"/api/challenges/{made}/accept", {})["game"]
        chains[:] = [Sealer(game, person).chain for person in (0, 1)]
        cookies[:] = [guest.cookie for guest in guests]

    def tell(person: int, what: str) -> Callable[[list[Guest]], None]:
        def work(guests: list[Guest]) -> None:
            own = Sealer(game, person)
            body = {
                "seal": {"commitment": own.commitment, "chain": chains[person][0]},
                "open": {"opening": own.opening},
                "link": {"link": chains[person][1]},
            }[what]
            guests[person].well("POST", f"/api/games/{game}/dice/{what}", body)

        return work

    def move(person: int, line: str) -> Callable[[list[Guest]], None]:
        def work(guests: list[Guest]) -> None:
            seq = guests[person].well("GET", f"/api/games/{game}")["seq"]
            guests[person].well("POST", f"/api/games/{game}/moves", {"move": line, "seq": seq})

        return work

    def resign(guests: list[Guest]) -> None:
        seq = guests[0].well("GET", f"/api/games/{game}")["seq"]
        guests[0].well("POST", f"/api/games/{game}/resign", {"person": 0, "seq": seq})

    steps = [begin, tell(0, "seal"), tell(1, "seal"), tell(1, "open"), tell(0, "open")]
    steps += [move(0, "r1"), tell(1, "link"), move(1, "c2"), tell(0, "link"), resign]
    for step in steps:
        with server(tmp_path) as running:
            guests = [running.guest(cookie) for cookie in cookies]
            step(guests)
            running.kill()
    with server(tmp_path) as running:
        guest = running.guest(cookies[0])
        (record,) = formats.read(guest.well("GET", f"/api/games/{game}/record")["text"])
        assert [roll.is_right for roll in check_rolls(record)] == [True, True]
        assert guest.well("GET", "/api/dice") == {"sealed": 1, "begun": 1, "dropped": 0, "left": 0}


def test_numbers_of_another_length_are_no_numbers(both: tuple[Browser, Browser]) -> None:
    assert both[0].refused("seal", commitment="ab", chain="") == "http/400"
    assert both[0].refused("link", link=number("x") + "0") == "http/400"
