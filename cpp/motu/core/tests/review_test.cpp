// Reviews: luck and errors add up to the result, whatever the judge says; what is refused.
#include "motu/core/review/game_review.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "motu/core/base/rng.hpp"
#include "motu/core/review/search_estimate.hpp"
#include "motu/core/search/evaluators.hpp"
#include "motu/core/search/mcts.hpp"
#include "motu/core/tests/search_testing.hpp"

using namespace motu;
using namespace motu::search_testing;

namespace {

// A judge that knows nothing: values and rankings are made up, the same for equal positions.
Estimate any_opinion(const State& state) {
  Rng rng(state.hash());
  Estimate estimate{static_cast<double>(rng.below(2001)) / 1000.0 - 1.0, {}};
  state.legal_actions(estimate.ranking);
  std::ranges::rotate(estimate.ranking,
                      estimate.ranking.begin() + rng.below(static_cast<std::uint32_t>(estimate.ranking.size())));
  return estimate;
}

std::unique_ptr<State> random_game(const State& start, std::uint64_t seed, std::size_t most = 10'000) {
  auto state = start.clone();
  Rng rng(seed);
  while (!state->is_terminal() && state->history().size() < most) state->apply(state->sample_legal(rng));
  return state;
}

template <class Judge>
ReviewedGame reviewed(const State& end, Judge&& judge) {
  GameReview review(end);
  while (!review.is_complete()) review.take(judge(review.position(review.num_judged())));
  return review.told();
}

void check_sums(const ReviewedGame& game) {
  const auto& [first, second] = game.accounts;
  CHECK(game.end - game.start == doctest::Approx(first.luck - second.luck + second.error - first.error));
  double value = game.start;
  for (const ReviewedStep& step : game.steps) {
    CHECK(step.before == value);
    CHECK(step.error >= 0.0);
    CHECK((step.luck == 0.0 || step.kind == StepKind::roll));
    value = step.after;
  }
  CHECK(value == game.end);
}

// What a position is worth to person 0 by itself: its result, what the judge says, or the mean over the faces.
double worth_of(State& state) {
  if (state.is_terminal()) return result_for_first(state);
  if (!state.is_chance_node()) return any_opinion(state).value;
  double mean = 0.0;
  for (const Action outcome : atoll_testing::legal_of(state)) {
    const double probability = state.chance_probability(outcome);
    state.apply(outcome);
    mean += probability * worth_of(state);
    state.undo();
  }
  return mean;
}

double worth_after(const State& state, Action action) {
  const auto after = state.clone();
  after->apply(action);
  return worth_of(*after);
}

// What the moves that might have been played are: the judge's first other one, and the swap.
std::vector<Action> rivals_of(const State& state, Action played) {
  std::vector<Action> rivals;
  for (const Action action : any_opinion(state).ranking) {
    if (action == played) continue;
    rivals.push_back(action);
    break;
  }
  if (!state.swap_is_legal()) return rivals;
  const Action swap = state.parse_action("swap");
  if (swap != played && swap != rivals.front()) rivals.push_back(swap);
  return rivals;
}

void check_move(const ReviewedStep& step, const State& before, Action played, double after) {
  const bool has_choice = atoll_testing::legal_of(before).size() > 1;
  const double sign = step.person == 0 ? 1.0 : -1.0;
  double best = after;
  std::string name = before.action_to_string(played);
  for (const Action rival : has_choice ? rivals_of(before, played) : std::vector<Action>{}) {
    const double value = worth_after(before, rival);
    if (sign * value <= sign * best) continue;
    best = value;
    name = before.action_to_string(rival);
  }
  CHECK(step.before == doctest::Approx(best));
  CHECK(step.best == name);
  CHECK(step.error == doctest::Approx(sign * (best - after)));
  CHECK(step.is_forced == !has_choice);
  CHECK(step.estimate.has_value() == has_choice);
  if (!has_choice) return;
  CHECK(step.estimate == any_opinion(before).value);
  CHECK(step.first == before.action_to_string(any_opinion(before).ranking.front()));
}

void check_roll(const ReviewedStep& step, const State& before, std::uint64_t rolled, double after) {
  double mean = 0.0;
  for (const Action outcome : atoll_testing::legal_of(before)) {
    const auto next = before.clone();
    next->apply(outcome);
    mean += before.chance_probability(outcome) * (next->hash() == rolled ? after : worth_of(*next));
  }
  CHECK(step.kind == StepKind::roll);
  CHECK(step.before == doctest::Approx(mean));
  CHECK(step.luck == doctest::Approx(step.person == 0 ? after - mean : mean - after));
  CHECK(step.best == step.move);
  CHECK(!step.estimate.has_value());
}

// Every step by the definition, worked out from the end back to the beginning, and the accounts by the steps.
void check_steps(const ReviewedGame& game, const State& end) {
  std::array<ReviewAccount, 2> accounts;
  const auto history = end.history();
  double value = game.end;
  auto next = end.clone();
  REQUIRE(game.steps.size() == history.size());
  for (std::size_t index = history.size(); index-- > 0; next->undo()) {
    const ReviewedStep& step = game.steps[index];
    const auto before = next->clone();
    before->undo();
    CHECK(step.ply == before->ply());
    CHECK(step.colour == before->to_move());
    CHECK(step.person == (before->to_move() ^ static_cast<int>(before->is_swapped())));
    CHECK(step.move == before->action_to_string(history[index].first));
    CHECK(step.after == doctest::Approx(value));
    if (before->is_chance_node()) {
      check_roll(step, *before, next->hash(), value);
    } else {
      CHECK(step.kind == (next->is_chance_node() ? StepKind::announcement : StepKind::move));
      check_move(step, *before, history[index].first, value);
    }
    ReviewAccount& account = accounts[static_cast<std::size_t>(step.person)];
    account.decisions += static_cast<int>(step.estimate.has_value());
    account.error += step.error;
    account.luck += step.luck;
    value = step.before;
  }
  CHECK(game.start == doctest::Approx(value));
  for (const std::size_t person : {0, 1}) {
    CHECK(game.accounts[person].decisions == accounts[person].decisions);
    CHECK(game.accounts[person].error == doctest::Approx(accounts[person].error));
    CHECK(game.accounts[person].luck == doctest::Approx(accounts[person].luck));
  }
}

}  // namespace

