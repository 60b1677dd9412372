// The playing levels: legal everywhere, repeatable, the same in steps as at once, within their time; what they ask.
#include "motu/core/levels/level_player.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "motu/core/base/exponential.hpp"
#include "motu/core/levels/tactics.hpp"
#include "motu/core/search/evaluators.hpp"
#include "motu/core/tests/search_testing.hpp"

using namespace motu;
using namespace motu::search_testing;

namespace {

const Level kGlance{.considers = 1,
                    .temperature = 0.5,
                    .naivety = 0.3,
                    .sees_threats = 0.5,
                    .swaps_centre = true,
                    .evaluator = "rollout"};
const Level kCompares{.considers = 5, .visits = 60, .cells = 25, .temperature = 0.3, .evaluator = "rollout"};
const Level kSearches{.considers = 0, .visits = 900, .cells = 25, .evaluator = "rollout"};
const Level kLooksAhead{.considers = 0, .depth = 1, .evaluator = "rollout"};
const std::vector<Level> kKinds = {kGlance, kCompares, kSearches, kLooksAhead};

LevelPlayer player_of(const State& state, const Level& level, std::uint64_t seed = 7) {
  LevelPlayer player(seed);
  player.take_level(state.game(), level);
  return player;
}

double seconds_of(const std::function<void()>& call) {
  const auto begin = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::vector<Action> play(State& state, LevelPlayer& one, LevelPlayer& other, int plies) {
  std::vector<Action> played;
  Rng dice(3);
  for (int ply = 0; ply < plies && !state.is_terminal(); ++ply) {
    if (state.is_chance_node()) {
      state.apply(state.sample_legal(dice));
      continue;
    }
    const auto hash = state.hash();
    const Action action = (ply % 2 == 0 ? one : other).choose(state).action;
    REQUIRE(state.hash() == hash);
    REQUIRE(state.is_legal(action));
    state.apply(action);
    played.push_back(action);
  }
  return played;
}

std::string slug_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.slug();
  }
  return {};
}

// Knows nothing, and remembers in which threads it was asked.
class Witness final : public Evaluator {
 public:
  struct Seen {
    std::mutex lock;
    std::set<std::thread::id> threads;
  };
  explicit Witness(std::shared_ptr<Seen> seen) : seen_(std::move(seen)) {}
  bool has_priors() const override { return true; }
  void evaluate(std::span<State* const> states, std::span<Evaluation> out) override {
    {
      const std::scoped_lock guard(seen_->lock);
      seen_->threads.insert(std::this_thread::get_id());
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    uniform_.evaluate(states, out);
  }
  std::unique_ptr<Evaluator> fork(std::uint64_t /*seed*/) const override { return std::make_unique<Witness>(seen_); }

 private:
  std::shared_ptr<Seen> seen_;
  UniformEvaluator uniform_;
};

}  // namespace

TEST_CASE("exponentials and logarithms are those of every library, but for the last digits") {
  Rng rng(1);
  for (int i = 0; i < 20'000; ++i) {
    const double x = 60.0 * rng.uniform() - 40.0;
    CHECK(exponential(x) == doctest::Approx(std::exp(x)).epsilon(1e-10));
    const double y = std::exp(x);
    CHECK(std::abs(logarithm(y) - std::log(y)) <= 1e-14 * std::max(1.0, std::abs(std::log(y))));
  }
  for (float n = 1.0F; n < 20'000.0F; n += 1.0F) {
    const double exact = std::log(static_cast<double>(n));
    CHECK(std::abs(static_cast<double>(logarithm(n)) - exact) <= 1e-7 * std::max(exact, 1e-3));
  }
  CHECK(logarithm(1.0F) == 0.0F);
  CHECK(logarithm(1.0) == 0.0);
  CHECK(exponential(0.0) == 1.0);
  CHECK(exponential(-1e9) < 1e-130);
}

TEST_CASE("levels of every kind play legal moves in every game, and equal seeds play equal games") {
  for (const Level& level : kKinds) {
    for (const auto& start : new_states()) {
      std::set<std::vector<Action>> games;
      for (const std::uint64_t seed : {1, 1, 2, 3}) {
        const auto state = start->clone();
        auto one = player_of(*state, level, seed);
        auto other = player_of(*state, level, seed + 10);
        games.insert(play(*state, one, other, 24));
      }
      CHECK(games.size() <= 3);
      if (&level == &kKinds.front()) CHECK(games.size() > 1);
    }
  }
}

