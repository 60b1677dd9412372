// What a search asks about positions, as Python names it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>

#include "motu/search/evaluator.hpp"

namespace motu {

// From a name (evaluator_names.hpp), or from a callable, which answers batches under the interpreter's lock; whether it
// returns priors is said by `has_priors`. Throws "engine/unknown-evaluator".
std::unique_ptr<Evaluator> make_evaluator(const Game& game, const nanobind::object& evaluator, bool has_priors,
                                          std::uint64_t seed);

}  // namespace motu
