"""A net is used by itself where a match has shown that it helps, and is done without where it is missing."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import motu
from games.formats.random_records import custom_game
from motu.engine.answers import analysis_as_json
from motu.engine.position_search import search_position
from motu.errors import NetError
from motu.eval.nets import Net, default_net, find_net, installed_nets, open_net
from motu.eval.nets.choice import CHOICE
from motu.eval.nets.installed import FOLDER, OWN
from motu.eval.nets.runtime import Kind
from motu.eval.nets.uses import Use, board_of, read_uses, with_finding, write_uses
from motu.search.configuration import NET_SETTINGS, best_settings, resolve
from motu.search.limits import Limits
from motu.search.mcts import MctsPlayer, SearchTree

TINY = Path(__file__).parents[1] / "nets" / "tiny.onnx"
HEX_4 = motu.load_game("hex(size=4)")
USE = Use("atoll(board=rhombus,size=4,islands=4,swap=false)", "tiny.onnx", 0.5, "mcts:0.5s", 200, 0.625, "2026-11-21")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own with a net that is used on Hex 4, run by what is there everywhere.

    How fast other runtimes are here must not decide whether a match that was lost with this one counts.
    """
    folder = tmp_path / "nets"
    monkeypatch.setenv(CHOICE, "onnxruntime")
    monkeypatch.setenv(OWN, str(folder))
    write_uses(folder, [USE])
    shutil.copy(TINY, folder)
    return folder


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


def test_analyses_tell_it(own: Path) -> None:
    state = HEX_4.new_initial_state().play_all(["b1", "c3"])
    told = analysis_as_json(state, search_position(state, Limits(visits=50), 1))
    assert told["rootInfo"]["net"]["name"] == "tiny"
    assert told["rootInfo"]["net"]["winrate"] == pytest.approx((1 + told["rootInfo"]["net"]["value"]) / 2, abs=1e-5)
    plain = search_position(state, Limits(visits=50), 1, evaluator="resistance")
    assert "net" not in analysis_as_json(state, plain)["rootInfo"]


