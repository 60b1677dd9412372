// A line net's weights as Python hands them to searches.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "motu/search/evaluator.hpp"

namespace motu {

class PyLineWeights {
 public:
  // The bytes of a file. Throws "engine/weights".
  explicit PyLineWeights(std::string bytes);
  // Throws "engine/not-atmalof" for another game, "engine/weights" where they are for other rules.
  std::unique_ptr<Evaluator> evaluator_for(const Game& game) const;

 private:
  std::string bytes_;
};

}  // namespace motu
