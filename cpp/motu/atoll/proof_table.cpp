#include "motu/atoll/proof_table.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

namespace motu {

template <int W>
ProofTable<W>::ProofTable(std::size_t bytes)
    : buckets_(std::clamp<std::size_t>(bytes / kBucketBytes, 16, std::numeric_limits<std::uint32_t>::max())),
      // Memory that nobody touches is not there.
      numbers_(static_cast<std::uint32_t*>(std::calloc(buckets_, sizeof(std::uint32_t)))),
      entries_(static_cast<ProofEntry<W>*>(std::calloc(kBucket * buckets_, sizeof(ProofEntry<W>)))),
      locks_(std::make_unique<std::array<std::atomic_flag, kLocks>>()) {
  if (numbers_ == nullptr || entries_ == nullptr) throw std::bad_alloc();
}

template <int W>
bool ProofTable<W>::find(const ProofKey& key, ProofEntry<W>& out) const {
  const std::size_t bucket = bucket_of(key);
  const Locked locked((*locks_)[bucket % kLocks]);
  const ProofEntry<W>* entries = slots(bucket);
  if (entries == nullptr) return false;
  for (std::size_t i = 0; i < kBucket; ++i) {
    if (entries[i].work == 0 || entries[i].key != key) continue;
    out = entries[i];
    return true;
  }
  return false;
}

template <int W>
void ProofTable<W>::store(const ProofEntry<W>& entry) {
  const std::size_t bucket = bucket_of(entry.key);
  const Locked locked((*locks_)[bucket % kLocks]);
  if (numbers_[bucket] == 0) numbers_[bucket] = ++used_;
  ProofEntry<W>* least = slots(bucket);
  for (ProofEntry<W>& slot : std::span(least, kBucket)) {
    if (slot.work != 0 && slot.key == entry.key) {
      if (!slot.numbers.is_decided() || entry.numbers.is_decided()) slot = entry;
      return;
    }
    if (slot.work < least->work) least = &slot;
  }
  *least = entry;
}

template <int W>
void ProofTable<W>::clear() {
  std::fill_n(entries_.get(), kBucket * used_, ProofEntry<W>{});
}

template <int W>
auto ProofTable<W>::pack(const ProofEntry<W>& entry) -> Record {
  Record words{};
  words[0] = entry.key.low;
  words[1] = entry.key.high;
  words[2] = entry.numbers.phi | static_cast<std::uint64_t>(entry.numbers.delta) << 32;
  words[3] = entry.work | static_cast<std::uint64_t>(static_cast<std::uint32_t>(entry.move)) << 32;
  for (int i = 0; i < W; ++i) words[4 + static_cast<std::size_t>(i)] = entry.carrier.word(i);
  return words;
}

template <int W>
void ProofTable<W>::take_record(std::span<const std::uint64_t> words) {
  ProofEntry<W> entry;
  entry.key = {words[0], words[1]};
  entry.numbers = {static_cast<std::uint32_t>(words[2]), static_cast<std::uint32_t>(words[2] >> 32)};
  entry.work = static_cast<std::uint32_t>(words[3]);
  entry.move = static_cast<std::int32_t>(words[3] >> 32);
  std::array<std::uint64_t, static_cast<std::size_t>(W)> carrier;
  std::copy_n(words.begin() + 4, W, carrier.begin());
  entry.carrier = PointSet<W>::from_words(carrier);
  if (entry.work != 0) store(entry);
}

template class ProofTable<1>;
template class ProofTable<2>;
template class ProofTable<4>;
template class ProofTable<64>;

}  // namespace motu
