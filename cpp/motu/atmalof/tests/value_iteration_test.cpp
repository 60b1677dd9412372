#include "motu/atmalof/value_iteration.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "motu/atmalof/layer_news.hpp"
#include "motu/atmalof/layer_wins.hpp"
#include "motu/atmalof/solver.hpp"
#include "motu/core/base/rng.hpp"
#include "motu/core/tests/temporary.hpp"

using namespace motu;
using testing::TemporaryFolder;

namespace {

constexpr AtmalofRules kSquare{.rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 4};
constexpr AtmalofRules kCorner{.rows = 2, .cols = 3, .extra_rows = 1, .extra_cols = 0, .line = 3, .pieces = 4};
constexpr AtmalofRules kBoth{
    .rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 3, .tiebreak_both = true};
// A stride of more than 64, so that news take several words.
constexpr AtmalofRules kWide{.rows = 3, .cols = 4, .extra_rows = 0, .extra_cols = 0, .line = 4, .pieces = 5};

SquareMask bit_of(int square) { return SquareMask{1} << square; }

}  // namespace

TEST_CASE("gathering by bytes is gathering") {
  Rng rng(11);
  for (int i = 0; i < 10000; ++i) {
    const auto room = static_cast<SquareMask>(rng.next() >> rng.below(32));
    const auto set = static_cast<SquareMask>(rng.next());
    REQUIRE(gather_bytes(set & room, room) == gather(set & room, room));
  }
  CHECK(gather_bytes(~SquareMask{0}, ~SquareMask{0}) == ~SquareMask{0});
  CHECK(gather_bytes(0, 0) == 0);
}

TEST_CASE("the last subsets have no next one that is wrong") {
  CHECK(next_subset(0) == 0);
  CHECK(next_subset(0b0011) == 0b0101);
  CHECK(next_subset(0x40000000U) == 0x80000000U);
  CHECK(next_subset(0x60000000U) == 0x80000001U);
}

TEST_CASE("news are what was raised since they were taken") {
  for (const std::uint32_t stride : {1U, 63U, 64U, 65U, 200U}) {
    LayerNews news(3, stride);
    std::vector<std::uint64_t> out;
    CHECK(news.take(1, out) == stride);
    CHECK(news.take(1, out) == 0);
    CHECK(std::ranges::all_of(out, [](std::uint64_t word) { return word == 0; }));
    news.raise(1, stride - 1);
    news.raise(1, stride - 1);
    CHECK(news.take(0, out) == stride);
    CHECK(news.take(1, out) == 1);
    CHECK((out[(stride - 1) / 64] >> ((stride - 1) % 64) & 1U) == 1);
    CHECK(news.take(1, out) == 0);
    CHECK(news.take(2, out) == stride);
  }
}

TEST_CASE("no news are lost between threads") {
  constexpr std::uint32_t kStride = 100;
  constexpr int kRounds = 20000;
  LayerNews news(1, kStride);
  std::vector<std::uint64_t> out;
  news.take(0, out);
  // What a raiser counted before it raised is seen by whoever takes the news.
  std::atomic<int> counted{0};
  std::atomic<bool> is_done{false};
  std::jthread raiser([&] {
    for (int i = 1; i <= kRounds; ++i) {
      counted.store(i, std::memory_order_relaxed);
      news.raise(0, static_cast<std::uint64_t>(i) % kStride);
    }
    is_done.store(true);
  });
  int seen = 0;
  while (true) {
    const bool was_done = is_done.load();
    if (news.take(0, out) > 0) seen = counted.load(std::memory_order_relaxed);
    if (was_done) break;
  }
  CHECK(seen == kRounds);
}

