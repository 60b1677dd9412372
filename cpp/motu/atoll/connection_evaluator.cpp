#include "motu/atoll/connection_evaluator.hpp"

#include <algorithm>
#include <cmath>

#include "motu/core/base/error.hpp"

namespace motu {

namespace {

// The share of the priors that all moves get alike; the rest is shared by the square of the flow.
constexpr double kEvenShare = 0.1;

}  // namespace

ResistanceEvaluator::ResistanceEvaluator(const Game& game)
    : game_(std::dynamic_pointer_cast<const AtollGame>(share(game))) {
  if (game_ == nullptr) {
    throw Error("engine/evaluator-game",
                "the evaluator 'resistance' is for Atoll and Hex: here 'rollout' would be right", "resistance", {},
                {"rollout"});
  }
  stones_.resize(static_cast<std::size_t>(game.num_cells()));
}

std::unique_ptr<Evaluator> ResistanceEvaluator::fork(std::uint64_t /*seed*/) const {
  return std::make_unique<ResistanceEvaluator>(*game_);
}

void ResistanceEvaluator::evaluate(std::span<State* const> states, std::span<Evaluation> out) {
  for (std::size_t i = 0; i < states.size(); ++i) evaluate(static_cast<const AtollState&>(*states[i]), out[i]);
}

void ResistanceEvaluator::evaluate(const AtollState& state, Evaluation& out) {
  state.stones(stones_);
  circuit_.assign(game_->board(), stones_, state.to_move());
  out.value = static_cast<float>(state.swap_is_legal() ? std::abs(circuit_.value()) : circuit_.value());
  out.taken.clear();
  find_priors(state, out.priors);
}

void ResistanceEvaluator::find_priors(const AtollState& state, std::vector<float>& priors) {
  state.legal_actions(actions_);
  const auto weight_of = [&](Action action) {
    const double flow = circuit_.flow()[static_cast<std::size_t>(action)];
    return flow * flow;
  };
  const double swap = state.swap_is_legal() ? 0.5 : 0.0;
  const auto moves = static_cast<std::size_t>(
      std::ranges::count_if(actions_, [&](Action action) { return action < game_->num_cells(); }));
  double total = 0.0;
  for (std::size_t i = 0; i < moves; ++i) total += weight_of(actions_[i]);
  const double even = total > 0.0 ? kEvenShare : 1.0;
  priors.assign(actions_.size(), static_cast<float>(swap));
  for (std::size_t i = 0; i < moves; ++i) {
    const double share = total > 0.0 ? weight_of(actions_[i]) / total : 0.0;
    priors[i] = static_cast<float>((1 - swap) * (even / static_cast<double>(moves) + (1 - even) * share));
  }
}

}  // namespace motu