TEST_CASE("a choice made in steps is the one made at once") {
  for (const Level& level : kKinds) {
    for (const auto& state : new_states()) {
      auto at_once = player_of(*state, level);
      auto in_steps = player_of(*state, level);
      for (int move = 0; move < 3; ++move) {
        const LevelChoice choice = at_once.choose(*state);
        in_steps.begin(*state);
        while (in_steps.think()) CHECK(state->is_legal(in_steps.choice().action));
        CHECK(in_steps.choice().action == choice.action);
        CHECK(in_steps.choice().value == choice.value);
        CHECK(in_steps.choice().simulations == choice.simulations);
        CHECK_FALSE(in_steps.think());
        state->apply(choice.action);
        if (state->is_chance_node()) state->apply(0);
      }
    }
  }
}

TEST_CASE("a level takes a win in one, and one that sees threats stops a loss in one") {
  const auto hex = new_hex(4);
  // Whoever moves must play b4.
  const std::vector<std::uint8_t> stones = {2, 0, 2, 1, 2, 0, 2, 2, 2, 0, 2, 2, 1, 2, 2, 2};
  for (const Colour mover : {kFirst, kSecond}) {
    hex->setup(stones, mover, 0);
    for (const Level& level : kKinds) {
      if (level.depth > 0 && mover == kSecond) continue;  // one ply is too short for that
      Level attentive = level;
      attentive.sees_threats = 1.0;
      auto player = player_of(*hex, attentive);
      CHECK(hex->action_to_string(player.choose(*hex).action) == "b4");
    }
  }
  CHECK(threats(*hex) == std::vector<Action>{hex->parse_action("b4")});
  CHECK(winning_actions(*hex).empty());
  const auto all = atoll_testing::legal_of(*hex);
  CHECK(answers(*hex, threats(*hex), all) == threats(*hex));
  CHECK(answers(*hex, {}, all) == all);
}

TEST_CASE("who does not see threats overlooks them as often as it is told") {
  const auto hex = new_hex(4);
  hex->setup(std::vector<std::uint8_t>{2, 0, 2, 1, 2, 0, 2, 2, 2, 0, 2, 2, 1, 2, 2, 2}, kSecond, 0);
  int stopped = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Level level = kGlance;
    level.sees_threats = 0.0;
    level.naivety = 1.0;
    level.temperature = 1.0;
    auto blind = player_of(*hex, level, seed);
    stopped += blind.choose(*hex).action == hex->parse_action("b4") ? 1 : 0;
  }
  CHECK(stopped < 200);
}

TEST_CASE("a swap is taken by a look at the centre, or compared with the other moves") {
  for (const auto& [first, is_central] : {std::pair("c3", true), std::pair("a1", false)}) {
    const auto state = played(new_hex(5, true), {first});
    auto glance = player_of(*state, kGlance);
    CHECK((state->action_to_string(glance.choose(*state).action) == "swap") == is_central);
  }
  const auto state = played(new_hex(3, true), {"b2"});
  for (Level level : {kCompares, kSearches}) {
    level.visits = 2000;
    auto player = player_of(*state, level);
    CHECK(state->action_to_string(player.choose(*state).action) == "swap");
  }
}

TEST_CASE("simulations grow with the board, and a strong level keeps its tree") {
  const auto state = atoll_testing::new_game(HexBoard::square(7, 8), false)->new_state();  // 38 cells
  Level level = kSearches;
  level.cells = 38;
  CHECK(level.visits_on(state->game()) == 900);
  CHECK(Level{.visits = 1, .cells = 104}.visits_on(state->game()) == 1);
  CHECK(Level{.visits = 90, .cells = 104}.visits_on(state->game()) == 33);
  auto strong = player_of(*state, level);
  CHECK(strong.num_bytes() == 0);
  const auto first = strong.choose(*state);
  CHECK(first.simulations == 900);
  CHECK(strong.num_bytes() > 0);
  state->apply(first.action);
  state->apply(player_of(*state, level, 8).choose(*state).action);  // a reply that it has looked at
  CHECK(strong.choose(*state).simulations < 900);
  strong.take_level(state->game(), level);
  CHECK(strong.num_bytes() == 0);
  Level comparing = kCompares;
  comparing.cells = 38;
  auto weak = player_of(*state, comparing);
  CHECK(weak.choose(*state).simulations >= 55);
  CHECK(weak.num_bytes() == 0);
}

