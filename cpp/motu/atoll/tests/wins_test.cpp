// ATOLL-WIN: which sets of islands win, against a literal reading of the rule.
#include <doctest/doctest.h>

#include <algorithm>
#include <bitset>
#include <unordered_map>
#include <vector>

#include "motu/atoll/tests/testing.hpp"
#include "motu/core/boards/hex_board.hpp"

using namespace motu;
using namespace motu::atoll_testing;

namespace {

using Islands = std::bitset<HexBoard::kMaxIslands>;

// "The group wins when the shortest stretch of rim that reaches all of S reaches at least n/2 + 1 islands of either
// colour." Every stretch of rim there is, with the islands that its cells touch; how short one is, is counted in
// islands.
class Rule {
 public:
  explicit Rule(const HexBoard& board) : num_islands_(static_cast<std::size_t>(board.num_islands())) {
    std::vector<Islands> touched(static_cast<std::size_t>(board.num_cells()));
    for (int island = 0; island < board.num_islands(); ++island) {
      for (const int cell : board.island_cells(island)) {
        touched[static_cast<std::size_t>(cell)].set(static_cast<std::size_t>(island));
      }
    }
    const auto& rim = board.rim();
    std::unordered_map<Islands, std::size_t> stretches;
    for (std::size_t begin = 0; begin < rim.size(); ++begin) {
      Islands reached;
      for (std::size_t i = 0; i < rim.size(); ++i) {
        const Islands wider = reached | touched[static_cast<std::size_t>(rim[(begin + i) % rim.size()])];
        if (wider == reached) continue;
        reached = wider;
        stretches[reached] = reached.count();
      }
    }
    stretches_.assign(stretches.begin(), stretches.end());
  }

  bool wins(const Islands& group) const {
    std::size_t shortest = num_islands_;
    for (const auto& [reached, count] : stretches_) {
      if ((group & ~reached).none()) shortest = std::min(shortest, count);
    }
    return shortest >= num_islands_ / 2 + 1;
  }

 private:
  std::size_t num_islands_;
  std::vector<std::pair<Islands, std::size_t>> stretches_;
};

// The islands that a mask means, for the colour whose first island is `first`.
Islands islands_of(std::uint64_t mask, int num_islands, int first) {
  Islands islands;
  for (int i = 0; i < num_islands / 2; ++i) {
    if (mask >> i & 1) islands.set(static_cast<std::size_t>(2 * i + first));
  }
  return islands;
}

// All islands of a colour but those in a gap that is just wide enough or just too narrow to lose, thinned out.
std::uint64_t mask_with_gap(Rng& rng, int own) {
  std::uint64_t mask = own == 64 ? ~0ULL : (1ULL << own) - 1;
  const int gap = own / 2 - static_cast<int>(rng.below(2));
  const auto begin = static_cast<int>(rng.below(static_cast<std::uint32_t>(own)));
  for (int i = 0; i < gap; ++i) mask &= ~(1ULL << ((begin + i) % own));
  for (auto more = rng.below(4); more > 0; --more) mask &= ~(1ULL << rng.below(static_cast<std::uint32_t>(own)));
  return mask;
}

std::uint64_t random_mask(Rng& rng, int own) {
  const std::uint64_t all = own == 64 ? ~0ULL : (1ULL << own) - 1;
  const std::uint64_t half = rng.next();
  switch (rng.below(4)) {
    case 0:
      return half & all;
    case 1:
      return half & rng.next() & all;
    default:
      return mask_with_gap(rng, own);
  }
}

}  // namespace

TEST_CASE("atoll: every set of islands wins as ATOLL-WIN says, 4 to 24 islands") {
  for (int islands = 4; islands <= 24; islands += 4) {
    CAPTURE(islands);
    const auto board = HexBoard::rhombus(8, 8, islands);
    const Rule rule(*board);
    const int own = islands / 2;
    for (std::uint64_t mask = 0; mask < 1ULL << own; ++mask) {
      CAPTURE(mask);
      for (const int first : {0, 1}) REQUIRE(board->wins(mask) == rule.wins(islands_of(mask, islands, first)));
    }
  }
}

TEST_CASE("atoll: sets of islands win as ATOLL-WIN says, up to 128 islands") {
  Rng rng(1);
  for (int islands = 28; islands <= HexBoard::kMaxIslands; islands += 4) {
    CAPTURE(islands);
    const auto board = HexBoard::rhombus(33, 33, islands);
    const Rule rule(*board);
    int won = 0;
    for (int i = 0; i < 60; ++i) {
      const std::uint64_t mask = random_mask(rng, islands / 2);
      CAPTURE(mask);
      const bool wins = rule.wins(islands_of(mask, islands, i % 2));
      REQUIRE(board->wins(mask) == wins);
      won += wins ? 1 : 0;
    }
    CHECK(won > 5);
    CHECK(won < 55);
  }
}

TEST_CASE("atoll: on uneven coasts it is islands that count, not cells") {
  for (const int islands : {4, 8, 12, 16}) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      CAPTURE(islands);
      CAPTURE(seed);
      const auto board = ragged_board(seed, 60, islands);
      const Rule rule(*board);
      for (std::uint64_t mask = 0; mask < 1ULL << (islands / 2); ++mask) {
        REQUIRE(board->wins(mask) == rule.wins(islands_of(mask, islands, 0)));
      }
    }
  }
}

TEST_CASE("atoll: on four and eight islands two opposite ones win, on twelve {0, 4, 8} besides") {
  CHECK(HexBoard::rhombus(3, 3, 4)->wins(0b11));
  CHECK_FALSE(HexBoard::rhombus(3, 3, 4)->wins(0b01));
  const auto eight = HexBoard::square(7, 8);
  for (std::uint64_t mask = 0; mask < 16; ++mask) CHECK(eight->wins(mask) == ((mask & 5) == 5 || (mask & 10) == 10));
  const auto twelve = HexBoard::hexagon(4, 12);
  CHECK(twelve->wins(0b010101));
  CHECK(twelve->wins(0b101010));
  CHECK(twelve->wins(0b001001));
  CHECK_FALSE(twelve->wins(0b000101));
  CHECK_FALSE(twelve->wins(0b000111));
  CHECK(twelve->wins(0b001111));
}

TEST_CASE("atoll: when one colour joins some islands in a row and the other all the rest, exactly one wins") {
  for (int islands = 4; islands <= HexBoard::kMaxIslands; islands += 4) {
    CAPTURE(islands);
    const auto board = HexBoard::rhombus(33, 33, islands);
    const int own = islands / 2;
    for (int begin = 0; begin < own; ++begin) {
      for (int length = 1; length <= own; ++length) {
        // Black's islands are the even ones: begin to begin + length - 1 are joined. White's are the odd ones: those
        // in between are cut off, the others are joined.
        std::uint64_t black = 0;
        std::uint64_t white = 0;
        for (int k = 0; k < length; ++k) black |= 1ULL << ((begin + k) % own);
        for (int k = length - 1; k < own; ++k) white |= 1ULL << ((begin + k) % own);
        REQUIRE(board->wins(black) != board->wins(white));
      }
    }
  }
}
