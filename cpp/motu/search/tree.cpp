#include "motu/search/tree.hpp"

#include <bit>
#include <cstring>
#include <limits>
#include <new>
#include <unordered_map>
#include <utility>

#include "motu/search/chance.hpp"

namespace motu {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
constexpr std::uint64_t kMaxBuckets = std::uint64_t{1} << 17;

std::size_t bytes_of_edge(bool has_priors, bool is_chance) {
  return sizeof(Node*) + sizeof(Action) + sizeof(std::int32_t) + (has_priors ? 4 : 5) * sizeof(float) +
         (is_chance ? sizeof(double) : 0) + sizeof(std::uint16_t) + sizeof(std::uint8_t);
}

}  // namespace

Bounds Node::bounds_of_edges() const {
  if (is_chance()) {
    const auto mean_of = [this](const float* bound) {
      return static_cast<float>(mean_over(static_cast<std::size_t>(edges.count), [&](std::size_t i) {
        return std::pair<double, double>(edges.probabilities[i], bound[i]);
      }));
    };
    return {mean_of(edges.lower), mean_of(edges.upper)};
  }
  const float worst = player == 0 ? -1.0F : 1.0F;
  Bounds best{worst, worst};
  for (int edge = 0; edge < edges.count; ++edge) {
    if (edges.is_pruned[edge] != 0) continue;
    const Bounds one = edges.bounds(edge);
    best = player == 0 ? Bounds{std::max(best.lower, one.lower), std::max(best.upper, one.upper)}
                       : Bounds{std::min(best.lower, one.lower), std::min(best.upper, one.upper)};
  }
  return best;
}

void Node::tighten() {
  if (bounds.is_exact()) return;
  const Bounds found = bounds_of_edges();
  bounds.lower = std::max(bounds.lower, found.lower);
  bounds.upper = std::max(bounds.lower, std::min(bounds.upper, found.upper));  // means are rounded
  if (bounds.is_decided()) plies = count_plies();
}

// The winner takes the quickest way, the loser the longest; a roll counts as its slowest face.
std::uint16_t Node::count_plies() const {
  constexpr int kMost = std::numeric_limits<std::uint16_t>::max();
  const bool is_won = is_decision() && bounds.is_won_by(player);
  int count = is_won ? kMost : 0;
  for (int edge = 0; edge < edges.count; ++edge) {
    if (edges.is_pruned[edge] != 0 || (is_won && !edges.bounds(edge).is_won_by(player))) continue;
    count = is_won ? std::min<int>(count, edges.plies[edge]) : std::max<int>(count, edges.plies[edge]);
  }
  return static_cast<std::uint16_t>(std::min(count + (is_chance() ? 0 : 1), kMost));
}

void Node::prune(int edge) {
  if (edges.is_pruned[edge] != 0) return;
  if (!edges.is_refuted(edge, player)) {
    weight -= edges.visits[edge];
    total -= static_cast<double>(edges.visits[edge]) * edges.values[edge];
  }
  edges.is_pruned[edge] = 1;
  has_pruned = true;
}

void Node::average() {
  weight = 1.0;
  total = mean_over(static_cast<std::size_t>(edges.count), [this](std::size_t i) {
    return std::pair<double, double>(edges.probabilities[i], edges.values[i]);
  });
}

Tree::Tree(std::uint64_t max_positions, bool has_priors)
    : max_positions_(max_positions),
      has_priors_(has_priors),
      buckets_(std::bit_ceil(std::clamp<std::uint64_t>(max_positions / 16, 64, kMaxBuckets)), nullptr) {}

void* Tree::allocate(std::size_t bytes) {
  bytes = (bytes + 15) & ~std::size_t{15};
  if (chunk_used_ + bytes > chunk_size_) {
    chunk_size_ = std::max(kChunkBytes, bytes);
    chunk_used_ = 0;
    chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(chunk_size_));
  }
  void* place = chunks_.back().get() + chunk_used_;
  chunk_used_ += bytes;
  return place;
}

