// Winning sets, resistance and two-distance against what their definitions say, worked out the long way.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "motu/atoll/circuit_evaluation.hpp"
#include "motu/atoll/connection_evaluator.hpp"
#include "motu/atoll/tests/brute_force.hpp"
#include "motu/atoll/two_distance.hpp"
#include "motu/atoll/winning_sets.hpp"
#include "motu/core/tests/search_testing.hpp"

using namespace motu;
using namespace motu::atoll_testing;
using namespace motu::connect_testing;

namespace {

// ------------------------------------------------------------------------------------------------ the circuit, densely

// A circuit as a dense matrix of conductances between vertices of a reduced graph.
using Conductances = std::vector<std::vector<double>>;

int common_cells(const ReducedGraph& graph, int a, int b) {
  int common = 0;
  for (int cell = 0; cell < graph.num_cells(); ++cell) {
    common += has_bit(graph.cells_near(a), cell) && has_bit(graph.cells_near(b), cell) ? 1 : 0;
  }
  return common;
}

Conductances conductances_of(const ReducedGraph& graph) {
  const auto count = static_cast<std::size_t>(graph.num_vertices());
  Conductances links(count, std::vector<double>(count, 0.0));
  const auto exists = [&](int v) { return graph.is_group(v) || graph.is_empty(v); };
  for (int a = 0; a < graph.num_vertices(); ++a) {
    for (int b = 0; b < a; ++b) {
      if (!exists(a) || !exists(b)) continue;
      const bool near = graph.is_group(b) ? false : has_bit(graph.cells_near(a), b);
      if (!near && common_cells(graph, a, b) < 2) continue;
      const double conductance = graph.is_group(b) ? 8.0 : graph.is_group(a) ? 1.0 : 0.5;
      links[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = conductance;
      links[static_cast<std::size_t>(b)][static_cast<std::size_t>(a)] = conductance;
    }
  }
  return links;
}

// Potentials with 1 at `a` and 0 at `b`, by relaxation until nothing moves.
std::vector<double> relax(const Conductances& links, std::size_t a, std::size_t b) {
  std::vector<double> potentials(links.size(), 0.5);
  potentials[a] = 1.0;
  potentials[b] = 0.0;
  for (double change = 1.0; change > 1e-13;) {
    change = 0.0;
    for (std::size_t v = 0; v < links.size(); ++v) {
      double sum = 0.0;
      double weight = 0.0;
      for (std::size_t u = 0; u < links.size(); ++u) {
        sum += links[v][u] * potentials[u];
        weight += links[v][u];
      }
      if (v == a || v == b || weight == 0.0) continue;
      change = std::max(change, std::abs(sum / weight - potentials[v]));
      potentials[v] = sum / weight;
    }
  }
  return potentials;
}

// A unit current from a to b.
struct Current {
  double resistance = 0.0;
  std::vector<double> through;  // [vertex]
};

Current current_between(const Conductances& links, std::size_t a, std::size_t b) {
  const auto potentials = relax(links, a, b);
  double total = 0.0;
  for (std::size_t u = 0; u < links.size(); ++u) total += links[a][u] * (1.0 - potentials[u]);
  Current current{.resistance = 1.0 / total, .through = std::vector<double>(links.size(), 0.0)};
  for (std::size_t v = 0; v < links.size(); ++v) {
    for (std::size_t u = 0; u < links.size(); ++u) {
      current.through[v] += links[v][u] * std::abs(potentials[v] - potentials[u]) / total / 2;
    }
  }
  return current;
}

// Whether every cell and group hangs together, so that all groups with islands are in one part.
bool is_in_one_piece(const ReducedGraph& graph, const Conductances& links) {
  std::set<std::size_t> seen;
  std::vector<std::size_t> queue;
  for (std::size_t v = 0; v < links.size(); ++v) {
    if (graph.is_group(static_cast<int>(v)) || graph.is_empty(static_cast<int>(v))) {
      if (queue.empty()) queue.push_back(v);
      seen.insert(v);
    }
  }
  std::set<std::size_t> reached{queue.front()};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (std::size_t u = 0; u < links.size(); ++u) {
      if (links[queue[i]][u] > 0.0 && reached.insert(u).second) queue.push_back(u);
    }
  }
  return reached == seen;
}

// ----------------------------------------------------------------------------------------------- two-distance, by rounds

// The least fixed point of the definition, from a literal list of neighbours over own stones.
std::vector<int> two_distances(const ReducedGraph& graph, int goal) {
  const auto cells = static_cast<std::size_t>(graph.num_cells());
  std::vector<int> distances(cells, TwoDistance::kNone);
  for (bool changed = true; changed;) {
    changed = false;
    for (int cell = 0; cell < graph.num_cells(); ++cell) {
      if (!graph.is_empty(cell)) continue;
      int value = 1;
      if (std::ranges::count(graph.groups_near(cell), goal) == 0) {
        std::set<int> around;
        for_each_bit(graph.cells_near(cell), [&](int near) { around.insert(near); });
        for (const int group : graph.groups_near(cell)) {
          for_each_bit(graph.cells_near(graph.vertex_of_group(group)), [&](int near) { around.insert(near); });
        }
        around.erase(cell);
        std::vector<int> known{TwoDistance::kNone, TwoDistance::kNone};
        for (const int near : around) known.push_back(distances[static_cast<std::size_t>(near)]);
        std::ranges::sort(known);
        value = known[1] == TwoDistance::kNone ? TwoDistance::kNone : known[1] + 1;
      }
      if (value >= distances[static_cast<std::size_t>(cell)]) continue;
      distances[static_cast<std::size_t>(cell)] = value;
      changed = true;
    }
  }
  return distances;
}

}  // namespace

