// What a proof search of Atomorph remembers: a table of bounded size, which threads share. Where it is full, what took
// the least work goes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

#include "motu/atomorph/solver_board.hpp"
#include "motu/core/base/compiler.hpp"
#include "motu/core/base/striped_lock.hpp"
#include "motu/core/tables/proof_numbers.hpp"

namespace motu {

// A question: does the mover of a canonical position win? Exact, nothing is hashed away.
template <class Set>
struct BasicFlipQuestion {
  using Position = BasicFlipPosition<Set>;

  static constexpr int kBits = 8 * static_cast<int>(sizeof(Set));

  Set own = 0;  // the flags are in the bits above the board
  Set enemy = 0;
  friend bool operator==(const BasicFlipQuestion&, const BasicFlipQuestion&) = default;

  // `draw_wins`: a draw counts as a win of the mover.
  static BasicFlipQuestion of(const Position& position, bool draw_wins) {
    return {position.own | flag(position.ban, 1) | flag(position.to_return, 2) | flag(draw_wins, 3),
            position.enemy | flag(true, 4)};
  }
  Position position() const {
    constexpr Set kBoard = (Set{1} << (kBits - 4)) - 1;
    return {own & kBoard, enemy & kBoard, has_flag(1), has_flag(2)};
  }
  bool draw_wins() const { return has_flag(3); }
  std::uint64_t hash() const {
    std::uint64_t hash = 0;
    for (const Set set : {enemy, own}) {
      for (int shift = kBits - 64; shift >= 0; shift -= 64)
        hash = splitmix64(static_cast<std::uint64_t>(set >> shift) ^ hash);
    }
    return hash;
  }

 private:
  static Set flag(bool value, int from_top) { return Set{value} << (kBits - from_top); }
  bool has_flag(int from_top) const { return ((own >> (kBits - from_top)) & 1U) != 0; }
};

template <class Set>
class BasicFlipMemory {
 public:
  using Question = BasicFlipQuestion<Set>;

  struct Entry {
    Question question;
    ProofNumbers numbers;
    std::uint32_t work = 0;  // positions looked at below it, itself included; 0: free
    std::uint32_t unused = 0;
  };

  // Takes at most so many bytes, and at least one bucket.
  explicit BasicFlipMemory(std::size_t bytes) {
    while (2 * count_ * sizeof(Bucket) <= bytes) count_ *= 2;
    // Zeroed, and by the system only when it is used.
    buckets_.reset(static_cast<Bucket*>(std::calloc(count_, sizeof(Bucket))));
    if (buckets_ == nullptr) throw std::bad_alloc();
  }

  std::size_t bytes() const { return count_ * sizeof(Bucket); }
  // Whether anything is known.
  bool find(const Question& question, ProofNumbers& out) const {
    const std::size_t place = place_of(question);
    const auto held = locks_.hold(place);
    for (const Entry& entry : buckets_[place]) {
      if (entry.question != question || entry.work == 0) continue;
      out = entry.numbers;
      return true;
    }
    return false;
  }
  void prefetch(const Question& question) const { motu::prefetch(&buckets_[place_of(question)]); }
  // What is decided stays decided.
  void store(const Question& question, const ProofNumbers& numbers, std::uint64_t work) {
    const std::size_t place = place_of(question);
    const auto held = locks_.hold(place);
    Entry& slot = slot_for(question, buckets_[place]);
    if (slot.question == question) {
      if (slot.numbers.is_decided() && !numbers.is_decided()) return;
      work += slot.work;
    }
    constexpr std::uint64_t kMost = ~std::uint32_t{0};
    slot = {question, numbers, static_cast<std::uint32_t>(work < kMost ? work : kMost), 0};
  }
  std::uint64_t count() const {
    std::uint64_t used = 0;
    for_each([&](const Entry&) { ++used; });
    return used;
  }
  // visit(entry) for every entry in use; nobody may store meanwhile.
  template <class F>
  void for_each(F&& visit) const {
    for (std::size_t i = 0; i < count_; ++i) {
      for (const Entry& entry : buckets_[i]) {
        if (entry.work > 0) visit(entry);
      }
    }
  }

  // An entry as files have it, in words.
  static constexpr std::size_t kRecordWords = 2 * sizeof(Set) / sizeof(std::uint64_t) + 2;
  using Record = std::array<std::uint64_t, kRecordWords>;

  static Record pack(const Entry& entry) {
    Record record;
    auto word = record.begin();
    for (const Set set : {entry.question.own, entry.question.enemy}) {
      for (int shift = 0; shift < Question::kBits; shift += 64) *word++ = static_cast<std::uint64_t>(set >> shift);
    }
    *word++ = entry.numbers.phi | static_cast<std::uint64_t>(entry.numbers.delta) << 32;
    *word = entry.work;
    return record;
  }
  // Adds what a file knows. Of two that know the same question the one that took more work is kept; where either has
  // decided it, it stays decided.
  void take(const Record& record) {
    const Entry entry = unpack(record);
    const std::size_t place = place_of(entry.question);
    const auto held = locks_.hold(place);
    Entry& slot = slot_for(entry.question, buckets_[place]);
    const bool is_worse = slot.question == entry.question ? is_better(slot, entry) : slot.work > entry.work;
    if (entry.work > 0 && !is_worse) slot = entry;
  }

 private:
  static Entry unpack(const Record& record) {
    Entry entry;
    auto word = record.begin();
    for (Set* set : {&entry.question.own, &entry.question.enemy}) {
      for (int shift = 0; shift < Question::kBits; shift += 64) *set |= Set{*word++} << shift;
    }
    entry.numbers = {static_cast<std::uint32_t>(*word), static_cast<std::uint32_t>(*word >> 32)};
    entry.work = static_cast<std::uint32_t>(*++word);
    return entry;
  }
  static bool is_better(const Entry& entry, const Entry& other) {
    const bool is_decided = entry.numbers.is_decided();
    return is_decided == other.numbers.is_decided() ? entry.work >= other.work : is_decided;
  }
  using Bucket = std::array<Entry, 4>;

  std::size_t place_of(const Question& question) const { return question.hash() & (count_ - 1); }
  // Where it is, or else what took the least work.
  static Entry& slot_for(const Question& question, Bucket& bucket) {
    Entry* least = bucket.data();
    for (Entry& entry : bucket) {
      if (entry.question == question) return entry;
      if (entry.work < least->work) least = &entry;
    }
    return *least;
  }

  struct Free {
    void operator()(Bucket* buckets) const { std::free(buckets); }
  };

  std::size_t count_ = 1;
  std::unique_ptr<Bucket[], Free> buckets_;
  StripedLock locks_;
};

using FlipQuestion = BasicFlipQuestion<FlipSet>;
using FlipMemory = BasicFlipMemory<FlipSet>;

}  // namespace motu
