// Parts of a position that can be solved for themselves.
//
// Let f be the winner as a function of who gets each empty cell, more cells never hurting. A set X of empty cells is a
// *region* when f depends on X through one bit only: f = g(h(X), Y), with h and g monotone. Found are regions that hang
// on the rest of one colour's reduced graph by two vertices, its ends: no connection leaves X but through them, so h is
// whether the colour joins them within X. An end is a group (terminals.hpp: one that has to be reached, or touches
// cells outside X; all others lie within X and only conduct) or a single empty cell. With one end or none no minimal
// connection goes through X: it is dead. This holds for any number of islands: which groups have to come
// together is all in g.
//
// - *Settled*: a player Q wins h though the other one begins in X. Then X is as good as Q's: Q answers inside X what is
//   played there, and plays g with X as its own elsewhere. The other player cannot do better than in g, either, since
//   Q's having X is the worst for it, and a stone of it in X is a lost move.
// - *Hot*: whoever begins in X wins h. Then X is as good as one empty cell c with h = c: who wins g with c plays there
//   the winning first move of X when g's strategy takes c, and answers inside X from then on; when the other one begins
//   in X, that is taken as a stone on c, and nothing in X matters any more. X is filled so that c alone decides h: from
//   all of it the enemy's to all of it the colour's, a cell at a time, h changes at some cell.
//
// A carrier of the winner after that is one before, with the regions settled for the winner, and with all of X for
// every c in it. Regions are settled one after another, each on the board that the ones before have left.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "motu/atoll/bits.hpp"
#include "motu/atoll/link_graph.hpp"
#include "motu/atoll/region_game.hpp"
#include "motu/core/base/types.hpp"

namespace motu {

struct HotRegion {
  int cell = 0;                // stands for all of it
  std::array<int, 2> moves{};  // [colour] wins it when played first
  int size = 0;
  std::array<std::uint16_t, RegionGame::kMostCells> cells{};
};

class Decomposition {
 public:
  void clear();
  // Settles a region of at most `most` cells, RegionGame::kMostCells at most. `links` are those of `stones` after
  // fill-in, nobody having won. False when none is found; else `stones` are others.
  bool settle(const std::array<LinkGraph, 2>& links, int most, std::vector<std::uint8_t>& stones);

  // --- since `clear` ------------------------------------------------------------------------------------------------
  const std::vector<int>& settled(Colour colour) const { return settled_[colour]; }
  // In the order they were found: the cell of one may lie in a later one.
  const std::vector<HotRegion>& hot() const { return hot_; }

 private:
  // Cells in a row of order_, cut off from the other empty cells by `cut` (-1: by nothing).
  struct Part {
    int begin = 0;
    int end = 0;
    int cut = -1;
  };

  void find_parts(const ReducedGraph& graph);
  void walk(const ReducedGraph& graph, int root);
  int visit(const ReducedGraph& graph, int cell, int parent);
  bool settle_part(const std::array<LinkGraph, 2>& links, const Part& part, std::vector<std::uint8_t>& stones);
  bool shape(const LinkGraph& links, const Part& part);
  bool add_group(const LinkGraph& links, int group, const Part& part);
  RegionGame::Cells numbers_of(Bits cells) const;
  void solve(Colour colour, std::vector<std::uint8_t>& stones);
  void fill(std::uint8_t owner, std::vector<std::uint8_t>& stones);
  void reduce(Colour colour, const RegionGame::Solution& solution, std::vector<std::uint8_t>& stones);

  int most_ = 0;
  std::array<std::vector<int>, 2> settled_;
  std::vector<HotRegion> hot_;
  std::vector<int> order_;  // empty cells as a depth-first search meets them
  std::vector<int> place_;  // [cell] in order_, -1 before
  std::vector<Part> parts_;
  std::vector<int> cells_;             // of the region in work
  std::vector<std::uint64_t> inside_;  // the same as a set
  std::vector<int> groups_;            // next to it, those seen
  int num_ends_ = 0;
  RegionGame::Shape shape_;
  RegionGame game_;
};

}  // namespace motu