TEST_CASE("its seconds end every kind of thinking") {
  const auto hex = atoll_testing::new_game(HexBoard::square(19, 8))->new_state();
  const auto dice = AtmalofGame::create({.rows = 20, .cols = 20})->new_state();
  for (Level level : {kCompares, kSearches}) {
    level.visits = 1'000'000'000;
    level.seconds = 0.1;
    auto player = player_of(*hex, level);
    CHECK(seconds_of([&] { player.choose(*hex); }) < 5);
  }
  Level level = kLooksAhead;
  level.depth = 20;
  level.seconds = 0.1;
  auto player = player_of(*dice, level);
  CHECK(seconds_of([&] { player.choose(*dice); }) < 5);
}

TEST_CASE("a wish to stop is heard between steps and in long ones") {
  const auto hex = atoll_testing::new_game(HexBoard::square(19, 8))->new_state();
  const auto dice = AtmalofGame::create({.rows = 20, .cols = 20})->new_state();
  for (Level level : kKinds) {
    level.seconds = 60;
    level.depth = level.depth > 0 ? 20 : 0;
    if (level.considers != 1) level.visits = 1'000'000'000;
    const State& state = level.depth > 0 ? *dice : *hex;
    auto player = player_of(state, level);
    LevelChoice choice;
    CHECK(seconds_of([&] { choice = player.choose(state, [] { return false; }); }) < 5);
    CHECK(state.is_legal(choice.action));
  }
}

TEST_CASE("a search has the threads of its level") {
  const auto state = atoll_testing::new_game(HexBoard::square(7, 8), false)->new_state();
  for (const int threads : {1, 2}) {
    const auto seen = std::make_shared<Witness::Seen>();
    Level level = kSearches;
    level.cells = 38;
    level.seconds = 60;
    level.threads = threads;
    LevelPlayer player(1);
    player.take_level(state->game(), level,
                      [&](const Game&, std::uint64_t) { return std::make_unique<Witness>(seen); });
    CHECK(player.choose(*state).simulations == 900);
    // The thread that plants the tree is one of them, but helpers are new in every step.
    CHECK((seen->threads.size() > 1) == (threads > 1));
  }
}

TEST_CASE("what cannot be is refused") {
  const auto state = new_hex(4);
  LevelPlayer player(1);
  CHECK(slug_of([&] { player.choose(*state); }) == "engine/levels");
  for (const Level& wrong : {Level{.considers = -1}, Level{.considers = 2},
                             Level{.considers = 2, .visits = 1, .depth = 1}, Level{.cells = 0}, Level{.seconds = 0},
                             Level{.temperature = 2}, Level{.naivety = -0.1}, Level{.sees_threats = std::nan("")}}) {
    CHECK(slug_of([&] { player.take_level(state->game(), wrong); }) == "engine/levels");
  }
  player.take_level(state->game(), kGlance);
  CHECK(slug_of([&] { player.choose(*new_hex(5)); }) == "engine/other-game");
  const auto roll = AtmalofGame::create({})->new_state();
  roll->play("r4");
  CHECK(slug_of([&] { player_of(*roll, kGlance).choose(*roll); }) == "engine/no-move");
  Level unknown = kSearches;
  unknown.evaluator = "tea leaves";
  CHECK(slug_of([&] { player_of(*state, unknown).choose(*state); }) == "engine/unknown-evaluator");
}

TEST_CASE("one player plays one game after another of different kinds") {
  LevelPlayer player(5);
  for (const Level& level : kKinds) {
    for (const auto& state : new_states()) {
      player.take_level(state->game(), level);
      CHECK(state->is_legal(player.choose(*state).action));
    }
  }
}
