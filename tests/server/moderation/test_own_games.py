"""Nobody has help in his own rated games that go on; others have, and he has it when they are over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.games import load_game
from motu.games.line import Line
from motu.server.moderation.own_games import goes_on_from, images_of
from server.programs.owners import house, owner
from server.two_people import Visitor, does, game_of

SPEC = "hex(size=5)"
DAYS = {"kind": "correspondence", "initial_ms": 86_400_000, "increment_ms": 86_400_000}
LIVE = {"initial_ms": 300_000}
PLAYED = ("a2", "c3", "d4", "b4")
LEVEL = [{"kind": "person"}, {"kind": "level", "level": 1}]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with house(tmp_path) as opened:
        yield opened


def playing(
    client: TestClient[Any], clock: Any, *, rated: bool = True, ann: Visitor | None = None
) -> tuple[Visitor, Visitor, str]:
    """Two with names in a game of four moves."""
    ann, bob = ann or owner(client, "guest-ann", "Ann"), owner(client, "guest-bob", "Bob")
    game = game_of(ann, bob, SPEC, clock=clock, rated=rated)
    for number, move in enumerate(PLAYED):
        does((ann, bob)[number % 2], game, "moves", move=move)
    return ann, bob, game


def analysed(who: Visitor, kind: str = "analyse", **line: Any) -> str:
    """Ask for an analysis; return the slug of the refusal, '' where there is none."""
    asked = {"type": kind, "id": 1, "spec": SPEC, **line, **({"seconds": 0.1} if kind == "analyse" else {"visits": 1})}
    who.client.cookies.clear()
    with who.client.websocket_connect("/api/analysis", headers=who.headers) as socket:
        socket.send_text(json.dumps(asked))
        while True:
            told = json.loads(socket.receive_text())
            if "slug" in told and told.get("type") != "notice":
                return str(told["slug"])
            if told.get("is_final") or told.get("type") == "reviewed":
                return ""


MIRRORED = ("e4", "c3", "b2", "d2")
"""The same position, turned by half a turn."""


@pytest.mark.parametrize(
    ("line", "is_help"),
    [
        ({"moves": PLAYED}, True),
        ({"moves": (*PLAYED, "b2")}, True),
        ({"moves": ("d4", "b4", "a2", "c3")}, True),
        ({"moves": MIRRORED}, True),
        ({"setup": {"stones": {"black": ["a2", "d4"], "white": ["c3", "b4"]}, "to_move": "white"}}, True),
        ({"moves": PLAYED[:2]}, False),
        ({"moves": ("e1", "b2", "c1", "d3")}, False),
        ({"moves": PLAYED, "spec": "hex(size=6)"}, False),
        ({"moves": ("c3",), "spec": "atomorph(size=4)"}, False),
    ],
)
def test_by_correspondence_positions_are_locked(line: dict[str, Any], is_help: bool, client: TestClient[Any]) -> None:
    ann, bob, game = playing(client, DAYS)
    stranger = owner(client, "guest-cleo", "Cleo")
    for who in (ann, bob):
        assert (analysed(who, **line) == "server/fair-play") == is_help
    assert analysed(stranger, **line) == ""
    ann.well("POST", f"/api/games/{game}/resign", {"person": 0, "seq": 5})
    assert analysed(ann, **line) == ""


def test_live_the_whole_game_is_locked(client: TestClient[Any]) -> None:
    ann, _, game = playing(client, LIVE)
    for line in ({"moves": ["e1"]}, {"spec": "hex(size=6)"}, {"spec": "atoll"}):
        assert analysed(ann, **line) == "server/fair-play"
    assert analysed(ann, "review", moves=["e1"]) == "server/fair-play"
    assert analysed(ann, spec="atomorph(size=4)") == "", "another game is no help"
    assert analysed(Visitor(client, "looks-on"), moves=PLAYED) == ""
    assert ann.refused("GET", f"/api/games/{game}/threats") == "server/fair-play"
    told = ann.ask("POST", "/api/device", {"spec": SPEC, "moves": ["e1"]}).json()
    assert told["legal"] == [game], "and which game it is"
    Visitor(client, "looks-on").well("GET", f"/api/games/{game}/threats")


def test_nor_does_a_machine_or_the_solver_help(client: TestClient[Any]) -> None:
    ann, _, _ = playing(client, DAYS)
    body = {"spec": SPEC, "seats": LEVEL, "opening": PLAYED}
    assert ann.refused("POST", "/api/games", body) == "server/fair-play"
    own = ann.well("POST", "/api/games", {"spec": SPEC, "seats": [{}, {}], "opening": PLAYED})
    assert ann.refused("GET", f"/api/games/{own['id']}/threats") == "server/fair-play"
    missed = {"spec": SPEC, "moves": PLAYED, "played": "b2"}
    assert ann.refused("POST", "/api/puzzles/own", missed) == "server/fair-play"
    assert ann.refused("POST", "/api/device", {"spec": SPEC, "moves": PLAYED}) == "server/fair-play"
    towards = ann.well("POST", "/api/games", {"spec": SPEC, "seats": LEVEL, "opening": ("e1", "b2")})
    assert towards["id"], "elsewhere a machine may play"


def test_nor_does_one_that_moves_again_after_a_move_is_taken_back(client: TestClient[Any]) -> None:
    ann = owner(client, "guest-ann", "Ann")
    seats = [{"kind": "level", "level": 1}, {"kind": "person"}]
    own = ann.well("POST", "/api/games", {"spec": SPEC, "seats": seats, "opening": ("c3", "b4", "d2")})
    does(ann, own["id"], "moves", move="a1")
    playing(client, LIVE, ann=ann)
    seq = ann.well("GET", f"/api/games/{own['id']}")["seq"]
    body = {"keep": 0, "seq": seq}
    assert ann.refused("POST", f"/api/games/{own['id']}/take-back", body) == "server/fair-play"


def seen_of(socket: Any, *wanted: str) -> dict[str, Any]:
    """Read from a socket until a message has one of these keys."""
    while True:
        told: dict[str, Any] = json.loads(socket.receive_text())
        if any(key in told for key in wanted):
            return told


@pytest.fixture
def _is_looked_at_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motu.server.moderation.own_games.AGAIN_SECONDS", 0.05)


@pytest.mark.usefixtures("_is_looked_at_often")
def test_what_goes_on_ends_when_a_game_begins_in_which_it_would_be_help(client: TestClient[Any]) -> None:
    ann = owner(client, "guest-ann", "Ann")
    slow = {"kind": "strongest", "seconds": 30}
    machines = ann.well("POST", "/api/games", {"spec": "hex", "seats": [slow, slow]})
    live = f"/api/games/{machines['id']}/live"
    ann.client.cookies.clear()
    with (
        client.websocket_connect("/api/analysis", headers=ann.headers) as analysis,
        client.websocket_connect(live, headers=ann.headers) as shown,
    ):
        analysis.send_text(json.dumps({"type": "analyse", "id": 1, "spec": "hex", "seconds": 600}))
        assert seen_of(analysis, "found", "slug")["type"] != "error"
        playing(client, LIVE, ann=ann)
        for socket in (analysis, shown):
            told = seen_of(socket, "slug")
            while told.get("type") == "notice":
                told = seen_of(socket, "slug")
            assert told["slug"] == "server/fair-play"
    with client.websocket_connect(live, headers=ann.headers) as shown:
        assert seen_of(shown, "slug", "seq")["slug"] == "server/fair-play"
    with client.websocket_connect(live, headers=Visitor(client, "looks-on").headers) as shown:
        assert "seq" in seen_of(shown, "slug", "seq")


def test_who_plays_very_many_by_correspondence_has_no_help_in_any(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motu.server.moderation.own_games.MOST_ASKED", 1)
    ann, bob, _ = playing(client, DAYS)
    assert analysed(ann, spec="hex(size=7)") == ""
    game_of(ann, bob, SPEC, clock=DAYS, rated=True)
    assert analysed(ann, spec="hex(size=7)") == "server/fair-play"


def test_where_nothing_counts_nothing_is_locked(client: TestClient[Any]) -> None:
    ann, _, game = playing(client, LIVE, rated=False)
    assert analysed(ann, moves=PLAYED) == ""
    ann.well("GET", f"/api/games/{game}/threats")


def stones_of(spec: str, *moves: str) -> bytes:
    return bytes(Line(spec=spec, moves=moves).replay().stones())


def with_stones(spec: str, black: tuple[str, ...], white: tuple[str, ...]) -> bytes:
    """Return a position as it is set up."""
    game = load_game(spec)
    stones = dict.fromkeys(black, 0) | dict.fromkeys(white, 1)
    return bytes(game.new_state(stones, game.colour_names[0]).stones())


def test_what_goes_on_from_a_position() -> None:
    kind, images = load_game(SPEC).type, images_of(Line(spec=SPEC, moves=PLAYED).replay())
    for moves, goes_on in ((PLAYED, True), ((*PLAYED, "e5"), True), (PLAYED[:2], False), ((), False)):
        assert goes_on_from(stones_of(SPEC, *moves), images, kind) == goes_on, moves
    empty = images_of(Line(spec=SPEC).replay())
    assert goes_on_from(stones_of(SPEC), empty, kind)
    assert not goes_on_from(stones_of(SPEC, "a2"), empty, kind)


FIVE = ("a2", "c3", "d4", "b4"), ("e1", "e2", "a5", "b1")


@pytest.mark.parametrize(
    ("spec", "black", "white", "goes_on"),
    [
        # Stones that stay where they are: none is missing, none has another colour.
        ("hex(size=5)", (*FIVE[0], "e5"), FIVE[1], True),
        ("hex(size=5)", FIVE[0][1:], FIVE[1], False),
        ("hex(size=5)", (*FIVE[0], "e1"), FIVE[1][1:], False),
        # Stones that are flipped, one or two of eight: none is gone.
        ("atomorph(size=5)", (*FIVE[0], "e1"), FIVE[1][1:], True),
        ("atomorph(size=5)", (*FIVE[0], "e1", "e2", "a5"), FIVE[1][3:], False),
        ("atomorph(size=5)", FIVE[0][1:], FIVE[1], False),
    ],
)
def test_what_may_be_missing_follows_from_the_rules(
    spec: str, black: tuple[str, ...], white: tuple[str, ...], goes_on: bool
) -> None:
    image = with_stones(spec, *FIVE)
    assert goes_on_from(with_stones(spec, black, white), [image], load_game(spec).type) == goes_on


def test_pieces_that_move_are_as_many() -> None:
    spec, kind = "atmalof", load_game("atmalof").type
    image = with_stones(spec, ("r1c1", "r2c4", "r5c3"), ("r6c6", "r3c3"))
    for black, goes_on in (
        (("r1c1", "r2c4", "r5c3", "r7c7"), True),
        (("r1c2", "r2c4", "r5c3"), True),
        (("r2c4", "r5c3"), False),
        (("r1c2", "r2c5", "r5c3"), False),
    ):
        assert goes_on_from(with_stones(spec, black, ("r6c6", "r3c3")), [image], kind) == goes_on, black


NEAR = ("d4", "c3", "e1", "b4", "a2", "a5", "e5", "b1", "e3")
"""A game that has the stones of `PLAYED` at its fifth move."""
FAR = ("a1", "b4", "a4", "c3", "b1", "e5", "d4", "a5", "e1", "d1", "a2", "e3")
"""One that has them at its end only."""


@pytest.mark.parametrize(("moves", "is_help"), [(FAR, False), (FAR[:11], False), (NEAR, True), (PLAYED, True)])
def test_a_game_that_was_played_is_reviewed_unless_it_comes_near(
    moves: tuple[str, ...], is_help: bool, client: TestClient[Any]
) -> None:
    ann, bob, _ = playing(client, DAYS)
    before = game_of(ann, bob, SPEC)
    for number, move in enumerate(moves):
        does((ann, bob)[number % 2], before, "moves", move=move)
    assert analysed(ann, "review", moves=moves) == "server/fair-play", "it could be made up"
    does(ann, before, "resign", person=0)
    assert (analysed(ann, "review", moves=moves) == "server/fair-play") == is_help
    assert (analysed(ann, moves=moves) == "server/fair-play") == is_help
    if not is_help:
        assert analysed(ann, "review", moves=(*moves, "c5")) == "server/fair-play", "nobody has played that"
