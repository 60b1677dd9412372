// What a net answers about a batch of positions, and how its logits become probabilities of moves.
#pragma once

#include <span>
#include <vector>

#include "motu/core/nets/net_encoder.hpp"

namespace motu {

// The logits of actions, which a net gives by point; 0 for one that has no point.
void gather_logits(const NetEncoder& encoder, int view, std::span<const Action> actions, std::span<const float> logits,
                   std::vector<float>& out);

// In place: logits become probabilities that sum to 1.
void softmax(std::span<float> logits);

}  // namespace motu
