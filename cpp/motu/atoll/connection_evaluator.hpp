// Evaluators of Atoll positions by what is known about connections, without playing them out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "motu/atoll/atoll.hpp"
#include "motu/atoll/circuit_evaluation.hpp"
#include "motu/core/search/evaluator.hpp"

namespace motu {

// The value, and priors that grow with the flow. While the swap is legal it gets half of the priors, and the value is
// that of the better side.
class ResistanceEvaluator final : public Evaluator {
 public:
  // Throws "engine/evaluator-game" for a game other than Atoll.
  explicit ResistanceEvaluator(const Game& game);
  bool has_priors() const override { return true; }
  void evaluate(std::span<State* const> states, std::span<Evaluation> out) override;
  std::unique_ptr<Evaluator> fork(std::uint64_t seed) const override;

 private:
  void evaluate(const AtollState& state, Evaluation& out);
  void find_priors(const AtollState& state, std::vector<float>& priors);

  std::shared_ptr<const AtollGame> game_;
  CircuitEvaluation circuit_;
  std::vector<std::uint8_t> stones_;
  std::vector<Action> actions_;
};

}  // namespace motu
