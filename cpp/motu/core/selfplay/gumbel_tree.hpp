// The search of self-play: a tree of a few visits that stops at each position it wants judged, so that the leaves of
// many games are judged together.
//
// Gumbel AlphaZero (Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with Gumbel", ICLR
// 2022): sequential halving at the root, below it the move whose share of the visits falls shortest of the improved
// policy; and that policy, softmax(logits + sigma(completed values)), as what the net is to learn (section 4, appendix
// D). Searches for play have other needs and another tree (search/tree.hpp).
//
// What this search and the one before it have had judged is not judged again: an eighth of all that is looked at is
// there already. Such a position begins anew, with its judgement and no visits.
//
// A roll is a node of its own. The first simulation that comes to it has all its faces judged; the later ones go to the
// face that has fewest visits for its probability. Its value is the exact mean over the faces, whatever their visits,
// so that moves are compared without the luck of the dice.
//
// Values are person 0's, in [-1, 1].
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "motu/core/base/rng.hpp"
#include "motu/core/state/chance.hpp"
#include "motu/core/state/state.hpp"

namespace motu {

struct GumbelEffort {
  int simulations = 32;  // leaves besides the root; a roll is one, however many faces it has
  int considered = 16;   // root moves that sequential halving begins with
  float noise = 1.0F;    // what Gumbel's noise is multiplied by
};

class GumbelTree {
 public:
  // `value_scale` weighs values against logits (the paper's c_scale, for values in [0, 1]).
  explicit GumbelTree(float value_scale) : value_scale_(value_scale) {}

  // Begins a search, with a decision as its root.
  void begin(const GumbelEffort& effort);
  // Has the next search know nothing from before.
  void forget();
  // Goes on from the root, which `state` is, to a position that is to be judged, the root itself first of all; `state`
  // is there then. False when the search is over, with `state` at the root.
  bool advance(State& state, Rng& rng);
  // The judgement of that position: the value for person 0, and a logit for each legal action. Takes `state` back to
  // the root.
  void answer(State& state, float value, std::span<const Action> actions, std::span<const float> logits, Rng& rng);

  std::span<const Action> actions() const { return actions_; }
  // What the search thinks of the root, and what it would play.
  double value() const { return nodes_.front().mean(); }
  Action best() const;
  // What an announcement that is `best` gains for person 0 by a face of its roll, by its place in `merge_outcomes`: the
  // face's value less the mean. 0 where the search has not looked at the roll.
  double luck(std::size_t face) const;
  // The root's improved policy, in the order of `actions`, its logits divided by a temperature; and what the root is
  // worth to who plays by it at 1: the mean over the visits counts every move that was merely tried.
  void improved_policy(std::vector<float>& out, float temperature = 1.0F) const;
  double improved_value() const;

 private:
  struct Edge {
    Action action = 0;
    float logit = 0.0F;
    std::int32_t visits = 0;
    std::int32_t child = -1;
    double total = 0.0;        // of visits
    double probability = 0.0;  // of a roll's face

    double mean() const { return total / visits; }
  };
  struct Node {
    std::int32_t first = 0;  // of its edges
    std::int32_t count = 0;
    std::int32_t visits = 0;  // its own judgement among them
    std::int8_t player = 0;   // kChance: a roll, `total` always being its visits times the exact mean
    float judged = 0.0F;
    double total = 0.0;

    double mean() const { return total / visits; }
  };
  // By hashes: decisions -> the first node with their judgement.
  using Known = std::unordered_map<std::uint64_t, std::int32_t>;
  struct Step {
    std::int32_t node = 0;
    std::int32_t edge = 0;
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
  void take_back(State& state) const;
  std::int32_t add_node(int player, float value);
  void begin_roll(State& state);
  bool judge_faces(State& state);
  void settle_face(std::int32_t child, double value);
  std::int32_t recall(std::uint64_t hash);
  std::int32_t copy(const Node& source, const std::vector<Edge>& edges);
  int choose_face(const Node& roll) const;
  double mean_of_faces(const Node& roll) const;
  int choose_root() const;
  int choose_below(const Node& node) const;
  double root_score(std::size_t edge) const;
  double scaled_value(const Node& node, double value, std::int32_t most_visits) const;
  void improve(const Node& node, std::vector<float>& out, float temperature = 1.0F) const;
  static double mixed_value(const Node& node, std::span<const Edge> edges);
  static std::int32_t most_visits(std::span<const Edge> edges);

  float value_scale_;
  GumbelEffort effort_;
  std::vector<std::int32_t> plan_;  // for each simulation, the visits that the root's edge has had
  std::size_t done_ = 0;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Step> path_;   // from the root to the position that is being judged, or to its roll
  std::int32_t roll_ = -1;   // the roll whose faces are being judged
  std::int32_t face_ = 0;    // the edge of the next one
  std::vector<Face> faces_;  // its faces
  std::vector<Action> outcomes_;
  Known known_;
  std::vector<Node> old_nodes_;  // those of the search before, and so on
  std::vector<Edge> old_edges_;
  Known old_known_;
  std::vector<double> noise_;    // [root edge] noise plus logit
  std::vector<Action> actions_;  // the root's
  mutable std::vector<float> policy_;
};

}  // namespace motu
