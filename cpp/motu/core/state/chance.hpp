// The outcomes of a roll as games see them: outcomes that lead to the same position are one.
#pragma once

#include <cstdint>
#include <vector>

#include "motu/core/state/state.hpp"

namespace motu {

// A position after a roll, and how likely it is. In Atmalof all lost turns of an announcement are one face.
struct Face {
  Action outcome = 0;        // the first that leads there
  double probability = 0.0;  // of all that lead there
  std::uint64_t hash = 0;    // State::hash of the position
};

// Lists the different positions after a roll, by ascending first outcome, and calls join(outcome, face) with the place
// in the list to which each outcome belongs. Leaves the state as it was.
template <class F>
void merge_outcomes(State& state, std::vector<Action>& outcomes, std::vector<Face>& faces, F&& join) {
  faces.clear();
  state.legal_actions(outcomes);
  for (const Action outcome : outcomes) {
    const double probability = state.chance_probability(outcome);
    state.apply_unchecked(outcome);
    const std::uint64_t hash = state.hash();
    state.undo_unchecked();
    std::size_t place = 0;
    while (place < faces.size() && faces[place].hash != hash) ++place;
    if (place == faces.size()) faces.push_back({outcome, 0.0, hash});
    faces[place].probability += probability;
    join(outcome, place);
  }
}

inline void merge_outcomes(State& state, std::vector<Action>& outcomes, std::vector<Face>& faces) {
  merge_outcomes(state, outcomes, faces, [](Action, std::size_t) {});
}

// The mean of `value(face)` over faces, weighted exactly: where all values are equal it is that value, bit for bit, so
// that a proof stays a proof.
template <class F>
double mean_over(std::size_t num_faces, F&& probability_and_value) {
  const double first = probability_and_value(0).second;
  double excess = 0.0;
  for (std::size_t i = 1; i < num_faces; ++i) {
    const auto [probability, value] = probability_and_value(i);
    excess += probability * (value - first);
  }
  return first + excess;
}

}  // namespace motu
