// Nets on a visitor's device: in 16 bits, or in 8 where the browser has inner loops for them and they are faster.
#pragma once

#include <memory>

#include "motu/core/nets/conv_net.hpp"

namespace motu {

struct PageNet {
  std::shared_ptr<const ConvNet> net;
  double rate = 0.0;  // positions a second, as native motu measures it (motu.eval.nets.choice)
};

// Throws "net/file" where a weight is no number.
PageNet open_net(const ConvNetWeights& weights);

}  // namespace motu
