"""What other programs show of a link to one of our pages: a title, a sentence and a picture (floor: server).

Most programs that ask say nothing of the languages of those to whom they show the link; whoever passes one on says it,
with `?lang=eo` in the address (motu.server.page_language).
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from urllib.parse import parse_qs, quote, urlencode

from motu.drawing.card import CARD
from motu.games import Game, State
from motu.server.app_icons import DESCRIPTION
from motu.server.catalogue import catalogue
from motu.server.events import Participant
from motu.server.game_log import GameLog
from motu.server.locale import N_, Texts
from motu.server.pictures import SHOWN

SITE_PICTURE = "/preview.png"
MAX_ADDRESS = 1800
"""Longest address of a picture; programs cut longer ones."""

_SIZE, _HEX = re.compile(r"\bsize=(\d+)\b"), re.compile(r"\bislands=4\b")
AIMS = {
    "atoll": ("Atoll", N_("Join two of your islands that face each other: a relative of Hex, with eight shores.")),
    "atomorph": ("Atomorph", N_("Join your two edges; badly placed stones can be turned against you.")),
    "atmalof": ("Atmalof", N_("Name a line, roll the die, get five in a row: luck that you can weigh.")),
}
"""Game -> its name and what one wants in it."""
COLOURS = {"black": N_("Black"), "white": N_("White"), "red": N_("Red"), "blue": N_("Blue")}
"""Name of a colour -> at the beginning of a sentence."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What is shown of a link."""

    title: str
    description: str
    image: str = SITE_PICTURE
    """Its path."""


SITE = (N_("motu: Atoll, Atomorph and Atmalof"), DESCRIPTION)
PAGES = {
    "play": (N_("A new game on motu"), N_("Play the computer or a friend, on any board.")),
    "study": (
        N_("A study board on motu"),
        N_("Try out moves, compare lines and see what the engine thinks."),
    ),
    "learn": (
        N_("Learn Atoll, Atomorph and Atmalof"),
        N_("Rules with boards you can click through, and short lessons."),
    ),
    "puzzles": (N_("Puzzles on motu"), N_("Find the one winning move.")),
    "challenge": (N_("You are invited to a game on motu"), N_("Someone wants to play you. Free, no account needed.")),
    "lobby": (N_("The lobby of motu"), N_("Find an opponent, or watch a game. Free, no account needed.")),
    "dice": (
        N_("Sealed dice on motu"),
        N_("Nobody can choose a roll, not even the server, and anyone can check it."),
    ),
    "ladder": (N_("The ladder on motu"), N_("Challenge the players above you and take their places, a move a day.")),
    "tournaments": (
        N_("Tournaments on motu"),
        N_("Round robins, knockouts and arenas, live or a move a day."),
    ),
    "people": (
        N_("Ratings on motu"),
        N_("The strongest players in each game and at each speed, people and bots."),
    ),
    "account": (
        N_("Claim a name on motu"),
        N_("Have your games in every browser. You do not need a name to play."),
    ),
    "programs": (N_("Programs and bots on motu"), N_("Connect your own program and let it play.")),
    "about": (N_("About motu"), N_("Three board games, who designed them, and what motu is.")),
    "privacy": (N_("Privacy on motu"), N_("No account needed, nothing shared with anyone else.")),
}
"""First part of an address -> title and sentence of such a page, where nothing better is known."""


def preview_of(path: str, query: str, words: Texts) -> Preview:
    """Return what is shown of a page that is not about a game that was played.

    Args:
        path: The page's address on this server.
        query: What stands behind it.
        words: Of the language to say it in.
    """
    view, _, rest = path.strip("/").partition("/")
    if view == "study" and not rest:
        return _study(query, words)
    if view == "learn":
        return _learning(rest, words)
    if view == "puzzles" and rest:
        image = f"/api/puzzles/{quote(rest, safe='')}/picture.png"
        return Preview(words.gettext("A puzzle on motu"), words.gettext("Find the one winning move."), image)
    return _page(view, words)


def preview_of_game(game_id: str, log: GameLog, seats: tuple[Participant, Participant], words: Texts) -> Preview:
    """Return what is shown of a game as it stands; the number in the picture's address tells positions apart.

    Args:
        game_id: Its id.
        log: What has happened in it.
        seats: Who plays, by the names that they have now.
        words: Of the language to say it in.
    """
    players = " – ".join(_player(seat, words) for seat in seats)
    image = f"/api/games/{quote(game_id, safe='')}/picture.png?seq={log.next_seq}"
    return Preview(f"{_name(log.game)}: {players}", _standing(log, words), image)


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


def _page(view: str, words: Texts) -> Preview:
    return Preview(*map(words.gettext, PAGES.get(view, SITE)))


def _study(query: str, words: Texts) -> Preview:
    asked = parse_qs(query)
    spec, moves = asked.get("spec", ["atoll"])[0], asked.get("moves", [""])[0]
    address = f"/api/positions/picture.png?{urlencode({'spec': spec, 'moves': moves})}"
    game, page = _kind(spec), _page("study", words)
    if game is None or len(address) > MAX_ADDRESS:
        return page
    return Preview(words.gettext("{game}: a position to study on motu", game=AIMS[game][0]), page.description, address)


def _learning(rest: str, words: Texts) -> Preview:
    game, _, part = rest.partition("/")
    if game not in AIMS:
        return _page("learn", words)
    name, aim = AIMS[game]
    title = N_("A lesson in {game}") if part == "lesson" else N_("How to play {game}")
    image = f"/api/positions/picture.png?{urlencode({'spec': game, 'moves': dict(SHOWN)[game]})}"
    return Preview(words.gettext(title, game=name), words.gettext(aim), image)


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


def title_of(spec: str) -> str:
    """Return a game's name in short, with the size of its board where one number tells it: "Hex 11"."""
    name, _, inside = spec.partition("(")
    size = _SIZE.search(inside)
    called = "Hex" if _HEX.search(inside) else name.capitalize()
    return called if size is None else f"{called} {size[1]}"


def _player(seat: Participant, words: Texts) -> str:
    if seat.kind == "level":
        return words.gettext("Level {level}", level=seat.level)
    if seat.kind == "strongest":
        return words.gettext("Full strength")
    if seat.is_gone:
        return words.gettext("a deleted account")
    return words.gettext("{name} (bot)", name=seat.name) if seat.is_bot else seat.name or words.gettext("a guest")


def _standing(log: GameLog, words: Texts) -> str:
    """Say how many moves there are, and who has won or is to move."""
    count = sum(step.person >= 0 for step in log.steps)
    return f"{words.ngettext('{count} move', '{count} moves', count)}. {_status(log, words)}"


def _status(log: GameLog, words: Texts) -> str:
    state: State = log.state
    if log.result is not None:
        winner = log.result.winner
        if winner is None:
            return words.gettext("A draw.")
        return words.gettext("{colour} has won.", colour=words.gettext(COLOURS[state.colour(winner)]))
    colour = words.gettext(COLOURS[state.game.colour_names[state.to_move()]])
    if state.is_chance_node():
        return words.gettext("{colour} rolls for {line}.", colour=colour, line=state.announced())
    return words.gettext("{colour} to move.", colour=colour)
