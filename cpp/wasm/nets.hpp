// Nets on a visitor's device: in 16 bits, or in 8 where the browser has inner loops for them and they are faster.
#pragma once

#include <memory>

#include "motu/core/nets/conv_net.hpp"

namespace motu {

struct PageNet {
  std::shared_ptr<const ConvNet> net;
  double rate = 0.0;  // positions a second, as native motu measures it (motu.eval.nets.choice)
};

// With blocks of 16 or of 8 bits, or 0 for the faster ones. Throws "net/file" where a weight is no number,
// "net/runtime" for 8 bits where the browser has no loops for them, "engine/request" for other bits.
PageNet open_net(const ConvNetWeights& weights, double bits);

}  // namespace motu
