"""The SVG pictures, read back as XML."""

import re
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

import motu
import motu.drawing
from drawing.gallery import BAY, GALLERY, play, random_boards
from motu.boards.marks import SHAPES
from motu.drawing import THEMES, draw_row, draw_scene, draw_svg, scene_of
from motu.drawing.emblems import emblem_of
from motu.drawing.geometry import Point, distance, places_of
from motu.drawing.lagoon import island_lines
from motu.drawing.pen import SCALE, number
from motu.drawing.reef import reef_of
from motu.drawing.themes import DARK, LIGHT
from motu.errors import BoardError, DrawingError, MotuError
from positions import positions

LAND = 0.67
"""Half the width of an island with its outline, in cells."""
SVG = "{http://www.w3.org/2000/svg}"

each_picture = pytest.mark.parametrize("name", GALLERY)


def parse(text: str) -> ET.Element:
    return ET.fromstring(text)


def with_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [part for part in root.iter() if name in (part.get("class") or "").split()]


def cells_of(root: ET.Element) -> dict[str, ET.Element]:
    return {part.attrib["data-cell"]: part for part in root.iter() if "data-cell" in part.attrib}


def numbers_in(root: ET.Element) -> list[str]:
    geometry = ("d", "transform", "viewBox", "x", "y", "cx", "cy", "r", "width", "height", "font-size", "stroke-width")
    return [value for part in root.iter() for key in geometry if (value := part.get(key)) is not None]


@each_picture
def test_one_group_a_cell_in_order(name: str) -> None:
    state = GALLERY[name]()
    root = parse(draw_svg(state))
    assert list(cells_of(root)) == list(state.game.board.names)


@given(positions())
@settings(max_examples=60)
def test_stones_stand_where_they_should(state: motu.State) -> None:
    cells = cells_of(parse(draw_svg(state)))
    names, colours = state.game.board.names, state.game.colour_names
    for cell, stone in enumerate(state.stones()):
        found = with_class(cells[names[cell]], "motu-stone")
        assert len(found) == (stone != 2)
        if found:
            assert f"motu-{colours[stone]}" in found[0].attrib["class"].split()


@each_picture
def test_a_cell_lies_at_its_centre(name: str) -> None:
    board = GALLERY[name]().game.board
    for (x, y), group in zip(places_of(board), cells_of(parse(draw_svg(board))).values(), strict=True):
        assert group.get("transform") == f"translate({number(x * SCALE)},{number(y * SCALE)})"


@each_picture
@pytest.mark.parametrize("theme", THEMES)
def test_ids_are_unique_and_carry_the_prefix(name: str, theme: str) -> None:
    root = parse(draw_svg(GALLERY[name](), theme=theme, prefix="p7-"))
    ids = [part.attrib["id"] for part in root.iter() if "id" in part.attrib]
    assert len(set(ids)) == len(ids)
    assert all(each.startswith("p7-") for each in ids)


@each_picture
@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_accessible_and_harmless(name: str, theme: str) -> None:
    text = draw_svg(GALLERY[name](), theme=theme, animated=True)
    root = parse(text)
    assert root.get("role") == "img"
    labels = {part.get("id"): part.text for part in root if part.tag in {f"{SVG}title", f"{SVG}desc"}}
    assert all(labels[label] for label in root.attrib["aria-labelledby"].split())
    assert not [part for part in root.iter() if part.tag in {f"{SVG}script", f"{SVG}image", f"{SVG}foreignObject"}]
    ids = {part.attrib["id"] for part in root.iter() if "id" in part.attrib}
    assert {name.removeprefix("#") for name in re.findall('href="([^"]*)"', text)} <= ids
    assert {name.removeprefix("#") for name in re.findall(r"url\(([^)]*)\)", text)} <= ids
    assert not [key for part in root.iter() for key in part.attrib if key == "style" or key.startswith("on")]


@each_picture
def test_numbers_are_short_and_finite(name: str) -> None:
    for value in numbers_in(parse(draw_svg(GALLERY[name](), size=500))):
        assert not re.search(r"nan|inf|\.\d{3}|-0(?![.\d])|e[-+]?\d", value), value


@each_picture
@pytest.mark.parametrize("theme", THEMES)
def test_drawing_twice_gives_the_same_text(name: str, theme: str) -> None:
    assert draw_svg(GALLERY[name](), theme=theme) == draw_svg(GALLERY[name](), theme=theme)