TEST_CASE("winning sets: all the minimal ones, none larger than three") {
  for (const int islands : {4, 8, 12, 16, 20, 24}) {
    CAPTURE(islands);
    const auto board = HexBoard::square(islands > 8 ? 13 : 7, islands);
    const int own = islands / 2;
    std::vector<std::uint64_t> masks;
    for (int island = 0; island < own; ++island) masks.push_back(1ULL << island);
    std::vector<WinningSet> sets;
    find_winning_sets(board->winning_islands(), masks, sets);
    std::set<std::uint64_t> found;
    for (const WinningSet& set : sets) {
      std::uint64_t mask = 0;
      for (const auto group : set.members()) mask |= 1ULL << group;
      found.insert(mask);
    }
    REQUIRE(found.size() == sets.size());
    std::set<std::uint64_t> minimal;
    for (std::uint64_t mask = 1; mask < 1ULL << own; ++mask) {
      bool is_minimal = board->wins(mask);
      for (std::uint64_t rest = mask; rest != 0; rest &= rest - 1) {
        is_minimal = is_minimal && !board->wins(mask & ~(rest & ~(rest - 1)));
      }
      if (is_minimal) minimal.insert(mask);
    }
    CHECK(found == minimal);
  }
}

TEST_CASE("winning sets: groups of several islands") {
  const auto board = HexBoard::hexagon(4, 12);  // six islands a colour: opposite pairs and {0, 2, 4}
  std::vector<WinningSet> sets;
  find_winning_sets(board->winning_islands(), std::vector<std::uint64_t>{0b000011, 0b001100, 0, 0b010000, 0b100000},
                    sets);
  std::set<std::vector<int>> found;
  for (const WinningSet& set : sets) found.insert({set.members().begin(), set.members().end()});
  CHECK(found == std::set<std::vector<int>>{{0, 1}, {0, 3}, {1, 4}});
  find_winning_sets(board->winning_islands(), std::vector<std::uint64_t>{0b010101, 0b101010}, sets);
  CHECK(sets.size() == 2);
  CHECK(sets[0].size == 1);
}

