#include "motu/atmalof/evaluator.hpp"

#include <algorithm>
#include <utility>

#include "motu/core/base/exponential.hpp"

namespace motu {

LinesEvaluator::LinesEvaluator(std::shared_ptr<const LineNet> net, float temperature)
    : net_(net), temperature_(temperature), turns_(std::move(net)) {}

std::unique_ptr<Evaluator> LinesEvaluator::fork(std::uint64_t /*seed*/) const {
  return std::make_unique<LinesEvaluator>(net_, temperature_);
}

void LinesEvaluator::evaluate(std::span<State* const> states, std::span<Evaluation> out) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    turns_.load(*states[i]);
    out[i].value = turns_.value();
    out[i].taken.clear();
    out[i].priors.clear();
    out[i].outcomes.clear();
    if (states[i]->is_chance_node()) {
      out[i].outcomes = turns_.values();
    } else {
      out[i].priors = turns_.values();
      share_out(out[i].priors);
    }
  }
}

void LinesEvaluator::share_out(std::vector<float>& priors) const {
  const float best = *std::ranges::max_element(priors);
  float sum = 0.0F;
  for (float& prior : priors) sum += prior = exponential((prior - best) / temperature_);
  for (float& prior : priors) prior /= sum;
}

float LinesEvaluator::value(State& state) {
  if (!state.is_chance_node()) return turns_.static_value(state);
  turns_.load(state);
  return turns_.value();
}

}  // namespace motu
