// What a proof search of Atomorph remembers: a table of bounded size, which threads share. Where it is full, what took
// the least work goes.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

#include "motu/atomorph/solver_board.hpp"
#include "motu/core/base/compiler.hpp"
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
  };

  // Takes at most so many bytes, and at least one bucket.
  explicit BasicFlipMemory(std::size_t bytes) {
    while (2 * count_ * sizeof(Bucket) <= bytes) count_ *= 2;
    // Zeroed, and by the system only when it is used.
    std::size_t space = (count_ + 1) * sizeof(Bucket);
    memory_.reset(std::calloc(space, 1));
    if (memory_ == nullptr) throw std::bad_alloc();
    void* begin = memory_.get();
    buckets_ = static_cast<Bucket*>(std::align(alignof(Bucket), count_ * sizeof(Bucket), begin, space));
  }

  std::size_t bytes() const { return count_ * sizeof(Bucket); }
  // Whether anything is known.
  bool find(const Question& question, ProofNumbers& out) const {
    Bucket& bucket = bucket_of(question);
    const Held held(bucket);
    for (std::size_t i = 0; i < kPlaces; ++i) {
      if (bucket.work[i] == 0 || bucket.questions[i] != question) continue;
      out = bucket.numbers[i];
      return true;
    }
    return false;
  }
  void prefetch(const Question& question) const { motu::prefetch_to_write(&bucket_of(question).lock); }
  // What is decided stays decided.
  void store(const Question& question, const ProofNumbers& numbers, std::uint64_t work) {
    Bucket& bucket = bucket_of(question);
    const Held held(bucket);
    const std::size_t i = bucket.place_for(question);
    if (bucket.questions[i] == question) {
      if (bucket.numbers[i].is_decided() && !numbers.is_decided()) return;
      work += bucket.work[i];
    }
    constexpr std::uint64_t kMost = ~std::uint32_t{0};
    bucket.set(i, {question, numbers, static_cast<std::uint32_t>(work < kMost ? work : kMost)});
  }
  std::uint64_t count() const {
    std::uint64_t used = 0;
    for_each([&](const Entry&) { ++used; });
    return used;
  }
  // visit(entry) for every entry in use; nobody may store meanwhile.
  template <class F>
  void for_each(F&& visit) const {
    for (std::size_t place = 0; place < count_; ++place) {
      const Bucket& bucket = buckets_[place];
      for (std::size_t i = 0; i < kPlaces; ++i) {
        if (bucket.work[i] > 0) visit(bucket.get(i));
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
    Bucket& bucket = bucket_of(entry.question);
    const Held held(bucket);
    const std::size_t i = bucket.place_for(entry.question);
    const Entry there = bucket.get(i);
    const bool is_worse = there.question == entry.question ? is_better(there, entry) : there.work > entry.work;
    if (entry.work > 0 && !is_worse) bucket.set(i, entry);
  }

 private:
  static constexpr std::size_t kPlaces = 4;

  // Its lock lies in memory that is needed anyway: locks beside each other would pass from thread to thread all the
  // time.
  struct alignas(64) Bucket {
    std::array<Question, kPlaces> questions;
    std::array<ProofNumbers, kPlaces> numbers;
    std::array<std::uint32_t, kPlaces> work;
    std::atomic<std::uint32_t> lock;

    // Where a question is, or else what took the least work.
    std::size_t place_for(const Question& question) const {
      std::size_t least = 0;
      for (std::size_t i = 0; i < kPlaces; ++i) {
        if (questions[i] == question) return i;
        if (work[i] < work[least]) least = i;
      }
      return least;
    }
    Entry get(std::size_t i) const { return {questions[i], numbers[i], work[i]}; }
    void set(std::size_t i, const Entry& entry) {
      questions[i] = entry.question;
      numbers[i] = entry.numbers;
      work[i] = entry.work;
    }
  };

  // Keeps others from a bucket as long as it lives.
  class Held {
   public:
    explicit Held(Bucket& bucket) : lock_(bucket.lock) {
      while (lock_.exchange(1, std::memory_order_acquire) != 0) relax_processor();
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() { lock_.store(0, std::memory_order_release); }

   private:
    std::atomic<std::uint32_t>& lock_;
  };

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

  Bucket& bucket_of(const Question& question) const { return buckets_[question.hash() & (count_ - 1)]; }

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  std::size_t count_ = 1;
  std::unique_ptr<void, Free> memory_;
  Bucket* buckets_ = nullptr;  // in it
};

using FlipQuestion = BasicFlipQuestion<FlipSet>;
using FlipMemory = BasicFlipMemory<FlipSet>;

}  // namespace motu
