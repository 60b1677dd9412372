#include "motu/core/search/gumbel.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "motu/core/base/exponential.hpp"

namespace motu {

std::vector<std::int32_t> plan_visits(int considered, std::uint64_t simulations) {
  std::vector<std::int32_t> plan;
  if (considered <= 1) {
    for (std::uint64_t i = 0; i < simulations; ++i) plan.push_back(static_cast<std::int32_t>(i));
    return plan;
  }
  const auto rounds = static_cast<double>(std::bit_width(static_cast<unsigned>(considered - 1)));  // log2, rounded up
  std::vector<std::int32_t> visits(static_cast<std::size_t>(considered), 0);
  int left = considered;
  while (plan.size() < simulations) {
    const auto repeats = std::max(1, static_cast<int>(static_cast<double>(simulations) / (rounds * left)));
    for (int repeat = 0; repeat < repeats; ++repeat) {
      for (int i = 0; i < left; ++i) plan.push_back(visits[static_cast<std::size_t>(i)]++);
    }
    left = std::max(2, left / 2);
  }
  plan.resize(simulations);
  return plan;
}

SequentialHalving::SequentialHalving(const Node& root, int considered, std::uint64_t simulations, float noise, Rng& rng)
    : visits_(static_cast<std::size_t>(root.edges->count), 0) {
  constexpr double kSmallest = 1e-12;
  int open = 0;
  for (int edge = 0; edge < root.edges->count; ++edge) {
    const double prior = root.edges->priors != nullptr ? root.edges->priors[edge] : 1.0 / root.edges->count;
    const double gumbel = -logarithm(-logarithm(std::max(rng.uniform(), kSmallest)) + kSmallest);
    scores_.push_back(noise * gumbel + logarithm(std::max(prior, kSmallest)));
    open += root.edges->is_left_out(edge, root.player) ? 0 : 1;
  }
  const auto most = static_cast<int>(std::min<std::uint64_t>(simulations, 1 << 20));
  planned_ = plan_visits(std::min({considered, std::max(open, 1), most}), simulations);
}

std::int32_t SequentialHalving::most_visits() const { return *std::ranges::max_element(visits_); }

// Noise, logit and the value on the scale that the paper gives it (c_visit = 50, c_scale = 1, values in [0, 1]).
double SequentialHalving::score(const Node& root, int edge, std::int32_t most_visits) const {
  constexpr double kVisits = 50.0;
  const double sign = root.player == 0 ? 1.0 : -1.0;
  const bool is_tried = root.edges->visits[edge] > 0;
  const double value = sign * (is_tried ? static_cast<double>(root.edges->values[edge]) : root.value());
  return scores_[static_cast<std::size_t>(edge)] + (kVisits + most_visits) * (value + 1.0) / 2.0;
}

// The best-scoring edge with so many visits in this search; those that the mover will not play come last.
int SequentialHalving::best_of(const Node& root, std::int32_t visits) const {
  const std::int32_t most = most_visits();
  int best = -1;
  std::pair<bool, double> best_score;
  for (int edge = 0; edge < root.edges->count; ++edge) {
    if (visits_[static_cast<std::size_t>(edge)] != visits) continue;
    const std::pair one(!root.edges->is_left_out(edge, root.player), score(root, edge, most));
    if (best >= 0 && one <= best_score) continue;
    best_score = one;
    best = edge;
  }
  return best;
}

int SequentialHalving::next(const Node& root) {
  int edge = best_of(root, done_ < planned_.size() ? planned_[done_] : most_visits());
  if (edge < 0) edge = best(root);
  ++done_;
  ++visits_[static_cast<std::size_t>(edge)];
  return edge;
}

int SequentialHalving::best(const Node& root) const { return best_of(root, most_visits()); }

}  // namespace motu
