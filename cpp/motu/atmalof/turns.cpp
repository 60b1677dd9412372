#include "motu/atmalof/turns.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace motu {

LineTurns::LineTurns(std::shared_ptr<const LineNet> net) : net_(std::move(net)), board_(net_->shared_tables()) {
  drops_.assign(static_cast<std::size_t>(board_.game().num_cells()), 0.0F);
}

void LineTurns::load(const State& state) {
  board_.load(state);
  values_.clear();
  if (state.is_chance_node()) {
    judge_roll(state.to_move(), visit_atmalof(state, [](const auto& concrete) { return concrete.announced(); }));
  } else {
    judge_decision(state.to_move());
  }
}

float LineTurns::static_value(const State& state) {
  board_.load(state);
  return net_->value(board_, state.to_move(), active_);
}

void LineTurns::judge_decision(Colour mover) {
  if (board_.can_announce(mover)) {
    judge_drops(mover);
    for (Action line = 0; line < board_.game().num_lines(); ++line) values_.push_back(mean_after(line));
  }
  judge_moves(mover);
  value_ = *std::ranges::max_element(values_);
}

void LineTurns::judge_roll(Colour mover, Action line) {
  const float lost = value_after(mover);
  for (Action face = 0; face < board_.game().num_faces(line); ++face) {
    const int square = board_.game().drop_square(line, face);
    values_.push_back(board_.at(square) == kNoColour ? judge_drop(square, mover) : lost);
  }
  value_ = std::accumulate(values_.begin(), values_.end(), 0.0F) / static_cast<float>(values_.size());
}

void LineTurns::judge_drops(Colour mover) {
  const float lost = value_after(mover);
  for (int square = 0; square < board_.game().num_cells(); ++square) {
    const bool lands = board_.at(square) == kNoColour && board_.game().is_droppable(square);
    drops_[static_cast<std::size_t>(square)] = lands ? judge_drop(square, mover) : lost;
  }
}

float LineTurns::judge_drop(int square, Colour mover) {
  const bool is_last = board_.is_last_piece(mover);
  board_.put(square, mover);
  float value = 0.0F;
  if (board_.is_in_line(square, mover)) {
    value = 1.0F;
  } else if (is_last) {
    const int margin = board_.short_lines(mover) - board_.short_lines(other(mover));
    value = static_cast<float>(std::clamp(margin, -1, 1));
  } else {
    value = value_after(mover);
  }
  board_.remove(square, mover);
  return value;
}

void LineTurns::judge_moves(Colour mover) {
  const AtmalofGame& game = board_.game();
  for (int from = 0; from < game.num_cells(); ++from) {
    if (board_.at(from) != mover) continue;
    board_.remove(from, mover);
    for (int d = 0; d < 8; ++d) {
      const int target = game.target(8 * from + d);
      if (target < 0 || board_.at(target) != kNoColour) continue;
      board_.put(target, mover);
      values_.push_back(board_.is_in_line(target, mover) ? 1.0F : value_after(mover));
      board_.remove(target, mover);
    }
    board_.put(from, mover);
  }
}

// The position after the mover's turn, from the mover's side. In kvinigu the opponent may have to sit it out.
float LineTurns::value_after(Colour mover) {
  const Colour next = other(mover);
  ++judged_;
  if (board_.game().rules().tiebreak_both && board_.is_stuck(next)) return net_->value(board_, mover, active_);
  return -net_->value(board_, next, active_);
}

float LineTurns::mean_after(Action line) const {
  const AtmalofGame& game = board_.game();
  float total = 0.0F;
  for (Action face = 0; face < game.num_faces(line); ++face) {
    total += drops_[static_cast<std::size_t>(game.drop_square(line, face))];
  }
  return total / static_cast<float>(game.num_faces(line));
}

}  // namespace motu
