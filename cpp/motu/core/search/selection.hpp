// Which move a simulation tries next: PUCT where there are priors, UCT with RAVE where there are none, and at a roll
// the face that has come up too seldom.
#pragma once

#include <cstdint>
#include <vector>

#include "motu/core/search/tree.hpp"

namespace motu {

// How a search weighs what it knows. Values are in [-1, 1].
struct SearchOptions {
  // --- with priors (PUCT; Silver et al., 2017, with the slow growth of AlphaZero's constant)
  float c_puct = 1.25F;
  float c_puct_base = 19652.0F;
  float fpu_reduction = 0.25F;  // an untried move is worth the node's value less this
  // How cautiously the root's move is chosen: by the value less this over the square root of the visits; 0, and with
  // dice: by visits.
  float lcb = 0.8F;
  // --- without priors (UCT and RAVE; Gelly and Silver, 2011; weights as Fuego and MoHex count them)
  float exploration = 0.1F;
  float rave_initial = 2.0F;       // weight of the first continuation that took a move, in visits
  float rave_final = 800.0F;       // weight that any number of them comes to
  float fpu = 0.0F;                // an untried move that no continuation took, for the mover
  float swap_exploration = 0.7F;   // UCT's constant for the pie rule's swap, which RAVE knows nothing of
  std::int32_t expand_visits = 6;  // visits of an edge before its position gets edges of its own
  // --- with dice
  // Faces of a roll that are judged at its first visit, each by the position that it leads to, where the evaluator has
  // an opinion of all of them at once; 0: all.
  int roll_faces = 1;
  // --- all
  std::uint64_t max_memory = 2048;  // megabytes (2^20 bytes) that the tree may take; then it stops growing; 0: no bound
  std::uint64_t max_nodes = 0;      // positions in the tree, edges included; the same; 0: no bound
  int threads = 1;
  int batch = 1;              // leaves evaluated together by one thread
  int gumbel = 0;             // root moves that sequential halving begins with; 0: the root is like any node
  float gumbel_scale = 1.0F;  // of the noise; 0 takes the best priors
  // Visits of a position before an advisor is asked about it, the root at once; 0: it is not asked.
  std::int32_t advise_visits = 150;
  std::uint64_t seed = 1;
};

// The edge to try at a decision, or -1 when every edge is settled. `scores` is scratch. The node must be locked.
int select_edge(const Node& node, const SearchOptions& options, std::vector<float>& scores);

// The face that is furthest behind its share of the visits, solved ones left out; -1 when all are solved. Deterministic
// stratified sampling: after n visits every face has come up n·p times, to within one.
int select_face(const Node& node);

}  // namespace motu
