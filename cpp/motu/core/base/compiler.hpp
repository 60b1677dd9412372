// What compilers call by different names. Nothing else in the core asks which one it is compiled by.
#pragma once

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>

#define MOTU_ALWAYS_INLINE __forceinline
#define MOTU_FLATTEN
#else
// Into every caller, whatever the compiler thinks of it.
#define MOTU_ALWAYS_INLINE [[gnu::always_inline]] inline
// All that a function calls into it.
#define MOTU_FLATTEN [[gnu::flatten]]
#endif

#include <array>
#include <cstring>

namespace motu {

// Four numbers that are added at once. gcc 12 adds one at a time where the same is written with an array.
#if defined(__GNUC__) || defined(__clang__)
using FourFloats [[gnu::vector_size(16)]] = float;
#else
struct FourFloats {
  std::array<float, 4> each{};
  FourFloats& operator+=(const FourFloats& other) {
    for (std::size_t i = 0; i < each.size(); ++i) each[i] += other.each[i];
    return *this;
  }
};
#endif

// From anywhere in memory.
inline FourFloats four_floats(const float* from) {
  FourFloats numbers;
  std::memcpy(&numbers, from, sizeof numbers);
  return numbers;
}

// Begins to fetch what will be read soon.
inline void prefetch(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address);
#elif defined(_M_X64)
  _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#else
  (void)address;
#endif
}

// The same of what will be written.
inline void prefetch_to_write(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address, 1);
#else
  prefetch(address);
#endif
}

// One turn of a loop that waits for another thread.
inline void relax_processor() {
#if defined(_MSC_VER) && defined(_M_X64) && !defined(__clang__)
  _mm_pause();
#elif defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace motu
