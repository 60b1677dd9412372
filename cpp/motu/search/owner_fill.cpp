#include "motu/search/owner_fill.hpp"

#include <bit>
#include <utility>

namespace motu {

OwnerFill::OwnerFill(const HexBoard& board)
    : board_(board),
      shores_(static_cast<std::size_t>(board.num_islands())),
      colours_(static_cast<std::size_t>(board.num_cells() + board.num_islands() + 1), kSeen) {
  for (int island = 0; island < board.num_islands(); ++island) {
    const auto cells = board.island_cells(island);
    shores_[static_cast<std::size_t>(island)].assign(cells.begin(), cells.end());
  }
}

Colour OwnerFill::run(const AtollState& state, Rng& rng, std::span<std::uint8_t> owners) {
  const auto cells = static_cast<std::size_t>(board_.num_cells());
  for (std::size_t cell = 0; cell < cells; ++cell) colours_[cell] = state.stone(static_cast<int>(cell));
  const auto empty_cells = state.empty_cells();
  empties_.assign(empty_cells.begin(), empty_cells.end());
  const std::size_t mine = (empties_.size() + 1) / 2;
  for (std::size_t i = 0; i < empties_.size(); ++i) {
    // The mover's cells are drawn, what is left is the other colour's.
    if (i < mine) std::swap(empties_[i], empties_[i + rng.below(static_cast<std::uint32_t>(empties_.size() - i))]);
    colours_[empties_[i]] = i < mine ? state.to_move() : other(state.to_move());
  }
  for (std::size_t cell = 0; cell < cells; ++cell) owners[cell] = static_cast<std::uint8_t>(1U << colours_[cell]);
  // On a full board exactly one colour has won (ATOLL-NODRAW).
  return has_won(kFirst) ? kFirst : kSecond;
}

bool OwnerFill::has_won(Colour colour) {
  const int first = board_.island_colour(0) == colour ? 0 : 1;
  const int own = board_.num_islands() / 2;
  for (int island = 0; island < board_.num_islands(); ++island) {
    colours_[static_cast<std::size_t>(board_.num_cells() + island)] = board_.island_colour(island);
  }
  std::uint64_t unseen = ~0ULL >> (64 - own);
  // What is left can only win while its islands alone would.
  while (board_.wins(unseen)) {
    const int begin = std::countr_zero(unseen);
    const std::uint64_t joined = flood(first + 2 * begin, colour, 1ULL << begin);
    if (board_.wins(joined)) return true;
    unseen &= ~joined;
  }
  return false;
}

// The islands that one island's group holds; at least those that win, once it does.
std::uint64_t OwnerFill::flood(int island, Colour colour, std::uint64_t joined) {
  const auto cells = static_cast<std::uint16_t>(board_.num_cells());
  waiting_.clear();
  reach(static_cast<std::uint16_t>(cells + island), colour);
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const std::uint16_t vertex = waiting_[i];
    if (vertex < cells) {
      for (int k = 0; k < board_.ring_length(vertex); ++k) {
        reach(board_.ring(vertex)[static_cast<std::size_t>(k)], colour);
      }
      continue;
    }
    joined |= 1ULL << ((vertex - cells) / 2);
    if (board_.wins(joined)) return joined;
    for (const std::uint16_t cell : shores_[static_cast<std::size_t>(vertex - cells)]) reach(cell, colour);
  }
  return joined;
}

void OwnerFill::reach(std::uint16_t vertex, Colour colour) {
  if (colours_[vertex] != colour) return;
  colours_[vertex] = kSeen;
  waiting_.push_back(vertex);
}

}  // namespace motu
