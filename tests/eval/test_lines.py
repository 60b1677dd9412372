"""Threats, chances, values of turns, and training: what motu.eval.lines makes of the native core."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from motu import load_game
from motu.errors import EngineError
from motu.eval.lines import (
    LineTrainer,
    LineTrainingOptions,
    forget_weights,
    line_threats,
    line_values,
    play_itself,
    play_match,
    turn_chance,
    use_weights,
)
from motu.games import State
from motu.search.expectimax import ExpectimaxSearch
from motu.search.limits import Limits
from motu.search.mcts import SearchTree
from motu.search.players import make_player
from motu.solve import LineSolver

SMALL = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3)"
SPECS = ("atmalof", "junior", "kvinigu", SMALL)


@pytest.fixture
def own_weights() -> Iterator[None]:
    yield
    forget_weights()


def four_in_a_row() -> State:
    stones = {f"r2c{column}": "red" for column in (2, 3, 4, 5)} | {"r4c4": "blue"}
    return load_game("atmalof").new_state(stones, "red")


def step_to_a_line() -> State:
    stones = {f"r2c{column}": "red" for column in (2, 4, 5, 6)} | {"r1c3": "red"}
    return load_game("atmalof").new_state(stones, "red")


def random_positions(spec: str, games: int) -> Iterator[State]:
    choose = random.Random(5).choice
    for _ in range(games):
        state = load_game(spec).new_initial_state()
        while not state.is_terminal() and state.ply() < 150:
            yield state
            state.apply_action(choose(state.legal_actions()))


def chance_by_rules(state: State) -> float:
    """Try every action and every face."""
    person = state.current_player()
    best = 0.0
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        if not after.is_chance_node():
            best = max(best, float(is_won(after, person)))
            continue
        faces = [face for face in after.legal_actions() if wins(after, face, person)]
        best = max(best, len(faces) / len(after.legal_actions()))
    return best


def wins(state: State, face: int, person: int) -> bool:
    after = state.clone()
    after.apply_action(face)
    return is_won(after, person)


def is_won(state: State, person: int) -> bool:
    outcome = state.outcome()
    return outcome is not None and outcome.winner == person


def test_threats_name_their_square_and_who_reaches_it() -> None:
    state = four_in_a_row()
    threats = line_threats(state, 0)
    assert [threat.square for threat in threats] == [7, 12]
    assert threats[0].squares == (7, 8, 9, 10, 11)
    assert [threat.drop_chance for threat in threats] == pytest.approx([1 / 6, 1 / 6])
    assert all(not threat.steppers and not threat.blockers for threat in threats)
    assert line_threats(state, 1) == ()


def test_the_best_announcement_counts_both_ends_of_a_row() -> None:
    state = four_in_a_row()
    found = turn_chance(state, 0)
    assert found.chance == pytest.approx(1 / 3)
    assert found.action is not None
    assert state.action_to_string(found.action) == "r2"
    assert turn_chance(state, 1).action is None


@pytest.mark.parametrize("spec", SPECS)
def test_the_chance_of_a_turn_is_what_the_rules_say(spec: str) -> None:
    checked = 0
    for state in random_positions(spec, 1):
        if state.is_chance_node() or state.ply() % 4 != 0:
            continue
        found = turn_chance(state, state.current_player())
        assert found.chance == pytest.approx(chance_by_rules(state))
        checked += 1
    assert checked > 0


@pytest.mark.parametrize("spec", SPECS)
def test_values_fit_the_legal_actions(spec: str) -> None:
    for state in random_positions(spec, 1):
        values = line_values(state)
        assert len(values) == len(state.legal_actions())
        assert all(-1 <= value <= 1 for value in values)


def test_a_step_that_wins_is_worth_1() -> None:
    state = step_to_a_line()
    best = max(zip(line_values(state), state.legal_actions(), strict=True))
    assert best[0] == 1
    assert state.action_to_string(best[1]) == "r1c3-r2c3"


def test_an_announcement_is_worth_the_mean_of_its_faces() -> None:
    state = four_in_a_row()
    values = dict(zip(state.legal_actions(), line_values(state), strict=True))
    for line in ("r2", "c6", "r7"):
        action = state.string_to_action(line)
        after = state.clone()
        after.apply_action(action)
        faces = line_values(after)
        assert values[action] == pytest.approx(sum(faces) / len(faces), abs=1e-5)


def test_searches_know_the_evaluator_by_name() -> None:
    state = step_to_a_line()
    tree = SearchTree(state, "lines").search(Limits(visits=200))
    assert (tree.best.move, tree.best.proof) == ("r1c3-r2c3", "win")
    assert tree.best.prior > 1 / len(state.legal_actions())
    deep = ExpectimaxSearch(state.game, "lines").search(state, Limits(depth=2))
    assert (deep.move, deep.value) == ("r1c3-r2c3", 1)


def test_training_is_repeatable_and_goes_on_from_a_checkpoint() -> None:
    games = [load_game(SMALL)]
    whole = LineTrainer(games, LineTrainingOptions(seed=4))
    whole.train(230)
    begun = LineTrainer(games, LineTrainingOptions(seed=4))
    begun.train(150)
    resumed = LineTrainer(games, LineTrainingOptions(seed=4))
    resumed.restore(begun.checkpoint())
    resumed.train(80)
    assert (resumed.games, resumed.positions) == (230, whole.positions)
    assert resumed.weights() == whole.weights()
    assert (
        LineTrainer(games, LineTrainingOptions(seed=5)).weights()
        != LineTrainer(games, LineTrainingOptions(seed=4)).weights()
    )


def test_training_makes_a_net_that_beats_the_one_it_was() -> None:
    game = load_game("atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=4)")
    trainer = LineTrainer([game], LineTrainingOptions(half_life=1000))
    before = trainer.weights()
    trainer.train(400)
    match = play_match(game, trainer.weights(), before, 100)
    assert match.wins + match.draws + match.losses + match.unfinished == 200
    assert match.score - 1.96 * match.standard_error > 0.5


def test_who_begins_scores_against_himself_about_what_perfect_play_says() -> None:
    game = load_game(SMALL)
    exact = LineSolver(game).solve(game.new_initial_state())
    trainer = LineTrainer([game], LineTrainingOptions(half_life=1000))
    trainer.train(1000)
    games = play_itself(game, trainer.weights(), 4000, seed=3)
    assert games.wins + games.draws + games.losses + games.unfinished == 4000
    assert games.score == pytest.approx((1 + exact.lower) / 2, abs=0.05)
    assert games.standard_error < 0.01
    assert play_itself(game, trainer.weights(), 4000, seed=3) == games
    assert play_itself(game, trainer.weights(), 4000, seed=4) != games


def test_weights_taken_into_use_change_what_is_thought(tmp_path: Path, own_weights: None) -> None:
    state = load_game(SMALL).new_initial_state()
    before = line_values(state)
    trainer = LineTrainer([state.game], LineTrainingOptions(seed=9))
    trainer.train(20)
    path = tmp_path / "small.lines"
    path.write_bytes(trainer.weights())
    use_weights(path)
    assert line_values(state) != before
    forget_weights()
    assert line_values(state) == before


def test_searches_take_weights_from_a_file(tmp_path: Path) -> None:
    state = load_game(SMALL).new_initial_state()
    trainer = LineTrainer([state.game], LineTrainingOptions(seed=9))
    trainer.train(20)
    path = tmp_path / "Small.lines"
    path.write_bytes(trainer.weights())
    own, usual = (SearchTree(state, name).search(Limits(visits=60)) for name in (f"lines:{path}", "lines"))
    assert {move.move for move in own.moves} == {move.move for move in usual.moves}
    assert [move.value for move in own.moves] != [move.value for move in usual.moves]
    for kind in ("mcts:20", "expectimax:depth=1"):
        player = make_player(f"{kind},evaluator=lines:{path}", seed=1)
        assert str(path) in player.name
        assert state.is_legal(player.choose(state).action)


@pytest.mark.parametrize("kind", ["mcts:20", "expectimax:depth=1"])
def test_searches_refuse_files_that_do_not_fit(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "small.lines"
    path.write_bytes(LineTrainer([load_game(SMALL)]).weights())
    for spec, file, slug in (
        ("junior", path, "engine/weights"),
        ("hex(size=3)", path, "engine/not-atmalof"),
        (SMALL, tmp_path / "none.lines", "engine/weights"),
        (SMALL, Path(__file__), "engine/weights"),
    ):
        player = make_player(f"{kind},evaluator=lines:{file}", seed=1)
        with pytest.raises(EngineError) as refused:
            player.choose(load_game(spec).new_initial_state())
        assert refused.value.slug == slug


def test_bad_files_are_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="cannot read the weights") as missing:
        use_weights(tmp_path / "nowhere.lines")
    assert missing.value.slug == "engine/weights"
    torn = tmp_path / "torn.lines"
    torn.write_bytes(LineTrainer([load_game(SMALL)]).weights()[:-5])
    with pytest.raises(EngineError, match="checksum") as bad:
        use_weights(torn)
    assert bad.value.slug == "engine/weights"
    with pytest.raises(EngineError, match="other rules"):
        play_match(load_game("junior"), LineTrainer([load_game(SMALL)]).weights(), None, 2)
    with pytest.raises(EngineError, match="other rules"):
        play_itself(load_game("junior"), LineTrainer([load_game(SMALL)]).weights(), 2)


def test_other_games_are_refused() -> None:
    state = load_game("hex(size=3)").new_initial_state()
    for call in (
        line_values,
        lambda hex_state: line_threats(hex_state, 0),
        lambda hex_state: turn_chance(hex_state, 1),
    ):
        with pytest.raises(EngineError) as refused:
            call(state)
        assert refused.value.slug == "engine/not-atmalof"
    with pytest.raises(EngineError) as refused:
        LineTrainer([state.game])
    assert refused.value.slug == "engine/not-atmalof"


def test_options_and_colours_out_of_range_are_refused() -> None:
    with pytest.raises(EngineError, match="lambda is from 0 to 1"):
        LineTrainer([load_game(SMALL)], LineTrainingOptions(decay=2))
    with pytest.raises(EngineError, match="a colour is 0 or 1, not 2"):
        turn_chance(four_in_a_row(), 2)


def test_what_is_no_colour_is_quoted_in_one_line() -> None:
    state = load_game("junior").new_initial_state()
    for wrong in (2, None, "red", state):
        with pytest.raises(EngineError, match=r"^a colour is 0 or 1, not .*$") as refusal:
            turn_chance(state, wrong)  # type: ignore[arg-type]
        assert "\n" not in str(refusal.value)
