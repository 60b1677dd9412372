// Who wins a position of Atoll, by playing it out: what the solver is compared with.
//
// It takes from the board what lies next to what, and nothing else. Winners are found by flooding from islands and by
// the words of the rules (ATOLL-WIN); symmetries are believed once they have been seen to keep all of that. A position
// is lost when every move is; nothing is left out but for two plain facts: who can win at once does, and who would
// lose at once must take the cell. Positions are known again by their stones, exactly, not by a hash.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "motu/core/boards/hex_board.hpp"

namespace motu::solve_testing {

class PlayOutOracle {
 public:
  static constexpr int kMostCells = 31;

  // The memory is for 2^table_bits positions of 8 bytes.
  explicit PlayOutOracle(const HexBoard& board, int table_bits = 18);

  // Who has won; kNoColour while nobody has.
  Colour has_won(std::span<const std::uint8_t> stones) const;
  // Who wins with best play. Any numbers of stones will do.
  Colour winner(std::span<const std::uint8_t> stones, Colour to_move);
  // A row for each row of the board, 'B' where black's first stone wins.
  std::string map_of_openings();
  std::uint64_t nodes() const { return nodes_; }

 private:
  using Cells = std::uint32_t;

  // What hangs together with some island of a colour: which of its islands, and the cells next to it.
  struct Group {
    std::uint32_t islands = 0;
    Cells shore = 0;
  };
  struct Groups {
    std::array<Group, 16> list;
    int count = 0;
  };
  // A symmetry, as images of the eight cells of every byte.
  struct Image {
    std::array<std::array<Cells, 256>, 4> bytes{};
    bool swaps_colours = false;
  };
  // [cell] stones that are missing, for ordering moves.
  using Needs = std::array<std::uint8_t, 32>;
  struct Sides {
    std::array<Cells, 2> of{};  // [colour]
  };

  static std::vector<bool> winning_sets(int islands);
  void add_symmetry(const HexBoard& board, const BoardSymmetry& symmetry);
  Sides sides_of(std::span<const std::uint8_t> stones) const;
  Group flood(const Sides& sides, Colour colour, int island) const;
  Groups groups_of(const Sides& sides, Colour colour) const;
  bool is_won(const Groups& groups) const;
  Cells open_cells(const Sides& sides) const;
  // The empty cells that would win at once.
  Cells winning_cells(const Sides& sides, const Groups& groups) const;
  // `own` are the mover's. `reply` is what to try first, and what wins in the end.
  bool mover_wins(const Sides& sides, Colour to_move, const Groups& own, int& reply);
  bool try_moves(const Sides& sides, Colour to_move, const Groups& enemy, Cells moves, const Needs& needs, int& reply);
  int choose(Cells moves, Colour to_move, const Needs& needs) const;
  void add_needs(const Sides& sides, Colour colour, const Groups& groups, Needs& needs) const;
  Needs stones_needed(const Sides& sides, Colour colour, const Group& from) const;
  bool known_value(std::uint64_t code, bool& wins);
  void keep_value(std::uint64_t code, bool wins);
  std::uint64_t code_of(const Sides& sides, Colour to_move) const;
  std::uint64_t* slot_of(std::uint64_t code);

  int num_cells_;
  std::vector<int> rows_;                              // [cell]
  std::vector<Cells> near_;                            // [cell]
  std::array<std::vector<Cells>, 2> coasts_;           // [colour][own island] its cells
  std::array<std::vector<std::uint32_t>, 2> islands_;  // [colour][cell] own islands that it touches
  std::vector<bool> wins_;                             // [set of own islands]
  std::vector<Image> images_;
  std::vector<std::uint64_t> table_;                      // pairs: the one with the fewest stones, and the last one
  std::array<std::array<std::uint32_t, 32>, 2> merit_{};  // [colour][cell] how often it won
  std::uint64_t nodes_ = 0;
};

}  // namespace motu::solve_testing
