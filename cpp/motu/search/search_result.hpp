// What a Monte-Carlo search knows about the moves of its root.
#pragma once

#include <cstdint>
#include <vector>

#include "motu/search/tree.hpp"

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
  std::vector<Action> variation;  // this move and what is expected after it, up to the next roll
  std::vector<FaceReport> faces;  // after an announcement, ascending
};

struct SearchResult {
  std::vector<RootMove> moves;    // best first: won ones, then by visits, lost ones last
  std::uint64_t simulations = 0;  // of this search
  std::uint64_t visits = 0;       // of the root, those of a reused tree included
  std::uint64_t nodes = 0;        // positions in the tree
  double seconds = 0.0;
  double value = 0.0;  // of the root, as above
  double lower = -1.0;
  double upper = 1.0;
};

// Reads the tree below `root`; others may be at work in it.
SearchResult read_result(Node& root);

}  // namespace motu
