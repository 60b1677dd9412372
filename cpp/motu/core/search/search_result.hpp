// What a Monte-Carlo search knows about the moves of its root.
#pragma once

#include <cstdint>
#include <vector>

#include "motu/core/search/tree.hpp"

namespace motu {

// A face of a roll, as far as it has been looked into.
struct FaceReport {
  Action outcome = 0;        // the first that leads there
  double probability = 0.0;  // of all that lead there
  std::int64_t visits = 0;
  double value = 0.0;  // for the person to act at the root, in [-1, 1]
};

// A move of the root; at a root where a die is to be rolled, a face. Values and bounds are those of the person to act
// at the root; of person 0 where a die is to be rolled.
struct RootMove {
  Action action = 0;
  std::int64_t visits = 0;
  double value = 0.0;
  double prior = 0.0;             // 0 in searches without
  double lower = -1.0;            // proved: at least this
  double upper = 1.0;             // proved: at most this; both equal: exact
  int plies = 0;                  // where it wins or loses for sure: turns to the end, this one included; 0: not known
  bool is_pruned = false;         // proved to be no better than the best of the others, and tried no more
  std::vector<Action> variation;  // this move and what is expected after it, up to the next roll
  std::vector<FaceReport> faces;  // after an announcement, ascending
};

struct SearchResult {
  std::vector<RootMove> moves;    // best first: quick wins, open ones (the choice, then by visits), slow losses, pruned
  std::uint64_t simulations = 0;  // of this search
  std::uint64_t visits = 0;       // of the root, those of a reused tree included
  std::uint64_t nodes = 0;        // positions in the tree, those that no simulation tried included
  std::uint64_t bytes = 0;        // that the tree takes
  double seconds = 0.0;
  double value = 0.0;  // of the root, as above
  double lower = -1.0;
  double upper = 1.0;
  bool is_settled = false;  // the root is proved by its moves: no search would find more
};

// Reads the tree below `root`, about which `advised` is proved besides what its moves show; others may be at work in
// it. Where moves have priors the first of the open ones is chosen by the lower bounds of their values, as cautiously
// as `lcb` says (SearchOptions).
SearchResult read_result(Node& root, const Bounds& advised = {}, float lcb = 0.0F);

}  // namespace motu
