#include "motu/core/search/selection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "motu/core/base/exponential.hpp"

namespace motu {

namespace {

constexpr float kClosed = -std::numeric_limits<float>::infinity();

// The loops below are plain so that compilers make vectors of them: a search spends most of its time here.

void score_puct(const Node& node, const SearchOptions& options, float sign, float* scores) {
  const Edges& edges = *node.edges;
  const int count = edges.count;
  const auto visits = static_cast<float>(node.visits);
  const float c = options.c_puct + logarithm((visits + options.c_puct_base + 1.0F) / options.c_puct_base);
  const float scale = c * std::sqrt(visits + 1.0F);
  float tried = 0.0F;
  for (int i = 0; i < count; ++i) tried += edges.visits[i] > 0 ? edges.priors[i] : 0.0F;
  // Before a swap no move is worth more than 0, and nobody knows which is worth as much: all of them are tried.
  const float urgency =
      node.is_pie_opening ? 0.0F : sign * static_cast<float>(node.value()) - options.fpu_reduction * std::sqrt(tried);
  for (int i = 0; i < count; ++i) {
    const auto n = static_cast<float>(edges.visits[i]);
    const float value = edges.visits[i] > 0 ? sign * edges.values[i] : urgency;
    scores[i] = value + scale * edges.priors[i] / (1.0F + n);
  }
}

void score_rave(const Node& node, const SearchOptions& options, float sign, float* scores) {
  constexpr float kPriorWeight = 1e-3F;  // of an untried move's value
  const Edges& edges = *node.edges;
  const int count = edges.count;
  const float inverse_initial = 1.0F / options.rave_initial;
  const float inverse_final = 1.0F / options.rave_final;
  const float urgency = kPriorWeight * options.fpu;
  const float scale = options.exploration * std::sqrt(logarithm(static_cast<float>(node.visits) + 1.0F));
  const std::int32_t* visits = edges.visits;
  const float* values = edges.values;
  const float* amaf_visits = edges.amaf_visits;
  const float* amaf_totals = edges.amaf_totals;
  for (int i = 0; i < count; ++i) {
    // (n·value + amaf_total/d) / (n + amaf_visits/d) + scale/root over one denominator: one division in place of three.
    const auto n = static_cast<float>(visits[i]);
    const float d = inverse_initial + inverse_final * amaf_visits[i];
    const float root = std::sqrt(n + 1.0F);
    const float total = sign * (n * values[i] * d + amaf_totals[i]) + urgency * d;
    const float weight = (n + kPriorWeight) * d + amaf_visits[i];
    scores[i] = (total * root + scale * weight) / (weight * root);
  }
}

// The swap is in no random continuation, so RAVE never speaks for it, and its few first results would decide alone with
// the small constant that suits the other moves: it is explored as in plain UCT.
void score_swap(const Node& node, const SearchOptions& options, float sign, float* scores) {
  const int swap = node.edges->count - 1;
  const auto n = static_cast<float>(node.edges->visits[swap]);
  const float value = n > 0.0F ? sign * node.edges->values[swap] : options.fpu;
  scores[swap] =
      value + options.swap_exploration * std::sqrt(logarithm(static_cast<float>(node.visits) + 1.0F) / (n + 1.0F));
}

// Moves that cannot be better than what is proved already are not tried again.
void close_settled(const Node& node, float* scores) {
  const Edges& edges = *node.edges;
  const int count = edges.count;
  for (int i = 0; node.has_pruned && i < count; ++i) scores[i] = edges.is_pruned[i] != 0 ? kClosed : scores[i];
  if (node.player == 0) {
    const float floor = node.bounds.lower;
    for (int i = 0; i < count; ++i) scores[i] = edges.upper[i] <= floor ? kClosed : scores[i];
  } else {
    const float ceiling = node.bounds.upper;
    for (int i = 0; i < count; ++i) scores[i] = edges.lower[i] >= ceiling ? kClosed : scores[i];
  }
}

// The first of the highest scores; -1 where all are closed. In lanes, as a vector has them: a running maximum would
// make the processor wait for every single comparison.
int first_best(const float* scores, int count) {
  constexpr int kLanes = 8;
  float lanes[kLanes];
  std::fill_n(lanes, kLanes, kClosed);
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) {
      lanes[lane] = scores[i + lane] > lanes[lane] ? scores[i + lane] : lanes[lane];
    }
  }
  float best = *std::max_element(lanes, lanes + kLanes);
  for (; i < count; ++i) best = std::max(best, scores[i]);
  if (best == kClosed) return -1;
  return static_cast<int>(std::find(scores, scores + count, best) - scores);
}

}  // namespace

int select_edge(const Node& node, const SearchOptions& options, std::vector<float>& scores) {
  const auto count = static_cast<std::size_t>(node.edges->count);
  if (scores.size() < count) scores.resize(count);
  const float sign = node.player == 0 ? 1.0F : -1.0F;
  if (node.edges->priors != nullptr) {
    score_puct(node, options, sign, scores.data());
  } else {
    score_rave(node, options, sign, scores.data());
    if (node.has_swap) score_swap(node, options, sign, scores.data());
  }
  close_settled(node, scores.data());
  return first_best(scores.data(), node.edges->count);
}

int select_face(const Node& node) {
  const Edges& edges = *node.edges;
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