@each_picture
def test_everything_lies_inside_the_frame(name: str) -> None:
    root = parse(draw_svg(GALLERY[name]()))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for part in root.iter(f"{SVG}text"):
        assert left < float(part.attrib["x"]) < left + width
        assert top < float(part.attrib["y"]) < top + height
    for line in island_lines(GALLERY[name]().game.board).values() if reef_of(GALLERY[name]().game.board) else []:
        for x, y in line:
            assert left < (x - LAND) * SCALE < (x + LAND) * SCALE < left + width
            assert top < (y - LAND) * SCALE < (y + LAND) * SCALE < top + height


def test_published_board_has_eight_islands_that_face_each_other_in_pairs() -> None:
    board = motu.load_game("nauru").board
    islands = with_class(parse(draw_svg(board)), "motu-island")
    assert [island.get("data-colour") for island in islands] == ["white", "black"] * 4
    signs = [emblem_of(board, island) for island in range(8)]
    assert signs[:4] == signs[4:]
    assert len(set(signs)) == 4


def test_islands_carry_numbers_where_opposite_is_not_all_of_the_rule() -> None:
    board = motu.load_game("atoll-12").board
    (emblems,) = with_class(parse(draw_svg(board)), "motu-emblems")
    assert [text.text for text in emblems.iter(f"{SVG}text")] == [str(number) for number in range(12)]
    assert emblem_of(board, 0) == ""


@pytest.mark.parametrize("spec", ["gan", "hex(size=9x11)", "atoll-12", "atoll(board=triangle,size=10,islands=12)"])
def test_an_island_covers_its_places_and_no_other_island(spec: str) -> None:
    board = motu.load_game(spec).board
    lines = island_lines(board)
    for stone in reef_of(board):
        if len(stone.islands) == 1:
            assert from_line(stone.place, lines[stone.islands[0]]) < 0.5
    for one, other in combinations(lines, 2):
        assert min(from_line(place, lines[other]) for place in lines[one]) > 1.2


def from_line(place: Point, line: list[Point]) -> float:
    """How far a place is from a line of straight pieces."""
    if len(line) == 1:
        return distance(place, line[0])
    return min(from_piece(place, start, end) for start, end in pairwise(line))


def from_piece(place: Point, start: Point, end: Point) -> float:
    length = distance(start, end)
    along = ((place[0] - start[0]) * (end[0] - start[0]) + (place[1] - start[1]) * (end[1] - start[1])) / length**2
    share = min(1.0, max(0.0, along))
    return distance(place, (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))


def test_coordinates_stay_clear_of_islands() -> None:
    board = motu.load_game("kiritimati").board
    (coordinates,) = with_class(parse(draw_svg(board)), "motu-coordinates")
    for text in coordinates.iter(f"{SVG}text"):
        x, y, size = (float(text.attrib[key]) for key in ("x", "y", "font-size"))
        place = (x / SCALE, (y - 0.355 * size) / SCALE)
        for line in island_lines(board).values():
            assert from_line(place, line) > LAND + size / SCALE / 2


@pytest.mark.parametrize("name", ["atoll-third-island", "hex-won", "atomorph-won", "atmalof-won"])
def test_winning_chain_is_drawn(name: str) -> None:
    state = GALLERY[name]()
    root = parse(draw_svg(state))
    (chain,) = with_class(root, "motu-chain")
    rings = with_class(chain, "motu-won")
    assert len(rings) >= len(state.winning_cells())
    (link,) = with_class(chain, "motu-link")
    assert link.attrib["d"].count("M") >= len(state.winning_cells()) - 1
    assert not with_class(parse(draw_svg(GALLERY["atoll-start"]())), "motu-chain")


def test_winning_chain_runs_through_the_third_island() -> None:
    state = GALLERY["atoll-third-island"]()
    board = state.game.board
    root = parse(draw_svg(state))
    joined = [
        island.get("data-island")
        for island in with_class(root, "motu-island")
        if with_class(island, "motu-rim")[0].get("opacity") != "0"
    ]
    assert joined == ["3", "5", "7"]
    chain = [board.centres[cell].tolist() for cell in state.winning_cells()]
    steps = with_class(root, "motu-link")[0].attrib["d"].split("M")[1:]
    ends = {tuple(end.split(",")) for step in steps for end in step.split("L")}
    on_board = {(number(x * SCALE), number(y * SCALE)) for x, y in chain}
    # The line leaves the board four times: to the islands 3 and 7, and twice to 5, along which it runs.
    assert len(ends - on_board) >= 4


