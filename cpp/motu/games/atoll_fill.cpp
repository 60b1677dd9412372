#include "motu/games/atoll_fill.hpp"

#include <algorithm>
#include <limits>

namespace motu {

namespace {

// Where each cell's bit is. Lines of bits are rows or columns of the board, `stride` bits apart, with at least one
// empty bit between them. In a sheared layout a line begins where its column begins, which saves the corners that a
// slanted board leaves empty in a rectangle; going to the next line is then one bit off wherever the next column begins
// one cell higher.
struct Layout {
  int stride = 0;
  int words = 0;
  std::vector<std::uint16_t> bits;  // [cell]
  std::vector<char> raised;         // [line]: it begins one cell higher than the line before
};

struct Extent {
  int begin = 1 << 20;
  int end = -(1 << 20);
};

Layout lay_out(const HexBoard& board, bool by_columns, bool sheared) {
  const auto line_of = [&](Axial at) { return by_columns ? at.q : at.r; };
  const auto place_of = [&](Axial at) { return by_columns ? at.r : at.q; };
  Extent lines;
  Extent places;
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    lines = {std::min(lines.begin, line_of(board.axial(cell))), std::max(lines.end, line_of(board.axial(cell)) + 1)};
    places = {std::min(places.begin, place_of(board.axial(cell))),
              std::max(places.end, place_of(board.axial(cell)) + 1)};
  }
  std::vector<Extent> extents(static_cast<std::size_t>(lines.end - lines.begin), sheared ? Extent{} : places);
  if (sheared) {
    for (int cell = 0; cell < board.num_cells(); ++cell) {
      Extent& extent = extents[static_cast<std::size_t>(line_of(board.axial(cell)) - lines.begin)];
      const int place = place_of(board.axial(cell));
      extent = {std::min(extent.begin, place), std::max(extent.end, place + 1)};
    }
  }
  Layout layout;
  for (const Extent& extent : extents) layout.stride = std::max(layout.stride, extent.end - extent.begin + 1);
  layout.raised.assign(extents.size(), 0);
  for (std::size_t line = 1; line < extents.size(); ++line) {
    const int step = extents[line].begin - extents[line - 1].begin;
    if (step != 0 && step != -1) return {};  // not a layout that two kinds of steps can walk
    layout.raised[line] = static_cast<char>(step == -1);
  }
  layout.words = (static_cast<int>(extents.size()) * layout.stride + 63) / 64;
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    const auto line = static_cast<std::size_t>(line_of(board.axial(cell)) - lines.begin);
    const int offset = place_of(board.axial(cell)) - extents[line].begin;
    layout.bits.push_back(static_cast<std::uint16_t>(static_cast<int>(line) * layout.stride + offset));
  }
  return layout;
}

// The layout with the fewest words; a plain one where that is no worse. A line must be shorter than a word, or it could
// not be shifted by one: boards without such a layout get one that nothing is made for, and are played out instead.
Layout best_layout(const HexBoard& board) {
  Layout best;
  best.words = std::numeric_limits<int>::max();
  for (const auto& [by_columns, sheared] : {std::pair(false, false), {true, false}, {true, true}}) {
    Layout layout = lay_out(board, by_columns, sheared);
    if (layout.words > 0 && layout.stride < 64 && layout.words < best.words) best = std::move(layout);
  }
  return best;
}

template <int W, bool Sheared>
class Fill final : public AtollFill {
 public:
  Fill(const HexBoard& board, const Layout& layout) : board_(board), stride_(layout.stride), bits_(layout.bits) {
    for (std::size_t line = 0; line < layout.raised.size(); ++line) {
      const auto bit = static_cast<unsigned>(static_cast<int>(line) * stride_);
      fill_line(layout.raised[line] ? raised_ : settled_, bit);
      if (line > 0)
        fill_line(layout.raised[line] ? before_raised_ : before_settled_, bit - static_cast<unsigned>(stride_));
    }
    for (int island = 0; island < board.num_islands(); ++island) {
      CellSet<W> shore;
      for (const int cell : board.island_cells(island)) shore.insert(bits_[static_cast<std::size_t>(cell)]);
      shores_[board.island_colour(island)].push_back(shore);
    }
    for (colour_ = kFirst; colour_ <= kSecond; ++colour_) {
      for (std::size_t island = 0; island < shores_[colour_].size(); ++island) {
        other_shores_[colour_].push_back(shores_besides(1ULL << island));
      }
    }
  }

