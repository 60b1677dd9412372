// Which connections of an H-search win the game, when any sufficient set of islands does.
//
// A winning connection is a tree of full connections with nothing in common between groups whose islands together win
// (ATOLL-WIN). With one empty cell among the vertices of the tree it is a winning semi connection and that cell its
// key. Winning semis whose carriers have no cell in common to all of them are a full one: whatever the opponent takes,
// the key of a semi without it answers. A fork is a cell that, once owned, leaves winning semis without a cell in
// common to all of them, whichever islands each of them joins: it is the key of a winning semi too.
#pragma once

#include <cstdint>
#include <vector>

#include "motu/atoll/hsearch.hpp"

namespace motu {

template <int W>
struct WinningSemi {
  PointSet<W> carrier;  // with the key
  int key = 0;          // a number of an empty cell
  int size = 0;
};

template <int W>
struct WinningLinks {
  std::vector<WinningSemi<W>> semis;  // smallest carrier first
  bool any_semi = false;
  PointSet<W> meet;  // what all carriers of semis share; all empty cells without one
  bool has_full = false;
  PointSet<W> full;  // the carrier of a full one
};

struct TreeLimits {
  int groups = 4;                // of one tree, 8 at most
  std::uint64_t steps = 20'000;  // connections tried
};

// Reads what the last run of `search` found for `graph`. Trees of more than two groups are looked for only where two
// islands may not be enough, with twelve islands and more; of a tree's groups each has islands. What is left out by
// this, by TreeLimits and by the limits of the search makes the answer less complete, never wrong.
template <int W>
WinningLinks<W> find_winning_links(const HSearch<W>& search, const ReducedGraph& graph, const TreeLimits& limits);

}  // namespace motu
