#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "motu/bindings/bindings.hpp"
#include "motu/games/atmalof.hpp"
#include "motu/games/atoll.hpp"
#include "motu/games/atomorph.hpp"

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
  if (const auto* atmalof = dynamic_cast<const AtmalofGame*>(&game)) {
    for (auto& faces : atmalof->symmetric_faces()) result.emplace_back(faces.after_row, faces.after_column);
  }
  return result;
}

std::shared_ptr<const Game> atoll_game(std::shared_ptr<const HexBoard> board, bool swap) {
  return AtollGame::create(std::move(board), {swap});
}

std::shared_ptr<const Game> atomorph_game(int size, bool contested_never, bool corners, bool return_stone, bool swap) {
  return AtomorphGame::create({size, contested_never, corners, return_stone, swap});
}

std::shared_ptr<const Game> atmalof_game(int rows, int cols, int extra_rows, int extra_cols, int line, int pieces,
                                         bool tiebreak_both) {
  return AtmalofGame::create({rows, cols, extra_rows, extra_cols, line, pieces, tiebreak_both});
}

// P as the rules fill it in.
int atmalof_pieces(const Game& game) {
  const auto* atmalof = dynamic_cast<const AtmalofGame*>(&game);
  if (atmalof == nullptr) throw nb::type_error("not an Atmalof game");
  return atmalof->rules().pieces;
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
      .def_prop_ro("max_chance_outcomes", &Game::max_chance_outcomes)
      .def("cell_name", &cell_name, "cell"_a)
      .def_prop_ro("observation_shape", &Game::observation_shape)
      .def_prop_ro("observation_planes", &Game::observation_planes)
      .def("symmetries", &Game::symmetries)
      .def("symmetric_faces", &symmetric_faces);
  m.def("atoll_game", &atoll_game, "board"_a, "swap"_a);
  m.def("atomorph_game", &atomorph_game, "size"_a, "contested_never"_a, "corners"_a, "return_stone"_a, "swap"_a);
  m.def("atmalof_game", &atmalof_game, "rows"_a, "cols"_a, "extra_rows"_a, "extra_cols"_a, "line"_a, "pieces"_a,
        "tiebreak_both"_a);
  m.def("atmalof_pieces", &atmalof_pieces, "game"_a, "The number of pieces a side.");
}

}  // namespace motu
