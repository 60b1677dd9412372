// A line net's weights as Python hands them to searches.
#pragma once

#include <memory>
#include <string_view>

#include "motu/atmalof/weights_file.hpp"
#include "motu/bindings/evaluators.hpp"

namespace motu {

class PyLineWeights final : public EvaluatorSource {
 public:
  // The bytes of a file. Throws "engine/weights".
  explicit PyLineWeights(std::string_view bytes) : file_(read_line_file(bytes)) {}
  // Throws "engine/not-atmalof" for another game, "engine/weights" where they are for other rules.
  std::unique_ptr<Evaluator> evaluator_for(const Game& game) const override;

 private:
  LineFile file_;
};

}  // namespace motu
