// Atomorph: connections that hold against everything, flips included.
//
// What can be flipped is not connected. So a connection here is made of stones that are never flipped, and of *pairs*:
// two empty points of which the owner gets one, because it answers the enemy on one at once on the other. A proof is a
// set S of own stones and a set of disjoint pairs such that, for every stone of S and for every point of a pair (as the
// stone it may become), each pattern of enemy stones that would make it weak
//
//   - has a point in S, or beyond the edge of the board, or
//   - has both points of a pair.
//
// Proof that no stone of S is ever flipped, nor one that the owner has on a pair, and that the owner gets a point of
// every pair: whenever the enemy is to move, of each pair both points are empty or one is the owner's. That is so at
// the beginning. Suppose it was so until now. Then no stone of S or of a pair can be flipped: the pattern that makes it
// weak would consist of enemy stones, so it had no point in S and at most one of each pair. And a turn of the enemy
// places at most one stone, so it meets at most one pair; the owner answers there at once, on a point that is empty.
// Whatever else the owner does takes nothing away: its own stones are only more. If it must place and only pairs are
// left, a stone on either point fulfils that pair.
//
// Two stones in one turn of the enemy would break this. With return_stone they come after the owner's own flip: while
// the board has an empty point, an owner who keeps pairs must not flip (placing is always possible), and where the
// enemy is to put a stone back right now no pair is claimed. The ban and contested=always only take flips away from
// the enemy and are not used; with contested=never a stone that S attacks is contested for ever and needs no more.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "motu/atomorph/atomorph.hpp"

namespace motu {

// Safe stones that are orthogonally connected.
struct SafeGroup {
  std::vector<int> stones;                     // ascending
  std::array<bool, 2> edges = {false, false};  // whether it stands on the owner's bottom or left, top or right edge
};

// Two empty points either of which joins the same two ends.
struct SafeLink {
  static constexpr int kLowEdge = -1;   // bottom or left
  static constexpr int kHighEdge = -2;  // top or right
  std::array<int, 2> ends;              // group numbers, or an edge
  std::array<int, 2> points;
  std::vector<int> carrier;  // ascending: the empty points of all pairs that the proof needs
};

struct FlipConnections {
  std::vector<int> safe;                  // stones that are never flipped while the owner keeps the pairs; ascending
  std::vector<SafeGroup> groups;          // of those
  std::vector<SafeLink> links;            // their carriers are disjoint or shared as a whole: all hold together
  std::vector<std::array<int, 2>> pairs;  // all that must be kept; each answers the other
  bool is_won = false;                    // groups and links join the owner's edges
};

// What is proved for a colour. Greedy: a bounded search finds links one by one, and what it reports is proved, but not
// all that could be proved is found. At the end of a game: stones without links.
FlipConnections find_flip_connections(const State& state, Colour colour);

}  // namespace motu
