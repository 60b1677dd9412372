"""What other programs show of a link to one of our pages: a title, a sentence and a picture (floor: server).

It is English: who asks is a program, and says nothing of the languages of those to whom it shows the link.
"""

from __future__ import annotations

import html
from dataclasses import dataclass
from urllib.parse import parse_qs, quote, urlencode

from motu.drawing import scene_of
from motu.drawing.card import CARD
from motu.games import Game
from motu.server.app_icons import DESCRIPTION
from motu.server.catalogue import catalogue
from motu.server.events import Participant
from motu.server.game_log import GameLog
from motu.server.pictures import SHOWN

SITE_PICTURE = "/preview.png"
MAX_ADDRESS = 1800
"""Longest address of a picture; programs cut longer ones."""

AIMS = {
    "atoll": ("Atoll", "Join two of your islands that face each other: a relative of Hex, with eight shores."),
    "atomorph": ("Atomorph", "Join your two edges; badly placed stones can be turned against you."),
    "atmalof": ("Atmalof", "Name a line, roll the die, get five in a row: luck that you can weigh."),
}
"""Game -> its name and what one wants in it."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What is shown of a link."""

    title: str
    description: str
    image: str = SITE_PICTURE
    """Its path."""


SITE = Preview("motu: Atoll, Atomorph and Atmalof", DESCRIPTION)
PAGES = {
    "play": Preview("A new game on motu", "Play the computer or a friend, on any board."),
    "study": Preview("A board to study on motu", "Try moves, compare lines, and let the computer say what it thinks."),
    "learn": Preview("Learn Atoll, Atomorph and Atmalof", "Rules with boards to click through, and short lessons."),
    "puzzles": Preview("Puzzles on motu", "Find the one winning move."),
    "challenge": Preview("A game on motu waits for you", "Somebody wants to play with you. Free, no account."),
    "lobby": Preview("The lobby of motu", "Play whoever is here, or watch. Free, no account."),
    "dice": Preview("Sealed dice on motu", "Nobody can choose a roll, the house included, and anybody can check it."),
    "people": Preview("Who plays on motu", "The strongest in each game and at each speed, people and machines."),
    "account": Preview("A name of your own on motu", "Keep your games in every browser. Nobody needs a name to play."),
    "about": Preview("About motu", "Three board games, who designed them, and what motu is."),
    "privacy": Preview("Privacy on motu", "No account needed, nothing to anybody else."),
}
"""First part of an address -> what is shown of such a page, where nothing better is known."""


def preview_of(path: str, query: str) -> Preview:
    """Return what is shown of a page that is not about a game that was played."""
    view, _, rest = path.strip("/").partition("/")
    if view == "study" and not rest:
        return _study(query)
    if view == "learn":
        return _learning(rest)
    if view == "puzzles" and rest:
        image = f"/api/puzzles/{quote(rest, safe='')}/picture.png"
        return Preview("A puzzle on motu", "Find the one winning move.", image)
    return PAGES.get(view, SITE)


def preview_of_game(game_id: str, log: GameLog, seats: tuple[Participant, Participant]) -> Preview:
    """Return what is shown of a game as it stands; the number in the picture's address tells positions apart."""
    players = " – ".join(_player(seat) for seat in seats)
    image = f"/api/games/{quote(game_id, safe='')}/picture.png?seq={log.next_seq}"
    return Preview(f"{_name(log.game)}: {players}", _standing(log), image)


def tags(preview: Preview, path: str, origin: str) -> bytes:
    """Return the tags that say so in a document.

    Args:
        preview: What is to be shown.
        path: The page's address on this server.
        origin: What stands before it, such as "https://motu.example".
    """
    told = {
        "og:site_name": "motu",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:url": origin + path,
        "og:image": origin + preview.image,
        "og:image:type": "image/png",
        "og:image:width": str(CARD[0]),
        "og:image:height": str(CARD[1]),
        "og:image:alt": preview.title,
    }
    lines = [f'<meta name="description" content="{html.escape(preview.description)}">']
    lines += [f'<meta property="{name}" content="{html.escape(value)}">' for name, value in told.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image">')
    return "\n".join(lines).encode()


def _study(query: str) -> Preview:
    asked = parse_qs(query)
    spec, moves = asked.get("spec", ["atoll"])[0], asked.get("moves", [""])[0]
    address = f"/api/positions/picture.png?{urlencode({'spec': spec, 'moves': moves})}"
    game = _kind(spec)
    if game is None or len(address) > MAX_ADDRESS:
        return PAGES["study"]
    return Preview(f"{AIMS[game][0]}: a position to study on motu", PAGES["study"].description, address)


def _learning(rest: str) -> Preview:
    game, _, part = rest.partition("/")
    if game not in AIMS:
        return PAGES["learn"]
    name, aim = AIMS[game]
    title = f"A lesson in {name}" if part == "lesson" else f"How to play {name}"
    return Preview(title, aim, f"/api/positions/picture.png?{urlencode({'spec': game, 'moves': dict(SHOWN)[game]})}")


def _kind(spec: str) -> str | None:
    """Return the game that a spec is about, as its beginning says; the rest is left to whoever draws it."""
    name = spec.partition("(")[0].strip().lower()
    preset = next((each for each in catalogue().presets if each.name == name), None)
    game = preset.game if preset else name
    return game if game in AIMS else None


def _name(game: Game) -> str:
    """Return a game's name, with that of its board where it has one of its own."""
    named = next((each.name for each in catalogue().presets if each.spec == game.spec), game.name)
    if named == "hex":
        return "Hex"
    own = "" if named == game.name or "-" in named else f" · {named.capitalize()}"
    return game.name.capitalize() + own


def _player(seat: Participant) -> str:
    if seat.kind == "level":
        return f"Level {seat.level}"
    if seat.kind == "strongest":
        return "the computer"
    return "a deleted account" if seat.is_gone else f"{seat.name} (bot)" if seat.is_bot else seat.name or "a guest"


def _standing(log: GameLog) -> str:
    """Say how many moves there are, and who has won or is to move."""
    moves = sum(step.person >= 0 for step in log.steps)
    played = "1 move" if moves == 1 else f"{moves} moves"
    if log.result is None:
        return f"{played}, {scene_of(log.state).status}."
    winner = log.result.winner
    return f"{played}, a draw." if winner is None else f"{played}, {log.state.colour(winner)} has won."
