#include "motu/games/atoll_fill.hpp"

#include <algorithm>

namespace motu {

namespace {

template <int W>
class Fill final : public AtollFill {
 public:
  // `by_columns`: a row of bits is a column of the board, when that takes fewer words.
  Fill(const HexBoard& board, int stride, bool by_columns) : board_(board), stride_(stride) {
    for (int cell = 0; cell < board.num_cells(); ++cell) {
      const Axial at = board.axial(cell);
      const int q = at.q - low(board).q;
      const int r = at.r - low(board).r;
      bits_.push_back(static_cast<std::uint16_t>(by_columns ? q * stride + r : r * stride + q));
    }
    for (int island = 0; island < board.num_islands(); ++island) {
      CellSet<W> shore;
      for (const int cell : board.island_cells(island)) shore.insert(bits_[static_cast<std::size_t>(cell)]);
      shores_[board.island_colour(island)].push_back(shore);
    }
  }

  static Axial low(const HexBoard& board) {
    Axial low = board.axial(0);
    for (int cell = 0; cell < board.num_cells(); ++cell) {
      low = {std::min(low.q, board.axial(cell).q), std::min(low.r, board.axial(cell).r)};
    }
    return low;
  }

  void load(const AtollState& state) override {
    empties_.clear();
    for (const std::uint16_t cell : state.empty_cells()) empties_.push_back(bits_[cell]);
    // Whose bits we collect: the colour that places fewer stones, which is the one not to move.
    colour_ = other(state.to_move());
    placed_ = empties_.size() / 2;
    stones_ = {};
    for (int cell = 0; cell < board_.num_cells(); ++cell) {
      if (state.stone(cell) == colour_) stones_.insert(bits_[static_cast<std::size_t>(cell)]);
    }
  }

  Colour run(Rng& rng) override {
    CellSet<W> stones = stones_;
    const std::size_t count = empties_.size();
    std::uint16_t* const cells = empties_.data();
    std::size_t i = 0;
    // Two draws from one 64-bit number: the low half is as good as the high one.
    for (; i + 1 < placed_; i += 2) {
      const std::uint64_t random = rng.next();
      draw(cells, i, count - i, static_cast<std::uint32_t>(random), stones);
      draw(cells, i + 1, count - i - 1, static_cast<std::uint32_t>(random >> 32), stones);
    }
    if (i < placed_) draw(cells, i, count - i, static_cast<std::uint32_t>(rng.next()), stones);
    return connects(stones) ? colour_ : other(colour_);
  }

 private:
  static void draw(std::uint16_t* cells, std::size_t i, std::size_t left, std::uint32_t random, CellSet<W>& stones) {
    const std::size_t j = i + static_cast<std::size_t>((static_cast<std::uint64_t>(random) * left) >> 32);
    const std::uint16_t chosen = cells[j];
    cells[j] = cells[i];
    cells[i] = chosen;
    stones.insert(chosen);
  }

  // Grows a set within `stones` by one step in all six directions.
  CellSet<W> grown(const CellSet<W>& set, const CellSet<W>& stones) const {
    const CellSet<W> across = set | ((set.up(1) | set.down(1)) & stones);
    return (across | across.up(stride_) | across.down(stride_) | set.up(stride_ - 1) | set.down(stride_ - 1)) & stones;
  }

  bool connects(const CellSet<W>& stones) const {
    const auto& shores = shores_[colour_];
    if (shores.size() == 2) return joins_two(stones, shores[0], shores[1]);
    std::uint64_t unseen = shores.size() == 64 ? ~0ULL : (1ULL << shores.size()) - 1;
    // What is left can only win while its islands alone would.
    while (board_.wins(unseen)) {
      const std::uint64_t joined = group_of(static_cast<std::size_t>(std::countr_zero(unseen)), unseen, stones);
      if (board_.wins(joined)) return true;
      unseen &= ~joined;
    }
    return false;
  }

  bool joins_two(const CellSet<W>& stones, const CellSet<W>& from, const CellSet<W>& to) const {
    CellSet<W> group = stones & from;
    for (;;) {
      const CellSet<W> next = grown(group, stones);
      if (next.intersects(to)) return true;
      if (next == group) return false;
      group = next;
    }
  }

  // The islands that one island's group holds; `unseen` are the ones that no earlier group held. Stops when it has won.
  std::uint64_t group_of(std::size_t begin, std::uint64_t unseen, const CellSet<W>& stones) const {
    const auto& shores = shores_[colour_];
    CellSet<W> group = stones & shores[begin];
    std::uint64_t joined = 1ULL << begin;
    unseen &= ~joined;
    for (;;) {
      CellSet<W> next = grown(group, stones);
      bool touched = false;
      for (std::uint64_t rest = unseen; rest != 0; rest &= rest - 1) {
        const auto island = static_cast<std::size_t>(std::countr_zero(rest));
        if (!next.intersects(shores[island])) continue;
        next = next | (stones & shores[island]);
        joined |= 1ULL << island;
        touched = true;
      }
      unseen &= ~joined;
      if (touched && board_.wins(joined)) return joined;
      if (next == group) return joined;
      group = next;
    }
  }

  const HexBoard& board_;
  int stride_;
  std::vector<std::uint16_t> bits_;                  // [cell]
  std::array<std::vector<CellSet<W>>, 2> shores_;    // [colour][own island]: the cells that touch it
  std::vector<std::uint16_t> empties_;               // as bits, in an order that drifts from fill to fill
  CellSet<W> stones_;                                // colour_'s in the loaded position
  Colour colour_ = kSecond;
  std::size_t placed_ = 0;
};

template <int W>
std::unique_ptr<AtollFill> create_for(const HexBoard& board, int words, int stride, bool by_columns) {
  if (words <= W) return std::make_unique<Fill<W>>(board, stride, by_columns);
  if constexpr (W < 5) {
    return create_for<W + 1>(board, words, stride, by_columns);
  } else if constexpr (W < 160) {
    return create_for<2 * W>(board, words, stride, by_columns);
  } else {
    throw Error("board/size", "the board is too large for playouts");
  }
}

}  // namespace

std::unique_ptr<AtollFill> AtollFill::create(const HexBoard& board) {
  const auto words = [](int lines, int length) { return (lines * (length + 1) + 63) / 64; };
  const bool by_columns = words(board.columns(), board.rows()) < words(board.rows(), board.columns());
  const int stride = (by_columns ? board.rows() : board.columns()) + 1;
  return create_for<1>(board, by_columns ? words(board.columns(), board.rows()) : words(board.rows(), board.columns()),
                       stride, by_columns);
}

}  // namespace motu
