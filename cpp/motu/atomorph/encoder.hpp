// Atomorph as a net sees it: any size, and every variant, which planes of their own tell.
#pragma once

#include "motu/atomorph/atomorph.hpp"
#include "motu/core/nets/net_encoder.hpp"

namespace motu {

class AtomorphEncoder final : public NetEncoder {
 public:
  explicit AtomorphEncoder(const AtomorphGame& game);

  std::string_view lattice() const override { return "square"; }
  std::vector<std::string> planes() const override;
  void encode(const State& state, int view, PlaneBits planes) const override;
  // Placing, flipping and putting back, in all variants.
  int policy_planes() const override { return 3; }
  int point_of(Action action, int view) const override;

 private:
  std::shared_ptr<const AtomorphGame> game_;
};

}  // namespace motu
