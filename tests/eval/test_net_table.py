"""A net is used by itself where a match has shown that it helps, and is done without where it is missing."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import motu
from games.formats.random_records import custom_game
from motu.engine.answers import analysis_as_json
from motu.engine.position_search import search_position
from motu.errors import NetError
from motu.eval.nets import Encoding, Net, default_net, find_net, installed_nets, open_net
from motu.eval.nets.choice import CHOICE
from motu.eval.nets.installed import FOLDER, OWN
from motu.eval.nets.selection import has_net, shipped_rows
from motu.eval.nets.table import (
    FILE,
    NEVER,
    Elsewhere,
    PlayedMatch,
    Row,
    board_of,
    read_elsewhere,
    read_table,
    write_table,
)
from motu.search.configuration import NET_SETTINGS, best_settings, resolve
from motu.search.limits import Limits
from motu.search.mcts import MctsPlayer, SearchTree

TINY = Path(__file__).parents[1] / "nets" / "tiny.onnx"
HEX_4 = motu.load_game("hex(size=4)")
MATCH = PlayedMatch(games=200, score=0.625, seconds=0.5, opponent="mcts:0.5s", date="2026-11-21")
ROW = Row("atoll(board=rhombus,size=4,islands=4,swap=false)", "tiny.onnx", 0.0, MATCH)

TwoTables = Callable[[Sequence[Row], Sequence[Row]], None]


def row(**changes: Any) -> Row:
    return msgspec.structs.replace(ROW, **changes)


def is_used(spec: str) -> bool:
    return default_net(motu.load_game(spec)) is not None


def runs_at(monkeypatch: pytest.MonkeyPatch, rate: float) -> None:
    """Have all nets run so fast."""
    monkeypatch.setattr(Net, "rate", property(lambda _net: rate))


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own with a net that is used on Hex 4."""
    folder = tmp_path / "nets"
    monkeypatch.setenv(CHOICE, "onnxruntime")
    monkeypatch.setenv(OWN, str(folder))
    write_table(folder, [ROW])
    shutil.copy(TINY, folder)
    return folder


