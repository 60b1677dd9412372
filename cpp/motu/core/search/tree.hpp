// The memory of a Monte-Carlo search: positions, what is known about their moves, and a table that finds them again.
//
// Positions are shared by all ways that lead to them at the same ply. Since the ply is part of a position's key, the
// graph has no cycles even where a game may repeat positions (Atmalof). Visits are counted on edges; an edge's value is
// a copy of its child's, refreshed whenever a simulation comes back through it; a node's value is the mean of its edges
// by their visits, so that no result is counted twice however many ways lead to it.
//
//   Node (lock, bounds, mean) ── moves: actions, priors
//                             └─ edges, one array a field: visits, values, bounds, RAVE sums, children
//
// In a search with priors a node begins folded: it gets edges when a simulation goes through it for the first time.
// Every value and bound is person 0's expected result, in [-1, 1]. Bounds are proved: a node whose bounds meet is
// solved. Each node has its own lock; nobody holds two.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "motu/core/base/compiler.hpp"
#include "motu/core/state/state.hpp"

namespace motu {

// For critical sections of a few hundred instructions at most. Who waits for longer than that waits for a thread that
// the system has put aside, and sleeps rather than keep it from its processor.
class SpinLock {
 public:
  void lock() {
    for (int spins = 0; flag_.test_and_set(std::memory_order_acquire); ++spins) {
      for (int looks = 0; looks < kLooks && flag_.test(std::memory_order_relaxed); ++looks) relax_processor();
      if (spins >= kSpins) std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }
  void unlock() { flag_.clear(std::memory_order_release); }

 private:
  static constexpr int kLooks = 200;
  static constexpr int kSpins = 4;

  std::atomic_flag flag_{};
};

using Guard = std::lock_guard<SpinLock>;

// What is proved about a position or a move.
struct Bounds {
  float lower = -1.0F;
  float upper = 1.0F;

  bool is_exact() const { return lower >= upper; }
  // Whether one of the persons surely wins.
  bool is_decided() const { return lower >= 1.0F || upper <= -1.0F; }
  bool is_won_by(int person) const { return person == 0 ? lower >= 1.0F : upper <= -1.0F; }
};

struct Node;

// The moves of a node, or the faces of a roll; arrays of `count` each.
struct Edges {
  int count = 0;
  Action* actions = nullptr;
  std::int32_t* visits = nullptr;
  float* values = nullptr;
  float* lower = nullptr;
  float* upper = nullptr;
  float* priors = nullptr;          // null for searches without
  float* amaf_visits = nullptr;     // null for searches with priors: continuations in which the mover took the action
  float* amaf_totals = nullptr;     // and the sum of their results
  double* probabilities = nullptr;  // of a roll's faces; null at decisions
  Node** children = nullptr;
  std::uint16_t* plies = nullptr;     // where the game is decided: turns after the move, by the proof that was found
  std::uint8_t* is_pruned = nullptr;  // 1: provably no better than the best that is not pruned (advisor.hpp)

  Bounds bounds(int edge) const { return {lower[edge], upper[edge]}; }
  // Whether the mover surely loses by it.
  bool is_refuted(int edge, int player) const {
    return player == 0 ? upper[edge] <= -1.0F : player == 1 && lower[edge] >= 1.0F;
  }
  // Whether it has no part in the mean: the mover will not play it.
  bool is_left_out(int edge, int player) const { return is_refuted(edge, player) || is_pruned[edge] != 0; }
};

// What edges know: moves with priors, moves of a search without, or the faces of a roll.
enum class EdgeKind : std::uint8_t { priors, rave, faces };

// The bytes that the arrays of `count` edges take, and the arrays made of them, nothing known yet; actions and priors
// are elsewhere. `place` is aligned to 16.
std::size_t bytes_of_edges(std::size_t count, EdgeKind kind);
Edges lay_out_edges(std::byte* place, std::size_t count, EdgeKind kind);

// All that is known of a position that nobody has gone through: most positions of a search with priors stay so.
struct Moves {
  int count = 0;
  Action* actions = nullptr;
  float* priors = nullptr;  // null for searches without, and for faces
};

struct Node {
  SpinLock lock;
  std::int8_t player = kTerminal;  // person to act, or kChance
  Colour colour = kFirst;          // whose turn it is
  bool is_advised = false;         // an advisor has been asked, or is being asked
  bool has_pruned = false;         // some edges are
  bool has_swap = false;           // its last edge is the pie rule's swap
  bool is_pie_opening = false;     // each of its edges may be answered by a swap
  std::uint16_t plies = 0;         // where the game is decided: turns to its end, by the proof that was found
  Bounds bounds;
  std::uint64_t key = 0;
  std::uint64_t visits = 0;  // simulations that chose one of its moves
  double weight = 0.0;       // of its own evaluations and of its moves' visits, some left out
  double total = 0.0;        // of results with those weights; at a chance node the exact mean, with weight 1
  Moves moves;
  Edges* edges = nullptr;  // null: folded
  Node* next = nullptr;    // in its bucket of the table

