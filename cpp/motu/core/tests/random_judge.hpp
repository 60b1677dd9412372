// A judge for solvers' tests: what is proved must not depend on what it says.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <span>
#include <vector>

#include "motu/core/base/rng.hpp"
#include "motu/core/search/evaluator.hpp"

namespace motu::testing {

// Values and priors at random.
class RandomJudge final : public Evaluator {
 public:
  explicit RandomJudge(std::uint64_t seed) : rng_(seed) {}
  bool has_priors() const override { return true; }
  void evaluate(std::span<State* const> states, std::span<Evaluation> out) override {
    for (std::size_t i = 0; i < states.size(); ++i) {
      REQUIRE_FALSE(states[i]->is_terminal());
      states[i]->legal_actions(actions_);
      out[i].value = static_cast<float>(rng_.below(2001)) / 1000.0F - 1.0F;
      out[i].priors.resize(actions_.size());
      for (float& prior : out[i].priors) prior = static_cast<float>(rng_.below(1000)) / 1000.0F;
    }
  }
  std::unique_ptr<Evaluator> fork(std::uint64_t seed) const override { return std::make_unique<RandomJudge>(seed); }

 private:
  Rng rng_;
  std::vector<Action> actions_;
};

}  // namespace motu::testing
