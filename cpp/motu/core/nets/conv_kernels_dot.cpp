// Compiled for ARM processors with sums of products of 8 bits that both have a sign (CMakeLists.txt): nearly all since
// 2018; see conv_kernels_body.hpp.
#ifdef __ARM_FEATURE_DOTPROD

#include "motu/core/nets/conv_kernels_neon.hpp"
#include "motu/core/nets/conv_kernels_of.hpp"

namespace motu {

namespace {

struct DotProducts : NeonBytes {
  static constexpr NumberRange kRange = kRangeSigned;

  static Ints add_products(Ints sum, Ints inputs, Ints weights) {
    return vdotq_s32(sum, vreinterpretq_s8_s32(inputs), vreinterpretq_s8_s32(weights));
  }
};

}  // namespace

constinit const ConvolutionKernels kDotProductKernels = kernels_named<DotProducts>("dotprod");

}  // namespace motu

#endif
