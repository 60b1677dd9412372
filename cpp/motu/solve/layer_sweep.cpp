#include "motu/solve/layer_sweep.hpp"

#include <algorithm>

namespace motu {

namespace {

constexpr LineBounds kWon{kOne, kOne};

SquareMask bit_of(int square) { return SquareMask{1} << square; }

void take_better(LineBounds& best, const LineBounds& found) {
  best.lower = std::max(best.lower, found.lower);
  best.upper = std::max(best.upper, found.upper);
}

}  // namespace

LayerSweep::LayerSweep(const LayerBoard& board, const LayerIndex& index, LayerValues& values, LayerView mirror,
                       LayerView next, std::int32_t step)
    : board_(board),
      index_(index),
      values_(values),
      mirror_(mirror),
      next_(next),
      step_(step),
      height_(board.game().height()),
      width_(board.game().width()),
      rows_(board.game().rules().rows),
      cols_(board.game().rules().cols),
      can_announce_(index.own() < board.game().rules().pieces),
      half_((board.num_squares() - index.own() + 1) / 2),
      low_mask_((SquareMask{1} << half_) - 1) {
  const AtmalofRules& rules = board.game().rules();
  const bool is_last = index.own() + 1 >= rules.pieces;
  ends_by_count_ = is_last && (!rules.tiebreak_both || index.enemy() >= rules.pieces);
}

std::uint64_t LayerSweep::improve(std::uint32_t set_class) {
  enter(set_class);
  if (board_.has_line(block_.own)) return 0;
  const SquareSets& enemy_sets = board_.sets(index_.enemy());
  const std::uint64_t first = static_cast<std::uint64_t>(set_class) * index_.stride();
  std::uint64_t changes = 0;
  auto packed = static_cast<SquareMask>((std::uint64_t{1} << index_.enemy()) - 1);
  for (std::uint32_t i = 0; i < index_.stride(); ++i, packed = next_subset(packed)) {
    const LineBounds old = values_.at(first + i);
    if (old.lower == old.upper) continue;
    const SquareMask enemy = enemy_at(packed);
    const SquareSets::Entry entry = enemy_sets.entry(enemy);
    if (entry.has_line()) continue;
    LineBounds found = kWon;
    if ((block_.winning_steps & ~enemy) == 0) {
      set_frame(enemy, entry);
      found = rounded(best_of(enemy));
    }
    const LineBounds better{std::max(old.lower, found.lower), std::min(old.upper, found.upper)};
    if (better == old) continue;
    values_.set(first + i, better);
    ++changes;
  }
  return changes;
}

// --- what depends on the own set -------------------------------------------------------------------------------------

void LayerSweep::enter(std::uint32_t set_class) {
  block_.own = index_.representative(set_class);
  block_.room = board_.all() & ~block_.own;
  const int room = board_.num_squares() - index_.own();
  block_.low.resize(std::size_t{1} << half_);
  block_.high.resize(std::size_t{1} << (room - half_));
  for (SquareMask bits = 0; bits < block_.low.size(); ++bits) block_.low[bits] = scatter(bits, block_.room);
  for (SquareMask bits = 0; bits < block_.high.size(); ++bits) {
    block_.high[bits] = scatter(bits << half_, block_.room);
  }
  find_wins();
}

void LayerSweep::find_wins() {
  block_.winning_steps = block_.winning_drops = 0;
  for (SquareMask rest = block_.room; rest != 0; rest &= rest - 1) {
    const int to = std::countr_zero(rest);
    const SquareMask with = block_.own | bit_of(to);
    block_.short_lines[static_cast<std::size_t>(to)] = static_cast<std::uint8_t>(board_.num_short_lines(with));
    if (!board_.has_line(with)) continue;
    block_.winning_drops |= bit_of(to);
    for (SquareMask from = board_.neighbours(to) & block_.own; from != 0; from &= from - 1) {
      if (board_.has_line(with & ~(from & (~from + 1)))) block_.winning_steps |= bit_of(to);
    }
  }
}

// --- one position ----------------------------------------------------------------------------------------------------

void LayerSweep::set_frame(SquareMask enemy, const SquareSets::Entry& entry) {
  const SquareSets& sets = board_.sets(index_.enemy());
  const SquareMask room = board_.all() & ~sets.representatives[entry.set_class()];
  frame_.packed = 0;
  for (SquareMask rest = board_.all() & ~enemy; rest != 0; rest &= rest - 1) {
    const int square = std::countr_zero(rest);
    const SquareMask below = bit_of(static_cast<int>(board_.image(entry.symmetry(), square))) - 1;
    const SquareMask bit = SquareMask{1} << std::popcount(room & below);
    frame_.bits[static_cast<std::size_t>(square)] = bit;
    if ((block_.own & bit_of(square)) != 0) frame_.packed |= bit;
  }
  frame_.base = static_cast<std::uint64_t>(entry.set_class()) * mirror_.index->stride();
  if (next_.index != nullptr) {
    frame_.next_base = static_cast<std::uint64_t>(entry.set_class()) * next_.index->stride();
  }
  frame_.enemy_short_lines = sets.num_short_lines[entry.set_class()];
}

LineBounds LayerSweep::best_of(SquareMask enemy) {
  const SquareMask vacant = block_.room & ~enemy;
  LineBounds best{-kOne, -kOne};
  bool is_any = can_announce_;
  for (SquareMask rest = vacant; rest != 0 && !is_any; rest &= rest - 1) {
    is_any = (board_.neighbours(std::countr_zero(rest)) & block_.own) != 0;
  }
  // With all pieces on the board and none that can step, the turn is lost.
  if (!is_any) return after_mirror(frame_.packed);
  try_steps(vacant, best);
  if (can_announce_) try_announcements(vacant, best);
  return best;
}

void LayerSweep::try_steps(SquareMask vacant, LineBounds& best) const {
  for (SquareMask targets = vacant; targets != 0; targets &= targets - 1) {
    const int to = std::countr_zero(targets);
    const SquareMask landed = frame_.packed | frame_.bits[static_cast<std::size_t>(to)];
    for (SquareMask from = board_.neighbours(to) & block_.own; from != 0; from &= from - 1) {
      const auto origin = static_cast<std::size_t>(std::countr_zero(from));
      take_better(best, after_mirror(landed ^ frame_.bits[origin]));
    }
  }
}

void LayerSweep::try_announcements(SquareMask vacant, LineBounds& best) {
  const auto num_lines = static_cast<std::size_t>(height_ + width_);
  for (std::size_t line = 0; line < num_lines; ++line) {
    lines_.sums[line] = {0, 0};
    lines_.landings[line] = 0;
  }
  for (SquareMask rest = vacant & board_.droppable(); rest != 0; rest &= rest - 1) {
    const int square = std::countr_zero(rest);
    const LineBounds found = after_drop(square);
    const auto add = [&](int line) {
      auto& sum = lines_.sums[static_cast<std::size_t>(line)];
      sum.lower += found.lower;
      sum.upper += found.upper;
      ++lines_.landings[static_cast<std::size_t>(line)];
    };
    const int row = square / width_;
    const int column = square % width_;
    if (column < cols_) add(row);
    if (row < rows_) add(height_ + column);
  }
  const LineBounds lost = after_mirror(frame_.packed);
  for (std::size_t line = 0; line < num_lines; ++line) {
    const int faces = line < static_cast<std::size_t>(height_) ? cols_ : rows_;
    const int misses = faces - lines_.landings[line];
    const LineBounds& sum = lines_.sums[line];
    take_better(
        best, {divide_down(sum.lower + misses * lost.lower, faces), divide_up(sum.upper + misses * lost.upper, faces)});
  }
}

LineBounds LayerSweep::after_drop(int square) const {
  if ((block_.winning_drops & bit_of(square)) != 0) return kWon;
  const auto at = static_cast<std::size_t>(square);
  if (ends_by_count_) {
    const std::int32_t result = std::clamp(block_.short_lines[at] - frame_.enemy_short_lines, -1, 1) * kOne;
    return {result, result};
  }
  return next_.values->at(frame_.next_base + next_.index->rest().rank(frame_.packed | frame_.bits[at])).reversed();
}

}  // namespace motu
