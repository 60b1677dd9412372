// Compiled for ARM processors with sums of products of 8 bits without and with a sign (CMakeLists.txt): Apple's since
// M2, servers since Graviton 3; see conv_kernels_body.hpp.
#ifdef __ARM_FEATURE_MATMUL_INT8

#include "motu/core/nets/conv_kernels_neon.hpp"
#include "motu/core/nets/conv_kernels_of.hpp"

namespace motu {

namespace {

struct I8mm : NeonFloats {
  static constexpr int kBytes = 1;
  static constexpr NumberRange kRange = kRange8;

  using NeonFloats::load;
  static Ints load(const std::uint8_t* at) { return vreinterpretq_s32_u8(vld1q_u8(at)); }
  static Ints repeat_unit(const std::uint8_t* at) {
    std::int32_t unit = 0;
    __builtin_memcpy(&unit, at, sizeof(unit));
    return vdupq_n_s32(unit);
  }
  static Ints add_products(Ints sum, Ints inputs, Ints weights) {
    return vusdotq_s32(sum, vreinterpretq_u8_s32(inputs), vreinterpretq_s8_s32(weights));
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    vst1_u8(at, vqmovun_s16(rounded_16(first, second)));
  }
};

}  // namespace

constinit const ConvolutionKernels kI8mmKernels = kernels_named<I8mm>("i8mm");

}  // namespace motu

#endif