Edges Tree::allocate_edges(std::size_t count, bool is_chance) {
  const std::size_t bytes = count * bytes_of_edge(has_priors_, is_chance);
  auto* place = static_cast<std::byte*>(allocate(bytes));
  std::memset(place, 0, bytes);
  const auto take = [&]<class T>(T*& array) {
    array = reinterpret_cast<T*>(place);
    place += count * sizeof(T);
  };
  Edges edges;
  edges.count = static_cast<int>(count);
  take(edges.children);  // the largest first, so that all are aligned
  if (is_chance) take(edges.probabilities);
  take(edges.actions);
  take(edges.visits);
  take(edges.values);
  take(edges.lower);
  take(edges.upper);
  if (has_priors_) {
    take(edges.priors);
  } else {
    take(edges.amaf_visits);
    take(edges.amaf_totals);
  }
  take(edges.plies);
  take(edges.is_pruned);
  std::fill_n(edges.lower, count, -1.0F);
  std::fill_n(edges.upper, count, 1.0F);
  return edges;
}

Node* Tree::look_up(std::uint64_t key) {
  Node* node = bucket(key);
  while (node != nullptr && node->key != key) node = node->next;
  return node;
}

Node* Tree::find(std::uint64_t key) {
  const Guard guard(lock_);
  return look_up(key);
}

Node* Tree::make(std::uint64_t key, std::size_t count, bool is_chance) {
  Node* node = new (allocate(sizeof(Node))) Node;
  node->key = key;
  node->edges = allocate_edges(count, is_chance);
  positions_.fetch_add(count, std::memory_order_relaxed);
  return node;
}

Node* Tree::make(const State& state, std::span<const Action> actions) {
  Node* node = make(key_of(state), actions.size(), state.is_chance_node());
  node->player = static_cast<std::int8_t>(state.current_player());
  node->colour = state.to_move();
  node->has_swap = state.swap_is_legal();
  std::ranges::copy(actions, node->edges.actions);
  return node;
}

void Tree::publish(Node& node) {
  node.next = bucket(node.key);
  bucket(node.key) = &node;
}

Node* Tree::copy_node(const Node& node) {
  Node* image = make(node.key, static_cast<std::size_t>(node.edges.count), node.is_chance());
  publish(*image);
  image->player = node.player;
  image->colour = node.colour;
  image->is_advised = node.is_advised;
  image->has_pruned = node.has_pruned;
  image->has_swap = node.has_swap;
  image->plies = node.plies;
  image->bounds = node.bounds;
  image->visits = node.visits;
  image->weight = node.weight;
  image->total = node.total;
  const auto copy = [&](auto* from, auto* to) {
    if (from != nullptr) std::copy_n(from, node.edges.count, to);
  };
  copy(node.edges.actions, image->edges.actions);
  copy(node.edges.visits, image->edges.visits);
  copy(node.edges.values, image->edges.values);
  copy(node.edges.lower, image->edges.lower);
  copy(node.edges.upper, image->edges.upper);
  copy(node.edges.priors, image->edges.priors);
  copy(node.edges.amaf_visits, image->edges.amaf_visits);
  copy(node.edges.amaf_totals, image->edges.amaf_totals);
  copy(node.edges.probabilities, image->edges.probabilities);
  copy(node.edges.plies, image->edges.plies);
  copy(node.edges.is_pruned, image->edges.is_pruned);
  return image;
}

Node* Tree::copy_into(Tree& target, const Node* root) const {
  std::unordered_map<const Node*, Node*> images{{root, target.copy_node(*root)}};
  std::vector<const Node*> waiting{root};
  while (!waiting.empty()) {
    const Node* node = waiting.back();
    waiting.pop_back();
    Node* image = images[node];
    for (int edge = 0; edge < node->edges.count; ++edge) {
      const Node* child = node->edges.children[edge];
      if (child == nullptr) continue;
      const auto [known, is_new] = images.try_emplace(child, nullptr);
      if (is_new) {
        known->second = target.copy_node(*child);
        waiting.push_back(child);
      }
      image->edges.children[edge] = known->second;
    }
  }
  return images[root];
}

}  // namespace motu
