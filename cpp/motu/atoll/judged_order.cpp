#include "motu/atoll/judged_order.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "motu/atoll/inferior.hpp"

namespace motu {

JudgedOrder::JudgedOrder(std::shared_ptr<const AtollGame> game, std::unique_ptr<Evaluator> judge)
    : judge_(std::move(judge)), state_(std::move(game)) {}

void JudgedOrder::sort(std::span<const std::uint8_t> stones, Colour to_move, std::span<std::uint16_t> moves) {
  stones_.assign(stones.begin(), stones.end());
  std::ranges::replace(stones_, kDeadCell, static_cast<std::uint8_t>(other(to_move)));
  state_.setup(stones_, to_move, 0);
  State* states[] = {&state_};
  judge_->evaluate(states, {&answer_, 1});
  state_.legal_actions(actions_);
  priors_.assign(stones.size(), 0.0F);
  for (std::size_t i = 0; i < actions_.size(); ++i) priors_[static_cast<std::size_t>(actions_[i])] = answer_.priors[i];
  std::ranges::stable_sort(moves, std::ranges::greater{}, [&](std::uint16_t cell) { return priors_[cell]; });
}

}  // namespace motu
