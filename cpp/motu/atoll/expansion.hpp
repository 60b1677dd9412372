// What is known of a position of Atoll without looking at any position after it.
//
// The *winner's carrier*: empty cells within which the winner wins, whoever gets the others. Carriers are what a proof
// hands upward. For the mover P and the enemy Q, to each of P's moves a carrier of Q's win after it (or a winning semi
// connection) is an answer to all moves outside it as well; so once they have no cell in common but such as need no
// look, P has lost. What needs no look (inferior.hpp), and what Q answers it with when it is in all the carriers:
//
// - a vulnerable cell: the killing answer, after which the cell counts as Q's;
// - a dominated cell c: the answer to the better d, with d in c's place. Then P at d kills c, so that c is of no use
//   in that answer; or exchanging c and d does Q no harm.
//
// The carrier of the loss is what those carriers have together, with the killing answers and the better cells. By
// induction on the empty cells Q wins within it: outside a carrier P's stone changes nothing, and after a killing
// answer all other answers are as good as before.
//
// Fill-in: a carrier on the board after it, and the cells captured for the winner, are a carrier on the board before.
// Regions (decomposition.hpp) are filled in, too, and what is left of a hot one stands for all of it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "motu/atoll/analysis.hpp"
#include "motu/atoll/canonical_key.hpp"
#include "motu/atoll/decomposition.hpp"
#include "motu/atoll/hsearch.hpp"
#include "motu/atoll/inferior.hpp"
#include "motu/atoll/resistance.hpp"
#include "motu/atoll/winning.hpp"
#include "motu/core/base/types.hpp"

namespace motu {

template <int W>
PointSet<W> open_cells(std::span<const std::uint8_t> stones) {
  PointSet<W> set;
  for (std::size_t cell = 0; cell < stones.size(); ++cell) {
    if (stones[cell] == kNoColour) set.toggle(static_cast<int>(cell));
  }
  return set;
}

// After fill-in. `stones` has kDeadCell where it does not matter.
template <int W>
struct FilledPosition {
  std::vector<std::uint8_t> stones;
  std::array<PointSet<W>, 2> captured;  // [colour] cells filled in, regions included
  std::vector<HotRegion> hot;           // in the order they were found
  bool is_decomposed = false;           // whether there were regions at all
  CanonicalKeys::Canonical canonical;
  // Where there were regions, the same before they were filled in, and the cells open then.
  CanonicalKeys::Canonical whole;
  PointSet<W> whole_open;

  // A carrier on this board, and the captured cells in it, on the board before: with all of every hot region.
  PointSet<W> carrier_before(PointSet<W> carrier) const;
  // A winning move of a colour on this board, on the board before; and the other way, -1 if it is none on this board.
  int move_before(int move, Colour colour) const;
  int move_after(int move, Colour colour) const;
};

// Who wins, and how. Sets of cells.
template <int W>
struct Decision {
  Colour winner = kNoColour;
  int move = -1;        // of the mover, when it wins, on the board after fill-in
  PointSet<W> carrier;  // cells captured for the winner included

  bool is_known() const { return winner != kNoColour; }
};

// The moves to look at, and why no other is.
template <int W>
struct Prospects {
  std::vector<std::uint16_t> moves;
  std::vector<PointSet<W>> answers;  // carriers of the enemy's wins, moving next
  bool is_ordered = false;           // the best moves first, else ascending
  bool is_complete = false;          // whether connections of the mover were looked for, too
};

// Not thread-safe: one object a thread; memory is kept between calls.
template <int W>
class Expander {
 public:
  // Regions of more than `most_region` cells are left to the search.
  Expander(const HexBoard& board, const CanonicalKeys& keys, const ConnectionOptions& options, int most_region = 0);

  // Fills in and finds the key; a winner by fill-in ends it.
  Decision<W> fill_in(std::span<const std::uint8_t> stones, Colour to_move, FilledPosition<W>& filled);
  // Looks for connections of the enemy. Either decides, or says what to look at. `filled` must come from the last call
  // of fill_in.
  Decision<W> narrow(const FilledPosition<W>& filled, Colour to_move, Prospects<W>& prospects);
  // Puts the best moves first.
  void order(const FilledPosition<W>& filled, Prospects<W>& prospects);
  // Looks for connections of the mover: a win, or nothing.
  Decision<W> win(const FilledPosition<W>& filled, Colour to_move);
  // The loss of `to_move`, when the answers share no cell but such as need no look; `stones` are those before fill-in.
  PointSet<W> carrier_of_loss(std::span<const std::uint8_t> stones, const FilledPosition<W>& filled, Colour to_move,
                              std::span<const PointSet<W>> answers);

 private:
  void settle(Colour to_move, FilledPosition<W>& filled);
  WinningLinks<W> search(const ReducedGraph& graph, StopAt stop);
  PointSet<W> carrier_by(std::span<const PointSet<W>> answers, Colour winner) const;
  PointSet<W> cells_of(const PointSet<W>& numbers) const;
  PointSet<W> choose_answers(std::span<const PointSet<W>> answers, const PointSet<W>& idle, PointSet<W>& meet) const;
  Decision<W> won_by_mover(const FilledPosition<W>& filled, Colour to_move, const WinningLinks<W>& own) const;

  const HexBoard* board_;
  const CanonicalKeys* keys_;
  ConnectionOptions options_;
  int most_region_;
  InferiorCells inferior_;
  Decomposition decomposition_;
  ReducedGraph graph_;
  EmptyCells empty_;
  HSearch<W> search_;
  std::array<Resistance, 2> circuits_;
  std::vector<double> scores_;
};

}  // namespace motu
