#include "motu/search/search_result.hpp"

#include <algorithm>
#include <utility>

namespace motu {

namespace {

constexpr std::size_t kLongestVariation = 40;

// 2: surely won, 0: surely lost, 1: anything else.
int class_of(const RootMove& move) {
  if (move.lower >= 1.0) return 2;
  return move.upper <= -1.0 ? 0 : 1;
}

// The edge that play is expected to take; -1 where none was tried. The node must be locked.
int expected_edge(const Node& node) {
  const Edges& edges = node.edges;
  const float sign = node.player == 0 ? 1.0F : -1.0F;
  int best = -1;
  std::pair<int, std::int32_t> best_rank{-1, 0};
  for (int edge = 0; edge < edges.count; ++edge) {
    if (edges.visits[edge] == 0) continue;
    const bool is_won = sign * (node.player == 0 ? edges.lower[edge] : edges.upper[edge]) >= 1.0F;
    const int rank = is_won ? 2 : (edges.is_refuted(edge, node.player) ? 0 : 1);
    if (std::pair(rank, edges.visits[edge]) <= best_rank) continue;
    best_rank = {rank, edges.visits[edge]};
    best = edge;
  }
  return best;
}

void follow(Node* node, std::vector<Action>& variation) {
  while (node != nullptr && variation.size() < kLongestVariation) {
    const Guard guard(node->lock);
    if (node->is_chance()) return;
    const int edge = expected_edge(*node);
    if (edge < 0) return;
    variation.push_back(node->edges.actions[edge]);
    node = node->edges.children[edge];
  }
}

std::vector<FaceReport> faces_of(Node* node, double sign) {
  std::vector<FaceReport> faces;
  if (node == nullptr) return faces;
  const Guard guard(node->lock);
  if (!node->is_chance()) return faces;
  const Edges& edges = node->edges;
  for (int face = 0; face < edges.count; ++face) {
    faces.push_back({edges.actions[face], edges.probabilities[face], edges.visits[face], sign * edges.values[face]});
  }
  return faces;
}

RootMove read_move(const Edges& edges, int edge, double sign) {
  RootMove move;
  move.action = edges.actions[edge];
  move.visits = edges.visits[edge];
  move.value = sign * edges.values[edge];
  if (edges.priors != nullptr) move.prior = edges.priors[edge];
  if (edges.probabilities != nullptr) move.prior = edges.probabilities[edge];
  const Bounds bounds = edges.bounds(edge);
  move.lower = sign > 0 ? bounds.lower : -bounds.upper;
  move.upper = sign > 0 ? bounds.upper : -bounds.lower;
  return move;
}

// Simulations leave a move alone once its value is exact, so visits say nothing about it: it comes first where its
// value is no less than what the visits prefer.
void raise_exact(std::vector<RootMove>& moves) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < moves.size(); ++i) {
    const bool is_exact = moves[i].lower >= moves[i].upper;
    if (is_exact && class_of(moves[i]) == class_of(moves[0]) && moves[i].value >= moves[best].value) best = i;
  }
  const auto at = moves.begin() + static_cast<std::ptrdiff_t>(best);
  std::rotate(moves.begin(), at, at + 1);
}

}  // namespace

SearchResult read_result(Node& root) {
  SearchResult result;
  std::vector<std::pair<RootMove, Node*>> found;
  double sign = 1.0;
  {
    const Guard guard(root.lock);
    sign = root.player == 1 ? -1.0 : 1.0;
    result.visits = root.visits;
    result.value = sign * root.value();
    result.lower = sign > 0 ? root.bounds.lower : -root.bounds.upper;
    result.upper = sign > 0 ? root.bounds.upper : -root.bounds.lower;
    for (int edge = 0; edge < root.edges.count; ++edge) {
      found.emplace_back(read_move(root.edges, edge, sign), root.edges.children[edge]);
    }
  }
  for (auto& [move, child] : found) {
    move.variation.push_back(move.action);
    follow(child, move.variation);
    move.faces = faces_of(child, sign);
    result.moves.push_back(std::move(move));
  }
  if (root.is_chance()) return result;
  std::ranges::stable_sort(result.moves, [](const RootMove& a, const RootMove& b) {
    return std::pair(class_of(a), a.visits) > std::pair(class_of(b), b.visits);
  });
  if (class_of(result.moves.front()) == 1) raise_exact(result.moves);
  return result;
}

}  // namespace motu
