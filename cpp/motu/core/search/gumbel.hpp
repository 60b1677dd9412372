// Sequential halving with Gumbel noise at the root (Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by
// planning with Gumbel", ICLR 2022): for a few simulations, a better root policy than PUCT's.
#pragma once

#include <cstdint>
#include <vector>

#include "motu/core/base/rng.hpp"
#include "motu/core/search/tree.hpp"

namespace motu {

// The plan of one search. Draws noise once; then names the edge for every simulation, and at the end the best one.
class SequentialHalving {
 public:
  // `considered` moves at first, `simulations` in all. The root must have its edges.
  SequentialHalving(const Node& root, int considered, std::uint64_t simulations, float noise, Rng& rng);

  // The edge for the next simulation: of those that are as often visited as the plan says, the one that scores best.
  int next(const Node& root);
  // The edge that scores best among the most visited ones.
  int best(const Node& root) const;

 private:
  int best_of(const Node& root, std::int32_t visits) const;
  double score(const Node& root, int edge, std::int32_t most_visits) const;
  std::int32_t most_visits() const;

  std::vector<double> scores_;         // [edge] noise plus logit
  std::vector<std::int32_t> visits_;   // [edge] in this search
  std::vector<std::int32_t> planned_;  // for each simulation, the visits that its edge has had
  std::size_t done_ = 0;
};

// For each simulation, how many visits the move it goes to has had: `considered` moves once, twice, …, until it is time
// to halve them. As the authors' mctx defines it.
std::vector<std::int32_t> plan_visits(int considered, std::uint64_t simulations);

}  // namespace motu
