"""Nets in play: files, judgements, and searches that ask them. The net of the tests knows Hex on 3 and 4 rows."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import motu
from motu.errors import EngineError, GameOverError, NetError
from motu.eval.nets import Encoding, Net, find_net, installed_nets, open_net
from motu.eval.nets.encoding import unpack
from motu.eval.nets.installed import FOLDER, OWN, net_named
from motu.eval.nets.net_file import NetInfo, TrainingStep, read_info
from motu.eval.nets.runtime import Kind, Model, open_runtime
from motu.search.configuration import NET_SETTINGS, SearchSettings, best_settings
from motu.search.expectimax import ExpectimaxSearch
from motu.search.limits import Limits
from motu.search.mcts import MctsPlayer, SearchTree
from motu.search.players import make_player
from motu.train.truth import SolvedSet

TINY = Path(__file__).parents[1] / "nets" / "tiny.onnx"


@pytest.fixture(scope="module")
def tiny() -> Net:
    return Net.load(TINY, "onnxruntime")


def refusal_of(call: object, *args: object) -> NetError:
    assert callable(call)
    with pytest.raises(NetError) as refused:
        call(*args)
    return refused.value


@pytest.mark.parametrize("kind", ["onnxruntime", "openvino", "motu"])
def test_a_net_that_nobody_uses_any_more_is_gone(kind: Kind) -> None:
    """The native side asks it, and it holds the native side: neither may keep the other."""
    if kind == "openvino":
        pytest.importorskip("openvino")
    net = Net.load(TINY, kind)
    MctsPlayer(Limits(visits=20), 1, evaluator=net).choose(motu.load_game("hex(size=3)").new_initial_state())
    known = weakref.ref(net)
    del net
    gc.collect()
    assert known() is None


# -------------------------------------------------------------------------------------------------------- what it says


def test_a_judgement_is_a_value_and_shares_of_the_legal_actions(tiny: Net) -> None:
    game = motu.load_game("hex(size=5)")
    states = [game.new_initial_state(), game.new_initial_state().play_all(["c3"])]
    for state, judgement in zip(states, tiny.judge(states), strict=True):
        assert -1 <= judgement.value <= 1
        assert list(judgement.policy) == [action for action in state.legal_actions() if action < 25]
        assert sum(judgement.policy.values()) == pytest.approx(1)
        assert judgement.policy[judgement.best] == max(judgement.policy.values())


def test_positions_are_judged_alike_alone_and_together(tiny: Net) -> None:
    game = motu.load_game("atoll(size=5)")
    states = [game.new_initial_state().play_all(moves) for moves in ([], ["c3"], ["c3", "b2"])]
    together = tiny.judge(states)
    for state, judgement in zip(states, together, strict=True):
        assert tiny.judge([state])[0].value == pytest.approx(judgement.value, abs=1e-5)


def test_a_position_and_its_images_are_judged_alike(tiny: Net) -> None:
    game = motu.load_game("atoll(size=5,swap=false)")
    turns = [symmetry for symmetry in game.symmetries if not symmetry.swaps_colours]
    assert len(turns) > 1
    actions = [game.new_initial_state().string_to_action(move) for move in ("c3", "b2", "d4")]
    images = []
    for symmetry in turns:
        state = game.new_initial_state()
        for action in actions:
            state.apply_action(symmetry.actions[action])
        images.append(state)
    first, *others = tiny.judge(images)
    for symmetry, image in zip(turns[1:], others, strict=True):
        assert image.value == pytest.approx(first.value, abs=1e-5)
        for action, share in first.policy.items():
            assert image.policy[symmetry.actions[action]] == pytest.approx(share, abs=1e-5)


@pytest.mark.parametrize(("size", "share"), [(3, 1.0), (4, 0.85)])
def test_the_net_has_learnt_who_wins(size: int, share: float, tiny: Net) -> None:
    truth = SolvedSet(motu.load_game(f"hex(size={size},swap=false)"), 100, 11)
    right = truth.compare(tiny)
    assert right.openings_right >= share * right.openings
    assert right.positions_right >= 0.8 * right.positions
    assert right.moves_right >= 0.8 * right.winning


def test_a_game_that_is_over_is_not_judged(tiny: Net) -> None:
    state = motu.load_game("hex(size=3,swap=false)").new_initial_state().play_all(["b1", "a1", "b2", "a2", "b3"])
    with pytest.raises(GameOverError):
        tiny.judge([state])


def test_what_a_net_says_of_itself_fits_a_screen() -> None:
    """Its training, of thirty parts on ten boards each, would fill hundreds of lines of a session in Python."""
    info = open_net(net_named("atoll-medium")).info
    assert len(info.history) > 10
    assert len(repr(info)) < 1_000
    assert replace(info, history=()) != info


def test_other_games_are_refused(tiny: Net) -> None:
    for spec in ("atmalof", "atomorph(size=5)"):
        error = refusal_of(tiny.judge, [motu.load_game(spec).new_initial_state()])
        assert error.slug == "net/game"


# --------------------------------------------------------------------------------------------------------- how it sees


def test_views_are_as_many_as_the_board_has_symmetries() -> None:
    for spec in ("hex(size=3)", "hex(size=3x4)", "atoll(size=7)", "atoll-12(size=3)"):
        game = motu.load_game(spec)
        assert Encoding(game).num_views == len(game.symmetries)


def test_a_view_shows_the_image_of_a_position() -> None:
    game = motu.load_game("hex(size=4,swap=false)")
    encoding = Encoding(game)
    state = game.new_initial_state().play_all(["b1", "d2", "c3"])
    stones = state.stones()
    for view, symmetry in enumerate(game.symmetries):
        planes = unpack(encoding.encode(state, view)[None], 4, 4)[0]
        for cell, image in enumerate(symmetry.cells):
            at = divmod(encoding.points()[image], 4)
            assert planes[1][at] == (stones[cell] == state.to_move())
            assert planes[2][at] == (stones[cell] == 1 - state.to_move())


def test_the_swap_has_no_point() -> None:
    assert Encoding(motu.load_game("hex(size=3)")).points()[9] == -1


def test_there_is_no_view_beyond_the_last() -> None:
    encoding = Encoding(motu.load_game("hex(size=3)"))
    for view in (-1, encoding.num_views, 2**40):
        with pytest.raises(NetError, match="there are 0 to 3") as refusal:
            encoding.encode(encoding.game.new_initial_state(), view)
        assert refusal.value.slug == "net/view"
        with pytest.raises(NetError, match="there are 0 to 3") as refusal:
            encoding.points(view)
        assert refusal.value.slug == "net/view"


def test_atmalof_has_lines_and_eight_directions() -> None:
    game = motu.load_game("atmalof(rows=4,cols=5,extra_rows=1,extra_cols=0,line=4)")
    encoding = Encoding(game)
    assert (encoding.rows, encoding.columns, encoding.lattice) == (5, 5, "square")
    assert (encoding.policy_planes, encoding.has_lines) == (10, True)
    points = encoding.points()
    assert points[0] == 8 * 25
    assert points[4] == 8 * 25 + 4 * 5
    assert points[5:10] == tuple(range(9 * 25, 9 * 25 + 5))
    assert len(set(points)) == len(points)
    assert not any(Encoding(motu.load_game(spec)).has_lines for spec in ("hex", "atomorph"))


def test_a_roll_has_no_planes() -> None:
    encoding = Encoding(motu.load_game("junior"))
    assert refusal_of(encoding.encode, encoding.game.new_initial_state().play_all(["r4"])).slug == "net/roll"


def test_unequal_sides_have_fewer_views() -> None:
    views = {"junior": 8, "atmalof": 2, "atmalof(rows=4,cols=5,extra_rows=0,extra_cols=1,line=4)": 2}
    for spec, count in views.items():
        assert Encoding(motu.load_game(spec)).num_views == count


# ----------------------------------------------------------------------------------------------------------- searching


@pytest.mark.parametrize("batch", [1, 8, 32])
def test_a_search_with_the_net_finds_what_wins(batch: int, tiny: Net) -> None:
    state = motu.load_game("hex(size=4,swap=false)").new_initial_state()
    analysis = SearchTree(state, tiny, SearchSettings(batch=batch, advise_visits=0)).search(Limits(visits=2000))
    assert analysis.best.move in ("d1", "c2", "b3", "a4")
    assert analysis.best.value > 0.5


def test_a_search_uses_the_nets_priors(tiny: Net) -> None:
    state = motu.load_game("hex(size=4,swap=false)").new_initial_state()
    analysis = SearchTree(state, tiny, SearchSettings(advise_visits=0)).search(Limits(visits=20))
    [judgement] = tiny.judge([state])
    for move in analysis.moves:
        assert move.prior == pytest.approx(judgement.policy[move.action], abs=1e-5)


def test_who_is_offered_a_good_stone_swaps(tiny: Net) -> None:
    state = motu.load_game("hex(size=4)").new_initial_state().play_all(["b3"])
    assert tiny.judge([state])[0].value < 0
    analysis = SearchTree(state, tiny, SearchSettings(advise_visits=0)).search(Limits(visits=200))
    assert analysis.best.move == "swap"


def test_several_threads_share_a_net(tiny: Net) -> None:
    state = motu.load_game("hex(size=5,swap=false)").new_initial_state()
    settings = SearchSettings(batch=4, threads=3, advise_visits=0)
    analysis = SearchTree(state, tiny, settings).search(Limits(visits=600))
    assert analysis.visits >= 600


@pytest.mark.parametrize("batch", [1, 16])
def test_a_search_with_one_thread_is_repeatable(batch: int, tiny: Net) -> None:
    state = motu.load_game("hex(size=5,swap=false)").new_initial_state()
    found = [SearchTree(state, tiny, SearchSettings(batch=batch)).search(Limits(visits=200)).moves for _ in range(2)]
    assert [(move.action, move.visits) for move in found[0]] == [(move.action, move.visits) for move in found[1]]


# ------------------------------------------------------------------------------------------------------------- players


def test_a_players_text_names_a_file_as_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "My Net.onnx"
    file.write_bytes(TINY.read_bytes())
    player = make_player(f"MCTS:20,evaluator=net:{file},Batch=4", 1)
    assert player.name == f"mcts:20,evaluator=net:{file},batch=4"
    state = motu.load_game("hex(size=4)").new_initial_state()
    assert player.choose(state).action in state.legal_actions()
    assert make_player(player.name).name == player.name


def test_nets_have_settings_of_their_own(tiny: Net) -> None:
    rules = motu.load_game("hex").rules
    for evaluator in ("net", f"net:{TINY}", tiny):
        assert best_settings(rules, evaluator) == NET_SETTINGS
    assert best_settings(rules, "rollout") == SearchSettings()
    assert best_settings(motu.load_game("junior").rules, "net:any.onnx").batch < NET_SETTINGS.batch


def test_a_player_with_a_net_plays_whole_games() -> None:
    state = motu.load_game("hex(size=4)").new_initial_state()
    player = MctsPlayer(Limits(visits=30), 1, None, f"net:{TINY}")
    while not state.is_terminal():
        state.apply_action(player.choose(state).action)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winner in (0, 1)


def test_expectimax_knows_no_nets() -> None:
    with pytest.raises(EngineError, match="no game has an evaluator 'net'") as refused:
        make_player("expectimax:100,evaluator=net")
    assert refused.value.slug == "engine/unknown-player"
    with pytest.raises(EngineError) as refused:
        ExpectimaxSearch(motu.load_game("hex(size=3)"), "net")
    assert refused.value.slug == "engine/unknown-evaluator"


# --------------------------------------------------------------------------------------------------------------- files


def test_a_net_is_named_by_its_file_or_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert net_named(TINY) == net_named(str(TINY)) == TINY
    assert net_named("atoll-small") == FOLDER / "atoll-small.onnx"
    error = refusal_of(net_named, "atol-small")
    assert error.slug == "net/missing"
    assert "atoll-small" in error.legal
    monkeypatch.setenv(OWN, str(tmp_path))
    own = tmp_path / "atoll-small.onnx"
    own.write_bytes(TINY.read_bytes())
    assert net_named("atoll-small") == own


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_device_that_never_ends_is_no_net(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motu.eval.nets.net.MAX_NET_BYTES", 1000)
    error = refusal_of(open_net, Path("/dev/zero"))
    assert error.slug == "net/missing"
    assert "larger than 1,000 bytes" in error.message


def test_installed_nets_are_what_their_names_say() -> None:
    for path in installed_nets():
        assert open_net(path).info.name == path.stem


def test_the_net_of_a_game_is_found_or_its_absence_said() -> None:
    for spec in ("hex", "atomorph", "atmalof"):
        game = motu.load_game(spec)
        if any(open_net(path).info.game == game.name for path in installed_nets()):
            assert find_net(game).info.game == game.name
        else:
            error = refusal_of(find_net, game)
            assert error.slug == "net/missing"
            assert "net:FILE" in error.message


def test_a_file_that_is_opened_again_is_shared_until_it_changes(tmp_path: Path) -> None:
    file = tmp_path / "net.onnx"
    file.write_bytes(TINY.read_bytes())
    first = open_net(file)
    assert open_net(file) is first
    file.write_bytes(b"other")
    assert refusal_of(open_net, file).slug == "net/file"


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    for call in (Net.load, open_net):
        error = refusal_of(call, tmp_path / "none.onnx")
        assert error.slug == "net/missing"
        assert "none.onnx" in error.message


@pytest.mark.parametrize("data", [b"", b"no graph", TINY.read_bytes()[:2000]])
def test_what_is_no_net_is_refused(data: bytes) -> None:
    with pytest.raises(NetError) as refused:
        Net(data, "x.onnx", "onnxruntime")
    assert refused.value.slug == "net/file"
    assert "x.onnx" in refused.value.message


@pytest.mark.parametrize("text", ["", "{}", "[]", "nothing", '{"format": 0}', '{"format": 1, "name": "x"}'])
def test_metadata_of_something_else_are_refused(text: str) -> None:
    assert refusal_of(read_info, {"motu": text}, "x.onnx").slug == "net/file"
    assert refusal_of(read_info, {}, "x.onnx").slug == "net/file"


def test_metadata_without_a_precision_are_of_an_older_net() -> None:
    data = json.loads(NetInfo("n", "atoll", "hex", ("board",), 2, 3, 1, precision="int8").to_json())
    assert read_info({"motu": json.dumps(data)}, "x").precision == "int8"
    del data["precision"]
    assert read_info({"motu": json.dumps(data)}, "x").precision == "float32"


def test_metadata_come_back() -> None:
    steps = (TrainingStep("2026-01-02", 1, 2, 3, ("a", "b")), TrainingStep("2026-01-03", 10, 20, 30, ("b", "c")))
    info = NetInfo("n", "atoll", "hex", ("board",), 2, 3, 1, steps)
    assert read_info({"motu": info.to_json()}, "x") == info
    assert info.totals == TrainingStep("2026-01-03", 11, 22, 33, ("a", "b", "c"))


# ------------------------------------------------------------------------------------------------------------ runtimes


def test_a_runtime_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    error = refusal_of(open_runtime, Model(b"", "x.onnx"), "openvino")
    assert error.slug == "net/runtime"
    assert "pip install 'motu[fast]'" in error.message


def test_openvino_computes_as_many_calls_at_a_time_as_there_are_cores() -> None:
    from motu.eval.nets import openvino_runtime

    runtime = openvino_runtime.open_model(TINY.read_bytes(), "tiny.onnx")
    encoding = Encoding(motu.load_game("hex(size=11)"))
    planes = np.random.default_rng(1).random((64, len(encoding.planes), encoding.rows, encoding.columns), np.float32)
    first = runtime.run(planes)
    assert runtime.streams == 1
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(runtime.run, [planes] * 200))
    if hasattr(os, "sched_getaffinity"):  # bound to a core, another process's net would wait for it
        assert runtime.streams == min(4, len(os.sched_getaffinity(0)))
        threads = [int(thread.name) for thread in Path("/proc/self/task").iterdir()]
        assert {frozenset(os.sched_getaffinity(thread)) for thread in threads} == {frozenset(os.sched_getaffinity(0))}
    for values, logits in answers:
        assert np.allclose(values, first[0], atol=0.02)
        assert np.allclose(logits, first[1], atol=0.05)


def test_openvino_reports_nothing_to_anybody() -> None:
    program = (
        "import os, sys; os.register_at_fork(before=lambda: print('forked'));"
        "from motu.eval.nets import openvino_runtime; print(sys.modules['openvino_telemetry'])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["None"]


def test_searches_without_nets_load_no_runtime() -> None:
    program = (
        "import sys, motu; from motu.search.players import make_player;"
        "make_player('mcts:10', 1).choose(motu.load_game('hex(size=3)').new_initial_state());"
        "print(*sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert {"onnxruntime", "openvino", "torch"}.isdisjoint(run.stdout.split())


def test_unpacked_bits_are_planes() -> None:
    bits = np.array([[[0b101, 0b1], [0b10, 0]]], np.uint8)
    planes = unpack(bits, 3, 3)
    assert planes.shape == (1, 2, 3, 3)
    assert planes[0, 0].tolist() == [[1, 0, 1], [0, 0, 0], [0, 0, 1]]
    assert planes[0, 1].tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
