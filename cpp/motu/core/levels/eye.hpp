// What attracts somebody who looks at the board and does not calculate: each game has its own eye, in its row.
//
// This imitates people, not engines. Its numbers are the same on every machine (base/exponential.hpp).
#pragma once

#include <span>
#include <vector>

#include "motu/core/state/state.hpp"

namespace motu {

class Eye {
 public:
  virtual ~Eye() = default;
  // How much each action attracts, all above 0. The actions are legal ones of a decision, no swap among them; `naivety`
  // is from 0, who looks at what matters, to 1, who looks at the last stones or trusts in luck.
  virtual std::vector<double> weights(const State& state, std::span<const Action> actions, double naivety) const = 0;
  // Whether a cell lies in the inner half of the board, where a first stone is worth the swap at a glance.
  virtual bool is_central(int /*cell*/) const { return false; }
};

}  // namespace motu
