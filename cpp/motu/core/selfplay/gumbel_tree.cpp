#include "motu/core/selfplay/gumbel_tree.hpp"

#include <algorithm>
#include <utility>

#include "motu/core/base/exponential.hpp"
#include "motu/core/nets/net_answers.hpp"
#include "motu/core/search/gumbel.hpp"

namespace motu {

namespace {

// Person 0's, at the end of a game.
double result_of(const State& state) { return state.outcome().value_for(0); }

}  // namespace

void GumbelTree::begin(const GumbelEffort& effort) {
  effort_ = effort;
  plan_.clear();
  done_ = 0;
  std::swap(nodes_, old_nodes_);
  std::swap(edges_, old_edges_);
  std::swap(known_, old_known_);
  nodes_.clear();
  edges_.clear();
  known_.clear();
  path_.clear();
  actions_.clear();
  roll_ = -1;
}

void GumbelTree::forget() {
  begin({});
  old_known_.clear();
}

void GumbelTree::draw_noise(Rng& rng) {
  constexpr double kSmallest = 1e-12;
  noise_.clear();
  for (const Edge& edge : edges_of(nodes_.front())) {
    const double gumbel = -logarithm(-logarithm(std::max(rng.uniform(), kSmallest)) + kSmallest);
    noise_.push_back(effort_.noise * gumbel + edge.logit);
    actions_.push_back(edge.action);
  }
  const auto considered = std::min({effort_.considered, nodes_.front().count, std::max(effort_.simulations, 1)});
  plan_ = plan_visits(considered, static_cast<std::uint64_t>(effort_.simulations));
}

bool GumbelTree::advance(State& state, Rng& rng) {
  if (nodes_.empty()) {
    if (recall(state.hash()) < 0) return true;
    draw_noise(rng);
  }
  if (roll_ >= 0) {
    for (const Step& step : path_) state.apply_unchecked(edges_[static_cast<std::size_t>(step.edge)].action);
    if (judge_faces(state)) return true;
  }
  while (done_ < plan_.size()) {
    if (descend(state)) return true;
  }
  return false;
}

// One simulation down the tree. False when nothing in it was left to be judged, and it is counted already.
bool GumbelTree::descend(State& state) {
  std::int32_t at = 0;
  while (at >= 0) {
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    const int chosen = node.player == kChance ? choose_face(node) : (at == 0 ? choose_root() : choose_below(node));
    if (chosen < 0) {  // every face of the roll ends the game
      back_up(state, node.mean());
      return false;
    }
    path_.push_back({at, node.first + chosen});
    const Edge& edge = edges_[static_cast<std::size_t>(path_.back().edge)];
    state.apply_unchecked(edge.action);
    at = edge.child;
  }
  if (state.is_chance_node()) {
    begin_roll(state);
    return judge_faces(state);
  }
  if (state.is_terminal()) {
    back_up(state, result_of(state));
    return false;
  }
  const std::int32_t known = recall(state.hash());
  if (known < 0) return true;
  edges_[static_cast<std::size_t>(path_.back().edge)].child = known;
  back_up(state, static_cast<double>(nodes_[static_cast<std::size_t>(known)].judged));
  return false;
}

// A new node with the judgement of a position that is known; -1 for any other.
std::int32_t GumbelTree::recall(std::uint64_t hash) {
  if (const auto known = known_.find(hash); known != known_.end()) {
    return copy(nodes_[static_cast<std::size_t>(known->second)], edges_);
  }
  const auto known = old_known_.find(hash);
  if (known == old_known_.end()) return -1;
  const std::int32_t at = copy(old_nodes_[static_cast<std::size_t>(known->second)], old_edges_);
  known_.emplace(hash, at);
  return at;
}

std::int32_t GumbelTree::copy(const Node& source, const std::vector<Edge>& edges) {
  const std::int32_t first = source.first;
  const std::int32_t count = source.count;
  const std::int32_t at = add_node(source.player, source.judged);  // `source` may lie elsewhere now
  nodes_.back().count = count;
  for (std::int32_t i = first; i < first + count; ++i) {
    const Edge edge = edges[static_cast<std::size_t>(i)];
    edges_.push_back({edge.action, edge.logit});
  }
  return at;
}

std::int32_t GumbelTree::add_node(int player, float value) {
  Node node{static_cast<std::int32_t>(edges_.size())};
  node.visits = 1;
  node.player = static_cast<std::int8_t>(player);
  node.judged = value;
  node.total = value;
  nodes_.push_back(node);
  return static_cast<std::int32_t>(nodes_.size()) - 1;
}

void GumbelTree::answer(State& state, float value, std::span<const Action> actions, std::span<const float> logits,
                        Rng& rng) {
  const std::int32_t at = add_node(state.current_player(), value);
  nodes_.back().count = static_cast<std::int32_t>(actions.size());
  for (std::size_t i = 0; i < actions.size(); ++i) edges_.push_back({actions[i], logits[i]});
  known_.emplace(state.hash(), at);
  if (at == 0) {
    draw_noise(rng);
  } else if (roll_ >= 0) {
    settle_face(at, value);
    state.undo_unchecked();
    take_back(state);
  } else {
    edges_[static_cast<std::size_t>(path_.back().edge)].child = at;
    back_up(state, value);
  }
}

void GumbelTree::take_back(State& state) const {
  for (std::size_t i = 0; i < path_.size(); ++i) state.undo_unchecked();
}

// Adds a value to all that the path went through. What a roll passes on is by how much its exact mean, times its
// visits, has grown.
void GumbelTree::back_up(State& state, double value) {
  take_back(state);
  for (; !path_.empty(); path_.pop_back()) {
    Node& node = nodes_[static_cast<std::size_t>(path_.back().node)];
    Edge& edge = edges_[static_cast<std::size_t>(path_.back().edge)];
    ++edge.visits;
    edge.total += value;
    ++node.visits;
    if (node.player == kChance) value = node.visits * mean_of_faces(node) - node.total;
    node.total += value;
  }
  ++done_;
}

// -------------------------------------------------------------------------------------------------------------- rolls

void GumbelTree::begin_roll(State& state) {
  merge_outcomes(state, outcomes_, faces_);
  roll_ = add_node(kChance, 0.0F);
  nodes_.back().count = static_cast<std::int32_t>(faces_.size());
  face_ = nodes_.back().first;
  for (const Face& face : faces_) {
    edges_.push_back({face.outcome});
    edges_.back().probability = face.probability;
  }
}

// Goes on through the faces of the roll at which `state` is. True at a face that is to be judged; false when all are
// known and the simulation is counted.
bool GumbelTree::judge_faces(State& state) {
  const Node roll = nodes_[static_cast<std::size_t>(roll_)];
  while (face_ < roll.first + roll.count) {
    const std::int32_t known = recall(faces_[static_cast<std::size_t>(face_ - roll.first)].hash);
    if (known >= 0) {
      settle_face(known, nodes_[static_cast<std::size_t>(known)].judged);
      continue;
    }
    state.apply_unchecked(edges_[static_cast<std::size_t>(face_)].action);
    if (!state.is_terminal()) return true;
    settle_face(-1, result_of(state));
    state.undo_unchecked();
  }
  Node& node = nodes_[static_cast<std::size_t>(roll_)];
  node.total = mean_of_faces(node);
  edges_[static_cast<std::size_t>(path_.back().edge)].child = std::exchange(roll_, -1);
  back_up(state, node.total);
  return false;
}

void GumbelTree::settle_face(std::int32_t child, double value) {
  Edge& edge = edges_[static_cast<std::size_t>(face_++)];
  edge.visits = 1;
  edge.child = child;
  edge.total = value;
}

// The face with fewest visits for its probability, the first of equals; -1 where all end the game.
int GumbelTree::choose_face(const Node& roll) const {
  const auto faces = edges_of(roll);
  int best = -1;
  double fewest = 0.0;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const double visits = faces[i].visits / faces[i].probability;
    if (faces[i].child < 0 || (best >= 0 && visits >= fewest)) continue;
    best = static_cast<int>(i);
    fewest = visits;
  }
  return best;
}

