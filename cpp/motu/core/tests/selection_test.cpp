// The formulas by which a search chooses, and what it counts, each against its definition.
#include "motu/core/search/selection.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "motu/atoll/atoll.hpp"
#include "motu/core/base/rng.hpp"
#include "motu/core/boards/hex_board.hpp"

using namespace motu;

namespace {

constexpr int kMoves = 16;  // of Hex 4x4

// A node whose edges are what a test makes of them.
struct Planted {
  explicit Planted(bool has_priors)
      : state(AtollGame::create(HexBoard::rhombus(4, 4, 4), {.swap = false})->new_state()),
        tree({1000, 1'000'000}, has_priors, 1) {
    std::vector<Action> actions;
    state->legal_actions(actions);
    node = tree.add(*state, actions, true, 0, [](Node&) {}).first;
    REQUIRE((node->edges != nullptr || tree.unfold(*node, true, 0)));
    REQUIRE(node->edges->count == kMoves);
  }

  // Visits, values and priors at random; some edges have no visits.
  void fill(Rng& rng) const {
    Edges& edges = *node->edges;
    node->player = static_cast<std::int8_t>(rng.below(2));
    node->visits = 0;
    node->weight = node->total = 0.0;
    for (int i = 0; i < edges.count; ++i) {
      edges.visits[i] = rng.below(3) == 0 ? 0 : static_cast<std::int32_t>(1 + rng.below(40));
      edges.values[i] = static_cast<float>(2 * rng.uniform() - 1);
      if (edges.priors != nullptr) edges.priors[i] = static_cast<float>(rng.uniform() / 8);
      if (edges.amaf_visits != nullptr) {
        edges.amaf_visits[i] = static_cast<float>(1 + rng.below(100));
        edges.amaf_totals[i] = static_cast<float>((2 * rng.uniform() - 1) * static_cast<double>(edges.amaf_visits[i]));
      }
      node->visits += static_cast<std::uint64_t>(edges.visits[i]);
      node->weight += edges.visits[i];
      node->total += edges.visits[i] * static_cast<double>(edges.values[i]);
    }
  }

  std::unique_ptr<State> state;
  Tree tree;
  Node* node = nullptr;
};

// Mean value and a bonus by prior (Silver et al., 2017).
double puct(const Node& node, const SearchOptions& options, int edge) {
  const Edges& edges = *node.edges;
  const double sign = node.player == 0 ? 1.0 : -1.0;
  const auto visits = static_cast<double>(node.visits);
  double tried = 0.0;
  for (int i = 0; i < edges.count; ++i) tried += edges.visits[i] > 0 ? static_cast<double>(edges.priors[i]) : 0.0;
  const double base = static_cast<double>(options.c_puct_base);
  const double c = static_cast<double>(options.c_puct) + std::log((visits + base + 1) / base);
  const double untried = sign * node.value() - static_cast<double>(options.fpu_reduction) * std::sqrt(tried);
  const double value = edges.visits[edge] > 0 ? sign * static_cast<double>(edges.values[edge]) : untried;
  return value + c * static_cast<double>(edges.priors[edge]) * std::sqrt(visits + 1) / (1.0 + edges.visits[edge]);
}

// Own results and those of continuations, weighed by how many there are (Gelly and Silver, 2011).
double rave(const Node& node, const SearchOptions& options, int edge) {
  const Edges& edges = *node.edges;
  const double sign = node.player == 0 ? 1.0 : -1.0;
  const double n = edges.visits[edge];
  const auto seen = static_cast<double>(edges.amaf_visits[edge]);
  const double share =
      seen / (1 / static_cast<double>(options.rave_initial) + seen / static_cast<double>(options.rave_final));
  const double own = sign * n * static_cast<double>(edges.values[edge]);
  const double others = sign * static_cast<double>(edges.amaf_totals[edge]) / seen;
  const double bonus = std::sqrt(std::log(static_cast<double>(node.visits) + 1) / (n + 1));
  return (own + share * others) / (n + 1e-3 + share) + static_cast<double>(options.exploration) * bonus;
}

}  // namespace

