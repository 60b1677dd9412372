// Which points a set of stones attacks in Atomorph, which border on it and which it reaches: the shifts that rules and
// analysis share.
#pragma once

#include "motu/atomorph/atomorph.hpp"

namespace motu {

// Where the stones V, H and D of `own` make a stone of the other colour weak, and the corners they surround. Of the
// four diagonals the one between V and H touches both and the one opposite touches neither; the two others count.
template <int W>
PointSet<W> attacked_points(const AtomorphMasks& masks, int size, const PointSet<W>& own) {
  using Points = PointSet<W>;
  const Points east = (own >> 1) & Points::from_words(masks.not_last_column);  // points with a stone to their east, …
  const Points west = (own << 1) & Points::from_words(masks.not_first_column);
  const Points north = own >> size;
  const Points south = own << size;
  const Points rising = (east << size) | (west >> size);   // south-east or north-west
  const Points falling = (east >> size) | (west << size);  // north-east or south-west
  const Points corners = (north | south) & (east | west) & Points::from_words(masks.corners);
  return (((north & east) | (south & west)) & rising) | (((north & west) | (south & east)) & falling) | corners;
}

// The points of the board that are orthogonally adjacent to one of `points`.
template <int W>
PointSet<W> bordering_points(const AtomorphMasks& masks, int size, const PointSet<W>& points) {
  using Points = PointSet<W>;
  const Points sideways = ((points >> 1) & Points::from_words(masks.not_last_column)) |
                          ((points << 1) & Points::from_words(masks.not_first_column));
  return (sideways | (points >> size) | (points << size)) & Points::from_words(masks.board);
}

// What can be reached from `group`, a part of `own`, by orthogonal steps within `own`; `group` included.
template <int W>
PointSet<W> chains_from(const AtomorphMasks& masks, int size, const PointSet<W>& own, PointSet<W> group) {
  using Points = PointSet<W>;
  const Points eastward = own & Points::from_words(masks.not_first_column);
  const Points westward = own & Points::from_words(masks.not_last_column);
  Points before;
  do {
    before = group;
    group = group | ((group << 1) & eastward);
    group = group | ((group >> 1) & westward);
    group = group | ((group << size) & own);
    group = group | ((group >> size) & own);
  } while (group != before);
  return group;
}

}  // namespace motu