  bool is_chance() const { return player == kChance; }
  bool is_decision() const { return player == 0 || player == 1; }
  double value() const {
    const double mean = weight > 0.0 ? total / weight : 0.0;
    return std::clamp(mean, static_cast<double>(bounds.lower), static_cast<double>(bounds.upper));
  }
  // Takes over what edges know after one of their bounds changed; forgets nothing that was known already.
  void tighten();
  // What the edges alone prove.
  Bounds bounds_of_edges() const;
  // Leaves an edge out for good.
  void prune(int edge);
  // At a chance node: the mean of its faces' values.
  void average();
  // Turns to the end, by the edges that prove who wins.
  std::uint16_t count_plies() const;
};

// Nodes and edges live in one arena and go all at once.
class Tree {
 public:
  // What a tree holds or may hold. Positions count one for every edge and one for the root, whether visited or not.
  struct Room {
    std::uint64_t positions = 0;
    std::uint64_t bytes = 0;
  };

  Tree(const Room& room, bool has_priors, int threads);

  static std::uint64_t key_of(const State& state) {
    return state.hash() ^ splitmix64(static_cast<std::uint64_t>(state.ply()));
  }

  Node* find(std::uint64_t key);
  // The node of a position and whether it is new: the one that is there, or one with these moves that `fill` completes
  // before anybody else can see it; null when there is no room. `is_needed` makes room beyond the bound, for a root.
  // `thread` says whose memory it is made in.
  template <class F>
  std::pair<Node*, bool> add(const State& state, std::span<const Action> actions, bool is_needed, int thread, F&& fill);
  // Gives a folded node its edges, in the memory of `thread`; false where there is no room. It must be locked.
  bool unfold(Node& node, bool is_needed, int thread);
  std::uint64_t num_positions() const { return positions_.load(std::memory_order_relaxed); }
  std::uint64_t num_bytes() const { return bytes_.load(std::memory_order_relaxed); }
  bool is_full() const { return is_full({1, 1}); }
  // Copies what can be reached from a node into an empty tree; the image of the node.
  Node* copy_into(Tree& target, const Node* root) const;

 private:
  static constexpr std::size_t kLine = 64;  // bytes that processors pass to each other at once
  static constexpr std::size_t kStripes = 64;

  // Where a thread makes its nodes, so that no two threads write side by side.
  struct alignas(kLine) Arena {
    std::vector<std::unique_ptr<std::byte[]>> chunks;
    std::byte* place = nullptr;
    std::size_t left = 0;

    void* allocate(std::size_t bytes);
  };
  struct alignas(kLine) Stripe {
    SpinLock lock;
  };

  Node* look_up(std::uint64_t key);
  bool is_full(const Room& more) const;
  bool reserve(const Room& more, bool is_needed);
  EdgeKind kind_of(bool is_chance) const;
  std::size_t bytes_of_node(std::size_t count, bool is_chance) const;
  static std::size_t bytes_to_unfold(std::size_t count, EdgeKind kind);
  void lay_out(Arena& arena, Node& node);
  Node* make(Arena& arena, const State& state, std::span<const Action> actions);
  Node* make(Arena& arena, std::uint64_t key, int player, std::size_t count);
  void publish(Node& node);
  Node* copy_node(const Node& node);
  static void copy_edges(const Edges& edges, Edges& image);
  Node*& bucket(std::uint64_t key) { return buckets_[key & (buckets_.size() - 1)]; }
  SpinLock& lock_of(std::uint64_t key) { return stripes_[key & (kStripes - 1)].lock; }

  Room room_;
  bool has_priors_;
  std::vector<Node*> buckets_;
  std::vector<Stripe> stripes_;  // each guards the buckets whose numbers end alike
  std::vector<Arena> arenas_;    // [thread]
  alignas(kLine) std::atomic<std::uint64_t> positions_{1};
  std::atomic<std::uint64_t> bytes_;
};

template <class F>
std::pair<Node*, bool> Tree::add(const State& state, std::span<const Action> actions, bool is_needed, int thread,
                                 F&& fill) {
  const std::uint64_t key = key_of(state);
  const Guard guard(lock_of(key));
  if (Node* known = look_up(key)) return {known, false};
  if (!reserve({actions.size(), bytes_of_node(actions.size(), state.is_chance_node())}, is_needed)) {
    return {nullptr, false};
  }
  Node* node = make(arenas_[static_cast<std::size_t>(thread)], state, actions);
  fill(*node);
  publish(*node);
  return {node, true};
}

}  // namespace motu
