// What the binding files share: one init function an area, and the object that holds a state for Python.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <vector>

#include "motu/games/state.hpp"

namespace motu {

// A state as Python holds it. The game is kept as a shared pointer by the state itself.
struct PyState {
  std::unique_ptr<State> state;
  std::vector<Action> actions;  // scratch for legal_actions

  explicit PyState(std::unique_ptr<State> held) : state(std::move(held)) {}
};

void init_errors(nanobind::module_& m);
void init_board(nanobind::module_& m);
void init_games(nanobind::module_& m);
void init_state(nanobind::module_& m);
void init_search(nanobind::module_& m);

}  // namespace motu
