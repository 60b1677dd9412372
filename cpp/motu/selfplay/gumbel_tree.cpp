#include "motu/selfplay/gumbel_tree.hpp"

#include <algorithm>
#include <cmath>

#include "motu/nets/net_answers.hpp"
#include "motu/search/gumbel.hpp"

namespace motu {

void GumbelTree::begin(const GumbelEffort& effort) {
  effort_ = effort;
  plan_.clear();
  done_ = 0;
  nodes_.clear();
  edges_.clear();
  path_.clear();
  actions_.clear();
}

void GumbelTree::draw_noise(Rng& rng) {
  constexpr double kSmallest = 1e-12;
  noise_.clear();
  for (const Edge& edge : edges_of(nodes_.front())) {
    const double gumbel = -std::log(-std::log(std::max(rng.uniform(), kSmallest)) + kSmallest);
    noise_.push_back(effort_.noise * gumbel + edge.logit);
    actions_.push_back(edge.action);
  }
  const auto considered = std::min({effort_.considered, nodes_.front().count, std::max(effort_.simulations, 1)});
  plan_ = plan_visits(considered, static_cast<std::uint64_t>(effort_.simulations));
}

bool GumbelTree::advance(State& state) {
  if (nodes_.empty()) return true;
  while (done_ < plan_.size()) {
    if (descend(state)) return true;
  }
  return false;
}

// One simulation down the tree. False when it came to the end of the game and is counted already.
bool GumbelTree::descend(State& state) {
  std::int32_t at = 0;
  while (at >= 0) {
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    const std::int32_t edge = node.first + (at == 0 ? choose_root() : choose_below(node));
    path_.push_back(edge);
    state.apply_unchecked(edges_[static_cast<std::size_t>(edge)].action);
    at = edges_[static_cast<std::size_t>(edge)].child;
  }
  if (!state.is_terminal()) return true;
  const int winner = state.outcome().winner;
  back_up(state, winner < 0 ? 0.0 : (winner == 0 ? 1.0 : -1.0));
  return false;
}

void GumbelTree::answer(State& state, float value, std::span<const Action> actions, std::span<const float> logits,
                        Rng& rng) {
  Node node{static_cast<std::int32_t>(edges_.size()), static_cast<std::int32_t>(actions.size())};
  node.visits = 1;
  node.player = static_cast<std::int8_t>(state.current_player());
  node.judged = value;
  node.total = value;
  for (std::size_t i = 0; i < actions.size(); ++i) edges_.push_back({actions[i], logits[i]});
  nodes_.push_back(node);
  if (nodes_.size() == 1) {
    draw_noise(rng);
    return;
  }
  edges_[static_cast<std::size_t>(path_.back())].child = static_cast<std::int32_t>(nodes_.size()) - 1;
  back_up(state, value);
}

void GumbelTree::back_up(State& state, double value) {
  std::int32_t at = 0;
  for (const std::int32_t index : path_) {
    Node& node = nodes_[static_cast<std::size_t>(at)];
    Edge& edge = edges_[static_cast<std::size_t>(index)];
    ++node.visits;
    node.total += value;
    ++edge.visits;
    edge.total += value;
    at = edge.child;
    state.undo_unchecked();
  }
  path_.clear();
  ++done_;
}

// ------------------------------------------------------------------------------------------------------- which moves

std::int32_t GumbelTree::most_visits(std::span<const Edge> edges) {
  return std::ranges::max_element(edges, {}, &Edge::visits)->visits;
}

// The paper's sigma, for the mover's value in [0, 1].
double GumbelTree::scaled_value(const Node& node, double value, std::int32_t most_visits) const {
  constexpr double kVisits = 50.0;
  const double own = node.player == 0 ? value : -value;
  return (kVisits + most_visits) * static_cast<double>(value_scale_) * (own + 1.0) / 2.0;
}

// What stands for the value of moves that were not tried: the net's own judgement and, by the net's policy, the values
// of those that were.
double GumbelTree::mixed_value(const Node& node, std::span<const Edge> edges) {
  double weight = 0.0;
  double total = 0.0;
  int visits = 0;
  const float most = std::ranges::max_element(edges, {}, &Edge::logit)->logit;
  for (const Edge& edge : edges) {
    if (edge.visits == 0) continue;
    const double share = std::exp(static_cast<double>(edge.logit - most));
    weight += share;
    total += share * edge.mean();
    visits += edge.visits;
  }
  if (weight <= 0.0) return static_cast<double>(node.judged);
  return (static_cast<double>(node.judged) + visits * total / weight) / (1 + visits);
}

void GumbelTree::improve(const Node& node, std::vector<float>& out) const {
  const auto edges = edges_of(node);
  const double untried = mixed_value(node, edges);
  const std::int32_t most = most_visits(edges);
  out.clear();
  for (const Edge& edge : edges) {
    const double value = edge.visits > 0 ? edge.mean() : untried;
    out.push_back(edge.logit + static_cast<float>(scaled_value(node, value, most)));
  }
  softmax(out);
}

void GumbelTree::improved_policy(std::vector<float>& out) const { improve(nodes_.front(), out); }

int GumbelTree::choose_below(const Node& node) const {
  improve(node, policy_);
  const auto edges = edges_of(node);
  int best = 0;
  float best_gap = -2.0F;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const float gap = policy_[i] - static_cast<float>(edges[i].visits) / static_cast<float>(node.visits);
    if (gap <= best_gap) continue;
    best_gap = gap;
    best = static_cast<int>(i);
  }
  return best;
}

double GumbelTree::root_score(std::size_t edge) const {
  const Node& root = nodes_.front();
  const auto edges = edges_of(root);
  const double value = edges[edge].visits > 0 ? edges[edge].mean() : root.mean();
  return noise_[edge] + scaled_value(root, value, most_visits(edges));
}

// Of the root's moves with so many visits as the plan says, the one that scores best.
int GumbelTree::choose_root() const {
  const auto edges = edges_of(nodes_.front());
  const std::int32_t wanted = done_ < plan_.size() ? plan_[done_] : most_visits(edges);
  int best = -1;
  double best_score = 0.0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].visits != wanted) continue;
    const double score = root_score(i);
    if (best >= 0 && score <= best_score) continue;
    best_score = score;
    best = static_cast<int>(i);
  }
  return best;
}

Action GumbelTree::best() const { return actions_[static_cast<std::size_t>(choose_root())]; }

}  // namespace motu
