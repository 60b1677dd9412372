#include "motu/atoll/tests/play_out_oracle.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>

#include "motu/core/base/rng.hpp"

namespace motu::solve_testing {

namespace {

constexpr std::uint64_t kUnused = ~0ULL;  // no position: both colours on every cell

template <class Bits, class F>
void for_each_one(Bits bits, F&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
}

// ATOLL-WIN: the shortest stretch of rim that reaches all of a set reaches at least n/2 + 1 islands. A stretch that
// reaches island after island begins at one of the set.
bool is_winning_set(std::uint32_t set, int own_islands) {
  const int islands = 2 * own_islands;
  int shortest = islands + 1;
  for_each_one(set, [&](int first) {
    int length = 1;
    for_each_one(set, [&](int each) {
      const int steps = (2 * each - 2 * first + islands) % islands;
      length = std::max(length, steps + 1);
    });
    shortest = std::min(shortest, length);
  });
  return set != 0 && shortest >= islands / 2 + 1;
}

}  // namespace

// ---------------------------------------------------------------------------------------------------------- the board

PlayOutOracle::PlayOutOracle(const HexBoard& board, int table_bits)
    : num_cells_(board.num_cells()), wins_(winning_sets(board.num_islands() / 2)) {
  REQUIRE(num_cells_ <= kMostCells);
  REQUIRE(board.num_islands() <= 32);
  const auto cells = static_cast<std::size_t>(num_cells_);
  table_.assign(std::size_t{1} << table_bits, kUnused);
  near_.assign(cells, 0);
  for (auto& islands : islands_) islands.assign(cells, 0);
  for (int cell = 0; cell < num_cells_; ++cell) {
    rows_.push_back(board.row_of(cell));
    for (const int near : board.neighbours(cell)) {
      if (near >= 0) near_[static_cast<std::size_t>(cell)] |= Cells{1} << near;
    }
  }
  for (int island = 0; island < board.num_islands(); ++island) {
    const Colour colour = board.island_colour(island);
    Cells coast = 0;
    for (const int cell : board.island_cells(island)) {
      coast |= Cells{1} << cell;
      islands_[colour][static_cast<std::size_t>(cell)] |= 1U << coasts_[colour].size();
    }
    coasts_[colour].push_back(coast);
  }
  for (const BoardSymmetry& symmetry : board.symmetries()) add_symmetry(board, symmetry);
}

std::vector<bool> PlayOutOracle::winning_sets(int islands) {
  std::vector<bool> wins(std::size_t{1} << islands);
  for (std::uint32_t set = 0; set < wins.size(); ++set) wins[set] = is_winning_set(set, islands);
  return wins;
}

// Neighbours must stay neighbours, and islands islands next to each other round the rim, of the colours it says.
void PlayOutOracle::add_symmetry(const HexBoard& board, const BoardSymmetry& symmetry) {
  Image image{.swaps_colours = symmetry.swaps_colours};
  for (std::size_t byte = 0; byte < 4; ++byte) {
    for (std::size_t set = 0; set < 256; ++set) {
      for_each_one(set, [&](int bit) {
        const std::size_t cell = 8 * byte + static_cast<std::size_t>(bit);
        if (cell < symmetry.cells.size()) image.bytes[byte][set] |= Cells{1} << symmetry.cells[cell];
      });
    }
  }
  const auto image_of = [&](Cells set) {
    Cells result = 0;
    for_each_one(set, [&](int cell) { result |= Cells{1} << symmetry.cells[static_cast<std::size_t>(cell)]; });
    return result;
  };
  for (std::size_t cell = 0; cell < near_.size(); ++cell) {
    REQUIRE(image_of(near_[cell]) == near_[static_cast<std::size_t>(symmetry.cells[cell])]);
  }
  const int islands = board.num_islands();
  for (int island = 0; island < islands; ++island) {
    const int target = symmetry.islands[static_cast<std::size_t>(island)];
    const int next = symmetry.islands[static_cast<std::size_t>((island + 1) % islands)];
    REQUIRE(((next - target + islands) % islands == 1 || (target - next + islands) % islands == 1));
    REQUIRE((board.island_colour(island) != board.island_colour(target)) == symmetry.swaps_colours);
    const auto coast = [&](int which) {
      return coasts_[board.island_colour(which)][static_cast<std::size_t>(which / 2)];
    };
    REQUIRE(image_of(coast(island)) == coast(target));
  }
  images_.push_back(image);
}

PlayOutOracle::Sides PlayOutOracle::sides_of(std::span<const std::uint8_t> stones) const {
  Sides sides;
  for (std::size_t cell = 0; cell < stones.size(); ++cell) {
    if (stones[cell] != kNoColour) sides.of[stones[cell]] |= Cells{1} << cell;
  }
  return sides;
}

// ------------------------------------------------------------------------------------------------------------ winners

PlayOutOracle::Group PlayOutOracle::flood(const Sides& sides, Colour colour, int island) const {
  const Cells own = sides.of[colour];
  Group group{1U << island, coasts_[colour][static_cast<std::size_t>(island)]};
  for (Cells reached = 0;;) {
    const Cells fresh = group.shore & own & ~reached;
    if (fresh == 0) break;
    reached |= fresh;
    for_each_one(fresh, [&](int cell) {
      const auto at = static_cast<std::size_t>(cell);
      group.shore |= near_[at];
      for_each_one(islands_[colour][at] & ~group.islands, [&](int next) {
        group.islands |= 1U << next;
        group.shore |= coasts_[colour][static_cast<std::size_t>(next)];
      });
    });
  }
  return group;
}

PlayOutOracle::Groups PlayOutOracle::groups_of(const Sides& sides, Colour colour) const {
  Groups groups;
  std::uint32_t left = (1U << coasts_[colour].size()) - 1;
  while (left != 0) {
    const Group group = flood(sides, colour, std::countr_zero(left));
    left &= ~group.islands;
    groups.list[static_cast<std::size_t>(groups.count++)] = group;
  }
  return groups;
}

PlayOutOracle::Cells PlayOutOracle::open_cells(const Sides& sides) const {
  return ~(sides.of[kFirst] | sides.of[kSecond]) & ((Cells{1} << num_cells_) - 1);
}

bool PlayOutOracle::is_won(const Groups& groups) const {
  return std::any_of(groups.list.begin(), groups.list.begin() + groups.count,
                     [&](const Group& group) { return wins_[group.islands]; });
}

Colour PlayOutOracle::has_won(std::span<const std::uint8_t> stones) const {
  const Sides sides = sides_of(stones);
  for (const Colour colour : {kFirst, kSecond}) {
    if (is_won(groups_of(sides, colour))) return colour;
  }
  return kNoColour;
}

PlayOutOracle::Cells PlayOutOracle::winning_cells(const Sides& sides, const Groups& groups) const {
  Cells once = 0;
  Cells twice = 0;
  for (int i = 0; i < groups.count; ++i) {
    const Cells shore = groups.list[static_cast<std::size_t>(i)].shore;
    twice |= once & shore;
    once |= shore;
  }
  Cells winning = 0;
  for_each_one(twice & open_cells(sides), [&](int cell) {
    std::uint32_t joined = 0;
    for (int i = 0; i < groups.count; ++i) {
      const Group& group = groups.list[static_cast<std::size_t>(i)];
      if ((group.shore >> cell & 1U) != 0) joined |= group.islands;
    }
    if (wins_[joined]) winning |= Cells{1} << cell;
  });
  return winning;
}

// ------------------------------------------------------------------------------------------------------------- search

Colour PlayOutOracle::winner(std::span<const std::uint8_t> stones, Colour to_move) {
  const Colour before = has_won(stones);
  if (before != kNoColour) return before;
  const Sides sides = sides_of(stones);
  int reply = -1;
  return mover_wins(sides, to_move, groups_of(sides, to_move), reply) ? to_move : other(to_move);
}

std::string PlayOutOracle::map_of_openings() {
  std::string map;
  int reply = -1;
  const Groups none = groups_of({}, kSecond);
  for (int cell = 0; cell < num_cells_; ++cell) {
    const auto at = static_cast<std::size_t>(cell);
    if (cell > 0 && rows_[at] != rows_[at - 1]) map += '/';
    map += mover_wins(Sides{{Cells{1} << cell, 0}}, kSecond, none, reply) ? '.' : 'B';
  }
  return map;
}

// Nobody has won yet. Shores of groups may hold cells that were taken since.
bool PlayOutOracle::mover_wins(const Sides& sides, Colour to_move, const Groups& own, int& reply) {
  ++nodes_;
  if (const Cells wins = winning_cells(sides, own); wins != 0) {
    reply = std::countr_zero(wins);
    return true;
  }
  const Groups enemy = groups_of(sides, other(to_move));
  const Cells threats = winning_cells(sides, enemy);
  if ((threats & (threats - 1)) != 0) return false;
  const std::uint64_t code = code_of(sides, to_move);
  bool wins = false;
  if (known_value(code, wins)) return wins;
  Needs needs{};
  if (threats == 0) {
    add_needs(sides, to_move, own, needs);
    add_needs(sides, other(to_move), enemy, needs);
  }
  wins = try_moves(sides, to_move, enemy, threats != 0 ? threats : open_cells(sides), needs, reply);
  keep_value(code, wins);
  return wins;
}

bool PlayOutOracle::try_moves(const Sides& sides, Colour to_move, const Groups& enemy, Cells moves, const Needs& needs,
                              int& reply) {
  int answer = -1;  // what refuted the last one may refute the next
  while (moves != 0) {
    const auto is_left = [&](int cell) { return cell >= 0 && (moves >> cell & 1U) != 0; };
    const int move = is_left(answer) ? answer : is_left(reply) ? reply : choose(moves, to_move, needs);
    moves &= ~(Cells{1} << move);
    Sides after = sides;
    after.of[to_move] |= Cells{1} << move;
    if (mover_wins(after, other(to_move), enemy, answer)) continue;
    ++merit_[to_move][static_cast<std::size_t>(move)];
    reply = move;
    return true;
  }
  return false;
}

// -------------------------------------------------------------------------------------------------- the order of moves

int PlayOutOracle::choose(Cells moves, Colour to_move, const Needs& needs) const {
  const auto& merit = merit_[to_move];
  int best = std::countr_zero(moves);
  for_each_one(moves, [&](int cell) {
    const auto at = static_cast<std::size_t>(cell);
    const auto than = static_cast<std::size_t>(best);
    if (needs[at] < needs[than] || (needs[at] == needs[than] && merit[at] > merit[than])) best = cell;
  });
  return best;
}

// Adds how many stones a colour needs to join opposite islands through each cell. (Wins of twelve islands and more need
// not be so; it is a guess at what is good, no more.)
void PlayOutOracle::add_needs(const Sides& sides, Colour colour, const Groups& groups, Needs& needs) const {
  constexpr int kNever = 30;
  std::array<Needs, 16> from;
  std::array<std::size_t, 16> group_of{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(groups.count); ++i) {
    from[i] = stones_needed(sides, colour, groups.list[i]);
    for_each_one(groups.list[i].islands, [&](int island) { group_of[static_cast<std::size_t>(island)] = i; });
  }
  const std::size_t half = coasts_[colour].size() / 2;
  for_each_one(open_cells(sides), [&](int cell) {
    const auto at = static_cast<std::size_t>(cell);
    int least = kNever;
    for (std::size_t i = 0; i < half; ++i)
      least = std::min(least, from[group_of[i]][at] + from[group_of[i + half]][at]);
    needs[at] = static_cast<std::uint8_t>(needs[at] + least);
  });
}

PlayOutOracle::Needs PlayOutOracle::stones_needed(const Sides& sides, Colour colour, const Group& from) const {
  Needs needs;
  needs.fill(15);
  const Cells open = open_cells(sides);
  Cells seen = 0;
  Cells layer = from.shore & open;
  for (std::uint8_t stones = 1; layer != 0; ++stones) {
    seen |= layer;
    Cells next = 0;
    const auto step = [&](int cell) { next |= near_[static_cast<std::size_t>(cell)]; };
    for_each_one(layer, [&](int cell) { needs[static_cast<std::size_t>(cell)] = stones; });
    for_each_one(layer, step);
    for (Cells fresh = next & sides.of[colour] & ~seen; fresh != 0; fresh = next & sides.of[colour] & ~seen) {
      seen |= fresh;
      for_each_one(fresh, step);
    }
    layer = next & open & ~seen;
  }
  return needs;
}

// ---------------------------------------------------------------------------------------------------------- the memory

// The smallest over all images: who is where, and who moves.
std::uint64_t PlayOutOracle::code_of(const Sides& sides, Colour to_move) const {
  std::uint64_t least = kUnused;
  for (const Image& image : images_) {
    const auto mapped = [&](Cells set) -> std::uint64_t {
      return image.bytes[0][set & 255U] | image.bytes[1][set >> 8U & 255U] | image.bytes[2][set >> 16U & 255U] |
             image.bytes[3][set >> 24U];
    };
    const std::uint64_t black = mapped(sides.of[image.swaps_colours ? kSecond : kFirst]);
    const std::uint64_t white = mapped(sides.of[image.swaps_colours ? kFirst : kSecond]);
    const std::uint64_t side = (to_move == kFirst) == image.swaps_colours ? 1 : 0;
    least = std::min(least, (black << kMostCells | white) << 1 | side);
  }
  return least;
}

bool PlayOutOracle::known_value(std::uint64_t code, bool& wins) {
  const std::uint64_t* slot = slot_of(code);
  for (const std::uint64_t known : {slot[0], slot[1]}) {
    if (known >> 1 != code) continue;
    wins = (known & 1U) != 0;
    return true;
  }
  return false;
}

void PlayOutOracle::keep_value(std::uint64_t code, bool wins) {
  std::uint64_t* slot = slot_of(code);
  const auto stones_in = [](std::uint64_t entry) { return std::popcount(entry >> 1); };
  const std::uint64_t entry = code << 1 | (wins ? 1U : 0U);
  slot[slot[0] == kUnused || stones_in(entry) <= stones_in(slot[0]) ? 0 : 1] = entry;
}

std::uint64_t* PlayOutOracle::slot_of(std::uint64_t code) {
  return &table_[splitmix64(code) % (table_.size() / 2) * 2];
}

}  // namespace motu::solve_testing