@pytest.fixture
def tables(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TwoTables:
    """Writes one's own table, and another in place of that which comes with motu, with the same net beside it."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    shutil.copy(TINY, shipped)
    monkeypatch.setattr("motu.eval.nets.selection.folders", lambda: (own, shipped))

    def write(mine: Sequence[Row], theirs: Sequence[Row]) -> None:
        write_table(own, mine)
        write_table(shipped, theirs)

    return write


def test_the_engine_uses_the_net_on_its_board(own: Path) -> None:
    for spec in ("hex(size=4)", "hex(size=4,swap=false)"):
        state = motu.load_game(spec).new_initial_state()
        found = SearchTree(state).search(Limits(visits=50))
        assert found.net is not None
        assert found.net.name == "tiny"
        assert sum(move.prior for move in found.moves) == pytest.approx(1, abs=1e-3)


def test_its_settings_are_those_of_nets(own: Path) -> None:
    used = resolve(HEX_4)
    assert used is default_net(HEX_4) is not None
    assert best_settings(HEX_4.rules, used) == NET_SETTINGS


def test_no_other_board_has_it(own: Path) -> None:
    for spec in ("hex(size=5)", "atoll(size=5)", "atomorph(size=4)", "atmalof"):
        game = motu.load_game(spec)
        assert default_net(game) is None
        state = game.new_initial_state()
        assert SearchTree(state).search(Limits(visits=20)).net is None


def test_a_player_by_itself_plays_with_it(own: Path) -> None:
    player = MctsPlayer(Limits(visits=30), 1)
    assert player.name == "mcts:30"
    state = HEX_4.new_initial_state()
    assert player.choose(state).action in state.legal_actions()


def test_what_it_says_is_told_once_a_position(own: Path) -> None:
    state = motu.load_game("hex(size=4)").new_initial_state().play_all(["b3"])
    tree = SearchTree(state)
    found = tree.search(Limits(visits=20))
    [judged] = find_net(HEX_4).judge([state])
    assert found.net is not None
    assert found.net.value == pytest.approx(abs(judged.value), abs=1e-5)
    assert judged.value < 0  # who may swap takes the better side
    tree.advance(state.string_to_action("c3"))
    after = tree.analysis().net
    assert after is not None
    assert after.value != found.net.value


def test_of_a_move_that_a_swap_may_follow_it_says_nothing(own: Path) -> None:
    """It knows nothing of the pie rule, and held first moves for won that nobody can keep."""
    with_pie = motu.load_game("hex(size=4)").new_initial_state()
    found = SearchTree(with_pie).search(Limits(visits=20))
    assert found.net is not None
    assert found.net.value is None
    assert analysis_as_json(with_pie, found)["rootInfo"]["net"] == {"name": "tiny"}
    without = SearchTree(motu.load_game("hex(size=4,swap=false)").new_initial_state()).search(Limits(visits=20)).net
    assert without is not None
    assert without.value is not None


def test_analyses_tell_it(own: Path) -> None:
    state = HEX_4.new_initial_state().play_all(["b1", "c3"])
    told = analysis_as_json(state, search_position(state, Limits(visits=50), 1))
    assert told["rootInfo"]["net"]["name"] == "tiny"
    assert told["rootInfo"]["net"]["winrate"] == pytest.approx((1 + told["rootInfo"]["net"]["value"]) / 2, abs=1e-5)
    plain = search_position(state, Limits(visits=50), 1, evaluator="resistance")
    assert "net" not in analysis_as_json(state, plain)["rootInfo"]


def test_a_net_is_used_where_it_runs_as_fast_as_it_needs_to(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_table(own, [row(rate=1500)])
    for rate, used in ((1499, False), (1500, True), (9000, True)):
        runs_at(monkeypatch, rate)
        assert is_used("hex(size=4)") is used


def test_what_needs_nothing_is_used_everywhere_and_not_measured(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Net, "rate", property(lambda _net: pytest.fail("measured for nothing")))
    assert is_used("hex(size=4)")


def test_the_first_row_whose_net_is_fast_enough_decides(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(TINY, own / "a.onnx")
    shutil.copy(TINY, own / "b.onnx")
    write_table(own, [ROW, row(net="a.onnx", rate=1500), row(net="b.onnx", rate=3000)])
    for rate, name in ((1000, "tiny.onnx"), (2000, "a.onnx"), (3000, "b.onnx")):
        runs_at(monkeypatch, rate)
        assert default_net(HEX_4) is find_net(HEX_4) is open_net(own / name)


def test_rows_of_matches_come_before_those_between_them(own: Path, tmp_path: Path, tables: TwoTables) -> None:
    """One's own before what comes with motu, in both."""
    shutil.copy(TINY, own / "own.onnx")
    between, played = row(net="own.onnx", match=None), row(net="own.onnx")
    for mine, theirs, name in (
        ([between], [ROW], "shipped/tiny.onnx"),
        ([between], [row(match=None)], "nets/own.onnx"),
        ([played], [ROW], "nets/own.onnx"),
        ([], [row(match=None)], "shipped/tiny.onnx"),
    ):
        tables(mine, theirs)
        assert default_net(HEX_4) is open_net(tmp_path / name)


def test_a_match_of_ones_own_that_was_lost_outdoes_one_that_comes_with_motu(own: Path, tables: TwoTables) -> None:
    (own / "tiny.onnx").unlink()  # nets that lose are not taken there
    tables([row(rate=NEVER)], [ROW])
    assert not is_used("hex(size=4)")
    tables([row(net="other.onnx", rate=NEVER)], [ROW])
    assert is_used("hex(size=4)")


def test_sizes_and_variants_are_looked_up_as_they_are(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Net, "check_game", lambda _net, _game: None)
    write_table(own, [ROW, row(board="atomorph(size=4,contested=ko,corners=false,return_stone=false,swap=false)")])
    assert is_used("hex(size=4,swap=false)")
    assert is_used("atomorph(size=4,corners=false)")
    assert not any(map(is_used, ("hex(size=3)", "hex(size=4x5)", "atoll(size=5)", "atomorph(size=4)")))


# ---------------------------------------------------------------------------------------- boards that no row names


ELSEWHERE = 'elsewhere = [{game = "atoll", net = "tiny.onnx", rate = 1500, least_cells = 20, most_points = 30}]'


def add_elsewhere(folder: Path, text: str = ELSEWHERE) -> None:
    with (folder / FILE).open("a", encoding="utf-8") as file:
        file.write(text + "\n")


@pytest.fixture
def elsewhere(own: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of one's own, whose net is used on other boards from 20 cells to 30 points, too."""
    runs_at(monkeypatch, 1500)
    add_elsewhere(own)
    return own


def test_boards_that_no_row_names_have_a_net_where_the_table_says_so(elsewhere: Path) -> None:
    for spec, used in (
        ("hex(size=4x5)", True),
        ("hex(size=5)", True),
        ("atoll(board=rhombus,size=5,islands=8)", True),
        ("atoll(size=5)", False),  # 17 cells
        ("hex(size=4x8)", False),  # a grid of 32 points
        ("atomorph(size=5,contested=never)", False),
    ):
        game = motu.load_game(spec)
        assert (default_net(game) is not None) is used is has_net(game), spec


def test_so_do_custom_boards(elsewhere: Path) -> None:
    games = [custom_game(seed, swap=False) for seed in range(30)]
    meant = [game for game in games if game.board.num_cells >= 20 and Encoding(game).num_points <= 30]
    assert 0 < len(meant) < len(games)
    assert [game for game in games if default_net(game) is not None] == meant


def test_what_a_row_says_of_a_board_goes_before_what_is_said_of_others(elsewhere: Path) -> None:
    board = "atoll(board=rhombus,size=5,islands=4,swap=false)"
    write_table(elsewhere, [ROW, row(board=board, rate=NEVER)])
    assert not is_used("hex(size=5)")
    assert is_used("hex(size=4x5)")


def test_elsewhere_too_a_net_has_to_be_fast_enough(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs_at(monkeypatch, 1499)
    assert not is_used("hex(size=5)")


def test_what_is_said_of_other_boards_stays_when_rows_are_written(elsewhere: Path) -> None:
    before = read_elsewhere(elsewhere)
    write_table(elsewhere, [row(rate=3)])
    assert read_elsewhere(elsewhere) == before == (Elsewhere("atoll", "tiny.onnx", 1500.0, 20, 30),)
    assert read_table(elsewhere) == (row(rate=3.0),)


def test_ones_own_word_of_other_boards_comes_first(own: Path, tmp_path: Path, tables: TwoTables) -> None:
    shutil.copy(TINY, own / "own.onnx")
    tables([], [])
    for folder, name in ((own, "own.onnx"), (tmp_path / "shipped", "tiny.onnx")):
        add_elsewhere(folder, ELSEWHERE.replace("tiny.onnx", name).replace("1500", "0"))
    assert default_net(motu.load_game("hex(size=5)")) is open_net(own / "own.onnx")


@pytest.mark.parametrize(
    "spec", ["hex(size=9x13)", "atoll(board=rhombus,size=10,islands=8)", "atomorph(size=12,corners=false)"]
)
def test_on_large_boards_a_net_that_comes_with_motu_is_used_whatever_their_shape(spec: str) -> None:
    game = motu.load_game(spec)
    assert board_of(game) not in {row.board for row in read_table(FOLDER)}
    [used] = shipped_rows(game)
    assert (used.board, used.rate) == (board_of(game), 0)
    assert open_net(FOLDER / used.net).info.game == game.name


# ------------------------------------------------------------------------------------------- what comes with motu


USED = {
    "atoll-medium": (
        *(f"hex(size={size})" for size in range(7, 20)),
        *(f"atoll(size={size})" for size in range(7, 20, 2)),
        *(f"atoll(board=hexagon,size={size},islands=12)" for size in range(5, 12)),
        *(f"atoll(board=hexagon,size={size},islands=24)" for size in range(7, 12)),
        *(f"atoll(board=triangle,size={size},islands=12)" for size in range(11, 16)),
        "atoll(board=rhombus,size=9,islands=8)",
        "hex(size=8x9)",
    ),
    "atomorph-4-to-6": ("atomorph(size=5,return_stone=true)", "atomorph(size=6,return_stone=true)"),
    "atomorph-small": (
        *(f"atomorph(size={size})" for size in range(5, 21)),
        *(f"atomorph(size={size},return_stone=true)" for size in range(7, 21)),
        *(f"atomorph(size={size},contested=never)" for size in range(6, 21)),
        *(f"atomorph(size={size},corners=false)" for size in range(6, 21)),
        *(f"atomorph(size={size},contested=never,corners=false,return_stone=true)" for size in range(6, 21)),
    ),
    None: (
        *(f"hex(size={size})" for size in range(3, 7)),
        "hex(size=23)",
        "atoll(size=5)",
        "atomorph(size=4)",
        "atomorph(size=5,contested=never)",
        "atomorph(size=5,corners=false)",
        "atomorph(size=21)",
        "atmalof",
    ),
}
"""What matches have shown (docs/strength.md): none where a search without a net sees the end, or nobody has tried."""


@pytest.mark.parametrize("rate", [1, 1_000_000])
def test_the_same_nets_are_used_on_every_machine(rate: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motu.eval.nets.selection.folders", lambda: (FOLDER,))
    runs_at(monkeypatch, rate)
    wanted = {spec: name for name, specs in USED.items() for spec in specs}
    found = {spec: default_net(motu.load_game(spec)) for spec in wanted}
    assert {spec: net and net.info.name for spec, net in found.items()} == wanted


def test_what_a_match_has_shown_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motu.eval.nets.selection.folders", lambda: (FOLDER,))
    runs_at(monkeypatch, 1_000_000)
    for each in read_table(FOLDER):
        net = default_net(motu.load_game(each.board))
        assert net is not None
        assert net.info.game == motu.load_game(each.board).name


# ------------------------------------------------------------------------------------------------- what may go wrong


def test_a_net_that_is_missing_is_done_without(own: Path) -> None:
    (own / "tiny.onnx").unlink()
    with pytest.warns(RuntimeWarning, match="playing without a net: cannot read the net"):
        found = SearchTree(HEX_4.new_initial_state()).search(Limits(visits=20))
    assert found.net is None
    assert found.visits >= 0


def test_a_net_that_is_damaged_is_done_without(own: Path) -> None:
    (own / "tiny.onnx").write_bytes(b"half of it")
    with pytest.warns(RuntimeWarning, match="playing without a net: .* is no net"):
        assert resolve(HEX_4) == "resistance"


def test_of_a_net_that_is_damaged_stdout_hears_nothing(own: Path) -> None:
    """Programs read there: a damaged name in the net makes ONNX Runtime fail otherwise than elsewhere."""
    data = bytearray((own / "tiny.onnx").read_bytes())
    at = data.find(b"planes")
    data[at : at + 6] = b"\xff" * 6
    (own / "tiny.onnx").write_bytes(data)
    command = [sys.executable, "-m", "motu", "analyze", HEX_4.spec, "--visits", "20", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert json.loads(done.stdout)["moveInfos"]
    assert done.stderr.startswith("motu: playing without a net: ")
    assert done.stderr.count("\n") == 1, "one line, and none of the program's"


def test_a_net_of_another_game_is_done_without(own: Path) -> None:
    game = motu.load_game("atomorph(size=4,swap=false)")
    write_table(own, [row(board=game.spec)])
    with pytest.warns(RuntimeWarning, match="is for atoll"):
        assert default_net(game) is None


RIGHT = 'board = "hex", net = "tiny.onnx", rate = 3'
RIGHT_MATCH = 'games = 2, score = 0.5, seconds = 1, opponent = "x", date = "y"'


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "format = 1",
        "format = 2\nrows = []",
        "format = 1\nrows = []\nmore = 1",
        "format = 1\nrows = [{}]",
        "format = 1\nrows = [3]",
        "format = 1\nrows = 3",
        "\x00\xff",
        "format = " + "[" * 3000,
        *(
            f"format = 1\nrows = [{{{RIGHT.replace(*change)}}}]"
            for change in (
                ("tiny", "../tiny"),
                ("tiny.onnx", "uses.json"),
                ('"tiny.onnx"', "3"),
                ("rate = 3", "rate = -1"),
                ("rate = 3", "rate = nan"),
                ("rate = 3", 'rate = "many"'),
                ("rate = 3", "rate = true"),
                ("rate = 3", "rate = 3, more = 1"),
                ("rate = 3", "rate = 3, match = 3"),
            )
        ),
        *(
            f"format = 1\nrows = []\n{ELSEWHERE.replace(*change)}"
            for change in (
                ("rate = 1500", "rate = -1"),
                ("least_cells = 20", "least_cells = 0"),
                (", most_points = 30", ""),
                ("tiny", "../tiny"),
                ("game =", "board ="),
            )
        ),
        *(
            f"format = 1\nrows = [{{{RIGHT}, match = {{{RIGHT_MATCH.replace(*change)}}}}}]"
            for change in (("games = 2", 'games = "many"'), ("0.5", "true"), ("0.5", "1.5"), ("= 1", "= 0"))
        ),
    ],
)
def test_a_damaged_table_is_said_and_done_without(text: str, own: Path) -> None:
    (own / FILE).write_bytes(text.encode("latin-1"))
    with pytest.warns(RuntimeWarning, match="does not say which nets are used where"):
        assert default_net(HEX_4) is None
    with pytest.raises(NetError) as refused:
        read_table(own)
    assert refused.value.slug == "net/uses"
    assert str(own / FILE) in refused.value.message


def test_what_the_damaged_ones_were_is_right(own: Path) -> None:
    (own / FILE).write_text(f"format = 1\nrows = [{{{RIGHT}, match = {{{RIGHT_MATCH}}}}}]", "utf-8")
    assert read_table(own) == (Row("hex", "tiny.onnx", 3.0, PlayedMatch(2, 0.5, 1.0, "x", "y")),)


def test_no_row_names_a_custom_board() -> None:
    assert board_of(custom_game(1, swap=False)) is None


# --------------------------------------------------------------------------------------------------------------- files


def test_rows_come_back_by_board_and_preference(tmp_path: Path) -> None:
    before = row(board="a board before it", match=MATCH.__class__(2, 1.0, 0.25, 'mcts:1s,"x"\\ü', "2026-11-23"))
    slow, fast, never = row(rate=1440), row(net="b.onnx", rate=1920.5), row(net="c.onnx", rate=NEVER)
    between = row(net="d.onnx", rate=3000, match=None)
    write_table(tmp_path / "new", [between, slow, before, never, fast])
    assert read_table(tmp_path / "new") == (before, never, fast, slow, between)
    assert [file.name for file in (tmp_path / "new").iterdir()] == [FILE]


def test_no_folder_has_no_rows(tmp_path: Path) -> None:
    assert read_table(tmp_path / "none") == ()
    (tmp_path / "file").touch()
    assert read_table(tmp_path / "file") == ()


def test_a_table_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NetError) as refused:
        write_table(tmp_path / "file", [ROW])
    assert refused.value.slug == "net/uses"


def test_ones_own_nets_come_first(own: Path) -> None:
    assert installed_nets()[0] == own / "tiny.onnx"
    assert find_net(motu.load_game("hex(size=6)")).info.name == "tiny"
    nets_that_come_with_motu = {row.net for row in read_table(FOLDER) if row.board == board_of(motu.load_game("nauru"))}
    assert f"{find_net(motu.load_game('nauru')).info.name}.onnx" in nets_that_come_with_motu


def test_what_comes_with_motu_can_be_used() -> None:
    for each in read_table(FOLDER):
        game, net = motu.load_game(each.board), open_net(FOLDER / each.net)
        net.check_game(game)
        used = default_net(game)
        assert used is None or used is find_net(game)
        if net.is_as_fast_as(each.rate):
            assert used is not None