def test_a_match_won_with_a_faster_runtime_counts_where_it_runs(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_uses(own, [replace(USE, runtime="openvino")])
    assert default_net(HEX_4) is None
    monkeypatch.setattr(Net, "kind", "openvino")
    assert default_net(HEX_4) is not None


def test_a_match_won_with_onnx_runtime_counts_everywhere(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Net, "kind", "openvino")
    assert read_uses(own)[0].runtime == "onnxruntime"
    assert default_net(HEX_4) is not None


@pytest.mark.parametrize(
    ("kind", "speedup", "counts"),
    [
        ("openvino", 3.5, True),
        ("openvino", 2.81, True),
        ("openvino", 1.2, False),  # without the instructions that made it fast in the match
        ("openvino-int8", 4.0, True),
        ("openvino-int8", 2.6, False),
        ("onnxruntime", 1.0, False),
        ("openvino", None, True),  # asked for: the kind alone is known
        ("openvino-int8", None, False),
    ],
)
def test_a_match_counts_where_the_net_is_about_as_fast(kind: Kind, speedup: float | None, counts: bool) -> None:
    use = replace(USE, runtime="openvino", speedup=3.5)
    assert use.counts_for(kind, speedup) is counts
    assert use.speedup_bound == pytest.approx(2.8)
    assert USE.counts_for(kind, speedup)
    assert replace(use, speedup=0.0).counts_for(kind, speedup) is (kind == "openvino")


def test_what_wants_the_faster_runtime_is_looked_at_first(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(TINY, own / "a.onnx")
    shutil.copy(TINY, own / "b.onnx")
    eight = replace(USE, net="a.onnx", runtime="onnxruntime-int8", speedup=1.8)
    fast = replace(USE, net="b.onnx", runtime="openvino", speedup=3.5)
    write_uses(own, [USE, eight, fast])
    monkeypatch.setattr(Net, "kind", "openvino-int8")
    for speedup, name in ((1.2, "tiny.onnx"), (2.6, "a.onnx"), (3.4, "b.onnx")):
        monkeypatch.setattr(Net, "speedup", speedup)
        assert default_net(HEX_4) is find_net(HEX_4) is open_net(own / name)


def test_of_two_nets_the_one_that_won_with_what_runs_here_is_used(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(TINY, own / "other.onnx")
    write_uses(own, [USE, replace(USE, net="other.onnx", runtime="openvino")])
    for kind, name in (("onnxruntime", "tiny.onnx"), ("openvino", "other.onnx")):
        monkeypatch.setattr(Net, "kind", kind)
        assert default_net(HEX_4) is find_net(HEX_4) is open_net(own / name)


OTHER = replace(USE, board="atoll(board=rhombus,size=5,islands=4,swap=false)")
FAST = replace(USE, net="fast.onnx", runtime="openvino")
NEW = replace(USE, net="new.onnx")


LOST = replace(USE, is_won=False, score=0.48)


def found(use: Use, runtime: Kind, speedup: float = 0.0) -> Use:
    return replace(use, runtime=runtime, speedup=speedup)


@pytest.mark.parametrize(
    ("finding", "kept"),
    [
        (NEW, [OTHER, FAST]),
        (found(NEW, "openvino"), [OTHER, USE]),
        (found(NEW, "openvino-int8"), [OTHER, USE, FAST]),
        (LOST, [OTHER, FAST]),
        (found(LOST, "openvino"), [OTHER, FAST]),  # what ran in ONNX Runtime would be used with it
        (replace(FAST, is_won=False), [OTHER, USE]),
        (replace(NEW, is_won=False), [OTHER, USE, FAST]),  # says nothing of other nets
    ],
)
def test_what_other_runtimes_and_other_nets_have_found_stays(finding: Use, kept: list[Use]) -> None:
    assert with_finding([OTHER, USE, FAST], finding) == [*kept, finding]


@pytest.mark.parametrize(("speedup", "is_kept"), [(4.0, False), (2.0, True)])
def test_what_would_be_used_here_but_has_lost_here_goes(speedup: float, is_kept: bool) -> None:
    fast = found(USE, "openvino", 3.5)
    lost = found(LOST, "openvino-int8", speedup)
    assert with_finding([OTHER, fast], lost) == [OTHER, *([fast] if is_kept else []), lost]


@pytest.mark.parametrize(("speedup", "is_kept"), [(3.0, False), (1.5, False), (1.1, True)])
def test_a_match_that_is_won_after_all_counts_from_then_on(speedup: float, is_kept: bool) -> None:
    lost = found(LOST, "openvino", speedup)
    won = found(USE, "openvino-int8", 1.6)
    assert with_finding([OTHER, lost], won) == [OTHER, *([lost] if is_kept else []), won]


# ------------------------------------------------------------------ where it has lost, and where nobody has looked


def hex_use(size: int, use: Use = USE) -> Use:
    return replace(use, board=f"atoll(board=rhombus,size={size},islands=4,swap=false)")


def is_used(spec: str) -> bool:
    return default_net(motu.load_game(spec)) is not None


def test_a_size_between_two_where_it_has_won_has_it_too(own: Path) -> None:
    write_uses(own, [hex_use(3), hex_use(6)])
    assert [is_used(f"hex(size={size})") for size in (3, 4, 5, 6)] == [True] * 4
    assert is_used("hex(size=4,swap=false)")
    others = ("hex(size=2)", "hex(size=20)", "hex(size=4x5)", "atoll(size=5)", "atoll(board=rhombus,size=5,islands=8)")
    assert not any(map(is_used, others))


def test_variants_are_kinds_of_their_own(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Net, "check_game", lambda _net, _game: None)
    write_uses(own, [replace(USE, board=f"atomorph(size={size},corners=false)") for size in (3, 5)])
    assert is_used("atomorph(size=4,corners=false)")
    assert not is_used("atomorph(size=4)")


def test_between_sizes_both_matches_must_count(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_uses(own, [hex_use(3), hex_use(5, found(USE, "openvino", 3.5))])
    monkeypatch.setattr(Net, "kind", "openvino")
    for speedup, used in ((2.0, False), (3.0, True)):
        monkeypatch.setattr(Net, "speedup", speedup)
        assert is_used("hex(size=4)") is used


def test_between_sizes_one_net_must_have_won_both(own: Path) -> None:
    shutil.copy(TINY, own / "other.onnx")
    write_uses(own, [hex_use(3), replace(hex_use(5), net="other.onnx")])
    assert not is_used("hex(size=4)")
    write_uses(own, [hex_use(3), hex_use(5), replace(hex_use(5), net="other.onnx")])
    assert is_used("hex(size=4)")


def test_between_sizes_the_nearest_count(own: Path) -> None:
    write_uses(own, [hex_use(2), hex_use(4, LOST), hex_use(6)])
    assert [is_used(f"hex(size={size})") for size in (3, 4, 5)] == [False] * 3


def test_where_it_has_lost_it_is_not_used(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_uses(own, [hex_use(3), hex_use(4, found(LOST, "onnxruntime", 1.0)), hex_use(5)])
    assert not is_used("hex(size=4)")
    monkeypatch.setattr(Net, "kind", "openvino")  # much faster than in the match that it lost
    monkeypatch.setattr(Net, "speedup", 3.5)
    assert is_used("hex(size=4)")


def test_a_match_of_ones_own_that_was_lost_outdoes_one_that_comes_with_motu(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = tmp_path / "shipped"
    write_uses(shipped, [USE])
    shutil.copy(TINY, shipped)
    monkeypatch.setattr("motu.eval.nets.selection.folders", lambda: (own, shipped))
    write_uses(own, [LOST])
    (own / "tiny.onnx").unlink()  # nets that lose are not taken there
    assert not is_used("hex(size=4)")
    write_uses(own, [replace(LOST, net="other.onnx")])
    assert is_used("hex(size=4)")


def test_files_from_before_tell_of_wins_alone(own: Path) -> None:
    data = json.loads((own / "uses.json").read_text())
    del data["uses"][0]["is_won"]
    (own / "uses.json").write_text(json.dumps(data))
    assert read_uses(own) == (USE,)


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


def test_a_net_of_another_game_is_done_without(own: Path) -> None:
    game = motu.load_game("atomorph(size=4,swap=false)")
    write_uses(own, [replace(USE, board=game.spec)])
    with pytest.warns(RuntimeWarning, match="is for atoll"):
        assert default_net(game) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": 1}',
        '{"format": 2, "uses": []}',
        '{"format": 1, "uses": [{}]}',
        '{"format": 1, "uses": [3]}',
        '{"format": 1, "uses": 3}',
        "\x00\xff",
    ],
)
def test_a_damaged_file_is_said_and_done_without(text: str, own: Path) -> None:
    (own / "uses.json").write_bytes(text.encode("latin-1"))
    with pytest.warns(RuntimeWarning, match="does not say which nets are used where"):
        assert default_net(HEX_4) is None
    with pytest.raises(NetError) as refused:
        read_uses(own)
    assert refused.value.slug == "net/uses"
    assert str(own / "uses.json") in refused.value.message


@pytest.mark.parametrize(
    "change",
    [
        {"net": "../tiny.onnx"},
        {"net": 3},
        {"games": "many"},
        {"score": True},
        {"runtime": "abacus"},
        {"speedup": -1},
        {"speedup": "twice"},
        {"is_won": 1},
    ],
)
def test_a_use_that_cannot_be_is_refused(change: dict[str, object], own: Path) -> None:
    data = json.loads((own / "uses.json").read_text())
    data["uses"][0].update(change)
    (own / "uses.json").write_text(json.dumps(data))
    with pytest.raises(NetError):
        read_uses(own)


def test_custom_boards_have_no_net_of_themselves() -> None:
    assert board_of(custom_game(1, swap=False)) is None


# --------------------------------------------------------------------------------------------------------------- files


def test_uses_come_back(tmp_path: Path) -> None:
    other = replace(USE, board="a board before it")
    write_uses(tmp_path / "new", [USE, other])
    assert read_uses(tmp_path / "new") == (other, USE)
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["uses.json"]


def test_no_folder_has_no_uses(tmp_path: Path) -> None:
    assert read_uses(tmp_path / "none") == ()
    (tmp_path / "file").touch()
    assert read_uses(tmp_path / "file") == ()


def test_uses_that_cannot_be_written_are_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NetError) as refused:
        write_uses(tmp_path / "file", [USE])
    assert refused.value.slug == "net/uses"


def test_ones_own_nets_come_first(own: Path) -> None:
    assert installed_nets()[0] == own / "tiny.onnx"
    assert find_net(motu.load_game("hex(size=6)")).info.name == "tiny"
    nets_that_come_with_motu = {use.net for use in read_uses(FOLDER) if use.board == board_of(motu.load_game("nauru"))}
    assert f"{find_net(motu.load_game('nauru')).info.name}.onnx" in nets_that_come_with_motu


def test_what_comes_with_motu_can_be_used() -> None:
    for use in read_uses(FOLDER):
        game, net = motu.load_game(use.board), open_net(FOLDER / use.net)
        net.check_game(game)
        used = default_net(game)
        assert used is None or used is find_net(game)
        if use.counts_for(net.kind, net.speedup):
            assert used is not None if use.is_won else used is not net
