// What the tests of connect/ compare with: a position of few empty cells, played out in every way there is.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "motu/atoll/tests/testing.hpp"

namespace motu::connect_testing {

// Who wins, as a function of who gets each empty cell.
class TruthTable {
 public:
  TruthTable(const std::shared_ptr<const AtollGame>& game, const atoll_testing::Stones& stones) {
    for (int cell = 0; cell < game->num_cells(); ++cell) {
      if (stones[static_cast<std::size_t>(cell)] == kNoColour) empties_.push_back(cell);
    }
    AtollState state(game);
    atoll_testing::Stones full = stones;
    first_wins_.resize(std::size_t{1} << empties_.size());
    for (std::uint32_t black = 0; black < first_wins_.size(); ++black) {
      for (std::size_t i = 0; i < empties_.size(); ++i) {
        full[static_cast<std::size_t>(empties_[i])] = ((black >> i) & 1U) != 0 ? kFirst : kSecond;
      }
      state.setup(full, kFirst, 0);
      first_wins_[black] = state.winning_colour() == kFirst;
    }
    std::size_t positions = 1;
    for (std::size_t i = 0; i < empties_.size(); ++i) positions *= 3;
    for (auto& known : known_) known.assign(positions, -1);
    powers_.assign(1, 1);
    for (std::size_t i = 1; i < empties_.size(); ++i) powers_.push_back(3 * powers_.back());
  }

  const std::vector<int>& empties() const { return empties_; }
  // Whether black has won when exactly these empty cells, bit i for empties()[i], become black.
  bool first_wins(std::uint32_t black) const { return first_wins_[black]; }
  std::uint32_t bit_of(int cell) const {
    for (std::size_t i = 0; i < empties_.size(); ++i) {
      if (empties_[i] == cell) return 1U << i;
    }
    return 0;
  }

  // Who wins with best play once these cells are taken and `to_move` is to move.
  Colour winner(Colour to_move, std::uint32_t black = 0, std::uint32_t white = 0) {
    const std::uint32_t full = static_cast<std::uint32_t>(first_wins_.size()) - 1;
    if ((black | white) == full) return first_wins_[black] ? kFirst : kSecond;
    std::size_t index = 0;
    for (std::size_t i = 0; i < empties_.size(); ++i) {
      index += powers_[i] * ((((black >> i) & 1U) != 0) ? 1U : (((white >> i) & 1U) != 0) ? 2U : 0U);
    }
    if (known_[to_move][index] >= 0) return static_cast<Colour>(known_[to_move][index]);
    Colour best = other(to_move);
    for (std::uint32_t rest = full & ~(black | white); rest != 0 && best != to_move; rest &= rest - 1) {
      if (wins_by(to_move, rest & ~(rest - 1), black, white)) best = to_move;
    }
    known_[to_move][index] = static_cast<std::int8_t>(best);
    return best;
  }
  // Whether taking the cell of this bit wins for `to_move`.
  bool wins_by(Colour to_move, std::uint32_t bit, std::uint32_t black = 0, std::uint32_t white = 0) {
    (to_move == kFirst ? black : white) |= bit;
    return winner(other(to_move), black, white) == to_move;
  }

 private:
  std::vector<int> empties_;
  std::vector<bool> first_wins_;
  std::vector<std::int8_t> known_[2];  // [colour to move][base 3: nobody, black, white]
  std::vector<std::size_t> powers_;
};

// A position with this many empty cells, stones of both colours at random. Somebody may have won already.
inline atoll_testing::Stones random_position(const HexBoard& board, Rng& rng, int empties) {
  auto stones = atoll_testing::random_full_board(board, rng);
  for (int left = std::min(empties, board.num_cells()); left > 0;) {
    const auto cell = rng.below(static_cast<std::uint32_t>(stones.size()));
    if (stones[cell] == kNoColour) continue;
    stones[cell] = kNoColour;
    --left;
  }
  return stones;
}

// The small boards of every kind on which everything can be played out.
inline std::vector<atoll_testing::NamedBoard> small_boards() {
  using namespace atoll_testing;
  std::vector<NamedBoard> boards{rhombus(3, 3, 4), rhombus(4, 4, 4), rhombus(5, 5, 4),  square(5, 8),   square(5, 4),
                                 rhombus(4, 4, 8), hexagon(3, 12),   rhombus(5, 5, 12), triangle(5, 12)};
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    boards.push_back(named_ragged_board(seed, 16 + static_cast<int>(seed), 4 * static_cast<int>(1 + seed % 3)));
  }
  return boards;
}

}  // namespace motu::connect_testing
