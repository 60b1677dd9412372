#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "motu/atoll/atoll.hpp"
#include "motu/atoll/bindings/bindings.hpp"
#include "motu/atoll/circuit_evaluation.hpp"
#include "motu/atoll/inferior.hpp"
#include "motu/atoll/two_distance.hpp"
#include "motu/bindings/bindings.hpp"
#include "motu/bindings/interpreter_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

// What the three functions read: the stones, and whose turn it is.
struct Position {
  std::shared_ptr<const HexBoard> board;
  std::vector<std::uint8_t> stones;
  Colour to_move;
};

Position position_of(const PyState& self) {
  const auto* atoll = atoll_state(*self.state);
  if (atoll == nullptr) throw Error("engine/evaluator-game", "only Atoll and Hex have cells that islands make useful");
  if (atoll->is_terminal()) throw Error("engine/no-move", "the game is over: there is nothing to evaluate");
  // The board lives as long as its game, which a copy of the state keeps.
  const auto held = std::make_shared<AtollState>(*atoll);
  Position position{{held, &held->game().board()}, std::vector<std::uint8_t>(), atoll->to_move()};
  position.stones.resize(static_cast<std::size_t>(position.board->num_cells()));
  atoll->stones(position.stones);
  return position;
}

using MovePairs = std::vector<std::pair<int, int>>;

MovePairs pairs_of(const std::vector<InferiorMove>& moves) {
  MovePairs pairs;
  for (const auto& [cell, reason] : moves) pairs.emplace_back(cell, reason);
  return pairs;
}

InferiorCells find_inferior(const PyState& self) {
  const Position position = position_of(self);
  InferiorCells cells;
  const PythonUnlocked unlocked;
  cells.find(*position.board, position.stones, position.to_move);
  return cells;
}

template <class T>
using Table = nb::ndarray<nb::numpy, T, nb::ndim<2>>;

// A two-dimensional array of Python's own.
template <class T>
Table<T> array_of(const std::vector<std::vector<T>>& rows, std::size_t columns) {
  auto* values = new T[rows.size() * columns];
  const nb::capsule owner(values, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  for (std::size_t row = 0; row < rows.size(); ++row) std::ranges::copy(rows[row], values + row * columns);
  return Table<T>(values, {rows.size(), columns}, owner);
}

// The value, both conductances, and flows [black, white, mean][cell].
std::tuple<double, double, double, Table<double>> evaluate_circuits(const PyState& self) {
  const Position position = position_of(self);
  CircuitEvaluation circuits;
  {
    const PythonUnlocked unlocked;
    circuits.assign(*position.board, position.stones, position.to_move);
  }
  std::vector<std::vector<double>> flows;
  for (const Colour colour : {kFirst, kSecond}) {
    const auto flow = circuits.circuit(colour).flow();
    flows.emplace_back(flow.begin(), flow.end());
  }
  flows.emplace_back(circuits.flow().begin(), circuits.flow().end());
  return {circuits.value(), circuits.circuit(kFirst).conductance(), circuits.circuit(kSecond).conductance(),
          array_of(flows, position.stones.size())};
}

// Both potentials, both mobilities, potentials [colour][cell] and distances [island][cell]; -1 where there is none.
std::tuple<int, int, int, int, Table<std::int32_t>, Table<std::int32_t>> measure_two_distances(const PyState& self) {
  const Position position = position_of(self);
  std::array<TwoDistance, 2> measures;
  {
    const PythonUnlocked unlocked;
    for (const Colour colour : {kFirst, kSecond}) measures[colour].assign(*position.board, position.stones, colour);
  }
  const auto shown = [](int distance) { return distance == TwoDistance::kNone ? -1 : distance; };
  const std::size_t cells = position.stones.size();
  std::vector<std::vector<std::int32_t>> potentials;
  for (const TwoDistance& measure : measures) {
    auto& row = potentials.emplace_back();
    for (const std::int32_t potential : measure.potentials()) row.push_back(shown(potential));
  }
  std::vector<std::vector<std::int32_t>> distances;
  for (int island = 0; island < position.board->num_islands(); ++island) {
    const TwoDistance& measure = measures[position.board->island_colour(island)];
    auto& row = distances.emplace_back();
    for (std::size_t cell = 0; cell < cells; ++cell) {
      row.push_back(shown(measure.distance(static_cast<int>(cell), island / 2)));
    }
  }
  return {shown(measures[kFirst].potential()), shown(measures[kSecond].potential()), measures[kFirst].mobility(),
          measures[kSecond].mobility(),        array_of(potentials, cells),          array_of(distances, cells)};
}

}  // namespace

void init_atoll_inferior(nb::module_& m) {
  nb::class_<InferiorCells>(m, "NativeInferiorCells", "Cells that need no thought; see motu.eval.cells.")
      .def_prop_ro(
          "winner", [](const InferiorCells& cells) { return static_cast<int>(cells.winner()); },
          "A colour, or 2 when the cells alone do not show it.")
      .def_prop_ro("dead", &InferiorCells::dead)
      .def(
          "captured", [](const InferiorCells& cells, bool white) { return cells.captured(white ? kSecond : kFirst); },
          "white"_a)
      .def_prop_ro("vulnerable", [](const InferiorCells& cells) { return pairs_of(cells.vulnerable()); })
      .def_prop_ro("dominated", [](const InferiorCells& cells) { return pairs_of(cells.dominated()); })
      .def_prop_ro("candidates", &InferiorCells::candidates);
  m.def("inferior_cells", &find_inferior, "state"_a);
  m.def("evaluate_circuits", &evaluate_circuits, "state"_a,
        "The value, both conductances, and float64 flows [black, white, mean; num_cells].");
  m.def("measure_two_distances", &measure_two_distances, "state"_a,
        "Both potentials, both mobilities, int32 potentials [2, num_cells] and distances [num_islands, num_cells].");
}

}  // namespace motu
