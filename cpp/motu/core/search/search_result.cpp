#include "motu/core/search/search_result.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <utility>

namespace motu {

namespace {

constexpr std::size_t kLongestVariation = 40;

// What a choice between moves goes by, the larger the better: won, open, lost or pruned; then the quickest win, the
// slowest loss, or the visits; and among equals the mean value for the mover.
enum Kind : int { kNone, kPruned, kLost, kOpen, kWon };

struct Rank {
  Kind kind = kNone;
  std::int64_t order = 0;
  std::int64_t visits = 0;
  double value = 0.0;

  auto operator<=>(const Rank&) const = default;
};

Rank rank_of(bool is_won, bool is_lost, bool is_pruned, int plies, std::int64_t visits, double value) {
  if (is_won) return {kWon, -plies, visits, value};
  if (is_lost) return {kLost, plies, visits, value};
  return {is_pruned ? kPruned : kOpen, visits, 0, value};
}

Rank rank_of(const RootMove& move) {
  return rank_of(move.lower >= 1.0, move.upper <= -1.0 && move.plies > 0, move.is_pruned, move.plies, move.visits,
                 move.value);
}

// The edge that play is expected to take; -1 where none was tried. The node must be locked.
int expected_edge(const Node& node) {
  const Edges& edges = *node.edges;
  int best = -1;
  Rank best_rank;
  const float sign = node.player == 0 ? 1.0F : -1.0F;
  for (int edge = 0; edge < edges.count; ++edge) {
    const bool is_won = edges.bounds(edge).is_won_by(node.player);
    if (edges.visits[edge] == 0 && !is_won) continue;
    const Rank rank = rank_of(is_won, edges.is_refuted(edge, node.player), edges.is_pruned[edge] != 0,
                              edges.plies[edge], edges.visits[edge], sign * edges.values[edge]);
    if (rank <= best_rank) continue;
    best_rank = rank;
    best = edge;
  }
  return best;
}

void follow(Node* node, std::vector<Action>& variation) {
  while (node != nullptr && variation.size() < kLongestVariation) {
    const Guard guard(node->lock);
    if (node->is_chance() || node->edges == nullptr) return;
    const int edge = expected_edge(*node);
    if (edge < 0) return;
    variation.push_back(node->edges->actions[edge]);
    node = node->edges->children[edge];
  }
}

std::vector<FaceReport> faces_of(Node* node, double sign) {
  std::vector<FaceReport> faces;
  if (node == nullptr) return faces;
  const Guard guard(node->lock);
  if (!node->is_chance()) return faces;
  const Edges& edges = *node->edges;
  for (int face = 0; face < edges.count; ++face) {
    faces.push_back({edges.actions[face], edges.probabilities[face], edges.visits[face], sign * edges.values[face]});
  }
  return faces;
}

// Whoever may swap takes the better of two sides that play the same game, so he is worth no less than the other one.
// Few visits can say otherwise: each side of that game has had some of them, and they need not agree.
double of_opening(const Node& root, double value) { return root.is_pie_opening ? std::min(value, 0.0) : value; }
double of_swapper(const Node& root, double value) { return root.has_swap ? std::max(value, 0.0) : value; }

// `result` says what is proved about the root: no move is better than that.
RootMove read_move(const Node& root, int edge, double sign, const SearchResult& result) {
  const Edges& edges = *root.edges;
  RootMove move;
  move.action = edges.actions[edge];
  move.visits = edges.visits[edge];
  if (edges.priors != nullptr) move.prior = edges.priors[edge];
  if (edges.probabilities != nullptr) move.prior = edges.probabilities[edge];
  const Bounds bounds = edges.bounds(edge);
  move.lower = sign > 0 ? bounds.lower : -bounds.upper;
  move.upper = sign > 0 ? bounds.upper : -bounds.lower;
  if (bounds.is_decided()) move.plies = edges.plies[edge] + 1;
  move.is_pruned = edges.is_pruned[edge] != 0;
  if (!root.is_chance()) move.upper = std::max(move.lower, std::min(move.upper, result.upper));
  move.value = of_opening(root, std::clamp(sign * edges.values[edge], move.lower, move.upper));
  return move;
}

// Visits follow the values late: a move that has just been found out keeps its lead for as long as it took to win it.
// So among the open moves, best first, the one with the highest lower bound of its value comes first, out of those that
// have been tried often enough for a value to mean something (as in Leela Zero and KataGo; here all moves share one
// spread).
void raise_cautious(std::vector<RootMove>& moves, double lcb) {
  constexpr double kSeen = 0.1;  // of the most visits
  const auto bound = [lcb](const RootMove& move) {
    return move.value - lcb / std::sqrt(static_cast<double>(move.visits) + 1.0);
  };
  const double least = std::max(1.0, kSeen * static_cast<double>(moves.front().visits));
  std::size_t best = 0;
  for (std::size_t i = 1; i < moves.size() && rank_of(moves[i]).kind == kOpen; ++i) {
    if (static_cast<double>(moves[i].visits) >= least && bound(moves[i]) > bound(moves[best])) best = i;
  }
  const auto at = moves.begin() + static_cast<std::ptrdiff_t>(best);
  std::rotate(moves.begin(), at, at + 1);
}

// Simulations leave a move alone once its value is exact, so visits say nothing about it: it comes first where its
// value is no less than what the visits prefer.
void raise_exact(std::vector<RootMove>& moves) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < moves.size(); ++i) {
    const bool is_exact = moves[i].lower >= moves[i].upper && moves[i].upper > -1.0;
    if (is_exact && rank_of(moves[i]).kind == kOpen && moves[i].value >= moves[best].value) best = i;
  }
  const auto at = moves.begin() + static_cast<std::ptrdiff_t>(best);
  std::rotate(moves.begin(), at, at + 1);
}

}  // namespace

SearchResult read_result(Node& root, const Bounds& advised, float lcb) {
  SearchResult result;
  std::vector<std::pair<RootMove, Node*>> found;
  double sign = 1.0;
  {
    const Guard guard(root.lock);
    sign = root.player == 1 ? -1.0 : 1.0;
    result.visits = root.visits;
    result.is_settled = root.bounds.is_exact();
    const Bounds bounds{std::max(root.bounds.lower, advised.lower), std::min(root.bounds.upper, advised.upper)};
    result.lower = sign > 0 ? bounds.lower : -bounds.upper;
    result.upper = sign > 0 ? bounds.upper : -bounds.lower;
    result.value = std::clamp(sign * root.value(), result.lower, result.upper);
    result.value = of_swapper(root, of_opening(root, result.value));
    for (int edge = 0; edge < root.edges->count; ++edge) {
      found.emplace_back(read_move(root, edge, sign, result), root.edges->children[edge]);
    }
  }
  for (auto& [move, child] : found) {
    move.variation.push_back(move.action);
    follow(child, move.variation);
    move.faces = faces_of(child, sign);
    result.moves.push_back(std::move(move));
  }
  if (root.is_chance()) return result;
  std::ranges::stable_sort(result.moves, [](const RootMove& a, const RootMove& b) { return rank_of(a) > rank_of(b); });
  RootMove& best = result.moves.front();
  if (rank_of(best).kind != kOpen) return result;
  if (lcb > 0.0F && root.moves.priors != nullptr) raise_cautious(result.moves, static_cast<double>(lcb));
  raise_exact(result.moves);
  best.value = std::min(of_swapper(root, best.value), best.upper);
  return result;
}

}  // namespace motu