  void load(const AtollState& state) override {
    bits_left_.clear();
    empty_ = {};
    for (const std::uint16_t cell : state.empty_cells()) {
      bits_left_.push_back(bits_[cell]);
      empty_.insert(bits_[cell]);
    }
    // Whose bits we collect: the colour that places fewer stones, which is the one not to move.
    colour_ = other(state.to_move());
    placed_ = static_cast<int>(bits_left_.size() / 2);
    stones_ = {};
    for (int cell = 0; cell < board_.num_cells(); ++cell) {
      if (state.stone(cell) == colour_) stones_.insert(bits_[static_cast<std::size_t>(cell)]);
    }
  }

  Colour run(Rng& rng) override { return connects(stones_ | subset(rng)) ? colour_ : other(colour_); }

 private:
  // A colour's stones, and in a sheared layout which of them each kind of step from the line before and after may
  // reach.
  struct Colony {
    CellSet<W> stones;
    CellSet<W> settled;
    CellSet<W> raised;
    CellSet<W> before_settled;
    CellSet<W> before_raised;
  };

  // `placed_` of the empty cells, every choice equally likely. A coin for each cell comes near that number; then cells
  // drawn at random are turned over, from the side that has too many, until it is exact. Nothing in this prefers one
  // cell to another, so all sets of that size are equally likely, at a fraction of a shuffle's cost.
  CellSet<W> subset(Rng& rng) const {
    CellSet<W> chosen;
    int count = 0;
    for (int i = 0; i < W; ++i) {
      chosen.words[i] = rng.next() & empty_.words[i];
      count += std::popcount(chosen.words[i]);
    }
    const auto cells = static_cast<std::uint32_t>(bits_left_.size());
    while (count != placed_) {
      const unsigned bit = bits_left_[rng.below(cells)];
      const int excess = count > placed_ ? 1 : 0;
      const int present = static_cast<int>((chosen.words[bit >> 6] >> (bit & 63U)) & 1U);
      const int turned = present == excess ? 1 : 0;  // no branch: it would be a coin toss for the processor
      chosen.words[bit >> 6] ^= static_cast<std::uint64_t>(turned) << (bit & 63U);
      count += turned * (1 - 2 * excess);
    }
    return chosen;
  }

  // Grows a set within `stones` by a step in all six directions, and a little more: what was just reached along a line
  // goes on to the lines beside it. Two cells of the next line touch a cell, next to each other: hence `pairs`, and one
  // long shift a side.
  [[gnu::always_inline]] CellSet<W> grown(const CellSet<W>& set, const Colony& colony) const {
    const CellSet<W> along = set | ((set.up(1) | set.down(1)) & colony.stones);
    const CellSet<W> pairs = along | along.up(1);
    const CellSet<W> next = pairs.up(stride_ - 1);
    const CellSet<W> last = pairs.down(stride_);
    if constexpr (Sheared) {
      return along | (next & colony.settled) | (next.up(1) & colony.raised) | (last & colony.before_settled) |
             (last.down(1) & colony.before_raised);
    } else {
      return along | ((next | last) & colony.stones);
    }
  }

  bool connects(const CellSet<W>& stones) const {
    const auto& shores = shores_[colour_];
    Colony colony{stones, {}, {}, {}, {}};
    if constexpr (Sheared) {
      colony = {stones, stones & settled_, stones & raised_, stones & before_settled_, stones & before_raised_};
    }
    if (shores.size() == 2) return joins_two(colony, shores[0], shores[1]);
    std::uint64_t unseen = ~0ULL >> (64 - shores.size());
    // What is left can only win while its islands alone would.
    while (board_.wins(unseen)) {
      const std::uint64_t joined = group_of(static_cast<std::size_t>(std::countr_zero(unseen)), colony);
      if (board_.wins(joined)) return true;
      unseen &= ~joined;
    }
    return false;
  }

