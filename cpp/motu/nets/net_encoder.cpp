#include "motu/nets/net_encoder.hpp"

#include <algorithm>

#include "motu/nets/atmalof_encoder.hpp"
#include "motu/nets/atoll_encoder.hpp"
#include "motu/nets/atomorph_encoder.hpp"

namespace motu {

NetEncoder::NetEncoder(const Game& game, int rows, int columns, const std::vector<int>& points)
    : owned_game_(share(game)), rows_(rows), columns_(columns) {
  for (const Symmetry& symmetry : game.symmetries()) {
    std::vector<int>& view = views_.emplace_back();
    for (const int image : symmetry.cells) view.push_back(points[static_cast<std::size_t>(image)]);
  }
}

void NetEncoder::encode_owners(const State& state, Colour own, int view, PlaneBits planes) const {
  std::ranges::fill(planes, std::uint8_t{0});
  std::vector<std::uint8_t> stones(static_cast<std::size_t>(state.game().num_cells()));
  state.stones(stones);
  for (std::size_t cell = 0; cell < stones.size(); ++cell) {
    if (stones[cell] == kNoColour) continue;
    const std::size_t plane = stones[cell] == own ? 0 : 1;
    set_bit(planes.subspan(plane * plane_bytes(), plane_bytes()), point_of_cell(static_cast<int>(cell), view));
  }
}

std::unique_ptr<NetEncoder> make_net_encoder(const Game& game) {
  if (const auto* atoll = dynamic_cast<const AtollGame*>(&game)) return std::make_unique<AtollEncoder>(*atoll);
  if (const auto* atomorph = dynamic_cast<const AtomorphGame*>(&game)) {
    return std::make_unique<AtomorphEncoder>(*atomorph);
  }
  if (const auto* atmalof = dynamic_cast<const AtmalofGame*>(&game)) return std::make_unique<AtmalofEncoder>(*atmalof);
  throw Error("net/game", "there are nets for Atoll, Hex, Atomorph and Atmalof, and for no other game", {}, {},
              {"atoll", "hex", "atomorph", "atmalof"});
}

}  // namespace motu
