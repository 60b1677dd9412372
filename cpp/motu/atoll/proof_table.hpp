// What a proof search remembers: proof and disproof numbers by key, and for what is decided the move and the carrier.
//
// The memory is taken once and never grows. A bucket holds four positions; a new one takes the place of the one that
// was the least work. Buckets lie in memory in the order of their first use, so that a small problem in a large table
// touches little of it. Threads share a table: a bucket is read and written under one of a few locks.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "motu/atoll/canonical_key.hpp"
#include "motu/core/boards/point_set.hpp"
#include "motu/core/tables/proof_numbers.hpp"

namespace motu {

// All zeros when unused, as fresh memory is.
template <int W>
struct ProofEntry {
  ProofKey key;
  ProofNumbers numbers;
  std::uint32_t work = 0;  // positions looked at below, at least 1 when in use
  std::int32_t move = -1;  // of a win
  PointSet<W> carrier;     // of what is decided
};

template <int W>
class ProofTable {
 public:
  static constexpr std::size_t kBucket = 4;

  // As many entries as fit; at least a few.
  explicit ProofTable(std::size_t bytes);

  std::size_t num_entries() const { return kBucket * buckets_; }
  std::size_t bytes() const { return buckets_ * kBucketBytes; }
  bool find(const ProofKey& key, ProofEntry<W>& out) const;
  // Replaces what is known under the same key; what is decided stays decided.
  void store(const ProofEntry<W>& entry);
  void clear();
  // visit(entry) for every entry in use; nobody may store meanwhile.
  template <class F>
  void for_each(F&& visit) const {
    for (std::size_t i = 0; i < kBucket * used_; ++i) {
      if (entries_[i].work != 0) visit(entries_[i]);
    }
  }

  // An entry as files have it, in words.
  static constexpr std::size_t kRecordWords = 4 + W;
  using Record = std::array<std::uint64_t, kRecordWords>;

  // visit(record) for every entry in use; nobody may store meanwhile.
  template <class F>
  void for_each_record(F&& visit) const {
    for_each([&](const ProofEntry<W>& entry) { visit(pack(entry)); });
  }
  // Precondition: a record has kRecordWords.
  void take_record(std::span<const std::uint64_t> record);

 private:
  static constexpr std::size_t kLocks = 1024;
  static constexpr std::size_t kBucketBytes = kBucket * sizeof(ProofEntry<W>) + sizeof(std::uint32_t);

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  class Locked {
   public:
    explicit Locked(std::atomic_flag& flag) : flag_(flag) {
      while (flag_.test_and_set(std::memory_order_acquire)) {
      }
    }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;
    ~Locked() { flag_.clear(std::memory_order_release); }

   private:
    std::atomic_flag& flag_;
  };

  static Record pack(const ProofEntry<W>& entry);
  std::size_t bucket_of(const ProofKey& key) const { return static_cast<std::size_t>(key.low % buckets_); }
  // Its entries; none while it was never used.
  ProofEntry<W>* slots(std::size_t bucket) const {
    return numbers_[bucket] == 0 ? nullptr : entries_.get() + kBucket * (numbers_[bucket] - 1);
  }

  std::size_t buckets_;
  std::atomic<std::uint32_t> used_{0};
  std::unique_ptr<std::uint32_t[], Free> numbers_;  // [bucket] its number from 1 on, in the order of first use
  std::unique_ptr<ProofEntry<W>[], Free> entries_;
  mutable std::unique_ptr<std::array<std::atomic_flag, kLocks>> locks_;
};

}  // namespace motu
