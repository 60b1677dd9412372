// What a search asks about positions, as Python names it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>

#include "motu/core/search/evaluator.hpp"

namespace motu {

// What Python holds and makes evaluators of: a net, weights.
class EvaluatorSource {
 public:
  virtual ~EvaluatorSource() = default;
  // Throws an Error for a game that it is not for.
  virtual std::unique_ptr<Evaluator> evaluator_for(const Game& game) const = 0;
};

// From a name (evaluator_names.hpp), a source, or a callable, which answers batches under the interpreter's lock;
// whether it returns priors is said by `has_priors`. Throws "engine/unknown-evaluator".
std::unique_ptr<Evaluator> make_evaluator(const Game& game, const nanobind::object& evaluator, bool has_priors,
                                          std::uint64_t seed);

}  // namespace motu
