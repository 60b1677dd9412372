// Whom the threads of a tree ask about positions.
#pragma once

#include <memory>

#include "motu/core/search/advisor.hpp"
#include "motu/core/search/evaluator.hpp"

namespace motu {

// Those of one thread, from the tree's first search to its last: what is drawn at random goes on where it was.
struct Judges {
  std::unique_ptr<Evaluator> evaluator;
  std::unique_ptr<Advisor> advisor;  // null: none
};

}  // namespace motu
