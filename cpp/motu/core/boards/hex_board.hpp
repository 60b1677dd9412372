// A board of hexagonal cells with islands round its rim (rules.md ATOLL-BOARD): immutable data, any shape.
//
// Inside, cells have axial coordinates (q, r) with the six neighbours of `kDirections`; on the screen q grows to the
// right and r downward. A `rhombus` counts rows downward (rows as in Hex programs); every other shape counts them
// upward along the slanted axis, so that row = constant - r. Cells are numbered by row number, then by column.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "motu/core/base/types.hpp"

namespace motu {

struct Axial {
  int q = 0;
  int r = 0;
  friend bool operator==(const Axial&, const Axial&) = default;
};

// Clockwise on the screen, in both orientations of the lattice.
inline constexpr std::array<Axial, 6> kDirections{{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}};

enum class RowOrder : std::uint8_t { down, up };

// A symmetry of the board: a lattice symmetry that maps cells to cells and junctions to junctions.
struct BoardSymmetry {
  std::vector<int> cells;
  std::vector<int> islands;
  bool swaps_colours = false;
};

// ATOLL-WIN for so many islands: which sets of one colour's islands win. A value, so that whatever tests sets needs no
// board for it.
class WinningIslands {
 public:
  // `islands` is the total.
  explicit WinningIslands(int islands) : own_(islands / 2), forbidden_(islands / 4) {}
  int num_islands() const { return 2 * own_; }

  // `mask` has one bit for each of a colour's islands, clockwise.
  //
  // Every gap between neighbouring islands of the set is at most n/2 islands, that is n/4 steps among the own ones: the
  // mask has no cyclic run of n/4 zeros. Runs are found by and-ing the zeros with shifted copies of themselves.
  bool contain(std::uint64_t mask) const {
    const std::uint64_t full = ~0ULL >> (64 - own_);
    std::uint64_t runs = ~mask & full;
    for (int length = 1; length < forbidden_;) {
      const int shift = length < forbidden_ - length ? length : forbidden_ - length;
      runs &= ((runs << shift) | (runs >> (own_ - shift))) & full;
      length += shift;
    }
    return runs == 0;
  }

 private:
  int own_;
  int forbidden_;
};

class HexBoard {
 public:
  static constexpr int kMaxCells = 4096;
  static constexpr int kMaxIslands = 128;
  // A cell has at most six neighbours; a junction with five has two islands besides.
  static constexpr int kRing = 8;

  // `islands` is the total. All throw Error "board/…" with the reason and, where there is one, the cell.
  static std::shared_ptr<const HexBoard> square(int columns, int islands);
  static std::shared_ptr<const HexBoard> rhombus(int columns, int rows, int islands);
  static std::shared_ptr<const HexBoard> hexagon(int side, int islands);
  static std::shared_ptr<const HexBoard> triangle(int side, int islands);
  // Cells and junctions by name; junctions clockwise, island i beginning at junctions[i]; island 0 has colour `first`.
  static std::shared_ptr<const HexBoard> custom(const std::vector<std::string>& cells,
                                                const std::vector<std::string>& junctions, Colour first);

  // The names of the rim cells of a board still without islands, clockwise from the topmost cell of the leftmost
  // column.
  static std::vector<std::string> rim_of(const std::vector<std::string>& cells);

  int num_cells() const { return static_cast<int>(cells_.size()); }
  int num_islands() const { return static_cast<int>(junctions_.size()); }
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  RowOrder row_order() const { return row_order_; }
  Axial axial(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  // 0-based column and row as named: row 0 is row number 1.
  int column_of(int cell) const;
  int row_of(int cell) const;
  std::string cell_name(int cell) const;
  // The cell a (lower-case) name means, -1 when the name is well formed but off the board, -2 when it is no name at
  // all.
  int find_cell(std::string_view name) const;
  // Neighbours clockwise from `kDirections[0]`; -1 where the board ends.
  std::array<int, 6> neighbours(int cell) const;

  // Rim cells clockwise, from where island 0 begins.
  const std::vector<int>& rim() const { return rim_; }
  // junctions()[i] is the cell where island i begins (and island i-1 ends).
  const std::vector<int>& junctions() const { return junctions_; }
  Colour island_colour(int island) const { return static_cast<Colour>((island + first_colour_) & 1); }
  // Rim cells of an island clockwise, both junction cells included.
  std::vector<int> island_cells(int island) const;

  // The vertices around a cell in cyclic order: cells, and islands as num_cells()+i. Neighbours in this order are
  // adjacent to one another, so equal colours next to each other belong to one group already. Padded with
  // num_cells()+num_islands().
  std::span<const std::uint16_t, kRing> ring(int cell) const {
    return std::span<const std::uint16_t, kRing>(&rings_[static_cast<std::size_t>(cell) * kRing], kRing);
  }
  int ring_length(int cell) const { return ring_lengths_[static_cast<std::size_t>(cell)]; }

  WinningIslands winning_islands() const { return WinningIslands(num_islands()); }
  // Whether a set of one colour's islands wins; `mask` as for WinningIslands.
  bool wins(std::uint64_t mask) const { return winning_islands().contain(mask); }

  std::vector<BoardSymmetry> symmetries() const;

 private:
  HexBoard(std::vector<Axial> cells, RowOrder order, Colour first);
  static std::shared_ptr<const HexBoard> with_sides(std::vector<Axial> cells, RowOrder order, Colour first,
                                                    const std::vector<Axial>& corners, int islands,
                                                    const std::string& shape);
  int index_of(Axial at) const;
  void check_connected() const;
  void check_no_holes() const;
  void walk_rim();
  void cut_into_islands(std::vector<int> junctions);
  void build_rings();
  std::string name_at(Axial at) const;

  std::vector<Axial> cells_;
  RowOrder row_order_;
  Colour first_colour_;
  int columns_ = 0;
  int rows_ = 0;
  Axial low_;              // smallest q and r on the board
  std::vector<int> grid_;  // (r - low.r) * columns + (q - low.q) -> cell or -1
  std::vector<int> rim_;
  std::vector<int> junctions_;
  std::vector<std::uint16_t> rings_;
  std::vector<std::uint8_t> ring_lengths_;
};

}  // namespace motu
