// Compiled for processors with AVX2 (CMakeLists.txt); see conv_kernels_body.hpp.
#ifdef __AVX2__

#include "motu/core/nets/conv_kernels_of.hpp"
#include "motu/core/nets/conv_kernels_ymm.hpp"

namespace motu {

namespace {

struct Avx2 : YmmFloats {
  static constexpr int kBytes = 2;
  static constexpr NumberRange kRange = kRange16;

  static Ints add_products(Ints sum, Ints one, Ints other) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(one, other));
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), packed_16(first, second));
  }
};

struct Avx2Of8Bits : YmmFloats {
  static constexpr int kBytes = 1;
  static constexpr NumberRange kRange = kRange7;
  static constexpr int kUnitsAtOnce = kRange7.units_at_once;
  static constexpr int kCells = 3;  // 6 sums, as many parts, two weights, a unit and a product: all 16 registers

  static Ints products(Ints inputs, Ints weights) { return _mm256_maddubs_epi16(inputs, weights); }
  static Ints add_parts(Ints one, Ints other) { return _mm256_add_epi16(one, other); }
  static Ints add_part(Ints sum, Ints part) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(part, _mm256_set1_epi16(1)));
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(at), packed_8(first, second));
  }
};

}  // namespace

constinit const ConvolutionKernels kAvx2Kernels = kernels_named<Avx2>("avx2");
constinit const ConvolutionKernels kAvx2KernelsOf8Bits = kernels_named<Avx2Of8Bits>("avx2-8");

}  // namespace motu

#endif
