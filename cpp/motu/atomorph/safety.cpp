#include "motu/atomorph/safety.hpp"

#include "motu/atomorph/attacks.hpp"

namespace motu {

template <int W>
PointSet<W> safe_stones(const AtomorphGame& game, const PointSet<W>& own) {
  using Points = PointSet<W>;
  const AtomorphMasks& masks = game.masks();
  const Points board = Points::from_words(masks.board);
  Points safe = own;
  Points before;
  do {
    before = safe;
    Points lost = attacked_points(masks, game.size(), board.without(safe));
    if (!game.rules().corners) lost = lost.without(Points::from_words(masks.corners));
    if (game.rules().contested_never) lost = lost.without(attacked_points(masks, game.size(), safe));
    safe = safe.without(lost);
  } while (safe != before);
  return safe;
}

template <int W>
PointSet<W> exposed_stones(const AtomorphState<W>& state, Colour colour) {
  using Points = PointSet<W>;
  const AtomorphRules& rules = state.game().rules();
  Points exposed = state.stones_of(colour) & state.attacks_of(other(colour));
  if (rules.contested_never) exposed = exposed.without(state.attacks_of(colour));
  if (!rules.corners) exposed = exposed.without(Points::from_words(state.game().masks().corners));
  return exposed;
}

template <int W>
PointSet<W> winning_points(const AtomorphGame& game, const PointSet<W>& own, Colour colour) {
  using Points = PointSet<W>;
  const AtomorphMasks& masks = game.masks();
  const int size = game.size();
  std::array<Points, 2> reached;
  for (std::size_t side = 0; side < 2; ++side) {
    const Points edge = Points::from_words(masks.edges[colour][side]);
    reached[side] = edge | bordering_points(masks, size, chains_from(masks, size, own, own & edge));
  }
  return (reached[0] & reached[1]).without(own);
}

#define MOTU_INSTANTIATE(W)                                                  \
  template PointSet<W> safe_stones(const AtomorphGame&, const PointSet<W>&); \
  template PointSet<W> exposed_stones(const AtomorphState<W>&, Colour);      \
  template PointSet<W> winning_points(const AtomorphGame&, const PointSet<W>&, Colour);
MOTU_INSTANTIATE(1)
MOTU_INSTANTIATE(2)
MOTU_INSTANTIATE(3)
MOTU_INSTANTIATE(5)
MOTU_INSTANTIATE(10)
#undef MOTU_INSTANTIATE

}  // namespace motu
