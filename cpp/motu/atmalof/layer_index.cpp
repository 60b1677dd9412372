#include "motu/atmalof/layer_index.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "motu/atmalof/windows.hpp"

namespace motu {

namespace {

constexpr int kMostN = kMostLayerSquares;

using Pascal = std::array<std::array<std::uint64_t, kMostN + 1>, kMostN + 1>;

constexpr Pascal make_pascal() {
  Pascal rows{};
  for (std::size_t n = 0; n <= kMostN; ++n) {
    rows[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) rows[n][k] = rows[n - 1][k - 1] + (k < n ? rows[n - 1][k] : 0);
  }
  return rows;
}

constexpr Pascal kPascal = make_pascal();

// The rank of members that begin at bit `offset`, when `before` members stand below them.
std::uint64_t partial_rank(SquareMask bits, int offset, int before) {
  std::uint64_t rank = 0;
  for (; bits != 0; bits &= bits - 1) rank += binomial(offset + std::countr_zero(bits), ++before);
  return rank;
}

std::vector<SquareMask> masks_of(const LineWindows& windows) {
  std::vector<SquareMask> masks;
  for (int window = 0; window < windows.count(); ++window) {
    SquareMask mask = 0;
    for (const std::uint16_t square : windows.squares(window)) mask |= SquareMask{1} << square;
    masks.push_back(mask);
  }
  return masks;
}

// What `gather` makes of one byte.
class ByteGather {
 public:
  ByteGather() {
    for (unsigned room = 0; room < 256; ++room) {
      for (unsigned set = 0; set < 256; ++set) packed_[room * 256 + set] = static_cast<std::uint8_t>(gather(set, room));
    }
  }
  SquareMask packed(SquareMask set, SquareMask room) const { return packed_[(room & 255U) * 256 + (set & 255U)]; }