  bool joins_two(const Colony& colony, const CellSet<W>& from, const CellSet<W>& to) const {
    CellSet<W> group = colony.stones & from;
    for (;;) {
      const CellSet<W> next = grown(group, colony);
      if (next.intersects(to)) return true;
      if (next == group) return false;
      group = next;
    }
  }

  // The islands that one island's group holds. Stops when it has won.
  std::uint64_t group_of(std::size_t begin, const Colony& colony) const {
    const auto& shores = shores_[colour_];
    std::uint64_t joined = 1ULL << begin;
    CellSet<W> ahead = other_shores_[colour_][begin];
    CellSet<W> group = colony.stones & shores[begin];
    for (;;) {
      CellSet<W> next = grown(group, colony);
      if (next.intersects(ahead)) {
        for (std::size_t island = 0; island < shores.size(); ++island) {
          if ((joined >> island & 1U) != 0 || !next.intersects(shores[island])) continue;
          joined |= 1ULL << island;
          next = next | (shores[island] & colony.stones);
        }
        if (board_.wins(joined)) return joined;
        ahead = shores_besides(joined);
      } else if (next == group) {
        return joined;
      }
      group = next;
    }
  }

  void fill_line(CellSet<W>& set, unsigned bit) const {
    for (int k = 0; k < stride_; ++k) set.insert(bit + static_cast<unsigned>(k));
  }

  CellSet<W> shores_besides(std::uint64_t islands) const {
    CellSet<W> cells;
    for (std::size_t island = 0; island < shores_[colour_].size(); ++island) {
      if ((islands >> island & 1U) == 0) cells = cells | shores_[colour_][island];
    }
    return cells;
  }

  const HexBoard& board_;
  int stride_;
  std::vector<std::uint16_t> bits_;  // [cell]
  CellSet<W> settled_;               // lines that begin where the line before begins
  CellSet<W> raised_;                // lines that begin one cell higher
  CellSet<W> before_settled_;        // the lines before those
  CellSet<W> before_raised_;
  std::array<std::vector<CellSet<W>>, 2> shores_;        // [colour][own island]: the cells that touch it
  std::array<std::vector<CellSet<W>>, 2> other_shores_;  // [colour][own island]: those that touch another own island
  std::vector<std::uint16_t> bits_left_;                 // of the empty cells
  CellSet<W> empty_;
  CellSet<W> stones_;  // colour_'s in the loaded position
  Colour colour_ = kSecond;
  int placed_ = 0;  // how many of them become colour_'s
};

// The same by the rules themselves, stone by stone, for boards too long for shifts or too large for bits. Random play
// up to the win and a random fill have the same winner equally often: what comes after a win changes nothing.
class PlayedFill final : public AtollFill {
 public:
  void load(const AtollState& state) override {
    std::vector<std::uint8_t> stones(static_cast<std::size_t>(state.game().num_cells()));
    state.stones(stones);
    state_ = std::make_unique<AtollState>(state);
    state_->setup(stones, state.to_move(), 0);  // no pie rule
  }

  Colour run(Rng& rng) override {
    int played = 0;
    for (; !state_->is_terminal(); ++played) state_->apply_unchecked(state_->sample_legal(rng));
    const auto winner = static_cast<Colour>(state_->winning_colour());
    while (played-- > 0) state_->undo_unchecked();
    return winner;
  }

 private:
  std::unique_ptr<AtollState> state_;
};

template <int W>
std::unique_ptr<AtollFill> create_for(const HexBoard& board, const Layout& layout) {
  if (layout.words <= W) {
    const bool sheared = std::ranges::find(layout.raised, 1) != layout.raised.end();
    if (sheared) return std::make_unique<Fill<W, true>>(board, layout);
    return std::make_unique<Fill<W, false>>(board, layout);
  }
  if constexpr (W < 5) {
    return create_for<W + 1>(board, layout);
  } else if constexpr (W < 80) {
    return create_for<2 * W>(board, layout);
  } else {
    return std::make_unique<PlayedFill>();
  }
}

}  // namespace

std::unique_ptr<AtollFill> AtollFill::create(const HexBoard& board) { return create_for<1>(board, best_layout(board)); }

}  // namespace motu
