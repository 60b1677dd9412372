// Many games side by side: each is the game that a state plays alone, whatever the number of threads.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "motu/core/batch/game_batch.hpp"
#include "motu/core/tests/search_testing.hpp"

namespace motu {

namespace {

using atoll_testing::refusal_of;
using search_testing::new_states;

// What a batch writes, with the room for it.
struct Seen {
  std::vector<std::uint8_t> masks, bytes, terminated, truncated, bits;
  std::vector<float> floats, rewards;
  std::vector<std::int8_t> players;

  Seen(const Game& game, std::size_t games) {
    const auto shape = game.observation_shape();
    const auto size = games * static_cast<std::size_t>(shape[0] * shape[1] * shape[2]);
    masks.resize(games * static_cast<std::size_t>(game.num_actions()));
    bytes.resize(size);
    floats.resize(size);
    bits.resize(games * ((size / games + 7) / 8));
    rewards.resize(2 * games);
    players.resize(games);
    terminated.resize(games);
    truncated.resize(games);
  }
  BatchViews views() { return {masks, bytes, floats, bits, players, rewards, terminated, truncated}; }
  bool operator==(const Seen&) const = default;
};

void check_row(const GameBatch& batch, const Seen& seen, int index) {
  const State& state = batch.state(index);
  const auto actions = static_cast<std::size_t>(state.game().num_actions());
  const std::size_t size = seen.floats.size() / static_cast<std::size_t>(batch.size());
  std::vector<float> planes(size);
  state.observation(planes);
  const auto at = static_cast<std::size_t>(index);
  CHECK(seen.players[at] == state.current_player());
  for (std::size_t i = 0; i < size; ++i) {
    REQUIRE(seen.floats[at * size + i] == planes[i]);
    REQUIRE(seen.bytes[at * size + i] == std::lround(255.0F * planes[i]));
    const auto shape = state.game().observation_shape();
    const auto cells = static_cast<std::size_t>(shape[1] * shape[2]);
    const bool is_set = seen.bytes[at * size + i] > 255 * (i % cells) / cells;
    const std::size_t bytes = (size + 7) / 8;
    REQUIRE(((seen.bits[at * bytes + i / 8] >> (7 - i % 8)) & 1) == (is_set ? 1 : 0));
  }
  for (std::size_t i = 0; i < actions; ++i) {
    REQUIRE(seen.masks[at * actions + i] == (state.is_legal(static_cast<Action>(i)) ? 1 : 0));
  }
}

}  // namespace

TEST_CASE("batch: rows are the positions, and threads change nothing") {
  for (const auto& first : new_states()) {
    const auto game = share(first->game());
    Seen alone(*game, 7);
    Seen shared(*game, 7);
    GameBatch one(game, {.games = 7, .max_actions = 30, .seed = 5}, alone.views());
    GameBatch three(game, {.games = 7, .max_actions = 30, .threads = 3, .seed = 5}, shared.views());
    std::vector<std::int64_t> actions(7);
    std::vector<std::int64_t> others(7);
    int ended = 0;
    for (int step = 0; step < 90; ++step) {
      one.sample(actions);
      three.sample(others);
      CHECK(actions == others);
      one.step(actions);
      three.step(others);
      REQUIRE(alone == shared);
      for (int i = 0; i < one.size(); ++i) check_row(one, alone, i);
      ended += std::accumulate(alone.terminated.begin(), alone.terminated.end(), 0);
      ended += std::accumulate(alone.truncated.begin(), alone.truncated.end(), 0);
    }
    CHECK(ended >= 14);
  }
}

TEST_CASE("batch: dense actions are the same games, without what can never be played") {
  for (const auto& first : new_states()) {
    const auto game = share(first->game());
    const auto dense = game->dense_actions();
    std::vector<std::uint8_t> own(3 * static_cast<std::size_t>(game->num_actions()));
    std::vector<std::uint8_t> few(3 * dense.size());
    GameBatch one(game, {.games = 3, .max_actions = 40, .seed = 5}, {.masks = own});
    GameBatch two(game, {.games = 3, .max_actions = 40, .dense = true, .seed = 5}, {.masks = few});
    REQUIRE(two.num_actions() == dense.size());
    std::vector<std::int64_t> actions(3);
    std::vector<std::int64_t> places(3);
    for (int step = 0; step < 120; ++step) {
      one.sample(actions);
      two.sample(places);
      for (std::size_t i = 0; i < 3; ++i) {
        REQUIRE(dense[static_cast<std::size_t>(places[i])] == actions[i]);
        std::size_t marked = 0;
        for (std::size_t k = 0; k < dense.size(); ++k) {
          const auto action = static_cast<std::size_t>(dense[k]);
          REQUIRE(few[i * dense.size() + k] == own[i * own.size() / 3 + action]);
          marked += few[i * dense.size() + k];
        }
        std::vector<Action> legal;
        one.state(static_cast<int>(i)).legal_actions(legal);
        REQUIRE(marked == legal.size());  // so none is left out
      }
      one.step(actions);
      two.step(places);
    }
    places[0] = static_cast<std::int64_t>(dense.size());
    CHECK(refusal_of([&] { two.step(places); }).slug == "action/out-of-range");
  }
}

TEST_CASE("batch: nothing is played where one action is refused") {
  const auto game = share(search_testing::new_hex(3)->game());
  GameBatch batch(game, {.games = 2}, {});
  const std::vector<std::int64_t> good{4, 0};
  const std::vector<std::int64_t> taken{3, 0};
  const std::vector<std::int64_t> few{3};
  batch.step(good);
  CHECK(refusal_of([&] { batch.step(taken); }).slug == "move/illegal");
  CHECK(refusal_of([&] { batch.step(few); }).slug == "batch/options");
  CHECK(batch.state(0).moves() == std::vector<std::string>{"b2"});
  CHECK(batch.state(1).moves() == std::vector<std::string>{"a1"});
}

TEST_CASE("batch: numbers and views that don't fit are refused") {
  const auto game = share(search_testing::new_hex(3)->game());
  std::vector<std::uint8_t> masks(5);
  CHECK(refusal_of([&] { GameBatch(game, {.games = 0}, {}); }).slug == "batch/options");
  CHECK(refusal_of([&] { GameBatch(game, {.threads = 0}, {}); }).slug == "batch/options");
  CHECK(refusal_of([&] { GameBatch(game, {.max_actions = -1}, {}); }).slug == "batch/options");
  CHECK(refusal_of([&] { GameBatch(game, {}, {.masks = masks}); }).slug == "batch/options");
}

TEST_CASE("batch: a team does each item once, round after round") {
  for (const int threads : {1, 2, 5}) {
    ThreadTeam team(threads);
    for (const std::size_t count : std::vector<std::size_t>{0, 1, 3, 100}) {
      std::vector<std::atomic<int>> done(count);
      for (int round = 0; round < 50; ++round) {
        team.run(count, [&](std::size_t first, std::size_t last) {
          for (std::size_t i = first; i < last; ++i) ++done[i];
        });
      }
      for (const auto& times : done) CHECK(times == 50);
    }
  }
}

TEST_CASE("batch: a team that forgets its threads goes on without them") {
  // In a child of fork() nobody would be left; here they wait until the end.
  ThreadTeam team(3);
  std::vector<int> done(100);
  const auto work = [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) ++done[i];
  };
  team.run(done.size(), work);
  team.forget_threads();
  team.run(done.size(), work);
  CHECK(std::ranges::count(done, 2) == 100);
}

}  // namespace motu
