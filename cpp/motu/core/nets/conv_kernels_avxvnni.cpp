// Compiled for processors with AVX-VNNI, which have sums of products of 16 and of 8 bits without AVX-512
// (CMakeLists.txt); see conv_kernels_body.hpp.
#ifdef __AVXVNNI__

#include "motu/core/nets/conv_kernels_of.hpp"
#include "motu/core/nets/conv_kernels_ymm.hpp"

namespace motu {

namespace {

struct AvxVnni : YmmFloats {
  static constexpr int kBytes = 2;

  static Ints add_products(Ints sum, Ints inputs, Ints weights) {
    return _mm256_dpwssd_avx_epi32(sum, inputs, weights);
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), packed_16(first, second));
  }
};

struct AvxVnniOf8Bits : YmmFloats {
  static constexpr int kBytes = 1;

  static Ints add_products(Ints sum, Ints inputs, Ints weights) {
    return _mm256_dpbusd_avx_epi32(sum, inputs, weights);
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    const __m256i both = packed_16(first, second);
    const __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(at), bytes);
  }
};

}  // namespace

constinit const ConvolutionKernels kAvxVnniKernels = kernels_named<AvxVnni>("avxvnni");
constinit const ConvolutionKernels kAvxVnniKernelsOf8Bits = kernels_named<AvxVnniOf8Bits>("avxvnni-8");

}  // namespace motu

#endif
