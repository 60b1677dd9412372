// Compiled for processors with AVX-VNNI, which have sums of products of 16 and of 8 bits without AVX-512
// (CMakeLists.txt); see conv_kernels_body.hpp.
#ifdef __AVXVNNI__

#include "motu/core/nets/conv_kernels_of.hpp"
#include "motu/core/nets/conv_kernels_ymm.hpp"

namespace motu {

namespace {

struct AvxVnni : YmmFloats {
  static constexpr int kBytes = 2;
  static constexpr NumberRange kRange = kRange16;

  static Ints add_products(Ints sum, Ints inputs, Ints weights) {
    return _mm256_dpwssd_avx_epi32(sum, inputs, weights);
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), packed_16(first, second));
  }
};

struct AvxVnniOf8Bits : YmmFloats {
  static constexpr int kBytes = 1;
  static constexpr NumberRange kRange = kRange8;

  static Ints add_products(Ints sum, Ints inputs, Ints weights) {
    return _mm256_dpbusd_avx_epi32(sum, inputs, weights);
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(at), packed_8(first, second));
  }
};

}  // namespace

constinit const ConvolutionKernels kAvxVnniKernels = kernels_named<AvxVnni>("avxvnni");
constinit const ConvolutionKernels kAvxVnniKernelsOf8Bits = kernels_named<AvxVnniOf8Bits>("avxvnni-8");

}  // namespace motu

#endif
