// A net as Python hands it to searches.
#pragma once

#include <memory>
#include <utility>

#include "motu/bindings/evaluators.hpp"
#include "motu/bindings/shared_object.hpp"
#include "motu/core/nets/net_evaluator.hpp"

namespace motu {

// Holds what runs the net: a callable of (planes uint8 [batch, planes, bytes], rows, columns) that returns float32
// arrays, values [batch] and logits [batch, policy size].
class PyNet final : public EvaluatorSource {
 public:
  explicit PyNet(SharedObject run) : run_(std::move(run)) {}
  // Throws "net/game" for a game without nets.
  std::unique_ptr<Evaluator> evaluator_for(const Game& game) const override;

 private:
  SharedObject run_;
};

}  // namespace motu
