// Compiled for processors with AVX2 (CMakeLists.txt); see conv_kernels_body.hpp.
#ifdef __AVX2__

#include "motu/core/nets/conv_kernels_of.hpp"
#include "motu/core/nets/conv_kernels_ymm.hpp"

namespace motu {

namespace {

struct Avx2 : YmmFloats {
  static constexpr int kBytes = 2;

  static Ints add_products(Ints sum, Ints one, Ints other) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(one, other));
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), packed_16(first, second));
  }
};

}  // namespace

constinit const ConvolutionKernels kAvx2Kernels = kernels_named<Avx2>("avx2");

}  // namespace motu

#endif
