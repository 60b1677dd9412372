// Regions that are solved for themselves, against play in every way there is.
#include "motu/atoll/decomposition.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "motu/atoll/inferior.hpp"
#include "motu/atoll/tests/brute_force.hpp"

using namespace motu;
using namespace motu::atoll_testing;
using namespace motu::connect_testing;

namespace {

bool is_slow_run() {
  const char* value = std::getenv("MOTU_SLOW");
  return value != nullptr && std::string(value) == "1";
}

// ---------------------------------------------------------------------------------------------------- a region's game

RegionGame::Shape random_shape(Rng& rng, int size) {
  RegionGame::Shape shape;
  shape.size = size;
  const std::uint32_t density = 20 + rng.below(50);
  for (int a = 0; a < size; ++a) {
    for (int b = 0; b < a; ++b) {
      if (rng.below(100) >= density) continue;
      shape.near[static_cast<std::size_t>(a)] |= 1U << b;
      shape.near[static_cast<std::size_t>(b)] |= 1U << a;
    }
  }
  shape.start = rng.below(1U << size);
  shape.goal = rng.below(1U << size);
  return shape;
}

// Whether the ends are joined, cell by cell, and in the end.
class PlainRegion {
 public:
  explicit PlainRegion(const RegionGame::Shape& shape) : shape_(shape) {}

  bool joined(std::uint32_t cells) const {
    std::set<int> reached;
    for (int i = 0; i < shape_.size; ++i) {
      if (((shape_.start & cells) >> i & 1U) != 0) reached.insert(i);
    }
    for (bool grows = true; grows;) {
      grows = false;
      for (int a = 0; a < shape_.size; ++a) {
        const bool touches = std::ranges::any_of(
            reached, [&](int b) { return (shape_.near[static_cast<std::size_t>(b)] >> a & 1U) != 0; });
        if ((cells >> a & 1U) != 0 && touches) grows = reached.insert(a).second || grows;
      }
    }
    return std::ranges::any_of(reached, [&](int cell) { return (shape_.goal >> cell & 1U) != 0; });
  }
  // Whether the joiner gets there; every cell is played.
  bool joins(std::uint32_t joiner, std::uint32_t cutter, bool joiner_moves) const {
    const std::uint32_t rest = (1U << shape_.size) - 1 - joiner - cutter;
    if (rest == 0) return joined(joiner);
    for (std::uint32_t left = rest; left != 0; left &= left - 1) {
      const std::uint32_t stone = left & ~(left - 1);
      const bool joins_after =
          joiner_moves ? joins(joiner | stone, cutter, false) : joins(joiner, cutter | stone, true);
      if (joins_after == joiner_moves) return joiner_moves;
    }
    return !joiner_moves;
  }

 private:
  RegionGame::Shape shape_;
};

// ------------------------------------------------------------------------------------------------ regions of a board

struct Fired {
  int dead = 0;
  int settled = 0;
  int hot = 0;
  int hot_of_many = 0;  // on boards with more than four islands
};

// Dead cells may be anybody's.
Stones with_dead(Stones stones) {
  std::ranges::replace(stones, kDeadCell, kFirst);
  return stones;
}

// How many functions of the other cells the region's fillings make.
std::size_t count_kinds(const TruthTable& truth, std::uint32_t region) {
  const std::uint32_t rest = ((1U << truth.empties().size()) - 1) & ~region;
  std::set<std::vector<bool>> kinds;
  for (std::uint32_t inside = region;; inside = (inside - 1) & region) {
    std::vector<bool> kind;
    for (std::uint32_t outside = rest;; outside = (outside - 1) & rest) {
      kind.push_back(truth.first_wins(inside | outside));
      if (outside == 0) break;
    }
    kinds.insert(kind);
    if (inside == 0) break;
  }
  return kinds.size();
}

// A stone on the region's best cell does what one does on the cell that stands for it.
void check_hot(TruthTable& before, TruthTable& after, const HotRegion& region) {
  REQUIRE(after.bit_of(region.cell) != 0);
  for (const Colour colour : {kFirst, kSecond}) {
    const std::uint32_t move = before.bit_of(region.moves[colour]);
    REQUIRE(move != 0);
    REQUIRE(before.wins_by(colour, move) == after.wins_by(colour, after.bit_of(region.cell)));
  }
}

void check_step(const std::shared_ptr<const AtollGame>& game, const Stones& stones, const Stones& next,
                const Decomposition& decomposition, bool is_hot, Fired& fired) {
  TruthTable before(game, with_dead(stones));
  TruthTable after(game, with_dead(next));
  std::uint32_t region = 0;
  bool is_dead = true;
  for (std::size_t cell = 0; cell < stones.size(); ++cell) {
    if (stones[cell] == next[cell]) continue;
    REQUIRE(stones[cell] == kNoColour);
    region |= before.bit_of(static_cast<int>(cell));
    is_dead = is_dead && next[cell] == kDeadCell;
  }
  if (is_hot) region |= before.bit_of(decomposition.hot().back().cell);
  REQUIRE(region != 0);
  REQUIRE(count_kinds(before, region) <= (is_dead ? 1 : 2));
  for (const Colour to_move : {kFirst, kSecond}) REQUIRE(before.winner(to_move) == after.winner(to_move));
  if (is_hot) check_hot(before, after, decomposition.hot().back());
  const bool is_atoll = game->board().num_islands() > 4;
  fired.dead += is_dead ? 1 : 0;
  fired.settled += !is_dead && !is_hot ? 1 : 0;
  fired.hot += is_hot ? 1 : 0;
  fired.hot_of_many += is_hot && is_atoll ? 1 : 0;
}

// With cells filled in before every step, as the solver does it, or without.
void check_position(const std::shared_ptr<const AtollGame>& game, Stones stones, int most, bool fills_in,
                    Fired& fired) {
  Decomposition decomposition;
  decomposition.clear();
  for (;;) {
    InferiorCells inferior;
    std::array<LinkGraph, 2> links;
    if (fills_in) {
      inferior.fill_in(game->board(), stones);
      stones.assign(inferior.filled().begin(), inferior.filled().end());
    }
    for (const Colour colour : {kFirst, kSecond}) links[colour].assign(game->board(), stones, colour);
    if (!links[kFirst].can_win() || !links[kSecond].can_win()) return;
    const std::size_t num_hot = decomposition.hot().size();
    Stones next = stones;
    if (!decomposition.settle(links, most, next)) return;
    check_step(game, stones, next, decomposition, decomposition.hot().size() > num_hot, fired);
    stones = next;
  }
}

}  // namespace

