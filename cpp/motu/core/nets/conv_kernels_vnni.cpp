// Compiled for processors with AVX-512 and its sums of products of 16 and of 8 bits (CMakeLists.txt); see
// conv_kernels_body.hpp.
#if defined(__AVX512VNNI__) && defined(__AVX512BW__)

#include <immintrin.h>

#include "motu/core/nets/conv_kernels_body.hpp"
#include "motu/core/nets/conv_kernels_of.hpp"

namespace motu {

namespace {

struct VnniFloats {
  using Ints = __m512i;
  using Floats = __m512;
  static constexpr int kLanes = 16;
  static constexpr int kCells = 10;  // so many sums that none waits for the one before; for more gcc lacks addresses

  static Ints zeros() { return _mm512_setzero_si512(); }
  static Ints load(const std::uint8_t* at) { return _mm512_loadu_si512(at); }
  static Ints repeat_unit(const std::uint8_t* at) {
    std::int32_t unit = 0;
    __builtin_memcpy(&unit, at, sizeof(unit));
    return _mm512_set1_epi32(unit);
  }
  static Floats to_floats(Ints ints) { return _mm512_cvtepi32_ps(ints); }
  static Floats load(const float* at) { return _mm512_loadu_ps(at); }
  static Floats repeat(float value) { return _mm512_set1_ps(value); }
  static Floats add(Floats one, Floats other) { return _mm512_add_ps(one, other); }
  static Floats multiply(Floats one, Floats other) { return _mm512_mul_ps(one, other); }
  static Floats larger(Floats one, Floats other) { return _mm512_max_ps(one, other); }
  static void store(float* at, Floats values) { _mm512_storeu_ps(at, values); }
  static float largest(Floats values) { return _mm512_reduce_max_ps(values); }
};

struct Vnni : VnniFloats {
  static constexpr int kBytes = 2;
  static constexpr NumberRange kRange = kRange16;

  static Ints add_products(Ints sum, Ints inputs, Ints weights) { return _mm512_dpwssd_epi32(sum, inputs, weights); }
  static void store_rounded(std::uint8_t* at, Floats values) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), _mm512_cvtsepi32_epi16(_mm512_cvtps_epi32(values)));
  }
};

struct VnniOf8Bits : VnniFloats {
  static constexpr int kBytes = 1;
  static constexpr NumberRange kRange = kRange8;

  static Ints add_products(Ints sum, Ints inputs, Ints weights) { return _mm512_dpbusd_epi32(sum, inputs, weights); }
  static void store_rounded(std::uint8_t* at, Floats values) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(at), _mm512_cvtusepi32_epi8(_mm512_cvtps_epi32(values)));
  }
};

}  // namespace

constinit const ConvolutionKernels kVnniKernels = kernels_named<Vnni>("vnni");
constinit const ConvolutionKernels kVnniKernelsOf8Bits = kernels_named<VnniOf8Bits>("vnni-8");

}  // namespace motu

#endif
