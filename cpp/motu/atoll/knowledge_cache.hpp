// What a thread knows of the positions it has opened: a proof search comes back to most of them, and connections are
// dear. A position is overwritten by the next one that falls on the same place.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "motu/atoll/expansion.hpp"

namespace motu {

template <int W>
class KnowledgeCache {
 public:
  explicit KnowledgeCache(std::size_t bytes)
      : size_(std::max<std::size_t>(bytes / (sizeof(Entry) + sizeof(std::uint32_t)), 16)),
        numbers_(static_cast<std::uint32_t*>(std::calloc(size_, sizeof(std::uint32_t)))),
        entries_(static_cast<Entry*>(std::calloc(size_, sizeof(Entry)))) {
    if (numbers_ == nullptr || entries_ == nullptr) throw std::bad_alloc();
  }

  bool find(const ProofKey& key, FilledPosition<W>& filled, Prospects<W>& prospects) const {
    const Entry* known = entry_of(key);
    if (known == nullptr) return false;
    const Entry& entry = *known;
    for (std::size_t cell = 0; cell < filled.stones.size(); ++cell) {
      const int at = static_cast<int>(cell);
      filled.stones[cell] = entry.stones[kFirst].has(at)    ? kFirst
                            : entry.stones[kSecond].has(at) ? kSecond
                            : entry.dead.has(at)            ? kDeadCell
                                                            : kNoColour;
    }
    filled.captured = entry.captured;
    filled.hot.assign(entry.hot.begin(), entry.hot.begin() + entry.num_hot);
    filled.is_decomposed = entry.is_decomposed;
    filled.whole = entry.whole;
    filled.whole_open = entry.whole_open;
    filled.canonical = entry.canonical;
    prospects.is_ordered = entry.is_ordered;
    prospects.is_complete = entry.is_complete;
    prospects.moves.assign(entry.moves.begin(), entry.moves.begin() + entry.num_moves);
    prospects.answers.assign(entry.answers.begin(), entry.answers.begin() + entry.num_answers);
    return true;
  }

  // With more answers or hot regions than there is room for, nothing is kept.
  void store(const ProofKey& key, const FilledPosition<W>& filled, const Prospects<W>& prospects) {
    if (prospects.answers.size() > kMostAnswers || prospects.moves.empty() || filled.hot.size() > kMostHot) return;
    std::uint32_t& number = numbers_[key.low % size_];
    if (number == 0) number = ++used_;
    Entry& entry = entries_[number - 1];
    entry = Entry{};
    entry.key = key;
    for (std::size_t cell = 0; cell < filled.stones.size(); ++cell) {
      const std::uint8_t stone = filled.stones[cell];
      if (stone == kNoColour) continue;
      (stone == kDeadCell ? entry.dead : entry.stones[stone]).toggle(static_cast<int>(cell));
    }
    entry.captured = filled.captured;
    std::ranges::copy(filled.hot, entry.hot.begin());
    entry.num_hot = static_cast<std::uint8_t>(filled.hot.size());
    entry.is_decomposed = filled.is_decomposed;
    entry.whole = filled.whole;
    entry.whole_open = filled.whole_open;
    entry.canonical = filled.canonical;
    entry.is_complete = prospects.is_complete;
    entry.is_ordered = prospects.is_ordered;
    entry.num_moves = static_cast<std::uint16_t>(prospects.moves.size());
    std::ranges::copy(prospects.moves, entry.moves.begin());
    entry.num_answers = static_cast<std::uint16_t>(prospects.answers.size());
    std::ranges::copy(prospects.answers, entry.answers.begin());
  }

  // Renews a position that is still there: its moves in order, and whether the mover was seen not to win at once.
  void renew(const ProofKey& key, const Prospects<W>& prospects) {
    Entry* entry = entry_of(key);
    if (entry == nullptr) return;
    entry->is_complete = prospects.is_complete;
    entry->is_ordered = prospects.is_ordered;
    std::ranges::copy(prospects.moves, entry->moves.begin());
  }

  static constexpr std::size_t kMostAnswers = 8;
  static constexpr std::size_t kMostHot = 2;

 private:
  struct Entry {
    ProofKey key;
    std::array<PointSet<W>, 2> stones;
    PointSet<W> dead;
    std::array<PointSet<W>, 2> captured;
    CanonicalKeys::Canonical canonical;
    CanonicalKeys::Canonical whole;
    PointSet<W> whole_open;
    std::array<HotRegion, kMostHot> hot;
    std::uint8_t num_hot;
    bool is_decomposed;
    std::array<PointSet<W>, kMostAnswers> answers;
    bool is_ordered;
    bool is_complete;
    std::uint16_t num_answers;
    std::uint16_t num_moves;
    std::array<std::uint16_t, 64 * static_cast<std::size_t>(W)> moves;
  };
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  Entry* entry_of(const ProofKey& key) const {
    const std::uint32_t number = numbers_[key.low % size_];
    return number != 0 && entries_[number - 1].key == key ? &entries_[number - 1] : nullptr;
  }

  std::size_t size_;
  std::uint32_t used_ = 0;
  std::unique_ptr<std::uint32_t[], Free> numbers_;  // [place] entry + 1, in the order of their use
  std::unique_ptr<Entry[], Free> entries_;          // so that memory is touched from one end on
};

}  // namespace motu
