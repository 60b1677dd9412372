#include "motu/core/search/worker.hpp"

#include <algorithm>
#include <utility>

namespace motu {

namespace {

Bounds result_of(const State& state) {
  const auto value = static_cast<float>(state.outcome().value_for(0));
  return {value, value};
}

}  // namespace

Worker::Worker(Tree& tree, const SearchOptions& options, std::unique_ptr<State> state, Judges& judges, int max_depth,
               int thread)
    : tree_(tree),
      options_(options),
      state_(std::move(state)),
      evaluator_(*judges.evaluator),
      advisor_(judges.advisor.get()),
      has_priors_(evaluator_.has_priors()),
      max_depth_(max_depth),
      root_ply_(state_->ply()),
      thread_(thread),
      hot_nodes_(options.threads > 1 && is_direct()) {}

Worker::Leaf& Worker::next_leaf() {
  if (num_leaves_ == leaves_.size()) leaves_.emplace_back();
  Leaf& leaf = leaves_[num_leaves_++];
  leaf.kind = Leaf::Kind::node;
  leaf.steps.clear();
  leaf.node = nullptr;
  leaf.bounds = {};
  leaf.evaluation = -1;
  leaf.num_branches = 0;
  leaf.state.reset();
  return leaf;
}

Node* Worker::plant() {
  if (Node* known = tree_.find(Tree::key_of(*state_))) return known;
  if (!state_->is_chance_node() && !has_priors_) {
    state_->legal_actions(actions_);
    return tree_.add(*state_, actions_, true, thread_, [](Node&) {}).first;
  }
  Leaf& leaf = next_leaf();
  leaf.kind = state_->is_chance_node() ? Leaf::Kind::roll : Leaf::Kind::position;
  prepare(leaf);
  settle();
  return tree_.find(Tree::key_of(*state_));
}

// ------------------------------------------------------------------------------------------------------------ descent

void Worker::descend(Node* root, int forced) {
  if (num_leaves_ == 0) hot_nodes_.adopt();
  Leaf& leaf = next_leaf();
  Node* node = root;
  for (;;) {
    Step step{node, hot_nodes_.find(node), -1, false};
    Action action = 0;
    Node* child = nullptr;
    std::int32_t visits = 0;
    const Visit visit = take_edge(place_of(step), forced, step, action, child, visits);
    if (visit == Visit::needs_advice) {
      consult_about(step);
      continue;
    }
    if (visit == Visit::settled) {
      leaf.node = node;
      break;
    }
    forced = -1;
    const bool was_swapped = state_->is_swapped();
    state_->apply_unchecked(action);
    step.is_swap = was_swapped != state_->is_swapped();
    leaf.steps.push_back(step);
    if (state_->is_terminal()) {
      leaf.kind = Leaf::Kind::ended;
      leaf.bounds = result_of(*state_);
      break;
    }
    if (child == nullptr) {
      child = grow(leaf, step, visits);
    } else if (is_deepest()) {
      leaf.node = child;
      child = nullptr;
    }
    if (child == nullptr) break;
    node = child;
  }
  if (leaf.kind == Leaf::Kind::position || leaf.kind == Leaf::Kind::roll) prepare(leaf);
  for (std::size_t i = 0; i < leaf.steps.size(); ++i) state_->undo_unchecked();
}

// Chooses an edge and counts the visit at once; where others may come by before the result is there, as a loss.
Worker::Visit Worker::take_edge(Node& node, int forced, Step& step, Action& action, Node*& child,
                                std::int32_t& visits) {
  const Guard guard(node.lock);
  if (!tree_.unfold(node, false, thread_)) return Visit::settled;
  if (forced >= 0) {
    step.edge = forced;
  } else {
    if (node.bounds.is_exact()) return Visit::settled;
    if (is_advice_due(node)) return Visit::needs_advice;
    step.edge = node.is_chance() ? select_face(node) : select_edge(node, options_, scores_);
  }
  if (step.edge < 0) return Visit::settled;
  if (step.hot == nullptr) hot_nodes_.propose(node);
  Edges& edges = *node.edges;
  action = edges.actions[step.edge];
  child = edges.children[step.edge];
  visits = edges.visits[step.edge]++;
  ++node.visits;
  if (node.is_chance()) return Visit::went_on;
  float& value = edges.values[step.edge];
  const double before = static_cast<double>(visits) * value;
  if (is_shared()) value += (loss_of(node) - value) / static_cast<float>(visits + 1);
  if (edges.is_left_out(step.edge, node.player)) return Visit::went_on;
  node.total += static_cast<double>(visits + 1) * value - before;
  node.weight += 1.0;
  return Visit::went_on;
}

// The node that the position just reached has or gets; null when it is a leaf, and `leaf` then says of what kind.
Node* Worker::grow(Leaf& leaf, const Step& step, std::int32_t visits) {
  leaf.kind = Leaf::Kind::position;
  if (is_deepest()) return nullptr;
  Node* child = nullptr;
  if (!state_->is_chance_node() && !has_priors_) {
    if (visits >= options_.expand_visits) child = grow_decision(step, visits);
  } else {
    child = tree_.find(Tree::key_of(*state_));
    if (child == nullptr && state_->is_chance_node() && !tree_.is_full()) leaf.kind = Leaf::Kind::roll;
  }
  if (child == nullptr) return nullptr;
  leaf.kind = Leaf::Kind::node;
  Node& parent = place_of(step);
  const Guard guard(parent.lock);
  parent.edges->children[step.edge] = child;
  return child;
}

// In a search without priors the rollouts of the edge so far become the new node's own.
Node* Worker::grow_decision(const Step& step, std::int32_t visits) {
  state_->legal_actions(actions_);
  double value = 0.0;
  {
    Node& parent = place_of(step);
    const Guard guard(parent.lock);
    value = parent.edges->values[step.edge];
  }
  const auto fill = [&](Node& node) {
    node.weight = visits;
    node.total = visits * value;
  };
  return tree_.add(*state_, actions_, false, thread_, fill).first;
}

// ------------------------------------------------------------------------------------------------------------- advice

bool Worker::is_advice_due(const Node& node) const {
  return advisor_ != nullptr && !node.is_advised && !node.is_chance() &&
         node.visits >= static_cast<std::uint64_t>(options_.advise_visits);
}

void Worker::consult_about(Node& node) {
  {
    const Guard guard(node.lock);
    if (advisor_ == nullptr || node.is_advised || node.is_chance() || node.bounds.is_exact()) return;
    node.is_advised = true;
  }
  consult(node);
}

void Worker::consult_about_moves(Node& node) {
  if (advisor_ == nullptr) return;
  proved_.clear();
  advisor_->advise_moves(*state_, proved_);
  const Guard guard(node.lock);
  if (tree_.unfold(node, false, thread_)) take_proofs(node, proved_);
}

void Worker::consult_about(const Step& step) {
  consult_about(*step.node);
  if (step.hot != nullptr) step.hot->exchange();
}

// The advisor works without the lock: others go on with the node meanwhile.
void Worker::consult(Node& node) {
  advice_ = {};
  advisor_->advise(*state_, advice_);
  const Guard guard(node.lock);
  if (tree_.unfold(node, false, thread_)) take_advice(node, advice_);
}

// --------------------------------------------------------------------------------------------------------- evaluation

int Worker::enqueue(State& state) {
  queue_.push_back(&state);
  sides_.push_back(side_of(state));
  return static_cast<int>(queue_.size()) - 1;
}

// Puts the positions that a leaf needs evaluated on the queue. They are copied where they must outlive the descent.
void Worker::prepare(Leaf& leaf) {
  if (leaf.kind == Leaf::Kind::roll) {
    leaf.state = state_->clone();
    prepare_roll(leaf);
  } else {
    prepare_position(leaf);
  }
}

void Worker::prepare_position(Leaf& leaf) {
  if (is_direct()) {
    leaf.evaluation = enqueue(*state_);
    evaluate();
    return;
  }
  leaf.state = state_->clone();
  if (has_priors_) state_->legal_actions(leaf.actions);
  leaf.evaluation = enqueue(*leaf.state);
}

void Worker::prepare_roll(Leaf& leaf) {
  merge_outcomes(*state_, outcomes_, faces_);
  choose_faces();
  const bool is_guessing = std::ranges::find(is_due_, false) != is_due_.end();
  if (is_guessing) leaf.evaluation = enqueue(*leaf.state);
  if (leaf.branches.size() < faces_.size()) leaf.branches.resize(faces_.size());
  leaf.num_branches = faces_.size();
  for (std::size_t i = 0; i < faces_.size(); ++i) prepare_branch(leaf.branches[i], faces_[i], is_due_[i]);
}

void Worker::prepare_branch(Branch& branch, const Face& face, bool is_due) {
  branch.face = face;
  branch.bounds = {};
  branch.plies = 0;
  branch.child = nullptr;
  branch.evaluation = -1;
  branch.is_guessed = false;
  branch.actions.clear();
  state_->apply_unchecked(face.outcome);
  if (state_->is_terminal()) {
    branch.bounds = result_of(*state_);
  } else if ((branch.child = tree_.find(Tree::key_of(*state_))) == nullptr) {
    branch.is_guessed = !is_due;
    if (is_due && has_priors_) state_->legal_actions(branch.actions);
    if (is_due) {
      copies_.push_back(state_->clone());
      branch.evaluation = enqueue(*copies_.back());
    }
  }
  state_->undo_unchecked();
}

// Which faces are judged now, by the positions that they lead to: the most probable; among equals chance, as the
// position's key has it, or a line's first squares would always be looked at first.
void Worker::choose_faces() {
  const std::size_t count = faces_.size();
  const bool has_guesses = options_.roll_faces > 0 && evaluator_.has_outcomes();
  const std::size_t num_due = has_guesses ? std::min(count, static_cast<std::size_t>(options_.roll_faces)) : count;
  is_due_.assign(count, num_due == count);
  const std::size_t begin = Tree::key_of(*state_) % count;
  for (std::size_t n = 0; n < num_due && num_due < count; ++n) {
    std::size_t best = count;
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = (begin + k) % count;
      if (!is_due_[i] && (best == count || faces_[i].probability > faces_[best].probability)) best = i;
    }
    is_due_[best] = true;
  }
}