def test_atomorph_line_runs_out_to_both_edges() -> None:
    root = parse(draw_svg(GALLERY["atomorph-won"]()))
    path = with_class(root, "motu-link")[0].attrib["d"]
    heights = [float(end.split(",")[1]) for step in path.split("M")[1:] for end in step.split("L")]
    assert min(heights) < 0
    assert max(heights) > 2 * SCALE


def test_marks_of_atomorph() -> None:
    root = parse(draw_svg(GALLERY["atomorph-contested"]()))
    assert len(with_class(root, "motu-contested")) == 2
    weak = with_class(parse(draw_svg(GALLERY["atomorph-returned"]())), "motu-weak")
    assert all(lip.get("fill") == THEMES["light"].colours["white"] for lip in weak)
    assert len(with_class(root, "motu-last")) == 1
    assert not with_class(parse(draw_svg(GALLERY["atomorph-contested"](), weak=False)), "motu-contested")
    (waiting,) = with_class(parse(draw_svg(GALLERY["atomorph-return"]())), "motu-waiting")
    assert waiting.get("data-colour") == "white"
    assert with_class(waiting, "motu-white")


def test_edges_of_atomorph_are_coloured() -> None:
    islands = with_class(parse(draw_svg(motu.load_game("atomorph").board)), "motu-island")
    assert [island.get("data-colour") for island in islands] == ["black", "white", "black", "white"]


def test_marks_of_atmalof() -> None:
    root = parse(draw_svg(GALLERY["atmalof-announced"]()))
    cells = cells_of(root)
    assert [name for name, cell in cells.items() if with_class(cell, "motu-landing")] == [
        f"r{row}c3" for row in range(1, 7)
    ]
    lines = {part.attrib["data-line"]: part for part in root.iter() if "data-line" in part.attrib}
    assert list(lines) == [f"c{index}" for index in range(1, 8)] + [f"r{index}" for index in range(1, 8)]
    assert [name for name, line in lines.items() if with_class(line, "motu-chosen")] == ["c3"]
    beyond = [name for name, cell in cells.items() if with_class(cell, "motu-beyond")]
    assert beyond == [name for name in cells if "7" in name]
    assert with_class(parse(draw_svg(GALLERY["atmalof-missed"]())), "motu-missed")
    assert with_class(parse(draw_svg(GALLERY["atmalof-moved"]())), "motu-trail")


def test_pieces_differ_in_shape() -> None:
    cells = cells_of(parse(draw_svg(GALLERY["atmalof-moved"]())))
    (sun,), (wave,) = with_class(cells["r5c6"], "motu-red"), with_class(cells["r1c1"], "motu-blue")
    assert sun.tag == f"{SVG}circle"
    assert wave.tag == f"{SVG}rect"


def test_extras_are_drawn() -> None:
    board = motu.load_game("hex(size=3)").board
    text = draw_svg(board, heat={"a1": 0.25, "b1": 0}, marks={"c3": "<&>"}, ghosts={"b2": "white"}, title='"A" & <B>')
    root = parse(text)
    cells = cells_of(root)
    assert [name for name, cell in cells.items() if with_class(cell, "motu-heat")] == ["a1", "b1"]
    assert [part.text for part in with_class(root, "motu-share")] == ["25", "0"]
    assert [part.text for part in with_class(root, "motu-label")] == ["<&>"]
    assert with_class(cells["b2"], "motu-ghost")
    assert root[0].text == '"A" & <B>'
    assert parse(draw_svg(board, title="a\x00b\x1bc"))[0].text == "a?b?c"


@pytest.mark.parametrize("spec", ["gan", "atomorph(size=5)", "atmalof"])
@pytest.mark.parametrize("theme", THEMES)
def test_what_people_draw_stands_where_they_drew_it(spec: str, theme: str) -> None:
    board = motu.load_game(spec).board
    first, second = board.names[0], board.names[7]
    drawn = [f"{shape} {board.names[cell]} yellow" for cell, shape in enumerate(SHAPES)]
    drawn += [f"label {first} <&>", f"arrow {first} {second} red"]
    root = parse(draw_svg(board, drawn=drawn, theme=theme))
    [layer] = with_class(root, "motu-drawn")
    centres = [(number(x * SCALE), number(y * SCALE)) for x, y in places_of(board)]
    shapes = [each.get("transform") for each in layer if each.get("transform")]
    assert shapes == [f"translate({x},{y})" for x, y in (*centres[:4], centres[0])]
    assert [part.text for part in layer.iter(f"{SVG}text")] == ["<&>", "<&>"]
    [arrow] = with_class(layer, "motu-drawn-arrow")
    tips = [part.get("d", "").partition("L")[0] for part in arrow][1::2]
    assert tips == [f"M{centres[7][0]},{centres[7][1]}"] * 2
    colours = LIGHT.colours if theme != "dark" else DARK.colours
    assert {part.get("stroke") for part in with_class(layer, "motu-drawn-circle")[0]} == {
        colours["ink-yellow"],
        colours["ink-yellow-case"],
    }
    assert not with_class(parse(draw_svg(board)), "motu-drawn")


