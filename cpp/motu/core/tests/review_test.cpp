// Reviews: luck and errors add up to the result, whatever the judge says; what is refused.
#include "motu/core/review/game_review.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
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

}  // namespace

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