TEST_CASE("selection: the move tried next has the highest score of its formula") {
  const SearchOptions with_priors{.c_puct = 1.25F, .c_puct_base = 50.0F, .fpu_reduction = 0.4F};
  const SearchOptions without{.exploration = 0.3F, .rave_initial = 2.0F, .rave_final = 60.0F};
  std::vector<float> scores;
  Rng rng(3);
  for (const bool has_priors : {true, false}) {
    const SearchOptions& options = has_priors ? with_priors : without;
    const Planted planted(has_priors);
    std::array<int, kMoves> chosen{};
    for (int round = 0; round < 400; ++round) {
      planted.fill(rng);
      double best = -100.0;
      std::array<double, kMoves> expected{};
      for (int i = 0; i < kMoves; ++i) {
        const auto at = static_cast<std::size_t>(i);
        expected[at] = has_priors ? puct(*planted.node, options, i) : rave(*planted.node, options, i);
        best = std::max(best, expected[at]);
      }
      const int found = select_edge(*planted.node, options, scores);
      REQUIRE(found >= 0);
      CHECK(expected[static_cast<std::size_t>(found)] == doctest::Approx(best).epsilon(1e-4));
      for (std::size_t i = 0; i < kMoves; ++i) {
        REQUIRE(static_cast<double>(scores[i]) == doctest::Approx(expected[i]).epsilon(1e-4));
      }
      ++chosen[static_cast<std::size_t>(found)];
    }
    CHECK(std::ranges::count(chosen, 0) < 4);
  }
}

TEST_CASE("selection: after any number of visits every face has come up as often as it should, to within one") {
  const Planted planted(false);
  Edges& edges = *planted.node->edges;
  std::array<double, kMoves> probabilities{};
  for (std::size_t i = 0; i < kMoves; ++i) probabilities[i] = static_cast<double>(i + 1) / 136.0;
  edges.probabilities = probabilities.data();
  for (int n = 1; n <= 500; ++n) {
    const int face = select_face(*planted.node);
    REQUIRE(face >= 0);
    if (n == 1) CHECK(face == kMoves - 1);  // the likeliest
    ++edges.visits[face];
    ++planted.node->visits;
    for (std::size_t i = 0; i < kMoves; ++i) {
      REQUIRE(std::abs(edges.visits[i] - n * probabilities[i]) < 1.5);
    }
  }
  edges.probabilities = nullptr;
}

TEST_CASE("selection: of two faces as likely as each other the first comes first, then the other") {
  const Planted planted(false);
  Edges& edges = *planted.node->edges;
  std::array<double, kMoves> probabilities{};
  probabilities[3] = probabilities[7] = 0.5;
  edges.probabilities = probabilities.data();
  std::vector<int> faces;
  for (int n = 0; n < 4; ++n) {
    faces.push_back(select_face(*planted.node));
    ++edges.visits[faces.back()];
    ++planted.node->visits;
  }
  CHECK(faces == std::vector<int>{3, 7, 3, 7});
  edges.probabilities = nullptr;
}

TEST_CASE("tree: a pruned move's results leave the mean, once") {
  const Planted planted(false);
  Node& node = *planted.node;
  Rng rng(5);
  planted.fill(rng);
  double weight = 0.0;
  double total = 0.0;
  for (int i = 1; i < kMoves; ++i) {
    weight += node.edges->visits[i];
    total += node.edges->visits[i] * static_cast<double>(node.edges->values[i]);
  }
  node.edges->visits[0] += 7;
  node.weight += 7;
  node.total += 7 * static_cast<double>(node.edges->values[0]);
  for (int times = 0; times < 2; ++times) {
    node.prune(0);
    CHECK(node.weight == doctest::Approx(weight));
    CHECK(node.total == doctest::Approx(total));
  }
  CHECK(node.has_pruned);
  CHECK(node.edges->is_pruned[0] != 0);
}
