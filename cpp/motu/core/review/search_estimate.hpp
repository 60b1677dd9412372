// A search as the judge of a position.
#pragma once

#include <algorithm>

#include "motu/core/review/game_review.hpp"
#include "motu/core/search/search_result.hpp"

namespace motu {

// What a search of a position says of it, in which somebody is to move: the value of the best move, exact where it is
// proved.
inline Estimate search_estimate(const State& state, const SearchResult& found) {
  const RootMove& best = found.moves.front();
  const double value = std::min(std::max<double>(best.value, best.lower), static_cast<double>(best.upper));
  Estimate estimate{person_to_act(state) == 0 ? value : -value, {}};
  for (const RootMove& move : found.moves) estimate.ranking.push_back(move.action);
  return estimate;
}

}  // namespace motu