TEST_CASE("connect decomposition: a region's game against plain play, its carriers and moves") {
  Rng rng(3);
  std::array<int, 3> kinds{};
  for (int round = 0; round < (is_slow_run() ? 3000 : 150); ++round) {
    const auto shape = random_shape(rng, 3 + static_cast<int>(rng.below(5)));
    const PlainRegion plain(shape);
    RegionGame game;
    game.assign(shape);
    const std::uint32_t all = (1U << shape.size) - 1;
    for (const bool begins : {true, false}) {
      const auto outcome = game.play(begins);
      REQUIRE(outcome.joins == plain.joins(0, 0, begins));
      const std::uint32_t rest = all & ~outcome.carrier;  // in the loser's hands
      REQUIRE(plain.joins(outcome.joins ? 0 : rest, outcome.joins ? rest : 0, begins) == outcome.joins);
      if (outcome.joins != begins || game.joins(0) || !game.joins(all)) continue;
      REQUIRE(outcome.move >= 0);
      const std::uint32_t stone = 1U << outcome.move;
      REQUIRE(plain.joins(begins ? stone : 0, begins ? 0 : stone, !begins) == outcome.joins);
    }
    ++kinds[static_cast<std::size_t>(game.play(true).joins) + static_cast<std::size_t>(game.play(false).joins)];
  }
  for (const int count : kinds) CHECK(count > 5);
}

TEST_CASE("connect decomposition: regions never change who wins, on boards with 4 to 16 islands") {
  Fired fired;
  Rng rng(8);
  auto boards = small_boards();
  boards.push_back(named_ragged_board(21, 30, 16));
  boards.push_back(named_ragged_board(22, 24, 12));
  boards.push_back(rhombus(3, 6, 8));
  for (const auto& named : boards) {
    CAPTURE(named.name);
    const auto game = AtollGame::create(named.board, {.swap = false});
    for (int round = 0; round < (is_slow_run() ? 4000 : 120); ++round) {
      const auto stones = random_position(*named.board, rng, 6 + static_cast<int>(rng.below(5)));
      check_position(game, stones, 3 + static_cast<int>(rng.below(14)), round % 2 == 0, fired);
    }
  }
  CAPTURE(fired.dead);
  CAPTURE(fired.settled);
  CAPTURE(fired.hot);
  CAPTURE(fired.hot_of_many);
  // As many as there are in these positions: parts that hang on a single cell, whichever, are found, too.
  CHECK(fired.dead >= 48);
  CHECK(fired.settled >= 307);
  CHECK(fired.hot >= 313);
  CHECK(fired.hot_of_many >= 156);
  if (is_slow_run()) {
    MESSAGE(fired.dead << " dead, " << fired.settled << " settled, " << fired.hot << " hot (" << fired.hot_of_many
                       << " on boards with more than four islands)");
  }
}
