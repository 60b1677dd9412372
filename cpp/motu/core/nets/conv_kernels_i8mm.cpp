// Compiled for ARM processors with sums of products of 8 bits without and with a sign (CMakeLists.txt): Apple's since
// M2, servers since Graviton 3; see conv_kernels_body.hpp.
#ifdef __ARM_FEATURE_MATMUL_INT8

#include "motu/core/nets/conv_kernels_neon.hpp"
#include "motu/core/nets/conv_kernels_of.hpp"

namespace motu {

namespace {

struct I8mm : NeonBytes {
  static constexpr NumberRange kRange = kRange8;

  static Ints add_products(Ints sum, Ints inputs, Ints weights) {
    return vusdotq_s32(sum, vreinterpretq_u8_s32(inputs), vreinterpretq_s8_s32(weights));
  }
};

}  // namespace

constinit const ConvolutionKernels kI8mmKernels = kernels_named<I8mm>("i8mm");

}  // namespace motu

#endif
