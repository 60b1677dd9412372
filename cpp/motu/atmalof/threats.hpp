// Threats: vacant squares that complete a line, by a drop or by a step; and the chance to win with the next turn.
#pragma once

#include <array>
#include <vector>

#include "motu/atmalof/line_board.hpp"

namespace motu {

// The chance that a colour, were it to act, wins with this one turn: 1 by a step, else that of the best announcement.
// Landing with the last piece wins by the tie-break, too.
struct TurnChance {
  double chance = 0.0;  // 0..1
  Action action = -1;   // that has it; the first of equals, -1 for no chance
};

TurnChance turn_chance(const LineBoard& board, Colour colour);

// A window that lacks one piece.
struct LineThreat {
  int window = 0;
  int square = 0;             // the vacant one
  double drop_chance = 0.0;   // of the better announcement of the two that reach it; 0 for a corner, or without pieces
  std::vector<int> steppers;  // own pieces outside the window with a step to the square: with one, the win is sure
  std::vector<int> blockers;  // enemy pieces with a step to the square: the threat can be ended for sure
};

// All threats of a colour, by window.
std::vector<LineThreat> line_threats(const LineBoard& board, Colour colour);

// How many winning faces the announcements have, counted square by square.
class FaceCounts {
 public:
  explicit FaceCounts(const AtmalofGame& game) : game_(game) {}
  // A square that wins when dropped upon; count each once.
  void add(int square);
  // The announcement with the largest chance.
  TurnChance best() const;

 private:
  const AtmalofGame& game_;
  std::array<std::uint8_t, 2 * kAtmalofMaxSide> faces_{};  // [line]
};

// An own piece outside the window that can step to its vacant square `index`.
bool has_stepper(const LineBoard& board, std::span<const std::uint16_t> squares, int index, Colour colour);

// Whether a piece of this colour that lands on a vacant square, or steps there, wins: by a line; landing with the last
// piece by the tie-break, too.
bool wins_by_landing(const LineBoard& board, int square, Colour colour);
bool wins_by_step(const LineBoard& board, int square, Colour colour);

}  // namespace motu
