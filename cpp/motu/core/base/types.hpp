// The words every other header uses: actions, seats, colours and how a game ends.
#pragma once

#include <cstdint>

namespace motu {

// A dense id, 0..num_actions-1. At a chance node the same type carries an outcome, 0..max_chance_outcomes-1.
using Action = std::int32_t;

// What `current_player` answers besides the persons 0 and 1 (the values OpenSpiel uses).
inline constexpr int kChance = -1;
inline constexpr int kTerminal = -4;

// A seat's colour: 0 begins (black, red), 1 answers (white, blue). The pie rule exchanges persons, never stones.
using Colour = std::uint8_t;
inline constexpr Colour kFirst = 0;
inline constexpr Colour kSecond = 1;
inline constexpr Colour kNoColour = 2;

constexpr Colour other(Colour colour) { return static_cast<Colour>(colour ^ 1U); }

// Why a game is over.
enum class Termination : std::uint8_t {
  none,       // it is not
  connected,  // a chain joined what it had to join
  line,       // L or more in a row
  tiebreak,   // Atmalof: more lines of L-1, or equally many (a draw)
  stuck,      // Atomorph with corners=false: a full checkerboard, a draw
  ended,      // a game of somebody's own, which does not say why
};

// The result for persons: winner 0 or 1, or -1 for a draw (and while the game goes on).
struct Outcome {
  int winner = -1;
  Termination termination = Termination::none;

  // What it is worth to a person: 1 won, -1 lost, 0 a draw (and while the game goes on).
  constexpr int value_for(int person) const { return winner < 0 ? 0 : (winner == person ? 1 : -1); }
};

}  // namespace motu
