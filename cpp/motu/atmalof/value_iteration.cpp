#include "motu/atmalof/value_iteration.hpp"

#include <algorithm>

#include "motu/core/base/compiler.hpp"

namespace motu {

namespace {

constexpr LineBounds kWon{kOne, kOne};
// Positions whose places are found ahead: what they are written to stays in the second cache.
constexpr std::size_t kAhead = 512;
constexpr int kWordBits = 64;
// With one entry of so many changed, nearly every position has a successor among them.
constexpr std::uint32_t kFew = 8;

SquareMask bit_of(int square) { return SquareMask{1} << square; }

void take_better(LineBounds& best, const LineBounds& found) {
  best.lower = std::max(best.lower, found.lower);
  best.upper = std::max(best.upper, found.upper);
}

// Both bounds in one number, for sums: adding such numbers adds the bounds.
std::int64_t joined(const LineBounds& bounds) { return (std::int64_t{bounds.upper} << 32) + bounds.lower; }

LineBounds parted(std::int64_t sum) {
  const auto lower = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
  return {lower, static_cast<std::int32_t>((sum - lower) >> 32)};
}

void read_block(const LayerIndex& index, const LayerValues& values, std::uint32_t set_class,
                std::vector<LineBounds>& out) {
  const std::uint64_t base = std::uint64_t{set_class} * index.stride();
  out.resize(index.stride());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = values.at(base + i).reversed();
}

}  // namespace

LayerSweep::LayerSweep(const LayerBoard& board, OpenLayer& layer, OpenLayer& mirror, const DoneLayer* next,
                       std::int32_t step)
    : board_(board),
      layer_(layer),
      mirror_(mirror),
      next_(next),
      own_sets_(board.sets(layer.index.own())),
      ranks_(mirror.index.rest()),
      step_(step),
      height_(board.game().height()),
      width_(board.game().width()),
      rows_(board.game().rules().rows),
      cols_(board.game().rules().cols),
      can_announce_(layer.index.own() < board.game().rules().pieces),
      half_((board.num_squares() - layer.index.enemy() + 1) / 2),
      low_mask_((SquareMask{1} << half_) - 1) {
  const AtmalofRules& rules = board.game().rules();
  const bool is_last = layer.index.own() + 1 >= rules.pieces;
  ends_by_count_ = is_last && (!rules.tiebreak_both || layer.index.enemy() >= rules.pieces);
  spots_.reserve(kAhead + kWordBits);
  subsets_.reserve(ranks_.count());
  auto own = static_cast<SquareMask>((std::uint64_t{1} << layer.index.own()) - 1);
  for (std::uint32_t i = 0; i < ranks_.count(); ++i, own = next_subset(own)) subsets_.push_back(own);
}

std::uint64_t LayerSweep::improve(std::uint32_t enemy_class) {
  if (!find_due(enemy_class)) return 0;
  std::uint64_t changes = 0;
  for (std::size_t word = 0; word < block_.due.size();) {
    word = find_spots(word);
    for (const Spot& spot : spots_) changes += improve_spot(spot);
    visits_ += spots_.size();
  }
  return changes;
}

// Enters the block and marks what is to be visited; false for nothing.
bool LayerSweep::find_due(std::uint32_t enemy_class) {
  const std::uint32_t count = mirror_.news.take(enemy_class, changed_);
  if (count == 0 || !enter(enemy_class)) return false;
  if (count > ranks_.count() / kFew) {
    block_.due.assign(changed_.size(), ~std::uint64_t{0});
    if (const std::uint32_t rest = ranks_.count() % kWordBits; rest != 0) {
      block_.due.back() = (std::uint64_t{1} << rest) - 1;
    }
    return true;
  }
  block_.due = changed_;
  for (std::size_t word = 0; word < changed_.size(); ++word) {
    for (std::uint64_t rest = changed_[word]; rest != 0; rest &= rest - 1) {
      add_steps_to_due(subsets_[word * kWordBits + static_cast<std::size_t>(std::countr_zero(rest))]);
    }
  }
  return true;
}

// A step can be taken back: where one leads to is where others lead from.
void LayerSweep::add_steps_to_due(SquareMask own) {
  for (SquareMask targets = block_.all & ~own; targets != 0; targets &= targets - 1) {
    const int to = std::countr_zero(targets);
    const SquareMask landed = own | bit_of(to);
    for (SquareMask from = block_.near[static_cast<std::size_t>(to)] & own; from != 0; from &= from - 1) {
      const std::uint32_t rank = ranks_.rank(landed ^ (from & (~from + 1)));
      block_.due[rank / kWordBits] |= std::uint64_t{1} << rank % kWordBits;
    }
  }
}

// --- what depends on the enemy's set ---------------------------------------------------------------------------------

// False where it holds a line: such positions are over.
bool LayerSweep::enter(std::uint32_t enemy_class) {
  const SquareMask enemy = mirror_.index.representative(enemy_class);
  if (board_.has_line(enemy)) return false;
  block_.room = board_.all() & ~enemy;
  for (int s = 0; s < board_.num_symmetries(); ++s) {
    const auto symmetry = static_cast<unsigned>(s);
    block_.images[symmetry] = board_.set_image(symmetry, enemy);
  }
  enter_squares();
  block_.low.resize(std::size_t{1} << half_);
  block_.high.resize(std::size_t{1} << (std::popcount(block_.room) - half_));
  for (SquareMask bits = 0; bits < block_.low.size(); ++bits) block_.low[bits] = scatter(bits, block_.room);
  for (SquareMask bits = 0; bits < block_.high.size(); ++bits) {
    block_.high[bits] = scatter(bits << half_, block_.room);
  }
  block_.short_lines = board_.sets(layer_.index.enemy()).num_short_lines[enemy_class];
  read_block(mirror_.index, mirror_.values, enemy_class, block_.after);
  if (next_ != nullptr) read_block(next_->index, next_->values, enemy_class, block_.after_drop);
  return true;
}

void LayerSweep::enter_squares() {
  block_.all = gather(block_.room, block_.room);
  block_.droppable = gather(board_.droppable() & block_.room, block_.room);
  std::size_t at = 0;
  for (SquareMask rest = block_.room; rest != 0; rest &= rest - 1, ++at) {
    const int square = std::countr_zero(rest);
    const int row = square / width_;
    const int column = square % width_;
    block_.squares[at] = static_cast<std::uint8_t>(square);
    block_.near[at] = gather(board_.neighbours(square) & block_.room, block_.room);
    block_.rows[at] = column < cols_ ? static_cast<std::uint8_t>(row) : kNoLine;
    block_.columns[at] = row < rows_ ? static_cast<std::uint8_t>(height_ + column) : kNoLine;
  }
}

// --- where positions stand -------------------------------------------------------------------------------------------

std::uint64_t LayerSweep::place_of(std::uint32_t set_class, SquareMask enemy) const {
  const SquareMask room = board_.all() & ~layer_.index.representative(set_class);
  return std::uint64_t{set_class} * layer_.index.stride() + layer_.index.rest().rank(gather_bytes(enemy, room));
}

// Finds the next positions that are due, and begins to fetch them; the word after the last one gone through.
std::size_t LayerSweep::find_spots(std::size_t word) {
  spots_.clear();
  for (; word < block_.due.size() && spots_.size() < kAhead; ++word) {
    for (std::uint64_t rest = block_.due[word]; rest != 0; rest &= rest - 1) {
      add_spot(subsets_[word * kWordBits + static_cast<std::size_t>(std::countr_zero(rest))]);
    }
  }
  return word;
}

// Unless it is over.
void LayerSweep::add_spot(SquareMask own) {
  const SquareSets::Entry entry = own_sets_.entry(spread(own));
  if (entry.has_line()) return;
  const std::uint64_t at = place_of(entry.set_class(), block_.images[entry.symmetry()]);
  prefetch_to_write(layer_.values.data() + at);
  spots_.push_back({at, own, entry.set_class(), entry.symmetry()});
}

// --- one position ----------------------------------------------------------------------------------------------------

std::uint64_t LayerSweep::improve_spot(const Spot& spot) {
  const bool is_alone = layer_.wins.own_symmetries(spot.set_class) == 1;
  if (is_alone) {
    const LineBounds old = layer_.values.at(spot.at);
    if (old.lower == old.upper) return 0;
    return take(spot.at, spot.set_class, value_of(spot)) ? 1 : 0;
  }
  return improve_images(spot, value_of(spot));
}

// An own set that is its own image: the position stands in the layer more than once.
std::uint64_t LayerSweep::improve_images(const Spot& spot, const LineBounds& found) {
  std::uint64_t changes = 0;
  const SquareMask enemy = block_.images[spot.symmetry];
  for (unsigned rest = layer_.wins.own_symmetries(spot.set_class); rest != 0; rest &= rest - 1) {
    const SquareMask image = board_.set_image(static_cast<unsigned>(std::countr_zero(rest)), enemy);
    if (take(place_of(spot.set_class, image), spot.set_class, found)) ++changes;
  }
  return changes;
}

bool LayerSweep::take(std::uint64_t at, std::uint32_t set_class, const LineBounds& found) {
  const LineBounds old = layer_.values.at(at);
  const LineBounds better{std::max(old.lower, found.lower), std::min(old.upper, found.upper)};
  if (better == old) return false;
  layer_.values.set(at, better);
  layer_.news.raise(set_class, at - std::uint64_t{set_class} * layer_.index.stride());
  return true;
}

LineBounds LayerSweep::value_of(const Spot& spot) {
  if ((layer_.wins.steps(spot.set_class) & ~block_.images[spot.symmetry]) != 0) return kWon;
  LineBounds best{-kOne, -kOne};
  const bool can_step = try_steps(spot.own, best);
  // With all pieces on the board and none that can step, the turn is lost.
  if (!can_step && !can_announce_) return block_.after[ranks_.rank(spot.own)];
  if (can_announce_) try_announcements(spot, best);
  return rounded(best);
}

bool LayerSweep::try_steps(SquareMask own, LineBounds& best) const {
  LineBounds found = best;
  bool is_any = false;
  for (SquareMask targets = block_.all & ~own; targets != 0; targets &= targets - 1) {
    const int to = std::countr_zero(targets);
    const SquareMask landed = own | bit_of(to);
    for (SquareMask from = block_.near[static_cast<std::size_t>(to)] & own; from != 0; from &= from - 1) {
      take_better(found, block_.after[ranks_.rank(landed ^ (from & (~from + 1)))]);
      is_any = true;
    }
  }
  best = found;
  return is_any;
}

void LayerSweep::try_announcements(const Spot& spot, LineBounds& best) {
  const std::int64_t lost = joined(block_.after[ranks_.rank(spot.own)]);
  std::fill_n(sums_.begin(), height_, cols_ * lost);
  std::fill_n(sums_.begin() + height_, width_, rows_ * lost);
  sums_[kNoLine] = 0;
  add_drops(spot, lost);
  take_best_line(sums_.data(), height_, cols_, best);
  take_best_line(sums_.data() + height_, width_, rows_, best);
}

// What each drop gains over a lost turn, added to the lines that can name its square.
void LayerSweep::add_drops(const Spot& spot, std::int64_t lost) {
  const SquareMask targets = block_.droppable & ~spot.own;
  const SquareMask wins = winning_drops(spot, targets);
  for (SquareMask rest = targets; rest != 0; rest &= rest - 1) {
    const int target = std::countr_zero(rest);
    const LineBounds found = (wins & bit_of(target)) != 0 ? kWon : after_drop(spot, target);
    const std::int64_t gain = joined(found) - lost;
    sums_[block_.rows[static_cast<std::size_t>(target)]] += gain;
    sums_[block_.columns[static_cast<std::size_t>(target)]] += gain;
  }
}

// Which of the targets complete a line, packed.
SquareMask LayerSweep::winning_drops(const Spot& spot, SquareMask targets) const {
  const SquareMask squares = layer_.wins.drops(spot.set_class) & ~block_.images[spot.symmetry];
  SquareMask wins = 0;
  for (SquareMask rest = squares == 0 ? 0 : targets; rest != 0; rest &= rest - 1) {
    const int target = std::countr_zero(rest);
    const unsigned image = board_.image(spot.symmetry, block_.squares[static_cast<std::size_t>(target)]);
    if ((squares & (SquareMask{1} << image)) != 0) wins |= bit_of(target);
  }
  return wins;
}

LineBounds LayerSweep::after_drop(const Spot& spot, int target) const {
  if (!ends_by_count_) return block_.after_drop[next_->index.rest().rank(spot.own | bit_of(target))];
  const unsigned square = board_.image(spot.symmetry, block_.squares[static_cast<std::size_t>(target)]);
  const int lead = layer_.wins.short_lines_with(spot.set_class, square) - block_.short_lines;
  const std::int32_t result = std::clamp(lead, -1, 1) * kOne;
  return {result, result};
}

// Dividing is monotone, so that the largest sum gives the largest mean.
void LayerSweep::take_best_line(const std::int64_t* sums, int count, int faces, LineBounds& best) const {
  LineBounds most = parted(sums[0]);
  for (int line = 1; line < count; ++line) take_better(most, parted(sums[line]));
  // Most divisions would change nothing.
  if (most.lower >= (best.lower + 1) * faces) best.lower = divide_down(most.lower, faces);
  if (most.upper > best.upper * faces) best.upper = divide_up(most.upper, faces);
}

}  // namespace motu
