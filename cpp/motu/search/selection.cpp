#include "motu/search/selection.hpp"

#include <cmath>
#include <limits>

namespace motu {

namespace {

constexpr float kClosed = -std::numeric_limits<float>::infinity();

// The loops below are plain so that compilers make vectors of them: a search spends most of its time here.

void score_puct(const Node& node, const SearchOptions& options, float sign, float* scores) {
  const Edges& edges = node.edges;
  const int count = edges.count;
  const auto visits = static_cast<float>(node.visits);
  const float c = options.c_puct + std::log((visits + options.c_puct_base + 1.0F) / options.c_puct_base);
  const float scale = c * std::sqrt(visits + 1.0F);
  float tried = 0.0F;
  for (int i = 0; i < count; ++i) tried += edges.visits[i] > 0 ? edges.priors[i] : 0.0F;
  const float urgency = sign * static_cast<float>(node.value()) - options.fpu_reduction * std::sqrt(tried);
  for (int i = 0; i < count; ++i) {
    const auto n = static_cast<float>(edges.visits[i]);
    const float value = edges.visits[i] > 0 ? sign * edges.values[i] : urgency;
    scores[i] = value + scale * edges.priors[i] / (1.0F + n);
  }
}

void score_rave(const Node& node, const SearchOptions& options, float sign, float* scores) {
  constexpr float kPriorWeight = 1e-3F;  // of an untried move's value
  const Edges& edges = node.edges;
  const int count = edges.count;
  const float inverse_initial = 1.0F / options.rave_initial;
  const float inverse_final = 1.0F / options.rave_final;
  const float urgency = kPriorWeight * options.fpu;
  const float scale = options.exploration * std::sqrt(std::log(static_cast<float>(node.visits) + 1.0F));
  const std::int32_t* visits = edges.visits;
  const float* values = edges.values;
  const float* amaf_visits = edges.amaf_visits;
  const float* amaf_totals = edges.amaf_totals;
  for (int i = 0; i < count; ++i) {
    const auto n = static_cast<float>(visits[i]);
    const float share = 1.0F / (inverse_initial + inverse_final * amaf_visits[i]);
    const float total = sign * (n * values[i] + share * amaf_totals[i]) + urgency;
    const float weight = n + share * amaf_visits[i] + kPriorWeight;
    scores[i] = total / weight + scale / std::sqrt(n + 1.0F);
  }
}

// Moves that cannot be better than what is proved already are not tried again.
void close_settled(const Node& node, float* scores) {
  const Edges& edges = node.edges;
  const int count = edges.count;
  if (node.player == 0) {
    const float floor = node.bounds.lower;
    for (int i = 0; i < count; ++i) scores[i] = edges.upper[i] <= floor ? kClosed : scores[i];
  } else {
    const float ceiling = node.bounds.upper;
    for (int i = 0; i < count; ++i) scores[i] = edges.lower[i] >= ceiling ? kClosed : scores[i];
  }
}

}  // namespace

int select_edge(const Node& node, const SearchOptions& options, std::vector<float>& scores) {
  const auto count = static_cast<std::size_t>(node.edges.count);
  if (scores.size() < count) scores.resize(count);
  const float sign = node.player == 0 ? 1.0F : -1.0F;
  if (node.edges.priors != nullptr) {
    score_puct(node, options, sign, scores.data());
  } else {
    score_rave(node, options, sign, scores.data());
  }
  close_settled(node, scores.data());
  int best = -1;
  float best_score = kClosed;
  for (std::size_t i = 0; i < count; ++i) {
    if (scores[i] <= best_score) continue;
    best_score = scores[i];
    best = static_cast<int>(i);
  }
  return best;
}

int select_face(const Node& node) {
  const Edges& edges = node.edges;
  int best = -1;
  double best_debt = 0.0;
  for (int face = 0; face < edges.count; ++face) {
    if (edges.bounds(face).is_exact()) continue;
    const double debt = edges.probabilities[face] * static_cast<double>(node.visits + 1) - edges.visits[face];
    if (best >= 0 && debt <= best_debt) continue;
    best = face;
    best_debt = debt;
  }
  return best;
}

}  // namespace motu
