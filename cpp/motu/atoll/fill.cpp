#include "motu/atoll/fill.hpp"

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "motu/atoll/fill_layout.hpp"
#include "motu/core/base/compiler.hpp"
#include "motu/core/boards/cell_set.hpp"

namespace motu {

namespace {

// One colour's stones on a board filled at random.
template <int W>
class RandomStones {
 public:
  RandomStones(std::vector<std::uint16_t> bits, Colour colour) : bits_(std::move(bits)), colour_(colour) {}

  Colour colour() const { return colour_; }

  void load(const AtollState& state) {
    const auto empty_cells = state.empty_cells();
    free_bits_.resize(empty_cells.size());
    for (std::size_t i = 0; i < empty_cells.size(); ++i) free_bits_[i] = bits_[empty_cells[i]];
    empty_ = {};
    stones_ = {};
    for (std::size_t cell = 0; cell < bits_.size(); ++cell) {
      const Colour stone = state.stone(static_cast<int>(cell));
      empty_.insert_if(stone == kNoColour, bits_[cell]);
      stones_.insert_if(stone == colour_, bits_[cell]);
    }
    // The mover places the odd stone.
    wanted_ = static_cast<int>((free_bits_.size() + (state.to_move() == colour_ ? 1 : 0)) / 2);
  }

  // As many of the empty cells as the colour gets, every choice equally likely. A coin for each cell comes near that
  // number; then cells drawn at random change sides, from the side that has too many, until it is exact. Nothing in
  // this prefers one cell to another, so all sets of that size are equally likely, at a fraction of a shuffle's cost.
  CellSet<W> draw(Rng& rng) const {
    CellSet<W> chosen;
    int count = 0;
    for (std::size_t i = 0; i < W; ++i) {
      chosen.words[i] = rng.next();
      count += std::popcount(chosen.words[i] & empty_.words[i]);
    }
    // Where too many are chosen, those not chosen are built instead: what is missing is always something to add.
    const std::uint64_t inverted = count > wanted_ ? ~0ULL : 0;
    for (std::size_t i = 0; i < W; ++i) chosen.words[i] ^= inverted;
    add(chosen, count > wanted_ ? count - wanted_ : wanted_ - count, rng);
    return CellSet<W>::of_words(
        [&](auto i) { return ((chosen.words[i] ^ inverted) & empty_.words[i]) | stones_.words[i]; });
  }

  // Whose each cell is where `stones` are the colour's.
  void write_owners(const CellSet<W>& stones, std::span<std::uint8_t> owners) const {
    const unsigned flip = colour_ == kFirst ? 1 : 0;
    for (std::size_t cell = 0; cell < bits_.size(); ++cell) {
      const auto is_own = static_cast<unsigned>(stones.words[bits_[cell] >> 6] >> (bits_[cell] & 63U) & 1U);
      owners[cell] = static_cast<std::uint8_t>(1U + (is_own ^ flip));
    }
  }

 private:
  // Adds `missing` empty cells that are not yet in the set.
  void add(CellSet<W>& set, int missing, Rng& rng) const {
    const std::uint64_t count = free_bits_.size();
    const auto add_one = [&](std::uint64_t random) {  // of 32 bits
      const unsigned bit = free_bits_[(random * count) >> 32];
      std::uint64_t& word = set.words[bit >> 6];
      // No branch on whether it is new: it would be a coin toss for the processor.
      missing -= static_cast<int>(~word >> (bit & 63U) & 1);
      word |= 1ULL << (bit & 63U);
    };
    while (missing > 0) {
      const std::uint64_t random = rng.next();
      add_one(random & 0xFFFFFFFFU);
      if (missing > 0) add_one(random >> 32);
    }
  }

  std::vector<std::uint16_t> bits_;  // [cell]
  Colour colour_;
  std::vector<std::uint16_t> free_bits_;  // of the empty cells
  CellSet<W> empty_;
  CellSet<W> stones_;  // in the loaded position
  int wanted_ = 0;     // how many of the empty cells the colour gets
};

// Grows a set within `stones` by a step in all six directions, and a little more: what was just reached along a line
// goes on to the lines beside it. Two cells of the next line touch a cell, next to each other: hence `pairs`, and one
// long shift a side.
template <int W>
MOTU_ALWAYS_INLINE CellSet<W> grown(const CellSet<W>& set, const CellSet<W>& stones, int stride) {
  const CellSet<W> along = set | ((set.up(1) | set.down(1)) & stones);
  const CellSet<W> pairs = along | along.up(1);
  return along | ((pairs.up(stride - 1) | pairs.down(stride)) & stones);
}

// Hex: two shores, opposite each other. Floods from one to the other.
template <int W>
class CrossingFill final : public AtollFill {
 public:
  explicit CrossingFill(const CrossingLayout& layout)
      : stones_(bits_of(layout), layout.colour),
        stride_(layout.inner.stride),
        near_begin_(layout.near_begin),
        far_begin_(layout.far_begin) {}

