#include "motu/core/search/advisor.hpp"

#include "motu/core/state/game_type.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace motu {

namespace {

int edge_of(const Node& node, Action action) {
  const std::span actions(node.edges->actions, static_cast<std::size_t>(node.edges->count));
  const auto at = std::ranges::find(actions, action);
  return at == actions.end() ? -1 : static_cast<int>(at - actions.begin());
}

std::uint16_t as_plies(int plies) {
  return static_cast<std::uint16_t>(std::clamp(plies, 0, static_cast<int>(std::numeric_limits<std::uint16_t>::max())));
}

void prune_others(Node& node, const std::vector<Action>& keep) {
  std::vector<char> is_kept(static_cast<std::size_t>(node.edges->count), 0);
  bool is_any_kept = false;
  for (const Action action : keep) {
    const int edge = edge_of(node, action);
    if (edge < 0 || node.edges->is_pruned[edge] != 0) continue;
    is_kept[static_cast<std::size_t>(edge)] = 1;
    is_any_kept = true;
  }
  for (int edge = 0; is_any_kept && edge < node.edges->count; ++edge) {
    if (is_kept[static_cast<std::size_t>(edge)] == 0) node.prune(edge);
  }
}

void favour(Node& node, int edge, float weight) {
  Edges& edges = *node.edges;
  if (edges.priors != nullptr) {
    edges.priors[edge] += weight;
    return;
  }
  edges.amaf_visits[edge] += weight;
  edges.amaf_totals[edge] += node.player == 0 ? weight : -weight;
}

void normalise_priors(Node& node) {
  float sum = 0.0F;
  for (int edge = 0; edge < node.edges->count; ++edge) sum += node.edges->priors[edge];
  for (int edge = 0; edge < node.edges->count; ++edge) node.edges->priors[edge] /= sum;
}

void take_bounds(Node& node, const Advice& advice) {
  const bool is_won = advice.bounds.is_won_by(node.player);
  const int best = is_won ? edge_of(node, advice.best) : -1;
  if (is_won && best < 0) return;
  if (is_won) {
    const bool was_left_out = node.edges->is_left_out(best, node.player);
    const double before = static_cast<double>(node.edges->visits[best]) * node.edges->values[best];
    node.edges->lower[best] = node.edges->upper[best] = advice.bounds.lower;
    node.edges->values[best] = advice.bounds.lower;
    node.edges->plies[best] = as_plies(advice.plies - 1);
    if (!was_left_out) node.total += static_cast<double>(node.edges->visits[best]) * advice.bounds.lower - before;
    node.tighten();
    return;
  }
  if (node.bounds.is_exact()) return;
  node.bounds.lower = std::max(node.bounds.lower, advice.bounds.lower);
  node.bounds.upper = std::max(node.bounds.lower, std::min(node.bounds.upper, advice.bounds.upper));
  if (node.bounds.is_decided()) node.plies = as_plies(advice.plies);
}

// As Worker::refresh does with what comes up from below.
void take_proof(Node& node, int edge, const ProvedMove& proved) {
  Edges& edges = *node.edges;
  const bool was_left_out = edges.is_left_out(edge, node.player);
  const double visits = edges.visits[edge];
  const double before = visits * edges.values[edge];
  edges.lower[edge] = std::max(edges.lower[edge], proved.bounds.lower);
  edges.upper[edge] = std::max(edges.lower[edge], std::min(edges.upper[edge], proved.bounds.upper));
  edges.values[edge] = std::clamp(edges.values[edge], edges.lower[edge], edges.upper[edge]);
  if (edges.bounds(edge).is_decided()) edges.plies[edge] = as_plies(proved.plies);
  if (node.is_chance() || was_left_out) return;
  node.total -= before;
  if (edges.is_refuted(edge, node.player)) {
    node.weight -= visits;
  } else {
    node.total += visits * edges.values[edge];
  }
}

}  // namespace

void take_proofs(Node& node, std::span<const ProvedMove> moves) {
  for (const ProvedMove& proved : moves) {
    if (const int edge = edge_of(node, proved.action); edge >= 0) take_proof(node, edge, proved);
  }
  if (moves.empty()) return;
  if (node.is_chance()) node.average();
  node.tighten();
}

void take_advice(Node& node, const Advice& advice) {
  take_bounds(node, advice);
  if (node.bounds.is_exact()) return;
  if (!advice.keep.empty()) {
    prune_others(node, advice.keep);
    node.tighten();
  }
  for (const auto& [action, weight] : advice.favoured) {
    if (const int edge = edge_of(node, action); edge >= 0) favour(node, edge, weight);
  }
  if (!advice.favoured.empty() && node.edges->priors != nullptr) normalise_priors(node);
}

std::unique_ptr<Advisor> make_advisor(const Game& game, bool asks_tables) {
  const auto make = game.type().make_advisor;
  return make != nullptr ? make(game, asks_tables) : nullptr;
}

}  // namespace motu
