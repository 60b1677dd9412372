// What a thread knows of the positions it has opened: a proof search comes back to most of them, and connections are
// dear. A position is overwritten by the next one that falls on the same place.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "motu/solve/expansion.hpp"

namespace motu {

template <int W>
class KnowledgeCache {
 public:
  explicit KnowledgeCache(std::size_t bytes)
      : size_(std::max<std::size_t>(bytes / sizeof(Entry), 16)),
        entries_(static_cast<Entry*>(std::calloc(size_, sizeof(Entry)))) {
    if (entries_ == nullptr) throw std::bad_alloc();
  }

  bool find(const ProofKey& key, FilledPosition<W>& filled, Prospects<W>& prospects) const {
    const Entry& entry = entries_[key.low % size_];
    if (entry.num_moves == 0 || entry.key != key) return false;
    for (std::size_t cell = 0; cell < filled.stones.size(); ++cell) {
      const int at = static_cast<int>(cell);
      filled.stones[cell] = entry.stones[kFirst].has(at)    ? kFirst
                            : entry.stones[kSecond].has(at) ? kSecond
                            : entry.dead.has(at)            ? kDeadCell
                                                            : kNoColour;
    }
    filled.captured = entry.captured;
    filled.canonical = entry.canonical;
    prospects.is_complete = entry.is_complete;
    prospects.moves.assign(entry.moves.begin(), entry.moves.begin() + entry.num_moves);
    prospects.answers.assign(entry.answers.begin(), entry.answers.begin() + entry.num_answers);
    return true;
  }

  // With more answers than there is room for, nothing is kept.
  void store(const ProofKey& key, const FilledPosition<W>& filled, const Prospects<W>& prospects) {
    if (prospects.answers.size() > kMostAnswers || prospects.moves.empty()) return;
    Entry& entry = entries_[key.low % size_];
    entry = Entry{};
    entry.key = key;
    for (std::size_t cell = 0; cell < filled.stones.size(); ++cell) {
      const std::uint8_t stone = filled.stones[cell];
      if (stone == kNoColour) continue;
      (stone == kDeadCell ? entry.dead : entry.stones[stone]).toggle(static_cast<int>(cell));
    }
    entry.captured = filled.captured;
    entry.canonical = filled.canonical;
    entry.is_complete = prospects.is_complete;
    entry.num_moves = static_cast<std::uint16_t>(prospects.moves.size());
    std::ranges::copy(prospects.moves, entry.moves.begin());
    entry.num_answers = static_cast<std::uint16_t>(prospects.answers.size());
    std::ranges::copy(prospects.answers, entry.answers.begin());
  }

  // Of a position that is still there: the mover does not win at once.
  void complete(const ProofKey& key) {
    Entry& entry = entries_[key.low % size_];
    if (entry.num_moves != 0 && entry.key == key) entry.is_complete = true;
  }

  static constexpr std::size_t kMostAnswers = 8;

 private:
  struct Entry {
    ProofKey key;
    std::array<PointSet<W>, 2> stones;
    PointSet<W> dead;
    std::array<PointSet<W>, 2> captured;
    CanonicalKeys::Canonical canonical;
    std::array<PointSet<W>, kMostAnswers> answers;
    bool is_complete;
    std::uint16_t num_answers;
    std::uint16_t num_moves;
    std::array<std::uint16_t, 64 * static_cast<std::size_t>(W)> moves;
  };
  struct Free {
    void operator()(Entry* entries) const { std::free(entries); }
  };

  std::size_t size_;
  std::unique_ptr<Entry[], Free> entries_;
};

}  // namespace motu
