// Atomorph positions as drawings for the tests: the top row first, 'b', 'w' and '.', blanks between points do not
// matter.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "motu/atomorph/atomorph.hpp"

namespace motu::testing {

using Stones = std::vector<std::uint8_t>;

inline Stones read_drawing(std::string_view drawing) {
  std::vector<Stones> rows(1);
  for (const char c : drawing) {
    if (c == '/') rows.emplace_back();
    if (c == 'b' || c == 'w' || c == '.') rows.back().push_back(c == 'b' ? kFirst : c == 'w' ? kSecond : kNoColour);
  }
  Stones stones;
  for (std::size_t row = rows.size(); row-- > 0;) stones.insert(stones.end(), rows[row].begin(), rows[row].end());
  return stones;
}

inline Stones stones_of(const State& state) {
  Stones stones(static_cast<std::size_t>(state.game().num_cells()));
  state.stones(stones);
  return stones;
}

// A small board's state, set up by hand.
inline AtomorphState<1> draw(std::string_view drawing, Colour to_move, AtomorphRules rules = {}, unsigned flags = 0) {
  const Stones stones = read_drawing(drawing);
  while (rules.size * rules.size > static_cast<int>(stones.size())) --rules.size;
  AtomorphState<1> state(AtomorphGame::create(rules));
  state.setup(stones, to_move, flags);
  return state;
}

// The points' names, in order, with blanks between them.
inline std::string names(const Game& game, const std::vector<int>& points) {
  std::string text;
  for (const int point : points) {
    if (!text.empty()) text += ' ';
    text += game.cell_name(point);
  }
  return text;
}

// Plays texts with blanks between them, checked.
inline void play_all(State& state, std::string_view moves) {
  while (!moves.empty()) {
    const auto end = moves.find(' ');
    state.play(moves.substr(0, end));
    moves = end == std::string_view::npos ? std::string_view{} : moves.substr(end + 1);
  }
}

// Why the move that a text names is illegal.
inline std::string reason(const State& state, std::string_view text) {
  return state.why_illegal(state.parse_action(text));
}

inline bool is_legal(const State& state, std::string_view text) { return state.is_legal(state.parse_action(text)); }

// The slug of the motu::Error that `act` throws, and its message.
template <class F>
std::string slug_of(F&& act, std::string& message) {
  try {
    act();
  } catch (const Error& error) {
    message = error.what();
    return error.slug();
  }
  return "nothing was thrown";
}

template <class F>
std::string slug_of(F&& act) {
  std::string message;
  return slug_of(act, message);
}

// All eight combinations of the variants.
inline std::vector<AtomorphRules> all_variants(int size) {
  std::vector<AtomorphRules> variants;
  for (const bool contested_never : {false, true}) {
    for (const bool corners : {true, false}) {
      for (const bool return_stone : {false, true}) {
        variants.push_back(
            {.size = size, .contested_never = contested_never, .corners = corners, .return_stone = return_stone});
      }
    }
  }
  return variants;
}

}  // namespace motu::testing
