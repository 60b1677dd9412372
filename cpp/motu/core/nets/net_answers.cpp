#include "motu/core/nets/net_answers.hpp"

#include <algorithm>

#include "motu/core/base/exponential.hpp"

namespace motu {

void gather_logits(const NetEncoder& encoder, int view, std::span<const Action> actions, std::span<const float> logits,
                   std::vector<float>& out) {
  out.clear();
  for (const Action action : actions) {
    const int point = encoder.point_of(action, view);
    out.push_back(point < 0 ? 0.0F : logits[static_cast<std::size_t>(point)]);
  }
}

void softmax(std::span<float> logits) {
  const float most = *std::ranges::max_element(logits);
  float sum = 0.0F;
  for (float& logit : logits) sum += logit = exponential(logit - most);
  for (float& logit : logits) logit /= sum;
}

}  // namespace motu
