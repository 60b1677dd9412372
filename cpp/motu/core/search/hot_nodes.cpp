#include "motu/core/search/hot_nodes.hpp"

#include <algorithm>

namespace motu {

// ---------------------------------------------------------------------------------------------------------- one copy

HotNode::HotNode(Node& origin) : origin_(&origin) {
  const Guard guard(origin.lock);
  const auto count = static_cast<std::size_t>(origin.edges->count);
  memory_.resize(bytes_of_edges(count, EdgeKind::rave));
  edges_ = lay_out_edges(memory_.data(), count, EdgeKind::rave);
  edges_.actions = origin.edges->actions;
  local_.moves = origin.moves;
  local_.edges = &edges_;
  local_.key = origin.key;
  local_.player = origin.player;
  local_.colour = origin.colour;
  local_.has_swap = origin.has_swap;
  local_.is_pie_opening = origin.is_pie_opening;
  base_visits_.resize(count);
  base_values_.resize(count);
  base_amaf_visits_.resize(count);
  base_amaf_totals_.resize(count);
  take();
}

bool HotNode::is_due() {
  constexpr std::uint64_t kShare = 16;  // of the node's visits
  constexpr std::uint64_t kMost = 128;
  ++pending_;
  return static_cast<std::uint64_t>(pending_) >= std::min(kMost, local_.visits / kShare);
}

void HotNode::exchange() {
  {
    const Guard guard(origin_->lock);
    if (pending_ > 0) give();
    take();
  }
  for (const Stray& stray : strays_) {
    const Guard guard(stray.child->lock);
    stray.child->weight += stray.visits;
    stray.child->total += stray.total;
  }
  strays_.clear();
}

void HotNode::look_below() {
  for (int edge = 0; edge < local_.edges->count; ++edge) {
    Node* child = local_.edges->children[edge];
    if (child == nullptr || local_.edges->visits[edge] == base_visits_[static_cast<std::size_t>(edge)]) continue;
    const Guard guard(child->lock);
    local_.edges->values[edge] = static_cast<float>(child->value());
  }
}

void HotNode::give() {
  const auto count = static_cast<std::size_t>(local_.edges->count);
  for (std::size_t i = 0; i < count; ++i) {
    origin_->edges->amaf_visits[i] += local_.edges->amaf_visits[i] - base_amaf_visits_[i];
    origin_->edges->amaf_totals[i] += local_.edges->amaf_totals[i] - base_amaf_totals_[i];
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (local_.edges->visits[i] != base_visits_[i]) give_edge(static_cast<int>(i));
  }
}

// As Worker::refresh does for one visit.
void HotNode::give_edge(int edge) {
  Node& node = *origin_;
  Edges& to = *node.edges;
  const Edges& from = *local_.edges;
  const std::int32_t before = to.visits[edge];
  const double total_before = static_cast<double>(before) * to.values[edge];
  const bool was_left_out = to.is_left_out(edge, node.player);
  const std::int32_t more = from.visits[edge] - base_visits_[static_cast<std::size_t>(edge)];
  to.visits[edge] += more;
  node.visits += static_cast<std::uint64_t>(more);
  const bool is_tighter = from.lower[edge] > to.lower[edge] || from.upper[edge] < to.upper[edge];
  to.lower[edge] = std::max(to.lower[edge], from.lower[edge]);
  to.upper[edge] = std::min(to.upper[edge], from.upper[edge]);
  to.values[edge] = merged_value(edge, before);
  if (to.children[edge] == nullptr) to.children[edge] = from.children[edge];
  if (is_tighter) {
    to.plies[edge] = from.plies[edge];
    node.tighten();
  }
  if (was_left_out) return;
  node.total -= total_before;
  if (to.is_refuted(edge, node.player)) {
    node.weight -= before;
  } else {
    node.total += static_cast<double>(to.visits[edge]) * to.values[edge];
    node.weight += more;
  }
}

// An edge's value is its child's, or the mean of its own results as long as there is no child.
float HotNode::merged_value(int edge, std::int32_t visits_before) {
  const Edges& to = *origin_->edges;
  const Edges& from = *local_.edges;
  const auto i = static_cast<std::size_t>(edge);
  if (to.bounds(edge).is_exact()) return to.lower[edge];
  if (from.children[edge] != nullptr) return from.values[edge];
  const double more = static_cast<double>(from.visits[edge]) * from.values[edge] -
                      static_cast<double>(base_visits_[i]) * base_values_[i];
  if (to.children[edge] != nullptr) {
    strays_.push_back({to.children[edge], from.visits[edge] - base_visits_[i], more});
    return to.values[edge];
  }
  return static_cast<float>((static_cast<double>(visits_before) * to.values[edge] + more) / to.visits[edge]);
}

void HotNode::take() {
  const Edges& from = *origin_->edges;
  Edges& to = *local_.edges;
  const int count = from.count;
  std::copy_n(from.visits, count, to.visits);
  std::copy_n(from.values, count, to.values);
  std::copy_n(from.lower, count, to.lower);
  std::copy_n(from.upper, count, to.upper);
  std::copy_n(from.amaf_visits, count, to.amaf_visits);
  std::copy_n(from.amaf_totals, count, to.amaf_totals);
  std::copy_n(from.children, count, to.children);
  std::copy_n(from.plies, count, to.plies);
  std::copy_n(from.is_pruned, count, to.is_pruned);
  std::copy_n(from.visits, count, base_visits_.data());
  std::copy_n(from.values, count, base_values_.data());
  std::copy_n(from.amaf_visits, count, base_amaf_visits_.data());
  std::copy_n(from.amaf_totals, count, base_amaf_totals_.data());
  local_.is_advised = origin_->is_advised;
  local_.has_pruned = origin_->has_pruned;
  local_.plies = origin_->plies;
  local_.bounds = origin_->bounds;
  local_.visits = origin_->visits;
  local_.weight = origin_->weight;
  local_.total = origin_->total;
  pending_ = 0;
}

// -------------------------------------------------------------------------------------------------------- all of them

void HotNodes::adopt() {
  if (proposed_ == nullptr) return;
  Node& node = *std::exchange(proposed_, nullptr);
  auto& place = places_[place_of(&node)];
  if (place != nullptr) {
    std::uint64_t visits = 0;
    {
      const Guard guard(node.lock);
      visits = node.visits;
    }
    if (place->local().visits >= visits) return;
    place->exchange();
  }
  place = std::make_unique<HotNode>(node);
}

void HotNodes::flush() {
  std::vector<HotNode*> waiting;
  for (const auto& place : places_) {
    if (place != nullptr && place->has_news()) waiting.push_back(place.get());
  }
  std::ranges::sort(waiting, {}, [](HotNode* hot) { return hot->local().visits; });
  for (HotNode* hot : waiting) {
    hot->look_below();
    hot->exchange();
  }
}

}  // namespace motu