void Worker::evaluate() {
  if (evaluations_.size() < queue_.size()) evaluations_.resize(queue_.size());
  const std::size_t count = queue_.size() - num_evaluated_;
  if (count == 0) return;
  evaluator_.evaluate(std::span(queue_).last(count), std::span(evaluations_).subspan(num_evaluated_, count));
  num_evaluated_ = queue_.size();
}

void Worker::settle() {
  evaluate();
  for (std::size_t i = 0; i < num_leaves_; ++i) back_up(leaves_[i]);
  num_leaves_ = 0;
  num_evaluated_ = 0;
  queue_.clear();
  sides_.clear();
  copies_.clear();
}

Bounds Worker::bounds_of(Node& node) {
  if (HotNode* hot = hot_nodes_.find(&node)) return hot->local().bounds;
  const Guard guard(node.lock);
  return node.bounds;
}

double Worker::value_of(int evaluation) const {
  const double value = evaluations_[static_cast<std::size_t>(evaluation)].value;
  return sides_[static_cast<std::size_t>(evaluation)] == 0 ? value : -value;
}

double Worker::guess_of(const Leaf& leaf, const Branch& branch) const {
  const auto place = static_cast<std::size_t>(leaf.evaluation);
  const double value = evaluations_[place].outcomes[static_cast<std::size_t>(branch.face.outcome)];
  return sides_[place] == 0 ? value : -value;
}

