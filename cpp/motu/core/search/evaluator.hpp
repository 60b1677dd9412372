// The seam between a search and what it knows about positions: a batch of states in, a value and perhaps priors out.
//
// Evaluators answer from the side of the person whose turn it is (`side_of`); search trees store person 0's side, which
// stays the same across rolls, lost turns and the pie rule.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "motu/core/state/state.hpp"

namespace motu {

// What is known about one position.
struct Evaluation {
  float value = 0.0F;         // expected result for side_of(state), in [-1, 1]
  std::vector<float> priors;  // [legal_actions] probabilities in their order; empty: no opinion
  std::vector<float>
      outcomes;  // [legal_actions] at a roll: what each face is worth to side_of(state); empty: no opinion
  // [num_actions] bit c: colour c took the action in a random continuation; empty: there was none. For RAVE.
  std::vector<std::uint8_t> taken;
};

// The person whose turn it is; at a chance node the one who rolls.
inline int side_of(const State& state) { return state.to_move() ^ static_cast<int>(state.is_swapped()); }

class Evaluator {
 public:
  virtual ~Evaluator() = default;
  // Whether `evaluate` fills priors at decision nodes. Searches choose their selection rule by it.
  virtual bool has_priors() const = 0;
  // Whether `evaluate` fills outcomes at rolls. Then searches judge the positions that faces lead to one at a time.
  virtual bool has_outcomes() const { return false; }
  // Fills out[i] for states[i]; never called with a terminal state. It may play on a state, but leaves it as it was.
  virtual void evaluate(std::span<State* const> states, std::span<Evaluation> out) = 0;
  // A closer look at a decision, at more cost: the root of a search is worth it. False: it has none, and `out` is as it
  // was.
  virtual bool look_closely(State& /*state*/, Evaluation& /*out*/) { return false; }
  // The value alone, for side_of(state): what depth-first searches ask, a position at a time. For evaluators that have
  // it, or a cruder one, at less cost than an Evaluation.
  virtual float value(State& state) {
    Evaluation evaluation;
    State* states[] = {&state};
    evaluate(states, {&evaluation, 1});
    return evaluation.value;
  }
  // One of the same kind for another thread, or for another search with its own seed.
  virtual std::unique_ptr<Evaluator> fork(std::uint64_t seed) const = 0;
};

}  // namespace motu