 private:
  std::array<std::uint8_t, 65536> packed_{};
};

const ByteGather kByteGather;

}  // namespace

SquareMask gather_bytes(SquareMask set, SquareMask room) {
  SquareMask out = 0;
  int used = 0;
  for (; room != 0; room >>= 8, set >>= 8) {
    out |= kByteGather.packed(set, room) << used;
    used += std::popcount(room & 255U);
  }
  return out;
}

void refuse_large_boards(const AtmalofGame& game) {
  if (game.num_cells() <= kMostLayerSquares) return;
  const std::string squares = std::to_string(game.num_cells());
  throw Error("solve/too-large",
              "boards of " + squares + " squares have too many positions for a table; right is a board of up to " +
                  std::to_string(kMostLayerSquares),
              squares);
}

std::uint64_t binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  return kPascal[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

// --- subsets ---------------------------------------------------------------------------------------------------------

SubsetRanks::SubsetRanks(int n, int k)
    : k_(k),
      n_(n),
      half_((n + 1) / 2),
      low_mask_((SquareMask{1} << half_) - 1),
      count_(static_cast<std::uint32_t>(binomial(n, k))) {
  low_.resize(std::size_t{1} << half_);
  high_.resize(std::size_t{1} << (n - half_));
  for (SquareMask bits = 0; bits < low_.size(); ++bits) {
    if (std::popcount(bits) <= k) low_[bits] = static_cast<std::uint32_t>(partial_rank(bits, 0, 0));
  }
  for (SquareMask bits = 0; bits < high_.size(); ++bits) {
    const int before = k - std::popcount(bits);
    if (before >= 0) high_[bits] = static_cast<std::uint32_t>(partial_rank(bits, half_, before));
  }
}

SquareMask SubsetRanks::unrank(std::uint32_t rank) const {
  SquareMask subset = 0;
  int square = n_ - 1;
  for (int member = k_; member > 0; --member) {
    while (binomial(square, member) > rank) --square;
    rank -= static_cast<std::uint32_t>(binomial(square, member));
    subset |= SquareMask{1} << square;
    --square;
  }
  return subset;
}

// --- the board -------------------------------------------------------------------------------------------------------

LayerBoard::LayerBoard(std::shared_ptr<const AtmalofGame> game)
    : game_(std::move(game)), num_squares_(game_->num_cells()), all_(0) {
  refuse_large_boards(*game_);
  all_ = static_cast<SquareMask>((std::uint64_t{1} << num_squares_) - 1);
  fill_squares();
  fill_windows();
  for (int count = 0; count <= most_pieces(); ++count) sets_.push_back(make_sets(count));
}

void LayerBoard::fill_squares() {
  for (const Symmetry& symmetry : game_->symmetries()) {
    images_.emplace_back(symmetry.cells.begin(), symmetry.cells.end());
  }
  for (int square = 0; square < num_squares_; ++square) {
    SquareMask near = 0;
    for (int d = 0; d < 8; ++d) {
      if (const int target = game_->target(8 * square + d); target >= 0) near |= SquareMask{1} << target;
    }
    neighbours_.push_back(near);
    if (game_->is_droppable(square)) droppable_ |= SquareMask{1} << square;
  }
}

void LayerBoard::fill_windows() {
  windows_ = masks_of(LineWindows(*game_, game_->rules().line));
  short_windows_ = masks_of(LineWindows(*game_, game_->rules().line - 1));
}

SquareMask LayerBoard::set_image(unsigned symmetry, SquareMask set) const {
  SquareMask out = 0;
  for (; set != 0; set &= set - 1) out |= SquareMask{1} << image(symmetry, std::countr_zero(set));
  return out;
}

bool LayerBoard::has_line(SquareMask set) const {
  return std::ranges::any_of(windows_, [&](SquareMask window) { return (set & window) == window; });
}

int LayerBoard::num_short_lines(SquareMask set) const {
  return static_cast<int>(
      std::ranges::count_if(short_windows_, [&](SquareMask window) { return (set & window) == window; }));
}

int LayerBoard::most_pieces() const {
  const AtmalofRules& rules = game_->rules();
  return rules.tiebreak_both ? rules.pieces : rules.pieces - 1;
}

bool LayerBoard::is_layer(int own, int enemy) const {
  const int most = most_pieces();
  const bool is_over = own >= game_->rules().pieces && enemy >= game_->rules().pieces;
  return own >= 0 && enemy >= 0 && own <= most && enemy <= most && !is_over;
}

std::unique_ptr<const SquareSets> LayerBoard::make_sets(int count) const {
  auto sets = std::make_unique<SquareSets>();
  sets->ranks = SubsetRanks(num_squares_, count);
  sets->entries.resize(sets->ranks.count());
  SquareMask set = static_cast<SquareMask>((std::uint64_t{1} << count) - 1);
  for (std::uint32_t rank = 0; rank < sets->ranks.count(); ++rank, set = next_subset(set)) {
    SquareMask smallest = set;
    unsigned symmetry = 0;
    for (unsigned s = 1; s < images_.size(); ++s) {
      const SquareMask other = set_image(s, set);
      if (other >= smallest) continue;
      smallest = other;
      symmetry = s;
    }
    std::uint32_t set_class = 0;
    if (smallest == set) {
      set_class = static_cast<std::uint32_t>(sets->representatives.size());
      sets->representatives.push_back(set);
      sets->num_short_lines.push_back(static_cast<std::uint8_t>(num_short_lines(set)));
    } else {
      set_class = sets->entry(smallest).set_class();
    }
    sets->entries[rank] = {(set_class << 4) | (has_line(set) ? 8U : 0U) | symmetry};
  }
  return sets;
}

// --- a layer ---------------------------------------------------------------------------------------------------------

LayerIndex::LayerIndex(const LayerBoard& board, int own, int enemy)
    : board_(&board), sets_(&board.sets(own)), own_(own), enemy_(enemy), rest_(board.num_squares() - own, enemy) {}

std::uint64_t LayerIndex::index_of(SquareMask own, SquareMask enemy) const {
  const SquareSets::Entry entry = sets_->entry(own);
  const SquareMask room = board_->all() & ~representative(entry.set_class());
  const SquareMask image = board_->set_image(entry.symmetry(), enemy);
  return static_cast<std::uint64_t>(entry.set_class()) * stride() + rest_.rank(gather(image, room));
}

std::pair<SquareMask, SquareMask> LayerIndex::position_at(std::uint64_t index) const {
  const SquareMask own = representative(static_cast<std::uint32_t>(index / stride()));
  const SquareMask packed = rest_.unrank(static_cast<std::uint32_t>(index % stride()));
  return {own, scatter(packed, board_->all() & ~own)};
}

std::uint64_t LayerIndex::size_of(const LayerBoard& board, int own, int enemy) {
  return board.sets(own).representatives.size() * binomial(board.num_squares() - own, enemy);
}

}  // namespace motu
