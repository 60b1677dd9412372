// Cells that need no thought: dead and captured ones, which can be filled in, and moves that are no better than others.
//
// Let f be the winner as a function of who gets each empty cell; more cells never hurt. Everything below follows from
// f alone, so it holds for any board and any number of islands once the tests on the graphs are sound:
//
// - *Dead*: f does not depend on the cell. Test: in the link graph of either colour its neighbours are linked pairwise.
//   A connection through the cell then holds together without it, so it is on no minimal connection of that colour;
//   since exactly one colour wins, f does not depend on it, and it can go from both graphs. Terminals are neighbours
//   like cells: two of them are never linked, so a cell that alone joins two islands is not dead. More stones keep a
//   dead cell dead.
// - *Killing*: P at b kills a if a is dead once b is P's. Tests: the neighbours of a are linked pairwise with b gone
//   from the other colour's graph, or with b's neighbours linked in P's own.
// - *Captured*: two cells that kill each other for P are as good as P's. P answers a stone on one by the other; the
//   stone is dead then and might as well be P's. Disjoint pairs of both colours are filled at once: stones elsewhere
//   change nothing in the argument.
// - *Vulnerable*: a move of P at v that the enemy's k kills, and a dead cell, need not be looked at, all such cells V
//   left out together and cycles among them allowed. Claim: if P, to move in S, wins, P wins by a move outside V. By
//   induction on the empty cells: say v in V wins. After the killing answer (none for a dead v) P wins still, to move
//   in S', where the enemy has k and, v being dead, v as well. P has not won in S' without a move, or it had in S. The
//   others of V are dead in S' or vulnerable as before, so P wins S' by a move outside V; it wins S too, where P is
//   better off.
// - *Dominated*: c by d for P, when P is at least as well off with d as with c. Tests: P at d kills c (then P at d has
//   both); or in the link graph of either colour all neighbours of c other than d are neighbours of d (then d can stand
//   in for c in every connection, so exchanging the two never hurts whoever holds d). Left out one after another, each
//   for a d not left out until then and not vulnerable: following the reasons from any cell leads to one that is kept,
//   so a winning move that is not vulnerable has a winning move among the kept ones.
//
// What is left out says nothing about *which* other moves win, and the pie rule is not heeded: with a swap still to
// come, an opening is not the better for winning.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "motu/atoll/bits.hpp"
#include "motu/atoll/link_graph.hpp"
#include "motu/core/base/types.hpp"

namespace motu {

// On the board after fill-in: a cell that is nobody's and matters to nobody.
inline constexpr std::uint8_t kDeadCell = 3;

// A move that need not be looked at, and the cell that is the reason.
struct InferiorMove {
  int cell = 0;
  int reason = 0;
};

class InferiorCells {
 public:
  // Fills in until nothing changes. `stones` has one entry a cell, kFirst, kSecond or kNoColour.
  void fill_in(const HexBoard& board, std::span<const std::uint8_t> stones);
  // Fills in, then finds the moves that `to_move` need not look at.
  void find(const HexBoard& board, std::span<const std::uint8_t> stones, Colour to_move);

  // --- after either -----------------------------------------------------------------------------------------------
  // Who wins whoever is to move, when the fill-in alone shows it; after `find` also the enemy, when no move is left to
  // look at. Else kNoColour.
  Colour winner() const { return winner_; }
  // [cell] kFirst, kSecond, kNoColour or kDeadCell.
  std::span<const std::uint8_t> filled() const { return filled_; }
  // Ascending; what was empty before.
  const std::vector<int>& dead() const { return dead_; }
  const std::vector<int>& captured(Colour colour) const { return captured_[colour]; }
  // The links of both colours, on the board after fill-in.
  const std::array<LinkGraph, 2>& links() const { return links_; }

  // --- after `find`, ascending by cell; nothing when there is a winner by fill-in -------------------------------------
  const std::vector<InferiorMove>& vulnerable() const { return vulnerable_; }  // reason: the killing answer
  const std::vector<InferiorMove>& dominated() const { return dominated_; }    // reason: the better move
  // The moves to look at: a win for `to_move` has a winning move among them. Empty when there is a winner.
  const std::vector<int>& candidates() const { return candidates_; }

 private:
  int num_cells() const { return static_cast<int>(filled_.size()); }
  void link(const HexBoard& board);
  bool has_winner();
  bool fill_once();
  void fill_dead();
  void fill_pairs(Colour colour);
  void fill(int cell, std::uint8_t owner, std::vector<int>& list);
  void mark_surroundings();
  bool is_open(int cell) const { return filled_[static_cast<std::size_t>(cell)] == kNoColour; }
  bool kills(Colour colour, int killer, int cell) const;
  void find_killers(Colour colour, int cell);
  void find_vulnerable(Colour to_move);
  void find_dominated(Colour to_move);
  int dominator_of(int cell, Colour to_move);
  int stand_in_for(const LinkGraph& links, int cell);
  bool keep_linked(Bits linked, int vertex);

  Colour winner_ = kNoColour;
  std::vector<std::uint8_t> filled_;
  std::vector<int> dead_;
  std::array<std::vector<int>, 2> captured_;
  std::vector<InferiorMove> vulnerable_;
  std::vector<InferiorMove> dominated_;
  std::vector<int> candidates_;
  std::array<LinkGraph, 2> links_;
  std::vector<std::pair<int, int>> open_pairs_;  // [2 * cell + colour]
  std::vector<int> fresh_;                       // filled in this round
  std::vector<char> is_worth_a_look_;            // [cell] something near it was filled in the last round
  std::vector<int> killers_;
  std::vector<std::uint64_t> kept_;  // candidates that are not dominated
  std::vector<std::uint64_t> scratch_;
};

}  // namespace motu
