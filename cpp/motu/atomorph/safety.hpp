// Atomorph: which stones can be flipped now, and which can never be flipped whatever is played.
#pragma once

#include <array>
#include <vector>

#include "motu/atomorph/atomorph.hpp"

namespace motu {

// The stones of one colour that can never be flipped, as long as nothing but the rules moves stones; `own` are all
// stones of that colour. Only the owner's stones matter: the enemy may have, and get, all the others.
//
// The set is the greatest S within `own` such that no stone of S would be weak if the enemy filled every point outside
// S. (Greatest: start from `own`, remove what would be weak, repeat; what is removed is in no such set, because fewer
// friends never make a stone less weak.)
//
// Proof that no stone of S is ever flipped: suppose some are, and look at the first one, s. Just before, all of S
// stood, so every enemy stone was outside S. The stone s was weak then: three enemy stones V, H and D outside S made it
// so, or two beside a corner. They would also be there if the enemy had filled everything outside S, and s would not be
// in S. Nothing else removes stones: placing, putting back, skipping and swapping leave them; the owner's own flips
// add to them.
//
// Variants: with corners=false a corner is never flipped, so it is not asked whether it is weak. With contested=never
// a stone that stones of S attack is contested for ever (S stands) and so never flipped. A ban passes, and is not used.
template <int W>
PointSet<W> safe_stones(const AtomorphGame& game, const PointSet<W>& own);

// The stones of a colour that the enemy may flip when it is to move without a ban: weak ones, less those that the
// variant protects.
template <int W>
PointSet<W> exposed_stones(const AtomorphState<W>& state, Colour colour);

// The points on which a stone of the colour would complete a chain between its edges; occupied ones among them, whoever
// stands there. Meaningless once the colour has won.
template <int W>
PointSet<W> winning_points(const AtomorphGame& game, const PointSet<W>& own, Colour colour);

}  // namespace motu
