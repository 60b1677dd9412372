// What a depth-first search found out about positions it may meet again.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "motu/core/base/types.hpp"

namespace motu {

enum class Bound : std::uint8_t { none, exact, lower, upper };

// Fixed size, one thread. A new entry takes the place of whatever was there: the positions to come are those near the
// last ones.
class TranspositionTable {
 public:
  struct Entry {
    std::uint64_t hash = 0;
    double value = 0.0;
    Action action = -1;  // the best, or the one that cut off; -1: none
    std::int16_t depth = -1;
    Bound bound = Bound::none;
    bool is_certain = false;  // no evaluator had a part in the value
  };

  // At least `entries` of them, rounded up to a power of two.
  explicit TranspositionTable(std::uint64_t entries) : entries_(std::bit_ceil(entries < 1 ? 1 : entries)) {}

  // What is known about a position, at whatever depth; null: nothing.
  const Entry* probe(std::uint64_t hash) const {
    const Entry& entry = entries_[hash & (entries_.size() - 1)];
    return entry.bound != Bound::none && entry.hash == hash ? &entry : nullptr;
  }
  void store(const Entry& entry) { entries_[entry.hash & (entries_.size() - 1)] = entry; }
  void clear() { entries_.assign(entries_.size(), {}); }

 private:
  std::vector<Entry> entries_;
};

}  // namespace motu
