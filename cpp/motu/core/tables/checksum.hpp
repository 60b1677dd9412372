// Checksums of files: against torn files, not against forgers. There are several, since the bytes of old files stay
// readable; new formats take `hash_of`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace motu {

// `seed` chains several stretches.
std::uint64_t hash_of(std::span<const std::byte> bytes, std::uint64_t seed = 0);

// Fowler, Noll and Vo's hash, and the same on words of eight bytes: weights of line nets, tables of Atomorph.
std::uint64_t fnv_of_bytes(std::span<const std::byte> bytes);
std::uint64_t fnv_of_words(std::span<const std::byte> bytes);

// A checksum of words, each mixed into what came before: for files of records.
std::uint64_t mix_words(std::uint64_t checksum, std::span<const std::uint64_t> words);

}  // namespace motu
