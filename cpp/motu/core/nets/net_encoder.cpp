#include "motu/core/nets/net_encoder.hpp"

#include <algorithm>

#include "motu/core/state/game_type.hpp"

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
  if (const auto make = game.type().make_encoder; make != nullptr) return make(game);
  throw Error("net/game", "there are no nets for " + game.description(), game.description());
}

}  // namespace motu
