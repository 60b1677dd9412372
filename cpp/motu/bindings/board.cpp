#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "motu/bindings/bindings.hpp"
#include "motu/core/base/names.hpp"
#include "motu/core/boards/hex_board.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

std::vector<std::pair<int, int>> coordinates(const HexBoard& board) {
  std::vector<std::pair<int, int>> result;
  for (int cell = 0; cell < board.num_cells(); ++cell) result.emplace_back(board.column_of(cell), board.row_of(cell));
  return result;
}

std::vector<std::pair<int, int>> axial_coordinates(const HexBoard& board) {
  std::vector<std::pair<int, int>> result;
  for (int cell = 0; cell < board.num_cells(); ++cell) result.emplace_back(board.axial(cell).q, board.axial(cell).r);
  return result;
}

// A method of a cell or of an island, called with numbers that there are.
template <class R>
auto at_cell(R (HexBoard::*method)(int) const) {
  return [method](const HexBoard& board, std::int64_t cell) {
    check_index(cell, board.num_cells(), "cell");
    return (board.*method)(static_cast<int>(cell));
  };
}

template <class R>
auto at_island(R (HexBoard::*method)(int) const) {
  return [method](const HexBoard& board, std::int64_t island) {
    check_index(island, board.num_islands(), "island");
    return (board.*method)(static_cast<int>(island));
  };
}

}  // namespace

void init_board(nb::module_& m) {
  nb::class_<HexBoard>(m, "HexBoard", "A board of hexagonal cells with islands round its rim.")
      .def_static("square", &HexBoard::square, "columns"_a, "islands"_a)
      .def_static("rhombus", &HexBoard::rhombus, "columns"_a, "rows"_a, "islands"_a)
      .def_static("hexagon", &HexBoard::hexagon, "side"_a, "islands"_a)
      .def_static("triangle", &HexBoard::triangle, "side"_a, "islands"_a)
      .def_static("custom", &HexBoard::custom, "cells"_a, "junctions"_a, "first_colour"_a)
      .def_static("rim_of", &HexBoard::rim_of, "cells"_a,
                  "The rim of a board still without islands, by names, clockwise.")
      .def_prop_ro("num_cells", &HexBoard::num_cells)
      .def_prop_ro("num_islands", &HexBoard::num_islands)
      .def_prop_ro("columns", &HexBoard::columns)
      .def_prop_ro("rows", &HexBoard::rows)
      .def_prop_ro("rows_count_down", [](const HexBoard& board) { return board.row_order() == RowOrder::down; })
      .def("coordinates", &coordinates, "0-based (column, row) of every cell, as its name counts them.")
      .def("axial_coordinates", &axial_coordinates, "(q, r) of every cell: q to the right, r downward on the screen.")
      .def("cell_name", at_cell(&HexBoard::cell_name), "cell"_a)
      .def(
          "find_cell", [](const HexBoard& board, const std::string& name) { return board.find_cell(name); }, "name"_a,
          "The cell of a lower-case name; -1: off the board, -2: no name.")
      .def("neighbours", at_cell(&HexBoard::neighbours), "cell"_a, "Six cells clockwise; -1 where the board ends.")
      .def_prop_ro("rim", &HexBoard::rim)
      .def_prop_ro("junctions", &HexBoard::junctions)
      .def("island_colour", at_island(&HexBoard::island_colour), "island"_a)
      .def("island_cells", at_island(&HexBoard::island_cells), "island"_a)
      .def("wins", &HexBoard::wins, "mask"_a,
           "Whether a set of one colour's islands (bit i: its i-th, clockwise) wins.");
  m.def("column_letters", &column_letters, "column"_a, "0 -> 'a', 25 -> 'z', 26 -> 'aa'.");
  m.def(
      "parse_column", [](const std::string& letters) { return parse_column(letters); }, "letters"_a,
      "The inverse of column_letters, or -1.");
}

}  // namespace motu
