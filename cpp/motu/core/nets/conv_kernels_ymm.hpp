// What the kernels for vectors of 256 bits have in common, after conv_kernels_body.hpp's rules: included by the source
// files that are compiled for one kind of processor each.
#pragma once

#include <immintrin.h>

#include "motu/core/nets/conv_kernels_body.hpp"

namespace motu {

namespace {

struct YmmFloats {
  using Ints = __m256i;
  using Floats = __m256;
  static constexpr int kLanes = 8;
  static constexpr int kCells = 6;  // 12 sums, two weights, a pair and a product: all 16 registers

  static Ints zeros() { return _mm256_setzero_si256(); }
  static Ints load(const std::uint8_t* at) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at)); }
  static Ints repeat_unit(const std::uint8_t* at) {
    return _mm256_castps_si256(_mm256_broadcast_ss(reinterpret_cast<const float*>(at)));
  }
  static Floats to_floats(Ints ints) { return _mm256_cvtepi32_ps(ints); }
  static Floats load(const float* at) { return _mm256_loadu_ps(at); }
  static Floats repeat(float value) { return _mm256_set1_ps(value); }
  static Floats add(Floats one, Floats other) { return _mm256_add_ps(one, other); }
  static Floats multiply(Floats one, Floats other) { return _mm256_mul_ps(one, other); }
  static Floats larger(Floats one, Floats other) { return _mm256_max_ps(one, other); }
  static void store(float* at, Floats values) { _mm256_storeu_ps(at, values); }
  static float largest(Floats values) {
    __m128 most = _mm_max_ps(_mm256_castps256_ps128(values), _mm256_extractf128_ps(values, 1));
    most = _mm_max_ps(most, _mm_movehl_ps(most, most));
    return _mm_cvtss_f32(_mm_max_ss(most, _mm_movehdup_ps(most)));
  }
};

// Sixteen whole numbers of 16 bits in their order: packing takes halves in turns.
inline __m256i packed_16(__m256 first, __m256 second) {
  const __m256i both = _mm256_packs_epi32(_mm256_cvtps_epi32(first), _mm256_cvtps_epi32(second));
  return _mm256_permute4x64_epi64(both, 0xD8);
}

// Sixteen of 8 bits, from 0 on.
inline __m128i packed_8(__m256 first, __m256 second) {
  const __m256i both = packed_16(first, second);
  return _mm_packus_epi16(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
}

}  // namespace

}  // namespace motu
