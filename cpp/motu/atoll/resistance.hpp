// The position as an electrical circuit for one colour (Anshelevich, "A hierarchical approach to computer Hex", 2002).
//
// An empty cell has resistance 1, an own group none, and the enemy's stones do not conduct: the link between two empty
// cells has conductance 1/2, between an empty cell and a group 1, each cell's resistance being shared by its links. Two
// vertices with two empty cells in common are a bridge: hardly to be cut, they have a link besides, like neighbours;
// for two groups, which have no resistance of their own, a good one. That is a guess and no proof: bridges may overlap.
//
// With more than four islands there are several ways to win. A minimal winning set of groups (winning_sets.hpp) has two
// or three members. Two have the effective resistance R between them. For three, seen from outside, the circuit is a
// star (Kennelly, 1899), and what must be built is its three arms, whose resistances sum to (Rab + Rbc + Rca) / 2. The
// ways to win lie in parallel: the colour's conductance is the sum of 1/R over all minimal winning sets. Ways that
// share cells are counted as if they did not, for both colours alike. With n = 4 this is the one resistance between two
// islands, with n = 8 two opposite pairs in parallel, from n = 12 on pairs and triples.
//
// The *flow* of a cell is the current through it, in shares of the total: each winning set has current by its own
// conductance, three members half of the sum of the pairs' currents, so that a cell that every connection must pass
// has flow 1.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "motu/atoll/envelope_matrix.hpp"
#include "motu/atoll/graph.hpp"
#include "motu/atoll/terminals.hpp"

namespace motu {

class Resistance {
 public:
  // `stones` as for ReducedGraph; what is neither a colour nor kNoColour conducts for nobody.
  void assign(const HexBoard& board, std::span<const std::uint8_t> stones, Colour colour);

  // 0 when the colour cannot win any more, infinite when it has won.
  double conductance() const { return conductance_; }
  // [cell] in [0, 1]; 0 for stones, and everywhere when the conductance is 0 or infinite.
  std::span<const double> flow() const { return flow_; }

 private:
  // A link between two vertices without common stones.
  struct Bridge {
    int a;
    int b;
    double conductance;
  };

  void number_nodes();
  void add_node(int vertex);
  void find_bridges();
  void find_bridges_of(int vertex);
  bool share_two_cells(int a, int b) const;
  void shape();
  void link();
  void add_link(int a, int b, double conductance);
  void solve_terminals();
  double potential(int terminal, int vertex) const;
  double resistance(int a, int b) const;
  void add_sets();
  void add_flow(int a, int b, double weight);

  ReducedGraph graph_;
  Terminals terminals_;
  double conductance_ = 0.0;
  std::vector<double> flow_;
  std::vector<std::int32_t> node_of_;   // [vertex], -1 for grounds and for what carries no current
  std::vector<char> is_live_;           // [vertex] carries current
  std::vector<std::int32_t> grounds_;   // [part] a terminal's group, -1 for a part that cannot win
  std::vector<std::int32_t> vertices_;  // [node]
  std::vector<Bridge> bridges_;
  std::vector<std::uint64_t> around_;  // cells, scratch
  std::vector<int> first_;             // [node]
  EnvelopeMatrix matrix_;
  std::vector<std::vector<double>> potentials_;  // [terminal][node] for a unit current from it to its part's ground
  std::vector<double> weights_;                  // [terminal a < b] of the pair's current
  std::vector<double> drops_;                    // [vertex] scratch
};

}  // namespace motu