TEST_CASE("resistance and flow: as relaxation finds them, in parallel over the winning sets") {
  for (const auto& [name, board] : small_boards()) {
    CAPTURE(name);
    Rng rng(3);
    Resistance circuit;
    int compared = 0;
    for (int round = 0; round < 8; ++round) {
      const Stones stones = random_position(*board, rng, board->num_cells() * 3 / 4);
      const ReducedGraph graph(*board, stones, kFirst);
      const auto links = conductances_of(graph);
      if (graph.winning_group() >= 0 || !is_in_one_piece(graph, links)) continue;
      std::vector<std::uint64_t> masks;
      for (int group = 0; group < graph.num_groups(); ++group) masks.push_back(graph.islands(group));
      std::vector<WinningSet> sets;
      find_winning_sets(board->winning_islands(), masks, sets);
      double conductance = 0.0;
      std::vector<double> flow(links.size(), 0.0);
      for (const WinningSet& set : sets) {
        const double share = set.size == 2 ? 1.0 : 0.5;
        std::vector<Current> currents;
        for (int i = 0; i < set.size; ++i) {
          for (int j = 0; j < i; ++j) {
            const auto a = graph.vertex_of_group(set.groups[static_cast<std::size_t>(i)]);
            const auto b = graph.vertex_of_group(set.groups[static_cast<std::size_t>(j)]);
            currents.push_back(current_between(links, static_cast<std::size_t>(a), static_cast<std::size_t>(b)));
          }
        }
        double total = 0.0;
        for (const Current& current : currents) total += share * current.resistance;
        conductance += 1.0 / total;
        for (const Current& current : currents) {
          for (std::size_t v = 0; v < flow.size(); ++v) flow[v] += share / total * current.through[v];
        }
      }
      circuit.assign(*board, stones, kFirst);
      CHECK(circuit.conductance() == doctest::Approx(conductance).epsilon(1e-6));
      for (std::size_t cell = 0; cell < stones.size(); ++cell) {
        const double expected = graph.is_empty(static_cast<int>(cell)) ? flow[cell] / conductance : 0.0;
        CHECK(circuit.flow()[cell] == doctest::Approx(expected).epsilon(1e-6));
      }
      ++compared;
    }
    CHECK(compared > 0);
  }
}

TEST_CASE("resistance: 0 for who is cut off, infinite for who has won, all the current through a bottleneck") {
  const auto board = HexBoard::rhombus(3, 3, 4);
  const auto at = [&](const char* name) { return static_cast<std::size_t>(board->find_cell(name)); };
  Stones stones(9, kNoColour);
  for (const char* name : {"a2", "b2", "c2"}) stones[at(name)] = kSecond;
  Resistance circuit;
  circuit.assign(*board, stones, kFirst);
  CHECK(circuit.conductance() == 0.0);
  circuit.assign(*board, stones, kSecond);
  CHECK(circuit.conductance() == std::numeric_limits<double>::infinity());
  Stones down(9, kNoColour);  // the same for black, whose first group it is
  for (const char* name : {"a1", "a2", "a3"}) down[at(name)] = kFirst;
  circuit.assign(*board, down, kFirst);
  CHECK(circuit.conductance() == std::numeric_limits<double>::infinity());
  circuit.assign(*board, down, kSecond);
  CHECK(circuit.conductance() == 0.0);
  stones[at("b2")] = kNoColour;  // black must come through it
  circuit.assign(*board, stones, kFirst);
  CHECK(circuit.flow()[at("b2")] == doctest::Approx(1.0));
  CHECK(circuit.flow()[at("a2")] == 0.0);
  CHECK(std::ranges::max(circuit.flow()) <= 1.0 + 1e-9);
}

TEST_CASE("resistance: a stone of the enemy's never helps") {
  for (const auto& [name, board] : small_boards()) {
    CAPTURE(name);
    Rng rng(9);
    Resistance circuit;
    for (int round = 0; round < 10; ++round) {
      Stones stones = random_position(*board, rng, board->num_cells() * 2 / 3);
      circuit.assign(*board, stones, kSecond);
      const double before = circuit.conductance();
      auto added = stones;
      added[rng.below(static_cast<std::uint32_t>(stones.size()))] = kFirst;
      circuit.assign(*board, added, kSecond);
      CHECK(circuit.conductance() <= before + 1e-9);
    }
  }
}

