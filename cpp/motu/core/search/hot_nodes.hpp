// A thread's own copies of the positions that all threads keep coming through. A random continuation takes about as
// long as two processors need to pass each other the sums of one node, so each thread counts in its copy, chooses by
// what the copy says, and adds what came to the shared node every few visits: a thread sees the others' results late,
// by a sixteenth of the node's visits at most. What is proved is passed on at once.
//
//   Node of the tree ── copy ──> local: what a thread chooses by and counts in
//                           └──> base: the sums at the last exchange; what is new is local less base
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "motu/core/search/tree.hpp"

namespace motu {

// A copy of a decision of a search without priors.
class HotNode {
 public:
  explicit HotNode(Node& origin);
  HotNode(const HotNode&) = delete;

  Node& origin() const { return *origin_; }
  Node& local() { return local_; }
  // Counts a visit that has come back; whether it is time for an exchange.
  bool is_due();
  // Adds what is new to the shared node, and takes over what others added. No visit may be on its way.
  void exchange();
  // Reads anew what has become of the positions below the moves that were tried since the last exchange.
  void look_below();
  bool has_news() const { return pending_ > 0; }

 private:
  // Results of a move whose position others have put into the tree since: they count there.
  struct Stray {
    Node* child;
    std::int32_t visits;
    double total;
  };

  void give();
  void give_edge(int edge);
  float merged_value(int edge, std::int32_t visits_before);
  void take();

  Node* origin_;
  Node local_;
  Edges edges_;
  std::vector<std::byte> memory_;  // of the local edges
  std::vector<std::int32_t> base_visits_;
  std::vector<float> base_values_;
  std::vector<float> base_amaf_visits_;
  std::vector<float> base_amaf_totals_;
  std::vector<Stray> strays_;
  int pending_ = 0;  // visits since the last exchange
};

// The copies of one thread. Two nodes that fall on the same place take turns by their visits.
class HotNodes {
 public:
  explicit HotNodes(bool is_enabled) : places_(is_enabled ? kPlaces : 0) {}
  HotNodes(const HotNodes&) = delete;
  ~HotNodes() { flush(); }

  // The copy of a node; null where there is none.
  HotNode* find(const Node* node) {
    if (places_.empty()) return nullptr;
    HotNode* hot = places_[place_of(node)].get();
    return hot != nullptr && &hot->origin() == node ? hot : nullptr;
  }
  // Remembers a node as worth a copy, if it is. It must be locked.
  void propose(Node& node) {
    if (proposed_ == nullptr && !places_.empty() && node.visits >= kMinVisits && node.is_decision()) proposed_ = &node;
  }
  // Makes the copy. No visit may be on its way.
  void adopt();
  // Passes on everything, children before their parents. No visit may be on its way.
  void flush();

 private:
  static constexpr std::size_t kPlaces = 1024;
  static constexpr std::uint64_t kMinVisits = 128;

  static std::size_t place_of(const Node* node) { return static_cast<std::size_t>(node->key >> 32) & (kPlaces - 1); }

  std::vector<std::unique_ptr<HotNode>> places_;  // none: every node is used where it is
  Node* proposed_ = nullptr;
};

}  // namespace motu
