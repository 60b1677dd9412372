// Who owns games: whatever was made for a game keeps it alive, and what belongs to another game is refused.
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "motu/atmalof/atmalof.hpp"
#include "motu/atoll/atoll.hpp"
#include "motu/atoll/table_judge.hpp"
#include "motu/atoll/tests/testing.hpp"
#include "motu/atomorph/atomorph.hpp"
#include "motu/core/nets/net_encoder.hpp"
#include "motu/core/search/advisor.hpp"
#include "motu/core/search/evaluator_names.hpp"
#include "motu/core/search/mcts.hpp"
#include "motu/core/tests/search_testing.hpp"

using namespace motu;
using atoll_testing::refusal_of;

namespace {

// Games that nobody else holds: each call makes a new one unless the last is still alive.
std::vector<std::shared_ptr<const Game>> some_games() {
  return {AtollGame::create(HexBoard::rhombus(5, 5, 4), {}),
          AtollGame::create(HexBoard::rhombus(6, 6, 4), {}),
          AtollGame::create(HexBoard::hexagon(3, 12), {.swap = false}),
          AtomorphGame::create({.size = 4}),
          AtomorphGame::create({.size = 4, .contested_never = true}),
          AtmalofGame::create({}),
          AtmalofGame::create({.extra_rows = 0, .extra_cols = 0})};
}

}  // namespace

TEST_CASE("ownership: equal rules on equal boards are one game, others are not") {
  const auto games = some_games();
  const auto again = some_games();
  for (std::size_t i = 0; i < games.size(); ++i) {
    for (std::size_t j = 0; j < games.size(); ++j) {
      CHECK((games[i] == again[j]) == (i == j));
      CHECK((games[i]->fingerprint() == again[j]->fingerprint()) == (i == j));
    }
  }
}

TEST_CASE("ownership: a game ends with the last of its positions") {
  auto game = AtomorphGame::create({.size = 6});
  const std::weak_ptr<const Game> watched = game;
  auto state = game->new_state();
  game.reset();
  CHECK_FALSE(watched.expired());
  state.reset();
  CHECK(watched.expired());
  CHECK(AtomorphGame::create({.size = 6})->size() == 6);
}

TEST_CASE("ownership: evaluators, advisors and encoders keep the game they were made for") {
  for (std::size_t i = 0; i < some_games().size(); ++i) {
    auto game = some_games()[i];
    for (const std::string& name : evaluator_names(*game)) {
      const auto evaluator = make_named_evaluator(*game, name, 1);
      const std::weak_ptr<const Game> watched = game;
      game.reset();
      // Another object of the same game, as far as anybody can tell; what was freed would be read here.
      game = some_games()[i];
      const auto state = game->new_state();
      Evaluation evaluation;
      State* states[] = {state.get()};
      evaluator->evaluate(states, {&evaluation, 1});
      CHECK(evaluation.value >= -1.0F);
      CHECK(evaluator->fork(2) != nullptr);
    }
    const auto encoder = make_net_encoder(*game);
    const std::uint64_t fingerprint = game->fingerprint();
    game.reset();
    CHECK(encoder->game().fingerprint() == fingerprint);
  }
}

TEST_CASE("ownership: a tree goes on to positions of its game whoever made them, and refuses all others") {
  const auto games = some_games();
  for (std::size_t i = 0; i < games.size(); ++i) {
    const auto evaluator = make_named_evaluator(*games[i], "rollout", 1);
    SearchTree tree(*games[i]->new_state(), *evaluator, {});
    tree.search({.visits = 10});
    for (std::size_t j = 0; j < games.size(); ++j) {
      const auto state = games[j]->new_state();
      state->apply(0);
      if (i == j) {
        CHECK_NOTHROW(tree.advance_to(*state));
      } else {
        const auto refusal = refusal_of([&] { tree.advance_to(*state); });
        CHECK(refusal.slug == "engine/other-game");
        CHECK(refusal.message.find(games[i]->description()) != std::string::npos);
      }
    }
    CHECK(tree.search({.visits = 20}).visits >= 10);
  }
}

TEST_CASE("ownership: positions are the same when the games are, too") {
  const auto games = some_games();
  for (const auto& one : games) {
    for (const auto& two : games) {
      CHECK(one->new_state()->is_same_position(*two->new_state()) == (one == two));
    }
  }
  const auto begun = games.front()->new_state();
  const auto other = games.front()->new_state();
  begun->apply(3);
  CHECK_FALSE(begun->is_same_position(*other));
  other->apply(3);
  CHECK(begun->is_same_position(*other));
}