// ------------------------------------------------------------------------------------------------------------ back up

Node* Worker::make_decision(const State& state, std::span<const Action> actions, int evaluation) {
  const auto& priors = evaluations_[static_cast<std::size_t>(evaluation)].priors;
  const double value = value_of(evaluation);
  const bool is_root = state.ply() == root_ply_;
  const auto [node, is_new] = tree_.add(state, actions, is_root, thread_, [&](Node& fresh) {
    fresh.weight = 1.0;
    fresh.total = value;
    std::ranges::copy(priors, fresh.moves.priors);
  });
  if (node == nullptr || is_new) return node;
  const Guard guard(node->lock);
  node->weight += 1.0;
  node->total += value;
  return node;
}

void Worker::judge_branches(Leaf& leaf) {
  for (Branch& branch : std::span(leaf.branches).first(leaf.num_branches)) {
    if (branch.child != nullptr) {
      const Guard guard(branch.child->lock);
      branch.value = branch.child->value();
      branch.bounds = branch.child->bounds;
      branch.plies = branch.child->plies;
      continue;
    }
    if (branch.is_guessed) {
      branch.value = guess_of(leaf, branch);
      continue;
    }
    branch.value = branch.evaluation < 0 ? branch.bounds.lower : value_of(branch.evaluation);
    if (branch.evaluation < 0 || !has_priors_) continue;
    leaf.state->apply_unchecked(branch.face.outcome);
    branch.child = make_decision(*leaf.state, branch.actions, branch.evaluation);
    leaf.state->undo_unchecked();
  }
}

