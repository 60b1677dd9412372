// The line net at the seam of the searches.
#pragma once

#include <memory>
#include <vector>

#include "motu/atmalof/shipped_nets.hpp"
#include "motu/atmalof/turns.hpp"
#include "motu/core/search/evaluator.hpp"

namespace motu {

inline constexpr float kLineTemperature = 0.2F;

// One turn ahead: the value of the best, and priors by what each is worth, exp(value / temperature) shared out.
class LinesEvaluator final : public Evaluator {
 public:
  explicit LinesEvaluator(std::shared_ptr<const LineNet> net, float temperature = kLineTemperature);

  bool has_priors() const override { return true; }
  bool has_outcomes() const override { return true; }
  void evaluate(std::span<State* const> states, std::span<Evaluation> out) override;
  // The net's own, without looking ahead; of a roll to come the mean over its faces.
  float value(State& state) override;
  std::unique_ptr<Evaluator> fork(std::uint64_t seed) const override;

 private:
  void share_out(std::vector<float>& priors) const;

  std::shared_ptr<const LineNet> net_;
  float temperature_;
  LineTurns turns_;
};

}  // namespace motu