TEST_CASE("two-distance: the least fixed point of its definition") {
  for (const auto& [name, board] : small_boards()) {
    CAPTURE(name);
    Rng rng(5);
    TwoDistance measure;
    for (int round = 0; round < 10; ++round) {
      const Stones stones = random_position(*board, rng, board->num_cells() * 3 / 4);
      for (const Colour colour : {kFirst, kSecond}) {
        const ReducedGraph graph(*board, stones, colour);
        if (graph.winning_group() >= 0) continue;
        measure.assign(*board, stones, colour);
        int compared = 0;
        for (int island = 0; island < board->num_islands(); ++island) {
          if (board->island_colour(island) != colour) continue;
          const auto expected = two_distances(graph, graph.group_of_island(island));
          for (int cell = 0; cell < board->num_cells(); ++cell) {
            const int distance = measure.distance(cell, island / 2);
            if (distance == TwoDistance::kNone) continue;  // no such way, or nothing to be gained there
            REQUIRE(distance == expected[static_cast<std::size_t>(cell)]);
            ++compared;
          }
        }
        CHECK((compared > 0 || measure.potential() == TwoDistance::kNone));
      }
    }
  }
}

TEST_CASE("two-distance: an empty Hex board and a stone in its middle") {
  const auto board = HexBoard::rhombus(5, 5, 4);
  Stones stones(25, kNoColour);
  TwoDistance measure;
  measure.assign(*board, stones, kFirst);
  const int middle = board->find_cell("c3");
  CHECK(measure.distance(middle, 0) == 3);
  CHECK(measure.distance(middle, 1) == 3);
  CHECK(measure.potentials()[static_cast<std::size_t>(middle)] == 5);
  stones[static_cast<std::size_t>(middle)] = kFirst;
  measure.assign(*board, stones, kFirst);
  CHECK(measure.potential() < 5);
  CHECK(measure.distance(middle, 0) == TwoDistance::kNone);
}

TEST_CASE("circuits: a position that the fill-in decides has its exact value, and others lie between") {
  for (const auto& [name, board] : small_boards()) {
    CAPTURE(name);
    const auto game = new_game(board, false);
    Rng rng(21);
    CircuitEvaluation circuits;
    int decided = 0;
    for (int round = 0; round < 40; ++round) {
      const Stones stones = random_position(*board, rng, 7);
      TruthTable truth(game, stones);
      for (const Colour to_move : {kFirst, kSecond}) {
        circuits.assign(*board, stones, to_move);
        CHECK(std::abs(circuits.value()) <= 1.0);
        if (circuits.cells().winner() == kNoColour) continue;
        CHECK(circuits.value() == (truth.winner(to_move) == to_move ? 1.0 : -1.0));
        ++decided;
      }
    }
    CHECK(decided > 0);
  }
}

TEST_CASE("resistance evaluator: priors of legal moves sum to 1, swap included, and the state stays as it was") {
  for (const auto& [name, board] : small_boards()) {
    CAPTURE(name);
    const auto state = new_game(board, true)->new_state();
    ResistanceEvaluator evaluator(state->game());
    Rng rng(2);
    Evaluation evaluation;
    State* states[] = {state.get()};
    while (!state->is_terminal()) {
      const auto hash = state->hash();
      evaluator.evaluate(states, std::span(&evaluation, 1));
      CHECK(state->hash() == hash);
      REQUIRE(evaluation.priors.size() == legal_of(*state).size());
      double sum = 0.0;
      for (const float prior : evaluation.priors) {
        CHECK(prior >= 0.0F);
        sum += static_cast<double>(prior);
      }
      CHECK(sum == doctest::Approx(1.0).epsilon(1e-5));
      CHECK(std::abs(evaluation.value) <= 1.0F);
      if (state->swap_is_legal()) CHECK(evaluation.value >= 0.0F);
      state->apply(state->sample_legal(rng));
    }
  }
  CHECK(refusal_of([] { ResistanceEvaluator(*AtmalofGame::create({})); }).slug == "engine/evaluator-game");
}