// All faces, judged or guessed: what is exact about a roll is known from its first visit on.
Worker::Report Worker::report_of_roll(Leaf& leaf) {
  judge_branches(leaf);
  const auto branches = std::span(leaf.branches).first(leaf.num_branches);
  outcomes_.clear();
  for (const Branch& branch : branches) outcomes_.push_back(branch.face.outcome);
  const auto fill = [&](Node& fresh) {
    for (std::size_t i = 0; i < branches.size(); ++i) {
      fresh.edges->visits[i] = branches[i].is_guessed ? 0 : 1;
      fresh.visits += branches[i].is_guessed ? 0 : 1;
      fresh.edges->probabilities[i] = branches[i].face.probability;
      fresh.edges->children[i] = branches[i].child;
      fresh.edges->values[i] = static_cast<float>(branches[i].value);
      fresh.edges->lower[i] = branches[i].bounds.lower;
      fresh.edges->upper[i] = branches[i].bounds.upper;
      fresh.edges->plies[i] = branches[i].plies;
    }
    fresh.average();
    fresh.tighten();
  };
  Node* node = tree_.add(*leaf.state, outcomes_, leaf.steps.empty(), thread_, fill).first;
  if (node == nullptr) {  // no room: the mean alone goes up
    const double value = mean_over(
        branches.size(), [&](std::size_t i) { return std::pair(branches[i].face.probability, branches[i].value); });
    return {nullptr, value, {}};
  }
  const Guard guard(node->lock);
  return {node, node->value(), node->bounds, node->plies};
}

Worker::Report Worker::report_of_position(Leaf& leaf) {
  Node* node = nullptr;
  // A roll comes here only where the tree is full.
  if (has_priors_ && !leaf.state->is_chance_node()) {
    node = make_decision(*leaf.state, leaf.actions, leaf.evaluation);
  }
  if (node == nullptr) return {nullptr, value_of(leaf.evaluation), {}};
  const Guard guard(node->lock);
  return {node, node->value(), node->bounds, node->plies};
}

Worker::Report Worker::report_of(Leaf& leaf) {
  switch (leaf.kind) {
    case Leaf::Kind::ended:
      return {nullptr, leaf.bounds.lower, leaf.bounds};
    case Leaf::Kind::roll:
      return report_of_roll(leaf);
    case Leaf::Kind::position:
      return report_of_position(leaf);
    case Leaf::Kind::node:
      break;
  }
  const Guard guard(leaf.node->lock);
  return {leaf.node, leaf.node->value(), leaf.node->bounds, leaf.node->plies};
}

