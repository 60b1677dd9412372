// Atoll, Hex included, as a net sees it: any board, embedded in the axial grid.
//
// Stones alone leave the net to find out which groups touch which islands, however far away; so that is told besides,
// as is the only thing that needs no judgement at all: where a stone wins at once.
#pragma once

#include <memory>

#include "motu/atoll/atoll.hpp"
#include "motu/core/nets/net_encoder.hpp"

namespace motu {

class AtollEncoder final : public NetEncoder {
 public:
  explicit AtollEncoder(const AtollGame& game);

  std::string_view lattice() const override { return "hex"; }
  std::vector<std::string> planes() const override;
  void encode(const State& state, int view, PlaneBits planes) const override;
  int point_of(Action action, int view) const override {
    return action < num_cells_ ? point_of_cell(action, view) : -1;
  }

 private:
  // The planes of one colour: its place among the planes is twice its kind, and one more for the opponent's.
  enum Kind { kStones, kShores, kAnchored, kJoined, kWinning, kNumKinds };

  void encode_colour(const AtollState& state, Colour colour, int view, std::size_t side, PlaneBits planes) const;

  int num_cells_;
};

}  // namespace motu
