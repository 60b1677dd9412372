#include "motu/core/tables/checksum.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "motu/core/base/rng.hpp"

namespace motu {

static_assert(std::endian::native == std::endian::little, "the files are little-endian");

namespace {

constexpr std::uint64_t kFnvBasis = 0xCBF29CE484222325ULL;
constexpr std::uint64_t kFnvPrime = 0x100000001B3ULL;

// Calls take(word) for every eight bytes; the last word is filled up with zeros.
template <class F>
void for_each_word(std::span<const std::byte> bytes, F&& take) {
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t length = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), length);
    bytes = bytes.subspan(length);
    take(word);
  }
}

}  // namespace

std::uint64_t hash_of(std::span<const std::byte> bytes, std::uint64_t seed) {
  std::uint64_t hash = splitmix64(seed ^ bytes.size());
  for_each_word(bytes, [&](std::uint64_t word) { hash = std::rotl(hash ^ word, 29) * 0x9E3779B97F4A7C15ULL; });
  return splitmix64(hash);
}

std::uint64_t fnv_of_bytes(std::span<const std::byte> bytes) {
  std::uint64_t hash = kFnvBasis;
  for (const std::byte byte : bytes) hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * kFnvPrime;
  return hash;
}

std::uint64_t fnv_of_words(std::span<const std::byte> bytes) {
  std::uint64_t hash = kFnvBasis;
  for_each_word(bytes, [&](std::uint64_t word) { hash = (std::rotl(hash, 23) ^ word) * kFnvPrime; });
  return hash;
}

std::uint64_t mix_words(std::uint64_t checksum, std::span<const std::uint64_t> words) {
  for (const std::uint64_t word : words) checksum = splitmix64(checksum ^ word);
  return checksum;
}

}  // namespace motu