void Worker::back_up(Leaf& leaf) {
  Report report = report_of(leaf);
  bool is_swapped = false;  // at the step or below it
  for (auto step = leaf.steps.rbegin(); step != leaf.steps.rend(); ++step) {
    Node& node = place_of(*step);
    bool is_news = false;
    is_swapped = is_swapped || step->is_swap;
    {
      const Guard guard(node.lock);
      is_news = refresh(node, step->edge, report);
      if (node.edges->amaf_visits != nullptr && !node.is_chance() && !is_swapped) {
        count_samples(leaf, node, node.edges->actions[step->edge]);
      }
      report = {step->node, node.value(), node.bounds, node.plies};
    }
    if (step->hot == nullptr || (!step->hot->is_due() && !is_news)) continue;
    step->hot->exchange();
    report = {step->node, node.value(), node.bounds, node.plies};
  }
}

// Brings an edge up to date with what is below it, and the node with the edge. Whether something was proved.
bool Worker::refresh(Node& node, int edge, const Report& report) const {
  Edges& edges = *node.edges;
  float& value = edges.values[edge];
  const auto visits = static_cast<float>(edges.visits[edge]);
  const bool was_left_out = edges.is_left_out(edge, node.player);
  const double before = static_cast<double>(edges.visits[edge]) * value;
  if (report.child != nullptr) {
    edges.children[edge] = report.child;
    value = static_cast<float>(report.value);
  } else if (report.bounds.is_exact()) {
    value = report.bounds.lower;
  } else {
    const float replaced = is_shared() && !node.is_chance() ? loss_of(node) : value;
    value += (static_cast<float>(report.value) - replaced) / visits;
  }
  const bool is_tighter = report.bounds.lower > edges.lower[edge] || report.bounds.upper < edges.upper[edge];
  edges.lower[edge] = std::max(edges.lower[edge], report.bounds.lower);
  edges.upper[edge] = std::min(edges.upper[edge], report.bounds.upper);
  if (is_tighter) {
    edges.plies[edge] = report.plies;
    node.tighten();
  }
  if (node.is_chance()) {
    node.average();
    return is_tighter;
  }
  if (was_left_out) return is_tighter;
  node.total -= before;
  if (edges.is_refuted(edge, node.player)) {
    node.weight -= visits;
  } else {
    node.total += static_cast<double>(edges.visits[edge]) * value;
  }
  return is_tighter;
}

template <class F>
void Worker::for_each_sample(const Leaf& leaf, F&& visit) {
  if (leaf.evaluation >= 0) visit(leaf.evaluation);
  for (std::size_t i = 0; i < leaf.num_branches; ++i) {
    if (leaf.branches[i].evaluation >= 0) visit(leaf.branches[i].evaluation);
  }
}

// RAVE: every continuation counts for all moves of the mover's colour in it, wherever they came, the one that the
// simulation took here included.
void Worker::count_samples(const Leaf& leaf, Node& node, Action action) {
  for_each_sample(leaf, [&](int evaluation) {
    auto& taken = evaluations_[static_cast<std::size_t>(evaluation)].taken;
    if (taken.empty()) return;
    taken[static_cast<std::size_t>(action)] |= static_cast<std::uint8_t>(1U << node.colour);
    const auto value = static_cast<float>(value_of(evaluation));
    const Edges& edges = *node.edges;
    for (int edge = 0; edge < edges.count; ++edge) {
      const auto bits = static_cast<unsigned>(taken[static_cast<std::size_t>(edges.actions[edge])]);
      const auto is_taken = static_cast<float>(bits >> node.colour & 1U);
      edges.amaf_visits[edge] += is_taken;
      edges.amaf_totals[edge] += is_taken * value;
    }
  });
}

}  // namespace motu
