"""Films of games: what is in them, what bounds them, and that the animated picture has it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image

import motu
from motu.drawing import film, gif
from motu.drawing.film import LAST_MS, MAX_FRAMES, MOVE_MS, Film, film_of
from motu.drawing.gif import draw_gif_apart
from motu.errors import DrawingError
from motu.games.animation import film_of_game

LARGEST = "atoll(board=hexagon,size=20,islands=12,swap=false)"
PATIENT = 300.0
"""Seconds of a processor that tests give a picture; machines that run them are slow."""


def start(spec: str) -> motu.State:
    return motu.load_game(spec).new_initial_state()


def frames_of(data: bytes) -> list[tuple[int, Image.Image]]:
    """How long each picture is seen, and the picture."""
    found = []
    with Image.open(io.BytesIO(data)) as image:
        assert image.format == "GIF"
        assert image.info["loop"] == 0, "it begins again"
        for index in range(image.n_frames):  # type: ignore[attr-defined]
            image.seek(index)
            found.append((image.info["duration"], image.convert("RGB")))
    return found


def colours(image: Image.Image) -> set[object]:
    return {colour for _, colour in image.getcolors(1 << 20) or []}


@pytest.mark.parametrize(
    ("spec", "moves", "count"),
    [
        ("hex(size=3,swap=false)", "b1 a1 b2 a2 b3", 6),
        ("atomorph(size=4)", "b2 c2 b3 c3", 5),
        ("atmalof", "r4=6 c2=1 r4c6-r5c6 c1", 7),
    ],
)
def test_every_move_announcement_and_roll_is_a_picture(spec: str, moves: str, count: int) -> None:
    made = film_of_game(start(spec), moves.split(), size=120)
    assert [frame.shown_ms for frame in made.frames] == [MOVE_MS] * (count - 1) + [LAST_MS]
    seen = frames_of(draw_gif_apart(made, seconds=PATIENT))
    assert [shown_ms for shown_ms, _ in seen] == [MOVE_MS] * (count - 1) + [LAST_MS]
    assert {image.size for _, image in seen} == {(made.width, made.height)}
    assert len({image.tobytes() for _, image in seen}) == count


def test_an_announcement_lights_its_line_up_and_a_roll_puts_it_out() -> None:
    gold = (0xF2, 0xB3, 0x22)
    made = film_of_game(start("atmalof"), ["r4=6"], size=240)
    assert [gold in colours(image) for _, image in frames_of(draw_gif_apart(made, seconds=PATIENT))] == [
        False,
        True,
        False,
    ]


def test_thin_lines_keep_their_colours_among_many_shades() -> None:
    last = (0xCF, 0x3F, 0x13)
    for theme, colour in (("light", last), ("dark", (0xF0, 0x62, 0x2B))):
        made = film_of_game(start("atoll"), ["d4", "g8"], theme=theme)
        assert colour in colours(frames_of(draw_gif_apart(made, seconds=PATIENT))[-1][1])


def test_the_ground_is_drawn_once_and_once_more_for_the_chain() -> None:
    made = film_of_game(start("hex(size=3,swap=false)"), ["b1", "a1", "b2", "a2", "b3"])
    assert [frame.ground for frame in made.frames] == [0, 0, 0, 0, 0, 1]
    assert [bool(frame.things) for frame in made.frames] == [True] * 5 + [False]
    assert all(len(frame.things) < len(made.grounds[0]) for frame in made.frames)


def test_a_stone_beside_the_board_changes_no_size() -> None:
    state = start("atomorph(size=4,return_stone=true)")
    moves = ["b2", "b3", "c3", "a1", "c1", "xb3"]
    played = [move for move in moves if move in state.legal_moves() and state.play(move)]
    made = film_of_game(start("atomorph(size=4,return_stone=true)"), played, size=160)
    assert {image.size for _, image in frames_of(draw_gif_apart(made, seconds=PATIENT))} == {(160, made.height)}


def test_what_looks_the_same_is_one_picture_for_as_long_as_both() -> None:
    made = film_of_game(start("hex(size=3)"), ["b2", "swap", "a1"], size=100)
    assert [shown_ms for shown_ms, _ in frames_of(draw_gif_apart(made, seconds=PATIENT))] == [800, 1600, 3000]


def test_a_long_game_on_the_largest_board_stays_within_the_bounds() -> None:
    def positions() -> Iterator[motu.State]:
        state = start(LARGEST)
        yield state
        for _ in range(120):
            state.play(state.legal_moves()[state.ply() * 7 % 50])
            yield state
            if state.is_terminal():
                return

    made = film_of(positions(), size=200)
    assert sum(len(frame.things) for frame in made.frames) < film.MAX_FILM_CHARACTERS
    data = draw_gif_apart(made, seconds=PATIENT)
    assert len(frames_of(data)) == len(made.frames) > 50
    assert len(data) < gif.MAX_GIF_BYTES


# --- bounds -----------------------------------------------------------------------------------------------------------


def many(count: int) -> Iterator[motu.State]:
    state = start("hex(size=2)")
    return (state for _ in range(count))


def test_too_many_positions_are_refused_in_a_sentence() -> None:
    with pytest.raises(DrawingError, match=r"at most 1,000 positions, and this game has more") as caught:
        film_of(many(MAX_FRAMES + 1), size=16)
    assert caught.value.slug == "drawing/film"
    assert len(film_of(many(MAX_FRAMES), size=16).frames) == MAX_FRAMES


def test_too_many_pixels_are_refused_in_a_sentence() -> None:
    with pytest.raises(DrawingError, match=r"5 pictures of 20000×\d+ pixels are too much .* make it narrower"):
        film_of(many(5), size=20_000)


def test_too_much_text_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "MAX_FILM_CHARACTERS", 20_000)
    with pytest.raises(DrawingError, match=r"takes too much memory; its first \d+ positions are what can be had"):
        film_of(many(100), size=16)


def test_a_picture_that_takes_too_long_is_refused_in_a_sentence() -> None:
    made = film_of_game(start("hex(size=3)"), ["b2", "a1"], size=100)
    with pytest.raises(DrawingError, match=r"3 positions of this board takes more than 0.01 s; make it narrower"):
        draw_gif_apart(made, seconds=0.01)


def test_a_picture_that_grows_too_large_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gif, "MAX_GIF_BYTES", 500)
    made = film_of_game(start("hex(size=3)"), ["b2", "a1"], size=100)
    with pytest.raises(DrawingError, match=r"3 positions at this width has more than 500 bytes"):
        draw_gif_apart(made, seconds=PATIENT)


def test_who_waits_no_more_ends_the_work() -> None:
    class GoneError(Exception):
        pass

    def gone() -> None:
        raise GoneError

    state = start("hex(size=3)")
    with pytest.raises(GoneError):
        film_of_game(state, ["b2"], check=gone)
    made = film_of_game(start("atoll"), ["d4"], size=1000)
    made = replace(made, frames=made.frames * 40)
    with pytest.raises(GoneError):
        draw_gif_apart(made, seconds=PATIENT, check=gone)


def test_bad_options_are_refused() -> None:
    with pytest.raises(DrawingError, match="light or dark, not auto"):
        film_of(many(1), theme="auto")
    with pytest.raises(DrawingError, match="no theme 'sepia'"):
        film_of(many(1), theme="sepia")
    with pytest.raises(DrawingError, match="16 to 20000 pixels wide"):
        film_of(many(1), size=5)
    with pytest.raises(DrawingError, match="at least one position"):
        film_of(many(0))


def test_a_film_of_nothing_but_the_start_is_seen_for_long() -> None:
    made: Film = film_of(many(1), size=100)
    assert [shown_ms for shown_ms, _ in frames_of(draw_gif_apart(made, seconds=PATIENT))] in ([3000], [0])