TEST_CASE("what completes a line is found by trying") {
  for (const AtmalofRules& rules : {kSquare, kCorner, kWide}) {
    const LayerBoard board(AtmalofGame::create(rules));
    for (int own = 0; own <= board.most_pieces(); ++own) {
      const LayerWins wins(board, own);
      const auto& sets = board.sets(own).representatives;
      for (std::uint32_t c = 0; c < sets.size(); ++c) {
        SquareMask drops = 0;
        SquareMask steps = 0;
        for (int to = 0; to < board.num_squares(); ++to) {
          if ((sets[c] & bit_of(to)) != 0) continue;
          if (board.has_line(sets[c] | bit_of(to))) drops |= bit_of(to);
          for (int from = 0; from < board.num_squares(); ++from) {
            if ((sets[c] & board.neighbours(to) & bit_of(from)) == 0) continue;
            if (board.has_line((sets[c] | bit_of(to)) & ~bit_of(from))) steps |= bit_of(to);
          }
          if (own + 1 == rules.pieces) {
            REQUIRE(wins.short_lines_with(c, static_cast<unsigned>(to)) == board.num_short_lines(sets[c] | bit_of(to)));
          }
        }
        REQUIRE(wins.drops(c) == drops);
        REQUIRE(wins.steps(c) == steps);
        for (unsigned s = 0; s < static_cast<unsigned>(board.num_symmetries()); ++s) {
          REQUIRE(((wins.own_symmetries(c) >> s & 1U) == 1) == (board.set_image(s, sets[c]) == sets[c]));
        }
      }
    }
  }
}

TEST_CASE("a position has the same bounds wherever it stands in its layer") {
  for (const AtmalofRules& rules : {kSquare, kCorner, kBoth, kWide}) {
    const TemporaryFolder folder;
    LineSolve solve(AtmalofGame::create(rules), folder.path(), {});
    REQUIRE(solve.run());
    const LayerBoard& board = solve.board();
    std::uint64_t several = 0;
    for (const auto& [own, enemy] : layer_pairs(board)) {
      const LayerIndex index(board, own, enemy);
      const LayerValues values = solve.files().read(index);
      for (std::uint64_t at = 0; at < index.size(); ++at) {
        const auto [mine, theirs] = index.position_at(at);
        for (unsigned s = 0; s < static_cast<unsigned>(board.num_symmetries()); ++s) {
          const std::uint64_t image = index.index_of(board.set_image(s, mine), board.set_image(s, theirs));
          several += image != at ? 1 : 0;
          REQUIRE(values.at(image) == values.at(at));
        }
      }
    }
    CHECK(several > 0);
  }
}

TEST_CASE("finished layers have nothing left to improve") {
  for (const AtmalofRules& rules : {kSquare, kCorner, kBoth, kWide}) {
    const TemporaryFolder folder;
    LineSolve solve(AtmalofGame::create(rules), folder.path(), {});
    REQUIRE(solve.run());
    const LayerBoard& board = solve.board();
    const auto open = [&](int own, int enemy) {
      const LayerIndex index(board, own, enemy);
      return OpenLayer{index, solve.files().read(index), LayerWins(board, own),
                       LayerNews(index.num_classes(), index.stride())};
    };
    for (const auto& [own, enemy] : layer_pairs(board)) {
      OpenLayer layer = open(own, enemy);
      OpenLayer mirror = open(enemy, own);
      std::optional<DoneLayer> next;
      if (board.is_layer(enemy, own + 1)) {
        const LayerIndex index(board, enemy, own + 1);
        next.emplace(DoneLayer{index, solve.files().read(index)});
      }
      LayerSweep sweep(board, layer, mirror, next ? &*next : nullptr, solve.step());
      for (std::uint32_t c = 0; c < sweep.num_classes(); ++c) REQUIRE(sweep.improve(c) == 0);
      const std::uint64_t visits = sweep.visits();
      // And with nothing new, nothing is looked at again.
      for (std::uint32_t c = 0; c < sweep.num_classes(); ++c) REQUIRE(sweep.improve(c) == 0);
      CHECK(sweep.visits() == visits);
    }
  }
}