def test_what_is_drawn_beside_the_board_is_refused() -> None:
    with pytest.raises(BoardError, match="no cell 'z9'"):
        draw_svg(motu.load_game("hex(size=3)").board, drawn=["circle z9"])


@pytest.mark.parametrize("name", ["atmalof-announced", "atoll-swapped", "atomorph-contested"])
def test_labels_do_not_hide_what_they_stand_on(name: str) -> None:
    state = GALLERY[name]()
    marks: dict[str | int, str] = dict.fromkeys(state.game.board.names, "12")
    root = parse(draw_svg(state, marks=marks))
    assert len(with_class(root, "motu-label")) == state.game.board.num_cells
    if state.game.name == "atmalof":
        centres = [(x * SCALE, y * SCALE) for x, y in places_of(state.game.board)]
        for mark in with_class(root, "motu-mark"):
            assert mark.get("transform")
        pieces = [cell for cell, stone in enumerate(state.stones()) if stone != 2]
        plates = [mark for mark in with_class(root, "motu-mark") if mark.find(f"{SVG}circle") is not None]
        plates += [mark for mark in with_class(root, "motu-mark") if len(mark.findall(f"{SVG}rect")) == 1]
        places = {f"translate({number(centres[cell][0])},{number(centres[cell][1])})" for cell in pieces}
        assert places <= {plate.get("transform") for plate in plates}


@pytest.mark.parametrize("spec", ["gan", "atomorph(size=5)", "atmalof"])
def test_heat_tints_by_its_share(spec: str) -> None:
    board = motu.load_game(spec).board
    tints = with_class(parse(draw_svg(board, heat={0: 0, 1: 0.5, 2: 1})), "motu-heat")
    assert [tint.get("fill-opacity") for tint in tints] == ["0", "0.51", "0.9"]


def test_heat_numbers_do_not_hide_bars_nor_meet_labels() -> None:
    state = GALLERY["atmalof-moved"]()
    board = state.game.board
    root = parse(draw_svg(state, heat=[0.5] * board.num_cells, marks={"r3c3": "A"}))
    places = {(text.get("x"), text.get("y")) for text in with_class(root, "motu-share")}
    assert len(places) == board.num_cells - 1
    x, y = board.centres[board.index("r5c6")].tolist()
    centre = (number(x * SCALE), number((y + 0.3 * 0.355) * SCALE))
    assert centre not in places


def test_coordinates_drop_out_of_small_pictures_only() -> None:
    board = motu.load_game("nauru").board
    assert with_class(parse(draw_svg(board, size=800)), "motu-coordinates")
    assert not with_class(parse(draw_svg(board, size=200)), "motu-coordinates")
    assert with_class(parse(draw_svg(board, size=200, coordinates=True)), "motu-coordinates")
    assert not with_class(parse(draw_svg(board, coordinates=False)), "motu-coordinates")


def test_size_keeps_the_proportions() -> None:
    root = parse(draw_svg(motu.load_game("hex(size=9x11)").board, size=400))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert root.get("width") == "400"
    assert float(root.attrib["height"]) == pytest.approx(400 * height / width, abs=0.51)
    assert "width" not in parse(draw_svg(motu.load_game("hex(size=9x11)").board)).attrib


@pytest.mark.parametrize("theme", THEMES)
def test_colours_come_from_the_theme(theme: str) -> None:
    text = draw_svg(GALLERY["atomorph-contested"](), theme=theme)
    allowed = {*THEMES[theme].colours.values(), *(THEMES[theme].at_night or {}).values()}
    assert set(re.findall(r"#[0-9a-f]{6}", text)) <= allowed
    assert ("prefers-color-scheme" in text) == (theme == "auto")