double GumbelTree::mean_of_faces(const Node& roll) const {
  const auto faces = edges_of(roll);
  return mean_over(faces.size(), [&](std::size_t i) { return std::pair(faces[i].probability, faces[i].mean()); });
}

double GumbelTree::luck(std::size_t face) const {
  const Edge& edge = edges_of(nodes_.front())[static_cast<std::size_t>(choose_root())];
  if (edge.child < 0) return 0.0;
  const Node& roll = nodes_[static_cast<std::size_t>(edge.child)];
  return edges_of(roll)[face].mean() - roll.mean();
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
    const double share = exponential(static_cast<double>(edge.logit - most));
    weight += share;
    total += share * edge.mean();
    visits += edge.visits;
  }
  if (weight <= 0.0) return static_cast<double>(node.judged);
  return (static_cast<double>(node.judged) + visits * total / weight) / (1 + visits);
}

void GumbelTree::improve(const Node& node, std::vector<float>& out, float temperature) const {
  const auto edges = edges_of(node);
  const double untried = mixed_value(node, edges);
  const std::int32_t most = most_visits(edges);
  out.clear();
  for (const Edge& edge : edges) {
    const double value = edge.visits > 0 ? edge.mean() : untried;
    out.push_back((edge.logit + static_cast<float>(scaled_value(node, value, most))) / temperature);
  }
  softmax(out);
}

void GumbelTree::improved_policy(std::vector<float>& out, float temperature) const {
  improve(nodes_.front(), out, temperature);
}

double GumbelTree::improved_value() const {
  const auto edges = edges_of(nodes_.front());
  const double untried = mixed_value(nodes_.front(), edges);
  improve(nodes_.front(), policy_);
  double value = 0.0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    value += static_cast<double>(policy_[i]) * (edges[i].visits > 0 ? edges[i].mean() : untried);
  }
  return value;
}

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

// The best-scoring root move among those with as many visits as the plan says.
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