TEST_CASE("every step is what the definition says") {
  for (const auto& start : new_states()) {
    for (const std::size_t length : {1, 2, 3, 6, 1000}) {
      for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const auto end = random_game(*start, seed, length);
        check_steps(reviewed(*end, any_opinion), *end);
      }
    }
  }
}

TEST_CASE("a swap that was played is worth what came of it") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto start = new_hex(5, true);
    Rng rng(seed);
    start->apply(start->sample_legal(rng));
    start->play("swap");
    const auto end = random_game(*start, seed, 2 + rng.below(8));
    check_steps(reviewed(*end, any_opinion), *end);
  }
}

TEST_CASE("a game that ends where a roll is awaited is worth the mean over the faces") {
  auto end = new_states().back()->clone();
  while (!end->is_chance_node()) end->apply(atoll_testing::legal_of(*end).front());
  const ReviewedGame game = reviewed(*end, any_opinion);
  CHECK(game.end == doctest::Approx(worth_of(*end)));
  check_steps(game, *end);
}

TEST_CASE("luck and errors add up to the result, whatever the judge says") {
  for (const auto& start : new_states()) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const auto end = random_game(*start, seed);
      const ReviewedGame game = reviewed(*end, any_opinion);
      CHECK(game.steps.size() == end->history().size());
      CHECK(game.is_over);
      CHECK(game.end == result_for_first(*end));
      check_sums(game);
    }
  }
}

TEST_CASE("they do with a search as the judge, in games that are not over") {
  for (const auto& start : new_states()) {
    for (const std::size_t length : {1, 4, 7}) {
      const auto end = random_game(*start, length, length);
      const ReviewedGame game = reviewed(*end, [](const State& state) {
        SearchOptions options;
        SearchTree tree(state, RolloutEvaluator(state.game(), 1), options);
        SearchLimits limits;
        limits.visits = 20;
        return search_estimate(state, tree.search(limits));
      });
      CHECK(!game.is_over);
      check_sums(game);
    }
  }
}

TEST_CASE("positions are handed out once each, those of the game before those beside it") {
  const auto end = random_game(*new_states().back(), 3);
  GameReview review(*end);
  const std::size_t own = review.num_positions();
  while (review.num_judged() < own) review.take(any_opinion(review.position(review.num_judged())));
  CHECK(review.num_positions() > own);
  for (std::size_t one = 0; one < review.num_positions(); ++one) {
    CHECK(!review.position(one).is_terminal());
    CHECK(!review.position(one).is_chance_node());
    for (std::size_t other = 0; other < one; ++other) {
      const bool is_same = review.position(one).is_same_position(review.position(other)) &&
                           review.position(one).is_swapped() == review.position(other).is_swapped();
      CHECK_FALSE(is_same);
    }
  }
}

TEST_CASE("what a review refuses") {
  const auto end = played(new_hex(4), {"a1", "b2"});
  GameReview review(*end);
  CHECK_THROWS_AS(review.told(), Error);
  CHECK_THROWS_AS(
      [&] {
        while (!review.is_complete()) review.take({0.0, {}});
      }(),
      Error);
  GameReview other(*end);
  while (!other.is_complete()) other.take(any_opinion(other.position(other.num_judged())));
  CHECK_THROWS_AS(other.take({}), Error);
  CHECK(GameReview(*new_hex(4)).num_positions() == 1);
}
