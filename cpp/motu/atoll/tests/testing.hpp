// What the Atoll tests share: boards of every shape and of no shape at all, and a slow, separate judge of who has won.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "motu/atoll/atoll.hpp"
#include "motu/core/base/error.hpp"
#include "motu/core/boards/hex_board.hpp"

namespace motu::atoll_testing {

struct NamedBoard {
  std::string name;
  std::shared_ptr<const HexBoard> board;
};

using Stones = std::vector<std::uint8_t>;

// The slug, the cell and the message of the error that a call throws; three empty texts when it throws none.
struct Refusal {
  std::string slug;
  std::string position;
  std::string message;
};

template <class F>
Refusal refusal_of(F&& call) {
  try {
    call();
  } catch (const Error& error) {
    return {error.slug(), error.position(), error.what()};
  }
  return {};
}

// ---------------------------------------------------------------------------------------------------- boards of no family

inline std::string name_of(Axial at) { return column_letters(at.q).append(std::to_string(-at.r)); }

// Names of places after a shift that makes the leftmost column a and the lowest row 1.
inline std::vector<std::string> names_of(const std::vector<Axial>& places) {
  int left = places.front().q;
  int low = places.front().r;
  for (const Axial at : places) {
    left = std::min(left, at.q);
    low = std::max(low, at.r);
  }
  std::vector<std::string> names;
  for (const Axial at : places) names.push_back(name_of({at.q - left, at.r - low - 1}));
  return names;
}

inline bool is_board(const std::vector<Axial>& places) {
  return refusal_of([&] { HexBoard::rim_of(names_of(places)); }).slug.empty();
}

// A piece of land with a ragged coast, grown one cell at a time; cells that would break ATOLL-BOARD are left out.
inline std::vector<std::string> ragged_land(Rng& rng, int size) {
  std::vector<Axial> land{{0, 0}, {1, 0}, {0, 1}};
  while (static_cast<int>(land.size()) < size) {
    const Axial from = land[rng.below(static_cast<std::uint32_t>(land.size()))];
    const Axial step = kDirections[rng.below(6)];
    const Axial at{from.q + step.q, from.r + step.r};
    if (std::ranges::find(land, at) != land.end()) continue;
    land.push_back(at);
    if (!is_board(land)) land.pop_back();
  }
  return names_of(land);
}

// Ragged land with junctions anywhere on its rim, at least `islands` cells long.
inline std::shared_ptr<const HexBoard> ragged_board(std::uint64_t seed, int size, int islands) {
  Rng rng(seed);
  const auto land = ragged_land(rng, size);
  auto rim = HexBoard::rim_of(land);
  const auto begin = static_cast<std::ptrdiff_t>(rng.below(static_cast<std::uint32_t>(rim.size())));
  std::rotate(rim.begin(), rim.begin() + begin, rim.end());
  std::vector<std::string> junctions;
  for (std::size_t i = 0; i < rim.size(); ++i) {
    const auto missing = static_cast<std::size_t>(islands) - junctions.size();
    if (rng.below(static_cast<std::uint32_t>(rim.size() - i)) < missing) junctions.push_back(rim[i]);
  }
  return HexBoard::custom(land, junctions, rng.below(2) == 0 ? kFirst : kSecond);
}

inline NamedBoard named_ragged_board(std::uint64_t seed, int size, int islands) {
  return {"ragged " + std::to_string(seed) + ", " + std::to_string(size) + " cells, " + std::to_string(islands),
          ragged_board(seed, size, islands)};
}

// ------------------------------------------------------------------------------------------------------ boards of families

inline NamedBoard square(int columns, int islands) {
  return {"square " + std::to_string(columns) + "/" + std::to_string(islands), HexBoard::square(columns, islands)};
}

inline NamedBoard rhombus(int columns, int rows, int islands) {
  return {"rhombus " + std::to_string(columns) + "x" + std::to_string(rows) + "/" + std::to_string(islands),
          HexBoard::rhombus(columns, rows, islands)};
}

inline NamedBoard hexagon(int side, int islands) {
  return {"hexagon " + std::to_string(side) + "/" + std::to_string(islands), HexBoard::hexagon(side, islands)};
}

inline NamedBoard triangle(int side, int islands) {
  return {"triangle " + std::to_string(side) + "/" + std::to_string(islands), HexBoard::triangle(side, islands)};
}

// Every shape, every number of islands from 4 to 64, even and uneven sides; none larger than the standard boards.
inline std::vector<NamedBoard> all_boards() {
  std::vector<NamedBoard> boards{
      square(5, 4),      square(5, 8),      square(7, 8),      square(7, 16),      square(9, 20),
      square(9, 24),     square(11, 8),     square(11, 28),    square(13, 40),     square(19, 64),
      rhombus(2, 2, 4),  rhombus(2, 7, 4),  rhombus(7, 2, 4),  rhombus(3, 3, 8),   rhombus(5, 4, 4),
      rhombus(5, 6, 12), rhombus(9, 7, 16), rhombus(9, 9, 32), rhombus(11, 11, 4), rhombus(14, 14, 52),
      hexagon(3, 12),    hexagon(4, 12),    hexagon(5, 24),    hexagon(7, 36),     hexagon(9, 48),
      triangle(5, 12),   triangle(9, 24),   triangle(13, 36),  triangle(21, 60)};
  for (int islands = 4; islands <= 64; islands += 4) {
    const auto seed = static_cast<std::uint64_t>(islands);
    boards.push_back(named_ragged_board(seed, 30 + 3 * islands, islands));
  }
  return boards;
}

// -------------------------------------------------------------------------------------------------------------- judgement

// ATOLL-WIN by walking: the islands of one colour, and what hangs together with each, one by one.
inline bool has_won(const HexBoard& board, const Stones& stones, Colour colour) {
  std::vector<std::vector<int>> shores;
  for (int island = 0; island < board.num_islands(); ++island) shores.push_back(board.island_cells(island));
  const auto is_own = [&](int cell) { return stones[static_cast<std::size_t>(cell)] == colour; };
  for (int begin = 0; begin < board.num_islands(); ++begin) {
    if (board.island_colour(begin) != colour) continue;
    std::set<int> islands{begin};
    std::set<int> cells;
    for (bool grows = true; grows;) {
      const std::size_t before = islands.size() + cells.size();
      for (const int island : islands) {
        for (const int cell : shores[static_cast<std::size_t>(island)]) {
          if (is_own(cell)) cells.insert(cell);
        }
      }
      std::vector<int> queue(cells.begin(), cells.end());
      for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const int next : board.neighbours(queue[i])) {
          if (next >= 0 && is_own(next) && cells.insert(next).second) queue.push_back(next);
        }
      }
      for (int island = 0; island < board.num_islands(); ++island) {
        if (board.island_colour(island) != colour) continue;
        if (std::ranges::any_of(shores[static_cast<std::size_t>(island)], [&](int c) { return cells.contains(c); })) {
          islands.insert(island);
        }
      }
      grows = islands.size() + cells.size() > before;
    }
    std::uint64_t mask = 0;
    for (const int island : islands) mask |= 1ULL << (island / 2);
    if (board.wins(mask)) return true;
  }
  return false;
}

// A full board, the colours as even as alternate play makes them.
inline Stones random_full_board(const HexBoard& board, Rng& rng) {
  Stones stones;
  for (int cell = 0; cell < board.num_cells(); ++cell) stones.push_back(cell % 2 == 0 ? kFirst : kSecond);
  for (std::size_t i = stones.size(); i > 1; --i) {
    std::swap(stones[i - 1], stones[rng.below(static_cast<std::uint32_t>(i))]);
  }
  return stones;
}

inline std::shared_ptr<const AtollGame> new_game(const std::shared_ptr<const HexBoard>& board, bool swap = true) {
  return AtollGame::create(board, {swap});
}

inline Stones stones_of(const State& state) {
  Stones stones(static_cast<std::size_t>(state.game().num_cells()));
  state.stones(stones);
  return stones;
}

inline std::vector<Action> legal_of(const State& state) {
  std::vector<Action> actions;
  state.legal_actions(actions);
  return actions;
}

}  // namespace motu::atoll_testing
