#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "motu/bindings/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

std::string cell_name(const Game& game, std::int64_t cell) {
  check_index(cell, game.num_cells(), "cell");
  return game.cell_name(static_cast<int>(cell));
}

using Faces = std::pair<std::vector<Action>, std::vector<Action>>;

// What each symmetry does to dice, (after a row, after a column); empty for games without dice.
std::vector<Faces> symmetric_faces(const Game& game) {
  std::vector<Faces> result;
  for (auto& faces : game.symmetric_faces()) result.emplace_back(faces.after_row, faces.after_column);
  return result;
}

}  // namespace

void init_games(nb::module_& m) {
  nb::class_<Symmetry>(m, "NativeSymmetry", "An automorphism of a game's board.")
      .def_ro("cells", &Symmetry::cells)
      .def_ro("islands", &Symmetry::islands)
      .def_ro("actions", &Symmetry::actions)
      .def_ro("swaps_colours", &Symmetry::swaps_colours);
  nb::class_<Game>(m, "NativeGame", "Rules and board, immutable.")
      .def_prop_ro("fingerprint", &Game::fingerprint, "Equal for equal rules on equal boards, in every process.")
      .def_prop_ro("description", &Game::description)
      .def_prop_ro("num_cells", &Game::num_cells)
      .def_prop_ro("num_actions", &Game::num_actions)
      .def("dense_actions", &Game::dense_actions)
      .def_prop_ro("max_chance_outcomes", &Game::max_chance_outcomes)
      .def_prop_ro("max_game_length", &Game::max_game_length)
      .def("cell_name", &cell_name, "cell"_a)
      .def_prop_ro("observation_shape", &Game::observation_shape)
      .def_prop_ro("observation_planes", &Game::observation_planes)
      .def("symmetries", &Game::symmetries)
      .def("symmetric_faces", &symmetric_faces);
}

}  // namespace motu
