#include "motu/core/search/tree.hpp"

#include <bit>
#include <cstring>
#include <limits>
#include <new>
#include <unordered_map>
#include <utility>

#include "motu/core/state/chance.hpp"

namespace motu {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
constexpr std::uint64_t kMinBuckets = 64;
constexpr std::uint64_t kMaxBuckets = std::uint64_t{1} << 18;

std::size_t number_of_buckets(const Tree::Room& room) {
  constexpr std::uint64_t kPositions = 16;  // for each bucket
  constexpr std::uint64_t kBytes = 512;
  const std::uint64_t wanted = std::min(room.positions / kPositions, room.bytes / kBytes);
  return std::bit_ceil(std::clamp(wanted, kMinBuckets, kMaxBuckets));
}

std::size_t rounded(std::size_t bytes) { return (bytes + 15) & ~std::size_t{15}; }

}  // namespace

std::size_t bytes_of_edges(std::size_t count, EdgeKind kind) {
  const std::size_t all = sizeof(Node*) + sizeof(std::int32_t) + 3 * sizeof(float) + sizeof(std::uint16_t) + 1;
  switch (kind) {
    case EdgeKind::priors:
      return count * all;
    case EdgeKind::rave:
      return count * (all + 2 * sizeof(float));
    case EdgeKind::faces:
      return count * (all + sizeof(double));
  }
  return 0;
}

Edges lay_out_edges(std::byte* place, std::size_t count, EdgeKind kind) {
  std::memset(place, 0, bytes_of_edges(count, kind));
  const auto take = [&]<class T>(T*& array) {
    array = reinterpret_cast<T*>(place);
    place += count * sizeof(T);
  };
  Edges edges;
  edges.count = static_cast<int>(count);
  take(edges.children);  // the largest first, so that all are aligned
  if (kind == EdgeKind::faces) take(edges.probabilities);
  take(edges.visits);
  take(edges.values);
  take(edges.lower);
  take(edges.upper);
  if (kind == EdgeKind::rave) {
    take(edges.amaf_visits);
    take(edges.amaf_totals);
  }
  take(edges.plies);
  take(edges.is_pruned);
  std::fill_n(edges.lower, count, -1.0F);
  std::fill_n(edges.upper, count, 1.0F);
  return edges;
}

