// What the Atmalof tests share: rules, positions drawn as text, and errors caught for inspection.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "motu/atmalof/atmalof.hpp"

namespace motu::atmalof_testing {

inline const AtmalofRules kStandard{};
inline const AtmalofRules kJunior{.extra_rows = 0, .extra_cols = 0, .pieces = 16};
inline const AtmalofRules kKvinigu{.tiebreak_both = true};
inline const AtmalofRules kUneven{.rows = 4, .cols = 7, .extra_rows = 2, .extra_cols = 0, .line = 4};
// One row: R R B R R B . leaves red's four pieces without a step.
inline const AtmalofRules kOneRow{
    .rows = 1, .cols = 7, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 4, .tiebreak_both = true};

inline std::unique_ptr<State> new_state(const AtmalofRules& rules) { return AtmalofGame::create(rules)->new_state(); }

inline const AtmalofGame& game_of(const State& state) { return static_cast<const AtmalofGame&>(state.game()); }

inline Action announced(const State& state) {
  return visit_atmalof(state, [](const auto& concrete) { return concrete.announced(); });
}

inline int pieces(const State& state, Colour colour) {
  return visit_atmalof(state, [&](const auto& concrete) { return concrete.pieces(colour); });
}

inline int short_lines(const State& state, Colour colour) {
  return visit_atmalof(state, [&](const auto& concrete) { return concrete.count_short_lines(colour); });
}

inline std::string inconsistency(const State& state) {
  return visit_atmalof(state, [](const auto& concrete) { return concrete.check_consistency(); });
}

inline std::vector<std::uint8_t> stones(const State& state) {
  std::vector<std::uint8_t> out(static_cast<std::size_t>(state.game().num_cells()));
  state.stones(out);
  return out;
}

// A position drawn row by row: R red, B blue, anything else empty.
inline std::unique_ptr<State> drawn(const AtmalofRules& rules, const std::vector<std::string>& rows, Colour to_move) {
  std::vector<std::uint8_t> cells;
  for (const auto& row : rows) {
    for (const char c : row) cells.push_back(c == 'R' ? kFirst : (c == 'B' ? kSecond : kNoColour));
  }
  auto state = new_state(rules);
  state->setup(cells, to_move, 0);
  CHECK(inconsistency(*state) == "");
  return state;
}

inline void play_all(State& state, const std::vector<std::string>& texts) {
  for (const auto& text : texts) state.play(text);
  CHECK(inconsistency(state) == "");
}

inline std::vector<std::string> cell_names(const State& state, const std::vector<int>& cells) {
  std::vector<std::string> names;
  for (const int cell : cells) names.push_back(state.game().cell_name(cell));
  return names;
}

// The error a call throws; a test fails where it throws none.
template <class F>
Error error_of(F&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  FAIL("nothing was thrown");
  return Error("", "");
}

inline bool mentions(const Error& error, const std::string& words) {
  return std::string(error.what()).find(words) != std::string::npos;
}

}  // namespace motu::atmalof_testing
