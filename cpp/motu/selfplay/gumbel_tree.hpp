// The search of self-play: a tree of a few visits that stops at each position it wants judged, so that the leaves of
// many games are judged together.
//
// Gumbel AlphaZero (Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with Gumbel", ICLR
// 2022): sequential halving at the root, below it the move whose share of the visits falls shortest of the improved
// policy; and that policy, softmax(logits + sigma(completed values)), as what the net is to learn (section 4, appendix
// D). Searches for play have other needs and another tree (search/tree.hpp).
//
// Values are person 0's, in [-1, 1].
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "motu/base/rng.hpp"
#include "motu/games/state.hpp"

namespace motu {

struct GumbelEffort {
  int simulations = 32;  // leaves besides the root
  int considered = 16;   // root moves that sequential halving begins with
  float noise = 1.0F;    // what Gumbel's noise is multiplied by
};

class GumbelTree {
 public:
  // `value_scale` weighs values against logits (the paper's c_scale, for values in [0, 1]).
  explicit GumbelTree(float value_scale) : value_scale_(value_scale) {}

  // Begins a search; the next position to be judged is the root.
  void begin(const GumbelEffort& effort);
  // Goes on from the root, which `state` is, to a position that is to be judged, which `state` is then. False when the
  // search is over, with `state` at the root.
  bool advance(State& state);
  // The judgement of that position: the value for person 0, and a logit for each legal action. Takes `state` back to
  // the root.
  void answer(State& state, float value, std::span<const Action> actions, std::span<const float> logits, Rng& rng);

  std::span<const Action> actions() const { return actions_; }
  // What the search thinks of the root, and what it would play.
  double value() const { return nodes_.front().mean(); }
  Action best() const;
  // The root's improved policy, in the order of `actions`.
  void improved_policy(std::vector<float>& out) const;

 private:
  struct Edge {
    Action action = 0;
    float logit = 0.0F;
    std::int32_t visits = 0;
    std::int32_t child = -1;
    double total = 0.0;  // of visits

    double mean() const { return total / visits; }
  };
  struct Node {
    std::int32_t first = 0;  // of its edges
    std::int32_t count = 0;
    std::int32_t visits = 0;  // its own judgement among them
    std::int8_t player = 0;
    float judged = 0.0F;
    double total = 0.0;

    double mean() const { return total / visits; }
  };

  std::span<Edge> edges_of(const Node& node) {
    return std::span(edges_).subspan(static_cast<std::size_t>(node.first), static_cast<std::size_t>(node.count));
  }
  std::span<const Edge> edges_of(const Node& node) const {
    return std::span(edges_).subspan(static_cast<std::size_t>(node.first), static_cast<std::size_t>(node.count));
  }
  void draw_noise(Rng& rng);
  bool descend(State& state);
  void back_up(State& state, double value);
  int choose_root() const;
  int choose_below(const Node& node) const;
  double root_score(std::size_t edge) const;
  double scaled_value(const Node& node, double value, std::int32_t most_visits) const;
  void improve(const Node& node, std::vector<float>& out) const;
  static double mixed_value(const Node& node, std::span<const Edge> edges);
  static std::int32_t most_visits(std::span<const Edge> edges);

  float value_scale_;
  GumbelEffort effort_;
  std::vector<std::int32_t> plan_;  // for each simulation, the visits that the root's edge has had
  std::size_t done_ = 0;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::int32_t> path_;  // edges from the root to the position that is being judged
  std::vector<double> noise_;       // [root edge] noise plus logit
  std::vector<Action> actions_;     // the root's
  mutable std::vector<float> policy_;
};

}  // namespace motu