Bounds Node::bounds_of_edges() const {
  if (is_chance()) {
    const auto mean_of = [this](const float* bound) {
      return static_cast<float>(mean_over(static_cast<std::size_t>(edges->count), [&](std::size_t i) {
        return std::pair<double, double>(edges->probabilities[i], bound[i]);
      }));
    };
    return {mean_of(edges->lower), mean_of(edges->upper)};
  }
  const float worst = player == 0 ? -1.0F : 1.0F;
  Bounds best{worst, worst};
  for (int edge = 0; edge < edges->count; ++edge) {
    if (edges->is_pruned[edge] != 0) continue;
    const Bounds one = edges->bounds(edge);
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
  for (int edge = 0; edge < edges->count; ++edge) {
    if (edges->is_pruned[edge] != 0 || (is_won && !edges->bounds(edge).is_won_by(player))) continue;
    count = is_won ? std::min<int>(count, edges->plies[edge]) : std::max<int>(count, edges->plies[edge]);
  }
  return static_cast<std::uint16_t>(std::min(count + (is_chance() ? 0 : 1), kMost));
}

void Node::prune(int edge) {
  if (edges->is_pruned[edge] != 0) return;
  if (!edges->is_refuted(edge, player)) {
    weight -= edges->visits[edge];
    total -= static_cast<double>(edges->visits[edge]) * edges->values[edge];
  }
  edges->is_pruned[edge] = 1;
  has_pruned = true;
}

void Node::average() {
  weight = 1.0;
  total = mean_over(static_cast<std::size_t>(edges->count), [this](std::size_t i) {
    return std::pair<double, double>(edges->probabilities[i], edges->values[i]);
  });
}

Tree::Tree(const Room& room, bool has_priors, int threads)
    : room_(room),
      has_priors_(has_priors),
      buckets_(number_of_buckets(room), nullptr),
      stripes_(kStripes),
      arenas_(static_cast<std::size_t>(threads)),
      bytes_(buckets_.size() * sizeof(Node*)) {
  static_assert(kStripes <= kMinBuckets);
}

void* Tree::Arena::allocate(std::size_t bytes) {
  bytes = rounded(bytes);
  if (bytes > left) {
    left = std::max(kChunkBytes, bytes);
    chunks.push_back(std::make_unique_for_overwrite<std::byte[]>(left));
    place = chunks.back().get();
  }
  left -= bytes;
  return std::exchange(place, place + bytes);
}

Node* Tree::look_up(std::uint64_t key) {
  Node* node = bucket(key);
  while (node != nullptr && node->key != key) node = node->next;
  return node;
}

Node* Tree::find(std::uint64_t key) {
  const Guard guard(lock_of(key));
  return look_up(key);
}

// Counts so much more, unless it is too much.
bool Tree::reserve(const Room& more, bool is_needed) {
  if (is_full(more) && !is_needed) return false;
  const std::uint64_t positions = positions_.fetch_add(more.positions, std::memory_order_relaxed);
  const std::uint64_t bytes = bytes_.fetch_add(more.bytes, std::memory_order_relaxed);
  if (is_needed || (positions + more.positions <= room_.positions && bytes + more.bytes <= room_.bytes)) return true;
  positions_.fetch_sub(more.positions, std::memory_order_relaxed);
  bytes_.fetch_sub(more.bytes, std::memory_order_relaxed);
  return false;
}

bool Tree::is_full(const Room& more) const {
  return num_positions() + more.positions > room_.positions || num_bytes() + more.bytes > room_.bytes;
}

EdgeKind Tree::kind_of(bool is_chance) const {
  if (is_chance) return EdgeKind::faces;
  return has_priors_ ? EdgeKind::priors : EdgeKind::rave;
}

// What a new node takes: it begins folded where it has priors.
std::size_t Tree::bytes_of_node(std::size_t count, bool is_chance) const {
  const EdgeKind kind = kind_of(is_chance);
  const std::size_t moves = count * (sizeof(Action) + (kind == EdgeKind::priors ? sizeof(float) : 0));
  return sizeof(Node) + rounded(moves) + (kind == EdgeKind::priors ? 0 : bytes_to_unfold(count, kind));
}

std::size_t Tree::bytes_to_unfold(std::size_t count, EdgeKind kind) {
  return sizeof(Edges) + rounded(bytes_of_edges(count, kind));
}

void Tree::lay_out(Arena& arena, Node& node) {
  const EdgeKind kind = kind_of(node.is_chance());
  const auto count = static_cast<std::size_t>(node.moves.count);
  auto* place = static_cast<std::byte*>(arena.allocate(bytes_to_unfold(count, kind)));
  auto* edges = new (place) Edges(lay_out_edges(place + sizeof(Edges), count, kind));
  edges->actions = node.moves.actions;
  edges->priors = node.moves.priors;
  node.edges = edges;
}

bool Tree::unfold(Node& node, bool is_needed, int thread) {
  if (node.edges != nullptr) return true;
  const auto count = static_cast<std::size_t>(node.moves.count);
  if (!reserve({0, bytes_to_unfold(count, kind_of(node.is_chance()))}, is_needed)) return false;
  lay_out(arenas_[static_cast<std::size_t>(thread)], node);
  return true;
}

Node* Tree::make(Arena& arena, std::uint64_t key, int player, std::size_t count) {
  Node* node = new (arena.allocate(sizeof(Node))) Node;
  node->key = key;
  node->player = static_cast<std::int8_t>(player);
  const EdgeKind kind = kind_of(node->is_chance());
  const bool has_priors = kind == EdgeKind::priors;
  auto* place = static_cast<std::byte*>(arena.allocate(count * (sizeof(Action) + (has_priors ? sizeof(float) : 0))));
  node->moves.count = static_cast<int>(count);
  node->moves.actions = reinterpret_cast<Action*>(place);
  if (has_priors) {
    node->moves.priors = reinterpret_cast<float*>(place + count * sizeof(Action));
  } else {
    lay_out(arena, *node);
  }
  return node;
}

Node* Tree::make(Arena& arena, const State& state, std::span<const Action> actions) {
  Node* node = make(arena, key_of(state), state.current_player(), actions.size());
  node->colour = state.to_move();
  node->has_swap = state.swap_is_legal();
  node->is_pie_opening = state.swap_is_next();
  std::ranges::copy(actions, node->moves.actions);
  return node;
}

void Tree::publish(Node& node) {
  node.next = bucket(node.key);
  bucket(node.key) = &node;
}

Node* Tree::copy_node(const Node& node) {
  const auto count = static_cast<std::size_t>(node.moves.count);
  reserve({count, bytes_of_node(count, node.is_chance())}, true);
  Node* image = make(arenas_.front(), node.key, node.player, count);
  publish(*image);
  image->colour = node.colour;
  image->is_advised = node.is_advised;
  image->has_pruned = node.has_pruned;
  image->has_swap = node.has_swap;
  image->is_pie_opening = node.is_pie_opening;
  image->plies = node.plies;
  image->bounds = node.bounds;
  image->visits = node.visits;
  image->weight = node.weight;
  image->total = node.total;
  std::copy_n(node.moves.actions, count, image->moves.actions);
  if (node.moves.priors != nullptr) std::copy_n(node.moves.priors, count, image->moves.priors);
  if (node.edges == nullptr) return image;
  unfold(*image, true, 0);
  copy_edges(*node.edges, *image->edges);
  return image;
}

void Tree::copy_edges(const Edges& edges, Edges& image) {
  const auto copy = [&](auto* from, auto* to) {
    if (from != nullptr) std::copy_n(from, edges.count, to);
  };
  copy(edges.visits, image.visits);
  copy(edges.values, image.values);
  copy(edges.lower, image.lower);
  copy(edges.upper, image.upper);
  copy(edges.amaf_visits, image.amaf_visits);
  copy(edges.amaf_totals, image.amaf_totals);
  copy(edges.probabilities, image.probabilities);
  copy(edges.plies, image.plies);
  copy(edges.is_pruned, image.is_pruned);
}

Node* Tree::copy_into(Tree& target, const Node* root) const {
  std::unordered_map<const Node*, Node*> images{{root, target.copy_node(*root)}};
  std::vector<const Node*> waiting{root};
  while (!waiting.empty()) {
    const Node* node = waiting.back();
    waiting.pop_back();
    Node* image = images[node];
    for (int edge = 0; node->edges != nullptr && edge < node->edges->count; ++edge) {
      const Node* child = node->edges->children[edge];
      if (child == nullptr) continue;
      const auto [known, is_new] = images.try_emplace(child, nullptr);
      if (is_new) {
        known->second = target.copy_node(*child);
        waiting.push_back(child);
      }
      image->edges->children[edge] = known->second;
    }
  }
  return images[root];
}

}  // namespace motu