  void load(const AtollState& state) override { stones_.load(state); }
  Colour run(Rng& rng) override { return winner(stones_.draw(rng)); }
  Colour run(Rng& rng, std::span<std::uint8_t> owners) override {
    const auto all = stones_.draw(rng);
    stones_.write_owners(all, owners);
    return winner(all);
  }

 private:
  // The layout's, the shores in our last word, which may be further on than the layout's.
  static std::vector<std::uint16_t> bits_of(const CrossingLayout& layout) {
    auto bits = layout.inner.bits;
    for (auto& bit : bits) {
      if (bit >= 64 * layout.inner.words) bit = static_cast<std::uint16_t>(bit + 64 * (W - layout.inner.words));
    }
    return bits;
  }

  Colour winner(const CellSet<W + 1>& all) const { return connects(all) ? stones_.colour() : other(stones_.colour()); }

  bool connects(const CellSet<W + 1>& all) const {
    const auto stones = CellSet<W>::of_words([&](auto i) { return all.words[i]; });
    const std::uint64_t near = all.words[W] & 0xFFFFFFFFU;
    const std::uint64_t far = all.words[W] >> 32;
    CellSet<W> group;
    group.insert_bits(near | near << 1, near_begin_);
    group = group & stones;
    CellSet<W> goal;
    goal.insert_bits(far | far << 1, far_begin_);
    for (;;) {
      const CellSet<W> next = grown(group, stones, stride_);
      if (next.intersects(goal)) return true;
      if (next == group) return false;
      group = next;
    }
  }

  RandomStones<W + 1> stones_;
  int stride_;
  unsigned near_begin_;
  unsigned far_begin_;
};

// What a flood asks of one colour's islands, which are numbered 0.. clockwise and come in sets, a bit each. The answers
// for all sets are kept in tables where there are few islands.
template <int W>
class Shores {
 public:
  Shores(const HexBoard& board, const std::vector<std::uint16_t>& bits, Colour colour)
      : winning_(board.winning_islands()) {
    for (int island = 0; island < board.num_islands(); ++island) {
      if (board.island_colour(island) != colour) continue;
      shores_.emplace_back();
      for (const int cell : board.island_cells(island)) shores_.back().insert(bits[static_cast<std::size_t>(cell)]);
    }
    if (count() > kTabled) return;
    for (std::uint64_t islands = 0; islands <= all(); ++islands) {
      unions_.push_back(join(islands));
      wins_ |= static_cast<std::uint64_t>(board.wins(islands)) << islands;
    }
  }

  std::uint64_t all() const { return ~0ULL >> (64 - count()); }
  bool wins(std::uint64_t islands) const {
    return count() <= kTabled ? (wins_ >> islands & 1) != 0 : winning_.contain(islands);
  }
  // The cells that touch one of the islands.
  CellSet<W> cells(std::uint64_t islands) const { return count() <= kTabled ? unions_[islands] : join(islands); }
  // The islands that one of the cells touches.
  std::uint64_t touched(const CellSet<W>& cells) const {
    std::uint64_t islands = 0;
    for (std::size_t i = 0; i < count(); ++i) islands |= static_cast<std::uint64_t>(cells.intersects(shores_[i])) << i;
    return islands;
  }

 private:
  static constexpr std::size_t kTabled = 6;

  std::size_t count() const { return shores_.size(); }
  CellSet<W> join(std::uint64_t islands) const {
    CellSet<W> cells;
    for (; islands != 0; islands &= islands - 1) {
      cells = cells | shores_[static_cast<std::size_t>(std::countr_zero(islands))];
    }
    return cells;
  }

  WinningIslands winning_;
  std::vector<CellSet<W>> shores_;  // [island]
  std::vector<CellSet<W>> unions_;  // [set of islands]
  std::uint64_t wins_ = 0;          // a bit for each set of islands
};

// Any islands: floods from one after the other until a group has won or what is left cannot.
template <int W>
class GroupFill final : public AtollFill {
 public:
  GroupFill(const HexBoard& board, const FillLayout& layout)
      : stones_(layout.bits, kSecond), shores_(board, layout.bits, kSecond), stride_(layout.stride) {}

