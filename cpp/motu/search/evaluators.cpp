#include "motu/search/evaluators.hpp"

#include <algorithm>

#include "motu/games/atmalof.hpp"
#include "motu/games/atomorph.hpp"
#include "motu/search/rollout.hpp"

namespace motu {

namespace {

// Plays to the end, marks who took which action, and undoes everything.
template <GameState S>
void play_out_marking(S& state, Rng& rng, Evaluation& out) {
  const int begin = state.ply();
  int applied = 0;
  while (!state.is_terminal() && (state.is_chance_node() || state.ply() - begin < kRolloutPlies)) {
    const Action action = state.sample_legal(rng);
    if (!state.is_chance_node()) {
      out.taken[static_cast<std::size_t>(action)] |= static_cast<std::uint8_t>(1U << state.to_move());
    }
    state.apply_unchecked(action);
    ++applied;
  }
  const int winner = state.outcome().winner;  // -1 for a draw and for a game that was cut short
  while (applied-- > 0) state.undo_unchecked();
  out.value = winner < 0 ? 0.0F : (winner == side_of(state) ? 1.0F : -1.0F);
}

}  // namespace

// ------------------------------------------------------------------------------------------------------------ uniform

void UniformEvaluator::evaluate(std::span<State* const> states, std::span<Evaluation> out) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i]->legal_actions(actions_);
    out[i].value = 0.0F;
    out[i].priors.assign(actions_.size(), 1.0F / static_cast<float>(actions_.size()));
    out[i].taken.clear();
  }
}

std::unique_ptr<Evaluator> UniformEvaluator::fork(std::uint64_t /*seed*/) const {
  return std::make_unique<UniformEvaluator>();
}

// ----------------------------------------------------------------------------------------------------------- rollouts

RolloutEvaluator::RolloutEvaluator(const Game& game, std::uint64_t seed) : game_(share(game)), rng_(seed) {
  if (const auto* atoll = dynamic_cast<const AtollGame*>(&game)) fill_ = AtollFill::create(atoll->board());
}

std::unique_ptr<Evaluator> RolloutEvaluator::fork(std::uint64_t seed) const {
  return std::make_unique<RolloutEvaluator>(*game_, seed);
}

void RolloutEvaluator::evaluate(std::span<State* const> states, std::span<Evaluation> out) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    State& state = *states[i];
    out[i].priors.clear();
    out[i].taken.assign(static_cast<std::size_t>(game_->num_actions()), 0);
    if (fill_ != nullptr) {
      fill(static_cast<const AtollState&>(state), out[i]);
    } else if (dynamic_cast<const AtomorphGame*>(game_.get()) != nullptr) {
      visit_atomorph(state, [&](auto& concrete) { play_out_marking(concrete, rng_, out[i]); });
    } else {
      visit_atmalof(state, [&](auto& concrete) { play_out_marking(concrete, rng_, out[i]); });
    }
  }
}

void RolloutEvaluator::fill(const AtollState& state, Evaluation& out) {
  const auto owners = std::span(out.taken).first(static_cast<std::size_t>(game_->num_cells()));
  fill_->load(state);
  out.value = fill_->run(rng_, owners) == state.to_move() ? 1.0F : -1.0F;
}

}  // namespace motu
