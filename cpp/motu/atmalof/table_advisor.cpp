#include "motu/atmalof/table_advisor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "motu/atmalof/open_tables.hpp"

namespace motu {

namespace {

// Rounded outward; a decided game stays exact.
Bounds as_bounds(const LineBounds& found) {
  const auto down = [](std::int32_t units) {
    const auto value = static_cast<float>(as_value(units));
    return units == -kOne || units == kOne ? value : std::nextafter(value, -1.0F);
  };
  return {down(found.lower), -down(-found.upper)};
}

}  // namespace

LineTableAdvisor::LineTableAdvisor(std::shared_ptr<const LineTable> table) : table_(table), judge_(std::move(table)) {}

std::unique_ptr<Advisor> LineTableAdvisor::fork() const { return std::make_unique<LineTableAdvisor>(table_); }

void LineTableAdvisor::advise(State& state, Advice& advice) {
  LineVerdict verdict;
  try {
    verdict = judge_.judge(state);
  } catch (const Error& error) {
    note_damage(*table_, error.what());
    return;
  }
  advice.bounds = as_bounds(state.current_player() == 0 ? verdict.bounds : verdict.bounds.reversed());
  std::int32_t surest = -kOne;
  for (const auto& [action, bounds] : verdict.actions) {
    if (advice.best < 0 || bounds.lower > surest) {
      advice.best = action;
      surest = bounds.lower;
    }
  }
  for (const auto& [action, bounds] : verdict.actions) {
    if (bounds.upper >= surest) advice.keep.push_back(action);
  }
  // The quickest that a decided game can be: a table knows no lengths.
  advice.plies = 1;
}

void LineTableAdvisor::advise_moves(State& state, std::vector<ProvedMove>& moves) {
  try {
    // At a roll the figures are those of who rolls.
    const int person = static_cast<int>(state.to_move()) ^ static_cast<int>(state.is_swapped());
    for (const auto& [action, bounds] : judge_.judge(state).actions) {
      moves.push_back({action, as_bounds(person == 0 ? bounds : bounds.reversed())});
    }
  } catch (const Error& error) {
    note_damage(*table_, error.what());
    moves.clear();
  }
}

}  // namespace motu
