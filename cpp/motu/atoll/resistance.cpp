#include "motu/atoll/resistance.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace motu {

namespace {

constexpr double kCellToCell = 0.5;
constexpr double kCellToGroup = 1.0;
// Of the values that were tried, conductances tell the winners of games best with this one.
constexpr double kGroupToGroup = 8.0;

}  // namespace

void Resistance::assign(const HexBoard& board, std::span<const std::uint8_t> stones, Colour colour) {
  graph_.assign(board, stones, colour);
  flow_.assign(static_cast<std::size_t>(graph_.num_cells()), 0.0);
  conductance_ = graph_.winning_group() >= 0 ? std::numeric_limits<double>::infinity() : 0.0;
  if (conductance_ > 0.0) return;
  terminals_.assign(graph_);
  if (!terminals_.can_win()) return;
  number_nodes();
  find_bridges();
  shape();
  link();
  matrix_.factor();
  solve_terminals();
  add_sets();
}

// ------------------------------------------------------------------------------------------------------- the circuit

// Cells first, in the board's order, then groups: the envelope is as wide as a row of the board, and a few rows at the
// end are full. One terminal in each part is the ground, which has potential 0 and no equation.
void Resistance::number_nodes() {
  const auto vertices = static_cast<std::size_t>(graph_.num_vertices());
  node_of_.assign(vertices, -1);
  is_live_.assign(vertices, 0);
  vertices_.clear();
  grounds_.assign(static_cast<std::size_t>(terminals_.num_parts()), -1);
  for (const std::uint16_t group : terminals_.groups()) {
    grounds_[static_cast<std::size_t>(terminals_.part_of_group(group))] = group;
  }
  for_each_bit(graph_.empty(), [&](int cell) {
    if (terminals_.is_useful(cell)) add_node(cell);
  });
  for (int group = 0; group < graph_.num_groups(); ++group) {
    const int part = terminals_.part_of_group(group);
    if (!terminals_.part_can_win(part)) continue;
    is_live_[static_cast<std::size_t>(graph_.vertex_of_group(group))] = 1;
    if (grounds_[static_cast<std::size_t>(part)] != group) add_node(graph_.vertex_of_group(group));
  }
}

void Resistance::add_node(int vertex) {
  is_live_[static_cast<std::size_t>(vertex)] = 1;
  node_of_[static_cast<std::size_t>(vertex)] = static_cast<std::int32_t>(vertices_.size());
  vertices_.push_back(vertex);
}

void Resistance::find_bridges() {
  bridges_.clear();
  for (int vertex = 0; vertex < graph_.num_vertices(); ++vertex) {
    if (is_live_[static_cast<std::size_t>(vertex)] != 0) find_bridges_of(vertex);
  }
}

// Each bridge from its higher vertex.
void Resistance::find_bridges_of(int vertex) {
  around_.assign(graph_.words(), 0);
  for_each_bit(graph_.cells_near(vertex), [&](int cell) {
    const Bits next = graph_.cells_near(cell);
    for (std::size_t i = 0; i < around_.size(); ++i) around_[i] |= next[i];
  });
  const Bits near = graph_.cells_near(vertex);
  for (std::size_t i = 0; i < around_.size(); ++i) around_[i] &= ~near[i];
  for_each_bit(around_, [&](int cell) {
    if (cell >= vertex || !share_two_cells(cell, vertex)) return;
    bridges_.push_back({vertex, cell, graph_.is_group(vertex) ? kCellToGroup : kCellToCell});
  });
  for (int group = graph_.num_cells(); group < vertex; ++group) {
    if (share_two_cells(group, vertex)) bridges_.push_back({vertex, group, kGroupToGroup});
  }
}

bool Resistance::share_two_cells(int a, int b) const {
  const Bits near_a = graph_.cells_near(a);
  const Bits near_b = graph_.cells_near(b);
  int common = 0;
  for (std::size_t i = 0; i < near_a.size(); ++i) common += std::popcount(near_a[i] & near_b[i]);
  return common >= 2;
}

void Resistance::shape() {
  first_.resize(vertices_.size());
  for (std::size_t node = 0; node < vertices_.size(); ++node) {
    int first = static_cast<int>(node);
    for_each_bit(graph_.cells_near(vertices_[node]), [&](int cell) {
      first = std::min(first, static_cast<int>(node_of_[static_cast<std::size_t>(cell)]));
    });
    first_[node] = first;
  }
  for (const Bridge& bridge : bridges_) {
    const int a = node_of_[static_cast<std::size_t>(bridge.a)];
    const int b = node_of_[static_cast<std::size_t>(bridge.b)];
    if (a >= 0 && b >= 0) first_[static_cast<std::size_t>(a)] = std::min(first_[static_cast<std::size_t>(a)], b);
  }
  matrix_.shape(first_);
}

