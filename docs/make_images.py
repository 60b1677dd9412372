"""Draw the pictures of the README and of the rules pages: `python docs/make_images.py`.

What the rules pages show is listed in `diagrams.json`, one entry a picture:

    {"name": "atoll-win", "spec": "atoll(size=gan)", "moves": ["d4", "d2"], "marks": {"d4": "A"}}
    {"name": "atomorph-weak", "spec": "atomorph", "stones": {"a1": "black"}, "to_move": "white", "weak": true}

`flags` sets up what stones cannot say (see `Game.new_state`); `ghosts` are stones only thought of, cell to colour;
`weak` marks weak and contested stones. `then` are moves that may follow; the browser app plays them. Keys that are not
about the picture are left to the tests. `--check` writes nothing and fails when a picture in `images/` is not what this
script draws.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import motu
from motu.drawing import draw_row, draw_svg, scene_of

DOCS = Path(__file__).parent
IMAGES = DOCS / "images"
WIDTH = 480
"""Pixels of a diagram."""

THREE_BOARDS = {
    "Atoll": """
        k13 i12 g4 i11 d9 j10 e10 j8 i8 c5 a5 k6 b4 f3 k7 g7 d4 f12 g8 e9 f7 c7 h12 e3 h11 h9 g10 j9 e4 g9 h5 d8 c4 b5
        a4 c2 j6 i6 i5 f4 f5 g5 h6 g6 h8 f6 e6 e5 d5 i7 h7
    """,
    "Atomorph": """
        g9 e9 d4 d7 c8 g8 e3 i10 f7 j8 i6 h3 d2 c6 b7 f8 i2 c1 g10 f3 i9 b11 e8 b6 k2 a3 a8 a5 h5 h8 k4 d9 g7 f9
    """,
    "Atmalof": """
        c3=1 c6=1 r1=1 c2=3 r1c1-r1c2 r3=2 c5=6 c3=6 r2=3 c1=3 c3=5 r3c2-r4c2 c1=2 r3=5 r3=1 r7=5 r1=6 r7c5-r6c6 c4=2
        r7=4 c4=6 r4
    """,
}
"""The boards in the README: games of the program against itself, by the game's name."""


def draw_three_boards() -> str:
    """Return the README's picture: one board of each game."""
    games = [(motu.load_game(name.lower()), moves.split()) for name, moves in THREE_BOARDS.items()]
    scenes = [scene_of(game.new_initial_state().play_all(moves)) for game, moves in games]
    title = "Atoll, Atomorph and Atmalof"
    return draw_row(scenes, captions=list(THREE_BOARDS), title=title, theme="auto", prefix="three-")


def draw_diagram(diagram: dict[str, Any]) -> str:
    """Return one picture of the rules pages."""
    return draw_svg(
        set_up(diagram),
        theme="auto",
        size=WIDTH,
        marks=diagram.get("marks"),
        ghosts=diagram.get("ghosts"),
        weak=diagram.get("weak", False),
        hooks=False,
        prefix=f"{diagram['name']}-",
    )


def set_up(diagram: dict[str, Any]) -> motu.State:
    """Return the position of a diagram."""
    game = motu.load_game(diagram["spec"])
    if "stones" in diagram:
        return game.new_state(diagram["stones"], diagram["to_move"], diagram.get("flags", 0))
    return game.new_initial_state().play_all(diagram["moves"])


def draw_all() -> dict[str, str]:
    """Return all pictures: file name to SVG."""
    diagrams = json.loads((DOCS / "diagrams.json").read_text("utf-8"))
    pictures = {f"{diagram['name']}.svg": draw_diagram(diagram) for diagram in diagrams}
    return {"three-boards.svg": draw_three_boards(), **pictures}


def find_differences(pictures: dict[str, str]) -> list[str]:
    """Return the names of the files in `images/` that are missing, outdated, or drawn by nobody."""
    there = {path.name: path.read_text("utf-8") for path in IMAGES.glob("*.svg")}
    return sorted(name for name in there.keys() | pictures.keys() if there.get(name) != pictures.get(name))


def main() -> int:
    """Write the pictures, or check them; return the exit status."""
    parser = argparse.ArgumentParser(description="Draw the pictures of the README and of the rules pages.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a picture is not up to date")
    pictures = draw_all()
    if parser.parse_args().check:
        wrong = find_differences(pictures)
        print("\n".join(f"docs/images/{name} is not what make_images.py draws" for name in wrong) or "all up to date")
        return 1 if wrong else 0
    IMAGES.mkdir(exist_ok=True)
    for name in find_differences(pictures):
        if name in pictures:
            (IMAGES / name).write_text(pictures[name], "utf-8")
        else:
            (IMAGES / name).unlink()
        print(f"docs/images/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