  void load(const AtollState& state) override { stones_.load(state); }
  Colour run(Rng& rng) override { return winner(stones_.draw(rng)); }
  Colour run(Rng& rng, std::span<std::uint8_t> owners) override {
    const auto all = stones_.draw(rng);
    stones_.write_owners(all, owners);
    return winner(all);
  }

 private:
  Colour winner(const CellSet<W>& all) const { return connects(all) ? stones_.colour() : other(stones_.colour()); }

  bool connects(const CellSet<W>& stones) const {
    std::uint64_t unseen = shores_.all();
    // What is left can only win while its islands alone would.
    while (shores_.wins(unseen)) {
      const std::uint64_t joined = group_of(unseen & -unseen, stones);
      if (shores_.wins(joined)) return true;
      unseen &= ~joined;
    }
    return false;
  }

  // The islands that one island's group holds. Stops when it has won.
  std::uint64_t group_of(std::uint64_t island, const CellSet<W>& stones) const {
    std::uint64_t joined = island;
    CellSet<W> ahead = shores_.cells(shores_.all() & ~joined);
    CellSet<W> group = stones & shores_.cells(joined);
    for (;;) {
      CellSet<W> next = grown(group, stones, stride_);
      if (next.intersects(ahead)) {
        joined |= shores_.touched(next);
        if (shores_.wins(joined)) return joined;
        next = next | (stones & shores_.cells(joined));
        ahead = shores_.cells(shores_.all() & ~joined);
      } else if (next == group) {
        return joined;
      }
      group = next;
    }
  }

  RandomStones<W> stones_;
  Shores<W> shores_;
  int stride_;
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
    const int played = play(rng);
    return take_back(played);
  }

  Colour run(Rng& rng, std::span<std::uint8_t> owners) override {
    const int played = play(rng);
    const auto left = state_->empty_cells();
    rest_.assign(left.begin(), left.end());
    for (std::size_t cell = 0; cell < owners.size(); ++cell) {
      owners[cell] = static_cast<std::uint8_t>(1U << (state_->stone(static_cast<int>(cell)) & 1U));
    }
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      std::swap(rest_[i], rest_[i + rng.below(static_cast<std::uint32_t>(rest_.size() - i))]);
      owners[rest_[i]] = static_cast<std::uint8_t>(1U << (i % 2 == 0 ? state_->to_move() : other(state_->to_move())));
    }
    return take_back(played);
  }

 private:
  int play(Rng& rng) {
    int played = 0;
    for (; !state_->is_terminal(); ++played) state_->apply_unchecked(state_->sample_legal(rng));
    return played;
  }

  Colour take_back(int played) {
    const auto winner = static_cast<Colour>(state_->winning_colour());
    while (played-- > 0) state_->undo_unchecked();
    return winner;
  }

  std::vector<std::uint16_t> rest_;  // what is empty at the end
  std::unique_ptr<AtollState> state_;
};

// How many words there are fills for; a board takes the smallest that is large enough.
using Sizes = std::integer_sequence<int, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 48, 64>;

// Calls make(integral_constant) for the smallest size of at least `words`; null when there is none.
template <class F, int... W>
std::unique_ptr<AtollFill> create_for(int words, std::integer_sequence<int, W...>, F&& make) {
  std::unique_ptr<AtollFill> fill;
  (void)((words <= W && ((fill = make(std::integral_constant<int, W>{})), true)) || ...);
  return fill;
}

}  // namespace

std::unique_ptr<AtollFill> AtollFill::create(const HexBoard& board) {
  std::unique_ptr<AtollFill> fill;
  if (const auto layout = CrossingLayout::of(board); layout.inner.words > 0) {
    fill = create_for(layout.inner.words, Sizes{}, [&](auto words) -> std::unique_ptr<AtollFill> {
      return std::make_unique<CrossingFill<words>>(layout);
    });
  }
  if (fill) return fill;
  if (const auto layout = FillLayout::of(board); layout.words > 0) {
    fill = create_for(layout.words, Sizes{}, [&](auto words) -> std::unique_ptr<AtollFill> {
      return std::make_unique<GroupFill<words>>(board, layout);
    });
  }
  return fill ? std::move(fill) : std::make_unique<PlayedFill>();
}

}  // namespace motu