void Resistance::link() {
  for (const std::int32_t vertex : vertices_) {
    if (graph_.is_group(vertex)) break;
    for_each_bit(graph_.cells_near(vertex), [&](int cell) {
      if (cell < vertex) add_link(vertex, cell, kCellToCell);
    });
    for (const std::uint16_t group : graph_.groups_near(vertex)) {
      add_link(graph_.vertex_of_group(group), vertex, kCellToGroup);
    }
  }
  for (const Bridge& bridge : bridges_) add_link(bridge.a, bridge.b, bridge.conductance);
}

// From the higher vertex to the lower one; a ground has no equation.
void Resistance::add_link(int a, int b, double conductance) {
  const int high = node_of_[static_cast<std::size_t>(a)];
  const int low = node_of_[static_cast<std::size_t>(b)];
  if (high >= 0) matrix_.add(high, high, conductance);
  if (low >= 0) matrix_.add(low, low, conductance);
  if (high >= 0 && low >= 0) matrix_.add(high, low, -conductance);
}

// --------------------------------------------------------------------------------------------------------- currents

void Resistance::solve_terminals() {
  const auto groups = terminals_.groups();
  potentials_.resize(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    potentials_[i].assign(vertices_.size(), 0.0);
    const int node = node_of_[static_cast<std::size_t>(graph_.vertex_of_group(groups[i]))];
    if (node < 0) continue;  // a ground: nothing flows from it to itself
    potentials_[i][static_cast<std::size_t>(node)] = 1.0;
    matrix_.solve(potentials_[i]);
  }
}

double Resistance::potential(int terminal, int vertex) const {
  const int node = node_of_[static_cast<std::size_t>(vertex)];
  return node < 0 ? 0.0 : potentials_[static_cast<std::size_t>(terminal)][static_cast<std::size_t>(node)];
}

// Between two terminals of one part, given by their numbers.
double Resistance::resistance(int a, int b) const {
  const auto groups = terminals_.groups();
  const int at_a = graph_.vertex_of_group(groups[static_cast<std::size_t>(a)]);
  const int at_b = graph_.vertex_of_group(groups[static_cast<std::size_t>(b)]);
  return potential(a, at_a) - potential(a, at_b) - potential(b, at_a) + potential(b, at_b);
}

void Resistance::add_sets() {
  const auto count = static_cast<int>(terminals_.groups().size());
  weights_.assign(static_cast<std::size_t>(count) * static_cast<std::size_t>(count), 0.0);
  for (const WinningSet& set : terminals_.winning_sets()) {
    const double share = set.size == 2 ? 1.0 : 0.5;
    double total = 0.0;
    const auto for_pairs = [&](auto&& call) {
      for (int i = 0; i < set.size; ++i) {
        for (int j = i + 1; j < set.size; ++j) {
          call(terminals_.number_of(set.members()[static_cast<std::size_t>(i)]),
               terminals_.number_of(set.members()[static_cast<std::size_t>(j)]));
        }
      }
    };
    for_pairs([&](int a, int b) { total += share * resistance(a, b); });
    conductance_ += 1.0 / total;
    for_pairs([&](int a, int b) { weights_[static_cast<std::size_t>(a * count + b)] += share / total; });
  }
  for (int a = 0; a < count; ++a) {
    for (int b = a + 1; b < count; ++b) {
      const double weight = weights_[static_cast<std::size_t>(a * count + b)];
      if (weight > 0.0) add_flow(a, b, weight / conductance_);
    }
  }
}

// A unit current from terminal a to b: what goes into a cell also leaves it.
void Resistance::add_flow(int a, int b, double weight) {
  drops_.resize(is_live_.size());
  for (std::size_t vertex = 0; vertex < is_live_.size(); ++vertex) {
    if (is_live_[vertex] == 0) continue;
    drops_[vertex] = potential(a, static_cast<int>(vertex)) - potential(b, static_cast<int>(vertex));
  }
  const auto add = [&](int from, int to, double conductance) {
    const double drop = drops_[static_cast<std::size_t>(from)] - drops_[static_cast<std::size_t>(to)];
    const double current = weight * conductance * std::abs(drop) / 2;
    for (const int vertex : {from, to}) {
      if (!graph_.is_group(vertex)) flow_[static_cast<std::size_t>(vertex)] += current;
    }
  };
  for (const std::int32_t vertex : vertices_) {
    if (graph_.is_group(vertex)) break;
    for_each_bit(graph_.cells_near(vertex), [&](int cell) {
      if (cell < vertex) add(vertex, cell, kCellToCell);
    });
    for (const std::uint16_t group : graph_.groups_near(vertex)) {
      add(vertex, graph_.vertex_of_group(group), kCellToGroup);
    }
  }
  for (const Bridge& bridge : bridges_) add(bridge.a, bridge.b, bridge.conductance);
}

}  // namespace motu