def test_night_colours_cover_every_painted_shape() -> None:
    root = parse(draw_svg(GALLERY["atmalof-announced"](), theme="auto", hooks=False))
    for part in root.iter():
        for key in ("fill", "stroke"):
            if part.get(key, "none") != "none":
                assert f"motu-{key}-" in part.attrib.get("class", "") or part.attrib[key].startswith("url(")
        if part.tag == f"{SVG}stop":
            assert part.attrib["class"].startswith("motu-stop-")


def test_motion_is_asked_for_and_can_be_declined() -> None:
    state = GALLERY["atoll-swapped"]()
    text = draw_svg(state, animated=True)
    assert "prefers-reduced-motion:no-preference" in text
    assert len(with_class(parse(text), "motu-just")) == 1
    assert "animation" not in draw_svg(state)


def test_pictures_without_hooks_are_smaller_and_look_the_same() -> None:
    state = GALLERY["atoll-third-island"]()
    text = draw_svg(state, hooks=False)
    assert len(text) < 0.8 * len(draw_svg(state))
    assert "data-" not in text
    assert len(list(parse(text).iter(f"{SVG}circle"))) == len(list(parse(draw_svg(state)).iter(f"{SVG}circle")))


def test_custom_board_with_a_bay() -> None:
    state = play("atoll(file=bay.json)", "a1 e6", BAY)
    root = parse(draw_svg(state))
    assert len(cells_of(root)) == len(BAY.cells)


def test_random_boards_are_drawn_with_every_island_of_their_reefs() -> None:
    for board in random_boards(60):
        root = parse(draw_svg(board))
        owners = {stone.islands[0] for stone in reef_of(board) if len(stone.islands) == 1}
        assert {int(island.attrib["data-island"]) for island in with_class(root, "motu-island")} == owners
        assert list(cells_of(root)) == list(board.names)


def test_boards_in_a_row() -> None:
    scenes = [scene_of(GALLERY[name]()) for name in ("atoll-start", "atomorph-won", "atmalof-won")]
    root = parse(draw_row(scenes, captions=["One", "Two", "Three"], title="All"))
    boards = root.findall(f"{SVG}svg")
    assert len(boards) == 3
    assert len({board.get("height") for board in boards}) == 1
    texts = [part.text for part in root.findall(f"{SVG}text")]
    assert texts == ["One", "Two", "Three"]
    assert root[0].text == "All"
    lefts = [float(board.attrib["x"]) for board in boards]
    rights = [float(board.attrib["x"]) + float(board.attrib["width"]) for board in boards]
    assert all(right < left for right, left in zip(rights, lefts[1:], strict=False))


BAD_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"theme": "sepia"}, "drawing/theme"),
    ({"size": 0}, "drawing/size"),
    ({"size": -5}, "drawing/size"),
    ({"size": 10**9}, "drawing/size"),
    ({"size": True}, "drawing/size"),
    ({"size": "large"}, "drawing/size"),
    ({"prefix": ""}, "drawing/prefix"),
    ({"prefix": "1st"}, "drawing/prefix"),
    ({"prefix": '"><script>'}, "drawing/prefix"),
]


@pytest.mark.parametrize(("options", "slug"), BAD_OPTIONS)
def test_bad_options_are_refused(options: dict[str, Any], slug: str) -> None:
    with pytest.raises(MotuError) as caught:
        draw_svg(motu.load_game("hex(size=3)").board, **options)
    assert caught.value.slug == slug


def test_a_row_needs_boards_and_a_caption_each() -> None:
    scene = scene_of(motu.load_game("hex(size=3)").board)
    for scenes, captions in (([], []), ([scene], ["a", "b"])):
        with pytest.raises(DrawingError, match="boards with"):
            draw_row(scenes, captions=captions)


def test_scenes_and_states_draw_alike() -> None:
    state = GALLERY["hex-won"]()
    assert draw_scene(scene_of(state)) == draw_svg(state)


def test_numbers_that_cannot_be_drawn_are_refused() -> None:
    assert [number(value) for value in (-0.001, 1.0, 2.5, 1 / 3)] == ["0", "1", "2.5", "0.33"]
    with pytest.raises(DrawingError):
        number(float("nan"))


def test_the_package_has_its_public_names_and_no_others() -> None:
    assert all(hasattr(motu.drawing, name) for name in motu.drawing.__all__)
    assert not hasattr(motu.drawing, "draw_everything")
