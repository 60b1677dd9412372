// What a table of proved positions says about a position of Atoll by placing alone; the pie rule is the caller's
// affair.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "motu/atoll/inferior.hpp"
#include "motu/atoll/table.hpp"

namespace motu {

struct ConnectionVerdict {
  Colour winner = kNoColour;  // kNoColour: nothing is proved
  int move = -1;              // with which the mover wins, where that is known
  int cells = 0;              // within which the winner wins, whoever gets the others

  bool is_known() const { return winner != kNoColour; }
};

// Not thread-safe: one object a thread; memory is kept between calls.
class ConnectionJudge {
 public:
  ConnectionJudge(std::shared_ptr<const HexBoard> board, std::shared_ptr<const ConnectionTable> table)
      : board_(std::move(board)), table_(std::move(table)) {}

  const HexBoard& board() const { return *board_; }
  const std::shared_ptr<const ConnectionTable>& table() const { return table_; }
  // `stones` has one entry a cell, kFirst, kSecond or kNoColour. What fill-in alone decides is known, too.
  ConnectionVerdict judge(std::span<const std::uint8_t> stones, Colour to_move);
  // The same of a position whose fill-in is known and decides nothing.
  ConnectionVerdict look_up(const InferiorCells& filled, Colour to_move) const;

 private:
  std::shared_ptr<const HexBoard> board_;
  std::shared_ptr<const ConnectionTable> table_;
  InferiorCells inferior_;
};

}  // namespace motu
