// What a thread counts in its own copy of a node reaches the tree whole.
#include "motu/core/search/hot_nodes.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "motu/atoll/atoll.hpp"
#include "motu/core/boards/hex_board.hpp"

namespace motu {

namespace {

Node* plant(Tree& tree, const State& state) {
  std::vector<Action> actions;
  state.legal_actions(actions);
  return tree.add(state, actions, true, 0, [](Node& node) { node.visits = 200; }).first;
}

// A visit that came back with a result, and a continuation in which the mover took the first `taken` actions.
void count(Node& node, int edge, float result, int taken) {
  Edges& edges = *node.edges;
  ++node.visits;
  node.total -= edges.visits[edge] * static_cast<double>(edges.values[edge]);
  ++edges.visits[edge];
  edges.values[edge] += (result - edges.values[edge]) / static_cast<float>(edges.visits[edge]);
  node.total += edges.visits[edge] * static_cast<double>(edges.values[edge]);
  node.weight += 1.0;
  for (int i = 0; i < taken; ++i) {
    edges.amaf_visits[i] += 1.0F;
    edges.amaf_totals[i] += result;
  }
}

struct Board {
  std::unique_ptr<State> state = AtollGame::create(HexBoard::rhombus(3, 3, 4), {.swap = false})->new_state();
  Tree tree{{1000, 1'000'000}, false, 2};
  Node* root = plant(tree, *state);
};

}  // namespace

TEST_CASE("hot nodes: two threads' sums come together, whoever passes them on first") {
  Board board;
  HotNode one(*board.root);
  HotNode two(*board.root);
  for (int i = 0; i < 6; ++i) count(one.local(), 4, i % 2 == 0 ? 1.0F : -1.0F, 3);
  for (int i = 0; i < 2; ++i) count(two.local(), 4, 1.0F, 5);
  count(two.local(), 7, -1.0F, 9);
  for (HotNode* hot : {&one, &two}) hot->is_due();
  CHECK(board.root->visits == 200);
  two.exchange();
  CHECK(board.root->visits == 203);
  one.exchange();
  const Edges& edges = *board.root->edges;
  CHECK(board.root->visits == 209);
  CHECK(edges.visits[4] == 8);
  CHECK(edges.values[4] == doctest::Approx(2.0 / 8));
  CHECK(edges.visits[7] == 1);
  CHECK(edges.values[7] == -1.0F);
  CHECK(edges.amaf_visits[0] == 9.0F);
  CHECK(edges.amaf_totals[0] == 1.0F);
  CHECK(edges.amaf_visits[4] == 3.0F);
  CHECK(edges.amaf_visits[8] == 1.0F);
  CHECK(board.root->weight == 9.0);
  CHECK(board.root->total == doctest::Approx(1.0));
  two.exchange();  // nothing is new: it hears of the other's
  CHECK(board.root->visits == 209);
  CHECK(two.local().visits == 209);
  CHECK(two.local().edges->visits[4] == 8);
}

TEST_CASE("hot nodes: what one thread proves is proved for all, and a lost move has no part in the mean") {
  Board board;
  HotNode one(*board.root);
  HotNode two(*board.root);
  count(two.local(), 0, 1.0F, 0);
  two.is_due();
  count(one.local(), 0, -1.0F, 0);
  one.local().edges->lower[0] = one.local().edges->upper[0] = -1.0F;
  one.local().edges->plies[0] = 3;
  one.is_due();
  one.exchange();
  CHECK(board.root->edges->is_refuted(0, 0));
  CHECK(board.root->weight == 0.0);
  two.exchange();
  CHECK(board.root->edges->is_refuted(0, 0));
  CHECK(board.root->edges->plies[0] == 3);
  CHECK(board.root->edges->visits[0] == 2);
  CHECK(board.root->edges->values[0] == -1.0F);
  CHECK(board.root->weight == 0.0);
  CHECK(board.root->total == doctest::Approx(0.0));
  CHECK(two.local().edges->is_refuted(0, 0));
}

TEST_CASE("hot nodes: results of a move that got a position of its own meanwhile count there") {
  Board board;
  const auto after = board.state->clone();
  after->apply(2);
  Node* child = plant(board.tree, *after);
  HotNode one(*board.root);
  for (const float result : {1.0F, 1.0F, -1.0F}) count(one.local(), 2, result, 0);
  one.is_due();
  board.root->edges->children[2] = child;
  board.root->edges->values[2] = 0.5F;
  one.exchange();
  CHECK(board.root->edges->visits[2] == 3);
  CHECK(child->weight == 3.0);
  CHECK(child->total == doctest::Approx(1.0));
  CHECK(one.local().edges->children[2] == child);
  CHECK(board.root->edges->values[2] == 0.5F);  // the child's, as somebody has left it here
}

TEST_CASE("hot nodes: only decisions with many visits are copied, and nothing is kept back") {
  Board board;
  HotNodes nodes(true);
  board.root->visits = 5;
  nodes.propose(*board.root);
  nodes.adopt();
  CHECK(nodes.find(board.root) == nullptr);
  board.root->visits = 1000;
  nodes.propose(*board.root);
  nodes.adopt();
  HotNode* hot = nodes.find(board.root);
  REQUIRE(hot != nullptr);
  for (int i = 0; i < 10; ++i) {
    count(hot->local(), i % 3, 1.0F, 1);
    CHECK_FALSE(hot->is_due());
  }
  nodes.flush();
  CHECK(board.root->visits == 1010);
  const Edges& edges = *board.root->edges;
  CHECK(std::accumulate(edges.visits, edges.visits + edges.count, 0) == 10);
  // Another node that falls on the same place and has more visits: what was counted is passed on first.
  count(hot->local(), 1, 1.0F, 1);
  CHECK_FALSE(hot->is_due());
  const auto after = board.state->clone();
  after->apply(2);
  Node* rival = plant(board.tree, *after);
  rival->key = board.root->key;
  rival->visits = 2000;
  nodes.propose(*rival);
  nodes.adopt();
  CHECK(nodes.find(rival) != nullptr);
  CHECK(nodes.find(board.root) == nullptr);
  CHECK(board.root->visits == 1011);
  CHECK(std::accumulate(edges.visits, edges.visits + edges.count, 0) == 11);
  HotNodes none(false);
  none.propose(*board.root);
  none.adopt();
  CHECK(none.find(board.root) == nullptr);
}

}  // namespace motu
